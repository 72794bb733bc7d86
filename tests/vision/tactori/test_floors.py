"""The paint of floors of which only a strip is seen."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.tactori.pictures import SET, Drawn, drawn
from vision.tactori.belief import decide_paints, paint_probabilities
from vision.tactori.floors import CHANNELS, FACES, FACTS, HIGH, PAINTS, WIDE, weigh_floors
from vision.tactori.read import Pieces, read_pieces
from vision.tactori.scene import Field
from vision.tactori.settings import ReaderSettings

SETTINGS = ReaderSettings()
COLOURS = "RBYG"
# The lower floor of e6 shows a strip above the stack on e4; the other stacks show what the paints look like.
BEHIND = "9 a1:RB b4:GY h2:YR i5:BG a7:RG h8:BY e4:RR e6:{}R"
AT: Field = (4, 5)


def read(picture: Drawn, decide: bool = False) -> Pieces:
    return read_pieces(picture.image, picture.position.board, SET, picture.pose, SETTINGS, decide=decide)


@pytest.mark.parametrize("paint", range(4), ids=COLOURS)
def test_a_strip_tells_its_paint_whatever_was_read_before(paint: int) -> None:
    pieces = read(drawn(BEHIND.format(COLOURS[paint]), 30.0, 4.0))
    for before in range(4):
        pieces.panes[0].canvas.lift(AT)
        pieces.search.set(AT, (before, 0))
        said = decide_paints(pieces.search, pieces.learned, [AT], SETTINGS)
        assert pieces.search.stacks[AT] == (paint, 0)
        assert said[AT, 1] > SETTINGS.sure


def test_the_four_paints_share_one_probability() -> None:
    pieces = read(drawn(BEHIND.format("B"), 30.0, 4.0))
    floors = weigh_floors(pieces.learned[0], pieces.search.stacks, SETTINGS)
    said = paint_probabilities(floors)
    assert said.shape == (len(floors), PAINTS)
    assert said.sum(axis=1) == pytest.approx(1.0)
    assert paint_probabilities([]).shape == (0, PAINTS)


def test_only_floors_that_are_not_clear_are_asked_about() -> None:
    pieces = read(drawn(BEHIND.format("B"), 30.0, 4.0))
    asked = {(floor.field, floor.floor) for floor in weigh_floors(pieces.learned[0], pieces.search.stacks, SETTINGS)}
    assert (AT, 1) in asked
    assert ((0, 0), 2) not in asked
    every = weigh_floors(pieces.learned[0], pieces.search.stacks, replace(SETTINGS, clear_paint=np.inf))
    assert {(floor.field, floor.floor) for floor in every} > asked
    for floor in every:
        assert floor.sides.shape == (PAINTS, CHANNELS, HIGH, FACES * WIDE)
        assert floor.facts.shape == (PAINTS, FACTS)
        assert np.isfinite(floor.sides).all()
        assert np.isfinite(floor.facts).all()


def test_floors_of_other_stacks_stay_as_they_are() -> None:
    pieces = read(drawn(BEHIND.format("B"), 30.0, 4.0))
    before = dict(pieces.search.stacks)
    said = decide_paints(pieces.search, pieces.learned, [AT], SETTINGS)
    assert {field for field, _ in said} == {AT}
    assert {f: s for f, s in pieces.search.stacks.items() if f != AT} == {f: s for f, s in before.items() if f != AT}


@pytest.mark.parametrize("paint", COLOURS)
def test_a_reading_names_the_floors_it_looked_at_closely(paint: str) -> None:
    """From high above, the floors below a top are strips."""
    pieces = read(drawn(f"9 c3:{paint}RBY e5:YGRB g7:BY", 72.0, 10.0), decide=True)
    assert pieces.search.stacks[2, 2] == tuple(COLOURS.index(c) for c in f"{paint}RBY")
    assert pieces.paint_p
    for (field, floor), p in pieces.paint_p.items():
        assert 1 <= floor <= len(pieces.search.stacks[field])
        assert 0.25 <= p <= 1


def test_what_is_expected_fits_what_is_seen_best_with_the_true_paint() -> None:
    pieces = read(drawn(BEHIND.format("Y"), 30.0, 4.0))
    stacks = {**pieces.search.stacks, AT: (COLOURS.index("Y"), 0)}
    floor = next(f for f in weigh_floors(pieces.learned[0], stacks, SETTINGS) if (f.field, f.floor) == (AT, 1))
    own = floor.sides[0, 6] > 0
    off = [float(np.abs(floor.sides[c, 3:6][:, own]).mean()) for c in range(PAINTS)]
    assert int(np.argmin(off)) == COLOURS.index("Y")
