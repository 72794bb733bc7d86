"""Reads the drawn boards of Anti-Blok: boards first, then what was played on them and what the referee says."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from referee.antiblok.asked import Asked, TurnVerdict
from referee.antiblok.dice import Die
from referee.antiblok.drawing import parse_drawing
from referee.antiblok.explain import judge_turn
from referee.antiblok.notation import read_written
from referee.antiblok.position import Position
from referee.antiblok.repeat import read_marks
from referee.antiblok.rules import RuleBook, rule_book
from referee.options import parse_options

FOLDER = Path(__file__).parent / "boards" / "antiblok"


@dataclass(frozen=True)
class Case:
    title: str
    said: dict[str, str]
    board: Position

    @property
    def rules(self) -> RuleBook:
        options = parse_options(self.said["rules"]) if "rules" in self.said else {}
        return rule_book(self.said.get("game", "antiblok"), options)

    def words(self, key: str) -> set[str]:
        return set(self.said.get(key, "").split())

    @property
    def breaks(self) -> set[str]:
        return self.words("breaks") - {"nothing"}

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(self.said.get("players", "R B").split())

    @property
    def played(self) -> tuple[Position, Die | None]:
        return read_written(self.said["played"], self.board, self.said["player"])

    def verdict(self) -> TurnVerdict:
        after, die = self.played
        who, _, field = self.said.get("last", "").partition(":")
        marks = read_marks({who: [field]}) if who else None
        previous = self.players[self.players.index(self.said["player"]) - 1]
        return judge_turn(self.board, after, Asked(self.rules, self.said["player"], self.players, die, marks, previous))

    def __str__(self) -> str:
        return self.title


def read_cases(name: str) -> list[Case]:
    boards: dict[str, Position] = {}
    cases = []
    for text in (FOLDER / f"{name}.txt").read_text().split("\n== ")[1:]:
        title, *lines = text.splitlines()
        drawing = "\n".join(line for line in lines if "|" in line)
        if title.startswith("board "):
            boards[title.removeprefix("board ")] = parse_drawing(drawing)
            continue
        said = {key: value for key, colon, value in (line.partition(": ") for line in lines) if colon and key.isalpha()}
        cases.append(Case(title, said, boards[said["board"]] if "board" in said else parse_drawing(drawing)))
    return cases
