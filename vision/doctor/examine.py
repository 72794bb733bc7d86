"""Looks at what the camera sees and judges every aspect of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from calibration.camera import Camera
from calibration.colours import ColourReferences
from calibration.physical_set import PhysicalSet, plan_of
from vision.board.find import NoBoard, find_board
from vision.doctor.colour import judge_colour
from vision.doctor.geometry import SIDE_WORDS, judge_angle, judge_size, strip
from vision.doctor.glare import judge_glare
from vision.doctor.light import judge_light, shortened
from vision.doctor.report import FULL, Aspect, Finding, Report, grade
from vision.doctor.seen import Seen
from vision.doctor.settings import DoctorSettings
from vision.doctor.sharpness import judge_focus
from vision.doctor.stillness import judge_stillness
from vision.families import PiecesSeen, measuring_of
from vision.found_board import FoundBoard
from vision.photograph import Picture
from words.message import InputError, message

DEFAULT = DoctorSettings()
Judge = Callable[[Seen, DoctorSettings], Finding]


def examine(
    images: Sequence[Picture],
    physical_set: PhysicalSet | None = None,
    camera: Camera | None = None,
    colours: ColourReferences | None = None,
    board: int | None = None,
    settings: DoctorSettings = DEFAULT,
) -> Report:
    """What is good and what is to be improved about pictures of one table, taken one after another.

    Parameters
    ----------
    images
        At least one; of many a few are taken, spread evenly. Those of another size than the middle one are left out.
    physical_set, camera, colours, board
        What is known of the table; None for what nobody measured.
    """
    if not len(images):
        raise InputError(message("doctor.no_picture"))
    numbers = spread(len(images), settings.most_frames)
    middle = images[numbers[len(numbers) // 2]]
    numbers = [k for k in numbers if images[k].shape == middle.shape]
    chosen = [images[k] for k in numbers]
    made = physical_set or PhysicalSet.in_proportion()
    shown, found, scan, missing = _look(chosen, physical_set, camera, colours, board)
    image = chosen[shown]
    seen = Seen(image, found, made, scan.heights_mm if scan else {})
    stillness = judge_stillness(chosen, seen, settings)
    # Where the camera moves the board is not in its place in the other pictures.
    others = [] if stillness.measures.get("moved_per_field", 0.0) > settings.moved_share else chosen
    looks = [seen if each is image else replace(seen, image=each) for each in others] or [seen]
    light = _usual(looks, judge_light, settings)
    # In the dark all paints are alike: that is no fault of theirs.
    paints = scan.observed if scan and light.good else None
    findings = [
        judge_board(seen, missing, settings),
        judge_size(seen, settings),
        _usual(looks, judge_focus, settings),
        light,
        _usual(looks, judge_glare, settings),
        judge_angle(seen, settings),
        judge_colour(seen, paints, settings),
        stillness,
        judge_reading(scan, seen, settings),
    ]
    size = (middle.shape[1], middle.shape[0])
    return Report(tuple(findings), size, len(chosen), found, numbers[shown])


def spread(count: int, most: int) -> list[int]:
    """The numbers of some pictures, the first and the last among them."""
    if count <= most:
        return list(range(count))
    return [round(k * (count - 1) / (most - 1)) for k in range(most)]


def _look(
    images: Sequence[Picture],
    physical_set: PhysicalSet | None,
    camera: Camera | None,
    colours: ColourReferences | None,
    board: int | None,
) -> tuple[int, FoundBoard | None, PiecesSeen | None, NoBoard | None]:
    """Which picture is read, the middle one if it can be, and what is read in it or why there is nothing."""
    middle = len(images) // 2
    order = sorted(range(len(images)), key=lambda k: abs(k - middle))
    missing, look = NoBoard("none"), measuring_of(None).look
    for k in order:
        try:
            # With colours to start from, even usual ones, a reading tells which it saw.
            scan = look(images[k], physical_set, camera, board, colours or ColourReferences.generic())
            return k, scan.found, scan, None
        except NoBoard as why:
            # That it is cut off says more than that there is none.
            missing = why if missing.reason == "none" else missing
    if missing.reason == "fields":
        for k in order:
            try:
                return k, find_board(images[k], plan_of(physical_set, board), camera), None, missing
            except NoBoard:
                continue
    return middle, None, None, missing


def _usual(looks: Sequence[Seen], judge: Judge, settings: DoctorSettings) -> Finding:
    """What is found in the middle one of the pictures, from the worst to the best."""
    findings = sorted((judge(look, settings) for look in looks), key=lambda each: (each.score is None, each.score or 0))
    return findings[len(findings) // 2]


def judge_board(seen: Seen, missing: NoBoard | None, settings: DoctorSettings) -> Finding:
    if missing is None:
        return Finding(Aspect.BOARD, FULL, message("doctor.board.seen", board=seen.board))
    if missing.reason == "fields":
        advice = (message("doctor.board.fields"),)
        return Finding(Aspect.BOARD, settings.fields_unknown, message("doctor.board.unknown"), advice)
    if missing.reason == "cut_off":
        sides = tuple(SIDE_WORDS[side] for side in missing.sides) or (message("doctor.side.some"),)
        advice = (message("doctor.board.cut_off", sides=sides),)
        places = tuple(strip(side, (seen.image.shape[1], seen.image.shape[0])) for side in missing.sides)
        return Finding(Aspect.BOARD, 0, message("doctor.board.half"), advice, places_px=places)
    return Finding(Aspect.BOARD, 0, message("doctor.board.none"), (message("doctor.board.look"),))


def judge_reading(scan: PiecesSeen | None, seen: Seen, settings: DoctorSettings) -> Finding:
    """What a reading would not vouch for, and what mostly stands in the way.

    Even one doubt is named: whoever is told that all is ready would not look at it.
    """
    if scan is None:
        return Finding(Aspect.READING, None, message("doctor.not_judged"))
    doubts = [doubt for doubt in scan.unsure if doubt.is_field]
    ways = tuple(doubt.at for doubt in scan.unsure if not doubt.is_field)
    every, count = len(seen.names), len(doubts)
    fields = tuple(doubt.at for doubt in doubts)
    advice = []
    if doubts:
        reasons = Counter(REASONS.get(doubt.why.key, "doctor.reading.unclear") for doubt in doubts)
        ((key, _),) = reasons.most_common(1)
        advice.append(message(key, count=count, all=every, fields=shortened(fields)))
    if ways:
        advice.append(message("doctor.reading.sticks", ways=shortened(ways)))
    words = message("doctor.reading.seen", count=every - count, all=every)
    places = tuple(seen.outline_px(name) for name in fields)
    measures = {"unsure": count / every, "sticks_unsure": float(len(ways))}
    score = round(grade(count / every, settings.unsure_share))
    if advice:
        score = min(score, settings.advise_below - 1)  # as every other aspect of which something is said
    return Finding(Aspect.READING, score, words, tuple(advice), measures, fields, places)


REASONS = {
    "doubt.hidden": "doctor.reading.hidden",
    "doubt.height": "doctor.reading.hidden",
    "doubt.camera": "doctor.reading.camera",
    "doubt.covered": "doctor.reading.covered",
    "doubt.edge": "doctor.reading.edge",
}
"""Of a doubt, by its key: what to do about it."""
