"""A demo that begins again leaves no more than a few games in the log, and never takes away anybody else's."""

from __future__ import annotations

from pathlib import Path

import pytest

from live.demo.again import MOST_KEPT, forget_oldest, next_seed
from live.demo.source import DemoSource
from live.log import GameLog
from live.play import Play
from referee.tactori.rules import rule_book
from simulator.demo.settings import DemoSettings


def played(log: GameLog, table: str, source: str, ended: bool = True) -> int:
    play = Play.begin(log, table, source, rule_book("taktori"), ("R", "B"))
    if ended:
        play.end()
    assert play.state.id is not None
    return play.state.id


def test_the_oldest_demo_games_go_and_all_others_stay(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    log = GameLog.open(path)
    mine = played(log, "Demo 1", "0")
    open_one = played(log, "Demo 1", "demo:1", ended=False)
    elsewhere = played(log, "2", "demo:1")
    demos = [played(log, "Demo 1", f"demo:{seed}") for seed in range(5)]
    assert forget_oldest(path, "Demo 1", most=3) == 2
    assert [each.id for each in log.games()] == [mine, open_one, elsewhere, *demos[2:]]
    assert forget_oldest(path, "Demo 1", most=3) == 0
    assert MOST_KEPT >= 1  # the game that has just ended is always there to be looked at
    log.close()


def test_a_log_that_cannot_be_read_is_no_trouble(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    path.write_bytes(b"no database at all" * 100)
    assert forget_oldest(path, "Demo 1") == 0


def test_the_row_of_games_never_ends() -> None:
    assert next_seed("demo:7") == "8"
    assert next_seed(f"demo:{10**18 - 1}") == "0"


def test_a_demo_that_lingers_ends_after_its_last_position() -> None:
    settings = DemoSettings(most_turns=1, illegal_rate=0.0, taken_back_rate=0.0)
    with DemoSource(
        7, rule_book("taktori"), pace="live", size=(320, 180), settings=settings, waits=True, hurry=200.0, lingers_s=1.0
    ) as source:
        frames = list(source.given())
    with DemoSource(7, rule_book("taktori"), pace="live", size=(320, 180), settings=settings) as whole:
        film = sum(1 for _ in whole._pictures())
    assert (len(frames) - film) * source._pace.frame_s == pytest.approx(1.0)
    assert frames[-1].image is frames[film - 1].image  # type: ignore[union-attr]
