"""The hall: all tables that are open, and what happened at them, for everybody who listens."""

from __future__ import annotations

import json
import secrets
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from live.demo.again import SHOWN_S
from live.events import Event
from live.log import GameLog, log_path
from live.table_lock import LONGEST_NAME, is_watched
from web.config import Config
from web.door.errors import Conflict, NotFound
from web.setting_up.table_set_up import SourceChoice, TableSetUp
from web.tables.kept import KeptTables
from web.tables.snapshot import snapshot
from web.tables.watched_table import WatchedTable
from words.message import InputError, Message, message

MOST_TABLES = 24
MOST_KEPT = 2000
"""Happenings kept for those who come later or were away for a moment."""
FILE_NAME = "tables.json"
DEMO_GAMES = (
    ("Demo 1", "7", "taktori", ("R", "B")),
    ("Demo 2", "3", "bridges", ("Y", "G")),
    ("Demo 3", "5", "antiblok", ("R", "B")),
    ("Demo 4", "2", "draughts", ("w", "b")),
)
"""What `--demo` shows: a game for those who know it, one for children, one with cards and a die, and one without a
camera."""


@dataclass(frozen=True)
class Happening:
    """Something that happened at a table; `event` is None when the table was closed."""

    n: int
    table: str
    event: Event | None


class Hall:
    """Threads may share it. What is said to one listener is said to all, each at their own pace."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.path = log_path(config.log_path)
        self.log = GameLog.open(self.path)
        self.run = secrets.token_hex(4)
        """Another one each time the program starts: numbers of happenings begin anew then."""
        self._tables: dict[str, WatchedTable] = {}
        self._happened: deque[Happening] = deque(maxlen=MOST_KEPT)
        self._count = 0
        self._news = threading.Condition()
        self._texts: dict[tuple[str, str], tuple[int, str]] = {}
        self._closed = False
        self._keeping = threading.Lock()
        self._kept = KeptTables(self.path.with_name(FILE_NAME))
        self._elsewhere: set[str] = set()
        """Tables that another program watched when they were opened here: their entry is not ours."""
        self.notices: list[Message] = []
        """What whoever started it should know."""

    @classmethod
    def open(cls, config: Config) -> Hall:
        """The hall with the tables that were open when it was last closed, and the demo tables if they are wanted."""
        hall = cls(config)
        if config.reopen:
            hall._reopen()
        if config.demo:
            for name, seed, game, players in DEMO_GAMES:
                if name not in hall._tables:
                    hall._add(TableSetUp(name, SourceChoice("demo", seed), game, {}, players), new=None)
        return hall

    def _reopen(self) -> None:
        """What cannot be opened stays written down, and does not keep the others away."""
        entries, damaged = self._kept.read()
        if damaged is not None:
            self.notices.append(damaged)
        for entry in entries:
            name = str(entry.get("name"))[:LONGEST_NAME]
            try:
                set_up = TableSetUp.from_json(entry)
            except InputError as error:
                self.notices.append(message("hall.entry", table=name, why=error.message))
                continue
            except (TypeError, ValueError, KeyError, AttributeError):  # somebody wrote it by hand
                self.notices.append(message("hall.entry", table=name, why=message("input.object")))
                continue
            if set_up.name in self._tables or (_is_demo(set_up) and not self.config.demo):
                continue
            if is_watched(self.path, set_up.name):
                self.notices.append(message("hall.elsewhere", table=set_up.name))
            elif len(self._tables) < MOST_TABLES:
                self._add(set_up, new=None)
        self.keep()  # now they are ours

    def close(self) -> None:
        with self._news:
            self._closed = True
            self._news.notify_all()
        for table in self.tables():
            table.close()
        self.log.close()

    # Tables.

    def tables(self) -> list[WatchedTable]:
        with self._news:
            return list(self._tables.values())

    def table(self, name: str) -> WatchedTable:
        with self._news:
            found = self._tables.get(name)
        if found is None:
            raise NotFound(message("web.no_table", table=name[:60]))
        return found

    def has_game(self, name: str) -> bool:
        """Whether a table has a game that can go on."""
        entry = self.log.last_game(name) if self.log.readable else None
        return entry is not None and not entry.finished

    def add(self, set_up: TableSetUp, new: bool | None) -> WatchedTable:
        """Opens a table. Another one of that name must not be open."""
        with self._news:
            if set_up.name in self._tables:
                raise Conflict(message("web.table_open", table=set_up.name))
            if len(self._tables) >= MOST_TABLES:
                raise Conflict(message("web.most_tables", most=MOST_TABLES))
        made = self._add(set_up, new)
        self.keep()
        return made

    def remove(self, name: str) -> None:
        """Closes a table; its game stays in the log."""
        table = self.table(name)
        with self._news:
            self._tables.pop(name, None)
            for key in [key for key in self._texts if key[0] == name]:
                del self._texts[key]
        table.close()
        self.keep()
        with self._news:
            self._say(name, None)

    def _add(self, set_up: TableSetUp, new: bool | None) -> WatchedTable:
        table = WatchedTable(set_up, self.path, self._told, _demo_of(set_up, self.config))
        if is_watched(self.path, set_up.name):
            self._elsewhere.add(set_up.name)
        with self._news:
            self._tables[set_up.name] = table
        table.open(new)
        return table

    def keep(self) -> None:
        """Writes down which tables are open, so that they are open again after a fall."""
        with self._keeping:  # or an older list could be the last one
            tables = self.tables()
            self._elsewhere -= {table.name for table in tables if table.watch is not None}
            self._kept.write({each.name: each.set_up.to_json() for each in tables if each.name not in self._elsewhere})

    # What happens.

    def _told(self, table: WatchedTable, events: Sequence[Event]) -> None:
        with self._news:
            if self._tables.get(table.name) is not table:
                return
            for event in events:
                self._say(table.name, event)
            self._news.notify_all()

    def _say(self, table: str, event: Event | None) -> None:
        self._count += 1
        self._happened.append(Happening(self._count, table, event))
        self._news.notify_all()

    @property
    def count(self) -> int:
        with self._news:
            return self._count

    def since(self, n: int) -> list[Happening]:
        """What happened after the happening `n`, as far as it is kept."""
        with self._news:
            return [each for each in self._happened if each.n > n]

    def wait(self, n: int, versions: Mapping[str, int], timeout_s: float) -> bool:
        """Waits until something happened after `n`, or a table differs from these versions; False if nothing did."""

        def news() -> bool:
            return (
                self._closed
                or self._count > n
                or any(versions.get(table.name) != table.version for table in self._tables.values())
            )

        with self._news:
            return self._news.wait_for(news, timeout_s)

    @property
    def closed(self) -> bool:
        return self._closed

    def text(self, table: WatchedTable, language: str) -> tuple[int, str]:
        """A table's snapshot in writing, made once for all who ask; and its version."""
        key, version = (table.name, language), table.version
        kept = self._texts.get(key)
        if kept is None or kept[0] != version:
            kept = version, json.dumps(snapshot(table, language), ensure_ascii=False, separators=(",", ":"))
            self._texts[key] = kept
        return kept


def _demo_of(set_up: TableSetUp, config: Config) -> dict[str, Any]:
    """A demo waits for whoever looks: on a busy machine it is slower, not illegible. Over, it begins again."""
    return {"waits": True, "lingers_s": SHOWN_S} | dict(config.demo_options) if set_up.source.kind == "demo" else {}


def _is_demo(set_up: TableSetUp) -> bool:
    """Whether `--demo` shows this table; its game is kept like any other, and goes on with the next `--demo`."""
    return set_up.source.kind == "demo" and set_up.name in {name for name, *_ in DEMO_GAMES}
