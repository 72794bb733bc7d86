"""Photographs of every kind and every kind of broken file: a picture, or one sentence, never anything else."""

import io
import random
import struct
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from vision.photograph import (
    LEAST_PX,
    MOST_MEGAPIXELS,
    WORKING_PX,
    decode_photograph,
    load_photograph,
    write_photograph,
)
from words.message import InputError

WIDTH, HEIGHT = 240, 180


def scene() -> NDArray[np.uint8]:
    """Soft colours (RGB) that every format can keep, each corner another."""
    across, down = np.meshgrid(np.linspace(0, 1, WIDTH), np.linspace(0, 1, HEIGHT))
    return np.stack([40 + 180 * across, 200 - 150 * down, 60 + 100 * across * down], axis=-1).astype(np.uint8)


RGB = scene()
PICTURE = Image.fromarray(RGB)
GREY = PICTURE.convert("L")


def encoded(picture: Image.Image, kind: str, **options: Any) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, kind, **options)
    return buffer.getvalue()


def off(data: bytes, expected: NDArray[np.uint8]) -> float:
    """How far the decoded picture is from what it should be (RGB), on average."""
    image = decode_photograph(data).image
    assert image.dtype == np.uint8
    assert image.shape == (*expected.shape[:2], 3)
    return float(np.abs(image[..., ::-1].astype(int) - expected).mean())


@pytest.mark.parametrize(
    ("data", "tolerance"),
    [
        (encoded(PICTURE, "PNG"), 0),
        (encoded(PICTURE, "BMP"), 0),
        (encoded(PICTURE, "TIFF"), 0),
        (encoded(PICTURE, "PPM"), 0),
        (encoded(PICTURE, "WEBP", quality=95), 4),
        (encoded(PICTURE, "JPEG", quality=95), 3),
        (encoded(PICTURE, "JPEG", quality=95, progressive=True), 3),
        (encoded(PICTURE.convert("CMYK"), "JPEG", quality=95), 4),
        (encoded(PICTURE.quantize(256), "PNG"), 6),
        (encoded(PICTURE.quantize(256), "GIF"), 6),
        (cv2.imencode(".png", RGB[..., ::-1].astype(np.uint16) * 257)[1].tobytes(), 1),
        (cv2.imencode(".tiff", RGB[..., ::-1].astype(np.uint16) * 257)[1].tobytes(), 1),
        (encoded(PICTURE.convert("RGBA"), "PNG"), 0),
    ],
    ids=["png", "bmp", "tiff", "ppm", "webp", "jpeg", "progressive", "cmyk", "palette", "gif", "16", "tiff16", "alpha"],
)
def test_colours_come_through(data: bytes, tolerance: float) -> None:
    assert off(data, RGB) <= tolerance


@pytest.mark.parametrize(
    "data",
    [
        encoded(GREY, "PNG"),
        encoded(GREY.convert("LA"), "PNG"),
        encoded(Image.fromarray(np.asarray(GREY).astype(np.uint16) * 257), "PNG"),
        encoded(Image.fromarray(np.asarray(GREY).astype(np.float32) / 255), "TIFF"),
        encoded(Image.fromarray(np.asarray(GREY).astype(np.int32)), "TIFF"),
    ],
    ids=["8", "alpha", "16", "float", "32"],
)
def test_grey_is_grey_of_the_same_lightness(data: bytes) -> None:
    assert off(data, np.repeat(np.asarray(GREY)[..., None], 3, axis=2)) < 1


def test_black_and_white_is_nothing_but() -> None:
    image = decode_photograph(encoded(PICTURE.convert("1"), "PNG")).image
    assert set(np.unique(image)) == {0, 255}


def test_what_is_transparent_is_white() -> None:
    pixels = np.dstack([RGB, np.full(RGB.shape[:2], 255, np.uint8)])
    pixels[:, : WIDTH // 2, 3] = 0
    image = decode_photograph(encoded(Image.fromarray(pixels), "PNG")).image
    assert (image[:, : WIDTH // 2] == 255).all()
    assert np.array_equal(image[:, WIDTH // 2 :, ::-1], RGB[:, WIDTH // 2 :])


def test_a_palette_can_be_transparent_too() -> None:
    picture = Image.new("P", (WIDTH, HEIGHT), 1)
    picture.putpalette([255, 0, 0, 0, 0, 255])
    image = decode_photograph(encoded(picture, "PNG", transparency=1)).image
    assert (image == 255).all()


@pytest.mark.parametrize("orientation", range(1, 9))
def test_the_camera_was_held_this_way(orientation: int) -> None:
    undo = {2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}  # Pillow's number of the transposition that was done
    stored = PICTURE.transpose(Image.Transpose(undo[orientation])) if orientation > 1 else PICTURE
    exif = Image.Exif()
    exif[0x0112] = orientation
    photograph = decode_photograph(encoded(stored, "PNG", exif=exif))
    assert photograph.size == (WIDTH, HEIGHT)
    assert np.array_equal(photograph.image[..., ::-1], RGB)


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
@pytest.mark.parametrize("orientation", [1, 6])
def test_a_large_picture_is_worked_on_smaller(kind: str, orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    large = PICTURE.resize((4000, 3000))
    photograph = decode_photograph(encoded(large, kind, exif=exif))
    size = (4000, 3000) if orientation == 1 else (3000, 4000)
    assert photograph.size == size
    assert max(photograph.image.shape) == WORKING_PX
    assert photograph.scale == pytest.approx(4000 / WORKING_PX, rel=1e-3)
    corner = photograph.image[-5, -5, ::-1] if orientation == 1 else photograph.image[-5, 5, ::-1]
    assert np.abs(corner.astype(int) - RGB[-1, -1]).max() < 12


def test_points_there_and_back() -> None:
    photograph = decode_photograph(encoded(PICTURE.resize((3840, 2160)), "JPEG"))
    points = ((0.0, 0.0), (3839.0, 2159.0), (100.5, 7.25))
    there = photograph.from_original(points)
    assert there[0] == pytest.approx((-0.25, -0.25))  # the middle of a corner's pixel is nearer to the corner
    for point, back in zip(points, photograph.to_original(there), strict=True):
        assert back == pytest.approx(point)


def huge_png(width: int, height: int) -> bytes:
    """A small file that says of itself that it is a huge picture."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0" * 9)) + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "the file is empty"),
        (b"\0", "this is no picture that can be read"),
        (b"hello, I am a text\n" * 50, "this is no picture that can be read"),
        (b"\xff\xd8\xff", "this is no picture that can be read"),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n", "this is no picture that can be read"),
        (encoded(PICTURE, "PNG")[:200], "the picture is damaged or cut short"),
        (encoded(PICTURE, "JPEG")[:-900], "the picture is damaged or cut short"),
        (encoded(PICTURE, "BMP")[:-900], "the picture is damaged or cut short"),
        (
            encoded(PICTURE.resize((1, 1)), "PNG"),
            f"the picture has only 1x1 pixels; each side needs at least {LEAST_PX}",
        ),
        (encoded(PICTURE.resize((400, 20)), "PNG"), "the picture has only 400x20 pixels"),
        (huge_png(10_000, 10_000), f"the picture has more than {MOST_MEGAPIXELS} megapixels"),
        (huge_png(100_000, 100_000), f"the picture has more than {MOST_MEGAPIXELS} megapixels"),
        (huge_png(1000, 1000), "the picture is damaged or cut short"),
    ],
)
def test_what_is_no_picture(data: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.jpg"
    path.write_bytes(data)
    with pytest.raises(InputError) as error:
        load_photograph(str(path))
    assert str(error.value).startswith(f"{path}: {said}")


def test_what_is_no_file(tmp_path: Path) -> None:
    for path, why in ((tmp_path / "missing.jpg", "No such file"), (tmp_path, "directory")):
        with pytest.raises(InputError, match=why):
            load_photograph(str(path))
    with pytest.raises(InputError, match="null byte"):
        load_photograph("a\0b.jpg")


def test_a_file_one_may_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path, *_: Any) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    path = tmp_path / "secret.png"
    monkeypatch.setattr(Path, "open", refuse)  # whoever runs the tests may be allowed everything
    with pytest.raises(InputError) as error:
        load_photograph(str(path))
    assert str(error.value) == f"{path}: cannot be read: Permission denied"


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no such device here")
def test_a_file_that_never_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.photograph.MOST_MEGABYTES", 1)
    with pytest.raises(InputError, match="larger than 1 MB"):
        load_photograph("/dev/zero")


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP", "PPM"])
def test_damaged_bytes_give_a_picture_or_a_sentence(kind: str) -> None:
    rng = random.Random(f"damaged {kind}")
    whole = encoded(PICTURE, kind)
    pictures = 0
    for _ in range(120):
        data = bytearray(whole)
        for _ in range(rng.randint(1, 8)):
            data[rng.randrange(min(len(data), 400) if rng.random() < 0.7 else len(data))] = rng.randrange(256)
        if rng.random() < 0.3:
            data = data[: rng.randrange(len(data))]
        try:
            image = decode_photograph(bytes(data)).image
        except InputError as error:
            assert str(error)
        else:
            pictures += 1
            assert image.dtype == np.uint8
            assert image.ndim == 3
    assert pictures < 120


def test_a_picture_is_written_as_its_name_says(tmp_path: Path) -> None:
    for name, start in (("a.png", b"\x89PNG"), ("a.JPG", b"\xff\xd8")):
        write_photograph(str(tmp_path / name), np.ascontiguousarray(RGB[..., ::-1]))
        assert (tmp_path / name).read_bytes().startswith(start)
    with pytest.raises(InputError, match="the name of a picture ends in"):
        write_photograph(str(tmp_path / "a.tiff"), RGB)
    with pytest.raises(InputError, match="cannot be written"):
        write_photograph(str(tmp_path / "nowhere" / "a.png"), RGB)
