"""What fitting several views together is worth is told of every number of them."""

from pathlib import Path

import pytest

from benchmarks.fitting import fitting
from benchmarks.views import VIEWS


@pytest.mark.skipif(not VIEWS.is_dir(), reason="the shared photographs are not there")
def test_one_and_two_views_are_told_with_and_without_the_set(tmp_path: Path) -> None:
    for name in ("lamp9_001_0", "lamp9_001_2"):
        for suffix in (".json", ".jpg"):
            (tmp_path / f"{name}{suffix}").symlink_to(VIEWS / f"{name}{suffix}")
    said = list(fitting([tmp_path], every=True))
    heads = [k for k, line in enumerate(said) if line.endswith("known")]
    assert [said[k] for k in heads] == ["nothing known", "set known"]
    for line in (said[heads[1] - 1], said[-1]):
        assert line.startswith("  2 together,   1 fits  focal length")
    assert "tower height" in said[heads[1] - 1]
    assert "tower height" not in said[-1]
    assert sum("lamp9_001_0 1+2 from" in line for line in said) == 2
