"""What Anti-Blok gives to the house."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.antiblok import printing, rule_texts
from referee.antiblok.asked import Asked, TurnVerdict
from referee.antiblok.board import COLOURS
from referee.antiblok.dice import Die, read_die
from referee.antiblok.drawing import draw, parse_drawing
from referee.antiblok.explain import judge_turn
from referee.antiblok.match import Match, start
from referee.antiblok.notation import TIME, read_written, write_turn
from referee.antiblok.play import random_set_up, random_turn
from referee.antiblok.position import GAMES as IDS
from referee.antiblok.position import Position, check_colour, is_colour
from referee.antiblok.repeat import read_marks
from referee.antiblok.rules import RuleBook, options_of, rule_book
from referee.antiblok.scoring import PositionVerdict, judge_position, set_up_faults
from referee.antiblok.text import parse_text, to_text
from referee.antiblok.turn_words import tell_turn
from referee.strictjson import read_json
from referee.verdict import Finding
from words.message import InputError, Message, message

_DRAWN = re.compile(r"\s*5\s*\|", re.ASCII)


@dataclass(frozen=True)
class Antiblok:
    """One of the two games, for two to four or for one."""

    id: str
    family: str = "antiblok"
    begins: re.Pattern[str] = re.compile(r"\s*(?:\{|[RBYG?]{4}(?:\s|$)|5\s*\|)", re.ASCII)

    @property
    def options(self) -> tuple[str, ...]:
        return options_of(self.id)

    def rule_book(self, options: Mapping[str, Any]) -> RuleBook:
        return rule_book(self.id, options)

    def read(self, data: object) -> Position:
        return replace(Position.from_json(data), game=self.id)

    def parse(self, text: str) -> Position:
        bare = text.strip()
        if bare.startswith(("{", "[", '"')):
            return self.read(read_json(bare))
        return parse_drawing(text, self.id) if _DRAWN.match(text) else parse_text(bare, self.id)

    def from_text(self, text: str) -> Position:
        return parse_text(text, self.id)

    def to_text(self, position: Position) -> str:
        return to_text(position)

    def draw(self, position: Position) -> str:
        return draw(position)

    def seats(self, count: int) -> tuple[str, ...]:
        return tuple(COLOURS[:count])

    def check_seats(self, player: object, players: object) -> None:
        if player is not None:
            check_colour(player, "player")
        read_players(players)

    def judge(self, position: Position, rules: RuleBook, question: Mapping[str, Any]) -> PositionVerdict:
        return judge_position(position, rules, read_players(question.get("players")))

    def judge_turn(
        self, before: Position, after: Position, rules: RuleBook, question: Mapping[str, Any]
    ) -> TurnVerdict:
        players, player = read_players(question.get("players")), question.get("player")
        if player is None:
            if not (rules.solo and players):
                raise InputError(message("turn.no_player"))
            player = players[0]
        check_colour(player, "player")
        if rules.solo:
            players = players or (player,)
        remembered = question["before"] if isinstance(question.get("before"), Mapping) else {}
        last_turned = question.get("last_turned", remembered.get("last_turned"))
        asked = Asked(rules, player, players, read_die(question.get("die"), rules.faces), read_marks(last_turned))
        previous = players[players.index(player) - 1] if player in players else None
        return judge_turn(before, after, replace(asked, previous=previous))

    def start(self, rules: RuleBook, players: Sequence[str], position: Position | None) -> Match:
        if position is None:
            raise InputError(message("antiblok.record.setup"))
        return start(rules, players, position)

    def set_up_faults(self, position: Position, rules: RuleBook) -> tuple[Finding, ...]:
        return set_up_faults(position)

    def write_turn(self, match: Match, after: Position, die: Die | None) -> str:
        return write_turn(match.position, after, match.to_move, die)

    def play_written(self, match: Match, written: str, player: str) -> tuple[Match, TurnVerdict]:
        if written.split() == [TIME]:
            ended = match.time_up()
            return ended, TurnVerdict(None, (), outcome=ended.outcome, position=ended.position)
        after, die = read_written(written, match.position, player)
        return match.play(after, die)

    def random_set_up(self, rules: RuleBook, rng: random.Random) -> Position:
        return random_set_up(rules, rng)

    def random_turn(self, match: Match, rng: random.Random) -> tuple[Die, Position]:
        return random_turn(match, rng)

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
        return rule_texts.rule_text(rule, language)

    def rule_section(self, rule: str, language: str) -> str:
        return rule_texts.rule_section(rule, language)

    def row(self, language: str) -> list[str]:
        return printing.row(self.id, language)

    def about(self, language: str) -> Mapping[str, object]:
        return printing.about(self.id, language)

    def option_lines(self, language: str) -> list[str]:
        return printing.option_lines(language)


def read_players(players: object) -> tuple[str, ...]:
    """The players in order, if they are named."""
    if players is None:
        return ()
    if not isinstance(players, list | tuple) or not players or not all(map(is_colour, players)):
        raise InputError(message("question.players"), "players")
    if len(set(players)) != len(players):
        raise InputError(message("question.players"), "players")
    return tuple(players)


GAMES: Mapping[str, Antiblok] = {game: Antiblok(game) for game in IDS}
