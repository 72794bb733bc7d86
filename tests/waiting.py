"""How tests wait: for what they wait for itself, on however slow and busy a machine.

- `wait_for(look, what)` looks until something is there; `wait_ended(thread)` until a thread is through.
- Whatever must have a limit (a socket, a child, `Event.wait`) gets `PATIENCE_S`, and Playwright `PATIENCE_MS`, which
  tests/web/browser/conftest.py has set already. No test has a limit of its own: it would be one on the machine's speed.
- That something does not happen is no matter of waiting for a while either: wait for what comes after it, or turn a
  clock on by hand (`page.clock` in the browser, a patched `time.monotonic` here).
- Programs under test hear Ctrl-C although a shell started the tests deaf to it: see tests/conftest.py.

`PATIENCE_S=20 make test` has less patience, for whoever writes a test and sees it fail first.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE_S = float(os.environ.get("PATIENCE_S", "600"))
"""A backstop and nothing else: only what never comes meets it."""
PATIENCE_MS = 1000 * PATIENCE_S
LOOK_EVERY_S = 0.02
Wanted = TypeVar("Wanted")


def wait_for(look: Callable[[], Wanted | None], what: str = "it") -> Wanted:
    """What `look` finds, as soon as it finds something."""
    end_s = time.monotonic() + PATIENCE_S
    while not (found := look()):
        assert time.monotonic() < end_s, f"waited in vain for {what}"
        time.sleep(LOOK_EVERY_S)
    return found


def wait_ended(*threads: threading.Thread) -> None:
    for thread in threads:
        thread.join(PATIENCE_S)
        assert not thread.is_alive(), f"{thread.name} never ended"
