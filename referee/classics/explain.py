"""From two looks at a board: which turn it was, or the rule it breaks. The first of these that matches is the answer:
too many pieces; no change; a lawful turn; another player's; one not carried to its end; the game's table of faults."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import TypeVar

from referee.classics.classic import Classic
from referee.classics.dice import MOST_JOINED, in_order, one_throw, several_throws
from referee.classics.position import Position
from referee.classics.rules import RuleBook
from referee.classics.turn import PASS, Asked, Change, Fault, Move, fault, remark
from referee.classics.verdict import ORDER, UNFINISHED, TurnVerdict
from referee.places import UNKNOWN
from referee.verdict import Finding
from words.message import InputError, message

R = TypeVar("R", bound=RuleBook)
MOST_FILLINGS = 64
"""How many ways to give colours to pieces that nobody could make out are tried."""


def judge_turn(classic: Classic[R], before: Position, after: Position, asked: Asked[R]) -> TurnVerdict:
    """Explains and judges a turn."""
    if asked.player not in asked.players:
        raise InputError(message("turn.not_playing", player=asked.player, players=", ".join(asked.players)))
    verdicts = [
        _judge(classic, filled, after, asked) for filled in fillings(classic, classic.tidy(before), asked.rules)
    ]
    chosen = next((verdict for verdict in verdicts if verdict.legal), verdicts[0])
    if any(_answer(verdict) != _answer(chosen) for verdict in verdicts if verdict.legal == chosen.legal):
        unknown = tuple(point for point, there in before.pieces.items() if UNKNOWN in there)
        chosen = replace(chosen, open=(*chosen.open, remark("turn.seen", unknown)))
    return _still_unknown(before, chosen) if len(verdicts) > 1 else chosen


def _still_unknown(before: Position, verdict: TurnVerdict) -> TurnVerdict:
    """What nobody could make out and nobody touched is not known afterwards either."""
    touched = verdict.turn.changes if verdict.turn else {}
    unknown = {p: there for p, there in before.pieces.items() if UNKNOWN in there and p not in touched}
    left = {p: there for p, there in unknown.items() if verdict.position.at(p)}
    return replace(verdict, position=verdict.position.with_places(left))


def fillings(classic: Classic[R], position: Position, rules: R) -> Iterator[Position]:
    """The position with a colour for every piece whose colour nobody could make out."""
    unknown = [point for point, there in position.pieces.items() if UNKNOWN in there]
    if not unknown or len(classic.colours) ** len(unknown) > MOST_FILLINGS:
        yield position
        return
    for colours in product(classic.colours, repeat=len(unknown)):
        changes = {p: position.at(p).replace(UNKNOWN, c) for p, c in zip(unknown, colours, strict=True)}
        yield position.with_places(changes)


def _answer(verdict: TurnVerdict) -> object:
    return verdict.turn and verdict.turn.to_json(), [finding.rule for finding in verdict.violations]


def change_between(
    classic: Classic[R], before: Position, after: Position, asked: Asked[R], doubtful: frozenset[str] = frozenset()
) -> Change[R]:
    return Change(before, classic.tidy(after), asked, classic.alike, classic.stones, doubtful)


def _judge(classic: Classic[R], before: Position, after: Position, asked: Asked[R]) -> TurnVerdict:
    change = change_between(classic, before, after, asked)
    if too_many := _stock(classic, change):
        return _illegal(classic, change, too_many)
    if not change.points and UNKNOWN not in "".join(after.pieces.values()):
        return _unchanged(classic, change)
    if fitting := lawful(classic, change):
        return _legal(classic, change, fitting)
    if not change.points:
        return _unchanged(classic, change)
    return _illegal(classic, change, _fault(classic, change))


def lawful(classic: Classic[R], change: Change[R]) -> list[Move]:
    """The lawful turns of the player that may be what was seen, those of fewest steps."""
    for moves in levels(classic, change):
        if fitting := [move for move in moves if change.fits(move)]:
            return fitting
    return []


def levels(classic: Classic[R], change: Change[R]) -> Iterator[Iterable[Move]]:
    """Lawful turns of one step, then of two, then of three; a list of throws is played in order and has one level."""
    before, asked = change.before, change.asked
    if not classic.faces:
        yield classic.likely(change)
        if asked.rules.join:
            yield from classic.joined(change)
    elif asked.die is not None and len(asked.die) > 1:
        whole = in_order(before, asked, asked.die, classic.steps)
        yield whole if asked.rules.join else filter(_shows_one_step, whole)
    else:

        def may_be(position: Position, throws: int) -> bool:
            return classic.may_be(replace(change, before=position), throws)

        if may_be(before, 1):
            yield one_throw(before, asked, classic.legal, classic.faces)
        if asked.die is None and asked.rules.join:
            for count in range(2, MOST_JOINED + 1):
                yield several_throws(before, asked, classic.legal, count, may_be)


def _shows_one_step(move: Move) -> bool:
    """Whether nothing came of all throws but the last."""
    return all(step["kind"] == PASS for step in move.facts["steps"][:-1])


def first_steps(classic: Classic[R], position: Position, asked: Asked[R]) -> Iterator[Move]:
    """Lawful turns of one throw, or where nothing is thrown; those of a whole list of throws if one is known."""
    if not classic.faces:
        yield from classic.legal(position, asked)
    elif asked.die is not None:
        yield from in_order(position, asked, asked.die, classic.steps)
    else:
        yield from one_throw(position, asked, classic.legal, classic.faces)


def _stock(classic: Classic[R], change: Change[R]) -> Fault | None:
    """More pieces of a colour than were on the board and in hand."""
    for colour in classic.colours:
        now, was = change.count(change.after, colour), change.count(change.before, colour)
        if now > was and now > was + classic.hand(change.before, colour, change.rules):
            fields = tuple(point for point, stones in change.came.items() if colour in stones)
            return fault("turn.stock", classic.told(change), fields, colour=colour, count=now - was)
    return None


def _unchanged(classic: Classic[R], change: Change[R]) -> TurnVerdict:
    """A pass, lawful only if the player had no turn, or a turn that ends where it began. Without the die it is open if
    some throw allows none."""
    asked, before = change.asked, change.before
    if not classic.faces:
        passing = classic.passes(before, asked)
        if passing is None:
            return _illegal(classic, change, fault("turn.pass", Move("pass")))
        return _legal(classic, change, [passing])
    if asked.die is not None:
        whole = in_order(before, asked, asked.die, classic.steps)
        passing = next((move for move in whole if _stays(before, move)), None)
        if passing is None:
            return _illegal(classic, change, fault("turn.pass", Move("pass", facts=_thrown(asked))))
        return _legal(classic, change, [passing])
    if to_and_fro := [move for move in one_throw(before, asked, classic.legal, classic.faces) if _stays(before, move)]:
        return _legal(classic, change, to_and_fro)
    tried = [classic.passes(before, asked.thrown(throw)) for throw in classic.faces]
    passing = next((move for move in tried if move is not None), None)
    if passing is None:
        return _illegal(classic, change, fault("turn.pass", Move("pass")))
    if all(move is not None for move in tried):
        return _legal(classic, change, [passing])
    return _legal(classic, change, [replace(passing, open=(*passing.open, remark("turn.pass", said="open")))])


def _stays(before: Position, move: Move) -> bool:
    """Whether everything is as before after a turn."""
    return all(before.at(point) == there for point, there in move.changes.items())


def _thrown(asked: Asked[R]) -> dict[str, object]:
    if asked.die is None:
        return {}
    return {"die": asked.die[0] if len(asked.die) == 1 else list(asked.die)}


def _fault(classic: Classic[R], change: Change[R]) -> Fault:
    asked = change.asked
    for other in asked.others:
        fitting = lawful(classic, replace(change, asked=asked.of(other)))
        if fitting and fitting[0].kind != PASS:
            said = {"colour_player": asked.player, "colour": other}
            return fault(ORDER, fitting[0], tuple(sorted(change.points)), **said)
    for move in classic.unfinished(change):
        if change.fits(move):
            assert move.todo is not None
            return Fault(UNFINISHED, move.todo, tuple(sorted(change.points)), move)
    if found := next(classic.faults(change), None):
        return found
    fields = tuple(sorted(change.points))
    if foreign := {*change.foreign_gone, *change.foreign_came}:
        return fault("turn.foreign", None, tuple(sorted(foreign)))
    if len(change.own_gone) > 1 or len(change.own_came) > 1:
        return fault("turn.several", None, fields)
    return fault("turn.unexplained", None, fields)


def _legal(classic: Classic[R], change: Change[R], fitting: list[Move]) -> TurnVerdict:
    move, asked = fitting[0], change.asked
    position = change.before.with_changes(move.changes, move.memory)
    open_, advice = classic.remarks(change, move)
    if move.facts.get("inferred"):
        open_ = (*open_, _inferred(classic, fitting))
    if UNKNOWN in "".join(change.after.pieces.values()) and len({repr(m.changes) for m in fitting}) > 1:
        unknown = tuple(point for point, there in change.after.pieces.items() if UNKNOWN in there)
        open_ = (*open_, remark("turn.seen", unknown))
    ending = classic.outcome(position, move, asked)
    following = None
    if ending is None or classic.goes_on(position, ending, asked):
        following, position = classic.following(position, move, asked)
    return TurnVerdict(move, (), position, open_, advice, ending, following)


def _inferred(classic: Classic[R], fitting: list[Move]) -> Finding:
    """Nobody saw the die: every throw that explains the look."""
    throws = dict.fromkeys(", ".join(map(str, _listed(move.facts["die"]))) for move in fitting)
    return remark(f"{classic.id}.count", said="open", throws=tuple(throws))


def _listed(die: object) -> list[object]:
    return list(die) if isinstance(die, list) else [die]


def _illegal(classic: Classic[R], change: Change[R], found: Fault) -> TurnVerdict:
    """The board is as it was seen; a piece that only was not seen well stays what it was."""
    before, asked = change.before, change.asked
    position = before.with_changes(classic.standing(change), classic.left(change))
    if found.move and found.move.changes and change.fits(found.move):
        position = before.with_changes(found.move.changes, found.move.memory)
    same = found.rule in (ORDER, UNFINISHED) or not asked.others
    following = asked.player if same else classic.following(position, found.move or Move("pass"), asked)[0]
    return TurnVerdict(found.move, (found.finding,), position, next=following)


def near(
    classic: Classic[R], before: Position, asked: Asked[R], seen: Position, doubtful: frozenset[str]
) -> Iterator[Position]:
    """The positions after a lawful turn that look like what was seen apart from doubtful places."""
    start = classic.tidy(before)
    change = change_between(classic, start, seen, asked, doubtful)
    found: dict[Position, None] = {}
    if not change.points and _unchanged(classic, change).legal:
        found[start] = None
    for moves in levels(classic, change):
        for move in moves:
            if change.fits(move):
                found[start.with_changes(move.changes, move.memory)] = None
    yield from found
