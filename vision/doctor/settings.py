"""Every threshold of the doctor, with its unit and how it was chosen."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class DoctorSettings:
    """A pair is the value up to which an aspect has the full score, and the one at which nothing of it is left.

    They were taken from readings of path-traced photographs that were darkened, blurred, made smaller and so on step by
    step (`python -m benchmarks doctor`): the first is where readings begin to get worse, the second where hardly any
    stack is read.
    """

    advise_below: int = 80  # score: below it the doctor says what to do; one stack in twenty is lost by then
    most_frames: int = 5  # pictures of a film that are judged together: the middle one of five is no accident
    # --- size
    pitch_px: tuple[float, float] = (30.0, 8.0)
    """From field to field of the 9x9 board: 97 % of the stacks are read at 33, 95 % at 25, 87 % at 16."""
    floors_in_picture: int = 3
    """Stacks that must have room on every field, or the camera looks past those of the far row."""
    cramped_share: tuple[float, float] = (0.0, 0.5)
    """Of the fields, on which a stack would not be whole in the picture."""
    near_border_score: float = 70.0
    border_share: float = 0.004
    """Of the picture's width: a board nearer to its border is cut off by the first push."""
    # --- angle
    flat_deg: tuple[float, float] = (37.0, 20.0)
    flattest_advised_deg: float = 35.0
    steep_deg: tuple[float, float] = (73.0, 105.0)
    """Seen from straight above heights show only by where things are: at 83 degrees one stack in thirty is in doubt."""
    # --- focus
    blur_share: tuple[float, float] = (0.045, 0.13)
    """Standard deviation of the blur as a share of the way from field to field: 97 % of the stacks are read at 0.04,
    94 % at 0.06, 76 % at 0.08, 30 % at 0.12."""
    directions: int = 12
    """Sectors of directions in which edges are told apart."""
    edges_per_direction: int = 150
    """Strongest ones that are measured; weaker ones are grain, shadow and noise."""
    fewest_edges: int = 30  # of a direction: fewer say nothing
    faintest_edge: float = 2.0  # grey levels per pixel: fainter ones are noise
    faintest_share: float = 0.15
    """Of the strongest edges: in a smear of fifteen pixels those across it still have so much."""
    sharpest_percentile: float = 60.0
    """Of the edges: blunt wooden corners and soft shadows are wider than the lens makes them."""
    reblur_px: float = 1.0
    """By how much a picture is blurred once more, to see how much that changes its edges."""
    presmooth_px: float = 0.7
    """Before slopes are measured: single pixels are noise."""
    trusted_blur_px: float = 2.0
    """A larger blur is measured in a picture of half the size, where it is half as large."""
    motion_share: float = 0.33
    """By how much the squared blur varies with the direction, of its mean: focus alone stays below 0.15, a picture that
    moved by a fifth of a field is beyond 0.35."""
    # --- light
    wood_light: tuple[float, float] = (0.06, 0.006)
    """Median of the wood, linear, of full white: 98 % of the stacks are read at 0.07, 91 % at 0.035, 42 % at 0.01."""
    bleached_share: tuple[float, float] = (0.45, 1.05)
    """Of the board's pixels whose three colours are all at their end."""
    noise: tuple[float, float] = (0.10, 0.40)
    """Standard deviation of the logarithm of a colour's light, in pixels as large as the reader's."""
    noise_percentile: float = 30.0  # of the patches: the others have marks, grain and edges in them
    noise_patch_px: int = 9
    noise_patch_share: float = 0.5  # of a patch that is wood
    shadow_ratio: tuple[float, float] = (8.0, 120.0)
    """Of the lightest to the darkest wood, field by field."""
    shadow_percentile: float = 4.0  # of the fields at both ends: three of 81
    # --- glare
    lit_percentile: float = 75.0
    """Of the wood: the lighter part, for much may lie in shadow."""
    glare_ratio: float = 1.2
    """A pixel's weakest colour against that of such wood."""
    glare_chroma: float = 0.8
    """Of the wood's own log ratio of its strongest to its weakest colour: what has less is whiter than wood."""
    glare_of_field: float = 0.12
    """Share of what one sees of a field: 0.09 is the most without a lamp in it; where white light is added to a tower
    until it is read wrongly, most have more."""
    glare_everywhere: float = 0.6
    """Share of the fields: from here on there is no glare, the whole picture is too bright."""
    glare_fields: tuple[float, float] = (-0.25, 0.9)
    """Share of the fields with glare. Already the first one is worth a word: it is read wrongly, not left in doubt."""
    # --- colour
    usual_wood: tuple[float, float] = (0.2, -0.4)
    """Red and blue of the wood to its green, log ratio."""
    cast_log: tuple[float, float] = (0.8, 2.8)
    paints_apart_sd: tuple[float, float] = (5.25, 1.5)
    """Of the two paints that are most alike, or a paint and the wood: at 4.5 readings begin to take one for the
    other, which is a score of 80."""
    # --- stillness
    usual_pitch_share: float = 0.035
    """From field to field, of the picture's width, as it usually is: where no board was found."""
    moved_share: float = 0.5
    tremble_share: tuple[float, float] = (0.03, 0.2)
    flicker_share: tuple[float, float] = (0.10, 0.6)
    # --- reading
    unsure_share: tuple[float, float] = (0.06, 0.6)
