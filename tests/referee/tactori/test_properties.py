"""What holds for every position, compared with the oracle and with the position turned, mirrored and recoloured."""

import oracle
from hypothesis import given, settings
from hypothesis import strategies as st
from invariants import POLYGON_GAMES, check_bridges, check_polygons, check_rectangles, check_symmetries
from positions import any_positions, built_positions

from referee.tactori.position import Position
from referee.tactori.rules import GAMES, RuleBook, rule_book
from referee.tactori.scoring import judge_position
from referee.tactori.trail import longest_trail


def game_rules(position: Position) -> list[RuleBook]:
    """Every game of this board, and the options that change what counts."""
    chosen = [rule_book(g.id, {"colour": "R"}) for g in GAMES.values() if g.board == position.board]
    if position.board == 9:
        chosen += [rule_book("taktori", {"nine_centre": variant}) for variant in ("linked", "standing")]
    return chosen


@given(st.one_of(any_positions(), built_positions()), st.sampled_from((1, 2)))
@settings(max_examples=600)
def test_broken_rules_are_the_oracles(position: Position, gap: int) -> None:
    check_bridges(position, rule_book(POLYGON_GAMES[position.board].game.id, {"overlay_gap": gap}))


@given(built_positions())
@settings(max_examples=600)
def test_polygons_and_points_are_the_oracles(position: Position) -> None:
    check_polygons(position)


@given(built_positions())
@settings(max_examples=300)
def test_rectangles_are_the_oracles(position: Position) -> None:
    check_rectangles(position)


@given(built_positions())
@settings(max_examples=120)
def test_turning_mirroring_and_recolouring_change_nothing(position: Position) -> None:
    for rules in game_rules(position):
        check_symmetries(position, rules)


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
