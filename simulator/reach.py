"""A hand put into a picture that has been drawn already: quick enough for every frame of a film."""

from __future__ import annotations

import cv2
import numpy as np

from simulator.draw import FINER, NEAREST_MM, SIDE_OF_SKY, Drawn, Eye
from simulator.expose import Picture, expose
from simulator.look import Look
from simulator.raster import SHIFT, Array, FaceImage, FloatImage, pinhole_planes
from simulator.shapes import Faces
from simulator.window import Window, window_around

# Around the hand, so that blurring its edge has something to go by.
MARGIN_PX = 12
# Shadows are soft: they are drawn this many times coarser.
SHADOW_COARSER = 4
SHADOW_BLUR_PX = 2.0
"""Of the coarse picture's pixels."""
UNDER_HAND = 0.35
"""How much of the light from all around a hand takes away right below it."""


def picture_with_hand(drawn: Drawn, clean: Picture, faces: Faces, look: Look) -> Picture:
    """`clean`, the picture exposed from `drawn` without noise, with the faces of a hand in it.

    The hand is in the light of its table and throws a shadow onto the board, but not onto each piece by itself.
    """
    normals = faces.normals()
    lamp = _dropped(faces, look.lamp_direction, drawn.eye)
    below = _dropped(faces, np.array([0.0, 0.0, 1.0]), drawn.eye)
    height, width = drawn.light.shape[1:]
    everything = np.concatenate([_pixels(faces.corners, drawn.eye), lamp, below])
    window = window_around(everything, (width, height), MARGIN_PX)
    if window is None:
        return clean
    rows, columns = window.slices
    light = drawn.light[:, rows, columns].copy()
    towards_lamp = normals @ look.lamp_direction > 0
    share = look.light.share
    light *= 1 - np.float32(share) * _shadow(lamp[towards_lamp], window)
    light *= 1 - np.float32(UNDER_HAND * (1 - share)) * _shadow(below[normals[:, 2] > 0], window)
    _paint(light, faces, normals, look, _seen(drawn, window, faces, normals))
    size = (clean.shape[1], clean.shape[0])
    if drawn.bend.u is not None:
        whole = drawn.light.copy()
        whole[:, rows, columns] = light
        return expose(whole, drawn.bend, look, size, None)
    made = clean.copy()
    made[rows, columns] = expose(light, drawn.bend, look, size, None, (window.u0, window.v0))
    return made


def _pixels(corners_mm: Array, eye: Eye) -> Array:
    """Where corners are in the final picture; far outside for what is behind the camera."""
    projected = (corners_mm @ eye.rotation.T + eye.tvec) @ eye.matrix.T
    return np.asarray(projected[..., :2] / np.maximum(projected[..., 2:], 1.0) / FINER)


def _dropped(faces: Faces, direction: Array, eye: Eye) -> Array:
    """Where the shadow of each face falls on the board, in pixels."""
    heights = np.maximum(faces.corners[..., 2:], 0.0)
    return _pixels(faces.corners - heights * direction / direction[2], eye)


def _shadow(polygons_px: Array, window: Window) -> FloatImage:
    """How much of each of the window's pixels lies in the shadow."""
    width, height = window.size
    coarse = np.zeros((height // SHADOW_COARSER + 1, width // SHADOW_COARSER + 1), np.float32)
    shifted = (polygons_px - (window.u0, window.v0)) / SHADOW_COARSER
    for polygon in np.clip(np.round(shifted), -9999, 9999).astype(np.int32):
        cv2.fillConvexPoly(coarse, polygon, 1.0)
    soft = cv2.GaussianBlur(coarse, (0, 0), SHADOW_BLUR_PX)
    return np.asarray(cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR), dtype=np.float32)


def _seen(drawn: Drawn, window: Window, faces: Faces, normals: Array) -> FaceImage:
    """Which of the hand's faces each fine pixel of the window shows, counted from 1; 0 where something is nearer."""
    fine = window.finer(FINER)
    there = drawn.nearness[fine.slices]
    corners, facing = faces.corners @ drawn.eye.rotation.T + drawn.eye.tvec, normals @ drawn.eye.rotation.T
    towards = np.einsum("ni,ni->n", facing, corners[:, 0]) < 0
    kept = np.flatnonzero(towards & (corners[..., 2].min(axis=1) > NEAREST_MM))
    matrix = drawn.eye.matrix
    projected = corners[kept] @ matrix.T
    pixels = projected[..., :2] / projected[..., 2:] - (fine.u0, fine.v0)
    polygons = np.round(pixels * (1 << SHIFT)).astype(np.int32)
    face = np.zeros(there.shape, np.uint16)
    # What is nearer is painted later: among the parts of a hand that is good enough, and much quicker than asking.
    for i in np.argsort(-corners[kept][..., 2].mean(axis=1)):
        cv2.fillConvexPoly(face, polygons[i], int(kept[i]) + 1, cv2.LINE_8, SHIFT)
    # Towers may stand in front of it, though.
    a, b, c = np.zeros((3, len(faces.corners) + 1), np.float32)
    a[kept + 1], b[kept + 1], c[kept + 1] = pinhole_planes(corners[kept], facing[kept], matrix).T
    v, u = np.nonzero(face)
    number = face[v, u]
    across, down = (u + fine.u0).astype(np.float32), (v + fine.v0).astype(np.float32)
    hidden = a[number] * across + b[number] * down + c[number] < there[v, u]
    face[v[hidden], u[hidden]] = 0
    return face


def _paint(light: FloatImage, faces: Faces, normals: Array, look: Look, face: FaceImage) -> None:
    """The hand over what was there, each pixel the mean of its fine ones."""
    share = look.light.share
    around = (1 - share) * (SIDE_OF_SKY + (1 - SIDE_OF_SKY) * normals[:, 2:])
    lamp = share * np.maximum(normals @ look.lamp_direction, 0)[:, None] / look.lamp_direction[2]
    colours = np.concatenate([np.zeros((1, 3)), faces.colours * (around + lamp)]).astype(np.float32)
    parts = [face[i::FINER, j::FINER] for i in range(FINER) for j in range(FINER)]
    there = np.flatnonzero(np.maximum.reduce(parts))
    numbers = [part.ravel()[there].astype(np.intp) for part in parts]
    left = sum((number == 0).astype(np.float32) for number in numbers) / np.float32(len(parts))
    for i in range(3):
        channel = light[i].ravel()
        channel[there] *= left
        channel[there] += sum(colours[:, i].take(number) for number in numbers) / np.float32(len(parts))
        light[i] = channel.reshape(light[i].shape)
