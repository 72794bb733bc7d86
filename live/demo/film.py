"""A script filmed: picture after picture of what happens in it, each position drawn once."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from calibration.pose import Pose
from live.demo.pace import Pace
from live.frame import Picture
from simulator.demo.scenery import Scenery, View
from simulator.demo.script import Scene, Script
from simulator.draw import Drawn
from simulator.expose import expose
from simulator.film import Grain, film_grain, relit, with_grain
from simulator.hand import Hand
from simulator.look import Light, Look
from simulator.reach import picture_with_hand

Key = tuple[Any, Pose, Light, int]
Seen = Callable[[View], View]
"""How another camera sees what the first one sees so."""

# A scene is drawn from the position before and the one after.
KEPT = 2
# Drawing takes sixty megabytes for a moment: several demo tables draw one after another.
_DRAWING = threading.Lock()


@dataclass(frozen=True, eq=False)
class Shot:
    """A picture without noise, drawn when somebody looks at it, and for how many frames it is shown."""

    draw: Callable[[], Picture]
    frames: int

    @cached_property
    def picture(self) -> Picture:
        return self.draw()


@dataclass(frozen=True, eq=False)
class FilmFrame:
    """One frame of the film, to be called when somebody looks at it. It is small: what is costly to draw, the scene
    without noise, is shared by all frames that show it."""

    shot: Shot
    light: tuple[View, View, float]
    grain: Grain
    seed: tuple[int, ...]

    def prepare(self) -> None:
        """Draws what is costly."""
        _ = self.shot.picture

    def __call__(self) -> Picture:
        return with_grain(_in_light(self.shot.picture, *self.light), self.grain, np.random.default_rng(self.seed))


class Studio:
    """Draws positions and keeps the last ones."""

    def __init__(self, scenery: Scenery) -> None:
        self.scenery = scenery
        self._kept: OrderedDict[Key, tuple[Drawn, Picture]] = OrderedDict()

    def calm(self, shown: Any, view: View) -> Picture:
        """What was there before is not needed any more: the next scene begins with this."""
        picture = self._drawn(shown, view)[1]
        while len(self._kept) > 1:
            self._kept.popitem(last=False)
        return picture

    def with_hand(self, shown: Any, view: View, hand: Hand) -> Picture:
        drawn, clean = self._drawn(shown, view)
        look = self._look(view)
        return picture_with_hand(drawn, clean, self.scenery.drawing.hand(hand, shown, self.scenery, look), look)

    def _look(self, view: View) -> Look:
        return replace(self.scenery.look, light=view.light, turned_deg=90.0 * view.quarters)

    def _drawn(self, shown: Any, view: View) -> tuple[Drawn, Picture]:
        key = (shown, view.pose, view.light, view.quarters)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        self._kept[key] = self._draw(key, self._look(view), self.scenery)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return self._kept[key]

    def _draw(self, key: Key, look: Look, made: Scenery) -> tuple[Drawn, Picture]:
        shown, pose, *rest = key
        with _DRAWING:
            for (other, *seen), (drawn, clean) in self._kept.items():
                if seen == [pose, *rest]:
                    return made.drawing.again(other, drawn, clean, shown, made, pose, look)
            drawn = made.drawing.whole(shown, made, pose, look)
            return drawn, expose(drawn.light, drawn.bend, look, pose.camera.size, None)


def pictures(script: Script, pace: Pace, from_turn: int = 0) -> Iterator[Picture]:
    """Every frame of the film, beginning after so many confirmed turns. The same script gives the same pictures."""
    return (draw() for draw in filmed(script, pace, from_turn))


def filmed(
    script: Script, pace: Pace, from_turn: int = 0, scenery: Scenery | None = None, seen: Seen = lambda view: view
) -> Iterator[FilmFrame]:
    """How to draw every frame of the film: what nobody looks at is not drawn.

    Another camera has a `scenery` with its own size, and sees each view in its own way (`seen`).
    """
    made = scenery or script.scenery
    grain = film_grain(made.camera.size, made.look.noise, made.seed)
    studio = Studio(made)
    shown, view, scenes = script.scenes_after(from_turn)
    first = Scene(shown, view)
    number, before = 0, view
    view = seen(view)
    for played in (first, *scenes):
        scene = replace(played, view=seen(played.view))
        # As long for every camera, be it pushed or not.
        calm_frames = pace.settling_frames if _is_pushed(before, played.view) else pace.calm_frames
        if played is first:
            shots = [Shot(partial(studio.calm, shown, view), pace.first_frames)]
        else:
            shots = list(_shots(studio, shown, scene, view, replace(pace, calm_frames=calm_frames)))
        frames = sum(shot.frames for shot in shots)
        done = 0
        while shots:
            shot = shots.pop(0)  # its picture goes with its last frame
            for _ in range(shot.frames):
                done += 1
                yield FilmFrame(shot, (view, scene.view, done / frames), grain, (made.seed, 23, from_turn, number))
                number += 1
        shown, view, before = scene.shown, scene.view, played.view


def _shots(studio: Studio, before: Any, scene: Scene, view: View, pace: Pace) -> Iterator[Shot]:
    """The hand over what was there, the hand over what is there now, and the calm after it."""
    if scene.reaches:
        brings = Hand(scene.reaches[0], holds=scene.holds)
        for away_mm in pace.coming_mm:
            yield Shot(partial(studio.with_hand, before, view, replace(brings, away_mm=away_mm)), pace.hand_frames)
        for field in scene.reaches[1:-1]:
            yield Shot(partial(studio.with_hand, scene.shown, scene.view, Hand(field)), pace.hand_frames)
        for away_mm in pace.going_mm:
            leaving = Hand(scene.reaches[-1], away_mm=away_mm)
            yield Shot(partial(studio.with_hand, scene.shown, scene.view, leaving), pace.hand_frames)
    yield Shot(partial(studio.calm, scene.shown, scene.view), pace.calm_frames)


def _is_pushed(before: View, after: View) -> bool:
    """Whether more than the daylight is otherwise."""
    return replace(before, brightness=after.brightness, warmth=after.warmth) != after


def _in_light(picture: Picture, view: View, later: View, share: float) -> Picture:
    """The picture in the light between two moments."""
    brightness = view.brightness + (later.brightness - view.brightness) * share
    warmth = view.warmth + (later.warmth - view.warmth) * share
    plain = view.light.tint
    red, green, blue = replace(view.light, warmth=view.light.warmth + warmth).tint / plain
    return relit(picture, brightness, (float(red), float(green), float(blue)))
