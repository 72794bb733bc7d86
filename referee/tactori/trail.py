"""The longest way through a network that uses no link twice."""

from __future__ import annotations

from collections.abc import Sequence

Link = tuple[str, str]
State = tuple[tuple[int, ...], tuple[int, ...], int]
"""The group and the parity of every open field (group 0: not on the way), and how many loose ends are behind us."""


def longest_trail(links: Sequence[Link]) -> int:
    """How many links the longest trail has.

    A set of links can be walked in one go exactly if it hangs together and at most two of its fields have an odd
    number of them. The links are gone through one by one, field by field, keeping for every way to choose among
    those so far only what matters for the rest: which of the fields still open are joined, and their parity. On a
    board five fields wide that is little, so that the answer is exact however full the board is.

    >>> longest_trail([("a1", "b1"), ("b1", "c1"), ("b1", "b2")])
    2
    """
    ordered = sorted(links, key=lambda link: (max(_order(f) for f in link), min(_order(f) for f in link)))
    last_use = {field: i for i, link in enumerate(ordered) for field in link}
    open_fields: list[str] = []
    states: dict[State, int] = {((), (), 0): 0}
    best = 0
    for i, link in enumerate(ordered):
        for field in link:
            if field not in open_fields:
                open_fields.append(field)
                states = {((*g, 0), (*p, 0), loose): n for (g, p, loose), n in states.items()}
        a, b = (open_fields.index(field) for field in link)
        for state, length in list(states.items()):
            taken = _take(state, a, b)
            states[taken] = max(states.get(taken, 0), length + 1)
        for field in link:
            if last_use[field] == i:
                at = open_fields.index(field)
                states, ended = _close(states, at)
                best = max(best, ended)
                del open_fields[at]
    return best


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


def _close(states: dict[State, int], at: int) -> tuple[dict[State, int], int]:
    """No more links at this open field: states that can still become a trail, and the longest that ended here."""
    kept: dict[State, int] = {}
    longest = 0
    for (group, parity, loose), length in states.items():
        loose += parity[at]
        if loose > 2:
            continue
        others = group[:at] + group[at + 1 :]
        if group[at] and group[at] not in others:
            if not any(others):
                longest = max(longest, length)
            continue
        state = _numbered(others), parity[:at] + parity[at + 1 :], loose
        kept[state] = max(kept.get(state, 0), length)
    return kept, longest


def _numbered(group: Sequence[int]) -> tuple[int, ...]:
    """Groups numbered in the order they appear, so that equal situations are equal."""
    numbers: dict[int, int] = {0: 0}
    return tuple(numbers.setdefault(g, len(numbers)) for g in group)
