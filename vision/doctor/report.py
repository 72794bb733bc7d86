"""What the doctor says: a score for every aspect of a picture, what to do about it, and the verdict."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Any

from vision.corners import Corners, corners_json
from vision.doctor.settings import DoctorSettings
from vision.found_board import FoundBoard
from words.language import say
from words.message import Message, message

FULL = 100


class Aspect(Enum):
    """In the order in which they are looked at; of two that are equally bad the first is to be improved first."""

    BOARD = "board"
    SIZE = "size"
    FOCUS = "focus"
    LIGHT = "light"
    GLARE = "glare"
    ANGLE = "angle"
    COLOUR = "colour"
    STILLNESS = "stillness"
    READING = "reading"

    @property
    def title(self) -> Message:
        return Message(f"print.doctor.{self.value}")


@dataclass(frozen=True)
class Finding:
    """One aspect of what the camera sees."""

    aspect: Aspect
    score: int | None
    """0 to 100; None if it cannot be judged."""
    seen: Message
    """What was found, in a few words."""
    advice: tuple[Message, ...] = ()
    """What to do, if something is to be improved."""
    measures: Mapping[str, float] = field(default_factory=dict)
    """Numbers for programs; the end of a name says their unit, a share if it says none."""
    fields: tuple[str, ...] = ()
    """Fields that suffer."""
    places_px: tuple[Corners, ...] = ()
    """Outlines in the picture of what is meant."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "measures", MappingProxyType(dict(self.measures)))

    @property
    def good(self) -> bool:
        return not self.advice

    def to_json(self, language: str) -> dict[str, Any]:
        said: dict[str, Any] = {
            "aspect": self.aspect.value,
            "score": self.score,
            "good": self.good,
            "seen": say(self.seen, language),
            "advice": [say(each, language) for each in self.advice],
            "measures": {name: _rounded(value) for name, value in self.measures.items()},
        }
        if self.fields:
            said["fields"] = list(self.fields)
        if self.places_px:
            said["places"] = [corners_json(place) for place in self.places_px]
        return said


@dataclass(frozen=True)
class Report:
    """All aspects of what the camera sees, in their order, and where the board is in the picture."""

    aspects: tuple[Finding, ...]
    size: tuple[int, int]
    """Of the picture, width and height."""
    frames: int
    """How many pictures were looked at."""
    found: FoundBoard | None = None
    shown: int = 0
    """Which of the pictures that were given shows the board there."""

    @property
    def good(self) -> bool:
        return not self.to_improve

    @property
    def score(self) -> int:
        """No better than its worst aspect."""
        return min((each.score for each in self.aspects if each.score is not None), default=0)

    @property
    def to_improve(self) -> tuple[Finding, ...]:
        """What costs most readings comes first; doubts of a reading come last, for the others are their causes."""
        faults = [each for each in self.aspects if not each.good]
        return tuple(sorted(faults, key=lambda each: (each.aspect is Aspect.READING, each.score)))

    @property
    def verdict(self) -> Message:
        if self.good:
            return message("doctor.good")
        if [each.aspect for each in self.to_improve] == [Aspect.READING]:
            return message("doctor.unsure")  # the picture has no fault of its own
        return message("doctor.improve", what=tuple(each.aspect.title for each in self.to_improve))

    def of(self, aspect: Aspect) -> Finding:
        return next(each for each in self.aspects if each.aspect is aspect)

    def to_json(self, language: str = "en") -> dict[str, Any]:
        return {
            "good": self.good,
            "score": self.score,
            "verdict": say(self.verdict, language),
            "improve": [each.aspect.value for each in self.to_improve],
            "board": self.found.board if self.found else None,
            "corners": corners_json(self.found.corners_px) if self.found else None,
            "size": list(self.size),
            "frames": self.frames,
            "aspects": [each.to_json(language) for each in self.aspects],
        }


def grade(value: float, span: tuple[float, float]) -> float:
    """100 up to the span's first value, 0 from its second on, whichever is larger."""
    good, lost = span
    return FULL * min(1.0, max(0.0, (value - lost) / (good - lost)))


def grade_log(value: float, span: tuple[float, float]) -> float:
    """The same for what counts by its ratio."""
    good, lost = span
    return grade(math.log(max(value, 1e-9)), (math.log(good), math.log(lost)))


def judged(
    aspect: Aspect,
    seen: Message,
    faults: list[tuple[float, Message]],
    settings: DoctorSettings,
    measures: Mapping[str, float],
    fields: tuple[str, ...] = (),
    places_px: tuple[Corners, ...] = (),
) -> Finding:
    """An aspect as good as the worst of its possible faults; those that are worth a word are its advice.

    `fields` and `places_px` are kept only if there is something to be said of them.
    """
    score = round(min((grade for grade, _ in faults), default=FULL))
    said = sorted((fault for fault in faults if fault[0] < settings.advise_below), key=lambda fault: fault[0])
    advice = tuple(advice for _, advice in said)
    if not advice:
        fields, places_px = (), ()
    return Finding(aspect, score, seen, advice, measures, fields, places_px)


def _rounded(value: float) -> float:
    return float(f"{value:.4g}")
