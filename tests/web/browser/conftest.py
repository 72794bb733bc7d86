"""What is seen, in a real browser: the Chromium of this machine, without a window, started once for all tests."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright, expect, sync_playwright

from tests.waiting import PATIENCE_MS
from tests.web.browser.looking import Watched, window
from tests.web.served import Served

ARGUMENTS = ["--no-sandbox", "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", "--mute-audio"]
NAMES = ("chromium", "chromium-browser", "google-chrome")
SHELL = shutil.which("chromium-headless-shell")
"""The same without a window to look after: pages take two thirds of the time. It has no camera."""
CHROMIUM = os.environ.get("CHROMIUM") or next((path for name in NAMES if (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where it is. A machine without one leaves these tests out; the one that decides does not."""
    if CHROMIUM is None:
        assert os.environ.get("CI") != "true", "there is no Chromium here, and the tests of the page need one"
        pytest.skip("there is no Chromium on this machine; CHROMIUM says where one is")
    return CHROMIUM


@pytest.fixture(scope="session")
def playwright(chromium: str) -> Iterator[Playwright]:
    """Whatever is waited for in a browser is waited for with the patience of all tests; said here once."""
    make = Browser.new_context

    def patient(self: Browser, **options: Any) -> BrowserContext:
        context = make(self, **options)
        context.set_default_timeout(PATIENCE_MS)
        return context

    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as made, pytest.MonkeyPatch.context() as patch:
        patch.setattr(Browser, "new_context", patient)
        yield made


def launch(playwright: Playwright, chromium: str, *arguments: str) -> Browser:
    return playwright.chromium.launch(executable_path=chromium, args=[*ARGUMENTS, *arguments], timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def browser(playwright: Playwright, chromium: str) -> Iterator[Browser]:
    browser = launch(playwright, SHELL or chromium)
    yield browser
    browser.close()


@pytest.fixture
def served(serve: Callable[..., Served]) -> Served:
    """The page; what has happened there before, tests say themselves."""
    return serve()


@pytest.fixture
def watched(browser: Browser, served: Served) -> Iterator[Watched]:
    with window(browser, served) as made:
        yield made
