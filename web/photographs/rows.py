"""One row of a list: a photograph, or several that show one position, and what is known of it."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from referee.tactori.correction import place_named, place_of
from referee.tactori.hanging import Hanging, hanging
from referee.tactori.position import Position
from referee.tactori.rules import RuleBook
from referee.tactori.scoring import PositionVerdict, judge_position
from vision.tactori.reading import Doubt, Reading
from web.door.errors import Conflict
from web.photographs.reading_work import Again, Seen, Wish
from web.photographs.turned import turned_place, turned_position
from web.workshop.workshop import Job, State
from words.message import InputError, Message, message

LONGEST_NAME = 120
# What a group is refused with where a person has to say how its pictures are turned.
ASKS_TURNING = "together.turning"


class RowState(StrEnum):
    """In the order in which they are shown: first what needs a person most."""

    ERROR = "error"
    UNSURE = "unsure"
    ILLEGAL = "illegal"
    CLEAR = "clear"
    READING = "reading"
    WAITING = "waiting"


ORDER = {state: place for place, state in enumerate(RowState)}


@dataclass(frozen=True)
class Answer:
    """What is known of a photograph that was read: what it shows, as the camera or a person says, and the verdict."""

    seen: Seen
    reading: Reading
    position: Position
    by_hand: tuple[str, ...]
    """Fields and sticks (`c3-e3`) that somebody corrected."""
    rules: RuleBook | None

    @cached_property
    def doubts(self) -> tuple[Doubt, ...]:
        """What a person has said is beyond doubt."""
        return tuple(doubt for doubt in self.reading.unsure if place_named(doubt.at) not in self.by_hand)

    @cached_property
    def hangs(self) -> tuple[Hanging, ...]:
        """What of the verdict hangs on doubtful sticks."""
        ways = [doubt.at for doubt in self.doubts if not doubt.is_field]
        return hanging(self.position, ways, self.rules) if self.rules is not None and self.verdict is not None else ()

    @property
    def p(self) -> dict[str, float]:
        """How probable what the camera read is, without what a person said."""
        return {at: round(p, 3) for at, p in sorted(self.reading.p.items()) if place_named(at) not in self.by_hand}

    @cached_property
    def verdict(self) -> PositionVerdict | None:
        return None if self.rules is None or self.problem else judge_position(self.position, self.rules)

    @property
    def problem(self) -> Message | None:
        """Why this position cannot be judged."""
        if self.rules is None or self.position.board == self.rules.game.board:
            return None
        game = self.rules.game
        name = message(f"game.{game.id}")
        return message("game.board", game=name, right=game.board, board=self.position.board)

    def with_corrections_of(self, before: Answer) -> Answer:
        """What a person said of another reading holds here too, unless it was of another board."""
        said = tuple(place for place in before.by_hand if place not in self.by_hand)
        if not said or before.position.board != self.position.board:
            return self
        towers = {at: stack for at, stack in self.position.towers.items() if at not in said}
        towers |= {at: stack for at, stack in before.position.towers.items() if at in said}
        sticks = [stick for stick in self.position.sticks if place_of(*stick.fields) not in said]
        sticks += [stick for stick in before.position.sticks if place_of(*stick.fields) in said]
        return replace(self, position=Position.of(self.position.board, towers, sticks), by_hand=(*self.by_hand, *said))

    def seen_from(self, quarters: int) -> Answer:
        """What was said of a picture, as it is called from so many sides further on the left."""
        board = self.position.board
        said = tuple(turned_place(place, board, quarters) for place in self.by_hand)
        return replace(self, position=turned_position(self.position, quarters), by_hand=said)

    @property
    def state(self) -> RowState:
        if self.problem:
            return RowState.ERROR
        if self.doubts or (self.verdict is not None and self.verdict.open):
            return RowState.UNSURE
        return RowState.ILLEGAL if self.verdict is not None and not self.verdict.legal else RowState.CLEAR


@dataclass
class Row:
    """One photograph of a list, or a group of them. Its name is only ever shown."""

    n: int
    name: str
    job: Job | None = None
    queued: bool = False
    """Whether it waits in its list to be read again."""
    file: bytes | None = None
    """What was handed in, until something is known of it: if reading it was ended before, it can be tried again."""
    seen: Seen | None = None
    answer: Answer | None = None
    error: InputError | None = None
    wish: Wish | None = None
    """How it was read, if otherwise than the list."""
    remark: InputError | None = None
    """Why it could not be read again; what was read before stays."""
    members: tuple[int, ...] = ()
    """The pictures of a group. Fields are named as the first of them sees the board."""
    turned: tuple[int | None, ...] = ()
    """How each of them is turned, as far as a person said so."""
    apart: bool = False
    """Whether the group was taken apart. It is kept so that it can be put together again as it was."""

    @property
    def is_group(self) -> bool:
        return bool(self.members)

    @property
    def state(self) -> RowState:
        if self.job is not None:
            return RowState.READING if self.job.state is State.RUNNING else RowState.WAITING
        if self.queued:
            return RowState.WAITING
        if self.answer is not None:
            return self.answer.state
        return RowState.ERROR if self.error is not None else RowState.WAITING

    @property
    def unread(self) -> bool:
        return self.job is not None or self.queued or (self.answer is None and self.error is None)

    @property
    def failed(self) -> bool:
        """Whether nothing could be read in it."""
        return not self.unread and self.answer is None

    @property
    def has_picture(self) -> bool:
        """Whether it can be shown; after the program was started again, only if pictures are kept."""
        return self.seen is not None and bool(self.seen.shown)

    @property
    def can_be_read(self) -> bool:
        """Whether what it was read from is still there."""
        return self.file is not None or (self.seen is not None and self.seen.kept is not None)

    @property
    def asks_turning(self) -> bool:
        """Whether a person has to say how the pictures of a group are turned."""
        return self.answer is None and self.error is not None and self.error.message.key == ASKS_TURNING

    @property
    def kept_bytes(self) -> int:
        """A group shows the pictures of its members, so that it keeps none."""
        if self.is_group:
            return 0
        return (len(self.file) if self.file else 0) + (self.seen.kept_bytes if self.seen is not None else 0)


def again_of(row: Row, turn: int | None = None) -> Again:
    """A picture as it is handed to whoever looks at it again; raises `Conflict` if it is not there any more."""
    if row.seen is None or row.seen.kept is None:
        raise Conflict(message("web.photos.not_kept", name=row.name or str(row.n)))
    return Again(row.name, row.seen.kept, row.seen.size, turn)


def shown_name(name: str) -> str:
    """A name from outside, made fit to be shown on one line: nothing in it turns text around or hides it."""
    plain = "".join(" " if unicodedata.category(sign)[0] in "CZ" else sign for sign in name[: 10 * LONGEST_NAME])
    plain = " ".join(plain.split())
    return plain if len(plain) <= LONGEST_NAME else f"…{plain[1 - LONGEST_NAME :]}"
