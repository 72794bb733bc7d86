"""Draughts: men forward, kings any distance, captures a duty, and a missed one blown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from referee.classics.boards import cell, grid
from referee.classics.classic import Classic, Ground
from referee.classics.draughts_moves import (
    SIDE,
    DraughtsRules,
    Path,
    between,
    captures,
    colour_of,
    is_dark,
    is_king,
    plain_moves,
)
from referee.classics.memory import POINTS, Memory
from referee.classics.position import Position
from referee.classics.turn import Asked, Change, Fault, Move, fault, remark, todo
from referee.classics.verdict import Ending, PositionVerdict
from referee.places import UNKNOWN
from referee.top_view import WOOD, WOOD_DARK
from referee.verdict import Finding

BOARD = grid(SIDE)
RANKS_EACH = 3
STONES = 12


class Draughts(Classic[DraughtsRules]):
    id = "draughts"
    section = 3
    book = DraughtsRules
    boards = (BOARD,)
    memory: ClassVar[Mapping[str, Memory]] = {"missed": Memory(POINTS)}
    rule_ids = (
        *("draughts.dark", "draughts.step", "draughts.capture", "draughts.must_capture", "draughts.must_continue"),
        *("draughts.backward", "draughts.crown", "draughts.king", "draughts.jump", "draughts.taken", "draughts.huff"),
    )
    ends = ("no_pieces", "cannot_move")

    def ground(self, point: str, rules: DraughtsRules) -> Ground:
        return Ground(WOOD_DARK if is_dark(point) else WOOD)

    def set_up(self, rules: DraughtsRules, players: Sequence[str]) -> Position:
        dark = [point for point in BOARD.points if is_dark(point)]
        near = {point: "w" for point in dark if cell(point)[1] < RANKS_EACH}
        return self.of({**near, **{point: "b" for point in dark if cell(point)[1] >= SIDE - RANKS_EACH}})

    def is_content(self, content: object) -> bool:
        """A stone, or two of one colour, as far as that was made out."""
        return super().is_content(content) and len(str(content)) <= 2 and len({*str(content)} - {UNKNOWN}) <= 1

    def alike(self, there: str, seen: str) -> bool:
        """A crown that was not seen may be there all the same."""
        if is_king(there) and len(seen) == 1:
            return seen in (colour_of(there), UNKNOWN)
        return super().alike(there, seen)

    def stones(self, content: str) -> str:
        return content[:1]

    def most(self, colour: str, rules: DraughtsRules) -> int:
        return STONES

    def legal(self, position: Position, asked: Asked[DraughtsRules]) -> Iterator[Move]:
        for huffed, pieces in self._boards(position, asked):
            if huffed and asked.rules.huff == "is_move":
                yield _blown(huffed)
                continue
            for path in lawful_paths(pieces, asked.player, asked.rules):
                yield _move(pieces, path, huffed)

    def _boards(
        self, position: Position, asked: Asked[DraughtsRules]
    ) -> Iterator[tuple[str | None, Mapping[str, str]]]:
        """The board as it is, and with each stone off that may be blown."""
        yield None, position.pieces
        if asked.rules.huff != "off":
            for point in position.recalls("missed"):
                if position.at(point) and colour_of(position.at(point)) != asked.player:
                    yield point, {p: there for p, there in position.pieces.items() if p != point}

    def unfinished(self, change: Change[DraughtsRules]) -> Iterator[Move]:
        """Jumped stones still stand, be it half-way through a longer capture; or a stone was blown and no more."""
        for huffed, pieces in self._boards(change.before, change.asked):
            for start in change.own_gone:
                for path in captures(pieces, start, change.rules) if start in pieces else ():
                    if standing := tuple(point for point in path.captured if change.after.at(point)):
                        move = _move(pieces, path, huffed)
                        changes = {point: there for point, there in move.changes.items() if point not in standing}
                        yield replace(move, changes=changes, memory={}, todo=todo("take", points=standing))
        if change.rules.huff == "and_move":
            for huffed, _ in self._boards(change.before, change.asked):
                if huffed:
                    yield replace(_blown(huffed), memory={}, todo=todo("draughts.move"))

    def faults(self, change: Change[DraughtsRules]) -> Iterator[Fault]:
        fields = BOARD.in_order(change.points)
        if light := tuple(point for point in change.own_came if not is_dark(point)):
            yield fault("draughts.dark", self._as_moved(change), light)
        boards = list(self._boards(change.before, change.asked))
        for huffed, pieces in boards:
            yield from self._missed(change, pieces, huffed)
        for huffed, pieces in boards:
            yield from self._backward(change, pieces, huffed)
        if crowns := self._crowned(change):
            yield fault("draughts.crown", self._as_moved(change), crowns)
        if jumped := self._jumped(change):
            yield fault("draughts.jump", self._as_moved(change), jumped)
        if taken := self._taken(change):
            yield fault("draughts.taken", self._as_moved(change), taken)
        if change.moved and not change.foreign_came and set(change.foreign_gone) <= set(_passed(change)):
            yield fault("draughts.step", self._as_moved(change), fields)

    def _missed(self, change: Change[DraughtsRules], pieces: Mapping[str, str], huffed: str | None) -> Iterator[Fault]:
        """A turn that would be right, had the player not had to capture, or to capture on."""
        player, rules = change.asked.player, change.rules
        own = [point for point, there in pieces.items() if colour_of(there) == player]
        lawful = lawful_paths(pieces, player, rules)
        able = list(dict.fromkeys(path.path[0] for path in lawful if path.captured))
        every = [path for start in own for path in captures(pieces, start, rules)]
        shorter = [path for path in every if path.whole or rules.continue_ == "may"]
        for path in [*(p for start in own for p in plain_moves(pieces, start)), *shorter]:
            if able and change.fits(move := _move(pieces, path, huffed)):
                present = tuple(path.path[-1] if start == path.path[0] else start for start in able)
                move = replace(move, memory={"missed": present})
                yield fault("draughts.must_capture", move, tuple(able))
        for path in every:
            if not path.whole and change.fits(move := _move(pieces, path, huffed)):
                move = replace(move, memory={"missed": (path.path[-1],)})
                yield fault("draughts.must_continue", move, (path.path[-1],))

    def _backward(
        self, change: Change[DraughtsRules], pieces: Mapping[str, str], huffed: str | None
    ) -> Iterator[Fault]:
        for start in change.own_gone:
            if start not in pieces or is_king(pieces[start]):
                continue
            paths = [*plain_moves(pieces, start, backward=True), *captures(pieces, start, change.rules, backward=True)]
            for path in paths:
                if change.fits(move := _move(pieces, path, huffed)):
                    yield fault("draughts.backward", move, (path.path[0], path.path[-1]))

    def _crowned(self, change: Change[DraughtsRules]) -> tuple[str, ...]:
        """Men that have a second stone, if all else is right."""
        before, after = change.before, change.after
        doubled = [p for p, there in after.pieces.items() if is_king(there) and not is_king(before.at(p))]
        seen = replace(change, after=after.with_places({p: after.at(p)[:1] for p in doubled}))
        if not doubled:
            return ()
        if not seen.points:
            return tuple(doubled)
        for move in self.legal(before, change.asked):
            if seen.fits(move):
                return tuple(p for p in doubled if not is_king(move.changes.get(p, before.at(p))))
        return ()

    def _jumped(self, change: Change[DraughtsRules]) -> tuple[str, ...]:
        """What was jumped that cannot be: an own piece, or two in a row."""
        if len(change.own_came) != 1 or change.foreign_came:
            return ()
        to, pieces, player = change.own_came[0], change.before.pieces, change.asked.player
        for start in change.own_gone:
            passed = between(start, to) or ()
            if not {*change.own_gone, *change.foreign_gone} <= {start, *passed}:
                continue
            own = tuple(point for point in passed if colour_of(pieces.get(point, "")) == player)
            rows = tuple(p for n, p in enumerate(passed) if p in pieces and _beside(passed, n, pieces))
            if own or rows:
                return own or rows
        return ()

    def _taken(self, change: Change[DraughtsRules]) -> tuple[str, ...]:
        """The opponent's stones that are off although nobody jumped them and none was to be blown."""
        if len(change.foreign_came) >= len(change.foreign_gone):
            return ()
        excused = {*_passed(change)}
        if change.rules.huff != "off":
            excused |= {*change.before.recalls("missed")}
        return tuple(point for point in change.foreign_gone if point not in excused)

    def _as_moved(self, change: Change[DraughtsRules]) -> Move | None:
        """The turn as it was done, if it was done with one piece."""
        if not change.moved:
            return None
        start, to = change.moved
        changes = {start: "", to: change.before.at(start), **dict.fromkeys(change.foreign_gone, "")}
        facts: dict[str, Any] = {"from": start, "to": to, "path": [start, to]}
        jumped = [point for point in _passed(change) if point in change.foreign_gone]
        if jumped:
            facts["captured"] = jumped
        return Move("capture" if jumped else "move", changes, facts, {"missed": ()})

    def left(self, change: Change[DraughtsRules]) -> Mapping[str, object]:
        return {"missed": ()}

    def remarks(self, change: Change[DraughtsRules], move: Move) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
        """A king whose second stone was not seen."""
        made = change.before.with_changes(move.changes, {})
        single = tuple(p for p, there in made.pieces.items() if is_king(there) and len(change.after.at(p)) == 1)
        return (), ((remark("draughts.crown", single, said="advice"),) if single else ())

    def outcome(self, position: Position, move: Move, asked: Asked[DraughtsRules]) -> Ending | None:
        for other in asked.others[:1]:
            if not any(colour_of(there) == other for there in position.pieces.values()):
                return Ending("no_pieces", asked.player)
            if not lawful_paths(position.pieces, other, asked.rules):
                return Ending("cannot_move", asked.player)
        return None

    def broken(self, position: Position, rules: DraughtsRules) -> Iterator[Finding]:
        if light := tuple(point for point in position.pieces if not is_dark(point)):
            yield remark("draughts.dark", light)

    def judged(self, position: Position, rules: DraughtsRules, players: Sequence[str]) -> PositionVerdict:
        pieces = position.pieces.values()
        men = {c: sum(colour_of(there) == c and not is_king(there) for there in pieces) for c in players}
        kings = {c: sum(colour_of(there) == c and is_king(there) for there in pieces) for c in players}
        return PositionVerdict((), {c: men[c] + kings[c] for c in players}, {"men": men, "kings": kings})

    def write(self, move: Move) -> str:
        huffed = f"-{move.facts['huffed']}" if move.facts.get("huffed") else ""
        way = ("x" if move.kind == "capture" else "-").join(move.facts.get("path", ()))
        return " ".join(part for part in (huffed, way) if part)


def lawful_paths(pieces: Mapping[str, str], player: str, rules: DraughtsRules) -> list[Path]:
    """What the pieces of a player can do: capture, and only if none can, move."""
    own = [point for point, there in pieces.items() if colour_of(there) == player]
    taking = [path for start in own for path in captures(pieces, start, rules)]
    if not taking:
        return [path for start in own for path in plain_moves(pieces, start)]
    if rules.continue_ == "must":
        taking = [path for path in taking if path.whole]
    if rules.capture_choice == "most":
        most = max(len(path.captured) for path in taking)
        taking = [path for path in taking if len(path.captured) == most]
    return taking


def _move(pieces: Mapping[str, str], path: Path, huffed: str | None) -> Move:
    start, to = path.path[0], path.path[-1]
    content = pieces[start]
    crowned = content[:1] * 2 if path.crowned else content
    changes = {**({huffed: ""} if huffed else {}), start: "", **dict.fromkeys(path.captured, ""), to: crowned}
    facts: dict[str, Any] = {"from": start, "to": to, "path": list(path.path)}
    if path.captured:
        facts["captured"] = list(path.captured)
    facts |= {"crowned": path.crowned, "huffed": huffed}
    return Move("capture" if path.captured else "move", changes, facts, {"missed": ()})


def _blown(point: str) -> Move:
    return Move("huff", {point: ""}, {"huffed": point}, {"missed": ()})


def _passed(change: Change[DraughtsRules]) -> tuple[str, ...]:
    """The fields over which the piece that moved went straight."""
    return (between(*change.moved) or ()) if change.moved else ()


def _beside(passed: tuple[str, ...], number: int, pieces: Mapping[str, str]) -> bool:
    """Whether the next or the last field on the way is taken too."""
    near = passed[max(number - 1, 0) : number] + passed[number + 1 : number + 2]
    return any(point in pieces for point in near)
