"""What arrays hold: points and measures, a photograph, and what is computed for each of its pixels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Float = NDArray[np.float32]
Image = NDArray[np.uint8]
"""(height, width, 3): blue, green, red; or grey alone."""
Mask = NDArray[np.bool_]
