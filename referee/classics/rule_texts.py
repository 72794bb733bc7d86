"""What a rule says, in the words of the booklet, and in which section of the rules it stands."""

from __future__ import annotations

from typing import Any

from referee.classics.classic import Classic
from words.language import catalogue, say
from words.message import Message, message

SHARED = ("stock", "pass", "order", "unfinished", "foreign", "several", "unexplained", "seen")
SHARED_IDS = (*(f"turn.{name}" for name in SHARED), "setup.pieces")
"""The rules that findings of every classic can name."""
SHARED_SECTION = 1
PLACELESS = frozenset(("turn.pass",))
"""What breaks these is the board as a whole: no field is to blame."""


def rule_text(rule: str, language: str) -> str:
    return catalogue(language)[f"rulebook.classics.{rule}"]


def rule_section(classic: Classic[Any], rule: str, language: str) -> str:
    """Where it can be read: the section of the rules, with the name of what it is about."""
    if rule in SHARED_IDS:
        heading = message("rulebook.classics.shared")
        return say(message("rulebook.classics.where", number=SHARED_SECTION, heading=heading), language)
    heading = Message(f"game.{classic.id}")
    return say(message("rulebook.classics.where", number=classic.section, heading=heading), language)
