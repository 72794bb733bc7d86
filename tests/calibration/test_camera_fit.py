"""Known cameras recovered from corners of the sheet, and views that determine nothing refused with the reason."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.camera import Camera
from calibration.camera_fit import CameraFit, bow_of, coverage, covered, fields_of_view, fit_camera
from calibration.charuco import SheetView
from calibration.refused import Refused
from tests.calibration.filming import Shot, hand_held, in_motion, see, some_camera, straight_on

SIZE = (1280, 720)
CAMERA = Camera(1010.0, 1012.0, 652.0, 349.0, (-0.12, 0.04, 0.0008, -0.0005), SIZE)


def views_of(shots: list[Shot], seed: int = 0, noise_px: float = 0.1, camera: Camera = CAMERA) -> list[SheetView]:
    rng = np.random.default_rng(seed)
    views = [see(camera, shot, rng, noise_px) for shot in shots]
    return [view for view in views if len(view.ids) >= 12]


def off_by(fit: CameraFit, camera: Camera) -> float:
    """How wrong the focal length is, in standard errors as they are printed."""
    found = fit.measured.camera
    wrong = max(abs(found.fx / camera.fx - 1), abs(found.fy / camera.fy - 1))
    return wrong / fit.measured.focal_error


def test_a_known_camera_is_recovered() -> None:
    rng = np.random.default_rng(3)
    fit = fit_camera(views_of(hand_held(CAMERA, rng, 20)), SIZE)
    found, quality = fit.measured.camera, fit.measured
    assert found.fx == pytest.approx(CAMERA.fx, rel=0.002)
    assert found.fy == pytest.approx(CAMERA.fy, rel=0.002)
    assert (found.cx, found.cy) == pytest.approx((CAMERA.cx, CAMERA.cy), abs=3)
    assert found.dist == pytest.approx(CAMERA.dist, abs=0.012)
    assert found.dist[0] == pytest.approx(-0.12, abs=0.005)
    assert found.size == SIZE
    assert quality.way == "sheet"
    assert quality.rms_px == pytest.approx(0.14, abs=0.03)
    assert quality.rms_px < quality.worst_px < 0.6
    assert quality.views == 20
    assert quality.outliers < 0.01
    assert 0.6 < quality.coverage <= 1
    assert 0.0002 < quality.focal_error < 0.003
    assert fit.bow < 0.01
    assert fit.tilt_deg > 30


@pytest.mark.parametrize("size", [(1280, 720), (640, 480)])
def test_standard_errors_are_honest(size: tuple[int, int]) -> None:
    """Of a number of cameras about two thirds are within one standard error, and none is far outside."""
    wrong = []
    for seed in range(8):
        rng = np.random.default_rng(seed)
        camera = some_camera(rng, size)
        shots = [in_motion(shot, rng, float(rng.uniform(0, 1.5))) for shot in hand_held(camera, rng, 14)]
        fit = fit_camera(views_of(shots, seed, camera=camera), size)
        wrong.append(off_by(fit, camera))
        assert wrong[-1] * fit.measured.focal_error < 0.005
    assert sum(each < 1 for each in wrong) >= 5
    assert max(wrong) < 3


@pytest.mark.parametrize("bend", [0.04, 0.2])
def test_a_bent_sheet_is_measured_and_allowed_for(bend: float) -> None:
    """A millimetre on A4, of which OpenCV would make 1 %, and five."""
    rng = np.random.default_rng(5)
    shots = [replace(shot, bend=bend + 0.01 * rng.normal()) for shot in hand_held(CAMERA, rng, 16)]
    fit = fit_camera(views_of(shots), SIZE)
    assert fit.measured.camera.fx == pytest.approx(CAMERA.fx, rel=0.003)
    assert fit.bow == pytest.approx(bend * (7 / 9) ** 2, rel=0.3)


def test_a_sheet_bent_too_much_is_refused() -> None:
    rng = np.random.default_rng(5)
    shots = [replace(shot, bend=1.2) for shot in hand_held(CAMERA, rng, 16)]
    with pytest.raises(Refused, match="bent by about") as refused:
        fit_camera(views_of(shots), SIZE)
    assert refused.value.advice is not None
    assert refused.value.advice.key == "filming.advice.flat"


def test_a_sheet_that_is_bent_otherwise_each_time_is_refused() -> None:
    rng = np.random.default_rng(5)
    shots = [replace(shot, bend=float(rng.normal(0, 1.5))) for shot in hand_held(CAMERA, rng, 16)]
    with pytest.raises(Refused, match=r"fit together|bent by") as refused:
        fit_camera(views_of(shots), SIZE)
    assert refused.value.advice is not None
    assert refused.value.advice.key == "filming.advice.flat"


def test_wrong_corners_are_left_out() -> None:
    rng = np.random.default_rng(7)
    views = views_of(hand_held(CAMERA, rng, 16))
    for view in views[::2]:
        view.pixels[rng.integers(0, len(view.ids), 2)] += rng.choice([-6, 6], (2, 2))
    fit = fit_camera(views, SIZE)
    assert 0.01 < fit.measured.outliers < 0.06
    assert len(fit.left_out) == round(fit.measured.outliers * sum(len(view.ids) for view in views))
    assert len(fit.pixels) == len(fit.residuals)
    assert fit.measured.worst_px < 1
    assert fit.measured.camera.fx == pytest.approx(CAMERA.fx, rel=0.003)


def test_a_wrong_view_is_left_out() -> None:
    rng = np.random.default_rng(8)
    views = views_of(hand_held(CAMERA, rng, 14))
    wild = views[3]
    views[3] = replace(wild, pixels=wild.pixels + rng.normal(0, 4, wild.pixels.shape))
    fit = fit_camera(views, SIZE)
    assert fit.measured.views == len(views) - 1
    assert fit.measured.camera.fx == pytest.approx(CAMERA.fx, rel=0.003)


def test_views_that_contradict_each_other_are_refused() -> None:
    rng = np.random.default_rng(9)
    other = replace(CAMERA, fx=700.0, fy=700.0)
    views = views_of(hand_held(CAMERA, rng, 8)) + views_of(hand_held(other, rng, 8), camera=other)
    with pytest.raises(Refused, match=r"fit together|determine"):
        fit_camera(views, SIZE)


def test_noise_everywhere_is_refused() -> None:
    rng = np.random.default_rng(9)
    with pytest.raises(Refused, match=r"fit together to 1\.\d+ pixels only, not to 0\.90") as refused:
        fit_camera(views_of(hand_held(CAMERA, rng, 16), noise_px=1.2), SIZE)
    assert refused.value.advice is not None


def test_straight_on_is_refused() -> None:
    rng = np.random.default_rng(1)
    with pytest.raises(Refused, match="straight on") as refused:
        fit_camera(views_of(straight_on(CAMERA, rng, 16)), SIZE)
    assert refused.value.advice is not None
    assert refused.value.advice.key == "filming.advice.tilt"


def test_always_tilted_to_the_same_side_is_refused() -> None:
    """A sheet that lies on the table and is only pushed around under a fixed camera."""
    rng = np.random.default_rng(2)
    tilted = hand_held(CAMERA, rng, 1, (15.0, 15.0))[0]
    shots = [replace(tilted, tvec=(x, y, z)) for x in (-9, -6, -3, 0) for y in (-8, -4, -1) for z in (14.0, 20.0)]
    with pytest.raises(Refused, match="do not determine the focal length"):
        fit_camera(views_of(shots), SIZE)


def test_few_views_are_refused() -> None:
    rng = np.random.default_rng(1)
    with pytest.raises(Refused, match="only 4 different views"):
        fit_camera(views_of(hand_held(CAMERA, rng, 4)), SIZE)


def test_a_corner_of_the_picture_is_not_enough() -> None:
    rng = np.random.default_rng(1)
    shots = [replace(shot, tvec=(-10 + rng.normal(), -9 + rng.normal(), 25.0)) for shot in hand_held(CAMERA, rng, 12)]
    with pytest.raises(Refused, match=r"seen in \d+ % of the picture") as refused:
        fit_camera(views_of(shots), SIZE)
    assert refused.value.advice is not None
    assert refused.value.advice.key == "filming.advice.coverage"


def test_terms_that_are_not_determined_stay_small() -> None:
    """Few views from the middle of the picture: k2 and the tangential terms follow no noise."""
    rng = np.random.default_rng(4)
    plain = Camera.simple(1000.0, SIZE, -0.05)
    fit = fit_camera(views_of(hand_held(plain, rng, 7), noise_px=0.3, camera=plain), SIZE)
    k1, k2, p1, p2 = fit.measured.camera.dist
    assert k1 == pytest.approx(-0.05, abs=0.03)
    assert abs(k2) < 0.1
    assert abs(p1) < 0.003
    assert abs(p2) < 0.003


def test_how_wide_a_camera_sees() -> None:
    assert fields_of_view(Camera.simple(500.0, (1000, 1000))) == pytest.approx((90.0, 90.0), abs=0.1)
    assert fields_of_view(Camera.simple(500.0, (1000, 500), k1=-0.1))[0] == pytest.approx(98.1, abs=0.3)


def test_cells_of_the_picture() -> None:
    counts = covered(np.array([[-0.5, -0.5], [1279.4, 719.4], [1279.0, 719.0], [0.0, 719.0]]), SIZE)
    assert counts.shape == (6, 8)
    assert (counts[0, 0], counts[5, 7], counts[5, 0], counts.sum()) == (1, 2, 1, 4)
    assert coverage(counts) == pytest.approx(3 / 48)


def test_a_tilt_is_no_bow() -> None:
    assert bow_of(np.zeros(3)) == 0
    assert bow_of(np.array([0.0, 0.0, 0.1])) == pytest.approx(0.1 * (7 / 9) ** 2, rel=0.05)
    assert bow_of(np.array([0.0, 0.0, -0.1])) == bow_of(np.array([0.0, 0.0, 0.1]))


def test_the_result_as_json() -> None:
    rng = np.random.default_rng(3)
    said = fit_camera(views_of(hand_held(CAMERA, rng, 12)), SIZE).to_json()
    assert set(said) == {"matrix", "dist", "size", "quality", "fov_deg", "bow", "tilt_deg"}
    assert Camera.from_json(said).fx == pytest.approx(CAMERA.fx, rel=0.003)


@pytest.mark.parametrize("kind", ["anywhere", "one point", "one line", "shuffled"])
def test_corners_of_no_sheet_are_refused(kind: str) -> None:
    rng = np.random.default_rng(6)
    views = []
    for view in views_of(hand_held(CAMERA, rng, 8)):
        pixels = {
            "anywhere": rng.uniform(0, 700, view.pixels.shape),
            "one point": np.full(view.pixels.shape, 100.0),
            "one line": view.pixels * [1, 0] + [0, 300],
            "shuffled": rng.permutation(view.pixels),
        }[kind]
        views.append(replace(view, pixels=pixels))
    with pytest.raises(Refused):
        fit_camera(views, SIZE)
