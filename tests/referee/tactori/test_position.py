"""Positions: their three written forms, and every structural error named with its place."""

import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import any_positions, built_positions

from referee.strictjson import read_json
from referee.tactori.drawing import draw, parse_drawing
from referee.tactori.position import Position, stick
from referee.tactori.questions import parse_position
from referee.tactori.text import parse_text, to_text
from words.message import InputError

PLAIN = {
    "board": 9,
    "towers": {"c3": "RRB", "e3": "RB"},
    "sticks": [{"color": "R", "a": {"at": "c3", "floor": 1}, "b": {"at": "e3", "floor": 1}}],
}
positions = st.one_of(any_positions(), built_positions())


def test_the_example_of_the_contract() -> None:
    position = Position.from_json(PLAIN)
    assert position.towers == {"c3": "RRB", "e3": "RB"}
    assert position.sticks == (stick("R", "c3", "e3", 1),)
    assert position.to_json() == PLAIN
    assert to_text(position) == "9 c3:RRB e3:RB R:c3-e3@1"


def test_the_order_of_sticks_and_ends_means_nothing() -> None:
    one = parse_text("9 c3:R e3:R e5:R R:c3-e3@1 R:e3-e5@1")
    other = parse_text("9 e5:R e3:R c3:R R:e5-e3@1 R:e3-c3@1")
    assert one == other
    assert hash(one) == hash(other)


def test_unknown_keys_are_kept_out_of_the_way() -> None:
    assert Position.from_json({**PLAIN, "image": "x.jpg", "unsure": []}) == Position.from_json(PLAIN)


def test_positions_cannot_be_changed() -> None:
    position = Position.from_json(PLAIN)
    with pytest.raises(TypeError):
        position.towers["a1"] = "R"  # type: ignore[index]
    with pytest.raises(AttributeError):
        position.board = 5  # type: ignore[misc]


def test_repr_parses_back() -> None:
    position = Position.from_json(PLAIN)
    assert eval(repr(position), {"parse_text": parse_text}) == position


@given(positions)
@settings(max_examples=300)
def test_every_form_gives_the_position_back(position: Position) -> None:
    assert Position.from_json(json.loads(json.dumps(position.to_json()))) == position
    assert parse_text(to_text(position)) == position
    assert parse_drawing(draw(position)) == position
    for form in (json.dumps(position.to_json()), to_text(position), draw(position)):
        assert parse_position(form) == position


def test_a_drawing_that_a_person_has_typed() -> None:
    position = parse_drawing(
        """
        5 | . . . . .
        4 | . R . . .
          | : R1 : : :
        3 | . RB R1B2 RB . .
        2 | . . . . .
        1 | . . . . .
        also R:b2@1-c3@2
        """
    )
    assert position == parse_text("5 b4:R b3:RB c3:RB R:b3-b4@1 R:b3-c3@1 B:b3-c3@2 R:b2@1-c3@2")


def broken(path: str, value: object) -> object:
    """The plain position with one place overwritten, or taken out for the value KeyError."""
    made = copy.deepcopy(PLAIN)
    *way, last = [int(step) if step.isdigit() else step for step in path.split("/")]
    at: object = made
    for step in way:
        at = at[step]  # type: ignore[index]
    if value is KeyError:
        del at[last]  # type: ignore[attr-defined]
    else:
        at[last] = value  # type: ignore[index]
    return made


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("board", KeyError, "the key board is missing"),
        ("board", 7, "board: the board is 5 or 9"),
        ("board", True, "board: the board is 5 or 9"),
        ("board", "9", "board: the board is 5 or 9"),
        ("board", 9.0, "board: the board is 5 or 9"),
        ("towers", KeyError, "the key towers is missing"),
        ("towers", [], "towers: an object {…} is expected here"),
        ("towers/j1", "R", "towers: 'j1' is no field of a 9x9 board"),
        ("towers/a0", "R", "towers: 'a0' is no field of a 9x9 board"),
        ("towers/a10", "R", "towers: 'a10' is no field of a 9x9 board"),
        ("towers/A1", "R", "towers: 'A1' is no field of a 9x9 board"),
        ("towers/c3", "RXB", "towers.c3: a stack is a text of R, B, Y, G and ?, floor 1 first, not 'RXB'"),
        ("towers/c3", "", "towers.c3: a stack is a text of R, B, Y, G and ?, floor 1 first, not ''"),
        ("towers/c3", 5, "towers.c3: a stack is a text of R, B, Y, G and ?, floor 1 first, not 5"),
        ("sticks", KeyError, "the key sticks is missing"),
        ("sticks", {}, "sticks: a list […] is expected here"),
        ("sticks/0", None, "sticks[0]: an object {…} is expected here"),
        ("sticks/0/color", KeyError, "sticks[0]: the key color is missing"),
        ("sticks/0/color", "?", "sticks[0].color: a colour is R, B, Y or G, not '?'"),
        ("sticks/0/color", "RB", "sticks[0].color: a colour is R, B, Y or G, not 'RB'"),
        ("sticks/0/a", "c3", "sticks[0].a: an object {…} is expected here"),
        ("sticks/0/a/at", KeyError, "sticks[0].a: the key at is missing"),
        ("sticks/0/b/at", "k3", "sticks[0].b.at: 'k3' is no field of a 9x9 board"),
        ("sticks/0/b/floor", -1, "sticks[0].b.floor: a floor is a whole number from 0, not -1"),
        ("sticks/0/b/floor", 1.5, "sticks[0].b.floor: a floor is a whole number from 0, not 1.5"),
        ("sticks/0/b/floor", False, "sticks[0].b.floor: a floor is a whole number from 0, not False"),
    ],
)
def test_structural_errors_are_named_with_their_place(path: str, value: object, said: str) -> None:
    with pytest.raises(InputError) as error:
        Position.from_json(broken(path, value))
    assert str(error.value) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a position begins with its board, 5 or 9, not with"),
        ("7 a1:R", "a position begins with its board, 5 or 9, not with 7"),
        ("9 a1", "word 2: a1 is neither a stack (c3:RRB) nor a stick (R:c3-e3@1)"),
        ("5 f1:R", "word 2: 'f1' is no field of a 5x5 board"),
        ("5 a1:R a1:B", "word 3: the field a1 appears here twice"),
        ("5 a1:Q", "word 2: a stack is a text of R, B, Y, G and ?, floor 1 first, not 'Q'"),
        ("5 R:a1-b1", "word 2: a1-b1 is no stick: write c3-e3@1, or c3@1-e3@2 if the floors differ"),
        ("5 R:a1-b9@1", "word 2: 'b9' is no field of a 5x5 board"),
    ],
)
def test_errors_of_the_text_are_quoted(text: str, said: str) -> None:
    with pytest.raises(InputError) as error:
        parse_text(text)
    assert str(error.value) == said


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("5 |", "6 |"), "line 2: the ranks of a drawing follow each other from above"),
        (("1 | . . . . .", ""), "a drawing has 5 or 9 ranks, numbered down to 1"),
        (("2 | . . . . .", "2 | . . . ."), "line 4: this line must have 5 fields"),
        (("2 | . . . . .", "2 | . . . . . ."), "line 4: this line must have 5 fields"),
        (("2 | . . . . .", "2 | R1 . . . . ."), "line 4: R1 lies on no half bridge"),
        (("3 | . R R1 R . .", "3 | . R R1R1 R . ."), "R1 appears twice in one place"),
        (("2 | . . . . .", "2 | . . . . .\n what"), "line 5: what is no line of a drawing"),
        (("3 | . R R1 R . .", "| : : R1 :\n3 | . R R1 R . ."), "line 4: this line must have 5 fields"),
        (("also R:a1-b1@1", "also X"), "line 6: X is no stick"),
    ],
)
def test_errors_of_a_drawing_name_the_line(change: tuple[str, str], said: str) -> None:
    plain = "5 | . . . . .\n4 | . . . . .\n3 | . R R1 R . .\n2 | . . . . .\n1 | . . . . .\nalso R:a1-b1@1\n"
    parse_drawing(plain)
    with pytest.raises(InputError) as error:
        parse_drawing(plain.replace(*change))
    assert str(error.value).startswith(said)


def test_half_a_bridge_cannot_be_drawn_on_9x9() -> None:
    rows = [f"{y} | . . . . . . . . ." for y in range(9, 1, -1)]
    with pytest.raises(InputError, match="half a bridge only"):
        parse_drawing("\n".join([*rows, "1 | R R1 . . . . . . . ."]))


@pytest.mark.parametrize("text", ['{"a": 1, "a": 2}', "[NaN]", "[" * 100_000, "9" * 5000, "{", ""])
def test_json_is_read_strictly(text: str) -> None:
    with pytest.raises(InputError):
        read_json(text)
