"""What the game makes of what the board shows: turns count, illegal ones wait, and what waits ends when put right."""

from __future__ import annotations

from live.events import Event, Kind, event
from live.game import GameState, Reason
from live.judgement import What, history_of, is_legal, is_on_the_way, is_same, judge, turns_to
from live.play import Play
from live.telling import besides_waiting
from referee.tactori.match import set_up_faults
from referee.tactori.position import Position


def take_up(play: Play, seen: Position, start_seen: bool) -> list[Event]:
    """The board has come to show this. `start_seen`: it was seen before as the game begins."""
    state, dropped = play.state, play.dropped
    told: list[Event] = []
    if state.ignored is not None:
        if is_same(seen, state.ignored):
            return []
        told += play.seen_other()
        if play.dropped != dropped:  # another program was quicker: all this was decided on a state that is past
            return told
        state = play.state
    happened = judge(history_of(state), seen)
    if happened.what is What.ILLEGAL:
        return [*told, *_illegal(play, seen, start_seen)]
    if state.waiting:
        told += play.stop_waiting()
        if play.dropped != dropped:
            return told
        if state.waiting.reason is Reason.ILLEGAL:
            told.append(event(Kind.PUT_RIGHT, n=len(state.steps), position=seen))
    match happened.what:
        case What.TURNS:
            told += play.confirm_all(happened.positions)
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


def _illegal(play: Play, seen: Position, start_seen: bool) -> list[Event]:
    state = play.state
    if _has_to_be_set_up(state, seen, start_seen):
        return _set_up(play, seen)
    waiting = state.waiting
    if waiting is None or waiting.reason is not Reason.ILLEGAL:
        return play.wait(Reason.ILLEGAL, [seen])
    if is_same(seen, waiting.chain[-1]):
        return []
    after = state.match
    for position in waiting.chain:
        after = after.play(position)[0]
    if is_legal(after, seen):
        return play.wait(Reason.ILLEGAL, [*waiting.chain, seen])
    if turns := turns_to(after, seen):
        return play.wait(Reason.ILLEGAL, [*waiting.chain, *turns])
    if is_on_the_way(state.position, waiting.chain[-1], seen):
        return []
    return play.wait(Reason.ILLEGAL, [seen])


def _has_to_be_set_up(state: GameState, seen: Position, start_seen: bool) -> bool:
    """Whether this is no turn but the board before the first one."""
    if state.steps or state.start.towers:
        return False
    if set_up_faults(state.start, state.rules):
        return True
    return not start_seen and sum(map(len, seen.towers.values())) > len(state.players)


def _set_up(play: Play, seen: Position) -> list[Event]:
    """The board as the game begins: taken if it is as the rules say, otherwise somebody has to say so."""
    dropped = play.dropped
    told = play.wait(Reason.SET_UP, [seen])
    if play.dropped == dropped and not set_up_faults(seen, play.state.rules):
        return [*besides_waiting(told), *play.accept()]
    return told
