"""Second thoughts: what one change at a time cannot mend is mended, what is right stays."""

import numpy as np
import pytest

from tests.vision.tactori.pictures import NEVER, SURE, painted_canvas, scene_of, stacks_of
from vision.tactori.bars import Bars
from vision.tactori.panes import Pane
from vision.tactori.scene import FACES, Field, Scene
from vision.tactori.settings import ReaderSettings
from vision.tactori.settle import settle, worst_fit
from vision.tactori.stacks import Stack, StackSearch
from vision.tactori.sticks import StickSearch

SCENE = scene_of(9, 45.0, 10.0, 0.5)
SETTINGS = ReaderSettings()
TRUTH = "c3:RB d4:YYY e5:G g3:BRG"


def prepared(truth: str, reading: str, scene: Scene = SCENE) -> tuple[StackSearch, StickSearch]:
    """Evidence of one position, on which another one was read."""
    canvas = painted_canvas(scene, stacks_of(truth))
    stacks = stacks_of(reading)
    reach = dict.fromkeys({**stacks, **stacks_of(truth)}, 5)
    panes = [Pane(canvas, Bars(scene, 0.7))]
    search = StackSearch(panes, reach, 5.0)
    for field, stack in stacks.items():
        search.set(field, stack)
    sticks = StickSearch(panes, SETTINGS)
    sticks.repaint([canvas.paint.reshape(9, -1, 4)[1:].max(axis=0)])
    sticks.stacks = search.stacks
    search.stale.clear()
    return search, sticks


def test_what_is_right_stays_as_it_is() -> None:
    search, sticks = prepared(TRUTH, TRUTH)
    before, fit = dict(search.stacks), search.panes[0].canvas.fit.copy()
    assert not settle(search, sticks, SETTINGS)
    assert search.stacks == before
    assert (search.panes[0].canvas.fit == fit).all()
    assert not sticks.found


@pytest.mark.parametrize(
    "wrong",
    [
        "c3:RB d4:YYYY e5:G g3:BRG",
        "c3:RB d4:YY e5:G g3:BRG",
        "c3:RBR d4:YYY e5:G g3:BRG",
        "c3:RB d4:YGY e5:G g3:BRG",
        "c3:RB d4:YYY e5:G g3:B",
    ],
)
def test_a_stack_that_fits_badly_is_read_anew(wrong: str) -> None:
    search, sticks = prepared(TRUTH, wrong)
    before = search.worth()
    assert settle(search, sticks, SETTINGS)
    assert search.stacks == stacks_of(TRUTH)
    assert search.worth() > before


def test_where_nothing_fits_better_everything_is_put_back() -> None:
    """A floor that fits nothing is looked at again, and left as it was."""
    search, sticks = prepared(TRUTH, TRUTH)
    paint, behind = search.panes[0].canvas.paint.reshape(FACES, -1, 4).copy(), search.panes[0].canvas.behind.copy()
    pixels = SCENE.tower_below((6, 2), 2).pixels
    paint[:, pixels] = behind[pixels] = NEVER
    search.repaint([(paint.reshape(FACES, SCENE.height, SCENE.width, 4), behind.reshape(SCENE.height, SCENE.width))])
    sticks.repaint([paint.max(axis=0)])
    assert worst_fit(search, (6, 2), (1, 0, 3)) < SETTINGS.ill_fit
    search.stale.clear()
    before, fit = dict(search.stacks), search.panes[0].canvas.fit.copy()
    assert not settle(search, sticks, SETTINGS)
    assert {field: len(stack) for field, stack in search.stacks.items()} == {f: len(s) for f, s in before.items()}
    assert np.allclose(search.panes[0].canvas.fit, fit)


def fit_of(reading: str, field: Field) -> float:
    search, _ = prepared(TRUTH, reading)
    stack: Stack = search.stacks[field]
    return worst_fit(search, field, stack)


def test_the_worst_fit_is_that_of_the_worst_floor() -> None:
    assert fit_of(TRUTH, (6, 2)) == pytest.approx(SURE)
    assert fit_of(TRUTH.replace("BRG", "BYG"), (6, 2)) == pytest.approx(NEVER, abs=0.1)
    assert fit_of(TRUTH.replace("BRG", "BRGG"), (6, 2)) < -1


def test_floors_that_nobody_sees_do_not_count() -> None:
    front = scene_of(9, 40.0, 0.0, 0.5)
    shown, _ = prepared("e3:RRRRR", "e3:RRRRR g4:B", front)
    assert worst_fit(shown, (6, 3), (1,)) == pytest.approx(NEVER)
    hidden, _ = prepared("e3:RRRRR", "e3:RRRRR e4:B", front)
    assert hidden.panes[0].canvas.seen(front.tower((4, 3), 1).pixels, front.nearness((4, 3))).sum() < 10
    assert worst_fit(hidden, (4, 3), (1,)) == np.inf
