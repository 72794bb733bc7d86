"""What counted in a game, in rows: polygons with their sides, bridges, connections, tasks, squares of cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from words.language import catalogue, say, sentence
from words.message import message

Json: TypeAlias = Mapping[str, Any]
"""A verdict, a position or a game as the page is told of it."""


@dataclass(frozen=True)
class Row:
    """Something that counted, or a task."""

    colour: str
    text: str
    points: str
    counts: bool = True


@dataclass(frozen=True)
class CountedRows:
    """Everything that counted; where nothing did, why."""

    title: str
    rows: Sequence[Row]
    nothing: str
    columns: int = 3
    """In how many it is listed where there is room; the sides of a polygon can be many."""


def counted_rows(verdict: Json, position: Json, game: Json, language: str) -> CountedRows:
    texts = catalogue(language)
    if "tasks" in verdict:
        marks = {done: sentence(texts[f"page.children.{name}"]) for done, name in ((True, "done"), (False, "not_yet"))}
        rows = [Row("", texts[task], marks[done], done) for task, done in verdict["tasks"].items()]
        return CountedRows(texts["page.counts.tasks"], rows, "")
    if "squares" in verdict:
        won, free = texts["page.counts.won"], texts["page.counts.free"]
        squares = [
            Row(colour, at, won if at in position["blocks"] else free, at in position["blocks"])
            for at, colour in verdict["squares"].items()
        ]
        return CountedRows(texts["page.counts.squares"], squares, texts["page.counts.no_squares"])
    match game.get("goal"):
        case None:  # the board says it all
            return CountedRows(game["name"], (), "")
        case "polygons":
            title = texts["page.counts.rectangles" if game["shape"] == "rectangle" else "page.counts.polygons"]
            polygons = [_polygon(each, language) for each in verdict["polygons"]]
            return CountedRows(title, polygons, texts["page.history.polygons.none"], columns=1)
        case "nothing":
            slid = say(message("page.counts.sliding", count=game["n"]), language)
            return CountedRows(texts["page.counts.nothing"], (), slid)
    goal = game["goal"]
    title = texts["page.counts.together" if game["id"] == "colourful" else f"page.counts.{goal}"]
    counted = [Row(each["color"], _where(each, language), str(each["points"])) for each in verdict["counted"]]
    return CountedRows(title, counted, texts[f"page.counts.no_{goal}"])


def _polygon(polygon: Json, language: str) -> Row:
    sides = " + ".join(str(side["points"]) for side in polygon["sides"])
    not_counting = catalogue(language)["page.history.sheet.not_counting"]
    points = str(polygon["points"]) if polygon["counts"] else not_counting
    return Row(polygon["color"], sides, points, polygon["counts"])


def _where(each: Json, language: str) -> str:
    fields = each["fields"]
    if len(fields) != 2:
        return say(message("page.counts.way_over", fields=" ".join(fields)), language)
    a, b = fields
    floors = [str(stick["a"]["floor"]) for stick in each["sticks"]]
    key = "page.counts.floor" if len(floors) == 1 else "page.counts.floors"
    on = message(key, floor=floors[0], floors=", ".join(floors))
    return f"{say(message('page.counts.way', a=a, b=b), language)}, {say(on, language)}"
