"""How much memory this process has, and how much one cold reading: `python -m benchmarks.memory IMAGE` prints MB."""

from __future__ import annotations

import resource
import subprocess
import sys
from contextlib import suppress
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


def main(image: str) -> None:
    import cv2

    from vision.board.find import NoBoard
    from vision.photograph import load_photograph
    from vision.reader import read_photograph

    cv2.setNumThreads(1)
    with suppress(NoBoard):  # looking for it in vain took its memory too
        read_photograph(load_photograph(image).image)
    print(own_peak_mb())


if __name__ == "__main__":
    main(sys.argv[1])
