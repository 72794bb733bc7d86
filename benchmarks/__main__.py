"""Prints every benchmark as a ratio beside its bar: `make bench`, or `python -m benchmarks PART`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

PARTS = ("referee", "vision", "views", "cards", "live", "page")
HOUR, LEAST = 36_000, 200
"""Frames at ten a second, and the fewest that say anything."""


def read_arguments(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("part", nargs="?", choices=PARTS, help="only this part")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every N-th photograph, or position")
    parser.add_argument("--list", action="store_true", help="every difference, photograph by photograph")
    parser.add_argument(
        "--hour", type=int, nargs="?", const=HOUR, metavar="FRAMES",
        help=f"with `live`: only whether memory grows, in an hour of frames ({HOUR}) or in so many",
    )  # fmt: skip
    args = parser.parse_args(arguments)
    if args.every < 1:
        parser.error("--every is a whole number from 1")
    if args.hour is not None and args.part != "live":
        parser.error("--hour goes with live")
    if args.hour is not None and args.hour < LEAST:
        parser.error(f"--hour is a whole number from {LEAST}")
    return args


def main() -> int:
    args = read_arguments()
    if hasattr(os, "sched_setaffinity"):
        cores = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    if args.hour is not None:
        from benchmarks.hour import hour

        for line in hour(args.hour):
            print(line, flush=True)
        return 0
    if args.part in (None, "referee"):
        from benchmarks.classics import counting_moves, explaining_classics
        from benchmarks.referee import explaining, moving, scoring

        for measure in (scoring, explaining, moving, explaining_classics, counting_moves):
            for name, ratio, bar in measure():
                print(f"{ratio:8.2f}  {bar:12} {name}", flush=True)
    if args.part in (None, "vision"):
        from benchmarks.vision import reading

        for line in reading(args.every, args.list):
            print(line, flush=True)
    if args.part in (None, "views"):
        from benchmarks.views import viewing

        for line in viewing(every=args.every, listed=args.list):
            print(line, flush=True)
    if args.part in (None, "cards"):
        from benchmarks.cards import ANTIBLOK, figures, refusing

        if ANTIBLOK.is_dir():
            for line in (*figures([ANTIBLOK], args.every, args.list), *refusing(args.every)):
                print(line, flush=True)
    if args.part in (None, "live"):
        from benchmarks.live import watching

        for line in watching():
            print(line, flush=True)
    if args.part in (None, "page"):
        from benchmarks.page import looking

        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, cores)  # nobody has program and browser on one core
        for line in looking():
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
