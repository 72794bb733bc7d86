"""Independent judges of the two games with a die: every throw is tried, every piece is walked field by field.

They know nothing of the referee's code. A board is a table from point to letters; pieces that wait in
Mensch ärgere Dich nicht are counted under the name of their colour.
"""

from __future__ import annotations

from typing import Any

Table = dict[str, str]
Board = frozenset[tuple[str, str]]
Options = dict[str, Any]
ROUND = "ygrb"
FIRST = {"y": 1, "g": 11, "r": 21, "b": 31}
OPPOSITE = {"y": "r", "r": "y", "g": "b", "b": "g"}


def frozen(table: Table) -> Board:
    return frozenset((point, "".join(sorted(there))) for point, there in table.items() if there)


def counted(table: Table) -> Table:
    """The same with those on B counted only."""
    told: Table = {}
    for point, there in table.items():
        name = point[0] if len(point) == 3 else point
        told[name] = told.get(name, "") + there
    return told


# Mensch ärgere Dich nicht


def next_field(colour: str, at: str) -> str | None:
    """One field on; from the last field of the lap into the goal, and nowhere from d."""
    if not at.isdigit():
        return {"a": colour + "b", "b": colour + "c", "c": colour + "d", "d": None}[at[1]]
    last = FIRST[colour] - 1 or 40
    return colour + "a" if int(at) == last else str(int(at) % 40 + 1)


def field_before(colour: str, at: str) -> str | None:
    """One field back, but not onto the own A."""
    back = str((int(at) - 2) % 40 + 1)
    return None if int(at) == FIRST[colour] or int(back) == FIRST[colour] else back


def team(colour: str, options: Options) -> str:
    return colour + OPPOSITE[colour] if options.get("partners") else colour


def is_wall(there: str, options: Options) -> bool:
    if options.get("partners"):
        return sum(c in "yr" for c in there) > 1 or sum(c in "gb" for c in there) > 1
    return bool(options.get("barriers")) and len(there) > 1 and len(set(there)) == 1


def put(table: Table, colour: str, at: str, options: Options, enters: bool) -> tuple[Table, bool] | None:
    """The table with a piece put on a field, and whether that captured; None where it may not stand."""
    there = table.get(at, "")
    friends = team(colour, options)
    if not there:
        return {**table, at: colour}, False
    if not at.isdigit():
        return None
    if any(c in friends for c in there):
        pair = options.get("partners") or (options.get("barriers") and there == colour and not enters)
        return ({**table, at: there + colour}, False) if pair and len(there) == 1 else None
    if is_wall(there, options) and not (enters and options.get("partners")):
        return None
    home = {c: table.get(c, "") + c * there.count(c) for c in set(there)}
    return {**table, **home, at: colour}, True


def lift(table: Table, colour: str, at: str) -> Table:
    return {**table, at: table[at].replace(colour, "", 1)}


def possible(table: Table, colour: str, throw: int, options: Options) -> list[dict[str, Any]]:
    """Every piece walked by the throw, whatever the duties are."""
    found = []

    def add(done: tuple[Table, bool] | None, start: str, back: bool = False) -> None:
        if done and (done[1] or not back):
            found.append({"after": done[0], "captures": done[1], "from": start, "back": back})

    if throw == 6 and table.get(colour):
        add(put(lift(table, colour, colour), colour, str(FIRST[colour]), options, True), "B")
    for start in [point for point, there in table.items() if colour in there and len(point) <= 2 and point != colour]:
        for back in (False, True) if options.get("backward_capture") and start.isdigit() else (False,):
            at: str | None = start
            for left in range(throw, 0, -1):
                at = field_before(colour, at) if back else next_field(colour, at)  # type: ignore[arg-type]
                if at is None:
                    break
                met = table.get(at, "")
                jumped_home = met and not at.isdigit() and not options.get("jump_home", True)
                if left > 1 and (jumped_home or (at.isdigit() and is_wall(met, options))):
                    at = None
                    break
            if at is not None:
                add(put(lift(table, colour, start), colour, at, options, False), start, back)
    return found


def dutiful(table: Table, colour: str, throw: int, options: Options) -> list[dict[str, Any]]:
    """Those of them that keep every duty."""
    every = possible(table, colour, throw, options)
    if options.get("must_capture") and any(one["captures"] and not one["back"] for one in every):
        return [one for one in every if one["captures"]]
    if not table.get(colour):
        return every
    from_a = [one for one in every if one["from"] == str(FIRST[colour])]
    if throw == 6 and options.get("six_enters", "must") == "must":
        return [one for one in every if one["from"] == "B"] or from_a or every
    return (from_a or every) if options.get("clear_a", True) else every


def is_home(table: Table, colour: str) -> bool:
    return all(colour in table.get(colour + name, "") for name in "abcd")


def after_throws(table: Table, colour: str, throws: tuple[int, ...], options: Options, minds: bool) -> set[Board]:
    """Every board after these throws in order, each but the last earning the next."""
    ways = dutiful(table, colour, throws[0], options) if minds else possible(table, colour, throws[0], options)
    tables = [one["after"] for one in ways]
    if not tables and minds:
        tables = [table]
    if len(throws) == 1:
        return {frozen(one) for one in tables}
    found: set[Board] = set()
    for one in tables:
        if throws[0] == 6 and not is_home(one, colour):
            found |= after_throws(one, colour, throws[1:], options, minds)
    return found


# The goose game

LEADS = {3: 5, 30: 32, 36: 38, 51: 53, 21: 25, 9: 19, 12: 8, 42: 32}


def goose_throw(state: dict[str, Any], player: str, throw: int, options: Options) -> dict[str, Any] | None:
    """The state after a throw, None if the piece does not move. A state has `at`, `skip`, `waits`, `out`, `freed`."""
    here = state["at"].get(player)
    if here is None or player in state["out"] or state["skip"].get(player) or state["waits"].get(player):
        return None
    is_held = here in (27, 33) and player not in state["freed"]
    if is_held and (options.get("release") == "next" or throw != {27: 6, 33: 4}[here]):
        return None
    walk = list(range(here + 1, 62))
    if throw > len(walk):
        if options.get("overshoot") == "bounce":
            walk += list(range(60, 40, -1))
        else:
            walk = list(range(here - 1, -1, -1))
    to = walk[throw - 1]
    to = LEADS.get(to, to)
    new = {key: (dict(value) if isinstance(value, dict) else value) for key, value in state.items()}
    new["at"][player] = to
    new["freed"] = new["freed"].replace(player, "")
    if to in (6, 18, 24, 39, 48):
        new["skip"][player] = 1
    if to == 60:
        new["out"] += player
    for waiter, others in list(new["waits"].items()):
        left = "".join(c for c in others if new["at"][c] < 57 and c not in new["out"])
        new["waits"][waiter] = left
    if to == 57:
        new["waits"][player] = "".join(
            sorted(c for c, at in new["at"].items() if c != player and at < 57 and c not in new["out"])
        )
    new["waits"] = {waiter: others for waiter, others in new["waits"].items() if others}
    return new


def goose_next(state: dict[str, Any], player: str, order: str) -> tuple[str, dict[str, int]]:
    """Who throws next, and who still sits out then."""
    skip, turn = dict(state["skip"]), player
    while True:
        turn = order[(order.index(turn) + 1) % len(order)]
        if turn in state["out"] or turn in state["waits"]:
            continue
        if not skip.get(turn):
            return turn, skip
        skip[turn] -= 1
        skip = {c: n for c, n in skip.items() if n}
