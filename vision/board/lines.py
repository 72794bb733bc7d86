"""From a photograph to its long straight lines, in a small picture with the lens's bend taken out."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array, Image
from calibration.camera import Camera
from vision.board.settings import BoardSettings


@dataclass(frozen=True)
class SmallPicture:
    """A photograph made smaller. `lens` is the camera, or a usual one, for this size."""

    lab: Image
    lens: Camera
    scale: float
    """Pixels of the photograph for one pixel of this."""

    def straighten(self, points_spx: Array) -> Array:
        """Pixels relative to the centre, as a lens without distortion and with fy = fx would show them."""
        flat = cv2.undistortPoints(
            points_spx.reshape(-1, 1, 2).astype(np.float64), self.lens.matrix, np.array(self.lens.dist)
        )
        return np.asarray(flat, dtype=np.float64).reshape(points_spx.shape) * self.lens.fx

    def bend(self, straight: Array) -> Array:
        """The reverse of `straighten`."""
        rays = np.concatenate([straight.reshape(-1, 2) / self.lens.fx, np.ones((straight.size // 2, 1))], axis=1)
        made, _ = cv2.projectPoints(
            rays.reshape(-1, 1, 3), np.zeros(3), np.zeros(3), self.lens.matrix, np.array(self.lens.dist)
        )
        return np.asarray(made, dtype=np.float64).reshape(straight.shape)


@dataclass(frozen=True)
class Lines:
    """Lines n·p = d in straightened small pixels, longest first, and how much of each the picture shows.

    `covered[i, k]` is the length of line i that segments cover up to k - `reach` pixels along its direction from the
    foot of the perpendicular.
    """

    normal: Array
    offset: Array
    covered: Array
    reach: int


def small_picture(image: Image, camera: Camera, settings: BoardSettings) -> SmallPicture:
    height, width = image.shape[:2]
    scale = max(1.0, width / settings.small_width_px)
    size = (round(width / scale), round(height / scale))
    small = image
    if scale > 1:
        small = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    # INTER_AREA keeps the outer borders of pixels, not their centres, where they were.
    sx, sy = size[0] / width, size[1] / height
    lens = Camera(
        camera.fx * sx, camera.fy * sy, (camera.cx + 0.5) * sx - 0.5, (camera.cy + 0.5) * sy - 0.5, camera.dist, size
    )
    lab = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2Lab), dtype=np.uint8)
    return SmallPicture(lab, lens, scale)


def segments(small: SmallPicture, settings: BoardSettings, faint: bool = False) -> Array:
    """Straight pieces of edges (n, 2 ends, 2) in straightened pixels; from colour too, for tables as light as the wood.

    `faint` averages four pixels to one and amplifies what is left of an edge between two woods of one colour.
    """
    lab, factor = small.lab, 1
    if faint:
        factor = 2
        height, width = lab.shape[0] // 2, lab.shape[1] // 2
        lab = np.asarray(cv2.resize(lab, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)
        fine = lab.astype(np.float32)
        fine -= cv2.blur(fine, (settings.faint_around_spx // 2 * 2 + 1,) * 2)
        gains = np.array(
            [settings.faint_gain, settings.faint_chroma_gain, settings.faint_chroma_gain], dtype=np.float32
        )
        lab = np.clip(fine * gains + 128, 0, 255).astype(np.uint8)
    detector = cv2.createLineSegmentDetector(cv2.LSD_REFINE_NONE)
    found = []
    for channel, plane in enumerate(cv2.split(lab)):
        if channel and not faint:
            plane = cv2.convertScaleAbs(plane, alpha=settings.chroma_gain, beta=-128 * (settings.chroma_gain - 1))
        made = detector.detect(plane)[0]
        if made is not None:
            found.append(made.reshape(-1, 2, 2))
    if not found:
        return np.zeros((0, 2, 2))
    ends = (np.concatenate(found).astype(np.float64) + 0.5) * factor - 0.5
    ends = ends[np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1) >= settings.segment_spx]
    return small.straighten(ends) if len(ends) else ends


def merge(pieces: Array, settings: BoardSettings, count: int | None = None) -> Lines:
    """Joins pieces that lie on one line; the `count` longest lines."""
    reach = settings.small_width_px
    along = pieces[:, 1] - pieces[:, 0]
    length = np.hypot(along[:, 0], along[:, 1])
    order = np.argsort(-length)
    pieces, along, length = pieces[order], along[order], length[order]
    direction = along / length[:, None]
    ends = np.ascontiguousarray(pieces.reshape(-1, 2).T)
    free = np.ones(len(pieces), dtype=bool)
    sine = np.sin(np.radians(settings.merge_angle_deg))
    rows: list[tuple[float, Array, float, NDArray[np.intp]]] = []
    for seed in range(len(pieces)):
        if not free[seed] or len(rows) >= settings.seeds:
            continue
        n = np.array([-direction[seed, 1], direction[seed, 0]])
        d = float(n @ pieces[seed, 0])
        mine = np.array([seed])
        for _ in range(2):
            off = np.abs(n @ ends - d).reshape(-1, 2).max(1)
            more = np.flatnonzero((off < settings.merge_offset_spx) & (np.abs(direction @ n) < sine))
            if len(more) <= 1:
                break
            mine = more
            n, d = _through(pieces[mine], length[mine])
        free[mine] = False
        free[seed] = False
        rows.append((float(length[mine].sum()), n, d, mine))
    rows.sort(key=lambda row: -row[0])
    rows = rows[: count or settings.lines]
    return Lines(
        np.array([n for _, n, _, _ in rows]).reshape(-1, 2),
        np.array([d for _, _, d, _ in rows]),
        np.array([_cover(pieces[mine] @ [n[1], -n[0]], reach, settings.gap_spx) for _, n, _, mine in rows]),
        reach,
    )


def _through(pieces: Array, length: Array) -> tuple[Array, float]:
    """The line that fits pieces best, each weighing as much as it is long."""
    weight = np.repeat(length / length.sum() / 2, 2)
    points = pieces.reshape(-1, 2)
    middle = weight @ points
    apart = points - middle
    x, y = apart.T
    xx, xy, yy = weight @ x**2, weight @ (x * y), weight @ y**2
    angle = 0.5 * np.arctan2(2 * xy, xx - yy)
    normal = np.array([-np.sin(angle), np.cos(angle)])
    return normal, float(normal @ middle)


def _cover(ends: Array, reach: int, gap: float) -> Array:
    marks = np.zeros(2 * reach + 1)
    low = np.clip(np.floor(ends.min(1) - gap / 2).astype(int) + reach, 0, 2 * reach)
    high = np.clip(np.ceil(ends.max(1) + gap / 2).astype(int) + reach, 0, 2 * reach)
    np.add.at(marks, low, 1)
    np.add.at(marks, high, -1)
    return np.cumsum(np.cumsum(marks) > 0).astype(np.float64)
