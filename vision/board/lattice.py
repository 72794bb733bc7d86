"""The fields' marks in the board's top view: where they are and whether they are 5x5, 9x9 or something else."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array, Float, Image, Mask
from calibration.pose import Pose
from vision.board.settings import BoardSettings
from vision.sampling import sampled

# Nodes of the 9x9 lattice; the fields of the 5x5 board are those with even coordinates.
NODES = np.array([(x, y) for y in range(9) for x in range(9)])
EVEN = (NODES % 2 == 0).all(1)
ODD = (NODES % 2 == 1).all(1)
MIXED = ~EVEN & ~ODD
ALL = np.ones(81, dtype=bool)


@dataclass(frozen=True)
class TopView:
    """`marks` is how much darker than its surroundings a place is; `wood` where no piece hides the wood."""

    marks: Float
    wood: Float
    pitch_tpx: float
    origin_tpx: float
    """Pixel of node (0, 0) along both axes; rows run with y."""


@dataclass(frozen=True)
class Lattice:
    offset: Array
    """Where each node's mark is (81, 2), in steps from where the pose puts it, along x and y."""
    match: Array
    """Correlation (81) with the mark all fields share; nan where a piece hides the node."""
    template: Float
    even: float
    odd: float
    mixed: float
    between: float
    """Usual correlation at fields of both boards, of the 9x9 board only (inside cells of the 5x5 one, and on its
    lines), and half way between fields."""
    averaged: float = 1.0
    """Correlation with the common mark of fields averaged, every second one in both directions; the best of four."""

    def fields(self, settings: BoardSettings) -> int:
        """5 or 9: whether fields that only the 9x9 board has look like those of both."""
        # Those on the 5x5 board's lines look half like its fields, so the others count twice.
        more = [value for value in (self.odd, self.odd, self.mixed) if np.isfinite(value)]
        return 9 if more and np.mean(more) > settings.odd_share * np.nan_to_num(self.even) else 5

    def clear(self, settings: BoardSettings) -> float:
        """Usual correlation over all fields the board has; 0 where none is free."""
        seen = self.match if self.fields(settings) == 9 else self.match[EVEN]
        return float(np.nan_to_num(_usual(seen)))


def top_view(
    image: Image, pose: Pose, pitch_mm: float, pitch_tpx: int, blur_steps: float, settings: BoardSettings
) -> TopView:
    """The fields seen from straight above, `pitch_mm` being the distance of the 9x9 lattice."""
    pitch = pitch_tpx
    border = round(pitch * settings.border_steps)
    size = 8 * pitch + 2 * border + 1
    coarse = settings.map_step_tpx
    knots = np.arange(-coarse, size + coarse, coarse, dtype=np.float64)
    mm = (knots - border - 4 * pitch) / pitch * pitch_mm
    x, y = np.meshgrid(mm, mm)
    points = np.stack([x.ravel(), y.ravel(), np.zeros(x.size)], axis=1)
    grid = pose.project(points).reshape(len(knots), len(knots), 2).astype(np.float32)
    # Between knots the map is straight to a hundredth of a pixel; projecting every pixel costs ten times more.
    to_knots = np.array([[1 / coarse, 0, 1], [0, 1 / coarse, 1]])
    dense = cv2.warpAffine(grid, to_knots, (size, size), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    colours = sampled(image, dense)
    logs = cv2.LUT(colours, _LOGS)
    chroma = cv2.transform(logs, _CHROMA)
    rim = max(2, border // 2)
    around = np.concatenate(
        [
            chroma[:rim].reshape(-1, 3),
            chroma[-rim:].reshape(-1, 3),
            chroma[:, :rim].reshape(-1, 3),
            chroma[:, -rim:].reshape(-1, 3),
        ]
    )
    wood_colour = np.median(around[::3], axis=0)
    spread = 1.4826 * float(np.median(np.abs(around[::3, :2] - wood_colour[:2]).max(1)))
    limit = max(settings.wood_log_ratio, 3.0 * spread)
    low, high = wood_colour - limit, wood_colour + limit
    low[2], high[2] = -1e9, 1e9
    inner = cv2.erode(cv2.inRange(chroma, low, high), np.ones((3, 3), np.uint8))
    wood = inner.astype(np.float32) / np.float32(255)
    light = np.ascontiguousarray(chroma[..., 2])
    # Closing fills what is dark and narrow, so the difference shows marks and neither shadows nor their rims.
    light = cv2.GaussianBlur(light, (0, 0), settings.calm_steps * pitch)
    kernel = np.ones((round(pitch * settings.mark_steps) // 2 * 2 + 1,) * 2, np.uint8)
    marks = np.minimum(cv2.morphologyEx(light, cv2.MORPH_CLOSE, kernel) - light, settings.darkest_log) * wood
    marks = cv2.GaussianBlur(marks, (0, 0), blur_steps * pitch)
    return TopView(marks, wood, float(pitch), float(border))


def read_lattice(view: TopView, search_steps: float, teachers: Mask, settings: BoardSettings) -> Lattice:
    """Learns the mark from the fields `teachers`, then looks for it everywhere."""
    pitch, origin = int(view.pitch_tpx), view.origin_tpx
    search = round(search_steps * pitch)
    reach = pitch // 2
    centres = (NODES * pitch + origin).astype(int)
    wood = _cut(view.wood, centres, reach) > 0
    hidden = wood.mean((1, 2)) < settings.free_share
    usable = teachers & ~hidden
    if usable.sum() < settings.least_nodes:
        usable = teachers
    template = _symmetric(_median(_cut(view.marks, centres[usable], reach), wood[usable]))
    template -= template.mean()
    # One correlation of the whole view costs less than one for each field.
    scores = np.asarray(cv2.matchTemplate(view.marks, template, cv2.TM_CCOEFF_NORMED), dtype=np.float32)
    offset, match = np.zeros((81, 2)), np.full(81, np.nan)
    offset[~hidden], match[~hidden] = _locate(scores, centres[~hidden] - reach, search)
    halfway = (centres[(NODES < 8).all(1)] + pitch // 2).astype(int)[::3]
    free = (_cut(view.wood, halfway, reach) > 0).mean((1, 2)) >= settings.free_share
    _, between = _locate(scores, halfway[free] - reach, search)
    return Lattice(
        offset / pitch,
        match,
        template,
        _usual(match[EVEN]),
        _usual(match[ODD]),
        _usual(match[MIXED]),
        _usual(between),
        _averaged(view.marks, wood, centres, match, template),
    )


def _averaged(marks: Float, wood: Mask, centres: NDArray[np.int_], match: Array, template: Float) -> float:
    """See `Lattice.averaged`. Noise averages out. What is no mark does not: a lattice of half the pitch, with a corner
    of a square or a piece of a ring at each of its nodes, is as unlike its common mark as before.
    """
    reach = template.shape[0] // 2
    slack = 2  # pixels of the view by which the pose may still be off
    best = 0.0
    for x, y in ((0, 0), (2, 0), (0, 2), (2, 2)):
        # Of the 9x9 lattice these are fields of the 5x5 board, every second one; so they serve for both.
        mine = np.flatnonzero((np.array([x, y]) == NODES % 4).all(1) & np.isfinite(match))
        if len(mine) < 2:
            continue
        seen = wood[mine]
        mean = (_cut(marks, centres[mine], reach) * seen).sum(0) / np.maximum(seen.sum(0), 1)
        wide = cv2.copyMakeBorder(mean.astype(np.float32), slack, slack, slack, slack, cv2.BORDER_REPLICATE)
        best = max(best, float(cv2.matchTemplate(wide, template, cv2.TM_CCOEFF_NORMED).max()))
    return best


def lattice_growth(view: TopView, settings: BoardSettings) -> float:
    """By how much a board's side is longer, for the pitch its marks have, than the view was made for.

    The fields both boards have are laid over one another for several growths: where they are alike it is right.
    """
    pitch, origin = view.pitch_tpx, view.origin_tpx
    reach = round(settings.growth_reach_steps * pitch)
    nodes = NODES[EVEN] - 4.0
    best, most = 1.0, 0.0
    for growth in settings.growths:
        centres = np.round(nodes * pitch / growth + origin + 4 * pitch).astype(int)
        free = _cut(view.wood, centres, reach).mean((1, 2)) >= settings.free_share
        if free.sum() < settings.least_nodes:
            continue
        patches = _cut(view.marks, centres[free], reach).reshape(int(free.sum()), -1)
        patches = patches - patches.mean(1, keepdims=True)
        size = np.linalg.norm(patches, axis=1, keepdims=True)
        alike = float(np.linalg.norm((patches / np.maximum(size, 1e-6)).mean(0)))
        if alike > most:
            best, most = growth, alike
    return best


def _usual(values: Array) -> float:
    """The 0.7 quantile of what is known; np.quantile takes ten times as long."""
    known = np.sort(values[np.isfinite(values)])
    if not len(known):
        return float("nan")
    at = 0.7 * (len(known) - 1)
    low = int(at)
    return float(known[low] + (at - low) * (known[min(low + 1, len(known) - 1)] - known[low]))


def _cut(plane: Float, centres: NDArray[np.int_], reach: int) -> Float:
    steps = np.arange(-reach, reach + 1)
    rows = (centres[:, 1, None] + steps)[:, :, None]
    columns = (centres[:, 0, None] + steps)[:, None, :]
    return np.asarray(plane[rows, columns])


def _median(stack: Float, known: Mask) -> Float:
    """Median over the first axis of what is known, 0 where nothing is; np.nanmedian is slow and warns."""
    ordered = np.sort(np.where(known, stack, np.inf), axis=0)
    count = known.sum(0)[None]
    low, high = np.maximum(count - 1, 0) // 2, np.minimum(count // 2, len(stack) - 1)
    made = (np.take_along_axis(ordered, low, 0) + np.take_along_axis(ordered, high, 0))[0] / 2
    return np.where(count[0] > 0, made, 0.0).astype(np.float32)


def _symmetric(patch: Float) -> Float:
    """What is left of a mark under all turns and flips of the square: the mark's centre becomes the patch's."""
    turned = (patch + patch[::-1] + patch[:, ::-1] + patch[::-1, ::-1]) / 4
    return np.ascontiguousarray((turned + turned.T) / 2, dtype=np.float32)


def _locate(scores: Float, centres: NDArray[np.int_], search: int) -> tuple[Array, Array]:
    """The best place (n, 2) within `search` of each centre, relative to it, and the correlation there."""
    windows = np.nan_to_num(_cut(scores, centres, search), posinf=0.0, neginf=0.0).astype(np.float64)
    count, wide = len(windows), 2 * search + 1
    flat = windows.reshape(count, wide * wide)
    each, best = np.arange(count), flat.argmax(1)
    v, u = best // wide, best % wide
    padded = np.pad(windows, ((0, 0), (1, 1), (1, 1)), mode="edge")
    du = _summit(*(padded[each, v + 1, u + k] for k in range(3))) * ((u > 0) & (u < wide - 1))
    dv = _summit(*(padded[each, v + k, u + 1] for k in range(3))) * ((v > 0) & (v < wide - 1))
    return np.stack([u - search + du, v - search + dv], axis=1), flat[each, best]


def _summit(before: Array, top: Array, after: Array) -> Array:
    """Where a parabola through three neighbouring values is highest, relative to the middle one."""
    bow = before - 2 * top + after
    bowed = bow < -1e-9
    return np.where(bowed, np.clip(0.5 * (before - after) / np.where(bowed, bow, 1.0), -0.5, 0.5), 0.0)


# Logarithm of linear light for each stored value (the sRGB curve, roughly), with a floor for noise in the dark.
_LOGS = np.log(np.maximum((np.arange(256) / 255.0) ** 2.2, 0.004)).astype(np.float32)
# From logarithms of blue, green, red: blue against green, red against green, brightness.
_CHROMA = np.array([[1, -1, 0], [0, -1, 1], [1 / 3, 1 / 3, 1 / 3]], dtype=np.float32)
