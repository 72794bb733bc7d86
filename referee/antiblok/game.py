"""What Anti-Blok gives to the house."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee import nearby
from referee.antiblok import correction, on_page, printing, rule_texts
from referee.antiblok.asked import Asked, TurnVerdict
from referee.antiblok.board import COLOURS
from referee.antiblok.dice import Die, read_die
from referee.antiblok.drawing import draw, parse_drawing
from referee.antiblok.explain import judge_turn
from referee.antiblok.match import Match, check_players, start
from referee.antiblok.notation import TIME, read_written, write_turn
from referee.antiblok.play import random_set_up, random_turn
from referee.antiblok.position import GAMES as IDS
from referee.antiblok.position import Position, check_colour, is_colour
from referee.antiblok.repeat import read_marks
from referee.antiblok.rules import PLAYERS, RuleBook, options_of, rule_book
from referee.antiblok.scoring import PositionVerdict, judge_position, set_up_faults
from referee.antiblok.text import parse_text, to_text
from referee.antiblok.top_view import top_view
from referee.antiblok.turn_words import tell_turn
from referee.game import Choice, Portable, Way
from referee.places import count_changes, lie_between
from referee.strictjson import read_json
from referee.top_view import TopView
from referee.verdict import Finding
from words.message import InputError, message

_DRAWN = re.compile(r"\s*5\s*\|", re.ASCII)


@dataclass(frozen=True)
class Antiblok:
    """One of the two games, for two to four or for one."""

    id: str
    family: str = "antiblok"
    begins: re.Pattern[str] = re.compile(r"\s*(?:\{|[RBYG?]{4}(?:\s|$)|5\s*\|)", re.ASCII)
    set_up_is_seen: bool = True
    portable: Portable | None = None
    age: int | None = None
    """The sheet names none."""
    group: str = "cards"

    @property
    def options(self) -> tuple[str, ...]:
        return options_of(self.id)

    @property
    def players(self) -> tuple[int, int]:
        return PLAYERS[self.id]

    def rule_book(self, options: Mapping[str, Any]) -> RuleBook:
        return rule_book(self.id, options)

    def unseen(self, rules: RuleBook) -> Position:
        return Position.unseen(self.id)

    def read(self, data: object) -> Position:
        return replace(Position.from_json(data), game=self.id)

    def parse(self, text: str) -> Position:
        bare = text.strip()
        if bare.startswith(("{", "[", '"')):
            return self.read(read_json(bare))
        return parse_drawing(text, self.id) if _DRAWN.match(text) else parse_text(bare, self.id)

    def from_text(self, text: str) -> Position:
        return parse_text(text, self.id)

    to_text = staticmethod(to_text)
    draw = staticmethod(draw)

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

    check_players = staticmethod(check_players)

    def check_position(self, position: Position, rules: RuleBook) -> None:
        """Every position is one of the only board there is."""

    def faces(self, rules: RuleBook) -> tuple[str, ...]:
        return rules.faces

    def read_die(self, value: object, rules: RuleBook) -> Die | None:
        return read_die(value, rules.faces)

    def check_place(self, place: object, rules: RuleBook) -> None:
        correction.check_place(place)

    def content(self, position: Position, place: str) -> str:
        return position.places.get(place, "")

    correct = staticmethod(correction.correct)

    def distance(self, one: Position, other: Position) -> int:
        return count_changes(one.places, other.places)

    turns_to = staticmethod(nearby.turns_to)
    rivals = staticmethod(nearby.rivals)

    def written_die(self, written: str, rules: RuleBook) -> Die | None:
        """It stands among the words by the name of its face."""
        return read_die([word for word in written.split() if word in rules.faces] or None, rules.faces)

    def ways(self, match: Match, die: Die | None) -> tuple[Way[Position], ...]:
        return ()

    def is_on_the_way(self, before: Position, waiting: Position, seen: Position) -> bool:
        return lie_between(before.places, waiting.places, seen.places)

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

    random_set_up = staticmethod(random_set_up)
    random_turn = staticmethod(random_turn)

    print_position = staticmethod(printing.print_position)
    print_turn = staticmethod(printing.print_turn)
    print_state = staticmethod(printing.print_state)
    tell_turn = staticmethod(tell_turn)
    rule_text = staticmethod(rule_texts.rule_text)
    rule_section = staticmethod(rule_texts.rule_section)

    def row(self, language: str) -> list[str]:
        return printing.row(self.id, language)

    def about(self, language: str) -> Mapping[str, object]:
        return printing.about(self.id, language)

    option_lines = staticmethod(printing.option_lines)

    def example(self) -> dict[str, Any]:
        return on_page.example()

    def choices(self) -> tuple[Choice, ...]:
        return on_page.choices(self.id)

    plan = staticmethod(on_page.plan)
    explained = staticmethod(on_page.explained)

    def is_placeless(self, rule: str) -> bool:
        return False

    def told_of(self, verdict: TurnVerdict, player: str, rules: RuleBook) -> str:
        return player

    stock = staticmethod(on_page.stock)
    to_do = staticmethod(on_page.to_do)

    def top_view(self, position: Position, rules: RuleBook) -> TopView:
        return top_view(position)


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
