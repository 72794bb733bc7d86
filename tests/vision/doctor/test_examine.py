"""The whole examination: a good table is good to play, of a bad one it is said what to improve first."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from benchmarks.spoiling import blurred, exposed, mirrored
from calibration.camera import Camera
from tests.vision.doctor.tables import SET, SETTINGS, picture, place_px, pose
from vision.board.find import NoBoard
from vision.doctor import examine as module
from vision.doctor.examine import examine, spread
from vision.doctor.report import Aspect, Report
from vision.doctor.seen import Seen
from vision.families import measuring_of
from vision.found_board import FoundBoard
from vision.tactori.reading import Doubt
from vision.tactori.scan import read_photograph
from words.language import LANGUAGES, say
from words.message import InputError, message

BEHIND_HIGH_STACKS = "9 a2:RRRR b2:BBBB c2:RRRR d2:BBBB a3:Y"


@cache
def good() -> Report:
    return examine([picture()], SET)


@cache
def dark() -> Report:
    """With a lamp that is mirrored beside a tower."""
    return examine([exposed(mirrored(picture(), 1.0, place_px("b2"), 10.0), 0.03)], SET)


def test_a_good_table_is_good_to_play() -> None:
    report = good()
    assert report.good
    assert say(report.verdict, "en") == "Good to play."
    assert report.to_improve == ()
    assert [finding.aspect for finding in report.aspects] == list(Aspect)
    assert report.score >= 80
    assert report.found is not None
    assert report.found.board == 9
    assert report.size == (960, 540)


def test_what_one_picture_cannot_show_is_not_judged() -> None:
    assert good().of(Aspect.STILLNESS).score is None
    assert good().of(Aspect.READING).measures["unsure"] == 0


def test_the_worst_is_to_be_improved_first() -> None:
    report = dark()
    assert not report.good
    assert [finding.aspect for finding in report.to_improve][:2] == [Aspect.LIGHT, Aspect.GLARE]
    assert report.of(Aspect.GLARE).fields == ("b2",)
    assert say(report.verdict, "en").startswith("To be improved first: light")


def test_the_middle_one_of_several_pictures_counts() -> None:
    frames = [picture(frame=frame) for frame in range(3)]
    frames[1] = blurred(frames[1], 4.0)
    report = examine(frames, SET)
    assert report.frames == 3
    assert report.of(Aspect.FOCUS).good


def test_without_anything_known() -> None:
    assert examine([picture()]).good


def test_no_board() -> None:
    table = np.full((540, 960, 3), (60, 90, 120), np.uint8)
    report = examine([table], SET)
    assert report.found is None
    board = report.of(Aspect.BOARD)
    assert (board.score, [advice.key for advice in board.advice]) == (0, ["doctor.board.look"])
    assert report.of(Aspect.LIGHT).score is not None
    assert [report.of(aspect).score for aspect in (Aspect.ANGLE, Aspect.SIZE, Aspect.COLOUR)] == [None] * 3


@pytest.mark.parametrize(("side", "words"), [("left", "on the left"), ("lower", "at the bottom")])
def test_a_board_that_is_cut_off(side: str, words: str) -> None:
    u, v = np.array(pose().project(np.array([[x, y, 0.0] for x in (-150, 150) for y in (-150, 150)]))).T
    cut = {
        "left": np.s_[:, int(u.min() + 0.3 * np.ptp(u)) :],
        "lower": np.s_[: int(v.max() - 0.25 * np.ptp(v))],
    }[side]
    report = examine([np.ascontiguousarray(picture(position="9")[cut])], SET)
    board = report.of(Aspect.BOARD)
    assert board.score == 0
    assert [advice.key for advice in board.advice] == ["doctor.board.cut_off"]
    assert words in say(board.advice[0], "en")
    assert len(board.places_px) == 1


def test_a_board_whose_fields_are_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable(*_args: object, **_more: object) -> None:
        raise NoBoard("fields")

    corners = tuple((float(u), float(v)) for u, v in good().found.corners_px)
    seeing = replace(measuring_of(None), look=unreadable)
    monkeypatch.setattr(module, "measuring_of", lambda game: seeing)
    monkeypatch.setattr(module, "find_board", lambda *_args: FoundBoard(None, pose(), corners, 0.0))
    report = examine([picture()], SET)
    assert [advice.key for advice in report.of(Aspect.BOARD).advice] == ["doctor.board.fields"]
    assert report.of(Aspect.ANGLE).good
    assert report.of(Aspect.READING).score is None


def test_something_covers_the_board() -> None:
    image = picture().copy()
    corners = [place_px(field) for field in ("b1", "h1", "h7", "b7")]
    cv2.fillPoly(image, [np.round(corners).astype(np.int32)], (200, 60, 160))
    reading = examine([image], SET).of(Aspect.READING)
    assert [advice.key for advice in reading.advice] == ["doctor.reading.covered"]
    assert "e4" in reading.fields


def test_one_doubt_is_enough_not_to_say_that_all_is_ready() -> None:
    """A field behind high stacks hardly spoils a picture; it is named all the same, with what to do."""
    report = examine([picture(position=BEHIND_HIGH_STACKS)], SET)
    reading = report.of(Aspect.READING)
    assert 0 < reading.measures["unsure"] < SETTINGS.unsure_share[0]
    assert reading.score == SETTINGS.advise_below - 1
    assert [finding.aspect for finding in report.to_improve] == [Aspect.READING]
    assert not report.good
    assert report.verdict.key == "doctor.unsure"
    for language in LANGUAGES:
        said = " ".join(say(advice, language) for advice in reading.advice)
        assert reading.fields and all(field in said for field in reading.fields[:5])
    assert len(reading.places_px) == len(reading.fields)


def test_a_stick_in_doubt_is_named() -> None:
    seen = Seen(picture(), good().found, SET)
    scan = read_photograph(picture(), SET)
    doubted = replace(scan, unsure=(Doubt("c3-e3", message("doubt.along")),))
    finding = module.judge_reading(doubted, seen, SETTINGS)
    assert [advice.key for advice in finding.advice] == ["doctor.reading.sticks"]
    assert "c3-e3" in say(finding.advice[0], "en")
    assert (finding.score, finding.measures["sticks_unsure"]) == (SETTINGS.advise_below - 1, 1.0)


def test_a_film_that_trembles_and_one_that_is_moved() -> None:
    frames = [picture(frame=frame) for frame in range(3)]
    for way_px, key in ((5.0, "doctor.stillness.trembles"), (60.0, "doctor.stillness.moves")):
        way = np.array([[1, 0, way_px], [0, 1, 0]], dtype=np.float32)
        last = cv2.warpAffine(frames[2], way, (960, 540), borderMode=cv2.BORDER_REPLICATE)
        report = examine([frames[0], frames[1], last], SET)
        assert [advice.key for finding in report.to_improve for advice in finding.advice] == [key]


def test_there_must_be_a_picture() -> None:
    with pytest.raises(InputError, match="no picture"):
        examine([])


def test_the_camera_of_another_picture_is_refused() -> None:
    with pytest.raises(InputError):
        examine([picture()], SET, Camera.simple(600.0, (640, 640)))


def test_pictures_of_another_size_are_left_out() -> None:
    report = examine([cv2.resize(picture(), (640, 360)), picture(), picture(frame=1)], SET)
    assert report.frames == 2


@pytest.mark.parametrize(
    ("count", "numbers"), [(1, [0]), (5, [0, 1, 2, 3, 4]), (9, [0, 2, 4, 6, 8]), (60, [0, 15, 30, 44, 59])]
)
def test_frames_are_spread_evenly(count: int, numbers: list[int]) -> None:
    assert spread(count, 5) == numbers


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_as_json(language: str) -> None:
    said = dark().to_json(language)
    assert list(said) == ["good", "score", "verdict", "improve", "board", "corners", "size", "frames", "aspects"]
    assert not said["good"]
    assert "light" in said["improve"]
    light = next(aspect for aspect in said["aspects"] if aspect["aspect"] == "light")
    assert light["score"] < 80
    assert light["measures"]["wood_light"] == pytest.approx(0.021, abs=0.004)
    assert all(sentence.endswith(".") for aspect in said["aspects"] for sentence in aspect["advice"])
    assert not any("{" in aspect["seen"] for aspect in said["aspects"])
