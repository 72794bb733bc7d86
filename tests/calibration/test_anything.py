"""Whatever JSON comes instead of a calibration: it is one, or there is a sentence, and what was read can be kept."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.camera import Camera
from calibration.colours import ColourReferences
from calibration.physical_set import DEFAULT_PROPORTIONS, PhysicalSet
from words.message import InputError

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.floats(0.1, 2000),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)
KEYS = {
    "set": ["pitch_9", *DEFAULT_PROPORTIONS],
    "camera": ["matrix", "dist", "size"],
    "colours": list("RBYG"),
}


@pytest.mark.parametrize(
    ("name", "read"),
    [("set", PhysicalSet.from_json), ("camera", Camera.from_json), ("colours", ColourReferences.from_json)],
)
@given(data=st.data())
def test_it_is_one_or_there_is_a_sentence(name: str, read: Callable[[Any], Any], data: st.DataObject) -> None:
    given_keys = st.dictionaries(st.sampled_from(KEYS[name]), ANYTHING)
    try:
        made = read(data.draw(given_keys | ANYTHING))
    except InputError as error:
        assert str(error)
        assert "\n" not in str(error)
    else:
        assert read(made.to_json()).to_json() == made.to_json()
