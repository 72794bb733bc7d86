"""How well several views of one position are read as one, beside each view alone, and what that costs.

    python -m benchmarks.views FOLDER… [--list]

A folder holds photographs with a truth file beside each that says of which `group` it is a view; without any, the
shared ones are taken.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

from benchmarks.photographs import SHARED, read_all
from benchmarks.truth import Compared, Truth, compare, corner_turn
from benchmarks.unit import UNIT, measure, one_thread
from benchmarks.vision import total
from vision.board.find import NoBoard
from vision.photograph import load_photograph
from vision.tactori.scan import read_photograph
from vision.tactori.scanning import Scanned, scan
from vision.tactori.together import Shot, read_together
from vision.tasks import Task
from words.message import InputError

VIEWS = SHARED / "views"
TIMED = 4  # positions whose reading is timed, spread over all there are
COUNTED_STACKS = 6  # how the pictures are turned is asked for where so many stacks tell it
# What photographs that are not shown must reach, in per cent: exact by the number of views and whether the camera is
# known, then wrong claims, sticks invented, turning found; and the cost of three views beside one.
EXACT_BARS = {(2, True): 93, (2, False): 90, (3, True): 96, (3, False): 96}
WRONG_BAR, INVENTED_BAR, TURNING_BAR, COST_BAR = 0.1, 0.3, 100, 3.3
HEAD = ("", "exact", "to reach", "wrong claims", "sticks invented", "sticks denied", "unsure", "turning found")
WIDTHS = (34, 9, 10, 18, 18, 15, 8, 15)


@dataclass(frozen=True)
class Group:
    """Views of one position: the truth files beside their photographs, in the order in which they were taken."""

    files: tuple[Path, ...]

    @cached_property
    def views(self) -> tuple[Truth, ...]:
        return tuple(map(Truth.load, self.files))

    def first(self, count: int) -> Truth:
        """What the first so many of them show together."""
        return Truth.joined(self.files[:count])


@dataclass(frozen=True)
class Turning:
    """Of how many pictures it was found how they are turned against the first."""

    found: int = 0
    asked: int = 0

    def __add__(self, other: Turning) -> Turning:
        return Turning(self.found + other.found, self.asked + other.asked)


def groups(folder: Path) -> list[Group]:
    """The positions of a folder, in the order of their names."""
    files: dict[str, list[tuple[int, Path]]] = {}
    for path in sorted(folder.glob("*.json")):
        said = json.loads(path.read_text())
        if "group" in said:
            files.setdefault(said["group"], []).append((said["view"], path))
    made = (Group(tuple(path for _, path in sorted(each))) for each in files.values())
    return [group for group in made if len(group.files) > 1]


def read_views(views: Sequence[Truth], camera_known: bool) -> Scanned | str:
    """The one reading of several views, or in one sentence why there is none."""
    images = tuple(view.image.name for view in views)
    cameras = tuple(view.camera if camera_known else None for view in views)
    task = Task(
        images[0],
        str(views[0].image),
        views[0].physical_set,
        images=images,
        paths=tuple(str(view.image) for view in views),
        cameras=cameras,
    )
    try:
        return scan(task, None)
    except InputError as error:
        return str(error)


def turning(group: Group, scanned: Scanned | str, count: int) -> Turning:
    """Whether every picture's corners are named as those of the first are."""
    if len(group.views[0].position.towers) < COUNTED_STACKS:
        return Turning()
    if isinstance(scanned, str):
        return Turning(0, count - 1)
    ways = [
        None if view.corners is None else corner_turn(view.corners, truth.corners)
        for view, truth in zip(scanned.views, group.views[:count], strict=True)
    ]
    return Turning(sum(way is not None and way == ways[0] for way in ways[1:]), count - 1)


def compare_group(group: Group, count: int, camera_known: bool) -> tuple[Compared, Turning, tuple[str, ...]]:
    """What is right and wrong in a joint reading, and which pictures were left out of it."""
    scanned, truth = read_views(group.views[:count], camera_known), group.first(count)
    if isinstance(scanned, str):
        return compare(truth, None, scanned), turning(group, scanned, count), ()
    unused = (f"{view.image} left out: {view.to_json('en')['why']}" for view in scanned.views if not view.used)
    return compare(truth, scanned.reading), turning(group, scanned, count), tuple(unused)


def strangers(taken: Sequence[Group]) -> Iterator[tuple[Group, Truth]]:
    """Each position that has two views, with a view of another position on such a board."""
    for k, group in enumerate(taken):
        board = group.views[0].position.board
        others = (*taken[k + 1 :], *taken[:k])
        if other := next((each for each in others if each.views[0].position.board == board), None):
            yield group, other.views[-1]


def compare_with_stranger(group: Group, stranger: Truth) -> tuple[Compared, bool]:
    """What two views give with a stranger behind them, and whether it was the one that was left out."""
    scanned, truth = read_views([*group.views[:2], stranger], camera_known=True), group.first(2)
    if isinstance(scanned, str):
        return compare(truth, None, scanned), False
    return compare(truth, scanned.reading), [view.used for view in scanned.views] == [True, True, False]


def accuracy(taken: Sequence[Group], listed: bool) -> Iterator[str]:
    """Lines of a table for people: each view alone, the first two and the first three, the camera known and not."""
    yield ""
    yield f"Several views of one position, {len(taken)} positions"
    yield _columns(HEAD)
    for known in (True, False):
        camera = f"camera {'known' if known else 'not known'}"
        alone = [compared for group in taken for _, compared in read_all(group.views, known)]
        yield _row(f"each alone, {camera}", total(alone), "", None)
        for count, word in ((2, "two"), (3, "three")):
            some = [group for group in taken if len(group.files) >= count]
            together, turned = Compared(photos=0), Turning()
            for group in some:
                compared, found, unused = compare_group(group, count, known)
                together, turned = together + compared, turned + found
                if listed and (unused or not compared.exact):
                    yield f"  {', '.join(view.image.name for view in group.views[:count])}"
                    yield from (f"      {note}" for note in (*unused, *compared.notes))
            if some:
                yield _row(f"{word} views, {camera}", together, f">= {EXACT_BARS[count, known]} %", turned)
    beside = [compare_with_stranger(*each) for each in strangers(taken)]
    if beside:
        yield _row("two and a stranger, camera known", total(compared for compared, _ in beside), "", None)
        yield f"  the stranger was left out, and nothing else: {sum(named for _, named in beside)}/{len(beside)}"
    yield _columns(
        ("to reach", "", "", f"<= {WRONG_BAR} %", f"<= {INVENTED_BAR} %", "", "", f"{TURNING_BAR} %"),
    )


def _row(name: str, c: Compared, bar: str, turned: Turning | None) -> str:
    claims, laid = c.right + c.wrong, c.sticks_found + c.sticks_invented
    return _columns(
        (
            name,
            f"{c.exact}/{c.photos}",
            bar,
            f"{c.wrong} ({_share(c.wrong, claims):.2f} %)",
            f"{c.sticks_invented} ({_share(c.sticks_invented, laid):.2f} %)",
            str(c.sticks_denied),
            str(c.unsure),
            "" if turned is None else f"{turned.found}/{turned.asked}",
        )
    )


def _share(part: int, whole: int) -> float:
    return 100 * part / max(whole, 1)


def _columns(cells: Iterable[str]) -> str:
    first, *rest = (f"{cell:>{width}}" for cell, width in zip(cells, WIDTHS, strict=True))
    return (f"{first.strip():{WIDTHS[0]}}" + "".join(rest)).rstrip()


def cost(taken: Sequence[Group]) -> Iterator[str]:
    """Three views read as one beside the same three alone, and in units; the set is known, the camera is not."""
    three = [group for group in taken if len(group.files) >= 3]
    ratios, units = [], []
    with one_thread():
        for group in three[:: max(1, len(three) // TIMED)][:TIMED]:
            views = group.views[:3]
            images = [load_photograph(str(view.image)).image for view in views]
            made = views[0].physical_set
            alone = [partial(read_photograph, image, made) for image in images]
            joint = partial(read_together, [Shot(image) for image in images], made)
            try:
                one = statistics.mean(
                    measure(work, image, rounds=1)[0] for work, image in zip(alone, images, strict=True)
                )
                units.append(measure(joint, images[0], rounds=1)[0])
            except (NoBoard, InputError):
                continue  # what was not read is counted under accuracy
            ratios.append(units[-1] / one)
    if ratios:
        said = f"three views read as one / one view, median of {len(ratios)} positions"
        yield f"{statistics.median(ratios):8.2f}  {f'<= {COST_BAR}':12} {said}, worst {max(ratios):.2f}"
        yield f"{statistics.median(units):8.2f}  {'':12} three views read as one / {UNIT}, median"


def viewing(folders: Sequence[Path] = (VIEWS,), every: int = 1, listed: bool = False) -> Iterator[str]:
    """Everything about several views of one position, line by line."""
    taken = [group for folder in folders for group in groups(folder)][::every]
    if not taken:
        yield f"There are no views of one position with their truth in {', '.join(map(str, folders))}."
        return
    yield from cost(taken)
    yield from accuracy(taken, listed)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="*", default=[VIEWS])
    parser.add_argument("--list", action="store_true", help="every difference, position by position")
    args = parser.parse_args(arguments)
    if not any(groups(folder) for folder in args.folders):
        print(*viewing(args.folders), file=sys.stderr)
        return 2
    for line in viewing(args.folders, listed=args.list):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
