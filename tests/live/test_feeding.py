"""Sources of other cameras: how they are named, which go together, and what is told when one dies."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from running import Runner

from live import watching
from live.aside import Use
from live.demo.source import DemoAside, DemoSource
from live.events import Event, Kind
from live.feeding import OtherCamera, open_other, read_other
from live.frame import Frame, Given
from live.sources import open_source
from live.sources.handed_in import HandedIn
from live.watching import WatchTask, open_watch
from referee.tactori.rules import rule_book
from referee.tactori.text import parse_text
from simulator.demo.settings import OTHER_SIDES, DemoSettings
from tests.live.beside import photograph, side
from tests.live.watched import FEM, PLAYERS, SAID, SMALL, demo_run, small_demo, write_folder
from words.message import InputError


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRAUFSICHT_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(watching, "open_source", small_demo)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("1", OtherCamera("1")),
        ("1@90", OtherCamera("1", 90)),
        ("http://anna@10.0.0.5/video", OtherCamera("http://anna@10.0.0.5/video")),
        ("http://anna@10.0.0.5/video@180", OtherCamera("http://anna@10.0.0.5/video", 180)),
        ("demo@0", OtherCamera("demo", 0)),
    ],
)
def test_other_cameras_are_named_like_sources_and_may_say_their_side(written: str, meant: OtherCamera) -> None:
    assert read_other(written) == meant


def test_a_side_is_a_quarter_turn() -> None:
    with pytest.raises(InputError, match="turned"):
        read_other("1@45")


def test_what_flows_goes_with_what_flows(tmp_path: Path) -> None:
    folder = str(write_folder(tmp_path / "pictures", demo_run().calm))
    flowing, read = HandedIn(), open_source(folder)
    with pytest.raises(InputError) as error:
        open_other(folder, flowing, 0)
    assert error.value.message.key == "also.pace"
    open_other(folder, read, 0).close()
    with pytest.raises(InputError) as error:
        open_other("demo", read, 0)
    assert error.value.message.key == "also.demo"
    with pytest.raises(InputError) as error:
        open_other(folder, read, 4)
    assert error.value.message.key == "also.most"


def test_the_demo_is_at_the_same_frame_from_every_side() -> None:
    first = DemoSource(1, FEM, PLAYERS, **SMALL)
    others = [open_other("demo", first, number) for number in range(2)]
    sides = [other.given() for other in others]
    for frame, *seen in zip(first.given(), *sides, strict=False):
        assert isinstance(frame, Frame)
        assert all(isinstance(each, Frame) and (each.number, each.at_s) == (frame.number, frame.at_s) for each in seen)
        assert {each.image.shape for each in seen if isinstance(each, Frame)} == {(600, 800, 3)}
        if frame.number == 12:
            break
    for source in (first, *others):
        source.close()


def test_a_push_of_the_first_camera_does_not_put_the_others_out_of_step() -> None:
    """All sides have as many frames, and a hand is in all of them or in none."""
    bumpy = SMALL | {"settings": DemoSettings(most_turns=3, bump_rate=1.0, lamp_rate=0.5)}
    first = DemoSource(2, FEM, PLAYERS, **bumpy)
    frames = sum(1 for _ in first.given())
    assert frames == sum(1 for _ in first.drawing(OTHER_SIDES[0])) and first.script.scenes


def told(task: WatchTask) -> tuple[list[Event], Any]:
    with open_watch(task) as watch:
        return list(watch), watch


def test_a_game_with_a_second_camera_is_told_as_it_was_played(tmp_path: Path) -> None:
    task = WatchTask("demo:1", FEM, PLAYERS, log_path=tmp_path / "g.sqlite", demo=SMALL, also=(OtherCamera("demo"),))
    events, watch = told(task)
    confirmed = [each.data["position"] for each in events if each.kind is Kind.TURN and "waits" not in each.data]
    assert confirmed == list(watch.source.script.confirmed()[1:])
    joined = [each.data for each in events if each.kind is Kind.BACK]
    assert [(each["what"], each["number"], each["turned"]) for each in joined] == [("camera", 1, 90)]


def test_a_camera_that_breaks_in_mid_game_is_told_once_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = DemoAside.given

    def breaking(self: DemoAside) -> Iterator[Given]:
        for frame in given(self):
            if isinstance(frame, Frame) and frame.number >= 22:
                raise OSError("the plug was pulled")
            yield frame

    monkeypatch.setattr(DemoAside, "given", breaking)
    task = WatchTask("demo:1", FEM, PLAYERS, log_path=tmp_path / "g.sqlite", demo=SMALL, also=(OtherCamera("demo"),))
    events, watch = told(task)
    assert [each.data["what"] for each in events if each.kind is Kind.LOST] == ["camera"]
    assert watch.cameras[0].aside.use is Use.GONE
    assert watch.play.state.position == watch.source.script.confirmed()[-1]


def test_folders_are_paired_by_order(tmp_path: Path) -> None:
    """Each picture of one camera belongs to the picture of the other that has its place."""
    first = write_folder(tmp_path / "a", [photograph(each, side(0.0, 45.0)) for each in ("9", "9 c3:R")])
    other = write_folder(tmp_path / "b", [photograph(each, side(95.0)) for each in ("9", "9 c3:R")])
    task = WatchTask(
        str(first),
        rule_book("taktori"),
        ("R", "B"),
        log_path=tmp_path / "g.sqlite",
        also=(OtherCamera(str(other), 90),),
    )
    events, watch = told(task)
    assert watch.play.state.position == parse_text("9 c3:R")
    frame = watch.cameras[0].aside.frame
    assert frame is not None and frame.number == 1
    assert any(each.kind is Kind.BACK and each.data["turned"] == 90 for each in events)


def test_a_camera_that_is_not_there_begins_no_game(run: Runner, tmp_path: Path) -> None:
    ran = run("watch", "demo:1", *SAID, "--also", "nothing")
    assert ran.code == 2 and ran.out == "" and len(ran.err.splitlines()) == 1
    assert run("table", "list", "--json").out == ""


def test_the_command_takes_a_second_camera(run: Runner) -> None:
    ran = run("watch", "demo:1", "--also", "demo", *SAID, "--json")
    assert ran.code == 0, ran.err
    kinds = [line["event"] for line in ran.json()]
    assert kinds.count("back") == 1 and kinds.count("turn") >= 3
    spoken = run("watch", "demo:1", "--also", "demo@90", *SAID, "--new", "--lang", "de")
    assert "um 90° weiter um das Brett" in spoken.out
