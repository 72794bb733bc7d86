"""What Anti-Blok gives to the simulator."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from referee.antiblok.dice import FACES, read_die
from referee.antiblok.position import Position
from simulator.demo.family import Family, Wanted
from simulator.expose import Picture
from simulator.flat.card_set import SETS
from simulator.flat.draw import EXPOSED_FOR, Laid, draw_position
from simulator.flat.script import CardWriter
from simulator.flat.truth import truth_json
from simulator.look import FieldStyle, Look
from simulator.viewpoint import see_all

SET_OF = dict(zip(FieldStyle, SETS, strict=True))
"""The same four ways to look for every family."""


def simulate(position: Position, wanted: Wanted) -> tuple[Picture, Callable[[str], dict[str, Any]]]:
    thrown = read_die([wanted.die] if wanted.die else None, FACES)
    made, look = SET_OF[wanted.style], Look(light=wanted.light, wood=EXPOSED_FOR)
    laid = Laid(position, thrown[0] if thrown else None)
    viewpoint = see_all(made.room, wanted.elevation_deg, wanted.turned_deg, wanted.camera, wanted.size)

    truth = partial(truth_json, laid=laid, made=made, viewpoint=viewpoint, look=look, seed=wanted.seed)
    return draw_position(laid, made, viewpoint, look, wanted.seed), truth


ANTIBLOK = Family(CardWriter, simulate)
