"""The program falls while pages are open, and comes back: they find back by themselves, and nothing is lost."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Browser, expect

from tests.ports import free_port
from tests.web.browser.looking import Watched, confirm, position, window
from tests.web.browser.staged import play_some
from tests.web.served import Served


def test_pages_find_back(browser: Browser, serve: Callable[..., Served]) -> None:
    served = serve(port=free_port())
    play_some(served)
    with window(browser, served) as watched:
        page, hall = watched.open("/tables/T"), watched.open("/")
        expect(page.locator(".turns .turn")).to_have_count(3)
        expect(hall.locator(".table-card")).to_have_count(1)
        served.close()
        expect(page.locator("#sight")).to_contain_text("connect", ignore_case=True)
        expect(hall.locator("#tables-away")).to_be_visible()

        again = serve(port=served.port)
        again.wait_watching()
        four = {"c3": "R", "e7": "B", "c5": "R", "g7": "B"}
        told = position(9, four, again.table()["position"]["sticks"])
        confirm(again, "T", told)
        expect(page.locator(".turns .turn")).to_have_count(4)
        expect(page.locator("#turn")).to_contain_text("Ada")
        expect(hall.locator("#tables-away")).to_be_hidden()
        expect(hall.locator(".table-card")).to_have_count(1)
        page.locator("#undo").click()
        expect(page.locator(".turns .turn")).to_have_count(3)
        only_of_the_fall(watched)


def only_of_the_fall(watched: Watched) -> None:
    """While nobody answers, the browser writes that down; everything else would be a fault."""
    words = ("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "ERR_INCOMPLETE_CHUNKED", "404")
    watched.faults[:] = [fault for fault in watched.faults if not any(word in fault for word in words)]
