"""Verdicts and games as tables for people."""

from __future__ import annotations

from collections.abc import Mapping

from console import table
from referee.options import option_text
from referee.printing import colour_word, game_row, option_line, print_findings, print_outcome, word
from referee.tactori.drawing import draw
from referee.tactori.explain import TurnVerdict
from referee.tactori.match import Match
from referee.tactori.position import Position
from referee.tactori.rules import CHOICES, GAMES, OPTIONS, Game, RuleBook, default_rules
from referee.tactori.scoring import Polygon, PositionVerdict
from referee.verdict import Outcome
from words.language import say
from words.message import Message, message


def print_position(position: Position, verdict: PositionVerdict, language: str) -> str:
    lines = [draw(position)]
    lines.append(word("print.legal" if verdict.legal else "print.illegal", language))
    lines += print_findings(verdict, language)
    if verdict.scores:
        lines += ["", word("print.scores", language)]
        lines += ["  " + row for row in table((colour_word(c, language), str(n)) for c, n in verdict.scores.items())]
    if verdict.polygons:
        lines += ["", word("print.polygons", language)]
        for polygon in verdict.polygons:
            lines += _polygon(polygon, language)
    if verdict.tasks is not None:
        lines += ["", word("print.tasks", language)]
        lines += [f"  [{'x' if done else ' '}] {word(task, language)}" for task, done in verdict.tasks.items()]
    return "\n".join(lines) + "\n"


def _polygon(polygon: Polygon, language: str) -> list[str]:
    key = "print.polygon" if polygon.counts else "print.polygon_not_counting"
    fields = " ".join(polygon.border.fields)
    head = say(message(key, colour=polygon.colour, points=polygon.points, fields=fields), language)
    sides = (
        say(message("print.side" if s.whole else "print.half", stick=s.stick.places(), points=s.points), language)
        for s in polygon.sides
    )
    return [f"  {head}", *(f"    {side}" for side in sides)]


def print_turn(verdict: TurnVerdict, language: str) -> str:
    kind = verdict.turn.kind.value if verdict.turn else "none"
    lines = [word("print.turn_legal" if verdict.legal else "print.turn_illegal", language)]
    lines.append(f"{word('print.turn', language)}: {word(f'kind.{kind}', language)}")
    if verdict.turn:
        if action := verdict.turn.tower:
            count = f"{action.count} × " if action.count > 1 else ""
            thrown = f" x{action.captured}" if action.captured else ""
            way = f"{action.source} > {action.target}" if action.source else action.target
            lines.append(f"  {count}{colour_word(action.colour, language)} {way}{thrown}")
        lines += [f"  + {s}" for s in verdict.turn.laid] + [f"  - {s}" for s in verdict.turn.taken]
    lines += print_findings(verdict, language)
    if verdict.outcome:
        lines += ["", _outcome(verdict.outcome, language)]
    return "\n".join(lines) + "\n"


def print_state(match: Match, language: str) -> list[str]:
    if match.outcome:
        if match.outcome.reason == "connected":
            reason = Message(f"reason.{match.outcome.reason}")
            return [say(message("print.ended", count=match.turns, reason=reason), language)]
        return [_outcome(match.outcome, language)]
    lines = [say(message("print.to_move", colour=match.to_move), language)]
    if out := match.sitting_out():
        lines.append(say(message("print.sitting_out", colours=out), language))
    return lines


def _outcome(outcome: Outcome, language: str) -> str:
    return print_outcome(outcome, language, together=outcome.reason == "connected")  # all have won together


def row(game: Game, language: str) -> list[str]:
    """Its row in the table of games."""
    different = ", ".join(f"{key}={option_text(value)}" for key, value in game.defaults.items())
    return game_row(game.id, game.board, game.players, game.age, language, different)


def option_lines(language: str) -> list[str]:
    """A line about every option."""
    plain, lines = RuleBook(GAMES["free"]), []
    for key in OPTIONS:
        values = " | ".join(map(option_text, CHOICES[key])) if key in CHOICES else "none | 1 | 2 | …"
        lines.append(option_line(key, values, getattr(plain, key), f"option.{key}", language))
    return lines


def about(game: Game, language: str) -> Mapping[str, object]:
    """The same for programs."""
    return {
        "game": game.id,
        "name": word(f"game.{game.id}", language),
        "board": game.board,
        "players": list(game.players),
        "age": game.age,
        "ends": game.ending.value,
        "options": default_rules(game).options(),
    }
