"""What is wrong with a turn of chess: its table of faults, and turns that are not carried to their end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from referee.classics.boards import cell
from referee.classics.chess_moves import (
    BOARD,
    CASTLINGS,
    FORWARD,
    KING,
    OTHER,
    PASSING_RANK,
    PAWN,
    PAWN_RANK,
    QUEEN,
    RAYS,
    State,
    Step,
    beside,
    between,
    hindrance,
    in_check,
    kept_rights,
    king_of,
    lawful,
    played,
    steps_of,
)
from referee.classics.chess_rules import ChessRules, as_done, becomes, state_of, told
from referee.classics.turn import Change, Fault, Move, fault, todo
from referee.places import UNKNOWN

Turn = Change[ChessRules]


def unfinished(change: Turn) -> Iterator[Move]:
    """The king has castled and the rook has not, a pawn taken in passing still stands, a pawn on the last rank is still
    shown as one."""
    state, player = state_of(change.before, change.rules), change.asked.player
    for step in lawful(state, player, change.points):
        move = told(state, player, step)
        if step.castling:
            changes = {step.start: "", step.to: player + KING}
            rook = todo("chess.rook", rook=step.castling.rook, to=step.castling.rook_to)
            yield replace(move, changes=changes, memory={}, todo=rook)
        elif step.taken not in ("", step.to):
            changes = {step.start: "", step.to: player + PAWN}
            yield replace(move, kind="move", changes=changes, memory={}, todo=todo("take", points=(step.taken,)))
        elif step.promotion and change.after.at(step.to)[1:] == PAWN:
            changes = {step.start: "", step.to: player + PAWN}
            yield replace(move, changes=changes, memory={}, todo=todo("chess.promote", points=(step.to,)))


def faults(seen: Turn) -> Iterator[Fault]:
    """The table, top to bottom."""
    change = _coloured(seen)
    state = state_of(change.before, change.rules)
    if taken := _king_taken(change, state):
        yield fault("chess.king_taken", _moved(change, state), (taken,))
    if lost := _lost(change):
        yield fault("chess.own", _onto_own(change, state) or _moved(change, state), lost)
    yield from _castled(change, state)
    yield from _in_passing(change, state)
    yield from _into_check(change, state)
    if move := _moved(change, state):
        start, to = move.facts["from"], move.facts["to"]
        if blocked := _in_the_way(state, start, to):
            yield fault("chess.path", move, blocked)
        yield fault("chess.move", move, (start, to), said=state.pieces[start][1:])


def _coloured(change: Turn) -> Turn:
    """A piece of unknown colour that came is taken for one of the player's."""
    after = change.after
    unknown = {p: change.asked.player + after.at(p)[1:] for p in change.points if after.at(p)[:1] == UNKNOWN}
    return replace(change, after=after.with_places(unknown)) if unknown else change


def _king_taken(change: Turn, state: State) -> str | None:
    """The opponent's king, if it is gone and did not only go elsewhere."""
    king = king_of(state.pieces, OTHER[change.asked.player])
    if king is None or king not in change.foreign_gone:
        return None
    return king if change.after.at(king) or not change.foreign_came else None


def _lost(change: Turn) -> tuple[str, ...]:
    """Own pieces that are gone, or in whose place another kind stands."""
    if len(change.own_gone) > len(change.own_came):
        return change.own_gone
    player, moved = change.asked.player, change.moved
    replaced = [p for p in change.points if change.before.at(p)[:1] == player == change.after.at(p)[:1]]
    if moved and change.after.at(moved[1])[1:] and not _becomes_so(change, *moved):
        replaced.append(moved[1])
    return BOARD.in_order(replaced)


def _becomes_so(change: Turn, start: str, to: str) -> bool:
    """Whether the piece that moved is shown as what it was, or as something a pawn may become there."""
    was, now = change.before.at(start)[1:], change.after.at(to)[1:]
    last = becomes(state_of(change.before, change.rules), start, to)
    return now == was or bool(last and now not in (PAWN, KING))


def _onto_own(change: Turn, state: State) -> Move | None:
    """The turn, where kinds are shown and tell which own piece was taken."""
    came = [p for p in change.points if p not in change.own_gone and change.after.at(p)[:1] == change.asked.player]
    if len(change.own_gone) == len(came) == 1 and change.points == {*change.own_gone, *came}:
        start, to = change.own_gone[0], came[0]
        if change.after.at(to) == change.before.at(start):
            return as_done(state, Step(start, to, "", to if to in state.pieces else ""))
    return None


def _moved(change: Turn, state: State) -> Move | None:
    """The turn, if one own piece went elsewhere and nothing else changed but that it took what stood there."""
    if not change.moved:
        return None
    start, to = change.moved
    if change.foreign_came or not set(change.foreign_gone) <= {to} or change.points != {start, to}:
        return None
    promotion = change.after.at(to)[1:] if becomes(state, start, to) else ""
    step = Step(start, to, promotion or becomes(state, start, to), to if to in state.pieces else "")
    return as_done(state, step)


def _castled(change: Turn, state: State) -> Iterator[Fault]:
    player = change.asked.player
    for right, way in CASTLINGS[player].items():
        if state.pieces.get(way.king) != player + KING:
            continue
        taken = way.king_to if way.king_to in state.pieces else ""
        alone = as_done(state, Step(way.king, way.king_to, "", taken))
        moves = [replace(alone, kind="castle")]
        if state.pieces.get(way.rook, "")[:1] == player:
            changes = {**alone.changes, way.rook: "", way.rook_to: state.pieces[way.rook]}
            memory = {**alone.memory, "castling": kept_rights(state.castling, (way.king, way.rook))}
            moves.append(replace(alone, kind="castle", changes=changes, memory=memory))
        for move in moves:
            if change.fits(move) and (why := hindrance(state, player, right)):
                yield fault("chess.castle", move, (way.king, way.king_to), said=why)


def _in_passing(change: Turn, state: State) -> Iterator[Fault]:
    """A pawn that went slanting onto a free field and took the pawn beside it, without the right to."""
    if not change.moved:
        return
    start, to = change.moved
    passed = beside(start, to)
    player = change.asked.player
    pawns = state.pieces[start] == player + PAWN and state.pieces.get(passed) == OTHER[player] + PAWN
    if not pawns or not _is_slanting(player, start, to) or to in state.pieces:
        return
    right = state.ep == to and cell(start)[1] == PASSING_RANK[player]
    move = as_done(state, Step(start, to, becomes(state, start, to), passed))
    if not right and change.fits(move):
        yield fault("chess.en_passant", move, (passed,), said=change.rules.chess_rules)


def _is_slanting(player: str, start: str, to: str) -> bool:
    (i, j), (k, m) = cell(start), cell(to)
    return abs(k - i) == 1 and m - j == FORWARD[player]


def _into_check(change: Turn, state: State) -> Iterator[Fault]:
    """What would be right, were the own king not attacked after it."""
    player = change.asked.player
    for start in change.own_gone:
        for step in steps_of(state, start) if state.pieces[start][0] == player else ():
            move = as_done(state, step)
            if change.fits(move) and in_check(played(state.pieces, step), player):
                king = king_of(played(state.pieces, step), player)
                yield fault("chess.check", move, (king,) if king else ())


def _in_the_way(state: State, start: str, to: str) -> tuple[str, ...]:
    """The pieces between, if the way would be right without them."""
    piece, way = state.pieces[start], between(start, to) or ()
    kind = piece[1:]
    if kind == PAWN:
        (i, j), (k, m) = cell(start), cell(to)
        right = i == k and j == PAWN_RANK[piece[0]] and m - j == 2 * FORWARD[piece[0]] and to not in state.pieces
    else:
        right = kind in RAYS and any(to in ray for ray in RAYS[kind][start])
    return tuple(point for point in way if point in state.pieces) if right else ()


def standing(change: Turn) -> Mapping[str, str]:
    """What stands on the points that changed after a turn that is none: kinds that are not shown go with the pieces of
    the colour that are gone; where there is none, a piece is taken for a pawn, or for a queen where no pawn can be."""
    before, after, found = change.before, change.after, {}
    gone = {colour: [before.at(p)[1:] for p, there in change.gone.items() if colour in there] for colour in "wb"}
    for point in BOARD.in_order(change.points):
        there = after.at(point)
        if len(there) == 1:
            waiting = gone.get(there, gone[change.asked.player])
            there += waiting.pop(0) if waiting else PAWN if 0 < cell(point)[1] < cell("a8")[1] else QUEEN
        found[point] = there
    return found


def left(change: Turn) -> Mapping[str, object]:
    """What is remembered after a turn that is none."""
    state = state_of(change.before, change.rules)
    return {"castling": kept_rights(state.castling, change.points), "ep": None, "halfmove": 0}
