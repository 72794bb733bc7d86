"""What happens at a demo table, from a seed: every turn, legal or not, what is put right, and every push and lamp."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from live.demo.illegal import illegal_turn
from live.demo.scenery import Scenery, View, brighter, bumped, first_view, quarter_turned, relit, scenery
from live.demo.seen import Watched
from live.demo.settings import DemoSettings
from referee.tactori.legal import single_turns
from referee.tactori.match import Match, start
from referee.tactori.play import random_set_up, random_turn
from referee.tactori.position import Position
from referee.tactori.rules import Ending, RuleBook
from referee.tactori.turn import Turn, apply, compare
from referee.verdict import Outcome

PlayedKind = Literal["turn", "illegal", "put_right", "taken_back"]
EndedBy = Literal["outcome", "most_turns", "pass", "hidden"]

# How many turns are thought of before the first that can be seen is looked for among all there are.
THOUGHT_OF = 10
LOOKED_AT = 40
MOST_REACHES = 3


@dataclass(frozen=True)
class Played:
    """One step of the game, as it was really played."""

    kind: PlayedKind
    before: Position
    after: Position
    player: str
    turn: Turn | None = None
    """What was done; None where it is no turn, or none that can be told."""
    rules_broken: tuple[str, ...] = ()
    """The ids of the rules that an illegal turn breaks, each once, in order."""


@dataclass(frozen=True)
class Scene:
    """A hand comes, unless nobody does; something changes; the hand goes; and it is calm."""

    shown: Position
    """What stands on the board at the end, its sticks in the order in which they were laid."""
    view: View
    """How it is seen at the end."""
    reaches: tuple[str, ...] = ()
    """The fields to which the hand goes, in order; none if there is no hand."""
    holds: str = ""
    """The colour of the tower that it brings."""
    played: tuple[Played, ...] = ()
    """What was played in it; nothing if only a lamp, a push or an idle hand is seen."""


ENDLESS = (Ending.NEVER, Ending.CONNECTED)
"""Games that random players do not bring to an end."""


@dataclass(frozen=True)
class Script:
    """A whole game as it is to be filmed."""

    seed: int
    rules: RuleBook
    players: tuple[str, ...]
    settings: DemoSettings
    scenery: Scenery
    begin: Position
    first: View
    scenes: tuple[Scene, ...]
    ended_by: EndedBy
    outcome: Outcome | None = None

    @property
    def played(self) -> tuple[Played, ...]:
        return tuple(step for scene in self.scenes for step in scene.played)

    def confirmed(self) -> tuple[Position, ...]:
        """The positions of the game in the end: the first one and that after each turn that was not taken back."""
        return tuple(_confirmed(self.begin, self.played))

    def scenes_after(self, turns: int) -> tuple[Position, View, tuple[Scene, ...]]:
        """What is shown, and what follows, once so many turns have been confirmed; after the last one, nothing."""
        shown, view, count = self.begin, self.first, 0
        for i, scene in enumerate(self.scenes):
            if count >= turns:
                return shown, view, self.scenes[i:]
            shown, view = scene.shown, scene.view
            count += sum({"turn": 1, "taken_back": -1}.get(step.kind, 0) for step in scene.played)
        return shown, view, ()


def _confirmed(begin: Position, played: Sequence[Played]) -> list[Position]:
    line = [begin]
    for step in played:
        if step.kind == "turn":
            line.append(step.after)
        elif step.kind == "taken_back":
            line.pop()
    return line


def write_script(
    seed: int,
    rules: RuleBook,
    players: Sequence[str] = ("R", "B"),
    settings: DemoSettings = DemoSettings(),  # noqa: B008 - frozen
) -> Script:
    """Plays a game at random and says how it is to be filmed. The same seed gives the same script."""
    return _Writer(seed, rules, tuple(players), settings).write()


class _Writer:
    """What is known while a script is being written: the game so far, and how the table is seen now."""

    def __init__(self, seed: int, rules: RuleBook, players: tuple[str, ...], settings: DemoSettings) -> None:
        self.seed, self.rules, self.players, self.settings = seed, rules, players, settings
        self.rng = random.Random(f"demo/{seed}/{rules.game.id}")
        self.scenery = scenery(self.rng, seed, settings)
        self.view = first_view(self.rng, self.scenery, settings)
        self.first = self.view
        self.line: list[Match] = [start(rules, players, random_set_up(rules, self.rng))]
        self.before = {self.match.position}
        """Every position there ever was: to come back to one would be taking back."""
        self.shown = self.match.position
        self.watched = Watched(self.scenery, settings.least_visible_px)
        self.scenes: list[Scene] = []

    @property
    def match(self) -> Match:
        return self.line[-1]

    def write(self) -> Script:
        begin = self.match.position
        ended_by: EndedBy = "outcome"
        most = self.settings.most_turns
        if most is None and self.rules.game.ending in ENDLESS:
            most = self.settings.endless_turns
        while not self.match.outcome:
            if most is not None and self.match.turns >= most:
                ended_by = "most_turns"
                break
            self._meanwhile()
            self._drift()
            loose = self._illegal() if self._happens(self.settings.illegal_rate) else ()
            turn = self._turn()
            if turn is None:
                ended_by = "pass" if next(self._all_turns(), None) is None else "hidden"
                if loose:
                    self._film(self.match.position, loose)
                break
            self._play(turn, loose)
            if not self.match.outcome and self._happens(self.settings.taken_back_rate):
                self._take_back()
        return Script(
            self.seed, self.rules, self.players, self.settings, self.scenery, begin, self.first, tuple(self.scenes),
            ended_by, self.match.outcome,
        )  # fmt: skip

    def _happens(self, rate: float) -> bool:
        return self.rng.random() < rate

    def _meanwhile(self) -> None:
        """What happens between two turns and is no part of the game."""
        settings = self.settings
        if self._happens(settings.idle_hand_rate):
            at = self.rng.choice(list(self.shown.towers) or ["c3"])
            self.scenes.append(Scene(self.shown, self.view, (at,)))
        if self._happens(settings.bump_rate * settings.bump_alone):
            self.view = bumped(self.rng, self.view, self.scenery, settings)
            self.scenes.append(Scene(self.shown, self.view))
        if self._happens(settings.lamp_rate):
            self.view = relit(self.view)
            self.scenes.append(Scene(self.shown, self.view))
        pieces = sum(map(len, self.shown.towers.values())) + len(self.shown.sticks)
        if self._happens(settings.quarter_rate) and pieces >= settings.quarter_least_pieces:
            self.view = quarter_turned(self.view, self.rng.choice((1, -1)))
            self.scenes.append(Scene(self.shown, self.view, ("c3",)))

    def _drift(self) -> None:
        self.view = brighter(self.rng, self.view, self.settings)

    def _illegal(self) -> tuple[Played, ...]:
        """Makes an illegal turn. What is given back is the putting right, if it will not be seen by itself."""
        match = self.match
        last = self.line[-2] if len(self.line) > 1 else None
        found = illegal_turn(
            match, last, self.rng, self.settings.wrong_spans,
            lambda after: after not in self.before and self.watched.sees(self.shown, self._laid(after), self.view),
        )  # fmt: skip
        if found is None:
            return ()
        after, turn, rules_broken = found
        self.before.add(after)
        self._film(after, (Played("illegal", match.position, after, match.to_move, turn, rules_broken),))
        right = (Played("put_right", after, match.position, match.to_move),)
        if not self._happens(self.settings.put_right_seen):
            return right
        self._film(match.position, right)
        return ()

    def _turn(self) -> Turn | None:
        """A legal turn that can be seen."""
        match = self.match
        for _ in range(THOUGHT_OF):
            turn = random_turn(match, self.rng)
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

    def _play(self, turn: Turn, loose: tuple[Played, ...]) -> None:
        match = self.match
        after = apply(match.position, turn)
        state, verdict = match.play(after)
        assert verdict.legal, verdict
        self.line.append(state)
        self.before.add(after)
        # That the turn before was to end in a pass shows as the same player having the next one; nothing to be seen.
        self._film(after, (*loose, Played("turn", match.position, after, match.to_move, turn)))

    def _take_back(self) -> None:
        taken = self.line.pop()
        back = self.match
        self._film(back.position, (Played("taken_back", taken.position, back.position, back.to_move),))

    def _film(self, after: Position, played: tuple[Played, ...]) -> None:
        if self._happens(self.settings.bump_rate * (1 - self.settings.bump_alone)):
            self.view = bumped(self.rng, self.view, self.scenery, self.settings)
        shown = self._laid(after)
        reaches, holds = _reaches(self.shown, after)
        self.shown = shown
        self.scenes.append(Scene(shown, self.view, reaches, holds, played))

    def _laid(self, after: Position) -> Position:
        """The position with its sticks in the order in which they were laid, the later of two lying on the earlier."""
        left, old = list(after.sticks), []
        for each in self.shown.sticks:
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
