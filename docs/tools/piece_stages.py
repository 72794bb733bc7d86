"""Pictures of how the pieces are read: the colours relative to wood, the labels, the explanation, the doubts."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from docs.tools.board_stages import AMBER, GREEN, RED, WHITE, dimmed, stroke
from referee.tactori.board import COLOURS
from vision.photograph import Picture
from vision.tactori.colours import behind_evidence
from vision.tactori.doubt import Judged
from vision.tactori.first_look import first_evidence, first_paints
from vision.tactori.overlay import INKS
from vision.tactori.read import Pieces
from vision.tactori.scene import FAR, INNER, LEFT, NEAR, RIGHT, STICK_SIDE, STICK_TOP, TOP, Field
from vision.tactori.settings import ASK, ReaderSettings

FONT = cv2.FONT_HERSHEY_SIMPLEX
PAPER, INK = (250, 250, 250), (40, 40, 40)
WOOD_INK, TABLE_INK = (150, 195, 225), (110, 110, 110)
# How light each face is painted, so that one can tell them apart.
FACE_LIGHT = {TOP: 1.0, LEFT: 0.62, RIGHT: 0.62, NEAR: 0.78, FAR: 0.5, INNER: 0.4, STICK_TOP: 1.0, STICK_SIDE: 0.7}
# The colour plane: pixels across, and the largest log ratio it shows.
PLANE_PX, REACH = 520, 2.7


def draw_colours(image: Picture, pieces: Pieces, settings: ReaderSettings) -> Picture:
    """The board's pixels in the (u, v) plane, each place in the colour of the pixels that lie there."""
    picture = pieces.pictures[0]
    uv = picture.uvl[picture.on_board][:, :2]
    shown = working_picture(image, pieces)[picture.on_board].astype(np.float64)
    cells = np.clip((uv + REACH) / (2 * REACH) * PLANE_PX, 0, PLANE_PX - 1).astype(int)
    index = (PLANE_PX - 1 - cells[:, 1]) * PLANE_PX + cells[:, 0]
    count = np.bincount(index, minlength=PLANE_PX**2)
    drawn = np.full((PLANE_PX**2, 3), PAPER, np.uint8)
    some = count > 0
    for channel in range(3):
        mean = np.bincount(index, shown[:, channel], PLANE_PX**2)[some] / count[some]
        drawn[some, channel] = np.clip(mean, 0, 255)
    plane = np.ascontiguousarray(drawn.reshape(PLANE_PX, PLANE_PX, 3))
    plane = np.asarray(cv2.erode(plane, np.ones((2, 2), np.uint8)), dtype=np.uint8)  # single pixels are hard to see
    middle = PLANE_PX // 2
    cv2.line(plane, (0, middle), (PLANE_PX, middle), (200, 200, 200), 1)
    cv2.line(plane, (middle, 0), (middle, PLANE_PX), (200, 200, 200), 1)
    _write(plane, "u: red to green", (PLANE_PX - 132, middle + 24))
    _write(plane, "v: blue to green", (middle + 8, 18))
    places = [("wood", (0.0, 0.0)), *zip(COLOURS, first_paints(picture, settings).tolist(), strict=True)]
    for name, (u, v) in places:
        at = (round((u + REACH) / (2 * REACH) * PLANE_PX), round((REACH - v) / (2 * REACH) * PLANE_PX))
        cv2.circle(plane, at, 10, INK, 2, cv2.LINE_AA)
        _write(plane, name, (at[0] + 13, at[1] - 9))
    return plane


def draw_labels(pieces: Pieces, settings: ReaderSettings) -> Picture:
    """What each pixel is by its colour alone: one of four paints, wood, or what else lies around."""
    picture = pieces.pictures[0]
    behind = behind_evidence(picture, settings)
    paint = first_evidence(picture, first_paints(picture, settings), behind, settings)
    drawn = np.where(picture.on_board[..., None], WOOD_INK, TABLE_INK).astype(np.uint8)
    inks = np.array([INKS[c] for c in COLOURS], np.uint8)
    painted = paint.max(axis=2) > behind
    drawn[painted] = inks[paint.argmax(axis=2)[painted]]
    return np.ascontiguousarray(drawn)


def draw_explained(image: Picture, pieces: Pieces) -> Picture:
    """The pieces that explain the picture, face by face."""
    faces, paints = pieces.panes[0].canvas.labels()
    drawn = dimmed(working_picture(image, pieces))
    light = np.zeros(max(FACE_LIGHT) + 1)
    for face, value in FACE_LIGHT.items():
        light[face] = value
    inks = np.array([INKS[c] for c in COLOURS], np.float64)
    seen = (faces > 0) & (paints >= 0)
    drawn[seen] = (inks[paints[seen]] * light[faces[seen]][:, None]).astype(np.uint8)
    return drawn


def draw_doubt(image: Picture, pieces: Pieces, judged: Mapping[Field, Judged], settings: ReaderSettings) -> Picture:
    """How much better each stack explains the picture than the next best height would, in least margins."""
    drawn = dimmed(image)
    pose, physical_set = pieces.scene.pose, pieces.scene.set
    half = 0.5 * physical_set.tower_width
    for field in pieces.scene.fields:
        if field not in judged:
            continue
        verdict = judged[field]
        top = len(verdict.stack) * physical_set.tower_height
        x, y = pieces.scene.centre(field)
        square = [
            [x - half, y - half, top],
            [x + half, y - half, top],
            [x + half, y + half, top],
            [x - half, y + half, top],
        ]
        corners = pose.project(np.array(square))
        ink = RED if verdict.why is not None else AMBER if verdict.p < ASK["more"] else GREEN
        stroke(drawn, corners, ink, 2, closed=True)
        at = corners.mean(axis=0)
        _write(drawn, f"{100 * verdict.p:.0f}", (round(float(at[0])) - 10, round(float(at[1])) + 5), WHITE, 0.45)
    return drawn


def working_picture(image: Picture, pieces: Pieces) -> Picture:
    """The part of the photograph that is looked at, in the size in which it is."""
    view = pieces.scene.view
    small = cv2.resize(image, None, fx=view.scale, fy=view.scale, interpolation=cv2.INTER_AREA)
    part = small[view.upper : view.upper + view.height, view.left : view.left + view.width]
    return np.ascontiguousarray(part, dtype=np.uint8)


def _write(
    picture: NDArray[np.uint8], text: str, at: tuple[int, int], ink: tuple[int, int, int] = INK, scale: float = 0.5
) -> None:
    rim = PAPER if ink == INK else (0, 0, 0)
    cv2.putText(picture, text, at, FONT, scale, rim, 3, cv2.LINE_AA)
    cv2.putText(picture, text, at, FONT, scale, ink, 1, cv2.LINE_AA)
