"""Scores and their order; every sentence of the doctor in every language."""

import pytest

from tests.vision.doctor.tables import SETTINGS
from vision.doctor.light import shortened
from vision.doctor.report import Aspect, Finding, Report, grade, grade_log, judged
from words.language import LANGUAGES, catalogue, say
from words.message import message


@pytest.mark.parametrize(("value", "score"), [(5.0, 100), (10.0, 100), (15.0, 50), (20.0, 0), (90.0, 0)])
def test_grades_fall_between_two_values(value: float, score: float) -> None:
    assert grade(value, (10.0, 20.0)) == score
    assert grade(-value, (-10.0, -20.0)) == score


@pytest.mark.parametrize(("value", "score"), [(1.0, 100), (0.1, 100), (0.01, 50), (0.001, 0), (0.0, 0)])
def test_grades_of_ratios(value: float, score: float) -> None:
    assert grade_log(value, (0.1, 0.001)) == pytest.approx(score)


def test_an_aspect_is_as_good_as_its_worst_fault() -> None:
    faults = [
        (90.0, message("doctor.light.noise", percent=3)),
        (30.0, message("doctor.light.dark", percent=1, least=6)),
    ]
    finding = judged(Aspect.LIGHT, message("doctor.light.seen", percent=1), faults, SETTINGS, {}, ("e5",))
    assert (finding.score, [advice.key for advice in finding.advice]) == (30, ["doctor.light.dark"])
    assert finding.fields == ("e5",)
    fine = judged(Aspect.LIGHT, message("doctor.light.seen", percent=1), faults[:1], SETTINGS, {}, ("e5",))
    assert (fine.score, fine.good, fine.fields) == (90, True, ())


def test_what_costs_most_comes_first() -> None:
    def finding(aspect: Aspect, score: int | None, bad: bool) -> Finding:
        return Finding(aspect, score, message("doctor.glare.none"), (message("doctor.board.look"),) if bad else ())

    aspects = (
        finding(Aspect.BOARD, 100, False),
        finding(Aspect.FOCUS, 60, True),
        finding(Aspect.LIGHT, 20, True),
        finding(Aspect.GLARE, 60, True),
        finding(Aspect.STILLNESS, None, False),
        finding(Aspect.READING, 10, True),
    )
    report = Report(aspects, (960, 540), 1)
    assert [each.aspect for each in report.to_improve] == [Aspect.LIGHT, Aspect.FOCUS, Aspect.GLARE, Aspect.READING]
    assert report.score == 10
    assert say(report.verdict, "en") == "To be improved first: light, focus, glare and reading."
    assert say(report.verdict, "de") == "Zuerst zu verbessern: Licht, Schärfe, Glanz und Lesen."


def test_long_lists_of_fields_are_cut_short() -> None:
    few, many = ("a1", "a2"), tuple(f"{file}1" for file in "abcdefghi")
    assert shortened(few) == few
    said = message("doctor.glare.some", fields=shortened(many))
    assert say(said, "en") == "at a1, b1, c1, d1, e1 and 4 more"
    assert say(said, "it") == "su a1, b1, c1, d1, e1 e altre 4"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_aspect_has_its_name(language: str) -> None:
    names = [say(aspect.title, language) for aspect in Aspect]
    assert len(set(names)) == len(names)
    assert all(f"print.doctor.score.{word}" in catalogue(language) for word in ("good", "fair", "poor", "unjudged"))
