"""What one throw allows in Mensch ärgere Dich nicht: where each piece can go, and which duties that breaks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from referee.classics import stacks
from referee.classics.ludo_board import BOARD, GOAL, LAST, PROGRESS, TOP, TRACK, WAITING, WAY, A, is_track
from referee.classics.ludo_rules import LudoRules

ENTERS = 6
Pieces = Mapping[str, str]
Captured = tuple[tuple[str, str], ...]
"""Where a piece was captured, and of which colour."""
DUTIES = ("ludo.must_capture", "ludo.six_enters", "ludo.clear_a")


@dataclass(frozen=True)
class Step:
    """One piece goes from a point to another, `start` being its B where it enters."""

    colour: str
    start: str
    to: str
    captured: Captured = ()
    enters: bool = False
    backward: bool = False

    @property
    def ends(self) -> tuple[str, str]:
        return self.start, self.to


def waiting(pieces: Pieces, colour: str) -> int:
    """How many pieces of a colour wait on its B."""
    return sum(pieces[point].count(colour) for point in WAITING[colour] if point in pieces)


def possible(pieces: Pieces, colour: str, throw: int, rules: LudoRules) -> list[Step]:
    """Every piece that a colour can move by a throw, whatever its duties are."""
    found = []
    if throw == ENTERS and waiting(pieces, colour):
        captured = landing(pieces, colour, 0, rules, enters=True)
        if captured is not None:
            held = [point for point in WAITING[colour] if colour in pieces.get(point, "")]
            found.append(Step(colour, held[-1], A[colour], captured, enters=True))
    progress = PROGRESS[colour]
    for start, there in pieces.items():
        if colour in there and start in progress:
            found += _from(pieces, colour, start, throw, rules)
    return found


def _from(pieces: Pieces, colour: str, start: str, throw: int, rules: LudoRules) -> Iterator[Step]:
    here = PROGRESS[colour][start]
    ahead = here + throw
    if ahead <= TOP and not blocked(pieces, colour, here, ahead, rules):
        captured = landing(pieces, colour, ahead, rules)
        if captured is not None:
            yield Step(colour, start, WAY[colour][ahead], captured)
    behind = here - throw
    if rules.backward_capture and here <= LAST and behind > 0 and not blocked(pieces, colour, behind, here, rules):
        captured = landing(pieces, colour, behind, rules)
        if captured:
            yield Step(colour, start, WAY[colour][behind], captured, backward=True)


def blocked(pieces: Pieces, colour: str, low: int, high: int, rules: LudoRules) -> bool:
    return any(True for _ in obstacles(pieces, colour, low, high, rules))


def obstacles(pieces: Pieces, colour: str, low: int, high: int, rules: LudoRules) -> Iterator[tuple[str, str]]:
    """What a piece may not pass between two points of its way: the point, and the rule that says so."""
    for point in WAY[colour][low + 1 : high]:
        if there := pieces.get(point):
            if is_track(point):
                if rules.is_wall(there):
                    yield point, "ludo.barrier"
            elif not rules.jump_home:
                yield point, "ludo.jump_home"


def landing(pieces: Pieces, colour: str, progress: int, rules: LudoRules, enters: bool = False) -> Captured | None:
    """What is captured on a point of the way, None if nobody may stand there."""
    point = WAY[colour][progress]
    there = pieces.get(point, "")
    if not there:
        return ()
    if progress >= TRACK:
        return None
    friends = rules.friends(colour)
    own = [c for c in there if c in friends]
    if own:
        shares = rules.partners or (rules.barriers and not enters and own == [colour])
        return () if shares and len(there) == 1 else None
    trespass = enters and rules.partners
    if rules.is_wall(there) and not trespass:
        return None
    return tuple((point, c) for c in there)


def broken_duties(pieces: Pieces, steps: list[Step], colour: str, throw: int, rules: LudoRules) -> dict[Step, str]:
    """Which of the possible steps break a duty that the throw makes, and which one."""
    captures = must_capture(steps, rules)
    if captures:
        return {step: "ludo.must_capture" for step in steps if not step.captured}
    if not waiting(pieces, colour):
        return {}
    from_a = [step for step in steps if step.start == A[colour]]
    if throw == ENTERS and rules.six_enters == "must":
        if due := [step for step in steps if step.enters] or from_a:
            return {step: "ludo.six_enters" for step in steps if step not in due}
    elif rules.clear_a and from_a:
        return {step: "ludo.clear_a" for step in steps if step not in from_a}
    return {}


def must_capture(steps: list[Step], rules: LudoRules) -> list[Step]:
    """The captures of which one is a duty."""
    return [step for step in steps if step.captured and not step.backward] if rules.must_capture else []


def missed(pieces: Pieces, steps: list[Step], step: Step | None, rules: LudoRules) -> tuple[str, ...]:
    """Where the pieces stand after a step that could have captured instead; those on B have nothing to lose."""
    points: dict[str, None] = {}
    for capture in must_capture(steps, rules):
        if capture.enters:
            continue
        if step and capture.start == step.start:
            points[step.to] = None
            if pieces[capture.start].count(capture.colour) > 1:
                points[capture.start] = None
        else:
            points[capture.start] = None
    return BOARD.in_order(points)


def changes_of(pieces: Pieces, step: Step) -> dict[str, str]:
    """What a step makes of the board, the captured pieces on their B."""
    taken = "".join(colour for _, colour in step.captured)
    there = stacks.plus(stacks.minus(pieces.get(step.to, ""), taken), step.colour)
    changes = {step.start: stacks.minus(pieces[step.start], step.colour), step.to: there}
    for _, colour in step.captured:
        changes |= sent_home({**pieces, **changes}, colour)
    return changes


def sent_home(pieces: Pieces, colour: str) -> dict[str, str]:
    """A piece put on its B: on the first free point, on the last one if there is none. Nobody knows where a piece of
    unknown colour belongs."""
    if colour not in WAITING:
        return {}
    free = next((point for point in WAITING[colour] if not pieces.get(point)), WAITING[colour][-1])
    return {free: stacks.plus(pieces.get(free, ""), colour)}


def is_home(pieces: Pieces, colour: str) -> bool:
    return all(colour in pieces.get(point, "") for point in GOAL[colour])


def is_idle(pieces: Pieces, colour: str, rules: LudoRules) -> bool:
    """Whether a colour has no piece on the track, and none in the goal that could still move up."""
    if any(colour in there and is_track(point) for point, there in pieces.items()):
        return False
    return not any(possible(pieces, colour, throw, rules) for throw in (1, 2, 3))
