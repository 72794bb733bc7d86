"""Playing without a camera: pieces pressed and dragged, stones set, dice thrown, turns asked for, keys, children."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from referee.games import GAMES
from tests.web.browser.looking import PHONE, Watched, window
from tests.web.served import Served, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served")) as made:
        yield made


@pytest.fixture(scope="module")
def watched(browser: Browser, served: Served) -> Iterator[Watched]:
    with window(browser, served) as watched:
        yield watched


def opened(served: Served, game: str, **said: Any) -> str:
    """The name of a table of its own."""
    name = f"{game}{len(served.hall.tables())}"
    players = list(GAMES[game].seats(GAMES[game].players[0]))
    body = {"name": name, "source": {"kind": "hand"}, "game": game, "players": players, "new": True, **said}
    served.post("/api/tables", body)
    served.wait_watching(name)
    return name


def play(served: Served, name: str, *changes: dict[str, str]) -> None:
    for places in changes:
        answered = served.post(f"/api/tables/{name}/play", {"places": places})["table"]
        assert answered["game"]["waiting"] is None


def cell(page: Page, place: str) -> Any:
    return page.locator(f'.cell[data-place="{place}"]')


def shows(page: Page, turns: int) -> None:
    expect(page.locator(".turns .turn")).to_have_count(turns)


def test_solitaire_is_played_to_its_end(watched: Watched, served: Served) -> None:
    name = opened(served, "peg")
    page = watched.open(f"/tables/{name}")
    n = 0
    while found := served.get(f"/api/tables/{name}/turns")["turns"]:
        turn = found[n % len(found)]
        cell(page, turn["from"]).click()
        expect(page.locator(".chosen-ring")).to_have_count(1)
        expect(page.locator(".target-dot")).to_have_count(len([t for t in found if t["from"] == turn["from"]]))
        cell(page, turn["to"]).click()
        n += 1
        shows(page, n)
    expect(page.locator('[data-notice="outcome"]')).to_be_visible()
    page.close()


def test_a_piece_is_dragged(watched: Watched, served: Served) -> None:
    name = opened(served, "draughts")
    page = watched.open(f"/tables/{name}")
    cell(page, "c3").drag_to(cell(page, "d4"))
    shows(page, 1)
    expect(page.locator(".ghost")).to_have_count(0)
    assert served.table(name)["position"]["pieces"]["d4"] == "w"
    page.close()


def test_what_is_not_allowed_is_said_and_taken_back(watched: Watched, served: Served) -> None:
    name = opened(served, "draughts")
    page = watched.open(f"/tables/{name}")
    cell(page, "c3").click()
    cell(page, "c4").click()
    expect(page.locator('[data-notice="waiting"] li').first).to_contain_text("c4")
    page.locator('[data-call="reject"]').click()
    expect(page.locator('[data-notice="waiting"]')).to_have_count(0)
    cell(page, "c3").click()
    cell(page, "b4").click()
    shows(page, 1)
    page.close()


def test_stones_are_set_and_one_is_taken(watched: Watched, served: Served) -> None:
    name = opened(served, "mill")
    play(served, name, {"a1": "w"}, {"a7": "b"}, {"d1": "w"}, {"d7": "b"})
    page = watched.open(f"/tables/{name}")
    cell(page, "g1").click()
    expect(page.locator('[data-notice="which"] [data-way]')).to_have_count(3)
    cell(page, "d7").click()
    shows(page, 5)
    assert set(served.table(name)["position"]["pieces"]) == {"a1", "d1", "g1", "a7"}
    page.close()


def test_a_pawn_is_promoted_to_what_is_chosen(watched: Watched, served: Served) -> None:
    name = opened(served, "chess")
    moves = ["a2a4", "b7b5", "a4b5", "g8f6", "b5b6", "f6g8", "b6a7", "g8f6"]
    for move in moves:
        turns = served.get(f"/api/tables/{name}/turns?from={move[:2]}")["turns"]
        play(served, name, next(turn["places"] for turn in turns if turn["to"] == move[2:]))
    page = watched.open(f"/tables/{name}")
    cell(page, "a7").click()
    cell(page, "b8").click()
    page.locator('[data-way^="axb8=N"]').click()
    shows(page, 9)
    assert served.table(name)["position"]["pieces"]["b8"] == "wN"
    page.close()


def test_the_keyboard_is_enough(watched: Watched, served: Served) -> None:
    name = opened(served, "draughts")
    page = watched.open(f"/tables/{name}")
    cell(page, "c3").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".target-dot")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator(".target-dot")).to_have_count(0)
    for key in ("Enter", "ArrowUp", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    shows(page, 1)
    assert served.table(name)["turns"][0]["notation"] == "c3-d4"
    page.close()


def test_a_die_is_thrown_and_a_card_turned(watched: Watched, served: Served) -> None:
    name = opened(served, "antiblok")
    page = watched.open(f"/tables/{name}")
    page.locator("#die .throw").click()
    expect(page.locator("#die [aria-pressed=true]")).to_have_count(1)
    served.post(f"/api/tables/{name}/throw", {"die": None})
    served.post(f"/api/tables/{name}/throw", {"die": ["L1"]})
    cell(page, "a1").click()
    page.locator("#correction-keep").click()
    expect(page.locator(".turns .turn, [data-notice=incomplete]").first).to_be_visible()
    page.close()


def test_a_race_is_thrown_and_run(watched: Watched, served: Served) -> None:
    name = opened(served, "ludo")
    page = watched.open(f"/tables/{name}")
    for n in range(1, 4):
        page.locator("#die .throw").click()
        expect(page.locator("#die [aria-pressed=true]")).to_have_count(1)
        turn = served.get(f"/api/tables/{name}/turns")["turns"][0]
        cell(page, turn["from"]).click()
        cell(page, turn["to"]).click()
        shows(page, n)
        expect(page.locator("#die [aria-pressed=true]")).to_have_count(0)
    assert all(turn["die"] and not turn["inferred"] for turn in served.table(name)["turns"])
    page.close()


def test_a_table_is_set_up_without_a_camera(watched: Watched, served: Served) -> None:
    page = watched.open("/tables/new?game=peg")
    expect(page.locator("#setup.ready")).to_be_visible()  # a click before that is none
    page.locator("#next").click()
    expect(page.locator("#players li:visible")).to_have_count(1)
    page.locator("#next").click()
    expect(page.locator("#kinds label:visible")).to_have_count(2)
    page.locator('#kinds input[value="hand"]').check()
    page.locator("#next").click()
    page.locator("#name").fill("Reise")
    page.locator("#start").click()
    page.wait_for_url("**/tables/Reise")
    expect(page.locator("#aerial .cell")).to_have_count(33)
    expect(page.locator("#views")).to_be_hidden()
    page.close()


def test_children_tap_on_a_phone(browser: Browser, served: Served) -> None:
    name = opened(served, "peg")
    with window(browser, served, viewport=PHONE, has_touch=True) as watched:
        page = watched.open(f"/tables/{name}/children")
        cell(page, "d2").tap()
        cell(page, "d4").tap()
        served.wait_for(name, lambda said: said["game"]["n"] == 1, "the jump")
        cell(page, "a3").tap()
        cell(page, "a2" if cell(page, "a2").count() else "d3").tap()
        served.wait_for(name, lambda said: said["game"]["waiting"], "what is not allowed")
        served.wait_for(name, lambda said: not said["game"]["waiting"], "its being put back")
