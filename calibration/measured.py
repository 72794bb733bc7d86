"""What a calibration found, with how good it is: a set and its errors, a camera and its residuals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from calibration.camera import Camera
from calibration.physical_set import MEASURES, PhysicalSet
from words.message import InputError, message

# Where a measure comes from.
RULER, PHOTOGRAPHS, DEFAULT = "ruler", "photographs", "default"
ORIGINS = (RULER, PHOTOGRAPHS, DEFAULT)
# Where a camera comes from.
SHEET, BOARD, EXIF = "sheet", "board", "exif"
WAYS = (SHEET, BOARD, EXIF)
LARGEST = 1e6  # of any number about how good a measure is
MARKS = ("dots", "rings", "squares", "lines")


@dataclass(frozen=True)
class MeasuredSet:
    """A set, for every measure its standard error in millimetres and where it comes from, and how fields are marked.

    Errors of what was measured on photographs are those of its proportion to the pitch: photographs tell no lengths.

    In JSON it is a physical set as other programs know it, with `errors`, `origins` and `marks` beside the measures.
    """

    physical_set: PhysicalSet
    errors: Mapping[str, float] = field(default_factory=dict)
    origins: Mapping[str, str] = field(default_factory=dict)
    """A measure that is not named is a default."""
    marks: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "errors", MappingProxyType(dict(self.errors)))
        object.__setattr__(self, "origins", MappingProxyType(dict(self.origins)))

    @property
    def margin_mm(self) -> float:
        """From the outermost fields' middles to the board's edge."""
        return self.physical_set.margin_mm

    @classmethod
    def from_json(cls, data: Any) -> MeasuredSet:
        made = PhysicalSet.from_json(data)
        errors = {name: number(value, f"set.errors.{name}") for name, value in mapping(data, "errors", "set").items()}
        origins = mapping(data, "origins", "set")
        if not set(errors) <= set(MEASURES) or any(value < 0 for value in errors.values()):
            raise InputError(message("measured.names", known=", ".join(MEASURES)), "set.errors")
        if not set(origins) <= set(MEASURES) or any(origin not in ORIGINS for origin in origins.values()):
            raise InputError(message("measured.names", known=", ".join(ORIGINS)), "set.origins")
        marks = data.get("marks")
        if marks is not None and marks not in MARKS:
            raise InputError(message("measured.names", known=", ".join(MARKS)), "set.marks")
        if "origins" not in data:
            origins = {name: RULER for name in MEASURES if name in data}
        taken = {name for name, origin in origins.items() if origin != DEFAULT}
        return cls(replace(made, defaults=frozenset(MEASURES) - taken), errors, origins, marks)

    def to_json(self) -> dict[str, Any]:
        said: dict[str, Any] = dict(self.physical_set.to_json())
        said["errors"] = {name: round(value, 3) for name, value in self.errors.items()}
        said["origins"] = dict(self.origins)
        if self.marks is not None:
            said["marks"] = self.marks
        return said


@dataclass(frozen=True)
class MeasuredCamera:
    """A camera and how well it is known.

    In JSON it is a camera as other programs know it, with `quality` beside it.
    """

    camera: Camera
    way: str
    focal_error: float
    """Standard error of the focal length, relative."""
    rms_px: float = 0.0
    worst_px: float = 0.0
    coverage: float = 0.0
    """Share of the picture in which something was measured."""
    views: int = 0
    outliers: float = 0.0
    """Share of the points that were left out."""

    @classmethod
    def from_json(cls, data: Any) -> MeasuredCamera:
        camera = Camera.from_json(data)
        quality = mapping(data, "quality", "camera")
        way = quality.get("way", SHEET)
        if way not in WAYS:
            raise InputError(message("measured.names", known=", ".join(WAYS)), "camera.quality.way")
        names = ("focal_error", "rms_px", "worst_px", "coverage", "views", "outliers")
        numbers = {name: number(quality.get(name, 0.0), f"camera.quality.{name}") for name in names}
        views = round(numbers.pop("views"))
        return cls(camera, way, views=views, **numbers)

    def to_json(self) -> dict[str, Any]:
        names = ("focal_error", "rms_px", "worst_px", "coverage", "outliers")
        quality: dict[str, Any] = {"way": self.way, "views": self.views}
        quality |= {name: round(getattr(self, name), 5) for name in names}
        return {**self.camera.to_json(), "quality": quality}


def mapping(data: Any, key: str, place: str) -> dict[str, Any]:
    """A part of an object that is an object itself, or nothing."""
    found = data.get(key, {})
    if not isinstance(found, dict):
        raise InputError(message("input.object"), f"{place}.{key}")
    return found


def number(value: Any, place: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < LARGEST:
        raise InputError(message("measured.number", value=repr(value)[:40]), place)
    return float(value)
