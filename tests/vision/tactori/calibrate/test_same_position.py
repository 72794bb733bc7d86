"""Photographs of one position are told from those of another, and turned alike."""

import pytest

from vision.tactori.calibrate.same_position import Shown, same_positions
from vision.tactori.turning import turned_field

ONE = {(1, 6): (3, 0, 1), (2, 2): (0,), (4, 2): (0,), (4, 6): (1,), (6, 5): (2, 1), (7, 1): (2,), (7, 3): (3, 3)}
OTHER = {(0, 0): (1,), (3, 4): (2, 2), (5, 5): (0, 1), (8, 2): (3,)}


@pytest.mark.parametrize("quarters", range(4))
def test_all_turnings_are_found(quarters: int) -> None:
    turned = {turned_field(field, quarters, 9): stack for field, stack in ONE.items()}
    assert same_positions([9, 9], [ONE, turned]) == [Shown(0), Shown(0, quarters)]


def test_what_one_of_them_hides_or_shows_wrongly_does_not_matter() -> None:
    seen = dict(list(ONE.items())[:5]) | {(6, 5): (2,)}
    assert same_positions([9, 9], [ONE, seen]) == [Shown(0), Shown(0)]


def test_other_positions_and_other_boards_are_others() -> None:
    assert same_positions([9, 9, 9], [ONE, OTHER, ONE]) == [Shown(0), Shown(1), Shown(0)]
    small = {field: stack for field, stack in OTHER.items() if max(field) < 5}
    assert same_positions([9, 5], [small, small]) == [Shown(0), Shown(1)]


def test_a_position_that_looks_alike_from_two_sides_is_not_turned() -> None:
    even = {(0, 0): (0,), (8, 8): (0,), (2, 3): (1,), (6, 5): (1,), (4, 1): (2,), (4, 7): (2,)}
    assert same_positions([9, 9], [even, even]) == [Shown(0), Shown(1)]


def test_nothing_in_common_is_no_position() -> None:
    assert same_positions([9, 9], [{}, {}]) == [Shown(0), Shown(1)]
