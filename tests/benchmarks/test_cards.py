"""Figures of Anti-Blok's cards: what counts as right, as wrong, and as not asked for."""

from typing import Any

import numpy as np
import pytest

from benchmarks.cards import Counts, brightened, compare, packed, seen_share, tinted
from vision.doubt import Doubt
from vision.flat.cards import CardReading
from words.message import message

CORNERS = ((0.0, 500.0), (500.0, 500.0), (500.0, 0.0), (0.0, 0.0))
FIELDS = [f"{c}{r}" for r in range(1, 6) for c in "abcde"]
WHOLE_PX = 86 * 86


def truth(**more: Any) -> dict[str, Any]:
    return {
        "cards": dict.fromkeys(FIELDS, "RBYG"),
        "blocks": {"b2+": "R"},
        "visible_px": {**dict.fromkeys(FIELDS, WHOLE_PX), "b2+": 900},
        "corners_px": CORNERS,
        "size": [1280, 720],
        "hand": False,
        **more,
    }


def reading(cards: dict[str, str], blocks: dict[str, str], *unsure: str) -> CardReading:
    doubts = tuple(Doubt(at, message("carddoubt.covered")) for at in unsure)
    return CardReading(CORNERS, {**dict.fromkeys(FIELDS, "RBYG"), **cards}, blocks, doubts)


def test_what_is_as_it_is_is_right() -> None:
    counts, notes = compare(truth(), reading({}, {"b2+": "R"}))
    assert (counts.right, counts.cards, counts.wrong, counts.unsure, notes) == (25, 25, 0, 0, [])
    assert (counts.blocks_right, counts.blocks, counts.blocks_wrong, counts.bare) == (1, 1, 0, 15)
    assert counts.worst_corner == 0


def test_a_wrong_claim_is_counted_and_named_and_an_open_question_is_not() -> None:
    counts, notes = compare(truth(), reading({"c3": "BYGR", "d4": "????"}, {"b2+": "B", "a1+": "R"}, "d4"))
    assert (counts.right, counts.wrong, counts.unsure) == (23, 1, 1)
    assert counts.blocks_wrong == 2
    assert notes == ["c3 is RBYG, not BYGR", "a1+ has None, not R", "b2+ has R, not B"]


def test_what_a_hand_hides_is_not_asked_for_but_claimed_wrongly_it_counts() -> None:
    hidden = truth(visible_px={**dict.fromkeys(FIELDS, WHOLE_PX), "c3": 100, "b2+": 0})
    counts, _ = compare(hidden, reading({"c3": "????"}, {}, "c3", "b2+"))
    assert (counts.cards, counts.hidden, counts.wrong, counts.blocks, counts.blocks_wrong) == (24, 1, 0, 0, 0)
    counts, _ = compare(hidden, reading({"c3": "BYGR"}, {}))
    assert (counts.hidden, counts.wrong, counts.blocks_wrong) == (1, 1, 1)


@pytest.mark.parametrize("hand", [False, True])
def test_the_cards_seen_of_a_board_that_was_not_found_count_as_unread(hand: bool) -> None:
    counts, _ = compare(truth(hand=hand, visible_px={**dict.fromkeys(FIELDS, WHOLE_PX), "c3": 100}), None)
    assert (counts.refused, counts.refused_free) == (1, int(not hand))
    assert (counts.cards, counts.unsure, counts.hidden, counts.right) == (24, 24, 1, 0)


def test_the_share_of_a_card_that_is_seen() -> None:
    assert seen_share(truth(), "c3") == pytest.approx(1.0, abs=0.01)
    assert seen_share(truth(visible_px={"c3": WHOLE_PX // 4}), "c3") == pytest.approx(0.25, abs=0.01)


def test_counts_add_up_and_the_worst_corner_is_the_worst() -> None:
    total = Counts(right=3, worst_corner=0.02)
    total.add(Counts(right=4, worst_corner=0.01))
    assert (total.right, total.worst_corner) == (7, 0.02)


def test_other_worlds_show_the_same_darker_brighter_and_coloured() -> None:
    grey = np.full((40, 60, 3), 120, np.uint8)
    assert (brightened(grey, 1.0) == grey).all()
    assert (brightened(grey, 0.3) < 80).all() and (brightened(grey, 9.0) == 255).all()
    blue, green, red = tinted(grey, (1.2, 1.0, 0.5))[0, 0]
    assert blue < green == 120 < red
    assert packed(grey).shape == grey.shape
