"""The sample images of Anti-Blok: there, listed, with their truth, and read as it says."""

import json
from pathlib import Path

import cv2
import pytest

import simulator
from referee.antiblok.position import Position
from referee.antiblok.text import parse_text
from simulator.flat.samples import SAMPLES, Sample, contents, make_sample
from vision.flat.cards import read_cards

FOLDER = Path(simulator.__file__).parent.parent / "sample_images" / "antiblok"


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_each_picture_has_its_truth_and_is_read(sample: Sample) -> None:
    truth = json.loads((FOLDER / f"{sample.name}.json").read_text())
    position = parse_text(sample.position, "antiblok")
    assert Position.from_json(truth) == position
    assert truth["die"] == sample.thrown
    reading = read_cards(cv2.imread(str(FOLDER / f"{sample.name}.jpg")))
    sure = [at for at in position.cards if at not in reading.doubtful]
    assert {at: reading.cards[at] for at in sure} == {at: position.cards[at] for at in sure}
    assert len(sure) == 25 or sample.hand


def test_the_page_lists_them() -> None:
    assert (FOLDER / "README.md").read_text() == contents()
    named = {path.stem for path in FOLDER.glob("*.jpg")}
    assert named == {path.stem for path in FOLDER.glob("*.json")} == {sample.name for sample in SAMPLES}


def test_making_one_again_gives_the_same_truth(tmp_path: Path) -> None:
    make_sample(SAMPLES[1], tmp_path, 2)
    name = SAMPLES[1].name
    assert (tmp_path / f"{name}.json").read_text() == (FOLDER / f"{name}.json").read_text()
