"""What a photograph is known to show, compared with what was read from it.

Only what can be seen is asked for: a floor, or a stick, of which a picture shows too few pixels is left out. The board
looks alike from its four sides, so a reading may be turned.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import dist
from pathlib import Path
from typing import Any

from calibration.camera import Camera
from calibration.physical_set import PhysicalSet
from referee.tactori.board import UNKNOWN, coordinates, field_name
from referee.tactori.position import End, Position, Stick
from vision.corners import Corners
from vision.tactori.reading import Reading

# Fewest pixels that make a floor, and a stick, readable, in a picture of this many.
TOWER_PX, STICK_PX, USUAL_AREA_PX = 60, 80, 1280 * 720


@dataclass(frozen=True)
class Truth:
    """A photograph's file and what it shows."""

    image: Path
    family: str
    position: Position
    unseen_floors: Mapping[str, frozenset[int]]
    """For each field the floors of which the picture shows too little."""
    seen_sticks: frozenset[Stick]
    corners: Corners
    physical_set: PhysicalSet
    camera: Camera

    @classmethod
    def load(cls, path: Path) -> Truth:
        """Reads the truth beside a shared photograph or a sample image."""
        return cls._of(json.loads(path.read_text()), path)

    @classmethod
    def joined(cls, paths: Sequence[Path]) -> Truth:
        """The truth of several views of one position: a piece can be read if one of them shows enough of it."""
        each = [json.loads(path.read_text()) for path in paths]
        most = {name: max(one["visible_px"][name] for one in each) for name in each[0]["visible_px"]}
        sticks = [
            {**stick, "visible_px": max(one["sticks"][index]["visible_px"] for one in each)}
            for index, stick in enumerate(each[0]["sticks"])
        ]
        return cls._of({**each[0], "visible_px": most, "sticks": sticks}, paths[0])

    @classmethod
    def _of(cls, said: dict[str, Any], path: Path) -> Truth:
        camera = Camera.from_json({"size": said.get("size"), **said["camera"]})
        area = camera.size[0] * camera.size[1] / USUAL_AREA_PX
        unseen: dict[str, set[int]] = {}
        for name, pixels in said.get("visible_px", {}).items():
            _, field, floor = name.split("_")
            if pixels < TOWER_PX * area:
                unseen.setdefault(field, set()).add(int(floor))
        seen = [s for s in said["sticks"] if s.get("visible_px", STICK_PX) >= STICK_PX * area]
        return cls(
            image=path.with_name(said["image"]),
            family=said.get("family", "samples"),
            position=Position.from_json(said),
            unseen_floors={field: frozenset(floors) for field, floors in unseen.items()},
            seen_sticks=frozenset(Position.from_json({**said, "sticks": seen}).sticks),
            corners=tuple((float(u), float(v)) for u, v in said["corners_px" if "corners_px" in said else "corners"]),
            physical_set=PhysicalSet.from_json(said["set"]),
            camera=camera,
        )

    def matches(self, field: str, stack: str) -> bool:
        """Whether a stack was read rightly; `?` is right for a floor that nobody can see."""
        right = self.position.towers.get(field, "")
        unseen = self.unseen_floors.get(field, frozenset())
        pairs = zip(stack, right, strict=False)
        return len(stack) == len(right) and all(
            read == real or (read == UNKNOWN and floor in unseen) for floor, (read, real) in enumerate(pairs, 1)
        )


@dataclass(frozen=True)
class Compared:
    """A reading's rights and wrongs. Counts add up over photographs."""

    photos: int = 1
    found: int = 0
    exact: int = 0
    stacks: int = 0
    """That were asked for."""
    right: int = 0
    wrong: int = 0
    unsure: int = 0
    sticks: int = 0
    sticks_found: int = 0
    sticks_invented: int = 0
    sticks_denied: int = 0
    """Seen by the camera, and neither read nor declared open."""
    corner_error: float = 0.0
    """The worst corner, as a share of the board's near side."""
    claims: tuple[tuple[float, bool], ...] = ()
    """Of every stack and stick how probable it was said to be, and whether it is so."""
    notes: tuple[str, ...] = ()

    def __add__(self, other: Compared) -> Compared:
        counts = {name: getattr(self, name) + getattr(other, name) for name in COUNTS}
        both = self.claims + other.claims
        return Compared(**counts, claims=both, corner_error=max(self.corner_error, other.corner_error))

    @property
    def merit(self) -> tuple[int, int]:
        return self.right + self.sticks_found - self.wrong - self.sticks_invented, self.exact


COUNTS = (
    "photos", "found", "exact", "stacks", "right", "wrong", "unsure", "sticks", "sticks_found", "sticks_invented",
    "sticks_denied",
)  # fmt: skip


def compare(truth: Truth, reading: Reading | None, why: str = "no board") -> Compared:
    """The reading in whichever turn of the board does it the most credit."""
    if reading is None or reading.board != truth.position.board:
        asked = sum(field not in truth.unseen_floors for field in truth.position.towers)
        note = why if reading is None else f"read as a board of {reading.board}x{reading.board}"
        return Compared(stacks=asked, sticks=len(truth.position.sticks), notes=(note,))
    turned = (_compare_as(truth, turn(reading, quarters)) for quarters in range(4))
    best = max(turned, key=lambda compared: compared.merit)
    return replace(best, corner_error=_corner_error(reading.corners, truth.corners))


@dataclass(frozen=True)
class Turned:
    """What was read as someone sees it who sits elsewhere at the table."""

    position: Position
    doubtful: frozenset[str]
    open_ways: frozenset[frozenset[str]]
    p: Mapping[frozenset[str], float]
    """By the one field of a stack, or by the two of a stick."""

    def is_open(self, stick: Stick) -> bool:
        """Whether nobody vouches for it: for one of its ends, or for what lies between them."""
        return bool(self.doubtful.intersection(stick.fields)) or frozenset(stick.fields) in self.open_ways


def turn(reading: Reading, quarters: int) -> Turned:
    """The reading as someone sees it who sits a few quarters around the table."""
    last = reading.board - 1

    def moved(field: str) -> str:
        x, y = coordinates(field)
        for _ in range(quarters):
            x, y = last - y, x
        return field_name(x, y)

    position = reading.position
    towers = {moved(field): stack for field, stack in position.towers.items()}
    sticks = [Stick(s.colour, *(End(moved(end.at), end.floor) for end in s.ends)) for s in position.sticks]
    ways = frozenset(frozenset(map(moved, way.split("-"))) for way in reading.open_ways)
    p = {frozenset(map(moved, at.split("-"))): each for at, each in reading.p.items()}
    return Turned(Position.of(reading.board, towers, sticks), frozenset(map(moved, reading.doubtful)), ways, p)


def _compare_as(truth: Truth, turned: Turned) -> Compared:
    real, read, doubtful = truth.position, turned.position, turned.doubtful
    right, wrong, unsure, unclaimed = 0, 0, 0, 0
    notes = []
    for field in sorted({*real.towers, *read.towers}):
        stack = read.towers.get(field, "")
        if field in doubtful:
            unsure += 1
            if field in real.towers and field not in truth.unseen_floors:
                unclaimed += 1
                notes.append(f"{field} {real.towers[field]} is unsure")
        elif truth.matches(field, stack):
            right += 1
        else:
            wrong += 1
            hidden = " (partly hidden)" if field in truth.unseen_floors else ""
            notes.append(f"{field} is {real.towers.get(field, 'empty')}, read as {stack or 'empty'}{hidden}")
    sticks = frozenset(read.sticks)
    missed = truth.seen_sticks - sticks
    denied = {s for s in missed if not turned.is_open(s)}
    invented = {s for s in sticks - frozenset(real.sticks) if not turned.is_open(s)}
    notes += [f"stick {s} was {'denied' if s in denied else 'left open'}" for s in sorted(missed)]
    notes += [f"stick {s} is not there" for s in sorted(invented)]
    return Compared(
        found=1,
        exact=int(not wrong and not unclaimed and not missed and not invented),
        stacks=right + wrong + unclaimed,
        right=right,
        wrong=wrong,
        unsure=unsure,
        sticks=len(truth.seen_sticks),
        sticks_found=len(truth.seen_sticks) - len(missed),
        sticks_invented=len(invented),
        sticks_denied=len(denied),
        claims=tuple(claims(truth, turned)),
        notes=tuple(notes),
    )


def claims(truth: Truth, turned: Turned) -> Iterator[tuple[float, bool]]:
    """How probable each stack and each stick was said to be, and whether it is so."""
    real, read = truth.position, turned.position
    for field, stack in read.towers.items():
        if (said := turned.p.get(frozenset({field}))) is not None:
            yield said, truth.matches(field, stack)
    for way in {frozenset(stick.fields) for stick in read.sticks}:
        if (said := turned.p.get(way)) is not None:
            mine, theirs = ({s for s in each.sticks if frozenset(s.fields) == way} for each in (read, real))
            yield said, mine <= theirs and theirs & truth.seen_sticks <= mine


def _corner_error(read: Corners, real: Corners) -> float:
    side = max(dist(real[0], real[1]), 1.0)
    return _worst_corner(read, real, corner_turn(read, real)) / side


def corner_turn(read: Corners, real: Corners) -> int:
    """By how many corners what was read must go on to lie best on what is."""
    return min(range(4), key=lambda k: _worst_corner(read, real, k))


def _worst_corner(read: Corners, real: Corners, turned: int) -> float:
    return max(dist(a, b) for a, b in zip(read[turned:] + read[:turned], real, strict=True))


def truths(folder: Path) -> Iterator[Truth]:
    for path in sorted(folder.glob("*.json")):
        yield Truth.load(path)
