"""How much memory one cold reading takes at its peak: `python -m benchmarks.memory IMAGE` prints megabytes."""

from __future__ import annotations

import resource
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

# Linux counts in kilobytes, macOS in bytes.
PER_MB = 1e6 if sys.platform == "darwin" else 1e3


def peak_mb(image: Path) -> float:
    """Measured in a process of its own, which must not be started by a larger one: Linux passes the peak on."""
    command = [sys.executable, "-m", "benchmarks.memory", str(image)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parent.parent)
    return float(done.stdout)


def main(image: str) -> None:
    import cv2

    from vision.board.find import NoBoard
    from vision.photograph import load_photograph
    from vision.reader import read_photograph

    cv2.setNumThreads(1)
    with suppress(NoBoard):  # looking for it in vain took its memory too
        read_photograph(load_photograph(image).image)
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / PER_MB)


if __name__ == "__main__":
    main(sys.argv[1])
