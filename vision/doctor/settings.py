"""Every threshold of the doctor, with its unit and how it was chosen."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class DoctorSettings:
    """A pair is the value up to which an aspect has the full score, and the one at which nothing of it is left.

    They come from readings of path-traced photographs that were darkened, blurred, made smaller and so on step by step
    (`python -m benchmarks.doctor`); the reader gets 99 % of the stacks of the photographs as they are. The first value
    is where readings begin to get worse, the second where hardly any stack is read.
    """

    advise_below: int = 80  # score: below it the doctor says what to do; about one stack in twenty is lost by then
    most_frames: int = 5  # pictures of a film that are judged together: the middle one of five is no accident
    # --- board
    fields_unknown: int = 20  # score of a board that was found while nothing on it can be read
    # --- size
    pitch_px: tuple[float, float] = (30.0, 8.0)
    """From field to field of the 9x9 board: 97 % of the stacks are read at 33, 95 % at 25, 87 % at 16."""
    floors_in_picture: int = 3  # floors that must have room on every field: most stacks have no more
    cramped_share: tuple[float, float] = (0.0, 0.5)
    """Of the fields on which such a stack would not be whole in the picture; a row of nine is a score of 78."""
    border_share: float = 0.004  # of the picture's width: a board nearer to its border is cut off by the first push
    near_border_score: float = 70.0  # it is still read, but not for long
    # --- angle
    flat_deg: tuple[float, float] = (37.0, 20.0)
    """Stacks right in simulated pictures: 98 % at 40 degrees, 97 % at 35, 96 % at 30, 54 % at 25."""
    flattest_advised_deg: float = 35.0  # what the sentence asks for: hardly anything is hidden from there
    steep_deg: tuple[float, float] = (73.0, 105.0)
    """The same: 99 % at 65 degrees, 97 % at 72, 89 % at 78, 84 % at 86; a known camera does not change it."""
    steepest_advised_deg: float = 75.0  # what the sentence asks for
    # --- focus
    blur_share: tuple[float, float] = (0.042, 0.12)
    """Standard deviation of the blur, of the way from field to field: 97 % of the stacks are read at 0.047, 94 % at
    0.067, 76 % at 0.088, 30 % at 0.12."""
    directions: int = 12  # sectors in which edges are told apart by their direction
    edges_per_direction: int = 150  # strongest ones that are measured; weaker ones are grain, shadow and noise
    fewest_edges: int = 30  # of a direction: fewer say nothing
    faintest_edge: float = 2.0  # grey levels per pixel: fainter ones are noise
    faintest_share: float = 0.15  # of the strongest: a smear of fifteen pixels leaves so much of the edges across it
    edge_percentile: float = 60.0
    """Of a direction's edges, by their blur: thin sticks and marks come out too sharp, shadows too soft. With 60 a blur
    of 1 to 6 pixels is measured to a tenth on photographs."""
    reblur_px: float = 1.0  # by how much a picture is blurred once more, to see how much that changes its edges
    presmooth_px: float = 0.7  # before slopes are measured: single pixels are noise
    trusted_blur_px: float = 2.0  # a larger blur is measured in a picture of half the size, where it is half as large
    motion_share: float = 0.33
    """By how much the squared blur varies with the direction, of its mean: up to 0.20 out of focus, 0.4 to 0.9 where
    the picture moved by a quarter of a field."""
    least_direction_spread: float = 0.25  # 0 to 1: edges of one direction alone cannot tell a smear from a blur
    # --- light
    wood_light: tuple[float, float] = (0.06, 0.006)
    """Median of the wood, linear, of full white: 98 % of the stacks are read at 0.07, 91 % at 0.035, 42 % at 0.01."""
    lighter_percentile: float = 75.0  # without a board there is no wood: the lighter things stand for it
    bleached_share: tuple[float, float] = (0.45, 1.05)
    """Of the board's pixels with two colours at their end: 0.16 at most in good photographs; boards begin to be lost
    from 0.8 on, and then at once."""
    bleached_alone_share: tuple[float, float] = (0.1, 0.6)
    """The same of the whole picture where no board is found: a board takes a fifth to a third of it."""
    noise: tuple[float, float] = (0.04, 0.30)
    """Standard deviation of the light from pixel to pixel, of itself: 98 % of the stacks are read at 0.02, 92 % at
    0.11, 29 % at 0.24, none at 0.41; good photographs have 0.016 at most."""
    noise_percentile: float = 30.0  # of the patches: the others have marks, grain and edges in them
    noise_patch_px: int = 9  # small enough to lie between marks
    noise_patch_share: float = 0.5  # of a patch that must be wood
    fewest_patches: int = 50  # pixels around which there is such a patch: fewer do not say what the noise is
    shadow_ratio: tuple[float, float] = (8.0, 120.0)
    """Of the lightest to the darkest wood, field by field: 97 % of the stacks are read at 8, 96 % at 12, 91 % at 20."""
    shadow_percentile: float = 4.0  # of the fields at both ends: three of 81
    least_wood_share: float = 0.15  # of a field that must show wood to tell its light
    # --- glare
    lit_percentile: float = 75.0  # of the wood: its lighter part, for much may lie in shadow
    glare_ratio: float = 1.2  # a pixel's weakest colour against that of such wood
    glare_chroma: float = 0.8  # of the wood's log ratio of strongest to weakest colour: less is whiter than wood
    palest_wood: float = 0.05  # that ratio at least: below it noise decides which colour is the weakest
    glare_of_field: float = 0.12
    """Share of what one sees of a field: up to 0.09 where no lamp is mirrored. Of 24 towers onto which white light was
    added until 13 were read wrongly, 15 have more."""
    glare_everywhere: float = 0.6  # share of the fields: from here on it is no glare, the whole picture is too bright
    glare_fields: tuple[float, float] = (-0.25, 0.9)
    """Share of the fields. The first one is a score of 77 already: what glare hides is read wrongly, not left open."""
    # --- colour
    usual_wood: tuple[float, float] = (0.2, -0.4)  # log ratio of red and of blue to green: in the middle of photographs
    cast_log: tuple[float, float] = (0.8, 2.8)
    """From there: up to 0.6 in good photographs. At 1.3 80 to 93 % of the stacks are read, depending on the hue."""
    paints_apart_sd: tuple[float, float] = (5.25, 1.5)
    """Between the two paints that are most alike, or a paint and the wood: at 4.5, a score of 80, readings begin to
    take one for the other."""
    # --- stillness
    usual_pitch_share: float = 0.035  # from field to field, of the picture's width, where no board was found
    tremble_share: tuple[float, float] = (0.03, 0.2)
    """Of the way from field to field. Read with the place the board had before: 99 % of the stacks are right at 0.04,
    96 % at 0.06, 85 % at 0.12, 60 % at 0.18."""
    moved_share: float = 0.5  # of the same: from here on camera or board was moved
    flicker_share: tuple[float, float] = (0.10, 0.6)
    """Change of the light. Readings hardly mind; whoever watches a game could take it for a move. Not measured on real
    lamps."""
    least_contrast: float = 3.0  # grey levels: a part of the picture with less does not say where it is
    # --- reading
    unsure_share: tuple[float, float] = (0.06, 0.6)
    """Of the fields: four of 81 in good photographs, on a crowded board."""
