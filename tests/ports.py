"""Ports for tests that need the same one twice, or one at which nobody is."""

from __future__ import annotations

import secrets
import socket
from contextlib import suppress

NAMED = range(20_000, 30_000)


def free_port() -> int:
    """One that the system gives to nobody who lets it choose: no other test is handed it meanwhile."""
    while True:
        port = secrets.choice(NAMED)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
