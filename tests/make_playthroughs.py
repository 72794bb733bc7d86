"""Writes the golden playthroughs anew: `python -m tests.make_playthroughs`. Look at the difference before keeping it.

One game of each kind, played at random with a fixed seed, as a record and as what the referee prints about it.
"""

from __future__ import annotations

import random
from pathlib import Path

from referee.game import AnyGame
from referee.games import GAMES as EVERY_GAME
from referee.games import find_game
from referee.replay import record_of
from referee.tactori.match import start
from referee.tactori.play import random_set_up, random_turn
from referee.tactori.position import Position
from referee.tactori.rules import GAMES, rule_book
from referee.tactori.turn import apply
from tests.replaying import print_replay, replay

FOLDER = Path(__file__).parent / "playthroughs"
MOST_TURNS = 60
LONG = {"halma": 300, "mill": 200, "chess": 400, "ludo": 900, "goose": 200}
"""Games that take longer."""
OPTIONS: dict[str, dict[str, object]] = {
    "colourful": {"colour": "R"},
    "sliding": {"colour": "G"},
    "taktori": {"capture": True, "nine_centre": "linked"},
    "fem": {"runs": True},
    "antiblok": {"blocks": 3, "no_repeat": "any"},
    "antiblok_solo": {"goal": "three", "must_place": True},
}


def playthrough(game: str, seed: int) -> str:
    rng = random.Random(seed)
    rules = rule_book(game, OPTIONS.get(game, {}))
    players = ["R", "B", "Y"] if GAMES[game].players[1] > 2 else ["R", "B"]
    beginning = match = start(rules, players, random_set_up(rules, rng))
    turns: list[tuple[Position, None]] = []
    while match.outcome is None and match.turns < MOST_TURNS:
        after = apply(match.position, random_turn(match, rng))
        match, _ = match.play(after)
        turns.append((after, None))
    return record_of(find_game(game), beginning, turns, {"Date": "2026-11-16"})


def playthrough_of(game: AnyGame, seed: int) -> str:
    """The same of a game of another family, for as many as can play."""
    rng = random.Random(seed)
    rules = game.rule_book(OPTIONS.get(game.id, {}))
    _, most = game.about("en")["players"]  # type: ignore[misc]
    beginning = match = game.start(rules, game.seats(min(most, 3)), game.random_set_up(rules, rng))
    turns = []
    while match.outcome is None and match.turns < LONG.get(game.id, MOST_TURNS):
        die, after = game.random_turn(match, rng)
        match, _ = match.play(after, die)
        turns.append((after, die))
    return record_of(game, beginning, turns, {"Date": "2026-11-16"})


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES:
        record = playthrough(game, seed=8)
        (FOLDER / f"{game}.txt").write_text(record)
        (FOLDER / f"{game}.expected").write_text(print_replay(replay(record)))
    for other in (game for game in EVERY_GAME.values() if game.id not in GAMES):
        record = playthrough_of(other, seed=8)
        folder = FOLDER / other.family
        folder.mkdir(exist_ok=True)
        (folder / f"{other.id}.txt").write_text(record)
        (folder / f"{other.id}.expected").write_text(print_replay(replay(record)))


if __name__ == "__main__":
    main()
