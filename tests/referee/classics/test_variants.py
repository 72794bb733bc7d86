"""Whole games with a die, by every variant: what is thrown and played at random is lawful, with the die seen or not."""

import random
from typing import Any

import pytest

from referee.classics.game import GAMES
from referee.games import find_game
from referee.replay import record_of, replay

MOST_TURNS = 150
VARIANTS: list[tuple[str, str, dict[str, Any]]] = [
    ("ludo", "ygrb", {"two_colours": "both"}),
    ("ludo", "ygrb", {"two_colours": True, "backward_capture": True}),
    ("ludo", "ygr", {"neutral": "b", "three_throws": True}),
    ("ludo", "ygr", {"neutral": "b", "barriers": True, "must_capture": True}),
    ("ludo", "yr", {"barriers": True, "backward_capture": True, "jump_home": False}),
    ("ludo", "ygrb", {"must_capture": True, "must_move": False}),
    ("ludo", "ygrb", {"partners": True}),
    ("goose", "rgyb", {"overshoot": "bounce", "release": "next", "last_left": "wins"}),
    ("goose", "rg", {"release": "next"}),
]


def names(variant: tuple[str, str, dict[str, Any]]) -> str:
    return f"{variant[0]} {' '.join(variant[2])}"


@pytest.mark.parametrize("variant", VARIANTS, ids=names)
def test_random_games_are_lawful_and_are_played_again_from_their_record(
    variant: tuple[str, str, dict[str, Any]],
) -> None:
    game_id, players, options = variant
    game, rng = GAMES[game_id], random.Random(names(variant))
    beginning = match = game.start(game.rule_book(options), players, None)
    steps: list[tuple[Any, Any]] = []
    while match.outcome is None and match.turns < MOST_TURNS:
        die, after = game.random_turn(match, rng)
        unseen = match.judge(after)
        following, verdict = match.play(after, die)
        assert verdict.legal, (match.position, die, after)
        freed = {"release": "next"}.items() <= options.items() and match.position.at("27") + match.position.at("33")
        assert unseen.legal or freed or not match.rules.options().get("must_move", True), (match.position, after)
        steps.append((after, die))
        match = following
    record = record_of(game, beginning, steps, {})
    _, again = replay(record, find_game)
    assert not again.errors
    assert [turn.match.position for turn in again.turns] == [after for after, _ in steps]
    assert again.turns[-1].match.outcome == match.outcome


def test_a_throw_at_a_time_or_all_at_once_comes_to_the_same() -> None:
    game, rng = GAMES["ludo"], random.Random(5)
    rules = game.rule_book({})
    match = game.start(rules, "ygrb", None)
    joined = 0
    while match.outcome is None and match.turns < MOST_TURNS:
        start, throws, mover = match, [], match.to_move
        while match.outcome is None and match.to_move == mover:
            die, after = game.random_turn(match, rng)
            assert die is not None
            match, verdict = match.play(after, die)
            throws += die
        whole = start.judge(match.position, tuple(throws))
        assert whole.legal and whole.position == match.position and whole.next == verdict.next
        joined += len(throws) > 1
    assert joined > 5


def test_a_neutral_piece_captures_an_own_one_that_enters_again() -> None:
    game = GAMES["ludo"]
    before = game.from_text("ludo y:37 b:31 g:11 r:21")
    after = game.from_text("ludo y:1 b:37 g:11 r:21")
    question = {"player": "y", "players": ["y", "g", "r"]}
    verdict = game.judge_turn(before, after, game.rule_book({"neutral": "b"}), question)
    assert verdict.legal and verdict.turn and verdict.turn.facts["die"] == [6, 6]


def test_pieces_of_unknown_colour_are_no_obstacle_to_an_answer() -> None:
    game = GAMES["ludo"]
    before = game.from_text("ludo y:9,yB1 ?:12,14,20,30,35 g:11")
    for throw, to in ((3, "12"), (5, "14"), (1, "10")):
        after = before.with_places({"9": "", to: "y"})
        verdict = game.judge_turn(
            before, after, game.rule_book({}), {"player": "y", "players": ["y", "g"], "die": throw}
        )
        assert verdict.to_json()["turn"]
    after = game.from_text("ludo ?:10,yB1 g:11")
    alone = game.from_text("ludo y:9,yB1 g:11")
    verdict = game.judge_turn(alone, after, game.rule_book({}), {"player": "y", "players": ["y", "g"]})
    assert verdict.legal and verdict.turn and verdict.turn.facts["die"] == 1


def test_which_points_of_b_are_taken_means_nothing() -> None:
    game = GAMES["ludo"]
    before, after = game.from_text("ludo y:9,yB2,yB4 g:12"), game.from_text("ludo y:12,yB1,yB3 g:gB3")
    verdict = game.judge_turn(before, after, game.rule_book({}), {"player": "y", "players": ["y", "g"], "die": 3})
    assert verdict.legal and verdict.turn and verdict.turn.facts["captured"] == [{"at": "12", "color": "g"}]


def test_places_are_counted() -> None:
    game = GAMES["ludo"]
    before = game.from_text("ludo y:39,yb,yc,yd g:ga,gb,gc,gd r:21 b:31")
    after = game.from_text("ludo y:ya,yb,yc,yd g:ga,gb,gc,gd r:21 b:31")
    verdict = game.judge_turn(before, after, game.rule_book({}), {"player": "y", "players": list("ygrb"), "die": 2})
    assert verdict.outcome and verdict.outcome.to_json()["place"] == 2 and verdict.next == "r"
