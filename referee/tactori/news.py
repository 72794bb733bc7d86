"""What a turn made wrong in the position: only what is new counts against it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from referee.tactori.bridges import Bridges
from referee.tactori.colourful import groups_apart, not_connected
from referee.tactori.position import Position, Stick
from referee.tactori.rules import RuleBook
from referee.tactori.scoring import judge_findings
from referee.verdict import Finding


@dataclass(frozen=True)
class News:
    """What the rules about positions say of a position that they did not say of the one before."""

    violations: tuple[Finding, ...]
    open: tuple[Finding, ...]
    advice: tuple[Finding, ...]


def news(old: Bridges, after: Position, laid: tuple[Stick, ...], rules: RuleBook) -> News:
    """What a turn made wrong, `old` being said before it. Of two sticks on each other the one laid is at fault."""
    new = judge_findings(after, rules, laid)

    def fresh(now: tuple[Finding, ...], then: tuple[Finding, ...]) -> tuple[Finding, ...]:
        known, count = Counter(map(_identity, then)), Counter(map(_identity, now))
        for finding in now:  # a stick laid now has its fault anew, even if an equal one had it before
            same = _identity(finding)
            known[same] = min(known[same], count[same] - laid.count(finding.stick))
        found = []
        for finding in now:
            if known[_identity(finding)] > 0:
                known[_identity(finding)] -= 1
            elif _is_the_turns(finding, laid, rules):
                found.append(finding)
        return tuple(found)

    violations = fresh(new.violations, old.violations)
    if rules.game.needs_colour and not rules.game.slides:
        apart = groups_apart(new.legal, laid)
        if len(apart) <= len(groups_apart(old.legal)):
            apart = [group for group in apart if all(s in laid for s in group)]
        violations += tuple(map(not_connected, apart))
    return News(violations, fresh(new.open, old.open), fresh(new.advice, old.advice))


def _is_the_turns(finding: Finding, laid: tuple[Stick, ...], rules: RuleBook) -> bool:
    """Whether something that is new can be held against the turn."""
    match finding.rule.split("."):
        case "supply", _:  # an empty stock is the turn's own fault, see turn.stock
            return rules.game.anything_goes
        case "colourful", "over":  # it is the later stick that is over another one
            return finding.stick in laid
        case "colourful", "connected":  # judged by what was connected before
            return False
        case _:
            return True


def _identity(finding: Finding) -> object:
    """A fault of a stick, or of a colour's supply, stays the same one when its sentence changes."""
    if finding.stick:
        return finding.rule, finding.stick
    if finding.rule.startswith("supply."):
        return finding.rule, finding.message.params["colour"]
    return finding.rule, finding.message, finding.fields
