"""Learning colours picture by picture: what each adds, what is missing, and what is refused."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.camera import Camera
from calibration.colours import GENERIC, ColourReferences
from calibration.refused import Refused
from tests.vision.tactori.calibrate.painted import EMPTY, GAME, ORANGE, OTHER, board, true_paints
from tests.vision.tactori.pictures import SET, wrong_claims
from vision.tactori.calibrate.colours import ColourSession, learn_colours
from vision.tactori.scan import read_board
from words.language import LANGUAGES, say

NOTHING = np.full((360, 640, 3), 120, np.uint8)
RED_AND_BLUE, YELLOW = "9 c3:RB e5:B g7:R", "9 b2:Y e5:YY f8:Y"


def session_of(*texts: str) -> ColourSession:
    session = ColourSession(SET)
    for text in texts:
        session.add(board(text).image, board(text).found)
    return session


def test_a_game_under_way_shows_all_colours() -> None:
    session = ColourSession(SET)
    step = session.add(board(GAME).image)
    assert step.found is not None
    assert step.here == step.seen == ("R", "B", "Y", "G")
    assert step.progress == 1.0
    assert step.message.key == "colours.all"
    assert step.findings == ()
    references = session.finish()
    assert references == session.references
    assert references.measured == ("R", "B", "Y", "G")
    assert all(0.001 < share < 0.05 for share in session.shares().values())


def test_pictures_add_up_and_say_what_is_missing() -> None:
    session = ColourSession(SET)
    first = session.add(board(RED_AND_BLUE).image, board(RED_AND_BLUE).found)
    assert first.seen == ("R", "B")
    assert first.message.params["colours"] == ("Y", "G")
    assert 0 < first.progress <= 0.5
    second = session.add(board(YELLOW).image, board(YELLOW).found)
    assert (second.here, second.seen) == (("Y",), ("R", "B", "Y"))
    assert second.message.params["colours"] == ("G",)
    assert second.progress > first.progress
    references = session.finish()
    assert references.measured == ("R", "B", "Y")
    assert references.paints["G"] == GENERIC["G"]
    assert session.shares()["G"] == 0


def test_pieces_beside_the_board_count_too() -> None:
    picture = board(EMPTY, stock=True, seed=2)
    assert ColourSession(SET).add(picture.image, picture.found).seen == ("R", "B")


def test_pieces_beside_the_board_add_to_those_on_it() -> None:
    """Its own board has nothing but yellow, the table has red and blue."""
    yellow, table = board(YELLOW), board(EMPTY, stock=True, seed=2)
    image = table.image.copy()
    half = SET.board_side / 2 - 2
    corners = np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]])
    left, upper = np.floor(yellow.pose.project(corners).min(axis=0)).astype(int)
    right, lower = np.ceil(yellow.pose.project(corners).max(axis=0)).astype(int)
    changed = (np.abs(yellow.image.astype(int) - board(EMPTY).image).max(axis=2) > 25)[upper:lower, left:right]
    image[upper:lower, left:right][changed] = yellow.image[upper:lower, left:right][changed]
    assert learn_colours(image, yellow.found, SET).measured == ("R", "B", "Y")


def test_a_strange_patch_that_the_board_does_not_bear_out_is_no_paint(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shadows of coloured light can look like an orange red; a reading of the board has no red then."""
    strange = ColourReferences({**GENERIC, "R": replace(GENERIC["R"], u=0.6, v=-0.9, measured=True)})
    monkeypatch.setattr("vision.tactori.calibrate.colours.find_pieces", lambda *_: strange)
    picture = board(YELLOW)
    assert learn_colours(picture.image, picture.found, SET).measured == ("Y",)
    assert learn_colours(picture.image, replace(picture.found, board=None), SET).measured == ("R",)


def test_the_camera_may_be_known() -> None:
    lens = board(GAME).pose.camera
    larger = Camera(2 * lens.fx, 2 * lens.fy, 2 * lens.cx + 0.5, 2 * lens.cy + 0.5, lens.dist, (1920, 1080))
    assert ColourSession(SET, larger, 9).add(board(GAME).image).seen == ("R", "B", "Y", "G")


def test_a_picture_without_a_board_changes_nothing() -> None:
    session = session_of(RED_AND_BLUE)
    before = session.references
    step = session.add(NOTHING)
    assert step.found is None
    assert step.message.key == "colours.no_board"
    assert (step.here, step.seen) == ((), ("R", "B"))
    assert session.references == before
    assert (session.pictures, session.boards) == (2, 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_steps_can_be_shown_on_a_page(language: str) -> None:
    said = ColourSession(SET).add(board(RED_AND_BLUE).image, board(RED_AND_BLUE).found).to_json(language)
    assert said["board"] is True
    assert said["seen"] == ["R", "B"]
    assert said["message"].endswith(".")
    assert "{" not in said["message"]
    assert ColourSession(SET).add(NOTHING).to_json(language)["board"] is False


def refusal(session: ColourSession) -> tuple[str, str]:
    with pytest.raises(Refused) as refused:
        session.finish()
    assert refused.value.advice is not None
    for language in LANGUAGES:
        assert "{" not in say(refused.value.message, language) + say(refused.value.advice, language)
    return refused.value.message.key, refused.value.advice.key


def test_nothing_at_all_is_refused() -> None:
    session = ColourSession(SET)
    assert refusal(session)[0] == "colours.refused.board"
    session.add(NOTHING)
    assert refusal(session)[0] == "colours.refused.board"


def test_an_empty_board_is_refused() -> None:
    assert refusal(session_of(EMPTY)) == ("colours.refused.piece", "colours.advice.piece")


def test_a_board_whose_wood_is_hidden_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_of(RED_AND_BLUE)
    bare = ColourReferences(session.references.paints)
    monkeypatch.setattr(session, "_samples", [bare])
    assert refusal(session)[0] == "colours.refused.wood"


def test_two_paints_that_cannot_be_told_apart_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_of(RED_AND_BLUE)
    known = session.references
    same = replace(known.paints["R"], u=known.paints["R"].u + 0.02)
    monkeypatch.setattr(session, "_samples", [ColourReferences({**known.paints, "Y": same}, known.wood)])
    assert refusal(session) == ("colours.refused.alike", "colours.advice.light")


def test_an_orange_set_is_learned_by_itself_and_then_read_right() -> None:
    paints = (("R", ORANGE),)
    session = ColourSession(SET)
    learning, test = board(GAME, paints=paints), board(OTHER, paints=paints)
    session.add(learning.image, learning.found)
    references = session.finish()
    u, v = true_paints(R=ORANGE)["R"]
    assert (references.paints["R"].u, references.paints["R"].v) == pytest.approx((u, v), abs=0.3)
    scan = read_board(test.image, test.found, SET, references)
    assert not wrong_claims(scan, test.position)
    assert scan.borne_out


def test_what_stands_there_may_be_said() -> None:
    """Nearly the same paint twice: only who knows what stands where can tell them apart."""
    almost_yellow = (0.73, 0.40, 0.035)
    picture = board(GAME, paints=(("R", almost_yellow),))
    session = ColourSession(SET)
    assert session.add(picture.image, picture.found).seen == ("B", "Y", "G")
    told = ColourSession(SET)
    step = told.add(picture.image, picture.found, picture.position)
    assert step.seen == ("R", "B", "Y", "G")
    assert abs(told.references.paints["R"].turn_deg(told.references.paints["Y"])) < 20


def test_dim_light_and_glare_are_pointed_out() -> None:
    dark, bright = board(GAME, brightness=0.008), board(GAME, brightness=1.1)
    assert "colours.dark" in {f.message.key for f in ColourSession(SET).add(dark.image, dark.found).findings}
    assert "colours.bright" in {f.message.key for f in ColourSession(SET).add(bright.image, bright.found).findings}
