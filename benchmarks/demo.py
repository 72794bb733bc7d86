"""Demo games watched from beginning to end, and what was seen beside what was played: `python -m benchmarks.demo`."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields
from pathlib import Path

from live.demo.source import DemoSource
from live.events import Event, Kind
from live.watching import WatchTask, open_watch
from referee.game import Position
from referee.games import GAMES, find_game
from referee.places import changed_places
from simulator.demo.script import Played, Script

USUAL_GAMES = ("taktori", "fem", "rectangle9", "bridges")
USUAL_PLAYERS = 2
# How well something told fits what was played; what does not fit at all is not put beside it.
EXACT, PARTLY, BARELY = 4, 2, 1


@dataclass(frozen=True)
class Told:
    """An event about the game, in the words of the script."""

    kind: str
    position: Position
    player: str = ""
    rules_broken: tuple[str, ...] = ()

    def from_(self, before: Position) -> str:
        """In one line, as what changed since the position before."""
        broken = f" against {', '.join(self.rules_broken)}" if self.rules_broken else ""
        return f"{self.kind} {self.player}{broken} [{changes(before, self.position)}]"


@dataclass(frozen=True)
class Compared:
    """What was played and how much of it was told."""

    games: int = 0
    turns: int = 0
    confirmed: int = 0
    illegal: int = 0
    flagged: int = 0
    """Illegal turns that were told as what they were: the same position, exactly the same rules."""
    otherwise: int = 0
    """Illegal turns that were told, but at another place or with other rules."""
    taken_back: int = 0
    recognised: int = 0
    missed: int = 0
    invented: int = 0
    """Turns told that were not played so."""
    unsure: int = 0
    seconds: float = 0.0
    failures: tuple[str, ...] = ()

    def __add__(self, other: Compared) -> Compared:
        return Compared(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))


COLUMNS = (
    "games", "turns", "confirmed", "illegal", "flagged", "otherwise", "taken_back", "recognised", "missed", "invented",
    "unsure",
)  # fmt: skip


def watch(source: DemoSource) -> Iterator[Event]:
    """What a table tells of a simulated game, which says its own set and camera."""
    script = source.script
    with tempfile.TemporaryDirectory() as folder:
        task = WatchTask(source.name, script.rules, script.players, log_path=Path(folder) / "games.sqlite", new=True)
        with open_watch(task, source) as watched:
            yield from watched


def told_of(events: Iterable[Event]) -> list[Told]:
    """The events that say what was played."""
    said = []
    for each in events:
        data = each.data
        if each.kind is Kind.TURN:
            broken = tuple(sorted({finding.rule for finding in data.get("violations", ())}))
            said.append(Told("illegal" if broken else "turn", data["position"], data["player"], broken))
        elif each.kind is Kind.TAKEN_BACK:
            said.append(Told("taken_back", data["position"]))
    return said


def compare_events(script: Script, events: Sequence[Event], seconds: float = 0.0) -> Compared:
    """What was told of a demo game beside what was played in it."""
    return compare_played(script.played, script.begin, events, f"{script.rules.id} seed {script.seed}", seconds)


def compare_played(
    played: Sequence[Played], begin: Position, events: Sequence[Event], where: str, seconds: float = 0.0
) -> Compared:
    """Puts what was told beside what was played, in order, so that as much as possible fits.

    Putting right an illegal turn is no turn, nor is a part of one: they need not be told.
    """
    told = told_of(events)
    matches = beside(played, told)
    counts = dict.fromkeys(COLUMNS, 0)
    counts["games"] = 1
    counts["unsure"] = sum(each.kind is Kind.UNSURE for each in events)
    failures: list[str] = []
    turn = 0
    for i, step in enumerate(played):
        if step.kind == "turn":
            turn += 1
        place = f"{where} turn {turn + (step.kind == 'illegal')}"
        if step.kind == "taken_back":
            turn -= 1
        if step.kind in ("put_right", "part"):
            continue
        counts[{"turn": "turns"}.get(step.kind, step.kind)] += 1
        match = matches.get(i)
        if match is None:
            counts["missed"] += 1
            failures.append(f"{place}: missed {_as_told(step)}")
        elif step.kind == "illegal" and _fit(step, told[match]) < EXACT:
            counts["otherwise"] += 1
            failures.append(f"{place}: {_as_told(step)} told as {told[match].from_(step.before)}")
        else:
            counts[{"turn": "confirmed", "illegal": "flagged", "taken_back": "recognised"}[step.kind]] += 1
    taken = set(matches.values())
    for j, each in enumerate(told):
        if j not in taken:
            before = max((i for i, match in matches.items() if match < j), default=-1)
            turn = sum({"turn": 1, "taken_back": -1}.get(step.kind, 0) for step in played[: before + 1])
            known = played[before].after if before >= 0 else begin
            counts["invented"] += 1
            failures.append(f"{where} after turn {turn}: invented {each.from_(known)}")
    return Compared(**counts, seconds=seconds, failures=tuple(failures))


def _as_told(step: Played) -> str:
    return Told(step.kind, step.after, step.player, step.rules_broken).from_(step.before)


def changes(before: Position, after: Position) -> str:
    """What differs, place by place: c3:R->RB c3-e3:->R1."""
    old, new = before.places, after.places
    return " ".join(f"{at}:{old.get(at, '')}->{new.get(at, '')}" for at in changed_places(old, new)) or "nothing"


def _fit(step: Played, told: Told) -> int:
    """How well something told fits a step; 0 if it does not."""
    same = told.position == step.after
    match step.kind, told.kind:
        case "turn", "turn":
            return EXACT if same and told.player == step.player else 0
        case "illegal", "illegal":
            rules = told.rules_broken == step.rules_broken
            return EXACT if same and rules else PARTLY if same or rules else BARELY
        case "taken_back", "taken_back":
            return EXACT if same else 0
        case "put_right", "taken_back":
            return BARELY if same else 0
    return 0


def beside(played: Sequence[Played], told: Sequence[Told]) -> dict[int, int]:
    """Which of the told belongs to which step: the best way to put one row beside the other without crossing."""
    best = [[0] * (len(told) + 1) for _ in range(len(played) + 1)]
    for i in range(len(played) - 1, -1, -1):
        for j in range(len(told) - 1, -1, -1):
            fit = _fit(played[i], told[j])
            best[i][j] = max(best[i + 1][j], best[i][j + 1], fit + best[i + 1][j + 1] if fit else 0)
    found: dict[int, int] = {}
    i = j = 0
    while i < len(played) and j < len(told):
        fit = _fit(played[i], told[j])
        if fit and best[i][j] == fit + best[i + 1][j + 1]:
            found[i] = j
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return found


def play_through(game: str, seed: int) -> Compared:
    begin = time.perf_counter()
    rules = find_game(game).rule_book({})
    players = find_game(game).seats(min(find_game(game).players[1], USUAL_PLAYERS))
    with DemoSource(seed, rules, players) as source:
        events = list(watch(source))
        return compare_events(source.script, events, time.perf_counter() - begin)


def _columns(name: str, compared: Compared) -> str:
    cells = "".join(f"{getattr(compared, column):>11}" for column in COLUMNS)
    return f"{name:12}{cells}{1000 * compared.seconds / max(compared.turns, 1):>9.0f} ms"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.demo", description=__doc__)
    parser.add_argument("--games", type=int, default=50, metavar="N", help="so many of each")
    parser.add_argument("--game", nargs="+", choices=tuple(GAMES), default=USUAL_GAMES, metavar="ID")
    parser.add_argument("--first-seed", type=int, default=0, metavar="SEED")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="games played at the same time")
    args = parser.parse_args()
    if args.games < 1 or args.jobs < 1 or args.first_seed < 0:
        parser.error("--games and --jobs are whole numbers from 1, --first-seed from 0")
    seeds = range(args.first_seed, args.first_seed + args.games)
    print(f"{'':12}" + "".join(f"{column:>11}" for column in COLUMNS) + "    a turn", flush=True)
    total = Compared()
    for game in args.game:
        sum_ = Compared()
        for compared in _play_all(game, seeds, args.jobs):
            sum_ += compared
            for failure in compared.failures:
                print(f"  {failure}", flush=True)
        print(_columns(game, sum_), flush=True)
        total += sum_
    print(_columns("all", total))
    return 0


def _play_all(game: str, seeds: Sequence[int], jobs: int) -> Iterator[Compared]:
    if jobs == 1:
        yield from (play_through(game, seed) for seed in seeds)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play_through, [game] * len(seeds), seeds)


if __name__ == "__main__":
    sys.exit(main())
