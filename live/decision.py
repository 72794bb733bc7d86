"""Whether a look at the board is clear enough to count: pictures first, and the rules tip the scales."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from live.game import GameState, place_named
from live.judgement import Happened, What, is_same, judge_seen
from live.settings import TableSettings
from referee.game import Position
from referee.places import UNKNOWN, differing_places, is_field
from vision.doubt import Doubt
from vision.eyes import Look
from words.message import Message, message


@dataclass(frozen=True)
class Clear:
    """The board shows this."""

    position: Any
    happened: Happened


@dataclass(frozen=True)
class Unclear:
    """The picture does not decide it."""

    guess: Any
    why: Message
    doubts: tuple[Doubt, ...]


Decision: TypeAlias = Clear | Unclear


def decide(look: Look, shown: Position, state: GameState, settings: TableSettings, answered: bool = False) -> Decision:
    """What the board shows now, on which `shown` stood before.

    `answered`: somebody has said something of what this look is in doubt about, since it was last compared.

    A clear picture counts as it is, whatever the rules say. Where pictures leave something open, or where a legal turn
    explains the picture nearly as well as one that breaks the rules, the legal one is taken; but never against a clear
    picture. Between two legal turns that differ by one piece, the better one must be clearly better.
    """
    said = state.shown if state.waiting and state.waiting.unsure else shown  # of which a part may be settled
    seen = held_by_hand(look, said, state, answered)
    if not state.is_set_up:
        doubts = tuple(doubt for doubt in look.unsure if place_named(doubt.at) not in state.by_hand)
        return Unclear(seen, _why(doubts), doubts) if doubts else Clear(seen, judge_seen(state, seen))
    if is_same(seen, shown):
        return Clear(shown if look.compared else _better_known(seen, shown), Happened(What.SAME))
    happened, known = judge_seen(state, seen), settled_ways(said, seen, state)
    changed = touched(shown, seen)
    doubts = tuple(
        doubt for doubt in look.unsure if changed.intersection(doubt.fields) and place_named(doubt.at) not in known
    )
    near = _rivals(look, shown, seen, state, known, settings)
    if happened.what is not What.ILLEGAL and not doubts:
        near = [each for each in near if state.game.distance(each, seen) == 1]  # with one piece more, say, or less
        if not near:
            return Clear(seen, happened)
    if not is_same(shown, state.position) and not is_same(seen, state.position):
        near.append(state.position)
    return _weighed(look, Clear(seen, happened), [shown, *near], doubts, state, settings)


def _rivals(
    look: Look, shown: Position, seen: Position, state: GameState, known: Collection[str], settings: TableSettings
) -> list[Any]:
    """Legal turns that may be what really happened: what somebody has said holds in them too."""
    doubtful = frozenset(doubt.at for doubt in look.unsure if doubt.is_field) if look.compared else frozenset[str]()
    content = state.game.content
    return [
        each
        for each in state.game.rivals(state.match, seen, settings.most_rivals, doubtful)
        if not is_same(each, shown) and all(content(each, way) == content(seen, way) for way in known)
    ]


def _weighed(
    look: Look,
    own: Clear,
    others: Sequence[Any],
    doubts: tuple[Doubt, ...],
    state: GameState,
    settings: TableSettings,
) -> Decision:
    """What was seen against what else it may be: first of the `others` what stood there before."""
    legal, worth = own.happened.what is not What.ILLEGAL, look.worth(own.position)
    ranked = sorted(((look.worth(each), i) for i, each in enumerate(others)), reverse=True)
    # Against an illegal turn the rules tip the scales; but a board that was illegal before has no such advantage.
    tipped = [i > 0 or is_same(others[0], state.position) for _, i in ranked]
    needed = [settings.least_lead if legal or not tip else settings.tip for tip in tipped]
    if all(worth - each >= least for (each, _), least in zip(ranked, needed, strict=True)):
        return own if legal or not doubts else Unclear(own.position, _why(doubts), doubts)
    best, at = ranked[0]
    # Among legal ones the best must be clearly the best. Otherwise it waits for a better look.
    rest = [each for each, _ in ranked[1:2]] + [worth] * legal
    if best - max(rest, default=-math.inf) >= settings.least_lead:
        return Clear(others[at], Happened(What.SAME) if at == 0 else judge_seen(state, others[at]))
    candidates = [(worth, own.position)] * legal + [(each, others[i]) for each, i in ranked]
    first, second, *_ = (each for _, each in sorted(candidates, key=lambda pair: -pair[0]))
    return Unclear(first, _why(doubts), doubts or _differing_ways(first, second))


def _why(doubts: tuple[Doubt, ...]) -> Message:
    return doubts[0].why if doubts else message("doubt.close")


def _differing_ways(one: Position, other: Position) -> tuple[Doubt, ...]:
    """If two explanations differ by what lies between fields alone, where: that is what somebody can say."""
    places = differing_places(one.places, other.places)
    return () if any(map(is_field, places)) else tuple(Doubt(at, message("doubt.close")) for at in sorted(places))


def touched(before: Position, after: Position) -> frozenset[str]:
    """The fields that a change has to do with."""
    return frozenset(field for at in differing_places(before.places, after.places) for field in at.split("-"))


def _better_known(seen: Position, shown: Position) -> Any:
    """The same position with what has been seen since of what was not known."""
    now = seen.places
    open_places = {at: there for at, there in shown.places.items() if UNKNOWN in there}
    return shown.with_places({at: _filled(there, now.get(at, there)) for at, there in open_places.items()})


def _filled(there: str, seen: str) -> str:
    return "".join(new if old == UNKNOWN else old for old, new in zip(there, seen, strict=False))


def held_by_hand(look: Look, shown: Position, state: GameState, answered: bool = False) -> Any:
    """What was corrected by hand stays as long as the camera sees there what it saw when it was corrected; and what
    lies between fields as long as the camera is in doubt about it and nothing has changed at its ends.

    What is compared with a picture of the corrected board is right already; where that picture is older than what was
    said (`answered`), it is not.
    """
    seen = look.position
    if (look.compared and not answered) or not state.by_hand:
        return seen
    doubted = {place_named(doubt.at) for doubt in look.unsure if not doubt.is_field}
    other, there = _changed_fields(shown, seen), shown.places
    held = {}
    for place, saw in state.by_hand.items():
        is_open = place in doubted and not other.intersection(place.split("-"))
        if is_open or state.game.content(seen, place) == saw:
            held[place] = there.get(place, "")
    return seen.with_places(held)


def settled_ways(shown: Position, seen: Position, state: GameState) -> list[str]:
    """The places between fields of which somebody has said what lies there, and where nothing has changed since."""
    other, content = _changed_fields(shown, seen), state.game.content
    return [
        place
        for place in state.by_hand
        if not is_field(place)
        and content(seen, place) == content(shown, place)
        and not other.intersection(place.split("-"))
    ]


def _changed_fields(shown: Position, seen: Position) -> frozenset[str]:
    return frozenset(filter(is_field, differing_places(shown.places, seen.places)))
