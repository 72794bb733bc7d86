"""Photographs spoilt in one way and by a known amount, in linear light, as bad light and bad cameras do."""

from __future__ import annotations

import math

import cv2
import numpy as np

from calibration.arrays import Float
from vision.photograph import Picture

QUALITY = 88


def _linear(image: Picture) -> Float:
    level = image.astype(np.float32) / 255
    return np.where(level <= 0.04045, level / 12.92, ((level + 0.055) / 1.055) ** 2.4).astype(np.float32)


def _picture(light: Float) -> Picture:
    """As a webcam sends it, compressed."""
    light = np.clip(light, 0, 1)
    level = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    data = cv2.imencode(".jpg", (255 * level + 0.5).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)


def exposed(image: Picture, factor: float, noise: float = 0.012) -> Picture:
    """With so many times the light; the noise is that of counting it."""
    light = _linear(image) * np.float32(factor)
    grain = np.random.default_rng(0).standard_normal(light.shape, dtype=np.float32)
    return _picture(light + np.float32(noise) * np.sqrt(np.clip(light, 0.01, 1)) * grain)


def grainy(image: Picture, noise: float) -> Picture:
    return exposed(image, 0.5, noise)


def blurred(image: Picture, sigma_px: float) -> Picture:
    return _picture(np.asarray(cv2.GaussianBlur(_linear(image), (0, 0), sigma_px), dtype=np.float32))


def smeared(image: Picture, length_px: float, direction_deg: float = 30.0) -> Picture:
    """Moved evenly while it was taken."""
    reach = math.ceil(length_px / 2) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    du, dv = math.cos(math.radians(direction_deg)), -math.sin(math.radians(direction_deg))
    fine = np.linspace(-length_px / 2, length_px / 2, 16 * reach)
    for way in fine:
        u, v = reach + du * way, reach + dv * way
        left, upper = math.floor(u), math.floor(v)
        for i, j in ((0, 0), (0, 1), (1, 0), (1, 1)):
            kernel[upper + i, left + j] += (1 - abs(v - upper - i)) * (1 - abs(u - left - j))
    return _picture(np.asarray(cv2.filter2D(_linear(image), -1, kernel / kernel.sum()), dtype=np.float32))


def smaller(image: Picture, factor: float) -> Picture:
    return np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def tinted(image: Picture, red_log: float, blue_log: float) -> Picture:
    """Another white balance, as bright as before."""
    light = _linear(image)
    cast = light * np.exp(np.array([blue_log, 0.0, red_log], dtype=np.float32))
    return _picture(cast * (light.mean() / cast.mean()))


def shaded(image: Picture, left_of_light: float, through: tuple[float, float], softness_px: float = 6.0) -> Picture:
    """A shadow over what is to the lower right of a line through a point."""
    v, u = np.mgrid[: image.shape[0], : image.shape[1]].astype(np.float32)
    beyond = 0.8 * (u - np.float32(through[0])) + 0.6 * (v - np.float32(through[1]))
    share = 1 / (1 + np.exp(-np.clip(beyond / np.float32(softness_px), -30, 30)))
    return _picture(_linear(image) * (1 - np.float32(1 - left_of_light) * share)[..., None])


def mirrored(image: Picture, lamp: float, at: tuple[float, float], sigma_px: float) -> Picture:
    """A lamp that is mirrored at a place: white light added to whatever is there."""
    v, u = np.mgrid[: image.shape[0], : image.shape[1]].astype(np.float32)
    away = ((u - np.float32(at[0])) ** 2 + (v - np.float32(at[1])) ** 2) / np.float32(2 * sigma_px**2)
    return _picture(_linear(image) + np.float32(lamp) * np.exp(-away)[..., None])
