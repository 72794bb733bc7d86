"""More pictures for a table, in a real browser: a photograph settles what is open, other cameras come and go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.live.beside import HIDDEN
from tests.web.browser.looking import LAPTOP, PHONE, Watched, window
from tests.web.doubting import doubtful_table, jpeg
from tests.web.served import Served, hurried, table

SLOW = hurried(most_turns=2) | {"hurry": 2.0}


@pytest.fixture
def served(serve: Callable[..., Served]) -> Served:
    return serve(demo_options=SLOW)


@pytest.fixture(params=[LAPTOP, PHONE], ids=["laptop", "phone"])
def watched(browser: Browser, served: Served, request: pytest.FixtureRequest) -> Iterator[Watched]:
    with window(browser, served, viewport=request.param) as made:
        yield made


def bring(page: Page, picture: bytes) -> None:
    file: Any = {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": picture}
    page.set_input_files("#settle-photo", file)


def test_what_is_open_is_settled_with_a_photograph(watched: Watched, served: Served) -> None:
    doubtful_table(served)
    page = watched.open("/tables/T")
    box = page.locator("[data-notice=photograph]")
    expect(box.get_by_text("Settle it with a photograph")).to_be_visible()
    expect(box.locator(".hints li")).not_to_have_count(0)
    bring(page, jpeg("9 a1:YY c7:GG g3:B i9:Y", 95.0))
    expect(box.get_by_role("status")).to_contain_text("another position")
    expect(box.locator("#settle-side")).to_be_visible()
    watched.forgive_refusals()
    bring(page, jpeg(HIDDEN, 95.0))
    expect(box).to_have_count(0)
    expect(page.locator("[data-notice=waiting]")).to_have_count(0)
    assert served.table()["game"]["n"] == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_camera_is_added_to_a_running_table_and_removed_again(watched: Watched, served: Served) -> None:
    served.post("/api/tables", table(game="fem", source={"kind": "demo", "what": "1"}))
    served.wait_watching()
    page = watched.open("/tables/T")
    page.get_by_role("button", name="Add a camera").click()
    dialog = page.get_by_role("dialog", name="Add a camera")
    dialog.get_by_role("button", name="Add a camera").click()
    line = page.locator("[data-camera='1']")
    expect(line.locator("img")).to_be_visible()
    expect(line).to_contain_text("Is read along")
    expect(line).to_contain_text("To the right of the first")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    line.get_by_role("button", name="Remove").click()
    expect(line).to_have_count(0)
    assert served.table()["cameras"] == []


def test_other_cameras_are_chosen_while_a_table_is_set_up(watched: Watched, served: Served) -> None:
    page = watched.open("/tables/new?source=demo&game=fem#camera")
    page.locator("#more summary").click()
    page.locator("#other-cameras").get_by_role("button", name="Add a camera").click()
    page.get_by_role("dialog", name="Add a camera").get_by_role("button", name="Add a camera").click()
    expect(page.locator(".chosen-cameras li")).to_have_count(1)
    page.locator("#to-begin").click()
    expect(page.locator("#summary")).to_contain_text("TAKTORI FEM")
    page.locator("#start").click()
    page.wait_for_url("**/tables/1")
    expect(page.locator("[data-camera]")).to_have_count(1)
