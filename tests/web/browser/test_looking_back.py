"""Looking back is looking back: all that is shown is of that turn, and the way to now is broad."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from referee.tactori.position import Position
from tests.web.browser.looking import LAPTOP, PHONE, Watched, confirm, position, stick, window
from tests.web.browser.staged import play_long, play_some, play_very_wrong
from tests.web.served import Served


@pytest.fixture(params=[LAPTOP, PHONE], ids=["laptop", "phone"])
def watched(request: pytest.FixtureRequest, browser: Browser, served: Served) -> Iterator[Watched]:
    with window(browser, served, viewport=request.param) as made:
        yield made


def replayed(served: Served, n: int) -> dict[str, Any]:
    said: dict[str, Any] = served.get(f"/api/games/{served.table()['game']['number']}/turns/{n}")
    return said


def look_at(page: Page, n: int) -> None:
    page.locator(".history-slider").fill(str(n))
    expect(page.locator("#back")).to_contain_text(f"Turn {n} of" if n else "before turn 1")


def test_everything_shown_is_of_the_turn_that_is_looked_at(watched: Watched, served: Served) -> None:
    play_long(served)
    play_very_wrong(served)
    page = watched.open("/tables/T")
    expect(page.locator("[data-notice=waiting]")).to_be_visible()
    expect(page.locator("#back")).to_be_hidden()
    for n in (30, 31, 2, 0):
        then = replayed(served, n)
        look_at(page, n)
        expect(page.locator("#turn")).to_contain_text("Ada" if then["to_move"] == "R" else "Grace")
        for player in ("R", "B"):
            expect(page.locator(f"[data-score={player}] b")).to_have_text(str(then["scores"].get(player, 0)))
        expect(page.locator("#scores .moves")).to_have_attribute("data-score", then["to_move"])
        expect(page.locator("#aerial .last-ring")).to_have_count(len(then["last"]))
        expect(page.locator("#aerial [data-polygon].polygon")).to_have_count(len(then["verdict"]["polygons"]))
        expect(page.locator("#aerial [data-violation]")).to_have_count(len(then["violations"]))
        expect(page.locator(".polygon-row")).to_have_count(len(then["verdict"]["polygons"]))
        expect(page.locator("[data-notice=waiting]")).to_have_count(0)
        expect(page.locator("#needs")).to_be_hidden()
        expect(page.locator("#back")).to_be_in_viewport()
    page.locator("#back-now").click()
    expect(page.locator("#back")).to_be_hidden()
    expect(page.locator("[data-notice=waiting]")).to_be_visible()
    expect(page.locator("[data-score=B] b")).to_have_text("10")


def test_what_was_wrong_then_is_said_and_lit_up(watched: Watched, served: Served) -> None:
    play_some(served)
    towers = {"c3": "R", "e7": "B", "c5": "R", "g7": "B", "i9": "B"}
    wrong = position(9, towers, [stick("R", "c3", "c5")])
    served.hall.table("T").call(lambda play: play.confirm(Position.from_json(wrong), accepted=True))
    confirm(served, "T", position(9, towers | {"a1": "R"}, [stick("R", "c3", "c5")]))
    page = watched.open("/tables/T")
    expect(page.locator(".turns .turn")).to_have_count(5)
    look_at(page, 4)
    then = replayed(served, 4)["violations"]
    assert then
    lines = page.locator("[data-notice=then] .point")
    expect(lines).to_have_count(len(then))
    expect(lines.first).to_have_text(then[0]["message"])
    lines.first.focus()
    expect(page.locator("#aerial [data-violation='0'].lit").first).to_be_attached()
    look_at(page, 3)
    expect(lines).to_have_count(0)


def test_what_happens_meanwhile_is_told_and_changes_nothing(watched: Watched, served: Served) -> None:
    play_some(served)
    page = watched.open("/tables/T")
    expect(page.locator(".turns .turn")).to_have_count(3)
    look_at(page, 1)
    expect(page.locator("#turn")).to_contain_text("Grace")
    towers = {"c3": "R", "e7": "B", "c5": "R"}
    for at, count, said in (("g7", 4, "One turn since"), ("a1", 5, "2 turns since")):
        towers[at] = "BR"[count % 2]
        confirm(served, "T", position(9, towers, [stick("R", "c3", "c5")]))
        expect(page.locator("#back")).to_contain_text(f"Turn 1 of {count}")
        expect(page.locator("#back")).to_contain_text(said)
        expect(page.locator("#turn")).to_contain_text("Grace")
        expect(page.locator("#aerial .tile")).to_have_count(1)
    page.keyboard.press("End")
    expect(page.locator("#aerial .tile")).to_have_count(5)
    expect(page.locator("#back")).to_be_hidden()


def test_nothing_is_done_to_the_game_by_keys_meanwhile(watched: Watched, served: Served) -> None:
    play_some(served)
    page = watched.open("/tables/T")
    expect(page.locator(".turns .turn")).to_have_count(3)
    look_at(page, 1)
    page.locator("main").focus()
    page.keyboard.press("u")
    page.keyboard.press("Home")
    expect(page.locator("#back")).to_contain_text("before turn 1")
    assert len(served.table()["turns"]) == 3


def test_a_link_leads_to_a_turn(browser: Browser, served: Served) -> None:
    """Copied at the table and in the past game alike, with a key or from the menu; it opens there."""
    play_some(served)
    number = served.table()["game"]["number"]
    link = f"{served.address}/games/{number}?turn=2"
    with window(browser, served, permissions=["clipboard-read", "clipboard-write"]) as watched:
        page = watched.open("/tables/T?turn=2")  # a link to the table itself works as well
        expect(page.locator("#back")).to_contain_text("Turn 2 of 3")
        page.locator("main").focus()
        page.keyboard.press("l")
        expect(page.locator("#told")).to_contain_text("turn 2")
        assert page.evaluate("navigator.clipboard.readText()") == link
        page.goto(link)
        expect(page.locator(".history-slider")).to_have_value("2")
        expect(page.locator("#aerial .tile")).to_have_count(2)
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".history-slider")).to_have_value("1")
        page.locator(".export-menu summary").click()
        page.get_by_role("button", name="Copy a link").click()
        expect(page.locator("#told")).to_contain_text("turn 1")
        assert page.evaluate("navigator.clipboard.readText()") == link.replace("turn=2", "turn=1")
        page.goto(f"{served.address}/games/{number}#turn=3")
        expect(page.locator(".history-slider")).to_have_value("3")
        page.goto(f"{served.address}/games/{number}?turn=9999")
        expect(page.locator(".history-slider")).to_have_value("3")


def test_where_nothing_can_be_copied_the_link_is_shown(browser: Browser, served: Served) -> None:
    play_some(served)
    with window(browser, served) as watched:
        page = watched.open("/tables/T")
        expect(page.locator(".turns .turn")).to_have_count(3)
        page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
        page.keyboard.press("l")
        expect(page.locator("dialog.turn-link input")).to_have_value(
            f"{served.address}/games/{served.table()['game']['number']}?turn=3"
        )
