"""What holds in every game that is played legally, whatever is played."""

import random

import pytest
from invariants import check_bridges, check_polygons, check_rectangles, check_symmetries

from referee.games import find_game
from referee.replay import record_of
from referee.tactori.board import COLOURS, STICKS_PER_COLOUR, TOWERS_PER_COLOUR
from referee.tactori.legal import can_move
from referee.tactori.match import Match, start
from referee.tactori.notation import read_written, write_turn
from referee.tactori.play import random_set_up, random_turn
from referee.tactori.position import Position
from referee.tactori.rules import GAMES, Ending, RuleBook, rule_book
from referee.tactori.turn import Kind, apply
from tests.replaying import replay

MOST_TURNS = 120
REASONS = {
    Ending.NEVER: set(),
    Ending.CONNECTED: {"connected"},
    Ending.LAST_TOWER: {"last_tower"},
    Ending.CLOSED_OR_LAST_TOWER: {"closed", "last_tower"},
    Ending.CLOSED_OR_ONE_MOVES: {"closed", "cannot_move"},
    Ending.CLOSED_OR_OTHER_STUCK: {"closed", "cannot_move"},
    Ending.FINAL_ROUND: {"final_round"},
}
OPTIONS: dict[str, list[dict[str, object]]] = {
    "fem": [{}, {"runs": True, "capture": True}],
    "taktori": [{}, {"capture": True, "chain": "any", "nine_centre": "standing"}, {"final_round": "finish_round"}],
    "rectangle9": [{}, {"overlay_gap": 2, "path_clear": True}],
    "bridges": [{}, {"sticks_per_turn": 1}],
}


def begin(game: str, options: dict[str, object], rng: random.Random) -> Match:
    fewest, most = GAMES[game].players
    players = rng.sample(COLOURS, rng.randint(fewest, most))
    rules: RuleBook = rule_book(game, {"colour": rng.choice(COLOURS), **options})
    return start(rules, players, random_set_up(rules, rng))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", GAMES)
def test_played_games(game: str, seed: int) -> None:
    for options in OPTIONS.get(game, [{}]):
        rng = random.Random(f"{game} {seed} {options}")
        beginning = match = begin(game, options, rng)
        turns: list[tuple[Position, None]] = []
        while match.outcome is None and match.turns < MOST_TURNS:
            before, mover = match.position, match.to_move
            turn = random_turn(match, rng)
            if turn.kind is Kind.PASS and game != "free":
                assert not can_move(before, mover, match.rules)
            after = apply(before, turn)
            match, verdict = match.play(after)
            assert verdict.legal
            assert verdict.turn == turn
            assert not match.verdict().violations
            assert all(after.count_towers(c) <= TOWERS_PER_COLOUR for c in COLOURS)
            assert all(after.count_sticks(c) <= STICKS_PER_COLOUR for c in COLOURS)
            assert read_written(write_turn(before, after, mover), before, mover) == after
            turns.append((after, None))
            if match.turns % 10 == 0 or match.outcome:
                check_bridges(after, match.rules)
                check_polygons(after)
                check_rectangles(after)
                check_symmetries(after, match.rules)
        if match.outcome:
            assert match.outcome.reason in REASONS[GAMES[game].ending]
            assert dict(match.outcome.scores) == dict(match.verdict().scores)
        replayed = replay(record_of(find_game(game), beginning, turns, {"Date": "2026-11-16"}))
        assert not replayed.errors
        assert replayed.beginning == beginning
        assert [t.match.position for t in replayed.turns] == [position for position, _ in turns]
        assert replayed.turns[-1].match == match


@pytest.mark.parametrize("game", [g.id for g in GAMES.values() if g.ending not in (Ending.NEVER, Ending.CONNECTED)])
def test_games_come_to_an_end(game: str) -> None:
    """Within a few hundred turns, however thoughtlessly they are played."""
    rng = random.Random(game)
    match = begin(game, {}, rng)
    while match.outcome is None:
        assert match.turns < 600
        match, _ = match.play(apply(match.position, random_turn(match, rng)))


def test_sliding_comes_to_an_end_for_somebody_in_luck() -> None:
    ended = set()
    for seed in range(12):
        rng = random.Random(seed)
        match = begin("sliding", {}, rng)
        while match.outcome is None and match.turns < 400:
            match, _ = match.play(apply(match.position, random_turn(match, rng)))
        ended.add(match.outcome.reason if match.outcome else None)
    assert "connected" in ended


def test_every_kind_of_turn_is_played() -> None:
    """Or the games above would not show much."""
    kinds = set()
    for seed in range(12):
        rng = random.Random(seed)
        match = begin("rectangle9", {}, rng)
        while match.outcome is None and match.turns < 80:
            turn = random_turn(match, rng)
            kinds.add(turn.kind)
            match, _ = match.play(apply(match.position, turn))
    assert kinds >= set(Kind) - {Kind.PASS}
