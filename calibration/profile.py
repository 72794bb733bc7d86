"""A profile: what was measured of one set, one camera and its light, under a name."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

from calibration.colours import ColourReferences
from calibration.measured import MeasuredCamera, MeasuredSet
from calibration.physical_set import PhysicalSet
from words.message import InputError, Message, message

FORMAT, VERSION = "draufsicht profile", 1
PARTS = ("set", "camera", "colours")
KNOWN = ("format", "version", "name", "source", "made", "changed", *PARTS)
MOST_LETTERS, MOST_BYTES = 60, 200
"""A name is a file's name too, and most folders allow 255 bytes with what is put around it."""
MOST_SOURCE_LETTERS = 200
DEEPEST = 20
"""How deeply what we do not know may be nested, so that it can be written back."""
# Signs that some system cannot have in a file's name.
FORBIDDEN_SIGNS = '/\\:*?"<>|'
# "auto" asks for the profile that fits; Windows keeps the others for devices, whatever follows behind a dot.
RESERVED = re.compile(r"(auto|con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\..*)?", re.IGNORECASE)


@dataclass(frozen=True)
class Profile:
    """Any part may be missing: then nothing is known about it."""

    name: str
    set: MeasuredSet | None = None
    camera: MeasuredCamera | None = None
    colours: ColourReferences | None = None
    source: str | None = None
    """What was photographed with: "camera 0", or how a phone calls itself."""
    made: str = ""
    changed: str = ""
    """Both in UTC as ISO 8601 writes it; empty where nobody knows."""
    others: Mapping[str, Any] = field(default_factory=dict)
    """What the file says besides, by its part ("" for none), to be written back: a later Draufsicht may need it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", checked_name(self.name))
        object.__setattr__(self, "others", MappingProxyType(dict(self.others)))

    @classmethod
    def from_json(cls, data: Any) -> Profile:
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise InputError(message("profile.foreign"))
        version = data.get("version")
        if isinstance(version, bool) or not isinstance(version, int) or version < 1:
            raise InputError(message("profile.version", value=repr(version)[:40]))
        if version > VERSION:
            raise InputError(message("profile.newer", version=version, known=VERSION))
        if not isinstance(data.get("name"), str):
            raise InputError(message("input.missing", key="name"))
        given = {part: data[part] for part in PARTS if data.get(part) is not None}
        measured_set = MeasuredSet.from_json(given["set"]) if "set" in given else None
        camera = MeasuredCamera.from_json(given["camera"]) if "camera" in given else None
        colours = ColourReferences.from_json(given["colours"]) if "colours" in given else None
        others: dict[str, Any] = {"": {key: value for key, value in data.items() if key not in KNOWN}}
        for part, made in (("set", measured_set), ("camera", camera), ("colours", colours)):
            if made is not None:
                said = made.to_json()
                others[part] = {key: value for key, value in given[part].items() if key not in said}
        _check_plain(others)
        return cls(
            data["name"],
            measured_set,
            camera,
            colours,
            checked_source(data.get("source")),
            _date(data.get("made"), "made"),
            _date(data.get("changed"), "changed"),
            {part: unknown for part, unknown in others.items() if unknown},
        )

    def to_json(self) -> dict[str, Any]:
        said: dict[str, Any] = {"format": FORMAT, "version": VERSION, "name": self.name}
        for key in ("source", "made", "changed"):
            if getattr(self, key):
                said[key] = getattr(self, key)
        for part in PARTS:
            made = getattr(self, part)
            if made is not None:
                said[part] = {**made.to_json(), **self.others.get(part, {})}
        return {**said, **self.others.get("", {})}

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(part for part in PARTS if getattr(self, part) is not None)

    def with_parts(
        self,
        measured_set: MeasuredSet | None = None,
        camera: MeasuredCamera | None = None,
        colours: ColourReferences | None = None,
        source: str | None = None,
    ) -> Profile:
        """The same profile with what was measured anew; what is None stays as it was."""
        given = {"set": measured_set, "camera": camera, "colours": colours}
        new = {part: made for part, made in given.items() if made is not None}
        others = {part: unknown for part, unknown in self.others.items() if part not in new}
        today = now()
        return replace(
            self,
            set=measured_set or self.set,
            camera=camera or self.camera,
            colours=colours or self.colours,
            source=checked_source(source) or self.source,
            made=self.made or today,
            changed=today,
            others=others,
        )


def complete_set(given: PhysicalSet | None, kept: PhysicalSet | None) -> PhysicalSet | None:
    """A set of which somebody said some measures; the others are those of a profile's set, in proportion to the pitch.

    Raises
    ------
    InputError
        If what was said does not go with what was kept.
    """
    if given is None or kept is None:
        return given or kept
    scale = given.pitch_9 / kept.pitch_9
    # The pitch itself only says how large everything is, and what was said is said in its terms.
    filled = given.defaults - kept.defaults - {"pitch_9"}
    made = replace(given, defaults=given.defaults - filled, **{name: getattr(kept, name) * scale for name in filled})
    PhysicalSet.from_json(made.to_json())
    return made


def part_words(parts: tuple[str, ...]) -> tuple[Message, ...]:
    words = {"set": message("part.set"), "camera": message("part.camera"), "colours": message("part.colours")}
    return tuple(words[part] for part in parts) or (message("part.none"),)


def now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def checked_name(name: str) -> str:
    """A name that can be a file's name on every system, with its letters composed and the spaces around it gone.

    Raises
    ------
    InputError
        If it is none.
    """
    # First, since what a character falls apart into may be forbidden.
    made = unicodedata.normalize("NFC", name).strip()
    # Control signs, half characters, invisible ones that turn the direction of writing, and line ends.
    odd = any(unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Cn", "Zl", "Zp") for sign in made)
    if odd or any(sign in FORBIDDEN_SIGNS for sign in made) or made.startswith(("-", ".")) or made.endswith("."):
        raise InputError(message("profile.signs", signs=" ".join(FORBIDDEN_SIGNS)), repr(name)[:80])
    if not 1 <= len(made) <= MOST_LETTERS or len(made.encode()) > MOST_BYTES:
        raise InputError(message("profile.length", most=MOST_LETTERS), repr(name)[:80])
    if RESERVED.fullmatch(made):
        raise InputError(message("profile.reserved", name=made))
    return made


def same_name(name: str) -> str:
    """What two names have in common that some folder cannot tell apart."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def checked_source(value: Any) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str):
        raise InputError(message("profile.source"), "source")
    # Cameras write anything into their photographs.
    return "".join(sign for sign in value if sign.isprintable()).strip()[:MOST_SOURCE_LETTERS] or None


def _date(value: Any, key: str) -> str:
    if value is None:
        return ""
    try:
        return value if datetime.fromisoformat(value) else ""
    except (TypeError, ValueError):
        raise InputError(message("profile.date", value=repr(value)[:40]), key) from None


def _check_plain(value: Any, depth: int = 0) -> None:
    """What is kept unread can be written again: no number beyond all bounds, no endless nesting."""
    if depth > DEEPEST:
        raise InputError(message("input.json", why="nested too deeply"))
    if isinstance(value, float) and not math.isfinite(value):
        raise InputError(message("input.json", why=str(value)))
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            _check_plain(item, depth + 1)
