"""A file that one program holds at a time; the system lets go of it when the program ends, however it ends."""

from __future__ import annotations

import sys
from contextlib import suppress

if sys.platform == "win32":
    import msvcrt

    def lock(handle: int) -> bool:
        """Whether nobody else holds the open file; then we do."""
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def unlock(handle: int) -> None:
        with suppress(OSError):
            msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def lock(handle: int) -> bool:
        """Whether nobody else holds the open file; then we do."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # a network folder without locks: we can only hope to be alone
            return True
        return True

    def unlock(handle: int) -> None:
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_UN)
