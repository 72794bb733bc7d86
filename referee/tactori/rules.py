"""The eleven games and the rule book: every reading of the rules as an option with its default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Any

from referee.options import number_or_none, one_of, option_text, read_options
from referee.tactori.board import COLOURS
from words.message import InputError, message

RULE_IDS = (
    *(f"bridge.{name}" for name in ("straight", "span", "level", "supported", "own_colour", "overlay")),
    *(f"supply.{name}" for name in ("towers", "sticks")),
    *(f"colourful.{name}" for name in ("stack", "connected", "over", "colour")),
    "sliding.floor",
    *(f"turn.{name}" for name in ("order", "foreign", "several", "bound", "straight", "under", "capture")),
    *(f"turn.{name}" for name in ("covered", "chain", "count", "kind", "stock", "pass")),
)
"""Every rule that the verdict on a position or a turn can name; `setup.*` is about how a game begins."""


class Shape(StrEnum):
    RECTANGLE = "rectangle"
    POLYGON = "polygon"


class NineCentre(StrEnum):
    OFF = "off"
    LINKED = "linked"
    STANDING = "standing"


class Chain(StrEnum):
    NEW = "new"
    ANY = "any"


class Length(StrEnum):
    TRAIL = "trail"
    GROUP = "group"


class FinalRound(StrEnum):
    OTHERS_ONCE = "others_once"
    FINISH_ROUND = "finish_round"


class Goal(StrEnum):
    """What a colour's score is."""

    NOTHING = "nothing"
    BRIDGES = "bridges"
    CONNECTIONS = "connections"
    LONGEST = "longest"
    POLYGONS = "polygons"


class Ending(StrEnum):
    """When a game is over."""

    NEVER = "never"
    CONNECTED = "connected"
    LAST_TOWER = "last_tower"
    CLOSED_OR_LAST_TOWER = "closed_or_last_tower"
    CLOSED_OR_ONE_MOVES = "closed_or_one_moves"
    CLOSED_OR_OTHER_STUCK = "closed_or_other_stuck"
    FINAL_ROUND = "final_round"

    @property
    def by_closing(self) -> bool:
        return self.value.startswith("closed")


class SetUp(StrEnum):
    EMPTY = "empty"
    MIXED = "mixed"


@dataclass(frozen=True)
class Game:
    """One row of the table of games: what a turn may consist of, how it ends and what counts."""

    id: str
    board: int
    players: tuple[int, int]
    age: int
    goal: Goal
    ending: Ending
    set_up: SetUp = SetUp.EMPTY
    places: bool = True
    """A new tower may be set."""
    moves: bool = False
    """Towers may be moved."""
    captures: bool = False
    """Moved towers may throw others out, if the option `capture` is on."""
    bridges_alone: int | None = 0
    """How many sticks may be laid in a turn without a tower; None for any number."""
    chained: bool = True
    """The sticks of a turn hang together and start from its tower."""
    resticks: bool = False
    """A turn may be one lying stick laid elsewhere."""
    unsticks: bool = False
    """A turn may be one lying stick taken back."""
    moves_freed: bool = False
    """After taking a stick back, one of the two towers it freed may be moved."""
    reuses_sticks: bool = False
    """Lying sticks may be used for the bridges after a tower."""
    needs_colour: bool = False
    """All play one chosen colour."""
    anything_goes: bool = False
    """Only the position is judged, not the turn."""
    has_nine_centre: bool = False
    """The option `nine_centre` concerns this game."""
    slides: bool = False
    """The move is a slide into the empty field."""
    defaults: Mapping[str, Any] = field(default_factory=dict)


def _placing(game_id: str, goal: Goal, ending: Ending) -> Game:
    """The games for small children: set a tower, then lay sticks anywhere."""
    return Game(game_id, 5, (2, 4), 5, goal, ending, chained=False)


# fmt: off
GAMES: Mapping[str, Game] = {
    game.id: game
    for game in (
        Game(
            "free", 5, (1, 4), 4, Goal.BRIDGES, Ending.NEVER, anything_goes=True,
            moves=True, bridges_alone=None, chained=False, resticks=True, unsticks=True,
        ),
        Game(
            "colourful", 5, (1, 4), 5, Goal.BRIDGES, Ending.NEVER, SetUp.MIXED,
            moves=True, bridges_alone=None, chained=False, needs_colour=True,
        ),
        Game(
            "sliding", 5, (1, 4), 5, Goal.NOTHING, Ending.CONNECTED, SetUp.MIXED,
            places=False, moves=True, bridges_alone=None, chained=False, needs_colour=True, slides=True,
        ),
        _placing("bridges", Goal.BRIDGES, Ending.LAST_TOWER),
        _placing("connections", Goal.CONNECTIONS, Ending.LAST_TOWER),
        _placing("long", Goal.LONGEST, Ending.LAST_TOWER),
        _placing("rectangle5", Goal.POLYGONS, Ending.CLOSED_OR_LAST_TOWER),
        Game(
            "rectangle9", 9, (2, 4), 7, Goal.POLYGONS, Ending.CLOSED_OR_ONE_MOVES,
            moves=True, captures=True, bridges_alone=None, resticks=True, unsticks=True, moves_freed=True,
            defaults={"runs": True, "capture": True, "under_bridges": True},
        ),
        Game(
            "rectangles9", 9, (2, 4), 7, Goal.POLYGONS, Ending.FINAL_ROUND,
            moves=True, captures=True, bridges_alone=None,
            defaults={"straight": True, "runs": True, "capture": True, "under_bridges": True},
        ),
        Game(
            "taktori", 9, (2, 4), 7, Goal.POLYGONS, Ending.FINAL_ROUND,
            moves=True, captures=True, bridges_alone=None, has_nine_centre=True,
            defaults={"shape": Shape.POLYGON, "straight": True, "runs": True},
        ),
        Game(
            "fem", 5, (2, 2), 7, Goal.POLYGONS, Ending.CLOSED_OR_OTHER_STUCK,
            moves=True, captures=True, bridges_alone=1, resticks=True, unsticks=True, reuses_sticks=True,
            defaults={"shape": Shape.POLYGON},
        ),
    )
}
# fmt: on


@dataclass(frozen=True)
class RuleBook:
    """A game with every option decided. The fields below `game` are the keys of `--rule` and of a club's file."""

    game: Game
    overlay_gap: int = 1
    shape: Shape = Shape.RECTANGLE
    nine_centre: NineCentre = NineCentre.OFF
    under_bridges: bool = False
    path_clear: bool = False
    straight: bool = False
    capture: bool = False
    runs: bool = False
    chain: Chain = Chain.NEW
    sticks_per_turn: int | None = None
    length: Length = Length.TRAIL
    final_round: FinalRound = FinalRound.OTHERS_ONCE
    colour: str | None = None

    @property
    def id(self) -> str:
        return self.game.id

    @property
    def board(self) -> int:
        return self.game.board

    def colour_of(self, player: str) -> str:
        """The colour whose sticks a player lays: his own, or the one that all play."""
        return str(self.colour) if self.game.needs_colour else player

    def options(self) -> dict[str, Any]:
        """Every option with its value, as JSON has it."""
        return {key: getattr(self, key) for key in OPTIONS}

    def changed(self) -> dict[str, Any]:
        """The options that are not as the game has them by default."""
        plain = default_rules(self.game)
        return {key: value for key, value in self.options().items() if value != getattr(plain, key)}


OPTIONS: tuple[str, ...] = tuple(f.name for f in fields(RuleBook) if f.name != "game")

CHOICES: Mapping[str, tuple[Any, ...]] = {
    "overlay_gap": (1, 2),
    "shape": tuple(Shape),
    "nine_centre": tuple(NineCentre),
    "under_bridges": (True, False),
    "path_clear": (True, False),
    "straight": (True, False),
    "capture": (True, False),
    "runs": (True, False),
    "chain": tuple(Chain),
    "length": tuple(Length),
    "final_round": tuple(FinalRound),
    "colour": tuple(COLOURS),
}
"""What an option can be; `sticks_per_turn` is any number from 1, or none."""


def default_rules(game: Game) -> RuleBook:
    return replace(RuleBook(game), **game.defaults)


def rule_book(game_id: object, rules: Mapping[str, Any] | None = None) -> RuleBook:
    """The rule book of a game with the given options, each a value or its text; errors list what is known.

    >>> rule_book("fem", {"capture": "true"}).capture
    True
    """
    game = find_game(game_id)
    return replace(default_rules(game), **read_options(rules or {}, OPTIONS, _value))


def find_game(game_id: object) -> Game:
    if not isinstance(game_id, str) or game_id not in GAMES:
        raise InputError(message("game.unknown", game=str(game_id)[:40], known=", ".join(GAMES)))
    return GAMES[game_id]


def _value(key: str, value: object) -> object:
    if key == "sticks_per_turn":
        return number_or_none(key, value)
    if key == "colour" and option_text(value) == "none":
        return None
    return one_of(key, value, CHOICES[key])
