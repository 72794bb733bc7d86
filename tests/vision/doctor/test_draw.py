"""The report as a picture: the photograph with marks where they belong, scores beside it, advice below."""

import numpy as np
import pytest

from tests.vision.doctor.tables import SETTINGS, picture, seen
from vision.doctor.draw import FAIR, PAPER, PHOTO_WIDTH_PX, _paper, _write, draw_report
from vision.doctor.report import Aspect, Finding, Report
from words.language import LANGUAGES, catalogue
from words.message import message


def report(*findings: Finding) -> Report:
    rest = [
        Finding(aspect, 100, message("doctor.glare.none"))
        for aspect in Aspect
        if aspect not in {finding.aspect for finding in findings}
    ]
    return Report((*findings, *rest), (960, 540), 1, seen().found)


def glare(field: str) -> Finding:
    advice = (message("doctor.glare.fields", fields=(field,)),)
    return Finding(Aspect.GLARE, 60, advice[0], advice, {}, (field,), (seen().outline_px(field),))


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_one_picture_with_the_photograph_in_it(language: str) -> None:
    sheet = draw_report(report(), picture(), language)
    assert sheet.dtype == np.uint8
    assert sheet.shape[1] > PHOTO_WIDTH_PX
    assert (sheet[-1, 5] == PAPER).all()
    assert (sheet[-1, -5] == PAPER).all()


def test_a_field_is_marked_where_it_is() -> None:
    plain, marked = (draw_report(each, picture(), "en") for each in (report(), report(glare("c4"))))
    (u0, v0), (u1, v1) = (edge(np.array(seen().outline_px("c4")), axis=0) for edge in (np.min, np.max))
    scale = PHOTO_WIDTH_PX / 960
    changed = (plain[:600, :PHOTO_WIDTH_PX] != marked[:600, :PHOTO_WIDTH_PX]).any(axis=2)
    inside = changed[int(v0 * scale) : int(v1 * scale), int(u0 * scale) : int(u1 * scale)]
    assert inside.mean() > 0.5
    near = (marked[:600, :PHOTO_WIDTH_PX] == FAIR).all(axis=2)
    assert near.any()


def test_more_advice_makes_it_higher() -> None:
    one, two = (
        report(glare("c4")),
        report(glare("c4"), Finding(Aspect.BOARD, 0, message("doctor.board.none"), (message("doctor.board.look"),))),
    )
    assert draw_report(two, picture(), "en").shape[0] > draw_report(one, picture(), "en").shape[0]


def test_the_photograph_itself_is_left_as_it_is() -> None:
    before = picture().copy()
    draw_report(report(glare("c4")), picture(), "en")
    assert (picture() == before).all()


@pytest.mark.parametrize("size", [(320, 240), (1920, 1080), (600, 900)])
def test_any_size_of_picture(size: tuple[int, int]) -> None:
    blank = np.full((size[1], size[0], 3), 90, np.uint8)
    missing = Finding(Aspect.BOARD, 0, message("doctor.board.none"), (message("doctor.board.look"),))
    sheet = draw_report(Report(report(missing).aspects, size, 1), blank, "de", SETTINGS)
    assert sheet.shape[1] > PHOTO_WIDTH_PX


def test_the_font_has_every_letter_of_every_language() -> None:
    """What a font lacks it draws as a question mark."""

    def drawn(sign: str) -> bytes:
        sheet = _paper(60, 80)
        _write(sheet, sign, (5, 60), 40, (0, 0, 0), 400)
        return sheet.tobytes()

    texts = [text for language in LANGUAGES for key, text in catalogue(language).items() if "doctor" in key]
    letters = {sign for text in texts for sign in text if not sign.isspace()} - {"?"}
    assert {"ä", "é", "à", "°"} <= letters
    unknown = drawn("\ue000")
    assert not [sign for sign in letters if drawn(sign) == unknown]
