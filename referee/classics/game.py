"""What the classics give to the house."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.classics import drawing, notation, printing, rule_texts, text
from referee.classics.asking import (
    check_position,
    judge_position,
    read_player,
    read_players,
    read_position,
)
from referee.classics.classic import Classic
from referee.classics.dice import read_die
from referee.classics.explain import judge_turn
from referee.classics.five import Five
from referee.classics.match import Match, start
from referee.classics.peg import Peg
from referee.classics.play import random_turn
from referee.classics.position import Position
from referee.classics.rules import RuleBook, option_keys, read_rules
from referee.classics.turn import Asked, Throws
from referee.classics.turn_words import tell_turn
from referee.classics.verdict import PositionVerdict, TurnVerdict
from referee.strictjson import read_json
from referee.verdict import Finding
from words.message import Message

CLASSICS: Mapping[str, Classic[Any]] = {classic.id: classic for classic in (Five(), Peg())}


@dataclass(frozen=True)
class ClassicGame:
    """One of the classics, as every game of the house is asked."""

    classic: Classic[Any]
    family: str = "classics"

    @property
    def id(self) -> str:
        return self.classic.id

    @property
    def begins(self) -> re.Pattern[str]:
        return re.compile(rf"\s*(?:\{{|{self.id}(?:\s|;|$)|\w{{0,2}}\s*\|)", re.ASCII)

    @property
    def options(self) -> tuple[str, ...]:
        return tuple(option_keys(self.classic.book))

    def rule_book(self, options: Mapping[str, Any]) -> RuleBook:
        rules: RuleBook = read_rules(self.classic.book, options)
        return rules

    def read(self, data: object) -> Position:
        return read_position(self.classic, data)

    def parse(self, written: str) -> Position:
        bare = written.strip()
        if bare.startswith(("{", "[", '"')):
            return self.read(read_json(bare))
        return drawing.parse_drawing(self.classic, written) if "|" in bare else self.from_text(bare)

    def from_text(self, written: str) -> Position:
        return text.parse_text(self.classic, written)

    def to_text(self, position: Position) -> str:
        return text.to_text(self.classic, position)

    def draw(self, position: Position) -> str:
        return drawing.draw(self.classic, position)

    def seats(self, count: int) -> tuple[str, ...]:
        return tuple(self.classic.colours[:count])

    def check_seats(self, player: object, players: object) -> None:
        if player is not None:
            read_player(self.classic, player, ())
        read_players(self.classic, players)

    def judge(self, position: Position, rules: Any, question: Mapping[str, Any]) -> PositionVerdict:
        return judge_position(self.classic, position, rules, read_players(self.classic, question.get("players")))

    def judge_turn(self, before: Position, after: Position, rules: Any, question: Mapping[str, Any]) -> TurnVerdict:
        check_position(self.classic, before, rules, before=True)
        check_position(self.classic, after, rules)
        players = read_players(self.classic, question.get("players")) or self.classic.seen_players(before)
        player = read_player(self.classic, question.get("player"), players)
        die = read_die(question.get("die"), self.classic.faces) if self.classic.faces else None
        return judge_turn(self.classic, before, after, Asked(rules, player, players, die))

    def start(self, rules: Any, players: Sequence[str], position: Position | None) -> Match[Any]:
        return start(self.classic, rules, players, position)

    def set_up_faults(self, position: Position, rules: Any) -> tuple[Finding, ...]:
        return self.classic.set_up_faults(position, rules)

    def write_turn(self, match: Match[Any], after: Position, die: Throws | None) -> str:
        return notation.write_turn(match, after, die)

    def play_written(self, match: Match[Any], written: str, player: str) -> tuple[Match[Any], TurnVerdict]:
        if written.split() == [notation.DRAW]:
            return match.agreed()
        after, die = notation.read_written(match, written, player)
        return match.play(after, die)

    def random_set_up(self, rules: Any, rng: random.Random) -> Position:
        return self.classic.set_up(rules, self.seats(self.classic.players[1]))

    def random_turn(self, match: Match[Any], rng: random.Random) -> tuple[Throws | None, Position]:
        return random_turn(match, rng)

    def print_position(self, position: Position, verdict: PositionVerdict, language: str) -> str:
        return printing.print_position(self.classic, position, verdict, language)

    def print_turn(self, verdict: TurnVerdict, language: str) -> str:
        return printing.print_turn(verdict, language)

    def print_state(self, match: Match[Any], language: str) -> list[str]:
        return printing.print_state(match, language)

    def tell_turn(
        self, before: Position, after: Position, verdict: TurnVerdict, player: str, name: str = ""
    ) -> Message:
        return tell_turn(before, after, verdict, player, name)

    def rule_text(self, rule: str, language: str) -> str:
        return rule_texts.rule_text(rule, language)

    def rule_section(self, rule: str, language: str) -> str:
        return rule_texts.rule_section(self.classic, rule, language)

    def row(self, language: str) -> list[str]:
        return printing.row(self.classic, language)

    def about(self, language: str) -> Mapping[str, object]:
        return printing.about(self.classic, language)

    def option_lines(self, language: str) -> list[str]:
        return printing.option_lines(CLASSICS, language)


GAMES: Mapping[str, ClassicGame] = {game: ClassicGame(classic) for game, classic in CLASSICS.items()}
