"""The newest picture and nothing older: where those who bring pictures and the one who looks at them meet."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from live.frame import Again, Frame, Given, Gone, Picture
from words.message import InputError, Message, message

# A wait without an end cannot be broken off from the keyboard on every system.
LONGEST_WAIT_S = 0.5


@dataclass(frozen=True, eq=False)
class Taken:
    """A picture that may not be decoded yet: most are never looked at."""

    picture: Callable[[], Picture]
    """Raises InputError if it is damaged."""
    at_s: float
    number: int = 0


class _Once:
    """Decodes a picture when it is first wanted, and once for the one who reads it and those who look at it."""

    def __init__(self, picture: Callable[[], Picture]) -> None:
        self._picture: Callable[[], Picture] | None = picture
        self._made: Picture | InputError | None = None
        self._alone = threading.Lock()

    def __call__(self) -> Picture:
        with self._alone:
            if self._picture is not None:
                try:
                    self._made = self._picture()
                except InputError as error:
                    self._made = error
                self._picture = None  # what it was made from may be large
            if isinstance(self._made, InputError):
                raise self._made
            assert self._made is not None
            return self._made


class Newest:
    """Holds at most one picture and at most one word of death, in the order in which they came."""

    def __init__(
        self, name: str, called: str | Message, silent_s: float | None = None, most_damaged: int | None = None
    ) -> None:
        self._name, self._called = name, called
        self._silent_s, self._most_damaged = silent_s, most_damaged
        self._came = threading.Condition()
        self._waiting: list[Taken | Message] = []
        self._last: Taken | None = None
        """The one that came last, also when it has been read."""
        self._count = 0
        self._closed = False
        self._damaged = 0
        self._refused: Message | None = None
        self._told = False

    def put(self, picture: Callable[[], Picture], at_s: float) -> None:
        """Takes the place of a picture that nobody looked at in time."""
        with self._came:
            if self._closed:
                return
            self._waiting = [each for each in self._waiting if isinstance(each, Message)]
            self._last = Taken(_Once(picture), at_s, self._count)
            self._waiting.append(self._last)
            self._count += 1
            self._came.notify_all()

    def die(self, why: Message) -> None:
        with self._came:
            self._waiting = [each for each in self._waiting if isinstance(each, Taken)]
            self._waiting.append(why)
            self._damaged, self._refused = 0, None
            self._came.notify_all()

    def close(self) -> None:
        with self._came:
            self._closed, self._last = True, None
            self._waiting.clear()
            self._came.notify_all()

    def newest(self) -> Frame | None:
        """The picture that came last, for whoever only wants to see it; None if it is damaged or there is none."""
        with self._came:
            taken = self._last
        if taken is None:
            return None
        try:
            return Frame(taken.picture(), self._name, taken.number, taken.at_s)
        except InputError:  # the one who reads counts these
            return None

    @property
    def refused(self) -> Message | None:
        """Why whoever looks at the pictures has enough of them."""
        with self._came:
            return self._refused

    def check(self) -> None:
        """Waits for the first picture, which stays; an InputError if there is none to be had."""
        news = self._next()
        if isinstance(news, Message):
            raise InputError(news, self._name)
        if news is not None:
            image = news.image
            with self._came:
                if not any(isinstance(each, Taken) for each in self._waiting):
                    self._waiting.insert(0, Taken(lambda: image, news.at_s, news.number))

    def given(self) -> Iterator[Given]:
        while (news := self._next()) is not None:
            if isinstance(news, Message):
                if not self._told:
                    self._told = True
                    yield Gone(message("source.gone", name=self._called, why=news))
                continue
            if self._told:
                self._told = False
                yield Again()
            yield news

    def _next(self) -> Frame | Message | None:
        """A whole picture, why there is none, or None at the end."""
        while (taken := self._take()) is not None:
            if isinstance(taken, Message):
                return taken
            try:
                image = taken.picture()
            except InputError as error:
                self._count_damaged(error.message)
                continue
            except Exception as error:  # a picture nobody thought of is a damaged one
                self._count_damaged(message("source.broken", why=type(error).__name__))
                continue
            with self._came:
                self._damaged = 0
                if self._closed:
                    return None
            return Frame(image, self._name, taken.number, taken.at_s)
        return None

    def _take(self) -> Taken | Message | None:
        begun = time.monotonic()
        with self._came:
            while not self._waiting and not self._closed:
                if self._silent_s is not None and not self._told and time.monotonic() - begun >= self._silent_s:
                    return message("source.silent", seconds=f"{self._silent_s:g}")
                self._came.wait(min(LONGEST_WAIT_S, self._silent_s or LONGEST_WAIT_S))
            return None if self._closed else self._waiting.pop(0)

    def _count_damaged(self, why: Message) -> None:
        with self._came:
            self._damaged += 1
            if self._most_damaged is not None and self._damaged >= self._most_damaged:
                self._refused = why
