"""How men and kings of draughts move and capture, as the players read the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from referee.classics.boards import at, cell
from referee.classics.rules import YES_OR_NO, RuleBook

SIDE = 8
Way = tuple[int, int]
FORWARD = {"w": 1, "b": -1}
WAYS: tuple[Way, ...] = ((-1, 1), (1, 1), (-1, -1), (1, -1))
LAST_RANK = {"w": SIDE - 1, "b": 0}


@dataclass(frozen=True)
class DraughtsRules(RuleBook):
    capture_choice: str = "free"
    continue_: str = "must"
    crown_ends: bool = True
    king_turns: bool = True
    removal_time: str = "at_once"
    huff: str = "and_move"

    GAME: ClassVar[str] = "draughts"
    BOARD: ClassVar[int] = SIDE
    CHOICES: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "capture_choice": ("free", "most"),
        "continue": ("must", "may"),
        "crown_ends": YES_OR_NO,
        "king_turns": YES_OR_NO,
        "removal_time": ("at_once", "at_end"),
        "huff": ("and_move", "is_move", "off"),
    }


@dataclass(frozen=True)
class Path:
    """The way of one piece: where it touched down, what it took, and whether it became a king."""

    path: tuple[str, ...]
    captured: tuple[str, ...] = ()
    crowned: bool = False
    whole: bool = True
    """False for a capture that can go on from there."""


@cache
def ray(point: str, way: Way) -> tuple[str, ...]:
    """The fields from a point to the edge."""
    i, j = cell(point)
    found = []
    while 0 <= (i := i + way[0]) < SIDE and 0 <= (j := j + way[1]) < SIDE:
        found.append(at(i, j))
    return tuple(found)


@cache
def between(start: str, to: str) -> tuple[str, ...] | None:
    """The fields that a piece passes on a diagonal, None if it is none."""
    (i, j), (k, m) = cell(start), cell(to)
    if abs(i - k) != abs(j - m) or i == k:
        return None
    way = (1 if k > i else -1), (1 if m > j else -1)
    return ray(start, way)[: abs(i - k) - 1]


def is_dark(point: str) -> bool:
    return sum(cell(point)) % 2 == 0


def is_king(content: str) -> bool:
    return len(content) > 1


def colour_of(content: str) -> str:
    return content[:1]


def ways_of(content: str, backward: bool = False) -> Iterator[Way]:
    """A man's ways go forward; `backward` lets them go back too."""
    ahead = FORWARD[colour_of(content)]
    return (way for way in WAYS if is_king(content) or backward or way[1] == ahead)


def plain_moves(pieces: Mapping[str, str], start: str, backward: bool = False) -> Iterator[Path]:
    """Where a piece can go without capturing."""
    content = pieces[start]
    for way in ways_of(content, backward):
        for to in ray(start, way):
            if to in pieces:
                break
            yield Path((start, to), crowned=_reaches_the_end(content, to))
            if not is_king(content):
                break


def captures(pieces: Mapping[str, str], start: str, rules: DraughtsRules, backward: bool = False) -> Iterator[Path]:
    """Every capture of a piece, also those that could go on."""
    board = {point: there for point, there in pieces.items() if point != start}
    yield from _captures(board, pieces[start], Path((start,)), None, rules, backward)


def _captures(
    board: Mapping[str, str], content: str, so_far: Path, way: Way | None, rules: DraughtsRules, backward: bool
) -> Iterator[Path]:
    for over, to, onward in _jumps(board, content, so_far, way, rules, backward):
        left = board if rules.removal_time == "at_end" else {p: c for p, c in board.items() if p != over}
        crowned = _reaches_the_end(content, to)
        moved = content * 2 if crowned else content
        path = Path((*so_far.path, to), (*so_far.captured, over), so_far.crowned or crowned)
        if crowned and rules.crown_ends:
            yield path
            continue
        more = list(_captures(left, moved, path, onward, rules, backward))
        yield Path(path.path, path.captured, path.crowned, whole=not more)
        yield from more


def _jumps(
    board: Mapping[str, str], content: str, so_far: Path, way: Way | None, rules: DraughtsRules, backward: bool
) -> Iterator[tuple[str, str, Way]]:
    """What can be jumped next, and where the piece can come down behind it."""
    straight_on = is_king(content) and way is not None and not rules.king_turns
    for onward in ways_of(content, backward):
        if straight_on and onward != way:
            continue
        line = ray(so_far.path[-1], onward)
        reach = line if is_king(content) else line[:2]
        met = next((n for n, point in enumerate(reach) if point in board), None)
        if met is None or (met and not is_king(content)):
            continue
        over = reach[met]
        if colour_of(board[over]) == colour_of(content) or over in so_far.captured:
            continue
        for to in reach[met + 1 :]:
            if to in board:
                break
            yield over, to, onward


def _reaches_the_end(content: str, to: str) -> bool:
    return not is_king(content) and cell(to)[1] == LAST_RANK[colour_of(content)]
