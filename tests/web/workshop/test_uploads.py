"""Uploads and frames: whatever somebody sends is a picture or one sentence, soon."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tests.web.jobs import busy
from vision.photograph import LEAST_PX, decode_photograph
from web.workshop import uploads
from web.workshop.uploads import MOST_FRAME_BYTES, MOST_UPLOAD_BYTES, check_frame, decode_frame, decode_upload
from web.workshop.workshop import Workshop
from words.message import InputError

SAMPLES = Path(__file__).parents[3] / "sample_images"
SAMPLE = (SAMPLES / "first_bridges.jpg").read_bytes()
NOISE = np.random.default_rng(7).integers(0, 255, (200, 240, 3), np.uint8)


def encoded(kind: str, size: tuple[int, int] = (240, 200), mode: str = "RGB", **options: Any) -> bytes:
    buffer = io.BytesIO()
    Image.fromarray(NOISE).convert(mode).resize(size).save(buffer, kind, **options)
    return buffer.getvalue()


PLAIN = encoded("JPEG")


def png(width: int, height: int, body: bytes = b"") -> bytes:
    """A PNG that says it is this large, whatever is in it."""

    def part(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", body) + part(b"IEND", b"")


@pytest.fixture(scope="module")
def workshop() -> Iterator[Workshop]:
    made = Workshop()
    yield made
    made.close()


def refused(data: bytes) -> str:
    with pytest.raises(InputError) as error:
        check_frame(data)
    return error.value.message.key


def test_an_upload_is_decoded_in_a_child(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = decode_photograph(SAMPLE)
    monkeypatch.setattr("vision.photograph.decode_photograph", None)
    photograph = decode_upload(SAMPLE, workshop)
    assert photograph.size == ours.size
    assert np.array_equal(photograph.image, ours.image)


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "photo.empty"),
        (b"<!doctype html><script>alert(1)</script>", "photo.unknown"),
        (SAMPLE[:3000], "photo.damaged"),
        (png(100_000, 100_000), "photo.large"),
        (png(LEAST_PX - 1, 500), "photo.small"),
        # A hundred thousand times as large once it is unpacked: one that says so, one that does not.
        (png(50_000, 1_000_000, zlib.compress(bytes(10_000_000))), "photo.large"),
        (png(400, 400, zlib.compress(bytes(50_000_000))), None),
        (bytes(MOST_UPLOAD_BYTES + 1), "photo.bytes"),
    ],
    ids=["empty", "html", "cut", "huge", "tiny", "bomb", "hidden bomb", "heavy"],
)
def test_what_is_no_sound_picture_is_refused(workshop: Workshop, data: bytes, key: str | None) -> None:
    if key is None:  # only as much is unpacked as the picture needs
        assert decode_upload(data, workshop).size == (400, 400)
        return
    with pytest.raises(InputError) as error:
        decode_upload(data, workshop)
    assert error.value.message.key == key


def test_a_picture_that_takes_too_long_is_given_up(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a crafted file keeps a decoder busy."""
    monkeypatch.setattr(uploads, "DECODE_LIMIT_S", 0.0)
    monkeypatch.setattr(uploads, "decode_here", busy)
    with pytest.raises(InputError) as error:
        decode_upload(SAMPLE, workshop)
    assert error.value.message.key == "web.work.limit"


@pytest.mark.parametrize(
    "data",
    [
        PLAIN,
        encoded("JPEG", mode="L"),
        encoded("JPEG", subsampling=0),
        encoded("JPEG", subsampling=2, quality=30),
        encoded("JPEG", optimize=True),
        encoded("JPEG", restart_marker_rows=1),
        encoded("JPEG", exif=b"Exif\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0", comment="x" * 500),
        PLAIN + b"trailing",
    ],
    ids=["plain", "grey", "full colours", "coarse", "optimised", "restarts", "remarks", "more behind it"],
)
def test_plain_frames_are_decoded(data: bytes) -> None:
    assert check_frame(data) == (240, 200)
    image = decode_frame(data)
    assert image.shape == (200, 240, 3)
    expected = np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))[..., ::-1]
    assert np.abs(image.astype(int) - expected).mean() < 2


def sof(data: bytes) -> int:
    """Where a JPEG says how large it is."""
    return data.index(b"\xff\xc0")


def with_sof(data: bytes, **changed: int) -> bytes:
    at = sof(data)
    code, bits = changed.get("code", data[at + 1]), changed.get("bits", data[at + 4])
    height = changed.get("height", int.from_bytes(data[at + 5 : at + 7], "big"))
    width = changed.get("width", int.from_bytes(data[at + 7 : at + 9], "big"))
    head = struct.pack(">BBHBHH", 0xFF, code, int.from_bytes(data[at + 2 : at + 4], "big"), bits, height, width)
    return data[:at] + head + data[at + 9 :]


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "photo.empty"),
        (encoded("PNG"), "web.upload.frame"),
        (b"<html>", "web.upload.frame"),
        (encoded("JPEG", progressive=True), "web.upload.frame"),
        (encoded("JPEG", mode="CMYK"), "web.upload.frame"),
        *((with_sof(PLAIN, code=code), "web.upload.frame") for code in (0xC2, 0xC3, 0xC9, 0xCA, 0xCF)),
        (with_sof(PLAIN, bits=12), "web.upload.frame"),
        (with_sof(PLAIN, width=5000, height=5000), "photo.large"),
        (with_sof(PLAIN, width=65535, height=65535), "photo.large"),
        (with_sof(PLAIN, height=0), "photo.small"),
        (with_sof(PLAIN, width=LEAST_PX - 1), "photo.small"),
        (bytes(MOST_FRAME_BYTES + 1), "photo.bytes"),
        (PLAIN[:-2], "photo.damaged"),
        (PLAIN[: len(PLAIN) // 2], "photo.damaged"),
        (PLAIN[:40], "photo.damaged"),
        (PLAIN[:2] + b"\xff\xfe\0\x02" * 700_000, "web.upload.frame"),
        (PLAIN[:2] + b"\xff" * 2_000_000, "photo.damaged"),
        (PLAIN[: sof(PLAIN)] + PLAIN[sof(PLAIN) + 19 :], "photo.damaged"),
        (PLAIN[: sof(PLAIN)] + PLAIN[sof(PLAIN) : sof(PLAIN) + 19] + PLAIN[sof(PLAIN) :], "web.upload.frame"),
    ],
)  # fmt: skip
def test_other_frames_are_refused(data: bytes, key: str) -> None:
    assert refused(data) == key
    with pytest.raises(InputError):
        decode_frame(data)


def test_many_scans_are_refused() -> None:
    """One scan for each colour is sound JPEG, but nothing keeps it from going over the picture a thousand times."""
    at = PLAIN.index(b"\xff\xda")
    length = int.from_bytes(PLAIN[at + 2 : at + 4], "big")
    scan = b"\xff\xda\0\x08\x01\x01\0\0\x3f\0" + b"\x55"
    crafted = PLAIN[:at] + scan * 50_000 + PLAIN[at + 2 + length :]
    assert refused(crafted) == "web.upload.frame"
    # All colours first and more scans behind them: the dots do not end with the end of the picture.
    assert refused(PLAIN[:-2] + scan * 50_000 + b"\xff\xd9") == "photo.damaged"


@given(st.data())
def test_frames_with_flaws_are_pictures_or_sentences(data: st.DataObject) -> None:
    flawed = bytearray(PLAIN)
    for _ in range(data.draw(st.integers(1, 6))):
        flawed[data.draw(st.integers(0, min(700, len(flawed) - 1)))] = data.draw(st.integers(0, 255))
    try:
        image = decode_frame(bytes(flawed))
    except InputError:
        return
    assert image.ndim == 3
    assert image.shape[0] * image.shape[1] <= uploads.MOST_FRAME_MEGAPIXELS * 1_000_000
