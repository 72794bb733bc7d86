"""What is general in the simulator and at the demo table knows no single game, and a family no other one."""

from pathlib import Path

import pytest

import simulator
from referee.games import GAMES
from simulator.families import FAMILIES

ROOT = Path(simulator.__file__).parent.parent
GAMES_OF = {"tactori": "referee.tactori", "flat": "referee.antiblok"}
"""Of the simulator's folders: the game that each may know."""


@pytest.mark.parametrize("folder", ["simulator", "simulator/demo", "live/demo"])
def test_what_is_general_knows_no_game(folder: str) -> None:
    for path in (ROOT / folder).glob("*.py"):
        for own, game in GAMES_OF.items() if path.name != "families.py" else ():
            text = path.read_text()
            assert game not in text, path
            assert f"simulator.{own}" not in text, path


@pytest.mark.parametrize("folder", GAMES_OF)
def test_a_family_knows_no_other(folder: str) -> None:
    for path in (ROOT / "simulator" / folder).glob("*.py"):
        for other, game in GAMES_OF.items():
            if other != folder:
                assert game not in path.read_text(), path
                assert f"simulator.{other}" not in path.read_text(), path


def test_every_family_is_one_of_the_house() -> None:
    assert set(FAMILIES) <= {game.family for game in GAMES.values()}
    assert {"tactori", "antiblok"} <= set(FAMILIES)
