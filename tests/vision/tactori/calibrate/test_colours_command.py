"""The command `calibrate colours`: pictures in, a table for people, a file and a picture out."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from running import Runner

from calibration.colours import GENERIC, ColourReferences, Wood
from calibration.files import load_colours
from calibration.profiles import ProfileFolder
from tests.vision.tactori.calibrate.painted import EMPTY, GAME, board
from tests.vision.tactori.pictures import SET
from vision.tactori.calibrate.colours_picture import draw_colours, shown
from words.language import LANGUAGES

TWO = "9 c3:RB e5:B g7:R"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRAUFSICHT_HOME", str(tmp_path / "home"))


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pictures")
    for name, text in (("game", GAME), ("two", TWO), ("empty", EMPTY)):
        cv2.imwrite(str(folder / f"{name}.png"), board(text).image)
    cv2.imwrite(str(folder / "nothing.png"), np.full((360, 640, 3), 120, np.uint8))
    (folder / "set.json").write_text(json.dumps(SET.to_json()))
    return folder


def test_a_picture_of_a_game(run: Runner, pictures: Path, tmp_path: Path) -> None:
    file, drawn = tmp_path / "colours.json", tmp_path / "paints.png"
    ran = run("calibrate", "colours", str(pictures / "game.png"), "--set", str(pictures / "set.json"),
              "-o", str(file), "--profile", "kitchen", "--picture", str(drawn))  # fmt: skip
    assert (ran.code, ran.err) == (0, "")
    for word in ("red", "blue", "yellow", "green", "wood", str(file), "kitchen", str(drawn)):
        assert word in ran.out
    kept = load_colours(str(file))
    assert kept.measured == ("R", "B", "Y", "G")
    assert kept.wood is not None
    assert ProfileFolder.of_user().load("kitchen").colours == kept
    assert cv2.imread(str(drawn)) is not None


def test_one_object_for_programs(run: Runner, pictures: Path) -> None:
    words = (str(pictures / "game.png"), str(pictures / "two.png"), "--json")
    ran = run("calibrate", "colours", *words)
    (said,) = ran.json()
    assert (ran.code, ran.err) == (0, "")
    assert said["measured"] == ["R", "B", "Y", "G"]
    assert (said["pictures"], said["boards"]) == (2, 2)
    assert ColourReferences.from_json(said["colours"]).measured == ("R", "B", "Y", "G")
    assert len(said["separations"]) == 10
    assert said["findings"] == []
    assert all(share > 0 for share in said["shares"].values())


def test_what_is_not_kept_is_said(run: Runner, pictures: Path) -> None:
    ran = run("calibrate", "colours", str(pictures / "two.png"))
    assert ran.code == 0
    assert "not seen" in ran.out
    assert "Nothing was written" in ran.out


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["empty", "nothing"])
def test_refused_with_advice_and_nothing_is_written(
    run: Runner, pictures: Path, tmp_path: Path, name: str, language: str
) -> None:
    file = tmp_path / "colours.json"
    file.write_text("kept")
    ran = run("calibrate", "colours", str(pictures / f"{name}.png"), "-o", str(file), "--json", "--lang", language)
    assert ran.code == 1
    (said,) = ran.json()
    assert said["error"] and said["advice"]
    assert file.read_text() == "kept"
    spoken = run("calibrate", "colours", str(pictures / f"{name}.png"), "--lang", language)
    assert (spoken.code, spoken.err) == (1, "")
    assert spoken.out.splitlines() == [said["error"], said["advice"]]


def test_what_stands_there_may_be_said(run: Runner, pictures: Path) -> None:
    ran = run("calibrate", "colours", str(pictures / "two.png"), "--stands", TWO, "--json")
    assert ran.json()[0]["measured"] == ["R", "B"]
    ran = run("calibrate", "colours", str(pictures / "two.png"), "--stands", TWO, "--stands", TWO)
    assert ran.code == 2
    assert "2 positions for 1 pictures" in ran.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("missing.png",), "missing.png"),
        (("{set}",), "neither a picture nor a film"),
        (("{two}", "--picture", "paints.txt"), "paints.txt"),
        (("{two}", "--seconds", "-1"), "--seconds"),
        (("{two}", "--seconds", "soon"), "--seconds"),
        (("{two}", "--board", "7"), "board"),
        (("{two}", "--set", "{two}"), "two.png"),
        (("{two}", "--stands", "9 z9:R"), "z9"),
        (("{two}", "-o", "{folder}/there/is/none.json"), "none.json"),
    ],
)
def test_bad_input_is_one_sentence(run: Runner, pictures: Path, words: tuple[str, ...], said: str) -> None:
    names = {"set": pictures / "set.json", "two": pictures / "two.png", "folder": pictures}
    ran = run("calibrate", "colours", *(word.format(**names) for word in words))
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert len(ran.err.splitlines()) == 1


def test_a_film_is_looked_at_now_and_then(run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.tactori.calibrate.colours_command.FILM_MOST", 2)
    path = str(tmp_path / "film.avi")
    writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"MJPG"), 30.0, (960, 540))
    for _ in range(40):
        writer.write(board(TWO).image)
    writer.release()
    (said,) = run("calibrate", "colours", path, "--json").json()
    assert said["pictures"] == 2
    assert said["measured"] == ["R", "B"]


def test_paints_are_drawn_as_they_look() -> None:
    wood = Wood(0.6, 0.41, 0.24)
    measured = ColourReferences({**GENERIC, "R": ColourReferences.from_json({"R": {"u": 1.7, "v": 0.1}}).paints["R"]})
    blue, green, red = shown(measured.paints["R"], wood)
    assert red > 2 * green and red > 2 * blue
    blue, green, red = shown(measured.paints["B"], wood)
    assert blue > red
    with_red, without = draw_colours(measured), draw_colours(ColourReferences.generic())
    assert with_red.shape == without.shape
    assert (with_red != without).any()
