"""The sample images: all there, small, varied, and with the truth beside them."""

import json
from pathlib import Path

import numpy as np
import pytest

import simulator
from calibration.camera import Camera
from calibration.physical_set import PhysicalSet
from referee.tactori.bridges import judge_bridges
from referee.tactori.position import Position
from referee.tactori.rules import rule_book
from referee.tactori.text import parse_text
from simulator.tactori.samples import SAMPLES, SETS, Sample, contents, make_sample
from simulator.tactori.solids import stick_ends_mm

FOLDER = Path(simulator.__file__).parent.parent / "sample_images"


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_each_picture_has_its_truth(sample: Sample) -> None:
    picture, truth = FOLDER / f"{sample.name}.jpg", json.loads((FOLDER / f"{sample.name}.json").read_text())
    assert picture.stat().st_size < 120_000
    assert Position.from_json(truth) == parse_text(sample.position)
    PhysicalSet.from_json(truth["set"])
    width, height = Camera.from_json(truth["camera"]).size
    corners = np.array(truth["corners"])
    assert ((corners > 0) & (corners < (width, height))).all()


def test_they_are_varied() -> None:
    positions = [parse_text(sample.position) for sample in SAMPLES]
    assert len(SAMPLES) >= 12
    assert {position.board for position in positions} == {5, 9}
    assert {sample.style for sample in SAMPLES} == {"dots", "rings", "squares", "lines"}
    assert {sample.light for sample in SAMPLES} == {"soft", "hard", "dim"}
    assert {len(stack) for position in positions for stack in position.towers.values()} == {1, 2, 3, 4, 5}
    broken = set()
    for position in positions:
        rules = rule_book("free" if position.board == 5 else "taktori")
        broken |= {finding.rule for finding in judge_bridges(position, rules).violations}
    assert {"bridge.level", "bridge.straight", "bridge.supported"} <= broken


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_every_stick_is_long_enough(sample: Sample) -> None:
    position, physical_set = parse_text(sample.position), SETS[sample.set]
    for stick in position.sticks:
        a, b = stick_ends_mm(stick, False, position.board, physical_set)
        apart = float(np.hypot(*(b - a)[:2]))
        rise = float(abs(b - a)[2])
        reach = (physical_set.stick_length**2 - rise**2) ** 0.5
        # Each end has to come to lie somewhere within its tower.
        assert reach >= apart - physical_set.tower_width, stick


def test_the_page_lists_them() -> None:
    assert (FOLDER / "README.md").read_text() == contents()
    named = {path.stem for path in FOLDER.glob("*.jpg")}
    assert named == {path.stem for path in FOLDER.glob("*.json")} == {sample.name for sample in SAMPLES}


def test_making_one_again_gives_the_same_truth(tmp_path: Path) -> None:
    make_sample(SAMPLES[2], tmp_path, 3)
    name = SAMPLES[2].name
    assert (tmp_path / f"{name}.json").read_text() == (FOLDER / f"{name}.json").read_text()
    assert abs((tmp_path / f"{name}.jpg").stat().st_size - (FOLDER / f"{name}.jpg").stat().st_size) < 2000
