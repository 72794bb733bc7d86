"""What a table leaves open is settled with a photograph, read with the camera's newest calm picture as one."""

from __future__ import annotations

from typing import Any

from live.agreement import PHOTOGRAPH, check_agrees
from live.averaging import averaged
from live.decision import Clear, Decision, Unclear
from live.events import Event
from live.frame import Frame, Picture
from live.judgement import is_same
from live.sight import Since
from live.stillness import Motion
from live.table import Table
from live.telling import waits
from vision.eyes import Eyes, Look
from words.message import InputError, message


def settle(table: Table, image: Picture, turned_deg: int | None = None) -> list[Event]:
    """Lets a photograph decide, from any thread. What is then clear goes on as if the camera had seen it; what is not
    is told. The photograph is not kept.

    `turned_deg` says by how many degrees, counter-clockwise seen from above, it was taken further round the board than
    from the camera; otherwise the pieces tell.

    Raises
    ------
    InputError
        If nothing is open, the camera does not see the board calmly, or the photograph is not of this position.
    """
    eyes, position = _checked(table), table.play.state.shown
    # To find the board takes the longest, and not even the camera's look has to wait for it.
    brought = eyes.place_photograph(image, position, turned_deg)

    def look() -> list[Event]:
        table.begin_look()
        if _checked(table) is not eyes or table.calm is None:
            raise InputError(message("settle.camera"))
        return _settle(table, brought, *table.calm)

    return table.meanwhile.look(look, again=True)


def _checked(table: Table) -> Eyes:
    if table.play.state.paused:
        raise InputError(message("play.paused"))
    if not table.is_open:
        raise InputError(message("settle.nothing"))
    if table.eyes.found is None or table.calm is None:
        raise InputError(message("settle.camera"))
    return table.eyes


def _settle(table: Table, brought: Any, frame: Frame, motion: Motion) -> list[Event]:
    image = averaged(motion, table.eyes.box, table.settings)
    table.joined = table.join(frame, motion)
    decision, look = _decided(table, brought, image)
    together = decision.position if isinstance(decision, Clear) else look.position
    for alone in (table.eyes.look_there(brought, together), table.look(image, beside=False)):
        check_agrees(alone, together, table.settings)
    if isinstance(decision, Unclear):
        return table.tell_doubt(decision, table.doubt or Since(frame.at_s), PHOTOGRAPH)
    told = table.take_up(decision, look, image)
    state = table.meanwhile.state
    is_as_it_was = not told and not table.meanwhile.disturbed and state.waiting is not None
    return [waits(state)] if is_as_it_was else told


def _decided(table: Table, brought: Any, image: Picture) -> tuple[Decision, Look]:
    """What both say together; if that is nothing new, without what an earlier picture of the camera's makes of it."""
    decision, look = _decision(table, brought, image, beside=True)
    is_news = isinstance(decision, Clear) and not is_same(decision.position, table.shown)
    if is_news or not look.compared:
        return decision, look
    bare, other = _decision(table, brought, image, beside=False)
    return (bare, other) if isinstance(bare, Clear) else (decision, look)


def _decision(table: Table, brought: Any, image: Picture, beside: bool) -> tuple[Decision, Look]:
    look = table.look(image, beside, brought)
    if table.eyes.is_crossed(look):
        raise InputError(message("settle.camera"))
    return table.decide(look), look
