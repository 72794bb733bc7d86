"""What happens at a demo table: every turn, legal or not, what is put right, and every push and lamp."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from referee.game import Die
from referee.verdict import Outcome
from simulator.demo.scenery import Scenery, View
from simulator.demo.settings import DemoSettings

PlayedKind = Literal["turn", "part", "illegal", "put_right", "taken_back"]
EndedBy = Literal["outcome", "most_turns", "pass", "hidden"]


@dataclass(frozen=True)
class Played:
    """One step of the game, as it was really played."""

    kind: PlayedKind
    """A part is what can be seen of a turn that is not complete yet."""
    before: Any
    after: Any
    """The positions, as the game has them."""
    player: str
    turn: Any = None
    """What was done, as the game has it; None where it is no turn, or none that can be told."""
    rules_broken: tuple[str, ...] = ()
    """The ids of the rules that an illegal turn breaks, each once, in order."""
    die: Die = None
    """What was thrown for it."""


@dataclass(frozen=True)
class Scene:
    """A hand comes, unless nobody does; something changes; the hand goes; and it is calm."""

    shown: Any
    """What is to be drawn at the end, as the family has it."""
    view: View
    """How it is seen at the end."""
    reaches: tuple[str, ...] = ()
    """The fields to which the hand goes, in order; none if there is no hand."""
    holds: str = ""
    """The colour of the piece that it brings."""
    played: tuple[Played, ...] = ()
    """What was played in it; nothing if only a lamp, a push or an idle hand is seen."""


@dataclass(frozen=True)
class Script:
    """A whole game as it is to be filmed."""

    seed: int
    rules: Any
    players: tuple[str, ...]
    settings: DemoSettings
    scenery: Scenery
    begin: Any
    first_shown: Any
    first: View
    scenes: tuple[Scene, ...]
    ended_by: EndedBy
    outcome: Outcome | None = None

    @property
    def played(self) -> tuple[Played, ...]:
        return tuple(step for scene in self.scenes for step in scene.played)

    def confirmed(self) -> tuple[Any, ...]:
        """The positions of the game in the end: the first one and that after each turn that was not taken back."""
        return tuple(_confirmed(self.begin, self.played))

    def scenes_after(self, turns: int) -> tuple[Any, View, tuple[Scene, ...]]:
        """What is shown, and what follows, once so many turns have been confirmed; after the last one, nothing."""
        shown, view, count = self.first_shown, self.first, 0
        for i, scene in enumerate(self.scenes):
            if count >= turns:
                return shown, view, self.scenes[i:]
            shown, view = scene.shown, scene.view
            count += sum({"turn": 1, "taken_back": -1}.get(step.kind, 0) for step in scene.played)
        return shown, view, ()


def _confirmed(begin: Any, played: Sequence[Played]) -> list[Any]:
    line = [begin]
    for step in played:
        if step.kind == "turn":
            line.append(step.after)
        elif step.kind == "taken_back":
            line.pop()
    return line
