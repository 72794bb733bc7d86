"""What became of a board, as a player would tell it: a turn, several, one that went on, one against the rules."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from live.judgement import What, is_legal, judge
from referee.tactori.match import Match, start
from referee.tactori.nearby import is_on_the_way, rivals, turns_to
from referee.tactori.play import random_turn
from referee.tactori.position import Position, Stick, stick, without
from referee.tactori.rules import rule_book
from referee.tactori.text import parse_text, to_text
from referee.tactori.turn import apply, compare

OPENING = ("9", "9 c3:R", "9 c3:R e5:B", "9 c3:R e3:R e5:B")
"""Red has set a tower, blue too, and red another one, to which no stick has been laid yet."""
BRIDGED = (*OPENING[:3], "9 c3:R e3:R e5:B R:c3-e3@1")
"""The same, with the stick."""
WON = (
    "5",
    "5 b2:R",
    "5 b2:R d4:B",
    "5 b2:R b3:R d4:B R:b2-b3@1",
    "5 b2:R b3:R d4:BB R:b2-b3@1",
    "5 b2:R b3:R c2:R d4:BB R:b2-b3@1 R:b2-c2@1",
    "5 b2:R b3:R c2:R d4:BBB R:b2-b3@1 R:b2-c2@1",
    "5 b2:R b3:R c2:R c3:R d4:BBB R:b2-b3@1 R:b2-c2@1 R:b3-c3@1 R:c2-c3@1",
)
"""Red closes the first rectangle."""


def game(*texts: str, of: str = "taktori", players: str = "RB") -> list[Match]:
    """A game from its beginning: every position is a legal turn after the one before."""
    history = [start(rule_book(of), players, parse_text(texts[0]))]
    for text in texts[1:]:
        following, verdict = history[-1].play(parse_text(text))
        assert verdict.legal, text
        history.append(following)
    return history


def told(history: list[Match], seen: str) -> tuple[What, list[str]]:
    happened = judge(history, parse_text(seen))
    return happened.what, [to_text(position) for position in happened.positions]


def test_a_board_that_is_as_it_was() -> None:
    assert told(game(*OPENING), OPENING[-1]) == (What.SAME, [])


def test_a_legal_turn() -> None:
    assert told(game(*OPENING), "9 c3:R e3:R e5:BB") == (What.TURNS, ["9 c3:R e3:R e5:BB"])


@pytest.mark.parametrize(("known", "seen"), [("RB", "R?"), ("R?", "RB"), ("R?", "??")])
def test_a_floor_that_nobody_can_see_is_no_change(known: str, seen: str) -> None:
    history = game(f"9 c3:{known}")
    assert told(history, f"9 c3:{seen}") == (What.SAME, [])
    assert told(history, f"9 c3:{seen}R")[0] is What.TURNS


@pytest.mark.parametrize("back", [1, 2, 3])
def test_turns_that_were_taken_back_are_counted(back: int) -> None:
    happened = judge(game(*BRIDGED), parse_text(BRIDGED[-1 - back]))
    assert (happened.what, happened.back) == (What.TAKEN_BACK, back)


def test_a_board_that_looks_as_at_an_earlier_time_is_a_turn_if_it_can_be_one() -> None:
    """Blue moves a tower away and back again; in between red does the same."""
    history = game("9 c3:R e5:B", "9 c5:R e5:B", "9 c5:R e7:B", "9 c3:R e7:B")
    assert told(history, "9 c3:R e5:B") == (What.TURNS, ["9 c3:R e5:B"])


@pytest.mark.parametrize(
    "seen",
    [
        pytest.param("9 c3:R e3:R e5:B R:c3-e3@1", id="a stick is laid after all"),
        pytest.param("9 c3:R c5:R e5:B", id="the tower is set elsewhere"),
        pytest.param("9 c5:R e5:B", id="another turn is made instead"),
    ],
)
def test_the_last_turn_goes_on(seen: str) -> None:
    assert told(game(*OPENING), seen) == (What.CONTINUED, [seen])


def test_the_last_turn_can_become_a_capture() -> None:
    standing = "9 c3:RR e3:B"
    history = game(standing, f"{standing} g7:R", f"{standing} g7:R i9:B", f"{standing} a1:R g7:R i9:B", of="rectangle9")
    assert told(history, "9 e3:R g7:R i9:B") == (What.CONTINUED, ["9 e3:R g7:R i9:B"])


def test_only_the_last_turn_can_go_on() -> None:
    assert told(game(*OPENING[:-1]), "9 c3:R g7:B")[0] is What.CONTINUED
    assert told(game(*OPENING), "9 c3:R e3:R g7:B")[0] is What.ILLEGAL


@pytest.mark.parametrize(
    ("before", "turns"),
    [
        pytest.param("9", ["9 c3:R", "9 c3:R e5:B"], id="two towers"),
        pytest.param("9", ["9 c3:R", "9 c3:RB"], id="one upon the other"),
        pytest.param("9 c3:R", ["9 c3:R e3:R R:c3-e3@1", "9 c3:R e3:RB R:c3-e3@1"], id="a bridge is built over"),
        pytest.param("9 c3:R e3:B", ["9 c7:R e3:B", "9 c3:B c7:R"], id="one leaves a field, one comes there"),
        pytest.param("9 c3:BRR e5:B", ["9 c3:B e3:RR e5:B", "9 c3:B e3:RR e5:BB"], id="a run is moved"),
        pytest.param(
            "9 c3:R e3:R e5:B e7:B",
            ["9 c3:R e3:R e5:B e7:B R:c3-e3@1", "9 c3:R e3:R e5:B e7:B B:e5-e7@1 R:c3-e3@1"],
            id="two sticks",
        ),
    ],
)
def test_two_players_who_were_faster_than_the_camera(before: str, turns: list[str]) -> None:
    assert told(game(before), turns[-1]) == (What.TURNS, turns)


def test_two_players_who_both_take_a_stick() -> None:
    towers = "5 b2:R b3:R d4:B d5:B"
    history = game(f"{towers} B:d4-d5@1 R:b2-b3@1", of="fem")
    assert told(history, towers) == (What.TURNS, [f"{towers} B:d4-d5@1", towers])


def test_turns_at_once_are_told_in_the_order_in_which_the_players_sit() -> None:
    history = game("9", "9 c3:Y", players="YRB")
    assert told(history, "9 c3:Y c7:R d5:Y e5:B")[1] == ["9 c3:Y c7:R", "9 c3:Y c7:R e5:B", "9 c3:Y c7:R d5:Y e5:B"]


def test_more_than_one_turn_of_a_player_at_once_is_not_guessed() -> None:
    assert told(game("9"), "9 c3:R e5:B g7:R")[0] is What.ILLEGAL


def test_the_last_turn_goes_on_and_the_next_player_has_played_already() -> None:
    elsewhere = ["9 c3:R c5:R e5:B", "9 c3:R c5:R e5:BB"]
    assert told(game(*OPENING), elsewhere[-1]) == (What.CONTINUED, elsewhere)
    # Where no stick is laid without a tower, a stick that comes late must belong to the last turn.
    history = game("5", "5 b2:R", "5 b2:R d4:B", "5 b2:R b3:R d4:B", of="bridges")
    late = ["5 b2:R b3:R d4:B R:b2-b3@1", "5 b2:R b3:R d4:BB R:b2-b3@1"]
    assert told(history, late[-1]) == (What.CONTINUED, late)


def test_a_player_who_cannot_move_passes() -> None:
    """All of blue's towers are set, and in this game towers are not moved."""
    all_set, one_left = "5 a1:BBBB b1:BBBB c1:BBBB d1:BBBB", "5 a1:BBBB b1:BBBB c1:BBBB d1:BBB"
    history = game(all_set, f"{all_set} d5:R", of="bridges")
    assert history[-1].to_move == "B"
    assert told(history, f"{all_set} d5:R e5:R") == (What.TURNS, [f"{all_set} d5:R", f"{all_set} d5:R e5:R"])
    assert told(game(one_left, f"{one_left} d5:R", of="bridges"), f"{one_left} d5:R e5:R")[0] is What.ILLEGAL


@pytest.mark.parametrize(
    ("before", "seen", "rule"),
    [
        pytest.param("9 c3:R e5:B", "9 c3:R e5:BB", "turn.order", id="blue plays, but it is red's turn"),
        pytest.param("9 c3:R e5:B", "9 c3:R e5:BY", "turn.foreign", id="a tower of nobody who plays"),
        pytest.param("9 c3:R e5:B", "9 c3:RR e5:B g5:R", "turn.several", id="two towers"),
        pytest.param("9 c3:R e5:B", "9 d4:R e5:B", "turn.straight", id="moved at an angle"),
        pytest.param("9 c3:R e3:R R:c3-e3@1", "9 c3:R e7:R R:c3-e3@1", "turn.bound", id="a bridge is torn"),
        pytest.param("9 c3:R e3:RR", "9 c3:R e3:RR R:c3@1-e3@2", "bridge.level", id="a slanting stick"),
        pytest.param("9 c3:R e5:B", "9 e5:B", "turn.capture", id="a tower is taken off"),
    ],
)
def test_an_illegal_turn_comes_with_the_rule_that_it_breaks(before: str, seen: str, rule: str) -> None:
    happened = judge(game(before), parse_text(seen))
    assert happened.what is What.ILLEGAL and happened.positions == (parse_text(seen),)
    assert happened.verdict is not None
    assert rule in [violation.rule for violation in happened.verdict.violations]


@pytest.mark.parametrize(
    "seen",
    [
        "5 b2:R b3:R c2:R c3:R d4:BBB",
        "5 b2:R b3:R R:b2-b3@1",
        "5 c3:R d4:BBB",
        "5",
        "5 b2:R d4:B",
        "5 b2:R b3:R c2:R c3:R d4:BBB R:b2-b3@1 R:b2-c2@1 R:b3-c3@1",
        "5 b2:R b3:R c2:R c3:R d4:BBBB R:b2-b3@1 R:b2-c2@1 R:b3-c3@1 R:c2-c3@1",
    ],
)
def test_whoever_clears_the_board_after_the_game_plays_no_turn(seen: str) -> None:
    history = game(*WON, of="rectangle5")
    assert history[-1].outcome
    assert told(history, seen) == (What.SAME, [])
    assert not is_legal(history[-1], parse_text(seen))
    assert turns_to(history[-1], parse_text(seen)) == ()


def test_the_last_turn_of_a_game_can_be_taken_back() -> None:
    happened = judge(game(*WON, of="rectangle5"), parse_text(WON[-2]))
    assert (happened.what, happened.back) == (What.TAKEN_BACK, 1)


def test_the_last_turn_of_a_game_may_go_on_as_long_as_it_ends_the_game() -> None:
    before = "5 b2:R b3:R b4:R c2:R d4:BBB R:b2-b3@1 R:b2-c2@1"
    won = "5 b2:R b3:R b4:R c2:R c3:R d4:BBB R:b2-b3@1 R:b2-c2@1 R:b3-c3@1 R:c2-c3@1"
    history = [start(rule_book("rectangle5"), "RB", parse_text(before))]
    history.append(history[0].play(parse_text(won))[0])
    assert history[-1].outcome
    assert told(history, f"{won} R:b3-b4@1") == (
        What.CONTINUED,
        [f"{won.replace(' R:b3-c3@1', ' R:b3-b4@1 R:b3-c3@1')}"],
    )


def test_nothing_is_played_on_top_of_a_turn_that_ends_the_game() -> None:
    history = game(*WON[:-1], of="rectangle5")
    assert told(history, WON[-1])[0] is What.TURNS
    assert told(history, WON[-1].replace("d4:BBB", "d4:BBBB"))[0] is not What.TURNS


# What is being put right.


@pytest.mark.parametrize(
    "seen",
    [
        pytest.param("9 c3:R e5:BY g7:G", id="nothing yet"),
        pytest.param("9 c3:R e5:BY", id="one tower is off"),
        pytest.param("9 c3:R e5:B g7:G", id="the other one"),
        pytest.param("9 c3:R e5:B", id="all"),
    ],
)
def test_an_illegal_turn_is_put_right_piece_by_piece(seen: str) -> None:
    assert is_on_the_way(parse_text("9 c3:R e5:B"), parse_text("9 c3:R e5:BY g7:G"), parse_text(seen))


@pytest.mark.parametrize(
    ("before", "waiting", "seen", "expected"),
    [
        pytest.param("9 c3:RR", "9 c3:RRY", "9 c3:R", False, id="a tower that stood there before is missing"),
        pytest.param("9 e3:RRR", "9 e3:R f4:RR", "9 e3:RR f4:R", True, id="a run is put back one by one"),
        pytest.param("9 e3:RR", "9 f4:RR", "9 e3:R f4:R", True, id="a whole stack too"),
        pytest.param("9 e3:RB", "9 e3:RY", "9 e3:R", True, id="one off before the right one is set"),
        pytest.param("9 e3:RB", "9 e3:RY", "9 e3:RG", False, id="a third colour"),
        pytest.param("9 c3:R", "9 c3:RYB", "9 c3:R?", True, id="what is there cannot be seen"),
    ],
)
def test_stacks_are_put_right_one_by_one(before: str, waiting: str, seen: str, expected: bool) -> None:
    assert is_on_the_way(*map(parse_text, (before, waiting, seen))) is expected


def test_sticks_are_put_right_one_by_one_too() -> None:
    before, after = "9 c3:R e3:R e5:R R:c3-e3@1", "9 c3:R e3:R e5:R B:e3-e5@1 Y:c3-e3@2"
    for seen, expected in (
        ("9 c3:R e3:R e5:R B:e3-e5@1", True),
        ("9 c3:R e3:R e5:R R:c3-e3@1 Y:c3-e3@2", True),
        ("9 c3:R e3:R e5:R R:c3-e3@1 G:e3-e5@1", False),
        ("9 c3:R e3:R e5:R R:c3-e3@1 R:e3-e5@1", False),
    ):
        assert is_on_the_way(parse_text(before), parse_text(after), parse_text(seen)) is expected, seen
    kept = "9 c3:R e3:R e5:R B:e3-e5@1 R:c3-e3@1"
    taken = "9 c3:R e3:R e5:R B:e3-e5@1"
    assert not is_on_the_way(parse_text(before), parse_text(kept), parse_text(taken)), "that stick was to stay"


@pytest.mark.parametrize(
    "seen",
    [
        pytest.param("9 c3:RY e5:BY g7:G", id="still more"),
        pytest.param("9 c3:R e5:BG", id="another colour"),
        pytest.param("9 e5:B", id="what was there before goes"),
        pytest.param("9 c3:R e5:BYY g7:G", id="higher"),
    ],
)
def test_what_was_not_there_is_no_way_to_put_it_right(seen: str) -> None:
    assert not is_on_the_way(parse_text("9 c3:R e5:B"), parse_text("9 c3:R e5:BY g7:G"), parse_text(seen))


# Legal turns near to what was seen.


def test_where_nothing_is_forbidden_and_after_the_end_there_are_no_rivals() -> None:
    seen = parse_text("5 b2:R d2:B")
    assert rivals(game("5", of="rectangle5")[-1], seen, 40) == [parse_text("5 b2:R"), parse_text("5 d2:R")]
    assert rivals(game("5", of="free")[-1], seen, 40) == []
    assert rivals(game(*WON, of="rectangle5")[-1], seen, 40) == []


def test_a_stick_in_the_air_may_end_in_a_tower_that_was_overlooked() -> None:
    near = rivals(game("9 c3:R e5:B")[-1], parse_text("9 c3:R e5:B R:c3-e3@1"), 40)
    assert near[0] == parse_text("9 c3:R e3:R e5:B R:c3-e3@1")
    near = rivals(game("9 c3:R e5:B")[-1], parse_text("9 c3:RR e5:B R:c3-e3@1"), 40)
    assert parse_text("9 c3:RR e5:B") in near


def test_a_tower_of_the_wrong_colour_may_be_one_of_the_right_colour() -> None:
    near = rivals(game("9 c3:R e5:B")[-1], parse_text("9 c3:R e5:B g7:Y"), 40)
    assert near == [parse_text("9 c3:R e5:B g7:R")]


def test_of_several_rivals_the_nearest_come_first_and_no_more_than_asked_for() -> None:
    match = game("9 c3:R c7:R e5:R")[-1]
    seen = parse_text("9 c3:R c5:R c7:R e5:R Y:c3-c5@1 R:c5-e5@1")
    near = rivals(match, seen, 40)
    assert near[0] == parse_text("9 c3:R c5:R c7:R e5:R R:c5-e5@1")
    away = [_away(position, seen) for position in near]
    assert len(near) > 3 and away == sorted(away)
    assert rivals(match, seen, 2) == near[:2]


def _away(one: Position, other: Position) -> int:
    difference = compare(one, other)
    changed = "".join(change.lost + change.gained for change in difference.stacks)
    return len(changed) + len(difference.laid) + len(difference.taken)


NINE = ("taktori", "rectangles9", "rectangle9")
COUNTS = st.integers(4, 26)
SEEDS = st.integers(0, 2**32)


def played(of: str, seed: int, turns: int) -> tuple[Match, Position, tuple[Stick, ...]]:
    """A random game after some turns, what the next one, a turn with a tower, makes of it, and which sticks it lays."""
    rng = random.Random(seed)
    match = start(rule_book(of), "RB")
    for _ in range(turns):
        following, _ = match.play(apply(match.position, random_turn(match, rng)))
        if following.outcome:
            break
        match = following
    choice = [random_turn(match, rng) for _ in range(4)]
    turn = max(choice, key=lambda each: (each.tower is not None, len(each.laid)))
    assume(turn.tower is not None)
    return match, apply(match.position, turn), turn.laid


@given(st.sampled_from((*NINE, "fem", "bridges")), SEEDS, COUNTS, SEEDS)
@settings(max_examples=50)
def test_rivals_are_legal_turns_and_others_than_what_was_seen(of: str, seed: int, turns: int, wrong: int) -> None:
    match, true, _ = played(of, seed, turns)
    rng = random.Random(wrong)
    at = rng.choice(list(true.towers))
    for seen in (true, Position.of(true.board, {**true.towers, at: true.towers[at] + rng.choice("RBY")}, true.sticks)):
        near = rivals(match, seen, 12)
        assert seen not in near and len(near) <= 12 and len(set(near)) == len(near)
        assert all(is_legal(match, position) for position in near)


@given(st.sampled_from(NINE), SEEDS, COUNTS)
@settings(max_examples=50)
def test_the_true_turn_is_a_rival_of_one_that_misses_a_stick(of: str, seed: int, turns: int) -> None:
    match, true, laid = played(of, seed, turns)
    for each in laid:
        seen = Position.of(true.board, true.towers, without(true.sticks, (each,)))
        if is_legal(match, seen):
            assert true in rivals(match, seen, 40)


@given(st.sampled_from(NINE), SEEDS, COUNTS, SEEDS)
@settings(max_examples=50)
def test_the_true_turn_is_a_rival_of_one_with_a_stick_too_many(of: str, seed: int, turns: int, extra: int) -> None:
    match, true, _ = played(of, seed, turns)
    at = random.Random(extra).choice(["a1", "c5", "e3", "g7"])
    other = chr(ord(at[0]) + 2) + at[1]
    for colour in "RB":
        more = stick(colour, at, other, 1)
        if more not in true.sticks:
            assert true in rivals(match, Position.of(true.board, true.towers, (*true.sticks, more)), 40)


@pytest.mark.parametrize(
    ("before", "true", "seen"),
    [
        pytest.param(
            "9 c3:R e5:R", "9 c3:R c5:R e5:R R:c5-e5@1", "9 c3:R c5:R e5:R R:c3-c5@1 R:c5-e5@1", id="one less"
        ),
        pytest.param(
            "9 c3:R e3:R", "9 c3:R e3:R g3:R R:c3-e3@1 R:e3-g3@1", "9 c3:R e3:R g3:R R:c3-e3@1", id="the first of two"
        ),
    ],
)
def test_a_turn_with_one_stick_more_or_less_is_a_rival(before: str, true: str, seen: str) -> None:
    match = start(rule_book("taktori"), "RB", parse_text(before))
    assert is_legal(match, parse_text(true))
    assert parse_text(true) in rivals(match, parse_text(seen), 40)


def test_many_turns_with_towers_do_not_crowd_out_the_one_without() -> None:
    before = (
        "9 b5:R d3:R d5:R e1:B e3:B e5:B e6:B e7:B f3:R g2:B g4:R g6:R i2:B"
        " B:e3-e5@1 B:e5-e7@1 R:b5-d5@1 R:d3-d5@1 R:d3-f3@1 R:g4-g6@1"
    )
    match = start(rule_book("rectangles9"), "BR", parse_text(before))
    near = rivals(match, parse_text(f"{before} B:e1-e3@1 B:g2-i2@1"), 40)
    assert parse_text(f"{before} B:g2-i2@1") in near


def test_a_field_in_doubt_may_have_a_turn_that_was_not_seen() -> None:
    match = start(rule_book("taktori"), "RB", parse_text("9 c3:R e5:B"))
    assert rivals(match, match.position, 40) == []
    assert parse_text("9 c3:R e5:B g7:R") in rivals(match, match.position, 40, frozenset({"g7"}))
