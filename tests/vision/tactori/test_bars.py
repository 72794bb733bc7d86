"""A stick's pixels in each of its places."""

import numpy as np
import pytest

from tests.vision.tactori.pictures import SET, scene_of
from vision.tactori.bars import Bars
from vision.tactori.places import Place
from vision.tactori.scene import INNER, STICK_SIDE, STICK_TOP, Field, Scene, View

CORE = 0.7
SCENE = scene_of(9, 45.0, 10.0)


def place_between(bars: Bars, a: Field, b: Field, heights: dict[Field, int]) -> Place:
    wanted = ((a, heights.get(a, 0)), (b, heights.get(b, 0)))
    return next(p for p in bars.places.among(heights, {}) if (p.a, p.b) == wanted)


STICKS = {
    "bridge": ((2, 2), (4, 2), {(2, 2): 1, (4, 2): 1}),
    "away": ((6, 4), (6, 6), {(6, 4): 2, (6, 6): 2}),
    "through": ((2, 2), (4, 2), {(2, 2): 1, (3, 2): 2, (4, 2): 1}),
    "slanting": ((2, 2), (4, 2), {(2, 2): 1, (4, 2): 2}),
    "diagonal": ((2, 2), (3, 3), {(2, 2): 1, (3, 3): 1}),
    "lying": ((2, 2), (4, 2), {}),
}
sticks = pytest.mark.parametrize("stick", STICKS.values(), ids=STICKS)
Case = tuple[Field, Field, dict[Field, int]]


@sticks
def test_it_is_looked_for_within_its_body(stick: Case) -> None:
    bars = Bars(SCENE, CORE)
    place = place_between(bars, *stick)
    core, body = ({int(p) for part in parts for p in part.pixels} for parts in (bars.cores(place), bars.body(place)))
    assert len(core) > 60
    assert len(core & body) > 0.95 * len(core)
    assert len(core) < 0.9 * len(body)
    for part in bars.body(place):
        assert set(part.faces) <= {STICK_TOP, STICK_SIDE}
        assert len(part.pixels) == len(part.faces)


@sticks
def test_its_trace_runs_along_it(stick: Case) -> None:
    bars = Bars(SCENE, CORE)
    place = place_between(bars, *stick)
    (trace,) = bars.traces([place])
    free = {int(p) for part in bars.cores(place) for p in part.pixels}
    assert len(trace) >= 5
    assert np.isin(trace, list(free)).mean() > 0.9
    assert len(set(trace)) == len(trace)


@sticks
def test_its_box_contains_it(stick: Case) -> None:
    bars = Bars(SCENE, CORE)
    place = place_between(bars, *stick)
    left, upper, right, lower = bars.box(place)
    for part in bars.cores(place):
        rows, columns = np.divmod(part.pixels, SCENE.width)
        assert ((columns >= left) & (columns < right) & (rows >= upper) & (rows < lower)).all()


def test_posts_hide_a_stick_in_its_groove() -> None:
    bars = Bars(SCENE, CORE)
    heights = {(2, 2): 1, (4, 2): 1}
    place = place_between(bars, (2, 2), (4, 2), heights)
    hosted = [part for part in bars.cores(place) if not part.free]
    assert len(hosted) == 2
    for field, part in zip(((2, 2), (4, 2)), hosted, strict=True):
        tower = SCENE.tower(field, 1)
        assert not np.isin(part.pixels, tower.pixels[tower.faces != INNER]).any()
        assert part.nearness > SCENE.nearness(field)


def test_a_stick_between_towers_lies_between_them_in_depth() -> None:
    bars = Bars(SCENE, CORE)
    place = place_between(bars, (6, 4), (6, 6), {(6, 4): 2, (6, 6): 2})
    for part in bars.body(place):
        if part.free:
            assert SCENE.nearness((6, 6)) < part.nearness < SCENE.nearness((6, 4))


def test_outside_the_picture_it_has_no_pixels() -> None:
    whole = scene_of(9, 45.0, 0.0)
    u, _ = whole.project(np.array([[*whole.centre((5, 4)), 0.0]]))[0]
    cut = int(u)
    right = Scene(9, SET, whole.pose, View(1.0, cut, 0, whole.width - cut, whole.height))
    bars = Bars(right, CORE)
    place = place_between(bars, (1, 4), (3, 4), {(1, 4): 1, (3, 4): 1})
    assert all(not part.pixels.size for part in bars.cores(place))
    assert (bars.traces([place])[0] == -1).all()
