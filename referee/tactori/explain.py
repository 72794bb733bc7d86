"""From the position before and the position after: what the turn was, or every rule it breaks and what happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from referee.tactori.board import COLOURS, UNKNOWN
from referee.tactori.ending import outcome_of_turn
from referee.tactori.legal import can_move, moves_all
from referee.tactori.news import news
from referee.tactori.position import Position
from referee.tactori.rules import RuleBook
from referee.tactori.scoring import check_board, judge_findings
from referee.tactori.turn import Difference, Kind, TowerAction, Turn, compare, pulled, read_any_turn, read_turn
from referee.tactori.turnrules import Played, broken, turn_faults
from referee.verdict import Finding, Outcome, findings_of
from words.message import InputError, message


@dataclass(frozen=True)
class TurnVerdict:
    """What the referee says of a turn; `turn` is None if it cannot be explained as one."""

    turn: Turn | None
    violations: tuple[Finding, ...]
    open: tuple[Finding, ...] = ()
    advice: tuple[Finding, ...] = ()
    outcome: Outcome | None = None
    complete: ClassVar[bool] = True
    under_way: ClassVar[bool] = False
    """A turn of Tactori has no parts that wait for each other."""

    @property
    def legal(self) -> bool:
        return not self.violations

    def to_json(self, language: str = "en") -> dict[str, Any]:
        return {
            "legal": self.legal,
            "turn": self.turn.to_json() if self.turn else None,
            **findings_of(self, language),
            "outcome": self.outcome.to_json() if self.outcome else None,
        }


def judge_turn(
    before: Position, after: Position, player: str | None, rules: RuleBook, players: Sequence[str] = ()
) -> TurnVerdict:
    """Explains and judges a turn, and says how it ended the game. Without `players`, those on the board play."""
    verdict = explain_turn(before, after, player, rules, players)
    if not verdict.legal:
        return verdict
    seats = seats_at(before, after, player, rules, players)
    in_order = players or sorted(seats, key=COLOURS.index)
    return replace(verdict, outcome=outcome_of_turn(before, after, seats[0], in_order, rules))


def explain_turn(
    before: Position, after: Position, player: str | None, rules: RuleBook, players: Sequence[str] = ()
) -> TurnVerdict:
    """What the turn was and which rules it breaks, whatever it means for the game."""
    check_board(before, rules)
    check_board(after, rules)
    seats = seats_at(before, after, player, rules, players)
    seen = Seen(before, after, compare(before, after), rules)
    turn, faults = _explain(seen, seats)
    new = news(judge_findings(before, rules), after, seen.difference.laid, rules)
    open_ = tuple(_open_questions(seen, turn.tower)) if turn and turn.tower else ()
    return TurnVerdict(turn, (*faults, *new.violations), open_ + new.open, new.advice)


@dataclass(frozen=True)
class Seen:
    """What is to be explained: two positions, how they differ, and the rules they are played by."""

    before: Position
    after: Position
    difference: Difference
    rules: RuleBook

    def faults(self, turn: Turn, above: str = "") -> tuple[Finding, ...]:
        """What the changes do wrong, taken for this turn. `above` lay on towers that were pulled out from under it."""
        return tuple(turn_faults(Played(turn, self.before, self.after, self.rules, above)))


def _open_questions(seen: Seen, action: TowerAction) -> Iterator[Finding]:
    """The towers of unknown colour that were taken for what the turn needs them to be."""

    def top(position: Position, at: str, count: int) -> str:
        stack = position.towers.get(at, "")
        return stack[len(stack) - count :]

    if UNKNOWN in top(seen.after, action.target, action.arriving):
        yield Finding("turn.foreign", message("open.foreign", field=action.target), (action.target,))
    elif action.captured and action.source and UNKNOWN in top(seen.before, action.source, action.count):
        yield Finding("turn.foreign", message("open.foreign", field=action.source), (action.source,))
    if UNKNOWN in top(seen.before, action.target, action.captured):
        yield Finding("turn.capture", message("open.capture", field=action.target), (action.target,))


def seats_at(
    before: Position, after: Position, player: str | None, rules: RuleBook, players: Sequence[str]
) -> tuple[str, ...]:
    """Who plays, the one whose turn it is first."""
    if player is None:
        if not (rules.game.needs_colour or rules.game.anything_goes):
            raise InputError(message("turn.no_player"))
        player = players[0] if players else rules.colour or COLOURS[0]
    if players and player not in players:
        raise InputError(message("turn.not_playing", player=player, players=", ".join(players)))
    present = players or [c for c in COLOURS if c in before.colours() or c in after.colours()]
    return (player, *(c for c in present if c != player))


def _explain(seen: Seen, seats: tuple[str, ...]) -> tuple[Turn | None, tuple[Finding, ...]]:
    """What the player, the first of the seats, did, and the rules about turns that it breaks."""
    player, rules, difference = seats[0], seen.rules, seen.difference
    if rules.game.anything_goes:
        return read_any_turn(difference, player + COLOURS), ()
    if difference.is_nothing:
        forced = not can_move(seen.before, player, rules)
        return Turn(), () if forced else (broken("turn.pass"),)
    if rules.game.needs_colour:
        return _explain_shared(seen)
    for reading in (difference, compare(seen.before, seen.after, exact=True)):
        # Exactly: an unknown tower may have been thrown out by the one that stands there now.
        if turn := read_turn(reading, player):
            return turn, seen.faults(turn, _above(turn, reading))
    theirs = [
        (other, turn)
        for other in seats[1:]
        if (turn := read_turn(difference, other)) and not seen.faults(turn, _above(turn, difference))
    ]
    if len(theirs) == 1:
        other, turn = theirs[0]
        said = message("turn.order", colour=other, colour_player=player)
        return turn, (broken("turn.order", said, *_touched(difference)),)
    return read_any_turn(difference, player + COLOURS), _what_happened(seen, player)


def _above(turn: Turn, difference: Difference) -> str:
    """What lay on the towers that were moved, if they were pulled out from under it."""
    source = turn.tower.source if turn.tower else None
    change = next((c for c in difference.stacks if c.at == source), None)
    return change.pulled().above if change and change.gained else ""


def _explain_shared(seen: Seen) -> tuple[Turn | None, tuple[Finding, ...]]:
    """Turns of the games in which all play one colour: any tower may be meant."""
    rules, difference = seen.rules, seen.difference
    turn = read_any_turn(difference, f"{rules.colour}{COLOURS}") or read_any_turn(pulled(difference), COLOURS)
    if turn is None:
        at = tuple(change.at for change in difference.stacks)
        lost, gained = (sum(len(getattr(c, side)) for c in difference.stacks) for side in ("lost", "gained"))
        if lost > gained:
            return None, (broken("turn.capture", message("turn.capture", fields=at), *at),)
        return None, (_several(at, gained if lost == 0 else 0),)
    faults = list(seen.faults(turn, _above(turn, difference)))
    if action := turn.tower:
        if action.kind is Kind.PLACE and rules.game.places:
            if action.colour != rules.colour and action.target not in seen.before.towers:
                said = message("turn.foreign.empty_field", colour=action.colour, field=action.target)
                faults.insert(0, broken("turn.foreign", said, action.target))
        elif action.kind is Kind.MOVE and not moves_all(seen.before, rules):
            said = message("turn.kind.not_yet", colour=rules.colour)
            faults.insert(0, broken("turn.kind", said, str(action.source), action.target))
    return turn, tuple(faults)


def _what_happened(seen: Seen, player: str) -> tuple[Finding, ...]:
    """The rules broken by changes that are no turn of the player."""
    difference = seen.difference
    found = [
        broken("turn.foreign", message("turn.foreign.stick", colour=s.colour, stick=s.in_words()), *s.fields, stick=s)
        for s in (*difference.laid, *difference.taken)
        if s.colour != player
    ]
    towers = read_turn(replace(difference, laid=(), taken=()), player)
    if towers:  # it is only about the sticks
        return (*found, *_own_faults(seen, player, towers.tower, _above(towers, difference)))
    foreign = _foreign_towers(difference, player)
    found[:0] = foreign
    own = _own_towers(seen, player, captured=any(f.rule == "turn.capture" for f in foreign))
    return (*found, *own) or (_several(_touched(difference)),)


def _foreign_towers(difference: Difference, player: str) -> list[Finding]:
    """What happened to the towers of other colours."""
    lost = {c.at: theirs for c in difference.stacks if (theirs := _others(c.lost, player))}
    gained = {c.at: theirs for c in difference.stacks if (theirs := _others(c.gained, player))}
    at = tuple(sorted({*lost, *gained}))
    if not at:
        return []
    if not gained and _own(difference, player, "lost"):
        return [broken("turn.capture", message("turn.capture", fields=at), *at)]
    if not gained and _own(difference, player, "gained"):
        return [broken("turn.capture", message("turn.capture.new", fields=at), *at)]
    colours = tuple(c for c in COLOURS if c in "".join([*lost.values(), *gained.values()]))
    return [broken("turn.foreign", message("turn.foreign", colours=colours, fields=at), *at)]


def _own_towers(seen: Seen, player: str, captured: bool) -> tuple[Finding, ...]:
    """What the player's own towers did among changes that are no turn; `captured` if a wrong capture has been said."""
    lost, gained = _own(seen.difference, player, "lost"), _own(seen.difference, player, "gained")
    at = tuple(sorted({*lost, *gained}))
    if lost.total() > gained.total():
        said = message("turn.capture.own", fields=tuple(lost))
        return () if captured else (broken("turn.capture", said, *at),)
    action, above = None, ""
    if not lost and gained.total() == 1:
        (target,) = gained
        action = TowerAction(player, None, target)
    elif lost.total() == gained.total() and len(lost) == len(gained) == 1 and lost.keys() != gained.keys():
        (source,), (target,) = lost, gained
        action = TowerAction(player, source, target, lost.total())
        above = _others(next(c.lost for c in seen.difference.stacks if c.at == source), player)
    elif at:
        return (_several(at, 0 if lost else gained.total()),)
    return _own_faults(seen, player, action, above)


def _own_faults(seen: Seen, player: str, action: TowerAction | None, above: str) -> tuple[Finding, ...]:
    """What the player's own part of the changes does wrong as a turn."""
    laid, taken = (
        tuple(s for s in sticks if s.colour == player) for sticks in (seen.difference.laid, seen.difference.taken)
    )
    own = Turn(action, laid, taken)
    return () if own.kind is Kind.PASS else seen.faults(own, above)


def _own(difference: Difference, player: str, side: str) -> Counter[str]:
    """How many of the player's towers each field lost or gained; unknown ones may be his."""
    counted = {c.at: sum(tower in (player, UNKNOWN) for tower in getattr(c, side)) for c in difference.stacks}
    return Counter({at: n for at, n in counted.items() if n})


def _others(towers: str, player: str) -> str:
    return "".join(tower for tower in towers if tower not in (player, UNKNOWN))


def _several(at: tuple[str, ...], towers_set: int = 0) -> Finding:
    """More than one tower action; `towers_set` if it was nothing but new towers."""
    if towers_set:
        return broken("turn.several", message("turn.several.set", count=towers_set, fields=at), *at)
    return broken("turn.several", message("turn.several", fields=at), *at)


def _touched(difference: Difference) -> tuple[str, ...]:
    fields = [c.at for c in difference.stacks] + [f for s in (*difference.laid, *difference.taken) for f in s.fields]
    return tuple(dict.fromkeys(fields))
