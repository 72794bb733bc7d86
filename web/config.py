"""What the page is told when it starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class ConnectionLimits:
    """A browser holds up to six connections to a page, and one more for each page that listens."""

    per_address: int = 200
    """Of one guest; a school's network may show thirty machines as one."""
    of_guests: int = 400
    of_this_machine: int = 200
    """All together stay well below the thousand open files that many systems allow a program."""
    head_s: float = 15.0
    """For the head of a request, and until the first one begins. The slowest phone needs a tenth of it."""
    body_s: float = 30.0
    body_bytes_per_s: int = 20_000
    """A body may take so long and, for what has to come, at least so fast: a photograph over a bad network."""
    idle_s: float = 60.0
    """Between two requests."""
    stalled_s: float = 60.0
    """For whoever takes no byte of an answer."""
    look_every_s: float = 1.0


@dataclass(frozen=True)
class Config:
    """Everything has a default that suits a family's laptop."""

    log_path: Path | None = None
    """Where games are kept; None is the file of this user."""
    demo: bool = False
    """Demo tables are shown."""
    demo_options: Mapping[str, Any] = field(default_factory=dict)
    """What else simulated games are told, as `DemoSource` takes it."""
    key: str | None = None
    """What whoever is not on this machine has to say first; None as long as only this machine is listened to."""
    hosts: frozenset[str] = frozenset({"127.0.0.1", "localhost", "[::1]"})
    """The names under which the page may be asked for: any other is somebody else's page pointing at this machine."""
    addresses: tuple[str, ...] = ()
    """Where others find the page, to be shown with the key."""
    most_upload_bytes: int = 32_000_000
    workers: int | None = None
    """Processes for heavy work; None is as many as this machine has cores, as far as its memory allows."""
    connections: ConnectionLimits = field(default_factory=ConnectionLimits)
    """How many connections the page holds, and how patient it is with them."""
    reopen: bool = True
    """Whether tables that were open when the page was last closed are opened again."""
