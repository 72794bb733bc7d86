"""The verdict on a position: its violations, its polygons with their sides and points, and the score of its game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from typing import Any, NamedTuple

from referee.tactori.aerial import Border, covered, group_fields, groups, links, polygons, rectangles
from referee.tactori.board import NINE_CENTRE
from referee.tactori.bridges import Bridges, judge_bridges, tower_at
from referee.tactori.colourful import judge_colourful
from referee.tactori.position import Position, Stick
from referee.tactori.rules import Goal, Length, NineCentre, RuleBook, Shape
from referee.tactori.trail import longest_trail
from referee.verdict import Finding, findings_of
from words.message import InputError, message


class Side(NamedTuple):
    """A stick that counts for a polygon, with all of it or half of it on the border."""

    stick: Stick
    whole: bool

    @property
    def points(self) -> int:
        return self.stick.a.floor

    def to_json(self) -> dict[str, Any]:
        return {"stick": self.stick.to_json(), "points": self.points, "part": "whole" if self.whole else "half"}


class Topmost:
    """A colour's topmost stick on every half bridge that it covers."""

    def __init__(self, own: Iterable[Stick]) -> None:
        self.sticks = sorted(own, key=attrgetter("floor"))
        # Numbers stand for the sticks: they are much quicker to count and to compare.
        self.number = {half: i for i, s in enumerate(self.sticks) if s.line for half in s.line.halves}


@dataclass(frozen=True)
class Polygon:
    """A closed area of a colour. `counts` is False if the shape or the nine centre leaves it out."""

    colour: str
    border: Border
    counts: bool
    topmost: Topmost = field(repr=False, compare=False)

    @cached_property
    def points(self) -> int:
        number, sticks = self.topmost.number, self.topmost.sticks
        return sum([sticks[i].a.floor for i in {number[half] for half in self.border.halves}])

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """The sticks that count, in the order of the border."""
        on_border = Counter(self.topmost.number[half] for half in self.border.halves)
        counting = ((self.topmost.sticks[i], n) for i, n in on_border.items())
        return tuple(Side(s, s.line is not None and n == s.line.steps) for s, n in counting)

    def to_json(self) -> dict[str, Any]:
        return {
            "color": self.colour,
            "points": self.points,
            "counts": self.counts,
            "fields": list(self.border.fields),
            "sides": [side.to_json() for side in self.sides],
        }


@dataclass(frozen=True)
class PositionVerdict:
    """Everything the referee says of one position."""

    violations: tuple[Finding, ...]
    open: tuple[Finding, ...]
    advice: tuple[Finding, ...]
    bridges: tuple[Stick, ...]
    polygons: tuple[Polygon, ...]
    scores: Mapping[str, int]
    tasks: Mapping[str, bool] | None = None

    @property
    def legal(self) -> bool:
        return not self.violations

    def connections(self) -> dict[str, list[list[str]]]:
        """The connected groups of each colour as lists of fields, the largest first."""
        found = {}
        for colour in self.scores:
            named = [group_fields(group) for group in groups(s for s in self.bridges if s.colour == colour)]
            found[colour] = [list(at) for at in sorted(named, key=lambda at: (-len(at), at))]
        return found

    def to_json(self, language: str = "en") -> dict[str, Any]:
        said = {
            "legal": self.legal,
            **findings_of(self, language),
            "scores": dict(self.scores),
            "polygons": [polygon.to_json() for polygon in self.polygons],
            "connections": self.connections(),
        }
        if self.tasks is not None:
            said["tasks"] = dict(self.tasks)
        return said


def judge_position(position: Position, rules: RuleBook, late: Iterable[Stick] = ()) -> PositionVerdict:
    """All that can be said of a position by itself. For `late` see `judge_bridges`."""
    bridges = judge_findings(position, rules, late)
    by_colour: dict[str, list[Stick]] = {colour: [] for colour in position.colours()}
    for s in bridges.legal:
        by_colour[s.colour].append(s)
    closed: list[Polygon] = []
    for colour, own in by_colour.items():
        closed += closed_areas(colour, own, position, rules)
    scores = {colour: _score(colour, own, closed, rules) for colour, own in by_colour.items()}
    tasks = building_tasks(bridges.legal, position) if rules.game.anything_goes else None
    return PositionVerdict(
        bridges.violations, bridges.open, bridges.advice, bridges.legal, tuple(closed), scores, tasks
    )


def judge_findings(position: Position, rules: RuleBook, late: Iterable[Stick] = ()) -> Bridges:
    """The legal bridges, and the findings of all rules about positions that the game has."""
    check_board(position, rules)
    bridges = judge_bridges(position, rules, late)
    if not rules.game.needs_colour:
        return bridges
    broken, open_ = judge_colourful(position, bridges.legal, rules)
    return Bridges(bridges.legal, bridges.violations + broken, bridges.open + open_, bridges.advice)


def check_board(position: Position, rules: RuleBook) -> None:
    game = rules.game
    if position.board != game.board:
        raise InputError(message("game.board", game=game.id, right=game.board, board=position.board))
    if game.needs_colour and rules.colour is None:
        raise InputError(message("game.colour", game=game.id))


def closed_areas(colour: str, own: list[Stick], position: Position, rules: RuleBook) -> list[Polygon]:
    """The polygons of a colour's legal bridges; with the shape rectangle, every closed rectangle as well."""
    mask = covered(own)
    borders = polygons(mask, position.board)
    if not borders:
        # A closed line closes in at least one area, and the innermost one is a polygon.
        return []
    found = [(border, rules.shape is Shape.POLYGON) for border in borders]
    if rules.shape is Shape.RECTANGLE:
        found = [(border, False) for border in borders if not border.is_rectangle]
        found += rectangles(mask, position.board)
    if rules.nine_centre is not NineCentre.OFF and rules.game.has_nine_centre:
        counting = _in_nine_centre([b for b, counts in found if counts], own, position, rules.nine_centre)
        found = [(border, counts and border in counting) for border, counts in found]
    topmost = Topmost(own)
    return [Polygon(colour, border, counts, topmost) for border, counts in found]


def has_closed(colour: str, own: Iterable[Stick], board: int, shape: Shape) -> bool:
    """Whether the colour has closed what ends a game: a polygon, or any rectangle at all."""
    mask = covered(s for s in own if s.colour == colour)
    return bool(polygons(mask, board) if shape is Shape.POLYGON else rectangles(mask, board))


def _in_nine_centre(borders: list[Border], own: list[Stick], position: Position, variant: NineCentre) -> list[Border]:
    """The polygons that the nine centre lets count."""
    towers = bridge_towers(own, position)
    if variant is NineCentre.LINKED:
        linked: set[str] = set()
        for group in groups(own):
            at = set(group_fields(group))
            if at & towers & NINE_CENTRE:
                linked |= at
        return [border for border in borders if border.fields[0] in linked]
    standing = {border: towers.intersection(border.fields) for border in borders}
    counting = [border for border in borders if standing[border] & NINE_CENTRE]
    for border in counting:  # grows while it is gone through
        counting += [b for b in borders if b not in counting and standing[b] & standing[border]]
    return counting


def bridge_towers(own: list[Stick], position: Position) -> set[str]:
    """The fields with a tower of the colour in which one of its sticks ends, or through which one runs."""
    found: set[str] = set()
    for s in own:
        found.update(s.fields)
        if s.line and s.floor:
            found.update(at for at in s.line.between if tower_at(position, at, s.floor) == s.colour)
    return found


def _score(colour: str, own: list[Stick], closed: list[Polygon], rules: RuleBook) -> int:
    match rules.game.goal:
        case Goal.POLYGONS:
            return sum(polygon.points for polygon in closed if polygon.counts and polygon.colour == colour)
        case Goal.BRIDGES:
            return len(own)
        case Goal.CONNECTIONS:
            return covered(own).bit_count()
        case Goal.LONGEST if rules.length is Length.GROUP:
            return max((covered(group).bit_count() for group in groups(own)), default=0)
        case Goal.LONGEST:
            return longest_trail(links(covered(own)))
        case _:
            return 0


def building_tasks(bridges: Iterable[Stick], position: Position) -> dict[str, bool]:
    """The five building tasks of free building, and which of them are done."""
    laid = list(bridges)
    pairs = [
        (s, other)
        for i, s in enumerate(laid)
        for other in laid[i + 1 :]
        if s.colour == other.colour and set(s.fields) & set(other.fields)
    ]
    return {
        "task.bridge": bool(laid),
        "task.own_colour": any(all(tower_at(position, *end) == s.colour for end in s.ends) for s in laid),
        "task.higher": any(s.a.floor >= 2 for s in laid),
        "task.joined": any(s.a.floor == other.a.floor == 1 for s, other in pairs),
        "task.across": any(s.a.floor != other.a.floor for s, other in pairs),
    }
