"""A watched table: frames in, events out. Movement, hands, pushed boards, and what the board shows in the end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from live import consequence
from live.agreement import PHOTOGRAPH, denies
from live.aside import Aside, Joined
from live.averaging import averaged
from live.decision import Clear, Decision, Unclear
from live.decision import decide as decide_look
from live.events import Event, Kind, event
from live.following import follow, keep_busy, moved, search, seen_again
from live.frame import Again, Frame, Given, Gone, Picture
from live.game import GameState, Reason
from live.judgement import What, is_legal, is_same
from live.meanwhile import Meanwhile, stands_as
from live.play import Play
from live.settings import TableSettings
from live.sight import Sight, Since
from live.stillness import Motion, Stillness
from live.telling import besides_waiting
from vision.corners import Corners
from vision.eyes import Eyes, Look, Where
from vision.families import family_of
from vision.known_of_picture import Known
from vision.no_eyes import no_eyes

DEFAULT = TableSettings()


class Table:
    """Watches one board. What the board shows (`shown`) is kept apart from what the game makes of it (`play.state`).

    Every frame goes to `see`, which returns the events to be told. It is not to be called from two threads at once;
    the calls of `play` may come from any thread, and do not wait for a picture that is being read: what is seen counts
    only if the game is still as it was when the look began.
    """

    def __init__(self, play: Play, known: Known, settings: TableSettings = DEFAULT) -> None:
        self.play, self.settings = play, settings
        self.eyes = self.open_eyes(known)
        self.shown: Any = play.state.position if _is_open(play.state) else play.state.shown
        """What stands on the board, as far as the camera could tell."""
        self.meanwhile = Meanwhile(play)
        """What others do while this table looks, and the game as it was when the look began."""
        self.asides: tuple[Aside, ...] = ()
        """Other cameras that look at the same board; this one leads."""
        self.joined: list[Joined] = []
        """What they show of the moment that is being read."""
        self.calm: tuple[Frame, Motion] | None = None
        """The newest frame in which nothing moved or covered the board."""
        self.stillness = Stillness(settings)
        self.agreed: tuple[Decision, int] | None = None
        self.busy: Since | None = None
        self.hidden: Since | None = None
        self.lost: Since | None = None
        self.doubt: Since | None = None
        self._answered = False
        """Whether somebody has said something of the doubt since the last look that was clear."""
        self._crossing: Since | None = None
        self.pushed: Any = None
        """Where the board may have been pushed to."""
        self._read_at_s = -1e9
        self._kept_at_s = -1e9
        self._asked_turned_s = -1e9
        self._held: tuple[Corners | None] | None = None
        self._start_seen = bool(play.state.steps)
        """Whether the board was seen as the game begins."""

    @property
    def sight(self) -> Sight:
        """How well the board is seen at the moment."""
        if self.lost is not None:
            return Sight.LOST
        if self.eyes.found is None:
            return Sight.NONE
        if self.busy is not None or self.hidden is not None:
            return Sight.BUSY
        return Sight.UNSURE if self._is_in_doubt else Sight.CALM

    @property
    def _is_in_doubt(self) -> bool:
        """Doubt that was told lasts until a look or a person has put an end to it."""
        if self.doubt is None or not self.doubt.told:
            return False
        state = self.play.state
        return state.waiting is not None or state.by_hand == self.meanwhile.state.by_hand

    def open_eyes(self, known: Known) -> Eyes:
        """Eyes for this table's game."""
        family = family_of(self.play.state.game)
        return no_eyes(known) if family is None else family.eyes(known, self.settings.eyes)

    def hold_corners(self, corners: Corners | None) -> None:
        """Somebody says where the board's corners are in the picture; None lets the board be found again.
        During a look this is done after it, and what the look sees does not count."""

        def hold() -> None:
            self._held = (corners,)
            self.eyes = self.open_eyes(replace(self.eyes.known, corners=corners))
            self.lost = self.busy = self.hidden = self.agreed = self.doubt = self._crossing = self.calm = None
            self.stillness.forget()

        self.meanwhile.in_turn.do(hold)

    def know(self, known: Known) -> None:
        """This is known of the table; corners that somebody has said since hold."""
        with self.meanwhile.in_turn.look():
            kept = known if self._held is None else replace(known, corners=self._held[0])
            self.eyes = self.open_eyes(kept)

    def take(self, given: Given) -> list[Event]:
        """Whatever a source gives: a frame, or word that it died or is back."""
        if isinstance(given, Gone):
            return [event(Kind.LOST, what="source", why=given.why)]
        if isinstance(given, Again):
            self.stillness.forget()
            return [event(Kind.BACK, what="source")]
        return self.see(given)

    def see(self, frame: Frame) -> list[Event]:
        """The events that this frame gives rise to; what others have done since the last one is followed before
        (`Play.follow_others`)."""
        return self.meanwhile.look(lambda: self._see(frame), again=frame.alone)

    def _see(self, frame: Frame) -> list[Event]:
        state = self.begin_look()
        if state.paused or state.ended:
            self.stillness.forget()
            return []
        return self.watch(frame)

    def begin_look(self) -> GameState:
        """Takes in what people have said since the last look; the game as it is now."""
        with self.play.undisturbed():
            self._follow_calls()
            self.meanwhile.state = self.play.state
            return self.play.state

    def _follow_calls(self) -> None:
        """Whoever corrects the position by hand knows better what stands there."""
        state, old = self.play.state, self.meanwhile.state
        if stands_as(state, old):
            return
        if state.by_hand != old.by_hand and not _is_open(state) and not is_same(state.shown, self.shown):
            self.shown = state.shown
        if old.by_hand.keys() - state.by_hand.keys() and len(state.steps) == len(old.steps):
            self.eyes.forget_picture()  # for the camera to say again: it looks at the board as it is
        self._answered = self._answered or self.doubt is not None
        self.agreed = None

    def watch(self, frame: Frame) -> list[Event]:
        image = frame.image
        found = self.eyes.found
        if found is None or found.size != (image.shape[1], image.shape[0]):
            return search(self, frame)
        motion = self.stillness.see(frame, self.eyes.box)
        if not motion.calm:
            self.agreed = self.pushed = None
            return keep_busy(self, frame)
        changed_aside = any(aside.sees_change(frame, motion.still_s) for aside in self.asides)
        if self._nothing_to_read() and self.eyes.looks_the_same(motion.small) and not changed_aside:
            where, _ = self.eyes.check(image)
            if where is not Where.HIDDEN:
                self.busy = self.hidden = self._crossing = self.pushed = None
                self.calm = frame, motion
                told = seen_again(self)
                self._refresh(frame, motion)
                self._glance(frame, motion)
                return told
        told, where_now = follow(self, frame)
        if where_now is not Where.STAYED:
            return told
        if not frame.alone and frame.at_s - self._read_at_s < self.settings.again_s and self.doubt:
            return told
        self._read_at_s = frame.at_s
        return told + self._read(frame, motion)

    def _nothing_to_read(self) -> bool:
        return self.agreed is None and self.doubt is None and self.hidden is None

    # What the board shows.

    def _read(self, frame: Frame, motion: Motion) -> list[Event]:
        image, self.joined = averaged(motion, self.eyes.box, self.settings), []
        look = self.look(image)
        if self._is_turned(look, frame):
            self.agreed = None
            return [moved(self, "watch.turned")]
        if self.eyes.is_covered(look):
            other = self._uncovered(look, image, frame, motion)
            if other is None:
                self.agreed = None
                return keep_busy(self, frame)
            look = other
        self.busy = self._crossing = None
        self.calm = frame, motion
        decision, look = self._with_others(look, image)
        if isinstance(decision, Unclear):
            return self._unclear(decision, frame, motion)
        if not self._is_agreed(decision, frame):
            return []
        self._kept_at_s = frame.at_s
        told = self.take_up(decision, look, image)
        if frame.alone and not self.meanwhile.disturbed:
            self.eyes.learn(image, self.shown)
            self._glance(frame, motion)
        return told

    def take_up(self, decision: Clear, look: Look, image: Picture) -> list[Event]:
        """The board shows this now."""

        def taken_up() -> list[Event]:
            if decision.happened.what is not What.SET_UP and is_same(decision.position, self.shown):
                self._start_seen = True
                return consequence.take_up_unchanged(self.play, decision.position)
            return consequence.take_up(self.play, decision.position, self._start_seen)

        told = self.meanwhile.count(taken_up)
        if not self.meanwhile.disturbed:
            self.agreed = self.doubt = None
            self._answered = False
            self._keep(look, image)
            self.shown = decision.position
        return told

    def _with_others(self, look: Look, image: Picture) -> tuple[Decision, Look]:
        """What all cameras show together. The first one leads: what it clearly denies, or clearly sees where others
        leave something open, is not for others to say."""
        assert self.calm is not None
        decision = self.decide(look)
        self.joined = self.join(*self.calm)
        if not self.joined:
            return decision, look
        more = self.look(image, look.compared)
        together = self.decide(more)
        if isinstance(together, Clear) and not denies(look, together.position, self.settings):
            return together, more
        if isinstance(together, Unclear) and isinstance(decision, Unclear):
            return together, more
        self.joined = []
        return decision, look

    def look(self, image: Picture, beside: bool = True, brought: Any = None) -> Look:
        others = [joined.beside for joined in self.joined] + ([] if brought is None else [brought])
        return self.eyes.look(image, self.shown, beside, self.meanwhile.state.position, others)

    def join(self, frame: Frame, motion: Motion) -> list[Joined]:
        """What other cameras show of this moment, as far as they see the board."""
        return [seen for aside in self.asides if (seen := aside.join(self.eyes, frame, motion.still_s)) is not None]

    def _keep(self, look: Look, image: Picture) -> None:
        """The pictures to compare the next ones with; cameras that did not see this have an older one."""
        self.eyes.keep(look, image)
        for aside in self.asides:
            aside.eyes.forget_earlier()
        for i, joined in enumerate(self.joined):
            joined.aside.keep(look.earlier(i), joined.image)

    def decide(self, look: Look) -> Decision:
        return decide_look(look, self.shown, self.meanwhile.state, self.settings, self._answered)

    def _uncovered(self, look: Look, image: Picture, frame: Frame, motion: Motion) -> Look | None:
        """Another look if what seems to cover the board is light, or a thing that stays; None if it is a hand."""
        if self.eyes.is_crossed(look):
            return look if self._bears_crossing(look, frame, motion) else None
        if not (frame.alone or motion.still_s >= self.settings.relit_s):
            return None
        bare = self.look(image, beside=False)
        if self.eyes.is_crossed(bare):
            return None
        return bare if isinstance(self.decide(bare), Clear) else None

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
        if self.agreed and isinstance(self.agreed[0], Clear) and self.agreed[0].position == decision.position:
            count = self.agreed[1] + 1
        self.agreed = (decision, count)
        return count >= self.settings.agreeing

    def _is_turned(self, look: Look, frame: Frame) -> bool:
        """Whether so much changed that the board may have been turned, and it was."""
        if not self.eyes.may_be_turned(self.shown, look.position):
            return False
        if self.eyes.is_crossed(look) or is_legal(self.meanwhile.state.match, look.position):
            return False
        if not frame.alone and frame.at_s - self._asked_turned_s < self.settings.search_every_s:
            return False
        self._asked_turned_s = frame.at_s
        return bool(self.eyes.turned(frame.image, self.shown))

    def _unclear(self, decision: Unclear, frame: Frame, motion: Motion) -> list[Event]:
        """Doubt is told when it stays: the next frame may be clearer."""
        self.agreed = None
        if self.doubt is None:
            self.doubt = Since(frame.at_s)
        self._glance(frame, motion)
        if not frame.alone and (self.doubt.told or motion.still_s < self.settings.unsure_s):
            return []
        return self.tell_doubt(decision, self.doubt, frame.name)

    def tell_doubt(self, decision: Unclear, doubt: Since, picture: str) -> list[Event]:
        def doubted() -> list[Event]:
            state, waiting = self.play.state, self.play.state.waiting
            is_open = waiting is None or (picture == PHOTOGRAPH and waiting.reason is Reason.UNCLEAR)
            if decision.guess is None or not is_open or state.finished:
                return []
            # Of a board that nobody has seen before, everything that is not clear has to be said.
            ways = [each.at for each in decision.doubts if not (each.is_field and state.is_set_up)]
            reason = Reason.UNCLEAR if state.is_set_up else Reason.SET_UP
            return besides_waiting(self.play.wait(reason, [decision.guess], ways))

        told = self.meanwhile.count(doubted)
        if self.meanwhile.disturbed:
            return told
        self.doubt, doubt.told = doubt, True
        doubts = [{"at": each.at, "why": each.why} for each in decision.doubts]
        return [*told, event(Kind.UNSURE, why=decision.why, unsure=doubts, position=decision.guess, picture=picture)]

    @property
    def is_open(self) -> bool:
        """Whether there is anything that a photograph could settle."""
        state = self.play.state
        return not state.ended and (state.waiting is not None or self._is_in_doubt)

    # Keeping up.

    def _refresh(self, frame: Frame, motion: Motion) -> None:
        """Daylight goes on: the picture compared with is renewed now and then."""
        self.eyes.learn(frame.image, self.shown)
        if frame.at_s - self._kept_at_s < self.settings.refresh_s:
            return
        self._kept_at_s = frame.at_s
        image = averaged(motion, self.eyes.box, self.settings)
        for joined in [self.join(frame, motion), list[Joined]()] if self.asides else [list[Joined]()]:
            self.joined = joined
            look = self.look(image)
            if (
                not self.eyes.is_covered(look)
                and is_same(look.position, self.shown)
                and not self.meanwhile.in_turn.is_asked
            ):
                self._keep(look, image)
                return

    def _glance(self, frame: Frame, motion: Motion) -> None:
        """Nothing happens: what the other cameras see can be found out without anybody's waiting for it."""
        for aside in self.asides:
            aside.glance(self.eyes, frame, motion.still_s, self.shown)


def _is_open(state: GameState) -> bool:
    """Whether what waits hangs on places of which nobody has said yet what lies there."""
    return state.waiting is not None and bool(state.waiting.unsure)
