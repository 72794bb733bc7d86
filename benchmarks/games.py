"""Photographed games watched picture by picture, and what was told of them beside what was played.

    python -m benchmarks.games FOLDER… [--unmeasured]

Each FOLDER holds the pictures of one game in the order of their names, and the truth beside each. Set and camera are
known; with `--unmeasured` neither is. A board of 9 is watched as `taktori`, one of 5 as `fem`. What was played are the
successive positions of the pictures without a hand; those with a hand are not to be read.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path

import cv2

from benchmarks.demo import beside, changes, compare_played, told_of
from benchmarks.truth import Truth
from calibration.camera import Camera
from calibration.physical_set import PhysicalSet
from live.events import Event, Kind
from live.frame import Frame, Given
from live.judgement import What, is_same, judge
from live.sources.folder import Folder
from live.sources.source import Source
from live.watching import Watch, WatchTask, open_watch
from referee.tactori.match import Match, start
from referee.tactori.position import Position
from referee.tactori.rules import RuleBook, rule_book
from simulator.demo.script import Played
from vision.tasks import Task
from words.message import InputError

GAMES = {9: "taktori", 5: "fem"}
EXPECTED = (Kind.STARTED, Kind.TURN, Kind.HAND, Kind.TAKEN_BACK, Kind.PUT_RIGHT, Kind.OUTCOME)
"""What need not be explained; of anything else somebody will want to know."""


@dataclass(frozen=True)
class Photo:
    """A picture of a game and what it shows."""

    name: str
    position: Position
    hand: bool = False


@dataclass(frozen=True)
class PhotographedGame:
    """A folder of pictures and the truth about them."""

    folder: Path
    photos: tuple[Photo, ...]
    players: tuple[str, ...]
    physical_set: PhysicalSet
    camera: Camera

    @classmethod
    def load(cls, folder: Path) -> PhotographedGame:
        """Raises `ValueError` if there is no picture with its truth."""
        files = sorted(folder.glob("*.json"))
        if not files:
            raise ValueError(f"{folder}: no pictures with their truth beside them")
        try:
            said = [json.loads(file.read_text()) for file in files]
            truths = [Truth.load(file) for file in files]
            photos = [Photo(t.image.name, t.position, bool(s.get("hand"))) for t, s in zip(truths, said, strict=True)]
            return cls(folder, tuple(photos), tuple(said[0]["players"]), truths[0].physical_set, truths[0].camera)
        except (KeyError, TypeError) as error:
            raise ValueError(f"{folder}: the truth lacks {error}") from None

    @property
    def rules(self) -> RuleBook:
        return rule_book(GAMES[self.photos[0].position.board])

    def played(self) -> Iterator[tuple[Played, str]]:
        """Each step of the game, and the first picture without a hand that shows it.

        Where one picture shows more than one turn, or what no legal turn explains, it is told apart as a table would.
        """
        line: list[Match] = [start(self.rules, self.players)]
        for photo in self.photos:
            if photo.hand:
                continue
            happened, now = judge(line, photo.position), line[-1]
            match happened.what:
                case What.TURNS | What.CONTINUED:
                    if happened.what is What.CONTINUED:
                        line.pop()
                    for position in happened.positions:
                        before = line[-1]
                        line.append(before.play(position)[0])
                        yield Played("turn", before.position, position, before.to_move), photo.name
                case What.TAKEN_BACK:
                    del line[-happened.back :]
                    yield Played("taken_back", now.position, line[-1].position, line[-1].to_move), photo.name
                case What.ILLEGAL:
                    after, verdict = now.play(photo.position)
                    line.append(after)
                    broken = tuple(sorted({each.rule for each in verdict.violations}))
                    step = Played("illegal", now.position, photo.position, now.to_move, rules_broken=broken)
                    yield step, photo.name


@dataclass
class Watched:
    """What a table told, each with the picture at which it did, and what it took the board for after each picture."""

    told: list[tuple[str, Event]] = field(default_factory=list)
    shown: dict[str, Position] = field(default_factory=dict)
    failed: str = ""


@dataclass(frozen=True)
class Report:
    """How much of a game was told. Counts add up over games."""

    turns: int = 0
    """That were played, legal or not."""
    right: int = 0
    """Told as they were played, and in this order."""
    astray: int = 0
    """Of these, told at another picture than the first one without a hand that shows it."""
    missed: int = 0
    invented: int = 0
    illegal: int = 0
    """Told to be illegal though nobody played it so."""
    unsure: int = 0
    hands: int = 0
    """Pictures with a hand in which it was noticed."""
    hand_pictures: int = 0
    notes: tuple[str, ...] = ()

    def __add__(self, other: Report) -> Report:
        return Report(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))


COLUMNS = ("turns", "right", "astray", "missed", "invented", "illegal", "unsure", "hands")


def watch(game: PhotographedGame, measured: bool) -> Watched:
    """Watches a folder as the command line does."""
    watched = Watched()
    known = Task("", "", game.physical_set, game.camera) if measured else Task("", "")
    with tempfile.TemporaryDirectory() as folder:
        task = WatchTask(str(game.folder), game.rules, game.players, known, log_path=Path(folder) / "games.sqlite")
        noting = _Noting(str(game.folder), watched)
        try:
            with open_watch(task, noting) as table:
                noting.watch = table
                watched.told += ((_name(table.frame), each) for each in table)
        except InputError as error:
            watched.failed = str(error)
    return watched


class _Noting(Source):
    """A folder that notes what the table makes of each picture once it has looked at it."""

    flows = False

    def __init__(self, name: str, watched: Watched) -> None:
        self.name = name
        self.watch: Watch | None = None
        self._folder, self._watched = Folder(name), watched

    def given(self) -> Iterator[Given]:
        for each in self._folder.given():
            yield each
            if isinstance(each, Frame) and self.watch is not None:
                self._watched.shown[_name(each)] = self.watch.table.shown

    def close(self) -> None:
        self._folder.close()


def _name(frame: Frame | None) -> str:
    return Path(frame.name).name if frame else ""


def compare_game(game: PhotographedGame, watched: Watched) -> Report:
    """Puts what was told of a game beside what was played in it."""
    steps = list(game.played())
    played, events = [step for step, _ in steps], [each for _, each in watched.told]
    begin = Position.empty(game.photos[0].position.board)
    compared = compare_played(played, begin, events, game.folder.name)
    astray = list(_astray(steps, watched.told))
    with_hand = {photo.name for photo in game.photos if photo.hand}
    noticed = {name for name, each in watched.told if each.kind is Kind.HAND}
    told = told_of(events)
    matched = set(beside(played, told).values())
    illegal = sum(each.kind == "illegal" for j, each in enumerate(told) if j not in matched)
    notes = [*compared.failures, *astray, *_about_pictures(game, watched, with_hand, noticed)]
    return Report(
        turns=compared.turns + compared.illegal + compared.taken_back,
        right=compared.confirmed + compared.flagged + compared.recognised,
        astray=len(astray),
        missed=compared.missed + compared.otherwise,
        invented=compared.invented - illegal,
        illegal=illegal,
        unsure=compared.unsure,
        hands=len(noticed & with_hand),
        hand_pictures=len(with_hand),
        notes=(*notes, watched.failed) if watched.failed else tuple(notes),
    )


def _astray(steps: Sequence[tuple[Played, str]], told: Sequence[tuple[str, Event]]) -> Iterator[str]:
    about = [(name, said) for name, each in told for said in told_of([each])]
    for i, j in beside([step for step, _ in steps], [said for _, said in about]).items():
        (step, first), (name, _) = steps[i], about[j]
        if name != first:
            yield f"{first}: {step.kind} {step.player} [{changes(step.before, step.after)}] was told at {name}"


def _about_pictures(game: PhotographedGame, watched: Watched, with_hand: set[str], noticed: set[str]) -> Iterator[str]:
    """What is wrong with single pictures: a board taken for another one, hands, and what else was told."""
    known: list[str] = []
    for photo in game.photos:
        shown = watched.shown.get(photo.name)
        if not photo.hand and shown is not None:
            wrong = [] if is_same(shown, photo.position) else changes(photo.position, shown).split()
            new = [each for each in wrong if each not in known]
            known = wrong
            if new:
                yield f"{photo.name}: taken for [{' '.join(new)}]{', and what was wrong before' * (new != wrong)}"
        if (photo.name in with_hand) != (photo.name in noticed):
            yield f"{photo.name}: {'the hand was not noticed' if photo.hand else 'a hand where there is none'}"
    for name, each in watched.told:
        if each.kind not in EXPECTED:
            yield f"{name}: {each.kind.value}{_said(each.to_json())}"


def _said(data: Mapping[str, object]) -> str:
    why = data.get("why")
    fields_ = data.get("unsure")
    named = ", ".join(f"{each['at']} ({each['why']})" for each in fields_) if isinstance(fields_, list) else ""
    return f": {why}" * bool(why) + f"; {named}" * bool(named)


def _row(name: str, report: Report) -> str:
    cells = [str(getattr(report, column)) for column in COLUMNS]
    cells[-1] += f"/{report.hand_pictures}"
    return f"{name:14}" + "".join(f"{cell:>10}" for cell in cells)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.games", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--unmeasured", action="store_true", help="neither set nor camera is known")
    args = parser.parse_args()
    try:
        games = [PhotographedGame.load(folder) for folder in args.folders]
    except ValueError as error:
        parser.error(str(error))
    cv2.setNumThreads(1)
    print(f"{'':14}" + "".join(f"{column:>10}" for column in COLUMNS), flush=True)
    total = Report()
    for game in games:
        report = compare_game(game, watch(game, not args.unmeasured))
        print(_row(game.folder.name, report), *(f"    {note}" for note in report.notes), sep="\n", flush=True)
        total += report
    if len(games) > 1:
        print(_row("all", total))
    return 0


if __name__ == "__main__":
    sys.exit(main())
