"""A game of Anti-Blok played at random, as it is to be filmed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from calibration.pose import Pose
from referee.antiblok.board import FIELDS
from referee.antiblok.dice import ANTIBLOK, Die
from referee.antiblok.match import Match
from referee.antiblok.position import Position
from simulator.demo.scenery import Drawing, Scenery, camera_of, tables_under
from simulator.demo.script import EndedBy, Played, Scene
from simulator.demo.writer import Slip, Writer
from simulator.draw import Drawn, draw_stage
from simulator.expose import Picture
from simulator.flat.card_set import DIE, SETS
from simulator.flat.draw import EXPOSED_FOR, Laid, hand_faces, redraw_laid, stage_of
from simulator.flat.slips import illegal_turn
from simulator.hand import QUICK, Hand
from simulator.look import Look
from simulator.shapes import Faces

THOUGHT_OF = 40
"""Throws with a turn each, of which the first that can be told is played."""
MOST_REACHES = 4


def _whole(shown: Laid, made: Scenery, pose: Pose, look: Look) -> Drawn:
    return draw_stage(stage_of(shown, made.physical_set, look, made.seed), pose, look)


def _again(
    before: Laid, drawn: Drawn, clean: Picture, shown: Laid, made: Scenery, pose: Pose, look: Look
) -> tuple[Drawn, Picture]:
    return redraw_laid(before, drawn, clean, shown, made.physical_set, pose, look, made.seed)


def _hand(hand: Hand, shown: Laid, made: Scenery, look: Look) -> Faces:
    return hand_faces(hand, made.physical_set, made.seed, look.turned_deg, QUICK)


DRAWING = Drawing(_whole, _again, _hand)


@dataclass(frozen=True)
class _Thought:
    """A turn that can be told though nobody knows the throw; in two parts if there is a first one."""

    die: Die
    after: Position
    state: Match
    part: Position | None = None


class CardWriter(Writer):
    """What is shown is `Laid`. No turn is taken back: what that looks like may always be somebody's next turn."""

    def _scenery(self) -> Scenery:
        made = self.rng.choice(SETS)
        table = self.rng.choice(tables_under(made.frame_colour))
        look = Look(wood=EXPOSED_FOR, table=table, noise=self.settings.noise)
        return Scenery(self.seed, made, camera_of(self.settings), look, made.room, DRAWING)

    def _most_turns(self) -> int | None:
        return self.settings.most_turns

    def _idle_places(self) -> list[str]:
        return [*FIELDS, DIE]

    def _shows_a_turned_board(self) -> bool:
        return False  # every card would show another face, and nobody looks for that

    def _slip(self) -> Slip | None:
        last = self.line[-2] if len(self.line) > 1 else None
        return illegal_turn(self.match, last, self.game, self.rng, lambda after: after not in self.before)

    def _turn(self, loose: tuple[Played, ...]) -> EndedBy | None:
        thought = next(filter(None, (self._thought_of() for _ in range(THOUGHT_OF))), None)
        if thought is None:
            return "hidden"
        match, before = self.match, self.match.position
        die: Die | None = thought.die
        if thought.part is not None:
            self.before.add(thought.part)
            thrown = thought.die[:1] if thought.die[0] == ANTIBLOK else None
            part = Played("part", before, thought.part, match.to_move, die=thrown)
            self._film(thought.part, (*loose, part), thrown)
            before, loose = thought.part, ()
        elif self._happens(self.settings.throw_seen):
            self.shown = self._shown(self.shown.position, die)
            self.scenes.append(Scene(self.shown, self.view, (DIE,)))
            die = None
        self.line.append(thought.state)
        self.before.add(thought.after)
        _, verdict = match.play(thought.after, thought.die)
        turn = Played("turn", before, thought.after, match.to_move, verdict.turn, die=thought.die)
        self._film(thought.after, (*loose, turn), die)
        return None

    def _thought_of(self) -> _Thought | None:
        """A throw and a legal turn, if it is as clear to somebody who did not see the throw."""
        match = self.match
        die, after = self.game.random_turn(match, self.rng)
        if after in self.before:
            return None
        state, verdict = match.play(after, die)
        unknown, told = match.play(after)
        if not (verdict.legal and verdict.complete and told.legal and told.complete):
            return None
        if unknown.to_move != state.to_move or unknown.outcome != state.outcome:
            return None
        found = _Thought(die, after, state)
        part = self._part(match, after, verdict.turn.claimed)
        if part is None or part in self.before or not self._happens(self.settings.two_parts_rate):
            return found
        return replace(found, part=part)

    def _part(self, match: Match, after: Position, claimed: Sequence[str]) -> Position | None:
        """What can be done before the cards: blocks laid on squares that are there, or one taken away."""
        before = match.position
        blocks = {at: colour for at, colour in before.blocks.items() if after.blocks.get(at) == colour}
        part = before.changed(blocks=blocks | {at: after.blocks[at] for at in claimed})
        if part in (before, after):
            return None
        state, verdict = match.play(part)
        if not verdict.legal or verdict.complete:
            return None
        rest = state.play(after)[1]
        return part if rest.legal and rest.complete else None

    def _shown(self, after: Position, die: Die | None) -> Laid:
        left = self.game.stock(replace(self.match, position=after))
        stock = tuple((colour, max(count, 0)) for colour, count in left.items())
        face, throws = (self.shown.face, self.shown.throws) if self.shown else (self.rules.faces[0], 0)
        return Laid(after, die[-1], throws + 1, stock) if die else Laid(after, face, throws, stock)

    def _reaches(self, before: Laid, after: Position) -> tuple[tuple[str, ...], str]:
        old, new = before.position, after
        thrown = [DIE] if self.shown.throws != before.throws else []
        taken = [at for at, colour in old.blocks.items() if new.blocks.get(at) != colour]
        cards = [at for at in FIELDS if old.cards[at] != new.cards[at]]
        laid = [at for at, colour in new.blocks.items() if old.blocks.get(at) != colour]
        reaches = tuple(dict.fromkeys([*thrown, *taken, *cards, *laid]))
        brought = new.blocks[reaches[0]] if reaches and reaches[0] in laid else ""
        return reaches[:MOST_REACHES], brought
