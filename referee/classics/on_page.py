"""What a page shows of a classic: the readings that matter, the pieces in hand, what a turn under way still asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.classics.asking import check_content, made
from referee.classics.classic import Classic
from referee.classics.match import Match
from referee.classics.position import Position, short
from referee.classics.rules import RuleBook, choices_of, option_keys
from referee.classics.top_view import top_view
from referee.classics.verdict import PositionVerdict
from referee.game import Choice, Corrected
from words.message import InputError, Message, message


def choices(classic: Classic[Any]) -> tuple[Choice, ...]:
    """The readings that are chosen from a list."""
    usual, values = classic.book(), choices_of(classic.book)
    return tuple(
        Choice(key, getattr(usual, field), values[key], Message(f"option.classics.{_named(classic, key)}"))
        for key, field in option_keys(classic.book).items()
        if key in values
    )


def _named(classic: Classic[Any], key: str) -> str:
    return key if key == "join" else f"{classic.id}.{key}"


def example(classic: Classic[Any]) -> dict[str, Any]:
    """How it begins, for as many as can play."""
    rules = classic.book()
    position = classic.set_up(rules, tuple(classic.colours[: classic.players[1]]))
    return {"top": top_view(classic, position, rules).to_json()}


def plan(rules: RuleBook) -> dict[str, Any]:
    return {"board": rules.board}


def explained(verdict: PositionVerdict, language: str) -> dict[str, Any]:
    return verdict.to_json(language)


def stock(match: Match[Any]) -> Mapping[str, int]:
    """The pieces that everybody still has in hand, in games where pieces are set."""
    held = {player: match.classic.hand(match.position, player, match.rules) for player in match.players}
    return held if any(held.values()) else {}


def to_do(match: Match[Any]) -> tuple[Message, ...]:
    if match.under_way is None:
        return ()
    verdict = match.judge(match.position)
    return tuple(finding.message for finding in verdict.violations)


def check_place(classic: Classic[Any], place: object, rules: Any) -> None:
    if not isinstance(place, str) or place not in classic.board(rules):
        raise InputError(message("classics.input.point", value=short(place)))


def correct(classic: Classic[Any], position: Position, words: Sequence[str]) -> Corrected[Position]:
    """The position with corrections as people type them: `c3=w` is what really stands there, `c3=` is nothing."""
    changes: dict[str, str] = {}
    for word in words:
        point, sign, there = word.partition("=")
        point = classic.aliases.get(point, point)
        if not sign:
            raise InputError(message("classics.input.correction", value=word[:40]))
        if not any(point in board for board in classic.boards):
            raise InputError(message("classics.input.point", value=short(point)))
        if point in changes:
            raise InputError(message("text.twice", field=point), word[:40])
        if there:
            check_content(classic, there, word[:40])
        changes[point] = there
    corrected = position.with_places(changes)
    corrected = made(classic, corrected.pieces, corrected.memory)
    return Corrected(corrected, tuple(changes), tuple(changes))
