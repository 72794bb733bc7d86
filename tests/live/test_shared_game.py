"""A photographed game, where it is there: a folder of pictures with and without hands gives its turns exactly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from running import Runner

from benchmarks.photographs import SHARED
from referee.tactori.position import Position

GAME = SHARED / "game"


def truth() -> list[dict[str, Any]]:
    return [json.loads(file.read_text()) for file in sorted(GAME.glob("*.json"))]


def positions(pictures: list[dict[str, Any]]) -> list[Position]:
    """Each position that is seen without a hand, once."""
    seen: list[Position] = []
    for each in pictures:
        sticks = [{key: stick[key] for key in ("color", "a", "b")} for stick in each["sticks"]]
        position = Position.from_json({"board": each["board"], "towers": each["towers"], "sticks": sticks})
        if not each["hand"] and position not in seen[-1:]:
            seen.append(position)
    return seen


@pytest.mark.skipif(not GAME.is_dir(), reason="the photographed game is not beside this checkout")
@pytest.mark.parametrize("known", [True, False], ids=["measured", "unmeasured"])
def test_every_turn_and_nothing_else(run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, known: bool) -> None:
    monkeypatch.setenv("DRAUFSICHT_HOME", str(tmp_path))
    monkeypatch.delenv("DRAUFSICHT_PROFILE", raising=False)
    pictures = truth()
    said = ["--game", "taktori", "--players", ",".join(pictures[0]["players"]), "--json"]
    if known:
        for name, extra in (("set", {}), ("camera", {"size": pictures[0]["size"]})):
            (tmp_path / f"{name}.json").write_text(json.dumps(pictures[0][name] | extra))
            said += [f"--{name}", str(tmp_path / f"{name}.json")]
    ran = run("watch", str(GAME), *said)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.json()
    assert {line["event"] for line in lines} <= {"started", "turn", "hand"}
    turns = [line for line in lines if line["event"] == "turn"]
    assert [Position.from_json(line["position"]) for line in turns] == positions(pictures)
    assert [line["n"] for line in turns] == list(range(1, 15))
    assert all(line["legal"] for line in turns)
