"""Which sticks of a position are legal bridges, and every rule that the others break."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from referee.tactori.board import COLOURS, STICKS_PER_COLOUR, TOWERS_PER_COLOUR, UNKNOWN, span
from referee.tactori.position import End, Position, Stick
from referee.tactori.rules import RuleBook
from referee.verdict import Finding
from words.message import message


@dataclass(frozen=True)
class Bridges:
    """The sticks that count, and what is to be said of the others."""

    legal: tuple[Stick, ...]
    violations: tuple[Finding, ...] = ()
    open: tuple[Finding, ...] = ()
    advice: tuple[Finding, ...] = ()


def judge_bridges(position: Position, rules: RuleBook, late: Iterable[Stick] = ()) -> Bridges:
    """Judges every stick by itself and against the others.

    `late` are sticks known to have been laid onto others: of two sticks that overlay each other, only a late one is
    at fault. Without that knowledge both are.
    """
    towers, steps, gap = position.towers, span(position.board), rules.overlay_gap
    legal: list[Stick] = []
    doubtful: list[Stick] = []
    covered: dict[int, int] = {}  # floor: half bridges
    overlay = False
    for s in position.sticks:
        floor = s.floor
        if floor is None or s.line is None:
            doubtful.append(s)
            continue
        mask = s.half_bridges
        below = covered.get(floor, 0)
        if below & mask or (gap > 1 and (covered.get(floor - 1, 0) | covered.get(floor + 1, 0)) & mask):
            overlay = True
        covered[floor] = below | mask
        one, other = towers.get(s.a[0]), towers.get(s.b[0])
        if (
            one is not None
            and other is not None
            and 0 < floor <= len(one)
            and floor <= len(other)
            and one[floor - 1] == s.colour == other[floor - 1]
            and s.line.steps == steps
        ):
            legal.append(s)
        else:
            doubtful.append(s)
    if not doubtful and not overlay:
        return Bridges(position.sticks, *_supply(position))
    violations: list[Finding] = []
    open_: list[Finding] = []
    advice: list[Finding] = []
    for s in doubtful:
        broken = list(_faults(s, position))
        open_ += _open_questions(s, position)
        if rules.game.anything_goes:
            advice += [f for f in broken if f.rule == "bridge.own_colour"]
            broken = [f for f in broken if f.rule != "bridge.own_colour"]
        violations += broken
        if not broken:
            legal.append(s)
    if overlay:
        on_others = [position.sticks[i] for i in overlaying(position.sticks, gap, late)]
        violations += [_about(s, "bridge.overlay") for s in on_others]
        legal = list((Counter(legal) - Counter(on_others)).elements())
    supply, open_supply = _supply(position)
    return Bridges(tuple(sorted(legal)), (*violations, *supply), (*open_, *open_supply), tuple(advice))


def _about(s: Stick, rule: str, key: str = "", **params: object) -> Finding:
    """A finding about one stick."""
    return Finding(rule, message(key or rule, stick=s.in_words(), colour=s.colour, **params), s.fields, s)


def _faults(s: Stick, position: Position) -> Iterator[Finding]:
    """What is wrong with one stick."""
    if s.a.at == s.b.at:
        yield _about(s, "bridge.span", steps=0, right=span(position.board))
    elif s.line is None:
        yield _about(s, "bridge.straight")
    elif s.line.steps != span(position.board):
        yield _about(s, "bridge.span", steps=s.line.steps, right=span(position.board))
    if s.floor is None:
        yield _about(s, "bridge.level", floor=s.a.floor, other=s.b.floor, field=s.a.at, to=s.b.at)
    below = {end: tower_at(position, *end) for end in s.ends}
    hanging = [end for end, tower in below.items() if not tower]
    if hanging:
        on_board = [end for end in hanging if end.floor == 0]
        yield _about(
            s, "bridge.supported", "bridge.supported.board" if on_board else "", field=(on_board or hanging)[0].at
        )
    if foreign := foreign_ends(s, position):
        yield _about(s, "bridge.own_colour", field=foreign[0].at, colour_tower=below[foreign[0]])


def _open_questions(s: Stick, position: Position) -> Iterator[Finding]:
    """What cannot be said of one stick because a tower's colour is not known."""
    unknown = [end.at for end in s.ends if tower_at(position, *end) == UNKNOWN]
    if unknown and not foreign_ends(s, position):
        yield _about(s, "bridge.own_colour", "open.own_colour", field=unknown[0])


def foreign_ends(s: Stick, position: Position) -> list[End]:
    """The ends of a stick that rest in a tower of another colour."""
    return [end for end in s.ends if tower_at(position, *end) not in ("", UNKNOWN, s.colour)]


def tower_at(position: Position, at: str, floor: int) -> str:
    """The colour of the tower on that floor of a field, or nothing."""
    stack = position.towers.get(at, "")
    return stack[floor - 1] if 1 <= floor <= len(stack) else ""


def overlaying(sticks: Sequence[Stick], gap: int, late: Iterable[Stick] = ()) -> list[int]:
    """Which of the sticks lie lengthwise on another one and are at fault for it, by their numbers.

    Of equal sticks as many are late as `late` has of them: of two that lie exactly on each other, the earlier counts.
    """
    later = Counter(late)
    is_late = []
    for s in sticks:
        is_late.append(later[s] > 0)
        later[s] -= 1
    guilty: set[int] = set()
    for (i, s), (j, other) in combinations(enumerate(sticks), 2):
        if s.half_bridges & other.half_bridges and abs(s.a.floor - other.a.floor) < gap:
            guilty |= {i, j} if is_late[i] == is_late[j] else {i if is_late[i] else j}
    return sorted(guilty)


def _supply(position: Position) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """More pieces of a colour than the set has; open if that depends on a tower whose colour is not known."""
    standing = "".join(position.towers.values())
    lying = [s.colour for s in position.sticks]
    unknown = standing.count(UNKNOWN)
    broken: list[Finding] = []
    open_: list[Finding] = []
    for colour in COLOURS:
        towers = standing.count(colour)
        if towers + unknown > TOWERS_PER_COLOUR:
            at = tuple(field for field, stack in position.towers.items() if colour in stack or UNKNOWN in stack)
            if towers > TOWERS_PER_COLOUR:
                said = message("supply.towers", count=towers, colour=colour, most=TOWERS_PER_COLOUR)
                broken.append(Finding("supply.towers", said, at))
            else:
                said = message("open.supply", colour=colour, most=TOWERS_PER_COLOUR)
                open_.append(Finding("supply.towers", said, at))
        sticks = lying.count(colour)
        if sticks > STICKS_PER_COLOUR:
            at = tuple(dict.fromkeys(f for s in position.sticks if s.colour == colour for f in s.fields))
            said = message("supply.sticks", count=sticks, colour=colour, most=STICKS_PER_COLOUR)
            broken.append(Finding("supply.sticks", said, at))
    return tuple(broken), tuple(open_)
