"""The photographs that are measured with: path-traced ones where they are at hand, otherwise the sample images."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmarks.truth import Compared, Truth, compare, truths
from vision.tactori.reading import Reading
from vision.tactori.scanning import scan
from vision.tasks import Task
from words.message import InputError

ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared" / "photos"
REAL = ROOT.parent / "shared" / "real"
"""Photographs that nobody made for this: `boards/` for other games, and `blocks/` without a board."""
SAMPLES = ROOT / "sample_images"


def photographs(every: int = 1) -> list[Truth]:
    """Every n-th of the shared photographs, or of the sample images where there are none."""
    return list(truths(SHARED if SHARED.is_dir() else SAMPLES))[::every]


def real_pictures(kind: str, folder: Path = REAL) -> list[Path]:
    """The pictures of `boards` or `blocks`, in the order of their names."""
    return sorted(path for path in (folder / kind).glob("*") if path.suffix in (".jpg", ".jpeg"))


def read(truth: Truth, camera_known: bool) -> Reading | str:
    """The reading of a photograph, or in one sentence why there is none."""
    camera = truth.camera if camera_known else None
    try:
        return scan(Task(truth.image.name, str(truth.image), truth.physical_set, camera), None).reading
    except InputError as error:
        return str(error)


def read_all(taken: Iterable[Truth], camera_known: bool) -> Iterator[tuple[Truth, Compared]]:
    for truth in taken:
        reading = read(truth, camera_known)
        compared = compare(truth, None, reading) if isinstance(reading, str) else compare(truth, reading)
        yield truth, compared
