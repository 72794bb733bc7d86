"""A reading drawn over its photograph: board, stacks, sticks, doubts, and the referee's polygons with their points."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array
from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from referee.tactori.board import FILES, UNKNOWN, coordinates
from referee.tactori.position import Position, Stick
from referee.tactori.scoring import Polygon, PositionVerdict
from vision.found_board import FoundBoard
from vision.tactori.reading import Reading

Picture = NDArray[np.uint8]
Ink = tuple[int, int, int]

INKS: dict[str, Ink] = {
    "R": (70, 70, 250),
    "B": (255, 140, 60),
    "Y": (40, 225, 255),
    "G": (90, 210, 80),
    UNKNOWN: (190, 190, 190),
}
WHITE, DARK, AMBER = (255, 255, 255), (25, 25, 25), (0, 170, 255)
FONT = cv2.FONT_HERSHEY_DUPLEX
# Hershey's capitals are about this many pixels high at scale 1.
FONT_PX = 22.0
SHIFT = 4
# Sizes in widths of the gap between two fields, as the picture shows it.
LABEL, FIELD_NAME, POINTS = 0.24, 0.28, 0.5
# Yet never smaller than can be read, in pixels.
SMALLEST_LABEL_PX, LARGEST_LABEL_PX = 11.0, 40.0
# Of the line where a stick may lie; even, so that the question mark in its middle covers none.
DASHES = 8
FILLED, FILLED_NOT_COUNTING = 0.42, 0.15


@dataclass(frozen=True)
class Sheet:
    """The picture that is drawn on, and what is needed to find places on it."""

    picture: Picture
    pose: Pose
    physical_set: PhysicalSet
    board: int

    @property
    def pitch_mm(self) -> float:
        return self.physical_set.pitch(self.board)

    def middle_mm(self, field: str) -> tuple[float, float]:
        x, y = coordinates(field)
        half = (self.board - 1) / 2
        return (x - half) * self.pitch_mm, (y - half) * self.pitch_mm

    def pitch_px(self, x_mm: float, y_mm: float, z_mm: float = 0.0) -> float:
        """How wide the gap between two fields of the 9x9 side looks there."""
        reach = self.physical_set.pitch_9 / 2
        a, b = self.pose.project(np.array([[x_mm - reach, y_mm, z_mm], [x_mm + reach, y_mm, z_mm]]))
        return float(np.hypot(*(b - a)))

    @property
    def thin(self) -> int:
        return max(1, round(int(self.picture.shape[1]) / 900))


def draw_overlay(
    image: Picture,
    found: FoundBoard,
    physical_set: PhysicalSet,
    reading: Reading,
    verdict: PositionVerdict | None = None,
) -> Picture:
    """A copy of the picture with the reading, and the verdict if there is one, drawn over it."""
    sheet = Sheet(image.copy(), found.pose, physical_set, reading.board)
    position, doubtful = reading.position, reading.doubtful
    for polygon in sorted(verdict.polygons if verdict else (), key=lambda p: p.counts):
        _fill_polygon(sheet, polygon)
    _draw_board(sheet)
    ways = [doubt.fields for doubt in reading.unsure if not doubt.is_field]
    for stick in position.sticks:
        unsure = bool(doubtful.intersection(stick.fields)) or any(set(way) == set(stick.fields) for way in ways)
        _draw_stick(sheet, stick, unsure)
    for field in _far_to_near(set(position.towers) | doubtful, sheet):
        _draw_stack(sheet, field, position.towers.get(field, ""), field in doubtful)
    for field in _far_to_near(set(position.towers) | doubtful, sheet):
        _label_stack(sheet, field, position, field in doubtful)
    for way in ways:
        _draw_way(sheet, way, position)
    for polygon in verdict.polygons if verdict else ():
        _write_points(sheet, polygon)
    return sheet.picture


def _far_to_near(fields: set[str], sheet: Sheet) -> list[str]:
    eye = sheet.pose.eye_mm[:2]
    return sorted(fields, key=lambda at: (-float(np.hypot(*(np.array(sheet.middle_mm(at)) - eye))), at))


def _line(sheet: Sheet, points: Array, ink: Ink, thick: int, closed: bool = False) -> None:
    """A line that shows on any ground: a dark one with a light one in it."""
    fixed = [np.round(points * (1 << SHIFT)).astype(np.int32)]
    cv2.polylines(sheet.picture, fixed, closed, DARK, thick + 2 * sheet.thin, cv2.LINE_AA, SHIFT)
    cv2.polylines(sheet.picture, fixed, closed, ink, thick, cv2.LINE_AA, SHIFT)


def _text(sheet: Sheet, at: Array, parts: list[tuple[str, Ink]], height_px: float, plate: bool = False) -> None:
    """Letters around a point, each part in its ink, on a dark plate or with a dark rim."""
    height_px = min(max(height_px, SMALLEST_LABEL_PX), LARGEST_LABEL_PX)
    scale, thick = height_px / FONT_PX, max(1, round(height_px / 13))
    widths = [cv2.getTextSize(text, FONT, scale, thick)[0][0] for text, _ in parts]
    u, v = float(at[0]) - sum(widths) / 2, float(at[1]) + height_px / 2
    if plate:
        pad = 0.3 * height_px
        low = (round(u - pad), round(v - height_px - pad))
        cv2.rectangle(sheet.picture, low, (round(u + sum(widths) + pad), round(v + pad)), DARK, -1, cv2.LINE_AA)
    for (text, ink), width in zip(parts, widths, strict=True):
        place = (round(u), round(v))
        if not plate:
            cv2.putText(sheet.picture, text, place, FONT, scale, DARK, thick + 2 + thick, cv2.LINE_AA)
        cv2.putText(sheet.picture, text, place, FONT, scale, ink, thick, cv2.LINE_AA)
        u += width


def _draw_board(sheet: Sheet) -> None:
    half = sheet.physical_set.board_side / 2
    along = np.linspace(-half, half, 9)  # a lens bends long edges
    sides = [(along, -half + 0 * along), (half + 0 * along, along), (along[::-1], half + 0 * along)]
    sides.append((-half + 0 * along, along[::-1]))
    rim = np.concatenate([np.stack([x, y, 0 * x], axis=1) for x, y in sides])
    _line(sheet, sheet.pose.project(rim), WHITE, sheet.thin, closed=True)
    grid = (sheet.board - 1) / 2 * sheet.pitch_mm
    # In the middle of the wood between the towers and the board's edge.
    margin = -(grid + sheet.physical_set.tower_width / 2 + half) / 2
    for i in range(sheet.board):
        along_mm = (i - (sheet.board - 1) / 2) * sheet.pitch_mm
        for name, x, y in ((FILES[i], along_mm, margin), (str(i + 1), margin, along_mm)):
            (place,) = sheet.pose.project(np.array([[x, y, 0.0]]))
            _text(sheet, place, [(name, WHITE)], FIELD_NAME * sheet.pitch_px(x, y))


def _draw_stick(sheet: Sheet, stick: Stick, unsure: bool) -> None:
    # No groove runs at an angle: such a stick lies on top of its towers.
    above = 0.0 if stick.line else sheet.physical_set.groove_depth
    ends = np.array(
        [[*sheet.middle_mm(end.at), _stick_mm(sheet, end.floor) + above * (end.floor > 0)] for end in stick.ends]
    )
    points = sheet.pose.project(np.linspace(ends[0], ends[1], 5))
    thick = max(2, round(0.09 * sheet.pitch_px(*ends.mean(axis=0))))
    _line(sheet, points, INKS[stick.colour], thick)
    if unsure:
        _line(sheet, points, AMBER, max(1, thick // 3))


def _draw_way(sheet: Sheet, way: tuple[str, ...], position: Position) -> None:
    """A dashed line where a stick may lie, as high as the lower of the two stacks."""
    z = min(map(position.height, way)) * sheet.physical_set.tower_height
    a, b = (np.array([*sheet.middle_mm(at), z]) for at in way)
    middle = (a + b) / 2
    for i in range(DASHES):
        shares = np.array([[i + 0.2], [i + 0.8]]) / DASHES
        _line(sheet, sheet.pose.project(a + (b - a) * shares), AMBER, sheet.thin + 1)
    (place,) = sheet.pose.project(middle[None])
    _text(sheet, place, [("?", AMBER)], 1.6 * LABEL * sheet.pitch_px(*middle), plate=True)


def _stick_mm(sheet: Sheet, floor: int) -> float:
    """How high the middle of a stick lies that rests on a floor."""
    low = floor * sheet.physical_set.tower_height - sheet.physical_set.groove_depth if floor else 0.0
    return low + sheet.physical_set.stick_width / 2


def _draw_stack(sheet: Sheet, field: str, stack: str, unsure: bool) -> None:
    """The edges of the stack's block that can be seen, with a line between its floors."""
    x, y = sheet.middle_mm(field)
    half, rise = sheet.physical_set.tower_width / 2, sheet.physical_set.tower_height
    square = np.array([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)])
    ink, eye = AMBER if unsure else WHITE, sheet.pose.eye_mm[:2]
    levels = [
        sheet.pose.project(np.column_stack([square, np.full(4, floor * rise)])) for floor in range(len(stack) + 1)
    ]
    outward = [(0, -1), (1, 0), (0, 1), (-1, 0)]
    seen = [i for i in range(4) if (eye - (np.array([x, y]) + half * np.array(outward[i]))) @ outward[i] > 0]
    thin = sheet.thin + (1 if unsure else 0)
    if stack:
        for i in seen:
            ring = [i, (i + 1) % 4]
            for level in levels[1:-1]:
                cv2.polylines(
                    sheet.picture, [np.round(level[ring] * 16).astype(np.int32)], False, DARK, thin, cv2.LINE_AA, SHIFT
                )
            _line(sheet, np.array([levels[-1][ring[0]], *levels[0][ring], levels[-1][ring[1]]]), ink, thin)
    _line(sheet, levels[-1], ink, thin, closed=True)


def _label_stack(sheet: Sheet, field: str, position: Position, unsure: bool) -> None:
    x, y = sheet.middle_mm(field)
    stack = position.towers.get(field, "")
    z = len(stack) * sheet.physical_set.tower_height
    (place,) = sheet.pose.project(np.array([[x, y, z]]))
    parts = [(str(len(stack)), WHITE), *((colour, INKS[colour]) for colour in stack)] if stack else []
    if unsure:
        parts.append(("?", AMBER))
    height_px = LABEL * sheet.pitch_px(x, y, z)
    _text(sheet, place, parts, height_px if stack else 1.6 * height_px, plate=bool(stack))


def _corners_px(sheet: Sheet, polygon: Polygon) -> Array:
    """The polygon's border, as high as its highest side at each field."""
    heights: dict[str, int] = {}
    for side in polygon.sides:
        for at in side.stick.touched:
            heights[at] = max(heights.get(at, 0), side.points)
    points = [[*sheet.middle_mm(at), _stick_mm(sheet, heights.get(at, 1))] for at in polygon.border.fields]
    return sheet.pose.project(np.array(points))


def _fill_polygon(sheet: Sheet, polygon: Polygon) -> None:
    low, high, inside = _mask(sheet, polygon)
    if not inside.size:
        return
    part = sheet.picture[low[1] : high[1], low[0] : high[0]]
    share = (FILLED if polygon.counts else FILLED_NOT_COUNTING) * (inside[..., None] / 255)
    part[:] = np.round(part * (1 - share) + np.array(INKS[polygon.colour]) * share)


def _write_points(sheet: Sheet, polygon: Polygon) -> None:
    """The number where the polygon has most room around it; in brackets if it does not count."""
    low, _, inside = _mask(sheet, polygon)
    if not inside.size or not inside.any():
        return
    room = cv2.distanceTransform(np.pad(inside, 1), cv2.DIST_L2, 3)[1:-1, 1:-1]
    v, u = np.unravel_index(int(room.argmax()), room.shape)
    text = str(polygon.points) if polygon.counts else f"({polygon.points})"
    x, y = np.mean([sheet.middle_mm(at) for at in polygon.border.fields], axis=0)
    at = np.array([low[0] + u, low[1] + v], dtype=np.float64)
    _text(sheet, at, [(text, INKS[polygon.colour])], POINTS * sheet.pitch_px(x, y))


def _mask(sheet: Sheet, polygon: Polygon) -> tuple[tuple[int, int], tuple[int, int], Picture]:
    """The polygon's pixels, within the rectangle of the picture that holds them."""
    points = _corners_px(sheet, polygon)
    height, width = sheet.picture.shape[:2]
    low = np.clip(np.floor(points.min(axis=0)).astype(int), 0, (width, height))
    high = np.clip(np.ceil(points.max(axis=0)).astype(int) + 1, 0, (width, height))
    inside = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    if inside.size:
        cv2.fillPoly(inside, [np.round((points - low) * 16).astype(np.int32)], 255, cv2.LINE_AA, SHIFT)
    return (int(low[0]), int(low[1])), (int(high[0]), int(high[1])), inside
