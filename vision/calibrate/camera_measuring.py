"""Measuring a camera from what there is: a film of the sheet, pictures of the board, or a photograph's own notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from calibration.camera_fit import CameraFit, fields_of_view
from calibration.camera_session import CameraSession
from calibration.exif import camera_from_exif, camera_name
from calibration.measured import MeasuredCamera
from calibration.physical_set import PhysicalSet
from vision.calibrate.camera_boards import cameras_from_boards
from vision.frames import frames, is_camera, is_film
from vision.photograph import Picture
from words.message import InputError, Message

AUTO, FROM_SHEET, FROM_BOARD, FROM_EXIF = "auto", "sheet", "board", "exif"
CAMERA_S = 60.0
"""How long a camera is looked at if nobody says; it ends sooner when there is enough."""
MOST_BOARDS = 24
"""Pictures of the board that are kept from a film; more of them say nothing new."""
SHEETS_SEEN = 3
"""From so many pictures with the sheet on it is clear that no board is meant."""

Show = Callable[[float, Message | None], None]
"""Is told how far it is, from 0 to 1, and what to film next."""


@dataclass(frozen=True)
class FoundCamera:
    """A camera, from how many pictures, how it is called, and the corners behind it if the sheet was used."""

    measured: MeasuredCamera
    pictures: int
    name: str | None = None
    fit: CameraFit | None = None
    cameras: int = 1
    """How many cameras took the pictures; this is the one of most of them."""

    def to_json(self) -> dict[str, Any]:
        said = self.measured.to_json() if self.fit is None else self.fit.to_json()
        angles = [round(angle, 2) for angle in fields_of_view(self.measured.camera)]
        return {**said, "fov_deg": angles, "pictures": self.pictures, "cameras": self.cameras}


def measure_camera(
    sources: Sequence[str],
    way: str = AUTO,
    physical_set: PhysicalSet | None = None,
    seconds: float | None = None,
    show: Show | None = None,
) -> FoundCamera:
    """Measures the camera that took these pictures; the sheet goes before the board if either will do.

    Raises
    ------
    Refused
        If they give no camera that can be trusted. `InputError` if they cannot be read.
    """
    name = _name(sources[0])
    if way == FROM_EXIF:
        return FoundCamera(camera_from_exif(sources[0]), 1, name)
    tell: Show = show or (lambda share, hint: None)
    live = any(map(is_camera, sources))
    session = CameraSession(film=all(map(is_film, sources)))
    boards = _Sample(0 if way == FROM_SHEET else MOST_BOARDS)
    count = 0
    for frame in frames(sources, CAMERA_S if live and seconds is None else seconds):
        count += 1
        boards.add(frame.image)
        if way == FROM_BOARD:
            continue
        step = session.add(frame.image)
        tell(step.progress, step.hint)
        if session.seen == SHEETS_SEEN:
            boards = _Sample(0)
        if live and step.ready:
            break
    if way == FROM_SHEET or session.seen:
        return FoundCamera(session.finish(), count, name, session.fit)
    cameras = cameras_from_boards(boards.images, physical_set, lambda share: tell(share, None))
    return FoundCamera(cameras[0], count, name, cameras=len(cameras))


class _Sample:
    """Some pictures of a film of unknown length, evenly from all of it."""

    def __init__(self, most: int) -> None:
        self.most, self.every, self.number = most, 1, 0
        self.images: list[Picture] = []

    def add(self, image: Picture) -> None:
        if self.most and self.number % self.every == 0:
            if len(self.images) == self.most:
                self.images = self.images[::2]
                self.every *= 2
            if self.number % self.every == 0:
                self.images.append(image)
        self.number += 1


def _name(source: str) -> str | None:
    if is_camera(source):
        return f"camera {source}"
    if is_film(source) or Path(source).is_dir():
        return None
    try:
        return camera_name(source)
    except InputError:  # whoever reads the picture says so
        return None
