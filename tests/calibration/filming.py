"""Films of the camera's sheet whose camera is known: the sheet's own raster seen through a lens that bends."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array
from calibration.camera import Camera
from calibration.charuco import SheetView, corner_points
from calibration.sheet import SQUARES, board_raster

Rays = NDArray[np.float32]
Picture = NDArray[np.uint8]

MODULE_DOTS, SQUARE_DOTS = 16, 150
PAPER = 0.5
"""White paper around the board, in squares."""
FINE = 2
"""Rays along each side of a pixel."""
TREMOR = 0.02
"""How far a hand that stays in a place goes to and fro, in squares: half a millimetre on A4."""


@dataclass(frozen=True)
class Shot:
    """One picture: where the sheet is (in squares, seen from the camera), and what spoils it."""

    rvec: tuple[float, float, float]
    tvec: tuple[float, float, float]
    blur_px: float = 0.6
    moved_px: tuple[float, float] = (0.0, 0.0)
    """How far the sheet went while the shutter was open; rows are read out one after another in that time."""
    noise: float = 3.0
    bend: float = 0.0
    """How far the middle of the sheet stands out of its plane, in squares."""
    jpeg: int = 85


@cache
def _sheets() -> tuple[Picture, ...]:
    """The sheet with its white paper, each half as large as the one before."""
    pad = round(PAPER * SQUARE_DOTS)
    whole = np.pad(board_raster(MODULE_DOTS), pad, constant_values=255)
    sheets = [whole]
    while min(sheets[-1].shape) > 100:
        small = sheets[-1]
        size = (small.shape[1] // 2, small.shape[0] // 2)
        sheets.append(np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_AREA), dtype=np.uint8))
    return tuple(sheets)


@cache
def _rays(camera: Camera) -> Rays:
    """Where each fine pixel looks, (rows, columns, 2), the third coordinate being 1."""
    width, height = camera.size
    u = (np.arange(width * FINE) + 0.5) / FINE - 0.5
    v = (np.arange(height * FINE) + 0.5) / FINE - 0.5
    grid = np.stack(np.meshgrid(u, v), axis=-1).reshape(-1, 1, 2)
    stop = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 60, 1e-10)
    seen = cv2.undistortPoints(grid, camera.matrix, np.array(camera.dist), criteria=stop)
    return np.asarray(seen, dtype=np.float32).reshape(height * FINE, width * FINE, 2)


def shoot(camera: Camera, shot: Shot, rng: np.random.Generator) -> Picture:
    """The picture this camera takes, in blue, green and red."""
    picture = _table(camera.size, rng)
    left, top, right, bottom = _outline(camera, shot)
    if left < right and top < bottom:
        rays = _rays(camera)[top * FINE : bottom * FINE, left * FINE : right * FINE]
        paper, share = _paper(rays, shot, camera.fx)
        picture[top:bottom, left:right] *= 1 - share
        picture[top:bottom, left:right] += (25 + 0.8 * paper) * share
    return _spoil(picture * _light(camera.size, rng), shot, rng)


def _outline(camera: Camera, shot: Shot) -> tuple[int, int, int, int]:
    """The part of the picture in which the sheet is: left, top, right, bottom."""
    width, height = camera.size
    across, down = (np.linspace(-PAPER, side + PAPER, 9) for side in SQUARES)
    points = np.array([(x, y, z) for x in across for y in down for z in (0.0, shot.bend)])
    pixels, _ = cv2.projectPoints(
        points, np.array(shot.rvec), np.array(shot.tvec), camera.matrix, np.array(camera.dist)
    )
    low, high = pixels.reshape(-1, 2).min(axis=0) - 4, pixels.reshape(-1, 2).max(axis=0) + 4
    left, top = np.clip(low.astype(int), 0, camera.size)
    right, bottom = np.clip(high.astype(int), 0, (width, height))
    return int(left), int(top), int(right), int(bottom)


def _paper(rays: Rays, shot: Shot, focal_px: float) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What a part of the picture shows of the sheet, and how much of each pixel is sheet."""
    rotation = np.asarray(cv2.Rodrigues(np.array(shot.rvec))[0])
    eye = -rotation.T @ np.array(shot.tvec)
    back = rotation.T.astype(np.float32)
    way = [rays[..., 0] * row[0] + rays[..., 1] * row[1] + row[2] for row in back]
    half = np.array(SQUARES) / 2
    depth = np.zeros(rays.shape[:2], np.float32)
    for _ in range(1 if shot.bend == 0 else 6):
        far = (depth - np.float32(eye[2])) / way[2]
        x, y = np.float32(eye[0]) + far * way[0], np.float32(eye[1]) + far * way[1]
        if shot.bend:
            depth = np.float32(shot.bend) * (1 - np.clip((y - half[1]) / half[1], -1.2, 1.2) ** 2).astype(np.float32)
    # The sheet of which a dot is about as large as a fine pixel.
    dots = focal_px * FINE / np.linalg.norm(np.array(shot.tvec) + rotation @ [*half, 0.0])
    sheet = _sheets()[int(np.clip(np.log2(SQUARE_DOTS / dots), 0, len(_sheets()) - 1))]
    across, down = sheet.shape[1] / (SQUARES[0] + 2 * PAPER), sheet.shape[0] / (SQUARES[1] + 2 * PAPER)
    at = ((x + PAPER) * across - 0.5).astype(np.float32), ((y + PAPER) * down - 0.5).astype(np.float32)
    size = (rays.shape[1] // FINE, rays.shape[0] // FINE)
    made = []
    for each in (sheet, np.full_like(sheet, 255)):
        seen = cv2.remap(each, *at, cv2.INTER_LINEAR, borderValue=0)
        made.append(cv2.resize(seen, size, interpolation=cv2.INTER_AREA).astype(np.float32))
    return made[0], made[1] / 255


def _light(size: tuple[int, int], rng: np.random.Generator) -> NDArray[np.float32]:
    coarse = rng.uniform(0.6, 1.05, (2, 3)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, size, interpolation=cv2.INTER_CUBIC), dtype=np.float32)


def see(camera: Camera, shot: Shot, rng: np.random.Generator, noise_px: float = 0.1) -> SheetView:
    """The corners of the sheet that are in the picture, without drawing it; each a little off."""
    points = corner_points().copy()
    points[:, 2] = shot.bend * (1 - (points[:, 1] / (SQUARES[1] / 2) - 1) ** 2)
    pose = np.array(shot.rvec), np.array(shot.tvec)
    found = cv2.projectPoints(points, *pose, camera.matrix, np.array(camera.dist))[0].reshape(-1, 2)
    inside = ((found > 8) & (found < np.array(camera.size) - 8)).all(axis=1)
    found = found + (found[:, 1:] / camera.size[1] - 0.5) * np.array(shot.moved_px)
    return SheetView(np.flatnonzero(inside), (found + rng.normal(0, noise_px, found.shape))[inside], 2.5)


def _table(size: tuple[int, int], rng: np.random.Generator) -> NDArray[np.float32]:
    """Something with edges and grain."""
    grain = cv2.resize(rng.uniform(0.6, 1.4, (80, 9)).astype(np.float32), size, interpolation=cv2.INTER_LINEAR)
    blocks = cv2.resize(rng.uniform(0.5, 1.2, (5, 7)).astype(np.float32), size, interpolation=cv2.INTER_NEAREST)
    return np.asarray(110 * grain * blocks, dtype=np.float32)


def _spoil(picture: NDArray[np.float32], shot: Shot, rng: np.random.Generator) -> Picture:
    height, width = picture.shape[:2]
    moved = np.array(shot.moved_px)
    steps = int(np.ceil(np.abs(moved).max()))
    if steps:
        # The sheet goes on while the rows are read out, and smears while each row is exposed.
        rows = np.arange(height)[:, None] / height - 0.5
        u, v = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
        smeared = np.zeros_like(picture)
        parts = np.linspace(-0.25, 0.25, min(steps, 12) + 1)
        for part in parts:
            later = (rows + part).astype(np.float32)
            at = u - np.float32(moved[0]) * later, v - np.float32(moved[1]) * later
            smeared += cv2.remap(picture, *at, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        picture = smeared / len(parts)
    if shot.blur_px > 0:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), shot.blur_px), dtype=np.float32)
    picture = picture + shot.noise * rng.standard_normal((height, width), np.float32)
    # A warm light.
    made = cv2.merge([np.clip(picture * share + 0.5, 0, 255).astype(np.uint8) for share in (0.85, 1.0, 1.05)])
    data = cv2.imencode(".jpg", made, [cv2.IMWRITE_JPEG_QUALITY, shot.jpeg])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)


def some_camera(rng: np.random.Generator, size: tuple[int, int]) -> Camera:
    """A webcam as they come: 50 to 75 degrees wide, a little off its middle, bending a little."""
    focal = size[0] / 2 / np.tan(np.radians(rng.uniform(50, 75)) / 2)
    middle = np.array(size) / 2 - 0.5 + rng.normal(0, 0.012, 2) * size[0]
    k1 = rng.uniform(-0.15, 0.05)
    dist = (k1, float(-0.3 * k1 * rng.uniform(0, 1)), *map(float, rng.normal(0, 0.0008, 2)))
    return Camera(float(focal), float(focal * rng.normal(1, 0.001)), float(middle[0]), float(middle[1]), dist, size)


def hand_held(
    camera: Camera, rng: np.random.Generator, views: int, tilts_deg: tuple[float, float] = (5, 45)
) -> list[Shot]:
    """Views as a hand shows the sheet: here and there in the picture, near and far, tilted to all sides."""
    width, height = camera.size
    shots = []
    for number in range(views):
        share = rng.uniform(0.45, 1.0)
        """Of the picture's height that the sheet's longer side has."""
        away = SQUARES[1] * camera.fy / (share * height)
        # Around the picture, the middle now and then.
        spread = rng.uniform(0.15, 0.34) if number % 4 else 0.05
        around = number * 2.4 + rng.uniform(0, 0.6)
        at = (width * (0.5 + spread * np.cos(around)), height * (0.5 + spread * np.sin(around)))
        tilt = np.radians(rng.uniform(*tilts_deg))
        axis = rng.uniform(0, 2 * np.pi)
        spin = rng.choice([0.0, np.pi / 2]) + rng.normal(0, 0.3)
        rotation = (
            cv2.Rodrigues(np.array([np.cos(axis), np.sin(axis), 0.0]) * tilt)[0]
            @ cv2.Rodrigues(np.array([0.0, 0.0, spin]))[0]
        )
        shots.append(_at(camera, rotation, at, away))
    return shots


def _at(camera: Camera, rotation: Array, at_px: tuple[float, float], away: float) -> Shot:
    """The sheet's middle at a point of the picture, so far from the camera."""
    ray = np.array([(at_px[0] - camera.cx) / camera.fx, (at_px[1] - camera.cy) / camera.fy, 1.0])
    tvec = ray * away - rotation @ np.array([SQUARES[0] / 2, SQUARES[1] / 2, 0.0])
    rvec = cv2.Rodrigues(rotation)[0].ravel()
    return Shot(tuple(map(float, rvec)), tuple(map(float, tvec)))


def straight_on(camera: Camera, rng: np.random.Generator, views: int) -> list[Shot]:
    return hand_held(camera, rng, views, (0.0, 1.5))


def in_motion(shot: Shot, rng: np.random.Generator, speed_px: float) -> Shot:
    """The same view while the hand goes on to the next."""
    way = rng.uniform(0, 2 * np.pi)
    return replace(shot, moved_px=(float(speed_px * np.cos(way)), float(speed_px * np.sin(way))))


def film(camera: Camera, shots: list[Shot], rng: np.random.Generator, still: int = 3, between: int = 2) -> list[Shot]:
    """The hand goes from view to view; in each it stays for some pictures, trembling, on its way it smears."""
    made = []
    for shot, following in zip(shots, [*shots[1:], shots[-1]], strict=True):
        size, phase, way = rng.uniform(0, TREMOR), rng.uniform(0, 2 * np.pi), rng.normal(0, 1, 3)
        way /= np.linalg.norm(way)
        for time in range(still):
            # Eight times a second, and thirty pictures in it.
            place = np.array(shot.tvec) + way * size * np.sin(phase + 1.7 * time)
            moved = way[:2] * size * 1.7 * np.cos(phase + 1.7 * time) * camera.fx / shot.tvec[2]
            made.append(replace(shot, tvec=_three(place), moved_px=(float(moved[0]), float(moved[1]))))
        for part in np.arange(1, between + 1) / (between + 1):
            turn = np.array(shot.rvec) * (1 - part) + np.array(following.rvec) * part
            place = np.array(shot.tvec) * (1 - part) + np.array(following.tvec) * part
            way = (np.array(following.tvec) - np.array(shot.tvec))[:2] * camera.fx / place[2] / (between + 1)
            speed = min(1.0, 30 / max(1.0, float(np.abs(way).max())))
            moved = (float(way[0] * speed), float(way[1] * speed))
            made.append(replace(shot, rvec=_three(turn), tvec=_three(place), moved_px=moved))
    return made


def _three(values: Array) -> tuple[float, float, float]:
    return float(values[0]), float(values[1]), float(values[2])
