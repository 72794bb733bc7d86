"""Where each piece would be in the picture: towers on every field and floor, and sticks, as small patches of faces.

A patch is the piece's own little picture: 0 where it is not, otherwise which face one looks at. It is made when it is
first asked for, because most fields of most boards are empty.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array, Float, Mask
from calibration.physical_set import PhysicalSet
from calibration.pose import Pose

TOP, LEFT, RIGHT, NEAR, FAR, INNER, STICK_TOP, STICK_SIDE = range(1, 9)
FACES = 9  # one more than the largest, for tables indexed by face
SUB_PIXEL_BITS = 4
PAINTED_TOO_MUCH_PX = 0.65
HIGHEST = 7  # floors that are looked for

Codes = NDArray[np.uint8]
Field = tuple[int, int]


@dataclass(frozen=True)
class View:
    """The working picture: a part of the photograph from its pixel (left, upper) on, made `scale` times as large.

    `width` and `height` are its own size.
    """

    scale: float
    left: int
    upper: int
    width: int
    height: int

    def from_photograph(self, pixels: Array) -> Array:
        # Pixel centres have whole numbers, so the picture's corner is at (-0.5, -0.5) at any size.
        return np.asarray((pixels - [self.left, self.upper] + 0.5) * self.scale - 0.5)


@dataclass(frozen=True)
class Patch:
    """`codes` lies in the picture with its upper left pixel at (x, y)."""

    x: int
    y: int
    codes: Codes
    width: int  # of the whole picture

    @cached_property
    def window(self) -> tuple[slice, slice]:
        return slice(self.y, self.y + self.codes.shape[0]), slice(self.x, self.x + self.codes.shape[1])

    @cached_property
    def box(self) -> tuple[int, int, int, int]:
        """Left, upper, right and lower edge."""
        return self.x, self.y, self.x + self.codes.shape[1], self.y + self.codes.shape[0]

    @cached_property
    def _where(self) -> NDArray[np.int64]:
        return np.flatnonzero(self.codes)

    @cached_property
    def pixels(self) -> NDArray[np.int64]:
        """Flat indices into the whole picture of the pixels the piece covers."""
        if not self.codes.size:
            return self._where
        row, column = np.divmod(self._where, self.codes.shape[1])
        return (row + self.y) * self.width + column + self.x

    @cached_property
    def faces(self) -> NDArray[np.int64]:
        """Which face each of `pixels` shows."""
        return self.codes.ravel()[self._where].astype(np.int64)

    def shared(self, part: Patch) -> Mask:
        """Which of `pixels` a part of it covers that lies where it lies."""
        return part.codes.ravel()[self._where] > 0


class Grid:
    """The fields of a board and where they are on it, in millimetres from its middle."""

    def __init__(self, board: int, physical_set: PhysicalSet) -> None:
        self.board, self.set = board, physical_set
        self.pitch = physical_set.pitch(board)

    def centre(self, field: Field) -> tuple[float, float]:
        half = (self.board - 1) / 2
        return (field[0] - half) * self.pitch, (field[1] - half) * self.pitch


class Scene(Grid):
    """The board as this camera sees it, with a place for every piece.

    Parameters
    ----------
    view : View
        Which part of the photograph is looked at, and at which size.
    """

    def __init__(self, board: int, physical_set: PhysicalSet, pose: Pose, view: View) -> None:
        super().__init__(board, physical_set)
        self.pose, self.view = pose, view
        self.width, self.height = view.width, view.height
        self.scale = view.scale
        self.eye = pose.eye_mm
        every = [(x, y) for y in range(board) for x in range(board)]
        self.fields = sorted(every, key=lambda f: nearness(self.centre(f), self.eye))
        """All fields, the farthest first."""
        # Fields that are equally far never hide each other; a thousandth of a millimetre keeps them apart.
        self._nearness = {f: nearness(self.centre(f), self.eye) + 0.001 * i for i, f in enumerate(self.fields)}
        self._corners: dict[Field, Array] = {}
        self._towers: dict[tuple[Field, int], Patch] = {}
        self._outlines: dict[tuple[Field, int], Patch] = {}
        self._tower_faces: dict[Field, _Faces] = {}
        self._outline_faces: dict[Field, _Faces] = {}
        self._below: dict[tuple[Field, int], Patch] = {}
        self._left: dict[tuple[Field, int], Float] = {}

    def project(self, points: Array) -> Array:
        """Pixels of the working picture."""
        return self.view.from_photograph(self.pose.project(points))

    def nearest(self, pixels: Array) -> NDArray[np.int64]:
        """Flat indices of the working picture's pixels that are nearest to these of the photograph, (..., 2)."""
        working = np.round(self.view.from_photograph(pixels.reshape(-1, 2)))
        column, row = np.clip(working, 0, [self.width - 1, self.height - 1]).astype(np.int64).T
        return np.asarray(row * self.width + column).reshape(pixels.shape[:-1])

    def nearness(self, field: Field) -> float:
        return self._nearness[field]

    def facing(self, x: float, y: float, half: float) -> tuple[int, int]:
        """Which sides of a block at (x, y) the camera sees: -1, 0 or 1 for each axis."""
        dx, dy = self.eye[0] - x, self.eye[1] - y
        return int(np.sign(dx)) * (abs(dx) > half), int(np.sign(dy)) * (abs(dy) > half)

    def tower(self, field: Field, floor: int) -> Patch:
        """A tower that is the highest of its stack."""
        key = (field, floor)
        if key not in self._towers:
            self._towers[key] = self._paint_tower(field, floor)
        return self._towers[key]

    def tower_below(self, field: Field, floor: int) -> Patch:
        """What is left to see of a tower when another stands on it."""
        key = (field, floor)
        if key not in self._below:
            whole, above = self.tower(field, floor), self.outline(field, floor + 1)
            codes = whole.codes.copy()
            erase(codes, whole, above)
            self._below[key] = Patch(whole.x, whole.y, codes, self.width)
        return self._below[key]

    def left_below(self, field: Field, floor: int) -> Float:
        """1 for every pixel of a tower that is left to see when another stands on it, 0 for the others."""
        key = (field, floor)
        if key not in self._left:
            self._left[key] = self.tower(field, floor).shared(self.tower_below(field, floor)).astype(np.float32)
        return self._left[key]

    def sample_blocks(self) -> Array:
        """Nine points of every block's outline in the picture: (fields in order, floors, 9, 2)."""
        half, height = self.set.tower_width / 2, self.set.tower_height
        centres = np.array([self.centre(field) for field in self.fields])
        square = np.array([[-half, -half], [half, -half], [half, half], [-half, half], [0.0, 0.0]])
        flat = (centres[:, None, None] + square).repeat(HIGHEST + 1, axis=1)
        levels = np.broadcast_to(np.arange(HIGHEST + 1)[None, :, None, None] * height, (*flat.shape[:3], 1))
        corners = self.project(np.concatenate([flat, levels], axis=3).reshape(-1, 3)).reshape(*flat.shape)
        below, above = corners[:, :-1], corners[:, 1:]
        middle = (below[:, :, 4:] + above[:, :, 4:]) / 2
        rim = np.concatenate([below[:, :, :4], above[:, :, :4]], axis=2)
        return np.concatenate([middle, 0.7 * rim + 0.3 * middle], axis=2)

    def outline(self, field: Field, floor: int) -> Patch:
        """The whole block without its groove."""
        key = (field, floor)
        if key not in self._outlines:
            if field not in self._outline_faces:
                x, y = self.centre(field)
                sx, sy = self.facing(x, y, self.set.tower_width / 2)
                self._outline_faces[field] = _Faces.of(self._tower_corners(field)[:, 5:], [(0, sx, sy, TOP, TOP, TOP)])
            self._outlines[key] = self._outline_faces[field].patch(floor - 1, self.width, self.height)
        return self._outlines[key]

    def _tower_corners(self, field: Field) -> Array:
        """Pixels of every floor's boxes: the block below the groove, its four posts, and the block as a whole.

        The shape is (floors, 6, 8, 2).
        """
        if field not in self._corners:
            x, y = self.centre(field)
            width, height, groove = self.set.tower_width, self.set.tower_height, self.set.groove_depth
            post = self._post_mm
            away = (width - post) / 2
            boxes = [block(x, y, width / 2, width / 2, 0.0, height - groove)]
            boxes += [block(x + a * away, y + b * away, post / 2, post / 2, height - groove, height) for a, b in POSTS]
            boxes.append(block(x, y, width / 2, width / 2, 0.0, height))
            floors = np.tile(np.concatenate(boxes), (HIGHEST + 1, 1, 1))
            floors[:, :, 2] += np.arange(HIGHEST + 1)[:, None] * height
            self._corners[field] = self.project(floors.reshape(-1, 3)).reshape(HIGHEST + 1, 6, 8, 2)
        return self._corners[field]

    @property
    def _post_mm(self) -> float:
        """Width of the posts that the groove leaves standing; a groove is a third wider than a stick."""
        return (self.set.tower_width - GROOVE_PER_STICK * self.set.stick_width) / 2

    def sample_feet(self) -> Array:
        """Twenty-five points of the square that a tower on each field stands on: (fields in order, 25, 2)."""
        across = np.linspace(-0.4, 0.4, 5) * self.set.tower_width
        grid = np.array([(x, y, 0.0) for x in across for y in across])
        centres = np.array([(*self.centre(field), 0.0) for field in self.fields])
        return self.project((centres[:, None] + grid).reshape(-1, 3)).reshape(len(centres), -1, 2)

    def _paint_tower(self, field: Field, floor: int) -> Patch:
        if field not in self._tower_faces:
            self._tower_faces[field] = self._faces_of_towers(field)
        return self._tower_faces[field].patch(floor - 1, self.width, self.height)

    def _faces_of_towers(self, field: Field) -> _Faces:
        """The block below the groove, then its posts, the farthest first."""
        x, y = self.centre(field)
        width, post = self.set.tower_width, self._post_mm
        away = (width - post) / 2
        sx, sy = self.facing(x, y, width / 2)
        blocks = [(0, sx, sy, INNER, *side_faces(sx, sy))]
        for i in sorted(range(4), key=lambda i: POSTS[i][0] * (sx or 0.5) + POSTS[i][1] * (sy or 0.5)):
            a, b = POSTS[i]
            fx, fy = self.facing(x + a * away, y + b * away, post / 2)
            side_x, side_y = side_faces(fx, fy)
            blocks.append((1 + i, fx, fy, TOP, side_x if a == fx else INNER, side_y if b == fy else INNER))
        return _Faces.of(self._tower_corners(field), blocks)

    def bars(self, ends: Array, slimness: float = 1.0) -> list[Patch]:
        """Sticks whose lower middles run from ends[i, 0] to ends[i, 1] (mm); slimmer ones keep the same middle."""
        start, end = ends[:, 0], ends[:, 1]
        along = end - start
        along /= np.linalg.norm(along, axis=1)[:, None]
        side = np.stack([-along[:, 1], along[:, 0], np.zeros(len(along))], axis=1)
        side /= np.linalg.norm(side, axis=1)[:, None]
        up = np.cross(along, side)
        half = self.set.stick_width / 2
        low, left = half * (1 - slimness) * up, slimness * half * side
        high = half * (1 + slimness) * up
        # As a block's corners: the far pair of one end, then the other, below and above.
        square = [start - left, end - left, end + left, start + left]
        corners = np.stack([p + low for p in square] + [p + high for p in square], axis=1)
        pixels = self.project(corners.reshape(-1, 3)).reshape(-1, 8, 2)
        made = _Faces(pixels[:, None], pixels[:, _BAR_CORNERS], _BAR_CODES)
        return [made.patch(i, self.width, self.height) for i in range(len(pixels))]


class _Faces:
    """The faces of several pieces alike: where they are in the picture, those behind first.

    Parameters
    ----------
    corners : (pieces, ..., 2)
        All of each piece's corners.
    quads : (pieces, faces, 4, 2)
    codes
        What each face is.
    """

    def __init__(self, corners: Array, quads: Array, codes: Sequence[int]) -> None:
        self.codes = codes
        flat = corners.reshape(len(corners), -1, 2)
        self.low = np.floor(flat.min(axis=1)).astype(int) - 1
        self.high = np.ceil(flat.max(axis=1)).astype(int) + 2
        self.quads = np.ascontiguousarray(_shrunk(quads))

    @classmethod
    def of(cls, corners: Array, blocks: Sequence[tuple[int, int, int, int, int, int]]) -> _Faces:
        """Of upright blocks, each with its number, the sides one sees, and the names of top and sides."""
        made = [(corners[:, i], face) for i, *facing in blocks for face in _faces_seen(*facing)]
        quads = np.stack([box[:, numbers] for box, (numbers, _) in made], axis=1)
        return cls(corners, quads, [code for _, (_, code) in made])

    def patch(self, i: int, width: int, height: int) -> Patch:
        x0, y0 = np.maximum(self.low[i], 0).tolist()
        x1, y1 = np.minimum(self.high[i], [width, height]).tolist()
        codes = np.zeros((max(y1 - y0, 0), max(x1 - x0, 0)), np.uint8)
        if codes.size:
            points = np.round((self.quads[i] - [x0, y0]) * (1 << SUB_PIXEL_BITS)).astype(np.int32)
            for quad, code in zip(points, self.codes, strict=True):
                cv2.fillConvexPoly(codes, quad, code, cv2.LINE_8, SUB_PIXEL_BITS)
        return Patch(x0, y0, codes, width)


POSTS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
GROOVE_PER_STICK = 1.35
_BAR_CORNERS = np.array([[0, 1, 5, 4], [2, 3, 7, 6], [1, 2, 6, 5], [3, 0, 4, 7], [4, 5, 6, 7]])
_BAR_CODES = (STICK_SIDE, STICK_SIDE, STICK_SIDE, STICK_SIDE, STICK_TOP)


def turned_faces(quarters: int) -> list[int]:
    """For each face of a board whose fields were renamed by so many quarters, what it was called before."""
    around = [NEAR, RIGHT, FAR, LEFT]
    made = list(range(FACES))
    for k, face in enumerate(around):
        made[face] = around[(k + quarters) % 4]
    return made


def nearness(at: tuple[float, float], eye: Array) -> float:
    """Grows towards the camera. On a grid, sight runs away from the camera in x and in y: what hides has the larger."""
    return float(-abs(at[0] - eye[0]) - abs(at[1] - eye[1]))


def _shrunk(quads: Array) -> Array:
    """OpenCV paints every pixel that a polygon's border touches, half a pixel too much on every side."""
    away = quads - quads.mean(axis=-2, keepdims=True)
    length = np.hypot(away[..., 0], away[..., 1])
    return np.asarray(
        quads - away * (np.minimum(PAINTED_TOO_MUCH_PX, 0.9 * length) / np.maximum(length, 1e-9))[..., None]
    )


_SQUARE = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]] * 2, np.float64)
_LOW_HIGH = np.array([[0, 0, 0]] * 4 + [[0, 0, 1]] * 4, np.float64)


def block(x: float, y: float, half_x: float, half_y: float, low: float, high: float) -> Array:
    """The corners of an upright block: four below, four above, each anticlockwise from the left near one."""
    return np.asarray(_SQUARE * [half_x, half_y, 0.0] + _LOW_HIGH * (high - low) + [x, y, low])


def side_faces(sx: int, sy: int) -> tuple[int, int]:
    """The names of the sides that face the camera."""
    return RIGHT if sx > 0 else LEFT, FAR if sy > 0 else NEAR


def _faces_seen(sx: int, sy: int, top: int, side_x: int, side_y: int) -> list[tuple[list[int], int]]:
    """The corners of a block's faces that the camera sees and what they are, the top last."""
    made: list[tuple[list[int], int]] = []
    if sx:
        made.append(([1, 2, 6, 5] if sx > 0 else [3, 0, 4, 7], side_x))
    if sy:
        made.append(([2, 3, 7, 6] if sy > 0 else [0, 1, 5, 4], side_y))
    made.append(([4, 5, 6, 7], top))
    return made


def overlap(a: Patch, b: Patch) -> tuple[tuple[slice, slice], tuple[slice, slice]] | None:
    """The common part of two patches, as slices of each."""
    x0, y0 = max(a.x, b.x), max(a.y, b.y)
    x1 = min(a.x + a.codes.shape[1], b.x + b.codes.shape[1])
    y1 = min(a.y + a.codes.shape[0], b.y + b.codes.shape[0])
    if x1 <= x0 or y1 <= y0:
        return None
    return (
        (slice(y0 - a.y, y1 - a.y), slice(x0 - a.x, x1 - a.x)),
        (slice(y0 - b.y, y1 - b.y), slice(x0 - b.x, x1 - b.x)),
    )


def erase(codes: Codes, patch: Patch, by: Patch) -> None:
    """Takes out of `codes`, which lie where `patch` lies, what `by` covers."""
    common = overlap(patch, by)
    if common:
        own, other = common
        codes[own][by.codes[other] > 0] = 0
