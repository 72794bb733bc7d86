"""Simulated days: the light turns from warm to cold, a lamp is lit, a hand throws its shadow."""

import math

import numpy as np
import pytest

from calibration.colour_following import Change, Following, FollowSettings, follow
from calibration.colours import GENERIC, ColourReferences, Paint, Wood

WOOD = np.array([0.6, 0.41, 0.24])
WARM, COLD, LAMP = np.array([1.25, 1.0, 0.6]), np.array([0.85, 1.0, 1.25]), np.array([1.4, 1.0, 0.45])
SETTINGS = FollowSettings()


def true_paints(light: np.ndarray) -> dict[str, tuple[float, float]]:
    """A camera's filters overlap, so that paints do turn a little around the wood with the light."""
    warmth = math.log(light[0] / light[2])
    return {c: (p.u + 0.06 * warmth, p.v - 0.1 * warmth * (c != "Y")) for c, p in GENERIC.items()}


def reading(
    light: np.ndarray,
    rng: np.random.Generator,
    brightness: float = 1.0,
    colours: str = "RBYG",
    spread: float = 0.05,
    noise: float = 0.04,
) -> ColourReferences:
    """What one reading sees of paints and wood."""
    paints = {
        c: Paint(u + noise * rng.standard_normal(), v + noise * rng.standard_normal(), 0.1, 0.15, samples=800)
        for c, (u, v) in true_paints(light).items()
        if c in colours
    }
    red, green, blue = 0.7 * brightness * WOOD * light * np.exp(0.01 * rng.standard_normal(3))
    return ColourReferences({**GENERIC, **paints}, Wood(red, green, blue, spread, 20000))


def error(now: Following, light: np.ndarray, colours: str = "RBYG") -> float:
    """How far the worst paint is from where it is in this light."""
    true = true_paints(light)
    paints = now.references.paints
    return max(math.hypot(paints[c].u - true[c][0], paints[c].v - true[c][1]) for c in colours)


def wood_error(now: Following, light: np.ndarray) -> float:
    assert now.references.wood is not None
    true = WOOD * light
    wood = now.references.wood
    return math.hypot(wood.u - math.log(true[0] / true[1]), wood.v - math.log(true[2] / true[1]))


def settled(light: np.ndarray, rng: np.random.Generator) -> Following:
    now = Following(reading(light, rng, noise=0.0))
    for _ in range(20):
        now = follow(now, reading(light, rng))
    return now


@pytest.mark.parametrize("seed", range(3))
def test_a_day_from_warm_to_cold_is_kept_up_with(seed: int) -> None:
    rng = np.random.default_rng(seed)
    now, start = settled(WARM, rng), true_paints(WARM)
    for step in range(400):
        light = np.exp(np.log(WARM) + (np.log(COLD) - np.log(WARM)) * step / 399)
        now = follow(now, reading(light, rng, brightness=1 - 0.5 * step / 399))
        assert now.change is Change.STEADY, step
        assert error(now, light) < 0.08
        assert wood_error(now, light) < 0.08
    assert math.dist(start["R"], true_paints(COLD)["R"]) > 0.1, "who stays behind is wrong in the end"
    assert error(now, COLD) < 0.05


def test_a_single_reading_hardly_moves_the_colours() -> None:
    rng = np.random.default_rng(1)
    before = settled(WARM, rng)
    after = follow(before, reading(WARM, rng, noise=0.15))
    pairs = [(p, after.references.paints[c]) for c, p in before.references.paints.items()]
    moved = [math.hypot(a.u - b.u, a.v - b.v) for a, b in pairs]
    assert max(moved) < 0.05


def test_a_lamp_is_noticed_at_once_and_learned_when_it_stays_on() -> None:
    rng = np.random.default_rng(2)
    now = settled(COLD, rng)
    before = now.references
    for step in range(SETTINGS.patience - 1):
        now = follow(now, reading(LAMP, rng, brightness=1.5))
        assert now.change is Change.JUMP
        assert len(now.waiting) == step + 1
        assert now.references == before
    now = follow(now, reading(LAMP, rng, brightness=1.5))
    assert now.change is Change.RELEARNED
    assert error(now, LAMP) < 0.08
    assert wood_error(now, LAMP) < 0.05
    assert follow(now, reading(LAMP, rng, brightness=1.5)).change is Change.STEADY


def test_a_light_that_comes_and_goes_is_not_learned() -> None:
    rng = np.random.default_rng(3)
    now = settled(COLD, rng)
    for _ in range(10):
        for _ in range(SETTINGS.patience - 1):
            now = follow(now, reading(LAMP, rng))
        now = follow(now, reading(COLD, rng))
        assert now.change is Change.STEADY
        assert now.waiting == ()
    assert wood_error(now, COLD) < 0.03
    assert error(now, COLD) < 0.08


@pytest.mark.parametrize(("brightness", "spread"), [(0.5, 0.05), (0.9, 0.25)], ids=["dark", "uneven"])
def test_the_shadow_of_a_hand_is_not_followed(brightness: float, spread: float) -> None:
    rng = np.random.default_rng(4)
    now = settled(WARM, rng)
    before = now.references
    for _ in range(SETTINGS.shadow_patience - 1):
        now = follow(now, reading(COLD, rng, brightness, spread=spread))
        assert now.change is Change.SHADOW
        assert now.references == before
    now = follow(now, reading(WARM, rng))
    assert now.change is Change.STEADY
    assert now.waiting == ()
    assert error(now, WARM) < 0.08


def test_a_lamp_put_out_for_good_is_learned_in_the_end() -> None:
    rng = np.random.default_rng(5)
    now = settled(LAMP, rng)
    for _ in range(SETTINGS.shadow_patience):
        now = follow(now, reading(WARM, rng, brightness=0.3))
    assert now.change is Change.RELEARNED
    assert error(now, WARM) < 0.08


def test_a_paint_read_for_another_is_left_out() -> None:
    rng = np.random.default_rng(6)
    now = settled(WARM, rng)
    wrong = reading(WARM, rng, noise=0.0)
    green = wrong.paints["G"]
    wrong = ColourReferences({**wrong.paints, "Y": Paint(green.u, green.v, samples=100)}, wrong.wood)
    after = follow(now, wrong)
    assert after.change is Change.STEADY
    assert after.references.paints["Y"] == now.references.paints["Y"]


def test_colours_that_join_the_game_are_taken_up_and_those_that_leave_are_kept() -> None:
    rng = np.random.default_rng(7)
    now = Following(reading(WARM, rng, colours="RB"))
    assert now.references.measured == ("R", "B")
    now = follow(now, reading(WARM, rng, colours="BY"))
    assert now.references.measured == ("R", "B", "Y")
    assert error(now, WARM, "RBY") < 0.15


def test_without_wood_the_paints_are_followed_alone() -> None:
    rng = np.random.default_rng(8)
    now = Following(ColourReferences(reading(WARM, rng).paints))
    for _ in range(50):
        now = follow(now, ColourReferences(reading(COLD, rng).paints))
    assert error(now, COLD) < 0.06
