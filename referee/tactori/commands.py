"""The commands `score`, `turn`, `replay` and `games`: words in, a table or JSON lines out, and an exit code."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from referee.language import explain_error
from referee.message import InputError, message
from referee.tactori.explain import judge_turn
from referee.tactori.printing import games_json, print_games, print_position, print_replay, print_turn
from referee.tactori.reading import (
    check_player,
    check_seats,
    load_position,
    question_position,
    question_rules,
    read_question,
    read_text_file,
)
from referee.tactori.replay import replay
from referee.tactori.rules import find_game, read_options, rule_book
from referee.tactori.scoring import judge_position

DONE, ANSWER_IS_NO = 0, 1
STREAM = "-"

Help = Callable[[str], str]


def add_commands(commands: argparse._SubParsersAction[Any], help_text: Help) -> None:
    """Puts the referee's commands onto the command line."""
    score = commands.add_parser("score", help=help_text("score"), description=help_text("score"))
    score.add_argument("position", metavar="POSITION", help=help_text("position"))
    _add_rules(score, help_text)
    score.set_defaults(run=score_command)

    turn = commands.add_parser("turn", help=help_text("turn"), description=help_text("turn"))
    turn.add_argument("before", metavar="BEFORE", help=help_text("before"))
    turn.add_argument("after", metavar="AFTER", nargs="?", help=help_text("after"))
    turn.add_argument("--player", help=help_text("player"))
    turn.add_argument("--players", help=help_text("players"))
    _add_rules(turn, help_text)
    turn.set_defaults(run=turn_command)

    record = commands.add_parser("replay", help=help_text("replay"), description=help_text("replay"))
    record.add_argument("record", metavar="RECORD", help=help_text("record"))
    record.add_argument("--to", type=int, metavar="N", help=help_text("to"))
    _add_output(record, help_text)
    record.set_defaults(run=replay_command)

    games = commands.add_parser("games", help=help_text("games"), description=help_text("games"))
    _add_output(games, help_text)
    games.set_defaults(run=games_command)


def _add_rules(parser: argparse.ArgumentParser, help_text: Help) -> None:
    parser.add_argument("--game", metavar="ID", help=help_text("game"))
    parser.add_argument("--rule", metavar="KEY=VALUE", action="append", default=[], help=help_text("rule"))
    parser.add_argument("--rules", metavar="FILE", help=help_text("rules"))
    _add_output(parser, help_text)


def _add_output(parser: argparse.ArgumentParser, help_text: Help) -> None:
    parser.add_argument("--json", action="store_true", help=help_text("json"))
    parser.add_argument("--lang", help=help_text("lang"))


def _given_rules(args: argparse.Namespace, game: str | None) -> dict[str, Any]:
    """The options of the file and of the command line, the latter last."""
    options = read_options(Path(args.rules), game or "") if args.rules else {}
    for rule in args.rule:
        key, sign, value = rule.partition("=")
        if not sign:
            raise InputError(message("rule.form", value=rule[:40]), "--rule")
        options[key.strip()] = value.strip()
    return options


def _game(args: argparse.Namespace) -> str:
    if args.game is None:
        raise InputError(message("input.missing", key="--game"))
    return find_game(args.game).id


def score_command(args: argparse.Namespace) -> int:
    if args.position == STREAM:
        return _answer_stream(args, _score_question)
    rules = rule_book(_game(args), _given_rules(args, args.game))
    position = load_position(args.position)
    verdict = judge_position(position, rules)
    if args.json:
        _print_json(verdict.to_json(args.lang))
    else:
        print(print_position(position, verdict, args.lang), end="")
    return DONE if verdict.legal else ANSWER_IS_NO


def _score_question(question: Mapping[str, Any], args: argparse.Namespace) -> dict[str, Any]:
    game = question.get("game", args.game)
    rules = question_rules(question, args.game, _given_rules(args, game if isinstance(game, str) else None))
    return judge_position(question_position(question, "position"), rules).to_json(args.lang)


def turn_command(args: argparse.Namespace) -> int:
    if args.before == STREAM:
        return _answer_stream(args, _turn_question)
    if args.after is None:
        raise InputError(message("input.missing", key="AFTER"))
    rules = rule_book(_game(args), _given_rules(args, args.game))
    players = check_seats(args.players.replace(",", " ").split()) if args.players is not None else ()
    player = check_player(args.player)
    verdict = judge_turn(load_position(args.before), load_position(args.after), player, rules, players)
    if args.json:
        _print_json(verdict.to_json(args.lang))
    else:
        print(print_turn(verdict, args.lang), end="")
    return DONE if verdict.legal else ANSWER_IS_NO


def _turn_question(question: Mapping[str, Any], args: argparse.Namespace) -> dict[str, Any]:
    game = question.get("game", args.game)
    rules = question_rules(question, args.game, _given_rules(args, game if isinstance(game, str) else None))
    before, after = question_position(question, "before"), question_position(question, "after")
    player = check_player(question.get("player", args.player))
    players = question.get("players", args.players.replace(",", " ").split() if args.players else None)
    return judge_turn(before, after, player, rules, check_seats(players)).to_json(args.lang)


def _answer_stream(
    args: argparse.Namespace, answer: Callable[[Mapping[str, Any], argparse.Namespace], dict[str, Any]]
) -> int:
    """Answers questions line by line; one that cannot be answered is an error of its own, and the rest goes on."""
    for line in sys.stdin.buffer:
        if not line.strip():
            continue
        try:
            _print_json(answer(read_question(line), args))
        except InputError as error:
            _print_json({"error": explain_error(error, args.lang)})
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
            _print_json({"event": "setup", **finding})
        for turn in played.turns:
            _print_json(turn.to_json(args.lang))
    else:
        print(print_replay(played, args.lang), end="")
    return DONE if not played.set_up and all(turn.verdict.legal for turn in played.turns) else ANSWER_IS_NO


def games_command(args: argparse.Namespace) -> int:
    if args.json:
        for game in games_json(args.lang):
            _print_json(game)
    else:
        print(print_games(args.lang), end="")
    return DONE


def _print_json(value: Mapping[str, Any]) -> None:
    print(json.dumps(value))
