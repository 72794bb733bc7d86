"""Where to move the camera: the right way, checked by drawing what is then seen, and nothing that does not help."""

import math

import numpy as np
import pytest

from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from referee.tactori.board import fields_of
from referee.tactori.position import Position
from referee.tactori.text import parse_text
from simulator.tactori.viewpoint import look_at
from simulator.tactori.visible import visible_px
from vision.tactori.better_view import (
    ADVICE,
    LARGE_MOVES,
    MAYBE_HIDDEN,
    SIDES,
    SMALL_MOVES,
    Move,
    Sight,
    best_side,
    better_view,
    moved_eye,
)
from vision.tactori.reading import REASONS
from words.language import LANGUAGES, catalogue, say
from words.message import Message

SET = PhysicalSet.in_proportion()
SIZE = (960, 540)
MOVES = {move.key: move for move in (*SMALL_MOVES, *LARGE_MOVES)}


def seen(elevation_deg: float, turned_deg: float = 0.0, roll_deg: float = 0.0) -> Pose:
    return look_at(SET, elevation_deg, turned_deg, size=SIZE, highest_floor=4, roll_deg=roll_deg)


def advice(drawn: str, at: str, pose: Pose, why: str = "doubt.hidden") -> str | None:
    said = better_view(parse_text(drawn), SET, pose, at, why)
    return said.key if said else None


def pixels(drawn: str, at: str, pose: Pose) -> int:
    """How much a drawn picture shows of a stack."""
    position = parse_text(drawn)
    towers, _ = visible_px(position, SET, pose)
    return sum(count for name, count in towers.items() if name.startswith(f"tower_{at}_"))


def after(move: Move, elevation_deg: float, turned_deg: float) -> Pose:
    """A picture taken after the move, made by the simulator's own idea of left, right and up."""
    elevation = math.radians(elevation_deg)
    aside = math.radians(move.right_deg)
    turned = math.degrees(math.atan2(math.sin(aside), math.cos(aside) * math.cos(elevation)))
    sunk = math.degrees(math.asin(math.cos(aside) * math.sin(elevation)))
    return seen(sunk + move.up_deg, turned_deg + turned)


@pytest.mark.parametrize(
    ("drawn", "at", "elevation_deg", "turned_deg", "key"),
    [
        # Something tall before it and to its left: to the right, and the other way round.
        ("9 e5:R e4:RRR d4:RRR", "e5", 40, 0, "view.right"),
        ("9 e5:R e4:RRR f4:RRR", "e5", 40, 0, "view.left"),
        # The same, with the camera at another side of the table.
        ("9 e5:R d5:RRR d4:RRR", "e5", 40, -40, "view.right"),
        ("9 e5:R d5:RRR d4:RRR", "e5", 30, -90, "view.left"),
        ("9 e5:R d5:RRR d6:RRR", "e5", 30, -90, "view.right"),
        ("9 e5:R f5:RRR f6:RRR", "e5", 30, 90, "view.left"),
        ("9 e5:R e6:RRR d6:RRR", "e5", 30, 180, "view.left"),
        # A wall on all sides that can be looked over.
        ("9 e5:R d4:RR e4:RR f4:RR d5:RR f5:RR", "e5", 50, 0, "view.higher"),
        ("9 e5:R d4:RRR e4:RRR f4:RRR d5:RRR f5:RRR", "e5", 40, 0, "view.much_higher"),
        # Both ways are as good: it is always the same one.
        ("5 c3:R c2:RRRR", "c3", 30, 0, "view.left"),
    ],
)
def test_a_move_as_advised_shows_more_in_a_drawn_picture(
    drawn: str, at: str, elevation_deg: float, turned_deg: float, key: str
) -> None:
    before = seen(elevation_deg, turned_deg)
    assert advice(drawn, at, before) == key
    assert pixels(drawn, at, after(MOVES[key], elevation_deg, turned_deg)) > 1.3 * pixels(drawn, at, before)


def test_advice_for_full_boards_holds_in_drawn_pictures() -> None:
    chance = np.random.default_rng(5)
    right = tried = 0
    for _ in range(12):
        towers = {at: "RBYG"[: chance.integers(1, 4)] for at in fields_of(9) if chance.random() < 0.3}
        position = Position.of(9, towers, ())
        elevation = float(chance.uniform(25, 55))
        pose, whole = seen(elevation), visible_px(position, SET, seen(elevation))[0]
        at = min(towers, key=lambda field: sum(whole[f"tower_{field}_{n + 1}"] for n in range(len(towers[field]))))
        said = better_view(position, SET, pose, at, "doubt.hidden")
        if said is None:
            continue
        tried += 1
        later = visible_px(position, SET, after(MOVES[said.key], elevation, 0))[0]
        names = [f"tower_{at}_{n + 1}" for n in range(len(towers[at]))]
        right += sum(later[name] for name in names) > sum(whole[name] for name in names)
    assert tried >= 8
    assert right == tried


def test_left_is_left_for_who_stands_behind_the_camera() -> None:
    left, right, higher = (MOVES[key] for key in ("view.left", "view.right", "view.higher"))
    for turned in (-170, -90, -40, 0, 40, 130):
        pose = seen(40, turned)
        eye = pose.eye_mm
        # In the picture the camera's own right is its first axis: whoever goes left goes against it.
        assert (moved_eye(pose, left) - eye) @ pose.rotation[0] < 0 < (moved_eye(pose, right) - eye) @ pose.rotation[0]
        assert moved_eye(pose, higher)[2] > eye[2]
        assert np.linalg.norm(moved_eye(pose, left)) == pytest.approx(np.linalg.norm(eye))
    assert moved_eye(seen(40), left)[0] < 0  # the files run to the right


def test_a_camera_held_askew_is_moved_the_same_way() -> None:
    drawn, at = "9 e5:R e4:RRR d4:RRR", "e5"
    assert advice(drawn, at, seen(40, roll_deg=35)) == advice(drawn, at, seen(40)) == "view.right"


def test_straight_from_above_the_picture_says_what_left_is() -> None:
    pose = look_at(SET, 90.0, size=SIZE)
    moved = moved_eye(pose, MOVES["view.left"])
    assert moved[0] < -50
    assert abs(moved[1]) < 1


def test_what_nothing_hides_asks_for_no_move() -> None:
    assert advice("9 e5:RR", "e5", seen(50)) is None
    assert advice("9 e5:RR e7:RRR", "e5", seen(30)) is None
    assert advice("9 e7:RRR", "e5", seen(30)) is None


def test_an_empty_field_is_looked_at_as_if_a_tower_stood_there() -> None:
    assert advice("9 e4:RRR d4:RRR", "e5", seen(40)) == "view.right"


def test_what_cannot_be_seen_from_anywhere_near_asks_for_no_move() -> None:
    tight = PhysicalSet.in_proportion(tower_width=30.5)
    walls = {f"{file}{rank}": "R" * 10 for file in "def" for rank in (4, 5, 6)}
    position = Position.of(9, walls | {"e5": "R"}, ())
    assert better_view(position, tight, seen(30), "e5", "doubt.hidden") is None


def test_heights_from_above_are_seen_from_lower() -> None:
    assert advice("9 e5:RR", "e5", seen(85), "doubt.height") == "view.not_from_above"
    assert advice("9 e5:RR", "e5", seen(85), "doubt.camera") == "view.not_from_above"
    assert advice("9 e5:R e4:RRR d4:RRR", "e5", seen(40), "doubt.height") == "view.right"


def test_light_edges_and_what_does_not_belong_there() -> None:
    said = {why: advice("9 e5:RR", "e5", seen(50), why) for why in ("doubt.glare", "doubt.dark", "doubt.edge")}
    assert said == {"doubt.glare": "view.glare", "doubt.dark": "view.light", "doubt.edge": "view.back"}
    assert advice("9 e5:RR", "e5", seen(50), "doubt.covered") == "view.clear"
    assert advice("9 e5:RR", "e5", seen(50), "doubt.unheard_of") is None


def test_for_a_stick_alone_there_is_no_move_but_what_covers_it_is_to_go() -> None:
    assert advice("9 c5:RR e5:RR d4:RRR", "c5-e5", seen(40), "doubt.covered") == "view.clear"
    assert all(advice("9 c5:RR e5:RR d4:RRR", "c5-e5", seen(40), why) is None for why in MAYBE_HIDDEN)
    assert advice("9 e5:RR", "z9", seen(50)) is None


# How far around the table somebody goes for a picture from each side.
AROUND_DEG = {"view.from_near": 0, "view.from_right": 90, "view.from_far": 180, "view.from_left": 270}
WALLS = {"view.from_near": "e4", "view.from_right": "f5", "view.from_far": "e6", "view.from_left": "d5"}


def side(drawn: str, at: str, *poses: Pose) -> str | None:
    said = best_side(parse_text(drawn), SET, poses, at)
    return said.key if said else None


@pytest.mark.parametrize("opening", WALLS)
def test_another_picture_is_to_be_taken_from_the_one_open_side(opening: str) -> None:
    walls = {key: wall for key, wall in WALLS.items() if key != opening}
    drawn = "9 e5:R " + " ".join(f"{wall}:RRRR" for wall in walls.values())
    taken = [seen(45, AROUND_DEG[key]) for key in walls]
    assert side(drawn, "e5", *taken) == opening
    # A picture that is drawn from there shows the stack, and those that there are show next to nothing.
    most = max(pixels(drawn, "e5", pose) for pose in taken)
    assert pixels(drawn, "e5", seen(50, AROUND_DEG[opening])) > 1.5 * most + 100


def test_no_side_is_told_where_a_picture_shows_it_already_or_none_would() -> None:
    assert side("9 e5:R d5:RRR", "e5", seen(45, 0)) is None
    hidden = "9 e5:R e4:RRR d5:RRR f5:RRR"
    assert side(hidden, "e5", seen(45, 0)) == "view.from_far"
    assert side(hidden, "e5", seen(45, 0), seen(45, 180)) is None
    assert side("9 e5:R", "e5") is None
    assert side("9 e5:R", "z9", seen(45)) is None


def test_a_stick_seen_along_its_length_is_to_be_seen_from_aside() -> None:
    for way, along_deg, asides in (
        ("c5-e5", 90, {"view.from_near", "view.from_far"}),
        ("e3-e5", 0, {"view.from_right", "view.from_left"}),
    ):
        drawn = "9 " + " ".join(f"{at}:RR" for at in way.split("-"))
        assert side(drawn, way, seen(25, along_deg)) in asides
        assert side(drawn, way, seen(50, along_deg + 90)) is None
    # With a wall on one of the two sides it is the other.
    assert side("9 c5:RR e5:RR c4:RRRR d4:RRRR e4:RRRR", "c5-e5", seen(25, 90)) == "view.from_far"


def test_every_reason_is_thought_of() -> None:
    assert set(ADVICE) | set(MAYBE_HIDDEN) == set(REASONS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_advice_is_a_sentence(language: str) -> None:
    keys = {*MOVES, *ADVICE.values(), *SIDES}
    assert {key for key in catalogue(language) if key.startswith("view.")} == keys
    assert len({say(Message(key), language) for key in keys}) == len(keys)


def test_a_stack_alone_is_seen_whole() -> None:
    eye = seen(45).eye_mm
    shown, whole = Sight.of(parse_text("9 e5:RR"), SET, "e5").shown_mm2(eye)
    assert shown == whole
    # A block as wide as `w` and as high as `h`, seen from straight ahead at 45 degrees.
    w, h = SET.tower_width, 2 * SET.tower_height
    assert whole == pytest.approx((w * w + w * h) * math.sqrt(0.5), rel=0.08)
