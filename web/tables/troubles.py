"""What stands in the way of a game at a table of the page, as what happened there tells it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from live.events import Event, Kind
from live.game import place_named
from live.sight import Sight
from words.message import Message


@dataclass(frozen=True)
class Troubles:
    """What stands in the way at the moment, as the last events said it."""

    source: Message | None = None
    board: Message | None = None
    hand: Message | None = None
    memory: Message | None = None
    why: Message | None = None
    doubts: tuple[Mapping[str, Any], ...] = ()
    misfits: tuple[Message, ...] = field(default=())


def after(troubles: Troubles, event: Event) -> Troubles:
    """What stands in the way once this has happened."""
    data = event.data
    match event.kind:
        case Kind.LOST | Kind.BACK if data["what"] == "camera":
            return troubles  # the first one leads, and the table goes on
        case Kind.LOST | Kind.BACK:
            why = data.get("why")
            return replace(troubles, source=why) if data["what"] == "source" else replace(troubles, board=why)
        case Kind.HAND:
            return replace(troubles, hand=data["why"])
        case Kind.MEMORY:
            return replace(troubles, memory=data["message"] if data["in_memory"] else None)
        case Kind.UNSURE if "profile" in data:
            return replace(troubles, misfits=(*troubles.misfits, data["why"])[-5:])
        case Kind.UNSURE if "unsure" in data:
            return replace(troubles, why=data["why"], doubts=tuple(data["unsure"]))
        case Kind.UNSURE if "why" in data:
            return replace(troubles, why=data["why"])
        case Kind.CORRECTED:
            # Whoever corrects has looked at the stacks; whether a stick lies there is asked until it is said.
            return replace(troubles, why=None, doubts=_unsettled(troubles, data["fields"]), hand=None)
        case Kind.TURN | Kind.TAKEN_BACK | Kind.PUT_RIGHT | Kind.STARTED:
            return replace(troubles, why=None, doubts=(), hand=None)
    return troubles


def _unsettled(troubles: Troubles, fields: Collection[str]) -> tuple[Mapping[str, Any], ...]:
    """The doubts about sticks that these corrections leave open."""
    return tuple(doubt for doubt in troubles.doubts if "-" in doubt["at"] and place_named(doubt["at"]) not in fields)


def as_seen(troubles: Troubles, sight: Sight) -> Troubles:
    """What a look at the board has put an end to."""
    if sight is Sight.CALM:
        return replace(troubles, hand=None, board=None, why=None, doubts=())
    return troubles if sight is Sight.BUSY else replace(troubles, hand=None)
