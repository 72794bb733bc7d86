"""Reads a photograph: the board, the pieces on it, and what cannot be seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from calibration.arrays import Image
from calibration.camera import Camera
from calibration.colours import ColourReferences
from calibration.physical_set import PhysicalSet, plan_of
from referee.tactori.board import COLOURS, UNKNOWN, field_name
from referee.tactori.position import End, Position, Stick
from vision.board.find import NoBoard, find_board
from vision.cover import Cover
from vision.doubt import Doubt
from vision.found_board import FoundBoard
from vision.tactori.doubt import OPEN, Judged, judge_fields, reason, stick_reason
from vision.tactori.read import Pieces, read_looks, read_pieces
from vision.tactori.reading import Reading
from vision.tactori.sample import sample_board
from vision.tactori.scene import Field
from vision.tactori.settings import ASK, ReaderSettings
from vision.tactori.settle import worst_fit
from words.message import message


def read_photograph(
    image: Image,
    physical_set: PhysicalSet | None = None,
    camera: Camera | None = None,
    board: int | None = None,
    corners: Sequence[tuple[float, float]] | None = None,
    colours: ColourReferences | None = None,
    measure: bool = False,
    sure: float = ASK["usual"],
) -> Reading:
    """Finds the board and reads it; raises `NoBoard` where there is none.

    What lies over the board is seen as such, and what is under it is not read. Pieces that are less probable than
    `sure` are not vouched for.
    With `measure`, what nobody measured of the set is measured on this picture first: two thirds as long again.
    """
    found = find_board(image, plan_of(physical_set, board), camera, corners)
    cover = found.cover
    if found.board is None:  # its marks are too faint, or it is another board: the pieces know
        made = physical_set or PhysicalSet.in_proportion()
        found = replace(found, board=board_of_pieces(image, found, made, colours, cover))
    if measure:
        from vision.tactori.calibrate.unknown_set import begin_here  # it reads pictures itself, with what is in here

        begun = begin_here(image, found, physical_set, camera is not None, colours)
        if begun is not None and found.board is not None:
            measured, look = begun
            made, pose, settings = measured.measured_set.physical_set, measured.found.pose, ReaderSettings(sure=sure)
            pieces = read_looks([look], found.board, made, [pose], settings)
            return replace(reading_of(measured.found, made, pieces, colours, settings), measured=measured.measured_set)
    return read_board(image, found, physical_set, colours, cover, sure)


def read_board(
    image: Image,
    found: FoundBoard,
    physical_set: PhysicalSet | None = None,
    colours: ColourReferences | None = None,
    cover: Cover | None = None,
    sure: float = ASK["usual"],
) -> Reading:
    """Reads a board whose place in the photograph is known, where nothing covers it."""
    made = physical_set or PhysicalSet.in_proportion()
    if found.board is None:
        raise NoBoard("fields")
    settings = ReaderSettings(sure=sure)
    pieces = read_pieces(image, found.board, made, found.pose, settings, colours, cover)
    return reading_of(found, made, pieces, colours, settings)


def reading_of(
    found: FoundBoard,
    made: PhysicalSet,
    pieces: Pieces,
    colours: ColourReferences | None,
    settings: ReaderSettings,
) -> Reading:
    judged = judge_fields(pieces, settings)
    position, unsure, p = position_of(pieces.scene.board, pieces, judged, settings)
    observed = sample_board(pieces, judged, colours) if colours is not None else None
    return Reading("", found.corners_px, position, unsure, 0.0, p, found, made, pieces.borne_out, observed)


def board_of_pieces(
    image: Image,
    found: FoundBoard,
    physical_set: PhysicalSet,
    colours: ColourReferences | None,
    cover: Cover | None,
) -> int | None:
    """5 or 9 by where the stacks stand, if enough of them stand as ours do; otherwise None.

    Every field of the 5x5 board is one of the 9x9 board too, so 9 explains at least as much: it has to explain more.
    """
    settings = ReaderSettings()
    five, nine = (read_pieces(image, board, physical_set, found.pose, settings, colours, cover) for board in (5, 9))
    stacks = nine.search.stacks
    good = [field for field, stack in stacks.items() if worst_fit(nine.search, field, stack) > settings.ill_fit]
    if len(good) < settings.fewest_stacks or len(good) < settings.least_good_share * len(stacks):
        return None
    return 9 if nine.explained() > (1 + settings.least_surplus) * five.explained() else 5


def position_of(
    board: int, pieces: Pieces, judged: dict[Field, Judged], settings: ReaderSettings
) -> tuple[Position, tuple[Doubt, ...], dict[str, float]]:
    """What was read, what of it is not vouched for, and how probable each piece is."""
    towers = dict(pieces.search.stacks)
    towers |= {field: j.stack for field, j in judged.items() if j.stack}
    named = {field_name(*f): "".join(COLOURS[c] if c >= 0 else UNKNOWN for c in s) for f, s in towers.items() if s}
    sticks = [
        Stick(
            COLOURS[s.paint],
            End(field_name(*s.place.a[0]), s.place.a[1]),
            End(field_name(*s.place.b[0]), s.place.b[1]),
        )
        for s in pieces.sticks
    ]
    doubts = [Doubt(field_name(*f), j.why) for f, j in judged.items() if j.why is not None]
    doubts += _hidden_ends(pieces, named, {doubt.at for doubt in doubts}, settings)
    doubts += _open_ways(pieces, {doubt.at for doubt in doubts}, settings)
    ordered = tuple(sorted(doubts, key=lambda d: (d.at[0], d.at[1:])))
    return Position.of(board, named, sticks), ordered, _probabilities(pieces, judged, named)


def _open_ways(pieces: Pieces, known: set[str], settings: ReaderSettings) -> list[Doubt]:
    """Between which fields it is not vouched for whether and where a stick lies; fields that are doubtful say so."""
    ways = {way: message("doubt.covered") for way in pieces.stick_search.covered_ways()}
    for one in sorted(pieces.believed, key=lambda b: -abs(b.p - 0.5)):  # the most doubtful has the last word
        if max(one.p, 1 - one.p) < settings.sure:
            place = one.candidate.place
            ways[(place.a[0], place.b[0])] = stick_reason(one.candidate, settings)
    named = ((field_name(*a), field_name(*b), why) for (a, b), why in ways.items())
    return [Doubt(f"{a}-{b}", why) for a, b, why in named if not {a, b} & known]


def _probabilities(pieces: Pieces, judged: dict[Field, Judged], towers: dict[str, str]) -> dict[str, float]:
    """Of every stack and every stick that was read; of several sticks between two fields, of all being right."""
    known = {field_name(*f): j.p for f, j in judged.items() if j.stack}
    made = {at: known.get(at, OPEN) for at in towers}  # of a stack nobody sees a stick may still tell
    for one in pieces.believed:
        place = one.candidate.place
        way = f"{field_name(*place.a[0])}-{field_name(*place.b[0])}"
        lies = any(place.key == stick.place.key for stick in pieces.sticks)
        if lies or way in made:
            made[way] = made.get(way, 1.0) * (one.p if lies else 1 - one.p)
    return made


def _hidden_ends(pieces: Pieces, named: dict[str, str], known: set[str], settings: ReaderSettings) -> list[Doubt]:
    """A stick that ends in a stack nobody sees shows that it is there; its floors are added as unknown."""
    made = []
    for stick in pieces.sticks:
        for place, floor in (stick.place.a, stick.place.b):
            at = field_name(*place)
            if len(named.get(at, "")) < floor:
                named[at] = named.get(at, "").ljust(floor, UNKNOWN)
                if at not in known:
                    known.add(at)
                    made.append(Doubt(at, reason(pieces, place, floor, settings)))
    return made
