"""The table of thresholds: taken from the settings' comments, and the document has it as it is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from docs.tools.thresholds import TABLES, page, rewritten, thresholds

DOCUMENT = Path(__file__).parents[2] / "docs" / "vision.md"


@dataclass(frozen=True)
class Drawn:
    # --- edges
    width_px: float = 2.0
    """Half of
    what is seen."""
    share_of: float = 0.5  # of a side: less is noise
    bare: int = 3
    # Sticks.
    core: float = 0.7  # its rim is blurred
    # What a stick must explain.
    cost: Mapping[str, float] = field(default_factory=lambda: {"bridge": 20.0})


def test_reasons_units_and_headings() -> None:
    made = {each.name: (each.unit, each.reason, each.heading) for each in thresholds(Drawn)}
    assert made == {
        "width_px": ("px", "Half of what is seen.", "edges"),
        "share_of": ("of a side", "Less is noise", ""),
        "bare": ("number", "", ""),
        "core": ("ratio", "its rim is blurred", "Sticks"),
        "cost": ("ratio", "What a stick must explain.", ""),
    }


@pytest.mark.parametrize("settings", [settings for _, settings in TABLES])
def test_every_threshold_is_in_the_table(settings: type) -> None:
    names = [each.name for each in thresholds(settings)]
    assert names == list(settings.__dataclass_fields__)
    assert all(f"| `{name}` |" in page() for name in names)


def test_the_document_is_up_to_date() -> None:
    text = DOCUMENT.read_text()
    assert text == rewritten(text), "run python -m docs.tools.thresholds docs/vision.md"


def test_a_document_without_a_place_for_the_table_is_refused() -> None:
    with pytest.raises(ValueError, match="thresholds"):
        rewritten("# Nothing here")
