"""How colours look on paper: their inks, and a sign each, so that they can be told without seeing colours."""

from __future__ import annotations

from math import cos, pi, sin

from web.games.paper import Area, Ink, Mark, Point

PAINTS: dict[str, Ink] = {"R": (206, 54, 46), "B": (36, 100, 188), "Y": (240, 186, 30), "G": (44, 138, 72)}
PLAYERS: dict[str, Ink] = {
    **PAINTS,
    "w": (205, 198, 184),
    "b": (30, 24, 18),
    "y": PAINTS["Y"],
    "r": PAINTS["R"],
    "g": PAINTS["G"],
}
"""White is drawn on white paper as a light grey."""
UNKNOWN_INK: Ink = (150, 150, 150)
ON_PAINT: dict[str, Ink] = {"Y": (40, 32, 0)}
"""What can be read on a paint; white on all others."""
WHITE: Ink = (255, 255, 255)
QUIET: Ink = (110, 108, 102)
WOOD: Ink = (246, 239, 226)
EDGE: Ink = (150, 136, 110)


def symbol(colour: str, middle: Point, radius_mm: float) -> list[Mark]:
    """The sign of a colour in its ink: circle, square, triangle, diamond."""
    return [Area(sign(colour, middle, radius_mm), PLAYERS.get(colour, UNKNOWN_INK))]


def sign(colour: str, middle: Point, radius: float) -> tuple[Point, ...]:
    x, y = middle
    match colour:
        case "B" | "b":
            half = 0.84 * radius
            return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)
        case "Y" | "y":
            return (x, y - radius), (x + radius, y + 0.8 * radius), (x - radius, y + 0.8 * radius)
        case "G" | "g":
            high = 1.15 * radius
            return (x, y - high), (x + high, y), (x, y + high), (x - high, y)
    return circle(middle, 0.95 * radius)


def circle(middle: Point, radius: float) -> tuple[Point, ...]:
    turns = [2 * pi * i / 32 for i in range(32)]
    return tuple((middle[0] + radius * cos(turn), middle[1] + radius * sin(turn)) for turn in turns)


def below(middle: Point, size: float) -> Point:
    """The baseline of a digit around this point."""
    return middle[0], middle[1] + 0.36 * size
