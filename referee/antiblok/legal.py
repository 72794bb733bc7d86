"""Every legal turn: for the throws that are known, or for all that are possible."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

from referee.antiblok.asked import Asked
from referee.antiblok.board import FIELDS, HALF, LEFT, RIGHT, turned
from referee.antiblok.dice import ANTIBLOK, SWAP, TURN_OVER, TWICE, Die, every_die, order_of_the_die, quarters_of
from referee.antiblok.ending import has_all_blocks
from referee.antiblok.position import Position
from referee.antiblok.repeat import forbidden
from referee.antiblok.rules import Direction, NoRepeat, Taking
from referee.antiblok.turn import cards_round
from referee.antiblok.turnrules import can_obey, may_be_claimed, swappable
from referee.places import agree, look_alike

Cards = Mapping[str, str]
"""The cards that lie otherwise after an action."""


def anything(cards: Cards) -> bool:
    return True


def legal_turns(
    position: Position, asked: Asked, looks_like: Callable[[Cards], bool] = anything
) -> Iterator[tuple[Die | None, Position]]:
    """Every position that a legal turn can lead to, with the throws for which it does; those without throws are turns
    under way. `looks_like` leaves out what was done with the cards before anything else is tried."""
    for throws in _throws(asked):
        for taken in _takings(position, asked, throws):
            blocks = {at: colour for at, colour in position.blocks.items() if at != taken}
            locked = cards_round(frozenset(blocks)) | cards_round(asked.held & frozenset(blocks))
            for cards in _actions(position, asked, throws, locked):
                if looks_like(cards):
                    acted = position.changed(cards, blocks)
                    complete = order_of_the_die(throws) is not None
                    yield from ((throws, after) for after in _layings(position, acted, asked, complete))
    if asked.die and looks_like({}):  # a claim that wins needs no throw, so none forbids it
        for after in _layings(position, position, asked, complete=False):
            if after != position and has_all_blocks(after, asked.player, asked.rules, asked.players):
                yield asked.die, after


def _throws(asked: Asked) -> Iterator[Die | None]:
    """The known throws, or all that agree with them; those of a turn under way first."""
    faces = asked.rules.faces
    if asked.die is None:
        yield None
        if ANTIBLOK in faces:
            yield (ANTIBLOK,)
        yield from every_die(faces)
    elif asked.die == (ANTIBLOK,):
        yield asked.die
        yield from ((ANTIBLOK, face) for face in faces)
    else:
        yield asked.die


def _takings(position: Position, asked: Asked, throws: Die | None) -> Iterator[str | None]:
    yield None
    if throws and throws[0] == ANTIBLOK:
        spared = asked.player if asked.rules.antiblok is Taking.OTHERS and not asked.rules.solo else None
        yield from (at for at, colour in position.blocks.items() if colour != spared)


def _actions(position: Position, asked: Asked, throws: Die | None, locked: frozenset[str]) -> Iterator[Cards]:
    """What may be done with the cards. Two look-alikes that change places leave everything as it is."""
    face = order_of_the_die(throws)
    if face is None or throws == TURN_OVER:
        yield {}
        return
    cards, rules = position.cards, asked.rules
    if face == SWAP:
        pairs = list(swappable(locked, rules))
        yield from ({a: cards[b], b: cards[a]} for a, b in pairs if cards[a] != cards[b])
        if not pairs or not rules.must_act or any(cards[a] == cards[b] for a, b in pairs):
            yield {}
        return
    again = _not_again(asked)
    free = [at for at in FIELDS if at not in locked and at not in again]
    way, _ = quarters_of(face)
    ways = (LEFT, RIGHT) if rules.direction is Direction.FREE else (way,)
    if not rules.must_act or not can_obey(face, locked, again, rules):
        yield {}
    if face in TWICE:
        yield from ({at: turned(cards[at], HALF)} for at in free)
        for a, b in combinations(free, 2):
            yield from ({a: turned(cards[a], i), b: turned(cards[b], j)} for i in ways for j in ways)
    else:
        yield from ({at: turned(cards[at], i)} for at in free for i in ways)


def _not_again(asked: Asked) -> frozenset[str]:
    mode = asked.rules.repeating(len(asked.players))
    if mode is NoRepeat.OFF or asked.marks is None:
        return frozenset()
    return forbidden(asked.marks, asked.player, asked.previous, mode)


def _layings(before: Position, acted: Position, asked: Asked, complete: bool) -> Iterator[Position]:
    """The same with blocks on any of the own squares that are free, or on all of them where that is a duty."""
    touched = frozenset(at for at in FIELDS if before.cards[at] != acted.cards[at])
    squares = [
        at
        for at, colour in acted.squares().items()
        if at not in acted.blocks and asked.is_own(colour) and may_be_claimed(before, touched, at, colour, asked)
    ]
    most = len(squares)
    for count in range(most, -1, -1):
        found = False
        for chosen in combinations(squares, count):
            blocks = {**acted.blocks, **{at: str(acted.square(at)) for at in chosen}}
            after = acted.changed(blocks=blocks)
            if any(after.count(colour) > asked.blocks_each for colour in set(blocks.values()) if asked.is_own(colour)):
                continue
            found = True
            yield after
        if found and asked.rules.must_place and complete:
            return  # as many as there are blocks for: fewer would leave one out


def near(position: Position, asked: Asked, seen: Position, doubtful: frozenset[str]) -> Iterator[Position]:
    """The positions after a legal turn, or after nothing, that look like what was seen apart from doubtful places."""

    different = {at for at in FIELDS if at not in doubtful and not look_alike(position.cards[at], seen.cards[at])}

    def looks_like(cards: Cards) -> bool:
        return different <= cards.keys() and all(
            at in doubtful or look_alike(card, seen.cards[at]) for at, card in cards.items()
        )

    found = dict.fromkeys([position])
    for throws, after in legal_turns(position, asked, looks_like):
        found[after] = None
        if order_of_the_die(throws) is not None and asked.rules.next_claim:
            found.update(dict.fromkeys(_claimed_at_once(after, asked, seen, doubtful)))
    for after in found:
        if agree(after.places, seen.places, doubtful):
            yield after


def _claimed_at_once(after: Position, asked: Asked, seen: Position, doubtful: frozenset[str]) -> Iterator[Position]:
    """The same with blocks that the next player was seen to have laid already, or may have."""
    following = asked.next_player
    if following in (None, asked.player) or has_all_blocks(after, asked.player, asked.rules, asked.players):
        return
    free = [at for at, colour in after.squares().items() if colour == following and at not in after.blocks]
    laid = [at for at in free if at in doubtful or seen.blocks.get(at) == following]
    for count in range(1, min(len(laid), asked.blocks_each - after.count(str(following))) + 1):
        for chosen in combinations(laid, count):
            yield after.changed(blocks={**after.blocks, **dict.fromkeys(chosen, str(following))})
