"""The longest way through a network that uses no link twice."""

from __future__ import annotations

from collections.abc import Sequence

Link = tuple[str, str]
State = tuple[tuple[int, ...], tuple[int, ...], int]
"""The group and the parity of every open field (group 0: not on the way), and how many loose ends are behind us."""
Chosen = tuple[int, "Chosen"] | None
"""The links taken so far by their numbers, the last one first."""
Taken = tuple[int, Chosen]
"""How many links were taken, and which."""
NOTHING: Taken = (0, None)


def longest_trail(links: Sequence[Link]) -> int:
    """How many links the longest trail has.

    >>> longest_trail([("a1", "b1"), ("b1", "c1"), ("b1", "b2")])
    2
    """
    return len(longest_way(links))


def longest_way(links: Sequence[Link]) -> tuple[Link, ...]:
    """The links of a longest trail, in no order.

    A set of links can be walked in one go exactly if it hangs together and at most two of its fields have an odd
    number of them. The links are gone through one by one, field by field, keeping for every way to choose among
    those so far only what matters for the rest: which of the fields still open are joined, and their parity. On a
    board five fields wide that is little, so that the answer is exact however full the board is.
    """
    ordered = sorted(links, key=lambda link: (max(_order(f) for f in link), min(_order(f) for f in link)))
    last_use = {field: i for i, link in enumerate(ordered) for field in link}
    open_fields: list[str] = []
    states: dict[State, Taken] = {((), (), 0): (0, None)}
    best: Taken = (0, None)
    for i, link in enumerate(ordered):
        for field in link:
            if field not in open_fields:
                open_fields.append(field)
                states = {((*g, 0), (*p, 0), loose): n for (g, p, loose), n in states.items()}
        a, b = (open_fields.index(field) for field in link)
        for state, (length, chosen) in list(states.items()):
            taken = _take(state, a, b)
            if length + 1 > states.get(taken, NOTHING)[0]:
                states[taken] = (length + 1, (i, chosen))
        for field in link:
            if last_use[field] == i:
                at = open_fields.index(field)
                states, ended = _close(states, at)
                best = max(best, ended, key=_length)
                del open_fields[at]
    way, rest = [], best[1]
    while rest:
        way.append(ordered[rest[0]])
        rest = rest[1]
    return tuple(reversed(way))


def _length(taken: Taken) -> int:
    return taken[0]


def _order(field: str) -> tuple[int, str]:
    return int(field[1:]), field[0]


def _take(state: State, a: int, b: int) -> State:
    """The link between the open fields a and b joins the way."""
    group, parity, loose = list(state[0]), list(state[1]), state[2]
    parity[a] ^= 1
    parity[b] ^= 1
    fresh = max(group) + 1
    joined = {group[a] or fresh, group[b] or fresh}
    group[a] = group[b] = fresh
    return _numbered([fresh if g in joined else g for g in group]), tuple(parity), loose


def _close(states: dict[State, Taken], at: int) -> tuple[dict[State, Taken], Taken]:
    """No more links at this open field: states that can still become a trail, and the longest that ended here."""
    kept: dict[State, Taken] = {}
    longest: Taken = (0, None)
    for (group, parity, loose), taken in states.items():
        loose += parity[at]
        if loose > 2:
            continue
        others = group[:at] + group[at + 1 :]
        if group[at] and group[at] not in others:
            if not any(others):
                longest = max(longest, taken, key=_length)
            continue
        state = _numbered(others), parity[:at] + parity[at + 1 :], loose
        kept[state] = max(kept.get(state, NOTHING), taken, key=_length)
    return kept, longest


def _numbered(group: Sequence[int]) -> tuple[int, ...]:
    """Groups numbered in the order they appear, so that equal situations are equal."""
    numbers: dict[int, int] = {0: 0}
    return tuple(numbers.setdefault(g, len(numbers)) for g in group)
