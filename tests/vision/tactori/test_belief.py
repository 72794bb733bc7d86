"""Probabilities follow from what is seen, and sticks are laid and taken away by them."""

from dataclasses import replace

import numpy as np
import pytest

from referee.tactori.board import coordinates
from tests.vision.tactori.pictures import SET, drawn
from vision.cover import Cover
from vision.tactori import belief
from vision.tactori.belief import StackFacts, decide_sticks, height_probability, stick_probabilities
from vision.tactori.read import Pieces, read_pieces
from vision.tactori.scan import read_board
from vision.tactori.settings import ASK, ReaderSettings
from vision.tactori.strips import ACROSS, ALONG, CHANNELS, sight, strip
from vision.tactori.weighing import FACTS, weigh_sticks

CLEAR = StackFacts(5000.0, 0.5, 900.0, False, 1, 1.0, 50.0)
TEXT = "9 c3:R e3:R c7:B e7:B R:c3-e3@1"


def pieces(text: str = TEXT, decide: bool = False) -> Pieces:
    board = drawn(text, 50.0, 4.0)
    return read_pieces(board.image, 9, SET, board.pose, ReaderSettings(), decide=decide)


@pytest.mark.parametrize(
    "worse",
    [
        {"margin": 20.0},
        {"fit": -1.5},
        {"unseen": True},
        {"least_px": 20.0},
    ],
    ids=lambda worse: next(iter(worse)),
)
def test_whatever_is_worse_about_a_stack_makes_it_less_probable(worse: dict[str, float]) -> None:
    assert height_probability(CLEAR) > 0.99
    assert height_probability(replace(CLEAR, **worse)) < height_probability(CLEAR)


def test_a_stack_of_which_hardly_anything_speaks_is_not_vouched_for() -> None:
    facts = StackFacts(30.0, -1.0, 25.0, True, 3, 0.3, 80.0)
    assert height_probability(facts) < ASK["less"]


def test_a_stick_that_lies_is_probable_and_one_that_could_is_not() -> None:
    read = pieces()
    candidates = weigh_sticks(read.stick_search, read.learned)
    chances = dict(
        zip(
            [(c.place.a[0], c.place.b[0]) for c in candidates],
            stick_probabilities(candidates, ReaderSettings()),
            strict=True,
        )
    )
    lies, could = ((coordinates(a), coordinates(b)) for a, b in (("c3", "e3"), ("c7", "e7")))
    assert chances[lies] > 0.9
    assert chances.get(could, 0.0) < 0.1


def test_weighing_leaves_the_canvas_as_it_was() -> None:
    read = pieces()
    canvas = read.panes[0].canvas
    before = [part.copy() for part in (canvas.fit, canvas.paint_of, canvas.face_of)], list(read.sticks)
    weigh_sticks(read.stick_search, read.learned)
    for one, other in zip(before[0], (canvas.fit, canvas.paint_of, canvas.face_of), strict=True):
        assert np.array_equal(one, other)
    assert set(before[1]) == set(read.sticks)


def test_what_is_improbable_is_taken_away_and_what_is_probable_is_laid(monkeypatch: pytest.MonkeyPatch) -> None:
    read = pieces()
    assert [(s.place.a[0], s.place.b[0]) for s in read.sticks] == [(coordinates("c3"), coordinates("e3"))]
    monkeypatch.setattr(belief, "stick_probabilities", lambda asked, _: [0.2 if c.laid else 0.8 for c in asked])
    believed = decide_sticks(read.stick_search, read.learned)
    found = {(s.place.a[0], s.place.b[0]) for s in read.sticks}
    assert found == {(c.candidate.place.a[0], c.candidate.place.b[0]) for c in believed if not c.candidate.laid}


@pytest.mark.parametrize("surer", ["laid", "new"])
def test_of_two_sticks_in_one_groove_the_surer_stays(monkeypatch: pytest.MonkeyPatch, surer: str) -> None:
    read = pieces("9 b3:G d3:G c3:G e3:G G:b3-d3@1")
    chances = {"laid": 0.9 if surer == "laid" else 0.6, "new": 0.7}
    monkeypatch.setattr(
        belief, "stick_probabilities", lambda asked, _: [chances["laid" if c.laid else "new"] for c in asked]
    )
    laid = list(read.sticks)
    decide_sticks(read.stick_search, read.learned)
    assert (read.sticks == laid) == (surer == "laid")
    assert len(read.sticks) == 1


def test_a_known_stick_makes_no_room_for_a_new_one(monkeypatch: pytest.MonkeyPatch) -> None:
    read = pieces("9 b3:G d3:G c3:G e3:G G:b3-d3@1")
    laid = list(read.sticks)
    monkeypatch.setattr(belief, "stick_probabilities", lambda asked, _: [0.99 for _ in asked])
    decide_sticks(read.stick_search, read.learned, lambda place: place.key != laid[0].place.key)
    assert read.sticks == laid


def test_what_is_under_a_cover_is_as_likely_as_not() -> None:
    board = drawn(TEXT, 50.0, 4.0)
    chance = np.zeros((54, 96), np.float32)
    u, v = board.field_px(2, 2)
    chance[round(v / 10) - 6 : round(v / 10) + 3, round(u / 10) - 4 : round(u / 10) + 4] = 1.0
    scan = read_board(board.image, board.found, SET, cover=Cover(chance))
    assert "c3" in {doubt.at for doubt in scan.unsure}
    assert scan.p.get("c3", 0.5) == 0.5
    assert scan.p["c7"] > 0.9


def test_only_what_is_of_interest_is_asked_about() -> None:
    read = pieces()
    assert decide_sticks(read.stick_search, read.learned, lambda place: False) == []
    assert len(read.sticks) == 1


def test_a_strip_shows_the_stick_in_its_middle() -> None:
    read = pieces()
    (found,) = read.sticks
    read.stick_search.remove(found)
    made = strip(read.learned[0], found.place, found.paint)
    assert made.shape == (CHANNELS, ACROSS, ALONG)
    middle, rim = made[0, ACROSS // 2, ALONG // 3], made[0, [0, -1], ALONG // 3]
    assert middle > 0.5 > rim.max()  # the paint of the stick, and wood beside it
    (candidate,) = [c for c in weigh_sticks(read.stick_search, read.learned) if c.place.key == found.place.key]
    assert candidate.looks[0].facts.shape == (FACTS,)


def test_a_stick_that_points_at_the_camera_is_seen_along_its_length() -> None:
    places = {
        s.place.a[0]: s.place
        for text in ("9 c3:R e3:R R:c3-e3@1", "9 e4:B e6:B B:e4-e6@1")
        for s in pieces(text).sticks
    }
    scene = pieces().scene
    assert sight(scene, places[coordinates("c3")]) < 0.3 < 0.5 < sight(scene, places[coordinates("e4")])


def test_asking_more_never_vouches_for_more() -> None:
    board = drawn("9 c3:RRB c5:RB e3:RB e5:R e7:GG d4:B R:c3-e3@1 R:c5-e5@1", 32.0, 5.0)
    doubts = [len(read_board(board.image, board.found, SET, sure=ASK[ask]).unsure) for ask in ("less", "usual", "more")]
    assert doubts == sorted(doubts)


def test_every_piece_that_is_read_has_a_probability() -> None:
    scan = drawn(TEXT, 50.0, 4.0).read()
    assert set(scan.p) == {"c3", "e3", "c7", "e7", "c3-e3"}
    assert all(0.5 < p <= 1 for p in scan.p.values())


def test_a_stick_hardly_better_than_another_between_the_same_fields_is_never_sure() -> None:
    read = pieces()
    lies = next(c for c in weigh_sticks(read.stick_search, read.learned) if c.laid)
    settings = ReaderSettings()
    sure, close = stick_probabilities([lies, replace(lies, better=settings.close_stick - 1)], settings)
    assert lies.better > settings.close_stick
    assert sure > ASK["more"]
    assert close == settings.close_stick_p < settings.sure
