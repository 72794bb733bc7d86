"""What a photograph says it was taken with."""

from __future__ import annotations

import io
import warnings

from PIL import Image

from calibration.exif import device_name
from calibration.profile import checked_source
from vision.photograph import FORMATS


def device_of(data: bytes) -> str | None:
    """Maker and model in the notes of a picture file, as a profile's `source` has it; None if there are none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # remarks about odd headers
        try:
            with Image.open(io.BytesIO(data), formats=FORMATS) as opened:
                # Asked for notes that are not in its head, a PNG would be decoded to the end to find them.
                if opened.format == "PNG" and "exif" not in opened.info:
                    return None
                notes = opened.getexif()
                name = device_name(notes)
        except Exception:  # damaged notes make Pillow raise anything; then there are none
            return None
    return checked_source(name or "")
