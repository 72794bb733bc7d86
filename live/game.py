"""The state of a watched game: everything that follows from its events, and nothing that does not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from live.sources.by_hand import HAND
from referee.game import AnyGame, Die, Match, Position, TurnVerdict
from referee.games import find_game
from referee.places import changed_places
from referee.replay import record_text
from referee.verdict import Finding, Outcome
from words.language import say
from words.message import Message


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
    THROWN = "thrown"
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
    INCOMPLETE = "incomplete"
    """A turn is under way: what was done so far is allowed, and it goes on with the next picture."""


@dataclass(frozen=True)
class Step:
    """One confirmed turn."""

    n: int
    player: str
    notation: str
    position: Any
    """After it."""
    verdict: Any
    """`referee.game.TurnVerdict`, as the game has it."""
    by: By
    accepted: bool
    """Illegal, and the players let it stand."""
    at: str
    match: Any = field(repr=False)
    """The game after it."""
    die: Die = None
    """What was thrown for it; None where nothing is thrown or nobody said it."""
    told: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)
    """What was made of it for people, by language and names, so that it need not be made again."""


@dataclass(frozen=True)
class Waiting:
    """What the board shows and the game does not take yet."""

    reason: Reason
    chain: tuple[Any, ...]
    """First the position that is in question, then what was played on top of it."""
    verdict: TurnVerdict | None
    """What is said of the first; None where it is no turn but the board as the game begins."""
    faults: tuple[Finding, ...] = ()
    """Then this is wrong with it."""
    unsure: tuple[str, ...] = ()
    """The places (`c3-e3`, `b2+`) of which nobody knows what lies there: as long as one is open, nothing counts."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with it; that a turn is not over is not wrong."""
        if self.reason is Reason.INCOMPLETE:
            return ()
        return self.verdict.violations if self.verdict else self.faults


@dataclass(frozen=True)
class GameState:
    """A game as it stands. `id` is its number in the log, None while it is only in memory."""

    id: int | None
    table: str
    source: str
    begun: str
    beginning: Any
    """The match (`referee.game.Match`) before the first turn."""
    steps: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()
    """What can be redone, the next one last."""
    waiting: Waiting | None = None
    thrown: Die = None
    """What somebody said was thrown for the turn that comes."""
    ignored: Any = None
    """What the board may still show after an undo or a rejection: no turn until the board shows something else."""
    by_hand: Mapping[str, Any] = field(default_factory=dict)
    """The places that were corrected by hand, each with what the camera saw there. They win over the camera until the
    place changes."""
    paused: bool = False
    ended: bool = False
    settings: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_hand", MappingProxyType(dict(self.by_hand)))
        object.__setattr__(self, "settings", MappingProxyType(dict(self.settings)))

    @property
    def game(self) -> AnyGame:
        return find_game(self.rules.id)

    @property
    def match(self) -> Any:
        return self.steps[-1].match if self.steps else self.beginning

    @property
    def history(self) -> tuple[Any, ...]:
        """The game from its beginning up to now."""
        return self.beginning, *(step.match for step in self.steps)

    @property
    def before_last(self) -> Any:
        """The game before its last turn."""
        return self.steps[-2].match if len(self.steps) > 1 else self.beginning

    @property
    def rules(self) -> Any:
        return self.beginning.rules

    @property
    def players(self) -> tuple[str, ...]:
        said: tuple[str, ...] = self.beginning.players
        return said

    @property
    def start(self) -> Any:
        return self.beginning.position

    @property
    def is_set_up(self) -> bool:
        """Whether it is known how the game begins; where it has to be seen, it is not before the first calm look."""
        return not self.game.set_up_is_seen or bool(self.steps) or self.start != self.game.unseen(self.rules)

    @property
    def position(self) -> Any:
        """The last confirmed one."""
        return self.match.position

    @property
    def shown(self) -> Any:
        """What the board shows as far as is known: what waits, or the last confirmed position."""
        return self.waiting.chain[-1] if self.waiting else self.position

    @property
    def to_do(self) -> tuple[Message, ...]:
        """What is still to be done in a turn that waits because it is not complete."""
        if self.waiting is None or self.waiting.reason is not Reason.INCOMPLETE:
            return ()
        return self.game.to_do(self.match.play(self.waiting.chain[0], self.thrown)[0])

    @property
    def maker(self) -> By:
        """Who made what waits: a person where no camera looks."""
        return By.HAND if self.source == HAND else By.CAMERA

    @property
    def outcome(self) -> Outcome | None:
        said: Outcome | None = self.match.outcome
        return said

    @property
    def finished(self) -> bool:
        return self.ended or self.outcome is not None

    def played(self, n: int, match: Match, position: Position, by: By, at: str, die: Die) -> Step:
        """The n-th turn, which leads to this position, judged. Letting an illegal one stand is to accept it."""
        following, verdict = match.play(position, die)
        notation = self.game.write_turn(match, following.position, die)
        accepted = not verdict.legal
        return Step(n, match.to_move, notation, following.position, verdict, by, accepted, at, following, die)

    def with_step(self, position: Position, by: By, at: str, die: Die = None) -> GameState:
        """One more turn; what waited, was thrown, was ignored or could be redone is no more."""
        step = self.played(len(self.steps) + 1, self.match, position, by, at, die)
        kept = self.by_hand
        if by is By.CAMERA:
            kept = without_places(kept, changed_places(self.position.places, position.places))
        steps = (*self.steps, step)
        return replace(self, steps=steps, undone=(), waiting=None, thrown=None, ignored=None, by_hand=kept)

    def to_record(self) -> str:
        """The game as the text that `draufsicht replay` reads, accepted illegal turns included."""
        turns = [(step.player, step.notation) for step in self.steps]
        headers = {"Date": self.begun[:10], "Table": " ".join(self.table.split())}
        return record_text(self.game, self.beginning, turns, headers)

    def to_json(self, language: str = "en") -> dict[str, Any]:
        return {
            "game_number": self.id,
            "table": self.table,
            "source": self.source,
            "begun": self.begun,
            "game": self.rules.id,
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
            **({"thrown": self.thrown} if self.game.faces(self.rules) else {}),
        }

    def step_json(self, step: Step, language: str) -> dict[str, Any]:
        judged = step.verdict.to_json(language)
        return {
            "n": step.n,
            "player": step.player,
            "notation": step.notation,
            "legal": judged["legal"],
            "accepted": step.accepted,
            "turn": judged["turn"],
            "violations": judged["violations"],
            "position": step.position.to_json(),
            "scores": dict(step.match.verdict().scores),
            "by": step.by.value,
            "at": step.at,
            **self.die_json(step),
        }

    def die_json(self, step: Step) -> dict[str, Any]:
        """What was thrown for a turn, or that it was only inferred, where there is a die."""
        return {"die": step.die, "inferred": step.die is None} if self.game.faces(self.rules) else {}

    def _waiting_json(self, language: str) -> dict[str, Any] | None:
        if self.waiting is None:
            return None
        return {
            "reason": self.waiting.reason.value,
            "chain": [position.to_json() for position in self.waiting.chain],
            "unsure": list(self.waiting.unsure),
            "violations": [finding.to_json(language) for finding in self.waiting.findings],
            **({"todo": [say(each, language) for each in self.to_do]} if self.to_do else {}),
        }


def judged_waiting(state: GameState, reason: Reason, chain: tuple[Any, ...], unsure: tuple[str, ...] = ()) -> Waiting:
    if reason is Reason.SET_UP:
        return Waiting(reason, chain, None, state.game.set_up_faults(chain[0], state.rules), unsure)
    return Waiting(reason, chain, state.match.play(chain[0], state.thrown)[1], unsure=unsure)


def place_named(said: str) -> str:
    """A place as it is; of one between two fields (`c3-e3`), the fields in order."""
    return "-".join(sorted(said.split("-")))


def without_places(by_hand: Mapping[str, Any], places: tuple[str, ...]) -> dict[str, Any]:
    return {place: saw for place, saw in by_hand.items() if place not in places}
