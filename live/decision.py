"""Whether a look at the board is clear enough to count: pictures first, and the rules tip the scales."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from live.game import GameState, content
from live.judgement import Happened, What, history_of, is_same, judge, rivals
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
    picture.
    """
    seen = held_by_hand(look, shown, state)
    history = history_of(state)
    if is_same(seen, shown):
        return Clear(shown if look.compared else _better_known(seen, shown), Happened(What.SAME))
    happened = judge(history, seen)
    doubts = tuple(doubt for doubt in look.unsure if doubt.at in touched(shown, seen))
    legal = happened.what is not What.ILLEGAL
    if legal and not doubts:
        return Clear(seen, happened)
    others = [shown]
    if is_same(shown, state.position):
        others += rivals(state.match, seen, settings.most_rivals)
    worths = sorted(((look.worth(each), i) for i, each in enumerate(others)), reverse=True)
    own = look.worth(seen)
    best, at = worths[0]
    lead = best - worths[1][0] if len(worths) > 1 else settings.least_lead
    if legal and own - best >= settings.least_lead:
        return Clear(seen, happened)
    if own - best < (0.0 if legal else settings.tip):
        # The legal one must be clear among legal ones; between nothing and something, nothing waits for a better look.
        if lead >= settings.least_lead:
            chosen = others[at]
            return Clear(chosen, judge(history, chosen) if at else Happened(What.SAME))
        return Unclear(others[at], _why(doubts), doubts)
    if not legal and not doubts:
        return Clear(seen, happened)
    return Unclear(seen, _why(doubts), doubts)


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
