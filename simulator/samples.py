"""Sample pictures: a folder of pictures that are the same every time, what each shows beside it, and a list of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from referee.output import write_file
from simulator.commands import write_picture
from simulator.expose import Picture

SIZE = (960, 540)
QUALITY = 88

Sample = TypeVar("Sample")


def write_samples(
    folder: Path, samples: Sequence[Sample], make: Callable[[Sample, Path, int], None], contents: str
) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for seed, sample in enumerate(samples, 1):
        make(sample, folder, seed)
    write_file(str(folder / "README.md"), contents.encode())


def write_sample(image: Path, picture: Picture, truth: Mapping[str, Any]) -> None:
    """Writes the picture, and beside it what it shows."""
    write_picture(str(image), picture, QUALITY)
    write_file(str(image.with_suffix(".json")), (json.dumps(truth) + "\n").encode())
