"""Several pictures are one search: what speaks for a piece is added over all of them."""

import numpy as np
import pytest

from tests.vision.tactori.pictures import painted_canvas, scene_of, stacks_of
from vision.tactori.bars import Bars
from vision.tactori.panes import Pane, lay, lift, touch, worth
from vision.tactori.scene import HIGHEST, Field
from vision.tactori.settings import ReaderSettings
from vision.tactori.stacks import Coloured, Stack, StackSearch, reach_of_colours, weigh
from vision.tactori.sticks import StickSearch

# From the front and from the right, one of them in half the size.
SCENES = (scene_of(9, 30.0, 0.0, 0.5), scene_of(9, 40.0, 90.0, 1.0))
HIDDEN = stacks_of("e4:BBBB e5:R")
E5 = (4, 4)
COST = 80.0


def panes_of(stacks: dict[Field, Stack]) -> list[Pane]:
    places = None
    made = []
    for scene in SCENES:
        bars = Bars(scene, 0.7, places)
        places = bars.places
        made.append(Pane(painted_canvas(scene, stacks), bars))
    return made


def test_what_one_picture_hides_another_shows() -> None:
    found = {}
    for name, panes in (("front", panes_of(HIDDEN)[:1]), ("both", panes_of(HIDDEN))):
        seen = [Coloured.of(p.scene, (p.canvas.behind < -1).reshape(p.canvas.shape)) for p in panes]
        search = StackSearch(panes, reach_of_colours(seen, 0.5), COST)
        search.sweep(3)
        found[name] = dict(search.stacks)
    assert found["both"] == HIDDEN
    assert E5 not in found["front"]


def test_the_worth_of_a_stack_is_the_sum_of_what_it_is_worth_in_each_picture() -> None:
    panes = panes_of({E5: (0, 1)})
    together = weigh(panes, E5, HIGHEST, 0.0)
    each = [weigh([pane], E5, HIGHEST, 0.0) for pane in panes]
    assert together.paints(2) == (0, 1)
    assert together.gains[2] == pytest.approx(sum(one.gains[2] for one in each))
    assert together.seen_px[2] == pytest.approx(sum(one.seen_px[2] for one in each))


def test_a_large_and_a_small_working_picture_of_one_photograph_weigh_the_same() -> None:
    half, whole = (
        weigh([Pane(painted_canvas(scene, {E5: (0,)}), Bars(scene, 0.7))], E5, 1, 0.0).gains[1][0][0]
        for scene in (scene_of(9, 50.0, 8.0, 0.5), scene_of(9, 50.0, 8.0, 1.0))
    )
    assert half == pytest.approx(whole, rel=0.1)


def test_what_is_lifted_and_laid_again_leaves_every_canvas_as_it_was() -> None:
    panes = panes_of(HIDDEN)
    search = StackSearch(panes, dict.fromkeys(HIDDEN, 4), COST)
    for field, stack in HIDDEN.items():
        search.set(field, stack)
    before, fits = worth(panes), [pane.canvas.fit.copy() for pane in panes]
    laid = lift(panes, E5)
    assert worth(panes) < before
    lay(panes, E5, laid)
    assert all(np.array_equal(pane.canvas.fit, fit) for pane, fit in zip(panes, fits, strict=True))


def test_pieces_touch_if_they_do_in_any_picture() -> None:
    here, there = (0, 0, 4, 4), (9, 9, 12, 12)
    assert touch((here, here), (there, here))
    assert not touch((here, here), (there, there))


def test_a_stack_is_hidden_only_where_no_picture_shows_its_place() -> None:
    front = stacks_of("e4:BBBB")
    for panes, hidden in ((panes_of(front)[:1], True), (panes_of(front), False)):
        search = StackSearch(panes, {E5: 1, (4, 3): 4}, COST)
        search.set((4, 3), (1, 1, 1, 1))
        assert (E5 in search.hidden()) == hidden


def test_sticks_are_looked_for_in_all_pictures() -> None:
    stacks = stacks_of("c5:R e5:R")
    panes = panes_of(stacks)
    sticks = StickSearch(panes, ReaderSettings())
    sticks.repaint([pane.canvas.paint.reshape(9, -1, 4)[1:].max(axis=0) for pane in panes])
    sticks.stacks = stacks
    place = next(p for p in sticks.places.among({f: len(s) for f, s in stacks.items()}, {}) if p.level and p.a[1])
    each = [sticks.worth_in(pane, place, 0).gain for pane in panes]
    assert float(sticks.gains_of(place)[0]) == pytest.approx(sum(each), rel=1e-4)
    assert sum(each) < 0  # nothing lies there, and both pictures say so
