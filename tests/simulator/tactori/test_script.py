"""A demo game is what it claims to be: legal where it says so, illegal where it says so, and to be seen."""

from collections import Counter
from functools import cache
from itertools import pairwise

import pytest

from referee.tactori.board import COLOURS, STICKS_PER_COLOUR, TOWERS_PER_COLOUR
from referee.tactori.explain import explain_turn
from referee.tactori.match import start
from referee.tactori.position import Position, without
from referee.tactori.rules import rule_book
from simulator.demo.script import Script
from simulator.demo.settings import DemoSettings
from simulator.families import write_script
from simulator.tactori.seen import Watched, changed_pieces
from simulator.tactori.wood import can_lie

BUSY = DemoSettings(
    illegal_rate=0.5, taken_back_rate=0.3, idle_hand_rate=0.3, bump_rate=0.6, lamp_rate=0.2, quarter_rate=0.2,
    quarter_least_pieces=3, most_turns=14,
)  # fmt: skip
GAMES = ("taktori", "fem", "rectangle9", "bridges")


@cache
def script(game: str, seed: int = 1, settings: DemoSettings = BUSY) -> Script:
    return write_script(seed, rule_book(game), ("R", "B"), settings)


def rules_broken(made: Script, before: Position, after: Position, player: str) -> tuple[str, ...]:
    verdict = explain_turn(before, after, player, made.rules, made.players)
    return tuple(sorted({finding.rule for finding in verdict.violations}))


def test_the_same_seed_gives_the_same_script() -> None:
    few = DemoSettings(illegal_rate=0.5, most_turns=5)
    again = [write_script(seed, rule_book("taktori"), ("R", "B"), few) for seed in (3, 3, 4)]
    assert again[0] == again[1]
    assert again[0].played != again[2].played


def test_the_same_game_is_played_whatever_the_size() -> None:
    sizes = [DemoSettings(most_turns=4, size=size) for size in ((320, 180), (960, 540))]
    small, large = (write_script(2, rule_book("bridges"), ("R", "B"), each) for each in sizes)
    assert small.played == large.played


@pytest.mark.parametrize("game", GAMES)
def test_every_step_is_what_the_referee_says_it_is(game: str) -> None:
    made = script(game)
    match = start(made.rules, made.players, made.begin)
    line = [match]
    for step in made.played:
        assert step.player == line[-1].to_move or step.kind == "taken_back"
        if step.kind == "turn":
            assert rules_broken(made, step.before, step.after, step.player) == ()
            assert step.before == line[-1].position
            line.append(line[-1].play(step.after)[0])
        elif step.kind == "illegal":
            assert step.rules_broken
            assert step.rules_broken == rules_broken(made, step.before, step.after, step.player)
        elif step.kind == "taken_back":
            line.pop()
            assert step.after == line[-1].position
            assert step.player == line[-1].to_move
    assert [each.position for each in line] == list(made.confirmed())
    assert line[-1].outcome == made.outcome


@pytest.mark.parametrize("game", GAMES)
def test_each_step_begins_where_the_last_one_ended(game: str) -> None:
    made = script(game)
    assert made.played[0].before == made.begin
    for step, following in pairwise(made.played):
        assert following.before == step.after
        assert (step.kind == "illegal") == (following.kind == "put_right")
    shown = [made.begin, *(scene.shown for scene in made.scenes)]
    for before, scene in zip(shown, made.scenes, strict=False):
        ends = [step.after for step in scene.played] or [before]
        assert sorted(scene.shown.sticks) == sorted(ends[-1].sticks)
        assert scene.shown.towers == ends[-1].towers


@pytest.mark.parametrize("game", GAMES)
def test_illegal_turns_cannot_be_taken_for_anything_else(game: str) -> None:
    made = script(game)
    before: list[Position] = [made.begin]
    line: list[tuple[Position, str]] = []
    for step in made.played:
        if step.kind == "illegal":
            assert step.after not in before
            if line:  # nor is it the rest of the turn before
                assert rules_broken(made, line[-1][0], step.after, line[-1][1])
        if step.kind == "turn":
            assert step.after not in before
            line.append((step.before, step.player))
        if step.kind == "taken_back":
            line.pop()
        before.append(step.after)


@pytest.mark.parametrize("game", GAMES)
def test_wood_stays_where_it_is_put(game: str) -> None:
    for step in script(game).played:
        for colour in COLOURS:
            assert step.after.count_towers(colour) <= TOWERS_PER_COLOUR
            assert step.after.count_sticks(colour) <= STICKS_PER_COLOUR
        for stick in step.after.sticks:
            assert all(end.floor <= step.after.height(end.at) for end in stick.ends), stick
        if step.kind == "illegal":
            for stick in without(step.after.sticks, step.before.sticks):
                rest = without(step.after.sticks, (stick,))
                assert can_lie(stick, Position.of(step.after.board, step.after.towers, rest)), stick


def test_what_changes_can_be_seen() -> None:
    made = script("taktori")
    watched = Watched(made.scenery.physical_set, made.seed, made.settings.least_visible_px)
    shown, view, least = made.begin, made.first, made.settings.least_visible_px
    for scene in made.scenes:
        kinds = {step.kind for step in scene.played}
        if kinds & {"turn", "illegal"} and "put_right" not in kinds:
            gone, come = changed_pieces(shown, scene.shown)
            # A push in the same scene may hide a little more.
            room = 1.0 if view.pose == scene.view.pose else 0.7
            assert all(watched.counts(shown, view)[piece] >= room * least for piece in gone)
            assert all(watched.counts(scene.shown, scene.view)[piece] >= room * least for piece in come)
        shown, view = scene.shown, scene.view


def test_everything_happens() -> None:
    made = [*map(script, GAMES), script("taktori", 2)]
    kinds = Counter(step.kind for each in made for step in each.played)
    assert min(kinds[kind] for kind in ("turn", "illegal", "put_right", "taken_back")) > 5
    broken = {rule for each in made for step in each.played for rule in step.rules_broken}
    assert len(broken) >= 9, broken
    scenes = [scene for each in made for scene in each.scenes]
    assert any(scene.reaches and not scene.played for scene in scenes)  # an idle hand
    assert any(not scene.reaches for scene in scenes)  # nobody there
    assert any(len(scene.played) == 2 for scene in scenes)  # put right and played on in one go
    assert {scene.view.quarters for scene in scenes} == {0, 1, 2, 3}
    assert len({scene.view.light for scene in scenes}) == 2
    assert len({scene.view.pose for scene in scenes}) > 20


def test_nothing_happens_that_was_not_asked_for() -> None:
    quiet = DemoSettings(
        illegal_rate=0, taken_back_rate=0, idle_hand_rate=0, bump_rate=0, lamp_rate=0, quarter_rate=0,
        brightness_drift=0, warmth_drift=0, most_turns=6,
    )  # fmt: skip
    made = script("rectangle9", 5, quiet)
    assert [step.kind for step in made.played] == ["turn"] * 6
    assert {scene.view for scene in made.scenes} == {made.first}
    assert made.ended_by == "most_turns"


def test_a_game_goes_on_to_its_end() -> None:
    made = script("fem", 0, DemoSettings())
    assert made.ended_by == "outcome"
    assert made.outcome is not None


def test_taken_up_in_the_middle() -> None:
    made = script("bridges")
    for turns in range(len(made.confirmed())):
        shown, view, scenes = made.scenes_after(turns)
        done = [step.kind for scene in made.scenes[: len(made.scenes) - len(scenes)] for step in scene.played]
        assert done.count("turn") - done.count("taken_back") == turns
        assert not done or done[-1] == "turn"
        assert scenes == made.scenes[len(made.scenes) - len(scenes) :]
        following = next((step for scene in scenes for step in scene.played), None)
        assert following is None or following.before.towers == shown.towers
        assert view.pose.camera == made.scenery.camera
    assert made.scenes_after(0) == (made.begin, made.first, made.scenes)
    assert made.scenes_after(99)[2] == ()
