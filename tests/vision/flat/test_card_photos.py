"""The shared photographs of Anti-Blok, where they are there: nothing is claimed wrongly, and nearly all is read."""

import pytest

from benchmarks.cards import ANTIBLOK, Counts, claimed_to_be_cards, others, read_folder

pytestmark = pytest.mark.skipif(
    not ANTIBLOK.is_dir(), reason="the shared photographs of Anti-Blok are not beside this checkout"
)


def test_cards_and_blocks_are_read_and_none_is_claimed_wrongly() -> None:
    total, notes = Counts(), []
    for path, counts, said in read_folder(ANTIBLOK):
        total.add(counts)
        notes += [f"{path.stem}: {note}" for note in said]
    assert (total.wrong, total.blocks_wrong, total.refused_free) == (0, 0, 0), notes
    assert total.refused == 0, notes
    assert total.right >= 0.98 * total.cards > 0
    assert total.blocks_right >= 0.8 * total.blocks > 0
    assert total.worst_corner < 0.04  # of the one whose corner is under a hand; of the others 0.02


def test_other_games_are_no_cards() -> None:
    pictures = others()[::6]
    assert len(pictures) > 20
    assert claimed_to_be_cards(pictures) == []
