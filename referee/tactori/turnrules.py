"""The rules about turns: what a turn that has been recognised does wrong, rule by rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.tactori.aerial import groups
from referee.tactori.board import STICKS_PER_COLOUR, TOWERS_PER_COLOUR, line_between
from referee.tactori.bridges import judge_bridges
from referee.tactori.freedom import binding_stick, is_built_over, lifted, path_is_blocked, stick_in_the_way
from referee.tactori.position import End, Position, Stick, without
from referee.tactori.rules import Chain, RuleBook
from referee.tactori.turn import Kind, TowerAction, Turn
from referee.verdict import Finding
from words.message import Message, message


@dataclass(frozen=True)
class Played:
    """A recognised turn with the positions around it. `above`: what lay on towers pulled out from under it."""

    turn: Turn
    before: Position
    after: Position
    rules: RuleBook
    above: str = ""

    @property
    def freed_first(self) -> bool:
        """Whether this is a stick taken back and then one of its two towers moved alone."""
        move, taken = self.turn.tower, self.turn.taken
        return (
            self.rules.game.moves_freed
            and move is not None
            and move.kind is Kind.MOVE
            and move.count == 1
            and any(End(str(move.source), self.before.height(str(move.source))) in s.ends for s in taken)
        )

    def sticks_at_move(self) -> tuple[Stick, ...]:
        """The sticks that lie when the tower is moved."""
        taken_first = self.rules.game.moves_freed
        return without(self.before.sticks, self.turn.taken) if taken_first else self.before.sticks


def broken(rule: str, said: Message | None = None, *fields: str, stick: Stick | None = None) -> Finding:
    return Finding(rule, said or message(rule), fields, stick)


def turn_faults(played: Played) -> Iterator[Finding]:
    """Every rule of `turn.*` that a recognised turn of the player's own colour breaks."""
    action = played.turn.tower
    if action:
        yield from tower_faults(played, action)
    yield from _combination_faults(played)
    yield from _stick_faults(played)


def tower_faults(played: Played, action: TowerAction) -> Iterator[Finding]:
    rules, before = played.rules, played.before
    game = rules.game
    if action.source is None:
        if not game.places:
            yield broken("turn.kind", message("turn.kind.place"), action.target)
        elif max(before.count_towers(action.colour) + 1, played.after.count_towers(action.colour)) > TOWERS_PER_COLOUR:
            yield broken("turn.stock", message("turn.stock.towers", colour=action.colour), action.target)
    elif not game.moves:
        if action.captured and not rules.capture:
            yield broken("turn.capture", message("turn.capture.off"), action.target)
        else:
            yield broken("turn.kind", message("turn.kind.move"), action.source, action.target)
        return
    else:
        yield from _bound(played, action, action.source)
        yield from _way(played, action, action.source)
        if action.captured:
            yield from _capture(played, action)
    height = lifted(before, action)
    if way := stick_in_the_way(before, action, played.sticks_at_move(), height, rules.under_bridges):
        key = "turn.under.built_over" if rules.under_bridges else "turn.under"
        yield broken("turn.under", message(key, field=action.target, stick=way.in_words()), action.target, stick=way)


def _bound(played: Played, action: TowerAction, source: str) -> Iterator[Finding]:
    rules = played.rules
    if played.above:
        said = message("turn.bound.under", field=source, colour=action.colour)
        yield broken("turn.bound", said, source)
        return
    if action.count > 1 and not rules.runs:
        yield broken("turn.bound", message("turn.bound.run", field=source, count=action.count), source)
    height = lifted(played.before, TowerAction(action.colour, source, action.target, action.count))
    sticks = played.sticks_at_move()
    if tie := binding_stick(played.before, source, action.count, sticks, height, rules.under_bridges):
        yield broken("turn.bound", message("turn.bound", field=source, stick=tie.in_words()), source, stick=tie)


def _way(played: Played, action: TowerAction, source: str) -> Iterator[Finding]:
    if key := way_fault(played.before, source, action.target, played.rules):
        said = message(key, field=source, to=action.target)
        yield broken("turn.straight", said, source, action.target)


def way_fault(position: Position, source: str, target: str, rules: RuleBook) -> str | None:
    """Why a tower cannot go from one field to another in this game, as a key of the catalogue."""
    line = line_between(source, target)
    if rules.game.slides:
        return None if line and line.steps == 1 else "turn.straight.slide"
    if line is None:
        return "turn.straight" if rules.straight else None
    return "turn.straight.path" if rules.path_clear and path_is_blocked(position, source, target) else None


def _capture(played: Played, action: TowerAction) -> Iterator[Finding]:
    rules, target = played.rules, action.target
    if not (rules.capture and rules.game.captures):
        yield broken("turn.capture", message("turn.capture.off"), target)
        return
    if action.captured > 1 and not rules.runs:
        yield broken("turn.capture", message("turn.capture.run", field=target), target)
    sticks, height = played.before.sticks, lifted(played.before, action)
    if tie := binding_stick(played.before, target, action.captured, sticks, height, rules.under_bridges):
        yield broken(
            "turn.capture", message("turn.capture.bound", field=target, stick=tie.in_words()), target, stick=tie
        )
    if played.turn.laid and not action.arriving:
        yield broken("turn.capture", message("turn.capture.sticks", field=target), target)


def _combination_faults(played: Played) -> Iterator[Finding]:
    """Whether the game has turns made of these parts, and in these numbers."""
    turn, game, per_turn = played.turn, played.rules.game, played.rules.sticks_per_turn
    laid, taken = len(turn.laid), len(turn.taken)
    at = tuple(dict.fromkeys(f for s in turn.taken or turn.laid for f in s.fields))
    counted = False
    if turn.tower is None:
        most = _most_without_tower(turn.kind, played.rules)
        if most == 0:
            yield broken("turn.kind", message(f"turn.kind.{turn.kind.value}"), *at)
        elif taken and laid and taken != laid:
            yield broken("turn.kind", message("turn.kind.stick_mixture"), *at)
        elif most is not None and max(laid, taken) > most:
            counted = True
            yield broken("turn.count", message("turn.count", count=max(laid, taken), most=most), *at)
    elif game.slides and laid:
        yield broken("turn.kind", message("turn.kind.slide_and_sticks"), *at)
    elif taken and played.freed_first:
        if taken > 1:
            counted = True
            yield broken("turn.count", message("turn.count", count=taken, most=1), *at)
    elif taken and not (game.reuses_sticks and taken <= laid):
        yield broken("turn.kind", message("turn.kind.taken"), *at)
    if per_turn is not None and laid > per_turn and not counted:
        yield broken("turn.count", message("turn.count", count=laid, most=per_turn), *at)


def _most_without_tower(kind: Kind, rules: RuleBook) -> int | None:
    """How many sticks a turn of this kind may have in this game; None: any number."""
    game = rules.game
    match kind:
        case Kind.BRIDGES:
            return game.bridges_alone
        case Kind.RESTICK:
            return int(game.resticks)
        case Kind.UNSTICK:
            return int(game.unsticks)
        case _:
            return None


def _stick_faults(played: Played) -> Iterator[Finding]:
    turn, rules = played.turn, played.rules
    before, after = played.before, played.after
    for colour in dict.fromkeys(s.colour for s in turn.laid):
        more = sum(s.colour == colour for s in turn.laid) > sum(s.colour == colour for s in turn.taken)
        if more and after.count_sticks(colour) > STICKS_PER_COLOUR:
            yield broken("turn.stock", message("turn.stock.sticks", colour=colour))
    for s in turn.laid:
        if is_built_over(s, after.height):
            said = message("turn.covered.laid", stick=s.in_words(), colour=s.colour)
            yield broken("turn.covered", said, *s.fields, stick=s)
    if rules.game.resticks or rules.game.unsticks:
        # A stick used again after a tower is taken up then; in every other turn the sticks come first.
        lying = after.height if turn.tower and not played.freed_first else before.height
        for s in turn.taken:
            if is_built_over(s, lying):
                said = message("turn.covered.taken", stick=s.in_words(), colour=s.colour)
                yield broken("turn.covered", said, *s.fields, stick=s)
    arrived = turn.tower is None or turn.tower.arriving > 0
    if rules.game.chained and turn.laid and arrived and not is_chained(played):
        at = tuple(dict.fromkeys(f for s in turn.laid for f in s.fields))
        if turn.tower:
            yield broken("turn.chain", message("turn.chain", field=turn.tower.target), *at)
        else:
            yield broken("turn.chain", message("turn.chain.apart"), *at)


def is_chained(played: Played) -> bool:
    """Whether the sticks laid hang together, and with the tower if there is one."""
    turn, laid = played.turn, set(played.turn.laid)
    if turn.kind is Kind.RESTICK:
        return True
    network = list(turn.laid)
    if played.rules.chain is Chain.ANY:
        colours = {s.colour for s in laid}
        older = judge_bridges(played.after, played.rules, turn.laid).legal
        network += [s for s in older if s.colour in colours and s not in laid]
    parts = [part for part in groups(network) if not laid.isdisjoint(part)]
    if turn.tower is None:
        return len(parts) == 1
    action, top = turn.tower, played.after.height(turn.tower.target)
    floors = range(top - action.arriving + 1, top + 1)
    starts = {s for s in laid for end in s.ends if end.at == action.target and end.floor in floors}
    return len(parts) == 1 and not starts.isdisjoint(parts[0])
