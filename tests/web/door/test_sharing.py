"""The key that people read out, and the code that phones read."""

import xml.etree.ElementTree as ET

import cv2
import numpy as np

from web.door.sharing import KEY_SIGNS, SIGNS, make_key, qr_modules, qr_svg, qr_text

ADDRESS = "http://192.168.178.34:8700/?key=ET8X-MHY6"
MODULE_PX = 8


def read(modules: np.ndarray) -> str:
    """What OpenCV's own detector reads in a picture of the modules, with white around them."""
    dark = np.kron(np.pad(modules, 4), np.ones((MODULE_PX, MODULE_PX)))
    text, *_ = cv2.QRCodeDetector().detectAndDecode(np.where(dark > 0, 0, 255).astype(np.uint8))
    return str(text)


def test_a_phone_reads_the_address() -> None:
    assert read(qr_modules(ADDRESS)) == ADDRESS


def test_the_drawing_shows_the_same_modules() -> None:
    modules = qr_modules(ADDRESS)
    drawing = ET.fromstring(qr_svg(ADDRESS))
    side = int(drawing.attrib["viewBox"].split()[2])
    drawn = np.zeros((side, side), bool)
    for step in list(drawing)[1].attrib["d"].split("M")[1:]:
        x, y = (int(number) for number in step.split("h")[0].split())
        drawn[y, x] = True
    assert np.array_equal(drawn[4:-4, 4:-4], modules)
    assert drawn.sum() == modules.sum()


def test_the_terminal_shows_the_same_modules() -> None:
    halves = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
    lines = qr_text(ADDRESS).splitlines()
    rows = [[halves[sign][half] for sign in line] for line in lines for half in (0, 1)]
    modules = qr_modules(ADDRESS)
    assert np.array_equal(np.array(rows)[2 : 2 + len(modules), 2 : 2 + len(modules)], modules)


def test_keys_differ_and_can_be_read_out() -> None:
    keys = {make_key() for _ in range(200)}
    assert len(keys) == 200
    for key in keys:
        assert len(key) == KEY_SIGNS + 1 and key[4] == "-"
        assert set(key.replace("-", "")) <= set(SIGNS)
    assert not set("0O1I") & set(SIGNS)
