"""Readings as tables for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from console import table
from referee.tactori.drawing import draw
from referee.tactori.printing import print_position
from vision.scanning import ScannedView
from words.language import catalogue, say
from words.message import message

if TYPE_CHECKING:
    from vision.tactori.scanning import Scanned


def print_scanned(scanned: Scanned, language: str) -> str:
    reading, verdict, texts = scanned.reading, scanned.verdict, catalogue(language)
    head = message("print.board", board=reading.board, ms=f"{reading.ms:.0f}")
    lines = [f"{reading.image}: {say(head, language)}", ""]
    if scanned.views:
        lines += [texts["print.views"]]
        lines += ["  " + row for row in table((view.image, _became(view, language)) for view in scanned.views)] + [""]
    if verdict is None:
        lines.append(draw(reading.position).rstrip("\n"))
        if reading.position.sticks:
            lines += ["", texts["print.sticks"]]
            rows = ((texts[f"colour.{s.colour}"], s.places()) for s in reading.position.sticks)
            lines += ["  " + row for row in table(rows)]
    else:
        lines.append(print_position(reading.position, verdict, language).rstrip("\n"))
    if reading.unsure:
        lines += ["", texts["print.unsure"]]
        lines += ["  " + row for row in table(_doubts(scanned, language))]
        if verdict is not None:
            fields = tuple(sorted(doubt.at for doubt in reading.unsure))
            lines += ["", say(message("print.if_right", fields=fields), language)]
            lines += ["  " + row for row in table((each.at, each.sentence(language)) for each in scanned.hangs)]
    else:
        lines += ["", texts["print.all_sure"]]
    if reading.measured is not None:
        made = reading.measured.physical_set
        sizes = {"width": made.tower_width, "height": made.tower_height, "pitch": made.pitch_9}
        said = message("print.measured", **{name: round(size, 1) for name, size in sizes.items()})
        lines += ["", say(said, language)]
    return "\n".join(lines) + "\n"


def _doubts(scanned: Scanned, language: str) -> Iterator[tuple[str, ...]]:
    """Place and reason; where several pictures were not enough, also what would be."""
    for index, doubt in enumerate(scanned.reading.unsure):
        move = scanned.moves[index] if scanned.views else None
        yield doubt.at, say(doubt.why, language), say(move, language) if move else ""


def _became(view: ScannedView, language: str) -> str:
    """What became of one of several pictures: how it is turned, or why it was left out."""
    if view.used:
        said = message("print.view.turned", turned=view.turned) if view.turned else message("print.view.used")
    else:
        said = message("print.view.left_out", why=view.why)
    return say(said, language)
