"""The eyes of a table to which no pictures come, of a game whose board no camera knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from vision.eyes import Eyes
from vision.known_of_picture import Known


@dataclass(frozen=True)
class NoEyes:
    """There is nothing to be found."""

    known: Known
    found: None = None
    set: None = None


def no_eyes(known: Known) -> Eyes:
    """Without a picture nothing else is ever asked of eyes."""
    return cast(Eyes, NoEyes(known))
