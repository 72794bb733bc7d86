"""Where lamps and windows are mirrored in the board and its pieces.

A mirrored lamp adds white light, whatever lies below. So glare shows in a pixel's darkest colour: wood has little blue,
paint has little of at least one colour, and nothing on the board is white.
"""

from __future__ import annotations

import numpy as np

from calibration.arrays import Mask
from vision.doctor.light import CLIPPED, shortened
from vision.doctor.report import Aspect, Finding, grade, judged
from vision.doctor.seen import BLACK, Seen
from vision.doctor.settings import DoctorSettings
from words.message import message


def judge_glare(seen: Seen, settings: DoctorSettings) -> Finding:
    if seen.found is None:
        return Finding(Aspect.GLARE, None, message("doctor.not_judged"))
    mirrored = glare(seen, settings)
    share = seen.share_of_fields(mirrored)
    area = np.bincount(seen.labels[mirrored] + 1, minlength=len(seen.names) + 1)[1:]
    order = [k for k in np.argsort(-area, kind="stable") if share[k] > settings.glare_of_field]
    bright = tuple(seen.names[k] for k in order)
    part = len(bright) / len(seen.names)
    measures = {"fields": part, "largest": float(share.max(initial=0.0))}
    faults = []
    if bright and part <= settings.glare_everywhere:  # otherwise the whole picture is too bright, which is said of it
        faults.append((grade(part, settings.glare_fields), message("doctor.glare.fields", fields=shortened(bright))))
    words = message("doctor.glare.some", fields=shortened(bright)) if faults else message("doctor.glare.none")
    places = tuple(seen.outline_px(name) for name in bright)
    return judged(Aspect.GLARE, words, faults, settings, measures, bright, places)


def glare(seen: Seen, settings: DoctorSettings) -> Mask:
    """Pixels in which more white light comes back than wood can give in this light."""
    darkest = seen.linear.min(axis=2)
    clipped = seen.image.min(axis=2) >= CLIPPED
    if not seen.wood.any():
        return np.asarray(seen.inside & clipped)
    usual = float(np.percentile(darkest[seen.wood], settings.lit_percentile))
    # Wood that is only lit more strongly stays as brown as it is.
    chroma = np.log((seen.linear.max(axis=2) + BLACK) / (darkest + BLACK))
    wooden = max(float(np.median(chroma[seen.wood])), settings.palest_wood)
    whiter = (darkest > settings.glare_ratio * usual) & (chroma < settings.glare_chroma * wooden)
    return np.asarray(seen.inside & (clipped | whiter))
