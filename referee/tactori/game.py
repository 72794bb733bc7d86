"""What Tactori gives to the house: eleven games of one family."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.tactori import printing, rule_texts
from referee.tactori.board import COLOURS
from referee.tactori.drawing import draw
from referee.tactori.explain import TurnVerdict, judge_turn
from referee.tactori.match import Match, set_up_faults, start
from referee.tactori.notation import read_written, write_turn
from referee.tactori.play import random_set_up, random_turn
from referee.tactori.position import Position
from referee.tactori.questions import LOOKS_LIKE_TEXT, check_player, check_seats, parse_position
from referee.tactori.rules import GAMES as ROWS
from referee.tactori.rules import OPTIONS, RuleBook, rule_book
from referee.tactori.scoring import PositionVerdict, judge_position
from referee.tactori.text import parse_text, to_text
from referee.tactori.turn import apply
from referee.tactori.turn_words import tell_turn
from referee.verdict import Finding
from words.message import Message


@dataclass(frozen=True)
class Tactori:
    """One of the eleven games."""

    id: str
    family: str = "tactori"
    options: tuple[str, ...] = OPTIONS
    begins: re.Pattern[str] = LOOKS_LIKE_TEXT

    def rule_book(self, options: Mapping[str, Any]) -> RuleBook:
        return rule_book(self.id, options)

    def read(self, data: object) -> Position:
        return Position.from_json(data)

    def parse(self, text: str) -> Position:
        return parse_position(text)

    def from_text(self, text: str) -> Position:
        return parse_text(text)

    def to_text(self, position: Position) -> str:
        return to_text(position)

    def draw(self, position: Position) -> str:
        return draw(position)

    def seats(self, count: int) -> tuple[str, ...]:
        return tuple(COLOURS[:count])

    def check_seats(self, player: object, players: object) -> None:
        check_seats(players)
        check_player(player)

    def judge(self, position: Position, rules: RuleBook, question: Mapping[str, Any]) -> PositionVerdict:
        return judge_position(position, rules)

    def judge_turn(
        self, before: Position, after: Position, rules: RuleBook, question: Mapping[str, Any]
    ) -> TurnVerdict:
        player = check_player(question.get("player"))
        return judge_turn(before, after, player, rules, check_seats(question.get("players")))

    def start(self, rules: RuleBook, players: Sequence[str], position: Position | None) -> Match:
        return start(rules, players, position)

    def set_up_faults(self, position: Position, rules: RuleBook) -> tuple[Finding, ...]:
        return set_up_faults(position, rules)

    def write_turn(self, match: Match, after: Position, die: None) -> str:
        return write_turn(match.position, after, match.to_move)

    def play_written(self, match: Match, written: str, player: str) -> tuple[Match, TurnVerdict]:
        return match.play(read_written(written, match.position, player))

    def random_set_up(self, rules: RuleBook, rng: random.Random) -> Position:
        return random_set_up(rules, rng)

    def random_turn(self, match: Match, rng: random.Random) -> tuple[None, Position]:
        return None, apply(match.position, random_turn(match, rng))

    def print_position(self, position: Position, verdict: PositionVerdict, language: str) -> str:
        return printing.print_position(position, verdict, language)

    def print_turn(self, verdict: TurnVerdict, language: str) -> str:
        return printing.print_turn(verdict, language)

    def print_state(self, match: Match, language: str) -> list[str]:
        return printing.print_state(match, language)

    def tell_turn(
        self, before: Position, after: Position, verdict: TurnVerdict, player: str, name: str = ""
    ) -> Message:
        return tell_turn(before, after, verdict, player, name)

    def rule_text(self, rule: str, language: str) -> str:
        return rule_texts.rule_text(rule, self.id, language)

    def rule_section(self, rule: str, language: str) -> str:
        return rule_texts.rule_section(rule, language)

    def row(self, language: str) -> list[str]:
        return printing.row(ROWS[self.id], language)

    def about(self, language: str) -> Mapping[str, object]:
        return printing.about(ROWS[self.id], language)

    def option_lines(self, language: str) -> list[str]:
        return printing.option_lines(language)


GAMES: Mapping[str, Tactori] = {game: Tactori(game) for game in ROWS}
