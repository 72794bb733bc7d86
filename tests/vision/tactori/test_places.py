"""Every place where a stick could lie is offered, and none where it could not."""

import numpy as np
import pytest

from referee.tactori.board import coordinates
from tests.vision.tactori.pictures import SET, scene_of
from vision.tactori.places import Place, Places, rest_mm
from vision.tactori.scene import Scene

NINE, FIVE = scene_of(9), scene_of(5)
Ends = tuple[tuple[str, int], tuple[str, int]]


def places(scene: Scene, heights: dict[str, int], hidden: dict[str, int] | None = None) -> list[Place]:
    """Those that touch anything: a stick can lie on the bare board everywhere."""
    made = Places(scene).among(
        {coordinates(at): h for at, h in heights.items()}, {coordinates(at): h for at, h in (hidden or {}).items()}
    )
    return [place for place in made if place.a[1] or place.b[1]]


def ends(place: Place) -> Ends:
    (a, fa), (b, fb) = place.a, place.b
    names = [f"{'abcdefghi'[x]}{y + 1}" for x, y in (a, b)]
    return (names[0], fa), (names[1], fb)


def all_ends(scene: Scene, heights: dict[str, int], hidden: dict[str, int] | None = None) -> set[Ends]:
    return {ends(place) for place in places(scene, heights, hidden)}


def test_a_bridge_may_lie_on_every_floor_that_both_towers_have() -> None:
    made = all_ends(NINE, {"c3": 3, "e3": 3})
    assert {(("c3", k), ("e3", k)) for k in (1, 2, 3)} <= made
    assert (("c3", 4), ("e3", 4)) not in made


def test_a_stick_slants_by_one_floor() -> None:
    made = all_ends(NINE, {"c3": 1, "c5": 2})
    assert (("c3", 1), ("c5", 2)) in made
    assert (("c3", 1), ("c5", 1)) in made
    assert (("c3", 1), ("c5", 3)) not in all_ends(NINE, {"c3": 1, "c5": 4})


@pytest.mark.parametrize("height", [1, 2])
def test_one_end_may_lie_on_the_board(height: int) -> None:
    made = all_ends(NINE, {"e5": height})
    assert made == {
        (("c5", 0), ("e5", height)),
        (("e5", height), ("g5", 0)),
        (("e3", 0), ("e5", height)),
        (("e5", height), ("e7", 0)),
    }
    assert not all_ends(NINE, {"e5": 3}), "that would be too steep"


def test_diagonals_are_as_long_as_a_stick_on_the_large_board_only() -> None:
    assert (("c3", 1), ("d4", 1)) in all_ends(NINE, {"c3": 1, "d4": 1})
    assert (("c4", 1), ("d3", 1)) in all_ends(NINE, {"c4": 1, "d3": 1})
    assert (("c3", 1), ("d4", 1)) not in all_ends(FIVE, {"c3": 1, "d4": 1})
    assert (("c3", 1), ("d4", 3)) not in all_ends(NINE, {"c3": 1, "d4": 3})


def test_a_stick_spans_one_step_on_the_small_board_and_two_on_the_large_one() -> None:
    assert (("b2", 1), ("c2", 1)) in all_ends(FIVE, {"b2": 1, "c2": 1})
    assert not all_ends(FIVE, {"b2": 3, "d2": 3})
    assert (("b2", 1), ("c2", 1)) not in all_ends(NINE, {"b2": 1, "c2": 1})


def test_a_stick_may_end_in_a_stack_that_nobody_sees() -> None:
    made = all_ends(NINE, {"c3": 2}, {"e3": 4})
    assert {(("c3", 1), ("e3", 1)), (("c3", 2), ("e3", 2))} <= made
    assert (("c3", 2), ("e3", 2)) not in all_ends(NINE, {"c3": 2})


def test_on_an_empty_board_sticks_lie_on_the_wood() -> None:
    made = Places(NINE).among({}, {})
    assert len(made) == 2 * 9 * 7
    assert all(place.a[1] == place.b[1] == 0 for place in made)
    assert all(place.start[2] == place.end[2] == 0 for place in made)


def test_a_crossing_stick_lies_on_the_other_and_is_the_same_place() -> None:
    level = [p for p in places(NINE, {"c3": 1, "e3": 1}) if ends(p) == (("c3", 1), ("e3", 1))]
    assert sorted(p.start[2] for p in level) == pytest.approx([rest_mm(NINE, 1), rest_mm(NINE, 1) + SET.stick_width])
    assert len({p.key for p in level}) == 1
    assert all(p.level for p in level)


def test_it_is_not_looked_for_inside_a_tower_that_it_passes_through() -> None:
    def looked(heights: dict[str, int]) -> list[tuple[float, float]]:
        place = next(p for p in places(NINE, heights) if ends(p) == (("c3", 1), ("e3", 1)))
        return [(s.low, s.high) for s in place.stretches]

    half = SET.tower_width / 2 / (2 * SET.pitch_9)
    free, through = looked({"c3": 1, "e3": 1}), looked({"c3": 1, "d3": 2, "e3": 1})
    assert any(low < 0.5 <= high for low, high in free)
    assert not any(low < 0.5 + half and high > 0.5 - half for low, high in through)
    assert through


def test_its_ends_are_the_middles_of_its_fields_at_the_height_of_the_grooves() -> None:
    place = next(p for p in places(NINE, {"c3": 1, "e3": 2}) if ends(p) == (("c3", 1), ("e3", 2)))
    assert place.start[:2] == NINE.centre((2, 2))
    assert place.end[:2] == NINE.centre((4, 2))
    assert place.end[2] - place.start[2] == pytest.approx(SET.tower_height)
    assert place.start[2] == pytest.approx(SET.tower_height - SET.groove_depth)
    assert not place.level
    assert np.allclose(place.at(np.array([0.0, 0.5, 1.0])), np.linspace(place.start, place.end, 3))
    assert place.touched == {(2, 2), (3, 2), (4, 2)}


def test_the_same_place_is_made_once() -> None:
    known = Places(NINE)
    heights = {(2, 2): 1, (4, 2): 1}
    assert all(a is b for a, b in zip(known.among(heights, {}), known.among(heights, {}), strict=True))
