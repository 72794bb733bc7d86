"""A board from above as plain shapes: one drawing for the page, for paper and for pictures of a game.

The unit is one field, x grows to the right and y away from the near side; a1 is near left, around (0, 0).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

Point: TypeAlias = tuple[float, float]

WOOD, WOOD_DARK, PAPER, INK, SHADE, NONE = "wood", "wood_dark", "paper", "ink", "shade", "none"
"""Paints beside those of the pieces (R, B, Y, G, ? for an unknown one); whoever draws has a colour for each."""


class ShapeKind(StrEnum):
    POLYGON = "polygon"
    CIRCLE = "circle"
    LINE = "line"
    TEXT = "text"


class Role(StrEnum):
    BOARD = "board"
    PIECE = "piece"
    MARK = "mark"
    """What is worth knowing of a place: it is won, locked, …"""
    LABEL = "label"


@dataclass(frozen=True)
class Shape:
    """A closed area, a disc round its one point, a line, or words in the middle of its one point."""

    kind: ShapeKind
    points: tuple[Point, ...]
    fill: str = NONE
    stroke: str = NONE
    width: float = 0.0
    """Of the stroke."""
    radius: float = 0.0
    """Of a disc; of words, half their height."""
    text: str = ""
    place: str | None = None
    """To which it belongs: whoever clicks it means that place."""
    role: Role = Role.BOARD

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind.value,
            "points": [[round(x, 3), round(y, 3)] for x, y in self.points],
            "fill": self.fill,
            "stroke": self.stroke,
            "width": self.width,
            "radius": self.radius,
            "text": self.text,
            "place": self.place,
            "role": self.role.value,
        }


@dataclass(frozen=True)
class TopView:
    """Shapes in the order in which they are drawn, within a frame."""

    low: Point
    high: Point
    """Two corners of all that is drawn."""
    shapes: tuple[Shape, ...]

    def to_json(self) -> dict[str, Any]:
        return {"low": list(self.low), "high": list(self.high), "shapes": [shape.to_json() for shape in self.shapes]}


def polygon(points: tuple[Point, ...], fill: str, **more: Any) -> Shape:
    return Shape(ShapeKind.POLYGON, points, fill, **more)


def rectangle(left: float, low: float, right: float, high: float, fill: str, **more: Any) -> Shape:
    return polygon(((left, low), (right, low), (right, high), (left, high)), fill, **more)


def circle(middle: Point, radius: float, fill: str, **more: Any) -> Shape:
    return Shape(ShapeKind.CIRCLE, (middle,), fill, radius=radius, **more)


def line(points: tuple[Point, ...], stroke: str, width: float, **more: Any) -> Shape:
    return Shape(ShapeKind.LINE, points, stroke=stroke, width=width, **more)


def words(text: str, middle: Point, radius: float, fill: str = INK, **more: Any) -> Shape:
    return Shape(ShapeKind.TEXT, (middle,), fill, radius=radius, text=text, **more)
