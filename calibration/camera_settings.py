"""Every threshold of measuring a camera with the sheet, with its unit and the reason for its value."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class CameraSettings:
    """Lengths in space are in squares of the sheet (25.4 mm on A4), those in the picture in pixels or shares of it."""

    # --- which pictures are taken
    least_corners: int = 12
    """Of 48. Fewer say little more than where the sheet is."""
    least_spread: int = 3
    """Rows and columns in which they lie; corners on one or two lines do not tell how the sheet is tilted."""
    edge_px: float = 4.0
    """Widest edge, from black to white, in pictures up to 1280 wide. Sharp ones have 2.2 to 2.8, a sheet that moves by
    4 pixels while it is exposed and read out has 3.7, one that moves by 10 has 5.5."""
    edge_share: float = 4.0 / 1280
    """The same for larger pictures, as a share of their width: few lenses are as sharp as their pixels are small."""
    moving_share: float = 0.005
    """Way between two pictures of a film, as a share of the width: 6 pixels at 1280. Rows are read out one after
    another, so that a sheet that moves is skewed, sharp though it may be in good light."""
    same_share: float = 0.03
    """Corners that moved by less on average, as a share of the width, make no new view"""
    same_deg: float = 12.0
    """unless the sheet is tilted otherwise by as much; the tilt of a small sheet is known to some degrees only."""
    most_views: int = 30
    """From 20 on, films get no better (0.07 %); half a second to solve, and a bound on memory."""
    better: float = 0.9
    """A view takes the place of one like it if its edges are narrower than this share: less would be noise."""

    # --- when there is enough
    cells: tuple[int, int] = (8, 6)
    """Columns and rows into which the picture is divided to see where corners were."""
    enough_views: int = 10
    """Four more than are needed at least, as some may be left out."""
    enough_coverage: float = 0.7
    """All but the cells at the very edge, which need a sheet half outside the picture."""
    enough_tilt_deg: float = 25.0
    """To three of the four sides. Films with tilts of up to 15 degrees leave the focal length open to 0.8 %, with tilts
    of up to 30 degrees to 0.2 %."""
    tilted_sides: int = 3
    enough_size: float = 0.15
    """Largest view, as a share of the picture: a sheet upright and nearly as high as the picture. One that is always
    farther away shows too little perspective."""
    enough_focal_error: float = 0.005
    """Standard error of the focal length, relative: what the reading of boards makes use of."""
    rough_focal: float = 0.9
    """Focal length in widths of the picture, from which tilts are guessed before it is known: 58 degrees wide."""

    # --- solving
    rounds: int = 3
    """How often the noise is estimated anew and outliers are left out; it never took more."""
    most_steps: int = 30
    enough_gain: float = 1e-6
    """Share of the sum of squares below which a step was the last; standard errors are a thousand times larger."""
    least_noise_px: float = 0.02
    """No corner is found better than this, however perfect the picture."""
    huber_sigmas: float = 3.0
    """Beyond, a corner pulls with constant strength only."""
    outlier_sigmas: float = 5.0
    """Beyond, a corner is left out: of Gaussian errors 4 in a million."""
    outlier_px: float = 0.4
    """But none that is less off than this, which a bad pixel or a speck on the sheet does too."""
    bad_view: float = 3.0
    """A view whose error is this many times the usual one is left out: it was blurred or the sheet moved."""

    # What lenses are like before anything is seen, as standard deviations. Where the views say more, as they do after
    # half a minute of film, these do not matter; what the views leave open stays at its usual value instead of
    # following the noise. That decides how many terms of the distortion are really used.
    pixel_shape_sd: float = 0.01
    """Pixels are square, unless a driver stretches the picture."""
    centre_sd: float = 0.03
    """From the middle of the picture, as a share of its width: cheap modules are glued in by hand."""
    k1_sd: float = 0.5
    k2_sd: float = 0.2
    """Webcams have k1 from -0.4 to 0.1 and k2 up to 0.2."""
    tangential_sd: float = 0.003
    """Of p1 and p2. A lens that sits straight has less than 0.001."""
    bow_sd: float = 0.2
    """Paper on cardboard bows by up to 5 mm."""
    hand_bow_sd: float = 0.02
    """And by half a millimetre more or less from picture to picture, as fingers press."""
    skew_of_speed: float = 0.8
    """How far the sheet moves while a picture is read out, of its way from picture to picture: cameras take half of the
    time between two pictures or nearly all of it."""
    unknown_speed: float = 0.0008
    """What that way is where it is not known, as a share of the width: a pixel at 1280, a phone held in a hand."""
    least_skew: float = 0.00005
    """And no sheet is stiller than this."""

    # --- what is refused
    least_views: int = 6
    """With three the focal length was wrong by up to 1.2 %, with six by up to 0.3 %."""
    least_coverage: float = 0.35
    """Films that covered a quarter of the picture were wrong by up to 1.9 %, and by 0.024 in k1."""
    straight_deg: float = 10.0
    """If no view is tilted more, distance and focal length are hardly told apart: it was wrong by 2 % and more."""
    focal_error: float = 0.01
    """Largest standard error of the focal length, twice what is enough; a photograph's own notes are 4 % off."""
    rms_share: float = 0.9 / 1280
    """Largest RMS error as a share of the width. Good films have 0.1 to 0.2 pixels at 1280; a sheet that was folded and
    stands up by 10 mm has 0.5 to 0.8, with 20 mm it is more than 1 and the focal length up to 0.8 % off."""
    most_outliers: float = 0.2
    """Share of the corners; if more have to be left out, the rest are not to be trusted either."""
    most_bow: float = 0.5
    """Half an inch on A4. The bow is measured and allowed for, but a sheet that bends so much also buckles."""
    other_sizes: float = 0.2
    """Share of pictures with another size: one or two may have slipped in, more are another camera."""
    honest: float = 1.4
    """Times the standard errors of the equations, which a few views make too small. So 17 of 20 films with a known
    camera were within one standard error, and all within two."""


SETTINGS = CameraSettings()
