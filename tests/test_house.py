"""The house is in order: which part may use which, what the referee needs, and what the tools say."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.games import GAMES

ROOT = Path(__file__).parent.parent
# Each part and what it may use, besides itself.
MAY_USE = {
    "words": set(),
    "referee": {"words"},
    "calibration": {"referee", "words"},
    "vision": {"calibration", "referee", "words"},
    "simulator": {"calibration", "referee", "words"},
    "live": {"vision", "calibration", "referee", "simulator", "words"},
    "web": {"live", "vision", "calibration", "referee", "simulator", "words"},
    "training": {"vision", "calibration", "referee", "simulator", "words"},
}
PARTS = [part for part in MAY_USE if (ROOT / part).is_dir()]


def imports(path: Path) -> Iterator[str]:
    """The first names of everything a file imports."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            assert node.module
            yield node.module.split(".")[0]


@pytest.mark.parametrize("part", PARTS)
def test_imports_go_one_way(part: str) -> None:
    for path in (ROOT / part).rglob("*.py"):
        own = {name for name in imports(path) if name in MAY_USE}
        assert own <= MAY_USE[part] | {part}, path


def test_the_referee_is_there() -> None:
    assert "referee" in PARTS


def test_the_referee_needs_only_the_standard_library() -> None:
    for path in [*(ROOT / "referee").rglob("*.py"), *(ROOT / "words").rglob("*.py"), ROOT / "console.py"]:
        assert set(imports(path)) <= sys.stdlib_module_names | {"referee", "words", "console"}, path


def test_the_console_knows_nothing_of_the_house() -> None:
    assert set(imports(ROOT / "console.py")) <= sys.stdlib_module_names


FAMILIES = sorted({game.family for game in GAMES.values()})
READERS = {"tactori": "tactori", "antiblok": "flat"}
"""The folder of vision and simulator that a family's games are seen by."""


def test_what_every_game_has_knows_no_single_game() -> None:
    for path in (ROOT / "referee").glob("*.py"):
        for family in FAMILIES if path.name != "games.py" else ():
            assert f"referee.{family}" not in path.read_text(), path


@pytest.mark.parametrize("family", FAMILIES)
def test_a_game_knows_no_other_game(family: str) -> None:
    others = [f"referee.{other}" for other in (*FAMILIES, "games") if other != family]
    for path in (ROOT / "referee" / family).rglob("*.py"):
        assert not any(other in path.read_text() for other in others), path


CHOOSING = "families.py"
"""What says which of them serves a family."""


def test_what_every_picture_has_knows_no_single_game() -> None:
    own = [f"vision.{folder}" for folder in READERS.values()] + [f"referee.{family}" for family in FAMILIES]
    for path in (ROOT / "vision").rglob("*.py"):
        place = path.relative_to(ROOT / "vision")
        if place.parts[0] not in READERS.values() and str(place) != CHOOSING:
            assert not any(name in path.read_text() for name in own), path


def test_watching_a_table_knows_no_game() -> None:
    games = [f"referee.{family}" for family in FAMILIES] + [f"vision.{reader}" for reader in READERS.values()]
    for path in (ROOT / "live").rglob("*.py"):
        assert not any(game in path.read_text() for game in games), path


def test_the_page_knows_no_game() -> None:
    games = [f"referee.{family}" for family in FAMILIES] + [f"vision.{reader}" for reader in READERS.values()]
    for path in (ROOT / "web").rglob("*.py"):
        assert not any(f"{game}." in path.read_text() for game in games), path


@pytest.mark.parametrize("part", ["vision", "simulator"])
def test_what_sees_or_draws_one_game_knows_no_other(part: str) -> None:
    for family, reader in READERS.items():
        others = [f"referee.{other}" for other in FAMILIES if other != family]
        others += [f"{part}.{other}" for other in READERS.values() if other != reader]
        for path in (ROOT / part / reader).rglob("*.py"):
            assert not any(f"from {other}" in path.read_text() for other in others), path


@pytest.mark.parametrize(
    "command", [["ruff", "check", "."], ["ruff", "format", "--check", "."], ["mypy"]], ids=lambda c: " ".join(c)
)
def test_the_tools_are_content(command: list[str]) -> None:
    result = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr


def test_no_machine_and_no_package_index_is_named() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("this is no git checkout, so there is no list of its files")
    foreign = re.compile(r"/(?:home|root|work|Users)/|index" + r"-url|pypi\.org|pythonhosted")
    for name in listed.stdout.splitlines():
        path = ROOT / name
        if path.suffix in (".py", ".md", ".toml", ".txt", ".cfg", "") and path.is_file() and path != Path(__file__):
            assert not foreign.search(path.read_text()), name
