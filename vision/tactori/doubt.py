"""What the picture does not decide: for every field the margin over the next best reading, and what is in the way."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from referee.message import Message, message
from referee.tactori.board import field_name
from vision.tactori.belief import StackFacts, stack_probability
from vision.tactori.canvas import BEFORE_ALL, meet
from vision.tactori.covering import is_covered, is_open, touches_cover
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
    margin: float  # log likelihood times pixel, of the height over the next best one
    colour_margin: float  # the same, of the least certain floor's paint
    fit: float  # log likelihood per pixel, of the floor that fits worst
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
            judged[field] = Judged(pieces.search.stacks.get(field, ()), covered[field], 0.0, 0.0, 0.0)
        elif field in pieces.search.reach:
            judged[field] = _judge(pieces, field, settings)
    under = _under_cover(pieces, judged, settings, only)
    strange = [field for field, one in judged.items() if _is_strange(pieces, field, one)]
    for field, one in judged.items():
        if strange and one.why is None and one.stack and _part_of_it(pieces, field, strange, settings):
            judged[field] = replace(one, why=message("doubt.covered"), p=OPEN)
    return {**judged, **under}


def _under_cover(
    pieces: Pieces, judged: dict[Field, Judged], settings: ReaderSettings, only: frozenset[Field] | None
) -> dict[Field, Judged]:
    """The fields of which something hides too much, whatever was read there."""
    if pieces.search.canvas.cover is None:
        return {}
    covered = [f for f in pieces.scene.fields if (only is None or f in only) and is_covered(pieces, f, settings)]
    plain = Judged((), None, 0.0, 0.0, 0.0)
    hidden = {"why": message("doubt.covered"), "covered": True, "p": OPEN}
    return {f: replace(judged.get(f, plain), **hidden) for f in covered}


def _is_strange(pieces: Pieces, field: Field, judged: Judged) -> bool:
    """Whether a field looks covered though no cover is known there."""
    return judged.why is not None and judged.why.key == "doubt.covered" and not touches_cover(pieces, field)


def _part_of_it(pieces: Pieces, field: Field, strange: list[Field], settings: ReaderSettings) -> bool:
    """Whether a stack is hidden by what turned out to be no stack, or touches a lot of it in the same paint."""
    search, stacks = pieces.search, pieces.search.stacks
    if field not in stacks:
        return False
    outline = pieces.scene.outline(field, len(stacks[field])).pixels
    near = np.array([pieces.scene.nearness(other) for other in strange])
    hidden = np.isin(search.canvas.nearness[outline], near[near > pieces.scene.nearness(field)])
    if np.count_nonzero(hidden) > (1 - settings.least_tower_share) / 2 * len(outline):
        return True
    alike = [f for f in strange if stacks.get(f, ())[-1:] == stacks[field][-1:]]
    box = search.canvas.pieces[field].box
    return len(alike) >= settings.sleeve_fields and any(meet(search.canvas.pieces[f].box, box) for f in alike)


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
    margin = float(weighed.scores[height] - others.max()) / scale
    rival = int(np.delete(np.arange(len(weighed.scores)), height)[others.argmax()])
    colours, colour_margin, doubtful = _colours(pieces, field, stack, weighed, settings)
    least_px = [px for px in weighed.seen_px[height] / scale if px >= settings.unseen_px]
    facts = StackFacts(
        margin,
        colour_margin,
        fit,
        min(least_px, default=0.0),
        len(least_px) < height,
        height,
        _top_share(pieces, field, stack) if stack else 0.0,
        pieces.scene.pose.elevation_deg,
    )
    p = stack_probability(facts) if stack else OPEN
    why = None
    covered = is_open(pieces, field, stack, weighed, settings)
    if covered or (stack and _shapeless(pieces, field, stack, settings)):
        why, p = message("doubt.covered"), OPEN
    elif fit < settings.ill_fit and margin < settings.sure_height:
        why, p = reason(pieces, field, height), min(p, OPEN)
    elif stack and p < settings.sure:
        by_colour = doubtful or margin > settings.sure_height
        why = reason(pieces, field, doubtful or max(height, rival), "doubt.colour" if by_colour else "doubt.close")
    elif not stack and margin < settings.least_empty_margin:
        why = reason(pieces, field, max(height, rival))
    return Judged(colours, why, margin, colour_margin, fit, covered, facts, p)


def _top_share(pieces: Pieces, field: Field, stack: Stack) -> float:
    """Of the highest tower, how much is seen."""
    pixels = pieces.scene.tower(field, len(stack)).pixels
    return float(np.mean(pieces.search.canvas.nearness[pixels] == pieces.scene.nearness(field))) if len(pixels) else 0.0


def _colours(
    pieces: Pieces, field: Field, stack: Stack, weighed: Weighed, settings: ReaderSettings
) -> tuple[Stack, float, int]:
    """The stack with unseen floors marked, the least margin of a paint, and its floor if it is too small."""
    scale, height = pieces.scene.scale**2, min(len(stack), len(weighed.gains) - 1)
    made, least, doubtful = list(stack), np.inf, 0
    for i, gain in enumerate(weighed.gains[height]):
        seen_px = weighed.seen_px[height][i] / scale
        if seen_px < settings.unseen_px:
            made[i] = UNKNOWN
            doubtful = doubtful if seen_px < settings.hidden_px else i + 1
            continue
        sharp = pieces.sliver_margins.get((field, i + 1))
        if sharp is None:
            others = np.delete(gain, stack[i])
            margin, wanted = float(gain[stack[i]] - others.max()) / scale, settings.least_colour_margin
        else:
            margin, wanted = sharp, settings.least_sliver_margin
        least = min(least, margin / wanted)
        if margin < wanted:
            doubtful = i + 1
            if seen_px < settings.hardly_seen_px:
                made[i] = UNKNOWN
    return tuple(made), least, doubtful


def _shapeless(pieces: Pieces, field: Field, stack: Stack, settings: ReaderSettings) -> bool:
    """A sleeve in a paint's colour has no faces: light falls on a tower's top, sides and groove unequally."""
    scene, canvas = pieces.scene, pieces.search.canvas
    patch = scene.tower(field, len(stack))
    own = canvas.nearness[patch.pixels] == scene.nearness(field)
    pixels, faces = patch.pixels[own], patch.faces[own]
    clipped = pieces.picture.clipped.ravel()[pixels]
    hardly_seen = len(pixels) < settings.least_tower_share * len(own)
    if hardly_seen or np.count_nonzero(clipped) > settings.largest_clipped_share * len(pixels):
        return False
    level = pieces.picture.uvl.reshape(-1, 3)[pixels, 2]
    least_px = settings.least_face_px * scene.scale**2
    shades = [np.median(level[faces == k]) for k in np.unique(faces) if np.count_nonzero(faces == k) >= least_px]
    return len(shades) > 1 and max(shades) - min(shades) < settings.least_relief


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


def reason(pieces: Pieces, field: Field, floor: int, otherwise: str = "doubt.close") -> Message:
    """Names the stack that hides most of this floor, if it is hidden."""
    scene, canvas = pieces.scene, pieces.search.canvas
    outline = scene.outline(field, max(floor, 1)).pixels
    if np.mean(pieces.picture.glare.ravel()[outline]) > LOST_SHARE:
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


def stick_reason(candidate: Candidate) -> Message:
    """Why it is not clear whether a stick lies there."""
    if candidate.sight > ALONG_SIGHT:
        return message("doubt.along")
    if candidate.worth.seen_px < HARDLY_SEEN_PX:
        return message("doubt.sliver")
    if candidate.worth.own_px > OWN_SHARE * candidate.worth.seen_px:
        return message("doubt.own_colour")
    return message("doubt.close")


LOST_SHARE = 0.3  # of a tower's outline that is white
ALONG_SIGHT = 0.75  # cosine of the angle between a stick and the line of sight
HARDLY_SEEN_PX = 200.0  # pixels of the photograph
OWN_SHARE = 0.5  # of a stick that would lie before its own colour
