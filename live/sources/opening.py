"""From what somebody typed to the source that is meant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from live.sources.address import SCHEMES, shown_spec
from live.sources.camera import camera_source
from live.sources.film import file_source
from live.sources.folder import Folder, WatchedFolder
from live.sources.mjpeg import mjpeg_source
from live.sources.settings import SourceSettings
from live.sources.source import Source
from vision.frames import is_camera, is_file, is_folder
from words.message import InputError, message

DEMO = "demo:"
LONGEST_SEED = 18
_SETTINGS = SourceSettings()


def open_source(
    spec: str,
    watched: bool = False,
    patient: bool = False,
    settings: SourceSettings = _SETTINGS,
    demo: Mapping[str, Any] | None = None,
) -> Source:
    """The source of pictures that `spec` names.

    Parameters
    ----------
    spec
        The number of a camera, an address (http:// or https://), a folder of pictures, a film, a picture, or `demo:`
        and a number for a simulated game. A file comes before a camera of that name.
    watched
        A folder goes on when it was read through, and takes up pictures as they come into it.
    patient
        A camera or an address that is not there yet is waited for, and `Gone` is given meanwhile.
    demo
        What else a simulated game is told, as `DemoSource` has it: the game, the players, the pace.

    Raises
    ------
    InputError
        If there is no such source, or it gives no picture at the first try.
    """
    if spec.startswith(DEMO):
        return _demo(spec, demo or {})
    if spec.lower().startswith(SCHEMES):
        return mjpeg_source(spec, settings, patient)
    if spec and is_camera(spec):
        return camera_source(spec, settings, patient)
    if spec and is_folder(spec):
        return WatchedFolder(spec, settings) if watched else Folder(spec)
    if spec and is_file(spec):
        return file_source(spec, settings)
    shown = shown_spec(spec)
    raise InputError(message("source.unknown"), shown if shown.isprintable() and shown else repr(shown))


def _demo(spec: str, told: Mapping[str, Any]) -> Source:
    seed = spec.removeprefix(DEMO)
    if not (seed.isascii() and seed.isdigit() and len(seed) <= LONGEST_SEED):
        raise InputError(message("source.unknown"), spec if spec.isprintable() else repr(spec))
    from live.demo.source import DemoSource  # it draws its pictures: nobody else should wait for that to load

    source: Source = DemoSource(int(seed), **told)
    return source
