"""Which tables are open, on disk: for its owner only, shared by two programs, and no damage keeps the page away."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.web.served import Served, serving, table, wait_for
from web.tables.kept import MOST_BYTES, KeptTables

BROUGHT = {"kind": "photographs", "what": ""}
ROOT = Path(__file__).parents[3]
SOUND = {"name": "Sound", "source": BROUGHT, "game": "taktori", "players": ["R", "B"]}


def names(served: Served) -> set[str]:
    return {each["table"] for each in served.get("/api/tables")["tables"]}


def in_file(folder: Path) -> set[str]:
    return {each["name"] for each in json.loads((folder / "tables.json").read_bytes())}


def open_at(served: Served, name: str) -> None:
    served.post("/api/tables", table(name, source=BROUGHT))
    served.wait_watching(name)


def test_two_pages_on_one_log_lose_no_table(tmp_path: Path) -> None:
    with serving(tmp_path) as first, serving(tmp_path) as second:
        open_at(first, "A")
        open_at(second, "B")
        open_at(first, "C")
        open_at(second, "D")
        assert in_file(tmp_path) == {"A", "B", "C", "D"}
        assert first.ask("DELETE", "/api/tables/C")[0] == 200
        assert in_file(tmp_path) == {"A", "B", "D"}, "only what one closes oneself is gone"
        with serving(tmp_path) as third:
            assert names(third) == set(), "what others watch stays with them"
            assert {notice.key for notice in third.server.notices} == {"hall.elsewhere"}
            # Somebody insists: the table says that it is watched elsewhere, and the entry stays as it was.
            third.post("/api/tables", table("A", source={"kind": "demo", "what": "9"}))
            third.wait_for("A", lambda said: said["status"] == "failed", "the refusal")
            third.ask("DELETE", "/api/tables/A")
            assert in_file(tmp_path) == {"A", "B", "D"}
    with serving(tmp_path) as later:
        assert names(later) == {"A", "B", "D"}
        assert later.wait_watching("A")["source"]["kind"] == "photographs"
        for name in ("A", "B", "D"):
            later.ask("DELETE", f"/api/tables/{name}")
        assert in_file(tmp_path) == set(), "what was opened again is its own"


def test_writers_at_once_lose_nothing(tmp_path: Path) -> None:
    """Programs of their own, each with many tables, one after another."""
    path = tmp_path / "tables.json"

    def write(who: int) -> None:
        kept, tables = KeptTables(path), dict[str, dict[str, Any]]()
        for n in range(15):
            tables[f"{who}-{n}"] = {"name": f"{who}-{n}"}
            kept.write(tables)

    writers = [threading.Thread(target=write, args=(who,)) for who in range(6)]
    for each in writers:
        each.start()
    for each in writers:
        each.join()
    assert in_file(tmp_path) == {f"{who}-{n}" for who in range(6) for n in range(15)}


@pytest.mark.skipif(os.name != "posix", reason="who may read a file is said otherwise there")
def test_it_is_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "tables.json"
    path.write_text("[]")
    path.chmod(0o644)
    with serving(tmp_path) as served:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, "also one of an earlier version"
        open_at(served, "A")
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


DAMAGED: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_bytes(b""),
    "cut off": lambda path: path.write_bytes(json.dumps([SOUND])[:-20].encode()),
    "binary": lambda path: path.write_bytes(bytes(range(256)) * 40),
    "an object": lambda path: path.write_bytes(b'{"name": "A"}'),
    "numbers": lambda path: path.write_bytes(b"[1, 2, 3]"),
    "no names": lambda path: path.write_bytes(b'[{"name": 7}]'),
    "nested": lambda path: path.write_bytes(b"[" * 100_000),
    "a long number": lambda path: path.write_bytes(b"[" + b"9" * 10_000 + b"]"),
    "huge": lambda path: path.write_bytes(b" " * (MOST_BYTES + 1)),
    "a folder": lambda path: path.mkdir(),
    "a pipe": os.mkfifo,
    "a device": lambda path: path.symlink_to("/dev/zero"),
}


@pytest.mark.parametrize("damage", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_put_aside_and_the_page_starts(tmp_path: Path, damage: Callable[[Path], object]) -> None:
    path = tmp_path / "tables.json"
    damage(path)
    before = path.read_bytes() if path.is_file() else None
    with serving(tmp_path) as served:
        (notice,) = served.server.notices
        assert notice.key in ("hall.damaged", "hall.partly")
        aside = tmp_path / "tables.json.damaged"
        assert os.path.lexists(aside)
        assert before is None or aside.read_bytes() == before, "nothing is lost"
        open_at(served, "A")
    assert in_file(tmp_path) == {"A"}
    damage(tmp_path / "other.json")
    path.unlink()
    (tmp_path / "other.json").rename(path)
    with serving(tmp_path):
        assert os.path.lexists(tmp_path / "tables.json.damaged-2"), "an earlier one is not written over"


@pytest.mark.parametrize(
    "said",
    [
        {"source": {"kind": "demo", "what": []}}, {"source": {"kind": {}, "what": ""}}, {"source": []}, {"game": []},
        {"game": {}}, {"players": [[], {}]}, {"players": {}}, {"names": {"R": []}}, {"rules": {"capture": {}}},
        {"corners": "x"}, {"corners": [[1, 2], None]}, {"profile": "gone"}, {"profile": []}, {"also": [3]}, {"ask": []},
        {"also": [{"source": {"kind": []}}]}, {"keep_pictures": 3}, {"name": "a/b"}, {"name": "\ud800"}, {"name": ""},
        {"name": "x" * 5000}, {"players": ["R"] * 1000},
    ],
    ids=str,
)  # fmt: skip
def test_one_that_cannot_be_keeps_no_other_away(tmp_path: Path, said: dict[str, Any]) -> None:
    bad = {**SOUND, "name": "Bad", **said}
    (tmp_path / "tables.json").write_text(json.dumps([bad, SOUND]))
    with serving(tmp_path) as served:
        assert names(served) == {"Sound"}
        (notice,) = served.server.notices
        assert notice.key == "hall.entry"
        served.ask("DELETE", "/api/tables/Sound")
        assert in_file(tmp_path) == {bad["name"]}, "it may be possible again"


def test_the_command_says_it_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "tables.json").write_bytes(b"\xff\xfe nonsense")
    command = [sys.executable, "-m", "draufsicht", "serve", "--port", "0", "--log", str(tmp_path / "games.sqlite")]
    with subprocess.Popen(
        [*command, "--lang", "en"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as child:
        try:
            assert child.stdout
            assert "tables.json was damaged" in child.stdout.readline()
            assert "http://127.0.0.1" in child.stdout.readline()
        finally:
            child.kill()


def test_a_table_that_was_watched_elsewhere_becomes_ours(tmp_path: Path) -> None:
    with serving(tmp_path) as second:
        with serving(tmp_path) as first:
            open_at(first, "A")
            second.post("/api/tables", table("A", source={"kind": "browser", "what": ""}))
            second.wait_for("A", lambda said: said["status"] == "failed", "the refusal")
        second.post("/api/tables/A/again", {"new": False})
        second.wait_watching("A")
        second.post("/api/tables/A/keep-pictures", {"keep": False})
        kept = wait_for(lambda: json.loads((tmp_path / "tables.json").read_bytes()), "the entry")
        assert [each["source"]["kind"] for each in kept] == ["browser"]
