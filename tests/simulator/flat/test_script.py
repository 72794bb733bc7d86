"""The demo's script of Anti-Blok: legal turns, except where it says that they are not, judged by the referee."""

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from referee.antiblok.dice import FACES
from referee.antiblok.match import start
from referee.antiblok.rules import rule_book
from referee.antiblok.scoring import set_up_faults
from simulator.demo.script import Script
from simulator.demo.settings import DemoSettings
from simulator.families import write_script
from simulator.flat.card_set import DIE

GAMES = (("antiblok", "RB"), ("antiblok", "RBYG"), ("antiblok_solo", "R"))
LIVELY = DemoSettings(illegal_rate=0.4, bump_rate=0.2, lamp_rate=0.1, idle_hand_rate=0.2)


@cache
def script(game: str, players: str, seed: int, settings: DemoSettings = LIVELY) -> Script:
    return write_script(seed, rule_book(game), tuple(players), settings)


@pytest.mark.parametrize("known", [True, False], ids=["die known", "die unknown"])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_the_referee_agrees_with_every_step(game: str, players: str, seed: int, known: bool) -> None:
    made = script(game, players, seed)
    assert not set_up_faults(made.begin)
    match = start(made.rules, made.players, made.begin)
    for step in made.played:
        if step.kind == "put_right":
            assert step.after == match.position
            continue
        assert (step.before, step.player) == (match.position, match.to_move)
        following, verdict = match.play(step.after, step.die if known else None)
        broken = tuple(sorted({finding.rule for finding in verdict.violations}))
        assert (broken, verdict.legal) == (step.rules_broken, step.kind != "illegal")
        if step.kind == "illegal":
            continue
        assert verdict.complete == (step.kind == "turn")
        match = following
    assert match.outcome == made.outcome
    assert made.ended_by == "outcome"


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_what_is_shown_is_what_was_played(game: str, players: str) -> None:
    made = script(game, players, 1)
    shown = made.first_shown
    assert shown.position == made.begin
    for scene in made.scenes:
        after = scene.played[-1].after if scene.played else shown.position
        assert scene.shown.position == after
        dice = [step.die for step in scene.played if step.die]
        if dice:
            assert scene.shown.face == dice[-1][-1]
        assert (DIE in scene.reaches[:1]) == (scene.shown.throws > shown.throws) or not scene.played
        assert all(after.count(colour) <= 3 for colour in "RBYG")  # there are no more in the box
        left = dict(scene.shown.stock)
        each = made.rules.blocks_each(len(made.players))
        assert all(left[colour] == max(0, each - after.count(colour)) for colour in left)
        shown = scene.shown


def test_the_same_seed_gives_the_same_script() -> None:
    settings = DemoSettings()
    assert write_script(5, rule_book("antiblok")) == script("antiblok", "RB", 5, settings)
    assert write_script(6, rule_book("antiblok")) != script("antiblok", "RB", 5, settings)


def test_everything_happens() -> None:
    made = [script(game, players, seed) for game, players in GAMES for seed in range(3)]
    kinds = Counter(step.kind for each in made for step in each.played)
    assert min(kinds[kind] for kind in ("turn", "illegal", "put_right", "part")) > 5
    assert kinds["taken_back"] == 0
    broken = {rule for each in made for step in each.played for rule in step.rules_broken}
    assert {"turn.locked", "block.square", "turn.foreign"} <= broken
    scenes = [scene for each in made for scene in each.scenes]
    assert {scene.shown.face for scene in scenes} == set(FACES)
    assert any(scene.reaches and not scene.played for scene in scenes)
    assert any(not scene.reaches for scene in scenes)
    assert len({scene.view.light for scene in scenes}) == 2
    assert len({scene.view.pose for scene in scenes}) > 10
    assert len({each.scenery.physical_set for each in made}) > 1


def test_nothing_happens_that_was_not_asked_for() -> None:
    quiet = DemoSettings(
        illegal_rate=0, idle_hand_rate=0, bump_rate=0, lamp_rate=0, two_parts_rate=0, throw_seen=0, brightness_drift=0,
        warmth_drift=0, most_turns=4,
    )  # fmt: skip
    made = script("antiblok", "RB", 4, quiet)
    assert [step.kind for step in made.played] == ["turn"] * 4
    assert len(made.scenes) == 4
    assert {scene.view for scene in made.scenes} == {made.first}
    assert made.ended_by == "most_turns"


def test_taken_up_in_the_middle() -> None:
    made = script("antiblok", "RB", 1)
    line = made.confirmed()
    for turns in range(1, len(line)):
        shown, _, scenes = made.scenes_after(turns)
        assert shown.position == line[turns]
        assert scenes == made.scenes[len(made.scenes) - len(scenes) :]


def test_pictures_of_any_size_show_the_same_game() -> None:
    small, large = (
        script("antiblok", "RB", 2, replace(DemoSettings(), size=size)) for size in ((320, 180), (1280, 720))
    )
    assert small.played == large.played
