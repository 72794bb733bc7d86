"""Two stacks behind each other, and one high one, are weighed against each other."""

import numpy as np
import pytest

from tests.vision.tactori.pictures import SET, drawn, painted_canvas, scene_of, stacks_of
from vision.tactori.bars import Bars
from vision.tactori.pairs import weigh_pairs
from vision.tactori.panes import Pane
from vision.tactori.read import read_pieces
from vision.tactori.scene import Field
from vision.tactori.settings import ReaderSettings
from vision.tactori.stacks import Stack, StackSearch
from vision.tactori.sticks import StickSearch

SETTINGS = ReaderSettings()
SCENE = scene_of(9, 35.0, 0.0, 0.5)
E4, E5, E6 = (4, 3), (4, 4), (4, 5)


def searches(truth: str, read: str) -> tuple[StackSearch, StickSearch]:
    """Evidence of some stacks, and others that were found in it."""
    canvas = painted_canvas(SCENE, stacks_of(truth))
    panes = [Pane(canvas, Bars(SCENE, SETTINGS.stick_core))]
    search = StackSearch(panes, dict.fromkeys([E4, E5, E6], 5), SETTINGS.cost_of_floor)
    for field, stack in stacks_of(read).items():
        search.set(field, stack)
    sticks = StickSearch(panes, SETTINGS)
    sticks.repaint([canvas.paint.reshape(-1, *canvas.shape, 4).max(axis=0)])
    return search, sticks


@pytest.mark.parametrize(
    "truth, read",
    [
        ("e4:RRRR", "e4:RRR e6:R"),  # one for two
        ("e4:RRR e6:R", "e4:RRRR"),  # two for one
        ("e5:RB", "e6:RB"),  # one field on
        ("e6:RB", "e5:RB"),
    ],
)
def test_what_explains_the_picture_better_is_taken(truth: str, read: str) -> None:
    search, sticks = searches(truth, read)
    weigh_pairs(search, sticks)
    assert search.stacks == stacks_of(truth)


@pytest.mark.parametrize("truth", ["e4:RRRR", "e4:RRR e6:R", "e5:RB", "e4:BYG e5:RRRR"])
def test_what_is_right_stays_and_the_canvas_as_it_was(truth: str) -> None:
    search, sticks = searches(truth, truth)
    fit, nearness = search.panes[0].canvas.fit.copy(), search.panes[0].canvas.nearness.copy()
    margins = weigh_pairs(search, sticks)
    assert search.stacks == stacks_of(truth)
    assert np.array_equal(search.panes[0].canvas.fit, fit)
    assert np.array_equal(search.panes[0].canvas.nearness, nearness)
    assert margins
    assert min(margins.values()) > 0


def test_stacks_far_from_each_other_have_no_rival() -> None:
    stacks: dict[Field, Stack] = stacks_of("a1:R i9:B")
    canvas = painted_canvas(SCENE, stacks)
    panes = [Pane(canvas, Bars(SCENE, 0.7))]
    search = StackSearch(panes, dict.fromkeys(stacks, 1), 5.0)
    for field, stack in stacks.items():
        search.set(field, stack)
    assert weigh_pairs(search, StickSearch(panes, SETTINGS)) == {}


def test_a_reading_knows_by_how_much_a_stack_is_better_than_two() -> None:
    picture = drawn("9 e4:RRRR", 35.0, 0.0)
    pieces = read_pieces(picture.image, 9, SET, picture.pose, SETTINGS)
    assert pieces.search.stacks == {E4: (0, 0, 0, 0)}
    assert pieces.pair_margins[E4] > 0


def test_what_stood_there_before_counts_for_it() -> None:
    search, sticks = searches("e4:RRR e6:R", "e4:RRR e6:R")
    plain = weigh_pairs(search, sticks)
    search.known, search.keep = stacks_of("e4:RRR e6:R"), 50.0
    known = weigh_pairs(search, sticks)
    assert search.stacks == stacks_of("e4:RRR e6:R")
    assert all(known[field] > plain[field] for field in plain)
