"""Where the board of a table is: followed when it is pushed, looked for when it is lost, and what is told of that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from live.events import Event, Kind, event
from live.frame import Frame, Picture
from live.sight import Since
from vision.eyes import Found, Where
from words.message import message

if TYPE_CHECKING:
    from live.table import Table


def keep_busy(table: Table, frame: Frame) -> list[Event]:
    """Something moves or covers the board; if it stays, it is told."""
    table.calm = None
    if table.lost is not None:
        return []
    if table.busy is None:
        table.busy = Since(frame.at_s)
    since = table.busy
    if since.told or (not frame.alone and frame.at_s - since.at_s < table.settings.hand_s):
        return []
    since.told = not frame.alone
    seconds = round(frame.at_s - since.at_s, 1)
    return [event(Kind.HAND, why=message("watch.hand"), seconds=seconds, picture=frame.name)]


def follow(table: Table, frame: Frame) -> tuple[list[Event], Where]:
    """Whether the board is where it was; if it was pushed, it is followed as soon as two frames agree."""
    where, followed = table.eyes.check(frame.image)
    if where is Where.HIDDEN:
        table.pushed = None
        return _look_elsewhere(table, frame), where
    table.hidden = None
    told = seen_again(table)
    if where is Where.STAYED:
        table.pushed = None
        return told, where
    assert followed is not None
    if not _is_pushed(table, frame, followed):
        return told, Where.STAYED if frame.alone else where
    table.eyes.move(followed)
    table.pushed = table.agreed = table.calm = None
    return [*told, moved(table, "watch.moved")], Where.STAYED


def seen_again(table: Table) -> list[Event]:
    """Says that a board is back that was lost, if it was."""
    if table.lost is None:
        return []
    table.lost = table.busy = None
    return [event(Kind.BACK, what="board", corners=_corners(table))]


def moved(table: Table, why: str, **more: int) -> Event:
    return event(Kind.MOVED, why=message(why), corners=_corners(table), **more)


def _corners(table: Table) -> list[list[float]]:
    found = table.eyes.found
    return [[round(u, 1), round(v, 1)] for u, v in found.corners_px] if found else []


def _is_pushed(table: Table, frame: Frame, followed: Found) -> bool:
    """An arm along an edge looks like a pushed board; but it hides another one."""
    before, table.pushed = table.pushed, followed
    if not frame.alone and before is None:
        return False
    return table.eyes.shows_edges(frame.image, followed)


def _look_elsewhere(table: Table, frame: Frame) -> list[Event]:
    """The board's edges are not where they were: an arm, or it is gone."""
    if table.hidden is None:
        table.hidden = Since(frame.at_s)
        return keep_busy(table, frame)
    hidden_s = frame.at_s - table.hidden.at_s
    if not frame.alone and hidden_s < table.settings.lost_s:
        return keep_busy(table, frame)
    return search(table, frame)


def search(table: Table, frame: Frame) -> list[Event]:
    """Looks for the board everywhere, now and then."""
    since = table.lost
    if since is not None and not frame.alone:
        if frame.at_s - since.at_s < since.count * table.settings.search_every_s:
            return []
        since.count += 1
    old, table.calm = table.eyes.found, None
    if not table.eyes.search(frame.image):
        if since is None:
            table.lost = Since(frame.at_s)
            return [event(Kind.LOST, what="board", why=message("watch.lost"), picture=frame.name)]
        return []
    told = seen_again(table)
    if old is not None:
        quarters = _hold_as_before(table, old, frame.image)
        told.append(moved(table, "watch.moved", quarters=quarters))
    table.hidden = table.agreed = table.busy = None
    table.stillness.forget()
    return told + (table.watch(frame) if frame.alone else [])


def _hold_as_before(table: Table, old: Found, image: Picture) -> int:
    """A board found anew has its a1 in the near left corner; the pieces know which corner it was."""
    for aside in table.asides:
        aside.forget_turned()
    nearest = table.eyes.hold_nearest(old)
    quarters = table.eyes.turned(image, table.shown)
    return nearest if quarters is None else (nearest + quarters) % 4
