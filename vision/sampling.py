"""What a picture shows between its pixels."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray


def sampled(
    picture: NDArray[Any], places: NDArray[Any], border: int = cv2.BORDER_REPLICATE, outside: float = 0.0
) -> NDArray[Any]:
    """A picture's values at places (rows, columns, 2); those `outside` it only with cv2.BORDER_CONSTANT."""
    at = places.astype(np.float32, copy=False)
    # OpenCV's hints do not know that the second map is left out where the first has both coordinates.
    return cv2.remap(picture, at, None, cv2.INTER_LINEAR, borderMode=border, borderValue=outside)  # type: ignore[call-overload, no-any-return]
