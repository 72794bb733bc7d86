"""One row of a list: a photograph, or several that show one position, and what is known of it."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

from referee.game import AnyGame, PositionVerdict, Rules
from referee.top_view import TopView
from vision.doubt import Doubt
from vision.families import Hanging, Reader, reader_of
from vision.picture_reading import Reading
from web.door.errors import Conflict
from web.photographs.reading_work import Again, Seen, Wish, game_of
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
    position: Any
    by_hand: tuple[str, ...]
    """Places that somebody corrected."""
    rules: Rules | None

    @cached_property
    def game(self) -> AnyGame:
        return game_of(self.rules.id if self.rules is not None else None)

    @property
    def reader(self) -> Reader:
        return reader_of(self.game)

    @property
    def board(self) -> int:
        """How many fields it has across."""
        return self.reader.board(self.position)

    @cached_property
    def doubts(self) -> tuple[Doubt, ...]:
        """What a person has said is beyond doubt."""
        return tuple(doubt for doubt in self.reading.unsure if doubt.at not in self.by_hand)

    @cached_property
    def hangs(self) -> tuple[Hanging, ...]:
        """What of the verdict hangs on doubtful places."""
        if self.rules is None or self.verdict is None:
            return ()
        return self.reader.hanging(self.position, [doubt.at for doubt in self.doubts], self.rules)

    @cached_property
    def claims(self) -> Any:
        """What it vouches for, to be compared with others; None where pictures are read one by one."""
        together = self.reader.together
        return together and together.claims(self.position, [doubt.at for doubt in self.doubts])

    @property
    def p(self) -> dict[str, float]:
        """How probable what the camera read is, without what a person said."""
        return {at: round(p, 3) for at, p in sorted(self.reading.p.items()) if at not in self.by_hand}

    @cached_property
    def verdict(self) -> PositionVerdict | None:
        return None if self.rules is None or self.problem else self.game.judge(self.position, self.rules, {})

    @property
    def top(self) -> TopView | None:
        """The board from above, where the game has no other view."""
        rules = self.rules if self.rules is not None else self.game.rule_book({})
        top: TopView | None = self.game.top_view(self.position, rules)
        return top

    @property
    def problem(self) -> Message | None:
        """Why this position cannot be judged."""
        if self.rules is None or self.board == self.rules.board:
            return None
        return message("game.board", game=message(f"game.{self.game.id}"), right=self.rules.board, board=self.board)

    def with_corrections_of(self, before: Answer) -> Answer:
        """What a person said of another reading holds here too, unless it was of another board."""
        said = tuple(place for place in before.by_hand if place not in self.by_hand)
        if not said or before.board != self.board:
            return self
        there = before.position.places
        position = self.position.with_places({place: there.get(place, "") for place in said})
        return replace(self, position=position, by_hand=(*self.by_hand, *said))

    def seen_from(self, quarters: int) -> Answer:
        """What was said of a picture, as it is called from so many sides further on the left."""
        assert self.reader.together is not None
        position, said = self.reader.together.turned(self.position, self.by_hand, quarters)
        return replace(self, position=position, by_hand=said)

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


def with_corrections(fresh: Answer, row: Row, members: Sequence[Row]) -> Answer:
    """With what a person said before; of a group that was never read, what was said of its pictures that were used."""
    if row.answer is not None:
        return fresh.with_corrections_of(row.answer)
    for member, view in zip(members, fresh.seen.views, strict=False):
        if member.answer is not None and view.used:
            fresh = fresh.with_corrections_of(member.answer.seen_from(view.turned // 90))
    return fresh


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
