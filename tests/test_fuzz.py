"""Broken input for every parser and every command: an answer or one sentence, never a traceback.

The inputs are sound ones with letters changed, dropped, doubled, moved and cut off, the same in every run.
"""

import io
import json
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from antiblok_drawn import read_cases as read_antiblok
from positions import build

import draufsicht
from referee.antiblok.notation import read_written as read_antiblok_turn
from referee.games import find_game
from referee.options import parse_options
from referee.replay import replay as replay_any
from referee.tactori.drawing import draw, parse_drawing
from referee.tactori.notation import read_written
from referee.tactori.position import Position
from referee.tactori.questions import parse_position
from referee.tactori.text import parse_text, to_text
from tests.replaying import replay
from words.message import InputError

RECORD = (
    "Game: fem\nPlayers: R B\nRules: capture=true, runs=true\nDate: 2026-11-16\nSetup: 5 a1:R b2:B\n\n"
    "1. R +c3\n2. B c3>e3x1\n3. R +b1 +a1-b1\n4. B pass\n5. R -a1-b1 # why\n"
)
CLUB = 'overlay_gap = 2\n[taktori]\ncapture = true\nnine_centre = "standing"\n[fem]\nruns = true\n'
ODD = [
    "\0",
    "\ud800",
    "é",
    "９",
    "\u2028",
    "{",
    "}",
    '"',
    ":",
    "-",
    "@",
    "|",
    "1e999",
    "NaN",
    "-1",
    "99999999999999999999",
]


def damaged(text: str, rng: random.Random) -> str:
    """The text with one to four things done to it."""
    for _ in range(rng.randint(1, 4)):
        at, to = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        match rng.randrange(6):
            case 0:
                text = text[:at] + text[to:] if rng.random() < 0.3 else text[:at] + text[at + 1 :]
            case 1:
                text = text[:at] + rng.choice(ODD) + text[at:]
            case 2:
                text = text[:at] + chr(rng.randrange(32, 127)) + text[at + 1 :]
            case 3:
                text = text[:at] + text[at : at + 9] * 2 + text[at + 9 :]
            case 4:
                text = text[:at]
            case _:
                text = text[to:] + text[at:to] + text[:at] if rng.random() < 0.1 else text.replace("R", "B", 1)
        text = text or " "
    return text


def json_damaged(value: object, rng: random.Random) -> object:
    """A sound JSON value with something of the wrong kind somewhere in it."""
    if rng.random() < 0.2 or not isinstance(value, dict | list) or not value:
        return rng.choice([None, True, -1, 1.5, "", "R", [], {}, [1], {"a": 1}, "c3", 10**30])
    if isinstance(value, list):
        i = rng.randrange(len(value))
        return [*value[:i], json_damaged(value[i], rng), *value[i + 1 :]]
    key = rng.choice(list(value))
    if rng.random() < 0.2:
        return {k: v for k, v in value.items() if k != key}
    return {**value, key: json_damaged(value[key], rng)}


def sound_positions(rng: random.Random) -> Iterator[Position]:
    while True:
        yield build(rng.choice((5, 9)), rng)


# How many inputs each parser, each command and each stream gets: more than ten thousand together.
PARSED, COMMANDED, STREAMED = 1200, 600, 1500

PARSERS: dict[str, tuple[Callable[[Position], str], Callable[[str], object]]] = {
    "JSON": (lambda p: json.dumps(p.to_json()), parse_position),
    "text": (to_text, parse_text),
    "drawing": (draw, parse_drawing),
    "record": (lambda p: RECORD.replace("5 a1:R b2:B", to_text(p)), replay),
    "options": (lambda p: "capture=true, nine_centre=linked", parse_options),
    "turn": (lambda p: "2c3>e3x1 +Bc3 -c5 +c3-e3@1 -Ra1@1-b2@2", lambda t: read_written(t, Position.empty(9), "R")),
}


CARDS = read_antiblok("positions")[0].board
ANTIBLOK = find_game("antiblok")
ANTIBLOK_RECORD = f"""Game: antiblok
Players: R B
Rules: direction=free, faces=L1 L2 R1 R2 S X, time_limit=30
Setup: {ANTIBLOK.to_text(CARDS)}

1. R L2 c3< d4<
2. B X -b2+ S c3~e5 +Bd4+
3. R c3=RBYG +a1+
4. B X X pass
5. R time
"""
ANTIBLOK_PARSERS: dict[str, tuple[str, Callable[[str], object]]] = {
    "JSON": (json.dumps({**CARDS.to_json(), "blocks": {"b2+": "R", "d4+": "B"}}), ANTIBLOK.parse),
    "text": (ANTIBLOK.to_text(CARDS) + " | b2+R d4+B", ANTIBLOK.parse),
    "drawing": (ANTIBLOK.draw(CARDS), ANTIBLOK.parse),
    "turn": ("X -b2+ L2 c3< d4<< c3=RB?G S a1~e5 +Bd4+", lambda t: read_antiblok_turn(t, CARDS, "R")),
    "record": (ANTIBLOK_RECORD, lambda t: replay_any(t, find_game)),
}


@pytest.mark.parametrize("parser", ANTIBLOK_PARSERS)
def test_parsers_of_antiblok(parser: str) -> None:
    sound, parse = ANTIBLOK_PARSERS[parser]
    rng = random.Random(f"antiblok {parser}")
    refused = 0
    for _ in range(PARSED):
        try:
            parse(damaged(sound, rng))
        except InputError as error:
            refused += 1
            assert str(error).strip()
            assert "\n" not in str(error)
    assert refused > 300 or parser == "record"  # a record's errors are collected, not raised


@pytest.mark.parametrize("command", ["score", "turn"])
def test_streams_of_antiblok(command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(f"antiblok {command}")
    said = {**CARDS.to_json(), "blocks": {"b2+": "R"}}
    game = {"game": "antiblok", "rules": {"direction": "free", "faces": ["L1", "X"], "blocks": 2}}
    asked = {"player": "R", "players": ["R", "B"], "die": ["X", "L1"], "last_turned": {"R": ["c3"], "B": []}}
    question = {"position": said, "before": said, "after": said, **asked, **game}
    lines = []
    for _ in range(STREAMED):
        line = json.dumps(json_damaged(question, rng)) if rng.random() < 0.6 else damaged(json.dumps(question), rng)
        lines.append(line.replace("\n", " ").encode("utf-8", "surrogatepass"))
    assert run([command, "-"], b"\n".join(lines), monkeypatch) == 0
    out, err = capsys.readouterr()
    assert err == ""
    answers = [json.loads(line) for line in out.splitlines()]
    assert len(answers) == sum(bool(line.strip()) for line in lines)
    errors = [answer["error"] for answer in answers if "error" in answer]
    assert len(errors) > 500
    assert all(isinstance(error, str) and error and "\n" not in error for error in errors)


@pytest.mark.parametrize("parser", PARSERS)
def test_parsers(parser: str) -> None:
    write, parse = PARSERS[parser]
    rng = random.Random(parser)
    refused = 0
    for position, _ in zip(sound_positions(rng), range(PARSED), strict=False):
        try:
            parse(damaged(write(position), rng))
        except InputError as error:
            refused += 1
            assert str(error).strip()
            assert "\n" not in str(error)
    assert refused > 300 or parser == "record"  # a record's errors are collected, not raised


def run(words: list[str], stdin: bytes, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
    try:
        return draufsicht.main(words)
    except SystemExit as stop:
        assert isinstance(stop.code, int)
        return stop.code


def check(code: int, capsys: pytest.CaptureFixture[str]) -> None:
    out, err = capsys.readouterr()
    assert code in (0, 1, 2)
    if code == 2:
        assert out == ""
        assert err.startswith("draufsicht: ")
        assert err.count("\n") == 1
    else:
        assert err == ""
        assert out


COMMANDS = ["score", "turn", "replay", "rule", "club", "words"]


@pytest.mark.parametrize("command", COMMANDS)
def test_commands(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(command)
    file, other = tmp_path / "one", tmp_path / "other"
    codes = []
    for position, _ in zip(sound_positions(rng), range(COMMANDED), strict=False):
        write = rng.choice([PARSERS[name][0] for name in ("JSON", "text", "drawing")])
        game = rng.choice(["fem", "bridges", "free"] if position.board == 5 else ["taktori", "rectangle9"])
        position_file = damaged(write(position), rng) if command in ("score", "turn") else write(position)
        record = damaged(RECORD.replace("5 a1:R b2:B", to_text(position)), rng)
        content = {"replay": record, "club": damaged(CLUB, rng)}.get(command, position_file)
        file.write_bytes(content.encode("utf-8", "surrogatepass"))
        other.write_text(write(position))
        words = {
            "score": ["score", str(file), "--game", game, "--json"],
            "turn": ["turn", str(other), str(file), "--game", game, "--player", "R"],
            "replay": ["replay", str(file)],
            "rule": ["score", str(file), "--game", game, "--rule", damaged("nine_centre=linked", rng)],
            "club": ["score", str(other), "--game", game, "--rules", str(file)],
            "words": ["score", damaged(to_text(position), rng), "--game", damaged(game, rng).strip("-")],
        }[command]
        code = run(words, b"", monkeypatch)
        check(code, capsys)
        codes.append(code)
    assert codes.count(2) > 150


@pytest.mark.parametrize("command", ["score", "turn"])
def test_streams(command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(command)
    lines = []
    for position, _ in zip(sound_positions(rng), range(STREAMED), strict=False):
        said = position.to_json()
        game = {"game": "fem" if position.board == 5 else "taktori", "rules": {"capture": True}}
        question = {"position": said, "before": said, "after": said, "player": "R", "players": ["R", "B"], **game}
        line = json.dumps(json_damaged(question, rng)) if rng.random() < 0.6 else damaged(json.dumps(question), rng)
        lines.append(line.replace("\n", " ").encode("utf-8", "surrogatepass"))
    assert run([command, "-"], b"\n".join(lines), monkeypatch) == 0
    out, err = capsys.readouterr()
    assert err == ""
    answers = [json.loads(line) for line in out.splitlines()]
    assert len(answers) == sum(bool(line.strip()) for line in lines)
    errors = [answer["error"] for answer in answers if "error" in answer]
    assert len(errors) > 500
    assert all(isinstance(error, str) and error and "\n" not in error for error in errors)


def test_there_are_more_than_ten_thousand() -> None:
    assert len(PARSERS) * PARSED + len(COMMANDS) * COMMANDED + 2 * STREAMED > 10_000
