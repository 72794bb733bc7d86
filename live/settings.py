"""Every threshold of the watched table, with its unit and why it is what it is."""

from __future__ import annotations

from dataclasses import dataclass, field

from vision.eye_settings import EyeSettings


@dataclass(frozen=True)
class TableSettings:
    eyes: EyeSettings = field(default_factory=EyeSettings)
    # Stillness. It is looked for in a small grey picture of the board and a little around it.
    still_level: float = 5.0  # grey levels of 255: sensor noise leaves less than 1 when so many pixels are averaged
    still_share: float = 0.004  # of the small picture: a fingertip at the board's rim is more
    calm_s: float = 0.25  # seconds without movement: hands that change direction rest for less
    calm_frames: int = 2  # frames without movement: a slow camera has fewer in that time
    averaged_frames: int = 6  # of a calm moment that are read as one: more lower noise by little, and six are at hand
    # A hand, and what else covers the board.
    hand_s: float = 8.0  # seconds after which a hand that stays is reported
    stuck_s: float = 2.5  # seconds of calm after which what hides a part of an edge is the stock or a cup, and no arm
    left_s: float = 20.0  # the same where the edge was free before: so long no arm is perfectly still
    relit_s: float = 0.35  # seconds of calm after which what looks strange, with no arm over an edge, is other light
    # Following the board.
    lost_s: float = 1.5  # seconds without edges before the board is looked for everywhere: an arm goes away sooner
    search_every_s: float = 2.0  # seconds between two searches for a board that is lost
    # Other cameras of the same board.
    newest_s: float = 1.5  # seconds: an older picture may show what was there before
    glance_s: float = 1.0  # seconds between two looks at whether another camera sees the board, while nothing happens
    # Judgement. Worth is log likelihood times pixel of a picture 1280 wide.
    agreeing: int = 2  # readings of a film's frames that must agree before they count
    tip: float = 250.0  # worth by which the rules tip the scales: a tower is worth thousands, a stick hundreds
    least_lead: float = 160.0  # worth by which one must be better than the next: what was learned with it favours it
    denied: float = 500.0  # worth by which one of several pictures may do without what all are taken to show
    most_rivals: int = 40  # legal turns that are weighed against what was read
    again_s: float = 0.4  # seconds before an unclear picture is read again
    unsure_s: float = 2.0  # seconds of calm and doubt after which it is said
    # Reference and light.
    refresh_s: float = 4.0  # seconds after which a calm picture takes the place of the one compared with
