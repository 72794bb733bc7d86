"""Whether there is enough light, not too much, without grain, and the same everywhere on the board."""

from __future__ import annotations

import cv2
import numpy as np

from vision.doctor.report import Aspect, Finding, grade, grade_log, judged
from vision.doctor.seen import BLACK, Seen
from vision.doctor.settings import DoctorSettings
from words.message import Message, message

CLIPPED = 252  # of 255: from here on a colour no longer tells how bright it is
# Twice the difference of differences across and down; its standard deviation is six times that of the noise.
ROUGHNESS = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], dtype=np.float32) / 6


def judge_light(seen: Seen, settings: DoctorSettings) -> Finding:
    level = wood_light(seen, settings)
    # Red alone is often at its end on light wood, and does no harm.
    bleached = float((np.count_nonzero(seen.image[seen.inside] >= CLIPPED, axis=1) > 1).mean())
    noise = noise_of_wood(seen, settings)
    faults: list[tuple[float, Message]] = [
        (
            grade_log(level, settings.wood_light),
            message("doctor.light.dark", percent=_percent(level), least=_percent(settings.wood_light[0])),
        ),
        (
            grade(bleached, settings.bleached_share if seen.found else settings.bleached_alone_share),
            message("doctor.light.bright", percent=_percent(bleached)),
        ),
    ]
    measures = {"wood_light": level, "bleached": bleached}
    if noise is not None:
        measures["noise"] = noise
        faults.append((grade(noise, settings.noise), message("doctor.light.noise", percent=_percent(noise))))
    fields: tuple[str, ...] = ()
    if seen.found is not None and (levels := field_light(seen, settings)):
        low, high = np.percentile(list(levels.values()), [settings.shadow_percentile, 100 - settings.shadow_percentile])
        ratio = float(high / max(low, BLACK))
        measures["shadow_ratio"] = ratio
        dark = float(np.sqrt(low * high))
        darker = tuple(name for name, light in levels.items() if light <= dark)
        score = grade_log(ratio, settings.shadow_ratio)
        faults.append((score, message("doctor.light.shadow", fields=shortened(darker), ratio=f"{ratio:.0f}")))
        fields = darker if score < settings.advise_below else ()
    places = tuple(seen.outline_px(name) for name in fields)
    words = message("doctor.light.seen", percent=_percent(level))
    return judged(Aspect.LIGHT, words, faults, settings, measures, fields, places)


def wood_light(seen: Seen, settings: DoctorSettings) -> float:
    """How light the board's wood is, linear, of full white."""
    light = seen.luminance[seen.wood]
    if not len(light):
        light = seen.luminance[seen.inside]
    return float(np.percentile(light, 50 if seen.found else settings.lighter_percentile))


def field_light(seen: Seen, settings: DoctorSettings) -> dict[str, float]:
    """The light of the wood that each field shows; fields that show hardly any are left out."""
    labels, light = seen.labels[seen.wood], seen.luminance[seen.wood]
    order = np.argsort(labels, kind="stable")
    labels, light = labels[order], light[order]
    starts = np.searchsorted(labels, np.arange(len(seen.names) + 1))
    shown = seen.share_of_fields(seen.wood)
    return {
        name: float(np.median(light[starts[k] : starts[k + 1]]))
        for k, name in enumerate(seen.names)
        if shown[k] > settings.least_wood_share
    }


def noise_of_wood(seen: Seen, settings: DoctorSettings) -> float | None:
    """Standard deviation of the wood's light, relative to it, from pixel to pixel; None if there is too little wood.

    The calmer patches count: in the others there are marks, grain and edges.
    """
    patch = (settings.noise_patch_px, settings.noise_patch_px)
    light = np.log(seen.luminance + np.float32(BLACK))
    rough = np.abs(cv2.filter2D(light, -1, ROUGHNESS))
    share = cv2.boxFilter(seen.wood.astype(np.float32), -1, patch)
    whole = share > settings.noise_patch_share
    if np.count_nonzero(whole) < settings.fewest_patches:
        return None
    mean = cv2.boxFilter(rough * seen.wood, -1, patch)
    each = mean[whole] / share[whole]
    # Of a normal distribution, from the mean distance to the standard deviation.
    return float(np.percentile(each, settings.noise_percentile) * np.sqrt(np.pi / 2))


def shortened(fields: tuple[str, ...], most: int = 6) -> tuple[str | Message, ...]:
    """Nobody reads a list of forty fields."""
    if len(fields) <= most:
        return fields
    return (*fields[: most - 1], message("doctor.more", count=len(fields) - most + 1))


def _percent(share: float) -> str:
    return f"{100 * share:.0f}" if share >= 0.095 else f"{100 * share:.1f}"
