"""Which profile a picture belongs to, and whether one still fits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from calibration.arrays import Image
from calibration.measured import EXIF, MeasuredCamera, MeasuredSet
from calibration.physical_set import STEPS_9, PhysicalSet, plan_of
from calibration.profile import Profile
from vision.board.find import fields_by_marks, find_board
from vision.board.fit import usual_camera
from vision.board.follow import side_mm
from vision.board.refine import Candidate, Search, first_look, refine
from vision.board.settings import BoardSettings
from vision.families import measuring_of
from vision.found_board import FoundBoard, corners_of
from vision.profiles.colour_check import turned_paints
from vision.profiles.marks import field_style
from words.language import say
from words.message import InputError, Message, message

BOARD = BoardSettings()
SHAPE, FOCAL, MARGIN, BOARD_LOST, COLOURS = "shape", "focal", "margin", "board", "colours"


@dataclass(frozen=True)
class MatchSettings:
    """Every threshold of comparing pictures with profiles. A profile that is right must hardly ever be called wrong."""

    focal_floor: float = 0.03
    """Relative: lenses that focus change their focal length by so much."""
    focal_sigmas: float = 4.0
    focal_least_error: float = 0.01
    """Relative standard error of any focal length, whatever its calibration says."""
    focal_rough: float = 0.08
    """Relative: what a first look may be off besides its error, for a lens that does not look through its middle."""
    bend_error: float = 0.012
    """Standard error of k1 besides what the fit says: it was within 0.01 on photographs with truth."""
    side_floor_steps: float = 0.06
    """Of the board's side, in steps of the 9x9 lattice: through the right lens it was seen within 0.051
    on photographs with truth."""
    side_sigmas: float = 3.0
    side_seen_steps: float = 0.02
    """Standard error of the side as it is seen."""
    side_ruler_mm: float = 1.0
    pitch_ruler_mm: float = 0.1
    """Standard errors of a side, and of a pitch measured over the whole board, where nobody said how good they are."""
    same_source: float = 3.0
    """What it counts that picture and profile name the same device, and against it if not, as a log likelihood."""
    same_marks: float = 1.0
    other_marks: float = -2.0
    """The same of the way fields are marked. It is no misfit: the two sides of a board may be marked differently."""
    ahead: float = 3.0
    """Log likelihood by which a profile must be ahead of one that says something else: twenty to one."""
    closer_looks: int = 4
    """Profiles, best first, with which the board is fitted anew."""
    alike_focal: float = 0.03
    alike_side_steps: float = 0.06
    """Two profiles closer than this say the same: it hardly matters which is taken."""


DEFAULT = MatchSettings()


@dataclass(frozen=True)
class Sight:
    """What a picture shows of its camera and its board, without any profile."""

    image: Image
    found: FoundBoard
    side_steps: float
    """The board's side in steps of the 9x9 lattice."""
    marks: str | None = None
    """How its fields are marked."""

    @property
    def size(self) -> tuple[int, int]:
        return int(self.image.shape[1]), int(self.image.shape[0])


@dataclass(frozen=True)
class Misfit:
    """Something in a picture that a profile does not explain."""

    kind: str
    message: Message
    amount: float
    """How large: relative for shape and focal length, millimetres for the margin, degrees for the colours."""

    def to_json(self, language: str) -> dict[str, Any]:
        return {"kind": self.kind, "message": say(self.message, language), "amount": round(self.amount, 3)}


@dataclass(frozen=True)
class Match:
    """How well a profile fits a picture: `score` is a log likelihood against a set and a camera that nobody knows."""

    profile: Profile
    score: float
    reasons: tuple[Message, ...]
    misfits: tuple[Misfit, ...] = ()
    looked: bool = True
    """Whether it was worth a closer look."""

    @property
    def fits(self) -> bool:
        return self.looked and not self.misfits and self.score > 0

    def to_json(self, language: str) -> dict[str, Any]:
        return {
            "profile": self.profile.name,
            "score": round(self.score, 2) if math.isfinite(self.score) else None,
            "fits": self.fits,
            "reasons": [say(reason, language) for reason in self.reasons],
            "misfits": [misfit.to_json(language) for misfit in self.misfits],
        }


@dataclass(frozen=True)
class Matching:
    """All profiles, best first, and the one that is the picture's, if one is."""

    matches: tuple[Match, ...]
    best: Profile | None
    undecided: tuple[Profile, ...] = ()
    """Those that fit as well as one another and say different things: then there is no best one."""


def see(image: Image) -> Sight:
    """Looks for the board as if nothing were known; raises `NoBoard`."""
    plan = plan_of(None)
    found = find_board(image, plan)
    marks = field_style(image, found.pose, found.board, plan.pitch_mm) if found.board is not None else None
    return Sight(image, found, side_mm(found, plan) / plan.pitch_mm, marks)


def match_profiles(
    image: Image, profiles: Sequence[Profile], source: str | None = None, settings: MatchSettings = DEFAULT
) -> Matching:
    """Finds the profile whose camera made this picture of its set; raises `NoBoard` if there is no board in it.

    A profile that cannot be told from another one that says something else is not taken: a wrong one is worse than
    none.
    """
    sight = see(image)
    first = [_judge(sight, profile, _first_measures(sight), source, True, settings) for profile in profiles]
    first.sort(key=lambda match: (bool(match.misfits), -match.score))
    likely = [match for match in first[: settings.closer_looks] if not match.misfits]
    closer = [_closer(sight, match.profile, source, settings) for match in likely]
    # What was not looked at closer was too far behind.
    rest = [replace(match, looked=bool(match.misfits)) for match in first[len(likely) :]]
    matches = sorted([*closer, *rest], key=lambda match: (not match.fits, bool(match.misfits), -match.score))
    fitting = [match for match in matches if match.fits]
    rivals = [match.profile for match in fitting[1:] if _rivals(fitting[0], match, settings)]
    if rivals or not fitting:
        return Matching(tuple(matches), None, tuple(match.profile for match in fitting[:1]) + tuple(rivals))
    return Matching(tuple(matches), fitting[0].profile)


def check_profile(profile: Profile, image: Image, settings: MatchSettings = DEFAULT) -> tuple[Misfit, ...]:
    """What in this picture contradicts the profile; nothing, where nothing can be told.

    Raises `NoBoard` if there is no board in it.
    """
    shape = _shape_misfit(profile, (image.shape[1], image.shape[0]))
    if shape is not None:
        return (shape,)
    sight = see(image)
    misfits = _closer(sight, profile, None, settings).misfits
    if misfits or profile.colours is None or sight.found.board is None:
        return misfits
    observed = measuring_of(None).paints(image, _placed(sight, profile), _set_of(profile))
    turned = turned_paints(observed, profile.colours) if observed is not None else None
    if turned is None:
        return ()
    return (Misfit(COLOURS, message("match.colours", colours=turned.colours), turned.largest_deg),)


def _placed(sight: Sight, profile: Profile) -> FoundBoard:
    """The board as the profile's camera sees it."""
    known = _refit(sight, profile, known=True)
    pose = known.fitted.pose
    return replace(sight.found, pose=pose, corners_px=corners_of(pose, known.side_mm), focal_error=0.0)


@dataclass(frozen=True)
class _Measures:
    """What a picture says of its camera and its board."""

    focal: float
    """In widths of the picture."""
    focal_error: float
    """Relative."""
    side_steps: float
    k1: float | None = None
    """Through the profile's own lens, whose other coefficients are kept; None where it was not seen so."""
    k1_error: float = 0.0


def _first_measures(sight: Sight) -> _Measures:
    camera = sight.found.pose.camera
    return _Measures(camera.fx / camera.size[0], sight.found.focal_error, sight.side_steps)


def _closer(sight: Sight, profile: Profile, source: str | None, settings: MatchSettings) -> Match:
    """Fits the board through the profile's own lens, then once more with all that the profile says.

    A lens that looks aside of the picture's middle would make the focal length seem longer or shorter than it is.
    """
    free = _refit(sight, profile, known=False)
    measures = _first_measures(sight)
    certain = fields_by_marks(free, BOARD) is not None
    if certain:
        camera = free.fitted.pose.camera
        pitch = _set_of(profile).pitch_9
        k1_error = math.sqrt(max(0.0, float(free.fitted.covariance[7, 7])))
        focal, error = camera.fx / camera.size[0], free.fitted.focal_error
        measures = _Measures(focal, error, free.side_mm / pitch, camera.dist[0], k1_error)
    made = _judge(sight, profile, measures, source, not certain, settings)
    if made.misfits or sight.found.board is None:
        return made
    if fields_by_marks(_refit(sight, profile, known=True), BOARD) is None:
        return replace(made, misfits=(Misfit(BOARD_LOST, message("match.board"), 1.0),))
    return made


def _refit(sight: Sight, profile: Profile, known: bool) -> Candidate:
    """The board where it was found, fitted anew with the profile's camera and set; `known`: exactly as they are."""
    lens = profile.camera.camera.at_size(sight.size) if profile.camera else sight.found.pose.camera
    plan = _set_of(profile).plan(sight.found.board)
    plan = replace(plan, side_measured=known and plan.side_measured)
    search = Search.of(sight.image, plan, lens, known, BOARD)
    return refine(first_look(np.array(sight.found.corners_px), search), search)


def _judge(
    sight: Sight, profile: Profile, seen: _Measures, source: str | None, rough: bool, settings: MatchSettings
) -> Match:
    """Compares what was seen with what the profile says; `rough` if it was not seen through the profile's lens."""
    shape = _shape_misfit(profile, sight.size)
    if shape is not None:
        return Match(profile, -math.inf, (), (shape,))
    score, reasons, misfits = 0.0, [], []
    if profile.camera is not None:
        apart, error = _focal_apart(profile.camera, seen, settings)
        usual = usual_camera(sight.size, BOARD)
        score += _gain(apart, error, math.log(seen.focal * sight.size[0] / usual.fx), BOARD.log_focal_sd)
        allowed = settings.focal_sigmas * error + (settings.focal_rough if rough else settings.focal_floor)
        if abs(apart) > allowed:
            percent = round(100 * abs(math.expm1(apart)))
            said = "match.longer" if apart > 0 else "match.shorter"
            misfits.append(Misfit(FOCAL, message(said, percent=percent), math.expm1(apart)))
        else:
            reasons.append(message("match.focal"))
        # Only a lens that was measured says how it bends; and this alone makes no misfit, coefficients trade places.
        if seen.k1 is not None and profile.camera.way != EXIF:
            error = math.hypot(seen.k1_error, settings.bend_error)
            score += _gain(seen.k1 - profile.camera.camera.dist[0], error, seen.k1 - BOARD.k1_prior, BOARD.k1_sd)
    if profile.set is not None and "board_side" not in profile.set.physical_set.defaults:
        made = profile.set.physical_set
        apart, error = seen.side_steps - made.board_side / made.pitch_9, _side_error(profile.set, settings)
        score += _gain(apart, error, seen.side_steps - BOARD.side_steps, BOARD.side_steps_sd)
        if abs(apart) > settings.side_floor_steps * (2 if rough else 1) + settings.side_sigmas * error:
            margin = (seen.side_steps - STEPS_9) / 2 * made.pitch_9
            other = message("match.margin", seen=f"{margin:.1f}", kept=f"{made.margin_mm:.1f}")
            misfits.append(Misfit(MARGIN, other, margin - made.margin_mm))
        else:
            reasons.append(message("match.side"))
    if sight.marks is not None and profile.set is not None and profile.set.marks is not None:
        alike = sight.marks == profile.set.marks
        score += settings.same_marks if alike else settings.other_marks
        reasons.append(message("match.marks" if alike else "match.other_marks"))
    if source is not None and profile.source is not None:
        same = source.strip() == profile.source
        score += settings.same_source if same else -settings.same_source
        reasons.append(message("match.source" if same else "match.other_source", source=profile.source))
    if score <= 0 and not misfits:
        reasons = [message("match.unlikely")]
    return Match(profile, score, tuple(reasons), tuple(misfits))


def _gain(apart: float, error: float, unusual: float, spread: float) -> float:
    """How much likelier something is seen if it is as the profile says than if it is as it usually is; a logarithm."""
    given = -0.5 * (apart / error) ** 2 - math.log(error)
    usual = -0.5 * (unusual / spread) ** 2 - math.log(spread)
    return given - usual


def _focal_apart(kept: MeasuredCamera, seen: _Measures, settings: MatchSettings) -> tuple[float, float]:
    """How much longer the focal length is than the profile's, as a logarithm, and the standard error of that."""
    error = math.hypot(seen.focal_error, max(kept.focal_error, settings.focal_least_error))
    return math.log(seen.focal / (kept.camera.fx / kept.camera.size[0])), error


def _side_error(kept: MeasuredSet, settings: MatchSettings) -> float:
    """Standard error of the board's side in steps, as it was measured and as it is seen."""
    made = kept.physical_set
    side_mm = kept.errors.get("board_side", settings.side_ruler_mm)
    pitch_mm = kept.errors.get("pitch_9", settings.pitch_ruler_mm)
    steps = made.board_side / made.pitch_9
    return math.hypot(side_mm / made.pitch_9, steps * pitch_mm / made.pitch_9, settings.side_seen_steps)


def _shape_misfit(profile: Profile, size: tuple[int, int]) -> Misfit | None:
    if profile.camera is None:
        return None
    try:
        profile.camera.camera.at_size(size)
    except InputError as error:
        kept = profile.camera.camera.size
        return Misfit(SHAPE, error.message, size[0] / size[1] / (kept[0] / kept[1]) - 1)
    return None


def _rivals(best: Match, other: Match, settings: MatchSettings) -> bool:
    """Whether another profile is nearly as likely as the best, and says something else."""
    return best.score - other.score < settings.ahead and not _alike(best.profile, other.profile, settings)


def _alike(one: Profile, other: Profile, settings: MatchSettings) -> bool:
    if one.parts != other.parts:
        return False
    if one.camera is not None and other.camera is not None:
        a, b = one.camera.camera, other.camera.camera
        if abs(math.log(a.fx / a.size[0] / (b.fx / b.size[0]))) > settings.alike_focal:
            return False
    if one.set is not None and other.set is not None:
        first, second = one.set.physical_set, other.set.physical_set
        return abs(first.board_side / first.pitch_9 - second.board_side / second.pitch_9) < settings.alike_side_steps
    return True


def _set_of(profile: Profile) -> PhysicalSet:
    return profile.set.physical_set if profile.set is not None else PhysicalSet.in_proportion()
