"""What a table of the page leaves open, settled with a photograph that somebody sends."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.tactori.text import parse_text
from tests.live.beside import BEFORE, HIDDEN
from tests.web.browser.looking import set_up
from tests.web.doubting import doubtful_table, jpeg
from tests.web.served import Served


@pytest.fixture
def served(serve: Callable[..., Served]) -> Served:
    return serve()


def settle(served: Served, picture: bytes, more: str = "", **headers: str) -> tuple[int, Any]:
    headers.setdefault("Content_Type", "image/jpeg")
    status, _, body = served.ask("POST", f"/api/tables/T/settle{more}", picture, **headers)
    return status, json.loads(body)


def test_a_photograph_from_another_side_settles_it_and_is_not_kept(served: Served, tmp_path: Path) -> None:
    before = doubtful_table(served)
    assert any(doubt["side"] for doubt in before["doubts"])
    status, said = settle(served, jpeg(HIDDEN, 95.0))
    assert status == 200, said
    assert [each["event"] for each in said["events"]] == ["turn"]
    now = served.table()
    assert now["position"] == parse_text(HIDDEN).to_json()
    assert not now["can_settle"] and not now["doubts"] and now["game"]["waiting"] is None
    pictures = [file.name for file in tmp_path.rglob("*") if file.suffix in (".jpg", ".jpeg", ".png")]
    assert pictures == []


def test_what_is_refused_says_why_and_changes_nothing(served: Served) -> None:
    before = doubtful_table(served)
    refusals = {
        "another position": jpeg("9 a1:YY c7:GG g3:B i9:Y", 95.0),
        "All of it has to be in the picture": jpeg("9", 0.0)[:0] or _wall(),
    }
    for sentence, picture in refusals.items():
        status, said = settle(served, picture, Accept_Language="en")
        assert status == 400 and sentence in said["error"], said
    assert settle(served, b"")[0] == 400 and settle(served, b"nonsense")[0] == 400
    assert settle(served, jpeg(HIDDEN, 95.0), "?turned=45")[0] == 400
    after = served.table()
    assert after["can_settle"] and after["position"] == before["position"]
    status, said = settle(served, jpeg(HIDDEN, 95.0), "?turned=90")
    assert status == 200 and not said["table"]["can_settle"]


def _wall() -> bytes:
    import cv2
    import numpy as np

    return cv2.imencode(".jpg", np.full((600, 800, 3), 90, np.uint8))[1].tobytes()


def test_where_nothing_is_open_a_photograph_is_not_read(served: Served) -> None:
    set_up(served, "T")
    status, said = settle(served, jpeg(BEFORE, 95.0), Accept_Language="en")
    assert status == 400 and "Nothing is open" in said["error"]


def test_it_is_taken_from_whoever_may_correct_and_from_nobody_else(serve: Callable[..., Served]) -> None:
    served = serve()
    set_up(served, "T")
    status, said = settle(served, jpeg(BEFORE, 95.0), Origin="http://elsewhere.example")
    assert status == 403 and said["error"]
