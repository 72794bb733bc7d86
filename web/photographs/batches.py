"""All lists of photographs: those that somebody looks at in memory, and what was read in every one on the disk."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from typing import Any

from referee.game import Rules
from web.api.words import choice, map_of, maybe, shape, text, truth, whole
from web.door.errors import Conflict, NotFound
from web.photographs.batch import Batch
from web.photographs.reading_work import Wish
from web.photographs.store import ListStore
from web.photographs.wishes import READABLE
from web.photographs.written_rows import summary
from words.message import Message, message

# In memory at a time, and in all.
MOST_LISTS, MOST_KEPT_LISTS = 8, 300
MOST_KEPT_BYTES = 600_000_000
UNTOUCHED_S = 3600.0
SWEEP_EVERY_S = 60.0

shape(
    "BatchSummary",
    "A list of photographs in short.",
    id=text(),
    begun=text("When it was begun, in UTC."),
    game=maybe(choice(READABLE)),
    pictures=whole(),
    rows=whole("A group is one row."),
    name=text("Of its first picture."),
    counts=map_of(whole(), "How many rows are in each state."),
    unread=whole(),
    failed=whole(),
    keep_pictures=truth("Its pictures are kept on the disk."),
)


class Batches:
    """Every list. Pictures are in memory only, unless somebody says of a list that they are to be kept."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, store: ListStore | None = None) -> None:
        self._clock, self._store = clock, store
        self._open: dict[str, Batch] = {}
        self._alone = threading.Lock()
        self._sweeper: threading.Timer | None = None

    @property
    def trouble(self) -> Message | None:
        """Why lists are in memory only, if they are."""
        return self._store.trouble if self._store is not None else None

    def open(self, rules: Rules | None, wish: Wish) -> Batch:
        self.sweep()
        with self._alone:
            self._make_room()
            if self._store is not None and self._store.count() >= MOST_KEPT_LISTS:
                raise Conflict(message("web.photos.lists", most=MOST_KEPT_LISTS))
            batch = Batch(secrets.token_urlsafe(12), rules, wish, self._clock())
            self._add(batch)
        batch.keep(batch, ())
        return batch

    def all(self) -> list[dict[str, Any]]:
        """Every list in short, the newest first."""
        kept = {} if self._store is None else {each["id"]: each for each in self._store.summaries()}
        with self._alone:
            inside = dict(self._open)
        for batch in inside.values():
            kept[batch.id] = summary(batch)
        return sorted(kept.values(), key=lambda each: (each["begun"], each["id"]), reverse=True)

    def find(self, batch_id: str) -> Batch:
        """The list of this name, which is thereby touched."""
        with self._alone:
            batch = self._open.get(batch_id)
            if batch is None and self._store is not None:
                batch = self._store.load(batch_id)
                if batch is not None:
                    self._make_room()
                    self._add(batch)
            if batch is None:
                raise NotFound(message("web.photos.gone"))
            batch.touched_s = self._clock()
            return batch

    def check_room(self) -> None:
        """Raises `Conflict` if the pictures of all lists together take too much memory."""
        with self._alone:
            if sum(batch.kept_bytes for batch in self._open.values()) > MOST_KEPT_BYTES:
                raise Conflict(message("web.photos.full"))

    def keep_pictures(self, batch: Batch, keep: bool) -> None:
        """Keeps the pictures of a list on the disk too, or deletes them there."""
        if self._store is None or self._store.trouble is not None:
            raise Conflict(message("web.photos.no_disk"))
        with batch.alone:
            batch.keep_pictures = keep
            batch.keep(batch, batch.rows)
        if not keep:
            self._store.wipe()

    def close(self, batch_id: str) -> None:
        """Deletes a list with all its pictures and results; one that is deleted already is none the worse for it."""
        with self._alone:
            batch = self._open.pop(batch_id, None)
        if batch is not None:
            batch.keep = lambda batch, rows: None  # what is stopped now is not written down again
            batch.stop()
        if self._store is not None:
            self._store.delete(batch_id)

    def put_away(self, batch_id: str) -> None:
        """Forgets the pictures of a list; what was read in them is kept."""
        with self._alone:
            batch = self._open.pop(batch_id, None)
        if batch is not None:
            batch.stop()

    def close_all(self) -> None:
        with self._alone:
            left = list(self._open)
            if self._sweeper is not None:
                self._sweeper.cancel()
        for batch_id in left:
            self.put_away(batch_id)
        if self._store is not None:
            self._store.close()

    def sweep(self) -> None:
        """Puts away what nobody has touched for long."""
        with self._alone:
            now_s = self._clock()
            old = [batch.id for batch in self._open.values() if now_s - batch.touched_s > UNTOUCHED_S]
        for batch_id in old:
            self.put_away(batch_id)

    def _add(self, batch: Batch) -> None:
        if self._store is not None:
            batch.keep = self._store.save
        self._open[batch.id] = batch
        self._sweep_later()

    def _make_room(self) -> None:
        """One that has nothing in memory which is not on the disk too makes room for another."""
        if len(self._open) < MOST_LISTS:
            return
        stored = self._store is not None and self._store.trouble is None
        free = [each for each in self._open.values() if stored and not each.unread and not each.only_in_memory]
        if not free:
            raise Conflict(message("web.photos.lists", most=MOST_LISTS))
        del self._open[min(free, key=lambda batch: batch.touched_s).id]

    def _sweep_later(self) -> None:
        """As long as a list is open: forgotten pictures are deleted though nobody asks for anything any more."""
        if self._sweeper is None:
            self._sweeper = threading.Timer(SWEEP_EVERY_S, self._sweep_again)
            self._sweeper.daemon = True
            self._sweeper.start()

    def _sweep_again(self) -> None:
        self.sweep()
        with self._alone:
            self._sweeper = None
            if self._open:
                self._sweep_later()
