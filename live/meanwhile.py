"""What happens while a picture is read: calls do not wait, and what was seen counts only if the game is as it was."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext

from live.events import Event
from live.game import GameState
from live.play import Play

MOST_LOOKS = 4
"""At one photograph, because somebody said something during each; then they have to wait until it is read."""


class InTurn:
    """One thing at a time before the eyes of a table, from any thread, and nobody waits but whoever looks: what is
    asked for during a look is done after it."""

    def __init__(self) -> None:
        self._alone = threading.RLock()
        self._asked: deque[Callable[[], None]] = deque()

    @property
    def is_asked(self) -> bool:
        """Whether something is to be done as soon as the look is over: what it sees is not true any more then."""
        return bool(self._asked)

    @contextmanager
    def look(self) -> Iterator[None]:
        """Within it nothing else is done before these eyes; another look waits."""
        try:
            with self._alone:
                self._do_asked()
                yield
        finally:
            self._catch_up()

    def do(self, what: Callable[[], None]) -> None:
        """Does it now or, if somebody looks, when that look is over: by the thread that looked."""
        self._asked.append(what)
        self._catch_up()

    def _catch_up(self) -> None:
        """Whoever cannot have the lock is sure that its holder comes here afterwards."""
        while self._asked and self._alone.acquire(blocking=False):
            try:
                self._do_asked()
            finally:
                self._alone.release()

    def _do_asked(self) -> None:
        while self._asked:
            self._asked.popleft()()


class Meanwhile:
    """Looks at a table whose game goes on."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self.in_turn = InTurn()
        self.state = play.state
        """The game as it was when the look began: what is seen is judged by this."""
        self.disturbed = False
        """Whether the look came to nothing because somebody said something during it."""
        self.counted = play.state.id, play.seq
        """The game's number and the log's last event when something was last seen that counted."""

    def look(self, made: Callable[[], list[Event]], again: bool) -> list[Event]:
        """What a look tells. One that was disturbed is made once more if `again`: of a film the next frame shows it as
        well, of a photograph there is no other."""
        told = list[Event]()
        with self.in_turn.look():
            for last in (*[False] * MOST_LOOKS, True):
                with self._play.undisturbed() if last else nullcontext():
                    self.disturbed = False
                    try:
                        told += made()
                    except BaseException:
                        self._play.tell_later(told)
                        raise
                if not (self.disturbed and again):
                    break
        return told

    def count(self, made: Callable[[], list[Event]]) -> list[Event]:
        """Lets what was seen count, all at once. If somebody, here or in another program, has said something since the
        look began, it was decided on a state that is past: then it comes to nothing and is to be seen anew."""
        with self._play.undisturbed():
            told, dropped = self._play.follow_others(), self._play.dropped
            now = self._play.state
            if self.in_turn.is_asked or not stands_as(now, self.state) or now.paused or now.ended:
                self.disturbed = True
                return told
            told += made()
            self.disturbed = self._play.dropped != dropped
            self.counted = self._play.state.id, self._play.seq
            if not self.disturbed:
                self.state = self._play.state
        return told


def stands_as(state: GameState, old: GameState) -> bool:
    """Whether nothing was said of the game's turns, of what waits or of what stands there."""
    same = (state.steps is old.steps, state.waiting is old.waiting, state.ignored is old.ignored)
    return all(same) and state.beginning is old.beginning and state.by_hand == old.by_hand
