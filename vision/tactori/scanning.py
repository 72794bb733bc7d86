"""Photographs of towers and sticks, one or several of one position, from the file to the reading and its verdict."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from referee.tactori.hanging import Hanging, hanging
from referee.tactori.rules import RuleBook
from referee.tactori.scoring import PositionVerdict, judge_position
from vision.board.find import NoBoard
from vision.known_of_picture import Known, known_of, without_profile
from vision.photograph import Photograph, Picture, decode_photograph, read_picture_file
from vision.scanning import ScannedView, explained, with_profile
from vision.tactori.better_view import best_side, better_view
from vision.tactori.calibrate.list_set import read_with_list
from vision.tactori.overlay import draw_overlay
from vision.tactori.printing import print_scanned
from vision.tactori.reading import Reading
from vision.tactori.scan import read_photograph
from vision.tactori.settings import ASK
from vision.tactori.together import Shot, Together, ViewRead, read_together
from vision.tasks import Task, check_count
from words.language import say
from words.message import InputError, Message, message


@dataclass(frozen=True)
class Scanned:
    """A reading with the picture it was read from, and the referee's verdict if a game was named."""

    photograph: Photograph
    """Of several pictures the first that was used, which is the one that `reading` found its board in."""
    reading: Reading
    verdict: PositionVerdict | None
    known: Known
    rules: RuleBook | None = None
    views: tuple[ScannedView, ...] = ()
    """All pictures, if it was read from several."""

    @cached_property
    def hangs(self) -> tuple[Hanging, ...]:
        """What of the verdict hangs on sticks that are not vouched for."""
        return () if self.rules is None else hanging(self.reading.position, self.reading.open_ways, self.rules)

    @property
    def legal(self) -> bool:
        return self.verdict is None or self.verdict.legal

    def to_json(self, language: str) -> dict[str, Any]:
        said = self.reading.to_json(language)
        if self.views:
            said["images"] = [view.image for view in self.views]
            said["views"] = [view.to_json(language) for view in self.views]
            for doubt, move in zip(said["unsure"], self.moves, strict=True):
                doubt["move"] = say(move, language) if move else None
        if self.verdict is not None:
            said["verdict"] = self.verdict.to_json(language)
            said["verdict_unsure"] = sorted(doubt.at for doubt in self.reading.unsure)
            said["verdict_hangs"] = [each.to_json() for each in self.hangs]
        if self.reading.measured is not None:
            said["measured"] = self.reading.measured.to_json()
        return said | self.known.to_json(language)

    @cached_property
    def moves(self) -> tuple[Message | None, ...]:
        """For each doubt what would settle it: another picture from some side, or what else can be done."""
        poses = [view.found.pose for view in self.views if view.used and view.found is not None]
        position, made, found = self.reading.position, self.reading.physical_set, self.reading.found
        assert found is not None  # it was read just now
        return tuple(
            best_side(position, made, poses, doubt.at)
            or better_view(position, made, found.pose, doubt.at, doubt.why.key)
            for doubt in self.reading.unsure
        )

    def notes(self, language: str) -> list[str]:
        """What is to be said of the profile, for people; of several pictures each has its own."""
        if not self.views:
            return self.known.notes(self.reading.image, language)
        own = {misfit for view in self.views for misfit in view.known.misfits}
        joint = replace(self.known, misfits=tuple(each for each in self.known.misfits if each not in own))
        each = [note for view in self.views for note in view.known.notes(view.image, language)]
        return each + joint.notes(self.reading.image, language)

    def print(self, language: str) -> str:
        return print_scanned(self, language)

    def overlays(self, each: bool) -> Iterator[tuple[str, Picture]]:
        """The reading drawn over its picture, or over each of several; one without a board stays as it is."""
        one = (self.reading.image, self.photograph, self.reading.found)
        several = [(view.image, view.photograph, view.found) for view in self.views] if each else []
        for name, photograph, found in several or [one]:
            picture, made = photograph.image, self.reading.physical_set
            drawn = picture if found is None else draw_overlay(picture, found, made, self.reading, self.verdict)
            yield name, drawn


def scan(task: Task, rules: RuleBook | None) -> Scanned:
    """Reads one photograph, or several of one position; whatever stands in the way is an `InputError`."""
    if task.images:
        return scan_together(task, rules, [_picture(task, index) for index in range(len(task.images))])
    data = read_picture_file(task.path)
    return scan_photograph(task, rules, decode_photograph(data), data)


def _picture(task: Task, index: int) -> tuple[Photograph, bytes]:
    """One of several pictures. The answer is named by the first; an error in another says which it is."""
    try:
        data = read_picture_file(task.alone(index).path)
        return decode_photograph(data), data
    except InputError as error:
        raise error if index == 0 else error.at(task.images[index]) from None


def scan_photograph(task: Task, rules: RuleBook | None, photograph: Photograph, data: bytes) -> Scanned:
    """The same for a photograph that is decoded already; `data` is its file, `task.path` is not looked at."""
    started = time.perf_counter()

    def read(known: Known) -> Reading:
        more = _more(task, known)
        if task.listed is not None and "measure" not in more and _is_open(known):
            return read_with_list(photograph.image, task.listed, known.camera, known.board, known.corners, **more)
        return read_photograph(photograph.image, known.physical_set, known.camera, known.board, known.corners, **more)

    with explained():
        seen, known = with_profile(task, photograph, data, read)
    elapsed_ms = 1000 * (time.perf_counter() - started)
    reading = replace(seen, image=task.image, corners=photograph.to_original(seen.corners), ms=elapsed_ms)
    verdict = judge_position(seen.position, rules) if rules else None
    return Scanned(photograph, reading, verdict, _with_unused_colours(task, known, seen), rules)


def _more(task: Task, known: Known) -> dict[str, Any]:
    """What the reader is told besides what lies in the picture: colours, how sure to be, whether to measure the set."""
    more: dict[str, Any] = {"colours": known.colours} if known.colours is not None else {}
    more |= {"sure": ASK[task.ask]}
    if task.measure and _is_open(known):
        more["measure"] = True
    return more


def _is_open(known: Known) -> bool:
    """Whether nobody measured how high the towers are."""
    return known.physical_set is None or "tower_height" in known.physical_set.defaults


def _with_unused_colours(task: Task, known: Known, seen: Reading) -> Known:
    """Colours that the picture does not bear out are a misfit."""
    if known.colours is None or seen.borne_out:
        return known
    own = task.colours is not None
    unused = message("match.own_colours_unused") if own else message("match.colours_unused", name=known.profile)
    return replace(known, misfits=(*known.misfits, unused))


def scan_together(task: Task, rules: RuleBook | None, pictures: Sequence[tuple[Photograph, bytes]]) -> Scanned:
    """Reads several pictures of one position as one: `pictures` with their files, in the order of `task.images`."""
    check_count(len(pictures))
    started = time.perf_counter()
    with explained():
        together, each = _together_with_profiles(task, pictures)
    elapsed_ms = 1000 * (time.perf_counter() - started)
    seen = together.reading
    views = tuple(
        _scanned_view(image, photograph, view, known)
        for image, (photograph, _), view, known in zip(task.images, pictures, together.views, each, strict=True)
    )
    used = next(index for index, view in enumerate(views) if view.used)
    photograph = pictures[used][0]
    # A first picture without a board has no corners; then they are those of the picture the fields are named by.
    corners = views[0].corners or photograph.to_original(seen.corners)
    reading = replace(seen, image=task.images[0], corners=corners, ms=elapsed_ms)
    verdict = judge_position(seen.position, rules) if rules else None
    known = _with_unused_colours(task, _joint(each), seen)
    return Scanned(photograph, reading, verdict, known, rules, views)


def _scanned_view(image: str, photograph: Photograph, view: ViewRead, known: Known) -> ScannedView:
    corners = None if view.found is None else photograph.to_original(view.found.corners_px)
    return ScannedView(image, photograph, view.found, corners, view.turned, view.used, view.why, known)


def _together_with_profiles(task: Task, pictures: Sequence[tuple[Photograph, bytes]]) -> tuple[Together, list[Known]]:
    """Looks at pictures with their profiles. Where only the profile keeps a board from being found, it does not fit."""
    known = []
    for index, (photograph, data) in enumerate(pictures):
        try:
            known.append(known_of(task.alone(index), photograph, data))
        except InputError as error:  # a camera that was named, and is not this picture's
            raise error if index == 0 else error.at(task.images[index]) from None
    together = None
    try:
        together = _look_together(task, pictures, known)
    except NoBoard:
        if all(each.profile is None for each in known):
            raise
    lost = {i for i, each in enumerate(known) if each.profile and (not together or not together.views[i].found)}
    if together and not lost:
        return together, known
    plain = list(known)
    for index in lost:
        plain[index] = known_of(replace(task.alone(index), profiles=(), find_profile=False), *pictures[index])
    again = _look_together(task, pictures, plain)
    misfits = {index for index in lost if again.views[index].found is not None}
    if together and not misfits:
        return together, known
    for index in misfits:
        known[index] = without_profile(task, known[index], plain[index], pictures[index][0])
    return again, known


def _look_together(task: Task, pictures: Sequence[tuple[Photograph, bytes]], each: Sequence[Known]) -> Together:
    turned = [*task.turned, *[None] * len(pictures)]
    shots = [
        Shot(photograph.image, known.camera, known.corners, turn)
        for (photograph, _), known, turn in zip(pictures, each, turned, strict=False)
    ]
    joint = _joint(each)
    if task.listed is not None and not task.measure and _is_open(joint):
        joint = replace(joint, physical_set=task.listed.physical_set)
    return read_together(shots, joint.physical_set, joint.board, **_more(task, joint))


def _joint(each: Sequence[Known]) -> Known:
    """What is known of all pictures: they show one set, so that the first of them that has a profile speaks for all."""
    first = next((known for known in each if known.profile is not None), each[0])
    return replace(first, misfits=tuple(dict.fromkeys(misfit for known in each for misfit in known.misfits)))
