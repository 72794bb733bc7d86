"""How pictures are turned against each other follows from the stacks that they speak for together."""

import numpy as np
import pytest

from tests.vision.tactori.pictures import painted_canvas, scene_of, stacks_of
from vision.found_board import FoundBoard, turn
from vision.tactori.bars import Bars
from vision.tactori.panes import Pane
from vision.tactori.scene import HIGHEST, Field, Scene, turned_faces
from vision.tactori.stacks import Stack, weigh
from vision.tactori.turning import QUARTERS, Turning, Weights, best_stacks, turned_field, turning

SCENE = scene_of(9, 50.0, 0.0, 0.5)
COST = 80.0
TEXT = "a1:RB c3:RRB e3:B g7:GY h4:Y i9:Y"


def weights_of(stacks: dict[Field, Stack], scene: Scene = SCENE) -> Weights:
    """What a picture of these stacks says of their fields."""
    canvas = painted_canvas(scene, stacks)
    return {field: weigh([Pane(canvas, Bars(scene, 0.7))], field, HIGHEST, COST) for field in stacks}


def renamed(stacks: dict[Field, Stack], quarters: int) -> dict[Field, Stack]:
    """The stacks as a picture names them that has to be turned by so many quarters to name them as they are."""
    return {turned_field(field, quarters, 9): stack for field, stack in stacks.items()}


@pytest.mark.parametrize("quarters", QUARTERS)
def test_the_turning_is_found_from_what_stands_there(quarters: int) -> None:
    stacks = stacks_of(TEXT)
    found = turning([weights_of(stacks)], weights_of(renamed(stacks, quarters)), 9, COST)
    assert found.quarters == quarters
    assert found.margin > 2000
    assert found.agreement == pytest.approx(1.0, abs=0.05)


@pytest.mark.parametrize("text", ["e5:RRB", "c3:R g7:R c7:R g3:R"])
def test_a_position_that_looks_alike_from_all_sides_tells_nothing(text: str) -> None:
    stacks = stacks_of(text)
    assert turning([weights_of(stacks)], weights_of(stacks), 9, COST).margin == pytest.approx(0.0, abs=100)


def test_another_position_agrees_with_none_however_it_is_turned() -> None:
    found = turning([weights_of(stacks_of(TEXT))], weights_of(stacks_of("b2:GG d8:R f5:BB h8:GR b6:YB")), 9, COST)
    assert isinstance(found, Turning)
    assert found.agreement < 0.3


def test_the_stacks_that_pictures_speak_for_together_are_the_true_ones() -> None:
    stacks = stacks_of(TEXT)
    assert best_stacks([weights_of(stacks), weights_of(stacks)], COST) == stacks


def test_what_a_picture_shows_as_bare_wood_the_others_do_not_put_there() -> None:
    """One picture may take a shadow for a tower that two others show not to be there."""
    stacks, without = stacks_of("c3:R e5:BB"), stacks_of("e5:BB")
    assert best_stacks([weights_of(without), weights_of(stacks), weights_of(without)], COST) == without


@pytest.mark.parametrize("quarters", QUARTERS)
def test_fields_and_faces_are_renamed_as_the_board_is(quarters: int) -> None:
    """A tower of the turned board lies where the one of that name lay, and its sides are called otherwise."""
    board = FoundBoard(9, SCENE.pose, ((0.0, 0.0),) * 4, 0.0)
    there = Scene(9, SCENE.set, turn(board, quarters).pose, SCENE.view)
    for field in ((1, 2), (4, 4), (7, 3)):
        now, before = there.tower(field, 2), SCENE.tower(turned_field(field, quarters, 9), 2)
        assert (now.x, now.y) == (before.x, before.y)
        assert np.mean(np.array(turned_faces(quarters))[now.codes] == before.codes) > 0.95  # rims are rounded otherwise
