"""The families whose tables can be drawn and played at: one dictionary from a family to what it gives."""

from __future__ import annotations

from collections.abc import Mapping

from simulator.demo.family import Family
from simulator.flat.family import ANTIBLOK
from simulator.tactori.family import TACTORI

FAMILIES: Mapping[str, Family] = {"tactori": TACTORI, "antiblok": ANTIBLOK}
