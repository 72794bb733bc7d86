"""One whole game of each kind, told turn by turn exactly as it was when the playthrough was kept."""

from pathlib import Path

import pytest

from referee.tactori.rules import GAMES, Ending
from tests.replaying import print_replay, replay

FOLDER = Path(__file__).parents[2] / "playthroughs"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_playthrough_and_goes_as_it_went(game: str) -> None:
    record, expected = FOLDER / f"{game}.txt", FOLDER / f"{game}.expected"
    assert record.exists(), f"{game} has no playthrough; see docs/adding-a-game.md"
    played = replay(record.read_text())
    assert not played.errors
    assert not played.set_up
    assert len(played.turns) >= 5
    assert print_replay(played) == expected.read_text()


@pytest.mark.parametrize("game", [g.id for g in GAMES.values() if g.ending not in (Ending.NEVER, Ending.CONNECTED)])
def test_playthroughs_come_to_an_end(game: str) -> None:
    assert replay((FOLDER / f"{game}.txt").read_text()).turns[-1].match.outcome is not None


def test_no_playthrough_is_left_over() -> None:
    assert {path.stem for path in FOLDER.iterdir() if path.is_file()} == set(GAMES)
