"""The sheet as it is printed: read back out of its PDF, it has the sizes it should have and is found again."""

import io
import re
import struct
import unicodedata

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageFont

from calibration.charuco import find_sheet
from calibration.sheet import ACCENTS, CORNERS, DOTS_PER_INCH, PAPERS, board_raster, draw_sheet, make_sheet
from words.language import LANGUAGES, catalogue


def page_of(data: bytes) -> tuple[tuple[float, float], NDArray[np.uint8]]:
    """Width and height of a PDF's only page in millimetres, and its picture."""
    box = re.search(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", data)
    width, height = (
        int(found[1]) for name in (b"Width", b"Height") if (found := re.search(rb"/%s (\d+)" % name, data))
    )
    stream = re.search(rb"/Filter \[? ?/CCITTFaxDecode.*?stream\r?\n(.*?)\r?\nendstream", data, re.DOTALL)
    assert box
    assert stream
    # The same bytes in the envelope of a TIFF, which Pillow can open.
    black_is_one = 0 if b"/BlackIs1 true" in data else 1
    tags = [(256, width), (257, height), (258, 1), (259, 4), (262, black_is_one ^ 1), (273, 8 + 2 + 12 * 8 + 4)]
    tags += [(278, height), (279, len(stream[1]))]
    directory = struct.pack("<H", len(tags)) + b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in tags)
    tiff = b"II*\0" + struct.pack("<I", 8) + directory + struct.pack("<I", 0) + stream[1]
    with Image.open(io.BytesIO(tiff)) as opened:
        raster = np.asarray(opened.convert("L"), dtype=np.uint8)
    return (float(box[1]) / 72 * 25.4, float(box[2]) / 72 * 25.4), raster


@pytest.mark.parametrize(
    ("paper", "size_mm", "square_mm"),
    [("a4", (210, 297), 25.4), ("letter", (215.9, 279.4), 25.4), ("a3", (297, 420), 38.1)],
)
def test_a_printed_page(paper: str, size_mm: tuple[float, float], square_mm: float) -> None:
    printed_mm, raster = page_of(make_sheet(PAPERS[paper], "en"))
    assert printed_mm == pytest.approx(size_mm, abs=0.05)
    dots_per_mm = np.array(raster.shape[::-1]) / printed_mm
    assert dots_per_mm == pytest.approx(np.array([DOTS_PER_INCH / 25.4] * 2), rel=1e-4)
    fifth = np.asarray(Image.fromarray(raster).reduce(5), dtype=np.uint8)
    view = find_sheet(fifth)
    assert view is not None
    assert len(view.ids) == CORNERS
    rows = view.pixels[np.argsort(view.ids)].reshape(8, 6, 2) * 5 / dots_per_mm
    assert np.diff(rows[..., 0], axis=1) == pytest.approx(square_mm, abs=0.05)
    assert np.diff(rows[..., 1], axis=0) == pytest.approx(square_mm, abs=0.05)


def test_the_sheet_is_the_same_board_on_every_paper() -> None:
    assert np.array_equal(board_raster(64), np.kron(board_raster(16), np.ones((4, 4), np.uint8)))
    with pytest.raises(ValueError, match="multiple"):
        board_raster(8)


@pytest.mark.parametrize("paper", ["a4", "a3"])
def test_edges_lie_on_whole_dots(paper: str) -> None:
    made = PAPERS[paper]
    raster = board_raster(made.module_dots)
    edges = np.flatnonzero(np.diff(raster[:: made.module_dots // 2].astype(np.int8), axis=1).any(axis=0)) + 1
    margin = (made.square_dots - 7 * made.module_dots) // 2
    allowed = {0} | {margin + made.module_dots * module for module in range(8)}
    assert set((edges % made.square_dots).tolist()) == allowed


@pytest.mark.parametrize("paper", ["a4", "a3"])
def test_the_line_is_a_hundred_millimetres_long(paper: str) -> None:
    raster = np.asarray(draw_sheet(PAPERS[paper], "en"))
    below = raster[round(11 / 25.4 * 600) + 9 * PAPERS[paper].square_dots + 10 :]
    # The longest black row on the rest of the page.
    longest = max(below, key=lambda row: int((~row).sum()))
    black = np.flatnonzero(~longest)
    left, right = black[0], black[np.flatnonzero(np.diff(black) > 1)[0]] if (np.diff(black) > 1).any() else black[-1]
    assert (right - left) / 600 * 25.4 == pytest.approx(100, abs=0.4)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_hangs_over_the_edge(language: str) -> None:
    raster = np.asarray(draw_sheet(PAPERS["letter"], language))  # the shortest
    border = round(6 / 25.4 * 600)
    inside = raster.copy()
    inside[border:-border, border:-border] = True
    assert inside.all()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_can_be_written(language: str) -> None:
    font = ImageFont.load_default(40)
    missing = bytes(font.getmask("\uffff"))
    for key in ("sheet.ruler", "sheet.help"):
        for letter in unicodedata.normalize("NFD", catalogue(language)[key]):
            if unicodedata.combining(letter):
                assert letter in ACCENTS
            elif letter != " ":
                assert bytes(font.getmask(letter)) != missing, letter
