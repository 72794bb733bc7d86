"""The demo table as a source: frames that show what the script says, fast or as if filmed now, until it is closed."""

import threading
import time
from dataclasses import replace
from itertools import islice, pairwise

import numpy as np
import pytest

from live.demo.film import Studio
from live.demo.pace import FAST, LIVE, Pace
from live.demo.source import DemoSource
from live.frame import Frame, Picture
from referee.antiblok.board import order_of
from referee.games import find_game
from referee.tactori.board import coordinates
from referee.tactori.rules import rule_book
from simulator.demo.scenery import quarter_turned
from simulator.demo.settings import OTHER_SIDES, DemoSettings
from simulator.hand import Hand
from simulator.tactori.viewpoint import field_mm
from simulator.viewpoint import corners_mm
from tests.waiting import wait_ended, wait_for
from vision.flat.cards import read_cards

SIZE = (320, 180)
QUIET = DemoSettings(
    illegal_rate=0, taken_back_rate=0, idle_hand_rate=0, bump_rate=0, lamp_rate=0, quarter_rate=0, most_turns=3
)  # fmt: skip


def source(seed: int = 1, settings: DemoSettings = QUIET, **more: object) -> DemoSource:
    return DemoSource(seed, rule_book("bridges"), size=SIZE, settings=settings, **more)  # type: ignore[arg-type]


def frames(made: DemoSource) -> list[Frame]:
    given = list(made.given())
    assert all(isinstance(each, Frame) for each in given)
    return [each for each in given if isinstance(each, Frame)]


def test_fast_frames_are_numbered_on_a_clock_of_their_own() -> None:
    made = source()
    film = frames(made)
    assert not made.flows
    assert [frame.number for frame in film] == list(range(len(film)))
    assert [frame.at_s for frame in film] == pytest.approx([0.2 * i for i in range(len(film))])
    assert {frame.image.shape for frame in film} == {(180, 320, 3)}
    assert {frame.name for frame in film} == {"demo:1"}
    hands = len(FAST.coming_mm) + len(FAST.going_mm)
    assert len(film) == FAST.first_frames + 3 * (hands + FAST.calm_frames)
    assert made.camera.size == SIZE
    assert made.physical_set == made.script.scenery.physical_set


def test_the_same_seed_gives_the_same_frames() -> None:
    first, again, other = (islice(source(seed).given(), 12) for seed in (1, 1, 2))
    images = [[frame.image for frame in each if isinstance(frame, Frame)] for each in (first, again, other)]
    assert all(np.array_equal(a, b) for a, b in zip(images[0], images[1], strict=True))
    assert not any(np.array_equal(a, b) for a, b in zip(images[0], images[2], strict=True))


def apart(one: Picture, other: Picture) -> float:
    """The share of pixels that differ by more than noise."""
    return float((np.abs(one.astype(int) - other).max(axis=2) > 30).mean())


def test_calm_frames_differ_in_nothing_but_noise_and_a_hand_covers() -> None:
    film = [frame.image for frame in frames(source(settings=replace(QUIET, most_turns=1)))]
    before, hands, calm = film[: FAST.first_frames], film[FAST.first_frames : -FAST.calm_frames], film[-5:]
    for still in (before, calm):
        assert not np.array_equal(still[0], still[1])
        assert max(apart(still[0], each) for each in still) < 0.001
    assert all(apart(before[0], each) > 0.02 for each in hands)
    assert all(apart(one, other) > 0.02 for one, other in pairwise(hands) if one is not hands[1])
    assert 0.0005 < apart(before[0], calm[0]) < 0.02


def test_a_quarter_turn_takes_the_pieces_with_it() -> None:
    settings = replace(QUIET, quarter_rate=1.0, quarter_least_pieces=1, most_turns=2)
    made = source(3, settings).script
    turned = next(scene for scene in made.scenes if scene.view.quarters)
    studio = Studio(made.scenery)
    (at, stack), *_ = turned.shown.towers.items()
    x, y = field_mm(*coordinates(at), 5, made.scenery.physical_set)
    top = len(stack) * made.scenery.physical_set.tower_height
    post = made.scenery.physical_set.tower_width * 0.33
    for view in (made.first, turned.view):
        picture = studio.calm(turned.shown, view)
        u, v = np.round(view.pose.project(np.array([[x + post, y + post, top]]))[0]).astype(int)
        blue, green, red = (int(each) for each in picture[v, u])
        assert (red > 1.7 * green) if stack[-1] == "R" else (blue > 1.3 * red)
    before, after = (view.pose.project(corners_mm(made.scenery.physical_set)) for view in (made.first, turned.view))
    # Anticlockwise: beside a1 there is now what was the near right corner.
    assert np.allclose(after, np.roll(before, -turned.view.quarters, axis=0), atol=0.01)


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_hands_come_from_the_near_side_however_the_board_lies(quarters: int) -> None:
    made = source().script
    view = quarter_turned(made.first, quarters)
    studio = Studio(made.scenery)
    with_hand = studio.with_hand(made.begin, view, Hand("c3")).astype(int)
    covered = np.abs(with_hand - studio.calm(made.begin, view)).max(axis=2) > 40
    assert covered[-1].any()
    assert not covered[0].any()
    assert not covered[:, 0].any()
    assert not covered[:, -1].any()
    blue, _, red = with_hand[covered].mean(axis=0)
    assert red > blue


def test_a_game_is_taken_up_where_it_was() -> None:
    whole = source(settings=replace(QUIET, most_turns=4))
    later = source(settings=replace(QUIET, most_turns=4), from_turn=2)
    assert later.script == whole.script
    scene = FAST.calm_frames + len(FAST.coming_mm) + len(FAST.going_mm)
    film = frames(whole)
    first = frames(later)
    assert len(first) == len(film) - 2 * scene
    calm = film[FAST.first_frames + 2 * scene - 1].image
    assert apart(first[0].image, calm) < 0.001


def test_after_the_last_turn_only_the_end_is_shown() -> None:
    assert len(frames(source(from_turn=99))) == FAST.first_frames


def test_closing_ends_a_fast_film() -> None:
    made = source()
    given = made.given()
    next(given)
    made.close()
    assert list(given) == []


def test_live_frames_flow_until_somebody_closes() -> None:
    settings = replace(QUIET, most_turns=1)
    quick = Pace(
        frame_s=0.01, coming_mm=(50.0,), going_mm=(100.0,), hand_frames=1, calm_frames=1, settling_frames=1,
        first_frames=2,
    )  # fmt: skip
    with source(settings=settings, pace="live") as made:
        assert made.flows
        made._pace = quick
        # More than the script has: the last position is shown on and on.
        film = [each for each in islice(made.given(), 12) if isinstance(each, Frame)]
    assert len(film) == 12
    assert all(a.at_s <= b.at_s and a.number < b.number for a, b in pairwise(film))
    assert film[-1].at_s >= 0.1


def test_a_film_that_waits_leaves_nothing_out_and_its_clock_may_hurry() -> None:
    hurried = source(settings=replace(QUIET, most_turns=1), pace="live", waits=True, hurry=40.0)
    with hurried as made:
        film = []
        for each in islice(made.given(), 40):
            time.sleep(0.01)  # three times as long as a frame is shown
            film.append(each)
    frames = [each for each in film if isinstance(each, Frame)]
    assert [frame.number for frame in frames] == list(range(40))
    # The film's own clock is at least as far as its frames say, though hardly any time has passed on the wall.
    assert frames[-1].at_s >= 39 * LIVE.frame_s
    assert all(a.at_s < b.at_s for a, b in pairwise(frames))


@pytest.mark.parametrize(
    ("game", "rules"), [("free", {}), ("colourful", {"colour": "R"}), ("sliding", {"colour": "R"})]
)
def test_games_without_an_end_are_filmed_for_a_while(game: str, rules: dict[str, str]) -> None:
    settings = replace(QUIET, most_turns=None, endless_turns=4)
    made = DemoSource(1, rule_book(game, rules), size=SIZE, settings=settings)
    assert 0 < len(made.script.confirmed()) - 1 <= 4


def test_closing_from_another_thread_ends_a_live_film() -> None:
    made = source(settings=replace(QUIET, most_turns=1), pace="live")
    seen: list[object] = []
    reader = threading.Thread(target=lambda: seen.extend(made.given()))
    reader.start()
    wait_for(lambda: seen, "a frame")
    made.close()
    wait_ended(reader)
    assert all(thread.name != made.name for thread in threading.enumerate())


def test_what_fails_while_drawing_is_told_to_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ValueError("no paint")

    made = source(pace="live")
    monkeypatch.setattr("live.demo.source.filmed", fails)
    with pytest.raises(ValueError, match="no paint"):
        next(made.given())


def cards(seed: int = 3, **more: object) -> DemoSource:
    rules = find_game("antiblok").rule_book({})
    return DemoSource(seed, rules, size=(640, 360), settings=replace(QUIET, throw_seen=0), **more)  # type: ignore[arg-type]


def test_another_game_is_filmed_as_well() -> None:
    made = cards()
    film = frames(made)
    line = made.script.confirmed()
    assert len(line) == 4
    assert made.physical_set is None  # that is for towers and sticks
    calm = [film[FAST.first_frames - 1], *(film[i] for i in _last_of_scenes(made))]
    read = [read_cards(frame.image) for frame in calm]
    assert [(each.cards, each.blocks) for each in read] == [(each.cards, each.blocks) for each in line]
    again = frames(cards())
    assert all(np.array_equal(a.image, b.image) for a, b in zip(film, again, strict=True))


def _last_of_scenes(made: DemoSource) -> list[int]:
    """The number of the last frame of each scene, in which it is calm."""
    at, last = FAST.first_frames - 1, []
    for scene in made.script.scenes:
        at += FAST.calm_frames + len(FAST.coming_mm) + len(FAST.going_mm) + max(0, len(scene.reaches) - 2)
        last.append(at)
    return last


def test_another_side_of_another_game() -> None:
    made = cards()
    for side in OTHER_SIDES:
        frame = next(islice(made.drawing(side), 2, None))
        reading = read_cards(frame())
        assert len(reading.cards) == 25
        # From there another corner is near left, and every card is seen turned.
        assert sorted(map(order_of, reading.cards.values())) == sorted(map(order_of, made.script.begin.cards.values()))
