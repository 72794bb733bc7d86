"""What the game makes of what the board shows: turns count, illegal ones wait, and what waits ends when put right."""

from __future__ import annotations

from live.events import Event, Kind, event
from live.game import By, GameState, Reason
from live.judgement import What, is_legal, is_same, judge_seen, turns_between
from live.play import Play
from live.telling import besides_waiting
from referee.game import Position
from referee.places import is_field


def take_up(play: Play, seen: Position, start_seen: bool, by: By = By.CAMERA) -> list[Event]:
    """The board has come to show this. `start_seen`: it was seen before as the game begins. `by` says who says so."""
    state, dropped = play.state, play.dropped
    told: list[Event] = []
    if state.ignored is not None:
        if is_same(seen, state.ignored):
            return []
        told += play.seen_other()
        if play.dropped != dropped:  # another program was quicker: all this was decided on a state that is past
            return told
        state = play.state
    happened = judge_seen(state, seen)
    match happened.what:
        case What.SET_UP:
            return [*told, *set_up(play, seen)]
        case What.ILLEGAL:
            return [*told, *_illegal(play, seen, start_seen)]
        case What.UNDER_WAY:
            return [*told, *_under_way(play, seen)]
    if state.waiting:
        told += play.stop_waiting()
        if play.dropped != dropped:
            return told
        if state.waiting.reason is Reason.ILLEGAL:
            told.append(event(Kind.PUT_RIGHT, n=len(state.steps), position=seen))
    match happened.what:
        case What.TURNS:
            told += play.confirm_all(happened.positions, by)
        case What.CONTINUED:
            told += play.amend(happened.positions[0], happened.positions[1:])
        case What.TAKEN_BACK:
            told += play.take_back(happened.back)
    return told


def take_up_unchanged(play: Play, shown: Position) -> list[Event]:
    """The board is as it was; what was unclear is clear now."""
    waiting = play.state.waiting
    if waiting is None or waiting.reason is not Reason.UNCLEAR:
        return []
    if is_same(shown, play.state.position):
        return play.stop_waiting()
    return take_up(play, shown, start_seen=True) if is_same(shown, waiting.chain[-1]) else []


def _under_way(play: Play, seen: Position) -> list[Event]:
    """A turn has begun: it counts when it is complete."""
    waiting = play.state.waiting
    if waiting is not None and waiting.reason is Reason.INCOMPLETE and is_same(seen, waiting.chain[-1]):
        return []
    return play.wait(Reason.INCOMPLETE, [seen])


def _illegal(play: Play, seen: Position, start_seen: bool) -> list[Event]:
    state = play.state
    if _has_to_be_set_up(state, seen, start_seen):
        return set_up(play, seen)
    waiting = state.waiting
    if waiting is None or waiting.reason is not Reason.ILLEGAL:
        return play.wait(Reason.ILLEGAL, [seen])
    if is_same(seen, waiting.chain[-1]):
        return []
    after, die = state.match, state.thrown
    for position in waiting.chain:
        after, die = after.play(position, die)[0], None
    if is_legal(after, seen):
        return play.wait(Reason.ILLEGAL, [*waiting.chain, seen])
    if turns := turns_between(after, seen):
        return play.wait(Reason.ILLEGAL, [*waiting.chain, *turns])
    if state.game.is_on_the_way(state.position, waiting.chain[-1], seen):
        return []
    return play.wait(Reason.ILLEGAL, [seen])


def _has_to_be_set_up(state: GameState, seen: Position, start_seen: bool) -> bool:
    """Whether this is no turn but the board before the first one."""
    if state.steps or state.start.places:
        return False
    if state.game.set_up_faults(state.start, state.rules):
        return True
    pieces = sum(len(there) for at, there in seen.places.items() if is_field(at))
    return not start_seen and pieces > len(state.players)


def set_up(play: Play, seen: Position) -> list[Event]:
    """The board as the game begins: taken if it is as the rules say, otherwise somebody has to say so."""
    dropped = play.dropped
    told = play.wait(Reason.SET_UP, [seen])
    if play.dropped == dropped and not play.state.game.set_up_faults(seen, play.state.rules):
        return [*besides_waiting(told), *play.accept()]
    return told
