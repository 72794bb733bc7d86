"""The die: its six faces, and which lists of throws one turn can have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from referee.antiblok.board import HALF, LEFT, RIGHT
from words.message import InputError, message

SWAP, ANTIBLOK = "S", "X"
FACES = ("L1", "L2", "R1", "R2", SWAP, ANTIBLOK)
ONCE, TWICE = ("L1", "R1"), ("L2", "R2")
WAY = {"L": LEFT, "R": RIGHT}
MOST_THROWS = 2

Die: TypeAlias = tuple[str, ...]
"""The throws of one turn: one face, or Anti-Blok and what was thrown after it."""
TURN_OVER: Die = (ANTIBLOK, ANTIBLOK)


def read_die(value: object, faces: Sequence[str] = FACES) -> Die | None:
    """The throws a question names, None if it names none; a list that no turn can have is an error."""
    if value is None:
        return None
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= MOST_THROWS:
        raise InputError(message("antiblok.input.die", known=", ".join(faces)), "die")
    if any(not isinstance(face, str) or face not in faces for face in value):
        raise InputError(message("antiblok.input.die", known=", ".join(faces)), "die")
    if len(value) == MOST_THROWS and value[0] != ANTIBLOK:
        raise InputError(message("antiblok.input.die", known=", ".join(faces)), "die")
    return tuple(value)


def order_of_the_die(die: Die | None) -> str | None:
    """The face that says what to do with the cards, X after a second Anti-Blok, None while it is not known."""
    return None if die is None or die == (ANTIBLOK,) else die[-1]


def every_die(faces: Sequence[str]) -> Iterator[Die]:
    """Everything that can be thrown in one whole turn."""
    yield from ((face,) for face in faces if face != ANTIBLOK)
    if ANTIBLOK in faces:
        yield from ((ANTIBLOK, face) for face in faces)


def quarters_of(face: str) -> tuple[int, int]:
    """Of an order to turn: by how many quarters to the left a card goes for each time, and how many times."""
    return WAY[face[0]], int(face[1])


def faces_for(turns: Sequence[int], free: bool) -> tuple[str, ...]:
    """The faces that ask for these turns of one or two cards; with `free` the players choose the direction."""
    if len(turns) == 1 and turns[0] == HALF:
        return TWICE
    faces = ONCE if len(turns) == 1 else TWICE
    if HALF in turns:
        return ()
    return tuple(face for face in faces if free or all(turn == WAY[face[0]] for turn in turns))
