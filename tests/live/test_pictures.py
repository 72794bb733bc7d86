"""Pictures: none unless it was asked for, never too many, never for too long, and gone with their game."""

import os
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from live.keeping import Keeping, keeping_of
from live.log import GameLog
from live.pictures import PictureFolder, delete_game
from tests.live.playing import FIRST, SECOND, begin, begun
from words.language import LANGUAGES, say
from words.message import InputError

PICTURE = np.random.default_rng(1).integers(0, 256, (120, 160, 3), np.uint8)
SMALL = Keeping(limit_mb=0.05, age_days=30)
"""Two of these pictures fit, or some."""


@pytest.fixture
def folder(tmp_path: Path) -> PictureFolder:
    return PictureFolder.beside(tmp_path / "games.sqlite")


def numbers(folder: PictureFolder) -> list[int]:
    return [kept.seq for kept in folder.of_game(1)]


def test_none_are_kept_unless_somebody_said_so(tmp_path: Path, folder: PictureFolder) -> None:
    play = begin(GameLog.open(tmp_path / "games.sqlite"))
    assert keeping_of(play.state.settings) is None
    assert folder.keep(play.state.id, play.seq, PICTURE, keeping_of(play.state.settings)) is None
    assert not folder.path.exists()
    play.set("keep_pictures", {"limit_mb": 5, "age_days": 2})
    assert keeping_of(play.state.settings) == Keeping(5, 2)
    play.set("keep_pictures", None)
    assert keeping_of(play.state.settings) is None


def test_a_picture_can_be_looked_at_again(tmp_path: Path, folder: PictureFolder) -> None:
    play = begun(GameLog.open(tmp_path / "games.sqlite"), FIRST)
    smooth = np.full((120, 160, 3), (40, 90, 200), np.uint8)
    assert folder.keep(play.state.id, play.seq, smooth, Keeping()) is None
    (kept,) = folder.of_game(1)
    assert kept.file == tmp_path / "games-pictures" / f"game-1-{play.seq}.jpg"
    again = cv2.imread(str(kept.file))
    assert again is not None
    assert np.abs(again.astype(int) - smooth).max() < 6


def test_the_oldest_go_when_there_are_too_many(folder: PictureFolder) -> None:
    for seq in range(1, 12):
        assert folder.keep(1, seq, PICTURE, SMALL) is None
        sizes = [kept.size_bytes for kept in folder.of_game(1)]
        assert 0 < sum(sizes) <= SMALL.limit_mb * 1_000_000
    kept = numbers(folder)
    assert len(kept) >= 2
    assert kept == list(range(12 - len(kept), 12))


def test_numbers_count_not_their_letters(folder: PictureFolder) -> None:
    """Picture 100 is younger than picture 99."""
    for seq in (98, 99, 100, 101):
        folder.keep(1, seq, PICTURE, SMALL)
    assert numbers(folder)[-1] == 101
    assert numbers(folder) == sorted(numbers(folder))
    assert 98 not in numbers(folder)


def test_what_is_too_old_goes(folder: PictureFolder) -> None:
    for seq in (1, 2, 3):
        folder.keep(1, seq, PICTURE, Keeping(age_days=30))
    for seq, days in ((1, 40), (2, 20)):
        long_ago = time.time() - days * 86_400
        os.utime(folder.file(1, seq), (long_ago, long_ago))
    assert folder.tidy(Keeping(age_days=30)) == 1
    assert numbers(folder) == [2, 3]
    folder.keep(1, 4, PICTURE, Keeping(age_days=10))
    assert numbers(folder) == [3, 4]


def test_a_picture_larger_than_all_that_is_allowed(folder: PictureFolder) -> None:
    folder.keep(1, 1, PICTURE, SMALL)
    said = folder.keep(1, 2, PICTURE, Keeping(limit_mb=0.001))
    assert said is not None
    assert "larger than the 0.001 MB" in say(said, "en")
    assert numbers(folder) == [1], "none is lost for one that is not kept"


def test_only_our_own_files_go(folder: PictureFolder) -> None:
    folder.path.mkdir()
    (folder.path / "holiday.jpg").write_bytes(b"x" * 100_000)
    (folder.path / "game-x-1.jpg").touch()
    left = folder.path / ".0123.tmp"
    left.touch()
    os.utime(left, (0, 0))
    folder.keep(1, 1, PICTURE, SMALL)
    folder.delete_game(1)
    assert sorted(file.name for file in folder.path.iterdir()) == ["game-x-1.jpg", "holiday.jpg"]


def test_a_folder_that_cannot_be_written_does_not_stop_the_game(folder: PictureFolder) -> None:
    folder.path.write_text("not a folder")
    said = folder.keep(1, 1, PICTURE, Keeping())
    assert said is not None
    for language in LANGUAGES:
        assert str(folder.path) in say(said, language)
    assert folder.of_game(1) == ()


def test_a_game_in_memory_keeps_none(folder: PictureFolder) -> None:
    assert folder.keep(None, 0, PICTURE, Keeping()) is None
    assert not folder.path.exists()


def test_pictures_are_deleted_with_their_game(tmp_path: Path, folder: PictureFolder) -> None:
    log = GameLog.open(tmp_path / "games.sqlite")
    begun(log, FIRST)
    play = begun(log, FIRST, SECOND)
    for game, seq in ((1, 1), (2, 2), (1, 3), (11, 4)):
        folder.keep(game, seq, PICTURE, Keeping())
    assert delete_game(log, 1) == 2
    assert [entry.id for entry in log.games()] == [2]
    assert sorted(file.name for file in folder.path.iterdir()) == ["game-11-4.jpg", "game-2-2.jpg"]
    assert play.state.position == SECOND
    with pytest.raises(InputError, match="no game number 1"):
        delete_game(log, 1)


@pytest.mark.parametrize(
    "bad",
    [True, [], {"limit_mb": 0}, {"age_days": -1}, {"limit_mb": True}, {"limit_mb": "5"}, {"mb": 1}, {"age_days": 1e9}],
)
def test_a_limit_that_is_none(bad: object) -> None:
    with pytest.raises(InputError):
        Keeping.from_json(bad)


def test_limits_come_back_as_they_were() -> None:
    assert Keeping.from_json(Keeping(3, 4).to_json()) == Keeping(3, 4)
