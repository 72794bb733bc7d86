"""The canvas is always what painting its pieces from far to near would make of it."""

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.tactori.pictures import SET, drawn
from vision.tactori.canvas import BEHIND_ALL, NO_PAINT, Canvas, Piece, around, meet
from vision.tactori.read import read_pieces
from vision.tactori.settings import ReaderSettings

HEIGHT, WIDTH = 7, 9
BEHIND = np.linspace(-3, -2, HEIGHT * WIDTH, dtype=np.float32).reshape(HEIGHT, WIDTH)


def empty() -> Canvas:
    return Canvas(np.zeros((1, HEIGHT, WIDTH, 4), np.float32), BEHIND)


def piece(box: tuple[int, int, int, int], nearness: float, number: int) -> Piece:
    """A rectangle in which every pixel tells which piece it belongs to."""
    x0, y0, x1, y1 = box
    pixels = (np.arange(y0, y1)[:, None] * WIDTH + np.arange(x0, x1)).ravel()
    fit = np.float32(number) + np.arange(len(pixels), dtype=np.float32) / 100
    paint = ((np.arange(len(pixels)) + number) % 4).astype(np.int8)
    faces = 1 + (np.arange(len(pixels)) + number) % 8
    return Piece(pixels, fit, paint, faces, nearness, box)


@dataclass
class Painted:
    fit: np.ndarray
    nearness: np.ndarray
    paint: np.ndarray
    faces: np.ndarray


def paint_from_far_to_near(pieces: list[Piece]) -> Painted:
    size = HEIGHT * WIDTH
    made = Painted(
        BEHIND.ravel().copy(), np.full(size, BEHIND_ALL), np.full(size, NO_PAINT, np.int8), np.zeros(size, np.uint8)
    )
    for each in sorted(pieces, key=lambda p: p.nearness):
        made.fit[each.pixels] = each.fit
        made.nearness[each.pixels] = each.nearness
        made.paint[each.pixels] = each.paint
        made.faces[each.pixels] = each.faces
    return made


def assert_alike(canvas: Canvas, made: Painted) -> None:
    assert np.array_equal(canvas.fit, made.fit)
    assert np.allclose(canvas.nearness, made.nearness, rtol=1e-6)
    assert np.array_equal(canvas.paint_of, made.paint)
    faces, paint = canvas.labels()
    assert np.array_equal(faces.ravel(), made.faces)
    assert np.array_equal(paint.ravel(), made.paint)


@st.composite
def rectangles(draw: st.DrawFn) -> tuple[int, int, int, int]:
    x0, y0 = draw(st.integers(0, WIDTH - 1)), draw(st.integers(0, HEIGHT - 1))
    return x0, y0, draw(st.integers(x0 + 1, WIDTH)), draw(st.integers(y0 + 1, HEIGHT))


@given(
    boxes=st.lists(rectangles(), min_size=1, max_size=7),
    near=st.permutations(range(7)),
    turns=st.lists(st.integers(0, 6), max_size=25),
)
def test_laying_and_lifting_in_any_order_is_painting_from_far_to_near(
    boxes: list[tuple[int, int, int, int]], near: list[int], turns: list[int]
) -> None:
    """Each turn lays the piece with that number or, if it lies there, takes it off."""
    pieces = [piece(box, -400.0 + 0.001 * near[i], i) for i, box in enumerate(boxes)]
    canvas, there = empty(), {}
    for i in [*range(len(pieces)), *(t % len(pieces) for t in turns)]:
        if i in there:
            assert canvas.lift(i) is there.pop(i)
        else:
            canvas.lay(i, pieces[i])
            there[i] = pieces[i]
        assert_alike(canvas, paint_from_far_to_near(list(there.values())))
    assert canvas.pieces == there


@given(boxes=st.lists(rectangles(), min_size=1, max_size=6), near=st.permutations(range(6)), which=st.integers(0, 5))
def test_lifting_restores_what_was_there_before(
    boxes: list[tuple[int, int, int, int]], near: list[int], which: int
) -> None:
    canvas = empty()
    last = which % len(boxes)
    for i in range(len(boxes)):
        if i != last:
            canvas.lay(i, piece(boxes[i], float(near[i]), i))
    before = canvas.fit.copy(), canvas.nearness.copy(), canvas.paint_of.copy()
    canvas.lay(last, piece(boxes[last], float(near[last]), last))
    canvas.lift(last)
    for was, now in zip(before, (canvas.fit, canvas.nearness, canvas.paint_of), strict=True):
        assert np.array_equal(was, now)


def test_what_is_not_there_cannot_be_lifted() -> None:
    canvas = empty()
    canvas.lay("a", piece((0, 0, 3, 3), 1.0, 1))
    before = canvas.fit.copy()
    assert canvas.lift("b") is None
    assert np.array_equal(canvas.fit, before)


def test_only_what_is_nearer_hides() -> None:
    canvas = empty()
    one = piece((2, 2, 6, 5), 5.0, 1)
    canvas.lay("one", one)
    everything = np.arange(HEIGHT * WIDTH)
    assert set(everything[~canvas.seen(everything, 4.9)]) == set(one.pixels)
    assert canvas.seen(everything, 5.1).all()
    assert canvas.seen(one.pixels, 5.0).all(), "a piece does not hide itself"


def test_faces_have_their_own_likelihoods_once_they_are_told_apart() -> None:
    rng = np.random.default_rng(0)
    paint = rng.normal(size=(9, HEIGHT, WIDTH, 4)).astype(np.float32)
    canvas = Canvas(paint, BEHIND)
    faces, pixels = np.array([1, 8, 3]), np.array([0, 5, WIDTH + 2])
    assert np.array_equal(canvas.likely(faces, pixels), [paint[1, 0, 0], paint[8, 0, 5], paint[3, 1, 2]])
    blind = Canvas(paint[:1], BEHIND)
    assert np.array_equal(blind.likely(faces, pixels), [paint[0, 0, 0], paint[0, 0, 5], paint[0, 1, 2]])


def test_new_likelihoods_take_all_pieces_off() -> None:
    canvas = empty()
    canvas.lay("a", piece((0, 0, 3, 3), 1.0, 1))
    canvas.repaint(np.ones((1, HEIGHT, WIDTH, 4), np.float32), BEHIND + 1)
    assert not canvas.pieces
    assert_alike(Canvas(np.ones((1, HEIGHT, WIDTH, 4), np.float32), BEHIND), paint_from_far_to_near([]))
    assert np.array_equal(canvas.fit, (BEHIND + 1).ravel())
    assert not canvas.labels()[0].any()


def test_boxes_meet_where_they_share_a_pixel() -> None:
    assert meet((0, 0, 3, 3), (2, 2, 5, 5))
    assert not meet((0, 0, 3, 3), (3, 0, 5, 3)), "right and lower edges are outside"
    assert not meet((0, 0, 3, 3), (0, 3, 3, 5))
    assert around([(2, 3, 4, 5), (0, 4, 3, 9)]) == (0, 3, 4, 9)


PLAIN = "9 c3:RB e3:GY g5:BB c7:Y e7:Y Y:c7-e7@1"
ABOVE_EACH_OTHER = "9 c3:RB e3:RB R:c3-e3@1 B:c3-e3@2"
IN_ONE_TOWER = "9 c3:R e3:R e5:R R:c3-e3@1 R:e3-e5@1"


@pytest.mark.parametrize("text", [PLAIN, ABOVE_EACH_OTHER, IN_ONE_TOWER])
def test_in_a_reading_no_two_pieces_are_equally_near(text: str) -> None:
    picture = drawn(text, 40.0, 8.0)
    canvas = read_pieces(picture.image, 9, SET, picture.pose, ReaderSettings()).panes[0].canvas
    near = [each.nearness for each in canvas.pieces.values()]
    assert len(near) > 4
    assert len(set(near)) == len(near)


@pytest.mark.parametrize("text", [PLAIN, ABOVE_EACH_OTHER, IN_ONE_TOWER])
def test_any_piece_of_a_reading_can_be_lifted_and_laid_back(text: str) -> None:
    picture = drawn(text, 40.0, 8.0)
    canvas = read_pieces(picture.image, 9, SET, picture.pose, ReaderSettings()).panes[0].canvas
    for key in list(canvas.pieces):
        before = canvas.fit.copy()
        gone = canvas.lift(key)
        assert gone is not None
        canvas.lay(key, gone)
        assert np.array_equal(canvas.fit, before), key
