"""A script filmed: picture after picture of what happens in it, each position drawn once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from calibration.pose import Pose
from live.demo.scenery import Scenery, View
from live.demo.script import Scene, Script
from live.demo.settings import Pace
from live.frame import Picture
from referee.tactori.position import Position
from simulator.draw import Drawn, draw_light
from simulator.expose import expose
from simulator.film import film_grain, relit, with_grain
from simulator.hand import Hand
from simulator.look import Light, Look
from simulator.reach import picture_with_hand
from simulator.redraw import redraw

Key = tuple[Position, Pose, Light, int]

# A scene is drawn from the position before and the one after.
KEPT = 2


@dataclass(frozen=True, eq=False)
class Shot:
    """A picture without noise, for how many frames it is shown, and the light from its first frame to its last."""

    picture: Picture
    frames: int


class Studio:
    """Draws positions and keeps the last ones."""

    def __init__(self, scenery: Scenery) -> None:
        self.scenery = scenery
        self._kept: OrderedDict[Key, tuple[Drawn, Picture]] = OrderedDict()

    def calm(self, shown: Position, view: View) -> Picture:
        return self._drawn(shown, view)[1]

    def with_hand(self, shown: Position, view: View, hand: Hand) -> Picture:
        drawn, clean = self._drawn(shown, view)
        made = self.scenery
        return picture_with_hand(drawn, clean, hand, shown, made.physical_set, self._look(view), made.seed)

    def _look(self, view: View) -> Look:
        return replace(self.scenery.look, light=view.light, turned_deg=90.0 * view.quarters)

    def _drawn(self, shown: Position, view: View) -> tuple[Drawn, Picture]:
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
        for (other, *seen), (drawn, clean) in self._kept.items():
            if seen == [pose, *rest]:
                return redraw(other, drawn, clean, shown, made.physical_set, pose, look, made.seed)
        drawn = draw_light(shown, made.physical_set, pose, look, made.seed)
        return drawn, expose(drawn.light, drawn.bend, look, pose.camera.size, None)


def pictures(script: Script, pace: Pace, from_turn: int = 0) -> Iterator[Picture]:
    """Every frame of the film, beginning after so many confirmed turns. The same script gives the same pictures."""
    made = script.scenery
    grain = film_grain(made.camera.size, made.look.noise, made.seed)
    studio = Studio(made)
    shown, view, scenes = script.scenes_after(from_turn)
    first = Scene(shown, view)
    number = 0
    for scene in (first, *scenes):
        opening = scene is first
        shots = (
            [Shot(studio.calm(shown, view), pace.first_frames)] if opening else _shots(studio, shown, scene, view, pace)
        )
        shots = list(shots)
        frames = sum(shot.frames for shot in shots)
        done = 0
        for shot in shots:
            for _ in range(shot.frames):
                done += 1
                rng = np.random.default_rng([made.seed, 23, from_turn, number])
                yield with_grain(_in_light(shot.picture, view, scene.view, done / frames), grain, rng)
                number += 1
        shown, view = scene.shown, scene.view


def _shots(studio: Studio, before: Position, scene: Scene, view: View, pace: Pace) -> Iterator[Shot]:
    """The hand over what was there, the hand over what is there now, and the calm after it."""
    if scene.reaches:
        brings = Hand(scene.reaches[0], holds=scene.holds)
        for away_mm in pace.coming_mm:
            yield Shot(studio.with_hand(before, view, replace(brings, away_mm=away_mm)), pace.hand_frames)
        for field in scene.reaches[1:-1]:
            yield Shot(studio.with_hand(scene.shown, scene.view, Hand(field)), pace.hand_frames)
        for away_mm in pace.going_mm:
            leaving = Hand(scene.reaches[-1], away_mm=away_mm)
            yield Shot(studio.with_hand(scene.shown, scene.view, leaving), pace.hand_frames)
    pushed = replace(view, brightness=scene.view.brightness, warmth=scene.view.warmth) != scene.view
    frames = pace.settling_frames if pushed else pace.calm_frames
    yield Shot(studio.calm(scene.shown, scene.view), frames)


def _in_light(picture: Picture, view: View, later: View, share: float) -> Picture:
    """The picture in the light between two moments."""
    brightness = view.brightness + (later.brightness - view.brightness) * share
    warmth = view.warmth + (later.warmth - view.warmth) * share
    plain = view.light.tint
    red, green, blue = replace(view.light, warmth=view.light.warmth + warmth).tint / plain
    return relit(picture, brightness, (float(red), float(green), float(blue)))
