"""Stacks are read in every height and colour: from evidence without noise, and from simulated photographs."""

import numpy as np
import pytest

from tests.vision.tactori.pictures import drawn, painted_canvas, scene_of, stacks_of, wrong_claims
from vision.tactori.bars import Bars
from vision.tactori.canvas import Canvas
from vision.tactori.panes import Pane
from vision.tactori.scene import HIGHEST, Field, Scene
from vision.tactori.stacks import Coloured, Stack, StackSearch, reach_of_colours, stack_piece, weigh

SCENE = scene_of(9, 45.0, 10.0, 0.5)
COST = 5.0
ELEVATIONS = pytest.mark.parametrize("elevation_deg", [35.0, 55.0, 75.0])


def coloured(canvas: Canvas) -> np.ndarray:
    return (canvas.behind < -1).reshape(canvas.shape)


def pane_of(canvas: Canvas, scene: Scene = SCENE) -> Pane:
    return Pane(canvas, Bars(scene, 0.7))


def reach_of(scene: Scene, mask: np.ndarray) -> dict[Field, int]:
    return reach_of_colours([Coloured.of(scene, mask)], 0.5)


def search_of(canvas: Canvas, scene: Scene = SCENE) -> StackSearch:
    return StackSearch([pane_of(canvas, scene)], reach_of(scene, coloured(canvas)), COST)


@pytest.mark.parametrize("height", range(1, HIGHEST + 1))
def test_the_true_height_and_paints_weigh_most(height: int) -> None:
    stack = tuple(range(4))[:height] + (3, 1, 2)[: max(0, height - 4)]
    canvas = painted_canvas(SCENE, {(3, 4): stack})
    weighed = weigh([pane_of(canvas)], (3, 4), HIGHEST, COST)
    assert int(weighed.scores.argmax()) == height
    assert weighed.paints(height) == stack
    assert weighed.scores[0] == 0
    assert all(len(weighed.gains[h]) == len(weighed.seen_px[h]) == h for h in range(len(weighed.scores)))


def test_where_nothing_stands_no_height_is_worth_anything() -> None:
    canvas = painted_canvas(SCENE, {(3, 4): (0, 1)})
    weighed = weigh([pane_of(canvas)], (6, 4), HIGHEST, COST)
    assert int(weighed.scores.argmax()) == 0
    assert weighed.paints(0) == ()


def test_hidden_pixels_do_not_count() -> None:
    canvas = painted_canvas(SCENE, {})
    free = weigh([pane_of(canvas)], (4, 4), 1, COST).seen_px[1][0]
    canvas.lay((4, 3), stack_piece(canvas, SCENE, (4, 3), (0, 0, 0, 0)))
    assert free == len(SCENE.tower((4, 4), 1).pixels) / SCENE.scale**2
    assert weigh([pane_of(canvas)], (4, 4), 1, COST).seen_px[1][0] < 0.4 * free


def test_of_a_tower_below_another_only_what_is_left_counts() -> None:
    weighed = weigh([pane_of(painted_canvas(SCENE, {(4, 4): (0, 1)}))], (4, 4), 2, COST)
    left = [len(patch.pixels) / SCENE.scale**2 for patch in (SCENE.tower_below((4, 4), 1), SCENE.tower((4, 4), 2))]
    assert weighed.seen_px[2].tolist() == left


def test_a_stack_covers_each_pixel_once() -> None:
    canvas = painted_canvas(SCENE, {})
    piece = stack_piece(canvas, SCENE, (2, 2), (0, 1, 2))
    assert len(set(piece.pixels)) > 0.98 * len(piece.pixels)
    assert set(np.unique(piece.paint)) == {0, 1, 2}
    whole = {int(p) for floor in (1, 2, 3) for p in SCENE.outline((2, 2), floor).pixels}
    assert np.isin(piece.pixels, list(whole)).mean() > 0.97


@pytest.mark.parametrize("height", range(1, HIGHEST + 1))
def test_colours_reach_as_high_as_the_stack(height: int) -> None:
    canvas = painted_canvas(SCENE, {(5, 3): (2,) * height})
    reach = reach_of(SCENE, coloured(canvas))
    assert height <= reach[5, 3] <= height + 1
    assert (0, 0) not in reach


CROWD = "a1:R b1:RB c1:RBY d1:RBYG e1:YYYYY c3:GG d4:BRB e3:YG f5:R g5:GYRB h2:B h3:BB h4:BBB i9:RY e6:YRY e7:GBGB a9:Y"


@pytest.mark.parametrize("elevation_deg, turned_deg", [(60.0, 15.0), (50.0, -25.0)])
def test_a_crowd_is_found_where_the_evidence_is_clear(elevation_deg: float, turned_deg: float) -> None:
    scene = scene_of(9, elevation_deg, turned_deg, 0.5)
    truth = stacks_of(CROWD)
    canvas = painted_canvas(scene, truth)
    search = search_of(canvas, scene)
    search.sweep(6)
    hidden = {
        (field, i)
        for field, stack in truth.items()
        for i in range(len(stack))
        if seen_pixels(canvas, scene, field, stack, i) < 4
    }
    assert len(hidden) < 3
    for field, stack in truth.items():
        found = search.stacks.get(field, ())
        assert len(found) == len(stack), field
        assert all(a == b or (field, i) in hidden for i, (a, b) in enumerate(zip(found, stack, strict=True))), field
    assert set(search.stacks) == set(truth)


def seen_pixels(canvas: Canvas, scene: Scene, field: Field, stack: Stack, i: int) -> int:
    patch = scene.tower(field, i + 1) if i + 1 == len(stack) else scene.tower_below(field, i + 1)
    return int(canvas.seen(patch.pixels, scene.nearness(field)).sum())


def test_the_better_explanation_is_worth_more() -> None:
    canvas = painted_canvas(SCENE, {(3, 4): (0, 1)})
    search = search_of(canvas)
    bare = search.worth()
    search.set((3, 4), (0, 1))
    right = search.worth()
    search.panes[0].canvas.lift((3, 4))
    search.set((3, 4), (0, 2))
    assert right > search.worth() > bare
    search.panes[0].canvas.lift((3, 4))
    search.set((3, 4), ())
    assert search.worth() == pytest.approx(bare)
    assert not search.stacks


def test_fields_behind_a_high_stack_may_hide_another() -> None:
    scene = scene_of(9, 35.0, 0.0, 0.5)
    canvas = painted_canvas(scene, {(4, 2): (0,) * 6})
    search = search_of(canvas, scene)
    search.widen({(4, 3): 1, (4, 4): 1, (6, 3): 1})
    search.sweep(3)
    assert search.stacks == {(4, 2): (0,) * 6}
    hidden = search.hidden()
    assert hidden[4, 3] > hidden.get((4, 4), 0) >= 1
    assert (6, 3) not in hidden


def test_a_clear_stack_is_settled_until_something_near_it_changes() -> None:
    canvas = painted_canvas(SCENE, {(3, 4): (0, 1), (3, 5): (2,), (8, 8): (1,)})
    search = search_of(canvas)
    search.sweep(4)
    assert search.settled((3, 4))
    assert search.settled((8, 8))
    search.disturb((3, 5))
    assert not search.settled((3, 4))
    assert search.settled((8, 8))
    search.sweep(2)
    assert search.settled((3, 4))


# From here on: photographs.
FIVE = "5 a5:R b5:BY c5:YGR d5:GBYR e5:RYBGY"
NINE = "9 a9:R c9:BY e9:YGR g9:GBYR i9:RYBGY"


@ELEVATIONS
@pytest.mark.parametrize("text, paints", [(FIVE, "RBYG"), (NINE, "YGRB")], ids=["5x5", "9x9"])
def test_heights_one_to_five_are_read_in_all_colours(text: str, paints: str, elevation_deg: float) -> None:
    head, _, rest = text.partition(" ")
    picture = drawn(f"{head} {rest.translate(str.maketrans('RBYG', paints))}", elevation_deg)
    scan = picture.read()
    assert scan.position == picture.position
    assert not {doubt.at for doubt in scan.unsure} & set(picture.position.towers)


@ELEVATIONS
@pytest.mark.parametrize(
    "text",
    ["5 a5:RBYGRB c5:GYBRGYR e5:BRGYBG", "9 a9:RBYGRB e9:GYBRGYR i9:YYYYYYY"],
    ids=["5x5", "9x9"],
)
def test_heights_six_and_seven_are_read(text: str, elevation_deg: float) -> None:
    picture = drawn(text, elevation_deg)
    scan = picture.read()
    assert scan.position == picture.position
    assert not {doubt.at for doubt in scan.unsure} & set(picture.position.towers)


@pytest.mark.parametrize("paint, elevation_deg", [("R", 35.0), ("B", 55.0), ("Y", 75.0), ("G", 35.0), ("Y", 35.0)])
def test_stacks_of_one_colour_are_read(paint: str, elevation_deg: float) -> None:
    floors = " ".join(f"{file}4:{paint * height}" for file, height in zip("abcde", range(1, 6), strict=True))
    picture = drawn(f"5 {floors}", elevation_deg)
    scan = picture.read()
    assert scan.position == picture.position
    assert not {doubt.at for doubt in scan.unsure} & set(picture.position.towers)


@pytest.mark.parametrize("board, elevation_deg", [(5, 35.0), (9, 75.0)])
def test_on_an_empty_board_nothing_is_read(board: int, elevation_deg: float) -> None:
    scan = drawn(str(board), elevation_deg).read()
    assert not scan.position.towers
    assert not scan.position.sticks
    assert not scan.unsure


@pytest.mark.parametrize(
    "text, elevation_deg, turned_deg",
    [
        ("9 e4:RRRR", 35.0, 0.0),
        ("9 e4:RRR", 42.0, 5.0),
        ("9 a1:R b2:G e4:YYY g2:B h6:YB", 42.0, 0.0),
        ("9 e4:BBBB", 35.0, 0.0),
        ("9 a1:R b2:G e4:RRRR g2:B h6:YB", 35.0, 0.0),
        ("9 e4:GGGGG", 42.0, 0.0),
    ],
)
def test_a_high_stack_is_not_two_behind_each_other(text: str, elevation_deg: float, turned_deg: float) -> None:
    picture = drawn(text, elevation_deg, turned_deg)
    assert not wrong_claims(picture.read(), picture.position)
