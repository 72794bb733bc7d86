"""When a game is over, and who has won."""

from __future__ import annotations

from collections.abc import Sequence

from referee.antiblok.board import BLOCKS_PER_COLOUR, COLOURS
from referee.antiblok.position import Position
from referee.antiblok.rules import Goal, RuleBook
from referee.antiblok.scoring import count_blocks
from referee.verdict import Outcome


def has_all_blocks(position: Position, player: str, rules: RuleBook, players: Sequence[str]) -> bool:
    """Whether all blocks of a player are on the board; alone, whether three of one colour are and that was the goal."""
    if rules.solo:
        colours = rules.colour or COLOURS
        return rules.goal is Goal.THREE and any(position.count(c) >= BLOCKS_PER_COLOUR for c in colours)
    return position.count(player) >= rules.blocks_each(len(players))


def outcome_of(
    before: Position, after: Position, player: str, rules: RuleBook, players: Sequence[str]
) -> Outcome | None:
    """How a lawful turn ended the game, None if it did not or if the game was over before."""
    if not has_all_blocks(after, player, rules, players):
        return None
    everybody = players or COLOURS
    if any(has_all_blocks(before, p, rules, players) for p in everybody):
        return None
    return Outcome("all_blocks", player, scores_of(after, player, rules, players))


def scores_of(position: Position, player: str, rules: RuleBook, players: Sequence[str]) -> dict[str, int]:
    if players:
        return count_blocks(position, rules, players)
    if rules.solo:
        return count_blocks(position, rules, (player,))
    return count_blocks(position, rules, [c for c in COLOURS if c == player or position.count(c)])


def most_blocks(position: Position, rules: RuleBook, players: Sequence[str]) -> Outcome:
    """The time is up: most blocks win, equal ones are a draw."""
    scores = count_blocks(position, rules, players)
    best = max(scores.values())
    first = [player for player, count in scores.items() if count == best]
    return Outcome("time", first[0] if len(first) == 1 and not rules.solo else None, scores)
