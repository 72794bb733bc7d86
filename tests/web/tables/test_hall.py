"""The hall: tables that open, fail, rest, close, and are there again after a fall."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from calibration.camera import Camera
from calibration.measured import MeasuredCamera, MeasuredSet
from calibration.profiles import ProfileFolder
from live.log import GameLog
from live.play import Play
from live.table_lock import TableLock
from referee.tactori.rules import rule_book
from tests.web.served import Served, hurried, table, wait_for
from web.tables.hall import FILE_NAME, MOST_TABLES

Serve = Callable[..., Served]
ROOT = Path(__file__).parents[3]
HERE = {"kind": "photographs", "what": ""}
ALONE = """
import sys, threading
from pathlib import Path
from tests.web.served import serving
if __name__ == "__main__":
    with serving(Path(sys.argv[1])) as served:
        print(served.port, flush=True)
        threading.Event().wait()
"""


def turns(said: dict[str, Any]) -> int:
    return len(said["turns"]) if said["game"] else 0


def pictures(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.suffix.lower() in (".jpg", ".jpeg", ".png")]


class Elsewhere(Served):
    """A page in a process of its own."""

    def __init__(self, port: int) -> None:
        self._port = port

    @property
    def port(self) -> int:
        return self._port


def test_a_killed_page_goes_on_where_it_was(serve: Serve, tmp_path: Path) -> None:
    """Killed while a demo plays: the table is open again, with its game, its players and every turn it had told of."""
    command = [sys.executable, "-c", ALONE, str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        try:
            assert child.stdout
            there = Elsewhere(int(child.stdout.readline()))
            names, rules = {"R": "Ada", "B": "Grace"}, {"final_round": "finish_round"}
            there.post("/api/tables", table("Küche", names=names, rules=rules))
            before = there.wait_for("K%C3%BCche", lambda said: turns(said) >= 2, "two turns")
        finally:
            child.kill()
    served = serve()
    after = served.wait_for("K%C3%BCche", lambda said: said["game"], "the table")
    assert after["game"]["number"] == before["game"]["number"]
    assert after["game"]["names"] == names and after["game"]["rules"] == before["game"]["rules"] == rules
    told = [each["notation"] for each in before["turns"]]
    assert [each["notation"] for each in after["turns"]][: len(told)] == told
    served.wait_for("K%C3%BCche", lambda said: turns(said) > len(told), "the game to go on")


def test_a_demo_rests_while_it_is_paused(serve: Serve) -> None:
    served = serve()
    served.post("/api/tables", table())
    served.wait_for("T", lambda said: said.get("view"), "the board")
    served.post("/api/tables/T/pause")
    hall = served.hall

    def rests() -> bool:
        frame = hall.table("T").frame
        return not hall.wait(hall.count, {"T": hall.table("T").version}, 1.5) and hall.table("T").frame is frame

    wait_for(rests, "the hands to rest")
    assert served.table()["game"]["paused"] and served.table()["sight"] != "lost"
    count = turns(served.table())
    served.post("/api/tables/T/resume")
    served.wait_for("T", lambda said: turns(said) > count, "the next turn")


def test_no_picture_is_kept_unless_somebody_says_so(serve: Serve, tmp_path: Path) -> None:
    served = serve()
    served.post("/api/tables", table())
    said = served.wait_for("T", lambda said: turns(said) >= 2, "two turns")
    assert said["game"]["keep_pictures"] is False and pictures(tmp_path) == []
    assert served.ask("GET", "/api/tables/T/picture.jpg?width=320")[2][:2] == b"\xff\xd8"  # seen, but not kept
    assert pictures(tmp_path) == []
    assert served.post("/api/tables/T/keep-pictures", {"keep": True})["table"]["game"]["keep_pictures"] is True
    wait_for(lambda: pictures(tmp_path), "a picture")
    off = served.post("/api/tables/T/keep-pictures", {"keep": False})["table"]
    assert off["game"]["keep_pictures"] is False


def test_a_table_that_cannot_be_opened_says_why_and_can_be_tried_again(serve: Serve, tmp_path: Path) -> None:
    served = serve()
    with TableLock(tmp_path / "games.sqlite", "T"):
        served.post("/api/tables", table(source=HERE))
        failed = served.wait_for("T", lambda said: said["status"] == "failed", "the failure")
        assert "T" in failed["message"] and failed["help"][0] == {"urgency": 3, "text": failed["message"]}
        assert failed["game"] is None
        for call in ("undo", "pause", "correct", "corners"):
            status, _, body = served.ask("POST", f"/api/tables/T/{call}", {"words": ["e5=R"], "corners": None})
            assert status == 409 and json.loads(body)["error"], call
        assert served.ask("GET", "/api/tables/T/picture.jpg")[0] == 204
        assert served.ask("GET", "/tables/T")[0] == 200
    served.post("/api/tables/T/again", {"new": False})
    assert served.wait_watching()["message"] is None


@pytest.mark.parametrize(
    "source", [{"kind": "film", "what": "/nowhere/film.mp4"}, {"kind": "camera", "what": "77"}], ids=lambda s: s["kind"]
)
def test_a_source_that_is_not_there_breaks_nothing_else(serve: Serve, source: dict[str, str]) -> None:
    served = serve()
    served.post("/api/tables", table("other", source=HERE))
    served.post("/api/tables", table(source=source))
    said = served.wait_for("T", lambda said: said["help"], "a sentence")
    assert len(said["help"][0]["text"].split()) > 3
    assert served.wait_watching("other")["help"] == []
    assert served.ask("DELETE", "/api/tables/T")[0] == 200


def test_a_new_game_and_the_old_one_again(serve: Serve) -> None:
    served = serve()
    first = served.post("/api/tables", table(source=HERE, names={"R": "Ada"}))["table"]
    assert first["set_up"]["names"] == {"R": "Ada"}
    first = served.wait_watching()
    served.post("/api/tables/T/correct", {"words": ["c3=R"]})
    same = served.post("/api/tables/T/again", {"new": False})
    same = served.wait_watching()
    assert same["game"]["number"] == first["game"]["number"] and same["position"]["towers"] == {"c3": "R"}
    served.post("/api/tables/T/again", {"game": "bridges", "players": ["Y", "G"], "names": {"G": "Emmy"}})
    other = served.wait_watching()
    assert other["game"]["id"] == "bridges"
    assert other["game"]["number"] > first["game"]["number"]
    assert other["game"]["players"] == ["Y", "G"] and other["game"]["names"] == {"G": "Emmy"}
    assert other["position"]["towers"] == {}


def test_which_tables_are_open_is_kept(serve: Serve, tmp_path: Path) -> None:
    served = serve()
    for name in ("A", "B", "C"):
        served.post("/api/tables", table(name, source=HERE, new=True))
        served.wait_watching(name)
    served.ask("DELETE", "/api/tables/B")
    served.close()
    (kept := tmp_path / FILE_NAME).write_text(json.dumps([*json.loads(kept.read_text()), {"name": 7}, "x", {}]))
    again = serve()
    assert [each["table"] for each in again.get("/api/tables")["tables"]] == ["A", "C"]
    again.close()
    kept.write_text("{ no JSON")
    assert serve().get("/api/tables")["tables"] == []


def test_a_table_opened_twice_is_refused(serve: Serve) -> None:
    served = serve()
    served.post("/api/tables", table(source=HERE))
    status, _, body = served.ask("POST", "/api/tables", table(source=HERE))
    assert status == 409 and "T" in json.loads(body)["error"]


def test_there_are_not_endless_tables(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.tables.hall.MOST_TABLES", 2)
    served = serve()
    for n in range(2):
        served.post("/api/tables", table(str(n), source=HERE))
    assert served.ask("POST", "/api/tables", table("one more", source=HERE))[0] == 409
    assert MOST_TABLES > 10


def test_demo_tables_are_there_by_themselves_and_go_on(serve: Serve) -> None:
    served = serve(demo=True)
    assert [each["table"] for each in served.get("/api/tables")["tables"]] == ["Demo 1", "Demo 2", "Demo 3", "Demo 4"]
    served.post("/api/tables", table("mine", source=HERE))
    families = {}
    for name in ("Demo%201", "Demo%202", "Demo%203"):
        families[name] = served.wait_watching(name)["game"]["family"]
        served.post(f"/api/tables/{name}/pause")
    assert list(families.values()) == ["tactori", "tactori", "antiblok"]
    number = served.table("Demo%201")["game"]["number"]
    served.close()
    without = serve()
    assert [each["table"] for each in without.get("/api/tables")["tables"]] == ["mine"]
    without.close()
    again = serve(demo=True)
    assert again.wait_watching("Demo%201")["game"]["number"] == number
    assert [each["table"] for each in again.get("/api/tables")["tables"]].count("Demo 1") == 1


def test_a_demo_that_is_over_begins_again(serve: Serve) -> None:
    """Another game each time, at the same table; the old ones are in the log, ended."""
    served = serve(demo_options=hurried(most_turns=1) | {"lingers_s": 1.0})
    served.post("/api/tables", table())
    first = served.wait_watching()["game"]["number"]
    again = served.wait_for("T", lambda said: said["game"] and said["game"]["number"] > first, "the next game")
    assert again["source"] != {"kind": "demo", "what": "7"}
    served.wait_for("T", lambda said: turns(said) >= 1, "a turn of it")
    entries = {entry.id: entry for entry in served.hall.log.games("T")}
    assert entries[first].finished
    assert entries[first].source == "demo:7"
    assert entries[min(set(entries) - {first})].source == "demo:8"


def test_a_demo_that_begins_again_goes_on_with_its_own_game(serve: Serve, tmp_path: Path) -> None:
    """The table was set up with another seed than the game that is being played when the page comes back."""
    log = GameLog.open(tmp_path / "games.sqlite")
    begun = Play.begin(log, "T", "demo:9", rule_book("taktori"), ("R", "B")).state.id
    log.close()
    served = serve()
    served.post("/api/tables", table(new=None))
    assert served.wait_watching()["game"]["number"] == begun
    watch = served.hall.table("T").watch
    assert watch is not None and watch.source.name == "demo:9"


def test_a_demo_that_somebody_ended_begins_again_too(serve: Serve) -> None:
    served = serve(demo_options=hurried() | {"lingers_s": 0.5})
    served.post("/api/tables", table())
    first = served.wait_watching()["game"]["number"]
    served.post("/api/tables/T/end")
    served.wait_for("T", lambda said: said["game"] and said["game"]["number"] > first, "the next game")


def test_a_demo_that_waits_for_its_next_game_is_closed_at_once(serve: Serve) -> None:
    served = serve(demo_options=hurried() | {"lingers_s": 3600.0})
    served.post("/api/tables", table())
    served.wait_watching()
    served.post("/api/tables/T/end")
    served.wait_for("T", lambda said: said["status"] == "stopped", "the end")
    assert served.ask("DELETE", "/api/tables/T")[0] == 200
    assert not [each for each in threading.enumerate() if each.name == "table T"]


def test_closing_a_table_leaves_its_game(serve: Serve) -> None:
    served = serve()
    served.post("/api/tables", table(source=HERE))
    served.wait_watching()
    served.post("/api/tables/T/correct", {"words": ["c3=R"]})
    served.ask("DELETE", "/api/tables/T")
    assert served.get("/api/games")["games"][0]["table"] == "T"
    assert served.get("/api/choices")["unfinished"]["T"]["game"] == "taktori"
    served.post("/api/tables", table(source=HERE, new=False))
    assert served.wait_watching()["position"]["towers"] == {"c3": "R"}


def test_a_profile_that_does_not_fit_what_the_camera_sees_is_noticed(serve: Serve) -> None:
    shown = ROOT / "sample_images" / "first_bridges.jpg"
    truth = json.loads(shown.with_suffix(".json").read_text())
    served = serve()
    camera = MeasuredCamera(Camera.from_json(truth["camera"]), "sheet", 0.002)
    game = "bridges" if truth["board"] == 5 else "taktori"
    for name, wider_mm in (("right", 0.0), ("wrong", 14.0)):
        measured = truth["set"] | {"board_side": truth["set"]["board_side"] + wider_mm}
        ProfileFolder.of_user().put(name, MeasuredSet.from_json(measured), camera)
        served.post("/api/tables", table(name, source=HERE, profile=name, game=game))
        status, _, body = served.ask("POST", f"/api/tables/{name}/photographs", shown.read_bytes())
        assert status == 202, body
    said = served.wait_for("wrong", lambda said: said.get("misfits"), "word of the profile")
    assert all(isinstance(each, str) and each for each in said["misfits"])
    fitting = served.wait_for("right", lambda said: said.get("view"), "the board")
    assert (fitting["profile"], fitting["misfits"]) == ("right", [])
