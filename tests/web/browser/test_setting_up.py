"""Setting up a table step by step: every step in sight, nothing lost on the way, and whatever cannot be is said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.web.browser.looking import PHONE, PROJECTOR, Watched, later, set_up, window
from tests.web.browser.staged import SAMPLES
from tests.web.served import Served

SMALL_LAPTOP = {"width": 1366, "height": 768}
NO_CAMERA = "navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', '%s'))"
NOT_GIVEN = "Object.defineProperty(navigator, 'mediaDevices', {value: undefined})"
INSECURE = NOT_GIVEN + "; Object.defineProperty(window, 'isSecureContext', {value: false})"


@pytest.fixture
def watched(browser: Browser, served: Served) -> Iterator[Watched]:
    with window(browser, served, viewport=SMALL_LAPTOP) as watched:
        yield watched


def opened(watched: Watched, path: str = "/tables/new") -> Page:
    page = watched.open(path)
    page.locator("#setup.ready").wait_for()
    return page


def box(place: Locator) -> dict[str, float]:
    found = place.bounding_box()
    assert found
    return dict(found, bottom=found["y"] + found["height"])


def test_every_game_has_a_picture_and_a_sentence(watched: Watched) -> None:
    page = opened(watched)
    cards = page.locator("#games-tactori .game-card")
    expect(cards).to_have_count(11)
    for card in cards.all():
        expect(card.locator("small").first).not_to_be_empty()
        expect(card.locator("svg [data-field-stack]").nth(4)).to_be_attached()
    pictures = {card.locator("svg").inner_html() for card in cards.all()}
    assert len(pictures) == 11
    # What is closed is filled where it counts, and only there.
    taktori = cards.filter(has=page.locator("input[value=taktori]"))
    assert taktori.locator("[data-polygon]").count() > 0
    assert cards.filter(has=page.locator("input[value=long]")).locator("[data-polygon]").count() == 0


@pytest.mark.parametrize("size", [SMALL_LAPTOP, PHONE, PROJECTOR], ids=["1366", "390", "1920"])
def test_each_step_fits_its_window(browser: Browser, served: Served, size: dict[str, int]) -> None:
    with window(browser, served, viewport=size) as watched:
        page = opened(watched, "/tables/new?source=demo")
        bar = box(page.locator(".step-bar"))
        assert bar["bottom"] <= size["height"] + 1
        if size is not PHONE:
            assert box(page.locator(".game-card:visible").last)["bottom"] <= bar["y"]
        page.locator("#next").click()
        assert box(page.locator("#add-player button"))["bottom"] <= box(page.locator(".step-bar"))["y"]
        page.locator("#next").click()
        expect(page.locator("#frame")).to_be_visible()
        expect(page.locator("#found")).to_contain_text("9")
        assert page.evaluate("scrollY") == 0
        view, bar = box(page.locator("#picture")), box(page.locator(".step-bar"))
        assert view["bottom"] <= bar["y"], (view, bar)
        handles = [box(handle) for handle in page.locator(".corner-handle").all()]
        assert all(view["y"] - 22 <= each["y"] and each["bottom"] <= view["bottom"] + 22 for each in handles)
        page.locator("#next").click()
        assert box(page.locator("#name"))["bottom"] <= size["height"]
        assert box(page.locator("#start"))["bottom"] <= size["height"] + 1


def test_going_back_and_on_loses_nothing(watched: Watched) -> None:
    page = opened(watched)
    page.locator(".game-card").filter(has=page.locator("input[value=bridges]")).click()
    page.reload()
    page.locator("#setup.ready").wait_for()
    expect(page.locator("#games input[value=bridges]")).to_be_checked()
    page.locator("#next").click()
    expect(page.locator("#head-who")).to_be_focused()
    page.get_by_label("Name of player 1").fill("Ada")
    page.get_by_label("Colour of player 2").select_option("G")
    page.get_by_role("button", name="One more player").click()
    page.locator("#next").click()
    page.locator("#kinds input[value=photographs]").check()
    page.go_back()
    expect(page.locator("#step-who")).to_be_visible()
    page.go_back()
    expect(page.locator("#games input[value=bridges]")).to_be_checked()
    expect(page.locator("#to-game")).to_have_attribute("aria-current", "step")
    page.go_forward()
    page.go_forward()
    expect(page.locator("#kinds input[value=photographs]")).to_be_checked()
    page.locator("#to-begin").click()
    said = page.locator("#summary")
    for words in ("Making bridges", "Ada", "Green", "Photographs"):
        expect(said).to_contain_text(words)
    # Nor does loading the page again.
    page.reload()
    page.locator("#setup.ready").wait_for()
    for words in ("Making bridges", "Ada", "Green", "Photographs"):
        expect(said).to_contain_text(words)
    page.get_by_role("link", name="Change: Players").click()
    expect(page.locator("#players li")).to_have_count(3)
    page.locator("#back").click()
    expect(page.locator("#step-game")).to_be_visible()
    # Whoever begins anew begins anew.
    page.goto(f"{watched.address}/tables/new")
    expect(page.locator("#games input[value=taktori]")).to_be_checked()


def test_whoever_comes_back_after_the_beginning_can_begin_another(watched: Watched, served: Served) -> None:
    page = opened(watched, "/tables/new?source=photographs#begin")
    page.locator("#start").click()
    page.wait_for_url("**/tables/1")
    page.go_back()
    page.locator("#setup.ready").wait_for()
    expect(page.locator("#start")).to_be_enabled()
    expect(page.locator("#name")).to_have_value("2")


def test_enter_leads_on_and_begins_only_in_the_end(watched: Watched, served: Served) -> None:
    page = opened(watched, "/tables/new?source=photographs&game=fem")
    page.locator("#next").click()
    page.get_by_label("Name of player 1").press("Enter")
    expect(page.locator("#step-camera")).to_be_visible()
    assert served.get("/api/tables")["tables"] == []
    page.locator("#next").click()
    page.locator("#name").fill("Ours")
    page.locator("#name").press("Enter")
    page.wait_for_url("**/tables/Ours")
    assert served.table("Ours")["game"]["id"] == "fem"


def test_what_is_being_opened_is_said_and_the_bar_lies_across_nothing(watched: Watched) -> None:
    page = watched.context.new_page()
    page.route("**/picture.jpg*", lambda route: route.fulfill(status=204))
    page.route("**/api/previews/*", slow_preview)
    page.goto(f"{watched.address}/tables/new?source=demo#camera")
    expect(page.locator("#no-picture")).to_have_text("The demo table is being laid …")
    expect(page.locator("#step-camera")).not_to_contain_text("Choose where")
    bar = page.locator("#opening")
    expect(bar).to_be_visible()
    lying, others = box(bar), [box(page.locator(each)) for each in ("#picture", "#kinds", "#what", "#step-camera h2")]
    for other in others:
        apart_across = lying["x"] >= other["x"] + other["width"] or other["x"] >= lying["x"] + lying["width"]
        assert apart_across or lying["y"] >= other["bottom"] or other["y"] >= lying["bottom"], (lying, other)


def slow_preview(route: Any) -> None:
    """A source that is being opened for as long as the test looks."""
    if route.request.method == "GET":
        route.fulfill(json={"id": "x", "source": {"kind": "demo", "what": "7"}, "status": "opening", "message": None, "frame": None, "size": None, "corners": None, "board": None, "why": None})  # fmt: skip # noqa: E501
    else:
        route.continue_()


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (NO_CAMERA % "NotAllowedError", "may not use the camera"),
        (NO_CAMERA % "NotFoundError", "finds no camera"),
        (NO_CAMERA % "NotReadableError", "used by another program"),
        (NOT_GIVEN, "finds no camera"),
        (INSECURE, "only to pages of their own machine"),
    ],
    ids=["refused", "missing", "taken", "not given", "insecure"],
)
def test_no_camera_in_the_browser_ends_in_a_sentence(watched: Watched, script: str, words: str) -> None:
    page = watched.context.new_page()
    page.add_init_script(script)
    page.goto(f"{watched.address}/tables/new?source=browser#camera")
    expect(page.locator("#no-picture")).to_contain_text(words)
    later(page, 2000)  # it is asked after more than once meanwhile, and still said
    expect(page.locator("#no-picture")).to_contain_text(words)
    expect(page.locator("#opening")).to_be_hidden()


def test_colours_on_the_board_are_offered(watched: Watched) -> None:
    page = opened(watched, "/tables/new?source=photographs&game=taktori#camera")
    page.locator("#what-input").set_input_files(SAMPLES / "closed_rectangle.jpg")
    offer = page.locator("#seen-camera")
    expect(offer).to_be_visible()
    page.locator("#to-who").click()
    words = page.locator("#seen-who").inner_text()
    page.locator("#seen-who button").click()
    expect(page.locator("#seen-who")).to_be_hidden()
    chosen = [page.locator(f"#players li:nth-child({n}) option:checked").inner_text() for n in (1, 2)]
    assert all(each in words for each in chosen)


def test_a_photograph_chosen_before_anything_is_open_is_looked_at(watched: Watched) -> None:
    page = watched.context.new_page()
    held: list[Route] = []
    page.route("**/api/previews", lambda route: held.append(route))
    with page.expect_request("**/api/previews"):
        page.goto(f"{watched.address}/tables/new?source=photographs#camera")
    page.locator("#what-input").set_input_files(SAMPLES / "empty9.jpg")
    expect(page.locator(".file-name")).to_have_text("empty9.jpg")
    held[0].continue_()
    expect(page.locator("#found")).to_contain_text("9")


def test_a_file_is_dropped_where_one_is_chosen(watched: Watched) -> None:
    page = opened(watched, "/tables/new?source=photographs#camera")
    data = page.evaluate_handle(
        """async (bytes) => {
          const made = new DataTransfer();
          made.items.add(new File([new Uint8Array(bytes)], "dropped.jpg", {type: "image/jpeg"}));
          return made;
        }""",
        list((SAMPLES / "empty9.jpg").read_bytes()),
    )
    page.locator(".file-picker").dispatch_event("drop", {"dataTransfer": data})
    expect(page.locator(".file-name")).to_have_text("dropped.jpg")
    expect(page.locator("#found")).to_contain_text("9")


def test_an_unfinished_game_is_offered_to_go_on(watched: Watched, served: Served) -> None:
    set_up(served, "Kitchen", "bridges", ["Y", "G"])
    served.ask("DELETE", "/api/tables/Kitchen")
    page = opened(watched, "/tables/new?source=photographs#begin")
    page.locator("#name").fill("Kitchen")
    expect(page.locator("#unfinished")).to_contain_text("Making bridges")
    page.locator("#go-on").check()
    expect(page.locator("#summary")).to_contain_text("Making bridges")
    page.locator("#start").click()
    page.wait_for_url("**/tables/Kitchen")
    assert served.table("Kitchen")["game"]["players"] == ["Y", "G"]


def test_who_chose_no_source_is_told_so(watched: Watched) -> None:
    page = opened(watched, "/tables/new#begin")
    page.locator("#start").click()
    expect(page.locator("#refused")).to_contain_text("Choose where pictures come from")
    expect(page.locator("#start")).to_be_enabled()


def test_a_refused_table_can_be_tried_again(watched: Watched, served: Served) -> None:
    set_up(served, "Taken")
    page = opened(watched, "/tables/new?source=photographs#begin")
    page.locator("#name").fill("Taken")
    page.locator("#start").click()
    expect(page.locator("#refused")).to_be_visible()
    watched.forgive_refusals()
    page.locator("#name").fill("Free")
    page.locator("#start").click()
    page.wait_for_url("**/tables/Free")
