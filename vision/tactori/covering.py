"""Which fields a cover hides so far that the picture does not decide them: a hand, a sleeve, a sheet of paper."""

from __future__ import annotations

import numpy as np

from vision.tactori.read import Pieces
from vision.tactori.scene import Field
from vision.tactori.settings import ReaderSettings
from vision.tactori.stacks import Stack, Weighed


def is_covered(pieces: Pieces, field: Field, settings: ReaderSettings) -> bool:
    """Whether too much is hidden of the bare field, or of any floor that was read: then nobody sees what is below."""
    canvas, scene = pieces.search.canvas, pieces.scene
    stack = pieces.search.stacks.get(field, ())
    patches = [scene.tower_below(field, k) for k in range(1, len(stack))]
    patches.append(scene.tower(field, len(stack)) if stack else scene.outline(field, 1))
    near = scene.nearness(field)
    return any(canvas.covered_share(patch.pixels, near) > settings.largest_covered_share for patch in patches)


def is_open(pieces: Pieces, field: Field, stack: Stack, weighed: Weighed, settings: ReaderSettings) -> bool:
    """Whether the pixels that are free leave another height possible, which the cover would hide.

    That towers cost something says nothing here: under a hand there may well be one more.
    """
    cover, cost = pieces.search.canvas.cover, pieces.search.cost
    if cover is None or len(weighed.scores) < 2:
        return False
    evidence = weighed.scores + cost * np.arange(len(weighed.scores))
    height = min(len(stack), len(evidence) - 1)
    needed = (settings.least_free_margin if stack else settings.least_empty_margin) * pieces.scene.scale**2
    close = [h for h, each in enumerate(evidence) if h != height and evidence[height] - each < needed]
    tops = (pieces.scene.outline(field, max(h, height)).pixels for h in close)
    return any(bool(cover[pixels].any()) for pixels in tops)
