"""What happens at a watched table as sentences for the people who play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from live.events import Event, Kind
from live.table_printing import event_lines, points
from words.language import catalogue, explain_error, say
from words.message import InputError, Message, message


def watch_lines(event: Event, language: str, accept: str) -> list[str]:
    """The main thing first and what belongs to it below; `accept` is the command that lets something stand."""
    data = event.data
    match event.kind:
        case Kind.TURN if "waits" in data:
            said = message("table.illegal", number=data["n"], colour=data["player"])
            return [_sentence(said, language), *_findings(data, language), _hint(accept, language)]
        case Kind.TURN if data.get("continued"):
            said = message("watch.continued", number=data["n"], colour=data["player"], written=data["notation"])
            return [_sentence(said, language), *event_lines(event, language)[1:]]
        case Kind.UNSURE if data.get("waits") == "incomplete":
            return [_sentence(said, language) for said in (message("table.incomplete"), *data["todo"])]
        case Kind.UNSURE if "waits" in data:
            said = message("watch.set_up") if data["waits"] == "set_up" else message("table.unclear")
            return [_sentence(said, language), *_findings(data, language), _hint(accept, language)]
        case Kind.UNSURE:
            return [_sentence(message("watch.unsure", why=data["why"]), language), *_doubts(data, language)]
        case Kind.LOST if data["what"] in ("source", "camera"):
            return [say(data["why"], language)]  # it may begin with the name of a file
        case Kind.BACK if data["what"] == "camera":
            return [say(message("watch.back.camera", name=data["camera"], turned=data["turned"]), language)]
        case Kind.HAND | Kind.MOVED | Kind.LOST:
            return [_sentence(data["why"], language)]
        case Kind.BACK:
            said = message("watch.back.board") if data["what"] == "board" else message("watch.back.source")
            return [_sentence(said, language)]
        case Kind.PUT_RIGHT:
            return [_sentence(message("watch.put_right"), language)]
        case Kind.OUTCOME:
            ended = [_capital(line) for line in event_lines(event, language)]
            return [*ended, f"  {catalogue(language)['print.scores']}: {points(data['scores'], language)}"]
    return [_capital(line) for line in event_lines(event, language)]


def answer_of(events: Sequence[Event], error: InputError | None, is_open: bool, language: str) -> dict[str, Any]:
    """What is answered to somebody who brought a photograph from another program."""
    return {
        "error": None if error is None else explain_error(error, language),
        "open": is_open,
        "events": [each.to_json(language) for each in events],
        "lines": [line for each in events for line in watch_lines(each, language, "draufsicht table accept")],
    }


def beginning(event: Event, source: str, language: str) -> list[str]:
    """What is watched, as the first line of all."""
    data = event.data
    game = Message(f"game.{data['game']}")
    said = message("watch.begins", source=source, game=game, colours=data["players"], table=data["table"])
    lines = [_sentence(said, language)]
    return lines + event_lines(event, language) if data["resumed"] else lines


def _findings(data: Mapping[str, Any], language: str) -> list[str]:
    return [f"  {finding.rule}: {say(finding.message, language)}" for finding in data["violations"]]


def _doubts(data: Mapping[str, Any], language: str) -> list[str]:
    return [f"  {doubt['at']}: {say(doubt['why'], language)}" for doubt in data.get("unsure", ())]


def _hint(accept: str, language: str) -> str:
    return f"  {say(message('watch.accept', command=accept), language)}"


def _sentence(said: Message, language: str) -> str:
    written = _capital(say(said, language))
    return written if written.endswith((".", "!", "?", ":")) else f"{written}."


def _capital(line: str) -> str:
    return line[:1].upper() + line[1:]
