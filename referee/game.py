"""The seam between what is general and what is a game's own: what every game gives, and nothing more."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from referee.top_view import TopView
from referee.verdict import Finding, Judged, Outcome
from words.message import Message


class Position(Protocol):
    """What lies on a board: frozen and hashable. `places` says what is where, `?` being unknown."""

    @property
    def places(self) -> Mapping[str, str]: ...
    def with_places(self, changes: Mapping[str, str]) -> Any:
        """The same with other contents at some places; "" takes away what is there, where that can be."""
        ...

    def to_json(self) -> dict[str, Any]: ...


class Verdict(Judged, Protocol):
    """What the referee says, of a position or of a turn."""

    @property
    def legal(self) -> bool: ...
    def to_json(self, language: str = "en") -> dict[str, Any]: ...


class PositionVerdict(Verdict, Protocol):
    @property
    def scores(self) -> Mapping[str, int]: ...


class TurnVerdict(Verdict, Protocol):
    @property
    def turn(self) -> Any:
        """What was done, as the game has it; None if it cannot be explained as a turn."""
        ...

    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def complete(self) -> bool:
        """Whether the turn is over; else it goes on with the next picture."""
        ...

    @property
    def under_way(self) -> bool:
        """Whether nothing is wrong with the turn but that it is not over."""
        ...


class Rules(Protocol):
    """A game with every option decided."""

    @property
    def id(self) -> str:
        """The game's."""
        ...

    @property
    def board(self) -> int:
        """How many fields it has from side to side."""
        ...

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


@dataclass(frozen=True)
class Choice:
    """A reading of the rules that can be chosen: its key, how the game has it, and what else it can be."""

    key: str
    usual: Any
    values: tuple[Any, ...] | None
    """None for any number from 1, or none."""
    about: Message


P = TypeVar("P", bound=Position)


@dataclass(frozen=True)
class Way(Generic[P]):
    """A legal turn as a hand makes it: a piece goes from a place, or from the hand (None), to another."""

    start: str | None
    to: str
    after: P
    written: str


M = TypeVar("M", bound=Match)


@dataclass(frozen=True)
class Portable:
    """The text in which other programs keep games of this kind, PGN for chess."""

    name: str
    is_one: Callable[[str], bool]
    """Whether a text is a game of this kind."""
    read: Callable[[str], str]
    """The first game of it as a record."""
    write: Callable[[Any, Sequence[Any], Mapping[str, str]], str]
    """From how a game began and the verdict on every turn; a game that cannot be written so is an `InputError`."""


@dataclass(frozen=True)
class Corrected(Generic[P]):
    """A position put right: which places were spoken of, and of which of them all was said that is to be said."""

    position: P
    places: tuple[str, ...]
    settled: tuple[str, ...] = ()
    """Doubts that are no more, be it as it was or not."""


R = TypeVar("R", bound=Rules)


class Game(Protocol[P, M, R]):
    """What a game gives: its rule book, its three ways to write a position, its verdicts, what may have happened, its
    words, and what a page shows of it."""

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

    @property
    def players(self) -> tuple[int, int]:
        """From so many to so many."""
        ...

    @property
    def set_up_is_seen(self) -> bool:
        """Whether the first calm look at the board says how the game begins, as where cards are dealt."""
        ...

    def rule_book(self, options: Mapping[str, Any]) -> R: ...

    # Positions
    def unseen(self, rules: R) -> P:
        """What is taken to lie there before anybody has looked."""
        ...

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

    def check_players(self, players: Sequence[str], rules: R) -> None:
        """Whether these can play this game with each other."""
        ...

    def check_position(self, position: P, rules: R) -> None:
        """Whether it is one of this game's board."""
        ...

    def faces(self, rules: R) -> tuple[str, ...]:
        """Of the die; none where nothing is thrown."""
        ...

    def read_die(self, value: object, rules: R) -> Die:
        """What somebody says was thrown; None for nothing."""
        ...

    # Places
    def check_place(self, place: object, rules: R) -> None:
        """Whether something can lie there."""
        ...

    def content(self, position: P, place: str) -> Any:
        """What lies there, as JSON has it."""
        ...

    def correct(self, position: P, words: Sequence[str]) -> Corrected[P]:
        """The position with corrections in words (`e5=RRB`); one that cannot be read is an `InputError`."""
        ...

    def distance(self, one: P, other: P) -> int:
        """How many pieces differ."""
        ...

    # What may have happened
    def turns_to(self, match: M, seen: P) -> tuple[P, ...]:
        """Legal turns, one after another, that end in this position; nobody has more than one. None if there are no
        such turns."""
        ...

    def rivals(self, match: M, seen: P, most: int, doubtful: frozenset[str]) -> list[P]:
        """Legal turns that change nearly the same as what was seen, the nearest first: one of them may be what really
        happened. `doubtful` are places where something may have changed that was not seen."""
        ...

    def ways(self, match: M, die: Die) -> Iterable[Way[P]]:
        """Every legal turn of whoever is to move, for a page on which pieces are moved; without a die for every
        throw. None in games whose turns are not the way of one piece."""
        ...

    def is_on_the_way(self, before: P, waiting: P, seen: P) -> bool:
        """Whether what was seen lies between a position and what an illegal turn made of it: it is being put right."""
        ...

    # Whole games
    def start(self, rules: R, players: Sequence[str], position: P | None) -> M: ...
    def set_up_faults(self, position: P, rules: R) -> tuple[Finding, ...]: ...
    def write_turn(self, match: M, after: P, die: Die) -> str: ...
    def play_written(self, match: M, written: str, player: str) -> tuple[M, TurnVerdict]:
        """Plays a turn as a record has it."""
        ...

    @property
    def portable(self) -> Portable | None:
        """How other programs keep such games, where they agree on it."""
        ...

    def written_die(self, written: str, rules: R) -> Die:
        """What a written turn says was thrown for it."""
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

    # The page
    @property
    def age(self) -> int | None: ...
    @property
    def group(self) -> str:
        """Under which heading of its family it is offered."""
        ...

    def example(self) -> dict[str, Any]:
        """What it looks like: what its family's picture is drawn from."""
        ...

    def choices(self) -> tuple[Choice, ...]:
        """The readings that matter in it."""
        ...

    def plan(self, rules: R) -> dict[str, Any]:
        """What its views have to know of board and rules."""
        ...

    def explained(self, verdict: Any, rules: R, language: str) -> dict[str, Any]:
        """A verdict on a position with what stands behind the score."""
        ...

    def is_placeless(self, rule: str) -> bool:
        """Whether the board as a whole is to blame where this rule is broken."""
        ...

    def told_of(self, verdict: Any, player: str, rules: R) -> str:
        """Of whom a turn is told: the player, unless pieces speak for themselves."""
        ...

    def stock(self, match: M) -> Mapping[str, int]:
        """The pieces that are left, by player, where that is worth knowing."""
        ...

    def to_do(self, match: M) -> tuple[Message, ...]:
        """What is still to be done in a turn under way."""
        ...

    def top_view(self, position: P, rules: R) -> TopView | None:
        """The board from above; None where the family draws its own."""
        ...


AnyGame = Game[Any, Any, Any]
