"""Folding the log again gives the state that the game has, whatever was called and whatever went wrong."""

import random
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from live import journal
from live.fold import apply_event, fold
from live.game import Act, GameState
from live.log import GameLog, LogEvent
from live.log_file import NotWritten
from live.play import Play
from referee.tactori.match import start
from referee.tactori.play import random_set_up
from referee.tactori.rules import rule_book
from tests.live.playing import FIRST, SECOND, THIRD, begin, begun, next_position, wrong_position
from tests.replaying import replay
from words.message import InputError, message

AT = "2026-11-16T19:00:00.000+00:00"
GAMES = [
    ("taktori", {}, "RB"),
    ("taktori", {"nine_centre": "linked"}, "RBYG"),
    ("fem", {}, "RB"),
    ("free", {}, "RB"),
    ("colourful", {"colour": "B"}, "RB"),
]

Op = Callable[[Play, random.Random], Any]


def confirm_several(play: Play, rng: random.Random) -> Any:
    match, positions = play.state.match, []
    for _ in range(3):
        if not match.outcome:
            positions.append(next_position(match, rng))
            match, _ = match.play(positions[-1])
    return play.confirm_all(positions)


def wait(play: Play, rng: random.Random) -> Any:
    match, chain = play.state.match, []
    for _ in range(rng.randrange(1, 4)):
        if not match.outcome:
            chain.append(rng.choice((wrong_position, next_position))(match, rng))
            match, _ = match.play(chain[-1])
    return play.wait(rng.choice(("illegal", "unclear", "set_up")), chain)


def correct(play: Play, rng: random.Random) -> Any:
    match = play.state.match
    if rng.random() < 0.3 and not play.state.before_last.outcome:
        return play.correct(next_position(play.state.before_last, rng))
    return play.correct(wrong_position(match, rng))


OPS: dict[str, Op] = {
    "confirm": lambda play, rng: play.confirm(next_position(play.state.match, rng)),
    "confirm again": lambda play, rng: play.confirm(next_position(play.state.match, rng)),
    "confirm wrong": lambda play, rng: play.confirm(wrong_position(play.state.match, rng)),
    "import wrong": lambda play, rng: play.confirm(wrong_position(play.state.match, rng), "import", accepted=True),
    "confirm several": confirm_several,
    "amend": lambda play, rng: play.amend(next_position(play.state.before_last, rng)),
    "wait": wait,
    "stop waiting": lambda play, rng: play.stop_waiting(),
    "accept": lambda play, rng: play.accept(),
    "reject": lambda play, rng: play.reject(),
    "take back": lambda play, rng: play.take_back(rng.randrange(1, 4)),
    "undo": lambda play, rng: play.undo(),
    "redo": lambda play, rng: play.redo(),
    "correct": correct,
    "let camera say": lambda play, rng: play.let_camera_say(list(play.state.by_hand)[:1] or ["a1"]),
    "ignore": lambda play, rng: play.set_ignored(wrong_position(play.state.match, rng)),
    "seen other": lambda play, rng: play.seen_other(),
    "pause": lambda play, rng: play.pause(),
    "resume": lambda play, rng: play.resume_play(),
    "end": lambda play, rng: play.end(),
    "set": lambda play, rng: play.set("keep_pictures", {"limit_mb": rng.random() + 0.1}),
}
OFTEN = [
    ["confirm"],
    ["confirm several"],
    ["wait", "accept"],
    ["wait", "reject"],
    ["wait", "correct"],
    ["wait", "stop waiting"],
    ["undo", "redo"],
    ["confirm", "take back", "redo"],
    ["pause", "undo", "resume"],
]
"""What belongs together, so that chance does not have to find it."""


@st.composite
def stories(draw: st.DrawFn) -> tuple[int, tuple[str, dict[str, str], str], list[str]]:
    single = st.sampled_from([*OPS, "trouble", "well", "other", "again"]).map(lambda op: [op])
    parts = draw(st.lists(st.one_of(st.sampled_from(OFTEN), single), min_size=1, max_size=15))
    return draw(st.integers(0, 2**20)), draw(st.sampled_from(GAMES)), [op for part in parts for op in part]


def check_sound(state: GameState) -> None:
    """What holds for every state."""
    assert [step.n for step in state.steps] == list(range(1, len(state.steps) + 1))
    match = state.beginning
    for step in state.steps:
        assert step.player == match.to_move
        match, verdict = match.play(step.position)
        assert (step.match, step.verdict, step.accepted) == (match, verdict, not verdict.legal)
    assert state.match == match
    played = replay(state.to_record())
    assert not played.errors
    assert [turn.match.position for turn in played.turns] == [step.position for step in state.steps]
    assert [turn.verdict for turn in played.turns] == [step.verdict for step in state.steps]
    assert state.waiting is None or state.waiting.chain
    assert not (state.ended and (state.waiting or state.paused))


class Troubled(GameLog):
    """A log whose disk can be made to fail."""

    failing = False

    def _writing(self) -> Any:
        if self.failing:
            raise NotWritten(message("log.full"))
        return super()._writing()


@settings(max_examples=60)
@given(story=stories())
def test_the_file_always_says_what_the_game_is(story: tuple[int, tuple[str, dict[str, str], str], list[str]]) -> None:
    seed, (game, options, players), ops = story
    rng, rules = random.Random(seed), rule_book(game, options)
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(journal, "TRY_AGAIN_S", 0.0)
        path = Path(folder) / "g.sqlite"
        log = Troubled(path)
        play = Play.begin(log, "1", "demo:1", rules, players, random_set_up(rules, rng))
        for name in ops:
            before, written = play.state, play.seq
            try:
                if name in ("trouble", "well"):
                    log.failing = name == "trouble"
                elif name == "other":
                    other_program(path, rng)
                elif name == "again" and not play.in_memory:
                    assert play.state.id is not None
                    play.follow_others()
                    before, play = play.state, Play.load(log, play.state.id, read_only=False)
                    assert play.state == before
                elif name in OPS:
                    OPS[name](play, rng)
            except InputError:
                if "other" not in ops:
                    assert (play.state, play.seq) == (before, written), "what is refused changes nothing"
            if not play.in_memory:
                play.follow_others()
                check_kept(play, path)
            check_sound(play.state)
        log.failing = False
        play.write_now()
        check_kept(play, path)
        log.close()


def other_program(path: Path, rng: random.Random) -> None:
    """Somebody types a command elsewhere."""
    log = GameLog.open(path)
    entry = log.last_game("1")
    if entry is not None:
        said = rng.choice(("undo", "redo", "pause", "resume", "accept", "reject", "correct"))
        with suppress(InputError):
            OPS[said](Play.load(log, entry.id, read_only=False), rng)
    log.close()


def check_kept(play: Play, path: Path) -> None:
    log = GameLog.open(path)
    assert play.state.id is not None
    state = fold(log.events(play.state.id), play.state.id)
    assert state == play.state
    assert log.game(play.state.id).finished == state.finished
    log.close()


def event(kind: str, **data: Any) -> LogEvent:
    return LogEvent(kind, data, AT)


BEGUN = {"table": "1", "source": "", "game": "taktori", "rules": {}, "players": ["R", "B"], "position": None}


@pytest.mark.parametrize(
    "bad",
    [
        event("dance"),
        event("voided", after=0),
        event("begun", **BEGUN),
        event("turn"),
        event("turn", n=1, by="camera"),
        event("turn", n=2, by="camera", position=FIRST.to_json()),
        event("turn", n=True, by="camera", position=FIRST.to_json()),
        event("turn", n=1, by="ghost", position=FIRST.to_json()),
        event("turn", n=1, by="camera", position={"board": 5, "towers": {}, "sticks": []}),
        event("turn", n=1, by="camera", position=[]),
        event("amended", position=FIRST.to_json()),
        event("waiting", reason="hunger", chain=[FIRST.to_json()]),
        event("waiting", reason="illegal", chain=[]),
        event("waiting", reason="illegal", chain=[FIRST.to_json()] * 101),
        event("waiting", reason="illegal", chain=[None]),
        event("waiting_ended"),
        event("accepted"),
        event("rejected"),
        event("taken_back", n=1),
        event("undone"),
        event("redone"),
        event("corrected", position=FIRST.to_json()),
        event("corrected", position=FIRST.to_json(), saw={"z9": ""}),
        event("corrected", position=FIRST.to_json(), saw={"e3-c3": ""}),
        event("corrected", position=FIRST.to_json(), saw={"a1-b1-c1": ""}),
        event("corrected", position=None, saw={}),
        event("ignored", position="c3"),
        event("board_changed"),
        event("board_changed", fields=[1]),
        event("resumed"),
        event("set"),
        event("set", key="", value=1),
        event("set", key="x" * 41, value=1),
        event("set", key="number", value="x" * 20_000),
        event("set", key="keep_pictures", value=True),
        event("set", key="keep_pictures", value={"limit_mb": 0}),
        event("set", key="keep_pictures", value={"limit": 1}),
    ],
    ids=lambda bad: f"{bad.kind}",
)
def test_what_makes_no_sense_is_refused(bad: LogEvent) -> None:
    state = apply_event(None, event("begun", **BEGUN))
    with pytest.raises(InputError):
        apply_event(state, bad)


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"},
        {"rules": []},
        {"rules": {"capture": 7}},
        {"players": "RB"},
        {"players": ["R", "R"]},
        {"players": ["R", None]},
        {"position": 3},
        {"table": 1},
        {"source": None},
    ],
    ids=str,
)
def test_a_beginning_that_makes_no_sense_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        apply_event(None, event("begun", **BEGUN | change))


def test_before_the_beginning_and_after_the_end_there_is_nothing() -> None:
    with pytest.raises(InputError, match="not begun"):
        apply_event(None, event("paused"))
    with pytest.raises(InputError, match="holds nothing"):
        fold([], 1)
    ended = fold([event("begun", **BEGUN), event("ended")], 1)
    for act in Act:
        with pytest.raises(InputError):
            apply_event(ended, event(act, **BEGUN))


def test_the_entry_that_cannot_be_is_named() -> None:
    events = [LogEvent("begun", BEGUN, AT, 7), LogEvent("undone", {}, AT, 12)]
    with pytest.raises(InputError, match="entry 12 of the log cannot be used: no turn has been made yet"):
        fold(events, 1)


def test_what_was_voided_never_was() -> None:
    turns = [
        LogEvent("turn", {"n": n, "by": "camera", "position": position.to_json()}, AT, n + 1)
        for n, position in enumerate((FIRST, SECOND, THIRD), 1)
    ]
    first = LogEvent("begun", BEGUN, AT, 1)
    undone, voided = LogEvent("undone", {}, AT, 4), LogEvent("voided", {"after": 3}, AT, 5)
    there = [first, *turns[:2], undone, voided, LogEvent(turns[2].kind, turns[2].data, AT, 6)]
    assert fold(there, 1) == fold([first, *turns], 1)


def test_a_game_is_judged_by_its_own_rules(tmp_path: Path) -> None:
    """Options and players come back from the file as they were said."""
    rules = rule_book("taktori", {"nine_centre": "linked", "sticks_per_turn": "2", "final_round": "finish_round"})
    play = begin(GameLog.open(tmp_path / "g.sqlite"), rules=rules, players="YG")
    assert play.state.id is not None
    again = Play.load(GameLog.open(tmp_path / "g.sqlite"), play.state.id)
    assert again.state.rules == rules
    assert again.state.beginning == start(rules, "YG")


def test_a_record_with_an_accepted_illegal_turn_can_be_replayed(tmp_path: Path) -> None:
    play = begun(GameLog.open(tmp_path / "g.sqlite"), FIRST, SECOND, THIRD)
    rng = random.Random(3)
    wrong = wrong_position(play.state.match, rng)
    play.wait("illegal", [wrong])
    play.accept()
    play.confirm(next_position(play.state.match, rng))
    played = replay(play.to_record())
    assert not played.errors
    assert [turn.verdict.legal for turn in played.turns] == [True, True, True, False, True]
    assert played.turns[-1].match.position == play.state.position
