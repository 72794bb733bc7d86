"""What became of a list of photographs as a table for spreadsheets."""

from __future__ import annotations

import csv
import io
import re

from web.photographs.batch import Batch
from web.photographs.results import row_json, row_name, views_json
from web.photographs.rows import Row
from words.language import catalogue, say
from words.message import Message, message

# Spreadsheets take a cell that begins so for a formula, and formulas can reach far.
# Some take full-width signs and other dashes for the plain ones, and what cannot be seen before them for nothing.
UNSEEN = r"\s\x00-\x1f\x7f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff"
FORMULA = re.compile(rf"[{UNSEEN}]*[=+\-@|;%＝＋－＠｜；％﹢﹣﹦﹫−]")
CONTROL = ("\t", "\r", "\n")
# Where numbers have a comma, spreadsheets expect something else between cells.
SEPARATORS = {"en": ","}
USUAL_SEPARATOR = ";"
NAME_SEPARATOR = " | "  # of pictures that were read as one, within a cell
BYTE_ORDER_MARK = "\ufeff"  # without it some spreadsheets take UTF-8 for something else


def spreadsheet(batch: Batch, language: str) -> str:
    """A table for spreadsheets, those that need a person first."""
    colours = _colours(batch)
    file = io.StringIO()
    writer = csv.writer(file, delimiter=SEPARATORS.get(language, USUAL_SEPARATOR), lineterminator="\r\n")
    heads = [
        message("web.photos.column.name"),
        message("web.photos.column.state"),
        message("web.photos.column.board"),
        *(Message(f"web.photos.column.{pieces}") for pieces in batch.reader.pieces),
        message("web.photos.column.doubts"),
        message("web.photos.column.violations"),
        *(message("web.photos.column.points", colour=colour) for colour in colours),
        message("web.photos.column.by_hand"),
        message("web.photos.column.position"),
        message("web.photos.column.remark"),
        message("web.photos.column.images"),
        message("web.photos.column.views"),
    ]
    writer.writerow([safe_cell(say(head, language)) for head in heads])
    for row in batch.ordered():
        writer.writerow([safe_cell(cell) for cell in _cells(batch, row, colours, language)])
    return BYTE_ORDER_MARK + file.getvalue()


def safe_cell(value: object) -> object:
    """A cell that no spreadsheet takes for a formula."""
    is_formula = isinstance(value, str) and (value.startswith(CONTROL) or FORMULA.match(value))
    return f"'{value}" if is_formula else value


def _cells(batch: Batch, row: Row, colours: tuple[str, ...], language: str) -> list[object]:
    said = row_json(batch, row, language)
    scores = said["scores"] or {}
    answer = row.answer
    names = [row_name(member, language) for member in batch.members(row)] if row.is_group else []
    views = views_json(names, answer, language) if answer and row.is_group else []
    found = answer.verdict.violations if answer and answer.verdict else ()
    remarks = [said["error"] or "", *(say(finding.message, language) for finding in found)]
    return [
        said["name"],
        catalogue(language)[f"page.photos.state.{row.state}"],
        said["board"],
        *(said[pieces] for pieces in batch.reader.pieces),
        " ".join(doubt.at for doubt in answer.doubts) if answer else "",
        said["violations"],
        *(scores.get(colour) for colour in colours),
        " ".join(answer.by_hand) if answer else "",
        batch.game.to_text(answer.position) if answer else "",
        " ".join(filter(None, remarks)),
        NAME_SEPARATOR.join(names),
        NAME_SEPARATOR.join(f"{view['turned']}°" if view["used"] else str(view["why"]) for view in views),
    ]


def _colours(batch: Batch) -> tuple[str, ...]:
    """The colours that have points in any picture."""
    found = {
        colour for row in batch.ordered() if row.answer and row.answer.verdict for colour in row.answer.verdict.scores
    }
    seats = batch.game.seats(batch.game.players[1])
    return (*(colour for colour in seats if colour in found), *sorted(found - {*seats}))
