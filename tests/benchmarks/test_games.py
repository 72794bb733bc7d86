"""What was told of a photographed game put beside what its pictures show."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.games import Photo, PhotographedGame, Report, Watched, compare_game
from calibration.camera import Camera
from calibration.physical_set import PhysicalSet
from live.events import Event, Kind, event
from referee.tactori.text import parse_text
from referee.verdict import Finding
from words.message import message

ONE, TWO, THREE = "9 c3:R", "9 c3:R e5:B", "9 c3:R e3:R e5:B R:c3-e3@1"
WRONG = "9 c3:R e5:B g5:BB"
SHOWN = (ONE, TWO, THREE)


def game(*shown: str) -> PhotographedGame:
    """Of each position a picture with a hand and one without."""
    photos = [
        Photo(f"{i}{kind}.jpg", parse_text(text), kind == "h") for i, text in enumerate(shown, 1) for kind in "hc"
    ]
    return PhotographedGame(
        Path("kitchen"), tuple(photos), ("R", "B"), PhysicalSet.in_proportion(), Camera.simple(900.0, (1280, 720))
    )


def turn(text: str, player: str, *broken: str) -> Event:
    findings = tuple(Finding(rule, message("turn.pass")) for rule in broken)
    return event(Kind.TURN, position=parse_text(text), player=player, violations=findings)


def perfect(*shown: str) -> Watched:
    watched = Watched()
    for i, text in enumerate(shown, 1):
        watched.told.append((f"{i}h.jpg", event(Kind.HAND)))
        watched.told.append((f"{i}c.jpg", turn(text, "RB"[(i - 1) % 2])))
        watched.shown[f"{i}c.jpg"] = parse_text(text)
    return watched


def test_all_is_told() -> None:
    assert compare_game(game(*SHOWN), perfect(*SHOWN)) == Report(turns=3, right=3, hands=3, hand_pictures=3)


def test_a_position_that_stays_is_one_turn() -> None:
    assert compare_game(game(ONE, ONE, TWO), Watched()).turns == 2


def test_nothing_is_told() -> None:
    report = compare_game(game(*SHOWN), Watched())
    assert (report.turns, report.right, report.missed, report.hands, report.hand_pictures) == (3, 0, 3, 0, 3)
    assert "kitchen turn 3: missed turn R [e3:->R c3-e3:->R1]" in report.notes


def drop_a_turn(watched: Watched) -> None:
    del watched.told[3]


def drop_a_hand(watched: Watched) -> None:
    del watched.told[2]


def see_a_hand_too_much(watched: Watched) -> None:
    watched.told.append(("2c.jpg", event(Kind.HAND)))


def misread_a_turn(watched: Watched) -> None:
    watched.told[3] = ("2c.jpg", turn("9 c3:R e5:Y", "B"))
    watched.shown["2c.jpg"] = parse_text("9 c3:R e5:Y")


def call_a_turn_illegal(watched: Watched) -> None:
    watched.told[3] = ("2c.jpg", turn(TWO, "B", "turn.order"))


def read_under_the_hand(watched: Watched) -> None:
    watched.told[3] = ("2h.jpg", watched.told[3][1])


def doubt(watched: Watched) -> None:
    watched.told.append(("3c.jpg", event(Kind.UNSURE, why=message("doubt.close"), unsure=[])))


@pytest.mark.parametrize(
    ("spoil", "changed", "note"),
    [
        (drop_a_turn, {"right": 2, "missed": 1}, "kitchen turn 2: missed turn B [e5:->B]"),
        (drop_a_hand, {"hands": 2}, "2h.jpg: the hand was not noticed"),
        (see_a_hand_too_much, {}, "2c.jpg: a hand where there is none"),
        (misread_a_turn, {"right": 2, "missed": 1, "invented": 1}, "2c.jpg: taken for [e5:B->Y]"),
        (
            call_a_turn_illegal,
            {"right": 2, "missed": 1, "illegal": 1},
            "kitchen after turn 1: invented illegal B against turn.order [e5:->B]",
        ),
        (read_under_the_hand, {"astray": 1}, "2c.jpg: turn B [e5:->B] was told at 2h.jpg"),
        (doubt, {"unsure": 1}, "3c.jpg: unsure"),
    ],
)
def test_what_goes_wrong_is_counted_and_named(
    spoil: Callable[[Watched], None], changed: dict[str, int], note: str
) -> None:
    watched = perfect(*SHOWN)
    spoil(watched)
    report = compare_game(game(*SHOWN), watched)
    right = Report(turns=3, right=3, hands=3, hand_pictures=3)
    assert {**right.__dict__, **changed, "notes": report.notes} == report.__dict__
    assert any(each.startswith(note) for each in report.notes), report.notes


def test_turns_that_one_picture_shows_together_are_told_apart() -> None:
    steps = [step for step, _ in game(TWO).played()]
    assert [(step.kind, step.player, step.after) for step in steps] == [
        ("turn", "R", parse_text(ONE)),
        ("turn", "B", parse_text(TWO)),
    ]


def test_what_no_turn_explains_has_to_be_told_as_illegal() -> None:
    shown = (ONE, WRONG)
    (step, name) = list(game(*shown).played())[-1]
    assert (step.kind, name) == ("illegal", "2c.jpg") and step.rules_broken
    watched = perfect(*shown)
    assert compare_game(game(*shown), watched).missed == 1
    watched.told[3] = ("2c.jpg", turn(WRONG, step.player, *step.rules_broken))
    report = compare_game(game(*shown), watched)
    assert (report.turns, report.right, report.illegal, report.notes) == (2, 2, 0, ())


def test_what_is_taken_back_is_a_step_too() -> None:
    assert [step.kind for step, _ in game(ONE, TWO, ONE).played()] == ["turn", "turn", "taken_back"]


def test_sums_are_sums() -> None:
    one = compare_game(game(*SHOWN), Watched())
    both = one + compare_game(game(*SHOWN), perfect(*SHOWN))
    assert (both.turns, both.missed, both.hands, both.hand_pictures, both.notes) == (6, 3, 3, 6, one.notes)


def test_a_folder_is_loaded_in_the_order_of_names(tmp_path: Path) -> None:
    made = game(ONE, TWO)
    for number, photo in reversed(list(enumerate(made.photos))):
        said = photo.position.to_json() | {"image": photo.name, "hand": photo.hand, "players": ["R", "B"]}
        said |= {"set": made.physical_set.to_json(), "camera": made.camera.to_json(), "corners_px": [[0, 0]] * 4}
        (tmp_path / f"{number}.json").write_text(json.dumps(said))
    loaded = PhotographedGame.load(tmp_path)
    assert (loaded.photos, loaded.players, loaded.rules.game.id) == (made.photos, ("R", "B"), "taktori")


def test_a_folder_without_truth_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="truth"):
        PhotographedGame.load(tmp_path)
    (tmp_path / "a.json").write_text("{}")
    with pytest.raises(ValueError, match="camera"):
        PhotographedGame.load(tmp_path)
