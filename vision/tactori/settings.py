"""Every threshold of the reader, with its unit and why it is what it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

ASK = {"less": 0.65, "usual": 0.8, "more": 0.95}
"""How probable a piece must be to be vouched for: the one setting that makes the reader ask more or ask less."""


@dataclass(frozen=True)
class ReaderSettings:
    working_pitch_px: float = 30.0  # pixels from field to field of the 9x9 board when working: finer gained nothing
    black_level: float = 0.004  # linear light, 0 to 1: keeps the logarithm of a dark pixel within the sensor's noise
    clipped_level: int = 252  # of 255: from here on a channel no longer tells how bright it is
    least_wood_spread: tuple[float, float] = (0.06, 0.06)  # log ratio: wood is never flatter than this
    largest_wood_spread: tuple[float, float] = (0.20, 0.20)  # log ratio: what strays farther is something else
    palest_wood: float = 0.60  # log ratio: how far shadow and reflected paint carry wood from its usual colour
    # First look: paint is told from wood by its direction in the (u, v) plane.
    least_paint_chroma: float = 0.45  # log ratio: paler than this may be wood, glare or shadow
    least_paint_share: float = 0.002  # of the board's pixels: fewer do not say what a paint looks like here
    largest_turn_deg: float = 35.0  # a paint's direction may turn this far from its reference with wood and light
    measured_turn_deg: float = 18.0  # the same from a reference that was measured on this very set
    largest_astray_share: float = 0.3  # of a paint's pixels that measured references leave over: sound ones leave 0.2
    palest_share: float = 0.35  # of a paint's chroma: glare and reflected wood bleach pixels this far
    strongest_share: float = 1.35  # of a paint's chroma: grooves glow in their own colour
    paint_spread: float = 0.35  # log ratio, across the line from pale to strong
    least_paint_spread: float = 0.18  # the same for a measured paint, however even it was where it was measured
    spread_factor: float = 2.0  # of a measured spread: other pieces, reflections and blur add to it
    paint_level_spread: float = 0.7  # log ratio: how far light and shadow carry a paint from its usual brightness
    largest_level_shift: float = 0.7  # log ratio: farther than this no paint is brighter or darker than in most sets
    wood_factor: float = 2.0  # marks, grain and coloured reflections spread wood wider than its middle half says
    unlikely_at_first: float = -9.0  # the same before the paints are known: what is not wood is then a piece
    unlikely: float = -4.0  # log likelihood: what fits nothing says nothing, so every material has the same floor
    surely_behind: float = 1.0  # log likelihood: what fits wood or table so well is not looked at as paint at first
    coloured_margin: float = 0.5  # log likelihood ratio of paint to what is behind: from here on a pixel is coloured
    maybe_margin: float = -2.0  # the same: below it a pixel shows no piece, even one that glare has bleached
    # Stacks. Areas are in pixels of the photograph, whatever the size of the working picture.
    least_colour_share: float = 0.5  # of a block's outline that must be coloured before a tower is considered there
    cost_of_floor: float = 80.0  # log likelihood times pixel: a tower more must explain this much
    # Several pictures of one position.
    known_focal: float = 0.004  # relative error: what the board tells so well, pieces in all pictures tell no better
    clear_turning: float = 2000.0  # log likelihood times pixel: by this much one way to turn a picture must be better
    least_agreement: float = (
        0.5  # of what a picture explains alone: if less is left beside the others, it is a stranger
    )
    expected_laid: float = 0.5  # log odds of a stick that the search laid, in a picture that shows nothing of it
    expected_not_laid: float = -2.5  # the same of one that it did not lay
    contradicted: float = 1800.0  # the same: of 84 pictures of one position none denied a stack by more than 841
    contradicted_stick: float = 400.0  # the same of a stick: none denied one by more than 275
    contradicted_along: float = 1200.0  # the same seen along its length: it lies in the dark between its towers
    across_sight: float = 0.65  # cosine of a stick's angle to the line of sight from which on it is seen so
    # Second thoughts.
    ill_fit: float = -0.4  # log likelihood per pixel: nine of ten stacks read right fit better than this on every floor
    close_rival: float = 1200.0  # log likelihood times pixel: another height this close is tried with its own sticks
    # Stacks behind each other: a high one looks much like a lower one with another behind it.
    pair_beside: float = 0.8  # of the way between fields: what stands farther from the line of sight is not confused
    pair_before: float = 1.6  # fields: the same of what stands before a stack
    pair_share: float = 0.5  # of what is seen of one piece that the other would explain
    pair_close: float = 1500.0  # log likelihood times pixel: what fits so much worse does so with other sticks too
    # The paints of floors.
    sliver_px: float = 400.0  # pixels of the photograph: the paint of floors seen less than this is asked about
    least_sliver_px: int = 12  # pixels: fewer say nothing
    clear_paint: float = 4000.0  # log likelihood times pixel over the next best paint: clearer ones are not
    camera_blur_px: float = 1.0  # standard deviation of lens, sensor and compression together
    # Sticks.
    least_stick_trace: float = 0.3  # of the points along its middle that show one paint
    contradiction: float = -0.7  # log likelihood ratio: from here on a pixel speaks against a stick
    largest_contradiction: float = 0.35  # of a stick's pixels: blur and a stick laid askew account for this many
    stick_core: float = 0.7  # of a stick's width: its rim is blurred with what lies behind
    least_stick_px: float = 24.0  # pixels of the photograph
    into_groove_deg: float = 70.0  # above the table: from lower down, a stick in a groove is as dark as the groove
    same_paint: float = 2.5  # log likelihood ratio: the most that shading says about a stick before its own colour
    # Log likelihood times pixel that a stick must explain. Most sticks are bridges between towers of their colour; one
    # that breaks the rules is believed when it is seen clearly.
    cost_of_stick: Mapping[str, float] = field(
        default_factory=lambda: {"bridge": 20.0, "foreign": 320.0, "odd": 240.0, "lying": 1000.0}
    )
    # A position known from before. A piece of it stays as long as the picture does not deny it by more than this.
    known_floor: float = 300.0  # log likelihood times pixel: more than a floor costs, less than a tower that is seen
    known_stick: float = 60.0  # the same: a stick of which a sliver is seen
    least_changed_stick: float = 0.1  # of the pixels seen of a stick: fewer change by noise and compression
    remembered_stick: float = 250.0  # the same where no earlier picture shows what changed: sticks seldom go
    same_bonus: float = 0.5  # log likelihood: what looks as before is better explained by the piece that was there
    same_anchor: float = 0.0  # log likelihood: dark shadow fits nothing well, and what lies in it is still the same
    same_share: float = 0.25  # of squared standard deviations: neighbouring pixels err together
    largest_shade: float = 1.5  # log likelihood: the most that another brightness says; a new tower casts a shadow
    least_same_spread: tuple[float, float, float] = (0.02, 0.02, 0.02)  # log ratio between two pictures of one thing
    changed_limit: float = 2.0  # log likelihood: from here on a pixel does not look as before
    strange_fit: float = -2.5  # log likelihood: what fits no better is neither a piece nor what was there before
    same_jitter_px: float = 0.35  # working pixels that camera, compression and a touched piece move an edge
    # Doubt.
    sure: float = ASK["usual"]  # probability: what is less probable is not vouched for
    sure_height: float = 800.0  # log likelihood times pixel: where a floor fits badly, the height must be so clear
    least_empty_margin: float = 500.0  # log likelihood times pixel: a field taken to be empty may hide a tower
    least_empty_together: float = 1500.0  # the same in several pictures: one of them shows nearly every empty field
    unseen_px: float = 30.0  # pixels of the photograph: of a floor with fewer nothing is claimed but that it is there
    hopeless_stick: float = -1500.0  # log likelihood times pixel: what is worse by so much is not asked about
    close_stick: float = 200.0  # log likelihood times pixel that a stick is better than another between the same fields
    close_stick_p: float = 0.7  # probability of such a one: of 109 that were so little better, 77 were there
    along_sight: float = 0.75  # cosine of the angle between a stick and the line of sight: it is seen along its length
    hardly_seen_stick_px: float = 200.0  # pixels of the photograph
    own_share: float = 0.5  # of a stick that would lie before its own colour
    lost_share: float = 0.3  # of a tower's outline that is white with glare
    hidden_px: float = 12.0  # the same: from here on the floor is not hidden, so that its stack is not vouched for
    hardly_seen_px: float = 90.0  # the same, if its paint is doubtful
    least_foot_share: float = 0.6  # of a field's square that must be in the picture
    largest_odd_share: float = 0.5  # of a field's square that is neither wood nor paint: something covers it
    # What a cover hides: a hand, a sleeve, a sheet of paper.
    least_seen_share: float = 0.05  # of the board: if less is free, what covers it has to tell what wood is like
    largest_covered_share: float = 0.5  # of what would be seen of a floor, a stick or a bare field
    least_free_margin: float = 300.0  # log likelihood times pixel: by this much free pixels must rule out other heights
    # A board whose marks cannot be read.
    fewest_stacks: int = 4  # four stacks stand on 5x5 fields by chance on one 9x9 board in a hundred
    least_good_share: float = 0.8  # of its stacks that must fit well on every floor
    least_surplus: float = 0.03  # by how much more the 9x9 fields must explain
