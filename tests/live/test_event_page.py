"""What docs/formats.md says about events is what events are."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from live.events import Event, Kind, event
from live.log import GameLog
from live.play import Play
from referee.antiblok.notation import read_written
from referee.antiblok.position import Position as CardPosition
from referee.games import find_game
from referee.tactori.rules import rule_book
from referee.tactori.text import parse_text
from tests.antiblok_drawn import read_cases
from tests.live.playing import FIRST, ILLEGAL, ROOT, SECOND, THIRD, begun, whole_game
from tests.live.watched import demo_run
from words.message import message

PAGE = (ROOT / "docs" / "formats.md").read_text().split("## What a watched table tells")[1].split("\n## ")[0]
EXAMPLES = [json.loads(line) for block in re.findall(r"```jsonl\n(.*?)```", PAGE, re.S) for line in block.splitlines()]


def described() -> dict[str, set[str]]:
    """The keys of each event in the table of the page."""
    rows = re.findall(r"^\| (`[^|]*) \|[^|]*\| ([^|]*) \|$", PAGE, re.M)
    return {name: set(re.findall(r"`(\w+)`", keys)) for names, keys in rows for name in re.findall(r"`(\w+)`", names)}


def test_every_event_is_described_and_shown() -> None:
    kinds = {kind.value for kind in Kind}
    assert described().keys() == kinds
    assert {example["event"] for example in EXAMPLES} == kinds


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["event"])
def test_examples_have_the_keys_that_are_described(example: dict[str, Any]) -> None:
    assert example.keys() - {"event"} <= described()[example["event"]]


def played(folder: Path) -> list[Event]:
    """A game in which everything happens that people can do."""
    log = GameLog.open(folder / "g.sqlite")
    play = begun(log, FIRST, SECOND, THIRD)
    events = [*play.begun, *play.undo(), *play.redo(), *play.take_back(), *play.confirm(THIRD), *play.amend(THIRD)]
    events += [*play.wait("illegal", [ILLEGAL]), *play.accept(), *play.undo(), *play.pause(), *play.resume_play()]
    events += [
        *play.wait("unclear", [ILLEGAL]),
        *play.reject(),
        *play.correct(parse_text("9 c3:R e5:B e3:R")),
        *play.end(),
    ]
    whole = Play.begin(log, "2", "demo:1", rule_book("taktori"), ("R", "B"))
    events += whole.confirm_all(whole_game(1, turns=1000))
    mixed = Play.begin(log, "3", "demo:1", rule_book("colourful", {"colour": "R"}), ("R", "B"))
    events += mixed.wait("set_up", [parse_text("5 a1:R")])
    cards = plain_cards()
    dice = Play.begin(log, "4", "demo:1", find_game("antiblok").rule_book({}), ("R", "B"), cards)
    events += [*dice.throw(["L1"]), *dice.confirm(read_written("a1<", cards, "R")[0])]
    events += dice.wait("incomplete", [cards.with_places({"b2+": "B"})])
    (folder / "file").touch()
    return events + Play.begin(GameLog.open(folder / "file" / "g"), "1", "demo:1", rule_book("fem"), "RB").begun


def plain_cards() -> CardPosition:
    return next(case.board for case in read_cases("turns") if case.said.get("board") == "plain")


def test_events_have_the_keys_that_are_described(tmp_path: Path) -> None:
    events = [*played(tmp_path), *(told for _, told in demo_run().told)]
    said: dict[str, set[str]] = {}
    for each in events:
        said.setdefault(each.kind.value, set()).update(each.to_json())
    page = described()
    for kind, keys in said.items():
        assert keys - {"event"} <= page[kind], kind
    # Nothing is promised of them that does not come.
    for kind in ("started", "turn", "taken_back", "corrected", "paused", "resumed", "ended", "outcome", "memory"):
        assert page[kind] == said[kind] - {"event"}, kind


def test_an_event_says_itself() -> None:
    made = event(Kind.LOST, what="board", why=message("watch.lost"), picture="x")
    assert made.to_json("de")["why"].startswith("das Brett")
