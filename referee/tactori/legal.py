"""The legal turns of a position: every tower action and every action with a single stick, and whether there is any."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.tactori.board import COLOURS, STICKS_PER_COLOUR, TOWERS_PER_COLOUR, UNKNOWN, fields_of, neighbours, span
from referee.tactori.bridges import foreign_ends, tower_at
from referee.tactori.freedom import binding_stick, is_built_over, lifted, stick_in_the_way
from referee.tactori.news import news
from referee.tactori.position import Position, Stick, stick
from referee.tactori.rules import RuleBook
from referee.tactori.scoring import judge_findings
from referee.tactori.turn import TowerAction, Turn, apply
from referee.tactori.turnrules import way_fault


def can_move(position: Position, player: str, rules: RuleBook) -> bool:
    """Whether the player has any legal turn other than to pass."""
    return rules.game.anything_goes or next(single_turns(position, player, rules), None) is not None


def single_turns(position: Position, player: str, rules: RuleBook) -> Iterator[Turn]:
    """Every legal tower action and every legal action with one stick.

    Turns with several parts grow out of these by one stick after the other, and whoever has any legal turn has one
    of these.
    """
    game = rules.game
    if game.needs_colour:
        yield from (Turn(action) for action in _shared_tower_actions(position, rules))
        lying = judge_findings(position, rules)
        for s in layable(position, rules.colour_of(player), rules):
            turn = Turn(None, (s,))
            if not news(lying, apply(position, turn), turn.laid, rules).violations:
                yield turn
        return
    if game.unsticks:
        yield from (Turn(None, (), (s,)) for s in free_sticks(position, player))
    yield from (Turn(action) for action in tower_actions(position, player, rules))
    if game.bridges_alone != 0:
        yield from (Turn(None, (s,)) for s in layable(position, player, rules))
    if game.resticks:
        for s in free_sticks(position, player):
            rest = apply(position, Turn(taken=(s,)))
            yield from (Turn(None, (t,), (s,)) for t in layable(rest, player, rules, in_hand=True) if t != s)
    if game.moves_freed:
        for s in free_sticks(position, player):
            rest = apply(position, Turn(taken=(s,)))
            for end in s.ends:
                if tower_at(rest, *end) == player:  # it is the topmost one, or the stick would not be free
                    freed = _moves(rest, end.at, 1, rules, False, _by_field(rest.sticks))
                    yield from (Turn(move, (), (s,)) for move in freed)


def free_sticks(position: Position, colour: str) -> Iterator[Stick]:
    """The lying sticks of a colour that can be drawn out."""
    for s in dict.fromkeys(position.sticks):
        if s.colour == colour and not is_built_over(s, position.height):
            yield s


def tower_actions(position: Position, colour: str, rules: RuleBook) -> Iterator[TowerAction]:
    """Every way to set or move towers of a colour, with and without captures."""
    if rules.game.places:
        yield from _placings(position, colour, rules)
    if rules.game.moves:
        touching = _by_field(position.sticks)
        for source, stack in position.towers.items():
            run = len(stack) - len(stack.rstrip(colour))
            yield from _moves(position, source, run if rules.runs else min(run, 1), rules, rules.capture, touching)


def _placings(position: Position, colour: str, rules: RuleBook) -> Iterator[TowerAction]:
    if position.count_towers(colour) >= TOWERS_PER_COLOUR:
        return
    touching = _by_field(position.sticks)
    for target in fields_of(position.board):
        action = TowerAction(colour, None, target)
        if target not in touching or _may_arrive(position, action, touching[target], rules):
            yield action


def _by_field(sticks: Iterable[Stick]) -> dict[str, list[Stick]]:
    """The sticks that end on each field or pass it."""
    found: dict[str, list[Stick]] = {}
    for s in sticks:
        for at in s.touched:
            found.setdefault(at, []).append(s)
    return found


def _moves(
    position: Position, source: str, most: int, rules: RuleBook, capture: bool, touching: dict[str, list[Stick]]
) -> Iterator[TowerAction]:
    """The ways to move up to so many towers from the top of a stack, `touching` being the sticks by field."""
    stack = position.towers[source]
    for count in range(1, most + 1):
        height = lifted(position, TowerAction(stack[-1], source, "", count))
        if binding_stick(position, source, count, touching.get(source, ()), height, rules.under_bridges):
            return
        for target in fields_of(position.board):
            if target == source or way_fault(position, source, target, rules):
                continue
            thrown = _run_on_top(position.towers.get(target, ""), stack[-1]) if capture and rules.game.captures else 0
            for captured in range(min(thrown, count if rules.runs else 1) + 1):
                action = TowerAction(stack[-1], source, target, count, captured)
                if target not in touching or _may_arrive(position, action, touching[target], rules):
                    yield action


def _run_on_top(stack: str, colour: str) -> int:
    """How many towers of one other colour lie on top."""
    top = stack[-1:]
    return 0 if top in ("", colour, UNKNOWN) else len(stack) - len(stack.rstrip(top))


def _may_arrive(position: Position, action: TowerAction, sticks: list[Stick], rules: RuleBook) -> bool:
    """Whether what is captured is free, no bridge is in the way, and no stick is made wrong by what arrives."""
    height = lifted(position, action)
    if action.captured and binding_stick(position, action.target, action.captured, sticks, height, rules.under_bridges):
        return False
    if stick_in_the_way(position, action, sticks, height, rules.under_bridges):
        return False
    return not any(_ends_wrongly(s, position, action) for s in sticks)


def _ends_wrongly(s: Stick, position: Position, action: TowerAction) -> bool:
    """Whether an end that hung in the air would now rest in a tower of another colour, the first of that stick."""
    base = position.height(action.target) - action.captured
    caught = any(end.at == action.target and base < end.floor <= base + action.arriving for end in s.ends)
    return caught and s.colour != action.colour and not foreign_ends(s, position)


def _shared_tower_actions(position: Position, rules: RuleBook) -> Iterator[TowerAction]:
    """The tower actions of the games in which all play one colour; no colour is put on itself."""
    if rules.game.places:
        for colour in COLOURS:
            for action in _placings(position, colour, rules):
                top = position.towers.get(action.target, "")[-1:]
                if top != colour and (top or colour == rules.colour):
                    yield action
    if moves_all(position, rules):
        touching = _by_field(position.sticks)
        for source, stack in position.towers.items():
            if stack[-1] == UNKNOWN:
                continue
            for action in _moves(position, source, 1, rules, False, touching):
                top = position.towers.get(action.target, "")[-1:]
                if not top or (not rules.game.slides and top != stack[-1]):
                    yield action


def moves_all(position: Position, rules: RuleBook) -> bool:
    """Whether towers may be moved: always where they slide, else when the chosen colour is all in play."""
    return rules.game.slides or position.count_towers(str(rules.colour)) >= TOWERS_PER_COLOUR


def layable(position: Position, colour: str, rules: RuleBook, in_hand: bool = False) -> Iterator[Stick]:
    """Every single stick, from the stock unless it is in hand, that would make a legal bridge of a colour now."""
    if not in_hand and position.count_sticks(colour) >= STICKS_PER_COLOUR:
        return
    tops = {at: len(stack) for at, stack in position.towers.items() if stack[-1] == colour}
    steps, lying = span(position.board), covered_by_floor(position.sticks)
    for at, floor in tops.items():
        for other in neighbours(at, steps, position.board):
            if other > at and tops.get(other) == floor:
                s = stick(colour, at, other, floor)
                near = range(floor - rules.overlay_gap + 1, floor + rules.overlay_gap)
                if not any(lying.get(f, 0) & s.half_bridges for f in near) and not is_built_over(s, position.height):
                    yield s


def covered_by_floor(sticks: Iterable[Stick]) -> dict[int, int]:
    """The half bridges that are covered on each floor."""
    found: dict[int, int] = {}
    for s in sticks:
        if s.floor is not None:
            found[s.floor] = found.get(s.floor, 0) | s.half_bridges
    return found
