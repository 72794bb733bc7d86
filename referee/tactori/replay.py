"""A game record played through: every turn with its verdict, and every error with its line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.message import InputError, message
from referee.record import Entry, Record, parse_record, write_record
from referee.tactori.explain import TurnVerdict
from referee.tactori.match import Match, set_up_faults, start
from referee.tactori.notation import read_written, write_turn
from referee.tactori.position import Position
from referee.tactori.rules import RuleBook, option_text, rule_book
from referee.tactori.text import parse_text, to_text
from referee.verdict import Finding, findings_json


@dataclass(frozen=True)
class PlayedTurn:
    """One turn of a record: who made it, how it is written, the game after it and the verdict."""

    number: int
    player: str
    written: str
    match: Match
    verdict: TurnVerdict

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
class Replay:
    """A whole record: how the game began, its turns, and the errors of the text."""

    beginning: Match | None
    set_up: tuple[Finding, ...]
    turns: tuple[PlayedTurn, ...]
    errors: tuple[InputError, ...]

    def set_up_json(self, language: str) -> list[dict[str, Any]]:
        return findings_json(self.set_up, language)


def replay(text: str, to: int | None = None) -> Replay:
    """Plays a record, up to turn `to` if that is given. Errors are collected; a turn that has one is left out."""
    record = parse_record(text)
    errors = list(record.errors)
    beginning = _beginning(record, errors)
    if beginning is None:
        return Replay(None, (), (), _by_line(errors))
    if to is not None and not 0 <= to <= len(record.entries):
        errors.append(InputError(message("record.to", count=len(record.entries), number=to)))
    match, turns = beginning, list[PlayedTurn]()
    for entry in record.entries if to is None else record.entries[: max(to, 0)]:
        try:
            played = _play(match, entry)
        except InputError as error:
            errors.append(error.at(f"line {entry.line}"))
        else:
            turns.append(played)
            match = played.match
    return Replay(beginning, set_up_faults(beginning.position, beginning.rules), tuple(turns), _by_line(errors))


def _play(match: Match, entry: Entry) -> PlayedTurn:
    """The letters without a colour are the pieces of the player whom the record names, else of the one to move."""
    player = entry.player or match.to_move
    if player not in match.players:
        raise InputError(message("turn.not_playing", player=player, players=", ".join(match.players)))
    after = read_written(entry.written, match.position, player)
    following, verdict = match.play(after)
    return PlayedTurn(entry.number, player, entry.written, following, verdict)


def _beginning(record: Record, errors: list[InputError]) -> Match | None:
    """The game as the headers describe it; whatever is wrong with them goes to the errors."""
    game, players = record.header("Game"), record.header("Players")
    if game is None:
        errors.append(InputError(message("record.game")))
    if players is None:
        errors.append(InputError(message("record.players")))
    if game is None or players is None:
        return None
    line = game.line
    try:
        options: Mapping[str, str] = {}
        if rules := record.header("Rules"):
            line = rules.line
            options = parse_options(rules.value)
        book = rule_book(game.value, options)
        position = None
        if set_up := record.header("Setup"):
            line = set_up.line
            position = parse_text(set_up.value)
        line = players.line
        return start(book, players.value.replace(",", " ").split(), position)
    except InputError as error:
        errors.append(error.at(f"line {line}"))
        return None


def parse_options(written: str) -> dict[str, str]:
    """`capture=true, nine_centre=linked` as options."""
    options = {}
    for part in written.split(","):
        key, sign, value = (piece.strip() for piece in part.partition("="))
        if not sign or not key or not value:
            raise InputError(message("record.rules", value=part.strip()[:40]))
        options[key] = value
    return options


def _by_line(errors: list[InputError]) -> tuple[InputError, ...]:
    def line(error: InputError) -> int:
        word, _, rest = error.place.partition(" ")
        number = rest.partition(":")[0]
        return int(number) if word == "line" and number.isdigit() else 0

    return tuple(sorted(errors, key=line))


def record_of(beginning: Match, turns: list[tuple[str, Position]], headers: Mapping[str, str]) -> str:
    """The text of a record from the player and the position after each turn."""
    rules: RuleBook = beginning.rules
    said = {
        "Game": rules.game.id,
        "Players": " ".join(beginning.players),
        "Rules": ", ".join(f"{key}={option_text(value)}" for key, value in rules.changed().items()),
        "Setup": to_text(beginning.position) if beginning.position.towers or beginning.position.sticks else "",
        **headers,
    }
    before, written = beginning.position, []
    for player, after in turns:
        written.append((player, write_turn(before, after, player)))
        before = after
    return write_record(said, written)
