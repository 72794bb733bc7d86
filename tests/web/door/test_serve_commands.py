"""The command `serve` as people start it: a program of its own, its address, its end, and its fall."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from running import Runner
from waitress.task import ThreadedTaskDispatcher

from tests.ports import free_port
from tests.waiting import PATIENCE_S, wait_ended, wait_for
from web.config import Config
from web.door.serving import Server
from web.door.sharing import KEY_SIGNS, SIGNS

ROOT = Path(__file__).parents[3]
KEY = re.compile(rf"\b[{SIGNS}]{{{KEY_SIGNS // 2}}}-[{SIGNS}]{{{KEY_SIGNS // 2}}}\b")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")


@dataclass
class Page:
    """A running `draufsicht serve`, and what it has printed so far."""

    process: subprocess.Popen[str]
    lines: list[str] = field(default_factory=list)

    @property
    def port(self) -> int:
        found = re.search(r"http://127\.0\.0\.1:(\d+)", self.lines[0])
        assert found, self.lines
        return int(found[1])

    def ask(self, path: str, method: str = "GET", body: Any = None, host: str = "127.0.0.1", **headers: str) -> Any:
        """Status and what was said."""
        connection = http.client.HTTPConnection(host, self.port, timeout=PATIENCE_S)
        with closing(connection):
            sent = {"Content-Type": "application/json"} if body is not None else {}
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, json.dumps(body) if body is not None else None, sent | named)
            answer = connection.getresponse()
            data = answer.read()
            is_json = "json" in (answer.getheader("Content-Type") or "")
            return answer.status, json.loads(data) if is_json else data.decode(errors="replace")

    def table(self, name: str) -> dict[str, Any]:
        status, said = self.ask(f"/api/tables/{name.replace(' ', '%20')}")
        assert status == 200, said
        assert isinstance(said, dict)
        return said

    def end(self, how: signal.Signals) -> int:
        self.process.send_signal(how)
        return self.process.wait(PATIENCE_S)


@contextmanager
def serving(home: Path, *words: str) -> Iterator[Page]:
    """Runs the command until the block ends, however it ends."""
    environment = {**os.environ, "DRAUFSICHT_HOME": str(home), "LC_ALL": "en_GB.UTF-8", "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "draufsicht", "serve", *words]
    said = home / "stderr.txt"
    home.mkdir(exist_ok=True)
    with (
        said.open("w+") as errors,
        subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=errors, text=True, start_new_session=True
        ) as process,
    ):
        page = Page(process)
        reading = threading.Thread(target=_read, args=(page,), daemon=True)
        reading.start()
        try:
            wait_for(lambda: page.lines or process.poll() is not None, "the address")
            assert process.poll() is None, said.read_text()
            yield page
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # with its children, if it was killed itself
            process.wait(PATIENCE_S)
            wait_ended(reading)
    assert "Traceback" not in said.read_text(), said.read_text()


def _read(page: Page) -> None:
    assert page.process.stdout is not None
    for line in page.process.stdout:
        page.lines.append(line.rstrip("\n"))


def wait_table(page: Page, name: str, holds: Any, what: str) -> dict[str, Any]:
    def look() -> dict[str, Any] | None:
        said = page.table(name)
        return said if holds(said) else None

    return wait_for(look, what)


# --- how it begins and ends


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT], ids=lambda how: how.name)
def test_it_says_where_it_is_answers_there_and_ends_when_told(tmp_path: Path, how: signal.Signals) -> None:
    port = free_port()
    with serving(tmp_path / "home", "--port", str(port)) as page:
        assert page.lines == [f"Draufsicht is at http://127.0.0.1:{port} (Ctrl-C ends it)"]
        status, said = page.ask("/")
        assert status == 200 and "<h1" in said
        assert page.ask("/api/tables") == (200, {"tables": []})
        assert page.end(how) == 0
    assert (tmp_path / "home" / "stderr.txt").read_text() == ""


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT], ids=lambda how: how.name)
def test_it_ends_in_the_middle_of_a_game_while_somebody_listens(tmp_path: Path, how: signal.Signals) -> None:
    with serving(tmp_path / "home", "--demo", "--port", "0") as page:
        wait_table(page, "Demo 1", lambda said: said["frame"] is not None, "a picture")
        with closing(http.client.HTTPConnection("127.0.0.1", page.port, timeout=PATIENCE_S)) as listener:
            listener.request("GET", "/api/events")
            answer = listener.getresponse()
            assert answer.readline().startswith(b"retry")
            assert page.end(how) == 0
    assert (tmp_path / "home" / "stderr.txt").read_text() == ""


def test_without_a_port_the_next_one_that_is_free_is_taken(tmp_path: Path) -> None:
    with serving(tmp_path / "one") as first, serving(tmp_path / "two") as second:
        assert first.port != second.port
        for page in (first, second):
            assert page.ask("/api/tables")[0] == 200
            assert page.end(signal.SIGTERM) == 0


def test_it_speaks_the_language_that_is_asked_for(tmp_path: Path) -> None:
    with serving(tmp_path / "home", "--port", "0", "--lang", "de") as page:
        assert page.lines[0].startswith("Draufsicht ist unter http://127.0.0.1:")


def test_the_log_is_where_it_is_said_to_be(tmp_path: Path) -> None:
    log = tmp_path / "elsewhere" / "club.sqlite"
    log.parent.mkdir()
    with serving(tmp_path / "home", "--port", "0", "--log", str(log)) as page:
        status, said = page.ask("/api/games/import", "POST", {})
        assert status == 400, said
        assert page.end(signal.SIGTERM) == 0
    assert log.exists()
    assert not list((tmp_path / "home").glob("*.sqlite"))


def test_a_busy_machine_is_no_word_for_the_terminal(caplog: pytest.LogCaptureFixture) -> None:
    """A request that waits for a thread is answered; who started the page cannot do anything about it."""
    server = Server(Config(reopen=False), 0)
    nobody_free = ThreadedTaskDispatcher()
    nobody_free.add_task(object())
    server.close()
    assert nobody_free.queue and not caplog.records


# --- what it is told wrongly


@pytest.mark.parametrize("said", ["x", "-1", "65536", "99999999999", "1.5", "", "٣", "80 80"])
def test_what_is_no_port_is_one_sentence(run: Runner, said: str) -> None:
    ran = run("serve", f"--port={said}")
    assert ran.code == 2
    assert ran.out == ""
    assert len(ran.err.splitlines()) == 1 and "65535" in ran.err


def test_a_port_in_use_is_one_sentence(run: Runner) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ran = run("serve", "--port", str(port))
    assert ran.code == 2
    assert len(ran.err.splitlines()) == 1 and str(port) in ran.err
    assert "Errno" not in ran.err


@pytest.mark.parametrize("words", [["--nonsense"], ["--po", "1"], ["more"]])
def test_an_option_that_is_not_known_is_one_sentence(run: Runner, words: list[str]) -> None:
    ran = run("serve", *words)
    assert ran.code == 2
    assert len(ran.err.splitlines()) == 1


# --- who is listened to


def listening(port: int) -> set[str]:
    """The addresses on which this machine listens at a port, as the system says it."""
    found = set()
    for name in ("tcp", "tcp6"):
        file = Path("/proc/net") / name
        if not file.exists():
            pytest.skip("this system does not tell who listens where")
        for line in file.read_text().splitlines()[1:]:
            local, state = line.split()[1], line.split()[3]
            address, _, number = local.partition(":")
            if state == "0A" and int(number, 16) == port:
                found.add(address)
    return found


def test_only_this_machine_is_listened_to(tmp_path: Path) -> None:
    with serving(tmp_path / "home", "--port", "0") as page:
        assert listening(page.port) == {"0100007F"}  # 127.0.0.1
        assert page.ask("/api/share") == (200, {"key": None})
        assert page.ask("/", Host="example.org")[0] == 403


def test_shared_it_prints_a_key_and_a_qr_code(tmp_path: Path) -> None:
    with serving(tmp_path / "home", "--lan", "--port", "0") as page:
        status, shared = page.ask("/api/share")
        assert status == 200 and KEY.fullmatch(shared["key"])
        if not shared["addresses"]:
            pytest.skip("this machine is in no network")
        wait_for(lambda: len(page.lines) >= 12, "the code")
        assert shared["key"] in page.lines[1] and shared["addresses"][0] in page.lines[1]
        code = page.lines[2:]
        assert {len(line) for line in code} == {len(code[0])} and len(code[0]) > 20
        assert set("".join(code)) <= set("█▀▄ ")
        assert listening(page.port) == {"00000000"}
        others = shared["addresses"][0].removeprefix("http://").rsplit(":", 1)[0]
        if others.startswith("["):
            pytest.skip("only reached by its longer address")
        assert page.ask("/api/tables", host=others)[0] == 403
        assert page.ask("/api/tables", host=others, X_Key="AAAA-AAAA")[0] == 403
        assert page.ask("/api/tables", host=others, X_Key=shared["key"])[0] == 200
        assert page.ask("/api/share", host=others, X_Key=shared["key"]) == (200, {"key": None})
        assert page.end(signal.SIGTERM) == 0


def test_the_key_is_another_one_each_time(tmp_path: Path) -> None:
    keys = set()
    for _ in range(2):
        with serving(tmp_path / "home", "--lan", "--port", "0") as page:
            keys.add(page.ask("/api/share")[1]["key"])
    assert len(keys) == 2


# --- killed


def played(said: dict[str, Any]) -> list[tuple[int, str, str]]:
    return [(turn["n"], turn["player"], turn["notation"]) for turn in said["turns"]]


def test_killed_in_the_middle_of_a_game_it_goes_on_where_it_was(tmp_path: Path) -> None:
    """A table that people set up, with a demo: killed twice, it is open again by itself and nothing is missing."""
    home = tmp_path / "home"
    set_up = {"name": "T", "source": {"kind": "demo", "what": "7"}, "game": "bridges", "players": ["Y", "G"]}
    with serving(home, "--port", "0") as page:
        assert page.ask("/api/tables", "POST", set_up)[0] == 201
        before = wait_table(page, "T", lambda said: said["game"] and said["game"]["n"] >= 1, "a turn")
        page.end(signal.SIGKILL)
    for _ in range(2):
        with serving(home, "--port", "0") as page:
            after = wait_table(page, "T", lambda said: said["game"], "the game")
            assert after["game"]["number"] == before["game"]["number"]
            assert played(after)[: len(played(before))] == played(before)
            status, turn = page.ask(f"/api/games/{before['game']['number']}/turns/{before['game']['n']}")
            assert (status, turn["position"]) == (200, before["position"])
            before = after
            page.end(signal.SIGKILL)


def test_a_demo_that_was_killed_goes_on(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with serving(home, "--demo", "--port", "0") as page:
        before = wait_table(page, "Demo 2", lambda said: said["game"] and said["game"]["n"] >= 1, "a turn")
        page.end(signal.SIGKILL)
    with serving(home, "--demo", "--port", "0") as page:
        after = wait_table(page, "Demo 2", lambda said: said["frame"] is not None, "the game")
        assert after["game"]["number"] == before["game"]["number"]
        assert played(after)[: len(played(before))] == played(before)
        # The hands go on from where the game was: what is told next is the turn that follows.
        more = wait_table(page, "Demo 2", lambda said: said["game"]["n"] > before["game"]["n"], "another turn")
        assert played(more)[: len(played(before))] == played(before)
        assert page.end(signal.SIGTERM) == 0
