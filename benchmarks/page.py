"""The page in a real browser: first paint, layout shift, from click to answer, and memory, at the demo's own tables."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

if TYPE_CHECKING:  # where it is not installed, a sentence is printed instead
    from playwright.sync_api import Browser, Page

WIDTHS_PX = {"phone": (390, 780), "laptop": (1400, 900)}
# Where each page is, and what is there once it shows everything.
PAGES = {
    "tables": ("/", ".table-card"),
    "set up": ("/tables/new", "#setup.ready"),
    "play": ("/tables/Demo%201", "#scores li"),
    "children": ("/tables/Demo%202/children", "#solid canvas"),
    "games": ("/games", "#games li"),
    "photographs": ("/photographs", "#choose"),
    "measuring": ("/calibration", "main h1"),
    "doctor": ("/calibration/doctor", "#pictures button"),
    "api": ("/api", "details"),
}
LATER_MS = 1500
"""After a page shows everything: what still moves then is counted too."""
CLICKS = 9
MOST_SHIFT, MOST_ANSWER_MS, MOST_API_MS, MOST_MB = 0.02, 100, 100, 350
NAMES = ("chromium", "chromium-browser", "google-chrome")
OPEN_MS = 60_000.0
SEEN = """window.seen = {shift: 0};
new PerformanceObserver((entries) => {
  for (const each of entries.getEntries()) if (!each.hadRecentInput) seen.shift += each.value;
}).observe({type: "layout-shift", buffered: true});"""
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
CLICK = """() => new Promise((resolve) => {
  const button = document.querySelector("#pause"), before = button.getAttribute("aria-pressed");
  const begin = performance.now();
  const watch = new MutationObserver(() => {
    if (button.getAttribute("aria-pressed") === before) return;
    watch.disconnect();
    requestAnimationFrame(() => resolve(performance.now() - begin));
  });
  watch.observe(button, {attributes: true});
  button.click();
})"""
"""From the click on "pause" to the next picture of the window in which the table's answer is seen."""


def looking() -> Iterator[str]:
    """A line for each figure, with its bar where there is one."""
    chromium = os.environ.get("CHROMIUM") or next((path for name in NAMES if (path := shutil.which(name))), None)
    if chromium is None or find_spec("playwright") is None:
        yield "The page was not measured: there is no Chromium on this machine, or no Playwright for Python."
        return
    from playwright.sync_api import sync_playwright

    with (
        tempfile.TemporaryDirectory() as folder,
        _served(Path(folder)) as (process, address),
        sync_playwright() as made,
    ):
        browser = made.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--mute-audio"])
        try:
            yield from _pages(browser, address)
            yield from _answers(browser, address)
        finally:
            browser.close()
        yield _line(_mb(process.pid), f"< {MOST_MB}", "MB of the program with two demo tables, after all that")


@contextmanager
def _served(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`draufsicht serve --demo` with a log of its own."""
    command = [sys.executable, "-m", "draufsicht", "serve", "--demo", "--log", str(folder / "games.sqlite")]
    environment = dict(os.environ, LC_ALL="C.UTF-8")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stdout is not None
            for line in process.stdout:
                if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                    yield process, found[0]
                    break
            else:
                raise RuntimeError("the page did not start")
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate()


def _pages(browser: Browser, address: str) -> Iterator[str]:
    for device, (width, height) in WIDTHS_PX.items():
        for name, (path, ready) in PAGES.items():
            context = browser.new_context(viewport={"width": width, "height": height})
            context.add_init_script(SEEN)
            page = context.new_page()
            page.goto(address + path)
            page.locator(ready).first.wait_for(timeout=OPEN_MS)
            page.wait_for_timeout(LATER_MS)
            paint = page.evaluate(PAINT)
            yield _line(paint or 0.0, "", f"ms to the first paint of {name}, {device}")
            yield _line(page.evaluate("seen.shift"), f"< {MOST_SHIFT}", f"layout shift of {name}, {device}", digits=4)
            context.close()


def _answers(browser: Browser, address: str) -> Iterator[str]:
    page = browser.new_page(viewport={"width": 1400, "height": 900})
    page.goto(f"{address}/tables/Demo%201")
    page.locator("#scores li").first.wait_for(timeout=OPEN_MS)
    took = [_clicked(page) for _ in range(CLICKS)]
    yield _line(median(took), f"< {MOST_ANSWER_MS}", 'ms from the click on "pause" to its answer on the page')
    yield _line(max(took), "", f"ms, the slowest of {CLICKS}")
    page.close()
    loaded = [_loaded_ms(f"{address}/api") for _ in range(CLICKS)]
    yield _line(median(loaded), f"< {MOST_API_MS}", "ms to load /api")


def _clicked(page: Page) -> float:
    took: Any = page.evaluate(CLICK)
    page.wait_for_timeout(300)
    return float(took)


def _loaded_ms(address: str) -> float:
    begin = time.perf_counter()
    with urlopen(address) as answer:
        answer.read()
    return 1000 * (time.perf_counter() - begin)


def _mb(process: int) -> float:
    """What a process and its children have, what they share counted once; 0 where the system does not say."""
    kb, todo = 0, [process]
    while todo:
        number = todo.pop()
        try:
            said = Path(f"/proc/{number}/smaps_rollup").read_text()
            todo += map(int, Path(f"/proc/{number}/task/{number}/children").read_text().split())
        except OSError:
            continue
        kb += int(re.search(r"^Pss:\s+(\d+)", said, re.MULTILINE)[1])  # type: ignore[index]
    return kb * 1024 / 1e6


def _line(value: float, bar: str, name: str, digits: int = 1) -> str:
    return f"{value:8.{digits}f}  {bar:12} {name}"
