"""Which rows of a list clearly show the same pieces: what may be one position, for a person to say so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

from referee.tactori.board import UNKNOWN
from referee.tactori.position import Stick
from vision.tasks import MOST_VIEWS
from web.photographs.rows import Answer, Row
from web.photographs.turned import turned_place, turned_stick

# Both readings vouch for at least so many stacks and so many pieces, floors and sticks, and agree about all of them.
FEWEST_STACKS, FEWEST_PIECES = 4, 8
# And these stacks are at least so large a share of all that either shows: where much is hidden, much may differ.
LEAST_SHARE = 0.5


@dataclass(frozen=True)
class Claims:
    """What a reading vouches for."""

    board: int
    stacks: dict[str, str]
    """All of them, also on doubtful fields."""
    sticks: frozenset[Stick]
    doubtful: frozenset[str]
    ways: frozenset[frozenset[str]]
    """Between which fields it is not known whether a stick lies."""

    @classmethod
    def of(cls, answer: Answer) -> Claims:
        position = answer.position
        doubtful = {doubt.at for doubt in answer.doubts if doubt.is_field}
        doubtful |= {at for at, stack in position.towers.items() if UNKNOWN in stack}
        ways = frozenset(frozenset(doubt.fields) for doubt in answer.doubts if not doubt.is_field)
        return cls(position.board, dict(position.towers), frozenset(position.sticks), frozenset(doubtful), ways)

    def turned(self) -> Claims:
        """As named by somebody who sees the board from the side on the left of this one."""
        board = self.board
        return Claims(
            board,
            {turned_place(at, board): stack for at, stack in self.stacks.items()},
            frozenset(turned_stick(stick, board) for stick in self.sticks),
            frozenset(turned_place(at, board) for at in self.doubtful),
            frozenset(frozenset(turned_place(at, board) for at in way) for way in self.ways),
        )

    @cached_property
    def kinds(self) -> Counter[str]:
        """The stacks that are vouched for, wherever they stand."""
        return Counter(stack for at, stack in self.stacks.items() if at not in self.doubtful)


@dataclass(frozen=True)
class Suggestion:
    """Rows that may be one position."""

    rows: tuple[int, ...]
    pieces: int
    """About so many any two of them agree, floors and sticks."""


@dataclass(frozen=True, eq=False)
class _Asked:
    """What suggestions were asked for; answers are the same only if they are the very same ones."""

    rows: Sequence[tuple[int, Answer | None]]
    dismissed: frozenset[frozenset[int]]

    def same(self, other: _Asked) -> bool:
        return (
            len(self.rows) == len(other.rows)
            and self.dismissed == other.dismissed
            and all(n == m and a is b for (n, a), (m, b) in zip(self.rows, other.rows, strict=True))
        )


@dataclass
class Alike:
    """What was compared already: readings are, each with each, and a list is asked for again and again."""

    _claims: dict[int, tuple[Answer, tuple[Claims, ...]]] = field(default_factory=dict)
    _found: dict[tuple[int, int], tuple[Answer, Answer, int]] = field(default_factory=dict)
    _last: tuple[_Asked, tuple[Suggestion, ...]] | None = None

    def suggest(self, rows: Sequence[Row], dismissed: Set[frozenset[int]]) -> tuple[Suggestion, ...]:
        """Rows each of which clearly shows the same as all others with it, as they came.

        `dismissed` are pairs of pictures that are not to be suggested together.
        """
        read = [row for row in rows if row.answer is not None and not row.unread]
        asked = _Asked([(row.n, row.answer) for row in read], frozenset(dismissed))
        if self._last is None or not self._last[0].same(asked):
            self._last = (asked, self._suggest(read, dismissed))
        return self._last[1]

    def _suggest(self, rows: Sequence[Row], dismissed: Set[frozenset[int]]) -> tuple[Suggestion, ...]:
        clusters: list[list[Row]] = []
        for row in rows:
            for cluster in clusters:
                if not all(self.pieces(each, row) and not _apart(each, row, dismissed) for each in cluster):
                    continue
                if sum(len(_pictures(each)) for each in (*cluster, row)) <= MOST_VIEWS:
                    cluster.append(row)
                    break
            else:
                clusters.append([row])
        return tuple(self._suggestion(cluster) for cluster in clusters if len(cluster) > 1)

    def pieces(self, one: Row, other: Row) -> int:
        """How many pieces both vouch for, if they clearly show the same; otherwise 0."""
        a, b = one.answer, other.answer
        if a is None or b is None:
            return 0
        found = self._found.get((one.n, other.n))
        if found is None or found[0] is not a or found[1] is not b:
            pieces = 0 if _one_file(one, other) else agreement(self._turns(one.n, a)[:1], self._turns(other.n, b))
            found = self._found[one.n, other.n] = (a, b, pieces)
        return found[2]

    def _suggestion(self, cluster: list[Row]) -> Suggestion:
        pairs = [self.pieces(a, b) for i, a in enumerate(cluster) for b in cluster[i + 1 :]]
        return Suggestion(tuple(row.n for row in cluster), min(pairs))

    def _turns(self, n: int, answer: Answer) -> tuple[Claims, ...]:
        kept = self._claims.get(n)
        if kept is None or kept[0] is not answer:
            kept = self._claims[n] = (answer, four_turns(Claims.of(answer)))
        return kept[1]


def four_turns(claims: Claims) -> tuple[Claims, ...]:
    """As seen from each side of the board."""
    made = [claims]
    for _ in range(3):
        made.append(made[-1].turned())
    return tuple(made)


def agreement(ones: Sequence[Claims], others: Sequence[Claims]) -> int:
    """How many pieces both vouch for, if from some side they clearly show the same; otherwise 0."""
    one, other = ones[0], others[0]
    if one.board != other.board or _common(one.kinds, other.kinds) < FEWEST_STACKS:
        return 0
    return max(_same(each, turned) for each in ones for turned in others)


def _common(one: Counter[str], other: Counter[str]) -> int:
    """How many are in both; quicker than to make what is."""
    return sum(min(count, other[kind]) for kind, count in one.items() if kind in other)


def _same(one: Claims, other: Claims) -> int:
    """About how many pieces they agree; 0 if they disagree about anything both vouch for, or agree about little."""
    open_fields = one.doubtful | other.doubtful
    fields = (one.stacks.keys() | other.stacks.keys()) - open_fields
    if any(one.stacks.get(at) != other.stacks.get(at) for at in fields):
        return 0
    open_ways = one.ways | other.ways

    def vouched(stick: Stick) -> bool:
        return not open_fields.intersection(stick.fields) and frozenset(stick.fields) not in open_ways

    sticks = {stick for stick in one.sticks if vouched(stick)}
    if sticks != {stick for stick in other.sticks if vouched(stick)}:
        return 0
    pieces = sum(len(one.stacks[at]) for at in fields) + len(sticks)
    enough = len(fields) >= FEWEST_STACKS and pieces >= FEWEST_PIECES
    return pieces if enough and len(fields) >= LEAST_SHARE * max(len(one.stacks), len(other.stacks)) else 0


def _pictures(row: Row) -> tuple[int, ...]:
    return row.members or (row.n,)


def _apart(one: Row, other: Row, dismissed: Set[frozenset[int]]) -> bool:
    """Whether somebody said of any of their pictures that they do not go together."""
    return any(frozenset(pair) in dismissed for pair in product(_pictures(one), _pictures(other)))


def _one_file(one: Row, other: Row) -> bool:
    """One picture handed in twice shows nothing more."""
    a, b = one.seen, other.seen
    return a is not None and b is not None and a.kept is not None and b.kept is not None and a.kept.data == b.kept.data
