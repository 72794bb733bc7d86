"""Films: a hand put into a drawn picture, only what changed drawn anew, noise and light frame by frame."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.camera import Camera
from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from referee.tactori.position import Position
from referee.tactori.text import parse_text
from simulator.expose import Picture, expose
from simulator.film import film_grain, relit, with_grain
from simulator.hand import QUICK, Hand
from simulator.look import LIGHTS, Look
from simulator.reach import picture_with_hand
from simulator.tactori.draw import draw_light, draw_position
from simulator.tactori.hand import hand_faces
from simulator.tactori.redraw import redraw
from simulator.tactori.viewpoint import look_at

SET = PhysicalSet.in_proportion(31.0)
SIZE = (480, 270)
LOOK = Look(noise=0.0)
VIEW = look_at(SET, 50, 8, None, SIZE, 4)
BENT = look_at(SET, 50, 8, Camera.simple(0.9 * SIZE[0], SIZE, -0.12), SIZE, 4)
BEFORE = parse_text("9 c3:RB e3:R e5:BB g7:B R:c3-e3@1 B:e5-g5@2 g5:BB")


def drawn(position: Position, view: Pose = VIEW, look: Look = LOOK) -> Picture:
    return draw_position(position, SET, view, look, 1)


def covered(one: Picture, other: Picture) -> np.ndarray:
    return np.abs(one.astype(int) - other).max(axis=2) > 25


def with_hand(position: Position, view: Pose, hand: Hand) -> Picture:
    light = draw_light(position, SET, view, LOOK, 1)
    clean = expose(light.light, light.bend, LOOK, SIZE, None)
    return picture_with_hand(light, clean, hand_faces(hand, position, SET, 1, roundness=QUICK), LOOK)


@pytest.mark.parametrize("view", [VIEW, BENT], ids=["straight", "bent"])
def test_a_hand_put_in_is_where_it_would_have_been_drawn(view: Pose) -> None:
    hand = Hand("e5", holds="R")
    calm = drawn(BEFORE, view)
    quick = covered(with_hand(BEFORE, view, hand), calm)
    slow = covered(draw_position(BEFORE, SET, view, LOOK, 1, hand), calm)
    assert slow.mean() > 0.02
    assert (quick & slow).sum() > 0.85 * (quick | slow).sum()


def test_what_is_nearer_hides_all_of_a_hand_but_its_shadow() -> None:
    light = draw_light(BEFORE, SET, VIEW, LOOK, 1)
    clean = expose(light.light, light.bend, LOOK, SIZE, None)
    behind_all = replace(light, nearness=np.ones_like(light.nearness))  # everything is a millimetre away
    faces = hand_faces(Hand("e5"), BEFORE, SET, 1, roundness=QUICK)
    seen, hidden = (picture_with_hand(each, clean, faces, LOOK) for each in (light, behind_all))
    brighter = [(each.astype(int) - clean).max() for each in (seen, hidden)]
    assert brighter[0] > 20
    assert brighter[1] <= 2  # where the part that is exposed anew ends
    assert (hidden.astype(int) - clean).min() < -10


def test_a_hand_that_is_far_away_changes_nothing() -> None:
    assert np.array_equal(with_hand(BEFORE, VIEW, Hand("e5", away_mm=2000.0)), drawn(BEFORE))


@pytest.mark.parametrize(
    "after",
    [
        "9 c3:RB e3:R e5:BB g7:B R:c3-e3@1 B:e5-g5@2 g5:BB b8:R",
        "9 c3:R e3:R e5:BB g7:BB R:c3-e3@1 B:e5-g5@2 g5:BB",
        "9 c3:RB e3:R e5:BB g7:B B:e5-g5@2 g5:BB d2:B d4:B B:d2-d4@1",
        "9 c3:RB e3:R e5:BB g7:B R:c3-e3@1 B:e5-g5@2 g5:BB",
        "9 a1:R i1:R a9:R i9:R",
    ],
    ids=["set", "moved", "sticks", "nothing", "everything"],
)
@pytest.mark.parametrize("light", ["soft", "hard"])
@pytest.mark.parametrize("view", [VIEW, BENT], ids=["straight", "bent"])
def test_drawing_what_changed_is_drawing_all(after: str, light: str, view: Pose) -> None:
    position, look = parse_text(after), Look(noise=0.0, light=LIGHTS[light])
    first = draw_light(BEFORE, SET, view, look, 1)
    clean = expose(first.light, first.bend, look, SIZE, None)
    kept = clean.copy()
    made, picture = redraw(BEFORE, first, clean, position, SET, view, look, 1)
    whole = draw_light(position, SET, view, look, 1)
    expected = expose(whole.light, whole.bend, look, SIZE, None).astype(int)
    # Along edges a few pixels go to one face or the other.
    assert (np.abs(picture - expected).max(axis=2) > 3).mean() < 0.002
    assert (np.abs(made.nearness - whole.nearness) > 1e-5).mean() < 0.002
    assert np.array_equal(clean, kept)


def test_grain_is_as_strong_as_it_should_be_and_never_the_same() -> None:
    calm = np.full((270, 480, 3), 120, np.uint8)
    grain, rng = film_grain(SIZE, 0.01, 1), np.random.default_rng(1)
    frames = [with_grain(calm, grain, rng).astype(float) for _ in range(3)]
    assert not np.array_equal(frames[0], frames[1])
    spread = float(np.mean([frame.std() for frame in frames]))
    # Blotches are resized from half the pixels, which takes some of their strength.
    assert 2.55 < spread < 2.55 * math.hypot(1, 0.5) * 1.05
    assert abs(frames[0].mean() - 120) < 0.1


def test_dark_and_bright_stay_within_a_picture() -> None:
    grain, rng = film_grain(SIZE, 0.02, 1), np.random.default_rng(1)
    for level in (0, 255):
        frame = with_grain(np.full((270, 480, 3), level, np.uint8), grain, rng)
        assert abs(frame.astype(int) - level).max() < 40


def test_more_light_and_warmer_light() -> None:
    calm = drawn(BEFORE)
    assert np.abs(relit(calm, 1.0, (1.0, 1.0, 1.0)).astype(int) - calm).max() <= 1
    brighter = relit(calm, 1.2, (1.0, 1.0, 1.0)).astype(int)
    assert (brighter >= calm).all()
    assert brighter.mean() > calm.mean() + 5
    warmer = relit(calm, 1.0, (1.1, 1.0, 0.9)).astype(int)
    assert (warmer[..., 2] >= calm[..., 2]).all()
    assert (warmer[..., 0] <= calm[..., 0]).all()


def test_a_stick_laid_along_another_one_lies_on_it() -> None:
    under = parse_text("9 c3:R d3:B e3:R f3:B R:c3-e3@1")
    both = Position(9, under.towers, (*under.sticks, *parse_text("9 B:d3-f3@1").sticks))
    above = look_at(SET, 80, 0, None, (960, 540), 1)
    picture = draw_position(both, SET, above, Look(noise=0.0, jitter=0.0, blur_px=0.0), 1)
    z = SET.tower_height - SET.groove_depth + 2 * SET.stick_width
    u, v = above.project(np.array([[-0.5 * 31.0, -2 * 31.0, z]]))[0].round().astype(int)
    blue, green, red = (int(each) for each in picture[v, u])
    assert blue > 1.4 * green
    assert blue > red


def test_a_turned_board_leaves_table_lamp_and_hand_where_they_are() -> None:
    empty = parse_text("9")
    around = math.radians(90)
    turn = np.array([[math.cos(around), -math.sin(around), 0], [math.sin(around), math.cos(around), 0], [0, 0, 1]])
    rvec = cv2.Rodrigues(VIEW.rotation @ turn)[0].ravel()
    turned = Pose(VIEW.camera, (float(rvec[0]), float(rvec[1]), float(rvec[2])), VIEW.tvec)
    before = draw_position(empty, SET, VIEW, LOOK, 1, Hand("e5"))
    after = draw_position(empty, SET, turned, Look(noise=0.0, turned_deg=90.0), 1, Hand("e5"))
    apart = np.abs(before.astype(int) - after).max(axis=2)
    board = np.zeros(apart.shape, np.uint8)
    corners = VIEW.project(np.array([(x, y, 0.0) for x, y in ((-160, -160), (160, -160), (160, 160), (-160, 160))]))
    cv2.fillConvexPoly(board, corners.round().astype(np.int32), 1)
    # The wood's grain turns; all around it, nothing does.
    assert (apart[board == 0] > 12).mean() < 0.01
    assert (apart[board == 1] > 6).mean() > 0.1
