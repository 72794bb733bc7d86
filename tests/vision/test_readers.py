"""Which reader serves a game, and that a game without one is refused in a sentence."""

from dataclasses import replace

import pytest

from referee.games import GAMES, find_game
from vision.readers import READERS, USUAL, reader_of
from vision.tactori.settings import ASK
from vision.tasks import ASKS
from words.message import InputError


def test_a_game_is_read_by_the_reader_of_its_family() -> None:
    for game in GAMES.values():
        if game.family in READERS:
            assert reader_of(game) is READERS[game.family]
    assert reader_of(None) is READERS[USUAL]


def test_a_game_nobody_can_read_is_refused() -> None:
    with pytest.raises(InputError) as caught:
        reader_of(replace(find_game("taktori"), family="card houses"))  # type: ignore[type-var]
    assert caught.value.message.key == "scan.no_reader"


def test_every_way_to_ask_is_known_to_the_reader() -> None:
    assert tuple(ASK) == ASKS
