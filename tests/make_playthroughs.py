"""Writes the golden playthroughs anew: `python -m tests.make_playthroughs`. Look at the difference before keeping it.

One game of each kind, played at random with a fixed seed, as a record and as what the referee prints about it.
"""

from __future__ import annotations

import random
from pathlib import Path

from referee.tactori.match import start
from referee.tactori.play import random_set_up, random_turn
from referee.tactori.position import Position
from referee.tactori.printing import print_replay
from referee.tactori.replay import record_of, replay
from referee.tactori.rules import GAMES, rule_book
from referee.tactori.turn import apply

FOLDER = Path(__file__).parent / "playthroughs"
MOST_TURNS = 60
OPTIONS = {
    "colourful": {"colour": "R"},
    "sliding": {"colour": "G"},
    "taktori": {"capture": True, "nine_centre": "linked"},
    "fem": {"runs": True},
}


def playthrough(game: str, seed: int) -> str:
    rng = random.Random(seed)
    rules = rule_book(game, OPTIONS.get(game, {}))
    players = ["R", "B", "Y"] if GAMES[game].players[1] > 2 else ["R", "B"]
    beginning = match = start(rules, players, random_set_up(rules, rng))
    turns: list[tuple[str, Position]] = []
    while match.outcome is None and match.turns < MOST_TURNS:
        mover, after = match.to_move, apply(match.position, random_turn(match, rng))
        match, _ = match.play(after)
        turns.append((mover, after))
    return record_of(beginning, turns, {"Date": "2026-11-16"})


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES:
        record = playthrough(game, seed=8)
        (FOLDER / f"{game}.txt").write_text(record)
        (FOLDER / f"{game}.expected").write_text(print_replay(replay(record), "en"))


if __name__ == "__main__":
    main()
