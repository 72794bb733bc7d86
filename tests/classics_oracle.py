"""Independent judges of five classics: every turn by brute force, on plain tables of letters.

They know nothing of the referee's code: positions are dictionaries from point to letters, and a turn is what the board
looks like after it. Where the referee generates, these try every change there is and ask whether it is a turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations
from math import hypot, sqrt
from typing import Any

Table = dict[str, str]
Board = frozenset[tuple[str, str]]
Options = dict[str, Any]


def frozen(table: Table) -> Board:
    return frozenset((point, there) for point, there in table.items() if there)


def other(colour: str) -> str:
    return "b" if colour == "w" else "w"


def point(x: int, y: int) -> str:
    return "abcdefghijklmno"[x] + str(y + 1)


def xy(name: str) -> tuple[int, int]:
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


# Solitaire


def peg_points(european: bool) -> set[str]:
    cross = {point(x, y) for x in range(7) for y in range(7) if 2 <= x <= 4 or 2 <= y <= 4}
    return cross | ({"b2", "b6", "f2", "f6"} if european else set())


@cache
def peg_lines(european: bool) -> list[tuple[str, str, str]]:
    """Any three points in a line, one next to the other."""
    found = []
    for a, b, c in permutations(peg_points(european), 3):
        (ax, ay), (bx, by), (cx, cy) = xy(a), xy(b), xy(c)
        if (bx - ax, by - ay) == (cx - bx, cy - by) and abs(bx - ax) + abs(by - ay) == 1:
            found.append((a, b, c))
    return found


def peg_turns(table: Table, european: bool) -> set[Board]:
    """Two pegs in a line with a free hole become one in that hole."""
    found = set()
    for a, b, c in peg_lines(european):
        if table.get(a) and table.get(b) and not table.get(c):
            found.add(frozen({**table, a: "", b: "", c: table[a]}))
    return found


def peg_reachable(table: Table, european: bool, jumps: int) -> set[Board]:
    """Everything that so many jumps make of it."""
    reached = {frozen(table)}
    for _ in range(jumps):
        reached = {after for board in reached for after in peg_turns(dict(board), european)}
    return reached


# Five in a row


def five_turns(table: Table, colour: str, size: int) -> set[Board]:
    points = [point(x, y) for x in range(size) for y in range(size)]
    free = [p for p in points if p not in table]
    own = [p for p in points if table.get(p) == colour]
    if len(own) < 16:
        return {frozen({**table, to: colour}) for to in free}
    return {frozen({**table, start: "", to: colour}) for start in own for to in free}


def five_wins(table: Table, colour: str, size: int, overline: bool, new: str) -> bool:
    """Whether a window of five, with the new stone in it, has one colour; and what stands before and behind it."""
    for x in range(size):
        for y in range(size):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                window = [(x + k * dx, y + k * dy) for k in range(5)]
                if any(not (0 <= i < size and 0 <= j < size) for i, j in window):
                    continue
                names = [point(i, j) for i, j in window]
                if new not in names or any(table.get(name) != colour for name in names):
                    continue
                ends = [(x - dx, y - dy), (x + 5 * dx, y + 5 * dy)]
                beyond = [point(i, j) for i, j in ends if 0 <= i < size and 0 <= j < size]
                if overline or all(table.get(name) != colour for name in beyond):
                    return True
    return False


# Mill: three squares, one in another, numbered round from the near left corner


def _ring(k: int) -> list[str]:
    far = 6 - k
    spots = [(k, k), (3, k), (far, k), (far, 3), (far, far), (3, far), (k, far), (k, 3)]
    return [point(x, y) for x, y in spots]


RINGS = [_ring(k) for k in range(3)]
MILL_POINTS = [name for ring in RINGS for name in ring]
MILL_LINES = [
    *([ring[i], ring[i + 1], ring[(i + 2) % 8]] for ring in RINGS for i in (0, 2, 4, 6)),
    *([RINGS[k][i] for k in range(3)] for i in (1, 3, 5, 7)),
]


def mill_touch(a: str, b: str) -> bool:
    """Whether two points are next to each other on a line."""
    return any(a in line and b in line and abs(line.index(a) - line.index(b)) == 1 for line in MILL_LINES)


def mill_closed(table: Table, colour: str, name: str) -> int:
    return sum(name in line and all(table.get(p) == colour for p in line) for line in MILL_LINES)


def mill_turns(table: Table, colour: str, hand: int, options: Options) -> set[Board]:
    free = [p for p in MILL_POINTS if p not in table]
    own = [p for p in MILL_POINTS if table.get(p) == colour]
    if hand:
        acted = [({**table, to: colour}, to) for to in free]
    else:
        pairs = [(start, to) for start in own for to in free if len(own) <= 3 or mill_touch(start, to)]
        acted = [({**{p: c for p, c in table.items() if p != start}, to: colour}, to) for start, to in pairs]
    found = set()
    for board, to in acted:
        most = min(mill_closed(board, colour, to), options["double_mill"])
        taken = [{frozen(board)}]
        for _ in range(most):
            taken.append({after for before in taken[-1] for after in _one_less(dict(before), colour, options)})
        reached = [level for level in taken if level]
        found |= reached[-1] if options["removal"] == "must" else set().union(*reached)
    return found


def _one_less(table: Table, colour: str, options: Options) -> Iterator[Board]:
    stones = [p for p in table if table[p] != colour]
    loose = [p for p in stones if not mill_closed(table, table[p], p)]
    for p in loose or (stones if options["all_in_mills"] == "any" else []):
        yield frozen({q: c for q, c in table.items() if q != p})


# Draughts: one jump at a time, every board on the way


def draughts_turns(table: Table, colour: str, options: Options) -> set[Board]:
    """What a player can make of the board, nothing being blown."""
    found: list[tuple[int, bool, Board]] = []
    for start in [p for p, c in table.items() if c[0] == colour]:
        rest = {p: c for p, c in table.items() if p != start}
        _jump_on(rest, start, table[start], frozenset(), None, options, found)
    if found:
        chosen = [one for one in found if one[1] or options["continue"] == "may"]
        if options["capture_choice"] == "most":
            best = max(count for count, _, _ in chosen)
            chosen = [one for one in chosen if one[0] == best]
        return {board for _, _, board in chosen}
    quiet = set()
    for start in [p for p, c in table.items() if c[0] == colour]:
        rest = {p: c for p, c in table.items() if p != start}
        for to in _all_dark():
            if to not in table and _clear(rest, start, to) and _may_go(table[start], start, to):
                quiet.add(frozen({**rest, to: _crowned(table[start], to)}))
    return quiet


def _all_dark() -> list[str]:
    return [point(x, y) for x in range(8) for y in range(8) if (x + y) % 2 == 0]


def _way(a: str, b: str) -> tuple[int, int, int] | None:
    (ax, ay), (bx, by) = xy(a), xy(b)
    far = abs(ax - bx)
    if far == 0 or far != abs(ay - by):
        return None
    return (bx - ax) // far, (by - ay) // far, far


def _inside(a: str, b: str) -> list[str]:
    way = _way(a, b)
    assert way
    dx, dy, far = way
    x, y = xy(a)
    return [point(x + k * dx, y + k * dy) for k in range(1, far)]


def _clear(table: Table, a: str, b: str) -> bool:
    return _way(a, b) is not None and not any(p in table for p in _inside(a, b))


def _may_go(stone: str, a: str, b: str) -> bool:
    way = _way(a, b)
    ahead = 1 if stone[0] == "w" else -1
    return way is not None and (len(stone) == 2 or (way[2] == 1 and way[1] == ahead))


def _crowned(stone: str, to: str) -> str:
    end = 7 if stone[0] == "w" else 0
    return stone[0] * 2 if xy(to)[1] == end else stone


def _jump_on(
    table: Table,
    here: str,
    stone: str,
    dead: frozenset[str],
    last: tuple[int, int] | None,
    options: Options,
    found: list[tuple[int, bool, Board]],
) -> bool:
    """Adds every capture from here; whether there is one."""
    could = False
    for to in _all_dark():
        way = _way(here, to)
        if to in table or way is None:
            continue
        met = [p for p in _inside(here, to) if p in table]
        if len(met) != 1 or table[met[0]][0] == stone[0] or met[0] in dead:
            continue
        man = len(stone) == 1
        if man and (way[2] != 2 or way[1] != (1 if stone == "w" else -1)):
            continue
        if not man and last is not None and not options["king_turns"] and way[:2] != last:
            continue
        could = True
        left = table if options["removal_time"] == "at_end" else {p: c for p, c in table.items() if p != met[0]}
        taken = dead | {met[0]}
        became = _crowned(stone, to)
        ended = became != stone and options["crown_ends"]
        more = not ended and _jump_on(left, to, became, taken, way[:2], options, found)
        shown = {p: c for p, c in left.items() if p not in taken}
        found.append((len(taken), not more, frozen({**shown, to: became})))
    return could


# Halma: points as places in the plane


STAR = {
    "abcdefghijklmnopq"[k] + str(m + 1): (m - (n - 1) / 2, (k - 8) * sqrt(3) / 2)
    for k, n in enumerate((1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1))
    for m in range(n)
}


def corner_of(name: str) -> str:
    """Which corner of the star a point lies in, "" for the middle: outside of one of the six sides of the hexagon."""
    x, y = STAR[name]
    edge = 4 * sqrt(3) / 2 + 0.1
    sides = {
        "S": (0, -1),
        "N": (0, 1),
        "SW": (-sqrt(3) / 2, -0.5),
        "NE": (sqrt(3) / 2, 0.5),
        "SE": (sqrt(3) / 2, -0.5),
        "NW": (-sqrt(3) / 2, 0.5),
    }
    return next((corner for corner, (a, b) in sides.items() if a * x + b * y > edge), "")


def halma_turns(table: Table, colour: str, home: str, options: Options) -> set[Board]:
    facing = {"S": "N", "N": "S", "SW": "NE", "NE": "SW", "SE": "NW", "NW": "SE"}
    own = {"", home, facing[home]}
    rule = options["foreign_corners"]
    found = set()
    for start in [p for p, c in table.items() if c == colour]:
        rest = {p: c for p, c in table.items() if p != start}
        reached, edge = {start}, {start}
        while edge:
            landed = {
                to
                for here in edge
                for over in rest
                for to in [_mirror(here, over)]
                if to and to not in table and to not in reached and (rule != "forbidden" or corner_of(to) in own)
            }
            reached |= landed
            edge = landed if options["chain_jumps"] else set()
        ends = (reached - {start}) | {p for p in STAR if p not in table and apart(start, p) == 1}
        for to in ends:
            if rule == "allowed" or corner_of(to) in own:
                found.add(frozen({**rest, to: colour}))
    return found


def apart(a: str, b: str) -> float:
    return round(hypot(STAR[a][0] - STAR[b][0], STAR[a][1] - STAR[b][1]), 3)


def _mirror(here: str, over: str) -> str | None:
    """Where a jump over a neighbour comes down."""
    if apart(here, over) != 1:
        return None
    x, y = (2 * STAR[over][k] - STAR[here][k] for k in (0, 1))
    return next((name for name, (a, b) in STAR.items() if hypot(a - x, b - y) < 0.01), None)
