"""Verdicts and games as tables for people."""

from __future__ import annotations

from collections.abc import Mapping

from console import table
from referee.antiblok.asked import TurnVerdict
from referee.antiblok.board import SIDE
from referee.antiblok.drawing import draw
from referee.antiblok.match import Match
from referee.antiblok.notation import SIGNS
from referee.antiblok.position import Position
from referee.antiblok.rules import CHOICES, FREE_CHOICES, OPTIONS, PLAYERS, SOLO, RuleBook
from referee.antiblok.scoring import PositionVerdict
from referee.antiblok.turn import Turn
from referee.options import option_text
from referee.printing import colour_word, game_row, option_line, print_findings, print_outcome, word
from words.language import say
from words.message import message


def print_position(position: Position, verdict: PositionVerdict, language: str) -> str:
    lines = [draw(position)]
    lines.append(word("print.legal" if verdict.legal else "print.illegal", language))
    lines += print_findings(verdict, language)
    if verdict.scores:
        lines += ["", word("print.antiblok.blocks", language)]
        lines += ["  " + row for row in table((colour_word(c, language), str(n)) for c, n in verdict.scores.items())]
    if verdict.squares:
        lines += ["", word("print.antiblok.squares", language)]
        lines += ["  " + row for row in table((at, colour_word(c, language)) for at, c in verdict.squares.items())]
    return "\n".join(lines) + "\n"


def print_turn(verdict: TurnVerdict, language: str) -> str:
    kind = verdict.turn.kind.value if verdict.turn else "none"
    lines = [word("print.turn_legal" if verdict.legal else "print.turn_illegal", language)]
    lines.append(f"{word('print.turn', language)}: {word(f'kind.{kind}', language)}")
    if verdict.turn:
        if done := _done(verdict.turn):
            lines.append(f"  {done}")
        if not verdict.turn.complete:
            lines.append(f"  {word('print.antiblok.incomplete', language)}")
    lines += print_findings(verdict, language)
    if verdict.outcome:
        lines += ["", print_outcome(verdict.outcome, language)]
    return "\n".join(lines) + "\n"


def _done(turn: Turn) -> str:
    cards = [f"{at}{SIGNS[quarters]}" for at, quarters in turn.turned.items()]
    swapped = ["~".join(turn.swapped)] if turn.swapped else []
    laid = [f"+{at}" for at in (*turn.claimed, *turn.placed)]
    return " ".join([*(f"-{at}" for at in turn.taken), *cards, *swapped, *laid])


def print_state(match: Match, language: str) -> list[str]:
    if match.outcome:
        return [print_outcome(match.outcome, language, together=match.rules.solo)]
    return [say(message("print.to_move", colour=match.to_move), language)]


def row(game: str, language: str) -> list[str]:
    return game_row(game, SIDE, PLAYERS[game], None, language)


def about(game: str, language: str) -> Mapping[str, object]:
    return {
        "game": game,
        "name": word(f"game.{game}", language),
        "board": SIDE,
        "players": list(PLAYERS[game]),
        "age": None,  # the sheet names none
        "ends": "goal" if game == SOLO else "all_blocks",
        "options": RuleBook(game).options(),
    }


def option_lines(language: str) -> list[str]:
    plain, lines = RuleBook(SOLO), []
    for key in OPTIONS:
        values = " | ".join(map(option_text, CHOICES[key])) if key in CHOICES else FREE_CHOICES[key]
        lines.append(option_line(key, values, getattr(plain, key), f"option.antiblok.{key}", language))
    return lines
