"""A photographed game of Anti-Blok, where it is there: hands in every other picture, and its turns told exactly."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from running import Runner

from benchmarks.photographs import SHARED
from referee.antiblok.position import Position

GAME = SHARED / "flat" / "antiblok"


def truth(name: str) -> dict[str, Any]:
    said: dict[str, Any] = json.loads((GAME / f"antiblok1_{name}.json").read_text())
    return said


@pytest.mark.skipif(not GAME.is_dir(), reason="the photographed game of Anti-Blok is not beside this checkout")
@pytest.mark.parametrize("empty", [True, False], ids=["from the empty board", "from the set-up"])
def test_every_turn_and_nothing_else(run: Runner, tmp_path: Path, empty: bool) -> None:
    folder = GAME
    if not empty:
        folder = tmp_path / "game"
        shutil.copytree(GAME, folder, ignore=shutil.ignore_patterns("*_empty.*"))
    turns = [truth(file.stem[-3:]) for file in sorted(GAME.glob("antiblok1_??b.json"))]
    players = f"{turns[0]['player']},{turns[1]['player']}"
    said = ["--game", "antiblok", "--players", players, "--log", str(tmp_path / "g.sqlite"), "--json"]
    ran = run("watch", str(folder), *said)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.json()
    assert [line["event"] for line in lines] == (
        ["started"] + ["lost", "back"] * empty + ["started"] + ["hand", "turn"] * len(turns)
    )
    started = [line for line in lines if line["event"] == "started"][-1]
    assert Position.from_json(started["position"]) == Position.from_json(truth("start"))
    told = [line for line in lines if line["event"] == "turn"]
    assert [line["n"] for line in told] == list(range(1, len(turns) + 1))
    assert [line["player"] for line in told] == [each["player"] for each in turns]
    assert [Position.from_json(line["position"]) for line in told] == [Position.from_json(each) for each in turns]
    assert all(line["legal"] and line["inferred"] for line in told)
