"""Readings as tables for people, and a bar that shows how far a long list has got."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from console import table
from referee.tactori.drawing import draw
from referee.tactori.printing import print_position
from words.language import catalogue, say
from words.message import message

if TYPE_CHECKING:  # what reads pictures is slow to import
    from vision.scanning import Scanned, ScannedView

BAR_WIDTH = 30


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
    if scanned.scan.measured is not None:
        made = scanned.scan.measured.physical_set
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


def print_located(found: Mapping[str, Any], language: str) -> str:
    texts = catalogue(language)
    side = f"{found['board']}x{found['board']}" if found["board"] else texts["print.other_board"]
    corners = "  ".join(f"{u:g},{v:g}" for u, v in found["corners"])
    return f"{found['image']}: {side}, {texts['print.corners']} {corners}"


def show_progress(done: int, count: int) -> None:
    """A bar on standard error, if a person looks at it and there is something to wait for."""
    if count > 1 and sys.stderr.isatty():
        full = BAR_WIDTH * done // count
        print(f"\r[{'#' * full}{'.' * (BAR_WIDTH - full)}] {done}/{count} ", end="", file=sys.stderr, flush=True)


def wipe_progress(count: int) -> None:
    if count > 1 and sys.stderr.isatty():
        print(f"\r{' ' * (BAR_WIDTH + 20)}\r", end="", file=sys.stderr, flush=True)
