"""The score sheet: everything is on it, on as many pages as it takes, whatever people and tables are called."""

from __future__ import annotations

import io
import re
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from live.fold import fold
from live.game import Act, By, GameState
from live.log import LogEvent
from referee.tactori.board import fields_of
from referee.tactori.counted import counted
from referee.tactori.text import parse_text
from tests.replaying import replay
from web.games.paper import HEIGHT_MM, WIDTH_MM, Area, Page, Stroke, Words, to_pdf, to_png, width_mm, wrapped
from web.games.score_sheet import score_sheet, sheet_pdf, sheet_png
from web.games.signs import PAINTS
from web.games.tower_board import AROUND, BESIDE, tower_marks
from web.shown.game_words import turn_words
from words.language import LANGUAGES

PLAYTHROUGHS = sorted((Path(__file__).parents[2] / "playthroughs").glob("*.txt"))
AT = "2026-11-16T09:00:00.000+00:00"
NAMES = [
    "Küche",
    "Łódź Ñandú",
    "Кухня",
    "厨房 日本 한국어",
    "مطبخ",
    "ไทย",
    "😀🎲",
    "e\u0301 \u200b\ud7ff",
    "–…“”",
    "W" * 40,
]


def state_of(text: str, table: str = "1", names: dict[str, str] | None = None) -> GameState:
    played = replay(text)
    assert played.beginning and not played.errors
    start = played.beginning
    first = {
        "table": table,
        "source": "import",
        "game": start.rules.game.id,
        "rules": start.rules.options(),
        "players": list(start.players),
        "position": start.position.to_json(),
    }
    events = [LogEvent(Act.BEGUN, first, AT), LogEvent(Act.SET, {"key": "names", "value": names or {}}, AT)]
    for n, turn in enumerate(played.turns, 1):
        events.append(LogEvent(Act.TURN, {"n": n, "position": turn.match.position.to_json(), "by": By.IMPORT}, AT))
    return fold(events, 12)


def words(pages: list[Page]) -> list[str]:
    return [mark.text for page in pages for mark in page if isinstance(mark, Words)]


def points(page: Page) -> list[tuple[float, float]]:
    return [point for mark in page for point in ([mark.at] if isinstance(mark, Words) else mark.points)]


@pytest.mark.parametrize("file", PLAYTHROUGHS, ids=lambda file: file.stem)
def test_every_turn_and_every_polygon_is_on_the_sheet(file: Path) -> None:
    state = state_of(file.read_text(), "Küche")
    pages = score_sheet(state, "en")
    said = words(pages)
    sentences = " ".join(text for text in said if not re.fullmatch(r"\d+\.|[+-]\d+|!|Page .*", text))
    for step in state.steps:
        assert f"{step.n}." in said
        assert turn_words(state, step, "en")["words"] in sentences
    assert "2026-11-16" in said and any("Table Küche" in text for text in said)
    if state.rules.game.goal == "polygons":
        for polygon in state.match.verdict().polygons:
            assert " + ".join(str(side.points) for side in polygon.sides) in said
    elif state.rules.game.goal != "nothing" and not state.rules.game.anything_goes:
        listed = counted(state.match.verdict(), state.rules)
        assert {each.points for each in listed} <= {int(text) for text in said if text.isdigit()}
        assert len(listed) <= sum(text.startswith(("Over ", *(f"{f} to" for f in fields_of(5)))) for text in said)
    for page in pages:
        assert all(0 <= x <= WIDTH_MM and 0 <= y <= HEIGHT_MM for x, y in points(page))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_speaks_every_language(language: str) -> None:
    state = state_of(PLAYTHROUGHS[-1].read_text())
    said = " ".join(words(score_sheet(state, language)))
    assert {"de": "Züge", "en": "Turns", "fr": "Coups", "it": "Turni"}[language] in said
    assert sheet_pdf(state, language).startswith(b"%PDF-")


def test_scores_and_outcome_are_told() -> None:
    state = state_of((Path(PLAYTHROUGHS[0]).parent / "taktori.txt").read_text(), names={"R": "Anna"})
    said = words(score_sheet(state, "en"))
    assert state.outcome and "Anna" in said and "Blue" in said
    assert str(state.match.verdict().scores["R"]) in said
    assert any(text.startswith("Red has won") for text in said)


def test_a_turn_that_was_let_stand_is_marked_and_explained() -> None:
    state = state_of("Game: taktori\nPlayers: R B\n1. R +c3\n2. B +e5 +e7\n")
    said = words(score_sheet(state, "en"))
    assert "!" in said and "! 2." in said and "2 towers were set: e5 and e7." in said
    assert "! 1." not in said


def test_a_game_without_turns_has_a_sheet() -> None:
    state = state_of("Game: fem\nPlayers: R B\n")
    assert len(score_sheet(state, "de")) == 1
    assert sheet_png(state, "de") and sheet_pdf(state, "de")


def test_a_long_game_goes_on_over_pages() -> None:
    turns = "".join(f"{n}. pass\n" for n in range(1, 601))
    pages = score_sheet(state_of("Game: taktori\nPlayers: R B\n" + turns), "en")
    assert len(pages) >= 4 and f"Page 1 of {len(pages)}" in words(pages)
    said = words(pages)
    assert all(f"{n}." in said and f"! {n}." in said for n in range(1, 601))  # nobody may pass here
    for page in pages:
        assert all(0 <= y <= HEIGHT_MM for _, y in points(page))


def test_many_polygons_go_on_below_the_board() -> None:
    fields = [f"{file}{rank}" for file in "abcde" for rank in range(1, 6)]
    sticks = [f"R:{f}{r}-{f}{r + 1}@1" for f in "abcde" for r in range(1, 5)]
    sticks += [f"R:{a}{r}-{b}{r}@1" for a, b in zip("abcd", "bcde", strict=True) for r in range(1, 6)]
    board = " ".join(["5", *(f"{field}:R" for field in fields), *sticks])
    state = state_of(f"Game: fem\nPlayers: R B\nSetup: {board}\n")
    polygons = state.match.verdict().polygons
    assert len(polygons) == 16
    crowded = state_of(f"Game: rectangle5\nPlayers: R B\nSetup: {board}\n")
    assert len(crowded.match.verdict().polygons) > 60
    for each in (state, crowded):
        said = words(score_sheet(each, "en"))
        assert said.count("1 + 1 + 1 + 1") >= 16


@pytest.mark.parametrize("name", NAMES)
def test_any_letters_may_be_in_names(name: str) -> None:
    state = state_of("Game: taktori\nPlayers: R B Y G\n1. R +c3\n", name, dict.fromkeys("RBYG", name))
    pdf, png = sheet_pdf(state, "de"), sheet_png(state, "de")
    assert pdf.startswith(b"%PDF-") and Image.open(io.BytesIO(png)).size[1] > 1000


def test_the_pdf_has_real_words_in_it() -> None:
    state = state_of("Game: taktori\nPlayers: R B\n1. R +c3\n2. B +e5\n", "Küche")
    pdf = sheet_pdf(state, "de")
    streams = b"".join(
        zlib.decompress(found) for found in re.findall(rb"FlateDecode.*?stream\n(.*?)\nendstream", pdf, re.DOTALL)
    )
    assert b"Rot setzt c3." in streams and "Küche".encode("cp1252") in streams and len(pdf) < 60_000


def test_the_picture_shows_the_board_in_its_colours() -> None:
    state = state_of("Game: taktori\nPlayers: R B Y G\n1. R +c3\n2. B +e5\n3. Y +g7\n4. G +a1\n")
    picture = np.asarray(Image.open(io.BytesIO(sheet_png(state, "en"))).convert("RGB"))
    for paint in PAINTS.values():
        assert (np.abs(picture.astype(int) - paint).max(axis=2) < 8).sum() > 300


def test_what_no_rule_allows_can_be_drawn() -> None:
    odd = parse_text("9 c3:??R e5:? a1:RRRRRRRRRRRR R:c3@1-e5@0 B:a1-i9@7 G:b2-b2@1 Y:c3-e3@1 Y:c3-e3@1")
    page = tower_marks(odd.to_json(), (), (10, 10), 90)
    assert to_png([page]) and to_pdf([page], "odd", "en")
    assert any(isinstance(mark, Stroke) and mark.dashed for mark in page)
    assert any(isinstance(mark, Area) for mark in page)


def test_lines_are_broken_between_words() -> None:
    lines = wrapped("one two three four five six seven", 4, 25)
    assert " ".join(lines) == "one two three four five six seven" and len(lines) > 1
    assert all(width_mm(line, 4) <= 25 for line in lines)
    assert wrapped("", 4, 25) == [] and wrapped("W" * 100, 4, 25) == ["W" * 100]


@pytest.mark.parametrize(
    "said", ["5 b2:R c2:R R:b2-c2@1", "5 b2:RR c2:RR R:b2-c2@1 R:b2-c2@2", "5 b2:R b3:R R:b2-b3@1"]
)
def test_sticks_are_seen_between_the_towers_of_the_small_board(said: str) -> None:
    """No badge hides them: at least half of the way between two fields is the stick, across its whole width."""
    position = parse_text(said)
    side_mm = 90.0
    picture = np.asarray(
        Image.open(io.BytesIO(to_png([tower_marks(position.to_json(), (), (10, 10), side_mm)]))).convert("RGB")
    )
    dot = picture.shape[1] / WIDTH_MM
    pitch = side_mm / (4 + 2 * AROUND)
    for stick in position.sticks:
        (ax, ay), (bx, by) = ((ord(end.at[0]) - 97, int(end.at[1]) - 1) for end in stick.ends)
        beside = 0.0 if len(position.sticks) == 1 else (stick.a.floor - 1.5) * BESIDE
        seen = 0
        for i in range(101):
            x, y = ax + (bx - ax) * i / 100, ay + (by - ay) * i / 100 + beside
            at = (10 + (x + AROUND) * pitch, 10 + (4 - y + AROUND) * pitch)
            paint = picture[int(at[1] * dot), int(at[0] * dot)].astype(int)
            between = 0.25 < i / 100 < 0.75
            seen += bool(between and np.abs(paint - PAINTS["R"]).max() < 24)
        assert seen > 44, (str(stick), seen)


def test_what_counted_is_listed_with_its_points() -> None:
    game = "Game: bridges\nPlayers: R B\n1. R +c3\n2. B +a1\n3. R +d3 +c3-d3\n4. B +b1 +a1-b1\n"
    said = words(score_sheet(state_of(game), "en"))
    assert {"Bridges", "c3 to d3, floor 1", "a1 to b1, floor 1", "+1"} <= set(said)
    free = words(score_sheet(state_of("Game: free\nPlayers: R\n1. R +c3\n"), "en"))
    assert "Building tasks" in free and "0" not in free
    slid = words(score_sheet(state_of((PLAYTHROUGHS[0].parent / "sliding.txt").read_text()), "en"))
    assert any("turns so far" in text or "all six towers" in text for text in slid)
