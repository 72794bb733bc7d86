"""The oldest versions that pyproject.toml allows: printed as constraints, or with --check compared with what is there.

What runs is as old as allowed; what only tests it is as constraints.txt has it.
"""

from __future__ import annotations

import re
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).parent.parent
BOUNDS = re.compile(r"([a-z0-9-]+)>=([0-9.]+),<([0-9.]+)")


def bounds(group: str | None = None) -> dict[str, tuple[str, str]]:
    """From which version to below which, for each that is needed to run, or for those of an optional group."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = project["dependencies"] if group is None else project["optional-dependencies"][group]
    found = {said: BOUNDS.fullmatch(said) for said in needed}
    if odd := [said for said, match in found.items() if match is None]:
        raise ValueError(f"without both bounds: {', '.join(odd)}")
    return {match[1]: (match[2], match[3]) for match in found.values() if match}


def versions() -> dict[str, str]:
    """Every version that constraints.txt names."""
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    return dict(line.lower().split("==") for line in lines if "==" in line)


def numbers(said: str) -> tuple[int, ...]:
    """To be compared: 3.1 and 3.1.0 are the same."""
    return tuple(map(int, (said + ".0.0.0.0").split(".")))[:4]


def main() -> int:
    lowest = {name: low for name, (low, _) in bounds().items()}
    if "--check" not in sys.argv:
        print("\n".join(f"{name}=={said}" for name, said in (versions() | lowest).items()))
        return 0
    wrong = [name for name, low in lowest.items() if numbers(version(name)) != numbers(low)]
    print(", ".join(f"{name} {version(name)}" for name in lowest))
    return f"not the oldest: {', '.join(wrong)}" if wrong else 0  # type: ignore[return-value]  # as sys.exit takes it


if __name__ == "__main__":
    sys.exit(main())
