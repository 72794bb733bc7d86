"""How much memory this process has, and how much one cold reading: `python -m benchmarks.memory IMAGE` prints MB."""

from __future__ import annotations

import resource
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

# Linux counts in units of 1024 bytes, macOS in bytes.
PER_MB = 1e6 if sys.platform == "darwin" else 1e6 / 1024


def peak_mb(image: Path) -> float:
    """Measured in a process of its own, which must not be started by a larger one: Linux passes the peak on."""
    command = [sys.executable, "-m", "benchmarks.memory", str(image)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parent.parent)
    return float(done.stdout)


def own_peak_mb() -> float:
    """The most that this process ever had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / PER_MB


def own_mb() -> float | None:
    """What this process has now; None where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return None
    return pages * resource.getpagesize() / 1e6


@dataclass(frozen=True)
class Held:
    """What a program and its children have at a moment."""

    mb: float
    """Proportional shares: what several of them share counts once."""
    threads: int
    processes: int

    def __str__(self) -> str:
        return f"{self.mb:6.0f} MB PSS, {self.threads:3} threads, {self.processes} processes"


def tree_held(pid: int) -> Held:
    """Of a process and all that it started; Linux says it."""
    kilobytes = threads = 0
    tree = _tree(pid)
    for each in tree:
        with suppress(OSError):  # it ended meanwhile
            said = dict(line.split(":", 1) for line in Path(f"/proc/{each}/smaps_rollup").read_text().splitlines()[1:])
            kilobytes += int(said["Pss"].split()[0])
            threads += len(list(Path(f"/proc/{each}/task").iterdir()))
    return Held(kilobytes * 1024 / 1e6, threads, len(tree))


def _tree(pid: int) -> list[int]:
    found = [pid]
    for each in found:  # grows while it is gone through
        for task in Path("/proc").glob(f"{each}/task/*/children"):
            with suppress(OSError):
                found += map(int, task.read_text().split())
    return found


def main(image: str) -> None:
    import cv2

    from vision.board.find import NoBoard
    from vision.photograph import load_photograph
    from vision.tactori.scan import read_photograph

    cv2.setNumThreads(1)
    with suppress(NoBoard):  # looking for it in vain took its memory too
        read_photograph(load_photograph(image).image)
    print(own_peak_mb())


if __name__ == "__main__":
    main(sys.argv[1])
