"""Reading with measured colours: better where a set is unlike others, never worse where they do not belong to it."""

import math
from dataclasses import replace

import numpy as np
import pytest

from calibration.colours import GENERIC, ColourReferences, Paint
from tests.vision.tactori.calibrate.painted import GAME, ORANGE, OTHER, board, true_paints
from tests.vision.tactori.pictures import SET, wrong_claims
from vision.tactori.colours import see
from vision.tactori.first_look import begin, first_evidence
from vision.tactori.read import board_mask, read_pieces, take_view, working_view
from vision.tactori.reading import Reading
from vision.tactori.sample import sample_position
from vision.tactori.scan import read_board
from vision.tactori.scene import Scene
from vision.tactori.settings import ReaderSettings

SETTINGS = ReaderSettings()


def learned(**options: object) -> ColourReferences:
    picture = board(**options)  # type: ignore[arg-type]
    return sample_position(picture.image, picture.position, picture.pose, SET)


def read(colours: ColourReferences | None, **options: object) -> Reading:
    picture = board(**options)  # type: ignore[arg-type]
    return read_board(picture.image, picture.found, SET, colours)


def turned(references: ColourReferences, by_deg: float) -> ColourReferences:
    def turn(paint: Paint) -> Paint:
        angle = math.radians(paint.angle_deg + by_deg)
        return replace(paint, u=paint.chroma * math.cos(angle), v=paint.chroma * math.sin(angle))

    return ColourReferences({c: turn(p) for c, p in references.paints.items()}, references.wood)


def test_most_sets_are_what_is_taken_without_any() -> None:
    picture = board(OTHER)
    without = read_pieces(picture.image, 9, SET, picture.pose, SETTINGS)
    given = read_pieces(picture.image, 9, SET, picture.pose, SETTINGS, ColourReferences.generic())
    assert np.array_equal(without.panes[0].canvas.fit, given.panes[0].canvas.fit)
    assert without.search.stacks == given.search.stacks
    assert without.borne_out and given.borne_out


def test_who_gives_colours_gets_back_what_was_seen() -> None:
    assert read(None, text=OTHER).observed is None
    scan = read(ColourReferences.generic(), text=OTHER)
    assert scan.observed is not None
    assert scan.observed.measured == ("R", "B", "Y", "G")
    assert scan.observed.wood is not None


@pytest.mark.parametrize("warmth", [-0.4, 1.3], ids=["cold", "warm"])
def test_colours_of_one_light_serve_in_another(warmth: float) -> None:
    for learned_in in (-0.4, 1.3):
        scan = read(learned(text=GAME, warmth=learned_in), text=OTHER, warmth=warmth)
        assert scan.borne_out
        assert scan.position == board(OTHER, warmth=warmth).position
        assert scan.unsure == ()


def test_an_orange_set_is_read_right_only_with_its_own_colours() -> None:
    paints = (("R", ORANGE),)
    truth = board(OTHER, paints=paints).position
    assert wrong_claims(read(None, text=OTHER, paints=paints), truth), "otherwise this test shows nothing"
    scan = read(learned(text=GAME, paints=paints), text=OTHER, paints=paints)
    assert scan.borne_out
    assert scan.position == truth
    assert not scan.unsure


@pytest.mark.parametrize("by_deg", [-40, 40, 90, 180])
def test_colours_that_the_picture_contradicts_are_not_used(by_deg: float) -> None:
    scan, without = read(turned(learned(text=GAME), by_deg), text=OTHER), read(None, text=OTHER)
    assert not scan.borne_out
    assert (scan.position, scan.unsure) == (without.position, without.unsure)


@pytest.mark.parametrize("names", ["YBRG", "RGYB"])
def test_colours_under_wrong_names_are_not_used(names: str) -> None:
    own = learned(text=GAME)
    swapped = ColourReferences({c: own.paints[other] for c, other in zip("RBYG", names, strict=True)})
    scan = read(swapped, text=OTHER)
    assert not scan.borne_out
    assert scan.position == board(OTHER).position


@pytest.mark.parametrize("by_deg", [-12, 12])
@pytest.mark.parametrize(("times", "darker"), [(0.7, 0.0), (1.5, 1.5)])
def test_rough_colours_do_no_harm(by_deg: float, times: float, darker: float) -> None:
    """Another lamp, another exposure: what was measured need not be quite right."""
    rough = turned(learned(text=GAME), by_deg)
    paints = {c: replace(p, u=times * p.u, v=times * p.v, level=p.level - darker) for c, p in rough.paints.items()}
    scan = read(ColourReferences(paints), text=OTHER)
    assert scan.position == board(OTHER).position


def test_a_paint_that_is_hardly_there_is_where_it_was_measured() -> None:
    picture = board("9 e5:BB c3:B")
    view = working_view(picture.image, 9, SET, picture.pose, SETTINGS)
    seen = see(take_view(picture.image, view), board_mask(Scene(9, SET, picture.pose, view)), SETTINGS)
    own = learned(text=GAME)
    paints, borne_out = begin(seen, SETTINGS, own)
    assert borne_out
    red = own.paints["R"]
    assert math.degrees(math.atan2(paints[0, 1], paints[0, 0])) == pytest.approx(red.angle_deg, abs=0.1)
    assert np.hypot(*paints[0]) > red.chroma
    assert math.dist(paints[1], true_paints()["B"]) < 0.5, "blue is found in the picture"


@pytest.mark.parametrize("measured", ["RBYG", "R"])
def test_measured_paints_are_told_more_sharply(measured: str) -> None:
    """Half-way between two paints both are less likely, also the one that nobody measured: it must not gain by that."""
    picture = board(GAME)
    view = working_view(picture.image, 9, SET, picture.pose, SETTINGS)
    seen = see(take_view(picture.image, view), board_mask(Scene(9, SET, picture.pose, view)), SETTINGS)
    own = ColourReferences({c: replace(p, spread=0.1, measured=c in measured) for c, p in GENERIC.items()})
    behind = np.full(seen.uvl.shape[:2], -9.0, np.float32)
    paints = np.array([(p.u, p.v) for p in GENERIC.values()], np.float32)
    seen.uvl[:] = (0.85, -0.6, -0.65)  # between red and yellow
    usual, sharp = (first_evidence(seen, paints, behind, SETTINGS, c) for c in (None, own))
    assert (sharp[..., 0] < usual[..., 0]).all()
    assert (sharp[..., 2] < usual[..., 2]).all()
