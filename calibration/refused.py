"""A calibration that would mislead is refused: why, and what to do next."""

from __future__ import annotations

from words.message import InputError, Message


class Refused(InputError):  # noqa: N818 - no error of the person who asked
    """`message` says why, `advice` what to photograph or film instead."""

    def __init__(self, said: Message, advice: Message | None = None, place: str = "") -> None:
        super().__init__(said, place)
        self.advice = advice
