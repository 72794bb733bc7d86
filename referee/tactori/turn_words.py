"""A turn in words, as a family would tell it: red sets c4 and bridges to c3 and d4."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from referee.tactori.board import UNKNOWN
from referee.tactori.explain import TurnVerdict
from referee.tactori.position import End, Position, Stick
from referee.tactori.turn import TowerAction, Turn, compare
from words.message import Message, message


def tell_turn(before: Position, after: Position, verdict: TurnVerdict, player: str, name: str = "") -> Message:
    """What was done between two positions, in one sentence about whoever did it, by name if
    there is one."""
    turn = verdict.turn
    mover = who_moved(verdict, player)
    if turn is None:
        difference = compare(before, after)
        changes = Turn(None, difference.laid, difference.taken)
        parts = [*_stacks(before, after, mover), *_sticks(changes, after, mover)]
    else:
        parts = _parts(turn, before, after, mover)
    who = name if name and mover == player else Message(f"told.player.{mover}")
    return message("told.sentence", who=who, what=tuple(parts) or (message("told.pass"),))


def who_moved(verdict: TurnVerdict, player: str) -> str:
    """The player, unless somebody else played out of turn."""
    turn = verdict.turn
    if turn and any(finding.rule == "turn.order" for finding in verdict.violations):
        return turn.tower.colour if turn.tower else (*turn.laid, *turn.taken)[0].colour
    return player


def _parts(turn: Turn, before: Position, after: Position, mover: str) -> list[Message]:
    action = turn.tower
    if action is None:
        return _sticks(turn, after, mover)
    towers = _tower(action, before, after, mover)
    if turn.taken and not turn.laid:  # taken back first: it freed the tower that moved then
        return [*_taken(turn, mover), *towers]
    return [*towers, *_sticks(turn, after, mover)]


def _tower(action: TowerAction, before: Position, after: Position, mover: str) -> list[Message]:
    place, colour = _place(End(action.target, after.height(action.target) if action.arriving else 1)), action.colour
    if action.source is None:
        if colour == mover:
            return [message("told.set", place=place)]
        return [message("told.set_colour", place=place, colour=colour)]
    thrown = before.towers.get(action.target, "?")[-1]
    if action.captured and not action.arriving and thrown != UNKNOWN:
        return [message("told.trade", field=action.source, to=action.target, count=action.captured, colour=thrown)]
    way = {"count": action.count, "field": action.source, "place": place}
    parts = [message("told.move", **way) if colour == mover else message("told.move_colour", colour=colour, **way)]
    if action.captured and thrown == UNKNOWN:
        parts.append(message("told.capture_any", count=action.captured))
    elif action.captured:
        parts.append(message("told.capture", count=action.captured, colour=thrown))
    return parts


def _stacks(before: Position, after: Position, mover: str) -> list[Message]:
    """Changes of stacks that are no turn, one by one."""
    parts = []
    for change in compare(before, after).stacks:
        if change.lost:
            parts.append(message("told.take_off", count=len(change.lost), field=change.at))
        place = _place(End(change.at, after.height(change.at)))
        if change.gained == mover:
            parts.append(message("told.set", place=place))
        elif len(change.gained) == 1 and change.gained != UNKNOWN:
            parts.append(message("told.set_colour", colour=change.gained, place=place))
        elif change.gained:
            parts.append(message("told.put", count=len(change.gained), place=change.at))
    return parts


def _sticks(turn: Turn, after: Position, mover: str) -> list[Message]:
    """What was taken up and what was laid."""
    taken, laid = _taken(turn, mover), turn.laid
    if turn.tower is None and len(turn.taken) == len(laid) == 1 and laid[0].colour == turn.taken[0].colour:
        return [*taken, message("told.lay_it", way=_way(laid[0]))]
    bridges = [s for s in laid if s.fits(after.board) and s.floor]
    crooked = [s for s in laid if s not in bridges]
    start = End(turn.tower.target, after.height(turn.tower.target)) if turn.tower and turn.tower.arriving else None
    parts = [*taken]
    for colour in dict.fromkeys((mover, *(s.colour for s in bridges))):
        parts += _bridges([s for s in bridges if s.colour == colour], start, colour, mover)
    for s in crooked:
        key = "told.lay" if s.colour == mover else "told.lay_colour"
        parts.append(message(key, way=_way(s), colour=s.colour))
    return parts


def _bridges(own: list[Stick], start: End | None, colour: str, mover: str) -> list[Message]:
    """The bridges of one colour, those that start from one tower together: the tower of the turn first, then on from
    there."""
    parts: list[Message] = []
    left, reached = list(own), [start.at] if start else []
    known = start.floor if start else 1
    while left:
        counted = Counter(end.at for s in left for end in s.ends)
        hub = next((at for at in reached if at in counted), None) or max(sorted(counted), key=counted.__getitem__)
        here = [s for s in left if hub in s.fields]
        ends = [_other_end(s, hub) for s in here]
        said = {"count": len(here), "places": tuple(_place(end, known) for end in ends)}
        if parts:
            parts.append(message("told.bridge_on", field=hub, **said))
        elif colour != mover:
            parts.append(message("told.bridge_colour", field=hub, colour=colour, **said))
        elif start and hub == start.at:
            parts.append(message("told.bridge_to", **said))
        else:
            parts.append(message("told.bridge_from", field=hub, **said))
        reached += [end.at for end in ends]
        left = [s for s in left if s not in here]
    return parts


def _taken(turn: Turn, mover: str) -> list[Message]:
    own = [s for s in turn.taken if s.colour == mover]
    foreign = [s for s in turn.taken if s.colour != mover]
    parts = [message("told.take_colour", colour=s.colour, way=_way(s)) for s in foreign]
    if own:
        key = "told.take_up" if turn.laid else "told.take_back"
        parts.append(message(key, count=len(own), ways=_ways(own)))
    return parts


def _ways(sticks: Sequence[Stick]) -> tuple[Message, ...]:
    return tuple(_way(s) for s in sticks)


def _way(s: Stick) -> Message:
    return message("word.way", a=s.a.at, b=s.b.at)


def _other_end(s: Stick, at: str) -> End:
    return s.b if s.a.at == at else s.a


def _place(end: End, known: int = 1) -> Message | str:
    """A field, with its floor where it is not the one that everybody expects."""
    return message("told.floor", field=end.at, floor=end.floor) if end.floor != known else end.at
