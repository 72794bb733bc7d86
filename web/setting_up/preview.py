"""A source being tried out before a game: its newest picture, and where the board is in it."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from typing import Any

from live.frame import Frame, Gone, Picture
from live.sources.handed_in import HandedIn
from live.sources.opening import open_source
from live.sources.photographs import Photographs
from live.sources.settings import SourceSettings
from live.sources.source import Source
from referee.game import Rules
from referee.games import GAMES, find_game
from simulator.demo.settings import DemoSettings
from vision.corners import Corners
from vision.families import FAMILIES, NotSighted, Sighted
from web.api.pieces import BOARDS, SIZE
from web.api.words import choice, list_of, maybe, optional, ref, shape, text, whole
from web.door.errors import Conflict, NotFound
from web.setting_up.table_set_up import SourceChoice
from web.tables.watched_table import encode
from words.language import explain_error, say, sentence
from words.message import InputError, Message, message

_log = logging.getLogger("draufsicht")
AGAIN = SourceSettings()
"""How long to wait before what broke is tried again."""
FIND_EVERY_S = 1.0
UNTOUCHED_S = 60.0
"""A preview that nobody asks after for so long is closed: it may hold a camera."""
MOST_PREVIEWS = 4
USUAL = next(iter(GAMES.values()))
"""Of the family that is looked for as long as nobody has chosen a game."""
DEMO_TURNS = 3
"""What is played while somebody looks whether the picture is good."""

shape(
    "Preview",
    "A source that is tried out; closed when nobody has asked after it for a minute.",
    id=text(),
    source=ref("Source"),
    status=choice(("opening", "open", "failed")),
    message=maybe(text()),
    frame=maybe(whole(), "The number of its newest picture."),
    size=maybe(SIZE),
    corners=maybe(ref("Corners"), "Where the board is, if it was found."),
    board=maybe(choice(BOARDS)),
    why=maybe(text(), "Why there is no board."),
    colours=optional(maybe(list_of(ref("Colour")), "Of the pieces on the board, if they were asked for.")),
)


class Preview:
    def __init__(self, choice: SourceChoice, board: int | None, rules: Rules | None = None) -> None:
        self.id = secrets.token_urlsafe(9)
        self.choice, self.board = choice, board
        self._rules = rules
        self._game = USUAL if rules is None else find_game(rules.id)
        self._family = FAMILIES[self._game.family]()
        self.corners: Corners | None = None
        """As somebody says; None lets the board be found."""
        self.frame: Frame | None = None
        self.error: InputError | None = None
        self.gone: Message | None = None
        self.found: Sighted | None = None
        self.no_board: Message | None = None
        self.touched_s = time.monotonic()
        self._source: Source | None = choice.open_here()
        self._looked_s = -FIND_EVERY_S
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="preview", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        tries = 0
        while not self._is_over:
            before = self.frame
            try:
                self._watch()
                return
            except InputError as error:  # somebody has to choose otherwise
                self.error = error
                return
            except Exception as error:  # a picture nobody thought of: it is told, and tried again
                _log.warning("preview", exc_info=error)
                self.gone = message("source.broken", why=type(error).__name__)
            tries = tries + 1 if self.frame is before else 0
            self._closed.wait(AGAIN.pause_s(tries))

    @property
    def _is_over(self) -> bool:
        return self._closed.is_set() or time.monotonic() - self.touched_s > UNTOUCHED_S

    def _watch(self) -> None:
        """Until the source ends; it is opened anew each time, but for one into which pictures are put."""
        handed_in = self.choice.open_here() is not None
        source = self._source if handed_in else open_source(self.choice.spec, patient=True, demo=self._demo())
        assert source is not None
        self._source = source
        try:
            if self._is_over:  # closed while it was being opened
                return
            for given in source.given():
                if isinstance(given, Frame):
                    self._look(given)
                    self.gone = None
                else:
                    self.gone = given.why if isinstance(given, Gone) else None
                if self._is_over:
                    return
        finally:
            if not handed_in or self._is_over:
                source.close()

    def _demo(self) -> dict[str, Any]:
        seats = self._game.seats(self._game.players[0] if self._rules else 2)
        return {"pace": "live", "game": self._rules, "players": seats, "settings": DemoSettings(most_turns=DEMO_TURNS)}

    def _look(self, frame: Frame) -> None:
        self.frame = frame
        if not frame.alone and time.monotonic() - self._looked_s < FIND_EVERY_S:
            return
        try:
            self.found, self.no_board = self._family.find(frame.image, self.board, self.corners), None
        except NotSighted as error:
            self.found, self.no_board = None, error.message
        self._looked_s = time.monotonic()

    def colours(self) -> list[str] | None:
        """The colours of the pieces on the board, to be offered to the players; None as long as no board is seen."""
        if self.frame is None or self.found is None:
            return None
        try:
            return list(self._family.colours(self.frame.image, self.board, self.corners))
        except NotSighted:  # a hand came meanwhile
            return None

    def hold(self, corners: Corners | None) -> None:
        self.corners, self._looked_s = corners, -FIND_EVERY_S
        if self.frame is not None and self.frame.alone:  # no other picture comes by itself
            self._look(self.frame)

    def put(self, image: Picture) -> None:
        if not isinstance(self._source, HandedIn | Photographs):
            raise Conflict(message("web.not_handed_in"))
        self._source.put(image)

    def picture(self) -> tuple[int, bytes] | None:
        frame = self.frame
        return None if frame is None else (frame.number, encode(frame.image))

    def close(self) -> None:
        self._closed.set()
        if self._source is not None:
            self._source.close()
        if self._thread is not threading.current_thread():
            self._thread.join(5)

    def to_json(self, language: str) -> dict[str, Any]:
        frame, found = self.frame, self.found
        status = "failed" if self.error else "open" if frame is not None else "opening"
        said = explain_error(self.error, language) if self.error else say(self.gone, language) if self.gone else None
        return {
            "id": self.id,
            "source": self.choice.to_json(shown=True),
            "status": status,
            "message": sentence(said) if said else None,
            "frame": frame.number if frame is not None else None,
            "size": [frame.image.shape[1], frame.image.shape[0]] if frame is not None else None,
            "corners": [[round(u, 1), round(v, 1)] for u, v in found.corners_px] if found else None,
            "board": found.board if found else None,
            "why": say(self.no_board, language) if self.no_board else None,
        }


class Previews:
    """A few at a time; those that nobody looks at any more are closed when another is wanted."""

    def __init__(self) -> None:
        self._open: dict[str, Preview] = {}
        self._alone = threading.Lock()

    def open(self, choice: SourceChoice, board: int | None, rules: Rules | None = None) -> Preview:
        with self._alone:
            self._forget()
            if len(self._open) >= MOST_PREVIEWS:
                raise Conflict(message("web.most_previews", most=MOST_PREVIEWS))
            made = Preview(choice, board, rules)
            self._open[made.id] = made
            return made

    def get(self, preview_id: str) -> Preview:
        with self._alone:
            found = self._open.get(preview_id)
        if found is None:
            raise NotFound(message("web.no_preview"))
        found.touched_s = time.monotonic()
        return found

    def close(self, preview_id: str) -> None:
        with self._alone:
            found = self._open.pop(preview_id, None)
        if found is not None:
            found.close()

    def close_all(self) -> None:
        for preview_id in list(self._open):
            self.close(preview_id)

    def _forget(self) -> None:
        now = time.monotonic()
        for preview_id, preview in list(self._open.items()):
            if now - preview.touched_s > UNTOUCHED_S:
                del self._open[preview_id]
                preview.close()
