"""The table and the diagram of probabilities."""

from pathlib import Path

import cv2
import pytest

from benchmarks.reliability import diagram, main, ranges


def test_claims_are_counted_by_what_was_said_of_them() -> None:
    made = ranges([(0.6, True), (0.6, False), (0.92, True), (0.995, True), (1.0, True)])
    assert [(each.low, each.high, each.count) for each in made] == [(0.5, 0.75, 2), (0.9, 0.95, 1), (0.99, 1.0, 2)]
    assert made[0].said == pytest.approx(0.6) and made[0].right == 0.5


def test_a_bar_is_as_high_as_what_was_right() -> None:
    image = diagram(ranges([(0.6, True), (0.6, False), (0.995, True)]))
    blue = (image[:, :, 0].astype(int) - image[:, :, 2] > 60).sum(axis=0)
    heights = sorted({int(each) for each in blue if each > 50})
    assert heights[-1] == pytest.approx(2 * heights[0], rel=0.05)


def test_the_samples_are_read_and_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    samples = Path(__file__).parents[2] / "sample_images"
    (tmp_path / "one").mkdir()
    for suffix in (".jpg", ".json"):
        (tmp_path / "one" / f"closed_rectangle{suffix}").write_bytes(
            (samples / f"closed_rectangle{suffix}").read_bytes()
        )
    assert main([str(tmp_path / "one"), "--known-camera", "-o", str(tmp_path / "made.png")]) == 0
    said = capsys.readouterr().out
    assert "claims of 99 % and more" in said
    assert cv2.imread(str(tmp_path / "made.png")) is not None


def test_without_photographs_it_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 2
    assert str(tmp_path) in capsys.readouterr().err
