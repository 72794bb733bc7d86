"""A board from above on paper, from the shapes that its game gives."""

from __future__ import annotations

from collections.abc import Mapping

from referee.top_view import INK, NONE, PAPER, SHADE, WOOD, WOOD_DARK, Role, Shape, ShapeKind, TopView
from web.games import signs
from web.games.paper import BLACK, Area, Ink, Mark, Point, Side, Stroke, Words
from web.games.signs import ON_PAINT, PAINTS, UNKNOWN_INK, WHITE, below, circle, sign

INKS: dict[str, Ink] = {
    **PAINTS,
    WOOD: signs.WOOD,
    WOOD_DARK: signs.EDGE,
    PAPER: WHITE,
    INK: BLACK,
    SHADE: (120, 114, 104),
}
SIGN = 0.22
"""How large the sign of a colour is on an area of it: a share of the area's side."""


def top_view_marks(seen: TopView, corner: Point, side_mm: float, inks: Mapping[str, Ink] = INKS) -> list[Mark]:
    """The view in the middle of a square of this size whose upper left corner is there."""
    across, along = seen.high[0] - seen.low[0], seen.high[1] - seen.low[1]
    scale = side_mm / max(across, along)
    left, top = corner[0] + (side_mm - scale * across) / 2, corner[1] + (side_mm - scale * along) / 2
    marks: list[Mark] = []
    for shape in seen.shapes:
        points = tuple((left + (x - seen.low[0]) * scale, top + (seen.high[1] - y) * scale) for x, y in shape.points)
        marks += _marks(shape, points, scale, inks)
    return marks


def _marks(shape: Shape, points: tuple[Point, ...], scale: float, inks: Mapping[str, Ink]) -> list[Mark]:
    if shape.kind is ShapeKind.TEXT:
        if shape.text in PAINTS:  # the sign on the piece says it
            return []
        size = 2 * shape.radius * scale
        return [Words(shape.text, below(points[0], size), size, _ink(shape.fill, inks), side=Side.MIDDLE)]
    outline = circle(points[0], shape.radius * scale) if shape.kind is ShapeKind.CIRCLE else points
    marks: list[Mark] = []
    if shape.fill != NONE and shape.kind is not ShapeKind.LINE:
        marks.append(Area(outline, _ink(shape.fill, inks)))
    if shape.stroke != NONE:
        closed = outline if shape.kind is ShapeKind.LINE else (*outline, outline[0])
        marks.append(Stroke(closed, shape.width * scale, _ink(shape.stroke, inks)))
    if shape.role is Role.PIECE and shape.fill in PAINTS:
        marks.append(Area(_sign(shape.fill, outline), ON_PAINT.get(shape.fill, WHITE)))
    return marks


def _sign(colour: str, outline: tuple[Point, ...]) -> tuple[Point, ...]:
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return sign(colour, middle, SIGN * (max(xs) - min(xs)))


def _ink(paint: str, inks: Mapping[str, Ink]) -> Ink:
    return inks.get(paint, UNKNOWN_INK)
