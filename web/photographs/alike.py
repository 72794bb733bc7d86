"""Which rows of a list clearly show the same pieces: what may be one position, for a person to say so."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from itertools import product

from vision.tasks import MOST_VIEWS
from web.photographs.rows import Answer, Row


@dataclass(frozen=True)
class Suggestion:
    """Rows that may be one position."""

    rows: tuple[int, ...]
    pieces: int
    """About so many any two of them agree, floors and sticks."""


@dataclass
class Alike:
    """What was compared already: readings are, each with each, and a list is asked for again and again."""

    _found: dict[tuple[int, int], tuple[Answer, Answer, int]] = field(default_factory=dict)
    _asked: object = None
    _last: tuple[Suggestion, ...] = ()
    _answers: list[Answer | None] = field(default_factory=list)
    """Those that were asked about: as long as they are held, no other can be taken for one of them."""

    def suggest(self, rows: Sequence[Row], dismissed: Set[frozenset[int]]) -> tuple[Suggestion, ...]:
        """Rows each of which clearly shows the same as all others with it, as they came.

        `dismissed` are pairs of pictures that are not to be suggested together.
        """
        read = [row for row in rows if row.answer is not None and not row.unread]
        asked = [(row.n, id(row.answer)) for row in read], frozenset(dismissed)
        if self._asked != asked:
            self._asked, self._answers = asked, [row.answer for row in read]
            self._last = self._suggest(read, dismissed)
        return self._last

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
            together = a.reader.together
            pieces = together.agreement(a.claims, b.claims) if together and not _one_file(one, other) else 0
            found = self._found[one.n, other.n] = (a, b, pieces)
        return found[2]

    def _suggestion(self, cluster: list[Row]) -> Suggestion:
        pairs = [self.pieces(a, b) for i, a in enumerate(cluster) for b in cluster[i + 1 :]]
        return Suggestion(tuple(row.n for row in cluster), min(pairs))


def _pictures(row: Row) -> tuple[int, ...]:
    return row.members or (row.n,)


def _apart(one: Row, other: Row, dismissed: Set[frozenset[int]]) -> bool:
    """Whether somebody said of any of their pictures that they do not go together."""
    return any(frozenset(pair) in dismissed for pair in product(_pictures(one), _pictures(other)))


def _one_file(one: Row, other: Row) -> bool:
    """One picture handed in twice shows nothing more."""
    a, b = one.seen, other.seen
    return a is not None and b is not None and a.kept is not None and b.kept is not None and a.kept.data == b.kept.data
