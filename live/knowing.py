"""What is known of a watched table: as somebody said it, as a profile says it, or as the board itself shows it."""

from __future__ import annotations

from dataclasses import replace

from calibration.physical_set import plan_of
from live.events import Event, Kind, event
from live.frame import Frame
from live.table import Table
from vision.board.find import NoBoard, find_board
from vision.known_of_picture import Known, known_of
from vision.photograph import Photograph
from vision.profiles.matching import check_profile
from vision.tasks import Task
from words.message import Message, message


class Knowing:
    """Tells a table's eyes what is known, once the first frame shows how large pictures are.

    A profile that has to be found is looked for in the first picture that shows the board; and one that keeps the board
    from being found is not used.
    """

    def __init__(self, task: Task, table: Table) -> None:
        self.profile: str | None = None
        """The profile that is used."""
        self._task, self._table = task, table
        self._plain: Known | None = None
        self._find = bool(task.find_profile)
        self._tried_s: float | None = None

    def before(self, frame: Frame) -> list[Event]:
        """To be called with every frame before the table sees it.

        Raises
        ------
        InputError
            If the camera that was named does not make pictures of this shape.
        """
        if self._plain is None:
            self._plain = self._known(frame, replace(self._task, profiles=(), find_profile=False))
            if self._find or not self._task.profiles:
                self._use(self._plain)
            else:
                return self._use(self._known(frame, self._task))
        if not self._find or not self._is_due(frame):
            return []
        try:
            find_board(frame.image, plan_of(None))
        except NoBoard:
            return []
        self._find = False
        return self._use(self._known(frame, self._task))

    def after(self, frame: Frame) -> list[Event]:
        """To be called when the table has seen a frame. If it gives anything, the frame is worth another look."""
        if self.profile is None or self._plain is None:
            return []
        if self._table.eyes.found is not None:
            return []
        if not self._is_due(frame):
            return []
        try:
            plan = plan_of(self._plain.physical_set, self._plain.board)
            find_board(frame.image, plan, self._plain.camera, self._plain.corners)
            profile = next(each for each in self._task.profiles if each.name == self.profile)
            why = [misfit.message for misfit in check_profile(profile, frame.image)]
        except NoBoard:
            return []
        self._use(self._plain)
        return [_unused(each, profile.name) for each in (message("match.not_used", name=profile.name), *why)]

    def _known(self, frame: Frame, task: Task) -> Known:
        size = (int(frame.image.shape[1]), int(frame.image.shape[0]))
        return known_of(task, Photograph(frame.image, size), b"")

    def _use(self, known: Known) -> list[Event]:
        self.profile = known.profile
        self._table.know(known)
        return [_unused(misfit, known.profile) for misfit in known.misfits]

    def _is_due(self, frame: Frame) -> bool:
        """To look for the board everywhere takes a while: not in every frame of a film."""
        every_s = self._table.settings.search_every_s
        if not frame.alone and self._tried_s is not None and 0 <= frame.at_s - self._tried_s < every_s:
            return False
        self._tried_s = frame.at_s
        return True


def _unused(why: Message, profile: str | None) -> Event:
    return event(Kind.UNSURE, why=why, profile=profile)
