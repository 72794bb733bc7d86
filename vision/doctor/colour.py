"""Whether the camera's white balance leaves the wood wooden, and whether the paints can be told apart."""

from __future__ import annotations

import math

from calibration.colour_separation import WOOD, separations
from calibration.colours import ColourReferences
from vision.doctor.report import Aspect, Finding, grade, judged
from vision.doctor.seen import Seen
from vision.doctor.settings import DoctorSettings
from words.message import message


def judge_colour(seen: Seen, observed: ColourReferences | None, settings: DoctorSettings) -> Finding:
    """`observed` are the paints as a reading saw them, where there are pieces."""
    if seen.found is None:
        return Finding(Aspect.COLOUR, None, message("doctor.not_judged"))
    red, blue = seen.wood_log
    usual_red, usual_blue = settings.usual_wood
    cast = math.hypot(red - usual_red, blue - usual_blue)
    hue = cast_hue(red - usual_red, blue - usual_blue)
    faults = [(grade(cast, settings.cast_log), message("doctor.colour.cast", colour=hue))]
    measures = {"wood_red_log": red, "wood_blue_log": blue, "cast_log": cast}
    pairs = separations(observed) if observed is not None else ()
    for pair in pairs[:1]:  # the two that are most alike
        measures["paints_apart_sd"] = pair.distance
        colours = tuple(name for name in pair.names if name != WOOD)
        if len(colours) > 1:
            said = message("doctor.colour.alike", colours=colours)
        else:
            said = message("doctor.colour.like_wood", colour=colours[0])
        faults.append((grade(pair.distance, settings.paints_apart_sd), said))
    good = min(score for score, _ in faults) >= settings.advise_below
    words = message("doctor.colour.seen" if good else "doctor.colour.far")
    return judged(Aspect.COLOUR, words, faults, settings, measures)


def cast_hue(red: float, blue: float) -> str:
    """Which paint's name fits a cast: log ratios of red and of blue to green, beyond those of wood."""
    # As gains of red, green and blue that keep the brightness.
    mean = (red + blue) / 3
    gains = {"R": red - mean, "G": -mean, "B": blue - mean}
    strongest, weakest = max(gains, key=lambda k: gains[k]), min(gains, key=lambda k: gains[k])
    if weakest == "B" and gains["R"] > 0 and gains["G"] > 0:
        return "Y"
    return strongest
