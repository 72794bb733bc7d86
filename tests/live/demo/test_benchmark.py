"""What was told of a game put beside what was played."""

from functools import cache

import pytest

from benchmarks.demo import changes, compare_events
from live.events import Event, Kind, event
from referee.tactori.rules import rule_book
from referee.tactori.text import parse_text
from referee.verdict import Finding
from simulator.demo.script import Script
from simulator.demo.settings import DemoSettings
from simulator.families import write_script
from words.message import message


@cache
def script() -> Script:
    settings = DemoSettings(illegal_rate=0.4, taken_back_rate=0.3, most_turns=6)
    made = write_script(4, rule_book("bridges"), ("R", "B"), settings)
    kinds = [step.kind for step in made.played]
    assert {"turn", "illegal", "put_right", "taken_back"} <= set(kinds)
    return made


def findings(*rules: str) -> tuple[Finding, ...]:
    return tuple(Finding(rule, message("turn.pass")) for rule in rules)


def perfect() -> list[Event]:
    told = []
    for step in script().played:
        match step.kind:
            case "turn":
                told.append(event(Kind.TURN, position=step.after, player=step.player, violations=()))
            case "illegal":
                broken = findings(*reversed(step.rules_broken), step.rules_broken[0])
                told.append(
                    event(Kind.TURN, position=step.after, player=step.player, violations=broken, waits="illegal")
                )
            case "put_right":
                told.append(event(Kind.PUT_RIGHT, position=step.after))
            case "taken_back":
                told.append(event(Kind.TAKEN_BACK, position=step.after))
    return told


def first(kind: str) -> int:
    return [step.kind for step in script().played].index(kind)


def test_all_is_told() -> None:
    compared = compare_events(script(), perfect())
    kinds = [step.kind for step in script().played]
    assert compared.failures == ()
    assert (compared.turns, compared.confirmed) == (kinds.count("turn"),) * 2
    assert (compared.illegal, compared.flagged) == (kinds.count("illegal"),) * 2
    assert (compared.taken_back, compared.recognised) == (kinds.count("taken_back"),) * 2
    assert (compared.missed, compared.invented, compared.otherwise, compared.games) == (0, 0, 0, 1)


def test_nothing_is_told() -> None:
    compared = compare_events(script(), [])
    assert compared.confirmed == compared.flagged == compared.recognised == compared.invented == 0
    assert compared.missed == compared.turns + compared.illegal + compared.taken_back == len(compared.failures)


@pytest.mark.parametrize("kind", ["turn", "illegal", "taken_back"])
def test_one_is_missed(kind: str) -> None:
    told = perfect()
    del told[first(kind)]
    compared = compare_events(script(), told)
    assert (compared.missed, compared.invented) == (1, 0)
    assert f"missed {kind}" in compared.failures[0]
    assert "bridges seed 4 turn" in compared.failures[0]


def test_a_turn_told_twice_is_invented_once() -> None:
    told = perfect()
    told.insert(first("turn") + 1, told[first("turn")])
    compared = compare_events(script(), told)
    assert (compared.missed, compared.invented, compared.confirmed) == (0, 1, compared.turns)


def test_another_position_is_missed_and_invented() -> None:
    told = perfect()
    i = first("turn")
    told[i] = event(Kind.TURN, position=parse_text("5 e5:G"), player="R", violations=())
    compared = compare_events(script(), told)
    assert (compared.missed, compared.invented) == (1, 1)
    assert any("e5:->G" in failure for failure in compared.failures)


def test_another_player_is_not_the_same_turn() -> None:
    told = perfect()
    i = first("turn")
    told[i] = Event(Kind.TURN, {**told[i].data, "player": "Y"})
    assert compare_events(script(), told).missed == 1


def test_other_rules_are_told_otherwise() -> None:
    told = perfect()
    i = first("illegal")
    told[i] = Event(Kind.TURN, {**told[i].data, "violations": findings("supply.towers")})
    compared = compare_events(script(), told)
    assert (compared.otherwise, compared.flagged, compared.missed) == (1, compared.illegal - 1, 0)
    assert "supply.towers" in compared.failures[0]


def test_putting_right_may_be_told_as_taking_back() -> None:
    told = perfect()
    i = first("put_right")
    told[i] = event(Kind.TAKEN_BACK, position=script().played[i].after)
    assert compare_events(script(), told).failures == ()


def test_doubts_are_counted_and_sums_are_sums() -> None:
    one = compare_events(script(), [*perfect(), event(Kind.UNSURE)], 2.0)
    assert (one.unsure, one.invented) == (1, 0)
    both = one + compare_events(script(), [], 1.0)
    assert (both.games, both.turns, both.seconds) == (2, 2 * one.turns, 3.0)
    assert len(both.failures) == one.turns + one.illegal + one.taken_back


def test_changes_are_said_shortly() -> None:
    before, after = parse_text("9 c3:R e3:R"), parse_text("9 c3:RB e3:R R:c3-e3@1")
    assert changes(before, after) == "c3:R->RB c3-e3:->R1"
    assert changes(after, before) == "c3:RB->R c3-e3:R1->"
    assert changes(before, before) == "nothing"
