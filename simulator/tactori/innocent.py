"""Whether what looks like an illegal turn could be legal ones: nobody can hold it against a player then."""

from __future__ import annotations

from referee.tactori.match import Match
from referee.tactori.position import Position, without
from referee.tactori.turn import compare


def could_be_legal(match: Match, after: Position, turns: int) -> bool:
    """Whether up to so many legal turns, one of each player in his order, make this position."""
    if turns == 0 or match.outcome:
        return False
    if match.play(after)[1].legal:
        return True
    own = own_part(match.position, after, match.rules.colour_of(match.to_move))
    if own in (match.position, after):
        return False
    following, verdict = match.play(own)
    return verdict.legal and could_be_legal(following, after, turns - 1)


def own_part(before: Position, after: Position, colour: str) -> Position:
    """The position if only what was done with pieces of one colour had been done."""
    difference = compare(before, after)
    towers = dict(before.towers)
    for change in difference.stacks:
        stack = towers.get(change.at, "")
        kept = stack[: len(stack) - len(change.lost)] if set(change.lost) == {colour} else stack
        own = change.gained[: len(change.gained) - len(change.gained.lstrip(colour))]
        towers[change.at] = kept + own if kept != stack or not change.lost else stack
    taken = [stick for stick in difference.taken if stick.colour == colour]
    laid = [stick for stick in difference.laid if stick.colour == colour]
    return Position.of(before.board, towers, (*without(before.sticks, taken), *laid))
