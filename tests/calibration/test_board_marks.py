"""Printed boards as a camera sees them: which game, where, and never another game than it is."""

import re
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.board_marks import CORNERS, FIRST, find_marks, mark_corners, mark_modules
from calibration.sheet import board_raster
from referee.games import GAMES
from web.games.board_sheet import SHEETS, board_page
from web.games.paper import MM_PER_INCH, PICTURE_DOTS_PER_INCH, to_png

Picture = NDArray[np.uint8]
Places = NDArray[np.float64]

SHEET = SHEETS["a4"]
DOTS = PICTURE_DOTS_PER_INCH / MM_PER_INCH
PRINTED = [game for game in GAMES if game in FIRST]
SIZE = (960, 720)
TABLE = (70, 95, 120)
VIEWS = [(90, 0), (90, 100), (60, -25), (45, 20), (45, 200), (32, -10)]
"""How steeply the camera looks down and how far it is turned, in degrees."""


@cache
def page(game: str) -> Picture:
    marks = board_page(GAMES[game], GAMES[game].rule_book({}), SHEET, "en")
    data = np.frombuffer(to_png([marks], (SHEET.width_mm, SHEET.height_mm)), np.uint8)
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)


def dots(spots: object) -> Places:
    """Points of the unit square on the page, in its pixels."""
    placed = np.array([SHEET.at((float(x), float(y))) for x, y in np.array(spots).reshape(-1, 2)])
    return placed * DOTS


def looking(elevation_deg: float, turned_deg: float) -> Places:
    """From the page's pixels to those of a picture taken from the near side, or from wherever one has gone."""
    up, round_ = np.radians(elevation_deg), np.radians(turned_deg)
    focal, away_mm = float(SIZE[0]), 400.0
    ahead = np.array([0.0, np.cos(up), -np.sin(up)])
    right = np.array([1.0, 0.0, 0.0])
    axes = np.stack([right, np.cross(ahead, right), ahead])
    turning = np.array([[np.cos(round_), -np.sin(round_), 0], [np.sin(round_), np.cos(round_), 0], [0, 0, 1]])
    turned = axes @ turning
    camera = np.array([[focal, 0, SIZE[0] / 2], [0, focal, SIZE[1] / 2], [0, 0, 1]])
    onto_table = np.array([[1 / DOTS, 0, -SHEET.width_mm / 2], [0, -1 / DOTS, SHEET.height_mm / 2], [0, 0, 1]])
    return camera @ np.column_stack([turned[:, 0], turned[:, 1], axes @ ahead * away_mm]) @ onto_table


def filmed(drawn: Picture, way: Places, blur_px: float = 0.8, noise: float = 3.0, seed: int = 1) -> Picture:
    """What a camera makes of a page: blurred, darker on one side, with grain."""
    seen = cv2.warpPerspective(drawn, way, SIZE, flags=cv2.INTER_AREA, borderValue=TABLE)
    seen = cv2.GaussianBlur(seen, (0, 0), blur_px)
    light = np.linspace(0.6, 1.0, SIZE[0])[None, :, None]
    grain = np.random.default_rng(seed).normal(0.0, noise, seen.shape)
    return np.clip(seen * light + grain, 0, 255).astype(np.uint8)


def covered(drawn: Picture, *corners: int) -> Picture:
    """A hand on some of the marks."""
    shown = drawn.copy()
    for corner in corners:
        u, v = dots(mark_corners(corner)).mean(axis=0)
        cv2.ellipse(shown, (round(u), round(v)), (110, 80), 30, 0, 360, (120, 150, 200), -1)
    return shown


def pasted(drawn: Picture, corner: int, game: str, number: int, aside: int = 0) -> Picture:
    """Another mark in the place of one, or `aside` pixels beside it."""
    shown = covered(drawn, corner)
    ends = dots(mark_corners(corner)).round().astype(int)
    side = int(ends[1, 0] - ends[0, 0])
    mark = np.where(mark_modules(game, number), 0, 255).astype(np.uint8)
    large = cv2.resize(mark, (side, side), interpolation=cv2.INTER_NEAREST)
    framed = cv2.cvtColor(cv2.copyMakeBorder(large, 15, 15, 15, 15, cv2.BORDER_CONSTANT, value=255), cv2.COLOR_GRAY2BGR)
    u, v = ends[0, 0] - 15, ends[0, 1] - 15 + aside
    shown[v : v + side + 30, u : u + side + 30] = framed
    return shown


def amiss(found: tuple[str, tuple[tuple[float, float], ...]] | None, game: str, way: Places) -> float:
    """How far the worst corner is from where it is, in sides of the playing square."""
    assert found is not None
    assert found[0] == game
    true = cv2.perspectiveTransform(dots(CORNERS)[None], way)[0]
    side = np.linalg.norm(true - np.roll(true, 1, axis=0), axis=1).mean()
    return float(np.linalg.norm(np.array(found[1]) - true, axis=1).max() / side)


def test_every_mark_belongs_to_one_corner_of_one_game() -> None:
    numbers = [first + corner for first in FIRST.values() for corner in range(4)]
    assert sorted(numbers) == list(range(4 * len(FIRST)))
    assert set(FIRST) >= {game.id for game in GAMES.values() if game.family == "classics"}
    modules = {mark_modules(game, corner).tobytes() for game in FIRST for corner in range(4)}
    assert len(modules) == len(numbers)


@pytest.mark.parametrize("game", PRINTED)
def test_the_sheet_itself(game: str) -> None:
    assert amiss(find_marks(page(game)), game, np.eye(3)) < 0.001


@pytest.mark.parametrize("view", VIEWS, ids=str)
@pytest.mark.parametrize("game", PRINTED)
def test_a_board_is_found_from_any_side(game: str, view: tuple[float, float]) -> None:
    way = looking(*view)
    assert amiss(find_marks(filmed(page(game), way)), game, way) < 0.012


@pytest.mark.parametrize("hidden", range(4))
@pytest.mark.parametrize("view", [(90, 0), (45, 20)], ids=str)
def test_three_marks_do(hidden: int, view: tuple[float, float]) -> None:
    way = looking(*view)
    assert amiss(find_marks(filmed(covered(page("mill"), hidden), way)), "mill", way) < 0.015


def test_two_marks_are_no_proof() -> None:
    assert find_marks(filmed(covered(page("mill"), 0, 2), looking(60, 0))) is None


@pytest.mark.parametrize("seed", range(4))
def test_blur_and_grain_may_hide_a_board_but_never_make_another_of_it(seed: int) -> None:
    for blur_px, noise in ((1.5, 10.0), (2.5, 20.0), (4.0, 40.0)):
        way = looking(50, 15)
        found = find_marks(filmed(page("halma"), way, blur_px, noise, seed))
        assert found is None or amiss(found, "halma", way) < 0.05
        assert found is not None or blur_px > 1.5


def test_a_mark_of_another_game_changes_nothing() -> None:
    way = looking(60, 10)
    assert amiss(find_marks(filmed(pasted(page("peg"), 1, "five", 1), way)), "peg", way) < 0.015


@pytest.mark.parametrize("aside_px", [-60, -150])
def test_a_mark_that_was_bent_away_is_left_out(aside_px: int) -> None:
    way = looking(60, 10)
    assert amiss(find_marks(filmed(pasted(page("peg"), 1, "peg", 1, aside_px), way)), "peg", way) < 0.015


def test_a_lens_may_bend_lines() -> None:
    way, bend = looking(50, 10), -0.2
    v, u = np.mgrid[0 : SIZE[1], 0 : SIZE[0]].astype(np.float32)
    middle = np.array(SIZE, dtype=np.float32) / 2
    bent = (np.dstack([u, v]) - middle) / SIZE[0]
    straight = bent.copy()
    for _ in range(8):
        straight = bent / (1 + bend * (straight**2).sum(axis=2, keepdims=True))
    seen = cv2.remap(filmed(page("five"), way), straight * SIZE[0] + middle, None, cv2.INTER_LINEAR)
    # Corners are compared where a lens without bend has them: by 2 % of the side the bend itself moves them.
    assert amiss(find_marks(np.asarray(seen, dtype=np.uint8)), "five", way) < 0.04


def test_marks_that_do_not_stand_as_on_a_sheet_are_no_board() -> None:
    swapped = pasted(pasted(page("peg"), 1, "peg", 2), 2, "peg", 1)
    assert find_marks(filmed(swapped, looking(70, 0))) is None
    assert find_marks(np.ascontiguousarray(filmed(page("peg"), looking(70, 0))[:, ::-1])) is None


def test_two_boards_are_none() -> None:
    one, other = (filmed(page(game), looking(80, 0)) for game in ("peg", "mill"))
    assert find_marks(np.hstack([one, other])) is None
    assert find_marks(np.hstack([one, one])) is None


def test_what_is_no_board() -> None:
    grain = np.random.default_rng(3).integers(0, 256, (480, 640, 3), dtype=np.uint8)
    assert find_marks(grain) is None
    assert find_marks(board_raster(16)) is None  # the camera's sheet
    samples = sorted((Path(__file__).parents[2] / "sample_images").glob("*.jpg"))[:4]
    assert samples
    for sample in samples:
        assert find_marks(np.asarray(cv2.imread(str(sample)), dtype=np.uint8)) is None


def test_a_large_photograph_and_a_grey_one() -> None:
    large = cv2.resize(page("five"), None, fx=2.3, fy=2.3, interpolation=cv2.INTER_LINEAR)
    grey = np.asarray(cv2.cvtColor(large, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    way = np.array([[2.3, 0, 0.65], [0, 2.3, 0.65], [0, 0, 1]])
    assert amiss(find_marks(grey), "five", way) < 0.001


def test_the_numbers_are_those_of_the_formats() -> None:
    page = (Path(__file__).parents[2] / "docs" / "formats.md").read_text()
    told = {game: (int(low), int(high)) for low, high, game in re.findall(r"\| (\d+) to (\d+) \| `(\w+)`", page)}
    assert told == {game: (first, first + 3) for game, first in FIRST.items()}
