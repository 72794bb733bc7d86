"""Games to be played in the tests of the log: legal and illegal positions at hand."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from live.fold import fold
from live.log import GameLog
from live.play import Play
from referee.tactori.board import fields_of
from referee.tactori.match import Match, start
from referee.tactori.play import random_set_up, random_turn
from referee.tactori.position import Position
from referee.tactori.rules import RuleBook, rule_book
from referee.tactori.text import parse_text
from referee.tactori.turn import apply

ROOT = Path(__file__).parent.parent.parent
TAKTORI = rule_book("taktori")
FIRST, SECOND, THIRD = (parse_text(text) for text in ("9 c3:R", "9 c3:R e5:B", "9 c3:R e5:B e3:R R:c3-e3@1"))
ILLEGAL = parse_text("9 c3:R e5:BB g5:B e3:R R:c3-e3@1")
"""After THIRD: two towers set at once."""


def begin(log: GameLog, table: str = "1", rules: RuleBook = TAKTORI, players: Sequence[str] = "RB") -> Play:
    return Play.begin(log, table, "demo:1", rules, tuple(players))


def begun(log: GameLog, *positions: Position, table: str = "1") -> Play:
    """A game in which these turns have been played."""
    play = begin(log, table)
    for position in positions:
        play.confirm(position)
    return play


def next_position(match: Match, rng: random.Random) -> Position:
    """After a legal turn."""
    return apply(match.position, random_turn(match, rng))


def wrong_position(match: Match, rng: random.Random) -> Position:
    """After what is hardly ever a legal turn: towers of any colour set in two places."""
    towers = dict(match.position.towers)
    for at in rng.sample(fields_of(match.position.board), 2):
        towers[at] = towers.get(at, "") + rng.choice("RBYG?")
    return Position.of(match.position.board, towers, match.position.sticks)


@cache
def whole_game(seed: int, turns: int = 60, game: str = "taktori") -> tuple[Position, ...]:
    """The positions after the turns of a legal game."""
    rng, rules = random.Random(seed), rule_book(game)
    match, positions = start(rules, "RB", random_set_up(rules, rng)), list[Position]()
    while len(positions) < turns and not match.outcome:
        match, _ = match.play(next_position(match, rng))
        positions.append(match.position)
    return tuple(positions)


def check_kept(play: Play, path: Path) -> None:
    """What the file says, read afresh, is the state of the game."""
    log = GameLog.open(path)
    assert play.state.id is not None
    assert fold(log.events(play.state.id), play.state.id) == play.state
    log.close()
