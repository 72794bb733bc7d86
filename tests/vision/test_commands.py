"""The commands `scan` and `locate`: what they print and with which code they end, whatever reads the pictures."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from running import Runner

from calibration.camera import Camera
from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from referee.tactori.drawing import draw
from referee.tactori.position import Position
from referee.tactori.text import parse_text
from vision import scanning
from vision.board.find import NoBoard
from vision.found_board import FoundBoard
from vision.tactori.reading import Doubt, Reading
from vision.tactori.settings import ASK
from words.message import InputError, message

SET = PhysicalSet.in_proportion(31.0)
BRIDGE = parse_text("9 c3:RRB e3:RB R:c3-e3@1")
SLANTING = parse_text("9 c3:R e3:RR R:c3@1-e3@2")
POSE = Pose(Camera.simple(400.0, (480, 360)), (2.3, 0.0, 0.0), (0.0, 0.0, 450.0))
CORNERS = ((100.0, 300.0), (380.0, 310.0), (340.0, 80.0), (140.0, 75.0))
FOUND = FoundBoard(9, POSE, CORNERS, 0.0)


class FakeReader:
    """Says what it was told to say, and remembers what it was asked."""

    def __init__(self) -> None:
        self.position: Position = BRIDGE
        self.unsure: tuple[Doubt, ...] = ()
        self.fails: dict[int, Exception] = {}
        """By how bright the picture is."""
        self.asked: list[tuple[Any, ...]] = []

    def read_photograph(self, image: Any, *known: Any, measure: bool = False, sure: float = 0.9) -> Any:
        self.asked.append(known)
        self.sure = sure
        if failure := self.fails.get(int(image[0, 0, 0])):
            raise failure
        return Reading("", FOUND.corners_px, self.position, self.unsure, 0.0, {"c3": 0.5}, FOUND, SET)

    def find_board(self, image: Any, *known: Any) -> FoundBoard:
        self.asked.append(known)
        if failure := self.fails.get(int(image[0, 0, 0])):
            raise failure
        return FOUND


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> FakeReader:
    fake = FakeReader()
    monkeypatch.setattr("vision.tactori.scanning.read_photograph", fake.read_photograph)
    monkeypatch.setattr(scanning, "find_board", fake.find_board)
    return fake


@pytest.fixture
def picture(tmp_path: Path) -> Callable[..., str]:
    def make(name: str, grey: int = 100, size: tuple[int, int] = (480, 360)) -> str:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        cv2.imwrite(str(path), np.full((size[1], size[0], 3), grey, np.uint8))
        return str(path)

    return make


def test_a_reading(run: Runner, reader: FakeReader, picture: Callable[..., str]) -> None:
    reader.unsure = (Doubt("e5", message("doubt.hidden", field="e3")),)
    image = picture("x.png")
    ran = run("scan", image, "--json")
    assert (ran.code, ran.err) == (0, "")
    (said,) = ran.json()
    assert said.pop("ms") >= 0
    assert said == {
        "image": image,
        "board": 9,
        "corners": [[100.0, 300.0], [380.0, 310.0], [340.0, 80.0], [140.0, 75.0]],
        "towers": {"c3": "RRB", "e3": "RB"},
        "sticks": [{"color": "R", "a": {"at": "c3", "floor": 1}, "b": {"at": "e3", "floor": 1}}],
        "unsure": [{"at": "e5", "why": "hidden behind e3"}],
        "p": {"c3": 0.5},
    }


def test_a_reading_for_people(run: Runner, reader: FakeReader, picture: Callable[..., str]) -> None:
    image = picture("x.png")
    ran = run("scan", image)
    assert ran.code == 0
    assert draw(BRIDGE) in ran.out
    assert "Every field was read, none is in doubt." in ran.out
    assert "red  c3-e3@1" in ran.out
    reader.unsure = (Doubt("e5", message("doubt.hidden", field="e3")),)
    assert "e5  verdeckt von e3" in run("scan", image, "--lang", "de").out


def test_what_is_known_goes_to_the_reader(
    run: Runner, reader: FakeReader, picture: Callable[..., str], tmp_path: Path
) -> None:
    camera = Camera.simple(800.0, (960, 720))
    (tmp_path / "set.json").write_text('{"pitch_9": 25}')
    (tmp_path / "camera.json").write_text(json.dumps(camera.to_json()))
    words = ["--set", str(tmp_path / "set.json"), "--camera", str(tmp_path / "camera.json"), "--board", "9"]
    assert run("scan", picture("x.png"), *words, "--corners", "1,9 9,9 9,1 1,1").code == 0
    ((made, lens, board, corners),) = reader.asked
    assert made == PhysicalSet.in_proportion(25.0)
    assert lens == camera.at_size((480, 360))
    assert board == 9
    assert corners == ((1.0, 9.0), (9.0, 9.0), (9.0, 1.0), (1.0, 1.0))


def test_nothing_is_known(run: Runner, reader: FakeReader, picture: Callable[..., str]) -> None:
    run("scan", picture("x.png"))
    assert reader.asked == [(None, None, None, None)]


def test_corners_of_a_large_photograph_are_in_its_own_pixels(
    run: Runner, reader: FakeReader, picture: Callable[..., str]
) -> None:
    (said,) = run("scan", picture("x.png", size=(3840, 2880)), "--json").json()
    assert said["corners"][0] == [200.5, 600.5]


def test_a_photograph_without_a_board_is_a_no(run: Runner, reader: FakeReader, picture: Callable[..., str]) -> None:
    reader.fails[100] = NoBoard("cut_off")
    image = picture("x.png")
    for command in ("scan", "locate"):
        ran = run(command, image, "--json")
        assert (ran.code, ran.err) == (1, "")
        assert ran.json() == [{"image": image, "error": "no board found: it seems to reach beyond the picture's edge"}]
        ran = run(command, image)
        assert (ran.code, ran.err) == (1, "")
        assert ran.out.startswith(f"{image}: no board found: ")


def test_a_reason_we_do_not_know_is_still_no_board(
    run: Runner, reader: FakeReader, picture: Callable[..., str]
) -> None:
    reader.fails[100] = NoBoard("something new")
    (said,) = run("scan", picture("x.png"), "--json").json()
    assert said["error"].startswith("no board found: ")


def test_a_single_bad_image_is_bad_input(run: Runner, reader: FakeReader, tmp_path: Path) -> None:
    (tmp_path / "x.jpg").write_bytes(b"no picture")
    for command in ("scan", "locate"):
        for words in ([], ["--json"]):
            ran = run(command, str(tmp_path / "x.jpg"), *words)
            assert (ran.code, ran.out) == (2, "")
            assert ran.err == f"draufsicht: {tmp_path / 'x.jpg'}: this is no picture that can be read\n"


def test_of_several_images_the_good_ones_are_read(
    run: Runner, reader: FakeReader, picture: Callable[..., str], tmp_path: Path
) -> None:
    reader.fails[50] = NoBoard("none")
    good, dark, missing = picture("good.png"), picture("dark.png", 50), str(tmp_path / "missing.png")
    ran = run("scan", good, dark, "--json")
    assert ran.code == 1
    assert ["error" in said for said in ran.json()] == [False, True]
    ran = run("scan", missing, good, "--json")
    assert ran.code == 2
    assert [said.get("error") for said in ran.json()] == ["cannot be read: No such file or directory", None]
    ran = run("scan", missing, good)
    assert ran.code == 2
    assert ran.err == f"{missing}: cannot be read: No such file or directory\n"
    assert draw(BRIDGE) in ran.out


def test_a_mistake_of_ours_is_a_sentence_too(run: Runner, reader: FakeReader, picture: Callable[..., str]) -> None:
    reader.fails[100] = ZeroDivisionError("float division by zero")
    ran = run("scan", picture("x.png"), "--json")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "a mistake of this program: ZeroDivisionError" in ran.err


def test_a_camera_of_another_shape(
    run: Runner, reader: FakeReader, picture: Callable[..., str], tmp_path: Path
) -> None:
    (tmp_path / "camera.json").write_text(json.dumps(Camera.simple(800.0, (1280, 720)).to_json()))
    ran = run("scan", picture("x.png"), "--camera", str(tmp_path / "camera.json"))
    assert ran.code == 2
    assert "1280x720" in ran.err


# a batch


def batch(folder: Path, *lines: Any) -> str:
    path = folder / "batch.jsonl"
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines))
    return str(path)


def test_a_batch_goes_on_after_what_is_bad(
    run: Runner, reader: FakeReader, picture: Callable[..., str], tmp_path: Path
) -> None:
    reader.fails = {50: NoBoard("none"), 60: RuntimeError("boom"), 70: InputError(message("camera.range"), "camera")}
    picture("sub/good.png")
    for grey in (50, 60, 70):
        picture(f"{grey}.png", grey)
    (tmp_path / "empty.jpg").write_bytes(b"")
    lines = [
        {"image": "sub/good.png", "set": SET.to_json(), "board": 9},
        "{ this is no JSON",
        {"image": "50.png"},
        {"picture": "x"},
        {"image": "60.png"},
        {"image": "70.png"},
        {"image": "empty.jpg"},
        {"image": "sub"},
        "",
        {"image": "missing.png", "board": 9},
        {"image": "sub/good.png", "board": 6},
        {"image": "sub/good.png", "camera": Camera.simple(500, (100, 100)).to_json()},
        {"image": str(tmp_path / "sub/good.png")},
    ]
    ran = run("scan", "--batch", batch(tmp_path, *lines), "--json")
    assert (ran.code, ran.err) == (0, "")
    said = ran.json()
    assert len(said) == len(lines) - 1
    errors = [(answer["image"], answer.get("error", "")) for answer in said]
    assert [image for image, error in errors if not error] == ["sub/good.png", str(tmp_path / "sub/good.png")]
    assert dict(errors[2:3]) == {"50.png": errors[2][1]}
    assert errors[1][0] is None
    assert errors[1][1].startswith("line 2: this is not JSON")
    assert errors[3] == (None, "line 4: the key image is missing")
    assert "RuntimeError: boom" in errors[4][1]
    assert errors[6] == ("empty.jpg", "the file is empty")
    assert errors[8] == ("missing.png", "cannot be read: No such file or directory")
    assert errors[9][1].startswith("line 11: board cannot be 6")
    assert all("error" in answer for answer in said[1:-1])


def test_a_batch_for_people(run: Runner, reader: FakeReader, picture: Callable[..., str], tmp_path: Path) -> None:
    picture("good.png")
    path = batch(tmp_path, {"image": "good.png"}, {"image": "missing.png"}, "[]")
    ran = run("scan", "--batch", path)
    assert ran.code == 0
    assert draw(BRIDGE) in ran.out
    assert ran.err.splitlines() == [
        "missing.png: cannot be read: No such file or directory",
        f"{path}: line 3: a question is a JSON object",
    ]


def test_an_empty_batch_is_done_at_once(run: Runner, reader: FakeReader, tmp_path: Path) -> None:
    assert run("scan", "--batch", batch(tmp_path), "--json").code == 0


def test_answers_come_one_by_one(
    run: Runner, reader: FakeReader, picture: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed = []
    monkeypatch.setattr(sys.stdout, "flush", lambda: flushed.append(len(reader.asked)))
    picture("good.png")
    run("scan", "--batch", batch(tmp_path, *[{"image": "good.png"}] * 3), "--json")
    assert [count for count in flushed if count][:3] == [1, 2, 3]


def test_a_bar_where_a_person_looks(
    run: Runner, reader: FakeReader, picture: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = batch(tmp_path, *[{"image": picture("good.png")}] * 4)
    monkeypatch.setattr(type(sys.stderr), "isatty", lambda self: True, raising=False)
    ran = run("scan", "--batch", path, "--json")
    assert "3/4" in ran.err
    assert ran.err.endswith("\r")
    assert len(ran.json()) == 4


# the referee


def test_a_verdict(run: Runner, reader: FakeReader, picture: Callable[..., str]) -> None:
    image = picture("x.png")
    ran = run("scan", image, "--game", "taktori", "--json")
    assert ran.code == 0
    (said,) = ran.json()
    (judged,) = run("score", json.dumps(BRIDGE.to_json()), "--game", "taktori", "--json").json()
    assert said["verdict"] == judged
    assert said["verdict_unsure"] == []


def test_what_hangs_on_a_doubtful_stick(run: Runner, reader: FakeReader, picture: Callable[..., str]) -> None:
    reader.position = parse_text("9 c3:R e3:R e5:R c5:R R:c3-e3@1 R:e3-e5@1 R:c5-e5@1 R:c3-c5@1")
    reader.unsure = (Doubt("c3-e3", message("doubt.along")),)
    image = picture("x.png")
    (said,) = run("scan", image, "--game", "taktori", "--json").json()
    (hangs,) = said["verdict_hangs"]
    assert (hangs["at"], hangs["lies"], hangs["otherwise"]["scores"]) == ("c3-e3", True, {"R": 0})
    ran = run("scan", image, "--game", "taktori")
    assert "seen along its length" in ran.out and "red has 0 points instead of" in ran.out


def test_how_much_is_asked_is_one_of_three(run: Runner, reader: FakeReader, picture: Callable[..., str]) -> None:
    ran = run("scan", picture("x.png"), "--ask", "always")
    assert ran.code == 2
    assert "less, usual, more" in ran.err
    assert run("scan", picture("y.png"), "--ask", "more").code == 0
    assert reader.sure == ASK["more"]


def test_an_illegal_position_is_a_no(run: Runner, reader: FakeReader, picture: Callable[..., str]) -> None:
    reader.position = SLANTING
    reader.unsure = (Doubt("e3", message("doubt.height")),)
    image = picture("x.png")
    ran = run("scan", image, "--game", "taktori", "--json")
    assert ran.code == 1
    (said,) = ran.json()
    assert [finding["rule"] for finding in said["verdict"]["violations"]] == ["bridge.level"]
    assert said["verdict_unsure"] == ["e3"]
    ran = run("scan", image, "--game", "taktori")
    assert ran.code == 1
    assert "The position is not legal." in ran.out
    assert "The verdict holds only if the doubtful places were read rightly too: e3." in ran.out


def test_rules_are_passed_on_and_checked(run: Runner, reader: FakeReader, picture: Callable[..., str]) -> None:
    image = picture("x.png")
    assert run("scan", image, "--game", "taktori", "--rule", "nine_centre=linked").code == 0
    for words in (["--game", "bridge"], ["--game", "taktori", "--rule", "x=1"], ["--rule", "nonsense"]):
        ran = run("scan", image, *words)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


def test_a_game_for_the_other_board(run: Runner, reader: FakeReader, picture: Callable[..., str]) -> None:
    ran = run("scan", picture("x.png"), "--game", "fem", "--json")
    assert (ran.code, ran.out) == (2, "")
    assert "5x5" in ran.err


# overlays


def test_an_overlay(run: Runner, reader: FakeReader, picture: Callable[..., str], tmp_path: Path) -> None:
    assert run("scan", picture("x.png"), "--game", "taktori", "--overlay", str(tmp_path / "o.png")).code == 0
    assert cv2.imread(str(tmp_path / "o.png")).std() > 5


def test_several_overlays_go_into_a_folder(
    run: Runner, reader: FakeReader, picture: Callable[..., str], tmp_path: Path
) -> None:
    images = [picture("a/x.png"), picture("b/x.png"), picture("y.png")]
    folder = tmp_path / "made" / "here"
    assert run("scan", *images, "--overlay", str(folder)).code == 0
    assert sorted(path.name for path in folder.iterdir()) == ["x-2.png", "x.png", "y.png"]
    assert run("scan", images[0], "--overlay", str(folder)).code == 0
    ran = run("scan", *images, "--overlay", str(tmp_path / "o.png"))
    assert (ran.code, ran.err) == (
        2,
        f"draufsicht: {tmp_path / 'o.png'}: with several images --overlay names a folder\n",
    )


@pytest.mark.parametrize("name", ["o.txt", "o", "nowhere/o.png"])
def test_overlays_that_cannot_be_written(
    run: Runner, reader: FakeReader, picture: Callable[..., str], tmp_path: Path, name: str
) -> None:
    ran = run("scan", picture("x.png"), "--overlay", str(tmp_path / name))
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert name in ran.err


def test_a_folder_that_is_a_file(run: Runner, reader: FakeReader, picture: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    ran = run("scan", picture("x.png"), picture("y.png"), "--overlay", str(tmp_path / "taken"))
    assert ran.code == 2
    assert "cannot be written" in ran.err


# where the board is


def test_locate(run: Runner, reader: FakeReader, picture: Callable[..., str]) -> None:
    image = picture("x.png")
    ran = run("locate", image, "--json")
    assert ran.code == 0
    assert ran.json() == [{"image": image, "corners": [list(corner) for corner in CORNERS], "board": 9}]
    assert run("locate", image).out == f"{image}: 9x9, corners 100,300  380,310  340,80  140,75\n"


def test_locate_another_wooden_board(
    run: Runner, reader: FakeReader, picture: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scanning, "find_board", lambda *_: FoundBoard(None, POSE, CORNERS, 0.0))
    image = picture("x.png")
    (said,) = run("locate", image, "--json").json()
    assert said["board"] is None
    assert "a board with other fields" in run("locate", image).out


# the command line


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["scan"], "name at least one image, or --batch FILE"),
        (["scan", "x.png", "--batch", "y"], "images and --batch do not go together"),
        (["scan", "--batch", "missing.jsonl"], "missing.jsonl: cannot be read"),
        (["scan", "x.png", "--board", "7"], "board cannot be '7'; it can be 5, 9, auto"),
        (["scan", "x.png", "--set", "missing.json"], "missing.json: cannot be read"),
        (["scan", "x.png", "--camera", "missing.json"], "missing.json: cannot be read"),
        (["scan", "x.png", "--corners", "1,2"], "--corners: four different corners"),
        (["scan", "x.png", "--corners", ""], "--corners: four different corners"),
        (["locate", "x.png", "--board", "x"], "board cannot be 'x'"),
        (["locate"], "IMAGE"),
    ],
)
def test_a_slip_is_found_before_anything_is_read(run: Runner, reader: FakeReader, words: list[str], said: str) -> None:
    ran = run(*words)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert said in ran.err
    assert not reader.asked


def test_the_referee_need_not_wait_for_what_reads_pictures() -> None:
    code = (
        "import sys, draufsicht; draufsicht.main(['score', '9 c3:R', '--game', 'taktori', '--json']);"
        "sys.exit(any(name in sys.modules for name in ('cv2', 'numpy', 'PIL', 'scipy', 'skimage')))"
    )
    root = Path(__file__).parent.parent.parent
    assert subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True).returncode == 0
