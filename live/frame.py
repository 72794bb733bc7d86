"""What a source gives: frames, and word of it when it dies or is back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from words.message import Message

Picture = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture and when it was taken, on the source's own clock."""

    image: Picture
    name: str
    number: int
    at_s: float
    alone: bool = False
    """A photograph, not part of a film: nothing tells whether it was calm but the picture itself."""


@dataclass(frozen=True)
class Gone:
    """The source gives no pictures any more; it is tried again."""

    why: Message


@dataclass(frozen=True)
class Again:
    """The source gives pictures again."""


Given: TypeAlias = Frame | Gone | Again
