"""The families whose tables can be drawn and played at: one dictionary from a family to what it gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.game import Rules
from referee.games import find_game
from simulator.demo.family import Family
from simulator.demo.script import Script
from simulator.demo.settings import DemoSettings
from simulator.flat.family import ANTIBLOK
from simulator.tactori.family import TACTORI

FAMILIES: Mapping[str, Family] = {"tactori": TACTORI, "antiblok": ANTIBLOK}


def write_script(
    seed: int,
    rules: Rules,
    players: Sequence[str] = ("R", "B"),
    settings: DemoSettings = DemoSettings(),  # noqa: B008 - frozen
) -> Script:
    """Plays a game at random and says how it is to be filmed. The same seed gives the same script."""
    return FAMILIES[find_game(rules.id).family].writer(seed, rules, players, settings).write()
