"""What a rule says, in the words of a rule sheet, and in which section of the rules it stands."""

from __future__ import annotations

from referee.tactori.rules import RULE_IDS
from words.language import catalogue, say
from words.message import Message, message

SET_UP_IDS = tuple(f"setup.{name}" for name in ("sticks", "empty", "centre", "stack", "count"))
"""The rules about how a game begins."""
EVERY_RULE = (*RULE_IDS, *SET_UP_IDS)
PLACELESS = frozenset(("supply.towers", "supply.sticks", "setup.empty", "setup.sticks", "setup.count"))
"""What breaks these is the board as a whole: no field is to blame."""
SECTIONS = {"bridge": 2, "supply": 2, "turn": 5, "colourful": 6, "sliding": 6, "setup": 6}
FREEDOM = ("turn.bound", "turn.under")
"""They rest on the section about what is free."""
OF_THE_GAME = ("turn.kind", "turn.count", "turn.straight", "turn.capture")
"""These say something else in every game, so what a turn is in it is said as well."""


def rule_text(rule: str, game: str, language: str) -> str:
    """The rule, and what a turn is in this game if the rule depends on that."""
    texts = catalogue(language)
    said = texts[f"rulebook.{rule}"]
    return f"{said} {texts[f'rulebook.turns.{game}']}" if rule in OF_THE_GAME else said


def rule_section(rule: str, language: str) -> str:
    """Where it can be read: the section of the rules, with its heading."""
    number = 4 if rule in FREEDOM else SECTIONS[rule.partition(".")[0]]
    return say(message("rulebook.where", section=Message(f"rulebook.section.{number}")), language)
