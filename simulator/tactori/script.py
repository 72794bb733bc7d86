"""A game with towers and sticks played at random, as it is to be filmed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from referee.tactori.legal import single_turns
from referee.tactori.play import random_turn
from referee.tactori.position import Position
from referee.tactori.rules import Ending
from referee.tactori.turn import Turn, apply, compare
from simulator.demo.scenery import Drawing, Scenery, camera_of, tables_under
from simulator.demo.script import EndedBy, Played
from simulator.demo.writer import Slip, Writer
from simulator.draw import Drawn
from simulator.expose import Picture
from simulator.hand import QUICK, Hand
from simulator.look import WOODS, FieldStyle, Look
from simulator.shapes import Faces
from simulator.tactori.draw import draw_light
from simulator.tactori.hand import hand_faces
from simulator.tactori.illegal import illegal_turn
from simulator.tactori.redraw import redraw
from simulator.tactori.seen import Watched
from simulator.tactori.viewpoint import room_of

# Sets that someone might own: the usual one, a small one with high towers, a large one with low ones.
SETS = (
    PhysicalSet.in_proportion(31.0),
    PhysicalSet.in_proportion(29.2, tower_height=20.5, groove_depth=9.5, board_side=286.0),
    PhysicalSet.in_proportion(33.5, tower_width=21.0, tower_height=16.0, board_side=335.0),
)
# How many turns are thought of before the first that can be seen is looked for among all there are.
THOUGHT_OF = 10
LOOKED_AT = 40
MOST_REACHES = 3
ENDLESS = (Ending.NEVER, Ending.CONNECTED)
"""Games that random players do not bring to an end."""


def _whole(shown: Position, made: Scenery, pose: Pose, look: Look) -> Drawn:
    return draw_light(shown, made.physical_set, pose, look, made.seed)


def _again(
    before: Position, drawn: Drawn, clean: Picture, shown: Position, made: Scenery, pose: Pose, look: Look
) -> tuple[Drawn, Picture]:
    return redraw(before, drawn, clean, shown, made.physical_set, pose, look, made.seed)


def _hand(hand: Hand, shown: Position, made: Scenery, look: Look) -> Faces:
    return hand_faces(hand, shown, made.physical_set, made.seed, look.turned_deg, QUICK)


DRAWING = Drawing(_whole, _again, _hand)


class TowerWriter(Writer):
    """What is shown is a position with its sticks in the order in which they were laid."""

    def _scenery(self) -> Scenery:
        settings, physical_set = self.settings, self.rng.choice(SETS)
        style, wood = self.rng.choice(list(FieldStyle)), WOODS[self.rng.choice(sorted(WOODS))]
        look = Look(style=style, wood=wood, table=self.rng.choice(tables_under(wood)), noise=settings.noise)
        room = room_of(physical_set, settings.highest_floor)
        self.watched = Watched(physical_set, self.seed, settings.least_visible_px)
        return Scenery(self.seed, physical_set, camera_of(settings), look, room, DRAWING)

    def _most_turns(self) -> int | None:
        if self.settings.most_turns is None and self.rules.game.ending in ENDLESS:
            return self.settings.endless_turns
        return self.settings.most_turns

    def _idle_places(self) -> list[str]:
        return list(self.shown.towers) or ["c3"]

    def _shows_a_turned_board(self) -> bool:
        pieces = sum(map(len, self.shown.towers.values())) + len(self.shown.sticks)
        return pieces >= self.settings.quarter_least_pieces

    def _slip(self) -> Slip | None:
        last = self.line[-2] if len(self.line) > 1 else None
        found = illegal_turn(
            self.match, last, self.rng, self.settings.wrong_spans,
            lambda after: after not in self.before and self.watched.sees(self.shown, self._laid(after), self.view),
        )  # fmt: skip
        return None if found is None else Slip(*found)

    def _turn(self, loose: tuple[Played, ...]) -> EndedBy | None:
        turn = self._thought_of()
        if turn is None:
            return "pass" if next(self._all_turns(), None) is None else "hidden"
        match = self.match
        after = apply(match.position, turn)
        state, verdict = match.play(after)
        assert verdict.legal, verdict
        self.line.append(state)
        self.before.add(after)
        # That the turn before was to end in a pass shows as the same player having the next one; nothing to be seen.
        self._film(after, (*loose, Played("turn", match.position, after, match.to_move, turn)))
        if not state.outcome and self._happens(self.settings.taken_back_rate):
            self._take_back()
        return None

    def _thought_of(self) -> Turn | None:
        """A legal turn that can be seen."""
        for _ in range(THOUGHT_OF):
            turn = random_turn(self.match, self.rng)
            if turn == Turn():
                return None
            if self._can_be_seen(turn):
                return turn
        turns = list(self._all_turns())
        chosen = self.rng.sample(turns, min(LOOKED_AT, len(turns)))
        return next((turn for turn in chosen if self._can_be_seen(turn)), None)

    def _all_turns(self) -> Iterator[Turn]:
        return single_turns(self.match.position, self.match.to_move, self.rules)

    def _can_be_seen(self, turn: Turn) -> bool:
        before = self.match.position
        after = apply(before, turn)
        return after not in self.before and self.watched.sees(self._laid(before), self._laid(after), self.view)

    def _take_back(self) -> None:
        taken = self.line.pop()
        back = self.match
        self._film(back.position, (Played("taken_back", taken.position, back.position, back.to_move),))

    def _shown(self, after: Position, die: None) -> Position:
        return self._laid(after)

    def _reaches(self, before: Position, after: Position) -> tuple[tuple[str, ...], str]:
        return _reaches(before, after)

    def _laid(self, after: Position) -> Position:
        """The position with its sticks in the order in which they were laid, the later of two lying on the earlier."""
        left, old = list(after.sticks), []
        for each in self.shown.sticks if self.shown else ():
            if each in left:
                left.remove(each)
                old.append(each)
        return replace(after, sticks=(*old, *left))


def _reaches(before: Position, after: Position) -> tuple[tuple[str, ...], str]:
    """Where the hand goes, and the tower that it brings."""
    difference = compare(before, after)
    brought = "".join(change.gained for change in difference.stacks)
    towers = sorted(difference.stacks, key=lambda change: len(change.gained))  # what is taken away comes first
    fields = [change.at for change in towers]
    fields += [stick.touched[len(stick.touched) // 2] for stick in (*difference.taken, *difference.laid)]
    return tuple(dict.fromkeys(fields))[:MOST_REACHES], brought[-1:]
