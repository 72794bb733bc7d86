"""What a command line says about a game of Tactori, for the commands that know no other game yet."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.tactori.questions import check_player, check_seats
from referee.tactori.rules import RuleBook, find_game, read_options, rule_book
from words.message import InputError, message


@dataclass(frozen=True)
class Given:
    """What the command line says about the game; it holds where a question is silent."""

    game: str | None
    club: Mapping[str, Mapping[str, Any]]
    rules: Mapping[str, str]
    player: str | None
    players: list[str] | None

    def options(self, game: str) -> dict[str, Any]:
        """The options of the club's file and of the command line, the latter last."""
        return {**self.club.get(game, {}), **self.rules}

    def rule_book(self) -> RuleBook:
        if self.game is None:
            raise InputError(message("input.missing", key="--game"))
        return rule_book(self.game, self.options(self.game))


def read_given(args: argparse.Namespace) -> Given:
    """The command line, checked, so that a slip in it is found before anything is read."""
    rules = {}
    for rule in args.rule:
        key, sign, value = rule.partition("=")
        if not sign:
            raise InputError(message("rule.form", value=rule[:40]), "--rule")
        rules[key.strip()] = value.strip()
    players = getattr(args, "players", None)
    seats = None if players is None else players.replace(",", " ").split()
    check_seats(seats)
    player = check_player(getattr(args, "player", None))
    given = Given(args.game, read_options(Path(args.rules)) if args.rules else {}, rules, player, seats)
    game = find_game(args.game or "free").id
    rule_book(game, given.options(game))
    return given
