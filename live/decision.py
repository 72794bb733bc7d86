"""Whether a look at the board is clear enough to count: pictures first, and the rules tip the scales."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

from live.game import GameState, content
from live.judgement import Happened, What, distance, history_of, is_same, judge, rivals
from live.settings import TableSettings
from referee.message import Message, message
from referee.tactori.position import Position, Stick
from referee.tactori.turn import compare
from vision.reading import Doubt
from vision.rereading import Look


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


def decide(look: Look, shown: Position, state: GameState, settings: TableSettings) -> Decision:
    """What the board shows now, on which `shown` stood before.

    A clear picture counts as it is, whatever the rules say. Where pictures leave something open, or where a legal turn
    explains the picture nearly as well as one that breaks the rules, the legal one is taken; but never against a clear
    picture. Between two legal turns that differ by one piece, the better one must be clearly better.
    """
    seen = held_by_hand(look, shown, state)
    history = history_of(state)
    if is_same(seen, shown):
        return Clear(shown if look.compared else _better_known(seen, shown), Happened(What.SAME))
    happened = judge(history, seen)
    changed = touched(shown, seen)
    doubts = tuple(doubt for doubt in look.unsure if changed.intersection(doubt.fields))
    legal = happened.what is not What.ILLEGAL
    doubtful = frozenset(doubt.at for doubt in look.unsure if doubt.is_field) if look.compared else frozenset()
    near = [each for each in rivals(state.match, seen, settings.most_rivals, doubtful) if not is_same(each, shown)]
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
    return Unclear(seen if legal and own >= best else chosen, _why(doubts), doubts)


def _why(doubts: tuple[Doubt, ...]) -> Message:
    return doubts[0].why if doubts else message("doubt.close")


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


def held_by_hand(look: Look, shown: Position, state: GameState) -> Position:
    """What was corrected by hand stays as long as the camera sees there what it saw when it was corrected."""
    seen: Position = look.position
    if look.compared or not state.by_hand:
        return seen
    towers, sticks = dict(seen.towers), list(seen.sticks)
    for place, saw in state.by_hand.items():
        if content(seen, place) != saw:
            continue
        if "-" in place:
            ends = tuple(sorted(place.split("-")))
            sticks = [s for s in sticks if tuple(sorted(s.fields)) != ends]
            sticks += [s for s in shown.sticks if tuple(sorted(s.fields)) == ends]
        else:
            towers[place] = shown.towers.get(place, "")
    return Position.of(seen.board, towers, sticks)
