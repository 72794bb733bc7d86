"""Broken input for the classics: an answer or one sentence, never a traceback, the same in every run."""

import json
import random

import pytest

from referee.classics.game import GAMES
from words.message import InputError

INPUTS = 250
"""For each way to write a position or a turn of each game."""
ODD = ["\0", "\ud800", "é", "９", "{", '"', ":", "=", "-", "|", ";", "99999999999999", "NaN", "null", ",", "?", "ww"]


def damaged(text: str, rng: random.Random) -> str:
    for _ in range(rng.randint(1, 4)):
        here, there = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        match rng.randrange(5):
            case 0:
                text = text[:here] + text[here + 1 :]
            case 1:
                text = text[:here] + rng.choice(ODD) + text[here:]
            case 2:
                text = text[:here] + chr(rng.randrange(32, 127)) + text[here + 1 :]
            case 3:
                text = text[:here] + text[here : here + 9] * 2 + text[here + 9 :]
            case _:
                text = text[:here] + text[there:]
        text = text or " "
    return text


def spoilt(value: object, rng: random.Random) -> object:
    """A sound JSON value with something of the wrong kind somewhere in it."""
    if rng.random() < 0.2 or not isinstance(value, dict | list) or not value:
        return rng.choice([None, True, -1, 1.5, "", "w", [], {}, [1], {"a": 1}, "c3", 10**30, ["w", "w"], {"w": "x"}])
    if isinstance(value, list):
        i = rng.randrange(len(value))
        return [*value[:i], spoilt(value[i], rng), *value[i + 1 :]]
    key = rng.choice(list(value))
    if rng.random() < 0.2:
        return {k: v for k, v in value.items() if k != key}
    return {**value, key: spoilt(value[key], rng)}


@pytest.mark.parametrize("game", GAMES)
def test_positions(game: str) -> None:
    one, rng = GAMES[game], random.Random(game)
    rules = one.rule_book({})
    match = one.start(rules, one.seats(one.players[1]), None)
    refused = 0
    for _ in range(INPUTS):
        _, after = one.random_turn(match, rng)
        for sound in (one.to_text(after), one.draw(after), json.dumps(after.to_json())):
            try:
                position = one.parse(damaged(sound, rng))
                one.judge(position, rules, {}).to_json()
                assert one.parse(one.to_text(position)) == position == one.parse(one.draw(position))
            except InputError as error:
                refused += 1
                assert str(error) and "\n" not in str(error)
    assert INPUTS / 2 < refused < 3 * INPUTS


@pytest.mark.parametrize("game", GAMES)
def test_questions(game: str) -> None:
    one, rng = GAMES[game], random.Random(f"{game} asked")
    rules = one.rule_book({})
    match = one.start(rules, one.seats(one.players[1]), None)
    answered = 0
    for _ in range(INPUTS):
        die, after = one.random_turn(match, rng)
        sound = {
            "before": match.position.to_json(),
            "after": after.to_json(),
            "player": match.to_move,
            "players": list(match.players),
            "die": die and list(die),
        }
        question = spoilt(sound, rng)
        try:
            if not isinstance(question, dict):
                continue
            before, seen = (one.read(question.get(key)) for key in ("before", "after"))
            json.dumps(one.judge_turn(before, seen, rules, question).to_json())
            answered += 1
        except InputError as error:
            assert str(error) and "\n" not in str(error)
    assert answered > INPUTS / 20


@pytest.mark.parametrize("game", GAMES)
def test_written_turns(game: str) -> None:
    one, rng = GAMES[game], random.Random(f"{game} written")
    match = one.start(one.rule_book({}), one.seats(one.players[1]), None)
    refused = 0
    for _ in range(INPUTS):
        die, after = one.random_turn(match, rng)
        try:
            one.play_written(match, damaged(one.write_turn(match, after, die), rng), match.to_move)
        except InputError as error:
            refused += 1
            assert str(error) and "\n" not in str(error)
    assert refused > INPUTS / 4
