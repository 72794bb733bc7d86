"""What lies where, compared: a place whose content is `?` may hold anything."""

from __future__ import annotations

from collections.abc import Mapping

UNKNOWN = "?"


def is_field(place: str) -> bool:
    """Whether a place is a field (`c3`), and none between fields (`c3-e3`, `b2+`)."""
    return place.isalnum()


def look_alike(there: str, seen: str) -> bool:
    """Whether what is there may be what was seen of it, letter by letter."""
    return len(there) == len(seen) and all(b in (UNKNOWN, a) for a, b in zip(there, seen, strict=True))


def may_be_same(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Whether two positions can be the same; what is unknown in one may be known in the other."""
    return all(_alike(one.get(at, ""), other.get(at, "")) for at in {*one, *other})


def _alike(one: str, other: str) -> bool:
    return one == other or (
        len(one) == len(other) and all(a == b or UNKNOWN in (a, b) for a, b in zip(one, other, strict=True))
    )


def lie_between(before: Mapping[str, str], waiting: Mapping[str, str], seen: Mapping[str, str]) -> bool:
    """Whether every place is as it was in one of two positions."""
    return all(
        _alike(seen.get(at, ""), before.get(at, "")) or _alike(seen.get(at, ""), waiting.get(at, ""))
        for at in {*before, *waiting, *seen}
    )


def differing_places(one: Mapping[str, str], other: Mapping[str, str]) -> frozenset[str]:
    """Where two positions cannot be the same."""
    return frozenset(at for at in {*one, *other} if not _alike(one.get(at, ""), other.get(at, "")))


def count_changes(one: Mapping[str, str], other: Mapping[str, str]) -> int:
    """At how many places two positions cannot be the same."""
    return len(differing_places(one, other))


def agree(places: Mapping[str, str], seen: Mapping[str, str], doubtful: frozenset[str] | set[str]) -> bool:
    """Whether a position looks like what was seen, apart from the doubtful places."""
    return all(look_alike(places.get(at, ""), seen.get(at, "")) for at in {*places, *seen} - doubtful)


def changed_places(before: Mapping[str, str], after: Mapping[str, str]) -> tuple[str, ...]:
    """Every place whose content is another one."""
    return tuple(at for at in dict.fromkeys([*before, *after]) if before.get(at) != after.get(at))
