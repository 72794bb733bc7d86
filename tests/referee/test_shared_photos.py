"""The truth beside the shared photographs, where they are there: positions and a game that the referee can judge."""

import json
from pathlib import Path

import pytest

from referee.tactori.explain import judge_turn
from referee.tactori.position import Position
from referee.tactori.rules import rule_book
from referee.tactori.scoring import judge_position

PHOTOS = Path(__file__).parents[3] / "shared" / "photos"
needs_photos = pytest.mark.skipif(not PHOTOS.is_dir(), reason="the shared photographs are not beside this checkout")
FAULTS = {
    "diagonal": "bridge.straight",
    "slanted": "bridge.level",
    "foreign": "bridge.own_colour",
    "loose": "bridge.supported",
}


@needs_photos
def test_fouls_are_found_and_nothing_else() -> None:
    fouls = 0
    for path in sorted(PHOTOS.glob("*.json")):
        truth = json.loads(path.read_text())
        position = Position.from_json(truth)
        rules = rule_book("free" if position.board == 5 else "taktori")
        verdict = judge_position(position, rules)
        named = {(f.rule, f.fields) for f in (*verdict.violations, *verdict.advice)}
        for s in truth["sticks"]:
            ends = tuple(sorted((s["a"]["at"], s["b"]["at"])))
            if s["kind"] in FAULTS:
                fouls += 1
                assert (FAULTS[s["kind"]], ends) in named, path.name
        if all(s["kind"] == "bridge" for s in truth["sticks"]):
            assert verdict.legal, path.name
    assert fouls > 10


@needs_photos
def test_the_photographed_game_is_a_legal_game_of_taktori() -> None:
    truths = [json.loads(path.read_text()) for path in sorted((PHOTOS / "game").glob("*.json"))]
    calm = [truth for truth in truths if not truth["hand"]]
    before = Position.empty(9)
    for truth in calm:
        after = Position.from_json(truth)
        verdict = judge_turn(before, after, truth["player"], rule_book("taktori"), tuple(truth["players"]))
        assert verdict.legal, (truth["image"], verdict.violations)
        assert verdict.turn is not None
        assert verdict.turn.kind.value == "place"
        before = after
    assert len(calm) == 14
