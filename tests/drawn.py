"""Reads the drawn boards of `tests/boards`: a title, what it is about, a board or two, and what the referee says."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from referee.options import parse_options
from referee.tactori.drawing import parse_drawing
from referee.tactori.position import Position
from referee.tactori.rules import RuleBook, rule_book

FOLDER = Path(__file__).parent / "boards"


@dataclass(frozen=True)
class Case:
    file: str
    title: str
    said: dict[str, str]
    boards: dict[str, Position]

    @property
    def rules(self) -> RuleBook:
        return rule_book(self.said["game"], parse_options(self.said["rules"]) if "rules" in self.said else {})

    @property
    def about(self) -> set[str]:
        return set(self.said["about"].split())

    @property
    def breaks(self) -> set[str]:
        return set(self.said["breaks"].split()) - {"nothing"}

    def __str__(self) -> str:
        return f"{self.file}: {self.title}"


def read_cases() -> list[Case]:
    cases = []
    for path in sorted(FOLDER.glob("*.txt")):
        for text in path.read_text().split("\n== ")[1:]:
            cases.append(_read_case(path.stem, text))
    return cases


def _read_case(file: str, text: str) -> Case:
    title, *lines = text.splitlines()
    said: dict[str, str] = {}
    drawings: dict[str, list[str]] = {}
    drawing: list[str] | None = None
    for line in lines:
        key, colon, value = line.partition(": ")
        if line in ("position:", "before:", "after:"):
            drawing = drawings.setdefault(line[:-1], [])
        elif colon and key.isalpha():
            said[key] = value
            drawing = None
        elif drawing is not None:
            drawing.append(line)
    return Case(file, title, said, {name: parse_drawing("\n".join(rows)) for name, rows in drawings.items()})
