"""The rule book of Mensch ärgere Dich nicht: its readings, and the variants of the booklet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from referee.classics.ludo_board import COLOURS, SIDE, partner
from referee.classics.rules import YES_OR_NO, RuleBook

OFF = "off"
VARIANTS = ("backward_capture", "three_throws", "barriers", "must_capture", "partners")
TEAMS_PLAY_BY = {"six_enters": "may", "clear_a": False, "must_capture": True, "three_throws": True}
"""What follows from playing in teams, unless something else is said."""


@dataclass(frozen=True)
class LudoRules(RuleBook):
    must_move: bool = True
    six_enters: str = "must"
    clear_a: bool = True
    jump_home: bool = True
    two_colours: str = OFF
    neutral: str = OFF
    backward_capture: bool = False
    three_throws: bool = False
    barriers: bool = False
    must_capture: bool = False
    partners: bool = False

    GAME: ClassVar[str] = "ludo"
    BOARD: ClassVar[int] = SIDE
    CHOICES: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        **dict.fromkeys(("must_move", "clear_a", "jump_home", *VARIANTS), YES_OR_NO),
        "six_enters": ("must", "may"),
        "two_colours": (OFF, "first", "both"),
        "neutral": (OFF, *COLOURS),
    }

    @classmethod
    def read_free(cls, key: str, value: object) -> Any:
        """Other ways to say that a variant is on or off."""
        if key in ("two_colours", "neutral") and value in (False, None, "false", "none"):
            return OFF
        if key == "two_colours" and value in (True, "true"):
            return "first"
        if value in (OFF, "on") and cls.CHOICES.get(key) == YES_OR_NO:
            return value == "on"
        raise ValueError(key)

    def settled(self, chosen: frozenset[str]) -> LudoRules:
        if not self.partners:
            return self
        follows: dict[str, Any] = {key: value for key, value in TEAMS_PLAY_BY.items() if key not in chosen}
        return replace(self, **follows)

    def friends(self, colour: str) -> str:
        """Whose pieces a colour does not capture."""
        return colour + partner(colour) if self.partners else colour

    def moved_by(self, player: str) -> tuple[str, ...]:
        """Whose pieces a player may move."""
        return (player,) if self.neutral in (OFF, player) else (player, self.neutral)

    def is_wall(self, there: str) -> bool:
        """Whether these pieces on a field of the track are jumped and captured by nobody."""
        if len(there) < 2 or not (self.barriers or self.partners):
            return False
        teams = [min(self.friends(colour)) for colour in there if colour in COLOURS]
        return any(teams.count(team) > 1 for team in teams)
