"""A watched table: frames in, events out. Movement, hands, pushed boards, and what the board shows in the end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from live.consequence import take_up, take_up_unchanged
from live.decision import Clear, Decision, Unclear, decide
from live.events import Event, Kind, event
from live.eyes import Eyes, KnownTable, Where
from live.frame import Again, Frame, Given, Gone, Picture
from live.game import GameState, Reason
from live.judgement import is_legal, is_same
from live.play import Play
from live.settings import TableSettings
from live.stillness import Motion, Stillness
from referee.message import message
from referee.tactori.position import Position
from vision.pose import FoundBoard
from vision.reading import Corners
from vision.rereading import Look

DEFAULT = TableSettings()


class Sight(StrEnum):
    """How well a board is seen."""

    NONE = "none"
    """Not found yet."""
    CALM = "calm"
    BUSY = "busy"
    """Something moves or covers it."""
    LOST = "lost"
    UNSURE = "unsure"


@dataclass
class Since:
    """When something began, on the source's clock, and whether it has been told."""

    at_s: float
    count: int = 1
    told: bool = False


class Table:
    """Watches one board. What the board shows (`shown`) is kept apart from what the game makes of it (`play.state`).

    Every frame goes to `see`, which returns the events to be told. It is not to be called from two threads at once;
    the calls of `play` may come from any thread.
    """

    def __init__(self, play: Play, known: KnownTable, settings: TableSettings = DEFAULT) -> None:
        self.play, self.settings = play, settings
        self.eyes = Eyes(known, settings)
        self.shown: Position = play.state.position if _is_open(play.state) else play.state.shown
        """What stands on the board, as far as the camera could tell."""
        self._stillness = Stillness(settings)
        self._agreed: tuple[Decision, int] | None = None
        self._busy: Since | None = None
        self._hidden: Since | None = None
        self._lost: Since | None = None
        self._doubt: Since | None = None
        self._answered = False
        """Whether somebody has said something of the doubt since the last look that was clear."""
        self._crossing: Since | None = None
        self._pushed: FoundBoard | None = None
        self._read_at_s = -1e9
        self._kept_at_s = -1e9
        self._asked_turned_s = -1e9
        self._measured_at = 0
        self._old_state = play.state
        self._start_seen = bool(play.state.steps)
        """Whether the board was seen as the game begins."""

    @property
    def sight(self) -> Sight:
        """How well the board is seen at the moment."""
        if self._lost is not None:
            return Sight.LOST
        if self.eyes.found is None:
            return Sight.NONE
        if self._busy is not None or self._hidden is not None:
            return Sight.BUSY
        return Sight.UNSURE if self._is_in_doubt else Sight.CALM

    @property
    def _is_in_doubt(self) -> bool:
        """Doubt that was told lasts until a look or a person has put an end to it."""
        if self._doubt is None or not self._doubt.told:
            return False
        state = self.play.state
        return state.waiting is not None or state.by_hand == self._old_state.by_hand

    def hold_corners(self, corners: Corners | None) -> None:
        """Somebody says where the board's corners are in the picture; None lets the board be found again."""
        with self.play.undisturbed():
            self.eyes = Eyes(replace(self.eyes.known, corners=corners), self.settings)
            self._lost = self._busy = self._hidden = self._agreed = self._doubt = self._crossing = None
            self._stillness.forget()

    def take(self, given: Given) -> list[Event]:
        """Whatever a source gives: a frame, or word that it died or is back."""
        if isinstance(given, Gone):
            return [event(Kind.LOST, what="source", why=given.why)]
        if isinstance(given, Again):
            self._stillness.forget()
            return [event(Kind.BACK, what="source")]
        return self.see(given)

    def see(self, frame: Frame) -> list[Event]:
        """The events that this frame, or somebody else's call since the last one, gives rise to."""
        told = self.play.follow_others()
        self._follow_calls()
        state = self.play.state
        if state.paused or state.ended:
            self._stillness.forget()
            return told
        with self.play.undisturbed():
            told += self._watch(frame)
            self._old_state = self.play.state
        return told

    def _follow_calls(self) -> None:
        """Whoever corrects the position by hand knows better what stands there."""
        state = self.play.state
        old = self._old_state
        if state.steps is old.steps and state.waiting is old.waiting and state.ignored is old.ignored:
            return
        if state.by_hand != old.by_hand and not _is_open(state) and not is_same(state.shown, self.shown):
            self.shown = state.shown
        self._answered = self._answered or self._doubt is not None
        self._agreed = None
        self._old_state = state

    def _watch(self, frame: Frame) -> list[Event]:
        image = frame.image
        found = self.eyes.found
        if found is None or found.pose.camera.size != (image.shape[1], image.shape[0]):
            return self._search(frame)
        motion = self._stillness.see(frame, self.eyes.box)
        if not motion.calm:
            self._agreed = self._pushed = None
            return self._keep_busy(frame)
        if self._nothing_to_read() and self.eyes.looks_the_same(motion.small):
            where, _ = self.eyes.check(image)
            if where is not Where.HIDDEN:
                self._busy = self._hidden = self._crossing = self._pushed = None
                told = self._seen_again()
                self._refresh(frame)
                return told
        told, where_now = self._follow(frame)
        if where_now is not Where.STAYED:
            return told
        if not frame.alone and frame.at_s - self._read_at_s < self.settings.again_s and self._doubt:
            return told
        self._read_at_s = frame.at_s
        return told + self._read(frame, motion)

    def _nothing_to_read(self) -> bool:
        return self._agreed is None and self._doubt is None and self._hidden is None

    def _keep_busy(self, frame: Frame) -> list[Event]:
        """Something moves or covers the board; if it stays, it is told."""
        if self._lost is not None:
            return []
        if self._busy is None:
            self._busy = Since(frame.at_s)
        since = self._busy
        if since.told or (not frame.alone and frame.at_s - since.at_s < self.settings.hand_s):
            return []
        since.told = not frame.alone
        seconds = round(frame.at_s - since.at_s, 1)
        return [event(Kind.HAND, why=message("watch.hand"), seconds=seconds, picture=frame.name)]

    # Where the board is.

    def _follow(self, frame: Frame) -> tuple[list[Event], Where]:
        """Whether the board is where it was; if it was pushed, it is followed as soon as two frames agree."""
        where, followed = self.eyes.check(frame.image)
        if where is Where.HIDDEN:
            self._pushed = None
            return self._look_elsewhere(frame), where
        self._hidden = None
        told = self._seen_again()
        if where is Where.STAYED:
            self._pushed = None
            return told, where
        assert followed is not None
        if not self._is_pushed(frame, followed):
            return told, Where.STAYED if frame.alone else where
        self.eyes.move(followed)
        self._pushed = self._agreed = None
        return [*told, self._moved("watch.moved")], Where.STAYED

    def _seen_again(self) -> list[Event]:
        """Says that a board is back that was lost, if it was."""
        if self._lost is None:
            return []
        self._lost = self._busy = None
        return [event(Kind.BACK, what="board", corners=self._corners())]

    def _moved(self, why: str, **more: int) -> Event:
        return event(Kind.MOVED, why=message(why), corners=self._corners(), **more)

    def _corners(self) -> list[list[float]]:
        found = self.eyes.found
        return [[round(u, 1), round(v, 1)] for u, v in found.corners_px] if found else []

    def _is_pushed(self, frame: Frame, followed: FoundBoard) -> bool:
        """An arm along an edge looks like a pushed board; but it hides another one."""
        before, self._pushed = self._pushed, followed
        if not frame.alone and before is None:
            return False
        return self.eyes.shows_edges(frame.image, followed)

    def _look_elsewhere(self, frame: Frame) -> list[Event]:
        """The board's edges are not where they were: an arm, or it is gone."""
        if self._hidden is None:
            self._hidden = Since(frame.at_s)
            return self._keep_busy(frame)
        hidden_s = frame.at_s - self._hidden.at_s
        if not frame.alone and hidden_s < self.settings.lost_s:
            return self._keep_busy(frame)
        return self._search(frame)

    def _search(self, frame: Frame) -> list[Event]:
        """Looks for the board everywhere, now and then."""
        since = self._lost
        if since is not None and not frame.alone:
            if frame.at_s - since.at_s < since.count * self.settings.search_every_s:
                return []
            since.count += 1
        old = self.eyes.found
        if not self.eyes.search(frame.image):
            if since is None:
                self._lost = Since(frame.at_s)
                return [event(Kind.LOST, what="board", why=message("watch.lost"), picture=frame.name)]
            return []
        told = self._seen_again()
        if old is not None:
            quarters = self._hold_as_before(old, frame.image)
            told.append(self._moved("watch.moved", quarters=quarters))
        self._hidden = self._agreed = self._busy = None
        self._stillness.forget()
        return told + (self._watch(frame) if frame.alone else [])

    def _hold_as_before(self, old: FoundBoard, image: Picture) -> int:
        """A board found anew has its a1 in the near left corner; the pieces know which corner it was."""
        nearest = self.eyes.hold_nearest(old)
        quarters = self.eyes.turned(image, self.shown)
        return nearest if quarters is None else (nearest + quarters) % 4

    # What the board shows.

    def _read(self, frame: Frame, motion: Motion) -> list[Event]:
        image = frame.image
        look = self._look(image)
        if self._is_turned(look, frame):
            self._agreed = None
            return [self._moved("watch.turned")]
        if self.eyes.is_covered(look):
            other = self._uncovered(look, frame, motion)
            if other is None:
                self._agreed = None
                return self._keep_busy(frame)
            look = other
        self._busy = self._crossing = None
        decision = self._decide(look)
        if isinstance(decision, Unclear):
            return self._unclear(decision, frame, motion)
        if not self._is_agreed(decision, frame):
            return []
        self._agreed = self._doubt = None
        self._answered = False
        self.eyes.keep(look, image)
        self._kept_at_s = frame.at_s
        before, self.shown = self.shown, decision.position
        if is_same(self.shown, before):
            self._start_seen = True
            told = take_up_unchanged(self.play, self.shown)
        else:
            told = take_up(self.play, self.shown, self._start_seen)
        if frame.alone:
            self._measure(image)
        return told

    def _look(self, image: Picture, beside: bool = True) -> Look:
        return self.eyes.look(image, self.shown, beside, self.play.state.position)

    def _decide(self, look: Look) -> Decision:
        return decide(look, self.shown, self.play.state, self.settings, self._answered)

    def _uncovered(self, look: Look, frame: Frame, motion: Motion) -> Look | None:
        """Another look if what seems to cover the board is light, or a thing that stays; None if it is a hand."""
        if self.eyes.is_crossed(look):
            return look if self._bears_crossing(look, frame, motion) else None
        if not (frame.alone or motion.still_s >= self.settings.relit_s):
            return None
        bare = self._look(frame.image, beside=False)
        if self.eyes.is_crossed(bare):
            return None
        return bare if isinstance(self._decide(bare), Clear) else None

    def _bears_crossing(self, look: Look, frame: Frame, motion: Motion) -> bool:
        """Nobody knows at once whether what lies over an edge is an arm or the stock, or a cup: it is, if it stays."""
        if self._crossing is None:
            self._crossing = Since(frame.at_s)
        else:
            self._crossing.count += 1
        stays_s = self.settings.left_s if self.eyes.compares else self.settings.stuck_s
        if not (self._crossing.count > 3 if frame.alone else motion.still_s >= stays_s):
            return False
        self.eyes.bear_crossing(look)
        if not self.eyes.compares:
            return True
        self.eyes.forget_picture()  # it shows the board without it: the next frame is looked at by itself
        return False

    def _is_agreed(self, decision: Clear, frame: Frame) -> bool:
        """One reading of a film's frame may be flicker; when the next one says the same, it is not."""
        if frame.alone or is_same(decision.position, self.shown):
            return True
        count = 1
        if self._agreed and isinstance(self._agreed[0], Clear) and self._agreed[0].position == decision.position:
            count = self._agreed[1] + 1
        self._agreed = (decision, count)
        return count >= self.settings.agreeing

    def _is_turned(self, look: Look, frame: Frame) -> bool:
        """Whether so much changed that the board may have been turned, and it was."""
        before, after = self.shown.towers, look.position.towers
        if sum(before.get(at) != after.get(at) for at in {*before, *after}) < self.settings.turned_fields:
            return False
        if self.eyes.is_crossed(look) or is_legal(self.play.state.match, look.position):
            return False
        if not frame.alone and frame.at_s - self._asked_turned_s < self.settings.search_every_s:
            return False
        self._asked_turned_s = frame.at_s
        return bool(self.eyes.turned(frame.image, self.shown))

    def _unclear(self, decision: Unclear, frame: Frame, motion: Motion) -> list[Event]:
        """Doubt is told when it stays: the next frame may be clearer."""
        self._agreed = None
        if self._doubt is None:
            self._doubt = Since(frame.at_s)
        if not frame.alone and (self._doubt.told or motion.still_s < self.settings.unsure_s):
            return []
        self._doubt.told = True
        if decision.guess is not None and self.play.state.waiting is None and not self.play.state.finished:
            ways = [doubt.at for doubt in decision.doubts if not doubt.is_field]
            self.play.wait(Reason.UNCLEAR, [decision.guess], ways)
        doubts = [{"at": doubt.at, "why": doubt.why} for doubt in decision.doubts]
        return [event(Kind.UNSURE, why=decision.why, unsure=doubts, position=decision.guess, picture=frame.name)]

    # Keeping up.

    def _refresh(self, frame: Frame) -> None:
        """Daylight goes on: the picture compared with is renewed now and then."""
        self._measure(frame.image)
        if frame.at_s - self._kept_at_s < self.settings.refresh_s:
            return
        self._kept_at_s = frame.at_s
        look = self._look(frame.image)
        if not self.eyes.is_covered(look) and is_same(look.position, self.shown):
            self.eyes.keep(look, frame.image)

    def _measure(self, image: Picture) -> None:
        """A set that nobody measured is measured when enough towers stand, and again when there are more."""
        towers = sum(len(stack) for stack in self.shown.towers.values())
        due = [n for n in self.settings.measure_towers if self._measured_at < n <= towers]
        if not due or self.eyes.is_measured_by_hand:
            return
        self._measured_at = max(due)
        self.eyes.measure_set(image, self.shown)


def _is_open(state: GameState) -> bool:
    """Whether what waits hangs on sticks of which nobody has said yet whether they lie there."""
    return state.waiting is not None and bool(state.waiting.unsure)
