"""What the page says of rules, turns and points: sentences instead of ids and notation, and only what counts."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from referee.tactori.position import Position
from referee.tactori.rule_texts import EVERY_RULE
from tests.web.browser.looking import PHONE, confirm, correct, position, set_up, stick, wait_illegal, window
from tests.web.browser.staged import imported_game
from tests.web.served import Served, serving

BRIDGES = position(
    5,
    {"b2": "R", "c2": "RR", "d2": "RR", "a1": "B", "b1": "B"},
    [stick("R", "b2", "c2"), stick("R", "c2", "d2", 2), stick("B", "a1", "b1")],
)
RING = position(
    5,
    {"b2": "R", "c2": "R", "b3": "R", "c3": "R"},
    [stick("R", "b2", "c2"), stick("R", "b3", "c3"), stick("R", "b2", "b3"), stick("R", "c2", "c3")],
)
RAW = re.compile("|".join(map(re.escape, EVERY_RULE)) + r"|[a-i]\d@\d|\bundefined\b|\{\w+\}")
SEEN = "() => document.querySelector('main').innerText"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served")) as made:
        yield made


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    with window(browser, served) as watched:
        yield watched.context.new_page()


def opened(page: Page, served: Served, name: str, language: str = "en") -> Page:
    page.goto(f"{served.address}/tables/{name}?lang={language}")
    expect(page.locator("#aerial svg")).to_be_visible()
    return page


def opened_at_what_counts(page: Page, served: Served, name: str) -> None:
    opened(page, served, name)
    page.locator("#tab-polygons").click()


@pytest.mark.parametrize(
    ("language", "ask", "text"),
    [
        ("en", "Which rule?", "Each player sets, moves, lays and takes pieces of the own colour only."),
        ("de", "Welche Regel?", "Jeder setzt, zieht, legt und nimmt nur Teile der eigenen Farbe."),
        ("fr", "Quelle règle ?", "Chacun ne pose, ne déplace et n'enlève que des pièces de sa couleur."),
        ("it", "Quale regola?", "Ciascuno mette, muove, posa e toglie solo pezzi del proprio colore."),
    ],
)
def test_a_broken_rule_opens_its_text_with_the_keyboard(
    page: Page, served: Served, language: str, ask: str, text: str
) -> None:
    name = f"rule-{language}"
    set_up(served, name)
    wait_illegal(served, name, position(9, {"c3": "R", "e5": "B"}))
    opened(page, served, name, language)
    rule = page.locator("[data-notice=waiting] .which-rule").first
    expect(rule.locator("summary")).to_have_text(ask)
    expect(rule.locator("p").first).to_be_hidden()
    rule.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(rule.locator("p").first).to_be_visible()
    expect(rule).to_contain_text(text)
    expect(rule.locator(".where")).to_contain_text("5")
    assert not RAW.search(page.evaluate(SEEN))
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth")


def test_a_past_game_opens_its_rules_too(page: Page, served: Served) -> None:
    number = imported_game(served, b"Game: taktori\nPlayers: R B\nRules: nine_centre=linked\n1. R +c3\n2. B +e5 +e7\n")
    page.goto(f"{served.address}/games/{number}?lang=de")
    rule = page.locator("#violation-list .which-rule").first
    rule.locator("summary").click()
    expect(rule).to_contain_text("In einem Zug wird ein Stein gesetzt oder einer gezogen")
    expect(page.locator("#facts")).to_contain_text("9er-Mitte: verbunden")
    assert "nine_centre" not in page.evaluate(SEEN) and not RAW.search(page.evaluate(SEEN))


def test_what_has_no_place_marks_no_field(page: Page, served: Served) -> None:
    set_up(served, "begin", "bridges")
    wait_set_up = position(5, {"a1": "R", "c3": "B"})
    served.hall.table("begin").call(lambda play: play.wait("set_up", [Position.from_json(wait_set_up)]))
    opened(page, served, "begin")
    expect(page.locator("[data-notice=waiting]")).to_contain_text("The game begins with an empty board.")
    assert [each["fields"] for each in served.table("begin")["violations"]] == [[]]
    expect(page.locator("#aerial [data-violation] *")).to_have_count(0)
    fields = "abcde"
    many = position(5, {f"{f}{r}": "R" for f in fields for r in range(1, 5)})
    set_up(served, "many", "free", ["R"])
    correct(served, "many", many)
    assert [each["fields"] for each in served.table("many")["violations"]] == [[]]
    opened(page, served, "many")
    expect(page.locator("#notices")).to_contain_text("20 towers on the board are red")
    expect(page.locator("#aerial [data-violation] *")).to_have_count(0)


def test_the_bridges_behind_the_points_are_listed_and_lit(page: Page, served: Served) -> None:
    set_up(served, "bridges", "bridges")
    correct(served, "bridges", BRIDGES)
    opened_at_what_counts(page, served, "bridges")
    expect(page.locator("#polygons-head")).to_have_text("Bridges")
    rows = page.locator("#polygons .polygon-row")
    expect(rows).to_have_text(
        [re.compile("b2 to c2.*floor 1"), re.compile("c2 to d2.*floor 2"), re.compile("a1 to b1")]
    )
    expect(page.locator("#polygons .polygon-points")).to_have_text(["2", "1"])
    rows.nth(1).focus()
    expect(page.locator("#aerial [data-stick].lit")).to_have_count(1)
    expect(rows.nth(1)).to_have_class(re.compile("lit"))


def test_polygons_are_drawn_only_where_they_score(page: Page, served: Served) -> None:
    for game, count, heading in (
        ("bridges", 0, "Bridges"),
        ("connections", 0, "Connections"),
        ("rectangle5", 1, "Rectangles"),
    ):
        set_up(served, game + "-ring", game)
        correct(served, game + "-ring", RING)
        opened_at_what_counts(page, served, game + "-ring")
        expect(page.locator("#polygons-head")).to_have_text(heading)
        expect(page.locator("#aerial .polygon")).to_have_count(count)
        expect(page.locator("#polygons .polygon-row").first).to_be_visible()


def test_the_longest_connection_is_shown(page: Page, served: Served) -> None:
    set_up(served, "long", "long")
    correct(served, "long", BRIDGES)
    opened(page, served, "long")
    expect(page.locator("#polygons .polygon-row").first).to_contain_text("2 points")
    expect(page.locator("#polygons .polygon-row").nth(1)).to_contain_text("1 point")
    expect(page.locator("#polygons .polygon-row").nth(1)).not_to_contain_text("1 points")


def test_free_building_shows_tasks_and_nothing_else(page: Page, served: Served) -> None:
    set_up(served, "free", "free", ["R", "B"])
    correct(served, "free", BRIDGES)
    opened(page, served, "free")
    expect(page.locator("#polygons-head")).to_have_text("Building tasks")
    expect(page.locator("#tasks li")).to_have_count(5)
    expect(page.locator("#turn")).to_be_hidden()
    expect(page.locator("#scores")).to_be_hidden()


def test_a_turn_is_read_out_in_words_with_the_name(page: Page, served: Served) -> None:
    set_up(served, "said", "bridges", names={"R": "Mia"})
    opened(page, served, "said")
    confirm(served, "said", position(5, {"c3": "R"}))
    expect(page.locator("#said")).to_contain_text("Mia sets c3.")
    confirm(served, "said", position(5, {"c3": "R", "d4": "B"}))
    expect(page.locator("#said")).to_contain_text("Blue sets d4.")
    bridge = position(5, {"c3": "R", "d4": "B", "c4": "R"}, [stick("R", "c3", "c4")])
    confirm(served, "said", bridge)
    expect(page.locator("#said")).to_contain_text("Mia sets c4 and bridges to c3.")
    turns = served.table("said")["turns"]
    assert [turn["words"] for turn in turns][-1] == "Mia sets c4 and bridges to c3."
    assert [turn["gained"] for turn in turns] == [{}, {}, {"R": 1}]


def test_the_words_of_a_table_are_in_the_listener_s_language(page: Page, served: Served) -> None:
    set_up(served, "sprache", "bridges")
    opened(page, served, "sprache", "de")
    confirm(served, "sprache", position(5, {"c3": "R"}))
    expect(page.locator("#said")).to_contain_text("Rot setzt c3.")
