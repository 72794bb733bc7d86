"""Calls of the page while the table's camera looks, and while others call: answered at once, and meant as they were."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from live.log import GameLog
from live.log_file import NotWritten
from live.play import Play
from referee.tactori.text import parse_text
from tests.live.watched import write_film
from tests.web.browser.looking import confirm, position, set_up
from tests.web.served import PATIENCE_S, Served, hurried, table
from vision.tactori.eyes import TowerEyes
from vision.tactori.rereading import Look
from words.message import message

BOTH = ({"c3": "R"}, {"c3": "R", "e5": "B"})


class Reading:
    """Every picture takes as long to be read as the test wants."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.go = threading.Event(), threading.Event()
        look = TowerEyes.look

        def slow(eyes: TowerEyes, *args: Any, **named: Any) -> Look:
            self.begun.set()
            assert self.go.wait(PATIENCE_S)
            return look(eyes, *args, **named)

        monkeypatch.setattr(TowerEyes, "look", slow)


@pytest.fixture
def reading(monkeypatch: pytest.MonkeyPatch) -> Iterator[Reading]:
    made = Reading(monkeypatch)
    yield made
    made.go.set()


def test_every_call_is_answered_while_a_picture_is_being_read(serve: Callable[..., Served], reading: Reading) -> None:
    """Whoever waited for the reading would wait for ever, and the answer not come."""
    served = serve(demo_options=hurried(most_turns=2))
    served.post("/api/tables", table(game="fem", source={"kind": "demo", "what": "1"}))
    served.wait_watching()
    assert reading.begun.wait(PATIENCE_S)
    camera = served.post("/api/tables/T/cameras", {"source": {"kind": "browser"}})["table"]["cameras"][0]["number"]
    said = served.post(f"/api/tables/T/cameras/{camera}/turned", {"turned": 90})["table"]["cameras"][0]
    assert (said["turned"], said["said"]) == (90, True)
    assert served.ask("DELETE", f"/api/tables/T/cameras/{camera}")[0] == 200
    served.post("/api/tables/T/keep-pictures", {"keep": True})
    served.post("/api/tables/T/corners", {"corners": [[10, 300], [600, 300], [500, 50], [100, 50]]})
    served.post("/api/tables/T/corners", {"corners": None})
    assert served.post("/api/tables/T/correct", {"words": ["c3=R"]})["table"]["position"]["towers"] == {"c3": "R"}
    assert served.post("/api/tables/T/pause")["table"]["game"]["paused"]
    served.post("/api/tables/T/resume")
    assert served.post("/api/tables/T/end")["table"]["game"]["ended"]
    assert not reading.go.is_set()
    assert served.table()["position"]["towers"] == {"c3": "R"}


@pytest.fixture
def served(serve: Callable[..., Served]) -> Served:
    made = serve()
    set_up(made, "T")
    for towers in BOTH:
        confirm(made, "T", position(9, towers))
    return made


def refused(served: Served, call: str, said: Any) -> tuple[int, str]:
    status, _, body = served.ask("POST", f"/api/tables/T/{call}", said, Accept_Language="en")
    return status, json.loads(body).get("error", "")


WAITS, NEWER = (parse_text(f"9 c3:R e5:B {more}") for more in ("g5:R g7:R", "g5:Y"))


@pytest.mark.parametrize("call", ["accept", "reject"])
def test_what_a_person_saw_wait_is_accepted_and_nothing_newer(served: Served, call: str) -> None:
    held = served.hall.table("T")
    held.call(lambda play: play.wait("illegal", [WAITS]))
    seen = served.table()["shown"]
    held.call(lambda play: play.stop_waiting() + play.wait("illegal", [NEWER]))
    status, sentence = refused(served, call, {"shown": seen})
    assert (status, sentence) == (409, "Something else has happened at the table in the meantime; look and try again")
    assert held.play.state.shown == NEWER and held.play.state.waiting is not None
    assert refused(served, call, {"shown": served.table()["shown"], "n": 2})[0] == 200
    assert held.play.state.waiting is None


def test_a_turn_is_taken_back_only_if_it_is_the_one_that_was_meant(served: Served) -> None:
    assert refused(served, "undo", {"n": 1})[0] == 409
    assert refused(served, "correct", {"position": position(9, {"c3": "RR"}), "n": 1})[0] == 409
    assert refused(served, "correct", {"words": ["c3=RR"], "shown": position(9, BOTH[0])})[0] == 409
    assert served.table()["game"]["n"] == 2 and served.table()["position"]["towers"] == BOTH[1]
    assert refused(served, "undo", {"n": 2})[0] == 200
    for wrong in ({"n": "2"}, {"n": True}, {"shown": 7}, {"shown": {"board": 9}}):
        assert refused(served, "undo", wrong)[0] == 400


def test_turns_and_corrections_at_the_same_moment_leave_each_other_alone(served: Served) -> None:
    """Twenty corrections against twenty turns; each is in the log as it was said, and nothing else."""
    held, fields = served.hall.table("T"), [f"{file}{rank}" for file in "abdf" for rank in (1, 2, 7, 8, 9)]

    def turn(number: int) -> None:
        def made(play: Any) -> Any:
            towers = dict(play.state.position.towers)
            at = f"{'ghi'[number % 3]}{1 + number // 3}"
            towers[at] = "RB"[len(play.state.steps) % 2]
            return play.confirm(parse_text("9 " + " ".join(f"{k}:{v}" for k, v in towers.items())), accepted=True)

        with held.play.undisturbed():
            held.call(made)

    with ThreadPoolExecutor(8) as people:
        corrections = [people.submit(served.post, "/api/tables/T/correct", {"words": [f"{at}=G"]}) for at in fields]
        for made in [*(people.submit(turn, number) for number in range(20)), *corrections]:
            made.result(PATIENCE_S)
    log = GameLog.open(served.hall.path)
    state = held.play.state
    assert state.id is not None
    said = [each.data["saw"] for each in log.events(state.id) if each.kind == "corrected"]
    log.close()
    assert sorted(place for each in said for place in each) == sorted(fields), "each corrected its own field only"
    towers = served.table()["position"]["towers"]
    assert all(towers[at] == "G" for at in fields) and len(towers) == len(fields) + 22


def test_the_first_write_that_fails_is_told_if_it_is_the_players_names(
    serve: Callable[..., Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise NotWritten(message("log.full"))

    monkeypatch.setattr(GameLog, "append", fail)
    served = serve()
    set_up(served, "T", names={"R": "Ada"})
    said = served.wait_for("T", lambda now: now["help"], "word of the log")
    assert "The disk is full" in said["help"][0]["text"]


def test_a_table_at_which_nothing_comes_any_more_goes_on_following_others(
    serve: Callable[..., Served], tmp_path: Path
) -> None:
    """Its film has been read: what another program says is seen all the same, and what becomes of the log."""
    film = write_film(tmp_path / "film.avi", [np.zeros((180, 320, 3), np.uint8)] * 3)
    served = serve()
    served.post("/api/tables", table(source={"kind": "film", "what": str(film)}))
    served.wait_for("T", lambda now: now["status"] == "stopped", "the end of the film")
    other = Play.resume(GameLog.open(served.hall.path), "T")
    assert other is not None
    other.confirm(parse_text("9 c3:R"))
    served.wait_for("T", lambda now: now["game"]["n"] == 1, "word of what another program said")
    other.log.close()
    served.hall.path.write_bytes(b"x" * 5000)
    served.wait_for("T", lambda now: now["help"] and now["help"][0]["urgency"] == 3, "word that the log is spoilt")
