"""The two games and the rule book: every reading of the rules as an option with its default."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any

from referee.antiblok.board import BLOCKS_PER_COLOUR, COLOURS, SIDE
from referee.antiblok.dice import FACES
from referee.antiblok.position import GAMES
from referee.options import NUMBER_OR_NONE, number_or_none, one_of, option_text, read_options, refused
from words.message import InputError, message

SOLO = "antiblok_solo"
MANY_PLAYERS = 3
"""From so many on each has fewer blocks."""
BLOCKS_OF_MANY = 2
TURNS_OF_THE_GOAL = 20
PLAYERS = {"antiblok": (2, 4), SOLO: (1, 1)}

RULE_IDS = (
    *("card.four", "block.square", "supply.blocks", "card.kind"),
    *(f"turn.{name}" for name in ("count", "swap_turned", "direction", "die", "locked", "antiblok", "stock")),
    *(f"turn.{name}" for name in ("foreign", "order", "pass", "repeat", "missed")),
)
"""Every rule that the verdict on a position or a turn can name."""
SET_UP_IDS = ("setup.square",)
OPEN_IDS, ADVICE_IDS = ("card.seen",), ("block.missed", "turn.next_claim")


class Direction(StrEnum):
    DIE = "die"
    FREE = "free"


class Swap(StrEnum):
    ANY = "any"
    ADJACENT = "adjacent"


class Taking(StrEnum):
    ANY = "any"
    OTHERS = "others"


class NoRepeat(StrEnum):
    OFF = "off"
    OWN = "own"
    ANY = "any"


class Goal(StrEnum):
    TURNS = "turns"
    TIME = "time"
    THREE = "three"


@dataclass(frozen=True)
class RuleBook:
    """A game with every option decided. The fields below `id` are the keys of `--rule` and of a club's file."""

    id: str = GAMES[0]
    colours: str = "profile"
    faces: tuple[str, ...] = FACES
    must_act: bool = True
    direction: Direction = Direction.DIE
    swap: Swap = Swap.ANY
    must_place: bool = False
    claims: bool = True
    antiblok: Taking = Taking.ANY
    reclaim: bool = True
    next_claim: bool = True
    no_repeat: NoRepeat | None = None
    """None: as the number of players has it."""
    blocks: int | None = None
    """None: as the number of players has it."""
    time_limit: int | None = None
    """In minutes; only a record knows when they are over."""
    goal: Goal = Goal.TURNS
    colour: str | None = None

    @property
    def board(self) -> int:
        return SIDE

    @property
    def solo(self) -> bool:
        return self.id == SOLO

    @property
    def players(self) -> tuple[int, int]:
        return PLAYERS[self.id]

    def blocks_each(self, players: int) -> int:
        """How many blocks everybody has; playing alone, how many there are of a colour."""
        if self.blocks is not None:
            return self.blocks
        return BLOCKS_OF_MANY if players >= MANY_PLAYERS else BLOCKS_PER_COLOUR

    def repeating(self, players: int) -> NoRepeat:
        """Which cards may not be turned again."""
        if self.no_repeat is not None:
            return self.no_repeat
        crowded = players >= MANY_PLAYERS and self.blocks_each(players) == BLOCKS_PER_COLOUR
        return NoRepeat.OWN if crowded else NoRepeat.OFF

    def options(self) -> dict[str, Any]:
        """Every option with its value, as JSON has it."""
        return {key: getattr(self, key) for key in options_of(self.id)}

    def changed(self) -> dict[str, Any]:
        """The options that are not as the game has them by default."""
        plain = RuleBook(self.id)
        return {key: value for key, value in self.options().items() if value != getattr(plain, key)}


OPTIONS: tuple[str, ...] = tuple(f.name for f in fields(RuleBook) if f.name != "id")
SOLO_OPTIONS = ("goal", "colour")
YES_OR_NO = (True, False)
CHOICES: Mapping[str, tuple[Any, ...]] = {
    "must_act": YES_OR_NO,
    "direction": tuple(Direction),
    "swap": tuple(Swap),
    "must_place": YES_OR_NO,
    "claims": YES_OR_NO,
    "antiblok": tuple(Taking),
    "reclaim": YES_OR_NO,
    "next_claim": YES_OR_NO,
    "no_repeat": (None, *NoRepeat),
    "blocks": (None, 1, 2, 3),
    "goal": tuple(Goal),
    "colour": (None, *COLOURS),
}
"""What an option can be; `faces`, `colours` and `time_limit` are not chosen from a list."""
FREE_CHOICES = {
    "colours": "profile, four names of paints",
    "faces": " ".join(FACES),
    "time_limit": NUMBER_OR_NONE,
}


def options_of(game: str) -> tuple[str, ...]:
    return OPTIONS if game == SOLO else tuple(key for key in OPTIONS if key not in SOLO_OPTIONS)


def rule_book(game: str, rules: Mapping[str, Any] | None = None) -> RuleBook:
    """The rule book of a game with the given options, each a value or its text; errors list what is known.

    >>> rule_book("antiblok", {"must_place": "true"}).must_place
    True
    """
    if game not in GAMES:
        raise InputError(message("game.unknown", game=str(game)[:40], known=", ".join(GAMES)))
    return replace(RuleBook(game), **read_options(rules or {}, options_of(game), _value))


def _value(key: str, value: object) -> object:
    if key == "faces":
        return _faces(value)
    if key == "colours":
        return _colours(value)
    return number_or_none(key, value) if key == "time_limit" else one_of(key, value, CHOICES[key])


def _faces(value: object) -> tuple[str, ...]:
    words = value if isinstance(value, list | tuple) else re.split(r"[\s,+]+", option_text(value).strip())
    named = [str(word) for word in words]
    if not named or len(set(named)) != len(named) or not set(named) <= set(FACES):
        raise refused("faces", " ".join(named), FREE_CHOICES["faces"])
    return tuple(face for face in FACES if face in named)


def _colours(value: object) -> str:
    """The set's own names for R, B, Y and G; they mean something to people only."""
    words = list(value.values()) if isinstance(value, dict) and list(value) == list(COLOURS) else value
    named = [str(w) for w in words] if isinstance(words, list | tuple) else option_text(words).split()
    if named == ["profile"]:
        return "profile"
    if len(named) != len(COLOURS) or len(set(named)) != len(named) or not all(name.isalpha() for name in named):
        raise refused("colours", " ".join(named), FREE_CHOICES["colours"])
    return " ".join(named)
