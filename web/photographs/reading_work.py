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
from calibration.physical_set import PhysicalSet, plan_of
from calibration.profile import Profile
from vision.board.find import NoBoard, find_board
from vision.calibrate.device import device_of
from vision.corners import Corners
from vision.found_board import FoundBoard
from vision.known_of_picture import Known
from vision.photograph import Photograph, Picture, decode_photograph
from vision.scanning import AnswerIsNo
from vision.tactori.calibrate.list_set import measure_list
from vision.tactori.calibrate.unknown_set import measure_here
from vision.tactori.reading import Reading
from vision.tactori.scanning import Scanned, scan_photograph, scan_together
from vision.tasks import Task
from web.shown.camera_view import view_json
from web.workshop.worker import Report
from words.message import InputError, Message, message

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


def read_upload(report: Report, data: bytes, name: str, wish: Wish) -> Seen:
    """Reads one photograph. What is no picture is an `InputError`; a picture without a board is not."""
    photograph = decode_photograph(data)
    report(DECODED, None)
    shown = _smaller(photograph.image, SHOWN_PX)
    size = (int(shown.shape[1]), int(shown.shape[0]))
    seen = Seen(
        _jpeg(shown, SHOWN_QUALITY),
        _jpeg(_smaller(shown, THUMB_PX), THUMB_QUALITY),
        size,
        kept=_kept(photograph, data),
    )
    try:
        scanned = scan_photograph(_task(name, wish), None, photograph, data)
    except AnswerIsNo as error:
        return replace(seen, error=InputError(error.message))
    return seen.with_reading_of(_seen(scanned, size, scanned.reading.found, wish))


def read_again(report: Report, pictures: Sequence[Again], wish: Wish) -> Seen:
    """Reads pictures that were handed in before, several as one; what comes back has no pictures of its own."""
    files = [(each.kept.photograph(), each.kept.data) for each in pictures]
    report(DECODED, None)
    first = pictures[0]
    task = _task(first.name, wish)
    try:
        if len(pictures) == 1:
            alone = scan_photograph(task, None, *files[0])
            return _seen(alone, first.shown_size, alone.reading.found, wish)
        task = replace(
            task,
            images=tuple(each.name for each in pictures),
            turned=tuple(each.turned for each in pictures),
        )
        scanned = scan_together(task, None, files)
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
        for each, view in zip(pictures, scanned.views, strict=True)
    )
    moves = {doubt.at: move for doubt, move in zip(scanned.reading.unsure, scanned.moves, strict=True) if move}
    return replace(_seen(scanned, first.shown_size, scanned.views[0].found, wish), views=views, moves=moves)


def measure_together(
    report: Report, pictures: Sequence[Again], each: Sequence[MeasuredSet | None], board: int | None
) -> MeasuredSet:
    """The set that pictures of a list show, fitted over all of them; `each` is what single ones told before."""
    images = [picture.kept.photograph().image for picture in pictures]
    known = []
    for image, told in zip(images, each, strict=True):
        own = told or _measured_alone(image, board)
        if own is not None:
            known.append(own)
    report(DECODED, None)
    if not known:
        raise InputError(message("calibrate.few_towers"))
    measured: MeasuredSet = measure_list(images, known, lambda share: report(0.1 + 0.9 * share, None), board)
    return measured


def _measured_alone(image: Picture, board: int | None) -> MeasuredSet | None:
    try:
        found = find_board(image, plan_of(None, board))
    except NoBoard:
        return None
    here = measure_here(image, found, None, False)
    return here.measured_set if here is not None else None


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


def _seen(scanned: Scanned, size: tuple[int, int], found: FoundBoard | None, wish: Wish) -> Seen:
    """What was read; `found` is the board in the picture that is shown for it."""
    return Seen(
        b"",
        b"",
        size,
        replace(scanned.reading, found=None, observed=None),
        view=view_json(found, size) if found is not None else None,
        physical_set=scanned.reading.physical_set,
        measured=scanned.reading.measured,
        known=scanned.known,
        other_set=wish.listed is not None and not wish.measure and scanned.reading.measured is not None,
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
