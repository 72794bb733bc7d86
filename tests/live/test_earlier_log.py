"""A log that was written when the house had one family of games is read and played on as it was then.

`logs/one_family.sqlite` holds a simulated game, watched to its end, and three that were played by calls: with turns
taken back, undone and redone, corrected, rejected and accepted, a set-up that waited, and one that waits still.
`logs/one_family.json` is what the program that wrote it said of them, and of what was then played on.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from live.correction import correct_by_words
from live.log import GameLog
from live.play import Play
from referee.games import find_game

LOGS = Path(__file__).parent / "logs"
SAID: dict[str, Any] = json.loads((LOGS / "one_family.json").read_text())
PUT_RIGHT = {"2": ["e5=Y"], "3": ["c3=RR"]}


@pytest.fixture
def log(tmp_path: Path) -> Iterator[GameLog]:
    path = tmp_path / "games.sqlite"
    shutil.copy(LOGS / "one_family.sqlite", path)
    opened = GameLog.open(path)
    yield opened
    opened.close()


@pytest.mark.parametrize("game", SAID["games"], ids=lambda game: f"{game['game']}-{game['table']}")
def test_every_game_is_what_it_was(log: GameLog, game: dict[str, Any]) -> None:
    state = Play.load(log, game["game_number"]).state
    said = json.loads(json.dumps(state.to_json() | {"record": state.to_record()}))
    assert {key: said[key] for key in game} == game


def test_no_game_is_missing(log: GameLog) -> None:
    assert [entry.id for entry in log.games()] == [game["game_number"] for game in SAID["games"]]


@pytest.mark.parametrize("on", SAID["played_on"], ids=lambda on: f"table-{on['table']}")
def test_it_is_played_on(log: GameLog, on: dict[str, Any]) -> None:
    play = Play.resume(log, on["table"])
    assert play is not None
    told = play.accept() if play.state.waiting else []
    told += play.confirm(find_game(on["state"]["game"]).read(on["after"]))
    told += play.undo() + play.redo() + correct_by_words(play, PUT_RIGHT[on["table"]])
    events = json.loads(json.dumps([each.to_json() for each in told]))
    assert [{key: event.get(key) for key in old} for event, old in zip(events, on["told"], strict=True)] == on["told"]
    state = json.loads(json.dumps(play.state.to_json()))
    assert {key: state[key] for key in on["state"] if key != "turns"} == _but_turns(on["state"])
    assert [_but_when(turn, old) for turn, old in zip(state["turns"], on["state"]["turns"], strict=True)] == (
        on["state"]["turns"]
    )


def _but_turns(state: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in state.items() if key != "turns"}


def _but_when(turn: dict[str, Any], old: dict[str, Any]) -> dict[str, Any]:
    return {key: turn.get(key) for key in old}
