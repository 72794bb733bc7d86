"""Explaining turns: whatever happened, the explanation fits what happened, and nothing unexplained is legal."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import any_positions, build, exchanged

from referee.tactori.board import COLOURS, fields_of
from referee.tactori.explain import judge_turn
from referee.tactori.position import Position, stick
from referee.tactori.rules import GAMES, RULE_IDS, rule_book
from referee.tactori.text import parse_text
from referee.tactori.turn import apply


def shaken(position: Position, rng: random.Random) -> Position:
    """The position after a few things have been done to it that may or may not be a turn."""
    towers, sticks = dict(position.towers), list(position.sticks)
    for _ in range(rng.choice((1, 1, 2, 2, 3))):
        at = rng.choice(fields_of(position.board))
        match rng.randrange(6):
            case 0 | 1:
                towers[at] = towers.get(at, "") + rng.choice(COLOURS)
            case 2 if towers:
                source = rng.choice(sorted(towers))
                cut = rng.randrange(len(towers[source]))
                lot, towers[source] = towers[source][cut:], towers[source][:cut]
                if rng.random() < 0.8:
                    towers[at] = towers.get(at, "") + lot
            case 3 if towers:
                source = rng.choice(sorted(towers))
                cut = rng.randrange(len(towers[source]))
                towers[source] = towers[source][:cut] + towers[source][cut + 1 :]
            case 4 if sticks:
                sticks.pop(rng.randrange(len(sticks)))
            case _:
                sticks.append(
                    stick(rng.choice(COLOURS), at, rng.choice(fields_of(position.board)), rng.randrange(1, 3))
                )
        towers = {field: stack for field, stack in towers.items() if stack}
    return Position.of(position.board, towers, sticks)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_legal_is_explained_and_what_is_explained_fits(game: str) -> None:
    rng = random.Random(game)
    rules = rule_book(game, {"colour": "R", "capture": True, "runs": True})
    for _ in range(400):
        before = build(rules.game.board, rng)
        after = shaken(before, rng)
        verdict = judge_turn(before, after, "R", rules, tuple("RBYG"))
        assert {f.rule for f in verdict.violations} <= set(RULE_IDS)
        if game != "free":
            assert verdict.turn or verdict.violations
        if verdict.turn and not any(f.rule == "turn.bound" for f in verdict.violations):
            assert apply(before, verdict.turn) == after


@given(any_positions(), any_positions(), st.sampled_from(sorted(GAMES)), st.sampled_from(COLOURS))
@settings(max_examples=400)
def test_any_two_positions_get_an_answer(before: Position, after: Position, game: str, player: str) -> None:
    rules = rule_book(game, {"colour": "R"})
    if before.board == after.board == rules.game.board:
        verdict = judge_turn(before, after, player, rules)
        assert game == "free" or verdict.turn or verdict.violations
        assert verdict.outcome is None or verdict.legal


@given(st.integers(0, 2**32), st.sampled_from([g.id for g in GAMES.values() if not g.needs_colour]))
@settings(max_examples=200)
def test_exchanging_two_colours_exchanges_the_verdict(seed: int, game: str) -> None:
    rng, rules = random.Random(seed), rule_book(game, {"capture": True})
    before = build(rules.game.board, rng)
    after = shaken(before, rng)
    here = judge_turn(before, after, "R", rules, tuple("RBYG"))
    there = judge_turn(exchanged(before), exchanged(after), "B", rules, tuple("BRYG"))
    assert [f.rule for f in here.violations if f.rule[:4] == "turn"] == [
        f.rule for f in there.violations if f.rule[:4] == "turn"
    ]
    assert sorted(f.rule for f in here.violations) == sorted(f.rule for f in there.violations)
    assert (here.turn and here.turn.kind) == (there.turn and there.turn.kind)
    assert (here.outcome and here.outcome.reason) == (there.outcome and there.outcome.reason)


def test_two_colours_exchanged_in_place_are_not_a_turn_of_colourful() -> None:
    """One tower gone and another one set, of different colours: nothing that could be a move."""
    rules = rule_book("colourful", {"colour": "R"})
    verdict = judge_turn(parse_text("5 a1:R b1:B"), parse_text("5 c1:B b1:B"), "R", rules)
    assert verdict.turn is None
    assert [f.rule for f in verdict.violations] == ["turn.several"]


def test_an_identical_stick_laid_onto_a_faulty_one_is_a_new_fault() -> None:
    before = parse_text("9 c3:R e3:R d3:B f3:B R:c3-e3@1 B:d3-f3@1")
    after = parse_text("9 c3:R e3:R d3:B f3:B R:c3-e3@1 R:c3-e3@1 B:d3-f3@1")
    verdict = judge_turn(before, after, "R", rule_book("taktori"))
    assert [f.rule for f in verdict.violations] == ["bridge.overlay"]
