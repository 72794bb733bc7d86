"""What holds for every position, compared with the oracle and with the position turned, mirrored and recoloured."""

from collections import Counter

import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import any_positions, built_positions, exchanged, mirrored, turned

from referee.tactori.bridges import judge_bridges
from referee.tactori.position import Position
from referee.tactori.rules import GAMES, RuleBook, rule_book
from referee.tactori.scoring import PositionVerdict, judge_position
from referee.tactori.trail import longest_trail

POLYGON_GAMES = {5: rule_book("fem"), 9: rule_book("taktori")}
RECTANGLE_GAMES = {5: rule_book("rectangle5"), 9: rule_book("rectangles9")}


def game_rules(position: Position) -> list[RuleBook]:
    """Every game of this board, and the options that change what counts."""
    chosen = [rule_book(g.id, {"colour": "R"}) for g in GAMES.values() if g.board == position.board]
    if position.board == 9:
        chosen += [rule_book("taktori", {"nine_centre": variant}) for variant in ("linked", "standing")]
    return chosen


@given(st.one_of(any_positions(), built_positions()), st.sampled_from((1, 2)))
@settings(max_examples=600)
def test_broken_rules_are_the_oracles(position: Position, gap: int) -> None:
    rules = rule_book(POLYGON_GAMES[position.board].game.id, {"overlay_gap": gap})
    found = {(f.rule, f.stick) for f in judge_bridges(position, rules).violations if f.rule.startswith("bridge.")}
    assert found == set(oracle.broken_rules(position, gap))


@given(built_positions())
@settings(max_examples=600)
def test_polygons_and_points_are_the_oracles(position: Position) -> None:
    verdict = judge_position(position, POLYGON_GAMES[position.board])
    legal = oracle.legal_sticks(position)
    for colour in position.colours():
        own = [s for s in legal if s.colour == colour]
        expected = Counter(
            (frozenset(p for edge in border for p in edge), oracle.points(border, own)) for border in oracle.faces(own)
        )
        found = Counter(
            (frozenset(oracle.point(field) for field in p.border.fields), p.points)
            for p in verdict.polygons
            if p.colour == colour
        )
        assert found == expected
        assert verdict.scores[colour] == sum(n * points for (_, points), n in expected.items())


@given(built_positions())
@settings(max_examples=300)
def test_rectangles_are_the_oracles(position: Position) -> None:
    verdict = judge_position(position, RECTANGLE_GAMES[position.board])
    legal = oracle.legal_sticks(position)
    for colour in position.colours():
        expected = oracle.closed_rectangles([s for s in legal if s.colour == colour], position.board)
        found = [p for p in verdict.polygons if p.colour == colour and p.border.is_rectangle]
        boxes = {}
        for p in found:
            xs, ys = zip(*map(oracle.point, p.border.fields), strict=True)
            boxes[min(xs), min(ys), max(xs), max(ys)] = p.counts
        assert sorted(boxes) == sorted(expected)
        for box, counts in boxes.items():
            inner = [
                o
                for o in expected
                if o != box and o[0] >= box[0] and o[1] >= box[1] and o[2] <= box[2] and o[3] <= box[3]
            ]
            assert counts == (not inner)


def test_the_random_boards_are_full_of_polygons() -> None:
    """Or the comparisons above would compare nothing with nothing."""
    seen: list[int] = []

    @given(built_positions())
    @settings(max_examples=200)
    def count(position: Position) -> None:
        seen.append(len(judge_position(position, POLYGON_GAMES[position.board]).polygons))

    count()
    assert sum(n >= 1 for n in seen) > 40
    assert sum(n >= 3 for n in seen) > 10


@pytest.mark.parametrize("change", [turned, mirrored, exchanged])
@given(position=built_positions())
@settings(max_examples=100)
def test_turning_mirroring_and_recolouring_change_nothing(change: object, position: Position) -> None:
    assert callable(change)
    other = change(position)
    for rules in game_rules(position):
        if change is exchanged and rules.game.needs_colour:
            rules = rule_book(rules.game.id, {"colour": "B"}), rules
            here, there = judge_position(position, rules[1]), judge_position(other, rules[0])
        else:
            here, there = judge_position(position, rules), judge_position(other, rules)
        swap = {"R": "B", "B": "R"} if change is exchanged else {}
        assert {swap.get(c, c): n for c, n in here.scores.items()} == there.scores
        assert _summary(here, swap) == _summary(there, {})


def _summary(verdict: PositionVerdict, swap: dict[str, str]) -> tuple[object, ...]:
    polygons = Counter(
        (swap.get(p.colour, p.colour), p.points, p.counts, len(p.border.fields), len(p.sides)) for p in verdict.polygons
    )
    return Counter(f.rule for f in verdict.violations), Counter(f.rule for f in verdict.open), polygons, verdict.tasks


@given(st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4), st.booleans()), max_size=11))
def test_longest_trail_is_the_oracles(places: set[tuple[int, int, bool]]) -> None:
    links = []
    for x, y, upright in sorted(places):
        x2, y2 = (x, y + 1) if upright else (x + 1, y)
        if x2 < 5 and y2 < 5:
            links.append((f"{'abcde'[x]}{y + 1}", f"{'abcde'[x2]}{y2 + 1}"))
    assert longest_trail(links) == oracle.longest_trail(links)


def test_longest_trail_of_a_full_board() -> None:
    """All forty links: twelve fields have three, so at least five links must be left out, and no five will do."""
    names = "abcde"
    links = [(f"{names[x]}{y}", f"{names[x + 1]}{y}") for x in range(4) for y in range(1, 6)]
    links += [(f"{names[x]}{y}", f"{names[x]}{y + 1}") for x in range(5) for y in range(1, 5)]
    assert longest_trail(links) == 34
