"""Whether a look at the board is clear enough to count: pictures first, and the rules tip the scales."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

from live.game import GameState, content, place_named, place_of
from live.judgement import Happened, What, distance, history_of, is_same, judge, rivals
from live.settings import TableSettings
from referee.tactori.position import Position, Stick
from referee.tactori.turn import compare
from vision.tactori.reading import Doubt
from vision.tactori.rereading import Look
from words.message import Message, message


@dataclass(frozen=True)
class Clear:
    """The board shows this."""

    position: Position
    happened: Happened


@dataclass(frozen=True)
class Unclear:
    """The picture does not decide it."""

    guess: Position | None
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
    history = history_of(state)
    if is_same(seen, shown):
        return Clear(shown if look.compared else _better_known(seen, shown), Happened(What.SAME))
    happened = judge(history, seen)
    changed = touched(shown, seen)
    known = settled_ways(said, seen, state)
    doubts = tuple(
        doubt for doubt in look.unsure if changed.intersection(doubt.fields) and place_named(doubt.at) not in known
    )
    legal = happened.what is not What.ILLEGAL
    doubtful = frozenset(doubt.at for doubt in look.unsure if doubt.is_field) if look.compared else frozenset()
    near = [
        each
        for each in rivals(state.match, seen, settings.most_rivals, doubtful)
        if not is_same(each, shown) and all(content(each, way) == content(seen, way) for way in known)
    ]
    if legal and not doubts:
        near = [each for each in near if distance(each, seen) == 1]  # with one stick more, say, or less
        if not near:
            return Clear(seen, happened)
    if not is_same(shown, state.position) and not is_same(seen, state.position):
        near.append(state.position)
    own = look.worth(seen)
    others = sorted(((look.worth(each), i) for i, each in enumerate([shown, *near])), reverse=True)
    # Against an illegal turn the rules tip the scales; but a board that was illegal before has no such advantage.
    tipped = [i > 0 or is_same(shown, state.position) for _, i in others]
    needed = [settings.least_lead if legal or not tip else settings.tip for tip in tipped]
    if all(own - worth >= least for (worth, _), least in zip(others, needed, strict=True)):
        return Clear(seen, happened) if legal or not doubts else Unclear(seen, _why(doubts), doubts)
    best, at = others[0]
    chosen = [shown, *near][at]
    # Among legal ones the best must be clearly the best. Otherwise it waits for a better look.
    rest = [worth for worth, _ in others[1:2]] + [own] * legal
    if best - max(rest, default=-math.inf) >= settings.least_lead:
        return Clear(chosen, Happened(What.SAME) if at == 0 else judge(history, chosen))
    ranked = [(own, seen)] * legal + [(worth, [shown, *near][i]) for worth, i in others]
    first, second, *_ = (each for _, each in sorted(ranked, key=lambda pair: -pair[0]))
    return Unclear(first, _why(doubts), doubts or _differing_ways(first, second))


def _why(doubts: tuple[Doubt, ...]) -> Message:
    return doubts[0].why if doubts else message("doubt.close")


def _differing_ways(one: Position, other: Position) -> tuple[Doubt, ...]:
    """If two explanations differ by sticks alone, where: that is what somebody can say."""
    difference = compare(one, other)
    if difference.stacks:
        return ()
    ways = {place_of(*stick.fields) for stick in (*difference.laid, *difference.taken)}
    return tuple(Doubt(way, message("doubt.close")) for way in sorted(ways))


def touched(before: Position, after: Position) -> frozenset[str]:
    """The fields that a change has to do with."""
    difference = compare(before, after)
    fields = {change.at for change in difference.stacks}
    sticks: tuple[Stick, ...] = (*difference.laid, *difference.taken)
    return frozenset(fields | {at for s in sticks for at in s.fields})


def _better_known(seen: Position, shown: Position) -> Position:
    """The same position with the floors that have been seen since."""
    if "?" not in "".join(shown.towers.values()):
        return shown
    towers = {
        at: "".join(new if old == "?" else old for old, new in zip(stack, seen.towers.get(at, stack), strict=False))
        for at, stack in shown.towers.items()
    }
    return Position.of(shown.board, towers, shown.sticks)


def held_by_hand(look: Look, shown: Position, state: GameState, answered: bool = False) -> Position:
    """What was corrected by hand stays as long as the camera sees there what it saw when it was corrected; and whether
    a stick lies somewhere as long as the camera is in doubt about it and the stacks at its ends are the same.

    What is compared with a picture of the corrected board is right already; where that picture is older than what was
    said (`answered`), it is not.
    """
    seen: Position = look.position
    if (look.compared and not answered) or not state.by_hand:
        return seen
    towers, sticks = dict(seen.towers), list(seen.sticks)
    doubted = {place_named(doubt.at) for doubt in look.unsure}
    other = {change.at for change in compare(shown, seen).stacks}
    for place, saw in state.by_hand.items():
        is_open = place in doubted and not other.intersection(place.split("-"))
        if "-" not in place:
            if content(seen, place) == saw:
                towers[place] = shown.towers.get(place, "")
        elif content(seen, place) == saw or is_open:
            sticks = [s for s in sticks if place_of(*s.fields) != place]
            sticks += [s for s in shown.sticks if place_of(*s.fields) == place]
    return Position.of(seen.board, towers, sticks)


def settled_ways(shown: Position, seen: Position, state: GameState) -> list[str]:
    """The ways of which somebody has said whether a stick lies there, and where nothing has changed since."""
    other = {change.at for change in compare(shown, seen).stacks}
    return [
        place
        for place in state.by_hand
        if "-" in place and content(seen, place) == content(shown, place) and not other.intersection(place.split("-"))
    ]
