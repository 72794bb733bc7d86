"""What there is to choose from before a game, and what the camera sees of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from referee.tactori.examples import EXAMPLES, example
from referee.tactori.rules import GAMES, Goal, default_rules
from referee.tactori.scoring import judge_position
from referee.tactori.text import parse_text
from tests.web.served import Served, wait_for
from web.setting_up.calls import GROUPS

SAMPLES = Path(__file__).parents[3] / "sample_images"


@pytest.mark.parametrize("game_id", GAMES)
def test_the_picture_of_a_game_keeps_its_rules(game_id: str) -> None:
    game, position = GAMES[game_id], parse_text(EXAMPLES[game_id])
    rules = default_rules(game)
    if game.needs_colour:
        rules = replace(rules, colour=position.sticks[0].colour)
    verdict = judge_position(position, rules)
    assert verdict.legal, verdict.violations
    assert position.board == game.board
    assert position.sticks
    shown = example(game_id)
    assert shown["position"] == position.to_json()
    assert bool(shown["polygons"]) == (game.goal is Goal.POLYGONS)


def test_every_game_is_offered_once() -> None:
    assert sorted(game for group in GROUPS.values() for game in group) == sorted(GAMES)


def test_the_colours_on_the_board_are_told_when_they_are_asked_for(serve: Callable[..., Served]) -> None:
    served = serve()
    made = served.post("/api/previews", {"source": {"kind": "photographs"}, "board": 9})
    path = f"/api/previews/{made['id']}"
    assert served.get(f"{path}?colours=yes")["colours"] is None  # nothing has come yet
    data = (SAMPLES / "closed_rectangle.jpg").read_bytes()
    assert served.ask("POST", f"{path}/photographs", data, Content_Type="image/jpeg")[0] == 202
    wait_for(lambda: served.get(path)["corners"], "the board")
    assert "colours" not in served.get(path)
    assert served.get(f"{path}?colours=yes")["colours"] == ["R", "B", "Y", "G"]


def test_guests_are_offered_nothing_of_this_machine(serve: Callable[..., Served]) -> None:
    served = serve()
    inside = served.app.wsgi_app

    def kinds() -> list[str]:
        page = served.ask("GET", "/tables/new")[2].decode()
        return [part.split('"')[0] for part in page.split('name="kind" value="')[1:]]

    assert {"camera", "address", "folder", "film"} < set(kinds())
    served.app.wsgi_app = lambda environ, start: inside({**environ, "REMOTE_ADDR": "192.0.2.7"}, start)  # type: ignore[method-assign]
    assert kinds() == ["demo", "browser", "photographs"]
