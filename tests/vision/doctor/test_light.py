"""Light: dark, bright, grainy and shaded pictures are named with their numbers, good ones are left alone."""

import numpy as np
import pytest

from benchmarks.spoiling import exposed, grainy, shaded
from tests.vision.doctor.tables import SETTINGS, SIZE, picture, place_px, pose, seen
from vision.doctor.light import field_light, judge_light, noise_of_wood, wood_light
from vision.doctor.report import Aspect
from vision.doctor.seen import Seen
from words.language import say


def said(image: np.ndarray) -> list[str]:
    return [advice.key for advice in judge_light(seen(image), SETTINGS).advice]


@pytest.mark.parametrize("light", ["soft", "hard"])
def test_usual_light_is_good(light: str) -> None:
    finding = judge_light(seen(picture(light=light)), SETTINGS)
    assert finding.aspect is Aspect.LIGHT
    assert (finding.score, finding.advice, finding.fields, finding.places_px) == (100, (), (), ())


def test_a_dark_picture() -> None:
    finding = judge_light(seen(exposed(picture(), 0.03)), SETTINGS)
    assert finding.measures["wood_light"] == pytest.approx(0.03 * wood_light(seen(), SETTINGS), rel=0.1)
    assert finding.score is not None
    assert finding.score < SETTINGS.advise_below
    sentence = say(finding.advice[0], "en")
    assert "too dark" in sentence
    assert "2.1 % of full light, 6.0 % are needed" in sentence
    assert finding.fields == ()


def test_the_darker_the_worse() -> None:
    scores = [judge_light(seen(exposed(picture(), factor)), SETTINGS).score for factor in (1.0, 0.1, 0.05, 0.02, 0.005)]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == 100
    assert scores[-1] == 0


def test_a_bright_picture() -> None:
    assert said(exposed(picture(), 1.3)) == []
    assert said(exposed(picture(), 6.0)) == ["doctor.light.bright"]
    alone = Seen(exposed(picture(), 6.0), None, seen().physical_set)
    assert [advice.key for advice in judge_light(alone, SETTINGS).advice] == ["doctor.light.bright"]


@pytest.mark.parametrize("noise", [0.03, 0.1, 0.2])
def test_noise_is_measured(noise: float) -> None:
    """Uncompressed: of light x the noise is `noise` times its root, so that its share is noise / root of x."""
    light = np.random.default_rng(1).standard_normal((SIZE[1], SIZE[0], 1)).repeat(3, axis=2)
    flat = np.clip(0.4 * (1 + noise * light), 0, 1)
    level = np.where(flat <= 0.0031308, 12.92 * flat, 1.055 * flat ** (1 / 2.4) - 0.055)
    image = np.round(255 * level).astype(np.uint8)
    assert noise_of_wood(Seen(image, seen().found, seen().physical_set), SETTINGS) == pytest.approx(noise, rel=0.1)


def test_a_grainy_picture() -> None:
    assert said(grainy(picture(), 0.02)) == []
    assert said(grainy(picture(), 0.25)) == ["doctor.light.noise"]


def test_a_shadow_is_named_with_its_fields() -> None:
    image = shaded(picture(), 0.04, place_px("e5"))
    finding = judge_light(seen(image), SETTINGS)
    assert finding.advice[0].key == "doctor.light.shadow"
    assert {"i1", "i2", "h1"} <= set(finding.fields)
    assert not {"a9", "a8", "b9"} & set(finding.fields)
    assert len(finding.places_px) == len(finding.fields)
    assert finding.measures["shadow_ratio"] == pytest.approx(25, rel=0.25)


def test_every_field_that_shows_wood_has_its_light() -> None:
    levels = field_light(seen(picture(position="9"), position="9"), SETTINGS)
    assert len(levels) == 81
    assert max(levels.values()) < 1.5 * min(levels.values())


def test_without_a_board_the_whole_picture_is_judged() -> None:
    dark = np.full((360, 640, 3), 8, np.uint8)
    finding = judge_light(Seen(dark, None, seen().physical_set), SETTINGS)
    assert [advice.key for advice in finding.advice] == ["doctor.light.dark"]
    assert "shadow_ratio" not in finding.measures


def test_a_black_picture_has_an_answer() -> None:
    black = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    assert judge_light(seen(black, pose()), SETTINGS).score == 0
