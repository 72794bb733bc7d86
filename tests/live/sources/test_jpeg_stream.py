"""Every way of writing a stream of JPEGs, cut anywhere, gives the same pictures."""

import io

import numpy as np
import pytest
from PIL import Image

from live.sources.jpeg_stream import JpegStream
from live.sources.settings import SourceSettings
from tests.live.sources.serving import jpeg, part, picture
from words.message import InputError

SETTINGS = SourceSettings()


def with_a_smaller_one_inside() -> bytes:
    """As phones have it: a preview in the notes, which ends like a picture."""
    exif = Image.Exif()
    exif[0x010E] = "before \xff\xd9 after"
    file = io.BytesIO()
    noise = np.random.default_rng(0).integers(0, 256, (200, 200, 3), dtype=np.uint8)
    Image.fromarray(noise).save(file, "JPEG", exif=exif.tobytes() + jpeg(9), progressive=True)
    return file.getvalue()


PICTURES = [jpeg(10), with_a_smaller_one_inside(), jpeg(200), jpeg(90, (640, 480))]
WRITTEN = {
    "measured": ("frame", b"".join(part(data) for data in PICTURES)),
    "unmeasured": ("frame", b"".join(part(data, measured=False) for data in PICTURES)),
    "quotes": ('"frame"', b"".join(part(data) for data in PICTURES)),
    "dashes named": ("--frame", b"".join(part(data) for data in PICTURES)),
    "dashes named and put twice": ("--frame", b"".join(part(data, border="----frame") for data in PICTURES)),
    "no dashes": ("frame", b"".join(part(data, measured=False, border="frame") for data in PICTURES)),
    "signs that mean something": ("=_(a+b)*", b"".join(part(data, border="--=_(a+b)*") for data in PICTURES)),
    "only line feeds": ("frame", b"".join(b"--frame\ncontent-length:%d\n\n%s\n" % (len(d), d) for d in PICTURES)),
    "no heads": ("frame", b"".join(b"--frame\r\n\r\n%s\r\n" % data for data in PICTURES)),
    "not even a blank line": ("frame", b"".join(b"--frame\r\n%s\r\n" % data for data in PICTURES)),
    "words before": ("frame", b"This is a stream.\r\n\r\n" + b"".join(part(data) for data in PICTURES)),
    "nothing between": (None, b"".join(PICTURES)),
    "borders nobody told of": (None, b"".join(part(data) for data in PICTURES)),
    "zeros between": (None, b"\0\0".join(PICTURES)),
    "length nought": ("frame", b"".join(b"--frame\r\nContent-Length: 0\r\n\r\n%s\r\n" % d for d in PICTURES)),
}


@pytest.mark.parametrize("size", [1, 7, 1000, 10**9])
@pytest.mark.parametrize("way", WRITTEN)
def test_all_ways_of_writing_it(way: str, size: int) -> None:
    boundary, data = WRITTEN[way]
    stream = JpegStream(boundary, SETTINGS)
    found = [each for at in range(0, len(data), size) for each in stream.feed(data[at : at + size])]
    assert found == PICTURES


@pytest.mark.parametrize("way", ["measured", "unmeasured", "nothing between"])
def test_a_picture_is_there_with_its_last_byte(way: str) -> None:
    """Nobody waits for the next one to begin."""
    boundary, data = WRITTEN[way]
    stream = JpegStream(boundary, SETTINGS)
    last = data.rindex(PICTURES[-1]) + len(PICTURES[-1])
    assert len(stream.feed(data[: last - 1])) == len(PICTURES) - 1
    assert stream.feed(data[last - 1 : last]) == PICTURES[-1:]


@pytest.mark.parametrize("boundary", ["frame", None])
@pytest.mark.parametrize("damage", ["cut", "words", "empty part"])
def test_a_damaged_picture_does_not_spoil_the_next(boundary: str | None, damage: str) -> None:
    bad = {"cut": jpeg(50)[:-300], "words": b"\xff\xd8\xffno picture", "empty part": b"\xff\xd8\xff\xe0\0\1"}[damage]
    data = b"".join(part(each, measured=False) for each in (jpeg(10), bad, jpeg(90)))
    found = JpegStream(boundary, SETTINGS).feed(data + part(jpeg(120)))
    assert found[0] == jpeg(10)
    assert found[-1] == jpeg(120)
    assert jpeg(90) in found


def test_the_end() -> None:
    stream = JpegStream("frame", SETTINGS)
    assert stream.feed(part(jpeg(10)) + b"--frame--\r\n" + part(jpeg(20))) == [jpeg(10)]
    assert stream.ended


def test_nothing_is_kept_of_endless_noise() -> None:
    for boundary in ("frame", None):
        stream = JpegStream(boundary, SETTINGS)
        for _ in range(50):
            assert stream.feed(b"\xff-no picture-\n" * 500) == []
        assert len(stream._data) < 1000


@pytest.mark.parametrize(
    "data",
    [
        b"--frame\r\nContent-Length: 5001\r\n\r\n",
        b"--frame\r\n\r\n\xff\xd8\xff\xda\0\2" + b"x" * 6000,
        b"--frame\r\n\r\n\xff\xd8" + b"x" * 6000,
    ],
)
def test_too_large(data: bytes) -> None:
    with pytest.raises(InputError, match="more than"):
        JpegStream("frame", SourceSettings(most_frame_bytes=5000)).feed(data)


def test_pictures_stay_pictures() -> None:
    assert Image.open(io.BytesIO(PICTURES[1])).size == (200, 200)
    assert picture(3).shape == (240, 320, 3)
