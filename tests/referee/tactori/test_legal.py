"""The generator of legal turns offers exactly what the judge of turns accepts."""

import random
from collections.abc import Iterator

import pytest
from positions import build

from referee.tactori.board import COLOURS, TOWERS_PER_COLOUR, fields_of
from referee.tactori.explain import judge_turn
from referee.tactori.legal import can_move, single_turns
from referee.tactori.match import Match, start
from referee.tactori.play import random_set_up, random_turn
from referee.tactori.position import Position, Stick, stick, without
from referee.tactori.rules import GAMES, RuleBook, rule_book
from referee.tactori.text import parse_text
from referee.tactori.turn import TowerAction, Turn, apply

BOOKS = [
    rule_book("colourful", {"colour": "R"}),
    rule_book("sliding", {"colour": "R"}),
    rule_book("bridges"),
    rule_book("fem"),
    rule_book("fem", {"runs": True, "capture": True, "path_clear": True}),
    rule_book("rectangle9"),
    rule_book("rectangles9"),
    rule_book("taktori", {"capture": True, "overlay_gap": 2}),
]


def name(rules: RuleBook) -> str:
    return " ".join([rules.game.id, *(f"{key}={value}" for key, value in rules.changed().items())])


def every_tower_action(position: Position, colours: str) -> Iterator[TowerAction]:
    """Whatever could be done with towers, allowed or not."""
    for colour in colours:
        yield from (TowerAction(colour, None, at) for at in fields_of(position.board))
        for source, stack in position.towers.items():
            run = len(stack) - len(stack.rstrip(colour))
            for target in fields_of(position.board):
                if target != source:
                    there = position.towers.get(target, "")
                    thrown = len(there) - len(there.rstrip(there[-1:])) if there and there[-1] != colour else 0
                    for count in range(1, run + 1):
                        for captured in range(min(count, thrown) + 1):
                            yield TowerAction(colour, source, target, count, captured)


def every_stick(position: Position, colour: str) -> Iterator[Stick]:
    """Every stick that could be laid between two fields of one row or column, on any floor that is there."""
    reach = {5: 1, 9: 2}[position.board]
    for a in fields_of(position.board):
        for b in fields_of(position.board):
            near = abs(ord(a[0]) - ord(b[0])) + abs(int(a[1]) - int(b[1])) <= reach
            if a < b and near:
                for floor in range(min(position.height(a), position.height(b)) + 1):
                    yield stick(colour, a, b, floor)


def every_single_turn(position: Position, player: str, rules: RuleBook) -> Iterator[Turn]:
    colour, colours = (str(rules.colour), COLOURS) if rules.game.needs_colour else (player, player)
    yield from (Turn(action) for action in every_tower_action(position, colours))
    yield from (Turn(None, (s,)) for s in every_stick(position, colour))
    for taken in dict.fromkeys(s for s in position.sticks if s.colour == colour):
        yield Turn(None, (), (taken,))
        rest = Position.of(position.board, position.towers, without(position.sticks, (taken,)))
        yield from (Turn(None, (s,), (taken,)) for s in every_stick(rest, colour) if s != taken)
        for action in every_tower_action(rest, colours):
            if action.source in taken.fields and action.count == 1 and not action.captured:
                yield Turn(action, (), (taken,))


def positions(rules: RuleBook, rng: random.Random) -> Iterator[Position]:
    """Some out of a game, and some with all kinds of faults."""
    players = list(COLOURS[: rules.game.players[1]])
    match = start(rules, players, random_set_up(rules, rng))
    stops = sorted(rng.sample(range(4, 40), 2 if rules.game.board == 5 else 1))
    while not match.outcome and stops:
        if match.turns == stops[0]:
            yield match.position
            stops.pop(0)
        match, _ = match.play(apply(match.position, random_turn(match, rng)))
    yield build(rules.game.board, rng)
    faulty = build(rules.game.board, rng)
    hanging = [stick(rng.choice("RB"), *rng.sample(fields_of(rules.game.board), 2), rng.randrange(3)) for _ in range(4)]
    yield Position.of(faulty.board, faulty.towers, (*faulty.sticks, *hanging))


@pytest.mark.parametrize("rules", BOOKS, ids=name)
def test_the_generator_offers_what_the_judge_accepts(rules: RuleBook) -> None:
    rng = random.Random(rules.game.id)
    compared = 0
    for _ in range(3 if rules.game.board == 5 else 1):
        for position in positions(rules, rng):
            offered = list(single_turns(position, "R", rules))
            assert len(set(offered)) == len(offered)
            accepted = {
                turn
                for turn in every_single_turn(position, "R", rules)
                if judge_turn(position, apply(position, turn), "R", rules, tuple("RB")).legal
            }
            assert set(offered) == accepted
            assert can_move(position, "R", rules) == bool(accepted)
            compared += len(accepted)
    assert compared > 10


def test_who_cannot_move() -> None:
    """Sixteen red towers, all under blue ones: no stock, nothing free, nothing to bridge."""
    towers = dict.fromkeys(fields_of(5)[:TOWERS_PER_COLOUR], "RB")
    stuck = Position.of(5, towers, ())
    assert not can_move(stuck, "R", rule_book("fem"))
    assert can_move(stuck, "B", rule_book("fem"))
    freed = Position.of(5, towers | {"a1": "R"}, ())
    assert can_move(freed, "R", rule_book("fem"))


def test_a_stick_to_take_back_is_a_move_where_the_game_has_it() -> None:
    towers = dict.fromkeys(fields_of(9)[:14], "RB") | {"c5": "R", "d5": "B", "e5": "R"}
    sticks = [stick("R", "c5", "e5", 1), stick("B", "d4", "d6", 1)]
    position = Position.of(9, towers | {"d4": "B", "d6": "B"}, sticks)
    assert can_move(position, "R", rule_book("rectangle9"))
    assert not can_move(position, "R", rule_book("taktori"))


def test_every_game_can_begin() -> None:
    for game in GAMES.values():
        rules = rule_book(game.id, {"colour": "R"})
        match: Match = start(rules, list(COLOURS[: game.players[1]]), random_set_up(rules, random.Random(1)))
        assert can_move(match.position, "R", rules)


def test_a_move_that_only_captures() -> None:
    before, after = parse_text("9 a1:R c1:B"), parse_text("9")
    (found,) = [t for t in single_turns(before, "R", rule_book("rectangles9")) if t.tower and t.tower.captured]
    assert apply(before, found) == after
