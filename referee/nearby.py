"""What may have happened, found among the legal turns: for games that have nothing better of their own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from referee.game import Match
from referee.places import changed_places, count_changes, may_be_same

MOST_TRIED = 400
"""Legal turns of one player that are thought of."""


def turns_to(match: Match, seen: Any) -> tuple[Any, ...]:
    """Legal turns, one after another, that end in this position, with at most one of every player."""
    return next(_sequences(match, seen, len(match.players)), ())


def _sequences(match: Match, seen: Any, turns: int) -> Iterator[tuple[Any, ...]]:
    if turns == 0 or match.outcome:
        return
    for after in match.near(seen, frozenset()):
        if may_be_same(after.places, seen.places) and match.play(after)[1].legal:
            yield (seen,)
            return
    changed = frozenset(changed_places(match.position.places, seen.places))
    for after in islice(match.near(seen, changed), MOST_TRIED) if turns > 1 else ():
        following, verdict = match.play(after)
        if verdict.legal and verdict.complete and not may_be_same(after.places, match.position.places):
            yield from ((after, *rest) for rest in _sequences(following, seen, turns - 1))


def rivals(match: Match, seen: Any, most: int, doubtful: frozenset[str]) -> list[Any]:
    """Legal turns that change nearly the same as what was seen, the nearest first."""
    if match.outcome:
        return []
    changed = frozenset(changed_places(match.position.places, seen.places))
    found = islice(match.near(seen, changed | doubtful), MOST_TRIED)
    others = {each: None for each in found if not may_be_same(each.places, seen.places)}
    return sorted(others, key=lambda each: count_changes(each.places, seen.places))[:most]
