"""The command `scan` for several pictures of one position: what it asks for, says and refuses, whatever reads them."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from running import Runner

from calibration.camera import Camera
from calibration.measured import MeasuredCamera, MeasuredSet
from calibration.physical_set import PhysicalSet
from calibration.profile import Profile
from referee.tactori.drawing import draw
from referee.tactori.text import parse_text
from simulator.tactori.viewpoint import look_at
from vision.board.find import NoBoard
from vision.found_board import FoundBoard, turn
from vision.photograph import decode_photograph
from vision.tactori import scanning
from vision.tactori.reading import Doubt, Reading
from vision.tactori.scanning import scan_together
from vision.tactori.settings import ASK
from vision.tactori.together import Shot, Together, ViewRead
from vision.tasks import LEAST_VIEWS, MOST_VIEWS, Task
from words.language import LANGUAGES
from words.message import InputError, message

SIZE = (480, 360)
SET = PhysicalSet.from_json(PhysicalSet.in_proportion(31.0).to_json())  # as it is written
BRIDGE = parse_text("9 c3:RRB e3:RB R:c3-e3@1")


def found_at(turned: int) -> FoundBoard:
    """The board in a picture for which the camera went round by so much, its fields named as the first names them."""
    pose = look_at(SET, 45, size=SIZE)
    half = SET.board_side / 2
    rim = np.array([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)], dtype=np.float64)
    corners = tuple((float(u), float(v)) for u, v in pose.project(rim))
    return turn(FoundBoard(9, pose, corners, 0.0), -turned // 90)


class FakeReader:
    """Says what it was told to say of pictures, and remembers what it was asked. By default each goes on by 90."""

    def __init__(self) -> None:
        self.unsure: tuple[Doubt, ...] = ()
        self.views: dict[int, ViewRead] = {}
        self.fails: Exception | None = None
        self.lost_with: Callable[[Shot], bool] = lambda shot: False
        self.shots: list[Sequence[Shot]] = []
        self.known: list[tuple[Any, ...]] = []
        self.more: dict[str, Any] = {}

    def __call__(self, shots: Sequence[Shot], *known: Any, **more: Any) -> Together:
        self.shots.append(shots)
        self.known.append(known)
        self.more = more
        if self.fails:
            raise self.fails
        views = [self.view(index, shot) for index, shot in enumerate(shots)]
        if all(view.found is None for view in views):
            raise NoBoard("cut_off")
        first = next(view.found for view in views if view.used)
        reading = Reading("", first.corners_px, BRIDGE, self.unsure, 0.0, {"c3": 0.5}, first, SET)
        return Together(reading, tuple(views))

    def view(self, index: int, shot: Shot) -> ViewRead:
        if self.lost_with(shot):
            return ViewRead(None, 0, False, message("together.no_board"))
        turned = 90 * (index % 4)
        return self.views.get(index, ViewRead(found_at(turned), turned))


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> FakeReader:
    fake = FakeReader()
    monkeypatch.setattr(scanning, "read_together", fake)
    return fake


@pytest.fixture
def picture(tmp_path: Path) -> Callable[..., str]:
    def make(name: str, size: tuple[int, int] = SIZE) -> str:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        cv2.imwrite(str(path), np.full((size[1], size[0], 3), 100, np.uint8))
        return str(path)

    return make


def test_one_reading_of_three_pictures(run: Runner, reader: FakeReader, picture: Callable[..., str]) -> None:
    images = [picture("a.png"), picture("b.png"), picture("c.png", (960, 720))]
    reader.views[1] = ViewRead(None, 0, False, message("together.no_board"))
    ran = run("scan", "--together", *images, "--json")
    assert (ran.code, ran.err) == (0, "")
    (said,) = ran.json()
    assert said["image"] == images[0]
    assert said["images"] == images
    assert (said["towers"], said["board"]) == (BRIDGE.to_json()["towers"], 9)
    first, second, third = said["views"]
    assert first == {"image": images[0], "corners": said["corners"], "turned": 0, "used": True, "why": None}
    assert second == {
        "image": images[1], "corners": None, "turned": None, "used": False, "why": "no board was found in this picture",
    }  # fmt: skip
    assert (third["turned"], third["used"], third["why"]) == (180, True, None)
    # Beside a1, i1, i9 and a9 as the first picture names them.
    assert np.allclose(np.array(third["corners"]), np.roll(np.array(said["corners"]), 2, axis=0), atol=0.11)
    assert [shot.turned for shot in reader.shots[0]] == [None, None, None]
    assert reader.more == {"sure": ASK["usual"], "measure": True}


def test_a_picture_larger_than_is_worked_on_has_its_corners_in_its_own_pixels(
    run: Runner, reader: FakeReader, picture: Callable[..., str]
) -> None:
    reader.views[1] = ViewRead(found_at(0))
    (said,) = run("scan", "--together", picture("a.png"), picture("b.png", (3840, 2880)), "--json").json()
    first, second = (np.array(view["corners"]) for view in said["views"])
    assert np.allclose(second, (first + 0.5) * 2 - 0.5, atol=0.16)  # it is worked on at 1920


def test_for_people_it_is_told_what_became_of_each_picture(
    run: Runner, reader: FakeReader, picture: Callable[..., str]
) -> None:
    images = [picture(name) for name in ("a.png", "b.png", "c.png", "d.png")]
    reader.views[2] = ViewRead(found_at(180), 180, False, message("together.other_position", fields=("c3", "e5")))
    reader.views[3] = ViewRead(found_at(0), 0, False, message("together.twice", number=1))
    out = run("scan", "--together", *images).out
    assert draw(BRIDGE) in out
    rows = [line.strip() for line in out.splitlines() if line.startswith("  " + str(Path(images[0]).parent))]
    assert rows == [
        f"{images[0]}  read",
        f"{images[1]}  read, turned by 90°",
        f"{images[2]}  left out: shows another position: it differs at c3 and e5",
        f"{images[3]}  left out: the same picture as number 1",
    ]
    assert "um 90° gedreht" in run("scan", "--together", *images, "--lang", "de").out


def test_a_doubt_says_what_would_settle_it(run: Runner, reader: FakeReader, picture: Callable[..., str]) -> None:
    reader.unsure = (Doubt("c3", message("doubt.dark")), Doubt("e5", message("doubt.nowhere")))
    images = [picture("a.png"), picture("b.png")]
    (said,) = run("scan", "--together", *images, "--json").json()
    assert said["unsure"] == [
        {"at": "c3", "why": "too dark", "move": "Make more light."},
        {"at": "e5", "why": "no picture shows it clearly", "move": None},
    ]
    assert "Make more light." in run("scan", "--together", *images).out


def test_what_is_known_goes_to_the_reader(
    run: Runner, reader: FakeReader, picture: Callable[..., str], tmp_path: Path
) -> None:
    camera = Camera.simple(800.0, (960, 720))
    (tmp_path / "set.json").write_text(json.dumps(SET.to_json()))
    (tmp_path / "camera.json").write_text(json.dumps(camera.to_json()))
    images = [picture("a.png"), picture("b.png", (960, 720))]
    words = ["--set", str(tmp_path / "set.json"), "--camera", str(tmp_path / "camera.json"), "--board", "9"]
    ran = run("scan", "--together", *images, *words, "--turned", "0,270", "--ask", "more")
    assert (ran.code, ran.err) == (0, "")
    ((first, second),) = reader.shots
    assert (first.camera, second.camera) == (camera.at_size((480, 360)), camera)
    assert (first.turned, second.turned) == (0, 270)
    assert reader.known == [(SET, 9)]
    assert reader.more == {"sure": ASK["more"]}
    assert second.image.shape == (720, 960, 3)


@pytest.mark.parametrize("count", [1, MOST_VIEWS + 1])
def test_neither_one_picture_nor_too_many_are_read_as_one(
    run: Runner, reader: FakeReader, picture: Callable[..., str], count: int
) -> None:
    ran = run("scan", "--together", *[picture(f"{number}.png") for number in range(count)])
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"draufsicht: from {LEAST_VIEWS} to {MOST_VIEWS} pictures are read as one, not {count}\n"
    assert not reader.shots


@pytest.mark.parametrize(
    "written", ["0", "0,90,180", "0,45", "90,0", "0,-90", "0,360", "", "0,", "0;90", "0,²", "0,90.0"]
)
def test_how_pictures_are_turned_must_be_said_for_each(
    run: Runner, reader: FakeReader, picture: Callable[..., str], written: str
) -> None:
    ran = run("scan", "--together", picture("a.png"), picture("b.png"), f"--turned={written}")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith("draufsicht: --turned: for each of the 2 pictures, by how many degrees")


def test_what_does_not_go_together_is_refused(
    run: Runner, reader: FakeReader, picture: Callable[..., str], tmp_path: Path
) -> None:
    images = [picture("a.png"), picture("b.png")]
    (tmp_path / "batch.jsonl").write_text("")
    for words, said in (
        (["--turned", "0,90", *images], "--turned goes with --together"),
        (["--together", *images, "--corners", "1,9 9,9 9,1 1,1"], "--corners and --together do not go together"),
        (["--together", "--batch", str(tmp_path / "batch.jsonl")], "--together and --batch do not go together"),
        (["--turned", "0,90", "--batch", str(tmp_path / "batch.jsonl")], "--turned goes with --together"),
        (["--together"], "name at least one image"),
    ):
        ran = run("scan", *words)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert ran.err.startswith(f"draufsicht: {said}")
    assert not reader.shots


def test_pictures_that_do_not_tell_how_they_are_turned(
    run: Runner, reader: FakeReader, picture: Callable[..., str]
) -> None:
    reader.fails = InputError(message("together.turning"))
    ran = run("scan", "--together", picture("a.png"), picture("b.png"), "--json")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "--turned" in ran.err


def test_no_board_in_any_picture_is_a_no(run: Runner, reader: FakeReader, picture: Callable[..., str]) -> None:
    reader.lost_with = lambda shot: True
    image = picture("a.png")
    ran = run("scan", "--together", image, picture("b.png"), "--json")
    assert (ran.code, ran.err) == (1, "")
    assert ran.json() == [{"image": image, "error": "no board found: it seems to reach beyond the picture's edge"}]


def test_a_first_picture_without_a_board_leaves_the_corners_to_the_next(
    run: Runner, reader: FakeReader, picture: Callable[..., str]
) -> None:
    reader.views[0] = ViewRead(None, 0, False, message("together.no_board"))
    reader.views[1] = ViewRead(found_at(0))
    (said,) = run("scan", "--together", picture("a.png"), picture("b.png"), "--json").json()
    assert said["views"][0]["corners"] is None
    assert said["corners"] == said["views"][1]["corners"]


def test_a_picture_that_cannot_be_read_is_named(
    run: Runner, reader: FakeReader, picture: Callable[..., str], tmp_path: Path
) -> None:
    good, missing = picture("a.png"), str(tmp_path / "missing.png")
    ran = run("scan", "--together", good, missing)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"draufsicht: {good}: {missing}: cannot be read: No such file or directory\n"
    ran = run("scan", "--together", missing, good)
    assert ran.err == f"draufsicht: {missing}: cannot be read: No such file or directory\n"


def test_a_camera_that_is_not_of_one_of_the_pictures(
    run: Runner, reader: FakeReader, picture: Callable[..., str], tmp_path: Path
) -> None:
    (tmp_path / "camera.json").write_text(json.dumps(Camera.simple(500.0, SIZE).to_json()))
    wide = picture("b.png", (640, 360))
    ran = run("scan", "--together", picture("a.png"), wide, "--camera", str(tmp_path / "camera.json"))
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert f"{wide}: the camera was measured for pictures of 480x360 pixels" in ran.err


# overlays


def test_the_reading_is_drawn_over_every_picture(
    run: Runner, reader: FakeReader, picture: Callable[..., str], tmp_path: Path
) -> None:
    images = [picture("a/x.png"), picture("b/x.png"), picture("y.png")]
    reader.views[2] = ViewRead(None, 0, False, message("together.no_board"))
    folder = tmp_path / "made"
    assert run("scan", "--together", *images, "--overlay", str(folder)).code == 0
    drawn = {path.name: cv2.imread(str(path)) for path in folder.iterdir()}
    assert sorted(drawn) == ["x-2.png", "x.png", "y.png"]
    assert drawn["y.png"].std() == 0  # there is no board to draw on
    assert drawn["x.png"].std() > 5 and drawn["x-2.png"].std() > 5
    # The camera went round: what the one picture shows on its near side, the other shows at a side.
    assert np.abs(drawn["x.png"].astype(int) - drawn["x-2.png"]).max() > 100
    ran = run("scan", "--together", *images, "--overlay", str(tmp_path / "o.png"))
    assert (ran.code, ran.err) == (
        2,
        f"draufsicht: {tmp_path / 'o.png'}: with several images --overlay names a folder\n",
    )


# a batch


def batch(folder: Path, *lines: Any) -> str:
    path = folder / "batch.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines))
    return str(path)


def test_lines_of_a_batch(run: Runner, reader: FakeReader, picture: Callable[..., str], tmp_path: Path) -> None:
    for name in ("sub/a.png", "sub/b.png"):
        picture(name)
    camera = Camera.simple(500.0, SIZE)
    pair = ["sub/a.png", "sub/b.png"]
    lines = [
        {"images": pair, "cameras": [None, camera.to_json()], "set": SET.to_json(), "turned": [0, 90], "board": 9},
        {"images": ["sub/a.png", "sub/missing.png"]},
        {"images": ["sub/a.png"]},
        {"images": pair, "cameras": [camera.to_json()]},
        {"images": pair, "turned": [0, None]},
    ]
    ran = run("scan", "--batch", batch(tmp_path, *lines), "--json")
    assert (ran.code, ran.err) == (0, "")
    first, missing, single, cameras, last = ran.json()
    assert {answer["image"] for answer in ran.json()} == {"sub/a.png"}
    assert first["images"] == last["images"] == pair
    assert missing["error"] == "sub/missing.png: cannot be read: No such file or directory"
    assert single["error"].startswith("line 3: from 2 to 8 pictures")
    assert cameras["error"].startswith("line 4: cameras is as long as images")
    asked, again = reader.shots
    assert [(shot.camera, shot.turned) for shot in asked] == [(None, 0), (camera, 90)]
    assert [shot.turned for shot in again] == [0, None]
    assert reader.known == [(SET, 9), (None, None)]


# profiles


def profile(camera: Camera) -> Profile:
    return Profile("ours", set=MeasuredSet(SET), camera=MeasuredCamera(camera, "sheet", 0.003))


def pictures_of(images: Sequence[str]) -> list[tuple[Any, bytes]]:
    files = [Path(image).read_bytes() for image in images]
    return [(decode_photograph(data), data) for data in files]


def test_a_profile_says_its_camera_only_of_pictures_it_can_have_taken(
    reader: FakeReader, picture: Callable[..., str]
) -> None:
    images = [picture("a.png"), picture("b.png", (640, 360))]
    camera = Camera.simple(500.0, SIZE)
    task = Task(images[0], "", images=tuple(images), profiles=(profile(camera),))
    scanned = scan_together(task, None, pictures_of(images))
    ((first, second),) = reader.shots
    assert (first.camera, second.camera) == (camera, None)
    assert reader.known == [(SET, None)]
    (note,) = scanned.notes("en")
    assert note.startswith(f"{images[1]}: ") and "480x360" in note
    said = scanned.to_json("en")
    assert said["profile"] == "ours"
    assert [len(view.get("profile_misfit", ())) for view in said["views"]] == [0, 1]


@pytest.mark.parametrize("own", [True, False])
def test_a_profile_that_keeps_a_board_from_being_found_does_not_fit(
    reader: FakeReader, picture: Callable[..., str], monkeypatch: pytest.MonkeyPatch, own: bool
) -> None:
    """One of two pictures, or both: they are read without the profile's camera."""
    images = [picture("a.png"), picture("b.png")]
    task = Task(images[0], "", images=tuple(images), profiles=(profile(Camera.simple(500.0, SIZE)),))
    if own:
        task = Task(**{**vars(task), "cameras": (Camera.simple(450.0, SIZE), None)})
    monkeypatch.setattr("vision.profiles.matching.check_profile", lambda *_: ())
    reader.lost_with = lambda shot: shot.camera is not None and shot.camera.fx == 500.0
    scanned = scan_together(task, None, pictures_of(images))
    assert all(view.used for view in scanned.views)
    assert len(reader.shots) == 2
    misfits = [[misfit.key for misfit in view.known.misfits] for view in scanned.views]
    assert misfits == [[] if own else ["match.not_used"], ["match.not_used"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_can_be_said(run: Runner, reader: FakeReader, picture: Callable[..., str], language: str) -> None:
    images = [picture(f"{number}.png") for number in range(6)]
    left_out = [
        message("together.no_board"),
        message("together.other_board", board=5),
        message("together.other_position", fields=("c3",)),
        message("together.other_set"),
        message("together.twice", number=1),
    ]
    reader.views = {index: ViewRead(found_at(0), 0, False, why) for index, why in enumerate(left_out, 1)}
    (said,) = run("scan", "--together", *images, "--json", "--lang", language).json()
    whys = [view["why"] for view in said["views"][1:]]
    assert len(set(whys)) == len(left_out)
    assert not any("{" in why for why in whys)
