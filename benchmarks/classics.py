"""How long the referee takes to explain a turn of each classic, beside one scoring of a full board of Tactori, and how
fast it counts lawful moves of chess."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from statistics import median

from benchmarks.referee import scoring_unit
from referee.classics.chess_fen import START, read_fen
from referee.classics.chess_moves import OTHER, State, following, lawful
from referee.classics.game import GAMES, ClassicGame

TURNS = 60
"""Of each game; every one is explained as it was played, and backwards as what it is not."""
SEED = 3
COUNTED_DEPTH = 3


def explaining_classics() -> Iterator[tuple[str, float, str]]:
    """The median turn of a game at random: lawful ones, and those that are none."""
    unit = scoring_unit()
    for game in GAMES.values():
        for name, taken in _explaining(game).items():
            middle = median(taken)
            yield f"{game.id}: explaining a turn, {name} ({middle * 1000:.2f} ms) / scoring", middle / unit, ""


def _explaining(game: ClassicGame) -> dict[str, list[float]]:
    taken: dict[str, list[float]] = {"played": [], "backwards": [], "the die not seen": []}
    rng, rules = random.Random(SEED), game.rule_book({})
    match = game.start(rules, game.seats(game.players[1]), None)
    while match.outcome is None and match.turns < TURNS:
        die, after = game.random_turn(match, rng)
        question = {"player": match.to_move, "players": list(match.players)}
        asked = [("played", match.position, after, die), ("backwards", after, match.position, die)]
        if game.classic.faces:
            asked.append(("the die not seen", match.position, after, None))
        for name, before, seen, thrown in asked:
            begin = time.perf_counter()
            game.judge_turn(before, seen, rules, {**question, "die": thrown})
            taken[name].append(time.perf_counter() - begin)
        match, _ = match.play(after, die)
    return {name: times for name, times in taken.items() if times}


def counting_moves() -> Iterator[tuple[str, float, str]]:
    """Lawful moves of chess, three deep from the usual set-up, in a second."""
    fen = read_fen(START)
    begin = time.perf_counter()
    counted = _count(fen.state, fen.player, COUNTED_DEPTH)
    each = (time.perf_counter() - begin) / counted
    yield f"chess: one lawful move counted ({1 / each:,.0f} a second) / scoring", each / scoring_unit(), ""


def _count(state: State, player: str, depth: int) -> int:
    if depth == 1:
        return sum(1 for _ in lawful(state, player))
    return sum(_count(following(state, step), OTHER[player], depth - 1) for step in lawful(state, player))
