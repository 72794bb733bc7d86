"""What Tactori gives to the simulator."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from calibration.files import load_set
from calibration.physical_set import PhysicalSet
from referee.tactori.position import Position
from simulator.demo.family import Family, Wanted
from simulator.expose import Picture
from simulator.look import Look
from simulator.tactori.draw import draw_position
from simulator.tactori.script import TowerWriter
from simulator.tactori.truth import truth_json
from simulator.tactori.viewpoint import look_at
from words.message import InputError, message

MOST_PIECES, MOST_FLOORS = 1000, 40


def simulate(position: Position, wanted: Wanted) -> tuple[Picture, Callable[[str], dict[str, Any]]]:
    floors = [len(stack) for stack in position.towers.values()]
    floors += [end.floor for stick in position.sticks for end in stick.ends]
    highest = max(floors, default=1)
    if sum(map(len, position.towers.values())) + len(position.sticks) > MOST_PIECES or highest > MOST_FLOORS:
        raise InputError(message("simulate.large", pieces=MOST_PIECES, floors=MOST_FLOORS), "POSITION")
    physical_set = load_set(wanted.set_file) if wanted.set_file else PhysicalSet.in_proportion()
    viewpoint = look_at(
        physical_set, wanted.elevation_deg, wanted.turned_deg, wanted.camera, wanted.size, highest_floor=highest
    )
    look = Look(light=wanted.light, style=wanted.style)
    picture = draw_position(position, physical_set, viewpoint, look, wanted.seed)
    truth = partial(
        truth_json, position=position, physical_set=physical_set, viewpoint=viewpoint, look=look, seed=wanted.seed
    )
    return picture, truth


TACTORI = Family(TowerWriter, simulate)
