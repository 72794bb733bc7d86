"""A reading as programs get it: the contract's keys, and doubts as sentences in the language asked for."""

from dataclasses import replace

import pytest

from referee.tactori.text import parse_text
from vision.scanning import error_json
from vision.tactori.reading import REASONS, Doubt, Reading
from words.language import LANGUAGES, catalogue
from words.message import InputError, message

READING = Reading(
    image="x.jpg",
    corners=((256.61, 594.44), (937.33, 702.2), (929.0, 172.7), (436.2, 118.1)),
    position=parse_text("9 c3:RRB e3:RB R:c3-e3@1"),
    unsure=(Doubt("e5", message("doubt.hidden", field="e3")), Doubt("a1", message("doubt.dark"))),
    ms=85.2345,
    p={"e3": 0.98765, "c3": 0.5, "c3-e3": 0.9},
)


def test_the_json_of_the_contract() -> None:
    assert READING.to_json() == {
        "image": "x.jpg",
        "board": 9,
        "corners": [[256.6, 594.4], [937.3, 702.2], [929.0, 172.7], [436.2, 118.1]],
        "towers": {"c3": "RRB", "e3": "RB"},
        "sticks": [{"color": "R", "a": {"at": "c3", "floor": 1}, "b": {"at": "e3", "floor": 1}}],
        "unsure": [{"at": "e5", "why": "hidden behind e3"}, {"at": "a1", "why": "too dark"}],
        "p": {"c3": 0.5, "c3-e3": 0.9, "e3": 0.988},
        "ms": 85.2,
    }


def test_doubts_speak_the_language() -> None:
    assert READING.to_json("de")["unsure"][0]["why"] == "verdeckt von e3"
    assert READING.doubtful == {"e5", "a1"}


def test_a_doubt_about_a_stick_alone_is_about_no_field() -> None:
    doubt = Doubt("c3-e3", message("doubt.covered"))
    assert (doubt.is_field, doubt.fields) == (False, ("c3", "e3"))
    assert (READING.unsure[0].is_field, READING.unsure[0].fields) == (True, ("e5",))
    reading = replace(READING, unsure=(*READING.unsure, doubt))
    assert reading.doubtful == {"e5", "a1"}
    assert reading.to_json()["unsure"][2] == {"at": "c3-e3", "why": "covered by something that is no piece"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_is_a_sentence(reason: str, language: str) -> None:
    why = Doubt("c3", message(reason, field="e3")).to_json(language)["why"]
    assert "{" not in why
    assert ("e3" in why) == (reason == "doubt.hidden")


def test_every_reason_of_the_catalogue_is_known() -> None:
    assert {key for key in catalogue("en") if key.startswith("doubt.")} == set(REASONS)


def test_an_error_takes_the_place_of_a_reading() -> None:
    error = InputError(message("noboard.cut_off"))
    assert error_json("x.jpg", error) == {
        "image": "x.jpg",
        "error": "no board found: it seems to reach beyond the picture's edge",
    }
    assert error_json(None, error, "fr")["error"].startswith("aucun plateau")
