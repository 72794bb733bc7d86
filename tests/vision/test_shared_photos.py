"""The shared photographs, where they are there, are read no worse than they were."""

import pytest

from benchmarks.photographs import SHARED
from tests.vision.shared_counts import AT_LEAST, AT_MOST, EVERY, counts, stored


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared photographs are not beside this checkout")
@pytest.mark.parametrize("kind", list(EVERY))
def test_they_are_read_no_worse_than_before(kind: str) -> None:
    before = stored()[kind]
    now, notes = counts(kind)
    fewer = {name: (before[name], getattr(now, name)) for name in AT_LEAST if getattr(now, name) < before[name]}
    more = {name: (before[name], getattr(now, name)) for name in AT_MOST if getattr(now, name) > before[name]}
    assert not fewer and not more, (fewer, more, notes)
    assert now.photos == before["photos"], "run python -m tests.vision.shared_counts: there are other photographs now"
