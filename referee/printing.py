"""What verdicts of every game have in common, as lines for people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from console import table
from referee.options import option_text
from referee.replay import PlayedTurn, Replay
from referee.verdict import Finding, Judged, Outcome
from words.language import catalogue, say
from words.message import Message, message


def print_findings(judged: Judged, language: str) -> list[str]:
    groups = {"violations": judged.violations, "open": judged.open, "advice": judged.advice}
    return [line for heading, found in groups.items() for line in _findings(heading, found, language)]


def _findings(heading: str, found: Sequence[Finding], language: str) -> list[str]:
    if not found:
        return []
    rows = table((finding.rule, say(finding.message, language)) for finding in found)
    return ["", word(f"print.{heading}", language), *("  " + row for row in rows)]


def print_outcome(outcome: Outcome, language: str, together: bool = False) -> str:
    """How a game ended; `together` if nobody played against anybody."""
    reason = Message(outcome.reason_key)
    if outcome.winner is not None:
        said = say(message("print.winner", colour=outcome.winner, reason=reason), language)
        return said[0].upper() + said[1:]
    return say(message("print.over" if together else "print.draw", reason=reason), language)


def print_replay(
    played: Replay[Any, Any],
    language: str,
    print_position: Callable[[Any, Any, str], str],
    print_state: Callable[[Any, str], list[str]],
) -> str:
    """The turns as a table, then the board and what is to be said of it."""
    heads = [word(f"print.head.{name}", language) for name in ("turn", "player", "written", "scores", "remark")]
    rows = [heads, *(_row(turn, language) for turn in played.turns)]
    match = played.turns[-1].match if played.turns else played.beginning
    lines = _findings("violations", played.set_up, language) + table(rows)
    if match:
        lines += ["", print_position(match.position, match.verdict(), language).rstrip(), ""]
        lines += print_state(match, language)
    return "\n".join(lines) + "\n"


def _row(turn: PlayedTurn[Any, Any], language: str) -> list[str]:
    scores = " ".join(f"{colour} {points}" for colour, points in turn.match.verdict().scores.items())
    remark = "; ".join(f"{f.rule}: {say(f.message, language)}" for f in turn.verdict.violations)
    return [str(turn.number), colour_word(turn.player, language), turn.written, scores, remark]


def word(key: str, language: str) -> str:
    return catalogue(language)[key]


def colour_word(colour: str, language: str) -> str:
    return catalogue(language)[f"colour.{colour}"]


def game_row(
    game: str, across: int, players: tuple[int, int], age: int | None, language: str, different: str = ""
) -> list[str]:
    """A game's row in the table of games; `different` has the options that it begins with otherwise than others."""
    fewest, most = players
    how_many = str(fewest) if fewest == most else f"{fewest}-{most}"
    return [game, word(f"game.{game}", language), f"{across}x{across}", how_many, f"{age}+" if age else "", different]


def option_line(key: str, values: str, default: object, meaning: str, language: str) -> str:
    """An option, what it can be and what it means; `meaning` is where the words for that stand."""
    said = message("print.option", key=key, values=values, default=option_text(default), meaning=Message(meaning))
    return "  " + say(said, language)
