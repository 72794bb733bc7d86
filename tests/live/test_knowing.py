"""What is known of a table reaches its eyes once, and a profile is looked for neither too often nor too long."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from calibration.camera import Camera
from calibration.measured import MeasuredCamera, MeasuredSet
from calibration.physical_set import PhysicalSet
from calibration.profile import Profile
from live import knowing
from live.events import Event
from live.frame import Frame
from live.knowing import Knowing
from live.settings import TableSettings
from live.table import Table
from vision.board.find import NoBoard
from vision.found_board import FoundBoard
from vision.known_of_picture import Known
from vision.profiles import matching
from vision.tactori.eyes import TowerEyes
from vision.tasks import Task
from words.message import message

SETTINGS = TableSettings()
SET = PhysicalSet.in_proportion(31.0, tower_height=20.0)
LENS = Camera.simple(576.0, (640, 360))
KITCHEN = Profile("kitchen", set=MeasuredSet(SET), camera=MeasuredCamera(LENS, "sheet", 20, 0.004, 0.3))
EVERY_S = SETTINGS.search_every_s


class Room:
    """A table with empty pictures: whether the board is found in them is said, and the profile that fits is kitchen."""

    def __init__(self, task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
        self.table = cast(Table, SimpleNamespace(settings=SETTINGS, know=self._know))
        self._know(Known(9))
        self.knowing = Knowing(task, self.table)
        self.board_is_seen = True
        self.searched = 0
        monkeypatch.setattr(knowing, "find_board", self._find)
        monkeypatch.setattr(matching, "match_profiles", lambda *args: SimpleNamespace(best=KITCHEN))
        unlike = matching.Misfit("focal", message("match.unlikely"), 1.0)
        monkeypatch.setattr(knowing, "check_profile", lambda profile, image: [unlike])

    def _know(self, known: Known) -> None:
        self.table.eyes = TowerEyes(known, SETTINGS.eyes)

    def _find(self, *args: Any) -> None:
        self.searched += 1
        if not self.board_is_seen:
            raise NoBoard("none")

    def find_with_profile(self) -> None:
        self.table.eyes.found = cast(FoundBoard, object())

    def see(self, at_s: float, alone: bool = False, size: tuple[int, int] = (640, 360)) -> list[Event]:
        frame = Frame(np.zeros((size[1], size[0], 3), np.uint8), "", 0, at_s, alone)
        return [*self.knowing.before(frame), *self.knowing.after(frame)]

    @property
    def known(self) -> Known:
        return self.table.eyes.known


def task(**said: Any) -> Task:
    return Task("", "", board=9, **said)


def test_what_was_said_is_known_from_the_first_frame_on(monkeypatch: pytest.MonkeyPatch) -> None:
    corners = ((1.0, 2.0), (9.0, 2.0), (9.0, 1.0), (1.0, 1.0))
    room = Room(task(physical_set=SET, camera=LENS, corners=corners), monkeypatch)
    assert room.see(0.0, size=(1280, 720)) == []
    assert room.known == Known(9, SET, LENS.at_size((1280, 720)), None, corners)
    assert room.knowing.profile is None and room.searched == 0


def test_what_the_eyes_have_seen_is_not_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    for said in (task(), task(profiles=(KITCHEN,))):
        room = Room(said, monkeypatch)
        room.see(0.0)
        room.find_with_profile()
        eyes = room.table.eyes
        assert room.see(0.2) == room.see(10.0) == [] and room.table.eyes is eyes


def test_a_profile_says_what_was_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room(task(profiles=(KITCHEN,)), monkeypatch)
    room.find_with_profile()
    room.knowing.before(Frame(np.zeros((360, 640, 3), np.uint8), "", 0, 0.0))
    assert (room.known.physical_set, room.known.camera, room.knowing.profile) == (SET, LENS, "kitchen")


def test_a_profile_is_looked_for_now_and_then_until_the_board_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room(task(profiles=(KITCHEN,), find_profile=True), monkeypatch)
    room.board_is_seen = False
    for at_s in (0.0, 0.2, EVERY_S - 0.1, EVERY_S, EVERY_S + 0.2):
        assert room.see(at_s) == []
    assert room.searched == 2 and room.knowing.profile is None and room.known.physical_set is None
    room.board_is_seen = True
    room.see(2 * EVERY_S - 0.1)
    assert room.knowing.profile is None, "it is not time yet"
    room.see(2 * EVERY_S)
    assert room.knowing.profile == "kitchen" and room.known.camera == LENS
    room.find_with_profile()
    for at_s in (10.0, 20.0):
        room.see(at_s)
    assert room.searched == 3


def test_photographs_are_all_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room(task(profiles=(KITCHEN,), find_profile=True), monkeypatch)
    room.board_is_seen = False
    for _ in range(3):
        room.see(0.0, alone=True)
    assert room.searched == 3


def test_a_clock_that_starts_again_does_not_make_it_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room(task(profiles=(KITCHEN,), find_profile=True), monkeypatch)
    room.board_is_seen = False
    room.see(100.0)
    room.see(0.0)
    assert room.searched == 2


def test_a_profile_that_keeps_the_board_from_being_found_is_put_away(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room(task(profiles=(KITCHEN,)), monkeypatch)
    said = room.see(0.0)
    assert [event.data["profile"] for event in said] == ["kitchen", "kitchen"]
    assert [event.data["why"] for event in said] == [
        message("match.not_used", name="kitchen"),
        message("match.unlikely"),
    ]
    assert room.knowing.profile is None and room.known.camera is None
    assert room.see(10.0) == [] and room.searched == 1, "it is said once"


def test_a_profile_is_kept_while_nobody_can_see_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room(task(profiles=(KITCHEN,)), monkeypatch)
    room.board_is_seen = False
    for at_s in (0.0, 0.2, EVERY_S):
        assert room.see(at_s) == []
    assert room.searched == 2 and room.knowing.profile == "kitchen" and room.known.camera == LENS
