"""What the tests of playing begin with: demo games that take a certain course, and games with something in them."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from live.events import Kind
from live.play import Play
from referee.tactori.rules import rule_book
from simulator.families import write_script
from tests.web.browser.looking import confirm, position, set_up, stick, wait_illegal
from tests.web.served import Served, hurried
from words.message import InputError

QUARRELSOME = hurried(illegal_rate=0.4, put_right_seen=1.0, most_turns=4)
"""A short demo with turns that are not allowed; which seed makes which is looked for."""
ROOT = Path(__file__).parent.parent.parent.parent
SAMPLES = ROOT / "sample_images"
RECORD = ROOT / "docs" / "examples" / "taktori.txt"


def seed_of(kinds: Sequence[str], game: str = "taktori", rule: str = "bridge.") -> str:
    """A demo that begins like this, with an illegal turn against this family of rules."""
    for seed in range(1, 1000):
        script = write_script(seed, rule_book(game), ("R", "B"), QUARRELSOME["settings"])
        played = [each for scene in script.scenes for each in scene.played][: len(kinds)]
        broken = [name for each in played for name in each.rules_broken]
        if [each.kind for each in played] == list(kinds) and any(name.startswith(rule) for name in broken):
            return str(seed)
    raise AssertionError("no demo begins like this")


@contextmanager
def resting_after_turns(served: Served) -> Iterator[None]:
    """Pauses a demo table after every turn, allowed or not: it would play on before anybody has looked."""
    over = threading.Event()

    def watch() -> None:
        n, hall = 0, served.hall
        while not over.is_set():
            hall.wait(n, {each.name: each.version for each in hall.tables()}, 0.2)
            for each in hall.since(n):
                n = each.n
                if each.event is not None and each.event.kind is Kind.TURN:
                    with suppress(InputError):  # it rests already
                        hall.table(each.table).call(Play.pause)

    thread = threading.Thread(target=watch, name="resting", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def play_some(served: Served, name: str = "T") -> None:
    """Three turns of Ada and Grace at a table that nobody films."""
    set_up(served, name, names={"R": "Ada", "B": "Grace"})
    confirm(served, name, position(9, {"c3": "R"}))
    confirm(served, name, position(9, {"c3": "R", "e7": "B"}))
    confirm(served, name, position(9, {"c3": "R", "e7": "B", "c5": "R"}, [stick("R", "c3", "c5")]))


def play_wrong(served: Served, name: str = "T") -> None:
    """Grace's next turn: it waits."""
    towers = {"c3": "R", "e7": "B", "c5": "R", "g7": "B"}
    wait_illegal(served, name, position(9, towers, [stick("R", "c3", "c5"), stick("B", "e7", "f8")]))


def imported_game(served: Served, record: bytes | None = None) -> int:
    """A game with polygons; its number."""
    status, _, body = served.ask("POST", "/api/games/import", record or RECORD.read_bytes(), Content_Type="text/plain")
    assert status == 201, body
    return int(json.loads(body)["number"])


def play_long(served: Served, name: str = "T", turns: int = 36) -> None:
    """A whole evening: Ada and Grace have closed polygons, and the list of turns is long."""
    said = served.get(f"/api/games/{imported_game(served)}")
    set_up(served, name, names={"R": "Ada", "B": "Grace"}, rules=said["rules"])
    for turn in said["turns"][:turns]:
        confirm(served, name, turn["position"])


def play_very_wrong(served: Served, name: str = "T") -> None:
    """A turn against many rules at once: it waits."""
    now = served.table(name)["position"]
    towers = now["towers"] | {"a9": "RRRR", "b9": "B", "i3": "G"}
    sticks = [*now["sticks"], stick("R", "a9", "b8"), stick("B", "b9", "i3", 2), stick("R", "a1", "c1")]
    wait_illegal(served, name, position(9, towers, sticks))
