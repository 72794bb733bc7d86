"""The state of a watched game: everything that follows from its events, and nothing that does not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from referee.tactori.explain import TurnVerdict
from referee.tactori.match import Match, set_up_faults
from referee.tactori.notation import write_turn
from referee.tactori.position import Position
from referee.tactori.replay import record_of
from referee.tactori.rules import RuleBook
from referee.tactori.turn import compare
from referee.verdict import Finding, Outcome


class Act(StrEnum):
    """What the log can say about a game."""

    BEGUN = "begun"
    TURN = "turn"
    AMENDED = "amended"
    WAITING = "waiting"
    WAITING_ENDED = "waiting_ended"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    TAKEN_BACK = "taken_back"
    UNDONE = "undone"
    REDONE = "redone"
    CORRECTED = "corrected"
    IGNORED = "ignored"
    BOARD_CHANGED = "board_changed"
    PAUSED = "paused"
    RESUMED = "resumed"
    ENDED = "ended"
    SET = "set"
    VOIDED = "voided"
    """Everything from behind the event `after` up to here never was: it was said of a state that had gone on in
    memory elsewhere."""


class By(StrEnum):
    """Who says that a turn was made."""

    CAMERA = "camera"
    HAND = "hand"
    IMPORT = "import"


class Reason(StrEnum):
    """Why something on the board waits."""

    ILLEGAL = "illegal"
    UNCLEAR = "unclear"
    SET_UP = "set_up"
    """The game has not begun: the board is not as the game begins."""


@dataclass(frozen=True)
class Step:
    """One confirmed turn."""

    n: int
    player: str
    position: Position
    """After it."""
    verdict: TurnVerdict
    by: By
    accepted: bool
    """Illegal, and the players let it stand."""
    at: str
    match: Match = field(repr=False)
    """The game after it."""
    told: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)
    """What was made of it for people, by language and names, so that it need not be made again."""


@dataclass(frozen=True)
class Waiting:
    """What the board shows and the game does not take yet."""

    reason: Reason
    chain: tuple[Position, ...]
    """First the position that is in question, then what was played on top of it."""
    verdict: TurnVerdict | None
    """What is said of the first; None where it is no turn but the board as the game begins."""
    faults: tuple[Finding, ...] = ()
    """Then this is wrong with it."""
    unsure: tuple[str, ...] = ()
    """The ways (`c3-e3`) of which nobody knows whether a stick lies there: as long as one is open, nothing counts."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with it."""
        return self.verdict.violations if self.verdict else self.faults


@dataclass(frozen=True)
class GameState:
    """A game as it stands. `id` is its number in the log, None while it is only in memory."""

    id: int | None
    table: str
    source: str
    begun: str
    beginning: Match
    steps: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()
    """What can be redone, the next one last."""
    waiting: Waiting | None = None
    ignored: Position | None = None
    """What the board may still show after an undo or a rejection: no turn until the board shows something else."""
    by_hand: Mapping[str, Any] = field(default_factory=dict)
    """The places that were corrected by hand, each with what the camera saw there: a field (`e5`) or the two fields
    of a stick (`c3-e3`). They win over the camera until the place changes."""
    paused: bool = False
    ended: bool = False
    settings: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_hand", MappingProxyType(dict(self.by_hand)))
        object.__setattr__(self, "settings", MappingProxyType(dict(self.settings)))

    @property
    def match(self) -> Match:
        return self.steps[-1].match if self.steps else self.beginning

    @property
    def history(self) -> tuple[Match, ...]:
        """The game from its beginning up to now."""
        return self.beginning, *(step.match for step in self.steps)

    @property
    def before_last(self) -> Match:
        """The game before its last turn."""
        return self.steps[-2].match if len(self.steps) > 1 else self.beginning

    @property
    def rules(self) -> RuleBook:
        return self.beginning.rules

    @property
    def players(self) -> tuple[str, ...]:
        return self.beginning.players

    @property
    def start(self) -> Position:
        return self.beginning.position

    @property
    def position(self) -> Position:
        """The last confirmed one."""
        return self.match.position

    @property
    def shown(self) -> Position:
        """What the board shows as far as is known: what waits, or the last confirmed position."""
        return self.waiting.chain[-1] if self.waiting else self.position

    @property
    def outcome(self) -> Outcome | None:
        return self.match.outcome

    @property
    def finished(self) -> bool:
        return self.ended or self.outcome is not None

    def played(self, match: Match, position: Position, by: By, at: str) -> Step:
        """A turn that leads to this position, judged. Letting an illegal one stand is to accept it."""
        following, verdict = match.play(position)
        return Step(following.turns, match.to_move, position, verdict, by, not verdict.legal, at, following)

    def with_step(self, position: Position, by: By, at: str) -> GameState:
        """One more turn; what waited, was ignored or could be redone is no more."""
        step = self.played(self.match, position, by, at)
        kept = (
            without_places(self.by_hand, changed_places(self.position, position)) if by is By.CAMERA else self.by_hand
        )
        return replace(self, steps=(*self.steps, step), undone=(), waiting=None, ignored=None, by_hand=kept)

    def notation(self, step: Step) -> str:
        before = self.steps[step.n - 2].position if step.n > 1 else self.start
        return write_turn(before, step.position, step.player)

    def to_record(self) -> str:
        """The game as the text that `draufsicht replay` reads, accepted illegal turns included."""
        turns = [(step.player, step.position) for step in self.steps]
        return record_of(self.beginning, turns, {"Date": self.begun[:10], "Table": " ".join(self.table.split())})

    def to_json(self, language: str = "en") -> dict[str, Any]:
        return {
            "game_number": self.id,
            "table": self.table,
            "source": self.source,
            "begun": self.begun,
            "game": self.rules.game.id,
            "rules": self.rules.changed(),
            "players": list(self.players),
            "start": self.start.to_json(),
            "position": self.position.to_json(),
            "turns": [self.step_json(step, language) for step in self.steps],
            "to_move": None if self.finished else self.match.to_move,
            "scores": dict(self.match.verdict().scores),
            "waiting": self._waiting_json(language),
            "can_undo": bool(self.steps),
            "can_redo": bool(self.undone),
            "by_hand": sorted(self.by_hand),
            "paused": self.paused,
            "ended": self.ended,
            "outcome": self.outcome.to_json() if self.outcome else None,
            "settings": dict(self.settings),
        }

    def step_json(self, step: Step, language: str) -> dict[str, Any]:
        judged = step.verdict.to_json(language)
        return {
            "n": step.n,
            "player": step.player,
            "notation": self.notation(step),
            "legal": judged["legal"],
            "accepted": step.accepted,
            "turn": judged["turn"],
            "violations": judged["violations"],
            "position": step.position.to_json(),
            "scores": dict(step.match.verdict().scores),
            "by": step.by.value,
            "at": step.at,
        }

    def _waiting_json(self, language: str) -> dict[str, Any] | None:
        if self.waiting is None:
            return None
        return {
            "reason": self.waiting.reason.value,
            "chain": [position.to_json() for position in self.waiting.chain],
            "unsure": list(self.waiting.unsure),
            "violations": [finding.to_json(language) for finding in self.waiting.findings],
        }


def judged_waiting(
    state: GameState, reason: Reason, chain: tuple[Position, ...], unsure: tuple[str, ...] = ()
) -> Waiting:
    if reason is Reason.SET_UP:
        return Waiting(reason, chain, None, set_up_faults(chain[0], state.rules), unsure)
    return Waiting(reason, chain, state.match.play(chain[0])[1], unsure=unsure)


def place_of(a: str, b: str) -> str:
    """How the place of a stick is called, whichever end is named first."""
    return "-".join(sorted((a, b)))


def place_named(said: str) -> str:
    """A field as it is, and the two fields of a stick in order."""
    ends = said.split("-")
    return place_of(*ends) if len(ends) == 2 else said


def changed_places(before: Position, after: Position) -> tuple[str, ...]:
    """Every field whose stack and every pair of fields whose sticks differ."""
    difference = compare(before, after, exact=True)
    fields = [change.at for change in difference.stacks]
    sticks = [place_of(*stick.fields) for stick in (*difference.laid, *difference.taken)]
    return tuple(dict.fromkeys(fields + sticks))


def content(position: Position, place: str) -> Any:
    """What stands or lies at a place: a stack, or the sticks between two fields in writing."""
    if "-" not in place:
        return position.towers.get(place, "")
    return [str(stick) for stick in position.sticks if place_of(*stick.fields) == place]


def without_places(by_hand: Mapping[str, Any], places: tuple[str, ...]) -> dict[str, Any]:
    return {place: saw for place, saw in by_hand.items() if place not in places}
