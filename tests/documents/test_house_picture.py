"""The picture of the house shows the house."""

import xml.etree.ElementTree as ET
from pathlib import Path

from docs.tools.house import ROOT, Room, arrows_of, draw, rooms_of

PICTURE = ROOT / "docs" / "pictures" / "house.svg"


def test_the_picture_is_drawn_from_the_imports_as_they_are() -> None:
    assert PICTURE.read_text() == draw(), "draw it again: make pictures"


def test_it_is_a_picture() -> None:
    shown = " ".join(ET.fromstring(draw()).itertext())
    assert all(part in shown for part in ("web", "live", "vision", "referee", "every game"))


def test_a_use_is_an_arrow(tmp_path: Path) -> None:
    for name, text in {
        "web/page.py": "from live.table import Table\nimport vision.tactori.read\n",
        "live/table.py": "from referee import games\n",
        "referee/tactori/rules.py": "",
        "vision/tactori/read.py": "from referee.tactori.rules import GAMES\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    arrows = arrows_of(rooms_of(tmp_path))
    assert arrows == {
        (Room("web", "every game"), Room("live", "every game")),
        (Room("web", "every game"), Room("vision", "towers and sticks")),
        (Room("live", "every game"), Room("referee", "every game")),
        (Room("vision", "towers and sticks"), Room("referee", "towers and sticks")),
    }
