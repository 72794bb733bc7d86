"""The page for children: pictures instead of words, everything live, and a door that only adults open."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from referee.tactori.position import Position
from tests.web.browser.looking import (
    PHONE,
    PROJECTOR,
    confirm,
    correct,
    later,
    position,
    resize,
    set_up,
    stick,
    wait_illegal,
    window,
)
from tests.web.served import Served, serving

HOLD_MS = 2000
"""How long the door is held until it opens."""
LATER_MS = 3_600_000
"""When a page has long been there, however long it took."""
SMALLEST_TARGET_PX = 44
SIZES = {
    "phone": PHONE,
    "small phone": {"width": 320, "height": 568},
    "phone on its side": {"width": 780, "height": 390},
    "tablet": {"width": 1024, "height": 768},
    "projector": PROJECTOR,
}
BRIDGE = position(5, {"c3": "R", "c4": "B"}, [stick("R", "c3", "c4")])
ALL_TASKS = position(
    5,
    {"b2": "RR", "c2": "RR", "d2": "RR", "b3": "RR"},
    [stick("R", "b2", "c2"), stick("R", "c2", "d2"), stick("R", "b2", "b3", 2)],
)
RECTANGLE = position(
    9,
    {"c3": "R", "c5": "R", "e3": "R", "e5": "R"},
    [stick("R", "c3", "c5"), stick("R", "c3", "e3"), stick("R", "c5", "e5"), stick("R", "e3", "e5")],
)
# Every word that can be seen; what is only read out is not there for the eye.
WORDS = """() => {
const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walk.nextNode()) {
  const e = walk.currentNode.parentElement, words = walk.currentNode.data.trim();
  if (words && e.checkVisibility() && !e.closest(".visually-hidden, .skip, script, noscript")) found.push(words);
}
return found;
}"""
# Whether the eye lies apart from every ring.
APART = """() => {
const circle = (e) => {
  const {x, y, width, height} = e.getBoundingClientRect();
  return {x: x + width / 2, y: y + height / 2, r: width / 2};
};
const eye = circle(document.querySelector(".child-sign .bubble"));
const rings = [...document.querySelectorAll(".child-sign .ring")].map(circle);
return rings.every((c) => Math.hypot(c.x - eye.x, c.y - eye.y) >= c.r + eye.r);
}"""
# Where the board is drawn on the screen, and which cards lie over that.
DRAWN = """() => {
const canvas = document.querySelector("#solid canvas"), box = canvas.getBoundingClientRect();
const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", {willReadFrequently: true});
copy.drawImage(canvas, 0, 0);
const {data} = copy.getImageData(0, 0, canvas.width, canvas.height);
let left = Infinity, top = Infinity, right = 0, bottom = 0;
for (let y = 0; y < canvas.height; y += 2) for (let x = 0; x < canvas.width; x += 2) {
  if (data[4 * (y * canvas.width + x) + 3] < 200) continue;
  left = Math.min(left, x); right = Math.max(right, x); top = Math.min(top, y); bottom = Math.max(bottom, y);
}
const scale = box.width / canvas.width;
[left, right] = [left, right].map((x) => box.x + x * scale);
[top, bottom] = [top, bottom].map((y) => box.y + y * scale);
const cards = ".child-button, .child-turn, .child-scores li, .child-task, .child-state";
const covered = [...document.querySelectorAll(cards)]
  .filter((e) => e.checkVisibility()).filter((e) => {
    const b = e.getBoundingClientRect();
    return b.left < right - 1 && b.right > left + 1 && b.top < bottom - 1 && b.bottom > top + 1;
  }).map((e) => e.className);
return [left, top, right, bottom, covered];
}"""
OUTSIDE = """() => {
const wide = innerWidth, high = innerHeight, faults = [], page = document.scrollingElement;
if (page.scrollWidth > wide || page.scrollHeight > high) faults.push("it scrolls");
const parts = ".child-button, .child-task, .child-turn, .child-scores li, .child-state, canvas, .star-picture";
for (const e of document.querySelectorAll(parts)) {
  const box = e.getBoundingClientRect();
  if (!e.checkVisibility()) continue;
  if (box.left < -1 || box.top < -1 || box.right > wide + 1 || box.bottom > high + 1 || box.width < 4 || box.height < 4)
    faults.push([e.id, e.getAttribute("class"), box.left, box.top, box.right, box.bottom].join(" "));
}
return faults;
}"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served")) as made:
        yield made


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    with window(browser, served) as watched:
        yield watched.context.new_page()


def children(page: Page, served: Served, name: str) -> Page:
    page.goto(f"{served.address}/tables/{name}/children")
    expect(page.locator("#state")).to_have_attribute("data-state", re.compile("."))
    return page


def test_building_tasks_are_ticked_one_after_the_other(page: Page, served: Served) -> None:
    set_up(served, "tasks", "free", ["R"])
    children(page, served, "tasks")
    tasks = page.locator("#tasks > li")
    expect(tasks).to_have_count(5)
    expect(page.locator("#tasks > li.done")).to_have_count(0)
    expect(tasks.locator("svg.task-picture")).to_have_count(5)
    expect(page.locator("#turn")).to_be_hidden()
    expect(page.locator("#scores")).to_be_hidden()

    correct(served, "tasks", BRIDGE)
    expect(page.locator("#tasks > li.done")).to_have_count(1)
    expect(tasks.nth(0)).to_have_class(re.compile("fresh"))
    expect(tasks.nth(0).locator(".tick svg")).to_be_visible()
    expect(tasks.nth(1).locator(".tick svg")).to_have_count(0)
    expect(tasks.nth(0)).to_contain_text("A bridge: done")
    expect(page.locator("#said")).to_contain_text("A bridge")
    expect(page.locator("#joy > *")).not_to_have_count(0)

    correct(served, "tasks", ALL_TASKS)
    expect(page.locator("#tasks > li.done")).to_have_count(5)
    expect(page.locator("#said")).not_to_contain_text("A bridge")
    correct(served, "tasks", position(5, {}))
    expect(page.locator("#tasks > li.done")).to_have_count(0)


def test_there_is_nothing_to_be_read(page: Page, served: Served) -> None:
    """Neither a word while building, nor one in a game but the number of points, nor one about what is wrong."""
    set_up(served, "wordless", "free", ["R"])
    set_up(served, "numbers")
    correct(served, "numbers", RECTANGLE)
    for name, wrong in (("wordless", position(5, {"b2": "R"}, [stick("B", "b2", "c3")])), ("numbers", None)):
        children(page, served, name)
        assert all(word.isdigit() for word in page.evaluate(WORDS)), page.evaluate(WORDS)
        if wrong:
            correct(served, name, wrong)
            expect(page.locator(".child-sign").first).to_be_attached()
            assert page.evaluate(WORDS) == []
    assert page.title()
    expect(page.get_by_role("heading", level=1)).to_have_count(1)


def test_what_is_wrong_gets_a_calm_sign_at_its_place(page: Page, served: Served) -> None:
    set_up(served, "signs", "free", ["R"])
    children(page, served, "signs")
    board = page.locator("#solid canvas").bounding_box()
    assert board
    middle = board["x"] + board["width"] / 2
    places = []
    for a, b in (("a2", "b3"), ("d2", "e3")):
        correct(served, "signs", position(5, {a: "R", b: "R"}, [stick("R", a, b)]))
        sign = page.locator(".child-sign")
        expect(sign).to_have_count(1)
        expect(page.locator("#state")).to_have_attribute("data-state", "look")
        expect(sign.locator(".bubble")).to_have_attribute("style", re.compile("left"))
        places.append(sign.locator(".ring").bounding_box() or {})
        correct(served, "signs", position(5, {}))
        expect(sign).to_have_count(0)
        expect(page.locator("#state")).not_to_have_attribute("data-state", "look")
        expect(page.locator("#said")).to_contain_text("again")
    left, right = (each["x"] + each["width"] / 2 for each in places)
    assert board["x"] < left < middle < right < board["x"] + board["width"]
    assert all(board["y"] < each["y"] + each["height"] / 2 < board["y"] + board["height"] for each in places)


def test_one_sign_at_a_time_beside_its_place(page: Page, served: Served) -> None:
    """The next comes when the first is settled; the eye is never over what it is about."""
    set_up(served, "one", "free", ["R"])
    children(page, served, "one")
    first, second = stick("R", "a2", "b3"), stick("R", "d2", "e3")
    towers = {"a2": "R", "b3": "R", "d2": "R", "e3": "R"}
    correct(served, "one", position(5, towers, [first, second]))
    sign = page.locator(".child-sign")
    seen = []
    for size in SIZES:
        resize(page, SIZES[size]["width"], SIZES[size]["height"])
        expect(sign).to_have_count(1)
        expect(sign.locator(".bubble")).to_have_count(1)
        later(page, 200)
        assert page.evaluate(APART), size
        seen.append(sign.locator(".ring").count())
    assert set(seen) == {1}
    left = (sign.locator(".ring").bounding_box() or {})["x"]
    correct(served, "one", position(5, towers, [second]))
    page.wait_for_function("left => document.querySelector('.ring')?.getBoundingClientRect().x > left + 20", arg=left)
    expect(sign).to_have_count(1)


def test_what_has_no_place_has_a_picture_and_no_ring(page: Page, served: Served) -> None:
    set_up(served, "begun", "bridges")
    board = Position.from_json(position(5, {"a1": "R", "c3": "B"}))
    served.hall.table("begun").call(lambda play: play.wait("set_up", [board]))
    children(page, served, "begun")
    expect(page.locator(".child-sign .bubble.whole")).to_have_count(1)
    expect(page.locator(".child-sign .ring")).to_have_count(0)


@pytest.mark.parametrize(("name", "game", "built"), [("large", "taktori", "RECTANGLE"), ("small", "free", "ALL_TASKS")])
def test_the_board_fills_the_screen(page: Page, served: Served, name: str, game: str, built: str) -> None:
    set_up(served, name, game)
    correct(served, name, {"RECTANGLE": RECTANGLE, "ALL_TASKS": ALL_TASKS}[built])
    children(page, served, name)
    for wide, high in ((390, 844), (844, 390), (1366, 768), (768, 1366), (1920, 1080)):
        resize(page, wide, high)
        later(page, 300)
        left, top, right, bottom, covered = page.evaluate(DRAWN)
        assert max((right - left) / wide, (bottom - top) / high) > 0.9, (wide, high, left, top, right, bottom)
        assert covered == [], (wide, high, covered)


def test_a_game_shows_whose_turn_it_is_and_points_as_stars(page: Page, served: Served) -> None:
    set_up(served, "game", names={"R": "Mia", "B": "Tom"})
    children(page, served, "game")
    turn, rows = page.locator("#turn"), page.locator("#scores > li")
    expect(turn).to_have_attribute("data-colour", "R")
    expect(rows).to_have_count(2)
    expect(page.locator("#tasks")).to_be_hidden()
    confirm(served, "game", position(9, {"g7": "R"}))
    expect(turn).to_have_attribute("data-colour", "B")
    expect(page.locator("#said")).to_contain_text("Tom")
    expect(rows.nth(1)).to_have_class("moves")
    expect(page.locator(".star-picture")).to_have_count(0)

    correct(served, "game", RECTANGLE)
    points = served.table("game")["game"]["scores"]["R"]
    assert points > 0
    expect(rows.nth(0)).to_have_attribute("data-points", str(points))
    expect(rows.nth(0).locator(".star-picture.new")).to_have_count(points)
    expect(rows.nth(0)).to_contain_text("Mia")
    expect(rows.nth(1).locator(".star-picture")).to_have_count(0)

    foreign = {"towers": RECTANGLE["towers"], "sticks": [*RECTANGLE["sticks"], stick("B", "g7", "g9")]}
    wait_illegal(served, "game", position(9, **foreign))
    expect(page.locator("#state")).to_have_attribute("data-state", "look")
    expect(page.locator(".child-sign")).not_to_have_count(0)
    served.post("/api/tables/game/reject")
    expect(page.locator(".child-sign")).to_have_count(0)
    served.post("/api/tables/game/pause")
    expect(page.locator("#state")).to_have_attribute("data-state", "resting")
    served.post("/api/tables/game/end")
    expect(page.locator("#state")).to_have_attribute("data-state", "over")


@pytest.mark.parametrize("way", ["mouse", "key"])
def test_the_door_opens_to_those_who_hold_it(page: Page, served: Served, way: str) -> None:
    """On a clock that is turned on by hand."""
    name = f"door-{way}"
    set_up(served, name, "free", ["R"])
    page.clock.install(time=0)
    children(page, served, name)
    page.clock.pause_at(LATER_MS)
    door, inside = page.locator("#door"), f"{served.address}/tables/{name}"
    holding = re.compile("holding")
    if way == "mouse":
        door.click()
    else:
        door.focus()
        page.keyboard.press("Enter")
    expect(door).not_to_have_class(holding)
    page.clock.run_for(HOLD_MS + 100)
    assert page.url != inside

    if way == "mouse":
        door.hover()
        page.mouse.down()
    else:
        for _ in range(5):  # a key that is held comes again and again
            page.keyboard.down("Enter")
    expect(door).to_have_class(holding)
    page.clock.run_for(HOLD_MS - 100)
    assert page.url != inside
    page.clock.run_for(100)
    expect(page).to_have_url(inside)


def test_three_presses_open_the_door_too(page: Page, served: Served) -> None:
    """Who cannot hold anything, a screen reader for one, presses three times."""
    set_up(served, "presses", "free", ["R"])
    children(page, served, "presses")
    # All at once, since it counts how much time lies between them.
    page.locator("#door").evaluate("door => { for (let press = 0; press < 3; press++) door.click(); }")
    expect(page).to_have_url(re.compile(r"/tables/presses$"))


def test_sound_and_voice_are_off_at_first_and_remembered(page: Page, served: Served) -> None:
    set_up(served, "heard", "free", ["R"])
    children(page, served, "heard")
    sound, speech = page.locator("#sound"), page.locator("#speech")
    for button in (sound, speech):
        expect(button).to_have_attribute("aria-pressed", "false")
    sound.click()
    page.reload()
    expect(sound).to_have_attribute("aria-pressed", "true")
    expect(speech).to_have_attribute("aria-pressed", "false")
    speech.focus()
    page.keyboard.press("Space")
    sound.click()
    page.reload()
    expect(sound).to_have_attribute("aria-pressed", "false")
    expect(speech).to_have_attribute("aria-pressed", "true")


def test_nothing_scrolls_and_nothing_is_cut_off(page: Page, served: Served) -> None:
    set_up(served, "room", "free", ["R"])
    set_up(served, "four", players=["R", "B", "Y", "G"])
    correct(served, "room", BRIDGE)
    correct(served, "four", RECTANGLE)
    for name in ("room", "four"):
        children(page, served, name)
        for size in SIZES:
            resize(page, **SIZES[size])
            assert page.evaluate(OUTSIDE) == [], (name, size)
            for button in page.locator(".child-button:visible").all():
                box = button.bounding_box()
                assert box and min(box["width"], box["height"]) >= SMALLEST_TARGET_PX
            board = page.locator("#solid canvas").bounding_box()
            assert board and min(board["width"], board["height"]) > 100, (name, size, board)


def test_a_table_that_is_closed_leads_to_the_others(page: Page, served: Served) -> None:
    set_up(served, "closed", "free", ["R"])
    children(page, served, "closed")
    status, _, _ = served.ask("DELETE", "/api/tables/closed")
    assert status == 200
    expect(page).to_have_url(served.address + "/")
