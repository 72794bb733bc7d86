"""Measuring on the page: the set by ruler alone, the profiles that come of it, the sheet to be printed, the doctor."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from calibration.profiles import ProfileFolder
from calibration.ruler import set_from_ruler
from tests.web.browser.looking import expect_told, window
from tests.web.served import Served

SAMPLES = Path(__file__).parent.parent.parent.parent / "sample_images"


@pytest.fixture
def page(browser: Browser, serve: Callable[..., Served]) -> Iterator[Page]:
    with window(browser, serve(), accept_downloads=True) as watched:
        yield watched.open("/calibration")
        watched.forgive_refusals()  # of names and numbers that cannot be


def profiles(page: Page) -> Locator:
    return page.locator("#profiles > li h3")


def test_a_set_is_measured_by_ruler_and_kept(page: Page) -> None:
    expect(page.locator("#profiles")).to_contain_text("Nothing has been measured yet.")
    page.locator("a[href='/calibration/set']").click()

    # For which profile: a name that cannot be one is refused at once.
    heading, place = page.locator("[data-step]:visible h2"), page.locator("#place")
    expect(heading).to_have_text("For which profile?")
    expect(place).to_contain_text("1")
    name = page.get_by_label("A name, such as the place and the camera")
    expect(name).to_have_value("Home")
    name.fill("a/b")
    page.locator("[data-step=profile] [data-next]").click()
    expect_told(page, kind="bad")
    expect(heading).to_have_text("For which profile?")
    expect(name).to_be_focused()
    name.fill("Küche & Co")
    name.press("Enter")

    # The ruler.
    ruler = page.locator("[data-step=ruler]")
    expect(ruler).to_be_visible()
    expect(heading).to_be_focused()
    expect(page.locator("#only-ruler")).to_be_disabled()
    page.locator("input[name=pitch_9]").fill("nonsense")
    page.locator("#ruler-next").click()
    expect_told(page, kind="bad")
    expect(ruler).to_be_visible()
    page.locator("input[name=pitch_9]").fill("29,2")
    ruler.locator("summary").click()
    page.locator("input[name=tower_height]").fill("20.5")

    # There and back: what was typed is still there.
    page.locator("#ruler-next").click()
    expect(page.locator("[data-step=pieces]")).to_be_visible()
    page.locator("[data-step=pieces] [data-back]").click()
    expect(page.locator("input[name=pitch_9]")).to_have_value("29,2")
    page.locator("#only-ruler").click()

    # The result, kept.
    result = page.locator("[data-step=result]")
    expect(result).to_be_visible()
    expect(result.locator("table").first).to_contain_text("29.2")
    expect(result.locator("table").first).to_contain_text("20.5")
    result.get_by_role("button", name="Keep in the profile “Küche & Co”").click()
    expect(result.get_by_role("status")).to_contain_text("Küche & Co")
    expect(result.get_by_role("link", name="Next, measure the colours")).to_be_visible()
    result.get_by_role("link", name="Back to the overview").click()

    # The profile is there, with its numbers; the other wizards offer it.
    expect(profiles(page)).to_have_text(["Küche & Co"])
    expect(page.locator("#profiles .chip.has")).to_have_text(["✓Set"])
    page.locator("#profiles summary").click()
    expect(page.locator("#profiles table").first).to_contain_text("29.2")
    page.locator("#profiles .chip.lacks").first.click()
    expect(page.get_by_label("Küche & Co")).to_be_checked()


def test_profiles_are_renamed_saved_deleted_and_taken_back(page: Page, tmp_path: Path) -> None:
    folder = ProfileFolder.of_user()
    folder.put("Home", set_from_ruler({"pitch_9": 30.0}))
    folder.put("School", set_from_ruler({"pitch_9": 31.0}))
    page.reload()
    expect(profiles(page)).to_have_text(["Home", "School"])
    expect(page.get_by_role("button", name="Which profile fits?")).to_be_visible()
    home = page.locator("#profiles > li").filter(has=page.get_by_role("heading", name="Home", exact=True))

    home.get_by_role("button", name="Rename").click()
    asked = page.get_by_role("dialog")
    expect(asked.get_by_role("textbox")).to_have_value("Home")
    expect(asked.get_by_role("textbox")).to_be_focused()
    asked.get_by_role("textbox").fill("School")  # there is one already
    asked.get_by_role("button", name="Save").click()
    expect_told(page, kind="bad")
    expect(profiles(page)).to_have_text(["Home", "School"])
    home.get_by_role("button", name="Rename").click()
    asked.get_by_role("textbox").fill("At home")
    page.keyboard.press("Enter")
    expect(profiles(page)).to_have_text(["At home", "School"])
    assert [each.name for each in folder.entries()] == ["At home", "School"]

    renamed = page.locator("#profiles > li").filter(has=page.get_by_role("heading", name="At home"))
    with page.expect_download() as saving:
        renamed.get_by_role("link", name="Save as a file").click()
    saved = tmp_path / saving.value.suggested_filename
    saving.value.save_as(saved)
    assert saved.suffix == ".json"
    assert json.loads(saved.read_text())["name"] == "At home"

    renamed.get_by_role("button", name="Delete").click()
    expect(asked).to_contain_text("At home")
    asked.get_by_role("button", name="Cancel").click()
    expect(profiles(page)).to_have_count(2)
    renamed.get_by_role("button", name="Delete").click()
    asked.get_by_role("button", name="Delete").click()
    expect(profiles(page)).to_have_text(["School"])
    assert [each.name for each in folder.entries()] == ["School"]

    page.set_input_files("#import-file", saved)
    expect(profiles(page)).to_have_text(["At home", "School"])
    page.set_input_files("#import-file", saved)  # once more: asked first
    asked.locator("button.danger").click()
    expect_told(page, "At home", "good")
    page.set_input_files("#import-file", {"name": "x.json", "mimeType": "application/json", "buffer": b"{"})
    expect_told(page, kind="bad")
    expect(profiles(page)).to_have_count(2)


def test_the_sheet_is_a_pdf_for_every_paper(page: Page) -> None:
    page.locator("a[href='/calibration/camera']").click()
    page.locator("[data-step=profile] [data-next]").click()
    page.locator("[data-way=sheet]").click()
    sheet = page.locator("#sheet")
    expect(sheet).to_be_visible()
    for paper in ("a4", "a3", "letter"):
        page.select_option("#paper", paper)
        address = page.url.split("/calibration")[0] + (sheet.get_attribute("href") or "")
        assert f"paper={paper}" in address
        answer = page.request.get(address)
        assert answer.body().startswith(b"%PDF")
    with page.expect_download() as saving:
        sheet.evaluate("link => { link.download = 'sheet.pdf'; link.click(); }")
    assert saving.value.path().read_bytes().startswith(b"%PDF")


def test_the_doctor_looks_at_a_picture(page: Page) -> None:
    page.locator("a[href='/calibration/doctor']").click()
    page.set_input_files("#pictures input[type=file]", SAMPLES / "empty9.jpg")
    expect(page.locator("#report .verdict")).to_be_visible()
    expect(page.locator("#report .aspect")).not_to_have_count(0)
    expect(page.locator("#report img")).to_be_visible()
    assert page.locator("h2:visible").count() > 1 and page.locator("h3:visible").count() == 0
