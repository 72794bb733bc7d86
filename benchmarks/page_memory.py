"""What the page takes of memory while tables are watched and much is done on it: `python -m benchmarks.page_memory`.

Counted is the proportional share (PSS) of the program and all its children together: what two of them share counts
once. Where the system does not tell that (not Linux), nothing is measured.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from benchmarks.memory import Held, tree_held

ROOT = Path(__file__).parent.parent
SAMPLES = sorted((ROOT / "sample_images").glob("*.jpg"))
BAR_MB, BACK_MB = 350, 50
PHOTOGRAPHS, TABLES, AT_ONCE = 30, 10, 2
PATIENCE_S = 1800.0
LOOK_EVERY_S = 0.3


class Page:
    """The page as people start it, with its two demo tables."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self._process, self._port = process, port

    def held(self) -> Held:
        return tree_held(self._process.pid)

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        kind = "application/octet-stream" if isinstance(body, bytes) else "application/json"
        connection = HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE_S)
        try:
            connection.request(method, path, data, {"Content-Type": kind})
            answer = connection.getresponse()
            said = answer.read()
            return answer.status, json.loads(said) if "json" in answer.headers["Content-Type"] else said
        finally:
            connection.close()

    def watch(self, seconds: float) -> None:
        """Somebody looks at the tables meanwhile."""
        end_s = time.monotonic() + seconds
        while time.monotonic() < end_s:
            for table in self.ask("GET", "/api/tables")[1]["tables"]:
                self.ask("GET", f"/api/tables/{table['table'].replace(' ', '%20')}/picture.jpg")
            time.sleep(min(1.0, max(0.0, end_s - time.monotonic())))

    def read_photographs(self, many: int) -> None:
        """A list of so many, read to its end and deleted."""
        _, opened = self.ask("POST", "/api/batches", {})
        path = f"/api/batches/{opened['id']}"
        for photograph in islice(cycle(SAMPLES), many):
            until(lambda: self.ask("POST", f"{path}/pictures", photograph.read_bytes())[0] == 201)  # noqa: B023
        until(lambda: not self.ask("GET", path)[1]["unread"])
        self.ask("DELETE", path)

    def open_and_close(self, many: int) -> None:
        """Demo tables, a few at a time, each until it has seen its board."""
        names = [f"T{n}" for n in range(many)]
        for first in range(0, many, AT_ONCE):
            some = names[first : first + AT_ONCE]
            for n, name in enumerate(some, first):
                source = {"kind": "demo", "what": str(n)}
                set_up = {"name": name, "source": source, "game": "taktori", "players": ["R", "B"], "new": True}
                self.ask("POST", "/api/tables", set_up)
            for name in some:
                until(lambda: self.ask("GET", f"/api/tables/{name}")[1].get("view"))  # noqa: B023
                self.ask("DELETE", f"/api/tables/{name}")


def until(true: Callable[[], object]) -> None:
    end_s = time.monotonic() + PATIENCE_S
    while not true():
        if time.monotonic() > end_s:
            raise TimeoutError
        time.sleep(LOOK_EVERY_S)


@contextmanager
def demo_page() -> Iterator[Page]:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "draufsicht.py", "serve", "--demo", "--port", "0", "--log", f"{folder}/games.sqlite"]
        process = subprocess.Popen([*command, "--lang", "en"], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            said = re.search(r":(\d+)", process.stdout.readline())
            assert said is not None
            yield Page(process, int(said[1]))
        finally:
            process.terminate()
            process.wait()


def measure(minutes: float, photographs: int = PHOTOGRAPHS, tables: int = TABLES) -> Iterator[str]:
    with demo_page() as page:
        for minute in range(1, int(minutes) + 1):
            page.watch(60 * minutes / int(minutes))
            before = page.held()
            yield f"{before}  after {minute} min, two demo tables (bar {BAR_MB} MB)"
        page.read_photographs(photographs)
        yield f"{page.held()}  right after {photographs} photographs"
        page.open_and_close(tables)
        yield f"{page.held()}  right after {tables} tables opened and closed"
        for minute in (1, 2, 3):
            page.watch(60)
            yield f"{page.held()}  {minute} min later (bar {before.mb + BACK_MB:.0f} MB)"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page_memory", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="so long two tables are watched first")
    args = parser.parse_args()
    for line in measure(args.minutes):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
