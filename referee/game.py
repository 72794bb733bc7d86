"""The seam between what is general and what is a game's own: what every game gives, and nothing more."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from referee.verdict import Finding, Outcome
from words.message import Message


class Position(Protocol):
    """What lies on a board: frozen and hashable. `places` says what is where, `?` being unknown."""

    @property
    def places(self) -> Mapping[str, str]: ...
    def to_json(self) -> dict[str, Any]: ...


class Verdict(Protocol):
    """What the referee says, of a position or of a turn."""

    @property
    def legal(self) -> bool: ...
    @property
    def violations(self) -> tuple[Finding, ...]: ...
    @property
    def open(self) -> tuple[Finding, ...]: ...
    @property
    def advice(self) -> tuple[Finding, ...]: ...
    def to_json(self, language: str = "en") -> dict[str, Any]: ...


class PositionVerdict(Verdict, Protocol):
    @property
    def scores(self) -> Mapping[str, int]: ...


class TurnVerdict(Verdict, Protocol):
    @property
    def outcome(self) -> Outcome | None: ...


class Rules(Protocol):
    """A game with every option decided."""

    def options(self) -> dict[str, Any]: ...
    def changed(self) -> dict[str, Any]: ...


Die = Any
"""What was thrown, as the game has it; None where nothing is thrown or nobody saw it."""


class Match(Protocol):
    """A game being played. `play` gives the next state; a turn of which a picture showed only a part does not pass the
    move on."""

    @property
    def players(self) -> tuple[str, ...]: ...
    @property
    def to_move(self) -> str: ...
    @property
    def turns(self) -> int: ...
    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def position(self) -> Any: ...
    @property
    def rules(self) -> Any: ...
    def verdict(self) -> PositionVerdict: ...
    def play(self, after: Any, die: Die = None) -> tuple[Any, TurnVerdict]: ...
    def near(self, seen: Any, doubtful: frozenset[str], die: Die = None) -> Iterable[Any]:
        """The positions after a legal turn that look like what was seen, apart from the doubtful places; with no die,
        for every possible throw."""
        ...


P = TypeVar("P", bound=Position)
M = TypeVar("M", bound=Match)
R = TypeVar("R", bound=Rules)


class Game(Protocol[P, M, R]):
    """What a game gives: its rule book, its three ways to write a position, its verdicts and its words."""

    @property
    def id(self) -> str: ...
    @property
    def family(self) -> str:
        """The folder it lives in; the games of a family share board, pieces and options."""
        ...

    @property
    def options(self) -> tuple[str, ...]:
        """The keys of `--rule`."""
        ...

    @property
    def begins(self) -> re.Pattern[str]:
        """How a position that was typed begins, to tell it from the name of a file."""
        ...

    def rule_book(self, options: Mapping[str, Any]) -> R: ...

    # Positions
    def read(self, data: object) -> P: ...
    def parse(self, text: str) -> P:
        """A position in any of its forms: JSON, one line of text, or a drawing."""
        ...

    def from_text(self, text: str) -> P: ...
    def to_text(self, position: P) -> str: ...
    def draw(self, position: P) -> str: ...

    # Verdicts
    def seats(self, count: int) -> tuple[str, ...]:
        """So many players in their usual order."""
        ...

    def check_seats(self, player: object, players: object) -> None:
        """Whether these can be players at all; None where nobody is named."""
        ...

    def judge(self, position: P, rules: R, question: Mapping[str, Any]) -> PositionVerdict: ...
    def judge_turn(self, before: P, after: P, rules: R, question: Mapping[str, Any]) -> TurnVerdict:
        """The verdict on a turn; `question` has the player, the players and whatever else the game asks for."""
        ...

    # Whole games
    def start(self, rules: R, players: Sequence[str], position: P | None) -> M: ...
    def set_up_faults(self, position: P, rules: R) -> tuple[Finding, ...]: ...
    def write_turn(self, match: M, after: P, die: Die) -> str: ...
    def play_written(self, match: M, written: str, player: str) -> tuple[M, TurnVerdict]:
        """Plays a turn as a record has it."""
        ...

    def random_set_up(self, rules: R, rng: random.Random) -> P: ...
    def random_turn(self, match: M, rng: random.Random) -> tuple[Die, P]: ...

    # Words
    def print_position(self, position: P, verdict: Any, language: str) -> str: ...
    def print_turn(self, verdict: Any, language: str) -> str: ...
    def print_state(self, match: M, language: str) -> list[str]:
        """How the game stands: who has won, or whose turn it is."""
        ...

    def tell_turn(self, before: P, after: P, verdict: Any, player: str, name: str = "") -> Message:
        """What was done, in one sentence about whoever did it."""
        ...

    def rule_text(self, rule: str, language: str) -> str:
        """What a rule says, as a rule sheet would say it."""
        ...

    def rule_section(self, rule: str, language: str) -> str:
        """Where in the rules it stands."""
        ...

    def row(self, language: str) -> list[str]:
        """Its row in the table of games."""
        ...

    def about(self, language: str) -> Mapping[str, object]:
        """The same for programs."""
        ...

    def option_lines(self, language: str) -> list[str]:
        """A line about every option; the games of a family have the same."""
        ...


AnyGame = Game[Any, Any, Any]
