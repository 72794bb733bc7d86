"""Games as other programs keep them, on the command line: read, judged and written again."""

from pathlib import Path

import pytest

from tests.running import Runner

MATE = '[Event "a café"]\n[White "Anna"]\n\n1. e4 e5 2. Qh5 {threatens} Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n'
NUMBERED = '[Event "a club"]\n\n1. 22-18 9-13 *\n'


@pytest.mark.parametrize(
    ("text", "game", "turns", "moves"),
    [
        (MATE, "chess", 7, "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0"),
        (NUMBERED, "draughts", 2, "1. c3-d4 b6-a5 *"),
    ],
)
def test_it_is_replayed_and_written_again(
    run: Runner, tmp_path: Path, text: str, game: str, turns: int, moves: str
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(text)
    told = run("replay", str(file), "--json")
    assert told.code == 0 and len(told.json()) == turns
    assert told.json()[-1]["position"]["game"] == game
    written = run("replay", str(file), "--portable")
    assert written.code == 0 and written.out.splitlines()[-1] == moves
    file.write_text(written.out)
    assert run("replay", str(file), "--json").out == told.out


def test_a_turn_that_is_not_allowed_is_judged_but_not_written(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("Game: chess\nPlayers: w b\n\n1. e2=- e5=wP\n")
    assert run("replay", str(file)).code == 1
    refused = run("replay", str(file), "--portable")
    assert refused.code == 2 and refused.out == "" and len(refused.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[Event "?"]\n\n1. zz *\n', "zz"),
        ('[Event "?"]\n\n1. e4 e5 2. Ke3 *\n', "Ke3"),
        ("Game: fem\nPlayers: R B\n", "FEM"),
    ],
)
def test_what_cannot_be_is_a_sentence(run: Runner, tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "game.txt"
    file.write_text(text)
    refused = run("replay", str(file), "--portable")
    assert refused.code == 2 and said in refused.err and len(refused.err.splitlines()) == 1
