"""Pictures that the browser brings: from its own camera, and photographs one after another."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Browser, Page, Playwright, Route, expect

from tests.web.browser.conftest import launch
from tests.web.browser.looking import expect_told, later, window
from tests.web.browser.staged import SAMPLES
from tests.web.served import Served

SIZE = (960, 720)
PICTURES = 60
TRUTH = "closed_rectangle"
# On the clock of the page, which takes a picture every 220 ms.
FOUR_PICTURES_MS = 900


@pytest.fixture
def filmed(playwright: Playwright, chromium: str, tmp_path: Path) -> Iterator[Browser]:
    """A browser whose camera sees a sample picture: a film of JPEGs, one after another, is what it takes for one."""
    image = cv2.imread(str(SAMPLES / f"{TRUTH}.jpg"))
    assert image is not None
    # The middle, in the shape of a camera's picture.
    height, width = image.shape[:2]
    side = min(width / SIZE[0], height / SIZE[1])
    w, h = int(SIZE[0] * side), int(SIZE[1] * side)
    x, y = (width - w) // 2, (height - h) // 2
    small = cv2.resize(image[y : y + h, x : x + w], SIZE, interpolation=cv2.INTER_AREA)
    _, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 90])
    film = tmp_path / "film.mjpeg"
    film.write_bytes(bytes(data) * PICTURES)
    browser = launch(playwright, chromium, f"--use-file-for-fake-video-capture={film}")
    yield browser
    browser.close()


def test_the_browsers_own_camera(filmed: Browser, serve: Callable[..., Served]) -> None:
    served = serve()
    with window(filmed, served, permissions=["camera"]) as watched:
        page = watched.open("/tables/new?source=browser#camera")
        expect(page.locator("#kinds input[value=browser]")).to_be_checked()
        expect(page.locator("#frame")).to_be_visible()
        expect(page.locator("#found")).to_contain_text("9")
        page.locator("#next").click()
        page.locator("#name").fill("Cam")
        page.locator("#start").click()
        page.wait_for_url("**/tables/Cam")
        expect(page.locator("#bring-camera")).to_be_visible()
        said = served.wait_for("Cam", lambda said: said.get("view") and said["shown"]["towers"], "what the camera sees")
        assert said["source"]["kind"] == "browser"
        expect(page.locator("#frame")).to_be_visible()
        expect(page.locator("#aerial [data-field-stack]").first).to_be_attached()
        # Switched off, no more is sent.
        page.locator("#bring-camera").click()
        expect(page.locator("#bring-camera")).to_have_text("Use this device's camera")
        page.locator("#bring-camera").click()
        with page.expect_request("**/api/tables/Cam/frames"):
            pass
        closed_while_filmed(page)


def closed_while_filmed(page: Page) -> None:
    """Nothing more is brought to a table that is being closed, however long the server takes to close it."""
    sent: list[str] = []
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "DELETE":
            sent.clear()
            held.append(route)
        else:
            route.continue_()

    page.route("**/api/tables/Cam", hold)
    page.on("request", lambda request: sent.append(request.url))
    page.locator("#more").click()
    page.locator("#close").click()
    with page.expect_request(lambda request: request.method == "DELETE"):
        page.locator("dialog.ask button[value=yes]").click()
    later(page, FOUR_PICTURES_MS)
    assert not [url for url in sent if "/frames" in url or "picture" in url]
    held[0].continue_()
    expect(page.locator("#first-steps")).to_be_visible()


def test_a_camera_that_is_refused_is_a_sentence(browser: Browser, serve: Callable[..., Served]) -> None:
    served = serve()
    with window(browser, served) as watched:
        page = watched.context.new_page()
        page.add_init_script(
            "navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))"
        )
        page.goto(f"{served.address}/tables/new?source=browser#camera")
        expect(page.locator("#no-picture")).to_contain_text("may not use the camera")
        expect(page.locator("#opening")).to_be_hidden()
        expect(page.locator("#camera-again")).to_be_visible()


def test_photographs_one_after_another(browser: Browser, serve: Callable[..., Served], tmp_path: Path) -> None:
    served = serve()
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"\xff\xd8\xff\xe0 no picture at all")
    with window(browser, served) as watched:
        page = watched.open("/tables/new?source=photographs#camera")
        expect(page.locator("#kinds input[value=photographs]")).to_be_checked()
        page.locator("#what-input").set_input_files(SAMPLES / "empty9.jpg")
        expect(page.locator("#frame")).to_be_visible()
        expect(page.locator("#found")).to_contain_text("9")
        # Another one takes its place, and is the first that the table sees.
        page.locator("#what-input").set_input_files(SAMPLES / f"{TRUTH}.jpg")
        page.locator("#next").click()
        page.locator("#name").fill("Photos")
        page.locator("#start").click()
        page.wait_for_url("**/tables/Photos")
        said = served.wait_for("Photos", lambda said: said["shown"]["towers"], "what the photograph shows")
        assert said["shown"]["towers"] == json.loads((SAMPLES / f"{TRUTH}.json").read_text())["towers"]
        expect(page.locator("#aerial [data-field-stack]").first).to_be_attached()
        expect(page.locator("[data-notice=waiting]")).to_be_visible()  # no game begins like this
        expect(page.locator("#bring")).to_be_visible()
        page.locator("#bring-photograph").set_input_files(broken)
        expect_told(page, kind="bad")
        watched.faults[:] = [fault for fault in watched.faults if "400" not in fault]
