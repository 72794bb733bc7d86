"""What became of a list of photographs: rows for the page, JSON for programs, a table for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections import Counter
from typing import Any

from referee.language import catalogue, explain_error, say
from referee.message import InputError, Message, message
from referee.tactori.board import COLOURS
from referee.tactori.text import to_text
from vision.reading import error_json
from web.batches import Answer, Batch, Row

# Spreadsheets take a cell that begins so for a formula, and formulas can reach far.
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n", "|")
# Where numbers have a comma, spreadsheets expect something else between cells.
SEPARATORS = {"en": ","}
USUAL_SEPARATOR = ";"
BYTE_ORDER_MARK = "\ufeff"  # without it some spreadsheets take UTF-8 for something else


def batch_json(batch: Batch, language: str) -> dict[str, Any]:
    """The list with a short row for every picture, those that need a person first."""
    rows = batch.ordered()
    return {
        "id": batch.id,
        **_wish_json(batch),
        "goal": batch.rules.game.goal if batch.rules else None,
        "shape": batch.rules.shape if batch.rules else None,
        "counts": dict(Counter(row.state for row in rows)),
        "unread": batch.unread,
        "rows": [row_json(row, language) for row in rows],
    }


def row_json(row: Row, language: str) -> dict[str, Any]:
    answer = row.answer
    return {
        "n": row.n,
        "name": row_name(row, language),
        "state": row.state,
        "picture": row.seen is not None,
        "error": _sentence(row, language),
        "board": answer.position.board if answer else None,
        "towers": _count_towers(answer) if answer else None,
        "sticks": len(answer.position.sticks) if answer else None,
        "doubts": len(answer.doubts) if answer else None,
        "violations": len(answer.verdict.violations) if answer and answer.verdict else None,
        "scores": dict(answer.verdict.scores) if answer and answer.verdict else None,
        "by_hand": bool(answer and answer.by_hand),
    }


def picture_json(row: Row, language: str) -> dict[str, Any]:
    """Everything about one picture, as the views of the page want it."""
    said = {**row_json(row, language), "size": row.seen.size if row.seen else None}
    answer = row.answer
    if answer is None:
        return {**said, "position": None, "reading": None, "verdict": None, "view": None, "set": None}
    seen = answer.seen
    return {
        **said,
        "position": answer.position.to_json(),
        "reading": reading_json(row, answer, language),
        "verdict": answer.verdict.to_json(language) if answer.verdict else None,
        "doubts": [doubt.to_json(language) for doubt in answer.doubts],
        "hangs": {each.at: each.sentence(language) for each in answer.hangs},
        "by_hand": list(answer.by_hand),
        "view": seen.view,
        "set": seen.physical_set.to_json() if seen.physical_set else None,
        "misfits": [say(misfit, language) for misfit in seen.known.misfits] if seen.known else [],
    }


def reading_json(row: Row, answer: Answer, language: str) -> dict[str, Any]:
    """The reading as `scan` prints it, with what a person corrected."""
    said: dict[str, Any] = answer.reading.to_json(language)
    said |= {key: value for key, value in answer.position.to_json().items() if key in ("towers", "sticks")}
    said |= {"image": row_name(row, language), "unsure": [doubt.to_json(language) for doubt in answer.doubts]}
    said["p"] = answer.p
    if answer.verdict is not None:
        said["verdict"] = answer.verdict.to_json(language)
        said["verdict_unsure"] = sorted(doubt.at for doubt in answer.doubts)
        said["verdict_hangs"] = [each.to_json() for each in answer.hangs]
    elif answer.problem is not None:
        said["verdict"] = None
        said["problem"] = say(answer.problem, language)
    if answer.seen.measured is not None:
        said["measured"] = answer.seen.measured.to_json()
    if answer.seen.known is not None:
        said |= answer.seen.known.to_json(language)
    if answer.by_hand:
        said["by_hand"] = list(answer.by_hand)
    return said


def results_json(batch: Batch, language: str) -> dict[str, Any]:
    """What was read, in the order in which the pictures came."""
    pictures = []
    for row in sorted(batch.ordered(), key=lambda row: row.n):
        name = row_name(row, language)
        if row.answer is not None:
            said = reading_json(row, row.answer, language)
        elif row.error is not None:
            said = error_json(name, row.error, language)
        else:
            continue
        pictures.append({**said, "state": row.state})
    return {**_wish_json(batch), "pictures": pictures}


def results_csv(batch: Batch, language: str) -> str:
    """A table for spreadsheets, those that need a person first."""
    colours = _colours(batch)
    file = io.StringIO()
    writer = csv.writer(file, delimiter=SEPARATORS.get(language, USUAL_SEPARATOR), lineterminator="\r\n")
    heads = [
        message("web.photos.column.name"),
        message("web.photos.column.state"),
        message("web.photos.column.board"),
        message("web.photos.column.towers"),
        message("web.photos.column.sticks"),
        message("web.photos.column.doubts"),
        message("web.photos.column.violations"),
        *(message("web.photos.column.points", colour=colour) for colour in colours),
        message("web.photos.column.by_hand"),
        message("web.photos.column.position"),
        message("web.photos.column.remark"),
    ]
    writer.writerow([safe_cell(say(head, language)) for head in heads])
    for row in batch.ordered():
        writer.writerow([safe_cell(cell) for cell in _cells(row, colours, language)])
    return BYTE_ORDER_MARK + file.getvalue()


def safe_cell(value: object) -> object:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA_SIGNS) else value


def row_name(row: Row, language: str) -> str:
    return row.name or say(message("web.photos.name", n=row.n), language)


def _cells(row: Row, colours: tuple[str, ...], language: str) -> list[object]:
    said = row_json(row, language)
    scores = said["scores"] or {}
    answer = row.answer
    found = answer.verdict.violations if answer and answer.verdict else ()
    remarks = [said["error"] or "", *(say(finding.message, language) for finding in found)]
    return [
        said["name"],
        catalogue(language)[f"page.photos.state.{row.state}"],
        said["board"],
        said["towers"],
        said["sticks"],
        " ".join(doubt.at for doubt in answer.doubts) if answer else "",
        said["violations"],
        *(scores.get(colour) for colour in colours),
        " ".join(answer.by_hand) if answer else "",
        to_text(answer.position) if answer else "",
        " ".join(filter(None, remarks)),
    ]


def _colours(batch: Batch) -> tuple[str, ...]:
    """The colours that have points in any picture."""
    found = {
        colour for row in batch.ordered() if row.answer and row.answer.verdict for colour in row.answer.verdict.scores
    }
    return tuple(colour for colour in COLOURS if colour in found)


def _count_towers(answer: Answer) -> int:
    return sum(map(len, answer.position.towers.values()))


def _sentence(row: Row, language: str) -> str | None:
    said: InputError | Message | None = row.error or (row.answer.problem if row.answer else None)
    if isinstance(said, InputError):
        return explain_error(said, language)
    return say(said, language) if said else None


def _wish_json(batch: Batch) -> dict[str, Any]:
    return {
        "game": batch.rules.game.id if batch.rules else None,
        "rules": batch.rules.changed() if batch.rules else {},
        "board": batch.wish.board or "auto",
        "profile": batch.profile,
        "measure": batch.wish.measure,
        "ask": batch.wish.ask,
    }
