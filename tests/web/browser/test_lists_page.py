"""Lists of photographs on the page: what failed and is tried again, lists of earlier days, their pictures."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.web import jobs
from tests.web.browser.looking import PHONE, later, window
from tests.web.served import Served
from web.photographs import batch

SAMPLES = Path(__file__).parent.parent.parent.parent / "sample_images"


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    folder = tmp_path / "photographs"
    folder.mkdir()
    shutil.copy(SAMPLES / "closed_rectangle.jpg", folder / "a sound.jpg")
    shutil.copy(SAMPLES / "diagonal_and_foreign.jpg", folder / "b wrong.jpg")
    (folder / "c broken.jpg").write_bytes(b"no picture")
    return sorted(folder.iterdir())


def hand_in(page: Page, files: list[Path], total: str) -> None:
    page.select_option("#how select[name=game]", "taktori")
    page.locator("#how input[name=measure]").uncheck()
    page.set_input_files("#files", files)
    expect(page.locator("#progress-words")).to_have_text(total)


def test_what_failed_is_counted_and_tried_again(
    browser: Browser, serve: Callable[..., Served], files: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "read_upload", jobs.read_if_allowed)
    with window(browser, serve()) as watched:
        page = watched.open("/photographs")
        hand_in(page, files, "0 read, 3 failed")
        expect(page.locator("#progress-left")).to_have_text("")
        expect(page.locator("#failed-words")).to_have_text("3 pictures could not be read.")
        home = Path(os.environ["DRAUFSICHT_HOME"])
        home.mkdir(parents=True, exist_ok=True)
        (home / "allowed").touch()

        # One of them, by its row.
        page.get_by_role("button", name="Try a sound.jpg again").click()
        expect(page.locator("#progress-words")).to_have_text("1 read, 2 failed")
        expect(page.locator("#rows tr").filter(has_text="a sound").locator(".photos-state")).to_contain_text("Clear")
        # The others, otherwise; one of them is no picture however it is read.
        page.locator("#otherwise-part summary").click()
        page.select_option("#otherwise select[name=ask]", "more")
        page.get_by_role("button", name="Try so").click()
        expect(page.locator("#progress-words")).to_have_text("2 read, 1 failed")
        expect(page.locator("#retry")).to_be_hidden()
        expect(page.locator("#rows .photos-retry")).to_have_count(0)
        page.get_by_role("button", name="b wrong.jpg").click()
        page.locator("#again-part summary").click()
        expect(page.locator("#again select[name=ask]")).to_have_value("more")
        watched.forgive_refusals()


def test_of_a_list_that_is_being_deleted_nothing_is_asked(
    browser: Browser, serve: Callable[..., Served], files: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may not be there any more, however long the server takes to delete it."""
    monkeypatch.setattr(batch, "read_upload", jobs.never_read)
    with window(browser, serve()) as watched:
        page = watched.open("/photographs")
        hand_in(page, files[:1], "0 of 1 read")
        with page.expect_request("**/api/batches/*"):  # it is being asked after
            pass
        asked: list[str] = []
        held: list[Route] = []
        page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
        page.locator("#close").click()
        page.route(
            "**/api/batches/*",
            lambda route: held.append(route) if route.request.method == "DELETE" else route.continue_(),
        )
        with page.expect_request(lambda request: request.method == "DELETE"):
            page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        asked.clear()
        later(page, 3000)  # several looks
        assert not asked
        held[-1].continue_()
        expect(page.locator("#how")).to_be_visible()


def test_lists_are_found_again_until_they_are_deleted(
    browser: Browser, serve: Callable[..., Served], files: list[Path]
) -> None:
    served = serve()
    with window(browser, served, viewport=PHONE) as watched:
        page = watched.open("/photographs")
        expect(page.locator("#earlier")).to_be_hidden()
        hand_in(page, files, "2 read, 1 failed")
        page.get_by_role("button", name="All lists").click()
        expect(page.locator("#how")).to_be_visible()
        expect(page.locator("#results")).to_be_hidden()
        expect(page.locator(".photos-list")).to_contain_text("a sound.jpg and 2 more")
        expect(page.locator(".photos-list")).to_contain_text("3 pictures · 2 read, 1 failed")
        assert page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth")
        page.get_by_role("button", name="Open the list of").click()
        expect(page.locator("#rows tr")).to_have_count(3)
        expect(page.locator("#rows tr").filter(has_text="a sound").locator("img")).to_be_visible()
        expect(page.locator("#gone")).to_be_hidden()
        watched.forgive_refusals()
    served.close()

    # The program is started again: what was read is there, its pictures are not.
    with window(browser, serve(), viewport=PHONE) as watched:
        page = watched.open("/photographs")
        page.get_by_role("button", name="Open the list of").click()
        expect(page.locator("#gone")).to_be_visible()
        expect(page.locator("#progress-words")).to_have_text("2 read, 1 failed")
        expect(page.locator("#rows img")).to_have_count(0)
        page.get_by_role("button", name="a sound.jpg").click()
        expect(page.locator("#detail-notices")).to_contain_text("This picture is gone")
        expect(page.locator("#picture-part")).to_be_hidden()
        expect(page.locator("#aerial [data-field-stack=e3]")).not_to_have_count(0)
        page.get_by_role("button", name="Back to the table").click()
        page.get_by_role("button", name="All lists").click()
        page.get_by_role("button", name="Delete the list of").click()
        page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        expect(page.locator("#earlier")).to_be_hidden()
        page.reload()
        expect(page.locator("#how")).to_be_visible()
        expect(page.locator(".photos-list")).to_have_count(0)
