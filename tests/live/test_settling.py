"""A doubt about a stick, settled by a person: it counts, is kept, and is not asked again while nothing changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from live.correction import correct_by_words
from live.decision import Clear, Decision, Unclear, decide, held_by_hand
from live.events import Kind
from live.frame import Picture
from live.game import GameState, Reason, judged_waiting
from live.judgement import What
from live.log import GameLog
from live.play import Play
from live.settings import TableSettings
from live.sight import Sight
from live.table import Table
from live.table_printing import game_text
from referee.tactori.position import Position
from referee.tactori.text import parse_text, to_text
from simulator.tactori.viewpoint import look_at
from tests.live.filming import SET, Film, kinds, start_film, turns
from tests.live.playing import FIRST, SECOND, begun, check_kept
from tests.live.test_decision import LEAD, Seen, clear, played
from vision.tactori.reading import Doubt
from vision.tactori.rereading import Look
from words.message import InputError, message

BOARD, BARE, BRIDGED = "9 c3:R e5:B", "9 c3:R e3:R e5:B", "9 c3:R e3:R e5:B R:c3-e3@1"
"""Red has set e3, and nobody knows whether it laid the stick, too."""
STICK = "R:c3-e3@1"
NONE, ONE = ["c3-e3="], ["c3-e3=", f"+{STICK}"]
BOTH_FIT = {BARE: 0.0, BRIDGED: 0.0, BOARD: -1e5}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture
def log(path: Path) -> GameLog:
    return GameLog.open(path)


@pytest.mark.parametrize(("words", "after"), [(NONE, BARE), (ONE, BRIDGED)])
@pytest.mark.parametrize("guess", [BARE, BRIDGED])
def test_one_word_settles_what_waits(log: GameLog, path: Path, guess: str, words: list[str], after: str) -> None:
    play = begun(log, FIRST, SECOND)
    play.wait("unclear", [parse_text(guess)], ["e3-c3"])
    assert play.state.waiting is not None and play.state.waiting.unsure == ("c3-e3",)
    assert kinds(correct_by_words(play, words)) == ["corrected", "turn"]
    assert to_text(play.state.position) == after and play.state.waiting is None
    assert dict(play.state.by_hand) == {"c3-e3": [STICK] if guess == BRIDGED else []}
    check_kept(play, path)
    play.undo()
    assert play.state.position == SECOND
    play.redo()
    assert to_text(play.state.position) == after
    check_kept(play, path)


def test_as_long_as_another_stick_is_open_nothing_counts(log: GameLog, path: Path) -> None:
    play = begun(log, FIRST, SECOND)
    play.wait("unclear", [parse_text(BRIDGED)], ["c3-e3", "e3-g3"])
    assert kinds(correct_by_words(play, NONE)) == ["corrected", "unsure"]
    waiting = play.state.waiting
    assert waiting is not None and (waiting.unsure, to_text(waiting.chain[-1])) == (("e3-g3",), BARE)
    assert "Still open is whether a stick lies here: e3-g3." in game_text(play.state, "en")
    assert play.state.to_json()["waiting"]["unsure"] == ["e3-g3"]
    check_kept(play, path)
    assert kinds(correct_by_words(play, ["e3-g3="])) == ["corrected", "turn"]
    assert to_text(play.state.position) == BARE
    check_kept(play, path)


@pytest.mark.parametrize("settle", [Play.accept, lambda play: play.correct(parse_text(BRIDGED))])
def test_whoever_accepts_or_says_the_whole_position_leaves_nothing_open(log: GameLog, settle: Any) -> None:
    play = begun(log, FIRST, SECOND)
    play.wait("unclear", [parse_text(BRIDGED)], ["c3-e3", "e3-g3"])
    settle(play)
    assert to_text(play.state.position) == BRIDGED and play.state.waiting is None


def test_that_it_is_as_it_was_can_be_said_of_a_stick_at_any_time(log: GameLog) -> None:
    play = begun(log, FIRST, SECOND)
    assert kinds(correct_by_words(play, ["c3-e3="])) == ["corrected"]
    assert play.state.position == SECOND and "c3-e3" in play.state.by_hand
    with pytest.raises(InputError, match="nothing to correct"):
        correct_by_words(play, ["e5=B"])


@pytest.mark.parametrize("unsure", ["c3-e3", ["z1-c3"], [3], ["e3-c3"], {}])
def test_ways_that_are_none_are_refused(log: GameLog, unsure: Any) -> None:
    from live.fold import apply_event
    from live.log import LogEvent

    play = begun(log, FIRST, SECOND)
    data = {"reason": "unclear", "chain": [parse_text(BARE).to_json()], "unsure": unsure}
    with pytest.raises(InputError):
        apply_event(play.state, LogEvent("waiting", data, ""))


# Whether it is asked again.


def settled(after: str, saw: list[str], shown: str = BOARD) -> GameState:
    return replace(played(shown, after), by_hand={"c3-e3": saw})


def decided(seen: Seen, shown: str, state: GameState, answered: bool = False) -> Decision:
    return decide(seen.look, parse_text(shown), state, TableSettings(), answered)


@pytest.mark.parametrize(("after", "read"), [(BARE, BRIDGED), (BRIDGED, BARE)])
def test_what_was_said_holds_while_the_camera_is_in_doubt(after: str, read: str) -> None:
    other = "9 c3:R e3:R e5:B B:c3-e3@1"
    for seen in (read, other, after):
        fresh = Seen(seen, BOTH_FIT, ("c3-e3",), compared=False)
        assert clear(decided(fresh, after, settled(after, []))) == (after, What.SAME)
        compared = Seen(seen, BOTH_FIT, ("c3-e3",))
        assert clear(decided(compared, after, settled(after, []), answered=True)) == (after, What.SAME)


def test_a_picture_that_was_taken_since_tells_a_new_stick() -> None:
    seen = Seen(BRIDGED, {BRIDGED: 5000.0, BARE: 0.0}, ("c3-e3",))
    assert to_text(held_by_hand(seen.look, parse_text(BARE), settled(BARE, [STICK]))) == BRIDGED


def test_where_a_stack_at_an_end_changed_it_is_open_again() -> None:
    higher, bridged = "9 c3:R e3:RB e5:B", "9 c3:R e3:RB e5:B R:c3-e3@1"
    seen = Seen(bridged, {}, ("c3-e3",), compared=False)
    assert to_text(held_by_hand(seen.look, parse_text(BARE), settled(BARE, []))) == bridged
    worths = {higher: 5000.0, "9 c3:R e3:RB e5:B B:c3-e3@2": 5000.0 - LEAD + 1}
    assert isinstance(decided(Seen(higher, worths, ("c3-e3",)), BARE, settled(BARE, [])), Clear)


def test_a_settled_stick_is_no_matter_of_the_next_turn() -> None:
    """Blue sets e7 and bridges it to e5; whether it has bridged c5 to e5, too, was said before."""
    before, after = "9 c3:R c5:B e3:R e5:B", "9 c3:R c5:B e3:R e5:B e7:B B:e5-e7@1"
    state = replace(played("9 c3:R c5:B e5:B", before), by_hand={"c5-e5": []})
    both = to_text(parse_text(f"{after} B:c5-e5@1"))
    seen = Seen(after, {after: 5000.0, both: 5000.0, before: 0.0}, ("c5-e5",))
    assert clear(decided(seen, before, state)) == (after, What.TURNS)
    assert isinstance(decided(seen, before, replace(state, by_hand={})), Unclear)


def test_explanations_that_differ_by_a_stick_name_it() -> None:
    decision = decided(Seen(BARE, BOTH_FIT), BOARD, played(BOARD))
    assert isinstance(decision, Unclear) and decision.doubts == (Doubt("c3-e3", message("doubt.close")),)


def test_of_two_that_waited_the_settled_one_is_not_asked_again() -> None:
    board, bare, other = "9 c3:R e5:B g3:R", "9 c3:R e3:R e5:B g3:R", "R:e3-g3@1"
    all_fit = {f"{bare}{more}": 0.0 for more in ("", f" {STICK}", f" {other}", f" {STICK} {other}")}
    state = played(board)
    waiting = judged_waiting(state, Reason.UNCLEAR, (parse_text(bare),), ("e3-g3",))
    state = replace(state, waiting=waiting, by_hand={"c3-e3": [STICK]})
    seen = Seen(f"{bare} {STICK}", all_fit, ("c3-e3", "e3-g3"))
    decision = decided(seen, board, state, answered=True)
    assert isinstance(decision, Unclear) and decision.guess == parse_text(bare)
    assert [doubt.at for doubt in decision.doubts] == ["e3-g3"]


# At a table that is watched.


class Doubtful(Look):
    """A look that cannot tell whether the stick lies there."""

    def worth(self, position: Position) -> float:
        return BOTH_FIT.get(to_text(position), -1e6)


def blind(table: Table, monkeypatch: pytest.MonkeyPatch, reads: str) -> None:
    """From now on the table reads this wherever c3 and e3 stand, and is in doubt about the stick between them."""
    look = table.eyes.look

    def doubting(image: Picture, position: Position, *more: Any) -> Look:
        seen = look(image, position, *more)
        if not {"c3", "e3"} <= set(seen.position.towers):
            return seen
        parts = {each.name: getattr(seen, each.name) for each in fields(seen)}
        doubt = Doubt("c3-e3", message("doubt.along"))
        return Doubtful(**parts | {"position": parse_text(reads), "unsure": (doubt,)})

    monkeypatch.setattr(table.eyes, "look", doubting)


@pytest.fixture
def doubting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Film]:
    """A film in which red has set e3, and the table waits for somebody to say whether the stick lies there, too."""

    def make(reads: str, alone: bool = False) -> Film:
        film = start_film(tmp_path)
        for before, after, at in (("9", "9 c3:R", "c3"), ("9 c3:R", BOARD, "e5")):
            film.turn(before, after, at)
        blind(film.table, monkeypatch, reads)
        film.alone = alone
        told = film.calm(BARE, 1 if alone else 16)
        (unsure,) = [each for each in told if each.kind is Kind.UNSURE]
        assert [doubt["at"] for doubt in unsure.data["unsure"]] == ["c3-e3"]
        assert film.play.state.waiting is not None and film.play.state.waiting.unsure == ("c3-e3",)
        assert film.table.sight is Sight.UNSURE
        return film

    return make


@pytest.mark.parametrize(("reads", "words", "after"), [(BRIDGED, NONE, BARE), (BARE, ONE, BRIDGED)])
def test_a_table_does_not_ask_again(doubting: Callable[..., Film], reads: str, words: list[str], after: str) -> None:
    film = doubting(reads)
    assert turns(correct_by_words(film.play, words))
    assert film.table.sight is Sight.CALM
    assert film.calm(BARE, 16) == [] and film.table.sight is Sight.CALM
    film.pose = look_at(SET, 51.0, 5.0, size=(640, 360))
    assert kinds(film.calm(BARE, 16)) == ["moved"]
    assert to_text(film.play.state.position) == after and film.play.state.waiting is None
    film.play.undo()
    assert film.calm(BARE, 6) == [] and to_text(film.play.state.position) == BOARD


def test_nor_at_the_next_photograph(doubting: Callable[..., Film]) -> None:
    film = doubting(BRIDGED, alone=True)
    correct_by_words(film.play, NONE)
    assert film.table.sight is Sight.CALM
    assert film.calm(BARE, 2) == [] and to_text(film.play.state.position) == BARE


def test_a_table_that_is_taken_up_again_asks_what_is_open(
    doubting: Callable[..., Film], monkeypatch: pytest.MonkeyPatch
) -> None:
    film = doubting(BRIDGED)
    again = Play.resume(film.play.log, "1")
    assert again is not None
    film.table = Table(again, film.table.eyes.known)
    blind(film.table, monkeypatch, BRIDGED)
    assert "unsure" in kinds(film.calm(BARE, 20)) and film.table.sight is Sight.UNSURE
    correct_by_words(again, NONE)
    assert film.calm(BARE, 6) == [] and to_text(again.state.position) == BARE
