"""A game from outside, as a record or as exported data, made into the events of a new game in the log."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any

from live.fold import apply_event
from live.game import Act, By, GameState
from live.log import GameLog, LogEvent
from live.log_file import NotWritten
from live.table_lock import LONGEST_NAME, checked_table
from referee.game import AnyGame, Die, Match, Position
from referee.games import GAMES, find_game
from referee.record import Record, parse_record
from referee.replay import replay
from referee.strictjson import read_json
from web.api.words import anything, choice, list_of, maybe, optional, ref, shape, text, thing, truth, whole
from web.door.errors import TooLarge
from web.shown.game_words import NAMES
from words.message import InputError, message

FORMAT, VERSION = "draufsicht game", 1
SOURCE = "import"
NO_TABLE = ""
"""In the log an imported game stands at no table: it must not be taken for the last game of one that is being played.
Where it was played is said in its first event."""
IMPORTED_TABLE = "import"
"""What is shown if the game does not say where it was played."""
MOST_BYTES = 4_000_000
"""A game of a hundred turns is exported as some 300 kB of JSON."""
MOST_TURNS = 1000
MOST_LINES = 2 * MOST_TURNS
LONGEST_LINE = 4000
"""Letters; a full board is written with some 1500."""
MOST_PIECES = 200
"""On the board at once: the set has 124, and whoever writes a record may err."""
_CAPTURED = re.compile(r"x(\d{1,2})(?=\s|$)", re.ASCII)

STATE = {
    "game_number": maybe(whole()),
    "table": text(),
    "source": text(),
    "begun": ref("Moment"),
    "game": choice(GAMES),
    "rules": ref("Rules"),
    "players": list_of(ref("Colour")),
    "start": ref("Position"),
    "position": ref("Position"),
    "turns": list_of(ref("PastTurn")),
    "to_move": maybe(ref("Colour")),
    "scores": ref("Scores"),
    "waiting": maybe(
        thing(
            reason=text(),
            chain=list_of(ref("Position")),
            todo=optional(list_of(text(), "What is still to be done in a turn under way.")),
            unsure=optional(list_of(text(), "Ways of which nobody knows whether a stick lies there.")),
            violations=list_of(ref("Finding")),
        )
    ),
    "can_undo": truth(),
    "can_redo": truth(),
    "by_hand": list_of(text()),
    "paused": truth(),
    "ended": truth(),
    "outcome": maybe(ref("Outcome")),
    "settings": anything("Whether pictures are kept, what players are called."),
    "thrown": optional(maybe(list_of(text()), "What was thrown for the turn that comes, where something is.")),
}
shape("GameFile", "A game as data that can be imported.", format={"const": FORMAT}, version={"const": VERSION}, **STATE)


def export_json(state: GameState, language: str) -> dict[str, Any]:
    """A game as data that `import_game` reads."""
    return {"format": FORMAT, "version": VERSION, **state.to_json(language)}


def import_game(log: GameLog, data: bytes) -> int:
    """Writes the game as a new one and returns its number.

    What is wrong with it is an `InputError` that says where, and nothing is written then.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(message("input.text")) from None
    if not text.strip():
        raise InputError(message("web.games.import_empty"))
    events = _from_json(text) if text.lstrip().startswith("{") else _from_record(text)
    state = _played(events)
    try:
        number, _ = log.begin(NO_TABLE, SOURCE, events, state.finished)
    except NotWritten as error:
        raise InputError(error.why, str(log.path)) from None
    return number


def _played(events: Sequence[LogEvent]) -> GameState:
    """Tries the game out; the turn that cannot be is named."""
    state: GameState | None = None
    for event in events:
        try:
            state = apply_event(state, event)
        except InputError as error:
            raise (error.at(f"turns {event.data['n']}") if event.kind == Act.TURN else error) from None
    assert state is not None
    return state


def _from_record(text: str) -> list[LogEvent]:
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise TooLarge(message("web.games.import_long", most=MOST_TURNS))
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            raise InputError(message("web.games.import_line", most=LONGEST_LINE), f"line {number}")
    record = parse_record(text)
    if len(record.entries) > MOST_TURNS:
        raise TooLarge(message("web.games.import_long", most=MOST_TURNS))
    _check_crowd(record)
    played = replay(text, find_game)[1]
    if played.errors:
        raise _first(played.errors)
    assert played.beginning is not None
    header = record.header("Table")
    table = _table(header.value, f"line {header.line}") if header and header.value else IMPORTED_TABLE
    said = record.header("Date")
    begun = _of_day(said.value) if said else _now()
    rules = played.beginning.rules
    written_die = find_game(rules.id).written_die
    turns = [_Turn(turn.match.position, begun, written_die(turn.written, rules)) for turn in played.turns]
    return _events(played.beginning, turns, table, begun, ended=False)


def _check_crowd(record: Record) -> None:
    """Counts the pieces on the board before anything is played: judging takes the longer the more there are."""
    count = 0
    if set_up := record.header("Setup"):
        count = sum(_pieces(word) for word in set_up.value.split())
        _check_count(count, f"line {set_up.line}")
    for entry in record.entries:
        words = entry.written.split()
        count += sum(word.startswith("+") - word.startswith("-") for word in words)
        count -= sum(int(gone) for gone in _CAPTURED.findall(entry.written))
        _check_count(count, f"line {entry.line}")


def _pieces(word: str) -> int:
    """How many pieces a word of a written position is: a stack, or one stick or card."""
    head, _, rest = word.partition(":")
    return 1 if head.isalpha() else len(rest)


def _check_count(count: int, where: str) -> None:
    if count > MOST_PIECES:
        raise InputError(message("web.games.import_crowded", most=MOST_PIECES), where)


def _from_json(text: str) -> list[LogEvent]:
    said = read_json(text)
    assert isinstance(said, dict)
    if said.get("format") != FORMAT:
        raise InputError(message("web.games.import_format", key="format", value=f'"{FORMAT}"'))
    version = said.get("version")
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise InputError(message("web.games.import_format", key="version", value=str(VERSION)))
    if version > VERSION:
        raise InputError(message("web.games.import_newer"))
    rules, players, turns = said.get("rules"), said.get("players"), said.get("turns")
    if not isinstance(rules, Mapping):
        raise InputError(message("input.object"), "rules")
    if not isinstance(players, list):
        raise InputError(message("input.list"), "players")
    if not isinstance(turns, list):
        raise InputError(message("input.list"), "turns")
    if len(turns) > MOST_TURNS:
        raise TooLarge(message("web.games.import_long", most=MOST_TURNS))
    game = find_game(said.get("game"))
    opening = _position(game, said.get("start"), "start")
    beginning = game.start(game.rule_book(rules), [str(player)[:8] for player in players], opening)
    begun = _time(said.get("begun"), "begun")
    table = _table(said.get("table", IMPORTED_TABLE), "table")
    read = []
    for place, turn in enumerate(turns, 1):
        where = f"turns {place}"
        if not isinstance(turn, Mapping):
            raise InputError(message("input.object"), where)
        position, at = _position(game, turn.get("position"), where), _time(turn.get("at", begun), where)
        read.append(_Turn(position, at, game.read_die(turn.get("die"), beginning.rules)))
    names = _names(said.get("settings"), beginning.players)
    return _events(beginning, read, table, begun, said.get("ended") is True, names)


@dataclass(frozen=True)
class _Turn:
    """The board after a turn, when that was, and what was thrown for it."""

    position: Position
    at: str
    die: Die


def _events(
    beginning: Match,
    turns: Sequence[_Turn],
    table: str,
    begun: str,
    ended: bool,
    names: Mapping[str, str] | None = None,
) -> list[LogEvent]:
    """As a game that was played here has them, only that nobody but the record says so."""
    rules = beginning.rules
    first = {
        "table": table,
        "source": SOURCE,
        "game": rules.id,
        "rules": rules.options(),
        "players": list(beginning.players),
        "position": beginning.position.to_json(),
    }
    events = [LogEvent(Act.BEGUN.value, first, begun)]
    if names:
        events.append(LogEvent(Act.SET.value, {"key": NAMES, "value": dict(names)}, begun))
    for n, turn in enumerate(turns, 1):
        data = {"n": n, "position": turn.position.to_json(), "by": By.IMPORT.value}
        events.append(LogEvent(Act.TURN.value, data if turn.die is None else data | {"die": list(turn.die)}, turn.at))
    if ended:
        events.append(LogEvent(Act.ENDED.value, {}, turns[-1].at if turns else begun))
    return events


def _first(errors: Sequence[InputError]) -> InputError:
    """The first error with its place, and how many more there are."""
    first = errors[0]
    if len(errors) == 1:
        return first
    return InputError(message("web.games.import_more", first=first.message, count=len(errors) - 1), first.place)


def _position(game: AnyGame, said: object, where: str) -> Position:
    try:
        position: Position = game.read(said)
    except InputError as error:
        raise error.at(where) from None
    _check_count(sum(_pieces(word) for word in game.to_text(position).split()), where)
    return position


def _table(said: object, where: str) -> str:
    try:
        return checked_table(str(said))
    except InputError as error:
        raise error.at(where) from None


def _names(settings: object, players: Sequence[str]) -> dict[str, str]:
    """What the players are called; other settings are about the table the game was played at."""
    said = settings.get(NAMES) if isinstance(settings, Mapping) else None
    if said is None:
        return {}
    if not isinstance(said, Mapping):
        raise InputError(message("input.object"), f"settings {NAMES}")
    for player, name in said.items():
        if not (player in players and isinstance(name, str) and len(name) <= LONGEST_NAME):
            raise InputError(message("web.games.import_names", most=LONGEST_NAME), f"settings {NAMES}")
    return dict(said)


def _time(said: object, where: str) -> str:
    try:
        if not isinstance(said, str) or len(said) > 40:
            raise ValueError
        read = datetime.fromisoformat(said)
    except ValueError:
        raise InputError(message("web.games.import_time", value=repr(said)[:40]), where) from None
    return said if read.tzinfo else f"{said}+00:00"


def _of_day(said: str) -> str:
    """Noon of the day that a record names, which is that day nearly everywhere; what is no day is only a remark."""
    try:
        return datetime.combine(date.fromisoformat(said), time(12), UTC).isoformat(timespec="milliseconds")
    except ValueError:
        return _now()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
