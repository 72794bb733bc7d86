"""The commands `score`, `turn`, `replay` and `games`: words in, a table or JSON lines out, and an exit code."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from referee.language import explain_error
from referee.message import InputError, message
from referee.tactori.explain import TurnVerdict, judge_turn
from referee.tactori.printing import games_json, print_games, print_position, print_replay, print_turn
from referee.tactori.questions import (
    check_player,
    check_seats,
    load_position,
    question_position,
    question_rules,
    read_question,
    read_text_file,
)
from referee.tactori.replay import replay
from referee.tactori.rules import RuleBook, find_game, read_options, rule_book
from referee.tactori.scoring import PositionVerdict, judge_position

DONE, ANSWER_IS_NO = 0, 1
STREAM = "-"

Help = Callable[[str], str]
Commands: TypeAlias = "argparse._SubParsersAction[Any]"


def add_commands(commands: Commands, help_text: Help) -> None:
    """Puts the referee's commands onto the command line."""
    score = add_command(commands, "score", help_text)
    score.add_argument("position", metavar="POSITION", help=help_text("position"))
    add_rules(score, help_text)
    score.set_defaults(run=score_command)

    turn = add_command(commands, "turn", help_text)
    turn.add_argument("before", metavar="BEFORE", help=help_text("before"))
    turn.add_argument("after", metavar="AFTER", nargs="?", help=help_text("after"))
    turn.add_argument("--player", help=help_text("player"))
    turn.add_argument("--players", help=help_text("players"))
    add_rules(turn, help_text)
    turn.set_defaults(run=turn_command)

    record = add_command(commands, "replay", help_text)
    record.add_argument("record", metavar="RECORD", help=help_text("record"))
    record.add_argument("--to", type=int, metavar="N", help=help_text("to"))
    add_output(record, help_text)
    record.set_defaults(run=replay_command)

    games = add_command(commands, "games", help_text)
    add_output(games, help_text)
    games.set_defaults(run=games_command)


def add_command(commands: Commands, name: str, help_text: Help) -> argparse.ArgumentParser:
    parser = commands.add_parser(name, help=help_text(name), description=help_text(name), allow_abbrev=False)
    assert isinstance(parser, argparse.ArgumentParser)
    return parser


def add_rules(parser: argparse.ArgumentParser, help_text: Help) -> None:
    parser.add_argument("--game", metavar="ID", help=help_text("game"))
    parser.add_argument("--rule", metavar="KEY=VALUE", action="append", default=[], help=help_text("rule"))
    parser.add_argument("--rules", metavar="FILE", help=help_text("rules"))
    add_output(parser, help_text)


def add_output(parser: argparse.ArgumentParser, help_text: Help) -> None:
    parser.add_argument("--json", action="store_true", help=help_text("json"))
    # Not given here, the one before the command holds.
    parser.add_argument("--lang", default=argparse.SUPPRESS, help=help_text("lang"))


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


def score_command(args: argparse.Namespace) -> int:
    given = read_given(args)
    if args.position == STREAM:
        return _answer_stream(given, _score_question, args.lang)
    rules, position = given.rule_book(), load_position(args.position)
    verdict = judge_position(position, rules)
    if args.json:
        print_json(verdict.to_json(args.lang))
    else:
        print(print_position(position, verdict, args.lang), end="")
    return DONE if verdict.legal else ANSWER_IS_NO


def _score_question(question: Mapping[str, Any], given: Given) -> PositionVerdict:
    rules = question_rules(question, given.game, given.options)
    return judge_position(question_position(question, "position"), rules)


def turn_command(args: argparse.Namespace) -> int:
    given = read_given(args)
    if args.before == STREAM:
        return _answer_stream(given, _turn_question, args.lang)
    if args.after is None:
        raise InputError(message("input.missing", key="AFTER"))
    rules, before, after = given.rule_book(), load_position(args.before), load_position(args.after)
    verdict = judge_turn(before, after, given.player, rules, check_seats(given.players))
    if args.json:
        print_json(verdict.to_json(args.lang))
    else:
        print(print_turn(verdict, args.lang), end="")
    return DONE if verdict.legal else ANSWER_IS_NO


def _turn_question(question: Mapping[str, Any], given: Given) -> TurnVerdict:
    rules = question_rules(question, given.game, given.options)
    before, after = question_position(question, "before"), question_position(question, "after")
    player = check_player(question.get("player", given.player))
    return judge_turn(before, after, player, rules, check_seats(question.get("players", given.players)))


def _answer_stream(
    given: Given, answer: Callable[[Mapping[str, Any], Given], PositionVerdict | TurnVerdict], language: str
) -> int:
    """Answers questions line by line; one that cannot be answered is an error of its own, and the rest goes on."""
    for line in sys.stdin.buffer:
        if not line.strip():
            continue
        try:
            print_json(answer(read_question(line), given).to_json(language))
        except InputError as error:
            print_json({"error": explain_error(error, language)})
        sys.stdout.flush()
    return DONE


def replay_command(args: argparse.Namespace) -> int:
    text = read_text_file(args.record)
    played = replay(text, args.to)
    if played.errors:
        found = "; ".join(explain_error(error, args.lang) for error in played.errors)
        raise InputError(message("record.errors", errors=found), args.record)
    if args.json:
        for finding in played.set_up_json(args.lang):
            print_json({"event": "setup", **finding})
        for turn in played.turns:
            print_json(turn.to_json(args.lang))
    else:
        print(print_replay(played, args.lang), end="")
    return DONE if not played.set_up and all(turn.verdict.legal for turn in played.turns) else ANSWER_IS_NO


def games_command(args: argparse.Namespace) -> int:
    if args.json:
        for game in games_json(args.lang):
            print_json(game)
    else:
        print(print_games(args.lang), end="")
    return DONE


def print_json(value: Mapping[str, Any]) -> None:
    print(json.dumps(value))
