"""How patient sources are, and how much they take from strangers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SourceSettings:
    pauses_s: tuple[float, ...] = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0)
    """Before each new try to reach a source that died; the last one again and again. A plug that was pulled by
    mistake is back within seconds; half a minute is no burden on a phone that is off for the night."""
    steady_s: float = 10.0
    """A source that gave pictures for this long is worth the shortest pause again when it dies; one that comes and
    goes all the time is not."""
    silent_s: float = 20.0
    """No picture for this long: the source is dead, even if it says something. Some cameras take ten seconds to
    begin."""
    connect_s: float = 5.0
    """To reach an address. A phone in the same room answers within a tenth of it."""
    stall_s: float = 5.0
    """Without a single byte. A phone that looks for its network again takes two or three seconds."""
    snapshot_pause_s: float = 0.25
    """Between two pictures from an address that gives one at a time: enough for a turn, little work for a phone."""
    most_frame_bytes: int = 20_000_000
    """Of one picture from an address. The largest ones of phones have ten megabytes."""
    most_head_bytes: int = 16_384
    """Before one picture in a stream. Usual are a hundred."""
    most_redirects: int = 5
    """From address to address; more is a circle."""
    most_damaged: int = 10
    """Pictures in a row that cannot be decoded. One or two happen on a bad network."""
    look_every_s: float = 0.25
    """At a watched folder. A file that is the same in two looks is taken for complete."""
    give_up_s: float = 5.0
    """On a file in a watched folder that stays the same and is no picture: a slow copy pauses for less."""
    film_fps: float = 30.0
    """Of a film that does not say it, as most have."""
    leave_s: float = 2.0
    """To wait for the reading thread at the end. A driver that hangs is left to itself."""

    def pause_s(self, tries: int) -> float:
        """Before the next try, after so many that failed."""
        return self.pauses_s[min(tries, len(self.pauses_s) - 1)]
