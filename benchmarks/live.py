"""What watching a table costs: a frame in which nothing happens, and how long after the hand a turn is told."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace

import numpy as np

from benchmarks.filming import Noise, Seen, TimedTable, hand_pictures, measured, watched_table
from benchmarks.photographs import SHARED, photographs
from benchmarks.positions import full_position, half_full_position
from benchmarks.unit import UNIT, WORK, one_thread, touch
from calibration.camera import Camera
from calibration.physical_set import PhysicalSet
from live.demo.film import Studio
from live.events import Kind
from live.frame import Picture
from referee.tactori.board import COLOURS
from referee.tactori.position import Position
from referee.tactori.rules import rule_book
from simulator.demo.script import Script
from simulator.demo.settings import DemoSettings
from simulator.families import write_script
from simulator.look import Look
from simulator.tactori.draw import draw_position
from simulator.tactori.viewpoint import look_at
from vision.known_of_picture import Known
from vision.photograph import load_photograph

SIZE = (1280, 720)
SET = measured(PhysicalSet.in_proportion(31.0))
GAME = "taktori"
# Warm frames. A reference lasts four seconds, so that these are some of its lives.
USUAL_FPS, WARM_FRAMES, FIRST_FRAMES = 8, 128, 16
WARM_BAR = "<= 4"
# Delay, in the first turns of a game and in late ones.
RATES, UNMEASURED_RATES = (5, 10, 25), (10,)
SEED, PLAYERS = 0, ("R", "B")
STRETCHES, UNMEASURED_STRETCHES = ((0, 6), (26, 6)), ((0, 16),)
"""After how many turns, an even number for two players, and how many are filmed. A set that nobody measured is measured
when its fifth and its fourteenth tower stand."""
HAND_S, PATIENCE_S, AFTER_S, FIRST_S = 0.2, 3.0, 0.6, 2.0
DELAY_BAR = "< 1 s"
CALM = DemoSettings(
    illegal_rate=0, taken_back_rate=0, idle_hand_rate=0, bump_rate=0, lamp_rate=0, quarter_rate=0, size=SIZE
)  # fmt: skip
"""A demo game in which nothing happens but turns."""


@dataclass(frozen=True)
class Still:
    """A board that stays as it is, seen by one camera."""

    name: str
    position: Position
    physical_set: PhysicalSet
    camera: Camera
    picture: Picture


def watching() -> Iterator[str]:
    """Everything about watching that does not take long, line by line."""
    with one_thread():
        for still in _stills():
            yield from _lines(warm(still))
        script = write_script(SEED, rule_book(GAME), PLAYERS, CALM)
        for known in (True, False):
            yield from _lines(delays(script, known))
    yield "An hour of frames, and whether memory grows: python -m benchmarks live --hour (some minutes)"


def _lines(figures: Iterator[tuple[str, float, str]]) -> Iterator[str]:
    return (f"{figure:8.2f}  {bar:12} {name}" for name, figure, bar in figures)


def _stills() -> Iterator[Still]:
    drawn = {"empty": Position.empty(9), "half full": half_full_position(1), "full": full_position(1)}
    for name, position in drawn.items():
        highest = max((3, *map(len, position.towers.values())))
        pose = look_at(SET, 52.0, 4.0, size=SIZE, highest_floor=highest)
        picture = draw_position(position, SET, pose, replace(Look(), noise=0.0), 3)
        yield Still(f"{name} board", position, SET, pose.camera, picture)
    if SHARED.is_dir():
        taken = [truth for truth in photographs() if truth.position.board == 9 and truth.camera.size == SIZE]
        truth = max(taken, key=lambda each: sum(map(len, each.position.towers.values())))
        picture = load_photograph(str(truth.image)).image
        yield Still(f"photograph {truth.image.name}", truth.position, truth.physical_set, truth.camera, picture)


def warm(still: Still) -> Iterator[tuple[str, float, str]]:
    """Frames in which nothing happens, in units of touching the same picture once."""
    noise = Noise(SIZE)
    unit, seen = list[float](), list[Seen]()
    known = Known(9, still.physical_set, still.camera)
    with watched_table(rule_book(GAME), COLOURS, known, still.position) as table:
        timed = TimedTable(table, USUAL_FPS, WORK)
        for number in range(FIRST_FRAMES + WARM_FRAMES):
            image = noise.over(still.picture)
            begin = WORK()
            touch(image)
            spent = WORK() - begin
            each = timed.see(image)
            if number >= FIRST_FRAMES:
                unit.append(spent)
                seen.append(each)
    usual = statistics.median(unit)
    calm = [each.seconds for each in seen if not each.read]
    renewed = [each.seconds for each in seen if each.read]
    if len(calm) < len(seen) / 2:
        yield f"of {len(seen)} frames, {still.name}, did not end before reading: it is in doubt", len(renewed), ""
        return
    name = f"a frame that changes nothing, {still.name} / {UNIT}"
    middle, slow = statistics.median(calm), float(np.percentile(calm, 95))
    yield f"{name}, median of {len(calm)} ({1000 * middle:.0f} ms)", middle / usual, WARM_BAR
    yield f"{name}, 95th percentile ({1000 * slow:.0f} ms)", slow / usual, WARM_BAR
    mean = statistics.mean(each.seconds for each in seen)
    dear_s = statistics.mean(renewed or [0.0])
    dear = f"{len(renewed)} of {len(seen)} in which the board is read again, {1000 * dear_s:.0f} ms each"
    yield f"{name}, mean of all at {USUAL_FPS} a second, with {dear}", mean / usual, ""


@dataclass(frozen=True)
class Delay:
    """From the first frame without the hand to the turn."""

    filmed_s: float
    """On the source's clock."""
    reading_s: float
    """To compute the frames in which the board was read."""

    @property
    def whole_s(self) -> float:
        return self.filmed_s + self.reading_s


@dataclass
class Filmed:
    """Turns filmed at one rate: the delay of each, None if it was not told in time, and what the dearest frame took."""

    delays: list[Delay | None] = field(default_factory=list)
    longest_s: float = 0.0


def delays(script: Script, known: bool) -> Iterator[tuple[str, float, str]]:
    """Seconds from the hand's leaving to the turn, at several rates; `known`: set and camera were measured."""
    films = {fps: Filmed() for fps in (RATES if known else UNMEASURED_RATES)}
    for first, turns in STRETCHES if known else UNMEASURED_STRETCHES:
        film_turns(script, first, turns, known, films)
    for fps, film in films.items():
        told = [each for each in film.delays if each is not None]
        rate = f"{fps} frames a second{'' if known else ', nothing measured'}"
        if told:
            middle = statistics.median(each.whole_s for each in told)
            worst = max(told, key=lambda each: each.whole_s)
            parts = f"{worst.filmed_s:.2f} s filming and {worst.reading_s:.2f} s computing"
            yield f"seconds from the hand's leaving to the turn, {rate}, median of {len(told)}", middle, DELAY_BAR
            yield f"seconds from the hand's leaving to the turn, {rate}, worst ({parts})", worst.whole_s, DELAY_BAR
        if missed := len(film.delays) - len(told):
            yield f"turns of {len(film.delays)} were not told in {PATIENCE_S:.0f} s, {rate}", missed, ""
        yield f"seconds for the dearest frame, {rate}", film.longest_s, ""


def film_turns(script: Script, first: int, turns: int, known: bool, into: dict[int, Filmed]) -> None:
    """Films some turns from the first on at each of the rates."""
    made = script.scenery
    table = Known(script.rules.game.board)
    if known:
        table = replace(table, physical_set=measured(made.physical_set), camera=made.camera)
    shown, view, scenes = script.scenes_after(first)
    begin = script.confirmed()[first]
    with ExitStack() as stack:
        films = []
        for fps, film in into.items():
            watched = stack.enter_context(watched_table(script.rules, script.players, table, begin))
            films.append((TimedTable(watched, fps, time.perf_counter), Noise(made.camera.size), film))
        studio = Studio(made)
        for timed, noise, _ in films:
            _show(timed, noise, studio.calm(shown, view), FIRST_S)
            timed.longest_s = 0.0
        for scene in scenes[:turns]:
            hands, calm = hand_pictures(studio, shown, view, scene), studio.calm(scene.shown, scene.view)
            for timed, noise, film in films:
                for hand in hands:
                    _show(timed, noise, hand, HAND_S)
                film.delays.append(_await(timed, noise, calm, scene.played[-1].after))
                _show(timed, noise, calm, AFTER_S)
            shown, view = scene.shown, scene.view
        for timed, _, film in films:
            film.longest_s = max(film.longest_s, timed.longest_s)


def _show(timed: TimedTable, noise: Noise, picture: Picture, seconds: float) -> None:
    for _ in range(max(1, round(seconds * timed.fps))):
        timed.see(noise.over(picture))


def _await(timed: TimedTable, noise: Noise, calm: Picture, shown: Position) -> Delay | None:
    """Shows the board without a hand until its turn is told."""
    reading_s = 0.0
    for frames in range(round(PATIENCE_S * timed.fps)):
        seen = timed.see(noise.over(calm))
        reading_s += seen.seconds if seen.read else 0.0
        if any(each.kind is Kind.TURN and each.data["position"] == shown for each in seen.told):
            return Delay(frames / timed.fps, reading_s)
    return None
