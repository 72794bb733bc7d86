"""One turn held against every rule: each question that the rules ask of it has its own answer here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from referee.antiblok.asked import Asked, TurnVerdict
from referee.antiblok.board import CARDS_ROUND, COLOURS, FIELDS, are_neighbours, in_order
from referee.antiblok.dice import ANTIBLOK, ONCE, SWAP, TURN_OVER, TWICE, faces_for, order_of_the_die
from referee.antiblok.ending import has_all_blocks, outcome_of
from referee.antiblok.position import Position
from referee.antiblok.repeat import Marks, forbidden, marks_after
from referee.antiblok.rules import NoRepeat, RuleBook, Swap, Taking
from referee.antiblok.scoring import no_square
from referee.antiblok.turn import BlockChange, CardChange, Kind, Turn, cards_round, read_blocks, read_cards
from referee.verdict import Finding
from words.message import Message, message

DIE_JUDGED = ("card.kind", "turn.count", "turn.swap_turned", "turn.direction", "turn.die")
"""Where one of these is named, no throw explains what was done with the cards."""


@dataclass(frozen=True)
class Explained:
    """A turn between two positions that hide nothing."""

    before: Position
    after: Position
    asked: Asked

    @cached_property
    def cards(self) -> CardChange:
        return read_cards(self.before, self.after, self.face)

    @cached_property
    def blocks(self) -> BlockChange:
        return read_blocks(self.before, self.after, frozenset(self.cards.fields))

    @property
    def face(self) -> str | None:
        return order_of_the_die(self.asked.die)

    @property
    def rules(self) -> RuleBook:
        return self.asked.rules

    @cached_property
    def locked(self) -> frozenset[str]:
        """The cards round blocks that lay there all the time, or were claimed before a card was touched."""
        lying = {at for at, colour in self.before.blocks.items() if self.after.blocks.get(at) == colour}
        held = {at for at in self.asked.held if at in self.after.blocks}
        return cards_round(frozenset({*lying, *self.blocks.broken, *held}))

    @cached_property
    def foreign(self) -> tuple[str, ...]:
        return tuple(at for at, colour in self.blocks.laid.items() if not self.asked.is_own(colour))

    @cached_property
    def wins(self) -> bool:
        return has_all_blocks(self.after, self.asked.player, self.rules, self.asked.players)

    @cached_property
    def swapped_look_alikes(self) -> bool:
        """Nothing changed although a swap was thrown: two free cards that look alike may have changed places."""
        if self.face != SWAP or self.cards.fields or self.wins:
            return False
        return any(self.before.cards[a] == self.before.cards[b] for a, b in self._pairs(self.locked))

    @property
    def kind(self) -> Kind:
        if self.cards.swapped or self.swapped_look_alikes:
            return Kind.SWAP
        if self.cards.turned:
            return Kind.ROTATE
        if self.blocks.taken:
            return Kind.ANTIBLOK
        return Kind.CLAIM if self.blocks.laid else Kind.PASS

    @property
    def complete(self) -> bool:
        """Without a card touched it is not, as long as something is to be thrown."""
        return bool(self.cards.fields) or self.wins or self.face is not None

    def verdict(self) -> TurnVerdict:
        if other := self._out_of_order():
            said = message("antiblok.turn.order", colour=other, colour_player=self.asked.player)
            broken = Finding("turn.order", said, tuple(self.blocks.laid))
            return TurnVerdict(None, (broken,), position=self.after, marks=self.asked.marks)
        violations = tuple(self._violations())
        turn = None
        if not (self.foreign or (self.cards.fields and self.cards.unexplained)):
            swapped = self.cards.fields if self.cards.swapped else ()
            found = self.blocks.claimed, self.blocks.placed, in_order(set(self.blocks.taken))
            turn = Turn(self.kind, self.cards.turned, swapped, *found, self.complete)
        missed = self._missed() if turn and turn.complete else ()
        advice: tuple[Finding, ...] = ()
        if missed:
            if self.rules.must_place:
                said = message("antiblok.turn.missed", crossings=missed)
                violations += (Finding("turn.missed", said, missed),)
            else:
                advice = (Finding("block.missed", message("antiblok.block.missed", crossings=missed), missed),)
        outcome = None
        if not violations:
            outcome = outcome_of(self.before, self.after, self.asked.player, self.rules, self.asked.players)
        open_ = tuple(self._open(turn, violations)) if turn else ()
        return TurnVerdict(turn, violations, open_, advice, outcome, self.after, self._marks(turn))

    def _marks(self, turn: Turn | None) -> Marks | None:
        if self.asked.marks is None or turn is None or not turn.complete:
            return self.asked.marks
        return marks_after(self.asked.marks, self.asked.player, tuple(turn.turned), turn.swapped)

    def _out_of_order(self) -> str | None:
        """The other player whose blocks, laid on their squares, are all that changed."""
        colours = set(self.blocks.laid.values())
        if self.cards.fields or self.blocks.taken or len(colours) != 1 or self.rules.solo:
            return None
        (other,) = colours
        known = not self.asked.players or other in self.asked.players
        on_squares = all(self.after.square(at) == other for at in self.blocks.laid)
        return other if other != self.asked.player and known and on_squares else None

    def _violations(self) -> Iterator[Finding]:
        """In the order of the rule sheet; of the first five only the first that fits."""
        if fault := self.cards.fault or self._against_the_die():
            yield self._about_cards(fault)
        if touched := tuple(at for at in self.cards.fields if at in self.locked):
            yield Finding("turn.locked", message("antiblok.turn.locked", fields=touched), touched)
        yield from self._taking()
        yield from self._laying()
        if self._could_have_acted():
            yield Finding("turn.pass", message("antiblok.turn.pass", face=self._face_word(str(self.face))))
        if again := self._repeated():
            yield Finding("turn.repeat", message("antiblok.turn.repeat", fields=again), again)

    def _about_cards(self, fault: str) -> Finding:
        fields = self.cards.fields
        match fault:
            case "card.kind":
                return Finding("card.kind", message("antiblok.card.kind", fields=fields), fields)
            case "turn.count" if len(fields) > 2:
                return Finding("turn.count", message("antiblok.turn.count", count=len(fields), fields=fields), fields)
            case "turn.count":
                return Finding("turn.count", message("antiblok.turn.count.half", fields=fields), fields)
            case "turn.swap_turned":
                return Finding("turn.swap_turned", message("antiblok.turn.swap_turned", fields=fields), fields)
            case "turn.direction" if self.face is None:
                return Finding("turn.direction", message("antiblok.turn.direction.both", fields=fields), fields)
            case "turn.direction":
                said = message("antiblok.turn.direction", face=self._face_word(str(self.face)), fields=fields)
                return Finding("turn.direction", said, fields)
            case _:
                return Finding("turn.die", self._unlike_the_die(), fields)

    def _unlike_the_die(self) -> Message:
        fields = self.cards.fields
        if self.asked.die == TURN_OVER:
            return message("antiblok.turn.die.over", fields=fields)
        if self.cards.swapped and self.face in (SWAP, None) and SWAP in self.rules.faces:
            return message("antiblok.turn.die.adjacent", fields=fields)
        if self.face is None:
            return message("antiblok.turn.die.none", fields=fields)
        return message("antiblok.turn.die", face=self._face_word(self.face), fields=fields)

    @staticmethod
    def _face_word(face: str) -> Message:
        return Message(f"antiblok.face.{face}")

    def _against_the_die(self) -> str | None:
        """`turn.direction` or `turn.die` if what was done with the cards is not what was thrown."""
        if not self.cards.fields:
            return None
        if self.asked.die == TURN_OVER:
            return "turn.die"
        if self.cards.swapped:
            near = self.rules.swap is Swap.ANY or are_neighbours(*self.cards.fields)
            return None if near and self.possible_faces else "turn.die"
        if self.possible_faces:
            return None
        turns = tuple(self.cards.turned.values())
        undirected = faces_for(turns, free=True)
        if self.face is None:
            return "turn.direction" if set(undirected) & set(self.rules.faces) else "turn.die"
        return "turn.direction" if self.face in undirected else "turn.die"

    @cached_property
    def possible_faces(self) -> tuple[str, ...]:
        """The faces that agree with the known throws and ask for what was done with the cards."""
        if self.cards.swapped:
            asked: Sequence[str] = (SWAP,)
        else:
            asked = faces_for(tuple(self.cards.turned.values()), self.rules.direction == "free")
        return tuple(face for face in asked if face in self.rules.faces and self.face in (face, None))

    def _taking(self) -> Iterator[Finding]:
        taken, die = self.blocks.taken, self.asked.die
        at = in_order(set(taken))
        if len(taken) > 1:
            yield Finding(
                "turn.antiblok", message("antiblok.turn.antiblok.several", count=len(taken), crossings=at), at
            )
        elif taken and (die[0] != ANTIBLOK if die else ANTIBLOK not in self.rules.faces):
            yield Finding("turn.antiblok", message("antiblok.turn.antiblok", crossings=at), at)
        elif self.rules.antiblok is Taking.OTHERS and not self.rules.solo and self.asked.player in taken.values():
            yield Finding("turn.antiblok", message("antiblok.turn.antiblok.own", crossings=at), at)

    def _laying(self) -> Iterator[Finding]:
        laid = self.blocks.laid
        for colour in COLOURS:
            own = tuple(at for at, c in laid.items() if c == colour and self.asked.is_own(c))
            if own and self.after.count(colour) > self.asked.blocks_each:
                in_hand = max(self.asked.blocks_each - self.after.count(colour) + len(own), 0)
                said = message("antiblok.turn.stock", colour=colour, count=len(own), in_hand=in_hand)
                yield Finding("turn.stock", said, own)
        if self.foreign:
            said = message("antiblok.turn.foreign", colours=self._colours(self.foreign), crossings=self.foreign)
            yield Finding("turn.foreign", said, self.foreign)
        yield from (no_square(at, laid[at]) for at in self.blocks.baseless)
        if not self.rules.claims and self.blocks.claimed:
            at = self.blocks.claimed
            yield Finding("block.square", message("antiblok.block.square.old", crossings=at), at)
        if again := tuple(at for at in self.blocks.claimed if at in self.asked.freed and not self.rules.reclaim):
            yield Finding("block.square", message("antiblok.block.square.freed", crossings=again), again)

    def _colours(self, crossings: tuple[str, ...]) -> tuple[str, ...]:
        found = {self.blocks.laid[at] for at in crossings}
        return tuple(c for c in COLOURS if c in found)

    def _could_have_acted(self) -> bool:
        """Whether no card was touched although the face that was thrown could be obeyed, whatever came first."""
        if self.cards.fields or self.wins or not self.rules.must_act or self.face in (None, ANTIBLOK):
            return False
        if self.swapped_look_alikes:
            return False
        locked = self.locked | cards_round(frozenset(self.blocks.claimed))
        return can_obey(str(self.face), locked, self._not_again() or frozenset(), self.rules)

    def _pairs(self, locked: frozenset[str]) -> Iterator[tuple[str, str]]:
        return swappable(locked, self.rules)

    def _not_again(self) -> frozenset[str] | None:
        """The cards that may not be turned again, None if nobody knows which they are."""
        mode = self.rules.repeating(len(self.asked.players))
        if mode is NoRepeat.OFF:
            return frozenset()
        if self.asked.marks is None:
            return None
        return forbidden(self.asked.marks, self.asked.player, self.asked.previous, mode)

    def _repeated(self) -> tuple[str, ...]:
        again = self._not_again() or frozenset()
        return tuple(at for at in self.cards.turned if at in again)

    def _missed(self) -> tuple[str, ...]:
        """The own squares that are left free although a block for them is in hand."""
        return tuple(
            at
            for at, colour in self.after.squares().items()
            if at not in self.after.blocks
            and self.asked.is_own(colour)
            and self.after.count(colour) < self.asked.blocks_each
            and may_be_claimed(self.before, frozenset(self.cards.fields), at, colour, self.asked)
        )

    def _open(self, turn: Turn, violations: tuple[Finding, ...]) -> Iterator[Finding]:
        """What the die would have to say, and who turned what."""
        die = self.asked.die
        if self.face is None:
            if self.cards.fields:
                if self.possible_faces and not any(f.rule in DIE_JUDGED for f in violations):
                    throws = self._inferred()
                    yield Finding("turn.die", message("antiblok.open.die", throws=throws), self.cards.fields)
            elif die is None and turn.kind is Kind.ANTIBLOK:
                yield Finding("turn.die", message("antiblok.open.die", throws=(self._face_word(ANTIBLOK),)))
            elif die is None and turn.kind is Kind.PASS:
                yield Finding("turn.pass", message("antiblok.open.pass"))
        if turn.turned and self._not_again() is None:
            yield Finding("turn.repeat", message("antiblok.open.repeat"), tuple(turn.turned))

    def _inferred(self) -> tuple[Message, ...]:
        faces = tuple(self._face_word(face) for face in self.possible_faces)
        both = message("antiblok.word.or", faces=faces[0], others=faces[1]) if len(faces) > 1 else faces[0]
        return (self._face_word(ANTIBLOK), both) if self.blocks.taken else (both,)


def may_be_claimed(before: Position, touched: frozenset[str], at: str, colour: str, asked: Asked) -> bool:
    """Whether a block may be laid on this free square now, as the players read the rules. A block that lay there as the
    turn began was taken in it."""
    if before.square(at) != colour or CARDS_ROUND[at] & touched:
        return True
    freed = at in asked.freed or at in before.blocks
    return asked.rules.claims and (asked.rules.reclaim or not freed)


def can_obey(face: str, locked: frozenset[str], not_again: frozenset[str], rules: RuleBook) -> bool:
    """Whether a face's order can be carried out on cards that are not locked."""
    if face == SWAP:
        return next(swappable(locked, rules), None) is not None
    return face in ONCE + TWICE and any(at not in locked and at not in not_again for at in FIELDS)


def swappable(locked: frozenset[str], rules: RuleBook) -> Iterator[tuple[str, str]]:
    """The pairs of fields whose cards may change places."""
    free = [at for at in FIELDS if at not in locked]
    return (pair for pair in combinations(free, 2) if rules.swap is Swap.ANY or are_neighbours(*pair))
