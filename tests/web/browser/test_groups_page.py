"""Pictures of one position on the page: suggested or selected, read as one, looked at, exported, taken apart."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Locator, Page, Route, expect

from referee.tactori.text import parse_text
from tests.web.browser.looking import PHONE, WIDTHS_PX, later, look, resize, settle, window
from tests.web.served import Served
from tests.web.views import ALONE, HIDING, view

ONE_OF = {"near.jpg": (HIDING, 0), "right.jpg": (HIDING, 90), "left.jpg": (HIDING, 270)}
OTHER = {"other.jpg": ("5 b2:R d3:BB d4:Y", 0)}


@pytest.fixture
def page(browser: Browser, serve: Callable[..., Served]) -> Iterator[Page]:
    with window(browser, serve(), accept_downloads=True) as watched:
        yield watched.open("/photographs")
        watched.forgive_refusals()  # of a picture that came too early: it is handed in again


@pytest.fixture
def hand_in(page: Page, tmp_path: Path) -> Callable[..., None]:
    def hand_in(pictures: dict[str, tuple[str, int]]) -> None:
        paths = []
        for n, (name, (position, turned)) in enumerate(pictures.items()):
            paths.append(tmp_path / f"{n} {name}")
            paths[-1].write_bytes(view(position, turned))
        page.locator("#how input[name=measure]").uncheck()
        page.set_input_files("#files", paths)
        expect(names(page)).to_have_count(len(paths))
        all_read(page)

    return hand_in


def names(page: Page) -> Locator:
    return page.locator("#rows .photos-open")


def row(page: Page, name: str) -> Locator:
    return page.locator("#rows tr").filter(has_text=name)


def all_read(page: Page) -> None:
    expect(page.locator("#progress-left")).to_have_text("All read")


def test_a_suggestion_is_taken_looked_at_and_saved(page: Page, hand_in: Callable[..., None]) -> None:
    hand_in(ONE_OF | OTHER)
    expect(names(page)).to_have_count(4)  # nothing is grouped without being asked
    expect(row(page, "near").locator(".photos-state")).to_contain_text("Unsure")
    suggestion = page.locator(".photos-suggestion")
    expect(suggestion).to_have_count(1)
    expect(suggestion).to_contain_text("0 near.jpg, 1 right.jpg")
    expect(suggestion.locator("img")).to_have_count(3)

    # Not now; and yet.
    suggestion.get_by_role("button", name="No, not the same position").click()
    expect(page.locator("#suggestions")).to_be_hidden()
    page.get_by_role("button", name="Undo").click()
    expect(suggestion).to_have_count(1)
    suggestion.get_by_role("button", name="No, not the same position").click()
    expect(page.locator("#suggestions")).to_be_hidden()
    page.reload()
    expect(page.locator("#suggestions")).to_be_hidden()
    page.get_by_role("button", name="Show suggestions that were put away").click()
    expect(suggestion).to_have_count(1)

    # One click, and they are one row.
    suggestion.get_by_role("button", name="Read as one").click()
    expect(names(page)).to_have_count(2)
    all_read(page)
    group = row(page, "0 near.jpg + 2")
    expect(group).to_contain_text("3 pictures")
    expect(group.locator(".photos-state")).to_contain_text("Clear")
    expect(group.locator("img")).to_have_count(3)
    expect(page.locator("#filter")).to_contain_text("All 2")
    expect(page.locator("#progress-words")).to_have_text("2 of 2 read")

    # All its pictures, with what was read drawn over each of them.
    page.get_by_role("button", name="0 near.jpg + 2").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("0 near.jpg + 2")
    figures = page.locator("#views figure")
    expect(figures).to_have_count(3)
    expect(page.locator("#picture-part")).to_be_hidden()
    sides = {"near": "named after this picture", "right": "from the right", "left": "from the left"}
    for i, (name, side) in enumerate(sides.items()):
        figure = figures.nth(i)
        expect(figure).to_contain_text(f"{i} {name}.jpg")
        expect(figure).to_contain_text(side)
        expect(figure.locator(".photos-used")).to_be_visible()
        expect(figure.locator("img")).to_have_js_property("naturalWidth", 1100)
        # Hidden in the first picture, and known from the others.
        expect(figure.locator("[data-field-stack=c5]").first).to_be_attached()
    assert drawn_at(figures.nth(1), "c5") != drawn_at(figures.nth(2), "c5")
    expect(page.locator("#aerial [data-field-stack=c5]")).not_to_have_count(0)
    expect(page.locator("#doubts")).to_have_text("Nothing is unsure.")

    # Corrected over any of them.
    figures.nth(2).locator("[data-field=c5]").first.click(force=True)
    editor = page.locator("dialog.board-editor")
    expect(editor).to_contain_text("c5")
    editor.locator("[data-stack=GG]").click()
    expect(page.locator("#by-hand")).to_contain_text("c5")

    # Saved once, with its pictures.
    page.get_by_role("button", name="Back to the table").click()
    expect(page.get_by_role("button", name="0 near.jpg + 2")).to_be_focused()
    with page.expect_download() as saving:
        page.locator("#json").click()
    said = {each["image"]: each for each in json.loads(saving.value.path().read_text())["pictures"]}
    assert set(said) == {"0 near.jpg", "3 other.jpg"}
    together = said["0 near.jpg"]
    assert together["images"] == ["0 near.jpg", "1 right.jpg", "2 left.jpg"]
    assert [(each["turned"], each["used"]) for each in together["views"]] == [(0, True), (90, True), (270, True)]
    assert together["towers"] == {**parse_text(HIDING).to_json()["towers"], "c5": "GG"}
    with page.expect_download() as saving:
        page.locator("#csv").click()
    rows = list(csv.reader(io.StringIO(saving.value.path().read_text("utf-8-sig"))))
    assert len(rows) == 3 and "0 near.jpg | 1 right.jpg | 2 left.jpg" in [cell for line in rows for cell in line]

    # Read otherwise, and what was corrected stays.
    page.get_by_role("button", name="0 near.jpg + 2").click()
    page.locator("#again-part summary").click()
    page.select_option("#again select[name=ask]", "more")
    page.get_by_role("button", name="Read again").click()
    expect(page.locator("#detail-reading")).to_be_hidden()
    expect(page.locator("#by-hand")).to_contain_text("c5")
    expect(page.locator("#again select[name=ask]")).to_have_value("more")

    # Taken apart, and put together again as it was.
    page.get_by_role("button", name="Take apart").click()
    expect(names(page)).to_have_count(4)
    expect(page.locator("#undo-words")).to_contain_text("taken apart")
    page.get_by_role("button", name="Undo").click()
    expect(names(page)).to_have_count(2)
    expect(row(page, "0 near.jpg + 2")).to_contain_text("By hand")


def drawn_at(figure: Locator, field: str) -> list[float]:
    """Where something is drawn over a picture, in shares of the picture."""
    box, whole = figure.locator(f"[data-field-stack={field}]").first.bounding_box(), figure.bounding_box()
    assert box and whole
    return [round((box["x"] - whole["x"]) / whole["width"], 1), round((box["y"] - whole["y"]) / whole["height"], 1)]


def test_selected_with_the_keyboard_on_a_phone(page: Page, hand_in: Callable[..., None]) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    hand_in({name: ONE_OF[name] for name in ("near.jpg", "right.jpg")} | OTHER)
    bar = page.get_by_role("region", name="Selected pictures")
    expect(bar).to_be_hidden()
    for name in ("near.jpg", "right.jpg"):
        page.get_by_role("checkbox", name=re.compile(name)).focus()
        page.keyboard.press("Space")
    expect(bar).to_contain_text("2 selected")
    expect(page.locator("#list")).to_be_visible()  # selecting opens nothing
    page.get_by_role("button", name="Clear selection").press("Enter")
    expect(bar).to_be_hidden()
    page.get_by_role("checkbox", name=re.compile("near")).check()
    expect(bar.get_by_role("button", name="These show one position")).to_be_disabled()
    page.get_by_role("checkbox", name=re.compile("right")).check()
    bar.get_by_role("button", name="These show one position").press("Enter")
    expect(names(page)).to_have_count(2)
    all_read(page)
    expect(bar).to_be_hidden()
    expect(page.get_by_role("button", name="0 near.jpg + 1")).to_be_focused()
    assert page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth")
    page.keyboard.press("Enter")
    expect(page.locator("#views figure")).to_have_count(2)
    page.locator("#turning-part summary").press("Enter")
    expect(page.locator("#turning input:checked")).to_have_value("90")
    assert page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth")
    page.locator("#back").press("Enter")

    # Undone from where it was done.
    page.get_by_role("checkbox", name=re.compile("near")).check()
    bar.get_by_role("button", name="Take apart").click()
    expect(names(page)).to_have_count(3)
    expect(page.locator("#suggestions")).to_be_hidden()


def test_how_pictures_are_turned_is_asked_and_said(page: Page, hand_in: Callable[..., None]) -> None:
    hand_in({"near.jpg": (ALONE, 0), "right.jpg": (ALONE, 90)})
    expect(page.locator("#suggestions")).to_be_hidden()  # one tower may be chance
    for name in ("near", "right"):
        page.get_by_role("checkbox", name=re.compile(name)).check()
    page.get_by_role("button", name="These show one position").click()
    expect(names(page)).to_have_count(1)
    expect(page.locator("#rows .photos-error")).to_contain_text("cannot be told from the board")
    page.get_by_role("button", name="Say how they are turned").click()
    expect(page.locator("#turning-part")).to_have_attribute("open", "")
    expect(page.locator("#views figure")).to_have_count(2)
    expect(page.locator("#views svg").first).to_be_hidden()
    choices = page.get_by_role("radiogroup", name=re.compile("right.jpg"))
    expect(choices.get_by_role("radio")).to_have_count(4)
    expect(choices.locator("img").first).to_have_js_property("naturalWidth", 320)
    expect(choices.locator("input:checked")).to_have_count(0)
    choices.get_by_role("radio", name=re.compile("from the right")).check()
    page.get_by_role("button", name="Read it so").click()
    expect(page.locator("#detail-state")).to_contain_text("Clear")
    expect(page.locator("#turning-part")).not_to_have_attribute("open", "")
    expect(page.locator("#views figure").nth(1)).to_contain_text("from the right")
    expect(page.locator("#views svg").first).to_be_visible()


def test_it_can_be_read_at_any_width_by_everybody(page: Page, hand_in: Callable[..., None]) -> None:
    moved = HIDING.replace("e1:G", "e2:G").replace("d2:RB", "d2:R")
    hand_in(ONE_OF | {"a picture with quite a long name that somebody gave it.jpg": (moved, 180)})
    for name in ("near", "right"):
        page.get_by_role("checkbox", name=re.compile(name)).check()
    expect(page.locator("#suggestions")).to_be_visible()
    sound(page)
    page.get_by_role("checkbox", name=re.compile("long name")).check()
    page.get_by_role("button", name="These show one position").click()
    expect(names(page)).to_have_count(2)
    all_read(page)
    sound(page)
    expect(row(page, "near")).to_contain_text("2 of 3 pictures used")
    page.get_by_role("button", name="0 near.jpg + 2", exact=True).click()
    left_out = page.locator("#views .left-out")
    expect(left_out).to_contain_text("shows another position")
    expect(left_out).to_contain_text("e2")
    page.locator("#turning-part summary").click()
    page.locator("#again-part summary").click()
    sound(page)


def sound(page: Page) -> None:
    """Nothing is too wide, too pale or without a name."""
    before = page.viewport_size
    for width in WIDTHS_PX:
        resize(page, width, 900)
        assert look(page, "tooWide") == [], width
    assert before
    page.set_viewport_size(before)
    assert look(page, "nameless") == []
    levels = look(page, "headings")
    assert levels.count(1) == 1 and all(after <= before + 1 for before, after in pairwise(levels)), levels
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        expect(page.locator("html")).to_have_attribute("data-look", scheme)
        settle(page)
        assert look(page, "pale") == [], scheme
    page.emulate_media(color_scheme="light")


def test_of_a_group_that_is_being_taken_apart_nothing_is_asked(page: Page, hand_in: Callable[..., None]) -> None:
    """While it is read again the page asks after it all the time; once it is gone that is refused."""
    hand_in(ONE_OF)
    page.get_by_role("button", name="Read as one").click()
    expect(names(page)).to_have_count(1)
    all_read(page)
    asked: list[str] = []
    held: list[Route] = []

    def still_reading(route: Route) -> None:
        if route.request.method == "DELETE":
            held.append(route)
        elif route.request.method == "GET":
            asked.append(route.request.url)
            reading = {"state": "reading"} if "/pictures/" in route.request.url else {"unread": 1}
            with suppress(Error):  # the page does not want it any more
                route.fulfill(json=route.fetch().json() | reading)

    names(page).first.click()
    page.locator("#again-part summary").click()
    page.route(re.compile(r"/api/batches/[^/]+(/pictures/\d+|/groups/\d+)?$"), still_reading)
    page.get_by_role("button", name="Read again").click()
    for _ in range(2):  # it is asked after, again and again
        with page.expect_request(re.compile(r"/pictures/\d+$")):
            pass
    with page.expect_request(lambda request: request.method == "DELETE"):
        page.get_by_role("button", name="Take apart").click()
    asked.clear()
    later(page, 3000)  # several looks
    assert not [url for url in asked if "/pictures/" in url]
    held[0].continue_()
    expect(names(page)).to_have_count(3)
    page.get_by_role("button", name="Undo").click()
    expect(names(page)).to_have_count(1)
    page.unroute_all(behavior="wait")
