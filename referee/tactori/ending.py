"""When a game is over, and who has won it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from referee.tactori.aerial import group_fields, groups
from referee.tactori.board import TOWERS_PER_COLOUR
from referee.tactori.bridges import judge_bridges
from referee.tactori.legal import can_move
from referee.tactori.position import Position, Stick
from referee.tactori.rules import Ending, RuleBook
from referee.tactori.scoring import has_closed, judge_position
from referee.verdict import Outcome

TOWERS_TO_CONNECT = 6


def outcome_of_turn(
    before: Position, after: Position, player: str, players: Sequence[str], rules: RuleBook
) -> Outcome | None:
    """How a legal turn ended the game, if it did; the final round is a matter of the whole game."""
    now = ended(after, player, players, rules)
    if now is None or _was_over(before, player, players, rules):
        return None
    return now


def ended(
    position: Position,
    player: str,
    players: Sequence[str],
    rules: RuleBook,
    late: Iterable[Stick] = (),
) -> Outcome | None:
    """The outcome of a position that `player` has just made, as far as the position alone decides it."""
    ending = rules.game.ending

    def outcome(reason: str, winner: str | None) -> Outcome:
        return Outcome(reason, winner, judge_position(position, rules, late).scores)

    if ending is Ending.CONNECTED:
        return outcome("connected", None) if _is_connected(position, rules, late) else None
    if ending.by_closing:
        bridges = judge_bridges(position, rules, late).legal
        for colour in (player, *(p for p in players if p != player)):
            if has_closed(colour, bridges, position.board, rules.shape):
                return outcome("closed", colour)
    if len(players) < 2:
        return None  # the positions do not say who else plays
    match ending:
        case Ending.LAST_TOWER if _all_placed(position, players):
            scores = judge_position(position, rules, late).scores
            return Outcome("last_tower", leader(scores, players), scores)
        case Ending.CLOSED_OR_LAST_TOWER if _all_placed(position, players):
            return outcome("last_tower", None)
        case Ending.CLOSED_OR_ONE_MOVES:
            movers = [p for p in players if can_move(position, p, rules)]
            if len(movers) < 2:
                return outcome("cannot_move", movers[0] if movers else None)
        case Ending.CLOSED_OR_OTHER_STUCK:
            if not any(can_move(position, p, rules) for p in players if p != player):
                return outcome("cannot_move", player)
    return None


def _was_over(before: Position, player: str, players: Sequence[str], rules: RuleBook) -> bool:
    if rules.game.ending is Ending.CLOSED_OR_OTHER_STUCK:
        # There it is over for the one to move if he cannot; that the other one could not does not matter now.
        closed = any(has_closed(p, judge_bridges(before, rules).legal, before.board, rules.shape) for p in players)
        return closed or not can_move(before, player, rules)
    return ended(before, player, players, rules) is not None


def leader(scores: Mapping[str, int], players: Sequence[str]) -> str | None:
    """The player with the most points, None if several have them."""
    best = max(scores.get(p, 0) for p in players)
    ahead = [p for p in players if scores.get(p, 0) == best]
    return ahead[0] if len(ahead) == 1 else None


def _all_placed(position: Position, players: Sequence[str]) -> bool:
    return all(position.count_towers(p) >= TOWERS_PER_COLOUR for p in players)


def _is_connected(position: Position, rules: RuleBook, late: Iterable[Stick]) -> bool:
    """Whether all towers of the chosen colour hang together."""
    colour = str(rules.colour)
    standing = {at for at, stack in position.towers.items() if colour in stack}
    if position.count_towers(colour) < TOWERS_TO_CONNECT:
        return False
    own = [s for s in judge_bridges(position, rules, late).legal if s.colour == colour]
    return any(standing.issubset(group_fields(group)) for group in groups(own))
