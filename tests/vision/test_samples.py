"""Every sample image, read end to end: the position of its truth, but for what the reading itself calls unsure."""

from functools import cache
from pathlib import Path

import pytest

from benchmarks.photographs import SAMPLES, read
from benchmarks.truth import Truth
from referee.tactori.board import UNKNOWN
from referee.tactori.position import Stick
from vision.tactori.reading import Reading

# What a reading may leave open: fields and sticks called unsure, and floors of unknown colour.
USUAL_OPEN = 1
MOST_OPEN = {"hand": 22, "low_camera": 4, "five_high": 4, "straight_above": 4, "two_floors": 2}
MOST_OPEN_AT_ALL = 32

NAMES = sorted(path.stem for path in SAMPLES.glob("*.json"))
READ = [
    pytest.param(name, known, id=f"{name}-camera {'known' if known else 'not known'}")
    for name in NAMES
    for known in (True, False)
]
CAMERAS = pytest.mark.parametrize("camera_known", [True, False], ids=["camera known", "camera not known"])


@cache
def sample(name: str, camera_known: bool) -> tuple[Truth, Reading | str]:
    truth = Truth.load(Path(SAMPLES / f"{name}.json"))
    return truth, read(truth, camera_known)


def places(stick: Stick) -> tuple[str, ...]:
    """What a doubt about a stick may name: its ends, or the way between them."""
    return (*stick.fields, "-".join(stick.fields))


def left_open(reading: Reading) -> int:
    unknown = sum(stack.count(UNKNOWN) for at, stack in reading.position.towers.items() if at not in reading.doubtful)
    return len(reading.unsure) + unknown


@pytest.mark.parametrize("name, camera_known", READ)
def test_it_is_read_as_it_is(name: str, camera_known: bool) -> None:
    truth, reading = sample(name, camera_known)
    assert isinstance(reading, Reading), reading
    assert reading.board == truth.position.board
    real, seen, doubtful = truth.position, reading.position, reading.doubtful
    claimed = {at: stack for at, stack in seen.towers.items() if at not in doubtful}
    wrong = {at: (real.towers.get(at, ""), stack) for at, stack in claimed.items() if not truth.matches(at, stack)}
    missed = {at: stack for at, stack in real.towers.items() if at not in claimed and at not in doubtful}
    open_places = doubtful.union(reading.open_ways)
    sticks_missed = [str(s) for s in truth.seen_sticks - set(seen.sticks) if not open_places.intersection(places(s))]
    invented = [str(s) for s in set(seen.sticks) - set(real.sticks) if not open_places.intersection(places(s))]
    assert (wrong, missed, sticks_missed, invented) == ({}, {}, [], [])
    assert left_open(reading) <= MOST_OPEN.get(name, USUAL_OPEN), [(d.at, d.why.key) for d in reading.unsure]


@CAMERAS
def test_little_is_left_open(camera_known: bool) -> None:
    readings = [sample(name, camera_known)[1] for name in NAMES]
    assert sum(left_open(reading) for reading in readings if isinstance(reading, Reading)) <= MOST_OPEN_AT_ALL


@CAMERAS
@pytest.mark.parametrize("name", NAMES)
def test_the_corners_are_where_they_were_drawn(name: str, camera_known: bool) -> None:
    truth, reading = sample(name, camera_known)
    assert isinstance(reading, Reading), reading
    apart = max(
        ((u - a) ** 2 + (v - b) ** 2) ** 0.5 for (u, v), (a, b) in zip(reading.corners, truth.corners, strict=True)
    )
    assert apart < 0.01 * truth.camera.size[0]
