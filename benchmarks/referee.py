"""How fast the referee is, in units of things measured in the same run: shapely's polygonize, and its own scoring."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from functools import partial

import shapely
from shapely.ops import polygonize

from benchmarks.positions import full_position, pinned_towers, stuck_tower
from referee.tactori.aerial import covered, links, polygons, rectangles
from referee.tactori.board import COLOURS, coordinates
from referee.tactori.explain import judge_turn
from referee.tactori.legal import can_move
from referee.tactori.match import start
from referee.tactori.play import random_turn
from referee.tactori.position import Position
from referee.tactori.rules import RuleBook, rule_book
from referee.tactori.scoring import judge_position
from referee.tactori.turn import apply

FULL_BOARDS = 12
Segment = tuple[tuple[int, int], tuple[int, int]]


def seconds(work: Callable[[], object], rounds: int = 7) -> float:
    """The best of several rounds, each long enough to be measured."""
    times = 1
    while True:
        begin = time.perf_counter()
        for _ in range(times):
            work()
        if time.perf_counter() - begin > 0.02:
            break
        times *= 2
    best = float("inf")
    for _ in range(rounds):
        begin = time.perf_counter()
        for _ in range(times):
            work()
        best = min(best, (time.perf_counter() - begin) / times)
    return best


def segments(position: Position) -> list[list[Segment]]:
    """The half bridges of each colour as pairs of points, what shapely would be given."""
    by_colour = [links(covered(s for s in position.sticks if s.colour == colour)) for colour in COLOURS]
    return [[(coordinates(a), coordinates(b)) for a, b in pairs] for pairs in by_colour]


def forget() -> None:
    polygons.cache_clear()
    rectangles.cache_clear()


def scoring() -> Iterator[tuple[str, float, str]]:
    """Scoring full boards against polygonize on the same segments."""
    boards = [full_position(seed) for seed in range(FULL_BOARDS)]
    lines = [segments(board) for board in boards]
    built = [[shapely.linestrings(pairs) for pairs in board] for board in lines]
    theirs = seconds(lambda: [list(polygonize(pairs)) for board in lines for pairs in board])
    bare = seconds(lambda: [shapely.polygonize(made) for board in built for made in board])
    for game in ("taktori", "rectangles9"):
        for name, is_new in (("never seen before", True), ("seen before", False)):
            ours = seconds(partial(_score_all, boards, rule_book(game), is_new))
            what = f"{game}, boards {name}: {ours / FULL_BOARDS * 1e6:.0f} us"
            yield f"polygonize of the segments / scoring ({what})", theirs / ours, "at least 3"
            yield f"polygonize of ready-made lines / scoring ({what})", bare / ours, ""


def _score_all(boards: list[Position], rules: RuleBook, is_new: bool) -> None:
    if is_new:
        forget()
    for board in boards:
        judge_position(board, rules)


def explaining() -> Iterator[tuple[str, float, str]]:
    """The dearest turn among those of played games and of full boards, in scorings."""
    unit = scoring_unit()
    full = full_position(1)
    fewer = Position.of(9, full.towers, full.sticks[1:])
    for game in ("rectangle9", "rectangles9", "taktori"):
        rules = rule_book(game)
        turns = [*_late_turns(rules), (fewer, full, "R"), (full, full, "R"), (full, fewer, "R")]
        turns.append((Position.empty(9), full, "R"))
        dearest = max(_explaining_one(before, after, player, rules) for before, after, player in turns)
        yield f"dearest turn explained ({game}) / scoring", dearest / unit, "at most 20"


def _late_turns(rules: RuleBook) -> Iterator[tuple[Position, Position, str]]:
    for seed in range(6):
        rng, match = random.Random(seed), start(rules, list(COLOURS))
        while not match.outcome and match.turns < 70:
            after = apply(match.position, random_turn(match, rng))
            if match.turns > 40 and match.turns % 5 == 0:
                yield match.position, after, match.to_move
            match, _ = match.play(after)


def _explaining_one(before: Position, after: Position, player: str, rules: RuleBook) -> float:
    def explain() -> None:
        forget()
        judge_turn(before, after, player, rules, COLOURS)

    return seconds(explain, rounds=3)


def moving() -> Iterator[tuple[str, float, str]]:
    """Finding out that nobody can move, where that is hard, in scorings."""
    unit = scoring_unit()
    hard = (
        ("one free stack, every field spoilt", stuck_tower(), "rectangle9"),
        ("every tower pinned", pinned_towers(), "taktori"),
    )
    for name, position, game in hard:
        rules = rule_book(game)
        if can_move(position, "B", rules):
            raise AssertionError(f"blue was not to move: {name}")
        cost = seconds(partial(can_move, position, "B", rules))
        yield f"can move: {name} ({game}) / scoring", cost / unit, "at most 100"


def scoring_unit() -> float:
    """One scoring of a full board, everything seen for the first time."""
    board, rules = full_position(1), rule_book("taktori")

    def score() -> None:
        forget()
        judge_position(board, rules)

    return seconds(score)
