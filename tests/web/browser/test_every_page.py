"""What holds for every page there is: any width, any language, light and dark, by keyboard, and without a complaint."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser.dealt import DEALT, TURNED, WON, deal, play, wait
from tests.web.browser.looking import (
    LAPTOP,
    PHONE,
    WIDTHS_PX,
    Watched,
    confirm,
    later,
    look,
    position,
    resize,
    set_up,
    settle,
    stick,
    wait_illegal,
    window,
)
from tests.web.served import Served, serving, table
from words.language import LANGUAGES

ROOT = Path(__file__).parent.parent.parent.parent
STEP = "[data-step=profile]:visible"
LONG = "Donnerstagnachmittagskindergartengruppe"
"""The longest name somebody might give a table, in one word."""
# Where each page is, and what is there once it shows everything.
PAGES = {
    "tables": ("/", ".table-card .card-scores li"),
    "set up": ("/tables/new", "#setup.ready .game-picture svg"),
    "play": (f"/tables/{LONG}", "#scores li"),
    "children": (f"/tables/{LONG}/children", "#scores li"),
    "building": ("/tables/F/children", "#tasks li"),
    "cards": ("/tables/K", "#die .face"),
    "cards for children": ("/tables/K/children", "#scores li"),
    "games": ("/games", "#games li"),
    "game": ("/games/{number}", "#scores li"),
    "photographs": ("/photographs", "#choose"),
    "calibration": ("/calibration", "#profiles li"),
    "doctor": ("/calibration/doctor", "#pictures button"),
    "set": ("/calibration/set", STEP),
    "camera": ("/calibration/camera", STEP),
    "colours": ("/calibration/colours", STEP),
    "api": ("/api", "details"),
    "not found": ("/nothing/here", ".notice.bad"),
    "key": ("/", "input[name=key]"),
}
BARE = {"children", "building", "cards for children", "key"}
"""Pages without the header: for those who cannot read, and for those who may not come in yet."""
REFUSED = {"not found", "key"}
BEGUN = {"c3": "R", "c5": "R", "e7": "B"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served")) as made:
        set_up(made, LONG, names={"R": "Anna", "B": "Maximiliana-Friederike"})
        confirm(made, LONG, position(9, {"c3": "R"}))
        confirm(made, LONG, position(9, {"c3": "R", "e7": "B"}))
        confirm(made, LONG, position(9, BEGUN, [stick("R", "c3", "c5")]))
        wait_illegal(made, LONG, position(9, BEGUN | {"g7": "B"}, [stick("R", "c3", "c5"), stick("B", "e7", "f8")]))
        set_up(made, "F", "free", ["R"])
        set_up(made, "P")
        deal(made, "K", names={"R": "Anna", "B": "Maximiliana-Friederike"})
        play(made, "K", WON, ["L1"])
        wait(made, "K", "illegal", {TURNED: DEALT.cards[TURNED]})
        yield made


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A page that takes whoever asks for somebody from another machine, who has no key."""
    with serving(tmp_path_factory.mktemp("locked"), key="ABCDEFGH") as made:
        inside = made.app.wsgi_app
        made.app.wsgi_app = lambda environ, start: inside({**environ, "REMOTE_ADDR": "192.0.2.7"}, start)  # type: ignore[method-assign]
        yield made


@pytest.fixture(scope="module")
def number(served: Served) -> int:
    record = (ROOT / "docs" / "examples" / "taktori.txt").read_bytes()
    status, _, body = served.ask("POST", "/api/games/import", record, Content_Type="text/plain")
    assert status == 201, body
    return int(re.findall(rb"\d+", body)[0])


def show(watched: Watched, name: str, number: int, language: str = "en", page: Page | None = None) -> Page:
    path, ready = PAGES[name]
    page = page or watched.context.new_page()
    page.goto(f"{watched.address}{path.format(number=number)}?lang={language}")
    expect(page.locator(ready).first).to_be_visible()
    if name in REFUSED:
        watched.forgive_refusals()
    return page


@pytest.fixture(scope="module", params=PAGES)
def shown(
    request: pytest.FixtureRequest, browser: Browser, served: Served, locked: Served, number: int
) -> Iterator[tuple[str, Page, Watched]]:
    """Each page once, for all that is looked at in it."""
    name = request.param
    with window(browser, locked if name == "key" else served) as watched:
        yield name, show(watched, name, number), watched


Shown = tuple[str, Page, Watched]
MOST_SHIFT = 0.02
SHIFTS = """window.shifted = [];
new PerformanceObserver((seen) => {
  for (const each of seen.getEntries()) if (!each.hadRecentInput) shifted.push([each.value, each.sources.map(
    ({node, previousRect: a, currentRect: b}) => {
      const [from, to] = [a, b].map(({x, y, width, height}) => `${x},${y} ${width}x${height}`);
      return `${node?.nodeName}#${node?.id}.${node?.className} ${from} > ${to}`;
    })]);
}).observe({type: "layout-shift", buffered: true});"""
"""Every movement of what was seen already, which nobody asked for: how much of the window it is, and what moved."""


@pytest.mark.parametrize("width", [PHONE["width"], LAPTOP["width"]])
@pytest.mark.parametrize("name", PAGES)
def test_nothing_moves_while_it_comes(
    browser: Browser, served: Served, locked: Served, number: int, name: str, width: int
) -> None:
    """From the first line on to the last data: whoever is about to press a button presses that one."""
    with window(browser, locked if name == "key" else served, viewport={"width": width, "height": 800}) as watched:
        watched.context.add_init_script(SHIFTS)
        page = show(watched, name, number)
        later(page, 700)  # what comes after the data: pictures, drawings
        shifted = page.evaluate("shifted")
        assert sum(value for value, _ in shifted) < MOST_SHIFT, shifted


@pytest.mark.parametrize("width", [PHONE["width"], LAPTOP["width"]])
def test_nothing_moves_when_pictures_and_turns_come(browser: Browser, serve: Callable[..., Served], width: int) -> None:
    served = serve()
    served.post("/api/tables", table())
    served.wait_for("T", lambda said: said.get("view") and len(said["turns"]) >= 1, "a turn")
    with window(browser, served, viewport={"width": width, "height": 800}) as watched:
        watched.context.add_init_script(SHIFTS)
        seen = "#frame" if width > PHONE["width"] else "#scores li"  # on a phone the picture is farther down
        for path, ready in (("/tables/T", seen), ("/tables/T/children", "#scores li"), ("/", ".table-card")):
            page = watched.open(path)
            expect(page.locator(ready).first).to_be_visible()
            turns = len(served.table()["turns"])
            served.wait_for("T", lambda said, turns=turns: len(said["turns"]) > turns, "another turn")  # type: ignore[misc]
            later(page, 700)
            shifted = page.evaluate("shifted")
            assert sum(value for value, _ in shifted) < MOST_SHIFT, (path, shifted)
            page.close()


def test_its_controls_are_of_its_own_make(shown: Shown) -> None:
    """And still the browser's own underneath: a phone shows its list, and keys and screen readers know them."""
    _, page, _ = shown
    assert page.locator("[role=listbox], [role=combobox]").count() == 0
    bare = page.evaluate(
        """(kinds) => [...document.querySelectorAll(kinds)]
          .filter((each) => getComputedStyle(each).appearance !== "none").map((each) => each.outerHTML.slice(0, 80))""",
        "select, progress, input:is([type=checkbox], [type=radio], [type=range])",
    )
    assert bare == []
    files = page.locator("input[type=file]")
    assert all(file.evaluate("e => e.hidden || e.matches('.visually-hidden')") for file in files.all())


def test_nothing_is_wider_than_the_window(shown: Shown) -> None:
    name, page, _ = shown
    for width in WIDTHS_PX:
        resize(page, width, 900)
        wide = look(page, "tooWide")
        assert not wide, (name, width, wide)
    page.set_viewport_size(LAPTOP)


def test_it_can_be_told_apart_and_found_by_whoever_does_not_see_it(shown: Shown) -> None:
    name, page, _ = shown
    assert look(page, "nameless") == []
    levels = look(page, "headings")
    assert levels.count(1) == 1, levels
    assert all(after <= before + 1 for before, after in pairwise(levels)), levels
    assert page.locator("main").count() == 1
    if name not in BARE:
        assert page.locator("header nav[aria-label]").count() == 1
        assert page.locator("footer").count() == 1


def test_it_can_be_read(shown: Shown) -> None:
    _, page, _ = shown
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("html")).to_have_attribute("data-look", scheme)
        settle(page)
        assert look(page, "pale") == [], scheme
    page.emulate_media(color_scheme="light")


def test_everything_is_reached_by_the_keyboard_and_shows_it(shown: Shown) -> None:
    name, page, _ = shown
    wanted = look(page, "tabbable")
    assert wanted
    reached: set[int] = set()
    for _ in range(3 * len(wanted) + 20):
        page.keyboard.press("Tab")
        here = look(page, "focused")
        assert here["isShown"], (name, here)
        if here["index"] in reached and len(reached) >= len(wanted):
            break
        reached.add(here["index"])
    missed = [what for index, what in enumerate(wanted) if index not in reached]
    assert not missed


def test_it_complains_about_nothing(shown: Shown) -> None:
    """Nothing is loaded from elsewhere, nothing is against the content policy, nothing goes wrong."""
    _, page, watched = shown
    assert watched.faults == []
    expect(page).to_have_title(re.compile(r".+ · Draufsicht"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_speaks_every_language(
    browser: Browser, served: Served, locked: Served, number: int, language: str
) -> None:
    titles = {}
    for where, names in ((served, [name for name in PAGES if name != "key"]), (locked, ["key"])):
        with window(browser, where, viewport={"width": WIDTHS_PX[0], "height": 640}) as watched:
            page = None
            for name in names:
                page = show(watched, name, number, language, page)
                expect(page.locator("html")).to_have_attribute("lang", language)
                assert not re.findall(r"\b(?:page|web)\.[a-z_]+(?:\.[a-z_]+)*", look(page, "words")), name
                titles[name] = page.title()
                page.evaluate("() => document.querySelectorAll('details').forEach((each) => { each.open = true; })")
                assert not look(page, "tooWide"), name
    assert all(re.fullmatch(r"\S.* · Draufsicht", title) for title in titles.values()), titles
    assert len(set(titles.values())) >= len(PAGES) - 2, titles


def test_a_language_is_remembered(browser: Browser, served: Served) -> None:
    with window(browser, served) as watched:
        page = watched.open("/games")
        expect(page.locator("html")).to_have_attribute("lang", "en")
        page.select_option("#lang", "fr")
        expect(page.locator("html")).to_have_attribute("lang", "fr")
        assert page.url.endswith("/games")
        page.goto(served.address + "/calibration")
        expect(page.locator("html")).to_have_attribute("lang", "fr")
        expect(page.locator("#lang")).to_have_value("fr")


def test_the_key_opens_the_page(browser: Browser, locked: Served) -> None:
    with window(browser, locked) as watched:
        page = watched.open("/games")
        field = page.get_by_label("Key", exact=False)
        expect(field).to_be_focused()
        field.fill("WRONGKEY")
        field.press("Enter")
        expect(page.get_by_role("alert")).to_be_visible()
        field.fill("abcd-efgh")
        page.get_by_role("button").click()
        expect(page.locator("#first-steps")).to_be_visible()
        watched.forgive_refusals()
        page.goto(locked.address + "/games")
        expect(page.locator("#nothing")).to_be_visible()


def test_a_look_is_remembered(browser: Browser, served: Served) -> None:
    with window(browser, served, color_scheme="light") as watched:
        page = watched.open("/games")
        root = page.locator("html")
        expect(root).to_have_attribute("data-look", "light")
        page.click("#look")
        expect(root).to_have_attribute("data-look", "dark")
        page.goto(served.address + "/calibration")
        expect(root).to_have_attribute("data-look", "dark")


FAULTY = """<!doctype html><html lang="en"><title>x</title><body>
<style>b { color: #999; background: #fff } .bare:focus { outline: none } .off { position: absolute; left: 99em }</style>
<h1>One</h1><h3>Three</h3><h1>Two</h1><b>pale</b><img src="data:,"><button></button><button class="bare">bare</button>
<input id="a"><input id="a"><p aria-labelledby="nobody" tabindex="3">first</p><dialog></dialog><svg></svg>
<span aria-hidden="true"><a href="#">hidden</a></span><div class="off">far to the right</div>"""


def test_what_is_wrong_would_be_found(browser: Browser) -> None:
    """A page with a fault of every kind: whoever looks for faults has to be able to see them."""
    context = browser.new_context()
    page = context.new_page()
    page.set_content(FAULTY)
    assert look(page, "tooWide")
    found = " ".join(look(page, "nameless"))
    for fault in (
        "no name: button",
        "no name: input",
        "no name: dialog",
        "no alt",
        "an order of its own: p",
        "twice: #a",
        "aria-labelledby leads nowhere: nobody",
        "neither hidden nor named: svg",
        "hidden but reached: a",
    ):
        assert fault in found
    assert look(page, "headings") == [1, 3, 1]
    assert any("pale" in fault for fault in look(page, "pale"))
    assert len(look(page, "tabbable")) == 6
    page.locator(".bare").focus()
    assert look(page, "focused")["isShown"] is False
    page.locator("button").first.focus()
    assert look(page, "focused")["isShown"] is True
    context.close()
