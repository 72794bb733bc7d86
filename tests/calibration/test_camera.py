"""A camera's numbers: kept exactly, scaled with the picture, and refused where no camera has them."""

from typing import Any

import pytest

from calibration.camera import Camera
from words.message import InputError

MEASURED = {"matrix": [[1144.7, 0, 640.5], [0, 1143.2, 359.5], [0, 0, 1]], "dist": [-0.1, 0.02, 0.001, -0.002]}
CAMERA: dict[str, Any] = {**MEASURED, "size": [1280, 720]}


def test_there_and_back() -> None:
    made = Camera.from_json(CAMERA)
    assert (made.fx, made.cy, made.dist, made.size) == (1144.7, 359.5, (-0.1, 0.02, 0.001, -0.002), (1280, 720))
    assert Camera.from_json(made.to_json()) == made


def test_missing_distortion_is_none() -> None:
    assert Camera.from_json({**CAMERA, "dist": [-0.1]}).dist == (-0.1, 0.0, 0.0, 0.0)


def test_unknown_keys_are_ignored() -> None:
    assert Camera.from_json({**CAMERA, "rvec": [1, 2, 3], "name": "webcam"}) == Camera.from_json(CAMERA)


def test_a_smaller_picture_of_the_same_camera() -> None:
    half = Camera.from_json(CAMERA).at_size((640, 360))
    assert (half.fx, half.fy, half.cx, half.cy, half.size) == (572.35, 571.6, 320.0, 179.5, (640, 360))


def test_a_picture_of_another_shape_is_not_its_picture() -> None:
    with pytest.raises(InputError, match="pictures of 1280x720 pixels, this one has 640x480"):
        Camera.from_json(CAMERA).at_size((640, 480))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"matrix": [[1, 2], [3, 4]]}, "one to four in dist"),
        ({"matrix": [[1, 2], [3]]}, "matrix consists of numbers"),
        ({"matrix": [["1144", 0, 640], [0, 1143, 360], [0, 0, 1]]}, "matrix consists of numbers"),
        ({"matrix": [[10**400, 0, 640], [0, 1143, 360], [0, 0, 1]]}, "matrix consists of numbers"),
        ({"matrix": None}, "matrix consists of numbers"),
        ({"dist": []}, "one to four in dist"),
        ({"dist": [0, 0, 0, 0, 0]}, "one to four in dist"),
        ({"dist": [True]}, "dist consists of numbers"),
        ({"dist": [float("inf")]}, "dist consists of numbers"),
        ({"dist": {"k1": 1}}, "dist consists of numbers"),
        ({"dist": [99]}, "no camera has such numbers"),
        ({"size": [1280]}, "two in size"),
        ({"size": [0, 0]}, "no camera has such numbers"),
        ({"size": [12800, 7200]}, "no camera has such numbers"),
        ({"matrix": [[0, 0, 0], [0, 0, 0], [0, 0, 0]]}, "no camera has such numbers"),
    ],
)
def test_a_slip_is_named(change: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        Camera.from_json({**CAMERA, **change})


@pytest.mark.parametrize("key", ["matrix", "dist", "size"])
def test_everything_must_be_there(key: str) -> None:
    with pytest.raises(InputError, match=f"camera: the key {key} is missing"):
        Camera.from_json({k: v for k, v in CAMERA.items() if k != key})


@pytest.mark.parametrize("data", [None, [], "camera", 7])
def test_a_camera_is_an_object(data: Any) -> None:
    with pytest.raises(InputError, match="a camera is an object"):
        Camera.from_json(data)
