"""A game looked at again: with slider and keys, lit up in all views, turned around, taken along and brought back."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.browser.looking import Watched, window
from tests.web.browser.staged import imported_game, play_some
from tests.web.served import Served

MAGIC = {"sheet.pdf": b"%PDF-", "sheet.png": b"\x89PNG\r\n", "record.txt": b"Game: ", "game.json": b"{"}

TOWERS = """count => new Set([...document.querySelectorAll("#aerial [data-field-stack]")]
  .map((each) => each.dataset.fieldStack)).size === count"""


@pytest.fixture
def number(served: Served) -> int:
    return imported_game(served)


@pytest.fixture
def page(watched: Watched, number: int) -> Page:
    page = watched.open(f"/games/{number}")
    expect(page.locator("#busy")).to_be_hidden()
    return page


def see_towers(page: Page, count: int) -> None:
    """So many fields have a tower in the view from above."""
    page.wait_for_function(TOWERS, arg=count)


def test_a_game_is_replayed_with_keys_and_slider(page: Page, served: Served, number: int) -> None:
    game = served.get(f"/api/games/{number}")
    last = len(game["turns"])
    assert last > 10
    slider = page.locator(".history-slider")
    page.locator("h1").focus()
    expect(slider).to_have_value(str(last))
    for key, n in (("Home", 0), ("ArrowRight", 1), ("PageDown", 6), ("ArrowLeft", 5), ("PageUp", 0), ("End", last)):
        page.keyboard.press(key)
        expect(slider).to_have_value(str(n))
        turn = served.get(f"/api/games/{number}/turns/{n}")
        see_towers(page, len(turn["position"]["towers"]))
        for player, points in turn["scores"].items():
            place = page.locator("#scores li").nth(game["players"].index(player))
            expect(place.locator("b")).to_have_text(str(points))
    slider.fill("3")
    expect(page.locator(".turns [aria-current=step]")).to_have_count(1)
    expect(page.locator(".turns .turn").nth(2)).to_have_attribute("aria-current", "step")
    expect(page).to_have_url(re.compile(r"#3$"))  # written a moment after the turn is shown
    page.locator(".turns .turn").nth(6).click()
    expect(slider).to_have_value("7")


def test_a_game_plays_itself(page: Page) -> None:
    page.locator("h1").focus()
    page.keyboard.press("Home")
    page.locator(".history-speed").select_option("fast")
    page.locator("h1").focus()
    page.keyboard.press(" ")
    expect(page.locator(".history-slider")).not_to_have_value("0")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_looking_back_while_a_game_goes_on(browser: Browser, served: Served) -> None:
    """Whoever looks at an earlier turn is not torn away from it, and finds back to now."""
    play_some(served)
    with window(browser, served) as watched:
        page = watched.open("/tables/T")
        expect(page.locator(".turns .turn")).to_have_count(3)
        page.locator(".turns .turn").first.click()
        see_towers(page, 1)
        expect(page.locator("#play")).to_have_class("play looking-back")
        served.post("/api/tables/T/undo")
        expect(page.locator(".turns .turn")).to_have_count(2)
        see_towers(page, 1)
        page.locator("#back-now").click()
        see_towers(page, 2)


def test_a_polygon_is_lit_up_everywhere(page: Page) -> None:
    row = page.locator(".polygon-row").first
    expect(row).to_be_visible()
    before = picture_of(page.locator("#solid canvas"))
    row.hover()
    expect(page.locator("#aerial [data-polygon].lit").first).to_be_attached()
    expect(row).to_have_class("polygon-row lit")
    assert changes(page.locator("#solid canvas"), before)
    page.mouse.move(2, 2)
    expect(page.locator("#aerial .lit")).to_have_count(0)
    row.focus()
    expect(page.locator("#aerial [data-polygon].lit").first).to_be_attached()
    page.locator("h1").focus()
    expect(page.locator("#aerial .lit")).to_have_count(0)


def picture_of(canvas: Locator) -> str:
    return str(canvas.evaluate("canvas => canvas.toDataURL()"))


def changes(canvas: Locator, before: str) -> bool:
    """Whether another picture is drawn, soon."""
    canvas.page.wait_for_function(
        "([canvas, before]) => canvas.toDataURL() !== before", arg=[canvas.element_handle(), before]
    )
    return True


def test_the_board_is_turned(page: Page) -> None:
    canvas = page.locator("#solid canvas")
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    assert box
    before = picture_of(canvas)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 90, y + 20, steps=5)
    page.mouse.up()
    assert changes(canvas, before)
    canvas.focus()
    for key in ("ArrowLeft", "ArrowUp", "+"):
        before = picture_of(canvas)
        page.keyboard.press(key)
        assert changes(canvas, before)


def test_a_game_is_taken_along_and_brought_back(page: Page, served: Served, number: int, tmp_path: Path) -> None:
    menu = page.locator(".export-menu summary")
    kept: dict[str, bytes] = {}
    for name, magic in MAGIC.items():
        menu.click()
        with page.expect_download() as coming:
            page.locator(f".export-menu a[href*='{name}']").click()
        coming.value.save_as(tmp_path / name)
        kept[name] = (tmp_path / name).read_bytes()
        assert kept[name].startswith(magic) and len(kept[name]) > 200, name
        assert coming.value.suggested_filename.startswith("taktori-")
    assert len(json.loads(kept["game.json"])["turns"]) == len(served.get(f"/api/games/{number}")["turns"])
    for name in ("record.txt", "game.json"):
        page.goto(f"{served.address}/games")
        page.locator(".past-import summary").click()
        page.locator("#import-file").set_input_files(tmp_path / name)
        page.locator("#import button").click()
        page.wait_for_url("**/games/*")
        again = int(page.url.rsplit("/", 1)[1].split("#")[0])
        assert again > number
        assert served.ask("GET", f"/api/games/{again}/record.txt")[2] == kept["record.txt"]


def test_what_is_no_game_is_refused_with_a_sentence(watched: Watched, served: Served) -> None:
    page = watched.open("/games")
    page.locator(".past-import summary").click()
    page.locator("#import button").click()
    expect(page.locator("#refusal")).to_be_visible()
    page.locator("#import-text").fill("Game: taktori\nPlayers: R B\n\n1. R +z9\n")
    page.locator("#import button").click()
    expect(page.locator("#refusal")).to_contain_text("z9")
    assert served.get("/api/games")["total"] == 0
    watched.faults[:] = [fault for fault in watched.faults if "400" not in fault]


def test_past_games_are_listed_chosen_and_deleted(watched: Watched, served: Served) -> None:
    play_some(served)
    numbers = [imported_game(served) for _ in range(2)]
    page = watched.open("/games")
    expect(page.locator("#games > li")).to_have_count(3)
    page.locator("#filter-table").select_option("T")
    expect(page.locator("#games > li")).to_have_count(1)
    expect(page.locator("#games")).to_contain_text("Ada")
    page.locator("#filter-table").select_option("")
    expect(page.locator("#games > li")).to_have_count(3)
    row = page.locator("#games > li").filter(has_text=f"{numbers[1]}").first
    row.locator("button.danger").click()
    page.locator("dialog.ask button[value=no]").click()
    assert served.get("/api/games")["total"] == 3
    row.locator("button.danger").click()
    page.locator("dialog.ask button[value=yes]").click()
    expect(page.locator("#games > li")).to_have_count(2)
    assert served.get("/api/games")["total"] == 2
