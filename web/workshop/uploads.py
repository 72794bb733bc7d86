"""Pictures that come through the page: limited before anything looks at them, decoded where it can do no harm."""

from __future__ import annotations

import re

import cv2
import numpy as np

from vision.photograph import LEAST_PX, Photograph, Picture, decode_photograph
from web.api.words import JPEG, Content
from web.workshop.worker import Report
from web.workshop.workshop import Workshop
from words.message import InputError, message

MOST_UPLOAD_BYTES = 30_000_000
DECODE_LIMIT_S = 20.0
# Jobs before it may take as long as this.
LONGEST_WAIT_S = 120.0

MOST_FRAME_BYTES = 3_000_000
MOST_FRAME_MEGAPIXELS = 4
# Before the dots. Usual are ten; going through a million takes its time.
MOST_FRAME_PARTS = 100

_BEGIN, _END, _SCAN, _LONE = 0xD8, 0xD9, 0xDA, (0x01, *range(0xD0, 0xD8))
_PLAIN = (0xC0, 0xC1)
# Every other way of writing the dots; of these three codes two are tables and one is kept for later.
_OTHER = tuple(code for code in range(0xC2, 0xD0) if code not in (0xC4, 0xC8, 0xCC))
_BEFORE_CODE = re.compile(rb"\xff+")
# Among the dots 0xff stands before 0x00 or a restart mark; anything else is the next part.
_AFTER_DOTS = re.compile(rb"\xff+[^\x00\xff\xd0-\xd7]")

PICTURE_FILES = {"image/*": None, "application/octet-stream": None}
A_PICTURE = Content(f"A picture file of at most {MOST_UPLOAD_BYTES // 1_000_000} MB.", PICTURE_FILES)
FRAME = Content(
    f"A plain JPEG of at most {MOST_FRAME_BYTES // 1_000_000} MB and {MOST_FRAME_MEGAPIXELS} megapixels.", {JPEG: None}
)


def check_upload(data: bytes) -> None:
    """Raises `InputError` for what is not worth decoding."""
    if not data:
        raise InputError(message("photo.empty"))
    if len(data) > MOST_UPLOAD_BYTES:
        raise InputError(message("photo.bytes", most=MOST_UPLOAD_BYTES // 1_000_000))


def decode_upload(data: bytes, workshop: Workshop) -> Photograph:
    """The photograph in an upload, decoded in a child: a crafted file can keep a decoder busy for minutes.

    Its pixels are counted from the header before it is decoded.
    """
    check_upload(data)
    job = workshop.start(decode_here, data, limit_s=DECODE_LIMIT_S, first=True)
    if not job.wait(LONGEST_WAIT_S):
        job.stop()
        raise InputError(message("web.work.busy"))
    if job.error is not None:
        raise job.error
    assert isinstance(job.result, Photograph)
    return job.result


def decode_here(report: Report, data: bytes) -> Photograph:
    """What the child does."""
    del report
    return decode_photograph(data)


def check_frame(data: bytes) -> tuple[int, int]:
    """Width and height of a frame of the browser's camera, if it is a small and plain JPEG that decodes in one go.

    Frames come several times a second and are decoded at once. Whatever a JPEG can hold that takes longer (many scans
    over the same picture above all) is refused here; browsers write none of it.

    Raises
    ------
    InputError
        For anything else.
    """
    if not data:
        raise InputError(message("photo.empty"))
    if len(data) > MOST_FRAME_BYTES:
        raise InputError(message("photo.bytes", most=MOST_FRAME_BYTES // 1_000_000))
    if not data.startswith(bytes((0xFF, _BEGIN, 0xFF))):
        raise InputError(message("web.upload.frame"))
    header, scan, at = _header_and_scan(data)
    size = _size(header)
    # All colours in the first scan means that there is no second one.
    if not scan or scan[0] != header[5]:
        raise InputError(message("web.upload.frame"))
    after = _AFTER_DOTS.search(data, at)
    if after is None or after[0][-1] != _END:
        raise InputError(message("photo.damaged"))
    return size


def decode_frame(data: bytes) -> Picture:
    """The picture in a frame of the browser's camera."""
    check_frame(data)
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        image = None
    if image is None:
        raise InputError(message("photo.damaged"))
    return np.asarray(image, dtype=np.uint8)


def _header_and_scan(data: bytes) -> tuple[bytes, bytes, int]:
    """What a plain JPEG says of itself, what it says of its first scan, and where the dots begin."""
    header, at = b"", 2
    for _ in range(MOST_FRAME_PARTS):
        code, begin, end = _part(data, at)
        at = end
        if code == _SCAN:
            return header, data[begin:end], end
        if code in _OTHER or (code in _PLAIN and header):
            break
        if code in _PLAIN:
            header = data[begin:end]
    raise InputError(message("web.upload.frame"))


def _part(data: bytes, at: int) -> tuple[int, int, int]:
    """The code of the part that begins here, and where its contents begin and end."""
    filled = _BEFORE_CODE.match(data, at)
    if filled is None or filled.end() + 3 > len(data):
        raise InputError(message("photo.damaged"))
    at = filled.end()
    code = data[at]
    if code in (0x00, _BEGIN, _END, *_LONE):  # none of them has a place before the dots
        raise InputError(message("photo.damaged"))
    end = at + 1 + int.from_bytes(data[at + 1 : at + 3], "big")
    if end < at + 3 or end > len(data):
        raise InputError(message("photo.damaged"))
    return code, at + 3, end


def _size(header: bytes) -> tuple[int, int]:
    if len(header) < 6:
        raise InputError(message("photo.damaged"))
    bits, colours = header[0], header[5]
    height, width = int.from_bytes(header[1:3], "big"), int.from_bytes(header[3:5], "big")
    if bits != 8 or colours not in (1, 3):
        raise InputError(message("web.upload.frame"))
    if width * height > MOST_FRAME_MEGAPIXELS * 1_000_000:
        raise InputError(message("photo.large", most=MOST_FRAME_MEGAPIXELS))
    if min(width, height) < LEAST_PX:
        raise InputError(message("photo.small", size=f"{width}x{height}", least=LEAST_PX))
    return width, height
