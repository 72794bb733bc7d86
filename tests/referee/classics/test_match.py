"""Whole games of the classics: turns of which a look shows a part, turns that become others, order of play, ends."""

from typing import Any

import pytest

from referee.classics.game import GAMES
from referee.classics.match import Match
from referee.classics.notation import read_written
from words.message import InputError


def begun(game: str, text: str = "", players: str = "", **rules: object) -> Match[Any]:
    """A game from a position, with whoever is named first to move."""
    one = GAMES[game]
    position = one.from_text(text) if text else None
    return one.start(one.rule_book(rules), list(players) or one.seats(one.players[1]), position)


def play(match: Match[Any], *written: str) -> tuple[Match[Any], Any]:
    verdict = None
    for turn in written:
        match, verdict = match.play(*read_written(match, turn, match.to_move))
    return match, verdict


def test_a_stone_taken_a_moment_later_belongs_to_the_turn_before() -> None:
    match = begun("mill", "mill w:a1,d1 b:a7,g4; hand=w7,b7")
    match, verdict = play(match, "g1")
    assert verdict.legal and match.to_move == "b" and match.turns == 1
    match, verdict = play(match, "a7=-")
    assert verdict.legal and verdict.replaces and verdict.turn.facts["removed"] == "a7"
    assert match.to_move == "b" and match.turns == 1
    assert match.position.recalls("hand") == {"w": 6, "b": 7}
    assert verdict.to_json()["replaces"] is True


def test_an_illegal_turn_that_is_put_right_is_judged_from_where_it_began() -> None:
    match = begun("draughts", "draughts w:b2,c3 b:d4,h8")
    match, verdict = play(match, "b2=- a3=w")
    assert not verdict.legal and match.to_move == "b"
    match, verdict = play(match, "a3=- b2=w c3=- d4=- e5=w")
    assert verdict.legal and verdict.replaces and verdict.turn.kind == "capture"
    assert match.to_move == "b" and match.turns == 1 and match.position.recalls("missed") == ()


def test_an_illegal_turn_left_standing_is_played_on_from() -> None:
    match = begun("draughts", "draughts w:b2,c3 b:d4,h8")
    match, _ = play(match, "b2=- a3=w")
    assert match.position.recalls("missed") == ("c3",)
    match, verdict = play(match, "-c3 h8-g7")
    assert verdict.legal and not verdict.replaces and match.turns == 2 and match.to_move == "w"


def test_a_lawful_turn_of_the_next_player_is_never_taken_for_another_of_the_last() -> None:
    match, _ = play(begun("five"), "d4")
    match, verdict = play(match, "d5")
    assert verdict.legal and not verdict.replaces and match.turns == 2


def test_a_turn_not_carried_to_its_end_goes_on_with_the_next_look() -> None:
    match = begun("peg")
    match, verdict = play(match, "d2=- d4=w")
    assert not verdict.legal and not verdict.complete and match.turns == 0
    assert GAMES["peg"].to_do(match)
    match, verdict = play(match, "d3=-")
    assert verdict.legal and verdict.complete and match.turns == 1
    assert match.under_way is None and GAMES["peg"].to_do(match) == ()


def test_a_stone_that_is_blown_waits_for_the_move() -> None:
    match = begun("draughts", "draughts w:b2,c3 b:d4,h8; missed=c3", "bw")
    match, verdict = play(match, "c3=-")
    assert verdict.broke("turn.unfinished") and match.to_move == "b"
    match, verdict = play(match, "h8=- g7=b")
    assert verdict.legal and verdict.turn.facts["huffed"] == "c3" and match.to_move == "w"


def test_whoever_plays_out_of_turn_does_not_take_the_turn_away() -> None:
    match, verdict = play(begun("five"), "d4=b")
    assert verdict.broke("turn.order") and match.to_move == "w" and match.turns == 0
    assert match.position.at("d4") == "b"


def test_three_play_round() -> None:
    match = begun("halma")
    seen = []
    for turn in ("d1-e5", "j1-i1", "j10-i9", "e5-f5"):
        seen.append(match.to_move)
        match, verdict = play(match, turn)
        assert verdict.legal
    assert "".join(seen) == "rgyr"


def test_two_play_halma_with_the_first_two_corners() -> None:
    one = GAMES["halma"]
    everybody = one.random_set_up(one.rule_book({}), None)  # type: ignore[arg-type]
    match = one.start(one.rule_book({}), "rg", everybody)
    assert set(match.position.pieces.values()) == {"r", "g"}
    assert match.position.recalls("homes") == {"r": "S", "g": "NW"}
    assert one.set_up_faults(match.position, match.rules) == ()


def test_other_corners_may_be_agreed_on() -> None:
    text = "halma r:a1,b1,b2,c1,c2,c3,d1,d2,d3,d4 g:n1,n2,n3,n4,o1,o2,o3,p1,p2,q1; homes=r:S,g:N"
    match = begun("halma", text, "rg")
    assert GAMES["halma"].set_up_faults(match.position, match.rules) == ()
    assert play(match, "d1-e5")[1].legal


def test_a_game_that_is_over_is_not_played_on() -> None:
    match, verdict = play(begun("peg", "peg w:a3,b3,g4"), "a3-c3")
    assert verdict.outcome is match.outcome and verdict.next is None
    with pytest.raises(InputError):
        match.play(match.position)


@pytest.mark.parametrize("game", GAMES)
def test_the_players_may_agree_on_a_draw(game: str) -> None:
    match, verdict = GAMES[game].play_written(begun(game), "draw", "w")
    assert match.outcome and match.outcome.reason == "agreed" and match.outcome.winner is None
    assert verdict.legal
    assert GAMES[game].print_state(match, "de")[0].startswith(("Unentschieden", "Das Spiel", "Remis"))
    with pytest.raises(InputError):
        match.agreed()


@pytest.mark.parametrize(("game", "changes"), [("mill", {"a1": "w"}), ("peg", {"d4": "w"}), ("draughts", {"a1": ""})])
def test_a_set_up_that_is_another_one_is_told(game: str, changes: dict[str, str]) -> None:
    one = GAMES[game]
    rules = one.rule_book({})
    usual = one.start(rules, one.seats(one.players[1]), None).position
    (fault,) = one.set_up_faults(usual.with_places(changes), rules)
    assert fault.rule == "setup.pieces" and fault.fields == tuple(changes)


def test_what_is_left_in_hand_is_told() -> None:
    assert GAMES["mill"].stock(begun("mill")) == {"w": 9, "b": 9}
    assert GAMES["five"].stock(play(begun("five"), "d4")[0]) == {"w": 15, "b": 16}
    assert GAMES["draughts"].stock(begun("draughts")) == {}


def test_a_piece_of_unknown_colour_may_be_any() -> None:
    """After: one turn explains it. Before: several do, and the question is open."""
    five = GAMES["five"]
    rules, asked = five.rule_book({}), {"player": "w", "players": ["w", "b"]}
    empty, unknown = five.from_text("five"), five.from_text("five ?:d4")
    verdict = five.judge_turn(empty, unknown, rules, asked)
    assert verdict.legal and not verdict.open and verdict.position.at("d4") == "w"
    draughts = GAMES["draughts"]
    before = draughts.from_text("draughts ?:c3,e3 b:h8")
    after = draughts.from_text("draughts ?:d4,e3 b:h8")
    verdict = draughts.judge_turn(before, after, draughts.rule_book({}), asked)
    assert verdict.legal and verdict.turn and verdict.turn.facts["from"] == "c3"
    assert draughts.to_text(verdict.position) == "draughts ?:e3 w:d4 b:h8"
