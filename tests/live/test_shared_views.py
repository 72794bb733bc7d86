"""Photographs that another program made, three of each position: what one leaves open, another settles."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from benchmarks.truth import Truth
from benchmarks.views import VIEWS, groups
from live.agreement import denies
from live.frame import Picture
from live.settings import TableSettings
from referee.tactori.position import Position
from referee.tactori.turn import compare
from vision.known_of_picture import Known
from vision.photograph import load_photograph
from vision.tactori.eyes import TowerEyes
from words.message import InputError

pytestmark = pytest.mark.skipif(not VIEWS.is_dir(), reason="the shared views are not beside this checkout")
NAMES = ("lamp9_001", "low9_000", "top9_001")
SETTINGS = TableSettings()


@cache
def views(name: str) -> list[Truth]:
    (group,) = (group for group in groups(VIEWS) if group.files[0].stem.startswith(name))
    return [Truth.load(file) for file in group.files]


def picture(truth: Truth) -> Picture:
    image: Picture = load_photograph(str(truth.image)).image
    return image


def watching(truth: Truth) -> TowerEyes:
    eyes = TowerEyes(Known(truth.position.board, truth.physical_set, truth.camera), SETTINGS.eyes)
    assert eyes.search(picture(truth))
    return eyes


def without_last_stick(position: Position) -> Position:
    """What stood there a turn ago."""
    return Position.of(position.board, dict(position.towers), position.sticks[:-1])


def wrong(seen: Position, truth: Truth) -> int:
    difference = compare(truth.position, seen)
    return len(difference.stacks) + len(difference.laid) + len(difference.taken)


@pytest.mark.parametrize("name", NAMES)
def test_a_photograph_from_another_side_is_placed_and_makes_the_look_no_worse(name: str) -> None:
    first, *others = views(name)
    eyes, image, before = watching(first), picture(first), without_last_stick(first.position)
    alone = eyes.look(image, before, False, before)
    for other in others:
        brought = eyes.place_photograph(picture(other), before, None)
        away = np.abs(np.array(brought.found.corners_px) - np.array(other.corners)).max()
        assert away < 12, "it is turned as it was taken"
        together = eyes.look(image, before, False, before, [brought])
        assert wrong(together.position, first) <= wrong(alone.position, first)
        assert len(together.unsure) <= len(alone.unsure)
        assert not denies(alone, together.position, SETTINGS)


def test_photographs_of_other_positions_are_refused() -> None:
    first = views(NAMES[0])[0]
    eyes = watching(first)
    for name in NAMES[1:]:
        with pytest.raises(InputError) as error:
            eyes.place_photograph(picture(views(name)[1]), first.position, None)
        assert error.value.message.key in ("settle.stranger", "settle.no_board")
