"""Games and what happens in them as lines for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from live.events import Event, Kind
from live.game import GameState
from referee.printing import print_replay
from referee.replay import PlayedTurn, Replay
from words.language import catalogue, say
from words.message import Message, message


def event_lines(event: Event, language: str) -> list[str]:
    """What an event tells, the main thing first and what belongs to it below."""
    data = event.data
    lines = [say(each, language) for each in _sentences(event)]
    for finding in data.get("violations", ()):
        lines.append(f"  {finding.rule}: {say(finding.message, language)}")
    if event.kind is Kind.TURN and "waits" not in data and data["scores"]:
        lines.append(f"  {catalogue(language)['print.scores']}: {points(data['scores'], language)}")
    return lines


def _sentences(event: Event) -> list[Message]:
    data = event.data
    match event.kind:
        case Kind.STARTED:
            return [message("table.goes_on" if data["resumed"] else "table.started", turns=data["n"])]
        case Kind.TURN if "waits" in data:
            return [message("table.illegal", number=data["n"], colour=data["player"]), message("table.waits")]
        case Kind.TURN:
            return [message("table.turn", number=data["n"], colour=data["player"], written=data["notation"])]
        case Kind.TAKEN_BACK if data["by"] == "reject":
            return [message("table.rejected")]
        case Kind.TAKEN_BACK:
            return [message("table.taken_back", number=data["n"] + 1)]
        case Kind.UNSURE if data.get("waits") == "incomplete":
            return [message("table.incomplete"), *data["todo"]]
        case Kind.UNSURE if "waits" in data:
            return [message("table.unclear"), message("table.waits")]
        case Kind.CORRECTED:
            return [message("table.corrected", places=data["fields"])]
        case Kind.THROWN if data["die"] is None:
            return [message("table.not_thrown")]
        case Kind.THROWN:
            return [message("table.thrown", colour=data["player"], die=" ".join(data["die"]))]
        case Kind.PAUSED:
            return [message("table.paused")]
        case Kind.RESUMED:
            return [message("table.resumed")]
        case Kind.ENDED:
            return [message("table.ended")]
        case Kind.OUTCOME:
            return [_outcome(data)]
    said = data.get("message")
    return [said] if isinstance(said, Message) else []


def _outcome(data: Mapping[str, Any]) -> Message:
    reason = Message(f"reason.{data['reason']}")
    if data["winner"] is not None:
        return message("print.winner", colour=data["winner"], reason=reason)
    return message("print.over" if data["reason"] == "connected" else "print.draw", reason=reason)


def points(scores: Mapping[str, int], language: str) -> str:
    texts = catalogue(language)
    return ", ".join(f"{texts[f'colour.{colour}']} {count}" for colour, count in scores.items())


def game_text(state: GameState, language: str) -> str:
    """The turns, the board, and what is to be said of it."""
    turns = tuple(PlayedTurn(step.n, step.player, step.notation, step.match, step.verdict) for step in state.steps)
    played, game = Replay[Any, Any](state.beginning, (), turns, ()), state.game
    lines = [print_replay(played, language, game.print_position, game.print_state).rstrip()]
    if state.waiting:
        lines += ["", say(message("table.waits"), language)]
        lines += [f"  {finding.rule}: {say(finding.message, language)}" for finding in state.waiting.findings]
        lines += [f"  {say(each, language)}" for each in state.to_do]
        if unsure := state.waiting.unsure:
            key = "table.open_sticks" if all("-" in place for place in unsure) else "table.open_places"
            lines.append(f"  {say(message(key, places=unsure), language)}")
    if state.thrown is not None:
        lines += ["", say(message("table.thrown", colour=state.match.to_move, die=" ".join(state.thrown)), language)]
    if state.by_hand:
        lines += ["", say(message("table.by_hand", places=tuple(sorted(state.by_hand))), language)]
    if state.paused or state.ended:
        lines += ["", say(message("table.ended" if state.ended else "table.paused"), language)]
    return "\n".join(lines) + "\n"


def condition(state: GameState) -> Message:
    """In a word or two, what a game is doing."""
    if state.ended:
        return message("table.is.ended")
    if state.outcome:
        return message("table.is.over")
    if state.waiting:
        return message("table.is.waiting")
    return message("table.is.paused") if state.paused else message("table.is.running")


def list_heads(language: str) -> list[str]:
    heads = ("print.head.number", "print.head.table", "print.head.begun", "print.head.game", "print.head.turn")
    return [catalogue(language)[key] for key in (*heads, "print.head.scores", "print.head.condition")]


def list_row(state: GameState, language: str) -> list[str]:
    return [
        str(state.id),
        state.table,
        state.begun[:16].replace("T", " "),
        state.rules.id,
        str(len(state.steps)),
        points(state.match.verdict().scores, language),
        say(condition(state), language),
    ]
