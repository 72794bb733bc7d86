"""How a demo table behaves: how often something happens, and how much of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class DemoSettings:
    """Rates are chances per turn, from 0 (never) to 1 (always)."""

    illegal_rate: float = 0.12
    """A turn that breaks the rules is made first; it stays for a while and is then put right."""
    put_right_seen: float = 0.6
    """How often the position before is seen again on the way; else the legal turn follows in one go."""
    taken_back_rate: float = 0.05
    """A legal turn is taken back and another one played."""
    two_parts_rate: float = 0.6
    """A turn that can be made in two parts, with nobody at the board in between, is."""
    throw_seen: float = 0.25
    """How often the die is thrown and left to lie before the player does what it says."""
    idle_hand_rate: float = 0.05
    """A hand comes and goes and changes nothing."""
    bump_rate: float = 0.08
    """The camera is pushed, and stays as it then stands."""
    bump_alone: float = 0.25
    """How many of the pushes come while no hand is there."""
    bump_mm: float = 5.0
    bump_deg: float = 0.8
    """The usual size of a push; more than the picture has room for is never done."""
    lamp_rate: float = 0.02
    """A lamp is switched on or off."""
    quarter_rate: float = 0.003
    """The board is turned by a quarter, with all that stands on it; a1 stays the same corner of the wood."""
    quarter_least_pieces: int = 8
    """With fewer pieces nobody can tell a turned board from pieces that were moved."""
    brightness_drift: float = 0.05
    """How much brighter or darker the light gets from one turn to the next, as a share."""
    brightness_range: tuple[float, float] = (0.7, 1.25)
    warmth_drift: float = 0.03
    warmth_range: tuple[float, float] = (-0.2, 0.3)
    """In units of `Light.warmth`."""
    noise: float = 0.008
    """Standard deviation of the sensor's noise, of full white."""
    least_visible_px: float = 60.0
    """A piece that comes or goes shows at least so many pixels of a picture 1280 wide: nobody is asked for more."""
    wrong_spans: bool = True
    """Whether sticks are also laid between neighbouring fields of the 9x9 board."""
    most_turns: int | None = None
    """The game stops after so many confirmed turns; None plays it to its end."""
    endless_turns: int = 40
    """Where a game has no end, or random players would not find it."""
    elevations_deg: tuple[float, float] = (46.0, 64.0)
    around_deg: tuple[float, float] = (-15.0, 15.0)
    """Where the camera stands: how steeply it looks down, and how far around the table to the right."""
    highest_floor: int = 4
    """Stacks of this height are wholly in the picture."""
    size: tuple[int, int] = (960, 540)
    """Of the pictures, in pixels. The same game is played whatever the size, if its shape is the same."""


@dataclass(frozen=True)
class OtherSide:
    """Where another camera of the same table stands, and how its pictures differ: in size, and in light."""

    around_deg: float
    """How far around the table to the right of where the near side is."""
    elevation_deg: float = 55.0
    size: tuple[int, int] = (800, 600)
    brightness: float = 0.85
    warmth: float = 0.1


OTHER_SIDES = (OtherSide(96.0), OtherSide(-104.0, 50.0), OtherSide(171.0, 60.0))
"""For the second, third and fourth camera."""
