"""What there is to choose from before a game, and what the camera sees of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from referee.games import GAMES as EVERY_GAME
from referee.tactori.examples import EXAMPLES, example
from referee.tactori.rules import GAMES, Goal, default_rules
from referee.tactori.scoring import judge_position
from referee.tactori.text import parse_text
from tests.web.served import Served, wait_for
from web.setting_up.calls import groups
from words.language import LANGUAGES

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


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_is_offered_once_in_its_family(language: str, client: FlaskClient) -> None:
    said = client.get(f"/api/choices?lang={language}").json
    assert [game["id"] for game in said["games"]] == list(EVERY_GAME)
    assert sorted(game for family in said["families"] for game in family["games"]) == sorted(EVERY_GAME)
    assert [(family["id"], family["name"]) for family in said["families"]][:2] == [
        ("tactori", "Tactori"),
        ("antiblok", "Anti-Blok"),
    ]
    for game in said["games"]:
        (family,) = (each for each in said["families"] if game["id"] in each["games"])
        assert game["family"] == family["id"] and game["id"] in groups()[game["group"]]
        assert game["example"].keys() == ({"position", "polygons"} if game["family"] == "tactori" else {"top"})
        for option in game["options"]:
            assert (option["choices"] is None) == (option["words"] is None)
            if option["choices"] is not None:
                assert len(set(option["words"])) == len(option["choices"]) and "_" not in "".join(option["words"])


def test_the_set_up_page_offers_every_game(client: FlaskClient) -> None:
    page = client.get("/tables/new?lang=en").text
    assert all(f'name="game" value="{game}"' in page for game in EVERY_GAME)


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
    assert kinds() == ["demo", "hand", "browser", "photographs"]
