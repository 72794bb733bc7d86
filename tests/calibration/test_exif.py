"""What photographs note about their camera: used with its error, refused where it says too little."""

import io
import random
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from PIL.ExifTags import IFD, Base
from PIL.TiffImagePlugin import IFDRational

from calibration.exif import camera_from_exif, camera_name
from calibration.measured import MeasuredCamera
from calibration.refused import Refused
from words.message import InputError

SIZE = (400, 300)


def photograph(folder: Path, notes: dict[int, Any], size: tuple[int, int] = SIZE, kind: str = "JPEG") -> str:
    exif = Image.Exif()
    main = (Base.Orientation, Base.Make, Base.Model)
    for tag, value in {Base.Orientation: 1, **notes}.items():
        (exif if tag in main else exif.get_ifd(IFD.Exif))[tag] = value
    path = folder / f"photo.{kind.lower()}"
    Image.new("RGB", size, "grey").save(path, kind, exif=exif)
    return str(path)


def test_the_equivalent_focal_length(tmp_path: Path) -> None:
    found = camera_from_exif(photograph(tmp_path, {Base.FocalLengthIn35mmFilm: 28}))
    # 28 mm before a film of 43.27 mm diagonal; 500 pixels are the diagonal here.
    assert found.camera.fx == found.camera.fy == pytest.approx(28 / 43.267 * 500, rel=1e-3)
    assert (found.camera.cx, found.camera.cy) == (200, 150)
    assert found.camera.size == SIZE
    assert found.camera.dist == (0, 0, 0, 0)
    assert found.way == "exif"
    assert 0.04 <= found.focal_error < 0.05
    assert found.views == 0
    assert MeasuredCamera.from_json(found.to_json()).way == "exif"


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_other_kinds_of_files(tmp_path: Path, kind: str) -> None:
    found = camera_from_exif(photograph(tmp_path, {Base.FocalLengthIn35mmFilm: 28}, kind=kind))
    assert found.camera.fx == pytest.approx(323.6, rel=1e-3)


@pytest.mark.parametrize(("orientation", "size"), [(1, (400, 300)), (3, (400, 300)), (6, (300, 400)), (8, (300, 400))])
def test_the_camera_was_held_this_way(tmp_path: Path, orientation: int, size: tuple[int, int]) -> None:
    path = photograph(tmp_path, {Base.FocalLengthIn35mmFilm: 28, Base.Orientation: orientation})
    found = camera_from_exif(path)
    assert found.camera.size == size
    assert found.camera.fx == pytest.approx(323.6, rel=1e-3)
    assert (found.camera.cx, found.camera.cy) == (size[0] / 2, size[1] / 2)


def test_a_wide_picture_is_known_less_well(tmp_path: Path) -> None:
    """Cut from a 4:3 sensor, whose diagonal may be the one that was counted."""
    found = camera_from_exif(photograph(tmp_path, {Base.FocalLengthIn35mmFilm: 28}, (640, 360)))
    low, high = 28 / 43.267 * 734.3, 28 / 43.267 * 800
    assert low < found.camera.fx < high
    assert found.focal_error > 0.055


@pytest.mark.parametrize(("unit", "resolution"), [(2, 2540.0), (3, 1000.0), (4, 100.0)])
def test_the_resolution_of_the_sensor(tmp_path: Path, unit: int, resolution: float) -> None:
    notes = {
        Base.FocalLength: IFDRational(4, 1),
        Base.FocalPlaneXResolution: IFDRational(int(resolution * 10), 10),
        Base.FocalPlaneResolutionUnit: unit,
    }
    assert camera_from_exif(photograph(tmp_path, notes)).camera.fx == pytest.approx(400)


def test_a_picture_made_smaller_keeps_its_angle(tmp_path: Path) -> None:
    """The camera took 4000x3000; what the sensor's resolution counts are pixels of that."""
    taken = {Base.ExifImageWidth: 4000, Base.ExifImageHeight: 3000}
    notes = {Base.FocalLength: IFDRational(4, 1), Base.FocalPlaneXResolution: 25400.0, **taken}
    assert camera_from_exif(photograph(tmp_path, notes)).camera.fx == pytest.approx(400)
    notes = {Base.FocalLengthIn35mmFilm: 28, **taken}
    assert camera_from_exif(photograph(tmp_path, notes)).camera.fx == pytest.approx(323.6, rel=1e-3)


@pytest.mark.parametrize(
    ("notes", "said"),
    [
        ({}, "does not note"),
        ({Base.Make: "Nobody"}, "does not note"),
        ({Base.FocalLength: IFDRational(4, 1)}, "does not note"),
        ({Base.FocalLengthIn35mmFilm: 0}, "does not note"),
        ({Base.FocalLengthIn35mmFilm: 65535}, "does not note"),
        ({Base.FocalLength: IFDRational(4, 0), Base.FocalPlaneXResolution: IFDRational(0, 0)}, "does not note"),
        ({Base.FocalLength: IFDRational(4, 1), Base.FocalPlaneXResolution: 3.0}, "does not note"),
        ({Base.FocalLengthIn35mmFilm: 28, Base.DigitalZoomRatio: IFDRational(2, 1)}, "digital zoom"),
        ({Base.FocalLengthIn35mmFilm: 28, Base.ExifImageWidth: 4000, Base.ExifImageHeight: 2250}, "cut off"),
    ],
)
def test_what_is_refused(tmp_path: Path, notes: dict[int, Any], said: str) -> None:
    path = photograph(tmp_path, notes)
    with pytest.raises(Refused, match=said) as refused:
        camera_from_exif(path)
    assert refused.value.advice is not None
    assert refused.value.place == path


def test_no_zoom_is_no_zoom(tmp_path: Path) -> None:
    for ratio in (IFDRational(1, 1), IFDRational(0, 1), IFDRational(0, 0)):
        path = photograph(tmp_path, {Base.FocalLengthIn35mmFilm: 28, Base.DigitalZoomRatio: ratio})
        assert camera_from_exif(path).camera.fx == pytest.approx(323.6, rel=1e-3)


@pytest.mark.parametrize("data", [b"", b"hello", b"\xff\xd8\xff\xe1", b"\x89PNG\r\n\x1a\n"])
def test_what_is_no_picture(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(data)
    with pytest.raises(InputError, match="no picture that can be read") as error:
        camera_from_exif(str(path))
    assert not isinstance(error.value, Refused)


def test_what_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        camera_from_exif(str(tmp_path / "missing.jpg"))
    with pytest.raises(InputError, match="directory"):
        camera_from_exif(str(tmp_path))
    with pytest.raises(InputError):
        camera_from_exif("a\0b.jpg")


def test_damaged_notes_never_do_worse_than_a_sentence(tmp_path: Path) -> None:
    whole = Path(photograph(tmp_path, {Base.FocalLengthIn35mmFilm: 28, Base.Make: "A", Base.Model: "B"})).read_bytes()
    rng = random.Random(5)
    for number in range(300):
        data = bytearray(whole[: rng.choice([len(whole), rng.randrange(20, 400)])])
        for _ in range(rng.randrange(1, 8)):
            data[rng.randrange(4, min(len(data), 260))] = rng.randrange(256)
        path = tmp_path / f"damaged{number % 3}.jpg"
        path.write_bytes(bytes(data))
        try:
            found = camera_from_exif(str(path))
            assert found.camera.fx > 0
            camera_name(str(path))
        except InputError as error:
            assert str(error).startswith(str(path))


def test_a_huge_png_is_not_decoded_to_look_for_notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    buffer = io.BytesIO()
    Image.new("1", (9000, 9000)).save(buffer, "PNG")
    path = tmp_path / "huge.png"
    path.write_bytes(buffer.getvalue())

    def never(*_: Any) -> None:
        raise AssertionError("decoded")

    monkeypatch.setattr("PIL.PngImagePlugin.PngImageFile.load", never)
    with pytest.raises(Refused, match="does not note"):
        camera_from_exif(str(path))


@pytest.mark.parametrize(
    ("make", "model", "name"),
    [
        ("Canon", "Canon EOS 80D", "Canon EOS 80D"),
        ("Apple", "iPhone 12", "Apple iPhone 12"),
        (None, "X", "X"),
        (None, None, None),
    ],
)
def test_how_the_camera_calls_itself(tmp_path: Path, make: str | None, model: str | None, name: str | None) -> None:
    notes = {tag: value for tag, value in ((Base.Make, make), (Base.Model, model)) if value}
    assert camera_name(photograph(tmp_path, notes)) == name
