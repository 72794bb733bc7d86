"""The games of the log as the page shows them: listed, read, and with their pictures found."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from live.fold import apply_event, standing
from live.game import GameState
from live.log import GameEntry, GameLog, LogEvent
from live.pictures import Kept, PictureFolder
from live.play import Play
from live.table_lock import is_watched
from live.table_printing import condition
from referee.games import GAMES
from referee.verdict import Outcome
from web.api.words import choice, list_of, maybe, optional, ref, shape, text, thing, truth, whole
from web.door.errors import NotFound
from web.games.importing import NO_TABLE, SOURCE, STATE
from web.shown.game_words import (
    GAME,
    TURN_LINE,
    game_json,
    last_places,
    names_of,
    outcome_json,
    readings,
    top_json,
    turn_json,
)
from web.shown.verdict_words import verdict_words
from words.language import catalogue, explain_error, say, sentence
from words.message import InputError, Message, message

MOST_READ = 32
"""Games that are kept as they were read: a replay asks for every turn, and reading one takes some 40 ms."""
MOST_KNOWN = 20_000
"""Games of which the little is kept that a list shows."""

_SUMMARY = {
    "game": choice(GAMES),
    "rules": ref("Rules"),
    "players": list_of(ref("Colour")),
    "names": ref("Names"),
    "turns": whole(),
    "scores": ref("Scores"),
    "condition": text("How it stands, in words."),
    "outcome": maybe(ref("Outcome")),
}
_STEP = {
    **{key: optional(schema) if key in ("words", "gained") else schema for key, schema in TURN_LINE.items()},
    "turn": maybe(ref("Turn")),
    "violations": list_of(ref("Finding")),
}
shape(
    "GameLine",
    "A game in the list.",
    number=whole(),
    table=text(),
    begun=ref("Moment"),
    imported=truth(),
    finished=truth(),
    watched=truth("Somebody plays it now."),
    **{key: optional(schema) for key, schema in _SUMMARY.items()},
    error=optional(text("Why it cannot be read; then the rest is missing.")),
)
shape("PastTurn", "One turn and the position after it.", **_STEP, position=ref("Position"))
shape(
    "PastGame",
    "A whole game.",
    **GAME | STATE | {"number": whole()},
    readings=list_of(text(), "The rules that are played otherwise than usual, in words."),
    finished=truth(),
    watched=truth(),
    condition=text(),
)
shape(
    "Replayed",
    "A game after one of its turns.",
    n=whole(minimum=0),
    board=GAME["board"],
    position=ref("Position"),
    top=maybe(ref("TopView"), "The same from above; null where the page draws the position itself."),
    verdict=ref("Verdict"),
    scores=ref("Scores"),
    to_move=maybe(ref("Colour")),
    turn=maybe(thing(**_STEP), "Null at the beginning."),
    violations=list_of(ref("Finding"), "Of the turn and of the position."),
    last=list_of(ref("Place"), "The fields and crossings the turn changed."),
)
shape("KeptPicture", seq=whole(), turn=maybe(whole(), "Null if it was taken back."), bytes=whole(), address=text())


@dataclass(frozen=True)
class Head:
    """What a game's first event says: it never changes."""

    table: str
    game: str


@dataclass(frozen=True)
class Summary:
    """What the list shows of a game."""

    game: str
    rules: Mapping[str, Any]
    players: tuple[str, ...]
    names: Mapping[str, str]
    turns: int
    scores: Mapping[str, int]
    condition: Message
    finished: bool
    outcome: Outcome | None

    @classmethod
    def of(cls, state: GameState) -> Summary:
        return cls(
            game=state.rules.id,
            rules=state.rules.changed(),
            players=state.players,
            names=names_of(state),
            turns=len(state.steps),
            scores=state.match.verdict().scores,
            condition=condition(state),
            finished=state.finished,
            outcome=state.outcome,
        )

    def to_json(self, language: str, watched: bool) -> dict[str, Any]:
        return {
            "game": self.game,
            "rules": dict(self.rules),
            "players": list(self.players),
            "names": dict(self.names),
            "turns": self.turns,
            "scores": dict(self.scores),
            "condition": _condition(self.condition, self.finished or watched, language),
            "outcome": outcome_json(self.outcome, self.players, language),
        }


class PastGames:
    """The games of one log. What was read once is not read again unless something happened in the game since."""

    def __init__(self, log: GameLog) -> None:
        self._log = log
        self._states: OrderedDict[int, tuple[int, GameState]] = OrderedDict()
        self._summaries: dict[int, tuple[int, Summary]] = {}
        self._heads: dict[int, Head] = {}
        self._alone = threading.Lock()
        self._generation = log.generation

    def entry(self, number: int) -> GameEntry:
        self._forget_another_file()
        try:
            return self._log.game(number)
        except InputError as error:
            if error.message.key == "log.no_game":
                raise NotFound(error.message) from None
            raise

    def state(self, number: int) -> GameState:
        """A game as it stands now."""
        entry = self.entry(number)
        with self._alone:
            known = self._states.get(number)
        if known and not self._log.events(number, known[0]):
            return known[1]
        play = Play.load(self._log, entry.id)
        with self._alone:
            self._states[number] = (play.seq, play.state)
            self._states.move_to_end(number)
            while len(self._states) > MOST_READ:
                self._states.popitem(last=False)
        return play.state

    def _forget_another_file(self) -> None:
        """A game of that number may be another one since the file was pulled away and begun anew."""
        with self._alone:
            if self._log.readable and self._generation != self._log.generation:
                self._generation = self._log.generation
                for known in (self._states, self._summaries, self._heads):
                    known.clear()

    def listed(self, table: str | None, game: str | None) -> tuple[GameEntry, ...]:
        """The games of a table and of a kind, the newest first."""
        self._forget_another_file()
        found = []
        for entry in reversed(self._log.games()):
            head = self.head(entry) if table is not None or game is not None else None
            if head is None or ((table is None or head.table == table) and (game is None or head.game == game)):
                found.append(entry)
        return tuple(found)

    def known(self) -> tuple[list[str], list[str]]:
        """Every table and every kind of game that there is something of."""
        heads = [self.head(entry) for entry in self._log.games()]
        tables, games = {head.table for head in heads if head.table}, {head.game for head in heads if head.game}
        return sorted(tables), sorted(games)

    def head(self, entry: GameEntry) -> Head:
        with self._alone:
            known = self._heads.get(entry.id)
        if known:
            return known
        try:
            said: Mapping[str, Any] = next(iter(self._log.events(entry.id)), LogEvent("", {}, "")).data
        except InputError:  # it is listed all the same
            said = {}
        made = Head(str(said.get("table") or entry.table), str(said.get("game", "")))
        with self._alone:
            self._heads[entry.id] = made
            _shorten(self._heads)
        return made

    def line(self, entry: GameEntry, language: str) -> dict[str, Any]:
        """A game in the list; one that cannot be read is there with the reason."""
        said: dict[str, Any] = {
            "number": entry.id,
            "table": self.head(entry).table,
            "begun": entry.begun,
            "imported": entry.source == SOURCE and entry.table == NO_TABLE,
            "finished": entry.finished,
            "watched": self.is_watched(entry),
        }
        try:
            return said | self._summary(entry.id).to_json(language, said["watched"])
        except InputError as error:
            return said | {"error": sentence(explain_error(error, language))}

    def is_watched(self, entry: GameEntry) -> bool:
        """Whether somebody plays it now: it is the unfinished last game of a table that a program watches."""
        if entry.finished or entry.table == NO_TABLE or entry != self._log.last_game(entry.table):
            return False
        return is_watched(self._log.path, entry.table)

    def _summary(self, number: int) -> Summary:
        with self._alone:
            known = self._summaries.get(number)
        if known and not self._log.events(number, known[0]):
            return known[1]
        play = Play.load(self._log, number)
        made = Summary.of(play.state)
        with self._alone:
            self._summaries[number] = (play.seq, made)
            _shorten(self._summaries)
        return made


def _shorten(known: dict[int, Any]) -> None:
    while len(known) > MOST_KNOWN:
        del known[next(iter(known))]


_KNOWN: WeakKeyDictionary[GameLog, PastGames] = WeakKeyDictionary()


def past_games(log: GameLog) -> PastGames:
    return _KNOWN.setdefault(log, PastGames(log))


def _condition(said: Message, counts: bool, language: str) -> str:
    """How a game stands; of one that nobody plays any more, that it was left."""
    return sentence(say(said, language)) if counts else catalogue(language)["page.history.unfinished"]


def whole_game_json(state: GameState, language: str, watched: bool) -> dict[str, Any]:
    """The whole game: how it began, each turn with its position and points, and how it ended."""
    said = state.to_json(language)
    return {
        **said,
        **game_json(state, said["scores"], language),
        "turns": [turn_json(state, step, language) for step in state.steps],
        "readings": readings(state.rules, language),
        "finished": state.finished,
        "watched": watched,
        "condition": _condition(condition(state), state.finished or watched, language),
    }


def replayed_json(state: GameState, n: int, language: str) -> dict[str, Any]:
    """The game after turn n, 0 being its beginning: the position, and all that is to be said of it and of the turn."""
    if not 0 <= n <= len(state.steps):
        raise NotFound(message("web.games.no_turn", number=n, count=len(state.steps)))
    match = state.history[n]
    verdict = verdict_words(match.verdict(), state.rules, language)
    said: dict[str, Any] = {
        "n": n,
        "board": state.rules.board,
        "position": match.position.to_json(),
        "top": top_json(match.position, state.rules),
        "verdict": verdict,
        "scores": verdict["scores"],
        "to_move": None if match.outcome else match.to_move,
        "turn": None,
        "violations": verdict["violations"],
        "last": [],
    }
    if n:
        turn = turn_json(state, state.steps[n - 1], language)
        said["turn"] = {key: value for key, value in turn.items() if key != "position"}
        # What is wrong with the turn is often wrong with the position too.
        wrong = turn["violations"]
        said["violations"] = [*wrong, *(each for each in verdict["violations"] if each not in wrong)]
        said["last"] = last_places(state, n)
    return said


def pictures_json(log: GameLog, number: int, kept: Sequence[Kept]) -> list[dict[str, Any]]:
    """The pictures of a game, each with the turn it shows; null if that turn was taken back."""
    turns = _turns_of_events(log.events(number)) if kept else {}
    return [
        {
            "seq": each.seq,
            "turn": turns.get(each.seq),
            "bytes": each.size_bytes,
            "address": f"/api/games/{number}/pictures/{each.seq}.jpg",
        }
        for each in kept
    ]


def _turns_of_events(events: Sequence[LogEvent]) -> dict[int, int]:
    """Which turn was the last one after each event, for those turns that still count."""
    last: dict[int, tuple[int, str]] = {}
    state: GameState | None = None
    try:
        for each in standing(events):
            state = apply_event(state, each)
            if state.steps and each.seq is not None:
                last[each.seq] = (len(state.steps), state.steps[-1].at)
    except InputError:  # a game that cannot be read still has its pictures
        return {}
    steps = state.steps if state else ()
    return {seq: n for seq, (n, at) in last.items() if n <= len(steps) and steps[n - 1].at == at}


def picture_folder(log: GameLog) -> PictureFolder:
    return PictureFolder.beside(log.path)
