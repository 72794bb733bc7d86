"""What a family of games gives to the simulator."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from calibration.camera import Camera
from simulator.demo.settings import DemoSettings
from simulator.demo.writer import Writer
from simulator.expose import Picture
from simulator.look import FieldStyle, Light


@dataclass(frozen=True)
class Wanted:
    """How somebody wants a position to be drawn; `set_file` and `die` as they were typed."""

    seed: int
    size: tuple[int, int]
    elevation_deg: float
    turned_deg: float
    style: FieldStyle
    light: Light
    camera: Camera | None
    set_file: str | None = None
    die: str | None = None


@dataclass(frozen=True)
class Family:
    writer: Callable[[int, Any, Sequence[str], DemoSettings], Writer]
    """Of scripts of its games: with a seed, rules, players and settings."""
    simulate: Callable[[Any, Wanted], tuple[Picture, Callable[[str], dict[str, Any]]]]
    """The picture of a position, and what it shows for whoever asks, given the picture's name."""
