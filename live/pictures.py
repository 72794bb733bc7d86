"""Pictures of confirmed turns, kept only where an adult said so, and then neither too many nor for too long."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from calibration.files import write_whole
from live.frame import Picture
from live.keeping import Keeping
from live.log import GameLog
from live.log_file import NotWritten
from words.message import InputError, Message, message

JPEG_QUALITY = 85
"""Percent: colours and edges stay as the reader needs them, at a fifth of a lossless file."""
S_PER_DAY, BYTES_PER_MB = 86_400, 1_000_000
_NAME = re.compile(r"game-(\d{1,19})-(\d{1,19})\.jpg", re.ASCII)


@dataclass(frozen=True)
class Kept:
    """A picture in the folder, named after its game and the event it belongs to."""

    file: Path
    game: int
    seq: int
    size_bytes: int
    at_s: float


@dataclass(frozen=True)
class PictureFolder:
    """The folder beside the log. Other files in it are not ours and are left alone."""

    path: Path

    @classmethod
    def beside(cls, log_path: Path) -> PictureFolder:
        return cls(log_path.with_name(f"{log_path.stem}-pictures"))

    def file(self, game: int, seq: int) -> Path:
        return self.path / f"game-{game}-{seq}.jpg"

    def keep(self, game: int | None, seq: int, image: Picture, keeping: Keeping | None) -> Message | None:
        """Keeps a picture if that is turned on, and lets go what is too old or too much.

        A picture is no turn: one that cannot be written is told, and the game goes on. A game that is only in memory
        has no number yet, and keeps none.
        """
        if keeping is None or game is None:
            return None
        import cv2

        encoded, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        if not encoded:
            return message("pictures.unwritable", file=str(self.path), why="JPEG")
        room = int(keeping.limit_mb * BYTES_PER_MB) - data.nbytes
        if room < 0:
            return message("pictures.too_large", limit_mb=keeping.limit_mb)
        self.tidy(keeping, room)  # before it comes, so that there never are too many
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            write_whole(self.file(game, seq), data.tobytes())
        except OSError as error:
            return message("pictures.unwritable", file=str(self.path), why=error.strerror or str(error))
        return None

    def tidy(self, keeping: Keeping, room_bytes: int | None = None) -> int:
        """Deletes what is too old and, the oldest first, what does not fit; returns how many went."""
        room = int(keeping.limit_mb * BYTES_PER_MB) if room_bytes is None else room_bytes
        oldest_s = time.time() - keeping.age_days * S_PER_DAY
        gone = 0
        for kept in sorted(self._pictures(), key=lambda each: each.seq, reverse=True):
            room -= kept.size_bytes
            if room < 0 or kept.at_s < oldest_s:
                gone += _delete(kept.file)
                room += kept.size_bytes if room >= 0 else 0
        for leftover in self.path.glob(".*.tmp"):  # of a program that was killed while it wrote
            with suppress(OSError):
                if leftover.stat().st_mtime < time.time() - S_PER_DAY:
                    _delete(leftover)
        return gone

    def delete_game(self, game: int) -> int:
        """Deletes every picture of a game; returns how many."""
        return sum(_delete(kept.file) for kept in self._pictures() if kept.game == game)

    def of_game(self, game: int) -> tuple[Kept, ...]:
        return tuple(sorted((kept for kept in self._pictures() if kept.game == game), key=lambda kept: kept.seq))

    def _pictures(self) -> Iterator[Kept]:
        try:
            files = list(self.path.iterdir())
        except OSError:
            return
        for file in files:
            if name := _NAME.fullmatch(file.name):
                try:
                    found = file.stat()
                except OSError:  # another program has just deleted it
                    continue
                yield Kept(file, int(name[1]), int(name[2]), found.st_size, found.st_mtime)


def delete_game(log: GameLog, game_id: int) -> int:
    """Takes a game out of the log for good, with its pictures; returns how many there were."""
    entry = log.game(game_id)
    # First the pictures: whatever happens in between, none is left without its game.
    gone = PictureFolder.beside(log.path).delete_game(entry.id)
    try:
        log.delete(entry.id)
    except NotWritten as error:
        raise InputError(error.why, str(log.path)) from None
    return gone


def _delete(file: Path) -> bool:
    try:
        file.unlink()
    except OSError:
        return False
    return True
