"""Photographs of Anti-Blok in a list: read, judged, drawn from above, corrected, kept; and what there is none of."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from tests.vision.flat.drawn_cards import STEEP, Scene, photograph, random_cards
from tests.waiting import wait_for
from web.app import close_app, create_app
from web.config import Config
from web.photographs.batches import Batches
from web.photographs.calls import BATCHES

SAMPLES = Path(__file__).parents[3] / "sample_images"
SQUARE = {"b2": "BYRG", "c2": "BGYR", "c3": "RBGY", "b3": "YRBG"}
"""Four cards whose red quarters meet at b2+."""
CARDS = random_cards(3) | SQUARE
SCENE = Scene(CARDS, {"b2+": "R"}, STEEP)


def jpeg(scene: Scene) -> bytes:
    return bytes(cv2.imencode(".jpg", photograph(scene), [cv2.IMWRITE_JPEG_QUALITY, 95])[1])


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    monkeypatch.setenv("DRAUFSICHT_HOME", str(tmp_path))
    made = create_app(Config())
    yield made
    close_app(made)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def opened(client: FlaskClient, game: str = "antiblok") -> str:
    answer = client.post("/api/batches", json={"game": game})
    assert answer.status_code == 201, answer.json
    assert (answer.json["family"], answer.json["set"]["state"]) == ("antiblok", "off")
    return f"/api/batches/{answer.json['id']}"


def hand_in(client: FlaskClient, batch: str, name: str, data: bytes) -> dict[str, Any]:
    answer = client.post(f"{batch}/pictures", query_string={"name": name}, data=data)
    assert answer.status_code == 201, answer.json
    wait_for(lambda: not client.get(batch).json["unread"])
    said = client.get(f"{batch}/pictures/{answer.json['n']}").json
    assert isinstance(said, dict)
    return said


def refusal(answer: Any, status: int) -> str:
    assert answer.status_code == status, answer.json
    return str(answer.json["error"])


def test_a_picture_becomes_a_position_a_verdict_and_a_board_from_above(client: FlaskClient) -> None:
    batch = opened(client)
    said = hand_in(client, batch, "first.jpg", jpeg(SCENE))
    assert said["position"] == {"game": "antiblok", "cards": CARDS, "blocks": {"b2+": "R"}}
    assert (said["state"], said["board"], said["blocks"], said["doubts"]) == ("clear", 5, 1, [])
    assert "towers" not in said and "sticks" not in said
    assert said["verdict"]["legal"] and said["scores"]["R"] == said["verdict"]["scores"]["R"] > 0
    assert {"R", "B", "Y", "G"} <= {shape["fill"] for shape in said["top"]["shapes"]}
    assert "b2+" in {shape["place"] for shape in said["top"]["shapes"]}
    assert said["reading"]["cards"] == CARDS and said["reading"]["verdict"]["legal"]
    # The corners are those of the picture that is shown.
    shown = Image.open(io.BytesIO(client.get(f"{batch}/pictures/1/picture.jpg").data))
    assert said["view"]["size"] == said["size"] == list(shown.size)
    assert np.abs(np.array(said["view"]["corners"]) - STEEP).max() < 12
    assert client.get(f"{batch}/pictures/1/above.jpg").status_code == 200


def test_what_is_no_board_of_cards_is_in_the_list_with_the_reason(client: FlaskClient) -> None:
    batch = opened(client)
    said = hand_in(client, batch, "towers.jpg", (SAMPLES / "empty9.jpg").read_bytes())
    assert (said["state"], said["failed"], said["position"], said["top"]) == ("error", True, None, None)
    assert said["error"]


def test_a_reading_is_corrected_in_words_and_by_places(client: FlaskClient) -> None:
    batch = opened(client)
    hand_in(client, batch, "x.jpg", jpeg(SCENE))
    path = f"{batch}/pictures/1/correct"
    said = client.post(path, json={"words": ["b2+="]}).json
    assert (said["position"]["blocks"], said["blocks"], said["by_hand"]) == ({}, 0, ["b2+"])
    said = client.post(path, json={"places": {"b2+": "B", "a1": "GYBR"}}).json
    assert said["position"]["blocks"] == {"b2+": "B"} and said["position"]["cards"]["a1"] == "GYBR"
    assert (said["state"], said["by_hand"]) == ("illegal", ["b2+", "a1"])
    assert said["verdict"]["violations"][0]["rule_text"]
    for wrong in (
        {"places": {"f9": "RBYG"}},
        {"places": {"b2": "RB"}},
        {"places": {"b2+": "X"}},
        {"words": ["b2"]},
        {},
    ):
        assert refusal(client.post(path, json=wrong), 400)
    said = client.delete(path).json
    assert (said["position"]["blocks"], said["by_hand"], said["state"]) == ({"b2+": "R"}, [], "clear")


def test_a_list_is_exported_and_kept(client: FlaskClient, app: Flask) -> None:
    batch = opened(client, "antiblok_solo")
    hand_in(client, batch, "x.jpg", jpeg(SCENE))
    client.post(f"{batch}/pictures/1/correct", json={"words": ["d4+=Y"]})
    head, row = csv.reader(io.StringIO(client.get(f"{batch}/results.csv?lang=en").text.lstrip("\ufeff")))
    cells = dict(zip(head, row, strict=True))
    assert [cells[key] for key in ("file", "blocks", "corrected by hand")] == ["x.jpg", "2", "d4+"]
    assert "towers" not in cells
    (reading,) = client.get(f"{batch}/results.json").json["pictures"]
    assert reading["blocks"] == {"b2+": "R", "d4+": "Y"} and reading["by_hand"] == ["d4+"]

    before = client.get(f"{batch}/pictures/1").json
    kept: Batches = app.extensions[BATCHES]
    kept.put_away(batch.rsplit("/", 1)[1])
    after = client.get(f"{batch}/pictures/1").json
    for key in ("position", "verdict", "by_hand", "state", "top", "view"):
        assert after[key] == before[key], key


def test_what_makes_no_sense_for_cards_is_said(client: FlaskClient) -> None:
    batch = opened(client)
    for name in ("one.jpg", "two.jpg"):
        hand_in(client, batch, name, jpeg(SCENE))
    assert client.get(batch).json["suggestions"] == []
    assert "one by one" in refusal(client.post(f"{batch}/groups", json={"rows": [1, 2]}), 409)
    assert "no set" in refusal(client.post(f"{batch}/set", json={}), 409)
    assert refusal(client.post("/api/batches", json={"game": "antiblok", "rules": {"colour": "R"}}), 400)
