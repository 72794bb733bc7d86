"""A position drawn with letters, for tests and people, that can be read back.

    5 | .  .     .     .  .
    4 | .  R     .     .  .
      | :  R1    :     :  :
    3 | .  RB R1 RB    .  .
    2 | .  .     .     .  .
    1 | .  .     .     .  .
        a  b     c     d  e
    also R:b2@1-c3@2

Ranks from above, each with its stacks (floor 1 first, a dot for an empty field). Between two stacks stand the half
bridges of that gap: colour and floor, several after each other. The line between two ranks has one entry for each
file, a colon where nothing lies. Sticks that do not fit into the grid follow, one a line, behind the word `also`.
"""

from __future__ import annotations

import re

from referee.tactori.board import (
    BOARDS,
    FILES,
    bits,
    coordinates,
    field_name,
    half_bridge_ends,
    is_colour,
    line_between,
    span,
)
from referee.tactori.position import Position, Stick, check_stack, stick
from referee.tactori.text import parse_stick
from words.message import InputError, message

_LABEL = re.compile(r"([RBYG])(\d{1,9})", re.ASCII)
_LABELS = re.compile(r"(?:[RBYG]\d{1,9})+", re.ASCII)
_RANK = re.compile(r"([1-9])\s*\|\s*(.*)", re.ASCII)

Drawn = dict[int, list[tuple[str, int]]]
"""What lies on each half bridge: colour and floor."""


def draw(position: Position) -> str:
    """The drawing of a position; `parse_drawing` gives the position back."""
    n = position.board
    drawn, others = _lay_out(position)

    def labels(x: int, y: int, to_x: int, to_y: int) -> str:
        line = line_between(field_name(x, y), field_name(to_x, to_y))
        assert line is not None
        return "".join(f"{c}{floor}" for c, floor in sorted(drawn.get(line.mask, ()), key=lambda label: label[1]))

    stacks = [[position.towers.get(field_name(x, y), ".") for x in range(n)] for y in range(n)]
    gaps = [[labels(x, y, x + 1, y) if x + 1 < n else "" for x in range(n)] for y in range(n)]
    rises = [[labels(x, y, x, y + 1) or ":" if y + 1 < n else ":" for x in range(n)] for y in range(n)]
    wide = [max(len(row[x]) for row in stacks + rises) for x in range(n)]
    between = [max(len(row[x]) for row in gaps) for x in range(n)]

    def row(head: str, cells: list[str], gap: list[str]) -> str:
        parts = [cells[x].ljust(wide[x]) + " " + gap[x].ljust(between[x] + (between[x] > 0)) for x in range(n)]
        return (head + "".join(part + " " for part in parts)).rstrip()

    none, lines = [""] * n, []
    for y in reversed(range(n)):
        if any(cell != ":" for cell in rises[y]):
            lines.append(row("  | ", rises[y], none))
        lines.append(row(f"{y + 1} | ", stacks[y], gaps[y]))
    lines.append(row("    ", list(FILES[:n]), none))
    return "\n".join(lines + [f"also {s}" for s in others]) + "\n"


def _lay_out(position: Position) -> tuple[Drawn, list[Stick]]:
    """Sticks that fit go into the grid; what would be ambiguous there is written out."""
    drawn: Drawn = {}
    others = []
    for s in position.sticks:
        if not s.fits(position.board) or s.line is None or s.floor is None or s.floor > 999_999_999:
            others.append(s)
            continue
        label = (s.colour, s.floor)
        if any(label in drawn.get(half, ()) for half in s.line.halves):
            others.append(s)
            continue
        for half in s.line.halves:
            drawn.setdefault(half, []).append(label)
    return drawn, others


def parse_drawing(text: str) -> Position:
    """The position of a drawing; what cannot be read is an `InputError` with the line."""
    ranks: dict[int, list[str]] = {}
    rises: dict[int, list[str]] = {}
    also: list[tuple[int, str]] = []
    places: dict[int, int] = {}
    above: tuple[int, list[str]] | None = None
    for number, raw in enumerate(text.splitlines(), 1):
        line, place = raw.strip(), f"line {number}"
        if rank := _RANK.fullmatch(line):
            y = int(rank[1]) - 1
            if y in ranks or (ranks and y + 1 not in ranks):
                raise InputError(message("drawing.order"), place)
            ranks[y], places[y] = rank[2].split(), number
            if above:
                if y + 1 not in ranks:
                    raise InputError(message("drawing.order"), f"line {above[0]}")
                rises[y], above = above[1], None
        elif line.startswith("|"):
            if above:
                raise InputError(message("drawing.order"), place)
            above = number, line[1:].split()
        elif line.startswith("also "):
            also.append((number, line[5:].strip()))
        elif line and line.split() not in [list(FILES[:n]) for n in BOARDS]:
            raise InputError(message("drawing.line", value=line[:40]), place)
    board = len(ranks)
    if board not in BOARDS or 0 not in ranks or above:
        raise InputError(message("drawing.ranks"))
    towers: dict[str, str] = {}
    drawn: Drawn = {}
    for y, words in ranks.items():
        _read_rank(words, y, board, towers, drawn, f"line {places[y]}")
    for y, words in rises.items():
        _read_rise(words, y, board, drawn, f"line {places[y]}")
    sticks = _join(drawn, board)
    for number, written in also:
        colour, _, ends = written.partition(":")
        if not is_colour(colour):
            raise InputError(message("text.stick", value=written[:40]), f"line {number}")
        sticks.append(parse_stick(colour, ends, board, f"line {number}"))
    return Position.of(board, towers, sticks)


def _read_rank(words: list[str], y: int, board: int, towers: dict[str, str], drawn: Drawn, place: str) -> None:
    x = -1
    for word in words:
        if _LABELS.fullmatch(word):
            if not 0 <= x < board - 1:
                raise InputError(message("drawing.gap", value=word[:40]), place)
            _note(drawn, field_name(x, y), field_name(x + 1, y), word)
            continue
        x += 1
        if x >= board:
            raise InputError(message("drawing.fields", board=board), place)
        if word != ".":
            check_stack(word, place)
            towers[field_name(x, y)] = word
    if x != board - 1:
        raise InputError(message("drawing.fields", board=board), place)


def _read_rise(words: list[str], y: int, board: int, drawn: Drawn, place: str) -> None:
    if len(words) != board:
        raise InputError(message("drawing.fields", board=board), place)
    for x, word in enumerate(words):
        if word != ":":
            if not _LABELS.fullmatch(word):
                raise InputError(message("drawing.gap", value=word[:40]), place)
            _note(drawn, field_name(x, y), field_name(x, y + 1), word)


def _note(drawn: Drawn, a: str, b: str, word: str) -> None:
    line = line_between(a, b)
    assert line is not None
    drawn.setdefault(line.mask, []).extend((c, int(floor)) for c, floor in _LABEL.findall(word))


def _join(drawn: Drawn, board: int) -> list[Stick]:
    """Halves of one colour and floor in one line make up bridges, joined from the first one on."""
    halves: dict[tuple[str, int], int] = {}
    for half, labels in drawn.items():
        for label in labels:
            if halves.get(label, 0) & half:
                raise InputError(message("drawing.double", value=f"{label[0]}{label[1]}"))
            halves[label] = halves.get(label, 0) | half
    sticks = []
    for (colour, floor), mask in halves.items():
        while mask:
            sticks.append(_first_bridge(colour, floor, mask, board))
            mask ^= sticks[-1].half_bridges
    return sticks


def _first_bridge(colour: str, floor: int, mask: int, board: int) -> Stick:
    """The bridge that begins with the lowest half of the set."""
    a, b = half_bridge_ends(next(bits(mask)))
    (ax, ay), (bx, by) = coordinates(a), coordinates(b)
    x, y = ax + (bx - ax) * span(board), ay + (by - ay) * span(board)
    if x < board and y < board:
        made = stick(colour, a, field_name(x, y), floor)
        if made.half_bridges & mask == made.half_bridges:
            return made
    raise InputError(message("drawing.half", value=f"{colour}{floor}", field=a, other=b))
