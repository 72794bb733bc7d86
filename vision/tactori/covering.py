"""Which fields a cover hides so far that the picture does not decide them: a hand, a sleeve, a sheet of paper."""

from __future__ import annotations

import numpy as np

from vision.tactori.panes import Pane
from vision.tactori.read import Pieces
from vision.tactori.scene import Field
from vision.tactori.settings import ReaderSettings
from vision.tactori.stacks import Stack, Weighed


def is_covered(pieces: Pieces, field: Field, settings: ReaderSettings) -> bool:
    """Whether too much is hidden of the bare field, or of any floor that was read: then nobody sees what is below."""
    stack = pieces.search.stacks.get(field, ())
    return all(_is_covered_in(pane, field, stack, settings) for pane in pieces.panes)


def _is_covered_in(pane: Pane, field: Field, stack: Stack, settings: ReaderSettings) -> bool:
    scene, near = pane.scene, pane.scene.nearness(field)
    patches = [scene.tower_below(field, k) for k in range(1, len(stack))]
    patches.append(scene.tower(field, len(stack)) if stack else scene.outline(field, 1))
    return any(pane.canvas.covered_share(patch.pixels, near) > settings.largest_covered_share for patch in patches)


def is_open(pieces: Pieces, field: Field, stack: Stack, weighed: Weighed, settings: ReaderSettings) -> bool:
    """Whether the pixels that are free leave another height possible, which the cover would hide.

    That towers cost something says nothing here: under a hand there may well be one more.
    """
    covered = [(pane.scene, pane.canvas.cover) for pane in pieces.panes if pane.canvas.cover is not None]
    if not covered or len(weighed.scores) < 2:
        return False
    evidence = weighed.scores + pieces.search.cost * np.arange(len(weighed.scores))
    height = min(len(stack), len(evidence) - 1)
    needed = settings.least_free_margin if stack else settings.least_empty_margin
    close = [max(h, height) for h, each in enumerate(evidence) if h != height and evidence[height] - each < needed]
    return any(bool(cover[scene.outline(field, h).pixels].any()) for scene, cover in covered for h in close)
