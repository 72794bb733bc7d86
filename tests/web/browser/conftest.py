"""What is seen, in a real browser: the Chromium of this machine, without a window, started once for all tests."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

PATIENCE_MS = 60_000.0
"""However slow and busy a machine is."""
ARGUMENTS = ["--no-sandbox", "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", "--mute-audio"]
NAMES = ("chromium", "chromium-browser", "google-chrome")
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
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as made:
        yield made


@pytest.fixture(scope="session")
def browser(playwright: Playwright, chromium: str) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
    yield browser
    browser.close()
