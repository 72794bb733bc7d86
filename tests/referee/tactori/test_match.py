"""Whole games: the set-up, whose turn it is, sitting out, the final round, and the end."""

import pytest

from referee.tactori.match import Match, set_up_faults, start
from referee.tactori.notation import read_written
from referee.tactori.position import Position
from referee.tactori.rules import rule_book
from referee.tactori.scoring import judge_position
from referee.tactori.text import parse_text
from referee.verdict import Outcome
from words.message import InputError

MIXED = (
    "5 a1:R b1:B c1:Y d1:G e1:R a2:B b2:Y c2:G d2:R e2:B a3:Y b3:G d3:R e3:B a4:Y b4:G c4:R d4:B e4:Y "
    "a5:G b5:R c5:B d5:Y e5:G"
)


def play(match: Match, *turns: str) -> Match:
    """Plays written turns of the player to move, all of them legal."""
    for written in turns:
        match, verdict = match.play(read_written(written, match.position, match.to_move))
        assert verdict.legal, (written, verdict.violations)
    return match


def test_players_take_turns_in_their_order() -> None:
    match = start(rule_book("taktori"), ["G", "R", "B"])
    order = []
    for written in ("+a1", "+b2", "+c3", "+d4"):
        order.append(match.to_move)
        match = play(match, written)
    assert order == ["G", "R", "B", "G"]
    assert match.turns == 4


def test_somebody_elses_turn_is_played_and_the_order_goes_on_from_there() -> None:
    match = start(rule_book("taktori"), ["R", "B", "G"])
    match, verdict = match.play(parse_text("9 c3:B"))
    assert [f.rule for f in verdict.violations] == ["turn.order"]
    assert match.to_move == "G"


@pytest.mark.parametrize(
    ("game", "players"), [("taktori", "R"), ("fem", "RBG"), ("taktori", "RR"), ("taktori", "RX"), ("free", "")]
)
def test_wrong_players_are_refused(game: str, players: str) -> None:
    with pytest.raises(InputError):
        start(rule_book(game), list(players))


def nearly_done(players: str) -> Position:
    """Everybody has one tower left."""
    return Position.of(9, {f"{'aceg'[i]}1": p * 15 for i, p in enumerate(players)}, ())


def test_the_final_round_others_once() -> None:
    match = start(rule_book("taktori"), ["R", "B", "G"], nearly_done("RBG"))
    match = play(match, "a1>a2", "+b5")
    assert match.final_turns == ("G", "R")
    match = play(match, "+c7")
    assert match.outcome is None
    match = play(match, "+d9")
    assert match.outcome == Outcome("final_round", None, {"R": 0, "B": 0, "G": 0})


def test_the_final_round_that_only_finishes_the_round() -> None:
    match = start(rule_book("taktori", {"final_round": "finish_round"}), ["R", "B", "G"], nearly_done("RBG"))
    match = play(match, "a1>a2", "+b5")
    assert match.final_turns == ("G",)
    assert play(match, "+c7").outcome is not None


def test_the_last_in_the_round_ends_it_at_once_where_the_round_is_finished() -> None:
    match = start(rule_book("taktori", {"final_round": "finish_round"}), ["R", "B"], nearly_done("RB"))
    match = play(match, "a1>a2", "+b5")
    assert match.outcome is not None


def test_the_final_round_comes_once_also_if_towers_come_back() -> None:
    towers = {"a1": "R" * 15, "c1": "B" * 15, "i9": "B"}
    match = start(rule_book("rectangles9"), ["R", "B"], Position.of(9, towers, ()))
    match = play(match, "+i5")
    assert match.final_turns == ("B",)
    match = play(match, "i9>i5x1")
    assert match.outcome is not None
    assert match.outcome.reason == "final_round"


def test_the_winner_has_the_most_points() -> None:
    square = "9 b3:R d3:R b5:R d5:R R:b3-d3@1 R:b5-d5@1 R:b3-b5@1 R:d3-d5@1"
    position = parse_text(f"{square} a9:{'R' * 11} c9:{'B' * 15}")
    match = play(start(rule_book("taktori"), ["R", "B"], position), "+i1", "+i3")
    assert match.outcome == Outcome("final_round", "R", {"R": 4, "B": 0})


def test_nothing_can_be_played_after_the_end() -> None:
    match = start(rule_book("taktori", {"final_round": "finish_round"}), ["R", "B"], nearly_done("RB"))
    match = play(match, "a1>a2", "+b5")
    with pytest.raises(InputError, match="the game was over"):
        match.play(match.position)


def test_who_cannot_move_sits_out_until_he_can() -> None:
    """Blue's sixteen towers are all under green ones; red and green go on, and blue comes back when one is freed."""
    towers = {f"{'abcdefgh'[i % 8]}{1 + 3 * (i // 8)}": "BG" for i in range(15)} | {"h4": "BR"}
    match = start(rule_book("rectangle9"), ["R", "B", "G"], Position.of(9, towers, ()))
    assert match.sitting_out() == ("B",)
    match = play(match, "+i9")
    assert match.to_move == "G"
    match = play(match, "a1>a9")
    assert match.sitting_out() == ()
    match = play(match, "+i8")
    assert match.to_move == "B"


def test_an_overlaying_stick_that_stayed_does_not_count_but_the_earlier_one_does() -> None:
    rules = rule_book("bridges", {"overlay_gap": 2})
    match = start(rules, ["R", "B"], parse_text("5 a1:RB b1:RB c3:B R:a1-b1@1"))
    match, verdict = match.play(parse_text("5 a1:RB b1:RB c3:B d3:R R:a1-b1@1"))
    assert verdict.legal
    match, verdict = match.play(parse_text("5 a1:RB b1:RB c3:BB d3:R R:a1-b1@1 B:a1-b1@2"))
    assert [f.rule for f in verdict.violations] == ["bridge.overlay"]
    assert match.verdict().scores == {"R": 1, "B": 0}


def test_a_stick_laid_exactly_onto_another_one_leaves_the_earlier_one_its_point() -> None:
    match = start(rule_book("bridges"), ["R", "B"], parse_text("5 a1:R b1:R R:a1-b1@1"))
    match, verdict = match.play(parse_text("5 a1:R b1:R c1:R R:a1-b1@1 R:a1-b1@1"))
    assert [f.rule for f in verdict.violations] == ["bridge.overlay"]
    assert match.verdict().scores == {"R": 1}
    assert judge_position(match.position, match.rules).scores == {"R": 0}  # the position alone does not know


def test_an_illegal_last_turn_ends_the_final_round_without_an_outcome_of_its_own() -> None:
    match = start(rule_book("taktori"), ["R", "B"], parse_text(f"9 a1:{'R' * 15} c1:B"))
    match = play(match, "+i9")
    match, verdict = match.play(read_written("+d1 +e1", match.position, "B"))
    assert not verdict.legal
    assert verdict.outcome is None
    assert match.outcome is not None
    assert match.outcome.reason == "final_round"


def test_an_accepted_illegal_turn_has_no_outcome_but_the_next_one_has() -> None:
    before = parse_text("9 c3:R e3:R e5:R c5:R i9:B R:c3-e3@1 R:e3-e5@1 R:c3-c5@1")
    match = start(rule_book("rectangle9"), ["R", "B"], before)
    match, verdict = match.play(parse_text("9 c3:R e3:R e5:R c5:R i9:B a9:R R:c3-e3@1 R:e3-e5@1 R:c3-c5@1 R:c5-e5@1"))
    assert [f.rule for f in verdict.violations] == ["turn.chain"]
    assert match.outcome is None
    match = play(match, "+h8")
    assert match.outcome == Outcome("closed", "R", {"R": 4, "B": 0})


def faults(game: str, position: str) -> list[str]:
    return [f.rule for f in set_up_faults(parse_text(position), rule_book(game, {"colour": "R"}))]


def test_the_set_up() -> None:
    assert faults("taktori", "9") == []
    assert faults("taktori", "9 c3:R") == ["setup.empty"]
    assert faults("fem", "5 c3:R d3:R R:c3-d3@1") == ["setup.sticks", "setup.empty"]
    assert faults("colourful", MIXED) == []
    assert faults("sliding", MIXED.replace("d3:R", "c3:R")) == ["setup.centre"]
    assert faults("sliding", MIXED.replace("d3:R", "e1:RR").replace("e1:R ", "", 1)) == ["setup.stack"]
    assert faults("colourful", MIXED.replace("d3:R", "d3:B")) == ["setup.count", "setup.count"]
