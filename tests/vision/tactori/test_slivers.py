"""The paint of floors of which only a strip is seen."""

from dataclasses import dataclass

import numpy as np
import pytest

from tests.vision.tactori.pictures import SET, Drawn, drawn
from vision.tactori.colours import learn_paints
from vision.tactori.first_look import first_paints
from vision.tactori.read import Pieces, read_pieces
from vision.tactori.settings import ReaderSettings
from vision.tactori.slivers import SharpLook

SETTINGS = ReaderSettings()
COLOURS = "RBYG"


@dataclass
class Look:
    pieces: Pieces
    sharp: SharpLook


def look(picture: Drawn) -> Look:
    pieces = read_pieces(picture.image, picture.position.board, SET, picture.pose, SETTINGS)
    chroma = first_paints(pieces.picture, SETTINGS)
    paints = learn_paints(pieces.picture, *pieces.search.canvas.labels(), chroma)
    sharp = SharpLook(picture.image, pieces.scene, pieces.search.canvas, pieces.picture, paints, SETTINGS)
    return Look(pieces, sharp)


# The lower floor of e6 shows a strip above the stack on e5; the other stacks show what the paints look like.
BEHIND = "9 a1:RB b4:GY h2:YR i5:BG a7:RG h8:BY e4:RR e6:{}R"


@pytest.mark.parametrize("paint", range(4), ids=COLOURS)
def test_a_strip_tells_its_paint_whatever_was_read_before(paint: int) -> None:
    picture = drawn(BEHIND.format(COLOURS[paint]), 38.0, 4.0)
    made = look(picture)
    for before in range(4):
        sharp = made.sharp.read((4, 5), (before, 0), [1])
        assert sharp.stack == (paint, 0)
        assert sharp.margins[1] > SETTINGS.least_sliver_margin


def test_floors_that_were_not_named_stay_as_they_are() -> None:
    picture = drawn(BEHIND.format("B"), 38.0, 4.0)
    sharp = look(picture).sharp.read((4, 5), (1, 2), [1])
    assert sharp.stack[1] == 2
    assert set(sharp.margins) == {1}


@pytest.mark.parametrize("paint", COLOURS)
def test_a_reading_names_the_floors_it_looked_at_closely(paint: str) -> None:
    """From high above, the floors below a top are strips."""
    picture = drawn(f"9 c3:{paint}RBY e5:YGRB g7:BY", 72.0, 10.0)
    pieces = read_pieces(picture.image, 9, SET, picture.pose, SETTINGS)
    assert pieces.search.stacks[2, 2] == tuple(COLOURS.index(c) for c in f"{paint}RBY")
    assert pieces.sliver_margins
    for (field, floor), margin in pieces.sliver_margins.items():
        assert 1 <= floor < len(pieces.search.stacks[field])
        assert margin >= 0
        assert np.isfinite(margin)
