"""A camera by its number, through OpenCV."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator
from functools import partial

import cv2

from live.sources.flowing import Flowing
from live.sources.newest import Taken
from live.sources.settings import SourceSettings
from vision.frames import open_capture, working_picture
from words.message import InputError, message


def camera_source(number: str, settings: SourceSettings, patient: bool) -> Flowing:
    called = message("source.camera", number=number[:6])
    return Flowing(number, called, partial(_pictures, number), settings, patient)


def _pictures(number: str, stop: threading.Event) -> Generator[Taken, None, None]:
    """Whoever reads without a pause finds no old picture in the camera's queue."""
    try:
        camera = open_capture(number)
        try:
            camera.set(cv2.CAP_PROP_BUFFERSIZE, 1)
            count = 0
            while not stop.is_set():
                there = camera.grab()
                at_s = time.monotonic()
                if there:
                    there, image = camera.retrieve()
                if not there:
                    raise InputError(message("frames.stopped" if count else "frames.no_picture"), number)
                yield Taken(partial(working_picture, image, number), at_s)
                count += 1
        finally:
            camera.release()
    except cv2.error:  # drivers fail in many ways when a plug is pulled
        raise InputError(message("frames.stopped"), number) from None
