"""The commands `score`, `turn`, `replay` and `games`: words in, a table or JSON lines out, and an exit code."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from console import ANSWER_IS_NO, DONE, STREAM, Commands, Help, add_command, add_output, add_rules, print_json, table
from referee.files import lines_of, read_text_file
from referee.game import AnyGame, Rules, Verdict
from referee.games import GAMES, find_game
from referee.options import read_club
from referee.printing import print_replay, word
from referee.questions import load_position, named_game, question_position, question_rules, read_question
from referee.replay import Replay, replay
from words.language import explain_error
from words.message import InputError, Message, message

USUAL = next(iter(GAMES))
"""By whose options a command line is checked that names no game."""


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
    turn.add_argument("--die", help=help_text("die"))
    add_rules(turn, help_text)
    turn.set_defaults(run=turn_command)

    record = add_command(commands, "replay", help_text)
    record.add_argument("record", metavar="RECORD", help=help_text("record"))
    record.add_argument("--to", type=int, metavar="N", help=help_text("to"))
    record.add_argument("--portable", action="store_true", help=help_text("portable"))
    add_output(record, help_text)
    record.set_defaults(run=replay_command)

    games = add_command(commands, "games", help_text)
    add_output(games, help_text)
    games.set_defaults(run=games_command)


@dataclass(frozen=True)
class Given:
    """What the command line says about the game; it holds where a question is silent."""

    game: str | None
    club: Mapping[str, Mapping[str, Any]]
    rules: Mapping[str, str]
    player: str | None
    players: list[str] | None
    die: list[str] | None

    def options(self, game: AnyGame) -> dict[str, Any]:
        """The options of the club's file and of the command line, the latter last."""
        return {**self.club.get(game.id, {}), **self.rules}

    def rules_for(self, position: str) -> tuple[AnyGame, Rules]:
        """The game, by its name or as the position says it, and its rule book."""
        named = self.game or named_game(position)
        if named is None:
            raise InputError(message("input.missing", key="--game"))
        game = find_game(named)
        rules: Rules = game.rule_book(self.options(game))
        return game, rules

    def asks(self) -> dict[str, Any]:
        said = {"player": self.player, "players": self.players, "die": self.die}
        return {key: value for key, value in said.items() if value is not None}


def read_given(args: argparse.Namespace) -> Given:
    """The command line, checked, so that a slip in it is found before anything is read."""
    rules = {}
    for rule in args.rule:
        key, sign, value = rule.partition("=")
        if not sign:
            raise InputError(message("rule.form", value=rule[:40]), "--rule")
        rules[key.strip()] = value.strip()
    seats, die = (_words(getattr(args, name, None)) for name in ("players", "die"))
    player = getattr(args, "player", None)
    _check_seats(args.game, player, seats)
    club = read_club(Path(args.rules), _checks()) if args.rules else {}
    given = Given(args.game, club, rules, player, seats, die)
    checked = find_game(args.game or USUAL)
    of_another_game = not args.game and any(set(rules) <= set(game.options) for game in GAMES.values())
    if set(rules) <= set(checked.options) or not of_another_game:
        checked.rule_book(given.options(checked))
    return given


def _check_seats(game_id: str | None, player: str | None, seats: list[str] | None) -> None:
    """Whether these can be players of the game, or of any where none is named."""
    refused = []
    for game in [game for game in GAMES.values() if game.id == game_id] or GAMES.values():
        try:
            return game.check_seats(player, seats)
        except InputError as error:
            refused.append(error)
    raise refused[0]


def _words(said: str | None) -> list[str] | None:
    return None if said is None else said.replace(",", " ").split()


def _checks() -> dict[str, tuple[tuple[str, ...], Callable[[Mapping[str, Any]], object]]]:
    """For every game its options and what checks them: a slip is found whatever game is played today."""
    return {game.id: (game.options, game.rule_book) for game in GAMES.values()}


def score_command(args: argparse.Namespace) -> int:
    given = read_given(args)
    if args.position == STREAM:
        return _answer_stream(partial(_score_question, given=given), args.lang)
    game, rules = given.rules_for(args.position)
    position = load_position(args.position, game)
    verdict = game.judge(position, rules, given.asks())
    if args.json:
        print_json(verdict.to_json(args.lang))
    else:
        print(game.print_position(position, verdict, args.lang), end="")
    return DONE if verdict.legal else ANSWER_IS_NO


def _score_question(question: Mapping[str, Any], given: Given) -> Verdict:
    game, rules = question_rules(question, given.game, "position", given.options)
    return game.judge(question_position(question, "position", game), rules, question)


def turn_command(args: argparse.Namespace) -> int:
    given = read_given(args)
    if args.before == STREAM:
        return _answer_stream(partial(_turn_question, given=given), args.lang)
    if args.after is None:
        raise InputError(message("input.missing", key="AFTER"))
    game, rules = given.rules_for(args.before)
    before, after = load_position(args.before, game), load_position(args.after, game)
    verdict = game.judge_turn(before, after, rules, given.asks())
    if args.json:
        print_json(verdict.to_json(args.lang))
    else:
        print(game.print_turn(verdict, args.lang), end="")
    return DONE if verdict.legal else ANSWER_IS_NO


def _turn_question(question: Mapping[str, Any], given: Given) -> Verdict:
    game, rules = question_rules(question, given.game, "before", given.options)
    before, after = (question_position(question, key, game) for key in ("before", "after"))
    return game.judge_turn(before, after, rules, {**given.asks(), **question})


def _answer_stream(answer: Callable[[Mapping[str, Any]], Verdict], language: str) -> int:
    """Answers questions line by line; one that cannot be answered is an error of its own, and the rest goes on."""
    for line in lines_of(sys.stdin.buffer):
        if isinstance(line, bytes) and not line.strip():
            continue
        try:
            if isinstance(line, InputError):
                raise line
            print_json(answer(read_question(line)).to_json(language))
        except InputError as error:
            print_json({"error": explain_error(error, language)})
        sys.stdout.flush()
    return DONE


def replay_command(args: argparse.Namespace) -> int:
    game, played = replay(_as_record(read_text_file(args.record), args.record), find_game, args.to)
    if played.errors:
        found = "; ".join(explain_error(error, args.lang) for error in played.errors)
        raise InputError(message("record.errors", errors=found), args.record)
    assert game is not None
    if args.portable:
        print(_portable(game, played), end="")
    elif args.json:
        for finding in played.set_up_json(args.lang):
            print_json({"event": "setup", **finding})
        for turn in played.turns:
            print_json(turn.to_json(args.lang))
    else:
        print(print_replay(played, args.lang, game.print_position, game.print_state), end="")
    return DONE if not played.set_up and all(turn.verdict.legal for turn in played.turns) else ANSWER_IS_NO


def _as_record(text: str, named: str) -> str:
    """A record as it is; a game as other programs keep it is made one."""
    kinds = (game.portable for game in GAMES.values())
    kind = next((kind for kind in kinds if kind is not None and kind.is_one(text)), None)
    try:
        return text if kind is None else kind.read(text)
    except InputError as error:
        raise error.at(named) from None


def _portable(game: AnyGame, played: Replay[Any, Any]) -> str:
    if game.portable is None:
        raise InputError(message("record.portable", game=Message(f"game.{game.id}")), "--portable")
    return game.portable.write(played.beginning, [turn.verdict for turn in played.turns], {})


def games_command(args: argparse.Namespace) -> int:
    if args.json:
        for game in GAMES.values():
            print_json(game.about(args.lang))
    else:
        print(_print_games(args.lang), end="")
    return DONE


def _print_games(language: str) -> str:
    heads = [word(f"print.head.{name}", language) for name in ("game", "name", "board", "players", "age", "options")]
    lines = table([heads, *(game.row(language) for game in GAMES.values())])
    families = {game.family: game for game in reversed(list(GAMES.values()))}  # each with its first game
    for game in reversed(list(families.values())):
        named = "" if game.id == USUAL else f": {word(f'family.{game.family}', language)}"
        lines += ["", f"{word('print.options', language)}{named}", *game.option_lines(language)]
    return "\n".join(lines) + "\n"
