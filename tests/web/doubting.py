"""A table of the page that cannot tell whether a stick lies somewhere, and photographs that show it."""

from __future__ import annotations

from functools import cache
from typing import Any

import cv2

from referee.tactori.text import parse_text
from tests.live.beside import BEFORE, HIDDEN, photograph, side
from tests.web.browser.looking import correct, set_up
from tests.web.served import Served

LARGE = (1280, 720)


@cache
def jpeg(shown: str, turned_deg: float = 0.0, elevation_deg: float = 52.0) -> bytes:
    made = photograph(shown, side(turned_deg, elevation_deg, LARGE))
    return cv2.imencode(".jpg", made, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


def bring(served: Served, picture: bytes, name: str = "T") -> None:
    status, _, body = served.ask("POST", f"/api/tables/{name}/photographs", picture, Content_Type="image/jpeg")
    assert status == 202, body


def doubtful_table(served: Served, name: str = "T") -> dict[str, Any]:
    """Red has set e7 behind its own high stack: from low down in front nobody sees whether it laid a stick, too."""
    set_up(served, name)
    correct(served, name, parse_text(BEFORE).to_json())
    bring(served, jpeg(BEFORE, 0.0, 32.0), name)
    served.wait_for(name, lambda said: said["view"] and said["sight"] == "calm", "the board to be read")
    bring(served, jpeg(HIDDEN, 0.0, 32.0), name)
    return served.wait_for(name, lambda said: said["can_settle"] and said["doubts"], "the doubt")
