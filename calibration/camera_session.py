"""Filming the sheet: pictures go in one by one, sharp and different views are kept, and what is missing is said."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array
from calibration.camera_fit import CameraFit, coverage, covered, fit_camera, rough_normal, tilt_deg
from calibration.camera_settings import SETTINGS, CameraSettings
from calibration.charuco import SheetView, find_sheet
from calibration.measured import MeasuredCamera
from calibration.refused import Refused
from calibration.sheet import CORNERS
from words.language import say
from words.message import Message, message

LEAST_SEEN = 4
"""Corners that make a sheet; fewer may be chance."""
LEAST_SHARED = 8
"""Corners that two views must share to be compared; with fewer they show different parts of the sheet."""


class Why(Enum):
    """Why a picture is of no use."""

    NO_SHEET = "no_sheet"
    FEW_CORNERS = "few_corners"
    BLURRED = "blurred"
    MOVING = "moving"
    SAME = "same"
    SIZE = "size"


@dataclass(frozen=True)
class Step:
    """What became of one picture, how far the filming is, and what to film next."""

    accepted: bool
    why: Why | None
    said: Message | None
    """`why` in a sentence."""
    progress: float
    """From 0 to 1."""
    ready: bool
    """Nothing is missing any more."""
    views: int
    counts: tuple[tuple[int, ...], ...]
    """How many corners were seen in each cell of the picture, row by row."""
    hint: Message
    corners: tuple[tuple[float, float], ...] = ()
    """Corners of the sheet in this picture, in pixels, to be drawn over it."""

    def to_json(self, language: str) -> dict[str, Any]:
        return {
            "accepted": self.accepted,
            "why": self.why.value if self.why else None,
            "message": say(self.said, language) if self.said else None,
            "progress": round(self.progress, 3),
            "ready": self.ready,
            "views": self.views,
            "coverage": [list(row) for row in self.counts],
            "hint": say(self.hint, language),
            "corners": [[round(u, 1), round(v, 1)] for u, v in self.corners],
        }


@dataclass(frozen=True)
class _Kept:
    """A view that was chosen."""

    view: SheetView
    places: Array
    """Pixels of all corners of the sheet, (48, 2), NaN for those that are not seen."""
    normal: Array
    size: float
    """Share of the picture's area that the seen corners span."""


class CameraSession:
    """Chooses the views of a film, or of photographs, that a camera is measured with.

    Only corners are remembered, of a bounded number of views, never a picture.

    Parameters
    ----------
    size
        Width and height of the pictures; those of the first that shows the sheet if not given.
    film
        Whether the pictures follow each other closely, so that a sheet that is elsewhere in the next has moved.
    """

    def __init__(
        self, size: tuple[int, int] | None = None, film: bool = True, settings: CameraSettings = SETTINGS
    ) -> None:
        self.size = size
        self.film = film
        self.settings = settings
        self.pictures = 0
        self.seen = 0
        """Pictures that show the sheet."""
        self.sizes: Counter[tuple[int, int]] = Counter()
        self.fit: CameraFit | None = None
        """Set by `finish`."""
        self._kept: list[_Kept] = []
        self._sharp = 0
        self._before: Array | None = None
        self._focal_error = math.inf

    @property
    def views(self) -> tuple[SheetView, ...]:
        return tuple(kept.view for kept in self._kept)

    def add(self, image: NDArray[np.uint8]) -> Step:
        """Looks at one picture (grey, or blue, green and red)."""
        self.pictures += 1
        size = int(image.shape[1]), int(image.shape[0])
        self.sizes[size] += 1
        if self.size not in (None, size):
            assert self.size is not None
            return self._step(Why.SIZE, message("filming.size", size=_times(size), usual=_times(self.size)))
        view = find_sheet(image)
        if view is None or len(view.ids) < LEAST_SEEN:
            self._before = None
            return self._step(Why.NO_SHEET, message("filming.no_sheet"))
        self.size = size
        self.seen += 1
        return self._look(view, size)

    def _look(self, view: SheetView, size: tuple[int, int]) -> Step:
        how = self.settings
        places = np.full((CORNERS, 2), np.nan)
        places[view.ids] = view.pixels
        before, self._before = self._before, places
        if len(view.ids) < how.least_corners or view.spread < how.least_spread:
            return self._step(Why.FEW_CORNERS, message("filming.few_corners", count=len(view.ids)), view)
        if view.edge_px > max(how.edge_px, how.edge_share * size[0]):
            return self._step(Why.BLURRED, message("filming.blurred"), view)
        if self.film and before is not None:
            way = float(_apart(before[None], places)[0])
            if way > how.moving_share * size[0]:
                return self._step(Why.MOVING, message("filming.moving"), view)
            view = replace(view, speed_px=way)
        self._sharp += 1
        low, high = view.pixels.min(axis=0), view.pixels.max(axis=0)
        share = float(np.prod((high - low) / np.array(size)))
        if not self._keep(_Kept(view, places, rough_normal(view, size, how), share), size[0]):
            return self._step(Why.SAME, message("filming.same"), view)
        return self._step(None, None, view)

    def _keep(self, new: _Kept, width: int) -> bool:
        """Keeps a view that is new, or better than the one it is like."""
        how = self.settings
        turned = np.array([_degrees(kept.normal, new.normal) for kept in self._kept])
        like = np.flatnonzero((self._distances(new) < how.same_share * width) & (turned < how.same_deg))
        if len(like) > 1:
            return False
        if len(like) == 1:
            if self._bad(new.view) > how.better * self._bad(self._kept[like[0]].view):
                return False
            self._kept[like[0]] = new
            return True
        self._kept.append(new)
        if len(self._kept) > how.most_views:
            self._drop_one()
        return True

    def _drop_one(self) -> None:
        """Of the two views that are most alike the worse one goes."""
        nearest = (np.inf, 0, 0)
        for number, kept in enumerate(self._kept):
            far = self._distances(kept)
            far[number] = np.inf
            other = int(np.argmin(far))
            nearest = min(nearest, (float(far[other]), number, other))
        _, one, other = nearest
        del self._kept[max(one, other, key=lambda number: self._bad(self._kept[number].view))]

    def _bad(self, view: SheetView) -> float:
        """In pixels: how blurred the view is and how much it is skewed, more so if only few corners tell."""
        speed_px = self.settings.moving_share * self._width if view.speed_px is None else view.speed_px
        return (view.edge_px + speed_px) * math.sqrt(CORNERS / len(view.ids))

    @property
    def _width(self) -> int:
        return 0 if self.size is None else self.size[0]

    def _distances(self, new: _Kept) -> Array:
        if not self._kept:
            return np.zeros(0)
        return _apart(np.stack([kept.places for kept in self._kept]), new.places)

    def _step(self, why: Why | None, said: Message | None, view: SheetView | None = None) -> Step:
        counts = self._counts()
        parts = self._parts(counts)
        enough = self.settings.enough_focal_error
        if why is None and min(parts.values()) >= 1 and self._focal_error > enough:
            self._focal_error = self._fitted()
        if min(parts.values()) >= 1:
            parts["focal"] = min(1.0, enough / self._focal_error)
        corners = () if view is None else tuple((float(u), float(v)) for u, v in view.pixels)
        return Step(
            accepted=why is None,
            why=why,
            said=said,
            progress=sum(parts.values()) / len(parts),
            ready=min(parts.values()) >= 1,
            views=len(self._kept),
            counts=tuple(tuple(int(count) for count in row) for row in counts),
            hint=self._hint(why, parts, counts),
            corners=corners,
        )

    def _fitted(self) -> float:
        """How well the focal length is known by now; the proof of what is otherwise a rule of thumb."""
        try:
            return fit_camera(self.views, self.size or (0, 0), self.settings).measured.focal_error
        except Refused:
            return math.inf

    def _counts(self) -> NDArray[np.int64]:
        if self.size is None or not self._kept:
            columns, rows = self.settings.cells
            return np.zeros((rows, columns), np.int64)
        return covered(np.concatenate([kept.view.pixels for kept in self._kept]), self.size, self.settings)

    def _parts(self, counts: NDArray[np.int64]) -> dict[str, float]:
        """How much there is of everything that is needed, 1 being enough."""
        how = self.settings
        tilts = self._tilts()
        return {
            "coverage": min(1.0, coverage(counts) / how.enough_coverage),
            "tilt": min(1.0, sum(min(1.0, tilt / how.enough_tilt_deg) for tilt in tilts.values()) / how.tilted_sides),
            "size": min(1.0, max((kept.size for kept in self._kept), default=0.0) / how.enough_size),
            "views": min(1.0, len(self._kept) / how.enough_views),
        }

    def _tilts(self) -> dict[str, float]:
        """How far each side of the sheet was tilted towards the camera, in degrees."""
        most = dict.fromkeys(SIDES, 0.0)
        for kept in self._kept:
            # A sheet that looks to the right has its left side nearer; rows run downwards.
            x, y = float(kept.normal[0]), float(kept.normal[1])
            side = ("left" if x > 0 else "right") if abs(x) > abs(y) else ("upper" if y > 0 else "lower")
            most[side] = max(most[side], tilt_deg(kept.normal))
        return most

    def _hint(self, why: Why | None, parts: dict[str, float], counts: NDArray[np.int64]) -> Message:
        if why in HINTS and self.size is not None:
            return HINTS[why]
        if self.size is None or not self._kept:
            return message("filming.hint.show")
        lacking = min(parts, key=lambda part: parts[part])
        if parts[lacking] >= 1:
            return message("filming.hint.ready")
        if lacking == "size":
            return message("filming.hint.closer")
        if lacking == "tilt":
            tilts = self._tilts()
            return message("filming.hint.tilt", side=SIDES[min(tilts, key=lambda side: tilts[side])])
        if lacking in ("views", "focal"):
            return message("filming.hint.other")
        return message("filming.hint.zone", where=_emptiest(counts))

    def finish(self) -> MeasuredCamera:
        """The camera that took the pictures; `fit` has the details afterwards.

        Raises
        ------
        Refused
            If what was filmed gives no camera that can be trusted, with the reason and what to film instead.
        """
        how = self.settings
        others = sum(count for size, count in self.sizes.items() if size != self.size)
        if self.seen and others > how.other_sizes * self.pictures:
            sizes = ", ".join(_times(size) for size, _ in self.sizes.most_common(3))
            raise Refused(message("filming.sizes", sizes=sizes), message("filming.advice.sizes"))
        if self.seen == 0 or self.size is None:
            raise Refused(message("filming.none", count=self.pictures), message("filming.advice.show"))
        if self._sharp < how.least_views:
            said = message("filming.blurry", sharp=self._sharp, count=self.seen, least=how.least_views)
            raise Refused(said, message("filming.advice.still"))
        if len(self._kept) < how.least_views:
            raise Refused(message("filming.alike", views=len(self._kept)), message("filming.advice.move"))
        self.fit = fit_camera(self.views, self.size, how)
        return self.fit.measured


SIDES = {
    "left": message("filming.side.left"),
    "right": message("filming.side.right"),
    "upper": message("filming.side.upper"),
    "lower": message("filming.side.lower"),
}
HINTS = {
    Why.NO_SHEET: message("filming.hint.show"),
    Why.FEW_CORNERS: message("filming.hint.show"),
    Why.BLURRED: message("filming.hint.light"),
    Why.MOVING: message("filming.hint.still"),
}
ZONES = (
    (message("filming.zone.upper_left"), message("filming.zone.upper"), message("filming.zone.upper_right")),
    (message("filming.zone.left"), message("filming.zone.middle"), message("filming.zone.right")),
    (message("filming.zone.lower_left"), message("filming.zone.lower"), message("filming.zone.lower_right")),
)


def _emptiest(counts: NDArray[np.int64]) -> Message:
    """The ninth of the picture of which the fewest cells, and among such the fewest corners, were seen."""
    rows, columns = counts.shape
    found = []
    for number in range(9):
        down, across = divmod(number, 3)
        part = counts[down * rows // 3 : (down + 1) * rows // 3, across * columns // 3 : (across + 1) * columns // 3]
        found.append((float((part > 0).mean()), int(part.sum()), number))
    down, across = divmod(min(found)[2], 3)
    return ZONES[down][across]


def _apart(many: Array, one: Array) -> Array:
    """How far the corners of views (V, 48, 2) are from those of another on average, in pixels; infinite if unlike."""
    far = np.linalg.norm(many - one, axis=2)
    shared = np.isfinite(far)
    total = np.where(shared, far, 0.0).sum(axis=1)
    count = shared.sum(axis=1)
    return np.where(count >= LEAST_SHARED, total / np.maximum(count, 1), np.inf)


def _degrees(one: Array, other: Array) -> float:
    return math.degrees(math.acos(min(1.0, max(-1.0, float(one @ other)))))


def _times(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"
