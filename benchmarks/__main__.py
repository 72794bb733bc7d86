"""Prints every benchmark as a ratio beside its bar: `make bench`."""

from __future__ import annotations

import os
import sys

from benchmarks.referee import explaining, moving, scoring


def main() -> int:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    for measure in (scoring, explaining, moving):
        for name, ratio, bar in measure():
            print(f"{ratio:8.2f}  {bar:12} {name}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
