"""A position as one line that people can read and type: `9 c3:RRB e3:RB R:c3-e3@1`.

The board comes first, then the stacks (field, colon, floors from below), then the sticks (colour, colon, both ends,
and behind the @ the floor they rest on; `R:c3@1-e3@2` if the floors differ).
"""

from __future__ import annotations

import re

from referee.tactori.board import BOARDS, is_colour, is_field
from referee.tactori.position import End, Position, Stick, check_stack
from words.message import InputError, message

_PLACES = re.compile(r"(?P<a>[a-z]\d+)(?:@(?P<fa>\d+))?-(?P<b>[a-z]\d+)(?:@(?P<fb>\d+))?", re.ASCII)


def to_text(position: Position) -> str:
    stacks = [f"{at}:{stack}" for at, stack in position.towers.items()]
    return " ".join([str(position.board), *stacks, *map(str, position.sticks)])


def parse_text(text: str) -> Position:
    """The inverse of `to_text`; what cannot be read is an `InputError` that quotes it.

    >>> to_text(parse_text("9 e3:RB c3:RRB R:e3-c3@1"))
    '9 c3:RRB e3:RB R:c3-e3@1'
    """
    words = text.split()
    if not words or words[0] not in map(str, BOARDS):
        raise InputError(message("text.board", value=words[0][:40] if words else ""))
    board, towers, sticks = int(words[0]), dict[str, str](), list[Stick]()
    for number, word in enumerate(words[1:], 2):
        place = f"word {number}"
        head, colon, rest = word.partition(":")
        if not colon:
            raise InputError(message("text.word", value=word[:40]), place)
        if is_colour(head):
            sticks.append(parse_stick(head, rest, board, place))
        elif not is_field(head, board):
            raise InputError(message("input.field", value=repr(head[:40]), board=board), place)
        elif head in towers:
            raise InputError(message("text.twice", field=head), place)
        else:
            check_stack(rest, place)
            towers[head] = rest
    return Position.of(board, towers, sticks)


def parse_stick(colour: str, places: str, board: int, place: str) -> Stick:
    """`c3-e3@1` or `c3@1-e3@2`; both floors must be said one way or the other."""
    a, b = parse_ends(places, board, place)
    if b[1] is None:
        raise InputError(message("text.stick", value=places[:40]), place)
    return Stick(colour, End(a[0], b[1] if a[1] is None else a[1]), End(b[0], b[1]))


def parse_ends(places: str, board: int, place: str) -> tuple[tuple[str, int | None], tuple[str, int | None]]:
    """The two fields of a stick, each with its floor if one is said."""
    match = _PLACES.fullmatch(places)
    if not match:
        raise InputError(message("text.stick", value=places[:40]), place)
    for end in "ab":
        if not is_field(match[end], board):
            raise InputError(message("input.field", value=repr(match[end][:40]), board=board), place)
    return (match["a"], _floor(match["fa"], place)), (match["b"], _floor(match["fb"], place))


def _floor(digits: str | None, place: str) -> int | None:
    try:
        return None if digits is None else int(digits)
    except ValueError:  # more digits than Python converts
        raise InputError(message("input.floor", value=digits[:20] if digits else ""), place) from None
