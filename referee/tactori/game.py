"""What Tactori gives to the house: eleven games of one family."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.game import Choice, Portable, Way
from referee.tactori import correction, nearby, on_page, printing, rule_texts
from referee.tactori.board import COLOURS
from referee.tactori.drawing import draw
from referee.tactori.examples import example
from referee.tactori.explain import TurnVerdict, judge_turn
from referee.tactori.match import Match, check_players, set_up_faults, start
from referee.tactori.notation import read_written, write_turn
from referee.tactori.play import random_set_up, random_turn
from referee.tactori.position import Position
from referee.tactori.questions import LOOKS_LIKE_TEXT, check_player, check_seats, parse_position
from referee.tactori.rules import GAMES as ROWS
from referee.tactori.rules import OPTIONS, RuleBook, rule_book
from referee.tactori.scoring import PositionVerdict, check_board, judge_position
from referee.tactori.text import parse_text, to_text
from referee.tactori.turn import apply
from referee.tactori.turn_words import tell_turn
from words.message import Message


@dataclass(frozen=True)
class Tactori:
    """One of the eleven games."""

    id: str
    family: str = "tactori"
    options: tuple[str, ...] = OPTIONS
    begins: re.Pattern[str] = LOOKS_LIKE_TEXT
    set_up_is_seen: bool = False
    portable: Portable | None = None

    @property
    def players(self) -> tuple[int, int]:
        return ROWS[self.id].players

    def rule_book(self, options: Mapping[str, Any]) -> RuleBook:
        return rule_book(self.id, options)

    def unseen(self, rules: RuleBook) -> Position:
        return Position.empty(rules.board)

    read = staticmethod(Position.from_json)
    parse = staticmethod(parse_position)
    from_text = staticmethod(parse_text)
    to_text = staticmethod(to_text)
    draw = staticmethod(draw)

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

    check_players = staticmethod(check_players)
    check_position = staticmethod(check_board)

    def faces(self, rules: RuleBook) -> tuple[str, ...]:
        return ()

    def read_die(self, value: object, rules: RuleBook) -> None:
        return None

    check_place = staticmethod(correction.check_place)
    content = staticmethod(correction.content)
    correct = staticmethod(correction.correct)
    distance = staticmethod(nearby.distance)
    turns_to = staticmethod(nearby.turns_to)
    rivals = staticmethod(nearby.rivals)
    is_on_the_way = staticmethod(nearby.is_on_the_way)

    def written_die(self, written: str, rules: RuleBook) -> None:
        return None

    def ways(self, match: Match, die: None) -> tuple[Way[Position], ...]:
        return ()

    def start(self, rules: RuleBook, players: Sequence[str], position: Position | None) -> Match:
        return start(rules, players, position)

    set_up_faults = staticmethod(set_up_faults)

    def write_turn(self, match: Match, after: Position, die: None) -> str:
        return write_turn(match.position, after, match.to_move)

    def play_written(self, match: Match, written: str, player: str) -> tuple[Match, TurnVerdict]:
        return match.play(read_written(written, match.position, player))

    random_set_up = staticmethod(random_set_up)

    def random_turn(self, match: Match, rng: random.Random) -> tuple[None, Position]:
        return None, apply(match.position, random_turn(match, rng))

    print_position = staticmethod(printing.print_position)
    print_turn = staticmethod(printing.print_turn)
    print_state = staticmethod(printing.print_state)
    tell_turn = staticmethod(tell_turn)

    def rule_text(self, rule: str, language: str) -> str:
        return rule_texts.rule_text(rule, self.id, language)

    rule_section = staticmethod(rule_texts.rule_section)

    def row(self, language: str) -> list[str]:
        return printing.row(ROWS[self.id], language)

    def about(self, language: str) -> Mapping[str, object]:
        return printing.about(ROWS[self.id], language)

    option_lines = staticmethod(printing.option_lines)

    @property
    def age(self) -> int:
        return ROWS[self.id].age

    @property
    def group(self) -> str:
        return on_page.group_of(self.id)

    def example(self) -> dict[str, Any]:
        return example(self.id)

    def choices(self) -> tuple[Choice, ...]:
        return on_page.choices(self.id)

    plan = staticmethod(on_page.plan)
    explained = staticmethod(on_page.explained)

    def is_placeless(self, rule: str) -> bool:
        return rule in rule_texts.PLACELESS

    told_of = staticmethod(on_page.told_of)

    def stock(self, match: Match) -> Mapping[str, int]:
        return {}

    def to_do(self, match: Match) -> tuple[Message, ...]:
        return ()

    def top_view(self, position: Position, rules: RuleBook) -> None:
        return None


GAMES: Mapping[str, Tactori] = {game: Tactori(game) for game in ROWS}
