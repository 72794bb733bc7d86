"""Profiles as tables for people and as JSON for programs."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from calibration.measured import DEFAULT, MeasuredCamera, MeasuredSet
from calibration.physical_set import MEASURES
from calibration.profile import Profile, part_words
from calibration.profiles import Entry
from words.language import catalogue, explain_error, say
from words.message import message


def entry_json(entry: Entry, language: str) -> dict[str, Any]:
    """What a list says of one file of the folder."""
    said: dict[str, Any] = {"name": entry.name, "file": str(entry.file)}
    if entry.profile is None:
        assert entry.error is not None
        return {**said, "error": explain_error(entry.error, language)}
    profile = entry.profile
    return {
        **said,
        "parts": list(profile.parts),
        "source": profile.source,
        "made": profile.made or None,
        "changed": profile.changed or None,
    }


def entry_row(entry: Entry, language: str) -> tuple[str, ...]:
    if entry.profile is None:
        assert entry.error is not None
        return entry.name, "", "", say(message("profile.unusable", why=entry.error.message), language)
    parts = ", ".join(say(part, language) for part in part_words(entry.profile.parts))
    return entry.name, entry.profile.changed[:10], entry.profile.source or "", parts


def profile_lines(profile: Profile, file: str, language: str) -> Iterator[tuple[str, ...]]:
    texts = catalogue(language)
    yield texts["print.profile.name"], profile.name
    yield texts["print.profile.file"], file
    for key in ("source", "made", "changed"):
        if getattr(profile, key):
            yield texts[f"print.profile.{key}"], getattr(profile, key)
    if profile.set is not None:
        yield from _set_lines(profile.set, language)
    if profile.camera is not None:
        yield from _camera_lines(profile.camera, language)
    if profile.colours is not None:
        for colour, paint in profile.colours.paints.items():
            yield texts[f"colour.{colour}"], f"u {paint.u:+.2f}  v {paint.v:+.2f}  ± {paint.spread:.2f}"


def _set_lines(measured: MeasuredSet, language: str) -> Iterator[tuple[str, ...]]:
    for name in MEASURES:
        error = f" ± {measured.errors[name]:.2g}" if name in measured.errors else ""
        origin = measured.origins.get(name, DEFAULT)
        yield (
            name,
            f"{getattr(measured.physical_set, name):.1f}{error} mm",
            catalogue(language)[f"print.origin.{origin}"],
        )
    if measured.marks is not None:
        yield catalogue(language)["print.profile.marks"], measured.marks


def _camera_lines(measured: MeasuredCamera, language: str) -> Iterator[tuple[str, ...]]:
    texts, camera = catalogue(language), measured.camera
    wide_deg = math.degrees(2 * math.atan(camera.size[0] / 2 / camera.fx))
    yield texts["print.profile.size"], f"{camera.size[0]}x{camera.size[1]}"
    error = f" ± {100 * measured.focal_error:.1f} %" if measured.focal_error else ""
    yield (
        texts["print.profile.focal"],
        f"{camera.fx:.0f} px{error} ({wide_deg:.0f}°)",
        texts[f"print.way.{measured.way}"],
    )
    yield texts["print.profile.dist"], "  ".join(f"{value:+.3f}" for value in camera.dist)
    if measured.rms_px:
        yield texts["print.profile.rms"], f"{measured.rms_px:.2f} px"
