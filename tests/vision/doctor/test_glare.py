"""Glare: a lamp mirrored on a field is named with that field."""

import pytest

from benchmarks.spoiling import exposed, mirrored
from tests.vision.doctor.tables import SETTINGS, picture, place_px, seen
from vision.doctor.glare import judge_glare
from vision.doctor.seen import Seen
from words.language import say


@pytest.mark.parametrize("light", ["soft", "hard", "dim"])
def test_no_glare(light: str) -> None:
    finding = judge_glare(seen(picture(light=light)), SETTINGS)
    assert (finding.score, finding.advice, finding.fields) == (100, (), ())
    assert say(finding.seen, "en") == "none"


@pytest.mark.parametrize(("field", "floors"), [("f6", 0), ("e5", 2), ("c3", 3), ("b2", 0)])
def test_the_field_is_named(field: str, floors: int) -> None:
    """On bare wood and on top of a stack, which is elsewhere in the picture than its field."""
    image = mirrored(picture(), 1.0, place_px(field, floors), 10.0)
    finding = judge_glare(seen(image), SETTINGS)
    assert finding.fields[0] == field
    assert len(finding.fields) <= 4
    assert finding.score is not None
    assert finding.score < SETTINGS.advise_below
    assert say(finding.advice[0], "en").startswith(f"Glare at {field}")


def test_two_lamps() -> None:
    image = mirrored(mirrored(picture(), 1.0, place_px("b5"), 12.0), 1.0, place_px("g8"), 12.0)
    assert {"b5", "g8"} <= set(judge_glare(seen(image), SETTINGS).fields)


def test_a_picture_that_is_too_bright_everywhere_has_no_glare() -> None:
    assert judge_glare(seen(exposed(picture(), 12.0)), SETTINGS).good


def test_without_a_board_nothing_is_said() -> None:
    assert judge_glare(Seen(picture(), None, seen().physical_set), SETTINGS).score is None
