"""What lies where, compared: a place whose content is `?` may hold anything."""

from __future__ import annotations

from collections.abc import Mapping

UNKNOWN = "?"


def look_alike(there: str, seen: str) -> bool:
    """Whether what is there may be what was seen of it, letter by letter."""
    return len(there) == len(seen) and all(b in (UNKNOWN, a) for a, b in zip(there, seen, strict=True))


def agree(places: Mapping[str, str], seen: Mapping[str, str], doubtful: frozenset[str] | set[str]) -> bool:
    """Whether a position looks like what was seen, apart from the doubtful places."""
    return all(look_alike(places.get(at, ""), seen.get(at, "")) for at in {*places, *seen} - doubtful)


def changed_places(before: Mapping[str, str], after: Mapping[str, str]) -> tuple[str, ...]:
    """Every place whose content is another one."""
    return tuple(at for at in dict.fromkeys([*before, *after]) if before.get(at) != after.get(at))
