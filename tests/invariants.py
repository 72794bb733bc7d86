"""What holds for every position: the oracle says the same, and so does the position turned, mirrored or recoloured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import oracle
from positions import exchanged, mirrored, turned

from referee.tactori.bridges import judge_bridges
from referee.tactori.position import Position
from referee.tactori.rules import RuleBook, rule_book
from referee.tactori.scoring import PositionVerdict, judge_position

POLYGON_GAMES = {5: rule_book("fem"), 9: rule_book("taktori")}
RECTANGLE_GAMES = {5: rule_book("rectangle5"), 9: rule_book("rectangles9")}


def check_bridges(position: Position, rules: RuleBook) -> None:
    said = judge_bridges(position, rules)
    found = Counter((f.rule, f.stick) for f in said.violations if f.rule.startswith("bridge."))
    assert found == Counter(oracle.broken_rules(position, rules.overlay_gap))
    wrong = {s for _, s in oracle.broken_rules(position, rules.overlay_gap)}
    assert said.legal == tuple(s for s in position.sticks if s not in wrong)


def check_polygons(position: Position) -> None:
    verdict = judge_position(position, POLYGON_GAMES[position.board])
    legal = oracle.legal_sticks(position)
    for colour in position.colours():
        own = [s for s in legal if s.colour == colour]
        expected = Counter(
            (frozenset(p for edge in border for p in edge), oracle.points(border, own)) for border in oracle.faces(own)
        )
        found = Counter(
            (frozenset(oracle.point(at) for at in p.border.fields), p.points)
            for p in verdict.polygons
            if p.colour == colour
        )
        assert found == expected
        assert all(sum(side.points for side in p.sides) == p.points for p in verdict.polygons)
        assert verdict.scores[colour] == sum(n * points for (_, points), n in expected.items())


def check_rectangles(position: Position) -> None:
    verdict = judge_position(position, RECTANGLE_GAMES[position.board])
    legal = oracle.legal_sticks(position)
    for colour in position.colours():
        expected = oracle.closed_rectangles([s for s in legal if s.colour == colour], position.board)
        boxes = {}
        for p in verdict.polygons:
            if p.colour == colour and p.border.is_rectangle:
                xs, ys = zip(*map(oracle.point, p.border.fields), strict=True)
                boxes[min(xs), min(ys), max(xs), max(ys)] = p.counts
        assert sorted(boxes) == sorted(expected)
        for (left, bottom, right, top), counts in boxes.items():
            within = [b for b in expected if b[0] >= left and b[1] >= bottom and b[2] <= right and b[3] <= top]
            assert counts == (len(within) == 1)  # itself


def check_symmetries(position: Position, rules: RuleBook) -> None:
    here = judge_position(position, rules)
    for other in (turned(position), mirrored(position)):
        assert _summary(judge_position(other, rules), {}) == _summary(here, {})
    swap = {"R": "B", "B": "R"}
    options = {**rules.changed(), "colour": swap.get(rules.colour or "", rules.colour or "Y")}
    there = judge_position(exchanged(position), rule_book(rules.game.id, options))
    assert _summary(there, {}) == _summary(here, swap)


def _summary(verdict: PositionVerdict, swap: Mapping[str, str]) -> tuple[object, ...]:
    """All that does not depend on where things are, with colours exchanged."""
    polygons = Counter(
        (swap.get(p.colour, p.colour), p.points, p.counts, len(p.border.fields), len(p.sides)) for p in verdict.polygons
    )
    return (
        {swap.get(c, c): n for c, n in verdict.scores.items()},
        Counter(f.rule for f in verdict.violations),
        Counter(f.rule for f in verdict.open),
        polygons,
        {swap.get(c, c): sorted(map(len, groups)) for c, groups in verdict.connections().items()},
        verdict.tasks,
    )
