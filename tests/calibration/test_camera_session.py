"""Films of the sheet: what is chosen, what is said meanwhile, and what comes out or is refused."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration import camera_session
from calibration.camera import Camera
from calibration.camera_session import CameraSession, Step, Why
from calibration.charuco import SheetView
from calibration.refused import Refused
from tests.calibration.filming import Shot, film, hand_held, in_motion, see, shoot, some_camera, straight_on
from words.language import LANGUAGES

Picture = NDArray[np.uint8]
SIZE = (640, 480)
CAMERA = some_camera(np.random.default_rng(42), SIZE)
LARGE = some_camera(np.random.default_rng(43), (1280, 720))
EMPTY = np.full((480, 640, 3), 90, np.uint8)
FRONT = Shot((0.0, 0.0, 0.0), (-3.5, -4.5, 14.0), blur_px=0.4)


@cache
def filmed() -> tuple[tuple[Picture, Shot], ...]:
    """A short film of a hand that shows the sheet, which is bent by a millimetre, in twelve places."""
    rng = np.random.default_rng(11)
    shots = film(CAMERA, hand_held(CAMERA, rng, 12), rng, still=2, between=1)
    look = {"blur_px": 0.5, "noise": 4.0, "jpeg": 75, "bend": 0.04}
    return tuple((shoot(CAMERA, replace(shot, **look), rng), shot) for shot in shots)


def test_a_film_gives_the_camera() -> None:
    session = CameraSession()
    steps = [session.add(picture) for picture, _ in filmed()]
    found = session.finish()
    camera = found.camera
    assert camera.fx == pytest.approx(CAMERA.fx, rel=0.005)
    assert camera.fy == pytest.approx(CAMERA.fy, rel=0.005)
    assert (camera.cx, camera.cy) == pytest.approx((CAMERA.cx, CAMERA.cy), abs=3)
    assert camera.dist[0] == pytest.approx(CAMERA.dist[0], abs=0.01)
    assert abs(camera.fx / CAMERA.fx - 1) < 3 * found.focal_error
    assert found.rms_px < 0.3
    assert found.coverage > 0.6
    assert session.pictures == len(filmed())
    assert session.fit is not None
    assert session.fit.measured is found
    # What smears is not taken, and it is told what becomes of each picture.
    fast = [step for step, (_, shot) in zip(steps, filmed(), strict=True) if np.hypot(*shot.moved_px) > 8]
    assert fast
    assert not any(step.accepted for step in fast)
    progress = [step.progress for step in steps]
    assert progress[0] < 0.5
    assert progress[-1] > 0.9


def test_photographs_give_the_camera() -> None:
    rng = np.random.default_rng(12)
    session = CameraSession(film=False)
    for shot in hand_held(LARGE, rng, 9):
        session.add(shoot(LARGE, in_motion(shot, rng, 0.5), rng))
    found = session.finish()
    assert found.camera.fx == pytest.approx(LARGE.fx, rel=0.005)
    assert found.camera.dist[0] == pytest.approx(LARGE.dist[0], abs=0.01)
    assert found.camera.size == (1280, 720)


# From here on corners are put in directly, so that nothing needs to be drawn.


class Corners:
    """A session that is shown views instead of pictures."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, camera: Camera = CAMERA, is_film: bool = False) -> None:
        self.camera, self.rng = camera, np.random.default_rng(5)
        self.session = CameraSession(film=is_film)
        self.next: SheetView | None = None
        monkeypatch.setattr(camera_session, "find_sheet", lambda image: self.next)

    def show(self, shot: Shot, edge_px: float = 2.5) -> Step:
        self.next = replace(see(self.camera, shot, self.rng), edge_px=edge_px)
        return self.session.add(EMPTY)

    def hide(self) -> Step:
        self.next = None
        return self.session.add(EMPTY)


@pytest.fixture
def corners(monkeypatch: pytest.MonkeyPatch) -> Corners:
    return Corners(monkeypatch)


def test_what_is_wrong_with_a_picture_is_said(corners: Corners) -> None:
    step = corners.hide()
    assert (step.accepted, step.why, step.hint.key) == (False, Why.NO_SHEET, "filming.hint.show")
    assert step.progress == 0
    assert corners.show(FRONT).accepted
    assert corners.show(FRONT).why is Why.SAME
    step = corners.show(replace(FRONT, tvec=(2.0, -4.5, 14.0)), edge_px=5.0)
    assert (step.why, step.hint.key) == (Why.BLURRED, "filming.hint.light")
    step = corners.show(replace(FRONT, tvec=(8.0, -4.5, 14.0)))
    assert step.why is Why.FEW_CORNERS
    assert step.views == 1
    assert len(corners.session.views) == 1


def test_a_row_of_corners_is_too_little(corners: Corners) -> None:
    whole = see(CAMERA, FRONT, corners.rng)
    corners.next = whole.only(whole.ids % 6 < 2)
    step = corners.session.add(EMPTY)
    assert len(step.corners) == 16
    assert step.why is Why.FEW_CORNERS


def test_the_sharper_of_two_alike_is_kept(corners: Corners) -> None:
    corners.show(FRONT, edge_px=3.5)
    assert corners.show(FRONT, edge_px=2.4).accepted
    assert corners.show(FRONT, edge_px=3.0).why is Why.SAME
    assert [view.edge_px for view in corners.session.views] == [2.4]


def test_a_sheet_in_motion_is_not_taken_from_a_film(monkeypatch: pytest.MonkeyPatch) -> None:
    corners = Corners(monkeypatch, is_film=True)
    corners.show(FRONT)
    moved = replace(FRONT, tvec=(-2.5, -4.5, 14.0))
    step = corners.show(moved)
    assert (step.why, step.hint.key) == (Why.MOVING, "filming.hint.still")
    assert corners.show(moved).accepted
    assert corners.session.views[-1].speed_px is not None
    assert corners.session.views[-1].speed_px < 1
    # Photographs are taken one by one: there nothing has moved.
    corners = Corners(monkeypatch)
    corners.show(FRONT)
    assert corners.show(moved).accepted


def test_the_stiller_of_two_alike_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    corners = Corners(monkeypatch, is_film=True)
    for x in (-3.5, -3.45, -3.44):
        corners.show(replace(FRONT, tvec=(x, -4.5, 14.0)))
    (kept,) = corners.session.views
    assert kept.speed_px == pytest.approx(0.01 * CAMERA.fx / 14, abs=0.3)


def test_memory_is_bounded_and_different_views_stay(corners: Corners) -> None:
    rng = np.random.default_rng(1)
    far = [replace(FRONT, tvec=(x, y, 24.0)) for x in (-10.0, 3.0) for y in (-9.0, 0.0)]
    for shot in far:
        assert corners.show(shot).accepted
    for shot in hand_held(CAMERA, rng, 150):
        step = corners.show(shot)
        assert step.views <= corners.session.settings.most_views
    kept = [view.pixels.mean(axis=0) for view in corners.session.views]
    for shot in far:
        middle = see(CAMERA, shot, rng).pixels.mean(axis=0)
        assert min(np.linalg.norm(middle - each) for each in kept) < 60
    assert corners.session.finish().camera.fx == pytest.approx(CAMERA.fx, rel=0.005)


def test_hints_lead_to_the_end(corners: Corners) -> None:
    """Whoever does what is said next is done before long, and everything was asked for."""
    asked = set()
    step = corners.hide()
    places = {"upper": -2.9, "lower": 2.9, "left": -4.0, "right": 4.0, "middle": 0.0}
    middle, turn, away = np.zeros(2), np.zeros(3), 24.0
    for _ in range(80):
        if step.ready:
            break
        asked.add(step.hint.key)
        if step.hint.key == "filming.hint.closer":
            away -= 2.0
        elif step.hint.key == "filming.hint.tilt":
            side = step.hint.params["side"].key.split(".")[-1]
            axis = {"left": (0, -1, 0), "right": (0, 1, 0), "upper": (1, 0, 0), "lower": (-1, 0, 0)}[side]
            turn = np.array(axis) * corners.rng.uniform(0.4, 0.6)
        elif step.hint.key == "filming.hint.other":
            middle, turn = corners.rng.uniform(-3, 3, 2), corners.rng.normal(0, 0.3, 3)
        elif step.hint.key == "filming.hint.zone":
            words = step.hint.params["where"].key.split(".")[-1].split("_")
            middle = np.array([sum(places[w] for w in words if w in ("left", "right")), 0.0])
            middle[1] = sum(places[w] for w in words if w in ("upper", "lower"))
            turn = turn + corners.rng.normal(0, 0.1, 3)
        at = np.array([*middle * away / 14, away]) - cv2.Rodrigues(turn)[0] @ [3.5, 4.5, 0]
        step = corners.show(replace(FRONT, rvec=tuple(turn), tvec=tuple(at)))
    assert step.ready
    assert step.progress == 1
    assert step.hint.key == "filming.hint.ready"
    assert {"filming.hint.show", "filming.hint.closer", "filming.hint.tilt", "filming.hint.zone"} <= asked
    assert corners.session.finish().focal_error <= 0.005


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_step_can_be_shown_on_a_page(corners: Corners, language: str) -> None:
    said = corners.show(FRONT).to_json(language)
    assert said["accepted"] is True
    assert (said["why"], said["message"]) == (None, None)
    assert (len(said["coverage"]), len(said["coverage"][0])) == (6, 8)
    assert sum(map(sum, said["coverage"])) == len(said["corners"]) == 48
    assert said["hint"].endswith(".")
    assert "{" not in said["hint"]
    assert corners.show(FRONT).to_json(language)["why"] == "same"


def test_a_picture_of_another_size_is_left_out(corners: Corners) -> None:
    rng = np.random.default_rng(3)
    for number, shot in enumerate(hand_held(CAMERA, rng, 14)):
        corners.show(shot)
        if number == 5:
            step = corners.session.add(np.zeros((640, 480, 3), np.uint8))
            assert step.why is Why.SIZE
            assert step.said is not None
            assert step.said.params == {"size": "480x640", "usual": "640x480"}
    assert corners.session.finish().camera.size == SIZE


def refusal(session: CameraSession) -> Refused:
    with pytest.raises(Refused) as refused:
        session.finish()
    assert refused.value.advice is not None
    return refused.value


def test_pictures_of_two_sizes_are_refused(corners: Corners) -> None:
    rng = np.random.default_rng(3)
    for shot in hand_held(CAMERA, rng, 12):
        corners.show(shot)
        corners.session.add(np.zeros((640, 480, 3), np.uint8))
    assert "640x480, 480x640" in str(refusal(corners.session))


def test_nothing_seen_is_refused(corners: Corners) -> None:
    for _ in range(7):
        corners.hide()
    assert str(refusal(corners.session)) == "The sheet was not seen in any of 7 pictures."
    assert refusal(CameraSession()).message.key == "filming.none"


def test_always_the_same_is_refused(corners: Corners) -> None:
    for _ in range(40):
        corners.show(replace(FRONT, rvec=(0.3, 0.2, 0.0)))
    assert refusal(corners.session).message.key == "filming.alike"


def test_always_straight_on_is_refused(corners: Corners) -> None:
    for shot in straight_on(CAMERA, np.random.default_rng(2), 30):
        corners.show(shot)
    assert refusal(corners.session).message.key == "filming.straight"


def test_always_blurred_is_refused(corners: Corners) -> None:
    for shot in hand_held(CAMERA, np.random.default_rng(2), 20):
        assert not corners.show(shot, edge_px=6.0).accepted
    assert str(refusal(corners.session)).startswith("Only 0 of ")


def test_more_can_be_filmed_after_a_refusal(corners: Corners) -> None:
    shots = hand_held(CAMERA, np.random.default_rng(2), 16)
    for shot in shots[:4]:
        corners.show(shot)
    refusal(corners.session)
    for shot in shots[4:]:
        corners.show(shot)
    assert corners.session.finish().views >= 10
