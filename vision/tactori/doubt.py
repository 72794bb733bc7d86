"""What the picture does not decide: for every field the margin over the next best reading, and what is in the way."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from referee.tactori.board import field_name
from vision.tactori.belief import HALF, StackFacts, height_probability
from vision.tactori.canvas import BEFORE_ALL
from vision.tactori.colours import Picture
from vision.tactori.covering import is_covered, is_open
from vision.tactori.panes import Pane, lay, lift
from vision.tactori.read import Pieces
from vision.tactori.scene import Field
from vision.tactori.settings import ReaderSettings
from vision.tactori.settle import worst_fit
from vision.tactori.stacks import Stack, Weighed
from vision.tactori.weighing import Candidate
from words.message import Message, message

OPEN = 0.5  # the probability of what something covers or hides: nobody knows
UNKNOWN = -1  # the paint of a floor that cannot be told


@dataclass(frozen=True)
class Judged:
    """A field's stack, floors that nobody sees marked UNKNOWN, and why it is not vouched for, if it is not."""

    stack: Stack
    why: Message | None
    covered: bool = False  # whether it is not vouched for because a cover hides it
    facts: StackFacts | None = None
    p: float = OPEN
    """How probable it is that the stack is as it was read."""


def judge_fields(pieces: Pieces, settings: ReaderSettings, only: frozenset[Field] | None = None) -> dict[Field, Judged]:
    """Every field on which something stands or may stand; or only some of them."""
    judged = {}
    covered = _covered(pieces, settings)
    for field in pieces.search.fields if only is None else sorted(only):
        if field in covered:
            judged[field] = Judged(pieces.search.stacks.get(field, ()), covered[field])
        elif field in pieces.search.reach:
            judged[field] = _judge(pieces, field, settings)
    under = _under_cover(pieces, judged, settings, only)
    return {**judged, **under}


def _under_cover(
    pieces: Pieces, judged: dict[Field, Judged], settings: ReaderSettings, only: frozenset[Field] | None
) -> dict[Field, Judged]:
    """The fields of which something hides too much, whatever was read there."""
    if any(pane.canvas.cover is None for pane in pieces.panes):
        return {}
    covered = [f for f in pieces.search.fields if (only is None or f in only) and is_covered(pieces, f, settings)]
    plain = Judged((), None)
    return {f: replace(judged.get(f, plain), why=message("doubt.covered"), covered=True, p=OPEN) for f in covered}


def _judge(pieces: Pieces, field: Field, settings: ReaderSettings) -> Judged:
    search = pieces.search
    stack = search.stacks.get(field, ())
    fit = worst_fit(search, field, stack)
    if search.settled(field):
        weighed = search.weighed[field]
    else:
        laid = lift(search.panes, field)
        weighed = search.weigh_lifted(field)
        lay(search.panes, field, laid)
    height = min(len(stack), len(weighed.scores) - 1)
    others = np.delete(weighed.scores, height)
    margin = min(float(weighed.scores[height] - others.max()), pieces.pair_margins.get(field, np.inf))
    rival = int(np.delete(np.arange(len(weighed.scores)), height)[others.argmax()])
    colours, paint_p, doubtful = _colours(pieces, field, stack, weighed, settings)
    least_px = [px for px in weighed.seen_px[height] if px >= settings.unseen_px]
    facts = StackFacts(
        margin,
        fit,
        min(least_px, default=0.0),
        len(least_px) < height,
        height,
        max(_top_share(pane, field, stack) for pane in pieces.panes) if stack else 0.0,
        min(pane.elevation_deg for pane in pieces.panes),
    )
    p = height_probability(facts) * paint_p if stack else OPEN
    why = None
    covered = is_open(pieces, field, stack, weighed, settings)
    if covered:
        why, p = message("doubt.covered"), OPEN
    elif margin < settings.sure_height and fit < settings.ill_fit and _reaches_beyond(pieces, field, stack):
        why, p = reason(pieces, field, height, settings), min(p, OPEN)
    elif stack and p < settings.sure:
        by_colour = doubtful or margin > settings.sure_height
        why = reason(
            pieces, field, doubtful or max(height, rival), settings, "doubt.colour" if by_colour else "doubt.close"
        )
    elif not stack and margin < (
        settings.least_empty_margin if len(pieces.panes) == 1 else settings.least_empty_together
    ):
        why = reason(pieces, field, max(height, rival), settings)
    return Judged(colours, why, covered, facts, p)


def _reaches_beyond(pieces: Pieces, field: Field, stack: Stack) -> bool:
    """Whether its top is seen before the table in every picture: there the stock stands, in the same paints."""
    for pane, picture in zip(pieces.panes, pieces.pictures, strict=True):
        top = pane.scene.tower(field, len(stack)).pixels
        if picture.on_board.ravel()[top].mean() > HALF:
            return False
    return True


def _top_share(pane: Pane, field: Field, stack: Stack) -> float:
    """Of the highest tower, how much is seen."""
    patch = pane.scene.tower(field, len(stack))
    return len(pane.shown(field, patch)) / len(patch.pixels) if len(patch.pixels) else 0.0


def _colours(
    pieces: Pieces, field: Field, stack: Stack, weighed: Weighed, settings: ReaderSettings
) -> tuple[Stack, float, int]:
    """The stack with unseen floors marked, the probability of its paints, and a floor whose paint is doubtful."""
    height = min(len(stack), len(weighed.gains) - 1)
    made, every, doubtful = list(stack), 1.0, 0
    for i, seen_px in enumerate(weighed.seen_px[height]):
        if seen_px < settings.unseen_px:
            made[i] = UNKNOWN
            doubtful = doubtful if seen_px < settings.hidden_px else i + 1
            continue
        p = pieces.paint_p.get((field, i + 1), 1.0)  # a paint that was not asked about is certain
        every *= p
        if p < settings.sure:
            doubtful = i + 1
            if seen_px < settings.hardly_seen_px:
                made[i] = UNKNOWN
    return tuple(made), every, doubtful


def _covered(pieces: Pieces, settings: ReaderSettings) -> dict[Field, Message]:
    """Fields that no picture shows: under a hand or a cup, or outside."""
    first, *others = (
        _covered_in(pane, picture, settings) for pane, picture in zip(pieces.panes, pieces.pictures, strict=True)
    )
    return {field: why for field, why in first.items() if all(field in other for other in others)}


def _covered_in(pane: Pane, picture: Picture, settings: ReaderSettings) -> dict[Field, Message]:
    """Fields where a tower's foot would be neither wood nor paint; or outside the picture."""
    scene, canvas = pane.scene, pane.canvas
    points = np.round(scene.sample_feet()).astype(int)
    inside = ((points >= 0) & (points < [scene.width, scene.height])).all(axis=-1)
    flat = np.clip(points[..., 1], 0, scene.height - 1) * scene.width + np.clip(points[..., 0], 0, scene.width - 1)
    odd = (canvas.fit[flat] <= settings.unlikely + 0.01) & inside & ~picture.glare.ravel()[flat]
    made: dict[Field, Message] = {}
    for field, shown, strange in zip(scene.fields, inside.mean(axis=1), odd.mean(axis=1), strict=True):
        if shown < settings.least_foot_share:
            made[field] = message("doubt.edge")
        elif strange > settings.largest_odd_share:
            made[field] = message("doubt.covered")
    return made


def reason(
    pieces: Pieces, field: Field, floor: int, settings: ReaderSettings, otherwise: str = "doubt.close"
) -> Message:
    """Names the stack that hides most of this floor, if it is hidden, in the picture that shows most of it."""

    def hidden_share(number: int) -> float:
        pane = pieces.panes[number]
        outline = pane.scene.outline(field, max(floor, 1)).pixels
        return (
            float(np.mean(pane.canvas.nearness[outline] > pane.scene.nearness(field) + 0.01)) if len(outline) else 1.0
        )

    best = min(range(len(pieces.panes)), key=hidden_share)
    why = _reason_in(pieces, pieces.panes[best], pieces.pictures[best], field, floor, settings, otherwise)
    # Of several pictures each has something else in the way.
    return message("doubt.nowhere") if why.key == "doubt.hidden" and len(pieces.panes) > 1 else why


def _reason_in(
    pieces: Pieces, pane: Pane, picture: Picture, field: Field, floor: int, settings: ReaderSettings, otherwise: str
) -> Message:
    scene, canvas = pane.scene, pane.canvas
    outline = scene.outline(field, max(floor, 1)).pixels
    if np.mean(picture.glare.ravel()[outline]) > settings.lost_share:
        return message("doubt.glare")
    hidden = outline[canvas.nearness[outline] > scene.nearness(field) + 0.01]
    if len(hidden) < 0.3 * len(outline):
        return message(otherwise)
    best: tuple[int, Field] | None = None
    covered = int(np.count_nonzero(canvas.nearness[hidden] == BEFORE_ALL))
    for other, stack in pieces.search.stacks.items():
        if stack and scene.nearness(other) > scene.nearness(field):
            count = int((canvas.nearness[hidden] == scene.nearness(other)).sum())
            if best is None or count > best[0]:
                best = (count, other)
    if covered and (best is None or covered >= best[0]):
        return message("doubt.covered")
    return message("doubt.hidden", field=field_name(*best[1])) if best and best[0] else message(otherwise)


def stick_reason(candidate: Candidate, settings: ReaderSettings) -> Message:
    """Why it is not clear whether a stick lies there, by the picture that shows it best."""
    look = candidate.clearest
    if look.sight > settings.along_sight:
        return message("doubt.along")
    if look.worth.seen_px < settings.hardly_seen_stick_px:
        return message("doubt.sliver")
    if look.worth.own_px > settings.own_share * look.worth.seen_px:
        return message("doubt.own_colour")
    return message("doubt.close")
