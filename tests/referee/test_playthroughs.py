"""The golden playthroughs of the games beside Tactori: a record, and what the referee prints about it."""

from pathlib import Path

import pytest

from referee.games import GAMES, find_game
from referee.printing import print_replay
from referee.replay import replay

FOLDER = Path(__file__).parents[1] / "playthroughs"
OTHERS = [game for game in GAMES.values() if game.family != "tactori"]


@pytest.mark.parametrize("game", OTHERS, ids=lambda game: game.id)
def test_it_is_played_as_it_went(game) -> None:  # type: ignore[no-untyped-def]
    record = FOLDER / game.family / f"{game.id}.txt"
    assert record.exists(), f"{game.id} has no playthrough; see docs/adding-a-game.md"
    found, played = replay(record.read_text(), find_game)
    assert found is game and not played.errors and not played.set_up
    assert len(played.turns) >= 5
    told = print_replay(played, "en", game.print_position, game.print_state)
    assert told == record.with_suffix(".expected").read_text()
    assert played.turns[-1].match.outcome is not None


def test_no_playthrough_is_left_over() -> None:
    families = {game.family for game in OTHERS}
    assert {path.name for path in FOLDER.iterdir() if path.is_dir()} == families
    assert {path.stem for family in families for path in (FOLDER / family).iterdir()} == {g.id for g in OTHERS}
