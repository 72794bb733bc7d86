"""A position drawn with letters, for tests and people, that can be read back.

    3 | w . b
    2 | .   .
    1 | w w .
        a b c
    hand=w6,b8

A dot is a free point; where no point is, nothing is drawn. Spaces are free. What is remembered stands below.
"""

from __future__ import annotations

import re
from typing import Any

from referee.classics.asking import board_of, made
from referee.classics.boards import Board
from referee.classics.classic import Classic
from referee.classics.memory import memory_text, parse_memory
from referee.classics.position import Position
from words.message import InputError, message

FREE = "."
_ROW = re.compile(r"\s*(\w{0,2})\s*\|(.*)", re.ASCII)


def draw(classic: Classic[Any], position: Position) -> str:
    """The drawing of a position; `parse_drawing` gives the position back."""
    board = board_of(classic, position.pieces)
    wide = max([1, *map(len, position.pieces.values())])
    labels = max(len(label) for label, _ in board.rows)
    lines = []
    for label, cells in board.rows:
        columns = {column: position.at(point) or FREE for column, point in cells}
        across = range(max(columns, default=-1) + 1)
        drawn = " ".join(columns.get(column, "").ljust(wide) for column in across)
        lines.append(f"{label:>{labels}} | {drawn}".rstrip())
    if board.files:
        lines.append(" " * (labels + 3) + " ".join(file.ljust(wide) for file in board.files).rstrip())
    if remembered := memory_text(classic.memory, position.memory):
        lines.append(remembered)
    return "\n".join(lines) + "\n"


def parse_drawing(classic: Classic[Any], text: str) -> Position:
    """The inverse of `draw`; what cannot be read is an `InputError` with its line."""
    lines = text.splitlines()
    rows = [(number, found) for number, line in enumerate(lines, 1) if (found := _ROW.fullmatch(line))]
    board = next((b for b in classic.boards if _is_of(b, [row[2].split() for _, row in rows])), None)
    if board is None:
        raise InputError(_misfit(classic.boards[0], [(number, row[2].split()) for number, row in rows]))
    pieces: dict[str, str] = {}
    for (number, row), (label, points) in zip(rows, board.rows, strict=True):
        if row[1] != label:
            raise InputError(message("classics.drawing.label", label=label or FREE), f"line {number}")
        for (_, point), content in zip(points, row[2].split(), strict=True):
            if content != FREE:
                pieces[point] = content
    remembered = " ".join(line for line in lines if "=" in line and "|" not in line)
    return made(classic, pieces, parse_memory(classic.memory, remembered))


def _is_of(board: Board, rows: list[list[str]]) -> bool:
    return len(rows) == len(board.rows) and all(
        len(cells) == len(points) for cells, (_, points) in zip(rows, board.rows, strict=True)
    )


def _misfit(board: Board, rows: list[tuple[int, list[str]]]) -> Any:
    if len(rows) != len(board.rows):
        return message("classics.drawing.rows", right=len(board.rows), count=len(rows))
    wrong = next(i for i, (_, cells) in enumerate(rows) if len(cells) != len(board.rows[i][1]))
    return message("classics.drawing.cells", line=rows[wrong][0], right=len(board.rows[wrong][1]))
