"""What may have happened: turns that were played before anybody looked, turns that look nearly like what was seen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from referee.places import may_be_same
from referee.tactori.board import UNKNOWN
from referee.tactori.legal import can_move, single_turns
from referee.tactori.match import Match
from referee.tactori.near import extensions
from referee.tactori.position import Position, Stick, without
from referee.tactori.turn import Difference, Turn, apply, compare


def turns_to(match: Match, seen: Position) -> tuple[Position, ...]:
    """Legal turns, one after another, that end in this position: fast players do not wait for the camera.

    At most one turn of every player is looked for, and a player who cannot move passes.
    """
    return next(_sequences(match, seen, len(match.players)), ())


def _sequences(match: Match, seen: Position, turns: int) -> Iterator[tuple[Position, ...]]:
    if turns == 0 or match.outcome:
        return
    if match.play(seen)[1].legal:
        yield (seen,)
        return
    for after in _partial_turns(match, seen):
        following, verdict = match.play(after)
        if not verdict.legal:
            continue
        for rest in _sequences(following, seen, turns - 1):
            yield (after, *rest)
            return


def _partial_turns(match: Match, seen: Position) -> Iterator[Position]:
    """The positions that the player's own part of all that changed would make."""
    position, player = match.position, match.rules.colour_of(match.to_move)
    difference = compare(position, seen)
    laid = tuple(s for s in difference.laid if s.colour == player)
    taken = tuple(s for s in difference.taken if s.colour == player)
    for towers in _own_tower_changes(position, difference, player):
        sticks = (*without(position.sticks, taken), *laid)
        yield Position.of(position.board, {**position.towers, **towers}, sticks)
    if not can_move(position, match.to_move, match.rules):
        yield position


def _own_tower_changes(position: Position, difference: Difference, player: str) -> Iterator[dict[str, str]]:
    """Ways in which only towers of one colour were set or moved, the stacks that they make."""
    gaining = [c for c in difference.stacks if not c.lost and c.gained and c.gained[0] in (player, UNKNOWN)]
    losing = [c for c in difference.stacks if c.lost and set(c.lost) <= {player, UNKNOWN}]
    yield {}
    for change in gaining:
        stack = position.towers.get(change.at, "")
        yield {change.at: stack + change.gained[0]}
        run = len(change.gained) - len(change.gained.lstrip(player))
        for source in losing:
            count = len(source.lost)
            if source.at != change.at and count <= run:
                left = position.towers[source.at][:-count]
                yield {source.at: left, change.at: stack + change.gained[:count]}


def rivals(match: Match, seen: Position, most: int, doubtful: frozenset[str] = frozenset()) -> list[Position]:
    """Legal turns that change nearly the same as what was seen: one of them may be what really happened.

    `doubtful` are fields where something may have changed that was not seen.
    """
    if match.outcome or match.rules.game.anything_goes:
        return []
    difference = compare(match.position, seen)
    made: dict[Position, None] = {}
    for turn in _near_turns(match, difference, doubtful):
        for grown in islice(_grown(match, turn, difference.laid), MOST_GROWN):
            after = apply(match.position, grown)
            if not may_be_same(after.places, seen.places):
                made.setdefault(after)
        if len(made) >= MOST_GROWN * most:
            break
    return sorted(made, key=lambda p: distance(p, seen))[:most]


MOST_GROWN = 40
"""Ways to lay sticks after one and the same tower that are thought of."""


def _near_turns(match: Match, difference: Difference, doubtful: frozenset[str]) -> Iterator[Turn]:
    stacks = {c.at for c in difference.stacks} | doubtful
    touched = stacks | {f for s in difference.laid + difference.taken for f in s.touched}
    towers = []
    for turn in single_turns(match.position, match.to_move, match.rules):
        if turn.tower:
            fields = {turn.tower.target} | ({turn.tower.source} if turn.tower.source else set())
            if (fields <= touched and fields & stacks) or (fields & touched and not stacks):
                towers.append(turn)
        elif not difference.stacks and all(set(s.fields) & touched for s in (*turn.laid, *turn.taken)):
            yield turn
    yield from towers


def _grown(match: Match, turn: Turn, seen_laid: tuple[Stick, ...]) -> Iterator[Turn]:
    """The turn with any of the sticks that were seen, as far as they may be laid, and with at most one more."""
    begun = len(set(turn.laid) - set(seen_laid))
    left, known = [turn], {frozenset(turn.laid)}
    while left:
        best = left.pop(0)
        yield best
        for more in extensions(match.position, best, match.to_move, match.rules):
            laid = frozenset(more.laid)
            if laid not in known and len(laid - set(seen_laid)) <= begun + 1:
                known.add(laid)
                left.append(more)


def distance(one: Position, other: Position) -> int:
    """How many pieces differ."""
    difference = compare(one, other)
    towers = sum(len(c.lost) + len(c.gained) for c in difference.stacks)
    return towers + len(difference.laid) + len(difference.taken)


def is_on_the_way(before: Position, waiting: Position, seen: Position) -> bool:
    """Whether what was seen lies between a position and what an illegal turn made of it: it is being put right."""
    whole, left = compare(before, waiting), compare(before, seen)
    changed = {c.at for c in whole.stacks}
    return (
        all(
            c.at in changed and _lies_between(*(p.towers.get(c.at, "") for p in (before, waiting, seen)))
            for c in left.stacks
        )
        and set(left.laid) <= set(whole.laid)
        and set(left.taken) <= set(whole.taken)
    )


def _lies_between(before: str, waiting: str, seen: str) -> bool:
    """Whether a stack has all that two others have in common, and nothing that neither has."""
    common = next((i for i, (a, b) in enumerate(zip(before, waiting, strict=False)) if not _alike(a, b)), None)
    least = min(len(before), len(waiting)) if common is None else common
    return len(seen) >= least and any(
        len(seen) <= len(each) and all(map(_alike, seen, each)) for each in (before, waiting)
    )


def _alike(one: str, other: str) -> bool:
    return one == other or UNKNOWN in (one, other)
