"""Every threshold of finding the board, with its unit and the reason for its value."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class BoardSettings:
    """Pixels of the small picture are `_spx`, those of the photograph `_px`, those of the top view `_tpx`."""

    # --- the camera, where nobody measured it: what webcams and phones usually have
    hfov_deg: float = 60.0
    """Middle of 48 to 72 degrees, the span of laptop and phone cameras."""
    log_focal_sd: float = 0.16
    """Half that span, as a relative standard deviation of the focal length."""
    k1_prior: float = -0.04
    """Cheap wide lenses bend outwards; few are better than -0.13, few are worse than 0.04."""
    k1_sd: float = 0.06
    focal_span: tuple[float, ...] = (0.72, 0.85, 1.0, 1.18, 1.4)
    """Multiples of the usual focal length at which a quadrilateral may be a square: 43 to 78 degrees."""

    # --- the map and its outline
    least_inside: float = 0.01
    """Of the picture, that the inside of a board must take: below it a field is 10 pixels and pieces cannot be read."""
    outline_samples: int = 32
    """Points along each side."""
    inside_levels: tuple[float, ...] = (0.3, 0.7, 0.9)
    """Thresholds of the map, besides a half, from whose insides an outline may start."""
    most_log_odds: float = 3.0
    """Where the map is certain, it is not more certain than twenty to one."""
    settling_reach: tuple[float, ...] = (14.0, 10.0, 6.0, 3.0, 1.5)
    """Pixels of the map by which a side may move, in the rounds in which an outline settles."""
    settling_ways: int = 15
    """Places at which each end of a side is tried, from one end of that reach to the other."""
    outline_corner: float = 0.04
    """Of a side, left out at both ends: the map rounds corners."""
    outline_reach: float = 4.0
    """Pixels of the map, to both sides of an edge so far, in which it is looked for."""
    outline_sigma: float = 0.004
    """Of the side: standard deviation of the map's edges."""
    straight_agreement: float = 0.8
    """Share of inside and quadrilateral that is common to both, of all that is in one of them, at a closer look."""
    straight_looks: int = 3
    straight_settled: float = 0.012
    """Of the side: corners that moved by less are not looked at again."""
    cut_contrast: float = 0.5
    """Of the map within the sides of what is no board, against beyond them, for it to be called one that is cut off."""
    cut_extent: float = 0.12
    """Of the board's extent, that must lie along the picture's border for it to be cut off there."""
    contrast_band: tuple[float, float] = (0.015, 0.05)
    """Of the side: how far within and beyond it the map is compared."""
    sure_worth: float = 0.88
    least_worth: float = 0.84
    doubtful_worth: float = 0.5
    """Of a board found: how much more of the map is inside within its sides than beyond them, minus a tenth of how far
    its outline strays from a square in space. From the first on nothing else is looked at; below the second, marks
    have to confirm it; below the third there is no board. Right ones have 0.64 to 0.98, wrong ones up to 0.8."""
    hidden_share: float = 0.5
    """Of a side that is seen: below it, the other sides and that the board is square say where it is."""
    unmarked_share: float = 0.9
    """The same where no marks confirm the board: an arm along a side has an edge of its own, beside its fingers."""
    rough_agreement: float = 0.68
    rough_contrast: float = 0.3
    """At the first look, of the outline with the map's inside, and of the map within its sides against beyond them:
    boards have 0.84 and 0.33 at least, of 159 photographs of other things three in four have less."""
    other_decides: float = 0.5
    other_contrast: float = 0.85
    other_stray: float = 8.0
    """A board of another game: its probability, how much more of the map is inside within its own sides than beyond
    them, and how far it may stray from a square, in standard errors: Go boards are 7 % longer than wide."""
    border_share: float = 0.03
    """Of the picture's width: a board of another game with two corners nearer to the border than this is cut off."""
    same_board: float = 0.02
    """Of the side: outlines whose corners are all closer than this are one."""
    most_placed: int = 3
    """Outlines, likeliest first, whose marks are looked at."""
    marks_near: float = 0.08
    """Of the side: a pose from marks whose corners are farther from the outline is no board's, or one field aside,
    which is 0.1."""
    placing_worth: float = 0.7
    placing_match: float = 0.37
    placing_agreement: float = 0.84
    """Worth of the outline, correlation of marks with one another, and share of them that agree with one pose, for
    marks that are not clear to say where it is exactly: 0.39 and 0.85 were right, 0.37 and 0.7 were not."""
    map_allows: float = 0.15
    """Probability, by the map, of what marks say, below which they are not believed."""
    map_decides: float = 0.8
    """The same, from which on the map is believed where marks say nothing."""

    # --- where the map is not clear: squares compared by how much of its evidence they hold
    cover_weight: float = 0.3
    """What a square counts whose sides are all seen as lines, against one that holds all evidence."""
    least_held: float = 0.5
    """Of the evidence and of that weight, below which squares of lines are not looked at."""
    most_squares: int = 4
    alike: float = 0.008
    """Of the side: squares whose corners are all closer than this are one."""

    # --- line segments in the small picture
    small_width_px: int = 640
    """Board edges are longer than 150 pixels then, and detecting segments costs a quarter."""
    chroma_gain: float = 2.0
    """Lab's a and b vary half as much as L on wood and tables; so their edges pass the same threshold."""
    segment_spx: float = 14.0
    """Shorter pieces are grain, marks and groove edges; a free stretch of board edge between pieces is longer."""
    merge_angle_deg: float = 3.0
    """A lens that is not known bends the two ends of an edge by up to 3 degrees."""
    merge_offset_spx: float = 2.5
    """How far pieces of one edge may lie from a line: the sagitta of an edge with k1 0.06 off."""
    gap_spx: float = 6.0
    """The segment detector breaks an edge at noise; such gaps are no gaps."""
    faint_gain: float = 3.0
    faint_chroma_gain: float = 6.0
    """In the second look at a picture in which the first found nothing: table and board of one colour."""
    faint_around_spx: int = 30
    seeds: int = 90
    """Longest pieces from which lines are grown."""
    lines: int = 34
    """Longest lines that are tried as sides. The true four are nearly always among the first 15."""
    more_lines: int = 64
    """Where that was not enough: a far side of which pieces leave only short stretches."""
    long_lines: int = 28
    """All sides but one are among so many."""

    # --- quadrilaterals
    opposite_deg: float = 70.0
    """Opposite sides converge by no more than this at 30 degrees above the table, seen through a wide lens."""
    smallest_side: float = 0.16
    """Shortest side as a share of the picture's width: below it a field is 10 pixels and pieces cannot be read."""
    outside: float = 0.03
    """How far corners may lie outside, as a share of the width, to be seen as cut off rather than not at all."""
    aspect_error: float = 0.16
    """Largest ratio of the sides, minus 1, of the square in space: a rough quadrilateral on the slab's lower edge."""
    angle_error_deg: float = 8.0
    cover: float = 0.12
    """Least covered share of any side: pieces in a row hide most of the far one."""
    mean_cover: float = 0.35

    # --- fitting
    outlier_sigmas: float = 2.5
    """Where the weight of a measurement falls to a quarter; pieces and shadows make outliers, not noise."""
    correlated: float = 2.7
    """Factor on the fit's standard errors: neighbouring measurements err alike. Chosen so that the focal length's error
    is as large as it says, on photographs with truth."""
    agrees: float = 0.5
    """Weight in the fit above which a measurement agrees with it: within 1.6 of its standard deviations."""
    corner_rounds: int = 5
    """Of the fit to four corners: it starts close to its end."""
    corner_sigma_px: float = 3.0
    """Of corners where two lines of the small picture meet."""

    # --- edges in the photograph
    edge_samples: int = 64
    """Along each side; every 8 pixels or so, farther apart than the noise is correlated."""
    corner_share: float = 0.03
    """Of a side, left out at both ends: real boards have rounded corners."""
    edge_flank_px: float = 2.0
    """Profiles go on beyond the window by this, for slopes at its ends."""
    edge_sigma_px: float = 0.5
    edge_blurred_sigma_px: float = 1.5
    """Where the slab's side is so narrow that its two edges blur into one."""
    slab_seen_px: float = 0.6
    slab_clear_px: float = 4.0
    doubt_sigmas: float = 3.0
    doubt_px: float = 1.5
    """An edge farther than this from where marks put it, if they can tell, is a shadow's or the slab's."""
    stretches: int = 8
    """Of a side, whose profiles are taken together to see which lines run along it."""
    edge_step: float = 4.0
    """Grey values over two pixels that make an edge; grain stays below where 8 profiles are taken together."""
    edge_tilt_px: float = 6.0
    """How much farther out an edge may be at its end than in its middle, against the pose so far."""
    edge_inward: float = 0.15
    """How much more a line counts that lies farther in by as much as the pose is uncertain."""
    led_spread_px: float = 2.0
    """Uncertainty of edges that a pose from marks predicts."""
    edge_reach_px: float = 2.5
    """To both sides of the line, where each profile's own edge is looked for."""
    edge_pull: float = 0.5
    """How much less a peak counts at the end of that reach than in its middle."""
    edge_likeness: tuple[float, float] = (0.4, 2.5)
    """Step of one profile against the side's usual: pieces before the edge step more, shadows across it less."""
    line_base: float = 0.4
    """Of half a side, between two stretches that make a line: closer ones say little of its tilt."""
    line_width_px: float = 1.0
    """How far a stretch's edge may be from the line it belongs to: half its blur."""
    line_stretches: int = 2
    """Fewest that make a line: pieces may hide all others."""
    windows_px: tuple[float, ...] = (8.0, 4.0, 2.5)
    """Half widths of the search across an edge in the rounds of refinement, for a picture 1280 wide."""

    # --- the board's side, where nobody measured it
    side_steps: float = 9.9
    """In steps of the 9x9 lattice, as sets usually have it: 9.5 to 10.3."""
    side_steps_sd: float = 0.3
    growths: tuple[float, ...] = (0.94, 0.955, 0.97, 0.985, 1.0, 1.015, 1.03, 1.045, 1.06)
    """Of the usual side, tried at a first look: 1.5 % put the outer fields 0.06 steps aside, as much as is blurred."""
    growth_reach_steps: float = 0.36
    """Half of the square in which fields are compared."""
    margin_sd: float = 0.06
    """Of the side in steps, once four edges at one distance from the marks were found."""
    side_span: tuple[float, float] = (9.2, 10.6)
    """Sides that are tried: the margin is 0.6 to 1.3 steps."""
    margin_samples: int = 48
    """Along each side."""
    margin_knots: int = 9
    """Across it; between them a profile is straight to a tenth of a pixel."""
    margin_step: float = 0.02
    """Steps of the lattice from one value of a profile to the next: about a pixel."""
    margin_slack: float = 0.1
    """Steps beyond the sides that are tried, for slopes at the ends of profiles."""
    margin_contrast: float = 18.0
    """Grey values, summed over the colours and over two values of a profile, that count half as an edge."""
    margin_blur: int = 2
    """Values of a profile by which an edge may be off: the pose is from marks alone."""
    unusual_margin: float = 0.02
    """What a margin one standard deviation from the usual costs, in shares of the sides that are seen."""
    side_doubt: float = 0.1
    """Steps by which a measured side may be off before it is doubted: 3 mm of 300, more than a ruler's slip."""
    side_gain: float = 0.05
    """How much more of the sides must be seen elsewhere for it to be doubted."""
    shift_gain: float = 0.08
    """How much more of the sides must be seen for the lattice to be moved by a field."""

    # --- the lattice in the top view
    rough_pitch_tpx: int = 24
    pitch_tpx: int = 36
    """One step of the 9x9 lattice, about half of what the photograph shows: marks are 2 pixels wide or more."""
    border_steps: float = 0.8
    """Seen around the outer fields; all boards have at least this margin, or nearly."""
    map_step_tpx: int = 8
    mark_steps: float = 0.34
    """Widest dark thing that may be a mark: a hole of 10 mm; shadows of pieces are wider."""
    calm_steps: float = 0.02
    """Blur against noise before marks are told from wood."""
    darkest_log: float = 0.35
    """Marks are not darker than half; what is, is a hole between pieces or a shadow's rim."""
    wood_log_ratio: float = 0.28
    """Colour of wood against the board's usual, as log ratios of linear light. Paints are 0.5 and more away."""
    free_share: float = 0.8
    """Of a field's square that must be wood for it to be called free."""
    least_nodes: int = 5
    rough_blur_steps: float = 0.06
    blur_steps: float = 0.028
    """At first the lattice may be a tenth of a step off, then it is not."""
    rough_search_steps: float = 0.22
    search_steps: float = 0.11
    mark_match: float = 0.35
    """Correlation at which a node's mark counts as seen."""
    mark_share: float = 0.6
    """Of the usual correlation: what is below is a mark half hidden, or none."""
    mark_sigma_px: float = 0.5
    loose_corner_sigma_px: float = 12.0
    """Of the first corners once marks are seen: they may be the slab's lower ones."""

    # --- judging
    even_match: float = 0.52
    """Usual correlation of fields with their common mark: 0.7 and more where there is one, 0.2 by chance; a chess
    board's corners reach 0.42."""
    least_match: float = 0.62
    """The same, below which nothing is claimed."""
    few_marks: float = 1.2
    """What is added to that, divided by the number of marks: a few alike may be chance. Lines of a larger grid reach
    0.64 with eight, boards nearly full of pieces 0.74."""
    odd_share: float = 0.65
    """Of the even fields' correlation, at fields only the 9x9 board has: 1 there; on 5x5 0.2, or 0.4 with lines."""
    between_share: float = 0.7
    """The same half way between fields: only boards of twice as many lines, such as Go's 19x19, reach it."""
    side_support: float = 0.45
    """Mean share of the sides with an edge: 0.6 and more on all boards so far, however many pieces hid them."""
    cut_share: float = 0.015
    """Of the side: how far a corner may be outside the picture."""
    clicked: float = 0.06
    """Of the side: how far clicked corners are off at most."""
    leading_match: float = 0.45
    leading_marks: int = 6
    """From so many marks on, they and not the corners say where the board is."""
    good_quality: float = 1.75
    """Twice the correlation of marks times the share of them that agree with the pose, plus the mean share of the sides
    that are seen, plus half the least, for a board to be certain. Right poses reach 1.9 to 3.4, wrong ones 1.5."""
    marks_weight: float = 2.0
    least_side_weight: float = 0.5
    strange_weight: float = 0.1
    """What one standard deviation of the camera from usual ones costs; squared, so that 4 of them rule it out."""
    enough_support: float = 0.5
    """Mean share of the sides below which marks count less."""
    agreement: float = 0.75
    """Share of marks that a right pose explains; 0.9 and more is usual, with an edge mistaken it is below 0.6."""
    half_agreement: float = 0.5
    """Below it another round would not help."""
    full_agreement: float = 0.85
    """Below it each side is doubted in turn."""
    least_agreement: float = 0.75
    """Below it edges and marks contradict one another, and nothing is claimed."""
    hopeless: float = 0.4
    """Correlation of marks at a closer look below which they are none: boards had 0.6, other things 0.2 to 0.4."""
    unsettled: float = 0.6
    """Of the window, by which a corner may move in the last round; else there is one more."""
    most_turns: int = 6
    settled_marks: int = 16
    settled_share: float = 0.9
    """So many marks, and such a share of all, that agree: they are not looked at again."""
    distrust: float = 12.0
    """Factor on the edges' errors while marks lead."""

    # --- following
    follow_px: float = 8.0
    """How far the board may move between two looks."""
    follow_support: float = 0.3
    """Mean share of the sides that must still be seen: a hand and a sleeve hide a third."""
    still_px: float = 1.2
    """Edges closer than this to where they were have not moved; slabs and shadows put single sides a pixel off."""
