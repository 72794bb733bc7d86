"""Verdicts, games and replays as tables for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from referee.language import catalogue, say
from referee.message import Message, message
from referee.tactori.drawing import draw
from referee.tactori.explain import TurnVerdict
from referee.tactori.match import Match
from referee.tactori.position import Position
from referee.tactori.replay import PlayedTurn, Replay
from referee.tactori.rules import CHOICES, GAMES, OPTIONS, RuleBook, default_rules, option_text
from referee.tactori.scoring import Polygon, PositionVerdict
from referee.verdict import Finding, Outcome


def table(rows: Iterable[Sequence[str]]) -> list[str]:
    """Columns as wide as they need to be."""
    cells = [list(row) for row in rows]
    wide = [max(len(row[i]) for row in cells) for i in range(len(cells[0]))] if cells else []
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, wide, strict=True)).rstrip() for row in cells]


def print_position(position: Position, verdict: PositionVerdict, language: str) -> str:
    lines = [draw(position)]
    lines.append(_say("print.legal" if verdict.legal else "print.illegal", language))
    lines += _findings(verdict.violations, verdict.open, verdict.advice, language)
    if verdict.scores:
        lines += ["", _say("print.scores", language)]
        lines += ["  " + row for row in table((_colour(c, language), str(n)) for c, n in verdict.scores.items())]
    if verdict.polygons:
        lines += ["", _say("print.polygons", language)]
        for polygon in verdict.polygons:
            lines += _polygon(polygon, language)
    if verdict.tasks is not None:
        lines += ["", _say("print.tasks", language)]
        lines += [f"  [{'x' if done else ' '}] {_say(task, language)}" for task, done in verdict.tasks.items()]
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
    lines = [_say("print.turn_legal" if verdict.legal else "print.turn_illegal", language)]
    lines.append(f"{_say('print.turn', language)}: {_say(f'kind.{kind}', language)}")
    if verdict.turn:
        if action := verdict.turn.tower:
            count = f"{action.count} × " if action.count > 1 else ""
            thrown = f" x{action.captured}" if action.captured else ""
            way = f"{action.source} > {action.target}" if action.source else action.target
            lines.append(f"  {count}{_colour(action.colour, language)} {way}{thrown}")
        lines += [f"  + {s}" for s in verdict.turn.laid] + [f"  - {s}" for s in verdict.turn.taken]
    lines += _findings(verdict.violations, verdict.open, verdict.advice, language)
    if verdict.outcome:
        lines += ["", _outcome(verdict.outcome, language)]
    return "\n".join(lines) + "\n"


def print_replay(played: Replay, language: str) -> str:
    """The turns as a table, then the board and what is to be said of it."""
    heads = [_say(f"print.head.{name}", language) for name in ("turn", "player", "written", "scores", "remark")]
    rows = [heads, *(_row(turn, language) for turn in played.turns)]
    match = played.turns[-1].match if played.turns else played.beginning
    lines = _findings(played.set_up, (), (), language) + table(rows)
    if match:
        lines += ["", print_position(match.position, match.verdict(), language).rstrip(), ""]
        lines += _state(match, language)
    return "\n".join(lines) + "\n"


def _row(turn: PlayedTurn, language: str) -> list[str]:
    scores = " ".join(f"{colour} {points}" for colour, points in turn.match.verdict().scores.items())
    remark = "; ".join(f"{f.rule}: {say(f.message, language)}" for f in turn.verdict.violations)
    return [str(turn.number), _colour(turn.player, language), turn.written, scores, remark]


def _state(match: Match, language: str) -> list[str]:
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
    reason = Message(f"reason.{outcome.reason}")
    if outcome.winner is not None:
        said = say(message("print.winner", colour=outcome.winner, reason=reason), language)
        return said[0].upper() + said[1:]
    key = "print.over" if outcome.reason == "connected" else "print.draw"  # all have won together
    return say(message(key, reason=reason), language)


def print_games(language: str) -> str:
    heads = [_say(f"print.head.{name}", language) for name in ("game", "name", "board", "players", "age", "options")]
    rows = [heads]
    for game in GAMES.values():
        fewest, most = game.players
        players = str(fewest) if fewest == most else f"{fewest}-{most}"
        different = ", ".join(f"{key}={option_text(value)}" for key, value in game.defaults.items())
        name = _say(f"game.{game.id}", language)
        rows.append([game.id, name, f"{game.board}x{game.board}", players, f"{game.age}+", different])
    lines = table(rows)
    lines += ["", _say("print.options", language)]
    plain = RuleBook(GAMES["free"])
    for key in OPTIONS:
        values = " | ".join(map(option_text, CHOICES[key])) if key in CHOICES else "none | 1 | 2 | …"
        meaning, default = Message(f"option.{key}"), option_text(getattr(plain, key))
        lines.append(
            "  " + say(message("print.option", key=key, values=values, default=default, meaning=meaning), language)
        )
    return "\n".join(lines) + "\n"


def games_json(language: str) -> Iterable[Mapping[str, object]]:
    for game in GAMES.values():
        yield {
            "game": game.id,
            "name": _say(f"game.{game.id}", language),
            "board": game.board,
            "players": list(game.players),
            "age": game.age,
            "ends": game.ending.value,
            "options": default_rules(game).options(),
        }


def _findings(
    violations: Sequence[Finding], open_: Sequence[Finding], advice: Sequence[Finding], language: str
) -> list[str]:
    lines = []
    for heading, found in (("violations", violations), ("open", open_), ("advice", advice)):
        if found:
            lines += ["", _say(f"print.{heading}", language)]
            lines += ["  " + row for row in table((f.rule, say(f.message, language)) for f in found)]
    return lines


def _say(key: str, language: str) -> str:
    return catalogue(language)[key]


def _colour(colour: str, language: str) -> str:
    return catalogue(language)[f"colour.{colour}"]
