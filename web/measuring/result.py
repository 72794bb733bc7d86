"""What a calibration found, in tables, sentences and a picture, still without a language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from calibration.camera_fit import CameraFit, fields_of_view
from calibration.colour_separation import WOOD, SeparationSettings, findings, nearest, separations
from calibration.colours import ColourReferences
from calibration.measured import BOARD, DEFAULT, EXIF, PHOTOGRAPHS, RULER, SHEET, MeasuredCamera, MeasuredSet
from calibration.physical_set import MEASURES, PhysicalSet
from calibration.profile import PARTS, Profile
from calibration.refused import Refused
from calibration.sheet import PAPERS
from web.api.words import choice, list_of, maybe, number, optional, ref, shape, text, truth
from words.message import Message, message

if TYPE_CHECKING:  # what reads pictures is slow to import, and a list of profiles does not need it
    from calibration.camera import Camera
    from vision.families import Measuring, SetResult
    from vision.photograph import Picture
    from vision.profiles.matching import Misfit

PERCENT = 100
GAP = "\u00a0"
"""Between a number and its unit, so that no line ends there."""
Cell = Message | str

MEASURE_WORDS: Mapping[str, Message] = {
    "pitch_9": message("page.cal.measure.pitch_9"),
    "tower_width": message("page.cal.measure.tower_width"),
    "tower_height": message("page.cal.measure.tower_height"),
    "stick_width": message("page.cal.measure.stick_width"),
    "stick_length": message("page.cal.measure.stick_length"),
    "groove_depth": message("page.cal.measure.groove_depth"),
    "board_side": message("page.cal.measure.board_side"),
    "board_thickness": message("page.cal.measure.board_thickness"),
}
ORIGIN_WORDS: Mapping[str, Message] = {
    RULER: message("print.origin.ruler"),
    PHOTOGRAPHS: message("print.origin.photographs"),
    DEFAULT: message("print.origin.default"),
}
WAY_WORDS: Mapping[str, Message] = {
    SHEET: message("print.camera.way.sheet"),
    BOARD: message("print.camera.way.board"),
    EXIF: message("print.camera.way.exif"),
}
MARK_WORDS: Mapping[str, Message] = {
    "dots": message("marks.dots"),
    "rings": message("marks.rings"),
    "squares": message("marks.squares"),
    "lines": message("marks.lines"),
}
# Sentences that tell a person at a command line what to type, or name a measure as files do, are others on the page.
PAGE_WORDS: Mapping[str, str] = {
    "filming.advice.show": "web.cal.advice.show",
    "calibrate.advice.tell": "web.cal.advice.tell",
    "exif.advice.measure": "web.cal.advice.sheet",
    "doctor.reading.unclear": "web.cal.advice.reading",
    "set.length": "web.cal.measure.length",
    "set.range": "web.cal.measure.range",
    "set.smaller": "web.cal.measure.smaller",
    "set.board": "web.cal.measure.board",
}


@dataclass(frozen=True)
class Table:
    """Numbers for people: the first cell of a row says what they are."""

    title: Message
    head: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Finished:
    """What came of it: numbers with their errors, or why there are none."""

    refused: Message | None = None
    advice: Message | None = None
    tables: tuple[Table, ...] = ()
    notes: tuple[Message, ...] = ()
    warnings: tuple[Message, ...] = ()
    picture: bytes | None = None
    """A PNG, with what it was measured on drawn into it."""
    caption: Message | None = None
    measured_set: MeasuredSet | None = None
    camera: MeasuredCamera | None = None
    colours: ColourReferences | None = None
    source: str | None = None
    more: Mapping[str, Any] = field(default_factory=dict)
    """What only one kind has, with messages in it."""

    @property
    def parts(self) -> tuple[str, ...]:
        given = {"set": self.measured_set, "camera": self.camera, "colours": self.colours}
        return tuple(part for part, made in given.items() if made is not None)


shape("NumberTable", title=text(), head=list_of(text()), rows=list_of(list_of(text())))
shape("Aspect", aspect=text(), title=text(), score=maybe(number()), good=truth(), seen=text(), advice=list_of(text()))
shape(
    "Measured",
    "What came of a calibration.",
    refused=maybe(text(), "Why nothing was measured."),
    advice=maybe(text(), "What to do instead."),
    tables=list_of(ref("NumberTable")),
    notes=list_of(text()),
    warnings=list_of(text()),
    picture=truth("There is a `result.png`."),
    caption=maybe(text()),
    parts=list_of(choice(PARTS), "What can be kept in a profile."),
    source=maybe(text()),
    fits=optional(truth()),
    profile=optional(maybe(text())),
    score=optional(maybe(number())),
    good=optional(truth()),
    verdict=optional(text()),
    aspects=optional(list_of(ref("Aspect"))),
)


def in_page_words(said: Message) -> Message:
    params = {
        key: MEASURE_WORDS.get(value, value) if isinstance(value, str) else value for key, value in said.params.items()
    }
    return Message(PAGE_WORDS.get(said.key, said.key), params)


def refused_result(refused: Refused) -> Finished:
    advice = None if refused.advice is None else in_page_words(refused.advice)
    return Finished(refused=refused.message, advice=advice)


# --- tables


def set_table(measured: MeasuredSet) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for name in MEASURES:
        error = measured.errors.get(name)
        rows.append(
            (
                MEASURE_WORDS[name],
                f"{getattr(measured.physical_set, name):.1f}{GAP}mm",
                "" if error is None else f"±{GAP}{error:.2f}",
                ORIGIN_WORDS[measured.origins.get(name, DEFAULT)],
            )
        )
    rows.append((message("page.cal.measure.margin"), f"{measured.margin_mm:.1f}{GAP}mm", "", ""))
    if measured.marks is not None:
        rows.append((message("page.cal.measure.marks"), MARK_WORDS[measured.marks], "", ORIGIN_WORDS[PHOTOGRAPHS]))
    head = (
        message("page.cal.head.measure"),
        message("page.cal.head.value"),
        message("page.cal.head.error"),
        message("page.cal.head.origin"),
    )
    return Table(message("page.cal.part.set"), head, tuple(rows))


def camera_table(measured: MeasuredCamera, pictures: int | None = None, bow: float | None = None) -> Table:
    camera = measured.camera
    wide, high = fields_of_view(camera)
    bends = ", ".join(f"{name} {value:.3f}" for name, value in zip(("k1", "k2", "p1", "p2"), camera.dist, strict=True))
    rows: list[tuple[Cell, ...]] = [
        (message("print.camera.focal"), f"{camera.fx:.0f}{GAP}px", f"±{GAP}{PERCENT * measured.focal_error:.1f}{GAP}%"),
        (message("print.camera.fov"), f"{wide:.0f}° x {high:.0f}°", ""),
        (message("page.cal.camera.size"), f"{camera.size[0]} x {camera.size[1]}", ""),
        (message("page.cal.camera.centre"), f"{camera.cx:.0f}, {camera.cy:.0f}", ""),
        (message("print.camera.distortion"), bends, ""),
    ]
    if measured.views:
        views: Cell = str(measured.views)
        if pictures is not None:
            views = message("print.camera.of", views=measured.views, pictures=pictures)
        rows += [
            (message("print.camera.views"), views, ""),
            (message("print.camera.rms"), f"{measured.rms_px:.2f}{GAP}px", ""),
            (message("print.camera.worst"), f"{measured.worst_px:.2f}{GAP}px", ""),
            (message("print.camera.coverage"), f"{PERCENT * measured.coverage:.0f}{GAP}%", ""),
            (message("print.camera.outliers"), f"{PERCENT * measured.outliers:.1f}{GAP}%", ""),
        ]
    if bow is not None:
        bow_mm = f"{bow * PAPERS['a4'].square_mm:.1f}"
        rows.append((message("print.camera.bow"), message("print.camera.bow_mm", mm=bow_mm), ""))
    head = (message("page.cal.head.measure"), message("page.cal.head.value"), message("page.cal.head.error"))
    return Table(WAY_WORDS[measured.way], head, tuple(rows))


def colours_table(references: ColourReferences) -> Table:
    pairs = separations(references)
    rows: list[tuple[Cell, ...]] = []
    for colour in references.paints:
        name, pair = Message(f"colour.{colour}"), nearest(pairs, colour)
        if pair is None:
            rows.append((name, message("print.colours.usual"), "", ""))
            continue
        other = pair.other_than(colour)
        like = message("print.colours.wood") if other == WOOD else Message(f"colour.{other}")
        alike = pair.distance < SeparationSettings().alike
        said = message("page.cal.colours.risky") if alike else message("page.cal.colours.clear")
        rows.append((name, like, f"{pair.distance:.1f}", said))
    head = (
        message("print.colours.paint"),
        message("print.colours.nearest"),
        message("print.colours.distance"),
        message("page.cal.head.verdict"),
    )
    return Table(message("page.cal.part.colours"), head, tuple(rows))


def profile_tables(profile: Profile) -> tuple[Table, ...]:
    """Everything a profile holds."""
    made = []
    if profile.set is not None:
        made.append(set_table(profile.set))
    if profile.camera is not None:
        made.append(camera_table(profile.camera))
    if profile.colours is not None:
        made.append(colours_table(profile.colours))
    return tuple(made)


# --- results


def ruler_result(measured: MeasuredSet) -> Finished:
    return Finished(tables=(set_table(measured),), measured_set=measured)


def set_result(result: SetResult, source: str | None, measuring: Measuring) -> Finished:
    from vision.calibrate.camera_printing import several_cameras

    measured, bundle = result.measured, result.bundle
    rms, count = round(bundle.rms_px, 2), len(bundle.residual_px)
    notes = [message("print.fitted", photos=len(result.views), rms=rms, count=count)]
    if measured.origins.get("pitch_9", DEFAULT) == DEFAULT:
        notes.append(message("page.cal.set.no_scale"))
    warnings = [message("print.unlike", count=result.unlike)] if result.unlike else []
    tables = [set_table(measured)]
    if result.camera is not None:
        tables.append(camera_table(result.camera))
        if len(result.cameras) > 1:
            notes.append(several_cameras(len(result.cameras), result.camera))
    return Finished(
        tables=tuple(tables),
        notes=tuple(notes),
        warnings=tuple(warnings),
        picture=_png(measuring.draw_set(result, 0)),
        caption=message("page.cal.set.caption"),
        measured_set=measured,
        camera=result.camera,
        source=source,
    )


def camera_result(
    measured: MeasuredCamera, pictures: int, fit: CameraFit | None, source: str | None = None, cameras: int = 1
) -> Finished:
    """`cameras`: how many took the pictures, of which `measured` is the one of most."""
    from calibration.camera_picture import draw_fit
    from vision.calibrate.camera_printing import several_cameras, verdict

    notes = [verdict(measured.focal_error)]
    if cameras > 1:
        notes.append(several_cameras(cameras, measured))
    return Finished(
        tables=(camera_table(measured, pictures, None if fit is None else fit.bow),),
        notes=tuple(notes),
        picture=None if fit is None else _png(draw_fit(fit)),
        caption=None if fit is None else message("page.cal.camera.caption"),
        camera=measured,
        source=source,
    )


def colours_result(references: ColourReferences, boards: int, measuring: Measuring) -> Finished:
    alike = SeparationSettings().alike
    notes = (message("print.colours.head", pictures=boards), message("print.colours.scale", alike=alike))
    return Finished(
        tables=(colours_table(references),),
        notes=notes,
        warnings=tuple(finding.message for finding in findings(references)),
        picture=_png(measuring.draw_colours(references)),
        caption=message("page.cal.colours.caption"),
        colours=references,
    )


def check_result(profile: Profile, misfits: Sequence[Misfit]) -> Finished:
    notes = () if misfits else (message("profile.fits", name=profile.name),)
    more = {"fits": not misfits, "profile": profile.name}
    return Finished(notes=notes, warnings=tuple(in_page_words(misfit.message) for misfit in misfits), more=more)


def match_result(image: Picture, profiles: tuple[Profile, ...], source: str | None) -> Finished:
    """Which of the profiles fits."""
    from vision.profiles.matching import match_profiles

    matching = match_profiles(image, profiles, source)
    best = matching.best.name if matching.best else None
    said = message("profile.fits", name=best) if best else message("profile.none_fits")
    if matching.undecided:
        said = message("profile.undecided", names=tuple(profile.name for profile in matching.undecided))
    rows: list[tuple[Cell, ...]] = []
    for match in matching.matches:
        verdict = message("page.cal.check.fits") if match.fits else message("page.cal.check.not")
        why = (*(misfit.message for misfit in match.misfits), *match.reasons)
        rows.append((match.profile.name, verdict, message("page.cal.check.why", why=why) if why else ""))
    head = (message("print.profile.name"), message("page.cal.head.verdict"), message("page.cal.head.why"))
    table = Table(message("page.cal.check.all"), head, tuple(rows))
    return Finished(tables=(table,), notes=(said,), more={"fits": best is not None, "profile": best})


def doctor_result(
    images: Sequence[Picture],
    physical_set: PhysicalSet | None,
    camera: Camera | None,
    profile: Profile | None,
    language: str,
) -> Finished:
    from vision.doctor.draw import draw_report
    from vision.doctor.examine import examine

    report = examine(images, physical_set, camera, profile.colours if profile else None)
    told = tuple(replace(each, advice=tuple(map(in_page_words, each.advice))) for each in report.aspects)
    report = replace(report, aspects=told)
    first = {finding.aspect: number for number, finding in enumerate(report.to_improve)}
    order = sorted(report.aspects, key=lambda each: first.get(each.aspect, len(first)))
    aspects = [
        {
            "aspect": each.aspect.value,
            "title": each.aspect.title,
            "score": each.score,
            "good": each.score is not None and each.good,
            "seen": each.seen,
            "advice": list(each.advice),
        }
        for each in order
    ]
    more = {"score": report.score, "good": report.good, "verdict": report.verdict, "aspects": aspects}
    return Finished(picture=_png(draw_report(report, images[report.shown], language)), more=more)


def _png(image: Any) -> bytes:
    import cv2

    made: bytes = cv2.imencode(".png", image)[1].tobytes()
    return made
