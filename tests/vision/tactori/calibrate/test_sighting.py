"""Lines of pieces measured in simulated photographs, where everything about them is known."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.bundle import MEASURED, Sightings, measures_of
from referee.tactori.board import COLOURS, coordinates
from referee.tactori.text import parse_text
from simulator.look import Look
from simulator.tactori.draw import draw_position
from simulator.tactori.viewpoint import look_at
from tests.vision.tactori.calibrate.pictures import CAMERA, FEW, SET
from vision.tactori.calibrate.outlines import lines_of
from vision.tactori.calibrate.sighting import (
    SightingSettings,
    draw_labels,
    linear_light,
    scene_for,
    see_pieces,
)
from vision.tactori.settings import ReaderSettings

POSE = look_at(SET, 48.0, 8.0, CAMERA)
POSITION = parse_text(FEW.split(" R:")[0])
STACKS = {coordinates(field): tuple(map(COLOURS.index, stack)) for field, stack in POSITION.towers.items()}
IMAGE = draw_position(POSITION, SET, POSE, Look(jitter=0.0))


def off_px(seen: Sightings, measures: np.ndarray) -> np.ndarray:
    """How far outside of where these measures put it each line was seen."""
    points = (seen.base + seen.slopes @ measures) * SET.pitch_9
    return ((seen.pixels - POSE.project(points)) * seen.normal).sum(1)


def pieces(physical_set: object = SET, window_px: float = 3.0) -> Sightings:
    scene = scene_for(IMAGE, 9, physical_set, POSE, ReaderSettings())  # type: ignore[arg-type]
    return see_pieces(linear_light(IMAGE), scene, STACKS, (), window_px, 0, SightingSettings())


def test_lines_are_seen_where_they_are() -> None:
    seen = pieces()
    off = off_px(seen, measures_of(SET))
    assert len(off) > 200
    assert abs(np.median(off)) < 0.25
    assert 1.48 * np.median(np.abs(off - np.median(off))) < 0.5


def test_they_are_found_from_wrong_measures_too() -> None:
    """And are said to be where the right measures put them."""
    wrong = replace(SET, tower_height=SET.tower_height * 1.07, tower_width=SET.tower_width * 1.03)
    seen = pieces(wrong, 6.0)
    right, assumed = off_px(seen, measures_of(SET)), off_px(seen, measures_of(wrong))
    assert np.median(np.abs(right)) < 0.5 < np.median(np.abs(assumed))


def test_what_is_hidden_is_not_looked_for() -> None:
    """A stack of seven before another of two: nothing of the hidden stack's foot is reported."""
    scene = scene_for(IMAGE, 9, SET, POSE, ReaderSettings())
    near, far = (4, 2), (4, 3)
    labels = draw_labels(scene, {near: (0,) * 7, far: (1, 1)}, ())
    shown = labels.paint[labels.nearness == scene.nearness(far)]
    alone = draw_labels(scene, {far: (1, 1)}, ())
    assert len(shown) < 0.5 * (alone.nearness == scene.nearness(far)).sum()


def test_lines_move_as_their_measures_do() -> None:
    scene = scene_for(IMAGE, 9, SET, POSE, ReaderSettings())
    lines = lines_of(scene, {(4, 4): (0, 1, 0)}, ())
    measures = measures_of(SET)
    tops = [line.base + line.slopes @ measures for line in lines]
    highest = max(float(top[:, 2].max()) for top in tops)
    assert highest == pytest.approx(3 * SET.tower_height / SET.pitch_9)
    assert sum(line.foot for line in lines) in (1, 2)
    seams = [line for line in lines if line.other_paint is not None and line.other_paint != line.paint]
    assert {round(float(line.slopes[0, 2, MEASURED.index("tower_height")])) for line in seams} == {1, 2}
