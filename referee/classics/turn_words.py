"""A turn in words, as a family would tell it: white moves from g4 to g1 and takes f6."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.classics.position import Position
from referee.classics.turn import Move
from referee.classics.verdict import ORDER, TurnVerdict
from referee.places import changed_places
from words.message import Message, message

EXTRAS = ("captured", "removed", "huffed", "penalty", "promotion")
"""What is told after what was done, where there is something."""


def tell_turn(before: Position, after: Position, verdict: TurnVerdict, player: str, name: str = "") -> Message:
    """What was done between two positions, in one sentence about whoever did it, by name if there is one."""
    mover = who_moved(verdict, player)
    who = name if name and mover == player else Message(f"told.player.{mover}")
    if verdict.turn:
        parts = tuple(told_of(verdict.turn))
    else:
        changed = changed_places(before.places, after.places)
        parts = (message("classics.told.change", points=changed),) if changed else (message("told.pass"),)
    return message("told.sentence", who=who, what=parts)


def who_moved(verdict: TurnVerdict, player: str) -> str:
    """The player, unless somebody else moved out of turn."""
    return next((str(f.message.params["colour"]) for f in verdict.violations if f.rule == ORDER), player)


def told_of(move: Move) -> Iterator[Message]:
    """The parts of a turn in words."""
    for step in move.facts.get("steps", ()):
        yield from _told(step.get("kind", move.kind), step)
    if "steps" not in move.facts:
        yield from _told(move.kind, move.facts)


def _told(kind: str, facts: dict[str, Any] | Any) -> Iterator[Message]:
    if facts.get("die"):
        yield message("classics.told.die", die=str(facts["die"]))
    words = {key: value for key, value in facts.items() if isinstance(value, str)}
    key = kind if "from" in words or kind not in ("move", "jump", "step", "capture") else "other"
    said: dict[str, object] = {"from": "?", "to": "?", **words}
    if words.get("piece") and kind in ("move", "capture"):  # pieces are of several kinds
        key, said["piece"] = f"{kind}.piece", Message(f"classics.piece.{words['piece']}")
    yield Message(f"classics.told.{key}", said)
    for extra in EXTRAS:
        if value := facts.get(extra):
            what = Message(f"classics.piece.new.{value}") if extra == "promotion" else _listed(value)
            yield Message(f"classics.told.{extra}", {"what": what})
    if effect := facts.get("effect"):
        yield Message(f"classics.told.effect.{effect}")
    if facts.get("crowned") is True:
        yield message("classics.told.crowned")


def _listed(value: object) -> object:
    """Points, also where they stand with the colour that was there."""
    if isinstance(value, list | tuple):
        return tuple(part["at"] if isinstance(part, dict) else part for part in value)
    return value
