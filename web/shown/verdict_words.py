"""Verdicts as the page shows them: each finding with the text of its rule, and what counts in this game only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from referee.game import PositionVerdict, Rules
from referee.games import find_game
from referee.verdict import Finding
from web.api.words import list_of, map_of, optional, ref, shape, text, truth

shape(
    "Finding",
    "A rule that is broken, or open, or only advised, and where.",
    rule=text("The rule's id, which never changes.", examples=["bridge.level"]),
    message=text("The sentence that says so."),
    rule_text=optional(text("What the rule says; not in events.")),
    rule_section=optional(text("Where in the rules it stands.")),
    fields=list_of(ref("Place"), "Empty if it is about the board as a whole."),
    stick=optional(ref("Stick")),
)
shape(
    "Verdict",
    "All that is to be said of a position, as `draufsicht score` prints it.",
    legal=truth(),
    violations=list_of(ref("Finding")),
    open=list_of(ref("Finding"), "What cannot be decided as long as something is unsure."),
    advice=list_of(ref("Finding")),
    scores=ref("Scores"),
    polygons=optional(list_of(ref("Polygon"), "On the page's own answers only where polygons score.")),
    counted=optional(list_of(ref("Counted"))),
    connections=optional(map_of(list_of(list_of(ref("Field"))), "The connected groups of each colour.")),
    tasks=optional(map_of(truth(), "The building tasks of free play, and whether each is done.")),
    squares=optional(map_of(ref("Colour"), "Every square of cards by its crossing.")),
)


def findings_words(findings: Iterable[Finding], rules: Rules, language: str) -> list[dict[str, Any]]:
    return [with_rule(finding.to_json(language), rules, language) for finding in findings]


def with_rule(finding: Mapping[str, Any], rules: Rules, language: str) -> dict[str, Any]:
    """A finding with what its rule says and where; what is wrong with the board as a whole marks no field."""
    rule, game = str(finding["rule"]), find_game(rules.id)
    said = {**finding, "rule_text": game.rule_text(rule, language), "rule_section": game.rule_section(rule, language)}
    return said | {"fields": []} if game.is_placeless(rule) else said


def verdict_words(verdict: PositionVerdict, rules: Rules, language: str) -> dict[str, Any]:
    """What `score` says, for people, with what stands behind the score."""
    said = find_game(rules.id).explained(verdict, rules, language)
    return said | {
        name: [with_rule(each, rules, language) for each in said[name]] for name in ("violations", "open", "advice")
    }
