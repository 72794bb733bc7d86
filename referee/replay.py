"""A game record played through, whatever the game: every turn with its verdict, and every error with its line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from referee.game import AnyGame, Die, Match, TurnVerdict
from referee.options import option_text, parse_options
from referee.record import Entry, Record, parse_record, write_record
from referee.verdict import Finding, findings_json
from words.message import InputError, message

M = TypeVar("M", bound=Match)
V = TypeVar("V", bound=TurnVerdict)


@dataclass(frozen=True)
class PlayedTurn(Generic[M, V]):
    """One turn of a record: who made it, how it is written, the game after it and the verdict."""

    number: int
    player: str
    written: str
    match: M
    verdict: V

    def to_json(self, language: str = "en") -> dict[str, Any]:
        judged = self.verdict.to_json(language)
        return {
            "event": "turn",
            "n": self.number,
            "player": self.player,
            "written": self.written,
            "legal": judged["legal"],
            "turn": judged["turn"],
            "position": self.match.position.to_json(),
            "violations": judged["violations"],
            "open": judged["open"],
            "advice": judged["advice"],
            "scores": dict(self.match.verdict().scores),
            "outcome": judged["outcome"],
        }


@dataclass(frozen=True)
class Replay(Generic[M, V]):
    """A whole record: how the game began, its turns, and the errors of the text."""

    beginning: M | None
    set_up: tuple[Finding, ...]
    turns: tuple[PlayedTurn[M, V], ...]
    errors: tuple[InputError, ...]

    def set_up_json(self, language: str) -> list[dict[str, Any]]:
        return findings_json(self.set_up, language)


Games = Callable[[object], AnyGame]
"""What finds a game by its id, or says that there is none."""


def replay(text: str, games: Games, to: int | None = None) -> tuple[AnyGame | None, Replay[Any, Any]]:
    """Plays a record, up to turn `to` if that is given. Errors are collected; a turn that has one is left out."""
    record = parse_record(text)
    errors = list(record.errors)
    game, beginning = _beginning(record, games, errors)
    if game is None or beginning is None:
        return game, Replay(None, (), (), by_line(errors))
    if to is not None and not 0 <= to <= len(record.entries):
        errors.append(InputError(message("record.to", count=len(record.entries), number=to)))
    match, turns = beginning, list[PlayedTurn[Any, Any]]()
    for entry in record.entries if to is None else record.entries[: max(to, 0)]:
        try:
            played = _play(game, match, entry)
        except InputError as error:
            errors.append(error.at(f"line {entry.line}"))
        else:
            turns.append(played)
            match = played.match
    faults = game.set_up_faults(beginning.position, beginning.rules)
    return game, Replay(beginning, faults, tuple(turns), by_line(errors))


def _play(game: AnyGame, match: Any, entry: Entry) -> PlayedTurn[Any, Any]:
    """The letters without a colour are the pieces of the player whom the record names, else of the one to move."""
    player = entry.player or match.to_move
    if player not in match.players:
        raise InputError(message("turn.not_playing", player=player, players=", ".join(match.players)))
    following, verdict = game.play_written(match, entry.written, player)
    return PlayedTurn(entry.number, player, entry.written, following, verdict)


def _beginning(record: Record, games: Games, errors: list[InputError]) -> tuple[AnyGame | None, Any]:
    """The game as the headers describe it; whatever is wrong with them goes to the errors."""
    named, players = record.header("Game"), record.header("Players")
    if named is None:
        errors.append(InputError(message("record.game")))
    if players is None:
        errors.append(InputError(message("record.players")))
    if named is None or players is None:
        return None, None
    line, game = named.line, None
    try:
        options: Mapping[str, str] = {}
        if rules := record.header("Rules"):
            line = rules.line
            options = parse_options(rules.value)
        game = games(named.value)
        book = game.rule_book(options)
        position = None
        if set_up := record.header("Setup"):
            line = set_up.line
            position = game.from_text(set_up.value)
        line = players.line
        return game, game.start(book, players.value.replace(",", " ").split(), position)
    except InputError as error:
        errors.append(error.at(f"line {line}"))
        return game, None


def by_line(errors: list[InputError]) -> tuple[InputError, ...]:
    def line(error: InputError) -> int:
        word, _, rest = error.place.partition(" ")
        number = rest.partition(":")[0]
        return int(number) if word == "line" and number.isdigit() else 0

    return tuple(sorted(errors, key=line))


def record_of(game: AnyGame, beginning: Any, turns: Iterable[tuple[Any, Die]], headers: Mapping[str, str]) -> str:
    """The text of a record from the position and the throw of each turn, or each picture of one."""
    match, written = beginning, []
    for after, die in turns:
        written.append((match.to_move, game.write_turn(match, after, die)))
        match, _ = match.play(after, die)
    return record_text(game, beginning, written, headers)


def record_text(game: AnyGame, beginning: Any, turns: Iterable[tuple[str, str]], headers: Mapping[str, str]) -> str:
    """The same from player and written turn of each."""
    said = {
        "Game": game.id,
        "Players": " ".join(beginning.players),
        "Rules": ", ".join(f"{key}={option_text(value)}" for key, value in beginning.rules.changed().items()),
        "Setup": game.to_text(beginning.position) if beginning.position.places else "",
        **headers,
    }
    return write_record(said, turns)
