"""Five classics against judges that try everything: the same turns are lawful, on boards of every kind."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import classics_oracle as oracle
import pytest
from classics_oracle import Board, Table, frozen

from referee.classics.explain import judge_turn
from referee.classics.game import GAMES
from referee.classics.position import Position
from referee.classics.turn import Asked

BOARDS = 60
"""For every set of options."""
MEDDLED = 6
"""Boards that somebody meddled with, for each of them."""

Case = tuple[dict[str, Any], Position, str, set[Board]]
"""Options, the board before, whose turn it is, and every lawful board after."""


def peg_cases(rng: random.Random) -> Iterator[Case]:
    game = GAMES["peg"].classic
    for _ in range(BOARDS):
        european = rng.random() < 0.5
        pegs = rng.sample(sorted(oracle.peg_points(european)), rng.randint(1, 30))
        table = dict.fromkeys(pegs, "w")
        options = {"board": "european" if european else "english", "join": False}
        yield options, game.of(table), "w", oracle.peg_turns(table, european)


def five_cases(rng: random.Random) -> Iterator[Case]:
    game = GAMES["five"].classic
    for _ in range(BOARDS):
        size = rng.choice((6, 8))
        points = [oracle.point(x, y) for x in range(size) for y in range(size)]
        count = rng.choice((3, 9, 15, 16))
        stones = rng.sample(points, min(2 * count, len(points)))
        table = {p: "wb"[n % 2] for n, p in enumerate(stones)}
        player = rng.choice("wb")
        yield (
            {"size": size, "overline": rng.random() < 0.5},
            game.of(table),
            player,
            oracle.five_turns(table, player, size),
        )


def mill_cases(rng: random.Random) -> Iterator[Case]:
    game = GAMES["mill"].classic
    for _ in range(2 * BOARDS):
        options = {
            "removal": rng.choice(("may", "must")),
            "double_mill": rng.choice((1, 2)),
            "all_in_mills": rng.choice(("none", "any")),
        }
        table: Table = {}
        for _ in range(rng.randint(0, 3)):  # lines that are full, or nearly
            line, colour = rng.choice(oracle.MILL_LINES), rng.choice("wb")
            table |= dict.fromkeys(line[: rng.choice((2, 3))], colour)
        for name in rng.sample(oracle.MILL_POINTS, rng.randint(4, 12)):
            table.setdefault(name, rng.choice("wb"))
        table = {p: c for n, (p, c) in enumerate(table.items()) if n < 18}
        hand = rng.choice((0, 0, 1, 4))
        player = rng.choice("wb")
        before = game.of(table, hand={player: hand, oracle.other(player): 3})
        yield options, before, player, oracle.mill_turns(table, player, hand, options)


def draughts_cases(rng: random.Random) -> Iterator[Case]:
    game = GAMES["draughts"].classic
    for _ in range(4 * BOARDS):
        options = {
            "capture_choice": rng.choice(("free", "most")),
            "continue": rng.choice(("must", "may")),
            "crown_ends": rng.random() < 0.5,
            "king_turns": rng.random() < 0.5,
            "removal_time": rng.choice(("at_once", "at_end")),
        }
        dark = [oracle.point(x, y) for x in range(8) for y in range(8) if (x + y) % 2 == 0]
        table = {}
        for name in rng.sample(dark, rng.randint(2, 14)):
            colour = rng.choice("wb")
            end = name[1] == ("8" if colour == "w" else "1")
            table[name] = colour * 2 if end or rng.random() < 0.25 else colour
        player = rng.choice("wb")
        yield options, game.of(table), player, oracle.draughts_turns(table, player, options)


def halma_cases(rng: random.Random) -> Iterator[Case]:
    game = GAMES["halma"].classic
    for _ in range(BOARDS // 2):
        options = {
            "chain_jumps": rng.random() < 0.7,
            "foreign_corners": rng.choice(("allowed", "through", "forbidden")),
        }
        centre = rng.choice(sorted(oracle.STAR))
        near = sorted(oracle.STAR, key=lambda name: oracle.apart(name, centre) + 2 * rng.random())
        table = {name: rng.choice("rgy") for name in near[: rng.randint(2, 25)]}
        homes = {"r": "S", "g": "NW", "y": "NE"}
        player = rng.choice("rgy")
        before = game.of(table, homes=homes)
        yield options, before, player, oracle.halma_turns(table, player, homes[player], options)


CASES: dict[str, Callable[[random.Random], Iterator[Case]]] = {
    "peg": peg_cases,
    "five": five_cases,
    "mill": mill_cases,
    "draughts": draughts_cases,
    "halma": halma_cases,
}


def meddled(table: Table, letters: str, points: list[str], rng: random.Random) -> Table:
    """A board with one to three things done to it, lawful or not."""
    table = dict(table)
    for _ in range(rng.randint(1, 3)):
        name = rng.choice(points)
        if table.get(name) and rng.random() < 0.6:
            content = table.pop(name)
            if rng.random() < 0.7:
                table[rng.choice(points)] = content
        else:
            table[name] = rng.choice(letters)
    return table


@pytest.mark.parametrize("game", CASES)
def test_the_same_turns_are_lawful(game: str) -> None:
    classic, rng = GAMES[game].classic, random.Random(game)
    turns = 0
    for options, before, player, lawful in CASES[game](rng):
        asked = Asked(GAMES[game].rule_book(options), player, GAMES[game].seats(3))
        found = {frozen(dict(before.with_changes(m.changes, {}).pieces)) for m in classic.legal(before, asked)}
        assert found - {frozen(dict(before.pieces))} == lawful, (before, options)
        turns += len(lawful)
    assert turns > 300


@pytest.mark.parametrize("game", CASES)
def test_a_board_that_somebody_meddled_with_is_judged_alike(game: str) -> None:
    classic, rng = GAMES[game].classic, random.Random(f"{game} meddled")
    legal = illegal = 0
    for options, before, player, lawful in CASES[game](rng):
        asked = Asked(GAMES[game].rule_book(options), player, GAMES[game].seats(3))
        points = list(classic.board(asked.rules).points)
        tables = [meddled(dict(before.pieces), classic.colours, points, rng) for _ in range(MEDDLED)]
        tables += [dict(board) for board in rng.sample(sorted(lawful, key=sorted), min(3, len(lawful)))]
        for table in tables:
            after = classic.of(table)
            if after == before:
                continue
            verdict = judge_turn(classic, before, after, asked)
            assert verdict.legal == (frozen(table) in lawful or _unseen_crown(game, table, lawful)), (before, after)
            legal, illegal = legal + verdict.legal, illegal + (not verdict.legal)
    assert legal > 50 and illegal > 50


def _unseen_crown(game: str, table: Table, lawful: set[Board]) -> bool:
    """A king of which one stone is seen is a king all the same."""
    return game == "draughts" and any(
        dict(board).keys() == table.keys()
        and all(c == table[p] or (len(c) == 2 and table[p] == c[0]) for p, c in board)
        for board in lawful
    )


def test_several_jumps_in_one_look_are_found() -> None:
    classic, rng = GAMES["peg"].classic, random.Random(4)
    found = 0
    for _ in range(12):
        pegs = rng.sample(sorted(oracle.peg_points(False)), 14)
        before = classic.of(dict.fromkeys(pegs, "w"))
        asked = Asked(GAMES["peg"].rule_book({}), "w", ("w",))
        for jumps in (2, 3, 4):
            reached = sorted(oracle.peg_reachable(dict(before.pieces), False, jumps), key=sorted)
            for board in rng.sample(reached, min(4, len(reached))):
                verdict = judge_turn(classic, before, classic.of(dict(board)), asked)
                assert verdict.legal and verdict.turn and len(verdict.turn.facts["steps"]) == jumps
                found += 1
    assert found > 20


def test_five_in_a_row_are_seen_as_windows_show_them() -> None:
    classic, rng = GAMES["five"].classic, random.Random(5)
    wins = 0
    for _ in range(60):
        overline = rng.random() < 0.5
        points = [oracle.point(x, y) for x in range(6) for y in range(6)]
        before = classic.of({p: "w" if rng.random() < 0.75 else "b" for p in rng.sample(points, 18)})
        asked = Asked(GAMES["five"].rule_book({"size": 6, "overline": overline}), "w", ("w", "b"))
        for move in classic.legal(before, asked):
            after = before.with_changes(move.changes, {})
            won = classic.outcome(after, move, asked) is not None
            assert won == oracle.five_wins(dict(after.pieces), "w", 6, overline, move.facts["to"])
            wins += won
    assert wins > 5
