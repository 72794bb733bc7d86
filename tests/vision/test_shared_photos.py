"""The shared photographs, where they are there, are read no worse than they were."""

import pytest

from benchmarks.photographs import SHARED, read_all
from benchmarks.views import VIEWS, Turning, compare_group, groups
from tests.vision.shared_counts import AT_LEAST, AT_MOST, KINDS, counts, stored


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared photographs are not beside this checkout")
@pytest.mark.parametrize("kind", KINDS)
def test_they_are_read_no_worse_than_before(kind: str) -> None:
    before = stored()[kind]
    now, notes = counts(kind)
    fewer = {name: (before[name], getattr(now, name)) for name in AT_LEAST if getattr(now, name) < before[name]}
    more = {name: (before[name], getattr(now, name)) for name in AT_MOST if getattr(now, name) > before[name]}
    assert not fewer and not more, (fewer, more, notes)
    assert now.photos == before["photos"], "run python -m tests.vision.shared_counts: there are other photographs now"


@pytest.mark.skipif(not VIEWS.is_dir(), reason="the shared views are not beside this checkout")
@pytest.mark.parametrize("name", ["full9_000", "low9_001", "top9_000"])
def test_views_read_as_one_are_exact_where_each_alone_is_and_turned_as_they_were_taken(name: str) -> None:
    (group,) = (group for group in groups(VIEWS) if group.files[0].stem.startswith(name))
    alone = [compared for _, compared in read_all(group.views, camera_known=True)]
    compared, turned, unused = compare_group(group, 3, camera_known=True)
    assert turned == Turning(2, 2)
    assert not unused
    assert compared.exact >= min(each.exact for each in alone), compared.notes
    assert (compared.wrong, compared.sticks_invented) == (0, 0), compared.notes
