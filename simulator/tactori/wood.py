"""What pieces of wood allow: where a stick can lie at all, and what becomes of it when its tower is taken away."""

from __future__ import annotations

from dataclasses import replace

from referee.tactori.board import span
from referee.tactori.position import End, Position, Stick


def can_lie(stick: Stick, position: Position) -> bool:
    """Whether a stick could be put there by somebody who does not mind the rules, and would stay."""
    heights = [position.height(end.at) for end in stick.ends]
    if any(end.floor > height for end, height in zip(stick.ends, heights, strict=True)):
        return False  # it would hang in the air
    on_top = all(end.floor == height for end, height in zip(stick.ends, heights, strict=True))
    # Two of one colour exactly on each other look like one.
    if any(other.fields == stick.fields and other.a.floor == stick.a.floor for other in position.sticks):
        return False
    if stick.line is None:
        # No groove runs that way: it lies on top of both, and nothing reaches above it.
        return on_top and stick.floor is not None and stick.floor > 0
    if stick.line.steps > span(position.board):
        return False  # it is not long enough
    between = [position.height(at) for at in stick.line.between]
    if stick.floor is None:
        low = min(end.floor for end in stick.ends)
        gentle = abs(stick.a.floor - stick.b.floor) == 1 and stick.line.steps == span(position.board)
        free = all(height < low or height == 0 for height in between)
        return gentle and free and on_top and not _crossed(stick, position)
    if stick.floor == 0:
        free = stick.line.steps == span(position.board) and not any(between)
        return free and on_top and not _crossed(stick, position)
    if stick.line.steps < span(position.board):
        # It sticks out behind both its towers, where another one may lie in the same groove.
        near = [other for other in position.sticks if set(stick.fields) & set(other.touched)]
        return on_top and not any(stick.floor in (other.a.floor, other.b.floor) for other in near)
    return True


def _crossed(stick: Stick, position: Position) -> bool:
    """Whether a stick that slants or lies on the board would go through another one."""
    low, high = sorted(end.floor for end in stick.ends)
    for other in position.sticks:
        ends = {stick.a.at, stick.b.at} & {other.a.at, other.b.at}
        meet = set(stick.touched) & set(other.touched) - ends
        if meet and any(low - 1 < end.floor < high + 1 for end in other.ends):
            return True
    return False


def settled(position: Position) -> Position | None:
    """The position after every stick whose tower is gone has fallen; None if one would not stay where it fell."""
    sticks = list(position.sticks)
    for i, stick in enumerate(sticks):
        fallen = replace(stick, a=_fallen(stick.a, position), b=_fallen(stick.b, position))
        if fallen == stick:
            continue
        rest = Position.of(position.board, position.towers, sticks[:i] + sticks[i + 1 :])
        if not can_lie(fallen, rest):
            return None
        sticks[i] = fallen
    return Position.of(position.board, position.towers, sticks)


def _fallen(end: End, position: Position) -> End:
    return End(end.at, min(end.floor, position.height(end.at)))
