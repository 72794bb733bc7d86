"""Frames of a calm moment as one picture: less noise, nothing blurred that moved, and none of photographs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from live.averaging import averaged
from live.frame import Frame
from live.settings import TableSettings
from live.stillness import Motion, Stillness
from referee.tactori.text import parse_text
from simulator.look import Look
from simulator.tactori.draw import draw_position
from simulator.tactori.viewpoint import look_at
from tests.live.beside import photograph, side
from tests.live.filming import SET, start_film

Picture = NDArray[np.uint8]
SETTINGS = TableSettings()
CLEAN = draw_position(parse_text("9 c3:R e5:BB"), SET, look_at(SET, size=(640, 360)), replace(Look(), noise=0.0), 3)


def seen(frames: list[Picture], alone: bool = False) -> Motion:
    stillness = Stillness(SETTINGS)
    for number, image in enumerate(frames):
        motion = stillness.see(Frame(image, "x", number, 0.1 * number, alone), None)
    return motion


def noisy(count: int, levels: float, jpeg: int | None = None) -> list[Picture]:
    rng = np.random.default_rng(1)
    made = [np.clip(CLEAN + rng.normal(0, levels, CLEAN.shape), 0, 255).astype(np.uint8) for _ in range(count)]
    if jpeg is None:
        return made
    coded = (cv2.imencode(".jpg", each, [cv2.IMWRITE_JPEG_QUALITY, jpeg])[1] for each in made)
    return [np.asarray(cv2.imdecode(each, cv2.IMREAD_COLOR), np.uint8) for each in coded]


def noise(image: Picture) -> float:
    return float(np.sqrt(np.mean((image.astype(float) - CLEAN) ** 2)))


@pytest.mark.parametrize("levels", [1.5, 3.0, 5.0])
def test_noise_is_less_than_half(levels: float) -> None:
    frames = noisy(8, levels)
    assert noise(averaged(seen(frames), None, SETTINGS)) < 0.55 * noise(frames[-1])


def test_compression_hurts_less() -> None:
    frames = noisy(8, 4.0, jpeg=80)
    assert noise(averaged(seen(frames), None, SETTINGS)) < 0.9 * noise(frames[-1])


def test_around_the_board_it_is_the_newest_frame() -> None:
    frames = noisy(8, 4.0)
    made = averaged(seen(frames), (100, 50, 500, 300), SETTINGS)
    outside = np.ones(made.shape, bool)
    outside[50:300, 100:500] = False
    assert np.array_equal(made[outside], frames[-1][outside])
    assert not np.array_equal(made[50:300, 100:500], frames[-1][50:300, 100:500])


def test_the_frames_themselves_are_left_as_they_are() -> None:
    frames = noisy(8, 4.0)
    before = [frame.copy() for frame in frames]
    averaged(seen(frames), None, SETTINGS)
    assert all(np.array_equal(a, b) for a, b in zip(frames, before, strict=True))


def test_what_came_slowly_is_not_mixed_with_what_was_there_before() -> None:
    """A stick that is pushed in so carefully that no two frames differ enough to be called movement."""
    frames = noisy(8, 1.0)
    for late in frames[4:]:
        late[100:112, 300:330] = 0
    made = averaged(seen(frames), None, SETTINGS)
    assert made[100:112, 300:330].max() == 0


def test_a_photograph_stands_alone() -> None:
    frames = noisy(3, 4.0)
    assert averaged(seen(frames, alone=True), None, SETTINGS) is frames[-1]


def test_a_table_reads_the_mean_of_a_calm_moment_and_waits_no_longer_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    film = start_film(tmp_path)
    film.calm("9")
    read: list[Picture] = []
    look = film.table.eyes.look
    monkeypatch.setattr(film.table.eyes, "look", lambda image, *more: read.append(image) or look(image, *more))
    film.hand("9 c3:R", "c3")
    calm = film.picture("9 c3:R")
    told = [film.film(calm, 1) for _ in range(4)]
    assert [bool(each) for each in told] == [False, False, False, True], "as soon as without averaging"
    left, upper, right, lower = film.table.eyes.box or (0, 0, 0, 0)
    inside = (slice(upper, lower), slice(left, right))
    spread = [float(np.std(image[inside].astype(float) - calm[inside])) for image in read]
    assert len(read) == 2 and max(spread) < 1.2, "one frame has 1.5"


def test_other_cameras_are_averaged_too() -> None:
    image = photograph("9 c3:R", side(95.0))
    assert averaged(seen([image] * 8), None, SETTINGS) is not image
