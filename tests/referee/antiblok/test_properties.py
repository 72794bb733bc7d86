"""What holds for every turn: an independent judge says the same of it, and boards turned round are judged alike."""

import random

import pytest
from antiblok_oracle import Board, Table
from hypothesis import given
from hypothesis import strategies as st

from referee.antiblok.asked import Asked
from referee.antiblok.board import CROSSINGS, FACES_OF_A_CARD, FIELDS, turned
from referee.antiblok.dice import Die
from referee.antiblok.explain import judge_turn
from referee.antiblok.legal import legal_turns
from referee.antiblok.position import Position
from referee.antiblok.rules import rule_book

DICE: list[Die | None] = [
    None,
    *((face,) for face in ("L1", "R1", "L2", "R2", "S", "X")),
    *(("X", face) for face in ("L1", "R2", "S", "X")),
]
READINGS: list[dict[str, object]] = [
    {},
    {"direction": "free"},
    {"swap": "adjacent"},
    {"must_act": False},
    {"must_place": True},
    {"antiblok": "others", "blocks": 2},
    {"claims": False, "must_place": True},
]
FEW_LOOKS = 60
"""How many boards of each turn are judged by both: enough to meet every kind, few enough to wait for."""


def some_board(rng: random.Random) -> Position:
    """Of few orders, with squares here and there and blocks on some of them: where faults and turns look alike."""
    order = [turned("RBYG", k) for k in range(4)]
    cards = {at: rng.choice(order if rng.random() < 0.9 else FACES_OF_A_CARD) for at in FIELDS}
    if rng.random() < 0.7:
        at = rng.choice(CROSSINGS)
        file, rank = at[0], int(at[1])
        east = chr(ord(file) + 1)
        square = {f"{file}{rank}": 2, f"{east}{rank}": 3, f"{file}{rank + 1}": 1, f"{east}{rank + 1}": 0}
        colour = rng.choice("RB")
        for card, letter in square.items():
            while cards[card][letter] != colour:
                cards[card] = turned(cards[card], 1)
    position = Position.of(cards, {})
    blocks = {at: colour for at, colour in position.squares().items() if rng.random() < 0.5 and colour in "RB"}
    kept: dict[str, str] = {}
    for at, colour in blocks.items():
        if sum(c == colour for c in kept.values()) < 1:  # nobody has won yet, whatever is laid now
            kept[at] = colour
    return position.changed(blocks=kept)


def board_of(position: Position) -> Board:
    blocks = frozenset((CROSSINGS.index(at), colour) for at, colour in position.blocks.items())
    return tuple(position.cards.values()), blocks


def position_of(board: Board) -> Position:
    cards, blocks = board
    return Position.of(dict(zip(FIELDS, cards, strict=True)), {CROSSINGS[at]: colour for at, colour in blocks})


def meddled(position: Position, rng: random.Random) -> Position:
    """A board with one to three things done to it, lawful or not."""
    cards, blocks = dict(position.cards), dict(position.blocks)
    for _ in range(rng.randint(1, 3)):
        at = rng.choice(FIELDS)
        match rng.randrange(5):
            case 0 | 1:
                cards[at] = turned(cards[at], rng.randint(1, 3))
            case 2:
                other = rng.choice(FIELDS)
                cards[at], cards[other] = cards[other], cards[at]
            case 3:
                squares = [x for x, c in position.changed(cards).squares().items() if x not in blocks and c == "R"]
                if squares:
                    blocks[rng.choice(squares)] = "R"
            case _:
                if blocks:
                    del blocks[rng.choice(list(blocks))]
    return Position.of(cards, blocks)


def table_for(options: dict[str, object]) -> Table:
    return Table(
        "R",
        blocks_each=int(str(options.get("blocks", 3))),
        free_direction=options.get("direction") == "free",
        neighbours_only=options.get("swap") == "adjacent",
        must_act=options.get("must_act", True) is True,
        must_place=options.get("must_place", False) is True,
        others_only=options.get("antiblok") == "others",
        old_squares=options.get("claims", True) is True,
    )


@pytest.mark.parametrize("options", READINGS, ids=str)
@pytest.mark.parametrize("die", DICE, ids=str)
def test_an_independent_judge_says_the_same(die: Die | None, options: dict[str, object]) -> None:
    rng = random.Random(f"{die} {options}")
    rules = rule_book("antiblok", {"next_claim": False, **options})
    said = []
    for _ in range(3):
        before = some_board(rng)
        lawful = table_for(options).lawful(board_of(before), None if die is None else list(die))
        asked = Asked(rules, "R", ("R", "B"), die)
        reachable = sorted(lawful, key=repr)
        looks = [position_of(board) for board in rng.sample(reachable, min(FEW_LOOKS, len(reachable)))]
        for after in [*looks, *(meddled(before, rng) for _ in range(FEW_LOOKS)), before]:
            verdict = judge_turn(before, after, asked)
            assert verdict.legal == (board_of(after) in lawful), (before, after, verdict.violations)
            said.append(verdict.legal)
    assert said.count(True) > 20 and said.count(False) > 20


@pytest.mark.parametrize("options", READINGS, ids=str)
@pytest.mark.parametrize("die", DICE, ids=str)
def test_the_generator_has_every_legal_turn_and_no_other(die: Die | None, options: dict[str, object]) -> None:
    rng = random.Random(f"generated {die} {options}")
    rules = rule_book("antiblok", {"next_claim": False, **options})
    before = some_board(rng)
    lawful = table_for(options).lawful(board_of(before), None if die is None else list(die))
    generated = {board_of(after) for _, after in legal_turns(before, Asked(rules, "R", ("R", "B"), die))}
    assert generated == lawful


def turned_board(position: Position) -> Position:
    """The board seen by somebody one side further round: everything a quarter to the left."""
    there = {at: f"{'abcde'[5 - int(at[1])]}{'abcde'.index(at[0]) + 1}" for at in FIELDS}
    cards = {there[at]: turned(card, 1) for at, card in position.cards.items()}
    blocks = {f"{'abcd'[4 - int(at[1])]}{'abcd'.index(at[0]) + 1}+": c for at, c in position.blocks.items()}
    return Position.of(cards, blocks)


@given(st.integers(0, 10**6), st.sampled_from(DICE))
def test_a_board_seen_from_another_side_is_judged_alike(seed: int, die: Die | None) -> None:
    rng = random.Random(seed)
    before = some_board(rng)
    after = meddled(before, rng)
    asked = Asked(rule_book("antiblok"), "R", ("R", "B"), die)
    here, there = (judge_turn(a, b, asked) for a, b in ((before, after), (turned_board(before), turned_board(after))))
    assert sorted(f.rule for f in here.violations) == sorted(f.rule for f in there.violations)
    assert (here.turn and here.turn.kind) == (there.turn and there.turn.kind)
    assert len(turned_board(before).squares()) == len(before.squares())


@given(st.integers(0, 10**6), st.sampled_from(DICE), st.integers(1, 4))
def test_a_hidden_quarter_changes_nothing(seed: int, die: Die | None, hidden: int) -> None:
    """One of a card follows from the other three, so the answer is the same whichever is hidden."""
    rng = random.Random(seed)
    before = some_board(rng)
    after = meddled(before, rng)
    asked = Asked(rule_book("antiblok"), "R", ("R", "B"), die)
    cards = dict(after.cards)
    for at in rng.sample(FIELDS, hidden):
        i = rng.randrange(4)
        cards[at] = cards[at][:i] + "?" + cards[at][i + 1 :]
    seen = judge_turn(before, after.changed(cards), asked)
    assert seen.to_json() == judge_turn(before, after, asked).to_json()


@given(st.integers(0, 10**6), st.sampled_from(DICE))
def test_without_the_die_more_is_lawful_never_less(seed: int, die: Die | None) -> None:
    rng = random.Random(seed)
    before = some_board(rng)
    after = meddled(before, rng)
    rules = rule_book("antiblok")
    known = judge_turn(before, after, Asked(rules, "R", ("R", "B"), die))
    unknown = judge_turn(before, after, Asked(rules, "R", ("R", "B"), None))
    assert unknown.legal or not known.legal
