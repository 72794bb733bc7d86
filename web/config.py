"""What the page is told when it starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Config:
    """Everything has a default that suits a family's laptop."""

    log_path: Path | None = None
    """Where games are kept; None is the file of this user."""
    demo: bool = False
    """Two demo tables are shown."""
    demo_options: Mapping[str, Any] = field(default_factory=dict)
    """What else simulated games are told, as `DemoSource` takes it."""
    key: str | None = None
    """What whoever is not on this machine has to say first; None as long as only this machine is listened to."""
    hosts: frozenset[str] = frozenset({"127.0.0.1", "localhost", "[::1]"})
    """The names under which the page may be asked for: any other is somebody else's page pointing at this machine."""
    addresses: tuple[str, ...] = ()
    """Where others find the page, to be shown with the key."""
    most_upload_bytes: int = 32_000_000
    workers: int = 2
    """Processes for heavy work."""
    reopen: bool = True
    """Whether tables that were open when the page was last closed are opened again."""
