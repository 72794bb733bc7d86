"""A game with cards and a die: how it begins, what is thrown, turns that are seen in parts, and what is put right."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from running import Runner

from live.consequence import take_up
from live.correction import correct_by_words
from live.events import Event
from live.game import Reason
from live.judgement import What, judge_seen
from live.log import GameLog
from live.play import Play
from referee.antiblok.notation import read_written
from referee.antiblok.position import Position
from referee.antiblok.rules import rule_book
from referee.games import find_game
from tests.antiblok_drawn import read_cases
from tests.live.playing import begin, check_kept
from words.message import InputError

RULES = rule_book("antiblok")
BOARDS = {case.said["board"]: case.board for case in read_cases("turns") if "board" in case.said}
PLAIN, SQUARE = BOARDS["plain"], BOARDS["square"]


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """A game of red and blue whose board nobody has seen yet."""
    return Play.begin(GameLog.open(tmp_path / "g.sqlite"), "1", "camera", RULES, ("R", "B"))


def begun(play: Play, board: Position = PLAIN) -> Play:
    play.wait(Reason.SET_UP, [board])
    play.accept()
    return play


def after(written: str, before: Position, player: str = "R") -> Position:
    return read_written(written, before, player)[0]


def see(play: Play, position: Position) -> list[Event]:
    return take_up(play, position, start_seen=True)


def kinds(told: list[Event]) -> list[str]:
    return [each.kind.value for each in told]


def said(told: list[Event]) -> list[dict[str, Any]]:
    return [json.loads(json.dumps(each.to_json())) for each in told]


def test_the_first_look_is_the_set_up(play: Play) -> None:
    assert not play.state.is_set_up
    assert judge_seen(play.state, PLAIN).what is What.SET_UP
    assert kinds(see(play, PLAIN)) == ["started"]
    assert play.state.is_set_up and play.state.start == PLAIN and play.state.steps == ()
    check_kept(play, play.log.path)


def test_cards_that_lie_in_a_square_wait_until_they_are_turned_or_accepted(play: Play) -> None:
    (waits,) = said(see(play, SQUARE))
    assert (waits["event"], waits["waits"]) == ("unsure", "set_up")
    assert [finding["rule"] for finding in waits["violations"]] == ["setup.square"]
    assert kinds(see(play, PLAIN)) == ["started"]
    assert play.state.start == PLAIN and play.state.waiting is None


def test_what_nobody_could_see_of_the_set_up_is_said(play: Play) -> None:
    play.wait(Reason.SET_UP, [PLAIN.with_places({"b2": "????"})], ["b2"])
    assert kinds(correct_by_words(play, [f"b2={PLAIN.cards['b2']}"])) == ["corrected"]
    assert play.state.is_set_up and play.state.start == PLAIN and play.state.waiting is None


def test_a_turn_is_told_with_what_was_thrown_or_that_it_was_inferred(play: Play) -> None:
    begun(play)
    first = after("L1 a1<", PLAIN)
    (turn,) = said(see(play, first))
    assert (turn["n"], turn["notation"], turn["die"], turn["inferred"]) == (1, "a1<", None, True)
    (thrown,) = said(play.throw(["R1"]))
    assert (thrown["event"], thrown["n"], thrown["player"], thrown["die"]) == ("thrown", 2, "B", ["R1"])
    (turn,) = said(see(play, after("R1 e2>", first, "B")))
    assert (turn["n"], turn["notation"], turn["die"], turn["inferred"]) == (2, "R1 e2>", ["R1"], False)
    assert play.state.thrown is None, "it is used up"
    check_kept(play, play.log.path)


def test_a_turn_against_the_die_waits_and_counts_when_the_die_is_put_right(play: Play) -> None:
    begun(play)
    play.throw(["R1"])
    (waits,) = said(see(play, after("L1 a1<", PLAIN)))
    assert (waits["waits"], waits["violations"][0]["rule"]) == ("illegal", "turn.direction")
    assert kinds(play.throw(["L1"])) == ["thrown", "turn"]
    assert [step.notation for step in play.state.steps] == ["L1 a1<"] and play.state.waiting is None
    check_kept(play, play.log.path)


def test_what_was_said_is_taken_back(play: Play) -> None:
    begun(play)
    play.throw(["R1"])
    (told,) = said(play.throw(None))
    assert told["die"] is None and play.state.thrown is None
    assert kinds(see(play, after("L1 a1<", PLAIN))) == ["turn"]


def test_a_second_throw_may_be_said_alone(play: Play) -> None:
    begun(play)
    play.throw(["X"])
    play.throw(["L1"])
    assert play.state.thrown == ("X", "L1")
    play.throw(["R2"])
    assert play.state.thrown == ("R2",), "what cannot follow is said anew"


def test_anti_blok_twice_ends_the_turn(play: Play) -> None:
    begun(play)
    play.throw(["X"])
    assert kinds(play.throw(["X"])) == ["thrown", "turn"]
    assert play.state.steps[0].notation == "X X pass" and play.state.match.to_move == "B"


def test_what_the_die_does_not_know_is_refused(play: Play) -> None:
    begun(play)
    with pytest.raises(InputError):
        play.throw(["L3"])
    assert play.state.thrown is None


def test_nothing_is_thrown_in_other_games(tmp_path: Path) -> None:
    other = begin(GameLog.open(tmp_path / "g.sqlite"))
    with pytest.raises(InputError, match="nothing is thrown"):
        other.throw(["L1"])


def test_a_claim_waits_for_the_rest_of_the_turn(play: Play) -> None:
    begun(play, SQUARE)
    (at, colour), *_ = SQUARE.squares().items()
    assert colour == "R"
    claimed = after(f"+{at}", SQUARE)
    (waits,) = said(see(play, claimed))
    assert (waits["event"], waits["waits"], waits["violations"]) == ("unsure", "incomplete", []) and waits["todo"]
    assert play.state.waiting is not None and play.state.waiting.reason is Reason.INCOMPLETE
    assert play.state.to_json()["waiting"]["todo"] and play.state.steps == ()
    assert see(play, claimed) == [], "it is told once"
    whole = after("L1 e5<", claimed)
    assert kinds(see(play, whole)) == ["turn"]
    assert play.state.steps[0].notation == f"e5< +{at}" and play.state.waiting is None
    check_kept(play, play.log.path)


def test_a_claim_that_is_taken_back_is_no_turn(play: Play) -> None:
    begun(play, SQUARE)
    at = next(iter(SQUARE.squares()))
    see(play, after(f"+{at}", SQUARE))
    assert see(play, SQUARE) == [] and play.state.waiting is None and play.state.steps == ()


def test_a_block_that_comes_later_goes_on_with_the_turn(play: Play) -> None:
    begun(play, BOARDS["ready"])
    ready = BOARDS["ready"]
    made = next(
        (turned, at)
        for field in ready.cards
        for sign in ("<", ">")
        for turned in (after(f"{field}{sign}", ready),)
        for at, colour in turned.squares().items()
        if colour == "R" and at not in ready.squares()
    )
    assert kinds(see(play, made[0])) == ["turn"]
    (turn,) = said(see(play, after(f"+{made[1]}", made[0])))
    assert (turn["event"], turn["n"], turn["continued"]) == ("turn", 1, True)
    assert len(play.state.steps) == 1 and play.state.match.to_move == "B"


def test_cards_and_blocks_are_corrected(play: Play) -> None:
    begun(play)
    first = after("L1 a1<", PLAIN)
    see(play, first)
    right = after("L1 b1<", PLAIN)
    told = correct_by_words(play, [f"a1={PLAIN.cards['a1']}", f"b1={right.cards['b1']}"])
    assert said(told)[0]["fields"] == ["a1", "b1"]
    assert play.state.position == right and play.state.steps[0].notation == "b1<"
    assert dict(play.state.by_hand) == {"a1": first.cards["a1"], "b1": PLAIN.cards["b1"]}
    with pytest.raises(InputError):
        correct_by_words(play, ["f6=RBYG"])
    check_kept(play, play.log.path)


def test_it_is_written_and_replayed(play: Play) -> None:
    begun(play)
    play.throw(["L1"])
    see(play, after("L1 a1<", PLAIN))
    see(play, after("R1 e2>", play.state.position, "B"))
    from referee.replay import replay

    _, played = replay(play.to_record(), find_game)
    assert not played.errors and [turn.written for turn in played.turns] == ["L1 a1<", "e2>"]
    assert played.turns[-1].match.position == play.state.position


def test_the_command_says_what_was_thrown(run: Runner, play: Play) -> None:
    begun(play)
    log = ["--log", str(play.log.path), "--lang", "en"]
    assert run("table", "die", "L1", *log).out == "red has thrown: L1\n"
    assert "red has thrown: L1" in run("table", "show", *log).out
    assert run("table", "die", *log).out == "What was thrown is not said.\n"
    assert run("table", "die", "Q7", *log).code == 2
    assert run("table", "correct", "b2+=R", *log).out == "Corrected: b2+\n"


def test_a_part_of_a_turn_may_be_accepted_and_the_same_player_goes_on(play: Play) -> None:
    begun(play, SQUARE)
    at = next(iter(SQUARE.squares()))
    see(play, after(f"+{at}", SQUARE))
    assert kinds(play.accept()) == ["turn"] and play.state.match.to_move == "R"
    see(play, after("L1 e5<", play.state.position))
    assert [(step.n, step.player, step.notation) for step in play.state.steps] == [(1, "R", f"+{at}"), (2, "R", "e5<")]
    assert play.state.match.to_move == "B"
    check_kept(play, play.log.path)


def test_other_throws_of_a_turn_that_waits_are_told_anew(play: Play) -> None:
    begun(play)
    see(play, after("a1< b1> c1< d1> e1<", PLAIN))
    (thrown, waits) = said(play.throw(["L2"]))
    assert thrown["die"] == ["L2"] and waits["waits"] == "illegal"
    assert [finding["rule"] for finding in waits["violations"]] == ["turn.count"]


def test_turns_that_are_brought_in_bring_their_throws(play: Play) -> None:
    begun(play)
    first = after("L1 a1<", PLAIN)
    second = after("R1 e2>", first, "B")
    play.confirm_all([first, second], by="import", dice=[["L1"], None])
    assert [(step.notation, step.die, step.by.value) for step in play.state.steps] == [
        ("L1 a1<", ("L1",), "import"),
        ("e2>", None, "import"),
    ]
    with pytest.raises(InputError):
        play.confirm(after("L1 c3<", second), by="import", die=["R1"])
    check_kept(play, play.log.path)
