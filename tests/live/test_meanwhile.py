"""What is said while a picture is being read: it is answered at once, and the reading does not undo it."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from live.consequence import take_up
from live.correction import correct_by_words
from live.decision import Unclear
from live.events import Event
from live.log import GameLog
from live.log_file import NotWritten
from live.meanwhile import InTurn
from live.play import Play
from live.sight import Sight
from referee.tactori.play import random_set_up
from referee.tactori.rules import rule_book
from referee.tactori.text import parse_text, to_text
from tests.live.filming import Film, kinds, start_film, turns
from tests.live.playing import FIRST, SECOND, THIRD, begun, check_kept
from tests.waiting import PATIENCE_S
from vision.tactori.rereading import Look
from words.message import message

"""However busy the machine is: whoever waits for a reading waits for ever here."""
ONE, TWO = "9 c3:R", "9 c3:R e5:B"


class Slow:
    """Holds up the reading of a table's pictures."""

    def __init__(self, film: Film, monkeypatch: pytest.MonkeyPatch) -> None:
        self.film, self.held = film, False
        self.reading, self.go = threading.Event(), threading.Event()
        self.looks = 0
        look = film.table.eyes.look

        def slow(*args: Any, **named: Any) -> Look:
            self.looks += 1
            if self.held:
                self.reading.set()
                assert self.go.wait(PATIENCE_S)
            return look(*args, **named)

        monkeypatch.setattr(film.table.eyes, "look", slow)
        self.people = ThreadPoolExecutor()

    @contextmanager
    def reads(self, see: Callable[[], list[Event]]) -> Iterator[Future[list[Event]]]:
        """Within it a picture is being read; what was told of it is there when it is left."""
        self.held = True
        told = self.people.submit(see)
        assert self.reading.wait(PATIENCE_S)
        yield told
        self.held = False
        self.go.set()
        told.result(PATIENCE_S)
        self.go.clear()
        self.reading.clear()

    def says(self, call: Callable[[], Any]) -> Any:
        """What somebody is answered who says something now."""
        return self.people.submit(call).result(PATIENCE_S)


@pytest.fixture
def film(tmp_path: Path) -> Film:
    made = start_film(tmp_path)
    made.calm("9")
    assert turns(made.turn("9", ONE, "c3")) == ["+c3"]
    return made


@pytest.fixture
def slow(film: Film, monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    made = Slow(film, monkeypatch)
    yield made
    made.go.set()
    made.people.shutdown()


CALLS: dict[str, Callable[[Film], object]] = {
    "correct": lambda film: correct_by_words(film.play, ["c3=RR"]),
    "undo": lambda film: film.play.undo(),
    "pause": lambda film: film.play.pause(),
    "end": lambda film: film.play.end(),
    "set": lambda film: film.play.set("key", 1),
    "corners": lambda film: film.table.hold_corners(None),
}


@pytest.mark.parametrize("call", CALLS)
def test_a_call_does_not_wait_for_a_picture_that_is_being_read(film: Film, slow: Slow, call: str) -> None:
    film.hand(TWO, "e5", 2)
    film.calm(TWO, 3)
    with slow.reads(lambda: film.calm(TWO, 1)) as told:
        slow.says(lambda: CALLS[call](film))
        assert not told.done()
    assert turns(told.result()) == (["+e5"] if call == "set" else []), "what has nothing to do with it changes nothing"


def test_a_correction_is_not_undone_by_a_reading_that_began_before_it(film: Film, slow: Slow, tmp_path: Path) -> None:
    film.hand(TWO, "e5", 2)
    film.calm(TWO, 3)
    assert film.table.shown == parse_text(ONE), "the next look decides"
    with slow.reads(lambda: film.calm(TWO, 1)) as told:
        assert kinds(slow.says(lambda: correct_by_words(film.play, ["c3=RR"]))) == ["corrected"]
    assert told.result() == []
    assert to_text(film.play.state.position) == "9 c3:RR"
    assert turns(film.calm(TWO, 4)) == ["+e5"], "the turn is not lost: the next frames show it as well"
    assert [to_text(step.position) for step in film.play.state.steps] == ["9 c3:RR", "9 c3:RR e5:B"]
    check_kept(film.play, tmp_path / "games.sqlite")


def test_nothing_counts_that_is_read_while_somebody_says_pause(film: Film, slow: Slow) -> None:
    film.hand(TWO, "e5", 2)
    film.calm(TWO, 3)
    with slow.reads(lambda: film.calm(TWO, 1)) as told:
        slow.says(film.play.pause)
    assert told.result() == [] and len(film.play.state.steps) == 1
    film.play.resume_play()
    assert turns(film.calm(TWO, 6)) == ["+e5"]


def test_a_photograph_is_looked_at_again(film: Film, slow: Slow) -> None:
    """There is no next frame that would show it."""
    film.alone = True
    with slow.reads(lambda: film.calm(TWO, 1)) as told:
        slow.says(lambda: correct_by_words(film.play, ["c3=RR"]))
    assert turns(told.result()) == ["+e5"] and slow.looks == 2
    assert to_text(film.play.state.position) == "9 c3:RR e5:B"


def test_who_says_something_at_every_look_waits_in_the_end(film: Film, slow: Slow, monkeypatch: Any) -> None:
    film.alone = True
    look, spoken = film.table.eyes.look, list[Future[Any]]()

    def disturbed(*args: Any, **named: Any) -> Look:
        spoken.append(slow.people.submit(film.play.undo if len(spoken) % 2 == 0 else film.play.redo))
        if len(spoken) < 5:
            spoken[-1].result(PATIENCE_S)
        return look(*args, **named)

    monkeypatch.setattr(film.table.eyes, "look", disturbed)
    assert turns(film.calm(TWO, 1)) == ["+e5"]
    assert len(spoken) == 5 and kinds(spoken[-1].result(PATIENCE_S)) == ["taken_back"]


def test_what_another_program_says_meanwhile(film: Film, slow: Slow, tmp_path: Path) -> None:
    other = Play.resume(GameLog.open(tmp_path / "games.sqlite"), "1")
    assert other is not None
    film.hand(TWO, "e5", 2)
    film.calm(TWO, 3)
    with slow.reads(lambda: film.calm(TWO, 1)) as told:
        slow.says(lambda: correct_by_words(other, ["c3=RR"]))
    assert kinds(told.result()) == ["corrected"]
    assert turns(film.calm(TWO, 4)) == ["+e5"]
    assert to_text(film.play.state.position) == "9 c3:RR e5:B"


def test_a_turn_is_not_lost_if_another_program_is_quicker_at_the_last_moment(
    film: Film, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the last look into the log and the write, which is the one that finds out."""
    other = Play.resume(GameLog.open(tmp_path / "games.sqlite"), "1")
    assert other is not None
    append, said = film.play.log.append, list[Event]()

    def late(*args: Any) -> list[int]:
        if not said:
            said.extend(other.set("key", 1) or other.pause())
            said.extend(other.resume_play())
        return append(*args)

    monkeypatch.setattr(film.play.log, "append", late)
    told = film.turn(ONE, TWO, "e5") + film.calm(TWO, 4)
    assert kinds(told) == ["paused", "resumed", "turn"] and turns(told) == ["+e5"]


def test_corners_that_are_said_during_a_look_hold_after_it(film: Film, slow: Slow) -> None:
    found = film.table.eyes.found
    assert found is not None
    film.hand(TWO, "e5", 2)
    film.calm(TWO, 3)
    with slow.reads(lambda: film.calm(TWO, 1)) as told:
        slow.says(lambda: film.table.hold_corners(found.corners_px))
        assert film.table.eyes.known.corners is None, "the look is not disturbed"
    assert told.result() == []
    assert film.table.eyes.known.corners == found.corners_px and film.table.sight is Sight.NONE
    assert turns(film.calm(TWO, 8)) == ["+e5"]


def test_corners_that_are_said_before_the_first_picture_hold(film: Film) -> None:
    said = ((1.0, 2.0), (3.0, 2.0), (3.0, 4.0), (1.0, 4.0))
    film.table.hold_corners(said)
    film.table.know(film.table.eyes.known.__class__(9))
    assert film.table.eyes.known.corners == said


def test_what_is_asked_for_is_done_at_once_or_after_the_look() -> None:
    in_turn, done = InTurn(), list[str]()
    in_turn.do(lambda: done.append("at once"))
    assert done == ["at once"]
    with ThreadPoolExecutor() as people:
        with in_turn.look():
            people.submit(in_turn.do, lambda: done.append("after")).result(PATIENCE_S)
            assert done == ["at once"] and in_turn.is_asked
        assert done == ["at once", "after"] and not in_turn.is_asked
        with pytest.raises(ZeroDivisionError), in_turn.look():
            people.submit(in_turn.do, lambda: done.append("all the same")).result(PATIENCE_S)
            raise ZeroDivisionError
    assert done[-1] == "all the same"


# Words are said of what the board shows by the time they count.


def test_a_correction_leaves_the_turn_that_another_program_confirmed_just_before(tmp_path: Path) -> None:
    path = tmp_path / "g.sqlite"
    play = begun(GameLog.open(path), FIRST, SECOND)
    other = Play.resume(GameLog.open(path), "1")
    assert other is not None
    play.confirm(THIRD)
    told = correct_by_words(other, ["h4=B"])
    assert kinds(told) == ["turn", "corrected"]
    position = other.state.position
    assert (dict(position.towers), position.sticks) == ({**THIRD.towers, "h4": "B"}, THIRD.sticks)
    assert len(other.state.steps) == 3
    (written,) = [each for each in other.log.events(1) if each.kind == "corrected"]
    assert written.data["saw"] == {"h4": ""}, "nothing else was corrected"
    play.follow_others()
    assert play.state == other.state


def test_a_correction_of_what_has_changed_meanwhile_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "g.sqlite"
    play = begun(GameLog.open(path), FIRST, SECOND)
    other = Play.resume(GameLog.open(path), "1")
    assert other is not None
    play.confirm(THIRD)
    with pytest.raises(Exception, match="something else has happened"):
        correct_by_words(other, ["e3=B"])
    assert kinds(other.follow_others()) == ["turn"], "what happened is told all the same"


# What happens is told wherever it happens.


def fail(*_: object, **__: object) -> None:
    raise NotWritten(message("log.full"))


def test_the_first_write_that_fails_is_told_if_it_is_a_doubt(film: Film, monkeypatch: pytest.MonkeyPatch) -> None:
    doubt = Unclear(parse_text(TWO), message("doubt.close"), ())
    monkeypatch.setattr(film.table, "decide", lambda look: doubt)
    monkeypatch.setattr(film.play.log, "append", fail)
    film.hand(TWO, "e5", 2)
    told = film.calm(TWO, 20)
    assert kinds(told) == ["memory", "unsure"] and film.play.in_memory


def test_the_first_write_that_fails_is_told_if_the_board_shows_something_else_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = begun(GameLog.open(tmp_path / "g.sqlite"), FIRST, SECOND)
    play.undo()
    monkeypatch.setattr(play.log, "append", fail)
    assert kinds(take_up(play, FIRST, start_seen=True)) == ["memory"]


def test_the_first_write_that_fails_is_told_if_a_board_is_set_up(tmp_path: Path, monkeypatch: Any) -> None:
    rules = rule_book("sliding", {"colour": "R"})
    play = Play.begin(GameLog.open(tmp_path / "g.sqlite"), "1", "x", rules, ("R",))
    ready = random_set_up(rules, random.Random(1))
    assert ready is not None
    monkeypatch.setattr(play.log, "append", fail)
    told = take_up(play, ready, start_seen=False)
    assert kinds(told) == ["memory", "started"]
