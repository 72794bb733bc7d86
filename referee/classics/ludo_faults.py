"""What is wrong with a turn of Mensch ärgere Dich nicht: the table of faults, top to bottom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from referee.classics.dice import in_order
from referee.classics.ludo_board import LAST, PROGRESS, TOP, TRACK, A, is_waiting, owner
from referee.classics.ludo_moves import DUTIES, ENTERS, landing, obstacles
from referee.classics.ludo_rules import OFF, LudoRules
from referee.classics.position import Position
from referee.classics.turn import Asked, Change, Fault, Move, fault

Unbound = Callable[[Position, Asked[LudoRules]], Iterable[Move]]
FARTHEST = 6


@dataclass(frozen=True)
class Walk:
    """One piece that went from a point to another, allowed or not."""

    colour: str
    start: str
    to: str


def walked(change: Change[LudoRules]) -> Walk | None:
    """The piece that was moved, if it was one of the player's and whatever else changed was captured where it went."""
    for colour in change.rules.moved_by(change.asked.player):
        gone = [p for p, there in change.gone.items() if colour in there]
        came = [p for p, there in change.came.items() if colour in there]
        if len(gone) != 1 or len(came) != 1:
            continue
        walk = Walk(colour, gone[0], came[0])
        if change.gone[walk.start].count(colour) == change.came[walk.to].count(colour) == 1 and _is_all(change, walk):
            return walk
    return None


def _is_all(change: Change[LudoRules], walk: Walk) -> bool:
    """Whether all other changes are pieces that went from where it came to, to their B or off the board."""
    lost = change.gone.get(walk.to, "")
    for point, there in change.gone.items():
        if set(there) - {walk.colour} and point != walk.to:
            return False
    for point, there in change.came.items():
        for colour in there:
            if colour == walk.colour:
                continue
            if not is_waiting(point) or owner(point) != colour or colour not in lost:
                return False
            lost = lost.replace(colour, "", 1)
    return True


def faults(change: Change[LudoRules], unbound: Unbound) -> Iterator[Fault]:
    asked, before = change.asked, change.before
    walk = walked(change)
    told = _told(change, walk)
    fields = (walk.start, walk.to) if walk else tuple(sorted(change.points))
    played = list(in_order(before, asked, asked.die, unbound)) if asked.die else []
    if asked.die and len(asked.die) > 1 and not played:
        yield fault("ludo.throws", told, fields)
    if walk:
        yield from _rows(change, walk, told, fields, has_duties=any(change.fits(move) for move in played))
    for duty in DUTIES:
        for move in played:
            if change.fits(move) and any(finding.rule == duty for finding in move.open):
                yield fault(duty, replace(move, open=(), advice=()), fields)


def _rows(
    change: Change[LudoRules], walk: Walk, told: Move | None, fields: tuple[str, ...], has_duties: bool
) -> Iterator[Fault]:
    """What can be said of the way of one piece; nothing if only duties forbid it."""
    if has_duties:
        return
    rules, pieces, die = change.rules, change.before.pieces, change.asked.die
    throw = die[0] if die and len(die) == 1 else None
    way, colour = PROGRESS[walk.colour], walk.colour
    enters = is_waiting(walk.start)
    if enters and not (die and len(die) > 1 and ENTERS in die[:-1]):
        if walk.to != A[colour]:
            yield fault("ludo.enter", told, fields)
        if throw not in (None, ENTERS):
            yield fault("ludo.enter", told, fields, said="six")
    if owner(walk.to) not in ("", colour):
        yield fault("ludo.home", told, fields)
    here, there = way.get(walk.start, -1), way.get(walk.to, -1)
    ahead = there - here
    if 0 <= there < here <= LAST and (there - here) % TRACK == (throw or there - here + TRACK) <= FARTHEST:
        yield fault("ludo.home", told, fields, said="past")
    if throw and here >= 0 and here + throw > TOP and ahead > 0:
        yield fault("ludo.home", told, fields, said="high")
    capturable = landing(pieces, colour, max(there, 0), rules, enters) if there >= 0 else ()
    friend = any(c in rules.friends(colour) for c in pieces.get(walk.to, ""))
    if capturable is None and friend:
        yield fault("ludo.own", told, fields)
    if ahead < 0 and not (rules.backward_capture and here <= LAST and there > 0 and capturable):
        yield fault("ludo.back", told, fields)
    if not enters and (abs(ahead) != throw if throw else abs(ahead) > FARTHEST or die):
        yield fault("ludo.count", told, fields)
    passed = list(obstacles(pieces, colour, min(here, there), max(here, there), rules)) if not enters else []
    for rule in ("ludo.jump_home", "ludo.barrier"):
        if points := tuple(point for point, broken in passed if broken == rule):
            yield fault(rule, told, points)
    if capturable is None:
        yield fault("ludo.barrier", told, (walk.to,))
    if enters and die and len(die) > 1:
        yield fault("ludo.count", told, fields)


def _told(change: Change[LudoRules], walk: Walk | None) -> Move | None:
    if walk is None:
        return None
    die = change.asked.die
    facts: dict[str, Any] = {"to": walk.to} if is_waiting(walk.start) else {"from": walk.start, "to": walk.to}
    if die:
        facts["die"] = die[0] if len(die) == 1 else list(die)
    if change.rules.neutral != OFF:
        facts["color"] = walk.colour
    return Move("enter" if is_waiting(walk.start) else "move", facts=facts, again=bool(die and die[-1] == ENTERS))
