"""The families of games and what watches a table of each: one dictionary."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from vision.eye_settings import EyeSettings
from vision.eyes import Eyes
from vision.known_of_picture import Known

# What stands behind it takes a while to import, and whoever plays one game should not wait for another.


def _tactori(known: Known, settings: EyeSettings) -> Eyes:
    from vision.tactori.eyes import TowerEyes

    return TowerEyes(known, settings)


def _antiblok(known: Known, settings: EyeSettings) -> Eyes:
    from vision.flat.eyes import CardEyes

    return CardEyes(known, settings)


EYES: Mapping[str, Callable[[Known, EyeSettings], Eyes]] = {"tactori": _tactori, "antiblok": _antiblok}
