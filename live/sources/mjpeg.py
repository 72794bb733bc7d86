"""Pictures from an address, as phones and network cameras serve them: a stream of JPEGs, or one at a time."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Generator
from functools import partial

from live.frame import Picture
from live.sources.address import Address, Answer, asked, read_address
from live.sources.flowing import Flowing
from live.sources.jpeg_stream import JpegStream
from live.sources.newest import Taken
from live.sources.settings import SourceSettings
from vision.photograph import decode_photograph
from words.message import InputError, message

# What servers call a stream of JPEGs without anything between them, if they call it anything.
BARE_STREAMS = ("", "application/octet-stream", "video/x-motion-jpeg", "video/x-mjpeg", "video/mjpeg", "video/x-jpeg")


def mjpeg_source(text: str, settings: SourceSettings, patient: bool) -> Flowing:
    address = read_address(text)
    return Flowing(address.name, address.name, partial(_pictures, address, settings), settings, patient)


def _pictures(address: Address, settings: SourceSettings, stop: threading.Event) -> Generator[Taken, None, None]:
    while not stop.is_set():
        with asked(address, settings, stop) as answer:
            if answer.kind.startswith("multipart/"):
                yield from _stream(answer, JpegStream(answer.boundary, settings))
                return
            if answer.kind in BARE_STREAMS:
                yield from _stream(answer, JpegStream(None, settings))
                return
            if not answer.kind.startswith("image/"):
                kind = re.sub(r"[^\w/+.-]", "", answer.kind)[:40]
                raise InputError(message("source.kind", kind=kind))
            yield _taken(_one(answer, settings))
        stop.wait(settings.snapshot_pause_s)


def _stream(answer: Answer, stream: JpegStream) -> Generator[Taken, None, None]:
    while not stream.ended and (data := answer.read()):
        if pictures := stream.feed(data):
            answer.line.picture_came()
            yield _taken(pictures[-1])  # the others are old already


def _one(answer: Answer, settings: SourceSettings) -> bytes:
    data = bytearray()
    while part := answer.read():
        data += part
        if len(data) > settings.most_frame_bytes:
            raise InputError(message("source.large", most=settings.most_frame_bytes // 1_000_000))
    return bytes(data)


def _taken(data: bytes) -> Taken:
    return Taken(partial(_decoded, data), time.monotonic())


def _decoded(data: bytes) -> Picture:
    image: Picture = decode_photograph(data).image
    return image
