"""How the pieces of chess move: what each kind reaches, which fields are attacked, and every lawful step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from referee.classics.boards import FILES, at, cell, grid
from referee.classics.memory import MOST_COUNTED

SIDE = 8
BOARD = grid(SIDE)
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = "PNBRQK"
PROMOTIONS = (QUEEN, ROOK, BISHOP, KNIGHT)
"""What a pawn may become, the usual kind first."""
STRAIGHT = ((1, 0), (0, 1), (-1, 0), (0, -1))
SLANTING = ((1, 1), (-1, 1), (-1, -1), (1, -1))
LEAPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
OTHER = {"w": "b", "b": "w"}
FORWARD = {"w": 1, "b": -1}
PAWN_RANK = {"w": 1, "b": SIDE - 2}
LAST_RANK = {"w": SIDE - 1, "b": 0}
PASSING_RANK = {"w": 4, "b": 3}
"""From where a pawn takes another in passing; ranks counted from 0."""
Pieces = Mapping[str, str]


class Castling(NamedTuple):
    """The fields of one way to castle."""

    king: str
    king_to: str
    rook: str
    rook_to: str
    between: tuple[str, ...]
    """What must be free."""
    crossed: tuple[str, ...]
    """What must not be attacked: over and onto these the king goes."""
    san: str


def _castlings(rank: str) -> tuple[Castling, Castling]:
    a, b, c, d, e, f, g, h = (file + rank for file in FILES[:SIDE])
    return Castling(e, g, h, f, (f, g), (f, g), "O-O"), Castling(e, c, a, d, (b, c, d), (d, c), "O-O-O")


CASTLINGS: Mapping[str, Mapping[str, Castling]] = {
    "w": dict(zip("KQ", _castlings("1"), strict=True)),
    "b": dict(zip("kq", _castlings("8"), strict=True)),
}
"""By colour and by the letter under which the right to it is remembered."""
RIGHTS = "KQkq"
MOVED_FROM = {"e1": "KQ", "h1": "K", "a1": "Q", "e8": "kq", "h8": "k", "a8": "q"}
"""Which rights are lost when something leaves a field or comes to it."""


def _ray(point: str, way: tuple[int, int]) -> tuple[str, ...]:
    i, j = cell(point)
    found = []
    while 0 <= (i := i + way[0]) < SIDE and 0 <= (j := j + way[1]) < SIDE:
        found.append(at(i, j))
    return tuple(found)


def _rays(ways: Iterable[tuple[int, int]]) -> dict[str, tuple[tuple[str, ...], ...]]:
    return {point: tuple(ray for way in ways if (ray := _ray(point, way))) for point in BOARD.points}


def _next(ways: Iterable[tuple[int, int]]) -> dict[str, tuple[str, ...]]:
    return {point: tuple(ray[0] for way in ways if (ray := _ray(point, way))) for point in BOARD.points}


ROOK_RAYS, BISHOP_RAYS = _rays(STRAIGHT), _rays(SLANTING)
RAYS = {ROOK: ROOK_RAYS, BISHOP: BISHOP_RAYS, QUEEN: {p: ROOK_RAYS[p] + BISHOP_RAYS[p] for p in BOARD.points}}
NEXT = {KNIGHT: _next(LEAPS), KING: _next(STRAIGHT + SLANTING)}
PAWN_TAKES = {colour: _next(((-1, way), (1, way))) for colour, way in FORWARD.items()}
LINES = {point: frozenset(there for ray in RAYS[QUEEN][point] for there in ray) for point in BOARD.points}
"""From where a field can be attacked over others."""


@dataclass(frozen=True, slots=True)
class State:
    """A board with what has to be remembered to know what is lawful on it."""

    pieces: Pieces
    castling: str = ""
    ep: str | None = None
    """The field that a pawn has just passed over, where it may be taken in passing."""
    halfmove: int = 0


class Step(NamedTuple):
    """One move: from where to where, what a pawn becomes, where something is taken, and how the rook goes along."""

    start: str
    to: str
    promotion: str = ""
    taken: str = ""
    castling: Castling | None = None


def own_points(pieces: Pieces, player: str) -> list[str]:
    return [point for point, there in pieces.items() if there[0] == player]


def king_of(pieces: Pieces, player: str) -> str | None:
    wanted = player + KING
    return next((point for point, there in pieces.items() if there == wanted), None)


def attacked(pieces: Pieces, point: str, by: str) -> bool:
    """Whether a piece of this colour could take what stands on a field."""
    get = pieces.get
    piece = by + KNIGHT
    for near in NEXT[KNIGHT][point]:
        if get(near) == piece:
            return True
    piece = by + PAWN
    for near in PAWN_TAKES[OTHER[by]][point]:
        if get(near) == piece:
            return True
    piece = by + KING
    for near in NEXT[KING][point]:
        if get(near) == piece:
            return True
    queen = by + QUEEN
    for piece, rays in ((by + ROOK, ROOK_RAYS), (by + BISHOP, BISHOP_RAYS)):
        for ray in rays[point]:
            for far in ray:
                if there := get(far):
                    if there in (piece, queen):
                        return True
                    break
    return False


def in_check(pieces: Pieces, player: str) -> bool:
    king = king_of(pieces, player)
    return king is not None and attacked(pieces, king, OTHER[player])


def steps_of(state: State, start: str) -> Iterator[Step]:
    """What a piece can do by the way it moves, castling aside and whatever becomes of its own king."""
    pieces = state.pieces
    player, kind = pieces[start][0], pieces[start][1:]
    if kind == PAWN:
        yield from _pawn_steps(state, start, player)
    elif kind in NEXT:
        for to in NEXT[kind][start]:
            there = pieces.get(to)
            if not there:
                yield Step(start, to)
            elif there[0] != player:
                yield Step(start, to, "", to)
    elif kind in RAYS:
        for ray in RAYS[kind][start]:
            for to in ray:
                if there := pieces.get(to):
                    if there[0] != player:
                        yield Step(start, to, "", to)
                    break
                yield Step(start, to)


def _pawn_steps(state: State, start: str, player: str) -> Iterator[Step]:
    pieces, (i, j) = state.pieces, cell(start)
    way = FORWARD[player]
    last = j + way == LAST_RANK[player]
    if 0 <= j + way < SIDE and (to := at(i, j + way)) not in pieces:
        yield from _pawn_step(start, to, "", last)
        if j == PAWN_RANK[player] and (to := at(i, j + 2 * way)) not in pieces:
            yield Step(start, to)
    for to in PAWN_TAKES[player][start]:
        there = pieces.get(to)
        if there and there[0] != player:
            yield from _pawn_step(start, to, to, last)
        elif not there and to == state.ep and j == PASSING_RANK[player]:
            passed = beside(start, to)
            if pieces.get(passed) == OTHER[player] + PAWN:
                yield Step(start, to, "", passed)


def _pawn_step(start: str, to: str, taken: str, last: bool) -> Iterator[Step]:
    if last:
        for kind in PROMOTIONS:
            yield Step(start, to, kind, taken)
    else:
        yield Step(start, to, "", taken)


def beside(start: str, to: str) -> str:
    """Where a pawn stands that is taken in passing."""
    return to[0] + start[1]


def hindrance(state: State, player: str, right: str) -> str:
    """Which of the conditions of castling fails: `moved`, `between`, `check` or `attacked`; none if it may be done."""
    way, pieces = CASTLINGS[player][right], state.pieces
    there = (pieces.get(way.king), pieces.get(way.rook))
    if right not in state.castling or there != (player + KING, player + ROOK):
        return "moved"
    if any(point in pieces for point in way.between):
        return "between"
    other = OTHER[player]
    if attacked(pieces, way.king, other):
        return "check"
    if any(attacked(pieces, point, other) for point in way.crossed):
        return "attacked"
    return ""


def played(pieces: Pieces, step: Step) -> dict[str, str]:
    """The pieces after a step."""
    after = dict(pieces)
    moved = after.pop(step.start)
    if step.taken:
        del after[step.taken]
    after[step.to] = moved[0] + step.promotion if step.promotion else moved
    if step.castling:
        after[step.castling.rook_to] = after.pop(step.castling.rook)
    return after


def lawful(state: State, player: str, starts: Iterable[str] | None = None) -> Iterator[Step]:
    """Every lawful step, or those of the pieces that are named. No king is ever taken."""
    pieces, other = state.pieces, OTHER[player]
    own, king = own_points(pieces, player), king_of(pieces, player)
    if starts is not None:
        wanted = frozenset(starts)
        own = [point for point in own if point in wanted]
    free = king is not None and not attacked(pieces, king, other)
    lines = LINES[king] if king else frozenset()
    enemy_king = other + KING
    for start in own:
        for step in steps_of(state, start):
            if pieces.get(step.to) == enemy_king:
                continue
            simple = free and start != king and start not in lines and step.taken in ("", step.to)
            if king is None or simple or not attacked(played(pieces, step), step.to if start == king else king, other):
                yield step
        if start == king and free:
            for right, way in CASTLINGS[player].items():
                if right in state.castling and not hindrance(state, player, right):
                    yield Step(way.king, way.king_to, "", "", way)


def kept_rights(castling: str, touched: Iterable[str]) -> str:
    """The rights that are left once something has come to these fields or gone from them."""
    lost = "".join(MOVED_FROM.get(point, "") for point in touched)
    return "".join(right for right in castling if right not in lost) if lost else castling


def following(state: State, step: Step) -> State:
    """The board after a step, lawful or not, for whoever comes next."""
    there = state.pieces[step.start]
    pawn = there[1:] == PAWN
    (i, j), (k, m) = cell(step.start), cell(step.to)
    double = pawn and i == k and abs(m - j) == 2 and j == PAWN_RANK[there[0]]
    return State(
        played(state.pieces, step),
        kept_rights(state.castling, {step.start, step.to}),
        at(i, (j + m) // 2) if double else None,
        0 if pawn or step.taken else min(state.halfmove + 1, MOST_COUNTED),
    )


def between(start: str, to: str) -> tuple[str, ...] | None:
    """The fields between two on a line, None if no line joins them."""
    for ray in RAYS[QUEEN][start]:
        if to in ray:
            return ray[: ray.index(to)]
    return None


def is_light(point: str) -> bool:
    return (FILES.index(point[0]) + int(point[1])) % 2 == 0


def is_dead(pieces: Pieces) -> bool:
    """Whether nobody can be mated any more: two kings with at most a knight, or with bishops all on one colour."""
    rest = {point: there[1:] for point, there in pieces.items() if there[1:] != KING}
    if list(rest.values()) == [KNIGHT]:
        return True
    return set(rest.values()) <= {BISHOP} and len({is_light(point) for point in rest}) < 2
