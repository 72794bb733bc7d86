"""The goose game: one piece each runs to field 61; on the way some fields help, stop or send back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from referee.classics import stacks
from referee.classics.classic import Classic, Ground
from referee.classics.dice import FACES, one_throw
from referee.classics.goose_board import (
    BACK,
    BOARD,
    FORWARD,
    GOAL,
    HELD,
    LEAVING,
    SIDE,
    SINGING,
    WAITING,
    Landing,
    effect_of,
    landed,
)
from referee.classics.memory import COUNTS, NAMES, TEXT, Memory
from referee.classics.position import Position
from referee.classics.rules import RuleBook
from referee.classics.turn import PASS, Asked, Change, Fault, Move, fault, remark, todo
from referee.classics.verdict import Ending, PositionVerdict
from referee.top_view import SHADE, WOOD

OVERSHOOT = ("back_throw", "bounce")


@dataclass(frozen=True)
class GooseRules(RuleBook):
    overshoot: str = "back_throw"
    release: str = "move"
    last_left: str = "plays_on"

    GAME: ClassVar[str] = "goose"
    BOARD: ClassVar[int] = SIDE
    CHOICES: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "overshoot": OVERSHOOT,
        "release": ("move", "next"),
        "last_left": ("plays_on", "wins"),
    }


class Goose(Classic[GooseRules]):
    id = "goose"
    section = 7
    book = GooseRules
    boards = (BOARD,)
    colours = "rgyb"
    players = (2, 4)
    faces: ClassVar[tuple[int, ...]] = FACES
    memory: ClassVar[Mapping[str, Memory]] = {
        "skip": Memory(COUNTS),
        "waits": Memory(NAMES),
        "out": Memory(TEXT),
        "freed": Memory(TEXT),
    }
    rule_ids = (
        *("goose.count", "goose.forward", "goose.back", "goose.skip", "goose.held", "goose.again", "goose.wait"),
        *("goose.out", "goose.goal", "goose.overshoot", "goose.sing"),
    )
    ends = ("goal", "all_out", "last_left")
    read_tidy = staticmethod(stacks.in_order)
    alike = staticmethod(stacks.alike)

    def ground(self, point: str, rules: GooseRules) -> Ground:
        field = int(point)
        effect = "forward" if field in FORWARD else "back" if field in BACK else effect_of(field)
        return Ground(SHADE if effect else WOOD)

    def sign(self, point: str) -> str:
        return point

    def set_up(self, rules: GooseRules, players: Sequence[str]) -> Position:
        return self.of({"0": stacks.ordered("".join(players))})

    def most(self, colour: str, rules: GooseRules) -> int:
        return 1

    # Who may throw
    def field(self, position: Position, colour: str) -> int | None:
        return next((int(point) for point, there in position.pieces.items() if colour in there), None)

    def is_out(self, position: Position, colour: str) -> bool:
        """Whoever is out may leave the piece on its field or take it away."""
        return colour in position.recalls("out") or self.field(position, colour) in (None, LEAVING)

    def hindered(self, position: Position, colour: str) -> str | None:
        """Why a player may not throw at all."""
        if position.recalls("skip").get(colour, 0):
            return "skip"
        if position.recalls("waits").get(colour, ""):
            return "wait"
        return "out" if self.is_out(position, colour) else None

    def _is_held(self, position: Position, field: int, asked: Asked[GooseRules]) -> bool:
        """Whether this throw does not move a piece away from here."""
        if field not in HELD or asked.player in position.recalls("freed"):
            return False
        return asked.rules.release == "next" or asked.throw != HELD[field]

    # Turns
    def legal(self, position: Position, asked: Asked[GooseRules]) -> Iterator[Move]:
        start = self.field(position, asked.player)
        if start is None or self.hindered(position, asked.player) or self._is_held(position, start, asked):
            return
        move = self._move(position, start, landed(start, asked.throw, asked.rules.overshoot), asked)
        yield move
        if move.facts["effect"] == "out":
            there = position.at(str(LEAVING))
            yield replace(move, changes={**move.changes, str(LEAVING): there})
        if gone := position.at(str(LEAVING)):  # whoever is out took the piece away
            there = minus_all(move.changes.get(str(LEAVING), gone), gone)
            yield replace(move, changes={**move.changes, str(LEAVING): there})

    def _move(self, position: Position, start: int, where: Landing, asked: Asked[GooseRules]) -> Move:
        player, to = asked.player, str(where.to)
        changes = moved(position, player, str(start), to)
        facts = {"from": str(start), "landed": str(where.field), "to": to, "effect": where.effect}
        memory = self._remembered(position, where, asked)
        advice = (remark("goose.sing", (str(SINGING),)),) if where.field == SINGING else ()
        return Move("move", changes, facts, memory, again=where.effect == "again", advice=advice)

    def _remembered(self, position: Position, where: Landing, asked: Asked[GooseRules]) -> dict[str, Any]:
        """What of the memory is another one after somebody came to a field."""
        player = asked.player
        skip, waits, out = (position.recalls(key) for key in ("skip", "waits", "out"))
        new: dict[str, Any] = {}
        if where.effect == "skip":
            new["skip"] = {**skip, player: 1}
        if player in position.recalls("freed"):
            new["freed"] = position.recalls("freed").replace(player, "")
        if where.effect == "out":
            new["out"] = out = stacks.ordered(out + player)
        waiting = {colour: others for colour, others in waits.items() if colour != player}
        if where.to >= WAITING:
            waiting = {colour: others.replace(player, "") for colour, others in waiting.items()}
        if where.effect == "wait":
            behind = [c for c in asked.others if not self.is_out(position, c)]
            waiting[player] = stacks.ordered("".join(c for c in behind if (self.field(position, c) or 0) < WAITING))
        waiting = {colour: others for colour, others in waiting.items() if others}
        if waiting != waits:
            new["waits"] = waiting
        return new

    def passes(self, position: Position, asked: Asked[GooseRules]) -> Move | None:
        player = asked.player
        why, start = self.hindered(position, player), self.field(position, player)
        if why == "skip":
            return Move(PASS, memory={"skip": fewer(position.recalls("skip"), player)})
        if why:
            return Move(PASS)
        if start is None or not self._is_held(position, start, asked):
            return None
        freed = asked.throw == HELD[start] and not asked.inferred
        memory = {"freed": stacks.ordered(position.recalls("freed") + player)} if freed else {}
        return Move(PASS, memory=memory)

    def unfinished(self, change: Change[GooseRules]) -> Iterator[Move]:
        """The piece still stands where it landed, and is to go on from there."""
        for move in one_throw(change.before, change.asked, self.legal):
            at, to = move.facts["landed"], move.facts["to"]
            if at != to and change.own_came == (at,):
                changes = moved(change.before, change.asked.player, move.facts["from"], at)
                facts = {**move.facts, "to": at}
                yield Move("move", changes, facts, todo=todo("goose.go_on", points=(at,), to=to))

    def faults(self, change: Change[GooseRules]) -> Iterator[Fault]:
        if change.moved is None or change.foreign_gone or change.foreign_came:
            return
        (start, to), asked, before = change.moved, change.asked, change.before
        thrown = {"die": asked.die[0] if len(asked.die) == 1 else list(asked.die)} if asked.die else {}
        where = Landing(int(to), int(to), effect_of(int(to)))
        told = self._move(before, int(start), where, asked)
        facts = {"from": start, "to": to, **thrown}
        if why := self.hindered(before, asked.player):
            yield fault(f"goose.{why}", Move("move", facts=facts), (start, to))
        told = replace(told, facts=facts)
        if int(start) in HELD and asked.player not in before.recalls("freed"):
            yield fault("goose.held", told, (start, to), throw=HELD[int(start)])
        throws = asked.die or FACES
        past = [throw for throw in throws if int(start) + throw > GOAL]
        results = {landed(int(start), throw, how).to for throw in past for how in OVERSHOOT}
        if past and (int(to) in results or asked.die):
            yield fault("goose.overshoot", told, (start, to), said=change.rules.overshoot)
        yield fault("goose.count", told, (start, to))

    # What follows
    def following(self, position: Position, move: Move, asked: Asked[GooseRules]) -> tuple[str, Position]:
        """The first one who may throw; whoever sits out on the way has done so."""
        if move.again:
            return asked.player, position
        order = (*asked.others, asked.player)
        skip = dict(position.recalls("skip"))
        for _ in range(1 + sum(skip.values())):
            for player in order:
                if self.is_out(position, player) or position.recalls("waits").get(player, ""):
                    continue
                if not skip.get(player, 0):
                    changed = {"skip": skip} if skip != position.recalls("skip") else {}
                    return player, position.with_changes({}, changed)
                skip = fewer(skip, player)
        return order[0], position

    def outcome(self, position: Position, move: Move, asked: Asked[GooseRules]) -> Ending | None:
        if asked.player in position.at(str(GOAL)) and move.kind != PASS:
            return Ending("goal", asked.player)
        left = [player for player in (asked.player, *asked.others) if not self.is_out(position, player)]
        if move.kind == PASS:
            return None
        if not left:
            return Ending("all_out", None)
        if len(left) == 1 and asked.others and asked.rules.last_left == "wins":
            return Ending("last_left", left[0])
        return None

    # A position in itself
    def judged(self, position: Position, rules: GooseRules, players: Sequence[str]) -> PositionVerdict:
        fields = {p: self.field(position, p) for p in players}
        told = {p: LEAVING if field is None and p in position.recalls("out") else field for p, field in fields.items()}
        scores = {p: field for p, field in told.items() if field is not None}
        return PositionVerdict((), scores, {"fields": scores})

    def write(self, move: Move) -> str:
        steps = move.facts.get("steps", [{"kind": move.kind, **move.facts}])
        return " ".join(PASS if step["kind"] == PASS else f"{step['from']}-{step['to']}" for step in steps)


def moved(position: Position, colour: str, start: str, to: str) -> dict[str, str]:
    """What stands on two fields after a piece went from one to the other; nothing changes if they are the same."""
    if start == to:
        return {}
    return {start: stacks.minus(position.at(start), colour), to: stacks.plus(position.at(to), colour)}


def minus_all(stack: str, colours: str) -> str:
    return "".join(letter for letter in stack if letter not in colours)


def fewer(skip: Mapping[str, int], player: str) -> dict[str, int]:
    """One time less to sit out."""
    left = {**skip, player: skip.get(player, 0) - 1}
    return {colour: count for colour, count in left.items() if count > 0}
