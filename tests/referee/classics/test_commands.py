"""The commands of the referee, asked about classics."""

import io
import json
import sys
from pathlib import Path

import pytest

import draufsicht
from referee.classics.game import GAMES
from words.language import LANGUAGES

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *words: str) -> tuple[int, str, str]:
    code = draufsicht.main(list(words))
    said = capsys.readouterr()
    return code, said.out, said.err


def test_a_position_that_names_its_game_needs_no_other_name(capsys: Capture) -> None:
    for position in ('{"game": "peg", "pieces": {"a3": "w", "b3": "w"}}', "peg w:a3,b3"):
        code, out, _ = run(capsys, "score", position, "--json")
        told = json.loads(out)
        assert code == 0 and told["scores"] == {"w": 2} and told["jumps"] == {"w": 1}


def test_a_broken_position_is_told(capsys: Capture) -> None:
    code, out, _ = run(capsys, "score", "draughts w:a2", "--lang", "de")
    assert code == 1 and "draughts.dark" in out and "dunklen Feldern" in out


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_turn_is_told_in_every_language(capsys: Capture, language: str) -> None:
    words = ["turn", "mill w:a1,d1 b:a7,g4; hand=w7,b7", "mill w:a1,d1,g1 b:g4", "--player", "w", "--lang", language]
    code, out, err = run(capsys, *words)
    assert code == 0 and "g1" in out and "a7" in out and not err


def test_a_turn_that_is_not_allowed_is_an_answer(capsys: Capture) -> None:
    code, out, _ = run(capsys, "turn", "five", "five b:d4", "--player", "w", "--json")
    told = json.loads(out)
    assert code == 1 and [f["rule"] for f in told["violations"]] == ["turn.order"] and told["next"] == "w"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["turn", "mill w:a1", "mill w:a1", "--player", "w"], "hand"),
        (["turn", "five", "five w:a1"], "whose turn"),
        (["turn", "five", "five w:a1", "--player", "q"], "R, B, Y or G"),
        (["turn", "five", "five w:a1", "--player", "w", "--rule", "size=3"], "size cannot be 3"),
        (["score", "mill w:z1"], "'z1'"),
        (["score", "halma r:a1", "--rule", "fill=half"], "own, full"),
    ],
)
def test_what_cannot_be_asked_is_one_sentence(capsys: Capture, words: list[str], sentence: str) -> None:
    code, out, err = run(capsys, *words)
    assert code == 2 and not out and sentence in err and err.count("\n") == 1


def test_a_stream_goes_on_after_what_cannot_be_answered(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    before = {"game": "peg", "pieces": {"a3": "w", "b3": "w", "g4": "w"}}
    after = {"game": "peg", "pieces": {"c3": "w", "g4": "w"}}
    questions = [
        {"game": "peg", "before": before, "after": after, "player": "w", "players": ["w"]},
        {"before": before, "after": {"pieces": {"z9": "w"}}, "player": "w"},
        {"before": before, "after": before},
    ]
    lines = "\n".join(map(json.dumps, questions))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
    code, out, _ = run(capsys, "turn", "-")
    first, second, third = map(json.loads, out.splitlines())
    assert code == 0 and first["outcome"] == {
        "reason": "cannot_move",
        "winner": None,
        "scores": {"w": 2},
        "grade": None,
    }
    assert "z9" in second["error"]
    assert third["legal"] is False and third["turn"] == {"kind": "pass"}


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_replayed(capsys: Capture, game: str) -> None:
    record = Path(__file__).parents[2] / "playthroughs" / "classics" / f"{game}.txt"
    code, out, err = run(capsys, "replay", str(record), "--json")
    turns = [json.loads(line) for line in out.splitlines()]
    assert code == 0 and not err and all(turn["legal"] for turn in turns)
    assert turns[-1]["outcome"] is not None and turns[-1]["position"]["game"] == game


def test_the_games_are_listed_with_their_options(capsys: Capture) -> None:
    _, out, _ = run(capsys, "games", "--json")
    games = {told["game"]: told for told in map(json.loads, out.splitlines())}
    assert games["draughts"]["options"]["continue"] == "must"
    assert games["peg"]["options"] == {"board": "english", "target": None, "join": True}
    _, out, _ = run(capsys, "games", "--lang", "de")
    assert "Reise-Spiele" in out and "mill: removal = may | must" in out
