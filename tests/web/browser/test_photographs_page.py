"""The page for many photographs: handed in, the doubtful ones first, corrected, saved as a table, deleted."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.browser.looking import PHONE, expect_told, window
from tests.web.served import Served
from web.photographs.reading_work import THUMB_PX

SAMPLES = Path(__file__).parent.parent.parent.parent / "sample_images"

IN_ORDER = ["c broken.jpg", "d unsure.jpg", "b wrong.jpg", "a sound.jpg"]


@pytest.fixture
def page(browser: Browser, serve: Callable[..., Served]) -> Iterator[Page]:
    with window(browser, serve(), accept_downloads=True) as watched:
        yield watched.open("/photographs")
        watched.forgive_refusals()  # of a picture that came too early: it is handed in again


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """A sound one, one with what is not allowed, one that is no picture, one that hides something, and a text."""
    folder = tmp_path / "photographs"
    folder.mkdir()
    shutil.copy(SAMPLES / "closed_rectangle.jpg", folder / "a sound.jpg")
    shutil.copy(SAMPLES / "diagonal_and_foreign.jpg", folder / "b wrong.jpg")
    (folder / "c broken.jpg").write_bytes(b"=1+1 <b>no picture</b>")
    shutil.copy(SAMPLES / "straight_above.jpg", folder / "d unsure.jpg")
    (folder / "notes.txt").write_text("what stood where")
    return sorted(folder.iterdir())


def names(page: Page) -> Locator:
    return page.locator("#rows .photos-open")


def state_of(page: Page, name: str) -> Locator:
    return page.locator("#rows tr").filter(has_text=name).locator(".photos-state")


def hand_in(page: Page, files: list[Path]) -> None:
    page.select_option("select[name=game]", "taktori")
    page.locator("#how input[name=measure]").uncheck()
    page.set_input_files("#files", files)
    expect(page.locator("#progress-words")).to_have_text(re.compile(r"^(\d+) of \1 read$|^\d+ read, \d+ failed$"))


def test_from_files_to_a_table(page: Page, files: list[Path]) -> None:
    expect(page.locator("#results")).to_be_hidden()
    page.select_option("select[name=game]", "taktori")
    page.locator("#how input[name=measure]").uncheck()
    with page.expect_file_chooser() as choosing:
        page.get_by_role("button", name="Choose pictures").click()
    choosing.value.set_files(files)

    # How far it is.
    expect_told(page, "left out: 1")
    bar = page.locator("#bar")
    expect(bar).to_be_visible()
    expect(bar).to_have_attribute("max", "4")
    expect(page.locator("#progress-words")).to_have_text("3 read, 1 failed")
    expect(page.locator("#stop")).to_be_hidden()
    assert bar.evaluate("bar => bar.value") == 4

    # What needs a person is first, and each says what about it.
    expect(names(page)).to_have_text(IN_ORDER)
    expect(state_of(page, "c broken")).to_contain_text("Problem")
    expect(page.locator("#rows .photos-error")).to_have_text("This is no picture that can be read")
    expect(state_of(page, "d unsure")).to_contain_text("Unsure")
    expect(state_of(page, "b wrong")).to_contain_text("Not allowed")
    expect(state_of(page, "a sound")).to_contain_text("Clear")
    thumb = page.locator("#rows tr").filter(has_text="a sound").locator("img")
    expect(thumb).to_have_js_property("naturalWidth", THUMB_PX)

    # Only some of them.
    only = page.locator("#filter").get_by_role("button", name="Not allowed 1")
    only.click()
    expect(only).to_have_attribute("aria-pressed", "true")
    expect(names(page)).to_have_text(["b wrong.jpg"])
    only.click()
    expect(names(page)).to_have_count(4)

    # A page that is loaded again shows the list it had.
    page.reload()
    expect(names(page)).to_have_text(IN_ORDER)

    # Closed, and its pictures are gone.
    address = page.locator("#json").get_attribute("href") or ""
    assert page.request.get(page.url.removesuffix("/photographs") + address).status == 200
    page.locator("#close").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(names(page)).to_have_count(4)
    page.locator("#close").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.locator("#results")).to_be_hidden()
    expect(page.locator("#how")).to_be_visible()
    assert page.request.get(page.url.split("#")[0].removesuffix("/photographs") + address).status == 404


def test_one_is_corrected_and_judged_anew(page: Page, files: list[Path]) -> None:
    hand_in(page, files[:3])
    page.get_by_role("button", name="a sound.jpg").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("a sound.jpg")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page.locator("#list")).to_be_hidden()
    expect(page.locator("#shown")).to_be_visible()
    expect(page.locator("#picture svg")).to_be_visible()
    expect(page.locator("#solid canvas")).to_be_visible()
    expect(page.locator("#violations")).to_contain_text("Everything is allowed.")
    expect(page.locator("#polygons li, #polygons tr, #polygons button").first).to_be_visible()

    # Without this stack two sticks hang in the air, and nothing is closed any more.
    page.locator("#aerial [data-field=e3]").click()
    editor = page.locator("dialog.board-editor")
    expect(editor).to_be_visible()
    expect(editor).to_contain_text("e3")
    page.keyboard.press("Delete")
    page.keyboard.press("Enter")
    expect(editor).to_be_hidden()
    expect(page.locator("#detail-state")).to_contain_text("Not allowed")
    expect(page.locator("#violations .notice.bad")).not_to_have_count(0)
    expect(page.locator("#by-hand")).to_contain_text("e3")
    expect(page.locator("#aerial [data-field-stack=e3]")).to_have_count(0)

    # What was taken away says so.
    page.get_by_role("button", name="Back to the table").click()
    expect(page.get_by_role("button", name="a sound.jpg")).to_be_focused()
    expect(state_of(page, "a sound")).to_contain_text("Not allowed")
    expect(page.locator("#rows tr").filter(has_text="a sound")).to_contain_text("By hand")
    with page.expect_download() as saving:
        page.locator("#csv").click()
    assert saving.value.suggested_filename == "results.csv"
    rows = list(csv.reader(io.StringIO(saving.value.path().read_text("utf-8-sig"))))
    assert len(rows) == 4 and len({len(row) for row in rows}) == 1
    assert {row[0] for row in rows[1:]} == {"a sound.jpg", "b wrong.jpg", "c broken.jpg"}
    with page.expect_download() as saving:
        page.locator("#json").click()
    said = {each["image"]: each for each in json.loads(saving.value.path().read_text())["pictures"]}
    assert "e3" not in said["a sound.jpg"]["towers"] and said["a sound.jpg"]["verdict"]["legal"] is False
    assert said["c broken.jpg"]["error"]

    # And back to what was read.
    page.get_by_role("button", name="a sound.jpg").click()
    page.get_by_role("button", name="Back to what was read").click()
    expect(page.locator("#detail-state")).to_contain_text("Clear")
    expect(page.locator("#aerial [data-field-stack=e3]")).not_to_have_count(0)
    expect(page.locator("#by-hand")).to_be_hidden()


def test_from_one_to_the_next(page: Page, files: list[Path]) -> None:
    """The way through the list, on a phone: what is broken says why, what is wrong says where."""
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    hand_in(page, files[1:4])
    page.get_by_role("button", name="c broken.jpg").click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("c broken.jpg")
    expect(page.locator("#detail-notices")).to_contain_text("no picture")
    expect(page.locator("#aerial-part")).to_be_hidden()
    expect(page.locator("#previous")).to_be_disabled()
    page.locator("#next").click()
    expect(heading).to_have_text("d unsure.jpg")
    expect(page.locator("#doubts .notice.warn")).not_to_have_count(0)
    page.locator("#all-right").click()
    # A colour is not known: that cannot be right as shown.
    expect(page.locator("#doubts .photos-edit")).to_have_text(["Correct e3"])
    expect(page.locator("#all-right")).to_be_hidden()
    page.get_by_role("button", name="Correct e3").click()
    page.locator("dialog.board-editor [data-stack=RB]").click()
    expect(page.locator("#detail-state")).to_contain_text("Clear")
    expect(page.locator("#doubts")).to_have_text("Nothing is unsure.")
    expect(page.locator("#next")).to_be_disabled()  # it went to the end of the list
    page.locator("#previous").click()
    expect(heading).to_have_text("b wrong.jpg")
    expect(page.locator("#violations .notice.bad").first).to_contain_text(re.compile("stick"))
    expect(page.locator("#aerial [data-violation]").first).to_be_attached()
    assert page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth")
    page.locator("#previous").click()
    expect(heading).to_have_text("c broken.jpg")
    page.locator("#back").click()
    expect(names(page)).to_have_text(["c broken.jpg", "b wrong.jpg", "d unsure.jpg"])
    assert page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth")
