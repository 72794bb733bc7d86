"""Which way to move the camera so that a doubtful field is seen better, from which side to take another picture, or
what else to do about it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Array, Mask
from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from referee.tactori.board import coordinates, is_field
from referee.tactori.position import Position
from words.message import Message, message

# What a move must add to the share of a stack that nothing hides, before anybody is asked to make it.
CLEARLY_MORE = 0.15
# A move that shows only this much more than another is as good as it; then the first of them is told, always the same.
AS_GOOD = 0.02
# Of each side of a tower, and of a stack's top, this many points are tried in each direction.
POINTS_PER_EDGE = 3
STICK_POINTS = 8  # of each side of a stick, along its length
# Where heights are hard to tell from above, and where stacks hide each other most: nobody is sent beyond these.
HIGHEST_DEG, LOWEST_DEG = 75.0, 25.0
# From here on the camera looks down so steeply that "left" is the picture's left and not that of a person behind it.
STRAIGHT_DOWN_DEG = 85.0
# Nobody moves a camera by exact degrees: a move must help when it is made by this much of it, too.
MADE_BY = (0.75, 1.25)
# A line of sight that only grazes a box is not blocked by it.
GRAZED_MM = 0.5


@dataclass(frozen=True)
class Move:
    """A way to move the camera around the middle of the board, as the person behind it sees it, and its sentence."""

    key: str
    right_deg: float
    up_deg: float


SMALL_MOVES = (
    Move("view.higher", 0, 15),
    Move("view.left", -20, 0),
    Move("view.right", 20, 0),
    Move("view.lower", 0, -15),
)
LARGE_MOVES = (
    Move("view.much_higher", 0, 30),
    Move("view.far_left", -40, 0),
    Move("view.far_right", 40, 0),
)
# Where another picture can be taken from, by the way from the middle of the board to the camera.
SIDES = {
    "view.from_right": (1.0, 0.0),
    "view.from_left": (-1.0, 0.0),
    "view.from_near": (0.0, -1.0),
    "view.from_far": (0.0, 1.0),
}
# From where a person who stands at the table photographs the board.
USUAL_DEG = 50.0
# What can be done about the others without reckoning.
ADVICE = {
    "doubt.camera": "view.not_from_above",
    "doubt.glare": "view.glare",
    "doubt.dark": "view.light",
    "doubt.edge": "view.back",
    "doubt.covered": "view.clear",
    "doubt.along": "view.across",
    "doubt.sliver": "view.higher_or_round",
    "doubt.own_colour": "view.higher_or_round",
}
# Here something may stand in the way, though nothing need do.
MAYBE_HIDDEN = ("doubt.hidden", "doubt.height", "doubt.colour", "doubt.close", "doubt.nowhere")


def better_view(position: Position, physical_set: PhysicalSet, pose: Pose, at: str, why: str) -> Message | None:
    """What to do so that the field `at` is seen better; `why` is the key of the doubt. None if no move would help.

    For a stick alone (`c3-e3`) no move is looked for; what covers its place can still be taken away.
    """
    if why in ADVICE:
        return message(ADVICE[why])
    if why not in MAYBE_HIDDEN or not is_field(at, position.board):
        return None
    if why == "doubt.height" and pose.elevation_deg > HIGHEST_DEG:
        return message("view.not_from_above")
    found = _best_move(position, physical_set, pose, at)
    return message(found.key) if found else None


def best_side(position: Position, physical_set: PhysicalSet, poses: Sequence[Pose], at: str) -> Message | None:
    """From which side another picture shows a field, or a stick's place (`c3-e3`), clearly better than all of `poses`.

    Fields and sides are as the first picture has them, and so must the poses be. None if no side does.
    """
    fields = at.split("-")
    if not poses or not all(is_field(field, position.board) for field in fields):
        return None
    sight = Sight.of(position, physical_set, at) if len(fields) == 1 else Sight.between(position, physical_set, at)
    distance = float(np.mean([np.linalg.norm(pose.eye_mm) for pose in poses]))
    out, up = math.cos(math.radians(USUAL_DEG)), math.sin(math.radians(USUAL_DEG))
    eyes = {key: distance * np.array([x * out, y * out, up]) for key, (x, y) in SIDES.items()}
    seen = {key: sight.shown_mm2(eye) for key, eye in eyes.items()}
    whole = max(alone for _, alone in seen.values())
    now = max(sight.shown_mm2(pose.eye_mm)[0] for pose in poses) / whole
    best, most = None, now + CLEARLY_MORE
    for key, (shown, _) in seen.items():
        if shown / whole > most + (AS_GOOD if best else 0.0):
            best, most = key, shown / whole
    return message(best) if best else None


def moved_eye(pose: Pose, move: Move, share: float = 1.0) -> Array:
    """Where the camera is after a share of a move, as far from the middle of the board as before."""
    eye = pose.eye_mm
    distance = float(np.linalg.norm(eye))
    outward = eye / distance
    right = _right(pose)
    up = np.cross(outward, right)
    aside, rise = math.radians(share * move.right_deg), math.radians(share * move.up_deg)
    turned = outward * math.cos(aside) + right * math.sin(aside)
    return np.asarray(distance * (turned * math.cos(rise) + up * math.sin(rise)))


@dataclass(frozen=True)
class Sight:
    """A stack as points (N, 3) on its top and sides, and what may hide it: upright boxes, from `low` to `high` (M, 3).

    An empty field is looked at as if a tower stood there: whether one does is the question.
    """

    points: Array
    normals: Array
    areas: Array
    low: Array
    high: Array

    @classmethod
    def of(cls, position: Position, physical_set: PhysicalSet, at: str) -> Sight:
        return cls(*_surface(position, physical_set, at), *_boxes(position, physical_set, at))

    @classmethod
    def between(cls, position: Position, physical_set: PhysicalSet, way: str) -> Sight:
        """The same of a stick between two fields, in the highest groove that both stacks have."""
        return cls(*_stick_surface(position, physical_set, way), *_boxes(position, physical_set, way))

    def shown_mm2(self, eye: Array) -> tuple[float, float]:
        """How much of the stack, laid flat across the line of sight, is seen; and how much if it stood alone."""
        way = eye - self.points
        facing = self.areas * (way * self.normals).sum(axis=1) / np.sqrt((way * way).sum(axis=1))
        towards = facing > 0
        facing = facing[towards]
        hidden = _blocked(self.points[towards], way[towards], self.low, self.high)
        return float(facing[~hidden].sum()), float(facing.sum())


def _best_move(position: Position, physical_set: PhysicalSet, pose: Pose, at: str) -> Move | None:
    """The small move that shows most, if it shows clearly more than now; else a large one."""
    sight = Sight.of(position, physical_set, at)
    now, alone = sight.shown_mm2(pose.eye_mm)
    for moves in (SMALL_MOVES, LARGE_MOVES):
        best, most = None, 0.0
        for move in moves:
            if not _reasonable(move, pose):
                continue
            seen = [sight.shown_mm2(moved_eye(pose, move, share)) for share in MADE_BY]
            gained = min(shown / whole for shown, whole in seen) - now / alone
            if gained >= CLEARLY_MORE and gained > most + AS_GOOD and min(seen)[0] > now:
                best, most = move, gained
        if best:
            return best
    return None


def _reasonable(move: Move, pose: Pose) -> bool:
    """Whether it leads neither beyond what is too steep nor beyond what is too flat."""
    return move.up_deg == 0 or LOWEST_DEG <= pose.elevation_deg + move.up_deg <= HIGHEST_DEG


def _right(pose: Pose) -> Array:
    """To the right for a person who stands behind the camera, level; a picture may be askew, a person is not."""
    x, y, _ = pose.eye_mm
    level = np.array([1.0, 1.0, 0.0])
    across = np.array([-y, x, 0.0]) if pose.elevation_deg < STRAIGHT_DOWN_DEG else pose.rotation[0] * level
    return np.asarray(across / np.linalg.norm(across))


def _middle_mm(at: str, board: int, physical_set: PhysicalSet) -> Array:
    return (np.array(coordinates(at), dtype=np.float64) - (board - 1) / 2) * physical_set.pitch(board)


def _surface(position: Position, physical_set: PhysicalSet, at: str) -> tuple[Array, Array, Array]:
    """Points on the top and the sides of a stack, the directions they look, and the area each stands for."""
    floors = max(position.height(at), 1)
    half, height = physical_set.tower_width / 2, floors * physical_set.tower_height
    x, y = _middle_mm(at, position.board, physical_set)
    steps = (np.arange(POINTS_PER_EDGE) + 0.5) / POINTS_PER_EDGE
    across = np.tile(half * (2 * steps - 1), POINTS_PER_EDGE * floors)
    levels = (np.arange(POINTS_PER_EDGE * floors) + 0.5) / (POINTS_PER_EDGE * floors)
    upright = np.repeat(height * levels, POINTS_PER_EDGE)
    edge = np.full_like(across, half)
    flat = np.meshgrid(half * (2 * steps - 1), half * (2 * steps - 1))
    top = np.stack([flat[0].ravel(), flat[1].ravel(), np.full(POINTS_PER_EDGE**2, height)], axis=1)
    parts, normals = [top], [np.tile((0.0, 0.0, 1.0), (len(top), 1))]
    for sign in (-1.0, 1.0):
        parts += [np.stack([sign * edge, across, upright], axis=1), np.stack([across, sign * edge, upright], axis=1)]
        normals += [np.tile((sign, 0.0, 0.0), (len(edge), 1)), np.tile((0.0, sign, 0.0), (len(edge), 1))]
    points = np.concatenate(parts) + np.array([x, y, 0.0])
    each = physical_set.tower_width * physical_set.tower_height / POINTS_PER_EDGE**2
    areas = np.full(len(points), each)
    areas[: len(top)] = physical_set.tower_width**2 / POINTS_PER_EDGE**2
    return points, np.concatenate(normals), areas


def _stick_surface(position: Position, physical_set: PhysicalSet, way: str) -> tuple[Array, Array, Array]:
    """Points on the top and the two long sides of a stick, between its towers."""
    first, second = way.split("-")
    a, b = (_middle_mm(at, position.board, physical_set) for at in (first, second))
    length = float(np.linalg.norm(b - a))
    along = (b - a) / length
    aside = np.array([-along[1], along[0]])
    floors = min(position.height(first), position.height(second))
    low = floors * physical_set.tower_height - physical_set.groove_depth if floors else 0.0
    half, count = physical_set.stick_width / 2, STICK_POINTS
    free = max(length - physical_set.tower_width, physical_set.stick_width)
    steps = ((np.arange(count) + 0.5) / count - 0.5) * free
    line = (a + b) / 2 + steps[:, None] * along
    parts, normals = [np.column_stack([line, np.full(count, low + 2 * half)])], [np.tile((0.0, 0.0, 1.0), (count, 1))]
    for sign in (-1.0, 1.0):
        parts.append(np.column_stack([line + sign * half * aside, np.full(count, low + half)]))
        normals.append(np.tile((*(sign * aside), 0.0), (count, 1)))
    areas = np.full(3 * count, physical_set.stick_width * free / count)
    return np.concatenate(parts), np.concatenate(normals), areas


def _boxes(position: Position, physical_set: PhysicalSet, at: str) -> tuple[Array, Array]:
    """The near lower left and far upper right corners of all other stacks."""
    others = [(*coordinates(field), len(stack)) for field, stack in position.towers.items() if field != at]
    x, y, floors = np.array(others, dtype=np.float64).reshape(-1, 3).T
    middle, pitch = (position.board - 1) / 2, physical_set.pitch(position.board)
    x, y, half = (x - middle) * pitch, (y - middle) * pitch, physical_set.tower_width / 2 - GRAZED_MM
    low = np.stack([x - half, y - half, np.zeros_like(x)], axis=1)
    return low, np.stack([x + half, y + half, floors * physical_set.tower_height - GRAZED_MM], axis=1)


def _blocked(points: Array, way: Array, low: Array, high: Array) -> Mask:
    """Which points a box hides: somewhere the `way` to the eye is inside it along all three axes at once."""
    enters, leaves = np.zeros((len(points), len(low))), np.ones((len(points), len(low)))
    for axis in range(3):
        along = np.where(np.abs(way[:, axis]) < 1e-9, 1e-9, way[:, axis])[:, None]
        # How far on the way, 0 at the point and 1 at the eye, it enters and leaves each box along this axis.
        one, other = (low[:, axis] - points[:, axis, None]) / along, (high[:, axis] - points[:, axis, None]) / along
        enters = np.maximum(enters, np.minimum(one, other))
        leaves = np.minimum(leaves, np.maximum(one, other))
    return np.asarray((enters < leaves).any(axis=1))
