"""A board to print: everything at its size and in its place, in every language; and the command that writes it."""

import io
import json
import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from running import Runner

from calibration.board_marks import CORNERS, FIRST, mark_corners
from referee.games import GAMES
from web.games.board_sheet import PRINTED, SHEETS, SQUARE_MM, board_page, board_pdf
from web.games.paper import PDF_LETTERS, Area, Page, Stroke, Words, to_png
from words.language import LANGUAGES, catalogue

BOARDS = [game for game in GAMES if game in FIRST]
UNPRINTED = [game for game in GAMES if game not in FIRST]
PRINTERS_EDGE_MM = 4.5


def sheet_of(game: str, paper: str = "a4", language: str = "en", **options: object) -> Page:
    return board_page(GAMES[game], GAMES[game].rule_book(options), SHEETS[paper], language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", SHEETS)
@pytest.mark.parametrize("game", BOARDS)
def test_nothing_hangs_over_the_edge(game: str, paper: str, language: str) -> None:
    size = SHEETS[paper].width_mm, SHEETS[paper].height_mm
    for mark in sheet_of(game, paper, language):
        if isinstance(mark, Words):
            assert mark.text.encode(PDF_LETTERS)
            points = (mark.at, (mark.at[0], mark.at[1] - mark.size_mm))
        else:
            points = mark.points
        for at, most in zip(np.array(points).T, size, strict=True):
            assert at.min() > PRINTERS_EDGE_MM and at.max() < most - PRINTERS_EDGE_MM, mark


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", BOARDS)
def test_words_stand_between_the_marks(game: str, language: str) -> None:
    sheet = SHEETS["letter"]
    far, near = sheet.at(mark_corners(3)[3])[1], sheet.at(mark_corners(0)[0])[1]
    left, right = sheet.at(mark_corners(3)[0])[0], sheet.at(mark_corners(3)[1])[0]
    column = [m for m in sheet_of(game, "letter", language) if isinstance(m, Words) and left <= m.at[0] < right]
    assert " ".join(mark.text for mark in column).startswith(catalogue(language)[f"game.{game}"])
    assert all(far + mark.size_mm < mark.at[1] < near - mark.size_mm for mark in column)


@pytest.mark.parametrize("game", ["draughts", "five"])
def test_fields_lie_where_the_unit_square_has_them(game: str) -> None:
    sheet = SHEETS["a4"]
    drawn = Image.open(io.BytesIO(to_png([sheet_of(game)], (sheet.width_mm, sheet.height_mm)))).convert("RGB")
    for i in range(8):
        for j in range(8):
            for x, y in ((0.06, 0.06), (0.94, 0.06), (0.5, 0.5), (0.94, 0.94)):  # up to the edges of the field
                u, v = np.array(sheet.at(((i + x) / 8, (j + y) / 8))) * 150 / 25.4
                assert drawn.getpixel((round(u), round(v))) == PRINTED["wood" if (i + j) % 2 else "wood_dark"]


def test_points_of_a_star_lie_where_the_unit_square_has_them() -> None:
    sheet = SHEETS["a4"]
    drawn = Image.open(io.BytesIO(to_png([sheet_of("halma")], (sheet.width_mm, sheet.height_mm)))).convert("RGB")
    for spot, paint in (((0.5, 0.5), "wood_dark"), ((0.5, 0.5 - 8 / 15 * 3**0.5 / 2), "R"), ((0.1, 0.5), "wood")):
        u, v = np.array(sheet.at(spot)) * 150 / 25.4
        assert drawn.getpixel((round(u), round(v))) == PRINTED[paint]


def test_the_line_is_a_hundred_millimetres_long() -> None:
    lines = [m for m in sheet_of("peg") if isinstance(m, Stroke) and m.points[0][0] > SHEETS["a4"].at((1.05, 0))[0]]
    assert max(np.ptp(np.array(line.points)[:, 1]) for line in lines) == pytest.approx(100.0)
    assert len(lines) == 12


def test_no_piece_is_printed() -> None:
    paints = {mark.ink for mark in sheet_of("draughts") if isinstance(mark, Area)}
    assert paints == {PRINTED["wood"], PRINTED["wood_dark"], (0, 0, 0)}


def test_the_pages_of_a_pdf_have_their_size() -> None:
    for paper, size in (("a4", (297, 210)), ("letter", (279.4, 215.9))):
        data = board_pdf(GAMES["mill"], GAMES["mill"].rule_book({}), SHEETS[paper], "de")
        box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
        assert box
        assert [float(side) / 72 * 25.4 for side in box.groups()] == pytest.approx(size, abs=0.05)
        assert data.count(b"/Type /Page\n") == 1


def test_an_option_changes_the_board() -> None:
    fields = [len([m for m in sheet_of("five", size=size) if isinstance(m, Area)]) for size in (8, 15)]
    assert fields[1] - fields[0] == 15**2 - 8**2


def test_the_command(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "board.pdf"
    ran = run("board", "mill", "-o", str(file), "--lang", "de")
    assert (ran.code, ran.out) == (0, f"{file} geschrieben\n")
    assert file.read_bytes().startswith(b"%PDF")
    ran = run("board", "five", "-o", str(file), "--rule", "size=10", "--paper", "letter", "--json")
    said = {"written": str(file), "game": "five", "paper": "letter", "square_mm": SQUARE_MM}
    assert (ran.code, json.loads(ran.out)) == (0, said)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", UNPRINTED)
def test_a_game_without_a_board_to_print_says_so(run: Runner, tmp_path: Path, game: str, language: str) -> None:
    file = tmp_path / "board.pdf"
    ran = run("board", game, "-o", str(file), "--lang", language)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert catalogue(language)[f"game.{game}"] in ran.err
    assert all(known in ran.err for known in BOARDS)
    assert not file.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nothing", "-o", "x.pdf"], "there is no game nothing"),
        (["mill", "-o", "x.png"], ".pdf"),
        (["mill", "-o", "x.pdf", "--paper", "a0"], "a4, letter"),
        (["mill", "-o", "missing/x.pdf"], "missing/x.pdf"),
        (["five", "-o", "x.pdf", "--rule", "size=99"], "size"),
        (["five", "-o", "x.pdf", "--rule", "size"], "size"),
        (["mill"], "-o"),
    ],
    ids=str,
)
def test_what_cannot_be_printed_is_said_in_one_sentence(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("board", *words)
    assert (ran.code, ran.err.count("\n"), said in ran.err) == (2, 1, True)
    assert not list(tmp_path.iterdir())


def test_the_corners_are_those_of_the_playing_square() -> None:
    for sheet in SHEETS.values():
        square = np.array([sheet.at(corner) for corner in CORNERS])
        assert np.ptp(square, axis=0) == pytest.approx([SQUARE_MM, SQUARE_MM])
