"""The command `replay`: a record played through, or every error in it with its line."""

from pathlib import Path

import pytest
from running import Runner

from referee.tactori.text import parse_text

RECORD = "Game: taktori\nPlayers: R B\nDate: 2026-11-16\n\n1. R +c3\n2. B +e5\n3. R +e3 +c3-e3\n"


def test_replay(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RECORD)
    ran = run("replay", str(file), "--json")
    assert ran.code == 0
    events = ran.json()
    assert [(e["event"], e["n"], e["player"], e["written"]) for e in events] == [
        ("turn", 1, "R", "+c3"),
        ("turn", 2, "B", "+e5"),
        ("turn", 3, "R", "+e3 +c3-e3"),
    ]
    assert events[-1]["position"] == parse_text("9 c3:R e3:R e5:B R:c3-e3@1").to_json()
    shorter = run("replay", str(file), "--to", "2", "--json").json()
    assert shorter == events[:2]
    people = run("replay", str(file), "--lang", "fr")
    assert "À bleu de jouer" in people.out


def test_replay_of_an_illegal_game(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RECORD.replace("2. B +e5", "2. B +e5 +g7"))
    ran = run("replay", str(file), "--json")
    assert ran.code == 1
    assert [[v["rule"] for v in e["violations"]] for e in ran.json()] == [[], ["turn.several"], []]


def test_replay_collects_every_error(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RECORD.replace("2. B +e5", "2. B +k5").replace("3. R +e3", "4. R what") + "nonsense\n5. G +a1\n")
    ran = run("replay", str(file))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    for said in (
        "line 6: 'k5' is no field of a 9x9 board; ",
        "line 7: this turn should have the number 3, not 4; ",
        "line 7: what is no part of a turn",
        "line 8: nonsense is neither a header",
        "line 9: this turn should have the number 4, not 5; ",
        "line 9: G does not play; the players are R, B",
    ):
        assert said in ran.err


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("Game: taktori\n", ""), "the record does not say which game it is"),
        (("Players: R B\n", ""), "the record does not say who plays"),
        (("Game: taktori", "Game: go"), "line 1: there is no game go"),
        (("Players: R B", "Players: R"), "line 2: number of players for taktori: at least 2, at most 4, not 1"),
        (("Date: 2026-11-16", "Rules: capture"), "line 3: capture is no option: write key=value"),
        (("Date: 2026-11-16", "Rules: capture=maybe"), "line 3: capture cannot be maybe"),
        (("Date: 2026-11-16", "Setup: 9 z9:R"), "line 3: word 2: 'z9' is no field of a 9x9 board"),
    ],
)
def test_wrong_headers_name_their_line(run: Runner, tmp_path: Path, change: tuple[str, str], said: str) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RECORD.replace(*change))
    ran = run("replay", str(file))
    assert ran.code == 2
    assert ran.err.startswith(f"draufsicht: {file}: {said}")


def test_replay_to_a_turn_that_is_not_there(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RECORD)
    ran = run("replay", str(file), "--to", "9")
    assert ran.code == 2
    assert "there is no turn 9; turns in the record: 3" in ran.err
