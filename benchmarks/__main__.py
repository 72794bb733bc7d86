"""Prints every benchmark as a ratio beside its bar: `make bench`, or `python -m benchmarks referee` or `vision`."""

from __future__ import annotations

import argparse
import os
import sys

PARTS = ("referee", "vision")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("part", nargs="?", choices=PARTS, help="only this part")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every N-th photograph")
    parser.add_argument("--list", action="store_true", help="every difference, photograph by photograph")
    args = parser.parse_args()
    if args.every < 1:
        parser.error("--every is a whole number from 1")
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    if args.part in (None, "referee"):
        from benchmarks.referee import explaining, moving, scoring

        for measure in (scoring, explaining, moving):
            for name, ratio, bar in measure():
                print(f"{ratio:8.2f}  {bar:12} {name}", flush=True)
    if args.part in (None, "vision"):
        from benchmarks.vision import reading

        for line in reading(args.every, args.list):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
