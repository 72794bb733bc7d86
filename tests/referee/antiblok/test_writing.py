"""Positions, turns and questions in writing: they come back as they were, and what is wrong is one sentence."""

import json
import random

import pytest
from antiblok_drawn import read_cases
from running import Runner

from referee.antiblok.board import CROSSINGS, FIELDS
from referee.antiblok.drawing import draw, parse_drawing
from referee.antiblok.notation import read_written, write_turn
from referee.antiblok.position import Position
from referee.antiblok.rule_texts import EVERY_RULE, rule_section, rule_text
from referee.antiblok.text import parse_text, to_text
from referee.antiblok.turn_words import tell_turn
from words.language import LANGUAGES, say
from words.message import InputError

CASES = read_cases("turns")
PLAIN = next(case.board for case in CASES if case.said["board"] == "plain")
BLOCK = next(case.board for case in CASES if case.said["board"] == "block")


def anything(rng: random.Random) -> Position:
    """Cards and blocks as they come, lawful or not."""
    cards = {at: "".join(rng.choice("RBYG?") for _ in range(4)) for at in FIELDS}
    return Position.of(cards, {at: rng.choice("RBYG") for at in rng.sample(CROSSINGS, rng.randint(0, 8))})


@pytest.mark.parametrize("seed", range(50))
def test_every_position_comes_back(seed: int) -> None:
    position = anything(random.Random(seed))
    assert parse_text(to_text(position)) == position
    assert parse_drawing(draw(position)) == position
    assert Position.from_json(json.loads(json.dumps(position.to_json()))) == position


@pytest.mark.parametrize("seed", range(50))
def test_every_change_can_be_written(seed: int) -> None:
    rng = random.Random(seed)
    before = anything(rng)
    after = before.changed({at: rng.choice(["RBYG", "GRBY", "?B?G"]) for at in rng.sample(FIELDS, rng.randint(0, 4))})
    after = after.changed(blocks=anything(rng).blocks)
    for die in (None, ("L2",), ("X", "S")):
        assert read_written(write_turn(before, after, "R", die), before, "R") == (after, die)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_drawn_turns_can_be_written(case: object) -> None:
    after, die = case.played  # type: ignore[attr-defined]
    board = case.board  # type: ignore[attr-defined]
    assert read_written(write_turn(board, after, "R", die), board, "R") == (after, die)


def test_a_quarter_is_a_quarter() -> None:
    """As the rule sheet has it: left brings the last letter to the front, right the first to the end."""
    assert read_written("L1 c3<", PLAIN, "R")[0].cards["c3"] == "GRBY"
    assert read_written("R1 c3>", PLAIN, "R")[0].cards["c3"] == "BYGR"
    assert BLOCK.square("b2+") == "R"
    assert [BLOCK.cards[at][i] for at, i in (("b2", 2), ("c2", 3), ("b3", 1), ("c3", 0))] == ["R"] * 4


def without(key: str) -> dict[str, object]:
    return {k: v for k, v in PLAIN.to_json().items() if k != key}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "an object"),
        (without("cards"), "the key cards is missing"),
        (without("blocks"), "the key blocks is missing"),
        ({**PLAIN.to_json(), "game": "chess"}, "game: the game of this position is 'chess'"),
        ({**PLAIN.to_json(), "cards": []}, "cards: an object"),
        ({**PLAIN.to_json(), "cards": {"a1": "RBYG"}}, "cards: the key b1 is missing"),
        ({**PLAIN.to_json(), "cards": {**PLAIN.cards, "f1": "RBYG"}}, "cards: 'f1' is no field"),
        ({**PLAIN.to_json(), "cards": {**PLAIN.cards, "c3": "RBY"}}, "cards.c3: a card has four letters"),
        ({**PLAIN.to_json(), "cards": {**PLAIN.cards, "c3": 7}}, "cards.c3: a card has four letters"),
        ({**PLAIN.to_json(), "blocks": {"e5+": "R"}}, "blocks: 'e5+' is no crossing"),
        ({**PLAIN.to_json(), "blocks": {"a1": "R"}}, "blocks: 'a1' is no crossing"),
        ({**PLAIN.to_json(), "blocks": {"a1+": "?"}}, "blocks.a1+: a colour is"),
    ],
)
def test_what_is_wrong_with_a_position_is_named(data: object, said: str) -> None:
    with pytest.raises(InputError) as refused:
        Position.from_json(data)
    assert str(refused.value).startswith(said)


def test_other_keys_are_kept_out_of_the_way() -> None:
    assert Position.from_json({**PLAIN.to_json(), "seen": "by camera"}) == PLAIN
    assert Position.from_json(without("game")) == PLAIN


@pytest.mark.parametrize(
    "written",
    [
        "",
        "c9<",
        "c3",
        "L3",
        "+e5+",
        "-a1+",
        "+b2+ +b2+",
        "L1 S",
        "X X X",
        "S X",
        "c3~",
        "c3=RBY",
        "pass c3<",
        "time c3<",
    ],
)
def test_what_is_no_turn_is_refused(written: str) -> None:
    with pytest.raises(InputError):
        read_written(written, PLAIN, "R")


def ask(run: Runner, **said: object) -> dict[str, object]:
    question = {"game": "antiblok", "before": PLAIN.to_json(), "after": PLAIN.to_json(), "player": "R", **said}
    line = json.dumps({key: value for key, value in question.items() if value != "left out"})
    (answer,) = run("turn", "-", stdin=line.encode()).json()
    assert isinstance(answer, dict)
    return answer


@pytest.mark.parametrize(
    "die", ["L1", [], ["L3"], ["L1", "L1"], ["S", "X"], ["X", "X", "X"], [1], 4, {"die": "L1"}, [None], [["X"]]]
)
def test_other_lists_of_throws_are_errors(run: Runner, die: object) -> None:
    assert str(ask(run, die=die)["error"]).startswith("die: the throws of a turn are")


@pytest.mark.parametrize("last", [5, ["z9"], {"R": 3}, {"R": ["c9"]}, {"Q": ["c3"]}, {"c3": "Q"}, [["c3"]]])
def test_other_marks_are_errors(run: Runner, last: object) -> None:
    assert str(ask(run, last_turned=last)["error"]).startswith("last_turned: ")


@pytest.mark.parametrize("last", ["c3", ["c3"], {"R": ["c3"]}, {"R": "c3"}, {"c3": "R"}])
def test_marks_can_be_said_in_several_ways(run: Runner, last: object) -> None:
    after = read_written("L1 c3<", PLAIN, "R")[0].to_json()
    answer = ask(run, last_turned=last, after=after, die=["L1"], rules={"no_repeat": "own"}, players=["R", "B"])
    assert [f["rule"] for f in answer["violations"]] == ["turn.repeat"]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("said", "error"),
    [
        ({"player": "left out"}, "say whose turn it was"),
        ({"player": "Q"}, "player: a colour is"),
        ({"player": "Y", "players": ["R", "B"]}, "Y does not play"),
        ({"players": ["R", "R"]}, "players: "),
        ({"players": "RB"}, "players: "),
        ({"rules": {"speed": 1}}, "there is no rule speed; there are colours, faces, must_act, direction, "),
        ({"rules": {"direction": "up"}}, "direction cannot be up; it can be die, free"),
        ({"rules": {"goal": "three"}}, "there is no rule goal; there are "),
        ({"rules": {"faces": ["L1", "Z"]}}, "faces cannot be L1 Z; it can be L1 L2 R1 R2 S X"),
        ({"rules": {"blocks": 4}}, "blocks cannot be 4; it can be none, 1, 2, 3"),
        ({"rules": {"colours": "orange"}}, "colours cannot be orange"),
        ({"rules": {"time_limit": -1}}, "time_limit cannot be -1"),
        ({"after": {"game": "antiblok"}}, "after: the key cards is missing"),
    ],
)
def test_a_question_that_cannot_be_answered(run: Runner, said: dict[str, object], error: str) -> None:
    assert str(ask(run, **said)["error"]).startswith(error)


def test_the_position_may_name_the_game(run: Runner) -> None:
    position = json.dumps(BLOCK.to_json())
    (answer,) = run("score", position, "--json").json()
    assert answer["legal"] is True and answer["scores"] == {"R": 1} and answer["squares"] == {"b2+": "R"}
    (streamed,) = run("score", "-", stdin=json.dumps({"position": BLOCK.to_json()}).encode()).json()
    assert streamed == answer
    assert ask(run, game="left out")["legal"] is True
    ran = run("score", to_text(BLOCK))
    assert (ran.code, ran.err) == (2, "draufsicht: the key --game is missing\n")


def test_the_commands_for_people(run: Runner) -> None:
    ran = run("score", to_text(BLOCK), "--game", "antiblok")
    assert ran.code == 0 and draw(BLOCK) in ran.out
    after = to_text(read_written("L1 c3<", BLOCK, "B")[0])
    words = ("turn", to_text(BLOCK), after, "--game", "antiblok", "--player", "B", "--players", "R,B")
    ran = run(*words, "--die", "L1")
    assert ran.code == 1 and "turn.locked" in ran.out
    (answer,) = run(*words, "--die", "X,L1", "--json").json()
    assert [f["rule"] for f in answer["violations"]] == ["turn.locked"]
    assert answer["next"] == "R" and answer["position"]["cards"]["c3"] == "GRBY"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule", EVERY_RULE)
def test_every_rule_has_its_text_and_its_section(rule: str, language: str) -> None:
    text = rule_text(rule, language)
    assert len(text) > 25 and text.endswith(".") and text[0].isupper() and rule not in text
    assert any(number in rule_section(rule, language) for number in "235")


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("a quarter left as thrown", "Red turns c3 to the left."),
        ("two quarters, one each way", "Red turns e3 to the left and turns a1 to the right."),
        ("a block taken and its card turned", "Blue takes the block (red) from b2+ and turns c3 to the left."),
        ("two cards of different order swapped", "Red swaps c3 and e5."),
        ("look-alikes may have changed places", "Red swaps two cards that look alike."),
        ("a new square, a block on it", "Red turns c2 to the left and lays a block on b2+."),
        ("blue claims while red is to play", "Blue lays a block on d4+."),
        ("the next player was quick", "Red turns c3 to the left and lays a block (blue) on d4+."),
        ("another card lies there", "Red puts other cards on c3."),
        ("Anti-Blok twice, nothing taken", "Blue passes."),
    ],
)
def test_turns_are_told(title: str, told: str) -> None:
    case = next(case for case in CASES if case.title == title)
    assert say(tell_turn(case.board, case.played[0], case.verdict(), case.said["player"]), "en") == told
