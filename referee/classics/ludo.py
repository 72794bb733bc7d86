"""Mensch ärgere Dich nicht: four pieces each, once round the track and home, with the variants of the booklet."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, ClassVar

from referee.classics import ludo_end, ludo_faults, ludo_glance, stacks
from referee.classics.classic import Classic, Ground
from referee.classics.dice import FACES, in_order, one_throw
from referee.classics.ludo_board import (
    ALIASES,
    BOARD,
    COLOURS,
    GOAL,
    PIECES,
    PROGRESS,
    TOP,
    WAITING,
    A,
    is_track,
    is_waiting,
    owner,
)
from referee.classics.ludo_moves import (
    ENTERS,
    Step,
    broken_duties,
    changes_of,
    is_home,
    is_idle,
    missed,
    possible,
    sent_home,
    waiting,
)
from referee.classics.ludo_rules import OFF, LudoRules
from referee.classics.memory import POINTS, Memory
from referee.classics.position import Position
from referee.classics.turn import PASS, Asked, Change, Fault, Move, remark, todo
from referee.classics.verdict import Ending, PositionVerdict
from referee.places import UNKNOWN
from referee.top_view import INK, PAPER
from referee.verdict import Finding

MOST_THROWS = 3
"""Of a player who has nothing to move, for a six."""
FIELD = 0.4
"""The radius of a field as it is drawn."""


class Ludo(Classic[LudoRules]):
    id = "ludo"
    section = 2
    book = LudoRules
    boards = (BOARD,)
    colours = COLOURS
    players = (2, 4)
    faces: ClassVar[tuple[int, ...]] = FACES
    memory: ClassVar[Mapping[str, Memory]] = {"missed": Memory(POINTS)}
    aliases = ALIASES
    rule_ids = (
        *("ludo.count", "ludo.capture", "ludo.own", "ludo.enter", "ludo.six_enters", "ludo.clear_a", "ludo.again"),
        *("ludo.home", "ludo.throws", "ludo.back", "ludo.jump_home", "ludo.barrier", "ludo.must_capture"),
        "ludo.trespass",
    )
    ends = ("home",)
    read_tidy = staticmethod(stacks.in_order)
    alike = staticmethod(stacks.alike)

    def ground(self, point: str, rules: LudoRules) -> Ground:
        own = owner(point) or next((colour for colour, start in A.items() if start == point), "")
        return Ground({"": PAPER, "b": INK}.get(own, own.upper()), square=False, radius=FIELD)

    def set_up(self, rules: LudoRules, players: Sequence[str]) -> Position:
        """One piece on A, three wait; the neutral colour's too."""
        pieces: dict[str, str] = {}
        for colour in COLOURS:
            if colour in players or colour == rules.neutral:
                pieces |= {A[colour]: colour, **dict.fromkeys(WAITING[colour][: PIECES - 1], colour)}
        return self.of({point: pieces[point] for point in BOARD.in_order(pieces)})

    def most(self, colour: str, rules: LudoRules) -> int:
        return PIECES

    def tidy(self, position: Position) -> Position:
        """Which points of B are taken means nothing, only how many."""
        changes: dict[str, str] = {}
        for colour, points in WAITING.items():
            there = [position.at(point) for point in points]
            if any(set(stack) - {colour, UNKNOWN} for stack in there):
                continue
            count = sum(map(len, there))
            usual = [colour if n < count else "" for n in range(PIECES)]
            usual[-1] += colour * max(0, count - PIECES)
            changes |= {point: now for point, now, was in zip(points, usual, there, strict=True) if now != was}
        return position.with_changes(changes, {}) if changes else position

    # Turns
    def legal(self, position: Position, asked: Asked[LudoRules]) -> Iterator[Move]:
        for move, duty in self._turns(position, asked):
            if not duty:
                yield move
            elif asked.inferred:
                yield replace(move, open=(remark(duty, said="open"),), memory=_forgotten(position))

    def unbound(self, position: Position, asked: Asked[LudoRules]) -> Iterator[Move]:
        """What can be done with one throw if nobody minds duties, which are then named as open."""
        for move, duty in self._turns(position, asked):
            yield replace(move, open=(remark(duty),)) if duty else move
        if passing := self.passes(position, asked):
            yield passing

    def _turns(self, position: Position, asked: Asked[LudoRules]) -> Iterator[tuple[Move, str | None]]:
        """Every turn of one throw with the duty it breaks; also with a piece that missed a capture put on its B."""
        forgotten = _forgotten(position)
        reminded = (remark("ludo.must_capture", position.recalls("missed"), said="advice"),) if forgotten else ()
        for move, duty in self._throw(position.pieces, asked):
            yield replace(move, memory={**forgotten, **move.memory}, advice=reminded), duty
        for point, put in penalties(position):
            pieces = {p: there for p, there in {**position.pieces, **put}.items() if there}
            moves = list(self._throw(pieces, asked))
            if not moves or not asked.rules.must_move:
                moves.append((Move(PASS, again=self._again(pieces, asked)), None))
            for move, duty in moves:
                facts = {**move.facts, "penalty": point}
                changes, memory = {**put, **move.changes}, {**forgotten, **move.memory}
                yield replace(move, changes=changes, facts=facts, memory=memory), duty

    def _throw(self, pieces: Mapping[str, str], asked: Asked[LudoRules]) -> Iterator[tuple[Move, str | None]]:
        rules, throw = asked.rules, asked.throw
        for colour in rules.moved_by(asked.player):
            steps = possible(pieces, colour, throw, rules)
            broken = broken_duties(pieces, steps, colour, throw, rules)
            for step in steps:
                duty = broken.get(step)
                changes = changes_of(pieces, step)
                left = missed(pieces, steps, step, rules) if duty == "ludo.must_capture" else ()
                again = throw == ENTERS and not finished(rules, {**pieces, **changes}, asked.player)
                memory = {"missed": left} if left else {}
                yield Move("enter" if step.enters else "move", changes, facts_of(step, rules), memory, again), duty

    def steps(self, position: Position, asked: Asked[LudoRules]) -> Iterable[Move]:
        moves = list(self.legal(position, asked))
        passing = self.passes(position, asked)
        return [*moves, passing] if passing else moves

    def passes(self, position: Position, asked: Asked[LudoRules]) -> Move | None:
        rules, pieces = asked.rules, position.pieces
        can = any(possible(pieces, colour, asked.throw, rules) for colour in rules.moved_by(asked.player))
        if can and rules.must_move:
            return None
        forgotten = _forgotten(position)
        advice = (remark("ludo.must_capture", position.recalls("missed"), said="advice"),) if forgotten else ()
        return Move(PASS, memory=forgotten, again=self._again(pieces, asked), advice=advice)

    def _again(self, pieces: Mapping[str, str], asked: Asked[LudoRules]) -> bool:
        """Whether somebody who could not use a throw has another one."""
        if asked.throw == ENTERS:
            return not finished(asked.rules, pieces, asked.player)
        return self._is_idle(pieces, asked) and ENTERS not in asked.earlier and len(asked.earlier) < MOST_THROWS - 1

    def _is_idle(self, pieces: Mapping[str, str], asked: Asked[LudoRules]) -> bool:
        rules = asked.rules
        return rules.three_throws and all(is_idle(pieces, colour, rules) for colour in rules.moved_by(asked.player))

    def remarks(self, change: Change[LudoRules], move: Move) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
        """Whoever has three throws may have thrown more often than is known."""
        asked, pieces = change.asked, change.before.pieces
        few = asked.die is not None and len(asked.die) < MOST_THROWS and ENTERS not in asked.die
        own = asked.rules.moved_by(asked.player)
        hoped = move.kind == PASS and few and any(possible(pieces, colour, ENTERS, asked.rules) for colour in own)
        if hoped and self._is_idle(pieces, asked):
            return (*move.open, remark("turn.pass", said="open")), move.advice
        return move.open, move.advice

    def unfinished(self, change: Change[LudoRules]) -> Iterator[Move]:
        """Captured pieces that are not yet on their B; or a penalty, and no turn yet."""
        asked, before = change.asked, change.before
        if asked.die is not None:
            moves = in_order(before, asked, asked.die, self.steps)
        else:
            moves = one_throw(before, asked, self.legal)
        for move in moves:
            taken = list(move.facts.get("captured", ()))
            for states in product(("home", "off", "on"), repeat=len(taken)):
                if set(states) - {"home"}:
                    left = todo("ludo.home", points=tuple(piece["at"] for piece in taken))
                    yield replace(move, changes=half_way(before, move, taken, states), todo=left)
        for point, put in penalties(before):
            yield Move(PASS, put, {"penalty": point}, todo=todo("ludo.move"))

    def faults(self, change: Change[LudoRules]) -> Iterator[Fault]:
        return ludo_faults.faults(change, self.unbound)

    def left(self, change: Change[LudoRules]) -> Mapping[str, object]:
        """Whoever passes instead of capturing has missed it too."""
        asked, pieces, rules = change.asked, change.before.pieces, change.rules
        if change.points or asked.die is None or len(asked.die) > 1:
            return _forgotten(change.before)
        could = [
            missed(pieces, possible(pieces, c, asked.throw, rules), None, rules)
            for c in asked.rules.moved_by(asked.player)
        ]
        points = tuple(point for part in could for point in part)
        return {"missed": points} if points else _forgotten(change.before)

    def may_be(self, change: Change[LudoRules], throws: int) -> bool:
        return ludo_glance.may_be(change, throws)

    # What follows
    def following(self, position: Position, move: Move, asked: Asked[LudoRules]) -> tuple[str, Position]:
        if move.again and (move.kind != PASS or (asked.die or (0,))[-1] == ENTERS):
            return asked.player, position
        for player in (*asked.others, asked.player):
            if asked.rules.neutral != OFF or not is_home(position.pieces, player):
                return player, position
        return asked.player, position

    def outcome(self, position: Position, move: Move, asked: Asked[LudoRules]) -> Ending | None:
        return ludo_end.ending(position.pieces, move, asked)

    def goes_on(self, position: Position, ending: Ending, asked: Asked[LudoRules]) -> bool:
        return ludo_end.others_play_on(position.pieces, ending, asked)

    # A position in itself
    def broken(self, position: Position, rules: LudoRules) -> Iterator[Finding]:
        for point, there in position.pieces.items():
            if owner(point) and set(there) - {owner(point), UNKNOWN}:
                yield remark("ludo.home", (point,), said="position")
            if not is_waiting(point) and len(there) > 1:
                shared = is_track(point) and len(there) == 2 and (rules.is_wall(there) or UNKNOWN in there)
                if not shared or not (rules.barriers or rules.partners):
                    yield remark("ludo.own", (point,), said="position")

    def judged(self, position: Position, rules: LudoRules, players: Sequence[str]) -> PositionVerdict:
        home, to_go = {}, {}
        for player in players:
            gone = [k for p, k in PROGRESS[player].items() for _ in range(position.at(p).count(player))]
            gone += [-1] * waiting(position.pieces, player)
            home[player] = sum(player in position.at(point) for point in GOAL[player])
            to_go[player] = sum(TOP - n for n in range(len(gone))) - sum(gone)
        return PositionVerdict((), home, {"home": home, "to_go": to_go})

    def write(self, move: Move) -> str:
        return " ".join(map(_written, move.facts.get("steps", [{"kind": move.kind, **move.facts}])))

    def choose(self, moves: list[Move], position: Position, asked: Asked[LudoRules], rng: random.Random) -> Move:
        """Whoever can go home does, so that random games come to an end."""
        return rng.choice([move for move in moves if owner(str(move.facts.get("to", "1")))] or moves)


def _forgotten(position: Position) -> dict[str, Any]:
    """A capture that was missed is spoken of in the next turn only."""
    return {"missed": ()} if position.recalls("missed") else {}


def penalties(position: Position) -> Iterator[tuple[str, dict[str, str]]]:
    """The pieces that missed a capture, each put on its B."""
    for point in position.recalls("missed"):
        if is_waiting(point):
            continue
        for colour in dict.fromkeys(c for c in position.at(point) if c in COLOURS):
            off = {point: stacks.minus(position.at(point), colour)}
            yield point, {**off, **sent_home({**position.pieces, **off}, colour)}


def facts_of(step: Step, rules: LudoRules) -> dict[str, Any]:
    facts: dict[str, Any] = {"to": step.to} if step.enters else {"from": step.start, "to": step.to}
    facts["captured"] = [{"at": point, "color": colour} for point, colour in step.captured]
    if rules.neutral != OFF:
        facts["color"] = step.colour
    return facts


def half_way(before: Position, move: Move, taken: list[dict[str, str]], states: tuple[str, ...]) -> dict[str, str]:
    """The board after a turn in which captured pieces are off, or still on their field."""
    changes = dict(move.changes)
    for piece, state in zip(taken, states, strict=True):
        colour = piece["color"]
        if state == "home":
            continue
        filled = [p for p in WAITING.get(colour, ()) if changes.get(p, "").count(colour) > before.at(p).count(colour)]
        if filled:
            changes[filled[-1]] = stacks.minus(changes[filled[-1]], colour)
        if state == "on":
            changes[piece["at"]] = stacks.plus(changes.get(piece["at"], ""), colour)
    return changes


def finished(rules: LudoRules, pieces: Mapping[str, str], player: str) -> bool:
    """Whether a player has nothing left to bring home."""
    return all(is_home(pieces, colour) for colour in rules.moved_by(player))


def _written(step: Mapping[str, Any]) -> str:
    """`8-12`, `8x12` where somebody was captured, `B-1` from the waiting points, `8-12!20` with a penalty."""
    if step["kind"] == PASS:
        return PASS
    sign = "x" if step.get("captured") else "-"
    penalty = f"!{step['penalty']}" if "penalty" in step else ""
    return f"{step.get('from', 'B')}{sign}{step['to']}{penalty}"
