"""A demo game of Anti-Blok, watched: its turns are told as the script has them, and nothing else."""

import pytest

from benchmarks.demo import compare_events, watch
from live.demo.source import DemoSource
from live.events import Kind
from referee.games import find_game


@pytest.mark.parametrize(("game", "players"), [("antiblok", "RB"), ("antiblok_solo", "R")])
def test_what_is_told_is_what_was_played(game: str, players: str) -> None:
    with DemoSource(7, find_game(game).rule_book({}), tuple(players), size=(640, 360)) as source:
        events = list(watch(source))
        compared = compare_events(source.script, events)
        kinds = [step.kind for step in source.script.played]
    assert compared.failures == ()
    assert (compared.turns, compared.confirmed) == (kinds.count("turn"),) * 2
    assert (compared.illegal, compared.flagged) == (kinds.count("illegal"),) * 2
    unsure = [each.data.get("waits") for each in events if each.kind is Kind.UNSURE]
    assert unsure == ["incomplete"] * kinds.count("part")
