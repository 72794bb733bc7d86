"""Memory that nobody uses any more goes back to the system: the C library would keep most of it for later."""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress

# Of glibc's malloc.h.
M_ARENA_MAX, M_MMAP_THRESHOLD, M_TRIM_THRESHOLD = -8, -3, -1
# Every thread would get a heap of its own, up to eight for each core, and what one has freed no other one uses.
ARENAS = 2
# A picture is mapped by itself and gone when it is freed. Left alone, the limit grows with every large one that is
# freed, and then pictures lie among small things that stay.
MAPPED_FROM_BYTES = 1_000_000
LEFT_FREE_BYTES = 4_000_000


def keep_little() -> bool:
    """To be called before there are threads; whether this system's C library can be told so."""
    libc = _glibc()
    if libc is None:
        return False
    wanted = ((M_ARENA_MAX, ARENAS), (M_MMAP_THRESHOLD, MAPPED_FROM_BYTES), (M_TRIM_THRESHOLD, LEFT_FREE_BYTES))
    taken = [libc.mallopt(option, value) for option, value in wanted]
    return all(taken)


def give_back() -> None:
    """What is free between things that are used, too."""
    libc = _glibc()
    if libc is not None:
        libc.malloc_trim(0)


def _glibc() -> ctypes.CDLL | None:
    if not sys.platform.startswith("linux"):
        return None
    with suppress(OSError, AttributeError):
        libc = ctypes.CDLL(None)
        if hasattr(libc, "gnu_get_libc_version"):
            return libc
    return None
