"""A measured camera as a table for people, and how far a film has got while it lasts."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from console import table
from words.language import catalogue, say
from words.message import Message, message

if TYPE_CHECKING:  # what measures is slow to import
    from calibration.measured import MeasuredCamera
    from vision.calibrate.camera_measuring import FoundCamera

BAR_WIDTH = 20
GOOD, FAIR = 0.005, 0.015
"""Relative errors of the focal length: what the reading of boards makes use of, and what still helps it."""


def print_camera(found: FoundCamera, kept: Sequence[str], language: str) -> str:
    """`kept` are sentences about what was written."""
    from calibration.camera_fit import fields_of_view
    from calibration.sheet import PAPERS

    measured, texts = found.measured, catalogue(language)
    camera = measured.camera
    wide, high = fields_of_view(camera)
    names = ("k1", "k2", "p1", "p2")
    rows = [
        ("focal", f"{camera.fx:.1f}, {camera.fy:.1f} px ± {100 * measured.focal_error:.1f} %"),
        ("fov", f"{wide:.1f}° x {high:.1f}°"),
        ("centre", f"{camera.cx:.1f}, {camera.cy:.1f} ({camera.size[0]}x{camera.size[1]})"),
        ("distortion", ", ".join(f"{name} {value:.4f}" for name, value in zip(names, camera.dist, strict=True))),
    ]
    if measured.views:
        rows += [
            ("views", say(message("print.camera.of", views=measured.views, pictures=found.pictures), language)),
            ("rms", f"{measured.rms_px:.2f} px"),
            ("worst", f"{measured.worst_px:.2f} px"),
            ("coverage", f"{100 * measured.coverage:.0f} %"),
            ("outliers", f"{100 * measured.outliers:.1f} %"),
        ]
    if found.fit is not None:
        bow = f"{found.fit.bow * PAPERS['a4'].square_mm:.1f}"
        rows.append(("bow", say(message("print.camera.bow_mm", mm=bow), language)))
    lines = [texts[f"print.camera.way.{measured.way}"]]
    lines += ["  " + row for row in table((texts[f"print.camera.{key}"], value) for key, value in rows)]
    if found.cameras > 1:
        lines.append(say(several_cameras(found.cameras, measured), language))
    lines += ["", say(verdict(measured.focal_error), language), *kept]
    if not kept:
        lines.append(texts["print.camera.not_kept"])
    return "\n".join(lines) + "\n"


def verdict(focal_error: float) -> Message:
    """One sentence on what such a camera is good for."""
    grade = "good" if focal_error <= GOOD else "fair" if focal_error <= FAIR else "rough"
    return message(f"print.camera.{grade}", error=f"{100 * focal_error:.1f}")


def show_step(progress: float, hint: Message | None, language: str) -> None:
    """How far it is and what to film next, on standard error, if a person looks at it."""
    if not sys.stderr.isatty():
        return
    full = round(BAR_WIDTH * progress)
    line = f"[{'#' * full}{'.' * (BAR_WIDTH - full)}] {say(hint, language) if hint else ''}"
    wide = shutil.get_terminal_size().columns - 1
    print(f"\r{line[:wide]:{wide}}", end="", file=sys.stderr, flush=True)


def wipe_step() -> None:
    if sys.stderr.isatty():
        print(f"\r{'':{shutil.get_terminal_size().columns - 1}}\r", end="", file=sys.stderr, flush=True)


def several_cameras(count: int, told: MeasuredCamera) -> Message:
    """Whose camera it is that was measured, where several took the photographs."""
    width, height = told.camera.size
    return message("print.cameras", count=count, size=f"{width}x{height}")
