"""Boards drawn flat and seen through a camera, for tests that need no photographs."""

from collections.abc import Callable
from functools import cache, lru_cache

import cv2
import numpy as np
import pytest

from calibration.arrays import Image
from calibration.camera import Camera
from calibration.physical_set import PhysicalSet
from calibration.pose import Pose

SET = PhysicalSet.in_proportion(31.0, board_side=305.0)
SIZE = (1280, 720)
WOOD, TABLE = (120, 165, 205), (70, 80, 75)
SCALE = 4  # texture pixels for a millimetre


@cache
def texture(kind: str) -> Image:
    """A top face: "5", "9" (dots), "lines9", "go19", "go13", "chess", "bare"."""
    side = round(SET.board_side * SCALE)
    face = np.full((side, side, 3), WOOD, np.uint8)
    centre = side / 2
    ink = (60, 85, 105)

    def lines(count: int, pitch_mm: float) -> None:
        at = [round(centre + (i - (count - 1) / 2) * pitch_mm * SCALE) for i in range(count)]
        for q in at:
            cv2.line(face, (at[0], q), (at[-1], q), ink, 4)
            cv2.line(face, (q, at[0]), (q, at[-1]), ink, 4)

    if kind in ("5", "9"):
        count, pitch = int(kind), SET.pitch(int(kind))
        for x in range(count):
            for y in range(count):
                spot = [round(centre + (v - (count - 1) / 2) * pitch * SCALE) for v in (x, y)]
                cv2.circle(face, tuple(spot), round(2.4 * SCALE), ink, -1, cv2.LINE_AA)
    elif kind == "lines9":
        lines(9, SET.pitch_9)
    elif kind == "lines5":
        lines(5, 2 * SET.pitch_9)
    elif kind == "go19":
        lines(19, SET.board_side / 19.6)
    elif kind == "go13":
        lines(13, SET.board_side / 13.6)
    elif kind == "chess":
        cell = SET.board_side / 9.8 * SCALE
        for x in range(8):
            for y in range(8):
                if (x + y) % 2:
                    a = [round(centre + (v - 4) * cell) for v in (x, y)]
                    b = [round(centre + (v - 3) * cell) for v in (x, y)]
                    cv2.rectangle(face, tuple(a), tuple(b), (45, 60, 80), -1)
    return face


@lru_cache(maxsize=32)
def photograph(kind: str, pose: Pose, seed: int = 0) -> Image:
    """A top face on a table, without thickness, with noise and a little blur."""
    rng = np.random.default_rng(seed)
    face = texture(kind)
    width, height = pose.camera.size
    u, v = np.meshgrid(np.arange(width, dtype=np.float64), np.arange(height, dtype=np.float64))
    pixels = np.stack([u.ravel(), v.ravel()], axis=1).reshape(-1, 1, 2)
    rays = cv2.undistortPoints(pixels, pose.camera.matrix, np.array(pose.camera.dist)).reshape(-1, 2)
    rays = np.concatenate([rays, np.ones((len(rays), 1))], axis=1) @ pose.rotation
    eye = pose.eye_mm
    reach = -eye[2] / rays[:, 2]
    x, y = (eye[:2] + reach[:, None] * rays[:, :2]).T
    half = SET.board_side / 2
    columns = ((x + half) * SCALE - 0.5).reshape(height, width).astype(np.float32)
    rows = ((half - y) * SCALE - 0.5).reshape(height, width).astype(np.float32)
    # The texture is finer than the picture: blurred first, or its lines would alias.
    seen = cv2.remap(
        cv2.GaussianBlur(face, (0, 0), 1.5),
        columns,
        rows,
        cv2.INTER_LINEAR,
        borderValue=TABLE,
        borderMode=cv2.BORDER_CONSTANT,
    )
    noisy = cv2.GaussianBlur(seen, (0, 0), 0.6).astype(np.float32) + rng.normal(0, 2.0, seen.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def looking(elevation_deg: float, yaw_deg: float = 8.0, distance_mm: float = 560.0, k1: float = -0.06) -> Pose:
    """A camera that looks at the middle of the board."""
    e, a = np.radians(elevation_deg), np.radians(-90 + yaw_deg)
    eye = distance_mm * np.array([np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)])
    forward = -eye / np.linalg.norm(eye)
    right = np.cross(forward, [0, 0, 1.0])
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(forward, right), forward])
    rvec = cv2.Rodrigues(rotation)[0].ravel()
    tvec = -rotation @ eye
    camera = Camera.simple(1010.0, SIZE, k1)
    return Pose(camera, tuple(map(float, rvec)), tuple(map(float, tvec)))


@pytest.fixture
def physical_set() -> PhysicalSet:
    return SET


@pytest.fixture
def camera_at() -> Callable[..., Pose]:
    return looking


@pytest.fixture
def draw() -> Callable[..., Image]:
    return photograph
