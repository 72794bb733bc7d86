"""Turns that break the rules in as many ways as people find, and that pieces of wood allow."""

from __future__ import annotations

import random
from collections.abc import Callable

from referee.tactori.board import (
    COLOURS,
    STICKS_PER_COLOUR,
    TOWERS_PER_COLOUR,
    coordinates,
    field_name,
    fields_of,
    span,
)
from referee.tactori.explain import explain_turn
from referee.tactori.match import Match
from referee.tactori.play import random_turn
from referee.tactori.position import End, Position, Stick, without
from referee.tactori.turn import Turn, apply
from simulator.tactori.innocent import could_be_legal
from simulator.tactori.wood import can_lie, settled

Illegal = tuple[Position, Turn | None, tuple[str, ...]]
"""The position after it, what was done as far as it can be told, and the rules that it breaks."""

# How many slips are thought of; from their different kinds one is taken.
THOUGHT_OF = 60
# Of slips that break the same rules, how many are looked at before another kind is tried.
LOOKED_AT = 4
# How often a slip is made with the pieces of somebody else, or of nobody.
FOREIGN = 0.35


def illegal_turn(
    match: Match,
    last: Match | None,
    rng: random.Random,
    wrong_spans: bool,
    can_be_seen: Callable[[Position], bool],
) -> Illegal | None:
    """An illegal turn of the player to move, whatever rule it breaks; `last` is the state before his."""
    kinds: dict[tuple[str, ...], list[Illegal]] = {}
    slips = [_own_colour_stick, _any_stick, _any_stick, _tower, _two_towers, _move, _move, _throw_out, _take, _too_much,
             _others_turn, _onto_another, _bound_tower]  # fmt: skip
    for _ in range(THOUGHT_OF):
        after = rng.choice(slips)(match, rng, wrong_spans)
        if after is None or not _in_the_box(after):
            continue
        verdict = explain_turn(match.position, after, match.to_move, match.rules, match.players)
        rules_broken = tuple(sorted({finding.rule for finding in verdict.violations}))
        if rules_broken:
            kinds.setdefault(rules_broken, []).append((after, verdict.turn, rules_broken))
    # Slips that break one rule are more usual than those that break many.
    for kind in sorted(sorted(kinds), key=lambda kind: len(kind) * rng.random()):
        for found in kinds[kind][:LOOKED_AT]:
            if not _is_innocent(match, last, found[0]) and can_be_seen(found[0]):
                return found
    return None


def _is_innocent(match: Match, last: Match | None, after: Position) -> bool:
    """Whether it could be several legal turns, or the rest of the turn before, or that turn played otherwise."""
    players = len(match.players)
    return could_be_legal(match, after, players) or (last is not None and could_be_legal(last, after, players))


def _in_the_box(position: Position) -> bool:
    """Whether a set has so many pieces."""
    return all(
        position.count_towers(colour) <= TOWERS_PER_COLOUR and position.count_sticks(colour) <= STICKS_PER_COLOUR
        for colour in COLOURS
    )


def _colour(match: Match, rng: random.Random) -> str:
    """Mostly the player's own."""
    own = match.rules.colour_of(match.to_move)
    return rng.choice(COLOURS) if rng.random() < FOREIGN else own


def _with_stick(position: Position, colour: str, rng: random.Random, wrong_spans: bool) -> Position | None:
    """A stick laid wherever one can lie, at a stack more often than not."""
    board = position.board
    at = rng.choice(list(position.towers) or list(fields_of(board)))
    x, y = coordinates(at)
    steps = [(span(board), 0), (0, span(board))] * 3
    if board == 9:
        steps += [(1, 1), (1, -1)] + ([(1, 0), (0, 1)] if wrong_spans else [])
    dx, dy = rng.choice(steps)
    sign = rng.choice((1, -1))
    x, y = x + sign * dx, y + sign * dy
    if not (0 <= x < board and 0 <= y < board):
        return None
    ends = [End(each, position.height(each)) for each in (at, field_name(x, y))]
    low = min(end.floor for end in ends)
    if low and rng.random() < 0.5:  # level, although one of the stacks is higher
        ends = [End(end.at, low) for end in ends]
    laid = Stick(colour, *ends)
    if not can_lie(laid, position):
        return None
    return Position.of(board, position.towers, (*position.sticks, laid))


def _own_colour_stick(match: Match, rng: random.Random, wrong_spans: bool) -> Position | None:
    return _with_stick(match.position, match.rules.colour_of(match.to_move), rng, wrong_spans)


def _any_stick(match: Match, rng: random.Random, wrong_spans: bool) -> Position | None:
    return _with_stick(match.position, _colour(match, rng), rng, wrong_spans)


def _with_tower(position: Position, colour: str, rng: random.Random) -> Position:
    passed = [at for s in position.sticks if s.line for at in s.line.between]
    # Between the ends of a bridge is where towers are set wrongly most often.
    at = rng.choice(passed if passed and rng.random() < 0.4 else fields_of(position.board))
    return Position.of(position.board, {**position.towers, at: position.towers.get(at, "") + colour}, position.sticks)


def _tower(match: Match, rng: random.Random, _: bool) -> Position:
    return _with_tower(match.position, _colour(match, rng), rng)


def _two_towers(match: Match, rng: random.Random, _: bool) -> Position:
    return _with_tower(_with_tower(match.position, _colour(match, rng), rng), _colour(match, rng), rng)


def _some_stack(match: Match, rng: random.Random) -> str | None:
    """A stack, mostly one with the player's own colour on top."""
    towers, own = match.position.towers, match.rules.colour_of(match.to_move)
    mine = [at for at, stack in towers.items() if stack[-1] == own]
    if mine and rng.random() > FOREIGN:
        return rng.choice(mine)
    return rng.choice(list(towers)) if towers else None


def _move(match: Match, rng: random.Random, _: bool) -> Position | None:
    """Some towers from the top of a stack to any other field."""
    return _moved(match, rng, captured=0)


def _throw_out(match: Match, rng: random.Random, _: bool) -> Position | None:
    """The same, and what is on top there leaves the board."""
    return _moved(match, rng, captured=rng.choice((1, 1, 2)))


def _moved(match: Match, rng: random.Random, captured: int) -> Position | None:
    source = _some_stack(match, rng)
    if source is None:
        return None
    position = match.position
    stack = position.towers[source]
    count = min(len(stack), rng.choice((1, 1, 1, 2)))
    fields = [at for at in fields_of(position.board) if at != source and position.height(at) >= captured]
    if not fields:
        return None
    target = rng.choice(fields)
    there = position.towers.get(target, "")
    arriving = stack[-count:][: max(count - captured, 0)]
    towers = {**position.towers, source: stack[:-count], target: there[: len(there) - captured] + arriving}
    return settled(Position.of(position.board, towers, position.sticks))


def _take(match: Match, rng: random.Random, _: bool) -> Position | None:
    """A stick is taken away, and another one laid or not."""
    position = match.position
    if not position.sticks:
        return None
    taken = rng.choice(position.sticks)
    rest = Position.of(position.board, position.towers, without(position.sticks, (taken,)))
    return rest if rng.random() < 0.5 else _with_stick(rest, taken.colour, rng, False)


def _too_much(match: Match, rng: random.Random, wrong_spans: bool) -> Position | None:
    """A legal turn, and something that does not belong to it."""
    turn = random_turn(match, rng)
    after = apply(match.position, turn)
    colour = match.rules.colour_of(match.to_move)
    return _with_tower(after, colour, rng) if rng.random() < 0.3 else _with_stick(after, colour, rng, wrong_spans)


def _others_turn(match: Match, rng: random.Random, _: bool) -> Position | None:
    """What somebody else might play now."""
    others = [player for player in match.players if player != match.to_move]
    if not others:
        return None
    turn = random_turn(Match(match.rules, match.players, match.position, rng.choice(others)), rng)
    return apply(match.position, turn)


def _onto_another(match: Match, rng: random.Random, _: bool) -> Position | None:
    """A stick laid half onto another one."""
    position = match.position
    colour = match.rules.colour_of(match.to_move)
    options = []
    for lying in position.sticks:
        if lying.line is None or lying.floor is None:
            continue
        (ax, ay), (bx, by) = coordinates(lying.a.at), coordinates(lying.b.at)
        for sign in (1, -1):
            dx, dy = sign * (bx > ax), sign * (by > ay)
            shifted = [(ax + dx, ay + dy), (bx + dx, by + dy)]
            if all(0 <= x < position.board and 0 <= y < position.board for x, y in shifted):
                ends = [End(field_name(x, y), lying.floor) for x, y in shifted]
                options.append(Stick(colour, *ends))
    options = [laid for laid in options if laid.half_bridges and can_lie(laid, position)]
    return Position.of(position.board, position.towers, (*position.sticks, rng.choice(options))) if options else None


def _bound_tower(match: Match, rng: random.Random, _: bool) -> Position | None:
    """A tower in which a stick rests goes somewhere else."""
    position, own = match.position, match.rules.colour_of(match.to_move)
    bound = [end for s in position.sticks for end in s.ends if position.height(end.at) == end.floor and s.colour == own]
    if not bound:
        return None
    source = rng.choice(bound).at
    target = rng.choice([at for at in fields_of(position.board) if at != source])
    stack = position.towers[source]
    towers = {**position.towers, source: stack[:-1], target: position.towers.get(target, "") + stack[-1]}
    return settled(Position.of(position.board, towers, position.sticks))
