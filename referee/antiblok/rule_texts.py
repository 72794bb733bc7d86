"""What a rule says, in the words of a rule sheet, and in which section of the rules it stands."""

from __future__ import annotations

from referee.antiblok.rules import ADVICE_IDS, OPEN_IDS, RULE_IDS, SET_UP_IDS
from words.language import catalogue, say
from words.message import Message, message

EVERY_RULE = (*RULE_IDS, *SET_UP_IDS, *OPEN_IDS, *ADVICE_IDS)
SECTIONS = {"card": 2, "block": 2, "supply": 2, "setup": 2, "turn": 3}
READINGS = ("turn.repeat", "turn.missed", "block.missed", "turn.next_claim")
"""They rest on how the players read the rules."""


def rule_text(rule: str, language: str) -> str:
    return catalogue(language)[f"rulebook.antiblok.{rule}"]


def rule_section(rule: str, language: str) -> str:
    """Where it can be read: the section of the rules, with its heading."""
    number = 5 if rule in READINGS else SECTIONS[rule.partition(".")[0]]
    return say(message("rulebook.antiblok.where", section=Message(f"rulebook.antiblok.section.{number}")), language)
