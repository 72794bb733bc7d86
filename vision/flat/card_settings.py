"""Every threshold of reading Anti-Blok's cards, with its unit and how it was chosen."""

from __future__ import annotations

from dataclasses import dataclass

from vision.flat.fours import Rows

QUARTER = 0.22
ROWS = Rows(quarter=QUARTER, error=0.2, starts=8, rounds=7, reach=2, flat=3, enough=0.7, least=4)


@dataclass(frozen=True)
class CardSettings:
    """Pixels of the small picture are `_spx`, of the middle one `_mpx`; `pitch` is the way from card to card."""

    # --- where many colours lie close together
    small_px: int = 320
    """Width of the picture in which the board is looked for first: a card is 12 to 60 of its pixels."""
    windows_spx: tuple[int, ...] = (19, 31)
    """Windows that hold one to two cards of a far and of a near board."""
    least_variety: float = 0.015
    """Squared log ratio, the smaller half axis of the colours in a window: cards have 0.1 to 0.7, and 0.04 where the
    light is so strong that all is pale; an even picture has less than 0.01."""
    variety_share: float = 0.4
    """Of the greatest variety: at the cards' border a window is half outside."""
    least_region: float = 0.01
    """Of the picture: 25 cards on less have quarters of 5 pixels."""

    # --- the four paints in this light
    usual_reflectance: tuple[tuple[float, float, float], ...] = (
        (0.50, 0.07, 0.05),
        (0.05, 0.18, 0.45),
        (0.85, 0.65, 0.12),
        (0.08, 0.34, 0.10),
    )
    """Red, green and blue of R, B, Y, G in linear light: printed cards as they usually are, to begin with."""
    exposures: tuple[float, ...] = (1.0, 3.0)
    """Gains after which channels end at 1: where the light is strong, yellow is nearly white and red is orange."""
    paint_rounds: int = 4
    """Of sorting cards by the paints so far and taking medians; settled after three."""
    card_likeness: tuple[float, float] = (0.80, 0.95)
    """Correlation of four colours with the four paints: nought and full worth. Cards have 0.9 to 1, whatever the light;
    fours with a paint twice are below 0.85."""
    least_strength: float = 0.35
    """Of the usual distance of quarters from their middle: less is ground, skin or a glint."""
    least_teachers: int = 6
    """Cards from which paints are learned."""
    clear_names: float = 0.03
    """Correlation by which the four paints fit their own names better than any others."""
    paint_reach: float = 0.5
    """Of the way to the nearest other paint within which a colour is this paint."""
    clear_paint: float = 0.15
    """By how much, in the same shares, any other paint must be farther: skin is between red and yellow, and in strong
    light these two are nearly one direction, so that a side in shadow is as near to both."""
    brighter: float = 0.3
    darker: float = 0.12
    """What a unit of brighter or darker counts beside a log ratio: shadows are twice to eight times darker, glints are
    never a paint's own colour."""
    quarter_worth: float = 0.2
    """What a quarter with a paint of its own says for a card that is half hidden, if four make a whole one."""
    twice_worth: float = -0.5
    """What a paint twice says against it: a misreading makes one too."""
    least_paint_apart: float = 0.2
    """Log ratio between two paints: closer ones cannot be told apart in a webcam's noise."""
    least_spread: tuple[float, float, float] = (0.08, 0.08, 0.12)
    """Log ratios: no paint is more even than this, with noise and compression."""

    # --- quarters as even spots in a lattice
    edge_shares: tuple[float, ...] = (0.3, 0.6)
    """Of the bar that parts edges from even places in the region: the lower one parts quarters better, pale ones in
    strong light too; where noise splits them, the higher one is tried."""
    least_spot_px: float = 30.0
    """Area in a picture 1280 wide below which a spot is noise; the least quarter that can be read has 50."""
    least_fill: float = 0.4
    """Of the upright box around a spot: a square turned by 45 degrees fills half of it."""
    longest_spot: float = 4.5
    """Longer than wide: quarters seen from 30 degrees and turned are below 3."""
    spot_areas: tuple[float, float] = (0.3, 5.0)
    """Of the usual spot's area in the region: from 30 degrees above, near quarters are four times as large as far ones;
    pieces of gaps are smaller."""
    most_spots: int = 240
    """Looked at, the most usual in size first: on cards there are a hundred quarters and as many stems and gaps."""
    neighbours: int = 8
    """Nearest spots among which a quarter's neighbours on its card are."""
    four_error: float = 0.35
    """Shorter sides of a four by which its last corner may be off: cards are askew in themselves by lens and noise."""
    four_worth: float = 0.3
    """From which on four spots are taken for a card, to begin with."""
    rows: Rows = ROWS
    """Cards lie up to 6 degrees askew, which moves quarters by 0.03; a start that is one of them sees the next 0.1 off.
    A few fours are a chance, and others are missing."""
    least_spots: int = 24
    """Of 100: with fewer a hand lies on the board, or there is none."""
    least_cards: float = 7.0
    """Of 25, by their worth: fours that lie elsewhere have less than 0.1 each, so seven of them never come together."""
    most_twice: tuple[float, float] = (2.0, 0.25)
    """Cards with a paint twice, and how many more for each with four: a sleeve or a glint makes 1 to 6, and a lattice
    that lies elsewhere more of them than of the others."""
    most_strange: float = 0.12
    """How far the board may be from what a usual camera sees of a square: sides' ratio, and cosine of their angle.
    Right ones have 0.05 at most."""
    clear_window: float = 4.0
    """Cards' worth by which the board's place must be better than the same, one card aside, for cards alone to tell:
    without a hand it is five."""
    sides_window: float = 6.0
    """Cards' worth within which places are compared by their sides too, where cards alone do not tell."""
    side_error: float = 0.35
    """Log ratio by which two sides of the board may differ, as far from the cards: light comes from one side."""
    sides_worth: float = 2.0
    """Cards' worth that two sides of the board which look alike say for its place; of six pairs, 1 to 4 more do than
    with the board one card aside."""
    clear_board: float = 0.25
    """Of the cards' worth that is hidden there: by how much, with that of the sides, the board's place must be better
    than any other. Wrong places have 0.1 at most, right ones usually 0.4 to 3."""
    quarter: float = QUARTER
    """Of a pitch, from a card's middle to that of its quarter, along both sides: cards are 0.86 to 0.93 wide."""
    fit_errors: tuple[float, ...] = (0.2, 0.12, 0.1)
    """Of a pitch, in the rounds of the last fit: spots farther from their quarter's middle are none."""
    lenses: tuple[float, ...] = (0.06, 0.04, 0.02, 0.0, -0.02, -0.04, -0.06, -0.08)
    """Distortion at half a picture's width: from a little inward to a cheap wide lens; a step moves corners by a pixel
    or two."""

    # --- where the cards are known to be, nearly
    near_margin: float = 0.03
    """Of the board's extent, looked at around it."""
    moved_error: float = 0.2
    """Pitches by which cards may have moved since the last look: a quarter has neighbours 0.44 away."""
    marked_error: float = 0.2
    """Pitches by which marked corners put a quarter beside its place: four of a hundred of the board's side."""

    most_turn_deg: float = 40.0
    """A board turned by 45 degrees has two near left corners; its turn is measured to 3 degrees."""

    # --- from cards to the board under them
    card_height: float = 0.013
    """Of the board's side, from its surface to the cards' upper sides: riders hold them 3 to 4 mm above 180 to 340."""
    focal_widths: tuple[float, ...] = (0.69, 0.78, 0.87, 0.98, 1.1, 1.25)
    """Focal lengths of laptop and phone cameras, 44 to 72 degrees, in widths of the picture."""

    # --- cards
    quarter_span: tuple[float, float] = (0.10, 0.33)
    """Of a pitch from a card's middle, along both sides: where quarters are looked at. Farther in the stem is, farther
    out the rim and blocks are."""
    quarter_points: int = 6
    """Along each side of it."""
    stem: float = 0.17
    """Of a pitch: nearer to the middle, the stem or its shadow may be."""
    quarter_share: float = 0.6
    """Of a quarter's points that must show one paint: half a quarter hidden may still leave its paint in doubt."""
    odd_share: float = 0.3
    """The same of another paint, from which on a quarter is doubtful."""
    sure_likeness: float = 0.94
    """Correlation of a card with its face, for one that shadow or haze takes from the usual paints."""
    sure_gap: float = 0.06
    """By how much the next best face must fit worse."""
    piece_span: tuple[float, float] = (0.08, 0.40)
    """Of a pitch from a card's middle, along both sides: where pieces of quarters are looked for, up to the rim."""
    piece_points: int = 7
    """Along each side of it."""
    piece_reach: float = 0.25
    """Of the way to the nearest other paint: quarters are within 0.15 of their paint, sleeves by chance."""
    piece_shade: float = 0.8
    """Log brightness by which a piece may differ from its paint: in a hand's shadow it is half as bright."""
    piece_gap: float = 0.4
    """Quarters by which the next best face must be worse: a fifth of a quarter speaks for one and against the other."""
    piece_against: float = 0.1
    """Quarters that may speak against it, unless all four speak for it."""
    piece_least: float = 0.2
    """Of a quarter that must show its own paint to speak for it."""
    ring: tuple[float, float] = (0.20, 0.33)
    """Of a pitch: between these distances from a card's middle its turn is measured."""
    ring_points: tuple[int, int] = (4, 72)
    """Distances, and directions: five degrees."""
    most_askew_deg: float = 20.0
    """A card turned by hand rests up to 10 degrees askew; from 25 on, what it shows depends on where one looks."""
    least_ring_match: float = 0.55
    """Of the ring's points that must have some paint for the turn to be told."""
    glint_level: float = 0.75
    """Linear light of the darkest channel from which on a point is a glint: paints have a dark channel."""
    glint_share: float = 0.4
    """Of a quarter's points that make it one that light hides."""

    # --- blocks
    block_reach: float = 0.09
    """Of a pitch, from a crossing: what a block covers from any side, however high it is."""
    block_points: int = 7
    arm: tuple[float, ...] = (0.26, 0.31, 0.36)
    arm_aside: tuple[float, ...] = (-0.025, 0.0, 0.025)
    """Of a pitch from a crossing, along and across the four gaps, where they show what gaps look like here."""
    gap_outliers: int = 4
    """Of these 36 points that may be like a colour by chance: a card that is askew covers a few."""
    gap_shade: float = 0.35
    """What a unit of brightness counts beside a log ratio, between gaps in light and in shadow."""
    block_share: float = 0.7
    """Of the points at a crossing with one paint: blocks have 0.7 to 1, bare crossings 0.25 at most."""
    bare_share: float = 0.4
    """From here on it may be a block."""
    clear_gap: float = 0.5
    """A point whose way to the gaps' colour is at most so many times that to the nearest paint is a gap."""
    gap_share: float = 0.3
    """Of the points at a crossing that are gap, for a bare one: those have 0.4 to 1, blocks 0.04 at most."""
    same_thing: float = 0.2
    """Of the way between the two nearest paints: what differs less, on a crossing and on a gap, is one thing."""
    high: float = 0.04
    """Of the board's side: how high a block is, to tell in which direction it hides what is behind."""
    hides: float = 0.1
    """Pitches behind it that it must hide for that to matter; from straight above it hides nothing."""
    behind: float = 0.3
    """Cosine between a gap and that direction, from which on the gap is behind."""
    corner_span: tuple[float, float] = (0.15, 0.23)
    """Of a pitch from a crossing, along both sides: where the inner corners of cards are seen."""
    bare_corners: int = 3
    """Of the four inner corners that must show their cards' paint; one may be in a shadow, or behind a block."""


DEFAULT = CardSettings()
