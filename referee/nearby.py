"""What may have happened, found among the legal turns: for games that have nothing better of their own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from referee.game import Match
from referee.places import changed_places, count_changes, may_be_same

MOST_TRIED = 400
"""Legal turns of one player that are thought of."""
MOST_UNSEEN = 2
"""Turns that nobody saw one by one; with more, too many would explain anything."""
MOST_FIRST = 60
"""So many first ones of two are gone on with, those nearest to what was seen."""


def turns_to(match: Match, seen: Any) -> tuple[Any, ...]:
    """Legal turns, one after another, that end in this position, with at most one of every player."""
    return next(_sequences(match, seen, min(len(match.players), MOST_UNSEEN)), ())


def _sequences(match: Match, seen: Any, turns: int) -> Iterator[tuple[Any, ...]]:
    if turns == 0 or match.outcome:
        return
    for after in match.near(seen, frozenset()):
        if may_be_same(after.places, seen.places) and match.play(after)[1].legal:
            yield (seen,)
            return
    for after in _nearest(match, seen, frozenset())[:MOST_FIRST] if turns > 1 else ():
        following, verdict = match.play(after)
        if verdict.legal and verdict.complete and not may_be_same(after.places, match.position.places):
            yield from ((after, *rest) for rest in _sequences(following, seen, turns - 1))


def rivals(match: Match, seen: Any, most: int, doubtful: frozenset[str]) -> list[Any]:
    """Legal turns that change nearly the same as what was seen, the nearest first."""
    if match.outcome:
        return []
    return [each for each in _nearest(match, seen, doubtful) if not may_be_same(each.places, seen.places)][:most]


def _nearest(match: Match, seen: Any, doubtful: frozenset[str]) -> list[Any]:
    """What legal turns can have made of the places that changed, the most alike first."""
    changed = frozenset(changed_places(match.position.places, seen.places))
    found = dict.fromkeys(islice(match.near(seen, changed | doubtful), MOST_TRIED))
    return sorted(found, key=lambda each: count_changes(each.places, seen.places))
