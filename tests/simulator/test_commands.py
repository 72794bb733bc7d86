"""The command `simulate`: a picture and its truth, or one sentence."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from running import Runner

from calibration.camera import Camera
from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from referee.tactori.position import Position
from referee.tactori.text import parse_text
from simulator.viewpoint import corners_mm

BRIDGE = "9 c3:RRB e3:RB R:c3-e3@1"
SMALL = ("--size", "320x200")


def test_a_picture_and_its_truth(run: Runner, tmp_path: Path) -> None:
    picture, truth = tmp_path / "made.png", tmp_path / "made.json"
    ran = run("simulate", BRIDGE, "-o", str(picture), "--truth", str(truth), *SMALL, "--turned", "-12")
    assert (ran.code, ran.err) == (0, "")
    assert str(picture) in ran.out
    assert cv2.imread(str(picture)).shape == (200, 320, 3)
    said = json.loads(truth.read_text())
    assert Position.from_json(said) == parse_text(BRIDGE)
    assert said["image"] == "made.png"
    made = PhysicalSet.from_json(said["set"])
    viewpoint = Pose(Camera.from_json(said["camera"]), tuple(said["pose"]["rvec"]), tuple(said["pose"]["tvec"]))
    assert np.allclose(viewpoint.project(corners_mm(made)), said["corners"], atol=0.05)


def test_a_position_from_a_file_and_a_jpeg(run: Runner, tmp_path: Path) -> None:
    (tmp_path / "position.json").write_text(json.dumps(parse_text(BRIDGE).to_json()))
    picture = tmp_path / "made.JPG"
    ran = run("simulate", str(tmp_path / "position.json"), "-o", str(picture), *SMALL, "--light", "dim")
    assert ran.code == 0
    assert picture.read_bytes().startswith(b"\xff\xd8")


CARDS = " / ".join(["RBYG GRBY YGRB BYGR RBYG"] * 5) + " | b2+R"


def test_a_board_of_cards_and_its_truth(run: Runner, tmp_path: Path) -> None:
    picture, truth = tmp_path / "made.png", tmp_path / "made.json"
    words = ["--game", "antiblok", "--thrown", "S", "--truth", str(truth), "--style", "squares", *SMALL]
    ran = run("simulate", CARDS, "-o", str(picture), *words)
    assert (ran.code, ran.err) == (0, "")
    assert cv2.imread(str(picture)).shape == (200, 320, 3)
    said = json.loads(truth.read_text())
    assert (said["game"], said["die"], said["blocks"]) == ("antiblok", "S", {"b2+": "R"})
    assert said["cards"]["b1"] == "GRBY"
    assert said["visible_px"].keys() == {*said["cards"], "b2+"}
    viewpoint = Pose(Camera.from_json(said["camera"]), tuple(said["pose"]["rvec"]), tuple(said["pose"]["tvec"]))
    half = 2.5 * said["set"]["pitch"]
    corners = np.array([(-half, -half, 0.0), (half, -half, 0.0), (half, half, 0.0), (-half, half, 0.0)])
    assert np.allclose(viewpoint.project(corners), said["corners"], atol=0.05)
    # The position says itself of which game it is.
    again = run("simulate", str(truth), "-o", str(tmp_path / "again.png"), *words[2:])
    assert again.code == 0
    assert (tmp_path / "again.png").read_bytes() == picture.read_bytes()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([CARDS, "--game", "chess9"], "chess9"),
        ([CARDS, "--game", "antiblok", "--thrown", "L9"], "L1, L2, R1, R2, S, X"),
        ([CARDS, "--game", "taktori"], "RBYG"),
        ([BRIDGE, "--game", "antiblok"], "9 c3"),
    ],
)
def test_of_which_game_is_said_wrongly(run: Runner, tmp_path: Path, words: list[str], said: str) -> None:
    ran = run("simulate", *words, "-o", str(tmp_path / "a.png"), *SMALL)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert said in ran.err


def test_the_seed_decides(run: Runner, tmp_path: Path) -> None:
    made = []
    for i, seed in enumerate((5, 5, 6)):
        run("simulate", BRIDGE, "-o", str(tmp_path / f"{i}.png"), "--seed", str(seed), *SMALL)
        made.append((tmp_path / f"{i}.png").read_bytes())
    assert made[0] == made[1] != made[2]


def test_the_set_and_the_camera_are_those_of_the_files(run: Runner, tmp_path: Path) -> None:
    (tmp_path / "set.json").write_text(json.dumps({"pitch_9": 25.0}))
    (tmp_path / "camera.json").write_text(json.dumps(Camera.simple(700.0, (640, 400), -0.1).to_json()))
    words = ["--set", str(tmp_path / "set.json"), "--camera", str(tmp_path / "camera.json"), *SMALL]
    ran = run("simulate", BRIDGE, "-o", str(tmp_path / "a.png"), "--truth", str(tmp_path / "a.json"), *words)
    assert ran.code == 0
    said = json.loads((tmp_path / "a.json").read_text())
    assert said["set"]["pitch_9"] == 25.0
    assert said["camera"]["matrix"][0][0] == 350.0
    assert said["camera"]["dist"][0] == -0.1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-o", "a.gif"], "a.gif: the name of a picture ends in .png, .jpg, .jpeg"),
        (["-o", "nowhere/a.png"], "nowhere/a.png: cannot be written: No such file or directory"),
        (["-o", "a.png", "--truth", "nowhere/a.json"], "nowhere/a.json: cannot be written"),
        (["-o", "a.png", "--size", "big"], "--size is WIDTHxHEIGHT"),
        (["-o", "a.png", "--size", "99999x99999"], "each side between 160 and 2560, not 99999x99999"),
        (["-o", "a.png", "--elevation", "5"], "--elevation lies between 15 and 90, not at 5"),
        (["-o", "a.png", "--elevation", "nan"], "--elevation lies between 15 and 90, not at nan"),
        (["-o", "a.png", "--turned", "60"], "--turned lies between -44 and 44, not at 60"),
        (["-o", "a.png", "--seed", "x"], "--seed lies between 0 and 999999999, not at x"),
        (["-o", "a.png", "--style", "stars"], "--style cannot be stars; it can be dots, rings, squares, lines"),
        (["-o", "a.png", "--light", "disco"], "--light cannot be disco; it can be soft, hard, dim"),
        (["-o", "a.png", "--set", "missing.json"], "missing.json: cannot be read"),
        (["-o", "a.png", "--camera", "missing.json"], "missing.json: cannot be read"),
        ([], "-o"),
    ],
)
def test_bad_input_is_one_sentence(
    run: Runner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    size = [] if "--size" in words else list(SMALL)
    ran = run("simulate", BRIDGE, *words, *size)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert said in ran.err


@pytest.mark.parametrize("position", ["7 a1:R", "nothing", "9 c3:X", "9 Y:a1@1-c1@999999999", "5 a1:" + "R" * 41])
def test_what_is_no_position_or_cannot_be_drawn(run: Runner, tmp_path: Path, position: str) -> None:
    ran = run("simulate", position, "-o", str(tmp_path / "a.png"), *SMALL)
    assert (ran.code, ran.err.count("\n")) == (2, 1)


def test_a_camera_for_pictures_of_another_shape(run: Runner, tmp_path: Path) -> None:
    camera: dict[str, Any] = Camera.simple(700.0, (640, 480)).to_json()
    (tmp_path / "camera.json").write_text(json.dumps(camera))
    ran = run("simulate", BRIDGE, "-o", str(tmp_path / "a.png"), "--camera", str(tmp_path / "camera.json"), *SMALL)
    assert ran.code == 2
    assert "640x480" in ran.err
