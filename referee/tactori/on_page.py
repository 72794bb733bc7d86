"""What a page shows of Tactori: the readings that matter in a game, what its views have to know, what gave points."""

from __future__ import annotations

from typing import Any

from referee.game import Choice
from referee.tactori.board import is_colour
from referee.tactori.counted import counted
from referee.tactori.explain import TurnVerdict
from referee.tactori.rules import CHOICES, GAMES, Ending, Goal, RuleBook, default_rules
from referee.tactori.scoring import PositionVerdict
from words.message import Message

GROUPS = {
    "discover": ("free", "colourful", "sliding"),
    "first": ("bridges", "connections", "long", "rectangle5"),
    "tactics": ("fem", "rectangle9", "rectangles9", "taktori"),
}
"""The games as they are offered: for those who discover the pieces, for first games, for those who know them."""


def group_of(game_id: str) -> str:
    return next(group for group, games in GROUPS.items() if game_id in games)


def choices(game_id: str) -> tuple[Choice, ...]:
    """The readings that matter in a game; the others can be chosen and change nothing."""
    game = GAMES[game_id]
    usual = default_rules(game)
    walks = game.moves and not game.anything_goes and not game.slides
    asked = {
        "colour": game.needs_colour,
        "nine_centre": game.has_nine_centre,
        "capture": game.captures,
        "runs": walks,
        "straight": walks,
        "path_clear": walks,
        "under_bridges": walks,
        "chain": game.chained,
        "sticks_per_turn": not game.anything_goes,
        "shape": game.goal is Goal.POLYGONS,
        "length": game.goal is Goal.LONGEST,
        "final_round": game.ending is Ending.FINAL_ROUND,
        "overlay_gap": True,
    }
    return tuple(
        Choice(key, getattr(usual, key), CHOICES.get(key), Message(f"option.{key}"))
        for key, wanted in asked.items()
        if wanted
    )


def plan(rules: RuleBook) -> dict[str, Any]:
    return {"board": rules.board, "goal": rules.game.goal.value, "shape": rules.shape.value}


def explained(verdict: PositionVerdict, rules: RuleBook, language: str) -> dict[str, Any]:
    """What `score` says, for people: polygons only where they score, else what stands behind the score."""
    said = verdict.to_json(language)
    said["counted"] = [each.to_json() for each in counted(verdict, rules)]
    if rules.game.goal is not Goal.POLYGONS:
        said["polygons"] = []
    return said


def told_of(verdict: TurnVerdict, player: str, rules: RuleBook) -> str:
    """Where anybody builds with anything, the colour that was used speaks for itself."""
    turn = verdict.turn
    if not rules.game.anything_goes or turn is None:
        return player
    pieces = [turn.tower.colour] if turn.tower else [stick.colour for stick in (*turn.laid, *turn.taken)]
    return pieces[0] if pieces and is_colour(pieces[0]) else player
