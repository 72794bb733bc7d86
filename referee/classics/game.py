"""What the classics give to the house."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee import nearby
from referee.classics import drawing, notation, on_page, printing, rule_texts, text
from referee.classics.asking import (
    check_players,
    check_position,
    judge_position,
    read_player,
    read_players,
    read_position,
)
from referee.classics.chess import Chess
from referee.classics.classic import Classic
from referee.classics.dice import read_die
from referee.classics.draughts import Draughts
from referee.classics.explain import judge_turn
from referee.classics.five import Five
from referee.classics.goose import Goose
from referee.classics.halma import Halma
from referee.classics.ludo import Ludo
from referee.classics.match import Match, start
from referee.classics.mill import Mill
from referee.classics.pdn import is_pdn, read_pdn, write_pdn
from referee.classics.peg import Peg
from referee.classics.pgn import read_pgn, write_pgn
from referee.classics.play import random_turn
from referee.classics.portable import is_tagged
from referee.classics.position import Position
from referee.classics.rules import RuleBook, option_keys, read_rules
from referee.classics.top_view import top_view
from referee.classics.turn import Asked, Throws
from referee.classics.turn_words import tell_turn, who_moved
from referee.classics.verdict import PositionVerdict, TurnVerdict
from referee.classics.ways import ways
from referee.game import Choice, Corrected, Portable
from referee.places import count_changes, lie_between
from referee.strictjson import read_json
from referee.top_view import TopView
from referee.verdict import Finding

CLASSICS: Mapping[str, Classic[Any]] = {
    classic.id: classic for classic in (Ludo(), Draughts(), Mill(), Halma(), Chess(), Goose(), Five(), Peg())
}


PORTABLE: Mapping[str, Portable] = {
    "chess": Portable("PGN", lambda text: is_tagged(text) and not is_pdn(text), read_pgn, write_pgn),
    "draughts": Portable("PDN", is_pdn, read_pdn, write_pdn),
}


@dataclass(frozen=True)
class ClassicGame:
    """One of the classics, as every game of the house is asked."""

    classic: Classic[Any]
    family: str = "classics"
    set_up_is_seen: bool = False
    group: str = "travel"

    @property
    def id(self) -> str:
        return self.classic.id

    @property
    def begins(self) -> re.Pattern[str]:
        also = f"|{self.classic.also_begins}" if self.classic.also_begins else ""
        return re.compile(rf"\s*(?:\{{|{self.id}(?:\s|;|$)|\w{{0,2}}\s*\|{also})", re.ASCII)

    @property
    def options(self) -> tuple[str, ...]:
        return tuple(option_keys(self.classic.book))

    @property
    def portable(self) -> Portable | None:
        return PORTABLE.get(self.id)

    @property
    def players(self) -> tuple[int, int]:
        return self.classic.players

    @property
    def age(self) -> int | None:
        return self.classic.age

    def rule_book(self, options: Mapping[str, Any]) -> RuleBook:
        rules: RuleBook = read_rules(self.classic.book, options)
        return rules

    def unseen(self, rules: Any) -> Position:
        """Every classic begins with a set-up that needs no look."""
        return self.classic.set_up(rules, self.seats(self.classic.players[1]))

    def read(self, data: object) -> Position:
        if isinstance(data, str) and self._is_other(data):
            return self.classic.from_other(data)
        return read_position(self.classic, data)

    def parse(self, written: str) -> Position:
        bare = written.strip()
        if bare.startswith(("{", "[", '"')):
            return self.read(read_json(bare))
        return drawing.parse_drawing(self.classic, written) if "|" in bare else self.from_text(bare)

    def from_text(self, written: str) -> Position:
        if self._is_other(written):
            return self.classic.from_other(written)
        return text.parse_text(self.classic, written)

    def _is_other(self, written: str) -> bool:
        also = self.classic.also_begins
        return bool(also) and re.match(rf"\s*{also}", written, re.ASCII) is not None

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

    def check_players(self, players: Sequence[str], rules: Any) -> None:
        check_players(self.classic, players, rules)

    def check_position(self, position: Position, rules: Any) -> None:
        check_position(self.classic, position, rules)

    def faces(self, rules: Any) -> tuple[str, ...]:
        return tuple(map(str, self.classic.faces))

    def read_die(self, value: object, rules: Any) -> Throws | None:
        return read_die(value, self.classic.faces) if self.classic.faces else None

    def check_place(self, place: object, rules: Any) -> None:
        on_page.check_place(self.classic, place, rules)

    def content(self, position: Position, place: str) -> str:
        return position.at(place)

    def correct(self, position: Position, words: Sequence[str]) -> Corrected[Position]:
        return on_page.correct(self.classic, position, words)

    def distance(self, one: Position, other: Position) -> int:
        return count_changes(one.places, other.places)

    turns_to = staticmethod(nearby.turns_to)
    rivals = staticmethod(nearby.rivals)

    def written_die(self, written: str, rules: Any) -> Throws | None:
        return notation.written_die(self.classic, written)

    ways = staticmethod(ways)

    def is_on_the_way(self, before: Position, waiting: Position, seen: Position) -> bool:
        return lie_between(before.places, waiting.places, seen.places)

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
        return self.unseen(rules)

    random_turn = staticmethod(random_turn)

    def print_position(self, position: Position, verdict: PositionVerdict, language: str) -> str:
        return printing.print_position(self.classic, position, verdict, language)

    print_turn = staticmethod(printing.print_turn)
    print_state = staticmethod(printing.print_state)
    tell_turn = staticmethod(tell_turn)
    rule_text = staticmethod(rule_texts.rule_text)

    def rule_section(self, rule: str, language: str) -> str:
        return rule_texts.rule_section(self.classic, rule, language)

    def row(self, language: str) -> list[str]:
        return printing.row(self.classic, language)

    def about(self, language: str) -> Mapping[str, object]:
        return printing.about(self.classic, language)

    def option_lines(self, language: str) -> list[str]:
        return printing.option_lines(CLASSICS, language)

    def example(self) -> dict[str, Any]:
        return on_page.example(self.classic)

    def choices(self) -> tuple[Choice, ...]:
        return on_page.choices(self.classic)

    def plan(self, rules: Any) -> dict[str, Any]:
        return on_page.plan(rules)

    def explained(self, verdict: PositionVerdict, rules: Any, language: str) -> dict[str, Any]:
        return on_page.explained(verdict, language)

    def is_placeless(self, rule: str) -> bool:
        return rule in rule_texts.PLACELESS

    def told_of(self, verdict: TurnVerdict, player: str, rules: Any) -> str:
        return who_moved(verdict, player)

    stock = staticmethod(on_page.stock)
    to_do = staticmethod(on_page.to_do)

    def top_view(self, position: Position, rules: Any) -> TopView:
        return top_view(self.classic, position, rules)


GAMES: Mapping[str, ClassicGame] = {game: ClassicGame(classic) for game, classic in CLASSICS.items()}
