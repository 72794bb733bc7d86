"""The command `profile`, and what `scan` and `locate` take from one."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from running import Runner

from calibration.camera import Camera
from calibration.colours import ColourReferences
from calibration.measured import RULER, SHEET, MeasuredCamera, MeasuredSet
from calibration.physical_set import MEASURES, PhysicalSet
from calibration.pose import Pose
from calibration.profile import Profile
from calibration.profiles import ProfileFolder
from referee.tactori.text import parse_text
from simulator.tactori.draw import draw_position
from simulator.tactori.viewpoint import look_at
from vision import scanning
from vision.found_board import FoundBoard
from vision.tactori.reading import Reading

SIZE = (960, 540)
LENS = Camera.simple(850.0, SIZE, -0.06)
SET = MeasuredSet(
    PhysicalSet.in_proportion(30.0, board_side=300.0, tower_height=18.0),
    {"board_side": 0.5},
    {"pitch_9": RULER, "board_side": RULER, "tower_height": RULER},
)
CAMERA = MeasuredCamera(LENS, SHEET, 0.005, 0.3)
COLOURS = ColourReferences.generic()
FULL = Profile("Küche", SET, CAMERA, COLOURS, "camera 0", "2026-11-16T09:00:00Z", "2026-11-16T10:00:00Z")
POSITION = parse_text("9 c3:RRB e3:RB g7:YY b6:G R:c3-e3@1")
POSE = Pose(LENS, (2.3, 0.0, 0.0), (0.0, 0.0, 450.0))
CORNERS = ((100.0, 300.0), (380.0, 310.0), (340.0, 80.0), (140.0, 75.0))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ProfileFolder:
    monkeypatch.setenv("DRAUFSICHT_HOME", str(tmp_path / "home"))
    return ProfileFolder.of_user()


@pytest.fixture(scope="module")
def photograph(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the profile's camera sees of its set."""
    pose = look_at(SET.physical_set, 50.0, 20.0, LENS, SIZE, 3)
    path = tmp_path_factory.mktemp("photograph") / "board.png"
    cv2.imwrite(str(path), draw_position(POSITION, SET.physical_set, pose, seed=3))
    return str(path)


# the folder


def test_none_yet(run: Runner, folder: ProfileFolder) -> None:
    ran = run("profile", "list")
    assert (ran.code, ran.out) == (0, f"{folder.path}: there are no profiles yet\n")
    assert run("profile", "list", "--json").out == ""


def test_listed(run: Runner, folder: ProfileFolder) -> None:
    folder.save(FULL)
    folder.save(Profile("Anna"))
    (folder.path / "broken.json").write_text("{")
    ran = run("profile", "list", "--json")
    assert ran.code == 0
    empty, broken, full = ran.json()
    assert (empty["name"], empty["parts"], empty["source"], empty["changed"]) == ("Anna", [], None, None)
    assert broken["name"] == "broken"
    assert "this is not JSON" in broken["error"]
    assert full == {
        "name": "Küche",
        "file": str(folder.path / "Küche.json"),
        "parts": ["set", "camera", "colours"],
        "source": "camera 0",
        "made": "2026-11-16T09:00:00Z",
        "changed": "2026-11-16T10:00:00Z",
    }
    lines = run("profile", "list", "--lang", "de").out.splitlines()
    assert lines[0].split() == ["Anna", "nichts"]
    assert "unbrauchbar: das ist kein JSON" in lines[1]
    assert lines[2].endswith("2026-11-16  camera 0  das Set, die Kamera, die Farben")


def test_shown(run: Runner, folder: ProfileFolder) -> None:
    folder.save(FULL)
    (said,) = run("profile", "show", "küche", "--json").json()
    assert said.pop("file") == str(folder.path / "Küche.json")
    assert said == FULL.to_json()
    out = run("profile", "show", "Küche").out
    assert "board_side         300.0 ± 0.5 mm" in out
    assert "usual, not measured" in out
    assert "850 px ± 0.5 % (59°)" in out
    assert "red" in out
    folder.save(Profile("empty"))
    assert run("profile", "show", "empty").code == 0


def test_passed_on(run: Runner, folder: ProfileFolder, tmp_path: Path) -> None:
    folder.save(FULL)
    file = str(tmp_path / "out.json")
    ran = run("profile", "export", "Küche", file)
    assert (ran.code, ran.out) == (0, f"{file} written\n")
    ran = run("profile", "import", file)
    assert (ran.code, ran.err) == (2, "draufsicht: there is a profile Küche already\n")
    assert run("profile", "import", file, "--name", "Stube", "--json").json() == [{"profile": "Stube"}]
    ran = run("profile", "import", file, "--replace")
    assert ran.out == "The profile Küche is taken in; it holds: the set, the camera and the colours\n"
    assert folder.load("Stube").set is not None


def test_renamed_and_deleted(run: Runner, folder: ProfileFolder) -> None:
    folder.save(FULL)
    assert run("profile", "rename", "küche", "Stube").out == "The profile Küche is now called Stube\n"
    assert run("profile", "delete", "Stube", "--json").json() == [{"deleted": "Stube"}]
    assert folder.entries() == ()


@pytest.mark.parametrize(
    "words",
    [
        ["show", "x"],
        ["show", "../x"],
        ["show", "broken"],
        ["export", "broken", "out.json"],
        ["export", "Küche", "nowhere/x/y.json"],
        ["import", "missing.json"],
        ["import", "foreign.json"],
        ["import", "good.json", "--name", "CON"],
        ["import", "good.json", "--name", "broken", "--replace"],
        ["rename", "Küche", "broken"],
        ["rename", "Küche", "a/b"],
        ["delete", "broken"],
        ["delete", "x"],
        ["check", "missing.png"],
        ["check", "nobody", "missing.png"],
        ["check", "Küche"],
        ["nonsense"],
        [],
    ],
)
def test_one_sentence_and_nothing_changed(
    run: Runner, folder: ProfileFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    folder.save(FULL)
    folder.export("Küche", "good.json")
    (tmp_path / "foreign.json").write_text('{"pitch_9": 31}')
    (folder.path / "broken.json").write_text("{")
    before = {path.name: path.read_bytes() for path in folder.path.iterdir()}
    ran = run("profile", *words, "--json")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert {path.name: path.read_bytes() for path in folder.path.iterdir()} == before


# does it fit?


def test_it_fits(run: Runner, folder: ProfileFolder, photograph: str) -> None:
    folder.save(FULL)
    assert run("profile", "check", "Küche", photograph).out == f"{photograph}: The profile Küche fits\n"
    (said,) = run("profile", "check", "Küche", photograph, "--json").json()
    assert said == {"image": photograph, "profile": "Küche", "fits": True, "misfits": []}


def test_it_does_not_fit(run: Runner, folder: ProfileFolder, photograph: str, tmp_path: Path) -> None:
    folder.save(replace(FULL, camera=replace(CAMERA, camera=replace(LENS, fx=1000.0, fy=1000.0))))
    ran = run("profile", "check", "Küche", photograph, str(tmp_path / "missing.png"), "--json")
    assert ran.code == 2
    said, missing = ran.json()
    assert said["fits"] is False
    (misfit,) = said["misfits"]
    assert misfit["kind"] == "focal"
    assert misfit["amount"] == pytest.approx(-0.15, abs=0.02)
    assert "% shorter" in misfit["message"]
    assert "cannot be read" in missing["error"]
    ran = run("profile", "check", "Küche", photograph, "--lang", "de")
    assert ran.code == 1
    assert "das ist nicht die Kamera des Profils" in ran.out


def test_which_one_fits(run: Runner, folder: ProfileFolder, photograph: str) -> None:
    folder.save(FULL)
    folder.save(replace(FULL, name="long", camera=replace(CAMERA, camera=replace(LENS, fx=1000.0, fy=1000.0))))
    ran = run("profile", "check", photograph, "--json")
    assert ran.code == 0
    (said,) = ran.json()
    assert said["profile"] == "Küche"
    assert [match["fits"] for match in said["profiles"]] == [True, False]
    folder.delete("Küche")
    ran = run("profile", "check", photograph)
    assert ran.code == 1
    assert ran.out.startswith(f"{photograph}: No profile fits this picture\n{photograph}: long  this is not the camera")


def test_no_board_to_check_with(run: Runner, folder: ProfileFolder, tmp_path: Path) -> None:
    folder.save(FULL)
    cv2.imwrite(str(tmp_path / "plain.png"), np.full((540, 960, 3), 90, np.uint8))
    for words in (["Küche"], []):
        ran = run("profile", "check", *words, str(tmp_path / "plain.png"), "--json")
        assert ran.code == 1
        assert "no board found" in ran.json()[0]["error"]


# reading with a profile


class FakeReader:
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []
        self.borne_out = True

    def read_photograph(self, image: Any, *known: Any, colours: Any = None, **more: Any) -> Any:
        self.asked.append((*known, colours))
        found = FoundBoard(9, POSE, CORNERS, 0.0)
        return Reading("", CORNERS, POSITION, (), 0.0, {}, found, SET, self.borne_out)

    def find_board(self, image: Any, *known: Any) -> FoundBoard:
        self.asked.append(known)
        return FoundBoard(9, POSE, CORNERS, 0.0)


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> FakeReader:
    fake = FakeReader()
    monkeypatch.setattr("vision.tactori.scanning.read_photograph", fake.read_photograph)
    monkeypatch.setattr(scanning, "find_board", fake.find_board)
    return fake


@pytest.fixture
def blank(tmp_path: Path) -> Iterator[Callable[..., str]]:
    def make(name: str = "x.png", size: tuple[int, int] = (480, 270)) -> str:
        cv2.imwrite(str(tmp_path / name), np.full((size[1], size[0], 3), 90, np.uint8))
        return str(tmp_path / name)

    yield make


def test_everything_comes_from_the_profile(
    run: Runner, folder: ProfileFolder, reader: FakeReader, blank: Callable[..., str]
) -> None:
    folder.save(FULL)
    ran = run("scan", blank(), "--profile", "küche", "--json")
    assert (ran.code, ran.err) == (0, "")
    (said,) = ran.json()
    assert said["profile"] == "Küche"
    assert "profile_misfit" not in said
    ((made, lens, board, corners, colours),) = reader.asked
    assert made.to_json() == SET.physical_set.to_json()
    assert made.defaults == SET.physical_set.defaults
    assert lens == LENS.at_size((480, 270))
    assert (board, corners) == (None, None)
    assert colours.to_json() == COLOURS.to_json()


def test_colours_that_are_not_those_of_the_picture(
    run: Runner, folder: ProfileFolder, reader: FakeReader, blank: Callable[..., str]
) -> None:
    folder.save(FULL)
    reader.borne_out = False
    (said,) = run("scan", blank(), "--profile", "küche", "--json").json()
    assert said["profile_misfit"] == [
        "The colours of the profile Küche are not used: they look different in this picture"
    ]


def test_what_is_said_wins(
    run: Runner, folder: ProfileFolder, reader: FakeReader, blank: Callable[..., str], tmp_path: Path
) -> None:
    folder.save(FULL)
    (tmp_path / "set.json").write_text('{"pitch_9": 60, "tower_height": 33}')
    other = Camera.simple(700.0, (480, 270))
    (tmp_path / "camera.json").write_text(json.dumps(other.to_json()))
    words = ["--set", str(tmp_path / "set.json"), "--camera", str(tmp_path / "camera.json"), "--board", "9"]
    assert run("scan", blank(), *words, "--profile", "Küche", "--json").json()[0]["profile"] == "Küche"
    ((made, lens, board, *_),) = reader.asked
    assert (made.pitch_9, made.tower_height, made.board_side) == (60.0, 33.0, 600.0)
    assert made.tower_width == PhysicalSet.in_proportion(60.0).tower_width
    assert (lens, board) == (other, 9)
    assert run("locate", blank(), *words, "--profile", "Küche", "--json").json()[0]["profile"] == "Küche"
    assert reader.asked[1] == (made.plan(9), other, None)


def test_a_line_of_a_batch_wins(
    run: Runner, folder: ProfileFolder, reader: FakeReader, blank: Callable[..., str], tmp_path: Path
) -> None:
    folder.save(FULL)
    blank()
    blank("wide.png", (480, 200))
    lines: list[dict[str, Any]] = [
        {"image": "x.png", "set": {"pitch_9": 31.2}},
        {"image": "x.png", "camera": Camera.simple(700.0, (480, 270)).to_json()},
        {"image": "x.png", "set": {"pitch_9": 30, "tower_height": 8}},
        {"image": "wide.png"},
        {"image": "x.png", "set": {**PhysicalSet.in_proportion(29.0).to_json(), "origins": {"pitch_9": "ruler"}}},
    ]
    path = tmp_path / "batch.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    ran = run("scan", "--batch", str(path), "--profile", "Küche", "--json")
    assert (ran.code, ran.err) == (0, "")
    said = ran.json()
    pitch, camera, wide, guessed = reader.asked
    assert pitch[0].pitch_9 == 31.2
    assert pitch[0].board_side == pytest.approx(312.0)
    assert pitch[0].tower_height == pytest.approx(18.72)
    assert camera[0].to_json() == SET.physical_set.to_json()
    assert camera[1] == Camera.simple(700.0, (480, 270))
    # A tower lower than the profile's groove is deep cannot be.
    assert "groove_depth must be smaller than tower_height" in said[2]["error"]
    assert wide[1] is None
    assert said[3]["profile_misfit"] == [
        "The camera of the profile Küche is not used: the camera was measured for pictures of 960x540 pixels,"
        " this one has 480x200 and so another shape"
    ]
    assert guessed[0].board_side == pytest.approx(290.0)
    people = run("scan", "--batch", str(path), "--profile", "Küche")
    assert "wide.png: The camera of the profile Küche is not used" in people.err


def test_the_one_that_fits_is_found(run: Runner, folder: ProfileFolder, photograph: str) -> None:
    folder.save(FULL)
    folder.save(replace(FULL, name="long", camera=replace(CAMERA, camera=replace(LENS, fx=1000.0, fy=1000.0))))
    (folder.path / "broken.json").write_text("{")
    (said,) = run("locate", photograph, "--profile", "auto", "--json").json()
    assert said["profile"] == "Küche"
    folder.delete("Küche")
    (said,) = run("locate", photograph, "--profile", "auto", "--json").json()
    assert said["profile"] is None
    assert said["profile_misfit"] == ["No profile fits this picture; it is read without one"]


def test_a_real_reading_with_a_profile(run: Runner, folder: ProfileFolder, photograph: str) -> None:
    full = MeasuredSet(SET.physical_set, {}, dict.fromkeys(MEASURES, RULER))
    folder.save(replace(FULL, set=full, colours=None))
    (said,) = run("scan", photograph, "--profile", "Küche", "--json").json()
    assert said["towers"] == POSITION.to_json()["towers"]


@pytest.mark.parametrize(
    ("name", "said"), [("auto", "there are no profiles yet"), ("x", "nor any other yet"), ("a/b", "")]
)
def test_profiles_that_are_not_there(
    run: Runner, reader: FakeReader, blank: Callable[..., str], name: str, said: str
) -> None:
    for command in ("scan", "locate"):
        ran = run(command, blank(), "--profile", name, "--json")
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert said in ran.err
    assert reader.asked == []


def test_the_environment_names_a_profile_where_the_command_line_does_not(
    run: Runner, photograph: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DRAUFSICHT_PROFILE", "nobody's")
    ran = run("locate", photograph)
    assert ran.code == 2
    assert "nobody's" in ran.err


def test_a_profile_that_keeps_the_board_from_being_found_is_named_and_not_used(
    run: Runner, photograph: str, folder: ProfileFolder
) -> None:
    lens = Camera.simple(1700.0, SIZE)
    side = MeasuredSet(PhysicalSet.in_proportion(30.0, board_side=330.0, tower_height=18.0), {}, SET.origins)
    folder.save(Profile("other", side, MeasuredCamera(lens, SHEET, 0.005, 0.3)))
    (said,) = run("locate", photograph, "--profile", "other", "--json").json()
    assert said["board"] == 9
    assert said["profile"] is None
    assert "other" in said["profile_misfit"][0]
    assert any("focal length" in sentence for sentence in said["profile_misfit"])


@pytest.mark.parametrize("place", ["nowhere/x.json", "."])
def test_a_place_where_nothing_can_be_kept_is_said_before_anything_is_measured(
    run: Runner, photograph: str, place: str, tmp_path: Path
) -> None:
    ran = run("calibrate", "set", photograph, "-o", str(tmp_path / place))
    assert (ran.code, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1


def test_colours_of_a_file_win_over_those_of_the_profile(
    run: Runner, reader: FakeReader, blank: Callable[..., str], folder: ProfileFolder, tmp_path: Path
) -> None:
    folder.save(FULL)
    file = tmp_path / "colours.json"
    file.write_text(json.dumps({"R": {"u": 1.2, "v": 0.4}}))
    ran = run("scan", blank(size=SIZE), "--profile", "Küche", "--colours", str(file), "--json")
    assert ran.code == 0, ran.err
    assert reader.asked[-1][-1].paints["R"].u == 1.2
    reader.borne_out = False
    (said,) = run("scan", blank(size=SIZE), "--colours", str(file), "--json", "--usual-set").json()
    assert "profile_misfit" in said
    assert run("scan", blank(), "--colours", str(tmp_path / "none.json")).code == 2
