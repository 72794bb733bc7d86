"""Verdicts and games as tables for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from console import table
from referee.classics.classic import Classic
from referee.classics.drawing import draw
from referee.classics.match import Match
from referee.classics.position import Position
from referee.classics.rules import option_keys, values_of
from referee.classics.turn_words import told_of
from referee.classics.verdict import PositionVerdict, TurnVerdict
from referee.printing import colour_word, game_row, option_line, print_findings, print_outcome, word
from words.language import say
from words.message import message


def print_position(classic: Classic[Any], position: Position, verdict: PositionVerdict, language: str) -> str:
    lines = [draw(classic, position)]
    lines.append(word("print.legal" if verdict.legal else "print.illegal", language))
    lines += print_findings(verdict, language)
    if verdict.scores:
        told = {key: value for key, value in verdict.more.items() if isinstance(value, Mapping)}
        heads = ["", *(word(f"print.classics.{key}", language) for key in told or ("scores",))]
        rows = [
            [colour_word(colour, language), *(_cell(told[key].get(colour)) for key in told)]
            if told
            else [colour_word(colour, language), str(score)]
            for colour, score in verdict.scores.items()
        ]
        lines += ["", *("  " + row for row in table([heads, *rows]))]
    return "\n".join(lines) + "\n"


def _cell(value: object) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{name}{count}" for name, count in value.items())
    if isinstance(value, list | tuple):
        return " ".join("-".join(part) if isinstance(part, list | tuple) else str(part) for part in value)
    return "" if value is None else str(value)


def print_turn(verdict: TurnVerdict, language: str) -> str:
    kind = verdict.turn.kind if verdict.turn else "none"
    lines = [word("print.turn_legal" if verdict.legal else "print.turn_illegal", language)]
    lines.append(f"{word('print.turn', language)}: {word(f'classics.kind.{kind}', language)}")
    if verdict.turn:
        lines += ["  " + say(part, language) for part in told_of(verdict.turn)]
    lines += print_findings(verdict, language)
    if verdict.outcome:
        lines += ["", print_outcome(verdict.outcome, language, together=verdict.outcome.winner is None)]
    return "\n".join(lines) + "\n"


def print_state(match: Match[Any], language: str) -> list[str]:
    if match.outcome:
        return [print_outcome(match.outcome, language, together=len(match.players) == 1)]
    return [say(message("print.to_move", colour=match.to_move), language)]


def row(classic: Classic[Any], language: str) -> list[str]:
    return game_row(classic.id, classic.book().board, classic.players, classic.age, language)


def about(classic: Classic[Any], language: str) -> Mapping[str, object]:
    return {
        "game": classic.id,
        "name": word(f"game.{classic.id}", language),
        "board": classic.book().board,
        "players": list(classic.players),
        "age": classic.age,
        "ends": classic.ends[0],
        "options": classic.book().options(),
    }


def option_lines(classics: Mapping[str, Classic[Any]], language: str) -> list[str]:
    """All games of the box, each with what is its own; the one they share once."""
    lines, lines_have_it = [], False
    for classic in classics.values():
        plain = classic.book()
        for key, field in option_keys(classic.book).items():
            shared = key == "join"
            if shared and lines_have_it:
                continue
            lines_have_it |= shared
            values = values_of(classic.book, key).replace(", ", " | ")
            meaning = f"option.classics.{key if shared else f'{classic.id}.{key}'}"
            name = key if shared else f"{classic.id}: {key}"
            lines.append(option_line(name, values, getattr(plain, field), meaning, language))
    return lines
