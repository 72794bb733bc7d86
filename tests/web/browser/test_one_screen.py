"""The table on the screens people have: all that matters at one glance, a projector, a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser.looking import PHONE, Watched, look, window
from tests.web.browser.staged import play_long, play_some, play_very_wrong
from tests.web.served import Served
from words.language import LANGUAGES

SCREENS = [(1280, 640), (1366, 768), (1400, 900), (1440, 900), (1536, 864), (1920, 1080), (2560, 1440)]
GLANCE = {
    "board": "#aerial svg",
    "points": "#scores",
    "whose turn": "#turn",
    "what is wrong": "[data-notice=waiting] .point",
    "what to do": "[data-call=accept]",
    "last turn": ".turns li:last-child .turn",
}
READABLE_SHARE = 0.04
"""Of the screen's height: what can be read from five metres off."""


@pytest.fixture
def served(serve: Callable[..., Served]) -> Served:
    made = serve()
    play_long(made)
    play_very_wrong(made)
    return made


def opened(watched: Watched, language: str = "en", name: str = "T") -> Page:
    page = watched.open(f"/tables/{name}?lang={language}")
    expect(page.locator("#scores li").first).to_be_visible()
    return page


def test_everything_that_matters_is_on_one_screen(watched: Watched, served: Served) -> None:
    """Each in its place and whole, the page is not scrolled and cannot be, and nothing lies over anything else."""
    page = opened(watched)
    expect(page.locator(".turns .turn")).to_have_count(36)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(f"(wanted) => !({FAULTS})(wanted).length", arg=GLANCE)
        assert not page.evaluate(FAULTS, GLANCE), (width, height)
        board = page.locator("#aerial svg").bounding_box()
        assert board and board["width"] > 0.7 * (height - 130), (width, height, board)
        assert not look(page, "tooWide")


# What does not lie whole within the window, is too small, or lies under something else; and whether the page scrolls.
FAULTS = """(wanted) => {
  const faults = Object.entries(wanted).filter(([, selector]) => {
    const element = document.querySelector(selector);
    const {left, top, right, bottom, width, height} = element.getBoundingClientRect();
    if (width < 20 || height < 15 || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return true;
    const found = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 12));
    return !(element.contains(found) || found.contains(element));
  });
  return document.scrollingElement.scrollHeight > innerHeight ? [...faults, "the page scrolls"] : faults;
}"""


OVERLAPPING = """(selector) => {
  const parts = [...document.querySelectorAll(selector)].filter((part) => part.getClientRects().length);
  const boxes = parts.map((part) => [part, part.getBoundingClientRect()]);
  return boxes.flatMap(([one, a], i) => boxes.slice(i + 1)
    .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
    .map(([other]) => `${one.outerHTML.slice(0, 60)} lies over ${other.outerHTML.slice(0, 60)}`));
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_fits_the_smallest_of_them(watched: Watched, language: str) -> None:
    page = opened(watched, language)
    page.set_viewport_size({"width": 1280, "height": 640})
    tools = page.locator(".play-tools .button").evaluate_all(
        "(buttons) => buttons.map((button) => button.getBoundingClientRect()).map(({left, right}) => [left, right])"
    )
    assert min(left for left, _ in tools) > 300 and max(right for _, right in tools) <= 1280, tools
    assert not look(page, "tooWide")
    # As at a table with a camera of its own, where one more can be added.
    page.locator("#cameras").evaluate("(box) => { box.hidden = false; box.textContent = 'one more'; }")
    expect(page.locator("#cameras")).to_be_attached()
    for parts in (".history-top > h2, .history-top .button", "#picture-figure figcaption, .stage, #cameras"):
        assert not page.evaluate(OVERLAPPING, parts), (parts, language)


def test_lists_scroll_inside_themselves(watched: Watched) -> None:
    page = opened(watched)
    page.set_viewport_size({"width": 1280, "height": 640})
    first = page.locator(".turns .turn").first
    first.scroll_into_view_if_needed()
    expect(first).to_be_in_viewport()
    assert page.evaluate("scrollY") == 0


def test_a_view_is_chosen_and_remembered(watched: Watched) -> None:
    """Where there is room for one: the picture, the board in space or the polygons."""
    page = opened(watched)
    page.set_viewport_size({"width": 1366, "height": 768})
    expect(page.locator("#picture-figure")).to_be_visible()
    expect(page.locator("#polygons-panel")).to_be_hidden()
    page.get_by_role("tab", name="Polygons").click()
    row = page.locator(".polygon-row").first
    row.hover()
    expect(page.locator("#aerial [data-polygon].lit").first).to_be_visible()
    page.reload()
    expect(page.locator("#polygons-panel")).to_be_visible()
    page.get_by_role("tab", name="Polygons").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#solid-figure")).to_be_visible()
    page.set_viewport_size({"width": 1920, "height": 1080})  # where there is room for all
    for panel in ("#picture-figure", "#solid-figure", "#polygons-panel"):
        expect(page.locator(panel)).to_be_visible()


def test_a_projector_shows_what_counts_and_can_be_left(watched: Watched) -> None:
    page = opened(watched)
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.keyboard.press("f")
    expect(page.locator("#play")).to_have_class("play projecting")
    page.wait_for_function("() => document.fullscreenElement !== null")
    expect(page.locator(".turns")).to_be_hidden()
    height = page.evaluate("innerHeight")
    board = page.locator("#aerial svg").bounding_box()
    assert board and board["height"] > 0.9 * height
    for selector in ("#turn", "#scores b", "#scores .chip", "[data-notice=waiting] .point", "#last-turn"):
        size = page.locator(selector).first.evaluate("(element) => parseFloat(getComputedStyle(element).fontSize)")
        assert size >= READABLE_SHARE * height - 0.5, (selector, size)
        expect(page.locator(selector).first).to_be_in_viewport()
    page.keyboard.press("f")
    expect(page.locator("#play")).to_have_class("play")
    page.wait_for_function("() => document.fullscreenElement === null")
    expect(page.locator(".turns")).to_be_visible()
    page.locator("#full").click()
    expect(page.locator("#play")).to_have_class("play projecting")
    page.keyboard.press("Escape")
    expect(page.locator("#play")).to_have_class("play")


def test_on_the_phone_the_points_come_before_the_buttons(browser: Browser, served: Served) -> None:
    with window(browser, served, viewport=PHONE) as watched:
        page = opened(watched)
        points, buttons, board = (page.locator(each).bounding_box() for each in ("#scores", "#undo", "#aerial"))
        assert points and buttons and board
        assert points["y"] + points["height"] <= buttons["y"] < board["y"]
        order = page.evaluate(
            "document.querySelector('#scores').compareDocumentPosition(document.querySelector('#undo'))"
        )
        assert order & 4  # it follows, for those who hear the page too
        assert not look(page, "tooWide")


def test_a_key_turns_the_board_round_and_the_fields_keep_their_names(
    browser: Browser, serve: Callable[..., Served]
) -> None:
    served = serve()
    play_some(served)
    with window(browser, served) as watched:
        page = opened(watched)
        before = cell(page, "c3")
        assert before[0] < cell(page, "g3")[0] and before[1] > cell(page, "c7")[1]
        page.keyboard.press("r")
        page.wait_for_function(
            "([x, y]) => document.querySelector('[data-field=c3]').getBoundingClientRect().x !== x", arg=before
        )
        # From the right: files run away from whoever looks, ranks from left to right.
        assert cell(page, "c3")[1] < cell(page, "g3")[1] and cell(page, "c3")[0] < cell(page, "c7")[0]
        page.locator("[data-field=c3]").focus()
        page.keyboard.press("ArrowRight")
        expect(page.locator("[data-field=c4]")).to_be_focused()
        x, y = cell(page, "e7")
        page.mouse.click(x, y)
        expect(page.locator("dialog.board-editor")).to_contain_text("e7")
        page.keyboard.press("Escape")
        page.reload()
        expect(page.locator("[data-field=c3]")).to_be_visible()
        assert cell(page, "c3")[1] < cell(page, "g3")[1]
        for _ in range(3):
            page.locator("#turn-round").click()
        page.wait_for_function(
            "([x, y]) => Math.abs(document.querySelector('[data-field=c3]').getBoundingClientRect().x - x) < 60",
            arg=before,
        )
        assert cell(page, "c3") == before


def cell(page: Page, at: str) -> tuple[float, float]:
    """The middle of a field on the screen."""
    box = page.locator(f"[data-field={at}] .cell-area").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
