"""The text of a game record: headers, then numbered turns, one a line, whatever the game.

Game: taktori
Players: R B
Date: 2026-11-16

1. R +c3
2. B +e5        # a remark
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from words.message import InputError, message

MOST_ERRORS = 100
_TURN = re.compile(r"(\d{1,6})\s*\.\s*(?:([A-Za-z])(?:\s+|$))?(.*)", re.ASCII)
_HEADER = re.compile(r"([^\W\d_][\w -]*?)\s*:\s*(.*)")
_REMARK = re.compile(r"(?:^|\s)#.*")


@dataclass(frozen=True)
class Header:
    name: str
    value: str
    line: int


@dataclass(frozen=True)
class Entry:
    """One written turn, with the player if the record names him."""

    number: int
    player: str | None
    written: str
    line: int


@dataclass(frozen=True)
class Record:
    """What a record says, not yet played through."""

    headers: tuple[Header, ...]
    entries: tuple[Entry, ...]
    errors: tuple[InputError, ...] = field(default=())

    def header(self, name: str) -> Header | None:
        return next((h for h in self.headers if h.name.lower() == name.lower()), None)


def parse_record(text: str) -> Record:
    """Reads everything that can be read; every line that cannot is one of the record's errors, up to so many that it
    is plainly no record."""
    headers: list[Header] = []
    entries: list[Entry] = []
    errors: list[InputError] = []
    for line, raw in enumerate(text.splitlines(), 1):
        if len(errors) >= MOST_ERRORS:
            break
        said = _REMARK.sub("", raw).strip()
        place = f"line {line}"
        if not said:
            continue
        if turn := _TURN.fullmatch(said):
            number = int(turn[1])
            if number != len(entries) + 1:
                errors.append(InputError(message("record.number", number=number, right=len(entries) + 1), place))
            entries.append(Entry(len(entries) + 1, turn[2], turn[3].strip(), line))
        elif header := _HEADER.fullmatch(said):
            if entries:
                errors.append(InputError(message("record.late_header", name=header[1][:40]), place))
            elif any(h.name.lower() == header[1].lower() for h in headers):
                errors.append(InputError(message("record.twice", name=header[1][:40]), place))
            else:
                headers.append(Header(header[1], header[2], line))
        else:
            errors.append(InputError(message("record.line", value=said[:40]), place))
    return Record(tuple(headers), tuple(entries), tuple(errors))


def write_record(headers: Mapping[str, str], turns: Iterable[tuple[str, str]]) -> str:
    """The text of a record from its headers and from player and written turn of each turn."""
    lines = [f"{name}: {value}" for name, value in headers.items() if value]
    lines.append("")
    lines += [f"{number}. {player} {written}" for number, (player, written) in enumerate(turns, 1)]
    return "\n".join(lines) + "\n"
