"""Whatever breaks a thread that reads pictures is told, and it is tried again: previews, tables, other cameras."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from live import feeding
from live.aside import Use
from live.feeding import Feeding, OtherCamera
from live.frame import Frame, Given
from live.settings import TableSettings
from live.sources.settings import SourceSettings
from live.sources.source import Source
from tests.live.sources.serving import jpeg, part, served
from tests.waiting import PATIENCE_S
from tests.web.served import serving, table, wait_for
from vision.eye_settings import EyeSettings
from vision.families import FAMILIES
from vision.known_of_picture import Known
from vision.tactori.eyes import TowerEyes
from web.setting_up import preview
from web.setting_up.preview import Preview
from web.setting_up.table_set_up import SourceChoice
from web.tables import watching

SOON = SourceSettings(pauses_s=(0.01,))


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (preview, watching, feeding):
        monkeypatch.setattr(module, "AGAIN", SOON)


def test_a_preview_of_an_odd_camera_is_told_or_shown() -> None:
    """As it was met: this head ended the thread, and the preview was opening for ever."""
    head = b"HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary*=utf-8''frame\r\n\r\n"
    data = head + part(jpeg(50)) * 3

    with served(lambda connected, _: connected.sendall(data)) as server:
        made = Preview(SourceChoice("address", server.address), None)
        try:
            wait_for(lambda: made.to_json("en")["status"] == "open" or made.to_json("en")["message"], "word of it")
        finally:
            made.close()


def test_a_preview_that_breaks_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    family, broke, let = FAMILIES["tactori"](), [0], threading.Event()

    def breaks(*given: Any) -> Any:
        if not let.is_set():
            broke[0] += 1
            raise AttributeError("nobody thought of it")
        return family.find(*given)

    monkeypatch.setattr(preview, "FAMILIES", {"tactori": lambda: replace(family, find=breaks)})
    made = Preview(SourceChoice("demo", "3"), None)
    try:
        wait_for(lambda: broke[0] >= 2, "a second try")
        said = wait_for(lambda: made.to_json("en")["message"], "word of it")
        assert "AttributeError" in said
        let.set()
        wait_for(lambda: made.to_json("en")["message"] is None and made.found is not None, "the board")
    finally:
        made.close()


@pytest.mark.parametrize("with_game", [False, True])
def test_a_table_that_breaks_goes_on_with_its_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, with_game: bool
) -> None:
    tries: list[bool | None] = []
    real = watching.open_watch
    may = threading.Event()

    def breaks(task: Any, source: Any = None) -> Any:
        tries.append(task.new)
        if len(tries) == 1 and not with_game:
            raise AttributeError("nobody thought of it")
        watch = real(task, source)
        if len(tries) == 1:
            watch.source.given = lambda: iter(_break(may))  # type: ignore[method-assign]
        return watch

    monkeypatch.setattr(watching, "open_watch", breaks)
    with serving(tmp_path) as served_:
        served_.post("/api/tables", table())
        if with_game:
            number = served_.wait_watching()["game"]["number"]
            may.set()
        wait_for(lambda: len(tries) >= 2, "another try")
        said = served_.wait_watching()
        assert tries[1] is (not with_game)
        if with_game:
            assert said["game"]["number"] == number, "the same game goes on"


def _break(may: threading.Event) -> Iterator[Given]:
    may.wait(PATIENCE_S)
    raise AttributeError("nobody thought of it")
    yield


class Breaking(Source):
    name, flows = "breaking", True

    def __init__(self) -> None:
        self.asked = 0
        self.closed = threading.Event()

    def given(self) -> Iterator[Given]:
        self.asked += 1
        if self.asked < 3:
            raise AttributeError("nobody thought of it")
        while not self.closed.wait(0.01):
            yield Frame(np.zeros((360, 640, 3), np.uint8), self.name, 0, 0.0)

    def close(self) -> None:
        self.closed.set()


def test_another_camera_that_breaks_is_asked_again() -> None:
    source = Breaking()
    made = Feeding(1, OtherCamera("x"), source, TowerEyes(Known(9), EyeSettings()), TableSettings())
    try:
        wait_for(lambda: source.asked >= 3 and made.aside.frame is not None, "its picture")
        assert made.aside.use is not Use.GONE
    finally:
        made.close()
