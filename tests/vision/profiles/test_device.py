"""What a photograph says it was taken with, whatever its notes contain."""

import io

import pytest
from PIL import Image
from PIL.ExifTags import Base

from vision.profiles.device import device_of


def noted(kind: str = "JPEG", **notes: object) -> bytes:
    exif = Image.Exif()
    for name, value in notes.items():
        exif[Base[name]] = value
    made = io.BytesIO()
    Image.new("RGB", (16, 16)).save(made, kind, **({"exif": exif} if notes else {}))
    return made.getvalue()


@pytest.mark.parametrize(
    ("maker", "model", "said"),
    [
        ("Maker", "Phone 7", "Maker Phone 7"),
        ("Maker", "Maker Phone 7", "Maker Phone 7"),
        ("", "Phone 7", "Phone 7"),
        ("Maker", "", "Maker"),
        ("MAKER", "Maker 7", "Maker 7"),
        ("Maker\0", " Phone\n7\0\0", "Maker Phone7"),
    ],
)
@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_maker_and_model(kind: str, maker: str, model: str, said: str | None) -> None:
    assert device_of(noted(kind, Make=maker, Model=model)) == said


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "BMP"])
def test_no_notes(kind: str) -> None:
    assert device_of(noted(kind)) is None


def test_damaged_files_say_nothing() -> None:
    whole = noted(Make="Maker", Model="Phone 7")
    for data in (b"", b"no picture", whole[:40], whole.replace(b"Exif", b"Exix")):
        assert device_of(data) is None
