"""Halma: ten pieces step and jump from one corner of a star to the one opposite."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import dist, sqrt
from typing import Any, ClassVar

from referee.classics.boards import Board
from referee.classics.classic import Classic, Ground
from referee.classics.memory import NAMES, Memory
from referee.classics.position import Position
from referee.classics.rules import YES_OR_NO, RuleBook
from referee.classics.turn import Asked, Change, Fault, Move, fault
from referee.classics.verdict import Ending, PositionVerdict
from referee.top_view import WOOD_DARK
from words.message import InputError, message

ROWS = "abcdefghijklmnopq"
LENGTHS = (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1)
PITCH = 1 / 15
"""From a point to its neighbour, the board being 1 wide."""
ACROSS = 15
PIECES = 10
CORNERS: Mapping[str, frozenset[str]] = {
    name: frozenset(f"{row}{m}" for row, first, last in parts for m in range(first, last + 1))
    for name, parts in {
        "S": (("a", 1, 1), ("b", 1, 2), ("c", 1, 3), ("d", 1, 4)),
        "N": (("q", 1, 1), ("p", 1, 2), ("o", 1, 3), ("n", 1, 4)),
        "SW": (("e", 1, 4), ("f", 1, 3), ("g", 1, 2), ("h", 1, 1)),
        "SE": (("e", 10, 13), ("f", 10, 12), ("g", 10, 11), ("h", 10, 10)),
        "NW": (("m", 1, 4), ("l", 1, 3), ("k", 1, 2), ("j", 1, 1)),
        "NE": (("m", 10, 13), ("l", 10, 12), ("k", 10, 11), ("j", 10, 10)),
    }.items()
}
OPPOSITE = {"S": "N", "N": "S", "SW": "NE", "NE": "SW", "SE": "NW", "NW": "SE"}
LUCK = 0.5 * PITCH
"""How much of a random player's choice is chance."""
CORNER_PAINTS = {"S": "R", "N": "R", "NW": "G", "SE": "G", "NE": "Y", "SW": "Y"}
"""Opposite corners are of one colour."""
USUAL_HOMES = {"r": "S", "g": "NW", "y": "NE"}


def _star() -> Board:
    spots, rows = {}, []
    for k, (row, length) in enumerate(zip(ROWS, LENGTHS, strict=True)):
        for m in range(1, length + 1):
            spots[f"{row}{m}"] = (0.5 + (m - (length + 1) / 2) * PITCH, 0.5 + (k - 8) * PITCH * sqrt(3) / 2)
        indent = max(LENGTHS) - length
        rows.append((row, tuple((indent + 2 * m, f"{row}{m + 1}") for m in range(length))))
    return Board(tuple(reversed(rows)), spots)


BOARD = _star()


def _neighbours() -> dict[str, tuple[tuple[str, str | None], ...]]:
    """For every point its neighbours, each with the point straight behind it."""
    named = {(round(x, 6), round(y, 6)): point for point, (x, y) in BOARD.spots.items()}
    found = {}
    for point, here in BOARD.spots.items():
        near = [(p, s) for p, s in BOARD.spots.items() if p != point and dist(here, s) < 1.01 * PITCH]
        behind = [(round(2 * x - here[0], 6), round(2 * y - here[1], 6)) for _, (x, y) in near]
        found[point] = tuple((p, named.get(b)) for (p, _), b in zip(near, behind, strict=True))
    return found


NEIGHBOURS = _neighbours()


def _rows() -> Iterator[tuple[str, str]]:
    """Both ends of every straight row of points."""
    beyond = {(point, to): behind for point, near in NEIGHBOURS.items() for to, behind in near}
    for start, second in beyond:
        if beyond[second, start] is None:  # a row begins here
            before, end = start, second
            while following := beyond[before, end]:
                before, end = end, following
            if BOARD.order[start] < BOARD.order[end]:
                yield start, end


LINES = tuple(_rows())


@dataclass(frozen=True)
class HalmaRules(RuleBook):
    chain_jumps: bool = True
    foreign_corners: str = "allowed"
    fill: str = "own"

    GAME: ClassVar[str] = "halma"
    BOARD: ClassVar[int] = ACROSS
    CHOICES: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "chain_jumps": YES_OR_NO,
        "foreign_corners": ("allowed", "through", "forbidden"),
        "fill": ("own", "full"),
    }


class Halma(Classic[HalmaRules]):
    id = "halma"
    section = 5
    book = HalmaRules
    boards = (BOARD,)
    colours = "rgy"
    players = (2, 3)
    memory: ClassVar[Mapping[str, Memory]] = {"homes": Memory(NAMES, needed=True)}
    rule_ids = ("halma.step", "halma.jump", "halma.corner")
    ends = ("arrived",)

    def ground(self, point: str, rules: HalmaRules) -> Ground:
        return Ground(
            next((CORNER_PAINTS[name] for name in CORNERS if point in CORNERS[name]), WOOD_DARK), square=False
        )

    def lines(self, rules: HalmaRules) -> Iterator[tuple[str, str]]:
        return iter(LINES)

    def set_up(self, rules: HalmaRules, players: Sequence[str]) -> Position:
        return self._filled({player: USUAL_HOMES[player] for player in players})

    def _filled(self, homes: Mapping[str, str]) -> Position:
        pieces = {point: colour for colour, home in homes.items() for point in CORNERS[home]}
        return self.of({point: pieces[point] for point in BOARD.in_order(pieces)}, homes=dict(homes))

    def set_up_faults(self, position: Position, rules: HalmaRules) -> tuple[Any, ...]:
        """Other homes than the usual ones may be given."""
        homes = position.recalls("homes") if self._are_homes(position.recalls("homes")) else {}
        usual = self._filled(homes) if homes else self.set_up(rules, self.seen_players(position))
        return super().set_up_faults(position, rules) if usual != position else ()

    @staticmethod
    def _are_homes(homes: Mapping[str, str]) -> bool:
        return all(home in CORNERS for home in homes.values()) and len(set(homes.values())) == len(homes)

    def check_known(self, position: Position) -> None:
        homes = position.recalls("homes")
        if not self._are_homes(homes):
            raise InputError(message("classics.halma.homes", known=", ".join(CORNERS)), "homes")
        seen = {there for there in position.pieces.values() if there in self.colours}
        if missing := sorted(seen - set(homes)):
            raise InputError(message("input.missing", key=missing[0]), "homes")

    def is_content(self, content: object) -> bool:
        return super().is_content(content) and len(str(content)) == 1

    def most(self, colour: str, rules: HalmaRules) -> int:
        return PIECES

    def legal(self, position: Position, asked: Asked[HalmaRules]) -> Iterator[Move]:
        closed = self._closed(position, asked)
        for start in [point for point, there in position.pieces.items() if there == asked.player]:
            for path, kind in _ways(position.pieces, start, asked.rules, closed).values():
                yield _move(path, kind, asked.player)

    def _closed(self, position: Position, asked: Asked[HalmaRules]) -> frozenset[str]:
        """The points of corners that are neither the player's home nor his goal."""
        if asked.rules.foreign_corners == "allowed":
            return frozenset()
        home = position.recalls("homes").get(asked.player)
        own = {home, OPPOSITE.get(home, "")}
        return frozenset(point for name, corner in CORNERS.items() if name not in own for point in corner)

    def faults(self, change: Change[HalmaRules]) -> Iterator[Fault]:
        if not change.moved or change.foreign_gone or change.foreign_came:
            return
        start, to = change.moved
        anywhere = replace(change.rules, foreign_corners="allowed")
        ways = _ways(change.before.pieces, start, anywhere, frozenset())
        if to in ways:
            path, kind = ways[to]
            closed = self._closed(change.before, change.asked)
            through = tuple(point for point in path[1:] if point in closed) or (to,)
            yield fault("halma.corner", _move(path, kind, change.asked.player), through)
        told = _move((start, to), "step", change.asked.player)
        yield fault("halma.step", told, (start, to))

    def outcome(self, position: Position, move: Move, asked: Asked[HalmaRules]) -> Ending | None:
        for player in (asked.player, *asked.others):
            if self._has_arrived(position, player, asked.rules):
                return Ending("arrived", player)
        return None

    def _has_arrived(self, position: Position, player: str, rules: HalmaRules) -> bool:
        home = position.recalls("homes").get(player)
        if home is None:
            return False
        there = [position.at(point) for point in CORNERS[OPPOSITE[home]]]
        if rules.fill == "own":
            return all(stone == player for stone in there)
        return all(there) and player in there

    def judged(self, position: Position, rules: HalmaRules, players: Sequence[str]) -> PositionVerdict:
        homes = position.recalls("homes")
        goals = {p: CORNERS[OPPOSITE[homes[p]]] for p in players if homes.get(p) in CORNERS}
        arrived = {p: sum(position.at(point) == p for point in goals.get(p, ())) for p in players}
        return PositionVerdict((), arrived, {"arrived": arrived})

    def write(self, move: Move) -> str:
        return "-".join(move.facts["path"])

    def choose(self, moves: list[Move], position: Position, asked: Asked[HalmaRules], rng: random.Random) -> Move:
        """One of those that come nearest to the goal, so that random games come to an end."""
        home = position.recalls("homes")[asked.player]
        corner = sorted(BOARD.in_order(CORNERS[OPPOSITE[home]]), key=lambda p: dist(BOARD.spots[p], (0.5, 0.5)))
        free = [point for point in corner if position.at(point) != asked.player]
        goal = BOARD.spots[(free or corner)[-1]]

        def gain(move: Move) -> float:
            start, to = move.facts["from"], move.facts["to"]
            return (
                dist(BOARD.spots[start], goal) ** 2
                - dist(BOARD.spots[to], goal) ** 2
                - (start in corner and to not in corner)
            )

        return max(moves, key=lambda move: gain(move) + LUCK * rng.random())


Ways = dict[str, tuple[tuple[str, ...], str]]
"""For every point a piece can reach, a shortest way there and its kind."""


def _ways(pieces: Mapping[str, str], start: str, rules: HalmaRules, closed: frozenset[str]) -> Ways:
    found: Ways = {to: ((start, to), "step") for to, _ in NEIGHBOURS[start] if to not in pieces}
    barred = closed if rules.foreign_corners == "forbidden" else frozenset()
    jumps: deque[tuple[str, ...]] = deque([(start,)])
    reached = {start}
    while jumps:
        path = jumps.popleft()
        for over, to in NEIGHBOURS[path[-1]]:
            if to is None or to in reached or to in pieces or to in barred or over == start or over not in pieces:
                continue
            reached.add(to)
            found.setdefault(to, ((*path, to), "jump"))
            if rules.chain_jumps:
                jumps.append((*path, to))
    return {to: way for to, way in found.items() if to not in closed}


def _move(path: tuple[str, ...], kind: str, player: str) -> Move:
    start, to = path[0], path[-1]
    return Move(kind, {start: "", to: player}, {"from": start, "to": to, "path": list(path)})
