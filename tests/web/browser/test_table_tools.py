"""What a table offers beside playing: keys, corrections given back, points that grow, sounds, and a picture to send."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from referee.tactori.position import Position
from tests.web.browser.looking import LAPTOP, PHONE, Watched, confirm, later, look, position, window
from tests.web.browser.staged import play_long, play_some, play_wrong
from tests.web.served import Served, table, wait_for

SOUNDS = """() => {
  window.heard = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...said) {
    window.heard.push(this.frequency.value);
    start.apply(this, said);
  };
}"""


@pytest.fixture(params=[LAPTOP, PHONE], ids=["laptop", "phone"])
def watched(request: pytest.FixtureRequest, browser: Browser, served: Served) -> Iterator[Watched]:
    with window(browser, served, viewport=request.param) as made:
        yield made


@pytest.fixture
def page(watched: Watched, served: Served) -> Page:
    play_some(served)
    page = watched.open("/tables/T")
    expect(page.locator(".turns .turn")).to_have_count(3)
    return page


def test_a_question_mark_shows_the_keys_and_they_work(page: Page, watched: Watched, served: Served) -> None:
    page.keyboard.press("?")
    keys = page.locator("dialog.keys")
    expect(keys).to_be_visible()
    for said in (
        "Undo the last turn",
        "Full screen",
        "Turn the board round",
        "One turn back or on",
        "Begin a stick here",
    ):
        expect(keys).to_contain_text(said)
    assert not look(page, "tooWide")
    page.keyboard.press("u")  # whoever reads about keys presses none
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    assert len(served.table()["turns"]) == 3
    page.keyboard.press("u")
    expect(page.locator(".turns .turn")).to_have_count(2)
    page.keyboard.press("y")
    expect(page.locator(".turns .turn")).to_have_count(3)
    page.keyboard.press("Control+z")
    expect(page.locator(".turns .turn")).to_have_count(2)
    other = watched.open("/games")
    expect(other.locator("#games > li")).to_have_count(1)
    other.locator(".past-import summary").click()
    other.locator("#import-text").type("?u")  # whoever types presses none either
    expect(other.locator("#import-text")).to_have_value("?u")
    expect(other.locator("dialog.keys")).to_have_count(0)
    other.locator("h1").click()
    other.keyboard.press("?")
    expect(other.locator("dialog.keys")).to_be_visible()


def test_corrections_are_listed_shown_and_given_back(page: Page, served: Served) -> None:
    served.post("/api/tables/T/correct", {"words": ["e7=BG", "c3-c5="]})
    line = page.locator("#corrections [data-corrected=e7]")
    way = page.locator("#corrections [data-corrected=c3-c5]")
    expect(page.locator("#corrections summary")).to_contain_text("2")
    page.locator("#corrections summary").click()
    expect(line).to_contain_text("■◆")
    expect(way).to_contain_text("no stick")
    line.get_by_role("button", name="Show e7").click()
    expect(page.locator("#aerial [data-field-stack=e7].lit").first).to_be_attached()
    expect(page.locator("#aerial [data-field-stack=c3].lit")).to_have_count(0)
    line.get_by_role("button", name="Let the camera say").click()
    expect(line).to_contain_text("The camera says")
    wait_for(lambda: served.table()["by_hand"] == ["c3-c5"], "the correction to be given back")
    # The camera sees something else: what was said can be said again.
    seen = Position.from_json(position(9, {"c3": "R", "e7": "B", "c5": "R"}))
    served.hall.table("T").call(lambda play: play.amend(seen))
    line.get_by_role("button", name="Correct e7 again").click()
    wait_for(lambda: served.table()["shown"]["towers"]["e7"] == "BG", "what was said")
    expect(line.get_by_role("button", name="Let the camera say")).to_be_visible()
    page.reload()
    expect(page.locator("#corrections summary")).to_contain_text("2")


def test_a_press_shows_at_once_that_it_was_taken(page: Page, served: Served) -> None:
    """However long the program takes: here it does not answer before it has been looked at."""
    held: list[Route] = []
    page.route(
        "**/api/tables/T/*", lambda route: held.append(route) if route.request.method == "POST" else route.continue_()
    )
    press = "(button) => { button.click(); return button.getAttribute('aria-busy'); }"
    assert page.locator("#undo").evaluate(press) == "true"  # in the very moment
    expect(page.locator("html")).to_have_attribute("data-busy", "true")
    wait_for(lambda: page.evaluate("1") and held, "the call")
    held[0].continue_()
    expect(page.locator(".turns .turn")).to_have_count(2)
    expect(page.locator("#undo")).not_to_have_attribute("aria-busy", "true")
    expect(page.locator("html")).not_to_have_attribute("data-busy", "true")


def test_points_stand_on_the_turn_that_made_them_and_on_a_curve(watched: Watched, served: Served) -> None:
    play_long(served)
    page = watched.open("/tables/T")
    turns = served.table()["turns"]
    expect(page.locator(".turns .turn")).to_have_count(len(turns))
    expect(page.locator(".turns .gain")).to_have_text(["■+4", "■+6"])
    at = next(n for n, turn in enumerate(turns, 1) if turn["scores"].get("B", 0) == 4)
    expect(page.locator(".turns .turn").nth(at - 1)).to_contain_text("+4")
    expect(page.locator(".turns .turn").nth(at - 1)).to_have_attribute(
        "aria-label", f"{at}. {turns[at - 1]['words']} blue +4"
    )
    curve = page.locator(".curve")
    expect(curve).to_have_attribute("aria-label", "Points over the game: red 0, blue 10")
    expect(page.locator(".curve-end")).to_have_count(2)  # a symbol for each line
    curve.scroll_into_view_if_needed()
    box = curve.bounding_box()
    assert box
    x = box["x"] + box["width"] * (320 - 26) / 320 * at / len(turns)
    page.mouse.move(x, box["y"] + box["height"] / 2)
    expect(page.locator(".curve-told")).to_have_text(f"Turn {at}: ● 0  ■ 4")
    page.mouse.click(x, box["y"] + box["height"] / 2)
    expect(page.locator("#back")).to_contain_text(f"Turn {at} of {len(turns)}")
    expect(page.locator("[data-score=B] b")).to_have_text("4")


def test_turns_are_read_in_words_where_there_are_any_and_in_notation_on_demand(
    watched: Watched, served: Served
) -> None:
    play_some(served)

    def in_words(route: Route) -> None:
        answer = route.fetch()
        said = answer.json()
        for turn in said["turns"]:
            turn |= {"words": f"{turn['player']} does number {turn['n']}", "gained": {"R": 4} if turn["n"] == 3 else {}}
        route.fulfill(response=answer, json=said)

    number = served.table()["game"]["number"]
    page = watched.context.new_page()
    page.route(f"**/api/games/{number}", in_words)
    page.goto(f"{watched.address}/games/{number}")
    lines = page.locator(".turns .turn")
    expect(lines.nth(2)).to_contain_text("R does number 3")
    expect(lines.nth(2)).to_contain_text("+4")
    expect(lines.nth(2)).to_have_attribute("title", "3. R does number 3 · red +4 · +c5 +c3-c5")
    page.get_by_role("button", name="Notation").click()
    expect(lines.nth(2)).to_contain_text("+c5 +c3-c5")
    page.reload()
    expect(lines.nth(2)).to_contain_text("+c5 +c3-c5")


def test_the_sides_of_a_new_polygon_are_counted(watched: Watched, served: Served) -> None:
    play_long(served, turns=29)
    page = watched.open("/tables/T")
    expect(page.locator(".turns .turn")).to_have_count(29)
    expect(page.locator(".count-side")).to_have_count(0)  # what was there before is not counted again
    after = served.get("/api/games/1/turns/30")
    confirm(served, "T", after["position"])
    sides = after["verdict"]["polygons"][0]["sides"]
    expect(page.locator(".count-side")).to_have_count(len(sides))
    expect(page.locator(".count-points")).to_have_text([f"+{side['points']}" for side in sides])
    delays = page.locator(".count-side").evaluate_all(
        "(sides) => sides.map((side) => parseInt(side.style.getPropertyValue('--after')))"
    )
    assert delays == sorted(set(delays)) and len(delays) == len(sides)
    still = page.locator(".count-side").first.evaluate("(side) => getComputedStyle(side).animationName")
    assert still == "none"  # whoever wants no movement sees them all at once
    expect(page.locator(".count-side")).to_have_count(0)  # and then it is over


def test_sides_come_one_after_the_other_for_who_likes_movement(browser: Browser, served: Served) -> None:
    play_long(served, turns=29)
    with window(browser, served, reduced_motion="no-preference") as watched:
        page = watched.open("/tables/T")
        expect(page.locator(".turns .turn")).to_have_count(29)
        confirm(served, "T", served.get("/api/games/1/turns/30")["position"])
        expect(page.locator(".count-side").first).to_be_attached()
        assert (
            page.locator(".count-side").first.evaluate("(side) => getComputedStyle(side).animationName") == "count-side"
        )


def test_sound_is_off_until_somebody_wants_it(page: Page, served: Served) -> None:
    page.evaluate(SOUNDS)
    served.post("/api/tables/T/undo")
    expect(page.locator(".turns .turn")).to_have_count(2)
    served.post("/api/tables/T/redo")
    expect(page.locator(".turns .turn")).to_have_count(3)
    assert page.evaluate("heard.length") == 0
    page.locator("#more").click()
    page.locator("#sound").check()
    page.wait_for_function("() => heard.length > 0")
    page.keyboard.press("Escape")
    page.evaluate("heard.length = 0")
    play_wrong(served)
    page.wait_for_function("() => heard.length > 0")
    page.reload()
    page.locator("#more").click()
    expect(page.locator("#sound")).to_be_checked()


def test_a_position_is_one_picture_to_send(page: Page, served: Served) -> None:
    page.locator(".history-slider").fill("2")
    expect(page.locator("#back")).to_contain_text("Turn 2 of 3")
    page.locator(".export-menu summary").click()
    with page.expect_download() as coming:
        page.get_by_role("link", name="This position as a picture").click()
    data = coming.value.path().read_bytes()
    assert data.startswith(b"\x89PNG") and coming.value.suggested_filename.endswith("-2.png")
    number = served.table()["game"]["number"]
    assert data == served.ask("GET", f"/api/games/{number}/turns/2/picture.png?lang=en")[2]
    assert data != served.ask("GET", f"/api/games/{number}/turns/3/picture.png?lang=en")[2]
    assert served.ask("GET", f"/api/games/{number}/turns/4/picture.png")[0] == 404


def test_the_picture_moves_while_a_difficult_one_is_read_and_only_if_it_is_seen(
    browser: Browser, served: Served
) -> None:
    served.post("/api/tables", table(source={"kind": "browser", "what": ""}))
    served.wait_watching()
    source = served.hall.table("T")

    def bring(shade: int) -> None:
        source.put(np.full((720, 1280, 3), shade, np.uint8))

    with window(browser, served, viewport={"width": 1366, "height": 768}) as watched:
        page = watched.open("/tables/T")
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url) if "picture.jpg" in request.url else None)
        bring(5)
        expect(page.locator("#frame")).to_be_visible()
        with source.play.undisturbed():  # as long as somebody reads a picture
            for shade in (60, 120, 180):
                before = page.locator("#frame").get_attribute("src")
                bring(shade)
                expect(page.locator("#frame")).not_to_have_attribute("src", before or "")
        assert all("width=" in url and "wait=5" in url for url in asked)
        assert page.locator("#frame").evaluate("(image) => image.naturalWidth") < 1280
        page.get_by_role("tab", name="Polygons").click()
        expect(page.locator("#frame")).to_be_hidden()
        bring(30)
        later(page, 300)
        count = len(asked)
        for shade in (90, 150):
            bring(shade)
            later(page, 200)
        assert len(asked) == count  # nobody looks, nobody asks
        page.get_by_role("tab", name="Picture").click()
        expect(page.locator("#frame")).to_be_visible()
        wait_for(lambda: page.evaluate("1") and len(asked) > count, "somebody to look again")


def test_a_table_is_closed_while_its_picture_is_waited_for(browser: Browser, served: Served) -> None:
    """Nobody's console complains: the window fails the test if it does."""
    served.post("/api/tables", table(source={"kind": "browser", "what": ""}))
    served.wait_watching()
    with window(browser, served) as watched:
        page, overview = watched.open("/tables/T"), watched.open("/")
        served.hall.table("T").put(np.full((720, 1280, 3), 9, np.uint8))
        expect(page.locator("#frame")).to_be_visible()
        expect(overview.locator(".table-card img")).to_be_visible()
        assert served.ask("DELETE", "/api/tables/T")[0] == 200
        expect(page.locator("#told")).to_contain_text("closed")
        expect(overview.locator(".table-card")).to_have_count(0)
        later(page, 1500)  # whoever asks again does it within this time
