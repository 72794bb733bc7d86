"""Calibrations on disk: every error names its file."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from calibration.camera import Camera
from calibration.colours import ColourReferences
from calibration.files import load_camera, load_colours, load_set
from calibration.physical_set import PhysicalSet
from words.message import InputError

KINDS = [
    (load_set, PhysicalSet.from_json(PhysicalSet.in_proportion(30.0).to_json())),
    (load_camera, Camera.simple(1000.0, (1280, 720), -0.1)),
    (load_colours, ColourReferences.generic()),
]


@pytest.mark.parametrize(("load", "made"), KINDS)
def test_what_was_written_is_read(load: Callable[[str], Any], made: Any, tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    path.write_text(json.dumps(made.to_json()))
    assert load(str(path)) == made


@pytest.mark.parametrize(("load", "made"), KINDS)
@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"pitch_9": NaN}', "\0", '{"size": 1, "size": 2}'])
def test_nonsense_is_one_sentence_with_the_file(
    load: Callable[[str], Any], made: Any, text: str, tmp_path: Path
) -> None:
    path = tmp_path / "broken.json"
    path.write_text(text)
    with pytest.raises(InputError) as error:
        load(str(path))
    assert str(error.value).startswith(f"{path}: ")


@pytest.mark.parametrize(("load", "made"), KINDS)
def test_files_that_are_none(load: Callable[[str], Any], made: Any, tmp_path: Path) -> None:
    (tmp_path / "latin").write_bytes(b"\xff\xfe\xfa")
    for name in ("missing.json", "", "latin"):
        with pytest.raises(InputError):
            load(str(tmp_path / name))
