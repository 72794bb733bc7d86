"""What the picture does not decide: for every field the margin over the next best reading, and what is in the way."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from referee.message import Message, message
from referee.tactori.board import field_name
from vision.tactori.belief import HALF, StackFacts, height_probability
from vision.tactori.canvas import BEFORE_ALL
from vision.tactori.covering import is_covered, is_open
from vision.tactori.read import Pieces
from vision.tactori.scene import Field
from vision.tactori.settings import ReaderSettings
from vision.tactori.settle import worst_fit
from vision.tactori.stacks import Stack, Weighed
from vision.tactori.weighing import Candidate

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
    for field in pieces.scene.fields if only is None else sorted(only):
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
    if pieces.search.canvas.cover is None:
        return {}
    covered = [f for f in pieces.scene.fields if (only is None or f in only) and is_covered(pieces, f, settings)]
    plain = Judged((), None)
    hidden = {"why": message("doubt.covered"), "covered": True, "p": OPEN}
    return {f: replace(judged.get(f, plain), **hidden) for f in covered}


def _judge(pieces: Pieces, field: Field, settings: ReaderSettings) -> Judged:
    search, scale = pieces.search, pieces.scene.scale**2
    stack = search.stacks.get(field, ())
    fit = worst_fit(search, field, stack)
    if search.settled(field):
        weighed = search.weighed[field]
    else:
        laid = search.canvas.lift(field)
        weighed = search.weigh_lifted(field)
        if laid is not None:
            search.canvas.lay(field, laid)
    height = min(len(stack), len(weighed.scores) - 1)
    others = np.delete(weighed.scores, height)
    margin = min(float(weighed.scores[height] - others.max()) / scale, pieces.pair_margins.get(field, np.inf))
    rival = int(np.delete(np.arange(len(weighed.scores)), height)[others.argmax()])
    colours, paint_p, doubtful = _colours(pieces, field, stack, weighed, settings)
    least_px = [px for px in weighed.seen_px[height] / scale if px >= settings.unseen_px]
    facts = StackFacts(
        margin,
        fit,
        min(least_px, default=0.0),
        len(least_px) < height,
        height,
        _top_share(pieces, field, stack) if stack else 0.0,
        pieces.scene.pose.elevation_deg,
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
    elif not stack and margin < settings.least_empty_margin:
        why = reason(pieces, field, max(height, rival), settings)
    return Judged(colours, why, covered, facts, p)


def _reaches_beyond(pieces: Pieces, field: Field, stack: Stack) -> bool:
    """Whether its top is seen before the table: there the stock stands, in the same paints."""
    top = pieces.scene.tower(field, len(stack)).pixels
    return not pieces.picture.on_board.ravel()[top].mean() > HALF


def _top_share(pieces: Pieces, field: Field, stack: Stack) -> float:
    """Of the highest tower, how much is seen."""
    pixels = pieces.scene.tower(field, len(stack)).pixels
    return float(np.mean(pieces.search.canvas.nearness[pixels] == pieces.scene.nearness(field))) if len(pixels) else 0.0


def _colours(
    pieces: Pieces, field: Field, stack: Stack, weighed: Weighed, settings: ReaderSettings
) -> tuple[Stack, float, int]:
    """The stack with unseen floors marked, the probability of its paints, and a floor whose paint is doubtful."""
    scale, height = pieces.scene.scale**2, min(len(stack), len(weighed.gains) - 1)
    made, every, doubtful = list(stack), 1.0, 0
    for i, pixels in enumerate(weighed.seen_px[height]):
        seen_px = pixels / scale
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
    """Fields under a hand or a cup, where a tower's foot would be neither wood nor paint; or outside the picture."""
    scene, canvas = pieces.scene, pieces.search.canvas
    points = np.round(scene.sample_feet()).astype(int)
    inside = ((points >= 0) & (points < [scene.width, scene.height])).all(axis=-1)
    flat = np.clip(points[..., 1], 0, scene.height - 1) * scene.width + np.clip(points[..., 0], 0, scene.width - 1)
    odd = (canvas.fit[flat] <= settings.unlikely + 0.01) & inside & ~pieces.picture.glare.ravel()[flat]
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
    """Names the stack that hides most of this floor, if it is hidden."""
    scene, canvas = pieces.scene, pieces.search.canvas
    outline = scene.outline(field, max(floor, 1)).pixels
    if np.mean(pieces.picture.glare.ravel()[outline]) > settings.lost_share:
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
    """Why it is not clear whether a stick lies there."""
    if candidate.sight > settings.along_sight:
        return message("doubt.along")
    if candidate.worth.seen_px < settings.hardly_seen_stick_px:
        return message("doubt.sliver")
    if candidate.worth.own_px > settings.own_share * candidate.worth.seen_px:
        return message("doubt.own_colour")
    return message("doubt.close")
