"""The pictures of the stages: one for each, small enough for a page, and the documentation has them all."""

import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from docs.tools.stages import main

ROOT = Path(__file__).parents[2]
STAGES = ["map", "straightened", "board", "top-view", "colours", "labels", "explained", "doubt", "overlay"]
LARGEST_BYTES = 80_000


def test_every_stage_of_a_photograph(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(ROOT / "sample_images" / "closed_rectangle.jpg"), "-o", str(tmp_path / "new")]) == 0
    written = [Path(line) for line in capsys.readouterr().out.splitlines()]
    assert [path.name for path in written] == [f"{i}-{name}.jpg" for i, name in enumerate(STAGES, 1)]
    for path in written:
        picture = cv2.imread(str(path))
        assert picture is not None
        assert picture.shape[1] <= 800
        assert np.unique(picture.reshape(-1, 3), axis=0).shape[0] > 20
        assert path.stat().st_size < LARGEST_BYTES


def test_a_picture_without_a_board_shows_how_it_was_looked_for(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    cv2.imwrite(str(tmp_path / "noise.png"), rng.integers(90, 110, (360, 640, 3), dtype=np.uint8))
    assert main([str(tmp_path / "noise.png"), "-o", str(tmp_path / "out")]) == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["1-map.jpg", "2-straightened.jpg"]


def test_bad_input_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "missing.jpg"), "-o", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "missing.jpg" in said


def test_the_documentation_shows_every_stage() -> None:
    shown = re.findall(r"\(pictures/\d-([\w-]+)\.jpg\)", (ROOT / "docs" / "vision.md").read_text())
    assert shown == STAGES
    for path in (ROOT / "docs" / "pictures").iterdir():
        assert path.stat().st_size < LARGEST_BYTES, path.name
