"""Legal turns grown stick by stick, and those among them that look like what was seen."""

from __future__ import annotations

from collections.abc import Iterator

from referee.places import agree, look_alike
from referee.tactori.legal import free_sticks, layable, single_turns
from referee.tactori.news import news
from referee.tactori.position import Position
from referee.tactori.rules import RuleBook
from referee.tactori.scoring import judge_findings
from referee.tactori.turn import Turn, apply
from referee.tactori.turnrules import Played, turn_faults

MOST_GROWN = 200
"""So many ways to lay sticks after one action are followed; more are not told apart by what a picture leaves open."""


def near(
    position: Position, player: str, rules: RuleBook, seen: Position, doubtful: frozenset[str]
) -> Iterator[Position]:
    """The positions after a legal turn, or after nothing, that look like what was seen apart from doubtful places."""
    unsure = doubtful | {place for place in {*position.places, *seen.places} if doubtful & set(place.split("-"))}
    found: set[Position] = set()
    if rules.game.anything_goes:
        found.add(seen)
        yield seen
    for turn in (Turn(), *single_turns(position, player, rules)):
        left, known = [turn], {turn}
        while left and len(known) <= MOST_GROWN:
            grown = left.pop()
            after = apply(position, grown)
            if not _stacks_agree(after, seen, doubtful):
                break
            if after not in found and agree(after.places, seen.places, unsure | _loose(after, doubtful)):
                found.add(after)
                yield after
            for more in extensions(position, grown, player, rules) if grown.tower or grown.laid else ():
                if more not in known and all(_was_seen(at, more, position, seen, doubtful) for at in _laid(more)):
                    known.add(more)
                    left.append(more)


def _laid(turn: Turn) -> set[str]:
    return {"-".join(s.fields) for s in turn.laid}


def _was_seen(at: str, turn: Turn, position: Position, seen: Position, doubtful: frozenset[str]) -> bool:
    if at in doubtful or doubtful & set(at.split("-")):
        return True
    there = apply(position, turn).places.get(at)
    return there is not None and look_alike(there, seen.places.get(at, ""))


def _stacks_agree(after: Position, seen: Position, doubtful: frozenset[str]) -> bool:
    fields = {*after.towers, *seen.towers} - doubtful
    return all(look_alike(after.towers.get(at, ""), seen.towers.get(at, "")) for at in fields)


def _loose(after: Position, doubtful: frozenset[str]) -> set[str]:
    return {place for place in after.places if doubtful & set(place.split("-"))}


def extensions(position: Position, turn: Turn, player: str, rules: RuleBook) -> Iterator[Turn]:
    """The legal turns that have one more stick than this one."""
    colour = rules.colour_of(player)
    so_far, now = apply(position, turn), judge_findings(position, rules)
    options = [(s, turn.taken) for s in layable(so_far, colour, rules)]
    if rules.game.reuses_sticks and turn.tower:
        for lying in free_sticks(so_far, colour):
            if lying not in turn.laid:
                rest = apply(so_far, Turn(taken=(lying,)))
                options += [(s, (*turn.taken, lying)) for s in layable(rest, colour, rules, True) if s != lying]
    for s, taken in options:
        if s in taken:
            continue
        more = Turn(turn.tower, tuple(sorted((*turn.laid, s))), tuple(sorted(taken)))
        after = apply(position, more)
        fault = next(turn_faults(Played(more, position, after, rules)), None)
        if fault is None and not news(now, after, more.laid, rules).violations:
            yield more
