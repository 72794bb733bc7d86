"""A game from beginning to end on the page: set up, played, quarrelled over, all of it live."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Browser, Page, expect

from tests.web.browser.looking import window
from tests.web.browser.staged import QUARRELSOME, play_some, play_wrong, resting_after_turns, seed_of
from tests.web.served import Served, wait_for

NAME = "K%C3%BCche%20%26%20Co"


def test_a_demo_game_is_set_up_and_played(browser: Browser, serve: Callable[..., Served]) -> None:
    served = serve(demo_options=QUARRELSOME)
    with window(browser, served) as watched:
        page = watched.open("/tables/new")
        choose(page)
        find_the_board(page, seed_of(["turn", "turn", "illegal"]))
        page.locator("#next").click()
        page.locator("#name").fill("Küche & Co")
        with resting_after_turns(served):
            page.locator("#start").click()
            see_turns(page)
            see_the_violation(page, served)


def choose(page: Page) -> None:
    """The game, a reading of the rules, the players."""
    page.locator(".game-card").filter(has_text="every stick on their border").click()
    page.locator("#options-box summary").click()
    page.locator("#option-overlay_gap").select_option(index=1)
    page.locator("#next").click()
    page.get_by_label("Name of player 1").fill("Ada")
    page.get_by_label("Name of player 2").fill("Grace <b>")
    page.locator("#next").click()
    page.locator("#kinds input[value=demo]").check()


def find_the_board(page: Page, seed: str) -> None:
    """The live picture, with the board found and drawn over it; a corner is dragged, and let be found again."""
    expect(page.locator("#frame")).to_be_visible()
    with page.expect_response(lambda answer: answer.url.endswith("/api/previews") and answer.status == 201):
        page.locator("#what-input").fill(seed)
    expect(page.locator("#frame")).to_be_visible()
    wait_for(lambda: page.locator("#frame").evaluate("image => image.naturalWidth"), "a picture")
    expect(page.locator("#found")).to_contain_text("9")
    expect(page.locator(".corner-layer polygon")).to_have_attribute("points", re.compile(r"[\d.]+,[\d.]+ "))
    first = page.locator(".corner-handle").first
    expect(first).to_be_visible()
    place = first.bounding_box()
    assert place
    page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    page.mouse.down()
    page.mouse.move(place["x"] + 60, place["y"] - 25, steps=4)
    page.mouse.up()
    expect(page.locator("#corners-find")).to_be_visible()
    moved = first.bounding_box()
    assert moved and abs(moved["x"] - place["x"]) > 15
    page.locator("#corners-find").click()
    expect(page.locator("#corners-find")).to_be_hidden()
    wait_for(lambda: abs((first.bounding_box() or moved)["x"] - place["x"]) < 12, "the corner to be back")


def see_turns(page: Page) -> None:
    """They come by themselves."""
    page.wait_for_url("**/tables/K%C3%BCche%20%26%20Co")
    expect(page.get_by_role("heading", level=1)).to_have_text("Küche & Co")
    expect(page.locator("#game-name")).to_have_text("TAKTORI")
    expect(page.locator("#scores li")).to_have_count(2)
    expect(page.locator("#scores")).to_contain_text("Grace <b>")
    expect(page.locator(".turns .turn")).to_have_count(1)
    expect(page.locator("#turn")).to_contain_text("Grace <b>")
    go_on(page)
    expect(page.locator(".turns .turn")).to_have_count(2)
    expect(page.locator("#turn")).to_contain_text("Ada")
    expect(page.locator("#said")).to_contain_text("Grace <b>")
    expect(page.locator("#aerial [data-field-stack]")).not_to_have_count(0)


def go_on(page: Page) -> None:
    """The demo rests after each turn."""
    button = page.locator("#pause")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()


def see_the_violation(page: Page, served: Served) -> None:
    """What is not allowed is said, with its rule, and shown at its place in every view; accepted, it counts."""
    go_on(page)
    said = served.wait_for(NAME, lambda said: said["game"]["waiting"], "a violation")
    notice = page.locator("[data-notice=waiting]")
    expect(notice).to_be_visible()
    for violation in said["violations"][:3]:
        expect(notice).to_contain_text(violation["message"])
        rule = notice.locator(f"[data-rule='{violation['rule']}']").first
        expect(rule.locator("summary")).to_have_text("Which rule?")
        expect(rule).to_contain_text(violation["rule_text"])
    warning = said["game"]["waiting"]["violations"][0]["message"]
    expect(page.locator("#warned")).to_contain_text(warning)
    page.reload()  # whoever comes later is warned as well
    expect(page.locator("#warned")).to_contain_text(warning)
    expect(page.locator("#aerial [data-violation]").first).to_be_attached()
    expect(page.locator("#picture [data-violation]").first).to_be_attached()
    notice.locator("button.point").first.hover()
    expect(page.locator("#aerial .lighting, #aerial svg.lighting").first).to_be_attached()
    expect(page.locator("#aerial [data-violation='0'].lit").first).to_be_attached()
    notice.locator("[data-call=accept]").click()
    expect(notice).to_have_count(0)
    expect(page.locator(".turns .turn")).to_have_count(3)
    expect(page.locator(".turns li.accepted")).to_have_count(1)
    assert served.table(NAME)["turns"][-1]["accepted"]
    assert served.table(NAME)["game"]["rules"]


def test_an_illegal_turn_is_rejected(browser: Browser, serve: Callable[..., Served]) -> None:
    served = serve()
    play_some(served)
    play_wrong(served)
    with window(browser, served) as watched:
        page = watched.open("/tables/T")
        expect(page.locator("#turn")).to_contain_text("Grace")
        page.locator("[data-call=reject]").click()
        expect(page.locator("[data-notice=waiting]")).to_have_count(0)
    assert served.table()["game"]["waiting"] is None
    assert len(served.table()["turns"]) == 3


def test_a_game_ends_and_another_begins(browser: Browser, serve: Callable[..., Served]) -> None:
    served = serve()
    play_some(served)
    with window(browser, served) as watched:
        page = watched.open("/tables/T")
        expect(page.locator(".turns .turn")).to_have_count(3)
        number = served.table()["game"]["number"]
        page.locator("#more").click()
        page.locator("#end").click()
        page.locator("dialog.ask button[value=no]").click()
        assert not served.table()["game"]["ended"]
        page.locator("#more").click()
        page.locator("#end").click()
        page.locator("dialog.ask button[value=yes]").click()
        wait_for(lambda: served.table()["game"]["ended"], "the end")
        page.locator("#more").click()
        page.locator("#again").click()
        page.locator("dialog.ask button[value=yes]").click()
        served.wait_for("T", lambda said: said["game"] and said["game"]["number"] > number, "another game")
        expect(page.locator(".turns .turn")).to_have_count(0)


def test_a_table_is_closed(browser: Browser, serve: Callable[..., Served]) -> None:
    served = serve()
    play_some(served)
    with window(browser, served) as watched:
        page = watched.open("/tables/T")
        page.locator("#more").click()
        page.locator("#close").click()
        page.locator("dialog.ask button[value=yes]").click()
        page.wait_for_url(f"{served.address}/")
        expect(page.locator("#first-steps")).to_be_visible()
    assert served.get("/api/tables")["tables"] == []
