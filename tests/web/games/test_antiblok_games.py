"""Games of Anti-Blok in the log: imported, told turn by turn with what was thrown, and drawn from their top view."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest
from flask.testing import FlaskClient
from PIL import Image

from referee.games import find_game
from referee.replay import replay
from tests.web.antiblok import RECORD
from web.games.signs import PAINTS
from words.language import LANGUAGES

PLAYTHROUGHS = sorted((Path(__file__).parents[2] / "playthroughs" / "antiblok").glob("*.txt"))


def imported(client: FlaskClient, text: str | bytes = RECORD) -> int:
    answer = client.post("/api/games/import", data=text)
    assert answer.status_code == 201, answer.json
    return int(answer.json["number"])


@pytest.mark.parametrize("file", PLAYTHROUGHS, ids=lambda file: file.stem)
def test_a_record_comes_back_as_it_was(client: FlaskClient, file: Path) -> None:
    first = imported(client, file.read_bytes())
    record = client.get(f"/api/games/{first}/record.txt").get_data(as_text=True)
    again = imported(client, client.get(f"/api/games/{first}/game.json").data)
    assert client.get(f"/api/games/{again}/record.txt").get_data(as_text=True) == record
    game, truth = client.get(f"/api/games/{first}?lang=en").json, replay(file.read_text(), find_game)[1]
    assert [turn["position"] for turn in game["turns"]] == [turn.match.position.to_json() for turn in truth.turns]
    assert [turn["notation"] for turn in game["turns"]] == [turn.written for turn in truth.turns]
    assert all(turn["legal"] and not turn["inferred"] for turn in game["turns"])
    outcome = truth.turns[-1].match.outcome
    assert outcome is not None and game["outcome"]["winner"] == outcome.winner and game["finished"]
    alone = len(game["players"]) == 1  # there is nobody to win against
    assert game["outcome"]["text"].startswith("The game is over: " if alone and not outcome.winner else "Red has won: ")


def test_a_game_is_told_whole(client: FlaskClient) -> None:
    said = client.get(f"/api/games/{imported(client)}?lang=en").json
    assert (said["game"], said["family"], said["board"], said["solo"]) == ("antiblok", "antiblok", 5, False)
    assert "goal" not in said and "shape" not in said
    assert [(turn["die"], turn["player"], turn["gained"]) for turn in said["turns"]] == [
        (["L2"], "R", {"R": 1}),
        (["X", "R1"], "B", {"R": -1}),
    ]
    assert said["turns"][0]["words"] == "Red turns d4 by a half and lays a block on c4+."
    assert said["stock"] == {"R": 3, "B": 3} and said["die"]["faces"] == ["L1", "L2", "R1", "R2", "S", "X"]


def test_each_turn_has_its_top_view(client: FlaskClient) -> None:
    number = imported(client)
    first = client.get(f"/api/games/{number}/turns/1").json
    assert first["last"] == ["c4+", "d4"] and first["verdict"]["squares"]["c4+"] == "R"
    block = [shape for shape in first["top"]["shapes"] if shape["place"] == "c4+" and shape["fill"] == "R"]
    assert block and first["turn"]["turn"]["kind"] == "rotate"
    before = client.get(f"/api/games/{number}/turns/0").json
    assert not [shape for shape in before["top"]["shapes"] if shape["place"] == "c4+" and shape["fill"] == "R"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_sheets_and_pictures_are_drawn_in_the_colours_of_the_cards(client: FlaskClient, language: str) -> None:
    number = imported(client)
    for route in ("sheet.png", "turns/1/picture.png"):
        data = client.get(f"/api/games/{number}/{route}?lang={language}").data
        picture = np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)
        for paint in PAINTS.values():
            assert (np.abs(picture - paint).max(axis=2) < 8).sum() > 5000
    assert client.get(f"/api/games/{number}/sheet.pdf?lang={language}").data.startswith(b"%PDF-")


def test_the_list_knows_the_game(client: FlaskClient) -> None:
    imported(client)
    said = client.get("/api/games?lang=de").json
    assert said["kinds"] == ["antiblok"] and said["games"][0]["scores"] == {"R": 0, "B": 0}
    assert client.get("/api/games?game=antiblok").json["total"] == 1
    assert client.get("/api/games?game=taktori").json["total"] == 0


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("2. B X -c4+ R1 e1>", "2. B R7 e1>"), "R7"),
        (("BRGY", "BRGZ"), "BRGZ"),
        (("Players: R B", "Players: R"), "2"),
        (("Setup: ", "Set: "), "Setup"),
    ],
)
def test_what_is_wrong_is_a_sentence(client: FlaskClient, change: tuple[str, str], said: str) -> None:
    answer = client.post("/api/games/import?lang=en", data=RECORD.replace(*change, 1))
    assert answer.status_code == 400 and said in answer.json["error"]


def test_a_throw_that_cannot_be_is_refused_in_data_too(client: FlaskClient) -> None:
    data = json.loads(client.get(f"/api/games/{imported(client)}/game.json").data)
    data["turns"][0]["die"] = ["L9"]
    answer = client.post("/api/games/import", data=json.dumps(data))
    assert answer.status_code == 400 and "L1" in answer.json["error"]
