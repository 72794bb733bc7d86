"""What was misread is put right: by clicks, by dragging, by keys; it is marked, taken back and done again."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.browser.looking import Watched, expect_told, window
from tests.web.browser.staged import play_some
from tests.web.served import Served, wait_for


@pytest.fixture
def served(serve: Callable[..., Served]) -> Served:
    made = serve()
    play_some(made)
    return made


@pytest.fixture
def page(watched: Watched) -> Page:
    page = watched.open("/tables/T")
    expect(page.locator(".turns .turn")).to_have_count(3)
    return page


def cell(page: Page, at: str) -> Locator:
    return page.locator(f"#aerial [data-field={at}]")


def middle(page: Page, at: str) -> tuple[float, float]:
    area = cell(page, at).locator(".cell-area")
    area.scroll_into_view_if_needed()
    box = area.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def towers(served: Served) -> dict[str, str]:
    found: dict[str, str] = served.table()["shown"]["towers"]
    return found


def sticks(served: Served) -> set[str]:
    return {f"{each['color']}:{each['a']['at']}-{each['b']['at']}" for each in served.table()["shown"]["sticks"]}


def test_a_stack_in_two_clicks(page: Page, served: Served) -> None:
    page.mouse.click(*middle(page, "e7"))
    editor = page.locator("dialog.board-editor")
    expect(editor).to_be_visible()
    expect(editor.get_by_role("heading", level=2)).to_contain_text("e7")
    editor.locator("[data-stack=G]").click()
    expect(editor).to_be_hidden()
    wait_for(lambda: towers(served)["e7"] == "G", "the correction")

    # It is marked, and said; the field stays where the keyboard is.
    expect(page.locator("#corrections [data-corrected=e7]")).to_be_attached()
    assert served.table()["by_hand"] == ["e7"]
    expect(cell(page, "e7")).to_have_attribute("aria-label", pattern("by hand|corrected"))


def pattern(words: str) -> re.Pattern[str]:
    return re.compile(words, re.IGNORECASE)


def test_a_stack_is_built_and_left_alone(page: Page, served: Served) -> None:
    page.mouse.click(*middle(page, "a1"))
    editor = page.locator("dialog.board-editor")
    for colour in ("R", "Y", "B"):
        editor.locator(f".editor-tools [data-paint={colour}]").click()
    expect(editor.locator(".board-floors li")).to_have_count(3)
    editor.get_by_role("button", name="Save").or_(editor.locator(".editor-tools .button.primary")).first.click()
    wait_for(lambda: towers(served).get("a1") == "RYB", "the stack")
    page.mouse.click(*middle(page, "a1"))
    page.keyboard.press("Delete")
    page.keyboard.press("Escape")
    expect(editor).to_be_hidden()
    assert towers(served)["a1"] == "RYB"


def test_a_stick_by_dragging_and_its_end(page: Page, served: Served) -> None:
    drag(page, "c3", "e3")
    editor = page.locator("dialog.board-editor")
    expect(editor).to_be_visible()
    editor.locator("[data-colour=B]").click()
    editor.locator("[data-lay]").click()
    wait_for(lambda: "B:c3-e3" in sticks(served), "the stick")
    expect(page.locator("#corrections [data-corrected=c3-e3]")).to_be_attached()
    expect(page.locator("#aerial [data-stick]")).to_have_count(2)
    drag(page, "c3", "c5")
    editor.locator("[data-take]").first.click()
    wait_for(lambda: "R:c3-c5" not in sticks(served), "the stick to be gone")


def drag(page: Page, a: str, b: str) -> None:
    page.mouse.move(*middle(page, a))
    page.mouse.down()
    page.mouse.move(*middle(page, "d4"), steps=3)
    page.mouse.move(*middle(page, b), steps=3)
    page.mouse.up()


def test_both_by_keys(page: Page, served: Served) -> None:
    cell(page, "e5").focus()
    for key in ("ArrowLeft", "ArrowLeft", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    expect(cell(page, "c3")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("b")
    page.keyboard.press("Enter")
    expect(page.locator("dialog.board-editor")).to_be_hidden()
    wait_for(lambda: towers(served)["c3"] == "RB", "the stack")
    expect(cell(page, "c3")).to_be_focused()
    page.keyboard.press("s")
    expect(page.locator("#aerial .board-said")).to_contain_text("c3")
    for key in ("ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect(page.locator("dialog.board-editor")).to_be_visible()
    page.keyboard.press("y")
    page.keyboard.press("Enter")
    wait_for(lambda: "Y:c3-e3" in sticks(served), "the stick")


def test_undo_and_redo(page: Page, served: Served) -> None:
    redo, undo = page.locator("#redo"), page.locator("#undo")
    expect(redo).to_be_disabled()
    undo.click()
    expect(page.locator(".turns .turn")).to_have_count(2)
    expect(page.locator("#turn")).to_contain_text("Ada")
    expect(page.locator("#aerial [data-stick]")).to_have_count(0)
    redo.click()
    expect(page.locator(".turns .turn")).to_have_count(3)
    expect(redo).to_be_disabled()
    page.locator("#more").focus()
    page.keyboard.press("Control+z")
    expect(page.locator(".turns .turn")).to_have_count(2)
    page.keyboard.press("Control+z")
    expect(page.locator(".turns .turn")).to_have_count(1)
    page.keyboard.press("Control+y")
    page.keyboard.press("Control+Shift+Z")
    expect(page.locator(".turns .turn")).to_have_count(3)
    assert served.table()["game"]["n"] == 3


def test_two_pages_see_the_same(page: Page, watched: Watched) -> None:
    other = watched.open("/tables/T")
    expect(other.locator(".turns .turn")).to_have_count(3)
    page.locator("#undo").click()
    expect(other.locator(".turns .turn")).to_have_count(2)
    other.locator("#redo").click()
    expect(page.locator(".turns .turn")).to_have_count(3)


def test_a_refusal_is_a_sentence(page: Page, watched: Watched, served: Served) -> None:
    """Somebody else was quicker: what cannot be done any more is said, and the page shows what is."""
    page.route("**/undo", lambda route: route.fulfill(status=409, json={"error": "No turn to take back."}))
    page.locator("#undo").click()
    expect_told(page, "No turn to take back.")
    watched.faults[:] = [fault for fault in watched.faults if "409" not in fault]


def test_from_set_up_to_undo_by_keys_alone(browser: Browser, served: Served) -> None:
    """Nobody touches a mouse: a demo is set up and started, a stack put right, and that taken back."""
    with window(browser, served) as watched:
        page = watched.open("/tables/new")
        page.locator("#setup.ready").wait_for()
        tab_to(page, "#games input:checked")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowDown")
        tab_to(page, "#next")
        page.keyboard.press("Enter")
        tab_to(page, "#players input")
        page.keyboard.type("Ada")
        page.keyboard.press("Enter")
        tab_to(page, "#kinds input")
        if not page.locator("#kinds input[value=demo]").is_checked():  # where there is a webcam
            page.keyboard.press("Space")
        expect(page.locator("#frame")).to_be_visible()
        tab_to(page, "#next")
        page.keyboard.press("Enter")
        tab_to(page, "#name")
        page.keyboard.press("Control+a")
        page.keyboard.type("Keys")
        tab_to(page, "#start")
        page.keyboard.press("Enter")
        page.wait_for_url("**/tables/Keys")
        expect(page.locator("#scores")).to_contain_text("Ada")
        tab_to(page, "#pause")
        page.keyboard.press("Enter")
        served.wait_for("Keys", lambda said: said["game"]["paused"], "the pause")
        tab_to(page, "#aerial [role=gridcell]")
        page.keyboard.press("Home")
        page.keyboard.press("Enter")
        page.keyboard.press("g")
        page.keyboard.press("Enter")
        served.wait_for("Keys", lambda said: said["shown"]["towers"].get("a5") == "G", "the stack")
        expect(page.locator("#corrections [data-corrected=a5]")).to_be_attached()


def tab_to(page: Page, selector: str) -> None:
    """Presses the tab key until something like this has the focus."""
    for _ in range(200):
        if page.evaluate("selector => document.activeElement?.matches(selector) ?? false", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached")
