"""What one picture shows otherwise than the reading of all of them: then it is of another position.

What a picture does not show well is no disagreement. It takes a piece that it plainly shows and the others plainly do
not, or the other way round: of pictures of one position none has been seen to deny its reading by half as much.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vision.tactori.panes import Pane, lay, lift
from vision.tactori.read import Pieces
from vision.tactori.scene import Field
from vision.tactori.settings import ReaderSettings
from vision.tactori.stacks import Stack, weigh


@dataclass(frozen=True)
class Disagreement:
    """The fields that a picture shows otherwise, with what it shows there, and how plainly it does in all."""

    stacks: Mapping[Field, Stack]
    sticks: frozenset[Field]
    loss: float  # log likelihood times pixel of the photograph

    @property
    def fields(self) -> list[Field]:
        return sorted({*self.stacks, *self.sticks})

    def is_of_heights(self, read: Mapping[Field, Stack]) -> bool:
        """Whether the same fields are occupied and most stacks are of other heights: the pieces are another set's."""
        higher = [field for field, own in self.stacks.items() if own and read.get(field)]
        return len(higher) == len(self.stacks) > len(read) / 2


def disagreement(
    pieces: Pieces, number: int, own: Mapping[Field, Stack], reach: Mapping[Field, int], settings: ReaderSettings
) -> Disagreement | None:
    """What one picture shows otherwise than `pieces`; `own` are the stacks that were read in it alone."""
    denied = denied_stacks(pieces.panes[number], pieces.search.stacks, own, reach, settings)
    stacks = {field: better for field, (_, better) in denied.items()}
    sticks, loss = _sticks(pieces, number, settings)
    total = sum(loss for loss, _ in denied.values()) + loss
    return Disagreement(stacks, sticks, total) if stacks or sticks else None


def denied_stacks(
    pane: Pane,
    read: Mapping[Field, Stack],
    own: Mapping[Field, Stack],
    reach: Mapping[Field, int],
    settings: ReaderSettings,
) -> dict[Field, tuple[float, Stack]]:
    """Where one picture plainly shows another stack than the one on its canvas: how plainly, and which."""
    made = {}
    for field in set(own) | set(read):
        mine, theirs = own.get(field, ()), read.get(field, ())
        if mine != theirs:
            highest = max(reach.get(field, 0), len(mine), len(theirs))
            loss, better = _loss(pane, field, theirs, highest)
            if loss > settings.contradicted:
                made[field] = loss, better
    return made


def _loss(pane: Pane, field: Field, read: Stack, highest: int) -> tuple[float, Stack]:
    """By how much another stack explains one picture better than the one that was read, and which."""
    laid = lift([pane], field)
    weighed = weigh([pane], field, highest, 0.0)
    lay([pane], field, laid)
    best = int(weighed.scores.argmax())
    if len(read) >= len(weighed.scores):  # it was not even worth weighing
        return float("inf"), weighed.paints(best)
    worth = sum(float(weighed.gains[len(read)][k][paint]) for k, paint in enumerate(read))
    return float(weighed.scores[best]) - worth, weighed.paints(best)


def _sticks(pieces: Pieces, number: int, settings: ReaderSettings) -> tuple[frozenset[Field], float]:
    """The ends of sticks that were laid and that one picture plainly denies, or plainly shows and that were not."""
    lying = {stick.place.key for stick in pieces.sticks}
    fields: set[Field] = set()
    total = 0.0
    for believed in pieces.believed:
        place, look = believed.candidate.place, believed.candidate.looks[number]
        loss = -look.worth.gain if place.key in lying else look.worth.gain
        is_across = look.sight < settings.across_sight
        if loss > (settings.contradicted_stick if is_across else settings.contradicted_along):
            fields |= {place.a[0], place.b[0]}
            total += loss
    return frozenset(fields), total
