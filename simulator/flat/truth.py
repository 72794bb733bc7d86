"""What a picture of Anti-Blok's table shows, for whoever wants to compare."""

from __future__ import annotations

from typing import Any

from calibration.pose import Pose
from simulator.flat.card_set import CardSet
from simulator.flat.draw import Laid, visible_px
from simulator.hand import Hand
from simulator.look import Look


def truth_json(
    image: str, laid: Laid, made: CardSet, viewpoint: Pose, look: Look, seed: int, hand: Hand | None = None
) -> dict[str, Any]:
    """Position and die, the playing square's corners, set and camera, and how much of each card and block one sees."""
    return {
        "image": image,
        **laid.position.to_json(),
        "die": laid.face,
        "corners": [[round(float(u), 2), round(float(v), 2)] for u, v in viewpoint.project(made.playing_corners)],
        "visible_px": dict(visible_px(laid, made, viewpoint, look, seed, hand)),
        "set": made.to_json(),
        "camera": viewpoint.camera.to_json(),
        "pose": {"rvec": list(viewpoint.rvec), "tvec": list(viewpoint.tvec)},
    }
