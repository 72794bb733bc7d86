"""From the position before and the position after: what the turn was, or every rule it breaks and what happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from referee.message import InputError, message
from referee.tactori.board import COLOURS, UNKNOWN
from referee.tactori.ending import outcome_of_turn
from referee.tactori.legal import can_move, moves_all
from referee.tactori.position import Position
from referee.tactori.rules import RuleBook
from referee.tactori.scoring import check_board, judge_findings
from referee.tactori.turn import Difference, Kind, TowerAction, Turn, compare, read_any_turn, read_turn
from referee.tactori.turnrules import Played, broken, news, turn_faults
from referee.verdict import Finding, Outcome, findings_json


@dataclass(frozen=True)
class TurnVerdict:
    """What the referee says of a turn; `turn` is None if it cannot be explained as one."""

    turn: Turn | None
    violations: tuple[Finding, ...]
    open: tuple[Finding, ...] = ()
    advice: tuple[Finding, ...] = ()
    outcome: Outcome | None = None

    @property
    def legal(self) -> bool:
        return not self.violations

    def to_json(self, language: str = "en") -> dict[str, Any]:
        return {
            "legal": self.legal,
            "turn": self.turn.to_json() if self.turn else None,
            "violations": findings_json(self.violations, language),
            "open": findings_json(self.open, language),
            "advice": findings_json(self.advice, language),
            "outcome": self.outcome.to_json() if self.outcome else None,
        }


def judge_turn(
    before: Position, after: Position, player: str | None, rules: RuleBook, players: Sequence[str] = ()
) -> TurnVerdict:
    """Explains and judges a turn. Without `players`, those with pieces on the board play."""
    check_board(before, rules)
    check_board(after, rules)
    seats = seats_at(before, after, player, rules, players)
    difference = compare(before, after)
    turn, faults = _explain(difference, before, after, seats[0], seats, rules)
    new = news(judge_findings(before, rules), after, difference.laid, rules)
    violations = (*faults, *new.violations)
    outcome = None
    if not violations:
        outcome = outcome_of_turn(before, after, seats[0], players or sorted(seats, key=COLOURS.index), rules)
    return TurnVerdict(turn, violations, (*_open_questions(difference, turn), *new.open), new.advice, outcome)


def _open_questions(difference: Difference, turn: Turn | None) -> Iterator[Finding]:
    """The towers of unknown colour that were taken for what the turn needs them to be."""
    captured_at = turn.tower.target if turn and turn.tower and turn.tower.captured else None
    for change in difference.stacks:
        if UNKNOWN in change.gained or (UNKNOWN in change.lost and captured_at not in (None, change.at)):
            yield Finding("turn.foreign", message("open.foreign", field=change.at), (change.at,))
        if UNKNOWN in change.lost and change.at == captured_at:
            yield Finding("turn.capture", message("open.capture", field=change.at), (change.at,))


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


def _explain(
    difference: Difference,
    before: Position,
    after: Position,
    player: str,
    seats: tuple[str, ...],
    rules: RuleBook,
) -> tuple[Turn | None, tuple[Finding, ...]]:
    if rules.game.anything_goes:
        found = (read_turn(difference, colour) for colour in (player, *COLOURS))
        return next((turn for turn in found if turn), None), ()
    if difference.is_nothing:
        forced = not can_move(before, player, rules)
        return Turn(), () if forced else (broken("turn.pass"),)
    if rules.game.needs_colour:
        return _explain_shared(difference, before, after, rules)
    turn, faults = _judge_as(difference, before, after, player, rules)
    if turn:
        return turn, faults
    theirs = []
    for other in seats[1:]:
        their_turn, their_faults = _judge_as(difference, before, after, other, rules)
        if their_turn and not their_faults:
            theirs.append((other, their_turn))
    if len(theirs) == 1:
        other, their_turn = theirs[0]
        said = message("turn.order", colour=other, colour_player=player)
        return their_turn, (broken("turn.order", said, *_touched(difference)),)
    return read_any_turn(difference, player + COLOURS), _what_happened(difference, before, after, player, rules)


def _judge_as(
    difference: Difference, before: Position, after: Position, colour: str, rules: RuleBook
) -> tuple[Turn | None, tuple[Finding, ...]]:
    """The changes taken for a turn of this colour, and what that turn does wrong."""
    turn = read_turn(difference, colour)
    if turn is None:
        return None, ()
    return turn, tuple(turn_faults(Played(turn, before, after, rules, _above(turn, difference))))


def _above(turn: Turn, difference: Difference) -> str:
    """What lay on the towers that were moved, if they were pulled out from under it."""
    source = turn.tower.source if turn.tower else None
    change = next((c for c in difference.stacks if c.at == source), None)
    return change.pulled().above if change and change.gained else ""


def _explain_shared(
    difference: Difference, before: Position, after: Position, rules: RuleBook
) -> tuple[Turn | None, tuple[Finding, ...]]:
    """Turns of the games in which all play one colour: any tower may be meant."""
    turn = read_any_turn(difference, "".join(sorted(COLOURS, key=lambda c: c != rules.colour)))
    if turn is None:
        return None, _what_happened(difference, before, after, None, rules)
    faults = list(turn_faults(Played(turn, before, after, rules, _above(turn, difference))))
    if action := turn.tower:
        if action.kind is Kind.PLACE and rules.game.places:
            if action.colour != rules.colour and action.target not in before.towers:
                said = message("turn.foreign.empty_field", colour=action.colour, field=action.target)
                faults.insert(0, broken("turn.foreign", said, action.target))
        elif action.kind is Kind.MOVE and not moves_all(before, rules):
            said = message("turn.kind.not_yet", colour=rules.colour)
            faults.insert(0, broken("turn.kind", said, str(action.source), action.target))
    return turn, tuple(faults)


def _what_happened(
    difference: Difference, before: Position, after: Position, player: str | None, rules: RuleBook
) -> tuple[Finding, ...]:
    """The rules broken by changes that are no turn of the player. Without a player all colours are everybody's."""
    lost, gained = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for change in difference.stacks:
        lost.update((tower, change.at) for tower in change.lost)
        gained.update((tower, change.at) for tower in change.gained)

    def is_own(colour: str) -> bool:
        return player is None or colour in (player, UNKNOWN)

    sticks = [s for s in (*difference.laid, *difference.taken) if not is_own(s.colour)]
    found = [
        broken("turn.foreign", message("turn.foreign.stick", colour=s.colour, stick=s.places()), *s.fields, stick=s)
        for s in sticks
    ]
    whole = read_any_turn(difference, player or "")
    if whole is not None and player is not None:  # the towers are in order, so it is only about the sticks
        return (*found, *_judge_own(whole.tower, "", difference, before, after, player, rules))
    own_lost = {at: n for (c, at), n in lost.items() if is_own(c)}
    own_gained = {at: n for (c, at), n in gained.items() if is_own(c)}
    foreign = tuple(sorted({at for c, at in (*lost, *gained) if not is_own(c)}))
    if foreign:
        only_thrown = all(is_own(c) for c, _ in gained)
        if only_thrown and own_gained and not own_lost:
            found.insert(0, broken("turn.capture", message("turn.capture.new", fields=foreign), *foreign))
        elif only_thrown and own_lost:
            found.insert(0, broken("turn.capture", message("turn.capture", fields=foreign), *foreign))
        else:
            colours = tuple(c for c in COLOURS if any(c == t and not is_own(t) for t, _ in (*lost, *gained)))
            said = message("turn.foreign", colours=colours, fields=foreign)
            found.insert(0, broken("turn.foreign", said, *foreign))
    captured = any(f.rule == "turn.capture" for f in found)
    found += _own_towers(own_lost, own_gained, difference, before, after, player, rules, captured)
    return tuple(found)


def _own_towers(
    lost: dict[str, int],
    gained: dict[str, int],
    difference: Difference,
    before: Position,
    after: Position,
    player: str | None,
    rules: RuleBook,
    captured: bool,
) -> list[Finding]:
    """What the player's own pieces did among changes that are no turn."""
    total_lost, total_gained = sum(lost.values()), sum(gained.values())
    at = tuple(sorted({*lost, *gained}))
    action = None
    if not lost and total_gained == 1:
        action = TowerAction(str(player), None, next(iter(gained)))
    elif total_lost == total_gained and len(lost) == len(gained) == 1 and lost.keys() != gained.keys():
        action = TowerAction(str(player), next(iter(lost)), next(iter(gained)), total_lost)
    elif total_lost > total_gained:
        # Towers went off the board; if others did too, that has been said as a capture gone wrong.
        said = message("turn.capture.own", fields=tuple(lost))
        return [] if captured else [broken("turn.capture", said, *at)]
    elif total_gained > total_lost == 0:
        return [broken("turn.several", message("turn.several.set", count=total_gained, fields=at), *at)]
    elif total_gained:
        return [broken("turn.several", message("turn.several", fields=at), *at)]
    if player is None:
        return []
    on_top = next((c.lost for c in difference.stacks if action and c.at == action.source), "")
    return _judge_own(action, on_top.replace(player, ""), difference, before, after, player, rules)


def _judge_own(
    action: TowerAction | None,
    above: str,
    difference: Difference,
    before: Position,
    after: Position,
    player: str,
    rules: RuleBook,
) -> list[Finding]:
    """What the player's own part of the changes does wrong as a turn."""
    own = Turn(
        action,
        tuple(s for s in difference.laid if s.colour == player),
        tuple(s for s in difference.taken if s.colour == player),
    )
    return [] if own.kind is Kind.PASS else list(turn_faults(Played(own, before, after, rules, above)))


def _touched(difference: Difference) -> tuple[str, ...]:
    fields = [c.at for c in difference.stacks] + [f for s in (*difference.laid, *difference.taken) for f in s.fields]
    return tuple(dict.fromkeys(fields))
