"""What PGN and PDN have in common, the texts in which other programs keep games: tags, numbered moves, remarks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from referee.classics.verdict import TurnVerdict

RESULTS = {"w": "1-0", "b": "0-1", None: "1/2-1/2"}
GOING_ON = "*"
LINE = 78
_TAG = re.compile(r'^\s*\[\s*(\w+)\s+"((?:[^"\\\n]|\\.)*)"\s*\]', re.ASCII | re.MULTILINE)
_REMARK = re.compile(r"\{[^}]*\}|;[^\n]*|^%[^\n]*|\$\d+", re.MULTILINE)
_ASIDE = re.compile(r"\([^()]*\)")
_NUMBER = re.compile(r"\d+\.(?:\.\.)?")


def write_game(tags: Mapping[str, str], moves: Sequence[str], first: bool, number: int, result: str) -> str:
    """Tags, then the moves from this number on; `first` if the one who usually begins does so."""
    words = []
    for count, move in enumerate(moves, 0 if first else 1):
        if count % 2 == 0:
            words.append(f"{number + count // 2}.")
        elif count == 1 and not first:
            words.append(f"{number}...")
        words.append(move)
    lines = [f'[{name} "{_plain(value)}"]' for name, value in tags.items()]
    return "\n".join([*lines, "", *_wrapped([*words, result])]) + "\n"


def result_of(turns: Sequence[TurnVerdict]) -> str:
    ending = turns[-1].outcome if turns else None
    return RESULTS[ending.winner] if ending else GOING_ON


def _plain(value: str) -> str:
    return " ".join(value.replace('"', "'").replace("\\", "/").split())


def _wrapped(words: Iterable[str]) -> list[str]:
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word) + 1 > LINE:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def is_tagged(text: str) -> bool:
    """Whether it begins as such a text does."""
    return _TAG.match(text) is not None


def read_tags(text: str) -> dict[str, str]:
    """The tags of the first game."""
    found: dict[str, str] = {}
    for tag in _TAG.finditer(text):
        if tag[1] in found:
            break
        found[tag[1]] = tag[2]
    return found


def read_moves(text: str, results: Iterable[str]) -> Iterator[str]:
    """The moves of the first game, without numbers, remarks and what might have been played instead."""
    moves = _REMARK.sub(" ", _TAG.sub(" ", text))
    while (fewer := _ASIDE.sub(" ", moves)) != moves:
        moves = fewer
    ends = frozenset((*results, *RESULTS.values(), GOING_ON))
    for word in moves.split():
        if word in ends:
            return
        if bare := _NUMBER.sub("", word).rstrip("!?"):
            yield bare


def record_text(game: str, first: str, set_up: str, tags: Mapping[str, str], turns: Iterable[str]) -> str:
    """The record that `replay` plays; whoever moves first is named first."""
    headers = {"Game": game, "Players": "w b" if first == "w" else "b w", "Setup": set_up}
    headers["Date"] = tags.get("Date", "").replace(".", "-").strip("?-")
    lines = [f"{name}: {value}" for name, value in headers.items() if value]
    return "\n".join([*lines, "", *(f"{n}. {turn}" for n, turn in enumerate(turns, 1))]) + "\n"
