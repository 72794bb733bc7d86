"""The commands of the contract: what goes in, what comes out, and the exit codes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from drawn import read_cases
from running import Runner

from referee.games import GAMES as EVERY_GAME
from referee.tactori.drawing import draw
from referee.tactori.rules import GAMES
from referee.tactori.text import parse_text

BRIDGE = "9 c3:RRB e3:RB R:c3-e3@1"
SLANTING = "9 c3:R e3:RR R:c3@1-e3@2"


def test_score_a_legal_position(run: Runner) -> None:
    ran = run("score", BRIDGE, "--game", "taktori", "--json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.json() == [
        {
            "legal": True,
            "violations": [],
            "open": [],
            "advice": [],
            "scores": {"R": 0, "B": 0},
            "polygons": [],
            "connections": {"R": [["c3", "d3", "e3"]], "B": []},
        }
    ]


def test_score_an_illegal_position(run: Runner) -> None:
    ran = run("score", SLANTING, "--game", "taktori", "--json")
    assert ran.code == 1
    (answer,) = ran.json()
    assert answer["violations"] == [
        {
            "rule": "bridge.level",
            "message": "The red stick from c3 to e3 is slanting: it rests on floor 1 at c3 and on floor 2 at e3.",
            "fields": ["c3", "e3"],
            "stick": {"color": "R", "a": {"at": "c3", "floor": 1}, "b": {"at": "e3", "floor": 2}},
        }
    ]


def test_the_example_of_the_sheet_as_json(run: Runner) -> None:
    case = next(case for case in read_cases() if case.title.startswith("the sheet's example"))
    position = json.dumps(case.boards["position"].to_json())
    (answer,) = run("score", position, "--game", "taktori", "--json").json()
    (polygon,) = answer["polygons"]
    assert (polygon["color"], polygon["points"], polygon["counts"]) == ("R", 7, True)
    assert polygon["fields"] == ["c3", "d3", "e3", "e4", "d4", "c4"]
    assert sorted((side["points"], side["part"]) for side in polygon["sides"]) == [
        (1, "half"),
        (1, "whole"),
        (2, "half"),
        (3, "whole"),
    ]


@pytest.mark.parametrize("form", ["json", "text", "drawing"])
def test_a_position_in_a_file(run: Runner, tmp_path: Path, form: str) -> None:
    position = parse_text(BRIDGE)
    file = tmp_path / "position"
    file.write_text({"json": json.dumps(position.to_json()), "text": BRIDGE, "drawing": draw(position)}[form])
    ran = run("score", str(file), "--game", "taktori", "--json")
    assert ran.code == 0
    assert ran.json()[0]["scores"] == {"R": 0, "B": 0}


def test_score_for_people(run: Runner) -> None:
    ran = run("score", SLANTING, "--game", "taktori", "--lang", "de")
    assert ran.code == 1
    assert "Die Stellung ist nicht erlaubt." in ran.out
    assert "bridge.level  Der Steg von c3 nach e3 (Rot) ist geneigt" in ran.out
    assert draw(parse_text(SLANTING)) in ran.out


def test_the_environment_chooses_the_language(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
    assert "La posizione è permessa." in run("score", BRIDGE, "--game", "taktori").out


def test_turn(run: Runner) -> None:
    words = ("turn", "9 c3:R", "9 c3:R e3:R R:c3-e3@1", "--game", "taktori", "--player", "R", "--json")
    ran = run(*words)
    assert ran.code == 0
    assert ran.json() == [
        {
            "legal": True,
            "turn": {
                "kind": "place",
                "tower": {"color": "R", "from": None, "to": "e3", "count": 1, "captured": 0},
                "laid": [{"color": "R", "a": {"at": "c3", "floor": 1}, "b": {"at": "e3", "floor": 1}}],
                "taken": [],
            },
            "violations": [],
            "open": [],
            "advice": [],
            "outcome": None,
        }
    ]


def test_an_illegal_turn_for_people(run: Runner) -> None:
    ran = run("turn", "9", "9 c3:R e5:R", "--game", "taktori", "--player", "R")
    assert ran.code == 1
    assert "turn.several  2 towers were set: c3 and e5." in ran.out


def test_rules_from_the_command_line_win_over_the_file(run: Runner, tmp_path: Path) -> None:
    club = tmp_path / "club.toml"
    club.write_text("capture = true\n[taktori]\nstraight = false\n[fem]\nruns = true\n")
    words = ("turn", "9 c3:R e5:B", "9", "--game", "taktori", "--player", "R", "--json")
    assert run(*words).code == 1
    assert run(*words, "--rules", str(club)).code == 0
    ran = run(*words, "--rules", str(club), "--rule", "straight=true")
    assert [v["rule"] for v in ran.json()[0]["violations"]] == ["turn.straight"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"taktori = 1", "taktori: an object"),
        (b"overlay_gap = 3", "overlay_gap cannot be 3; it can be 1, 2"),
        (b"[fem]\nspeed = 1", "there is no rule speed"),
        (b"[bridge]\nruns = true", "there is no rule bridge"),
        (b"a = " + b"9" * 5000, "line 1: the line is longer than 500 characters"),
        (b"a = " + b"[" * 100_000, "is larger than 64 kB"),
        (b"\xff", "this is not text in UTF-8"),
        (b"capture", "is not a file of options: "),
    ],
)
def test_a_clubs_file_that_is_none(run: Runner, tmp_path: Path, content: bytes, said: str) -> None:
    club = tmp_path / "club.toml"
    club.write_bytes(content)
    ran = run("score", BRIDGE, "--game", "taktori", "--rules", str(club))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"draufsicht: {club}: {said}")
    assert ran.err.count("\n") == 1


def test_the_options_of_games_can_be_given_back(run: Runner) -> None:
    games = run("games", "--json").json()
    position = {5: parse_text("5").to_json(), 9: parse_text("9").to_json()}
    lines = [
        {"position": position[game["board"]], "game": game["game"], "rules": game["options"]}
        for game in games
        if game["game"] in GAMES and game["game"] not in ("colourful", "sliding")
    ]
    answers = run("score", "-", stdin="\n".join(map(json.dumps, lines)).encode()).json()
    assert len(answers) == len(lines) == 9
    assert all(answer["legal"] for answer in answers)


@pytest.mark.parametrize(
    "words",
    [
        ("turn", "-", "--rules", "nowhere.toml"),
        ("turn", "-", "--player", "Z"),
        ("turn", "-", "--players", "R,R"),
        ("score", "-", "--game", "go"),
        ("score", "-", "--rule", "speed=1"),
        ("--lang", "xx", "games"),
        ("games", "--la", "de"),
    ],
)
def test_a_slip_on_the_command_line_is_found_before_anything_is_read(run: Runner, words: tuple[str, ...]) -> None:
    ran = run(*words, stdin=b"{}\n")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


def test_the_language_may_stand_before_the_command(run: Runner) -> None:
    assert "Brücken ablegen" in run("--lang", "de", "games").out


def test_the_command_line_holds_where_a_question_is_silent(run: Runner) -> None:
    before, after = parse_text("9 c3:R e3:B").to_json(), parse_text("9").to_json()
    line = json.dumps({"before": before, "after": after}).encode()
    words = ("turn", "-", "--game", "taktori", "--player", "R", "--players", "R,B")
    assert run(*words, stdin=line).json()[0]["legal"] is False
    assert run(*words, "--rule", "capture=true", stdin=line).json()[0]["legal"] is True


def test_streams_answer_line_by_line(run: Runner) -> None:
    position = parse_text(SLANTING).to_json()
    lines = [
        {"position": position, "game": "taktori", "rules": {"nine_centre": "linked"}},
        {"position": position, "game": "bridge"},
        [],
        {"game": "taktori"},
        {"position": {**position, "board": 7}, "game": "taktori"},
        {"position": position},
        {"position": position, "game": "taktori", "rules": []},
    ]
    stdin = "\n".join(map(json.dumps, lines)).encode() + b"\n\xff\n{\n\n"
    ran = run("score", "-", stdin=stdin)
    assert (ran.code, ran.err) == (0, "")
    answers = ran.json()
    assert answers[0]["legal"] is False
    assert [answer.get("error") for answer in answers[1:]] == [
        f"there is no game bridge; there are {', '.join(EVERY_GAME)}",
        "a question is a JSON object",
        "the key position is missing",
        "position.board: the board is 5 or 9",
        "the key game is missing",
        "rules: rules is an object of options",
        "this is not text in UTF-8",
        "this is not JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)",
    ]


def test_a_stream_of_turns(run: Runner) -> None:
    before, after = parse_text("9 c3:R").to_json(), parse_text("9 c3:R e5:B").to_json()
    question = {"before": before, "after": after, "player": "R", "game": "taktori", "players": ["R", "B"]}
    lines = [
        question,
        {**question, "player": "B"},
        {**question, "players": ["B"]},
        {**question, "players": ["B", "B"]},
        {**question, "player": "X"},
        {key: value for key, value in question.items() if key != "player"},
        {**question, "game": "colourful"},
    ]
    ran = run("turn", "-", stdin="\n".join(map(json.dumps, lines)).encode())
    answers = ran.json()
    assert [v["rule"] for v in answers[0]["violations"]] == ["turn.order"]
    assert answers[1]["legal"] is True
    assert [answer.get("error") for answer in answers[2:]] == [
        "R does not play; the players are B",
        'players: players is a list of different colours, ["R", "B"]',
        "player: a colour is R, B, Y or G, not 'X'",
        "say whose turn it was: R, B, Y or G",
        "colourful is played on 5x5 fields, this board has 9x9",
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "the following arguments are required: COMMAND"),
        (("fly",), "argument COMMAND: invalid choice: 'fly'"),
        (("score",), "the following arguments are required: POSITION"),
        (("score", BRIDGE), "the key --game is missing"),
        (("score", BRIDGE, "--game", "go"), "there is no game go; there are free, "),
        (("score", BRIDGE, "--game", "fem"), "fem is played on 5x5 fields, this board has 9x9"),
        (("score", "5", "--game", "colourful"), "colourful needs the chosen colour"),
        (("score", "nowhere.json", "--game", "fem"), "nowhere.json: no position: neither a file of that name"),
        (("score", BRIDGE, "--game", "taktori", "--rule", "x=1"), "there is no rule x; there are overlay_gap, "),
        (("score", BRIDGE, "--game", "taktori", "--rule", "runs"), "--rule: runs is no rule: write KEY=VALUE"),
        (
            ("score", BRIDGE, "--game", "taktori", "--rule", "chain=old"),
            "chain cannot be old; it can be new, any",
        ),
        (
            ("score", BRIDGE, "--game", "taktori", "--rule", "sticks_per_turn=0"),
            "sticks_per_turn cannot be 0; it can be none, 1, 2, …",
        ),
        (("score", BRIDGE, "--game", "taktori", "--lang", "xx"), "--lang: de, en, fr, it"),
        (("score", BRIDGE, "--game", "taktori", "--rules", "no.toml"), "no.toml: cannot be read: "),
        (("turn", "9", "--game", "taktori"), "the key AFTER is missing"),
        (("turn", "9", "9 c3:R", "--game", "taktori"), "say whose turn it was"),
        (("turn", "9", "5", "--game", "taktori", "--player", "R"), "taktori is played on 9x9 fields"),
        (("replay", "no.txt"), "no.txt: cannot be read: "),
        (("replay", "/"), "/: cannot be read: "),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(run: Runner, words: tuple[str, ...], said: str) -> None:
    ran = run(*words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"draufsicht: {said}")
    assert ran.err.count("\n") == 1


def test_games(run: Runner) -> None:
    ran = run("games", "--json")
    assert ran.code == 0
    games = {game["game"]: game for game in ran.json()}
    assert list(games) == list(EVERY_GAME)
    assert games["taktori"]["options"]["runs"] is True
    assert games["fem"]["options"]["shape"] == "polygon"
    table = run("games", "--lang", "de").out
    assert "Brücken ablegen" in table
    assert "overlay_gap = 1 | 2" in table


def test_as_a_program() -> None:
    """The installed command itself: without UTF-8, with a reader that goes away, without streams, on a full disk."""
    command = Path(sys.executable).with_name("draufsicht")
    environment = {**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [command, "games", "--lang", "de"], capture_output=True, text=True, env=environment, encoding="ascii"
    )
    assert (done.returncode, done.stderr) == (0, "")
    piped = subprocess.run(f"{command} games | head -n 1", shell=True, capture_output=True, text=True)
    assert (piped.returncode, piped.stderr) == (0, "")
    for closed in (f"{command} score - <&-", f"{command} games >&-"):
        ran = subprocess.run(closed, shell=True, capture_output=True, text=True)
        assert (ran.returncode, ran.stderr) == (0, "")
    if Path("/dev/full").exists():
        ran = subprocess.run(f"{command} games >/dev/full", shell=True, capture_output=True, text=True)
        assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    version = subprocess.run([command, "--version"], capture_output=True, text=True)
    assert version.returncode == 0
    assert version.stdout.strip()
