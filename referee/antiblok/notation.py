"""A turn in writing: what was thrown, what was done with the cards, and the blocks.

`L1 c3<` turns a card to the left, `R1 c3>` to the right, `L2 c3<<` by a half, `S c3~e5` swaps two, `X -b2+ S c3~e5`
takes a block back first. `+b2+` lays a block of the player's colour, `+Bb2+` one of another. `pass` is a turn too, and
`time` says that the agreed time is up. A card that became another one is written out: `c3=RBYG`. Any change can be
written, allowed or not; without a throw the die was not seen.
"""

from __future__ import annotations

import re

from referee.antiblok.board import CROSSINGS, FIELDS, HALF, LEFT, RIGHT, quarters_between, turned
from referee.antiblok.dice import FACES, SWAP, Die, order_of_the_die, read_die
from referee.antiblok.position import Position, check_card
from words.message import InputError, message

PASS, TIME = "pass", "time"
SIGNS = {LEFT: "<", RIGHT: ">", HALF: "<<"}
TURNS = {"<": LEFT, ">": RIGHT, "<<": HALF, ">>": HALF}
_TURN = re.compile(r"([a-z]\d)(<<|>>|<|>)", re.ASCII)
_SWAP = re.compile(r"([a-z]\d)~([a-z]\d)", re.ASCII)
_CARD = re.compile(r"([a-z]\d)=([RBYG?]{4})", re.ASCII)
_BLOCK = re.compile(r"([+-])([RBYG]?)([a-z]\d\+)", re.ASCII)


def write_turn(before: Position, after: Position, player: str, die: Die | None = None) -> str:
    """What changed between two positions, as a turn of `player`; `read_written` gives `after` and the throws back."""
    throws = list(die or ())
    taken = [f"-{at}" for at, c in before.blocks.items() if after.blocks.get(at) != c]
    laid = [
        f"+{'' if colour == player else colour}{at}"
        for at, colour in after.blocks.items()
        if before.blocks.get(at) != colour
    ]
    words = [*throws[:1], *taken, *throws[1:], *_cards(before, after, order_of_the_die(die)), *laid]
    return " ".join(words) if len(words) > len(throws) else " ".join([*throws, PASS])


def _cards(before: Position, after: Position, face: str | None) -> list[str]:
    changed = [at for at in FIELDS if before.cards[at] != after.cards[at]]
    turns = {at: quarters_between(before.cards[at], after.cards[at]) for at in changed}
    if len(changed) == 2:
        a, b = changed
        exchanged = before.cards[a] == after.cards[b] and before.cards[b] == after.cards[a]
        if exchanged and (face in (SWAP, None) or None in turns.values()):
            return [f"{a}~{b}"]
    return [f"{at}={after.cards[at]}" if turn is None else f"{at}{SIGNS[turn]}" for at, turn in turns.items()]


def read_written(written: str, before: Position, player: str) -> tuple[Position, Die | None]:
    """The position after a written turn and its throws. A word that cannot be read or does not fit is an `InputError`
    quoting it."""
    words = written.split()
    if not words:
        raise InputError(message("notation.empty"))
    throws = [word for word in words if word in FACES]
    cards, blocks = dict(before.cards), dict(before.blocks)
    rest = [word for word in words if word not in FACES]
    for word in rest if rest != [PASS] else []:
        if match := _TURN.fullmatch(word):
            at = _field(match[1])
            cards[at] = turned(cards[at], TURNS[match[2]])
        elif match := _SWAP.fullmatch(word):
            a, b = _field(match[1]), _field(match[2])
            cards[a], cards[b] = cards[b], cards[a]
        elif match := _CARD.fullmatch(word):
            cards[_field(match[1])] = check_card(match[2], match[1])
        elif match := _BLOCK.fullmatch(word):
            _block(match, word, blocks, player)
        else:
            raise InputError(message("antiblok.notation.word", value=word[:40]))
    return Position.of(cards, blocks, before.game), read_die(throws or None)


def _field(name: str) -> str:
    if name not in FIELDS:
        raise InputError(message("antiblok.input.field", value=repr(name)))
    return name


def _block(match: re.Match[str], word: str, blocks: dict[str, str], player: str) -> None:
    at, colour = match[3], match[2]
    if at not in CROSSINGS:
        raise InputError(message("antiblok.input.crossing", value=repr(at)))
    if match[1] == "+":
        if at in blocks:
            raise InputError(message("notation.impossible", value=word))
        blocks[at] = colour or player
    elif blocks.get(at) is None or (colour and blocks[at] != colour):
        raise InputError(message("notation.impossible", value=word))
    else:
        del blocks[at]
