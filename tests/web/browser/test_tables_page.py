"""The page of all tables: who needs a person comes first and is called out; pausing, closing, beginning."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.web.browser.looking import LAPTOP, PHONE, confirm, position, set_up, stick, wait_illegal, window
from tests.web.served import Served

NAMES = ["Anna", "Ben", "Café <b>"]
FIRST = position(9, {"c3": "R"})
WRONG = position(9, {"c3": "R", "e7": "B"}, [stick("B", "e7", "f8")])


@pytest.fixture
def served(serve: Callable[..., Served]) -> Served:
    made = serve()
    for name in NAMES:
        set_up(made, name)
    return made


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    with window(browser, served) as watched:
        page = watched.open("/")
        expect(page.locator(".table-card .card-scores li")).to_have_count(2 * len(NAMES))
        yield page
        watched.forgive_gone("/api/tables/Anna/")  # another one may close it while its picture is asked for


def card(page: Page, name: str) -> Locator:
    return page.locator(".table-card").filter(has=page.get_by_role("heading", name=name, exact=True))


def expect_order(page: Page, *names: str) -> None:
    expect(page.locator(".table-card h2")).to_have_text(list(names))


def test_who_needs_a_person_comes_first_and_is_called_out(page: Page, served: Served) -> None:
    expect_order(page, *NAMES)
    expect(page.locator("#tables-said")).to_have_text("All is well, nobody needs help.")
    calls = page.locator("#needs-help")
    expect(calls).to_have_text("")

    confirm(served, "Ben", FIRST)
    expect(card(page, "Ben").locator(".card-turn")).to_contain_text("blue")
    wait_illegal(served, "Ben", WRONG)
    expect_order(page, "Ben", "Anna", NAMES[2])
    ben = card(page, "Ben")
    expect(ben).to_have_attribute("data-urgency", re.compile("[23]"))
    sentence = served.table("Ben")["help"][0]["text"]
    expect(ben.locator(".card-help")).to_contain_text(sentence)
    expect(calls).to_contain_text("Ben")
    expect(calls).to_contain_text(sentence)
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    expect(page.locator("#tables-said")).to_have_text("One table needs help.")

    # Another one later: who has waited longer stays first.
    confirm(served, "Anna", FIRST)
    wait_illegal(served, "Anna", WRONG)
    expect(page).to_have_title(re.compile(r"^\(2\) "))
    expect_order(page, "Ben", "Anna", NAMES[2])
    expect(calls.locator("p")).to_have_count(2)
    expect(calls.locator("p").last).to_contain_text("Anna")

    for name in ("Ben", "Anna"):
        served.post(f"/api/tables/{name}/reject")
    expect_order(page, *NAMES)
    expect(page.locator("#tables-said")).to_have_text("All is well, nobody needs help.")
    expect(page).to_have_title("Tables · Draufsicht")


def test_nothing_moves_under_the_keys_or_the_pointer(page: Page, served: Served) -> None:
    confirm(served, "Ben", FIRST)
    page.locator("body").press("Tab")  # from here on the browser shows where the focus is
    link = card(page, "Anna").get_by_role("link", name="Open Anna")
    link.focus()
    wait_illegal(served, "Ben", WRONG)
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    expect_order(page, *NAMES)
    expect(link).to_be_focused()
    page.get_by_role("link", name="Set up a table").focus()
    expect_order(page, "Ben", "Anna", NAMES[2])

    card(page, "Anna").hover()
    served.post("/api/tables/Ben/reject")
    expect(page).to_have_title("Tables · Draufsicht")
    expect_order(page, "Ben", "Anna", NAMES[2])
    page.mouse.move(2, 2)
    expect_order(page, *NAMES)


def test_a_table_is_paused_and_goes_on(page: Page, served: Served) -> None:
    anna = card(page, "Anna")
    button = anna.locator(".card-actions button")
    expect(button).to_have_attribute("aria-label", re.compile("^Pause: Anna"))
    button.click()
    expect(anna.locator(".state")).to_have_attribute("data-state", "paused")
    expect(button).to_have_attribute("aria-label", re.compile("Anna$"))
    expect(button).not_to_have_attribute("aria-label", re.compile("^Pause"))
    assert served.table("Anna")["game"]["paused"]
    button.press("Enter")
    expect(anna.locator(".state")).not_to_have_attribute("data-state", "paused")
    assert not served.table("Anna")["game"]["paused"]
    assert not served.table("Ben")["game"]["paused"]


def test_a_table_is_closed_only_after_a_question(page: Page, served: Served) -> None:
    close = card(page, NAMES[2]).get_by_role("button", name=f"Close the table: {NAMES[2]}")
    dialog = page.get_by_role("dialog")
    close.click()
    expect(dialog).to_contain_text(NAMES[2])
    expect(dialog.get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    close.click()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.locator(".table-card")).to_have_count(3)
    assert len(served.get("/api/tables")["tables"]) == 3

    close.click()
    dialog.locator("button.danger").click()
    expect_order(page, *NAMES[:2])
    assert [each["table"] for each in served.get("/api/tables")["tables"]] == NAMES[:2]
    expect(page.locator(".table-list a:focus, .table-list button:focus, #tables a.primary:focus")).to_have_count(1)


def test_of_a_table_that_is_being_closed_nothing_is_asked(page: Page, served: Served) -> None:
    """Its picture may not be there any more, however long the server takes to close it."""
    asked: list[str] = []
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "DELETE":
            asked.clear()
            held.append(route)
        else:
            route.continue_()

    page.route("**/api/tables/Anna", hold)
    page.on("request", lambda request: asked.append(request.url))
    card(page, "Anna").get_by_role("button", name="Close").click()
    with page.expect_request(lambda request: request.method == "DELETE"):
        page.get_by_role("dialog").locator("button.danger").click()
    for _ in range(3):  # as often as the picture of another table is looked at
        with page.expect_request("**/api/tables/Ben/picture.jpg*"):
            pass
    held[0].continue_()
    expect_order(page, *NAMES[1:])
    assert not [url for url in asked if "Anna/picture" in url]


def test_what_others_open_and_close_comes_and_goes(page: Page, served: Served) -> None:
    set_up(served, "Dora", "free", ["R"])
    expect_order(page, *NAMES, "Dora")
    expect(card(page, "Dora").locator(".quiet-text").first).to_have_text("Free building")
    served.ask("DELETE", "/api/tables/Anna")
    expect_order(page, *NAMES[1:], "Dora")


def test_a_card_leads_to_its_table(page: Page, served: Served) -> None:
    card(page, NAMES[2]).get_by_role("link", name=f"Open {NAMES[2]}").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(NAMES[2])
    assert unquote(page.url) == f"{served.address}/tables/{NAMES[2]}"
    page.go_back()
    card(page, "Ben").get_by_role("link", name="For children Ben").click()
    expect(page.locator("#children")).to_have_attribute("data-table", "Ben")


def test_cards_fit_on_a_phone(page: Page, served: Served) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    for each in page.locator(".table-card").all():
        box = each.bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"]
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    tops = [(each.bounding_box() or {})["y"] for each in page.locator(".table-card").all()]
    assert tops[0] == tops[1]


def test_who_has_no_table_is_offered_a_demo(browser: Browser, serve: Callable[..., Served]) -> None:
    served = serve()
    with window(browser, served) as watched:
        page = watched.open("/")
        expect(page.locator("#first-steps")).to_be_visible()
        expect(page.locator(".table-card")).to_have_count(0)
        for source in ("camera", "photographs"):
            expect(page.locator(f"#first-steps a[href='/tables/new?source={source}']")).to_be_visible()
        page.locator("#begin-demo").click()
        expect(page.locator("#play #scores li")).to_have_count(2)
        expect(page.locator("#frame")).to_be_visible()
        name = unquote(page.url.rsplit("/", 1)[1])
        assert [each["table"] for each in served.get("/api/tables")["tables"]] == [name]
        page.goto(served.address)
        expect(page.locator("#first-steps")).to_be_hidden()
        expect(card(page, name)).to_be_visible()
