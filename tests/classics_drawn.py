"""Reads the drawn boards of the classics: boards first, then what was played on them and what the referee says.

`played` is a turn as players write it, or any change (`c3=- d4=w`); `about` names the rules and readings it is about.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from referee.classics.asking import judge_position
from referee.classics.explain import judge_turn
from referee.classics.game import GAMES, ClassicGame
from referee.classics.match import Match
from referee.classics.notation import read_written
from referee.classics.position import Position
from referee.classics.verdict import PositionVerdict, TurnVerdict
from referee.options import parse_options

FOLDER = Path(__file__).parent / "boards" / "classics"


@dataclass(frozen=True)
class Case:
    game: ClassicGame
    title: str
    said: dict[str, str]
    board: Position

    @property
    def rules(self) -> Any:
        return self.game.rule_book(parse_options(self.said["rules"]) if "rules" in self.said else {})

    def words(self, key: str) -> set[str]:
        return set(self.said.get(key, "").split())

    @property
    def breaks(self) -> set[str]:
        return self.words("breaks") - {"nothing"}

    @property
    def is_turn(self) -> bool:
        return "played" in self.said

    @cached_property
    def verdict(self) -> TurnVerdict:
        players = tuple(self.said.get("players", " ".join(self.game.seats(self.game.players[1]))).split())
        match = Match(self.game.classic, self.rules, players, self.board, self.said["player"])
        after, die = read_written(match, self.said["played"], self.said.get("mover", match.to_move))
        return judge_turn(self.game.classic, self.board, after, match.asked(die))

    @cached_property
    def judged(self) -> PositionVerdict:
        return judge_position(self.game.classic, self.board, self.rules)

    def __str__(self) -> str:
        return f"{self.game.id}: {self.title}"


def read_cases(game_id: str) -> list[Case]:
    game = GAMES[game_id]
    boards: dict[str, Position] = {}
    cases = []
    for text in (FOLDER / f"{game_id}.txt").read_text().split("\n== ")[1:]:
        title, *lines = text.splitlines()
        if title.startswith("board "):
            boards[title.removeprefix("board ")] = game.parse("\n".join(line for line in lines if line.strip()))
            continue
        said = {key: value for key, colon, value in (line.partition(": ") for line in lines) if colon}
        cases.append(Case(game, title, said, boards[said["board"]]))
    return cases


def every_case() -> list[Case]:
    return [case for path in sorted(FOLDER.glob("*.txt")) for case in read_cases(path.stem)]
