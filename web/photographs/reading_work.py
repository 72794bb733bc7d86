"""What reading uploaded photographs asks of a child process: bytes in, a reading and small pictures out."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np
from PIL import Image
from PIL.ExifTags import Base

from calibration.measured import MeasuredSet
from calibration.physical_set import PhysicalSet
from calibration.profile import Profile
from referee.game import AnyGame
from referee.games import GAMES, find_game
from vision.corners import Corners, corners_json
from vision.families import reader_of
from vision.known_of_picture import Known
from vision.photograph import Photograph, Picture, decode_photograph
from vision.picture_reading import PictureRead, Reading
from vision.profiles.device import device_of
from vision.scanning import AnswerIsNo
from vision.tasks import Task
from web.shown.camera_view import view_json
from web.workshop.worker import Report
from words.message import InputError, Message

SHOWN_PX, SHOWN_QUALITY = 1280, 85
THUMB_PX, THUMB_QUALITY = 224, 80
ABOVE_PX, ABOVE_MARGIN, ABOVE_QUALITY = 320, 0.06, 80
# A larger file is kept as the picture that readings work on, which is smaller.
KEPT_AS_IT_IS_BYTES = 1_000_000
KEPT_QUALITY = 92
DECODED = 0.1
"""The share of the work that is done when a picture is decoded."""


@dataclass(frozen=True)
class Wish:
    """How the photographs of a list are to be read."""

    board: int | None = None
    """5, 9, or None if each picture is to tell."""
    profile: str | None = None
    """As it was asked for: a name, or `auto`."""
    profiles: tuple[Profile, ...] = ()
    """The one to read with, or all of which the one that fits is looked for."""
    find_profile: bool = False
    measure: bool = True
    """Whether a set that nobody measured is measured: of a list once for all, of one picture on that picture."""
    ask: str = "usual"
    listed: MeasuredSet | None = None
    """The set of the list, as soon as it is measured."""
    game: str | None = None
    """Whose pieces are looked for; None for those of the first game of the house."""


@dataclass(frozen=True)
class Kept:
    """A photograph as it is kept to be read again: its file, or what a reading works on of a large one."""

    data: bytes
    size: tuple[int, int]
    """Width and height of the photograph itself."""

    def photograph(self) -> Photograph:
        return Photograph(decode_photograph(self.data).image, self.size)


@dataclass(frozen=True)
class SeenView:
    """What became of one picture of a group."""

    view: Mapping[str, Any] | None
    """Where its camera is, in pixels of what is shown of it, fields named as in the first picture."""
    corners: Corners | None
    turned: int
    used: bool
    why: Message | None
    """Why it was left out."""


@dataclass(frozen=True)
class Seen:
    """What is kept of a photograph: pictures of it, and its reading or the reason why there is none."""

    shown: bytes
    """A JPEG of at most `SHOWN_PX`."""
    thumb: bytes
    size: tuple[int, int]
    """Width and height of `shown`."""
    reading: Reading | None = None
    error: InputError | None = None
    view: Mapping[str, Any] | None = None
    """Where the camera is, in pixels of `shown`."""
    physical_set: PhysicalSet | None = None
    measured: MeasuredSet | None = None
    known: Known | None = None
    kept: Kept | None = None
    views: tuple[SeenView, ...] = ()
    """Of a group, one for each of its pictures."""
    moves: Mapping[str, Message] = field(default_factory=dict)
    """Of a group, for its doubts from which side another picture would settle them, or what else would."""
    other_set: bool = False
    """Whether it shows another set than its list, and was read with that."""

    @property
    def kept_bytes(self) -> int:
        return len(self.shown) + len(self.thumb) + (len(self.kept.data) if self.kept is not None else 0)

    def with_reading_of(self, other: Seen) -> Seen:
        """These pictures with what another look at them told."""
        return replace(other, shown=self.shown, thumb=self.thumb, size=self.size, kept=self.kept)


@dataclass(frozen=True)
class Again:
    """A picture that was handed in before and is looked at again."""

    name: str
    kept: Kept
    shown_size: tuple[int, int]
    turned: int | None = None


def game_of(game_id: str | None) -> AnyGame:
    """The game that lies there; where nobody says so, it is the first of the house."""
    return next(iter(GAMES.values())) if game_id is None else find_game(game_id)


def read_upload(report: Report, data: bytes, name: str, wish: Wish) -> Seen:
    """Reads one photograph. What is no picture is an `InputError`; a picture without a board is not."""
    photograph = decode_photograph(data)
    report(DECODED, None)
    shown = _smaller(photograph.image, SHOWN_PX)
    size = (int(shown.shape[1]), int(shown.shape[0]))
    thumb = _jpeg(_smaller(shown, THUMB_PX), THUMB_QUALITY)
    kept = _kept(photograph, data)
    seen = Seen(_jpeg(shown, SHOWN_QUALITY), thumb, size, kept=kept)
    return seen.with_reading_of(_look([Again(name, kept, size)], [(photograph, data)], wish))


def read_again(report: Report, pictures: Sequence[Again], wish: Wish) -> Seen:
    """Reads pictures that were handed in before, several as one; what comes back has no pictures of its own."""
    files = [(each.kept.photograph(), each.kept.data) for each in pictures]
    report(DECODED, None)
    return _look(pictures, files, wish)


def _look(pictures: Sequence[Again], files: Sequence[tuple[Photograph, bytes]], wish: Wish) -> Seen:
    game, first = game_of(wish.game), pictures[0]
    reader, task = reader_of(game), _task(first.name, wish)
    try:
        if len(pictures) == 1:
            read = reader.read(task, game, *files[0])
        else:
            assert reader.together is not None
            names, turned = tuple(each.name for each in pictures), tuple(each.turned for each in pictures)
            read = reader.together.read(replace(task, images=names, turned=turned), files)
    except AnswerIsNo as error:
        return Seen(b"", b"", first.shown_size, error=InputError(error.message))
    views = tuple(
        SeenView(
            view_json(view.found, each.shown_size) if view.found is not None else None,
            view.corners,
            view.turned,
            view.used,
            view.why,
        )
        for each, view in zip(pictures, read.views, strict=False)
    )
    return Seen(
        b"",
        b"",
        first.shown_size,
        read.reading,
        view=_view(read, files[0][0], first.shown_size),
        physical_set=read.physical_set,
        measured=read.measured,
        known=read.known,
        views=views,
        moves=read.moves,
        other_set=wish.listed is not None and not wish.measure and read.measured is not None,
    )


def _view(read: PictureRead, photograph: Photograph, size: tuple[int, int]) -> dict[str, Any] | None:
    """Where the camera stands; where nobody asks for that, at least where the board lies."""
    if read.found is not None:
        return view_json(read.found, size)
    if read.views:
        return None
    across, down = size[0] / photograph.size[0], size[1] / photograph.size[1]
    corners = tuple(((u + 0.5) * across - 0.5, (v + 0.5) * down - 0.5) for u, v in read.reading.corners)
    return {"size": list(size), "corners": corners_json(corners)}


def measure_together(
    report: Report, pictures: Sequence[Again], each: Sequence[MeasuredSet | None], wish: Wish
) -> MeasuredSet:
    """The set that pictures of a list show, fitted over all of them; `each` is what single ones told before."""
    sets = reader_of(game_of(wish.game)).sets
    assert sets is not None
    images = [picture.kept.photograph().image for picture in pictures]
    return sets.measure(images, each, wish.board, lambda share: report(share, None))


def board_from_above(seen: Seen) -> bytes | None:
    """The board of a picture as if seen from straight above, its near side below; None if none was found.

    The picture is one that was made here, so that it can be decoded without a child.
    """
    if seen.view is None:
        return None
    image = cv2.imdecode(np.frombuffer(seen.shown, np.uint8), cv2.IMREAD_COLOR)
    rim = ABOVE_MARGIN * ABOVE_PX
    low, high = rim, ABOVE_PX - rim
    # Beside a1, i1, i9 and a9.
    square = np.array([(low, high), (high, high), (high, low), (low, low)], np.float32)
    lay_flat = cv2.getPerspectiveTransform(np.array(seen.view["corners"], np.float32), square)
    size = (ABOVE_PX, ABOVE_PX)
    flat = cv2.warpPerspective(np.asarray(image), lay_flat, size, None, cv2.INTER_LINEAR, cv2.BORDER_REPLICATE)
    return _jpeg(np.asarray(flat, dtype=np.uint8), ABOVE_QUALITY)


def _task(name: str, wish: Wish) -> Task:
    return Task(
        name,
        "",
        board=wish.board,
        profiles=wish.profiles,
        find_profile=wish.find_profile,
        measure=wish.measure,
        listed=wish.listed,
        ask=wish.ask,
    )


def _kept(photograph: Photograph, data: bytes) -> Kept:
    """What another reading needs. Of the notes in a large file only those by which a profile is found are kept."""
    if len(data) <= KEPT_AS_IT_IS_BYTES:
        return Kept(data, photograph.size)
    notes = Image.Exif()
    if device := device_of(data):
        notes[Base.Model] = device
    file = io.BytesIO()
    # At full width in its colours too: sticks are few pixels wide.
    Image.fromarray(photograph.image[..., ::-1]).save(file, "JPEG", quality=KEPT_QUALITY, subsampling=0, exif=notes)
    return Kept(file.getvalue(), photograph.size)


def _smaller(image: Picture, most_px: int) -> Picture:
    height, width = image.shape[:2]
    shrink = max(width, height) / most_px
    if shrink <= 1:
        return image
    size = max(1, round(width / shrink)), max(1, round(height / shrink))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _jpeg(image: Picture, quality: int) -> bytes:
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1])
