"""The options of `python -m benchmarks`, and the films with which a watched table is measured."""

from __future__ import annotations

import itertools

import pytest

from benchmarks.__main__ import HOUR, LEAST, read_arguments
from benchmarks.filming import TimedTable, measured, watched_table
from benchmarks.hour import FIRST, TURNS, forth_and_back
from benchmarks.live import CALM, GAME, PLAYERS, SEED, STRETCHES, UNMEASURED_STRETCHES
from calibration.physical_set import PhysicalSet
from live.events import Kind
from referee.tactori.rules import rule_book
from referee.tactori.text import parse_text
from simulator.demo.settings import DemoSettings
from simulator.families import write_script
from simulator.look import Look
from simulator.tactori.draw import draw_position
from simulator.tactori.viewpoint import look_at
from vision.known_of_picture import Known

TAKTORI = rule_book(GAME)


def test_every_part_is_measured_unless_one_is_named() -> None:
    assert read_arguments([]).part is None
    assert read_arguments(["live"]).part == "live"
    assert read_arguments(["live"]).hour is None


def test_the_hour_is_asked_for_and_may_be_short() -> None:
    assert read_arguments(["live", "--hour"]).hour == HOUR == 36_000
    assert read_arguments(["live", "--hour", "500"]).hour == 500


@pytest.mark.parametrize(
    "said", [["--hour"], ["vision", "--hour"], ["live", "--hour", str(LEAST - 1)], ["live", "--every", "0"], ["table"]]
)
def test_what_makes_no_sense_is_refused(said: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        read_arguments(said)
    assert ended.value.code == 2 and capsys.readouterr().err


def test_the_delay_is_measured_on_turns_only() -> None:
    script = write_script(SEED, TAKTORI, PLAYERS, CALM)
    assert all([step.kind for step in scene.played] == ["turn"] for scene in script.scenes)
    for first, turns in (*STRETCHES, *UNMEASURED_STRETCHES):
        assert first % len(PLAYERS) == 0 and first + turns <= len(script.scenes)


def test_the_hour_ends_where_it_began() -> None:
    script = write_script(3, TAKTORI, PLAYERS, DemoSettings(illegal_rate=0.3, taken_back_rate=0.25))
    scenes = forth_and_back(script)
    begin, line = script.scenes_after(FIRST)[0], script.confirmed()
    assert scenes[-1].shown == line[FIRST] and scenes[-1].shown.towers == begin.towers
    assert scenes[-TURNS - 1].shown.towers == line[FIRST + TURNS].towers
    assert all(a.shown != b.shown or not b.played for a, b in itertools.pairwise(scenes))


def test_a_timed_table_knows_the_frames_in_which_it_was_read() -> None:
    physical_set = measured(PhysicalSet.in_proportion(31.0))
    assert not physical_set.defaults
    pose = look_at(physical_set, 52.0, 4.0, size=(640, 360))
    empty, one = (draw_position(parse_text(text), physical_set, pose, Look(), 3) for text in ("9", "9 c3:R"))
    ticks = itertools.count()
    with watched_table(TAKTORI, PLAYERS, Known(9, physical_set, pose.camera)) as table:
        timed = TimedTable(table, 5, lambda: float(next(ticks)))
        seen = [timed.see(empty) for _ in range(8)]
        assert [each.read for each in seen].count(True) == 1 and not seen[-1].read
        told = [timed.see(one) for _ in range(5)]
    assert {each.seconds for each in seen} == {1.0}
    assert [each.kind for each in told[-1].told + told[-2].told] == [Kind.TURN]
