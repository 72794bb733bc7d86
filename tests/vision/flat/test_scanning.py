"""`scan --game antiblok`: photographs of a board of cards in, what lies on it and the referee's verdict out."""

import json
from pathlib import Path

import cv2
import pytest
from running import Runner

from tests.vision.flat.drawn_cards import OBLIQUE, Scene, photograph, random_cards
from words.language import LANGUAGES

SCENE = Scene(random_cards(11), {"b2+": "R"})
CORNERS = ";".join(f"{u},{v}" for u, v in OBLIQUE)


@pytest.fixture
def picture(tmp_path: Path) -> str:
    path = tmp_path / "cards.png"
    assert cv2.imwrite(str(path), photograph(SCENE))
    return str(path)


@pytest.mark.parametrize("more", [(), ("--corners", CORNERS)], ids=["found", "corners said"])
def test_cards_and_blocks_with_the_verdict(run: Runner, picture: str, more: tuple[str, ...]) -> None:
    done = run("scan", picture, "--game", "antiblok", "--json", *more)
    said = json.loads(done.out)
    assert done.code == 1  # the block lies on no square
    assert [said[key] for key in ("image", "game", "cards", "blocks", "die", "unsure")] == [
        *(picture, "antiblok", dict(SCENE.cards), dict(SCENE.blocks), None, [])
    ]
    assert [each["rule"] for each in said["verdict"]["violations"]] == ["block.square"]
    assert (
        max(
            abs(a - b)
            for got, told in zip(said["corners"], OBLIQUE, strict=True)
            for a, b in zip(got, told, strict=True)
        )
        < 12
    )


def test_corners_are_those_of_the_photograph_itself(run: Runner, tmp_path: Path) -> None:
    """It is made smaller to be read."""
    path = tmp_path / "large.png"
    assert cv2.imwrite(str(path), cv2.resize(photograph(SCENE), None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC))
    said = json.loads(run("scan", str(path), "--game", "antiblok", "--json").out)
    assert said["cards"] == dict(SCENE.cards)
    assert abs(said["corners"][1][0] - 3 * OBLIQUE[1][0]) < 36


@pytest.mark.parametrize("language", LANGUAGES)
def test_for_people(run: Runner, picture: str, language: str) -> None:
    done = run("scan", picture, "--game", "antiblok_solo", "--lang", language)
    assert "25" in done.out.splitlines()[0] and "| " in done.out


def test_a_line_of_a_batch_names_its_game(run: Runner, picture: str, tmp_path: Path) -> None:
    lines = [
        {"image": "cards.png", "game": "antiblok", "corners": [list(corner) for corner in OBLIQUE]},
        {"image": "cards.png", "game": "nothing"},
        {"image": "missing.png", "game": "antiblok"},
    ]
    batch = tmp_path / "batch.jsonl"
    batch.write_text("\n".join(map(json.dumps, lines)))
    done = run("scan", "--batch", str(batch), "--json")
    said = [json.loads(line) for line in done.out.splitlines()]
    assert done.code == 0 and said[0]["cards"] == dict(SCENE.cards)
    assert "antiblok" in said[1]["error"] and "missing.png" in said[2]["image"] and said[2]["error"]


def test_what_cannot_be_is_said(run: Runner, picture: str, tmp_path: Path) -> None:
    empty = tmp_path / "empty.png"
    assert cv2.imwrite(str(empty), photograph(SCENE) // 4 * 0 + 90)
    no_board = run("scan", str(empty), "--game", "antiblok")
    assert no_board.code == 1 and "no board of cards found" in no_board.out
    for refused in (
        ("scan", picture, "--game", "antiblok", "--overlay", str(tmp_path / "o.png")),
        ("scan", "--together", picture, picture, "--game", "antiblok"),
        ("scan", picture, "--game", "antiblok", "--rule", "swap=sometimes"),
        ("scan", picture, "--game", "antiblok", "--corners", "1,2;3,4"),
    ):
        done = run(*refused)
        assert done.code == 2 and len(done.err.splitlines()) == 1, refused
