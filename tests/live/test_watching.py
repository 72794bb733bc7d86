"""Tables being watched: games that begin, go on and end, sources that come and go, and others who have a say."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.camera import Camera
from calibration.measured import MeasuredCamera, MeasuredSet
from calibration.profile import Profile
from live import watching
from live.events import Event, Kind
from live.frame import Frame, Given, Picture
from live.keeping import Keeping
from live.log import GameLog
from live.pictures import PictureFolder
from live.play import Play
from live.sources import HandedIn, Source, open_source
from live.table import Table
from live.table_lock import is_watched
from live.watching import Watch, WatchTask, open_watch
from referee.tactori.position import Position
from referee.tactori.rules import rule_book
from tests.live.playing import ROOT, begin
from tests.live.sources.serving import QUICK, part, served, stream_head, until
from tests.live.watched import FEM, PLAYERS, SEED, SMALL, demo_run
from tests.ports import free_port
from tests.waiting import PATIENCE_S, wait_ended, wait_for
from vision.profiles import matching
from vision.tactori.eyes import TowerEyes
from vision.tasks import Task
from words.message import InputError


class Shown(Source):
    """Pictures that are there already: a folder's, each by itself, or those of a film."""

    name = "shown"

    def __init__(self, pictures: list[Picture], flows: bool = False, alone: bool = True) -> None:
        self.flows = flows
        self._given = [Frame(image, f"{i}", i, 0.2 * i, alone) for i, image in enumerate(pictures)]
        self.closed = False

    def given(self) -> Iterator[Given]:
        for each in self._given:
            if self.closed:
                return
            yield each

    def close(self) -> None:
        self.closed = True


def task(path: Path, **more: Any) -> WatchTask:
    made = demo_run().script.scenery
    known = Task("", "", physical_set=made.physical_set, camera=made.camera)
    return WatchTask(**{"spec": "", "rules": FEM, "players": PLAYERS, "known": known, "log_path": path, **more})


def watched(asked: WatchTask, pictures: list[Picture], flows: bool = False) -> list[Event]:
    with open_watch(asked, Shown(pictures, flows)) as watch:
        return list(watch)


def told(events: list[Event]) -> list[str]:
    return [event.data.get("notation") or event.kind.value for event in events]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "g.sqlite"


def test_a_simulated_game_from_beginning_to_end() -> None:
    run = demo_run()
    events = [event for _, event in run.told]
    kinds = [step.kind for step in run.script.played]
    assert kinds == ["turn", "illegal", "put_right", "turn", "turn"]
    assert [event.kind.value for event in events] == ["started", "turn", "turn", "put_right", "turn", "turn"]
    assert "waits" in events[2].data and not events[2].data["legal"]
    confirmed = [each.data["position"] for each in events if each.kind is Kind.TURN and "waits" not in each.data]
    assert confirmed == list(run.script.confirmed()[1:])


def test_what_is_read_through_begins_anew_and_what_flows_goes_on(path: Path) -> None:
    start, first = demo_run().calm[:2]
    for _ in range(2):
        events = watched(task(path), [start, first])
        assert told(events) == ["started", "+a1"] and not events[0].data["resumed"]
    second, third = demo_run().calm[-2:]
    events = watched(task(path), [first, second], flows=True)
    assert told(events) == ["started", "+e4"]
    assert (events[0].data["resumed"], events[0].data["n"]) == (True, 1)
    assert told(watched(task(path, new=False), [second, third])) == ["started", "+a2 +a1-a2"]
    events = watched(task(path, new=True), [start], flows=True)
    assert not events[0].data["resumed"]
    log = GameLog.open(path)
    assert [len(Play.load(log, entry.id).state.steps) for entry in log.games()] == [1, 3, 0]


def test_a_game_that_goes_on_says_what_it_was_doing(path: Path) -> None:
    start, first, illegal = demo_run().calm[:3]
    assert told(watched(task(path), [start, first, illegal])) == ["started", "+a1", "turn"]
    log = GameLog.open(path)
    play = Play.resume(log, "1")
    assert play is not None
    play.pause()
    log.close()
    events = watched(task(path, new=False), [illegal])
    assert [event.kind for event in events] == [Kind.STARTED, Kind.PAUSED, Kind.TURN]
    assert events[-1].data["waits"] == "illegal"


@pytest.mark.parametrize(
    "other", [{"rules": rule_book("taktori")}, {"rules": rule_book("fem", {"overlay_gap": 2})}, {"players": ("B", "R")}]
)
def test_another_unfinished_game_is_not_taken_for_this_one(path: Path, other: dict[str, Any]) -> None:
    log = GameLog.open(path)
    begin(log, rules=FEM)
    log.close()
    source = Shown([demo_run().frames[0]], flows=True)
    with pytest.raises(InputError, match="--resume to go on with it, or --new"):
        open_watch(task(path, **other), source)
    assert source.closed
    assert not is_watched(path, "1")
    with open_watch(task(path, new=False, **other), Shown([])) as watch:
        assert (watch.play.state.rules, watch.play.state.players) == (FEM, PLAYERS)


def test_nothing_to_go_on_with(path: Path) -> None:
    with pytest.raises(InputError, match="no unfinished game"):
        open_watch(task(path, new=False), Shown([]))
    with pytest.raises(InputError, match="missing"):
        open_watch(task(path, rules=None, players=()), Shown([]))


def test_a_source_that_cannot_be_opened_leaves_no_game_behind(path: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no source of pictures"):
        open_watch(task(path, spec=str(tmp_path / "nowhere")))
    assert GameLog.open(path).games() == ()
    assert not is_watched(path, "1")


def test_one_table_is_watched_once_but_films_can_be_read_beside_it(path: Path) -> None:
    with open_watch(task(path), Shown([], flows=True)):
        for asked, source in ((task(path), Shown([], flows=True)), (task(path, table="1"), Shown([]))):
            with pytest.raises(InputError, match="Another program watches table 1"):
                open_watch(asked, source)
        with open_watch(task(path), Shown([])) as beside, open_watch(task(path), Shown([])) as another:
            assert [beside.play.state.table, another.play.state.table] == ["1/2", "1/3"]
    entry = GameLog.open(path).last_game("1")
    assert entry is not None and entry.id == 1, "the game at table 1 is still its last one"


def test_one_picture_that_cannot_be_read_does_not_end_a_game(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start, first = demo_run().calm[:2]
    take, failing = Table.take, [1, 2]

    def sometimes(self: Table, given: Given) -> list[Event]:
        if isinstance(given, Frame) and given.number in failing:
            raise ZeroDivisionError("nobody thought of it")
        return take(self, given)

    monkeypatch.setattr(Table, "take", sometimes)
    events = watched(task(path), [start, start, start, first])
    assert told(events) == ["started", "unsure", "+a1"], "it is told once"
    assert events[1].to_json()["why"] == (
        "this picture could not be read (ZeroDivisionError: nobody thought of it); the game goes on"
    )
    failing[:] = range(1000)
    with pytest.raises(InputError, match="reading fails at every picture: ZeroDivisionError"):
        watched(task(path), [start, first])
    monkeypatch.setattr(watching, "MOST_FAILURES", 3)
    source = Shown([start] * 10, flows=True)
    with pytest.raises(InputError, match="every picture"), open_watch(task(path, new=True), source) as watch:
        list(watch)
    assert watch.frame is not None and watch.frame.number == 2


def test_what_was_confirmed_before_it_failed_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(eyes: TowerEyes, image: Picture, position: Position) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(TowerEyes, "learn", failing)
    start, first = demo_run().calm[:2]
    with open_watch(task(path), Shown([start, first])) as watch, pytest.raises(InputError, match="every picture"):
        for event in watch:
            last = event
    assert (last.kind, last.data["n"], last.data["resumed"]) == (Kind.STARTED, 1, True)


def test_a_camera_of_another_shape_is_refused_at_once(path: Path) -> None:
    asked = task(path, known=Task("", "", camera=Camera(500, 500, 200, 200, (0.0,), (400, 400))))
    with pytest.raises(InputError, match="640x360"):
        watched(asked, demo_run().calm)


def test_a_camera_measured_on_larger_pictures(path: Path) -> None:
    known = task(path).known
    large = replace(known, camera=known.camera.at_size((1920, 1080)))
    assert told(watched(task(path, known=large), demo_run().calm[:2])) == ["started", "+a1"]


def test_a_board_that_nobody_measured_and_one_whose_corners_are_said(path: Path) -> None:
    run = demo_run()
    assert told(watched(task(path, known=Task("", "")), run.calm[:2])) == ["started", "+a1"]
    with open_watch(task(path), Shown(run.calm[:1])) as watch:
        list(watch)
        assert watch.table.eyes.found is not None
        corners = watch.table.eyes.found.corners_px
    assert told(watched(task(path, known=Task("", "", corners=corners)), run.calm[:2])) == ["started", "+a1"]


def profile(name: str, camera: Camera | None = None) -> Profile:
    made = demo_run().script.scenery
    lens = MeasuredCamera(camera or made.camera, "sheet", 20, 0.004, 0.3)
    return Profile(name, set=MeasuredSet(made.physical_set), camera=lens)


def long_lens() -> Camera:
    made = demo_run().script.scenery.camera
    return replace(made, fx=4 * made.fx, fy=4 * made.fy)


def test_a_profile_is_found_in_the_first_picture_with_a_board(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    profiles = (profile("far", long_lens()), profile("here"))
    asked_with: list[Picture] = []

    def match(image: Picture, among: tuple[Profile, ...], source: str | None) -> matching.Matching:
        asked_with.append(image)
        return matching.Matching((), among[1])

    monkeypatch.setattr(matching, "match_profiles", match)  # the usual camera of a demo is no one's in particular
    asked = task(path, known=Task("", "", profiles=profiles, find_profile=True))
    empty = np.full_like(demo_run().frames[0], 90)
    with open_watch(asked, Shown([empty, *demo_run().calm[:2]])) as watch:
        events = list(watch)
        assert told(events) == ["started", "lost", "back", "+a1"]
        assert watch.profile == "here"
        assert len(asked_with) == 1 and asked_with[0] is demo_run().calm[0]
        assert watch.table.eyes.known.camera == demo_run().script.scenery.camera


def test_a_profile_that_does_not_fit_is_not_used(path: Path) -> None:
    asked = task(path, known=Task("", "", profiles=(profile("far", long_lens()),)))
    with open_watch(asked, Shown(demo_run().calm[:2])) as watch:
        events = list(watch)
        assert watch.profile is None
    unused = [event.to_json()["why"] for event in events if event.data.get("profile") == "far"]
    assert unused and "far" in unused[0]
    assert told(events)[-1] == "+a1"


def test_a_profile_whose_camera_makes_other_pictures(path: Path) -> None:
    other = Camera(500, 500, 200, 200, (0.0,), (400, 400))
    events = watched(task(path, known=Task("", "", profiles=(profile("square", other),))), demo_run().calm[:2])
    assert told(events) == ["started", "unsure", "+a1"]
    assert "square" in events[1].to_json()["why"]


def test_pictures_are_kept_only_if_somebody_says_so(path: Path) -> None:
    pictures = PictureFolder.beside(path)
    watched(task(path), demo_run().calm[:2])
    assert not pictures.path.exists()
    watched(task(path, keep_pictures=Keeping(limit_mb=5)), demo_run().calm[:3])
    assert len(pictures.of_game(2)) == 1, "of the turn, not of what waits"
    watched(task(path, new=False, keep_pictures=False), demo_run().calm[2:])
    assert len(pictures.of_game(2)) == 1
    pictures.delete_game(2)
    pictures.path.rmdir()
    pictures.path.write_bytes(b"in the way")
    events = watched(task(path, keep_pictures=Keeping(limit_mb=5)), demo_run().calm)
    assert told(events) == ["started", "+a1", "memory", "turn", "put_right", "+e4", "+a2 +a1-a2"]
    assert not events[2].data["in_memory"]


def test_where_nothing_can_be_written_it_goes_on_in_memory(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    events = watched(task(tmp_path / "file" / "g.sqlite"), demo_run().calm[:2])
    assert told(events) == ["started", "memory", "+a1"]
    assert events[1].data["in_memory"]


def test_a_source_that_breaks(path: Path) -> None:
    class Broken(Shown):
        def given(self) -> Iterator[Given]:
            yield from self._given
            raise RuntimeError("a driver")

    with open_watch(task(path), Broken(demo_run().calm[:2])) as watch, pytest.raises(InputError, match="a driver"):
        list(watch)
    assert told(watched(task(path, new=False), demo_run().calm[1:2])) == ["started"]


class Watching:
    """A table that is watched in a thread of its own, and what was told so far."""

    def __init__(self, watch: Watch) -> None:
        self.watch, self.events = watch, list[Event]()
        self.thread = threading.Thread(target=self._run)
        self.thread.start()

    def _run(self) -> None:
        for event in self.watch:
            self.events.append(event)

    def told(self) -> list[str]:
        return told(list(self.events))


@contextmanager
def in_a_thread(watch: Watch) -> Iterator[Watching]:
    with watch:
        made = Watching(watch)
        try:
            yield made
        finally:
            watch.close()
            wait_ended(made.thread)


def show(source: HandedIn, picture: Picture, seen: Callable[[], bool]) -> None:
    """Hands a picture in again and again, as a camera would, on a clock of its own, until something was seen."""

    def look() -> bool:
        source.put(picture)
        return seen()

    wait_for(look, "somebody to see it")


def test_others_have_a_say_while_a_table_is_watched(path: Path) -> None:
    """A turn is undone by another program, made again by another turn, and the game ended: all of it is told."""
    source = HandedIn()
    start, first, *_ = demo_run().calm
    with in_a_thread(open_watch(task(path), source)) as table:
        show(source, start, lambda: table.watch.table.eyes.compares)
        show(source, first, lambda: "+a1" in table.told())
        for call, word in (("undo", "taken_back"), ("redo", "+a1")):
            command = [sys.executable, "draufsicht.py", "table", call, "--log", str(path)]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_S)
            assert done.returncode == 0, done.stderr
            show(source, first, lambda word=word: table.told()[-1] == word)  # type: ignore[misc]
        assert table.told() == ["started", "+a1", "taken_back", "+a1"]
        assert table.events[2].data["by"] == "undo"
        table.watch.play.end()
        show(source, first, lambda: not table.thread.is_alive())
    assert GameLog.open(path).games()[0].finished


def test_a_network_camera_is_cut_off_and_comes_back(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("live.watching.open_source", partial(open_source, settings=QUICK))
    start, first, *_, second, _ = demo_run().calm
    now = {"picture": start}

    def serve(connected: socket.socket, request: bytes) -> None:
        connected.sendall(stream_head())
        while True:
            connected.sendall(part(cv2.imencode(".jpg", now["picture"], [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()))
            time.sleep(0.03)

    with served(serve, free_port()) as server:
        watch = open_watch(task(path, spec=server.address))
        port = server.port
        with in_a_thread(watch) as table:
            until(lambda: watch.table.eyes.compares)
            now["picture"] = first
            until(lambda: "+a1" in table.told())
            server.stop()
            until(lambda: "lost" in table.told())
            now["picture"] = second
            with served(serve, port):
                until(lambda: "+e4" in table.told())
                watch.close()
    assert table.told() == ["started", "+a1", "lost", "back", "+e4"]
    assert table.events[2].data["what"] == table.events[3].data["what"] == "source"
    assert watch.frame is not None


def test_a_live_demo_goes_on_where_it_was(path: Path) -> None:
    asked = WatchTask(f"demo:{SEED}", FEM, PLAYERS, log_path=path, demo=SMALL)
    run = demo_run()
    log = GameLog.open(path)
    play = Play.begin(log, "1", "demo", FEM, PLAYERS)
    play.confirm(run.script.confirmed()[1])
    log.close()
    with open_watch(replace(asked, pace="live")) as watch:
        assert watch.source.flows
        assert len(watch.play.state.steps) == 1
        first = next(each for each in watch.source.given() if isinstance(each, Frame))
    still = np.abs(first.image.astype(int) - run.calm[1]).mean()
    assert still < 5, "it shows the board after the first turn"
