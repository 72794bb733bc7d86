"""The die: what a question says of it, and the turns of one throw or of several that a look may show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from referee.classics.position import Position
from referee.classics.rules import RuleBook
from referee.classics.turn import Asked, Move, Throws
from words.message import InputError, message

R = TypeVar("R", bound=RuleBook)
FACES = (1, 2, 3, 4, 5, 6)
MOST_JOINED = 3
"""So many throws, each but the last earning another, are tried as one look."""
MOST_THROWS = 40
"""More than anybody throws in one turn."""
Step = Callable[[Position, Asked[R]], Iterable[Move]]
"""What a player can do with one throw, passing included where nothing else can be done."""


def read_die(value: object, faces: tuple[int, ...] = FACES) -> Throws | None:
    """What was thrown: a number, a list of throws in order, or None if nobody saw it."""
    if value is None:
        return None
    throws = value if isinstance(value, list | tuple) else [value]
    known = [_number(throw) for throw in throws]
    if not known or len(known) > MOST_THROWS or any(throw not in faces for throw in known):
        raise InputError(message("classics.input.die"), "die")
    return tuple(int(throw) for throw in known if throw is not None)


def _number(value: object) -> int | None:
    """A throw, also as it is typed."""
    if isinstance(value, str) and len(value) == 1 and value.isascii() and value.isdigit():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def one_throw(position: Position, asked: Asked[R], step: Step[R], faces: Iterable[int] = FACES) -> Iterator[Move]:
    """The turns of one throw: of the known one, or of each that is possible, smallest first."""
    for throw in faces if asked.die is None else asked.die[:1]:
        told: dict[str, Any] = {"die": throw, "inferred": True} if asked.die is None else {"die": throw}
        for move in step(position, asked.thrown(throw)):
            yield _with_facts(move, {**move.facts, **told})


def in_order(position: Position, asked: Asked[R], throws: Throws, step: Step[R]) -> Iterator[Move]:
    """The turns that use a list of throws, one after another; each but the last must earn the next."""
    first, rest = throws[0], throws[1:]
    for move in one_throw(position, asked.thrown(first), step):
        if not rest:
            yield move
        elif move.again:
            after = position.with_changes(move.changes, move.memory)
            for following in in_order(after, replace(asked, earlier=(*asked.earlier, first)), rest, step):
                yield joined(move, following)


def several_throws(
    position: Position, asked: Asked[R], step: Step[R], count: int, may_be: Callable[[Position, int], bool]
) -> Iterator[Move]:
    """The turns of exactly so many throws that nobody saw, as far as what was seen may come of them."""
    for move in one_throw(position, asked, step) if may_be(position, count) else ():
        if count == 1:
            yield move
        elif move.again:
            after = position.with_changes(move.changes, move.memory)
            for following in several_throws(after, asked, step, count - 1, may_be):
                yield joined(move, following)


def joined(move: Move, following: Move) -> Move:
    """Two steps as one turn, told as the last of them; `steps` lists them all."""
    steps = [{"kind": move.kind, **_step_facts(move)}]
    later = following.facts.get("steps", [{"kind": following.kind, **_step_facts(following)}])
    facts: dict[str, Any] = {**following.facts, "steps": [*steps, *later]}
    facts["die"] = [step["die"] for step in facts["steps"]]
    if any("captured" in step.facts for step in (move, following)):
        facts["captured"] = [piece for step in (move, following) for piece in step.facts.get("captured", ())]
    if "penalty" in move.facts:
        facts["penalty"] = move.facts["penalty"]
    return move.then(following, facts)


def _step_facts(move: Move) -> dict[str, Any]:
    """What is said of one step of several: no more than there is."""
    return {key: value for key, value in move.facts.items() if key != "inferred" and value != []}


def _with_facts(move: Move, facts: dict[str, Any]) -> Move:
    return Move(move.kind, move.changes, facts, move.memory, move.again, move.todo, move.open, move.advice)
