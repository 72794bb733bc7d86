"""Whole games: a turn seen in several pictures, the order of play, what is remembered, and the end."""

import random

import pytest
from antiblok_drawn import read_cases

from referee.antiblok.asked import TurnVerdict
from referee.antiblok.match import Match, start
from referee.antiblok.notation import read_written
from referee.antiblok.position import Position
from referee.antiblok.rules import TURNS_OF_THE_GOAL, rule_book
from referee.antiblok.scoring import set_up_faults
from referee.games import GAMES, find_game
from referee.replay import replay
from words.message import InputError

BOARDS = {case.said["board"]: case.board for case in read_cases("turns")}


def begin(board: str, players: str = "R B", **options: object) -> Match:
    return start(rule_book("antiblok", options), players.split(), BOARDS[board])


def play(match: Match, *turns: str) -> tuple[Match, list[TurnVerdict]]:
    verdicts = []
    for written in turns:
        match, verdict = match.play(*read_written(written, match.position, match.to_move))
        verdicts.append(verdict)
    return match, verdicts


def broken(verdict: TurnVerdict) -> list[str]:
    return [finding.rule for finding in verdict.violations]


def test_players_take_turns_in_their_order() -> None:
    match = begin("plain", "G R B")
    order = []
    for written in ("L1 c3<", "R1 c3>", "S pass", "X X pass"):
        order.append(match.to_move)
        match, (verdict,) = play(match, written)
        assert verdict.legal and verdict.next == match.to_move
    assert order == ["G", "R", "B", "G"] and match.turns == 4


def test_a_claim_alone_does_not_pass_the_move_on() -> None:
    match, (claim,) = play(begin("square"), "+b2+")
    assert not claim.complete and claim.next == "R"
    assert (match.to_move, match.turns) == ("R", 0)
    match, (whole,) = play(match, "L1 e3<")
    assert whole.legal and whole.turn
    assert whole.turn.to_json() == {
        "kind": "rotate",
        "cards": {"e3": "L1"},
        "claimed": ["b2+"],
        "placed": [],
        "taken": [],
        "complete": True,
    }
    assert (match.to_move, match.turns) == ("B", 1)


def test_what_was_claimed_in_an_earlier_picture_is_locked() -> None:
    match, _ = play(begin("square"), "+b2+")
    _, (turned,) = play(match, "L1 c3<")
    assert broken(turned) == ["turn.locked"]
    # A look-alike from elsewhere keeps the square, so only the earlier picture tells that it was locked.
    other = next(at for at in ("e5", "e1", "a5") if match.position.cards[at][0] == "R")
    _, (swapped,) = play(match, f"S c3~{other}")
    assert broken(swapped) == ["turn.locked"]
    _, (at_once,) = play(begin("square"), f"S c3~{other} +b2+")
    assert at_once.legal


@pytest.mark.parametrize("second", ["R1 d4>", "X R1 d4>", "d4>"])
def test_anti_blok_and_the_second_throw_in_two_pictures(second: str) -> None:
    match, (first,) = play(start(rule_book("antiblok"), ["B", "R"], BOARDS["block"]), "X -b2+")
    assert first.legal and not first.complete and match.to_move == "B"
    match, (whole,) = play(match, second)
    assert whole.legal and whole.turn and whole.turn.taken == ("b2+",)
    assert match.to_move == "R"


def test_a_second_block_is_not_taken_in_another_picture() -> None:
    match, _ = play(start(rule_book("antiblok"), ["B", "R"], BOARDS["three"]), "X -a1+")
    _, (more,) = play(match, "X -c1+")
    assert broken(more) == ["turn.antiblok"]


def test_somebody_elses_claim_leaves_the_turn_where_it_was() -> None:
    match, (verdict,) = play(begin("blue"), "+Bd4+")
    assert broken(verdict) == ["turn.order"] and verdict.next == "R"
    assert (match.to_move, match.turns) == ("R", 0)
    match, (verdict,) = play(match, "L1 c3<")
    assert verdict.legal and match.position.blocks == {"d4+": "B"}


def test_an_illegal_turn_is_played_and_not_reported_again() -> None:
    match, (verdict,) = play(begin("plain"), "L1 c3> +a1+")
    assert broken(verdict) == ["turn.direction", "block.square"]
    match, (verdict,) = play(match, "L1 e3<")
    assert verdict.legal and match.turns == 2


def test_the_mark_of_a_turned_card_follows_it() -> None:
    match = begin("plain", no_repeat="own")
    match, verdicts = play(match, "L1 c3<", "S c3~e5")
    assert all(verdict.legal for verdict in verdicts)
    _, (again,) = play(match, "L1 e5<")
    assert broken(again) == ["turn.repeat"]
    _, (other,) = play(match, "L1 c3<")
    assert other.legal
    match, _ = play(match, "L1 a1<", "L1 b1<")
    _, (later,) = play(match, "L1 e5<")
    assert later.legal


def test_a_card_turned_just_before() -> None:
    match, _ = play(begin("plain", no_repeat="any"), "L1 c3<")
    _, (again,) = play(match, "R1 c3>")
    assert broken(again) == ["turn.repeat"]


def test_a_freed_square_may_be_claimed_again_or_not() -> None:
    for reclaim, rules in ((True, []), (False, ["block.square"])):
        match = start(rule_book("antiblok", {"reclaim": reclaim}), ["B", "R"], BOARDS["block"])
        match, _ = play(match, "X -b2+ L1 e3<")
        _, (verdict,) = play(match, "L1 e3< +b2+")
        assert broken(verdict) == rules
        # Broken and made again it is a new square.
        _, verdicts = play(match, "L1 c3<", "L1 e3<", "R1 c3>", "S pass", "L1 e4< +b2+")
        assert all(verdict.legal for verdict in verdicts)


def test_the_last_block_ends_the_game() -> None:
    match, (verdict,) = play(begin("three"), "L1 b3< +a3+")
    assert verdict.outcome and verdict.outcome == match.outcome and verdict.next is None
    assert verdict.outcome.to_json() == {"reason": "all_blocks", "winner": "R", "scores": {"R": 3, "B": 0}}
    with pytest.raises(InputError, match="over"):
        match.play(match.position)


def test_the_time_is_up() -> None:
    text = "Game: antiblok\nPlayers: R B\nRules: time_limit=30\nSetup: {}\n\n1. R +b2+\n2. R L1 e3<\n3. B time\n"
    game = find_game("antiblok")
    plain = game.to_text(BOARDS["plain"])
    _, played = replay(text.format(game.to_text(BOARDS["square"])), find_game)
    assert not played.errors
    outcome = played.turns[-1].match.outcome
    assert outcome and outcome.to_json() == {"reason": "time", "winner": "R", "scores": {"R": 1, "B": 0}}
    _, even = replay(text.replace("1. R +b2+\n2. R L1 e3<\n3. B", "1. R").format(plain), find_game)
    outcome = even.turns[-1].match.outcome
    assert outcome and (outcome.reason, outcome.winner) == ("time", None)
    _, unlimited = replay(text.replace("time_limit=30", "must_act=true").format(plain), find_game)
    assert "no time was agreed" in str(unlimited.errors[-1])


@pytest.mark.parametrize("goal", ["turns", "time", "three"])
def test_alone(goal: str) -> None:
    match = start(rule_book("antiblok_solo", {"goal": goal}), ["R"], BOARDS["three"])
    match, verdicts = play(match, "S pass", "L1 e3<")
    assert all(verdict.legal for verdict in verdicts) and match.to_move == "R"
    if goal == "three":
        match, (last,) = play(match, "L1 b3< +a3+")
        assert last.outcome and last.outcome.to_json() == {"reason": "all_blocks", "winner": "R", "scores": {"R": 3}}
    elif goal == "turns":
        while match.outcome is None:
            match, _ = play(match, "S pass")
        assert match.turns == TURNS_OF_THE_GOAL
        assert match.outcome.to_json() == {"reason": "turns", "winner": None, "scores": {"R": 2}}
    else:
        assert match.time_up().outcome is not None


@pytest.mark.parametrize(
    ("game", "players"), [("antiblok", "R"), ("antiblok", "RR"), ("antiblok", "RX"), ("antiblok_solo", "RB")]
)
def test_not_everybody_can_play(game: str, players: str) -> None:
    with pytest.raises(InputError):
        start(rule_book(game), list(players), BOARDS["plain"])


def test_the_set_up() -> None:
    def faults(position: Position) -> list[str]:
        return [finding.rule for finding in set_up_faults(position)]

    assert faults(BOARDS["plain"]) == []
    assert faults(BOARDS["square"]) == ["setup.square"]
    assert faults(BOARDS["block"]) == ["setup.square", "setup.square"]


def test_a_hidden_quarter_is_filled_in_the_position_that_is_kept() -> None:
    match, (verdict,) = play(begin("plain"), "L1 c3=GR?Y")
    assert verdict.legal and match.position.cards["c3"] == "GRBY"
    assert verdict.to_json()["position"]["cards"]["c3"] == "GRBY"
    assert verdict.to_json()["position"]["last_turned"] == {"R": ["c3"]}


def test_what_the_next_player_did_already_is_among_what_it_can_have_been() -> None:
    match = begin("blue")
    after, _ = read_written("L1 c3< +Bd4+", match.position, "R")
    assert after in set(match.near(after, frozenset()))
    assert after in set(match.near(read_written("L1 c3<", match.position, "R")[0], frozenset({"d4+"})))
    unseen = after.changed({"c3": "?RB?"})
    assert after in set(match.near(unseen, frozenset()))
    assert match.play(after, ("L1",))[1].legal


def test_a_board_of_which_most_is_hidden_stays_open() -> None:
    match = begin("plain")
    hidden = match.position.changed(dict.fromkeys(match.position.cards, "????"))
    _, verdict = match.play(hidden, ("L1",))
    assert "card.seen" in [finding.rule for finding in verdict.open]


@pytest.mark.parametrize(("game", "players"), [("antiblok", "R B"), ("antiblok_solo", "R")])
def test_a_turn_that_nobody_can_explain_counts_and_leaves_no_mark(game: str, players: str) -> None:
    match = start(rule_book(game), players.split(), BOARDS["plain"])
    match, (verdict,) = play(match, "L1 a1< b1< c1<")
    assert broken(verdict) == ["turn.count"] and verdict.turn is None
    assert (match.turns, match.to_move, match.marks) == (1, players[-1], None)


@pytest.mark.parametrize("seed", range(12))
def test_random_turns_of_a_crowded_board_are_legal(seed: int) -> None:
    """Alone many blocks lie, and one that Anti-Blok takes may be laid again at once."""
    game, rng = GAMES["antiblok_solo"], random.Random(f"crowded {seed}")
    rules = game.rule_book({})
    match = game.start(rules, game.seats(1), game.random_set_up(rules, rng))
    while match.outcome is None:
        die, after = game.random_turn(match, rng)
        match, verdict = match.play(after, die)
        assert verdict.legal, (die, verdict.violations)
