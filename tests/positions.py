"""Random positions for hypothesis: dense and mostly legal ones, and ones where anything lies anywhere."""

from __future__ import annotations

import random
from collections.abc import Callable

from hypothesis import strategies as st

from referee.tactori.board import BOARDS, COLOURS, coordinates, field_name, fields_of, span
from referee.tactori.position import End, Position, Stick

stacks = st.text(alphabet=COLOURS + "?", min_size=1, max_size=5)


@st.composite
def any_sticks(draw: st.DrawFn, board: int) -> Stick:
    ends = [End(draw(st.sampled_from(fields_of(board))), draw(st.integers(0, 4))) for _ in range(2)]
    return Stick(draw(st.sampled_from(COLOURS)), *ends)


@st.composite
def any_positions(draw: st.DrawFn) -> Position:
    """Whatever the format can say."""
    board = draw(st.sampled_from(BOARDS))
    towers = draw(st.dictionaries(st.sampled_from(fields_of(board)), stacks, max_size=12))
    return Position.of(board, towers, draw(st.lists(any_sticks(board), max_size=10)))


@st.composite
def built_positions(draw: st.DrawFn) -> Position:
    """Bridges close together with the towers they need, so that much is closed in, and now and then something wrong."""
    board = draw(st.sampled_from(BOARDS))
    rng = random.Random(draw(st.integers(0, 2**32)))
    position = build(board, rng)
    wrong = draw(st.lists(any_sticks(board), max_size=2))
    return Position.of(board, position.towers, [*position.sticks, *wrong])


def build(board: int, rng: random.Random) -> Position:
    """Sticks thrown into a corner of the board, each with the towers to hold it where no other colour stands."""
    step, room = span(board), rng.choice((3, 4, 5, 5, board))
    colours = rng.choice(("R", "R", "RB", "RBYG"))
    floors = rng.choice(((1,), (1, 1, 1, 2), (1, 2, 3)))
    towers: dict[tuple[str, int], str] = {}
    sticks: dict[Stick, None] = {}
    for _ in range(rng.randrange(4, 60)):
        x, y, floor, colour = rng.randrange(room), rng.randrange(room), rng.choice(floors), rng.choice(colours)
        x2, y2 = (x, y + step) if rng.random() < 0.5 else (x + step, y)
        if x2 >= room or y2 >= room:
            continue
        a, b = field_name(x, y), field_name(x2, y2)
        if all(towers.get((at, floor), colour) == colour for at in (a, b)):
            made = Stick(colour, End(a, floor), End(b, floor))
            if rng.random() < 0.05 or not any(s.floor == floor and s.half_bridges & made.half_bridges for s in sticks):
                towers |= {(at, floor): colour for at in (a, b)}
                sticks[made] = None
    heights: dict[str, int] = {}
    for at, floor in towers:
        heights[at] = max(heights.get(at, 0), floor)
    filled = {
        at: "".join(towers.get((at, f)) or rng.choice(colours) for f in range(1, high + 1))
        for at, high in heights.items()
    }
    return Position.of(board, filled, sticks)


def turned(position: Position) -> Position:
    """The board turned by a quarter."""
    return _moved(position, lambda x, y: (position.board - 1 - y, x))


def mirrored(position: Position) -> Position:
    return _moved(position, lambda x, y: (position.board - 1 - x, y))


def _moved(position: Position, to: Callable[[int, int], tuple[int, int]]) -> Position:
    def moved(field: str) -> str:
        return field_name(*to(*coordinates(field)))

    towers = {moved(at): stack for at, stack in position.towers.items()}
    sticks = [Stick(s.colour, *(End(moved(end.at), end.floor) for end in s.ends)) for s in position.sticks]
    return Position.of(position.board, towers, sticks)


def exchanged(position: Position, one: str = "R", other: str = "B") -> Position:
    """Two colours exchanged."""
    table = str.maketrans(one + other, other + one)
    towers = {at: stack.translate(table) for at, stack in position.towers.items()}
    return Position.of(position.board, towers, [Stick(s.colour.translate(table), *s.ends) for s in position.sticks])
