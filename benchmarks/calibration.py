"""What a calibration is worth: readings after measuring set and camera on a few photographs of the same table.

    python -m benchmarks.calibration TABLE… [--list]
    python -m benchmarks.calibration --views FOLDER… [--list]

Each TABLE is a folder with `cal/`, the photographs to measure on, and `test/`, those to read; all taken by one camera
of one set, with the truth beside each. Of the set only the pitch is told, of the camera nothing. Printed are how far
each measure and the focal length are off, with the standard error that was promised in brackets, and how many boards
are read exactly with everything known, after calibrating, with the set measured on each photograph by itself, and with
usual measures.

Each FOLDER holds views of positions, with the truth beside each; without any, the shared ones are taken. Printed is how
far towers and focal lengths are off, measured on one view and on several together.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from benchmarks.fitting import fitting
from benchmarks.truth import Compared, Truth, compare, truths
from benchmarks.views import VIEWS
from calibration.bundle import MEASURED
from calibration.camera import Camera
from calibration.physical_set import PhysicalSet
from calibration.refused import Refused
from vision.photograph import load_photograph
from vision.tactori.calibrate.set_photos import SetResult, SetSession
from vision.tactori.scanning import scan
from vision.tasks import Task
from words.message import InputError

KNOWN, CALIBRATED, ITSELF, USUAL = "everything known", "calibrated", "each by itself", "usual measures"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.calibration", description=__doc__)
    parser.add_argument("tables", nargs="*", type=Path, metavar="TABLE")
    parser.add_argument(
        "--views", nargs="*", type=Path, metavar="FOLDER", help="views fitted together, beside each alone"
    )
    parser.add_argument("--list", action="store_true", help="every difference, photograph by photograph")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    if args.views is not None:
        for line in fitting(args.views or [VIEWS], args.list):
            print(line, flush=True)
    elif not args.tables:
        parser.error("name a TABLE, or --views")
    totals: dict[str, Compared] = {}
    off: dict[str, list[tuple[float, float]]] = {}
    for table in args.tables:
        learned, asked = list(truths(table / "cal")), list(truths(table / "test"))
        if not learned or not asked:
            parser.error(f"{table}: no photographs with truth in cal/ or test/")
        pitch = PhysicalSet.in_proportion(learned[0].physical_set.pitch_9)
        result = _calibrate(learned)
        made, camera = pitch, None
        if isinstance(result, SetResult):
            made, camera = result.measured.physical_set, result.camera.camera if result.camera else None
            _note(off, result, learned[0])
        ways = {
            KNOWN: [_read(truth, truth.physical_set, truth.camera) for truth in asked],
            CALIBRATED: [_read(truth, made, camera) for truth in asked],
            ITSELF: [_read(truth, pitch, None, measure=True) for truth in asked],
            USUAL: [_read(truth, pitch, None) for truth in asked],
        }
        exact = "  ".join(f"{name} {sum(c.exact for c in found)}/{len(found)}" for name, found in ways.items())
        said = _said(result, learned[0]) if isinstance(result, SetResult) else f"refused: {result}"
        print(f"{table.name:10} {exact}  {said}", flush=True)
        for name, found in ways.items():
            totals[name] = sum(found, totals.get(name, Compared(photos=0)))
            for truth, compared in zip(asked, found, strict=True) if args.list else ():
                for note in compared.notes:
                    print(f"    {name:16} {truth.image.name}: {note}")
    if args.tables:
        _print_totals(totals, off)
    return 0


def _calibrate(learned: Sequence[Truth]) -> SetResult | str:
    session = SetSession({"pitch_9": learned[0].physical_set.pitch_9})
    for truth in learned:
        session.add(load_photograph(str(truth.image)).image)
    try:
        return session.finish()
    except Refused as refused:
        return str(refused)


def _read(truth: Truth, physical_set: PhysicalSet, camera: Camera | None, measure: bool = False) -> Compared:
    task = Task(truth.image.name, str(truth.image), physical_set, camera, measure=measure)
    try:
        return compare(truth, scan(task, None).reading)
    except InputError as error:
        return compare(truth, None, str(error))


def _errors(result: SetResult, truth: Truth) -> dict[str, tuple[float, float]]:
    """Of the focal length and every measure: how far off it is and what was promised, relative to what is right."""
    made = {}
    if result.camera is not None:
        made["focal"] = (result.camera.camera.fx / truth.camera.fx - 1, result.camera.focal_error)
    for name in MEASURED:
        right, error = getattr(truth.physical_set, name), result.measured.errors.get(name)
        if error is not None:
            made[name] = (getattr(result.measured.physical_set, name) / right - 1, error / right)
    return made


def _note(off: dict[str, list[tuple[float, float]]], result: SetResult, truth: Truth) -> None:
    for name, pair in _errors(result, truth).items():
        off.setdefault(name, []).append(pair)


def _said(result: SetResult, truth: Truth) -> str:
    return "  ".join(
        f"{name} {100 * off:+.1f} % ({100 * own:.1f})" for name, (off, own) in _errors(result, truth).items()
    )


def _print_totals(totals: dict[str, Compared], off: dict[str, list[tuple[float, float]]]) -> None:
    for name, t in totals.items():
        print(
            f"{name:16} boards {t.found}/{t.photos}  exact {t.exact}/{t.photos}  stacks right "
            f"{100 * t.right / max(1, t.stacks):.2f} % of {t.stacks}, wrong {t.wrong}  sticks found "
            f"{100 * t.sticks_found / max(1, t.sticks):.1f} % of {t.sticks}, invented {t.sticks_invented}"
        )
    for name, pairs in off.items():
        error, own = np.abs([pair[0] for pair in pairs]), np.array([pair[1] for pair in pairs])
        print(
            f"{name:16} off by {100 * np.median(error):.2f} % median, {100 * error.max():.2f} % worst; "
            f"{np.sqrt(np.mean((error / own) ** 2)):.1f} times what was promised"
        )


if __name__ == "__main__":
    sys.exit(main())
