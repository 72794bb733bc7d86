"""Whether a look at the board counts: clear pictures always, unclear ones when one explanation is clearly the best."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import cast

import pytest

from live.decision import Clear, Decision, Unclear, decide, held_by_hand
from live.game import By, GameState
from live.judgement import What
from live.settings import TableSettings
from referee.tactori.match import start
from referee.tactori.position import Position
from referee.tactori.rules import rule_book
from referee.tactori.text import parse_text, to_text
from vision.tactori.reading import Doubt
from vision.tactori.rereading import Look
from words.message import message

TIP, LEAD = TableSettings().tip, TableSettings().least_lead
BOARD = "9 c3:R e5:B"
"""Red is to move."""
PLACED, STACKED, FOREIGN, TWO = "9 c3:R e5:B g7:R", "9 c3:RR e5:B", "9 c3:R e5:B g7:Y", "9 c3:RR e5:B g7:R"
"""What red may do, and what not: a yellow tower, or two at once."""


@dataclass
class Seen:
    """A look at a board, without any picture: what it seems to show, and how well positions explain it."""

    text: str
    worths: Mapping[str, float] = field(default_factory=dict)
    """All other positions explain the picture badly."""
    doubtful: tuple[str, ...] = ()
    compared: bool = True

    @property
    def position(self) -> Position:
        return parse_text(self.text)

    @property
    def unsure(self) -> tuple[Doubt, ...]:
        return tuple(Doubt(at, message("doubt.glare")) for at in self.doubtful)

    def worth(self, position: Position) -> float:
        return self.worths.get(to_text(position), -1e6)

    @property
    def look(self) -> Look:
        return cast(Look, self)


def played(*texts: str) -> GameState:
    """A game of red and blue that began with the first of these positions."""
    state = GameState(None, "1", "test", "", start(rule_book("taktori"), "RB", parse_text(texts[0])))
    for text in texts[1:]:
        state = state.with_step(parse_text(text), By.CAMERA, "")
    return state


def decided(seen: Seen, shown: str = BOARD, state: GameState | None = None) -> Decision:
    return decide(seen.look, parse_text(shown), state or played(shown), TableSettings())


def clear(decision: Decision) -> tuple[str, What]:
    assert isinstance(decision, Clear), decision
    return to_text(decision.position), decision.happened.what


def guess(decision: Decision) -> str:
    assert isinstance(decision, Unclear) and decision.guess is not None, decision
    return to_text(decision.guess)


# Clear pictures.


def test_a_board_that_is_as_it_was() -> None:
    assert clear(decided(Seen(BOARD))) == (BOARD, What.SAME)
    assert clear(decided(Seen(BOARD, doubtful=("c3",)))) == (BOARD, What.SAME)


def test_a_clear_legal_turn_counts_though_quite_another_one_would_explain_the_picture() -> None:
    assert clear(decided(Seen(PLACED, {PLACED: 0.0, BOARD: 5000.0, STACKED: 5000.0}))) == (PLACED, What.TURNS)


def test_a_clear_illegal_turn_counts_as_what_it_is() -> None:
    decision = decided(Seen(FOREIGN, {FOREIGN: 5000.0, BOARD: 0.0, PLACED: 5000.0 - TIP - 1}))
    assert clear(decision) == (FOREIGN, What.ILLEGAL)
    assert isinstance(decision, Clear) and decision.happened.verdict is not None
    assert [violation.rule for violation in decision.happened.verdict.violations] == ["turn.foreign"]


def test_a_turn_that_is_taken_back_is_clear_too() -> None:
    assert clear(decided(Seen(BOARD), PLACED, played(BOARD, PLACED))) == (BOARD, What.TAKEN_BACK)


def test_doubt_about_other_fields_does_not_matter() -> None:
    assert clear(decided(Seen(PLACED, {PLACED: 0.0, BOARD: 0.0}, ("c3", "e5")))) == (PLACED, What.TURNS)


def test_floors_that_have_come_to_light_are_kept() -> None:
    shown, seen = "9 c3:??B e5:B", "9 c3:R?B e5:B"
    assert clear(decided(Seen(seen, compared=False), shown)) == (seen, What.SAME)
    assert clear(decided(Seen(seen, compared=True), shown)) == (shown, What.SAME), "only what changed was looked at"


def test_floors_that_were_known_are_not_forgotten() -> None:
    shown = "9 c3:RRB e5:B"
    assert clear(decided(Seen("9 c3:??B e5:?", compared=False), shown)) == (shown, What.SAME)
    assert clear(decided(Seen("9 c3:R?B e5:?", compared=False), "9 c3:?RB e5:B")) == (shown, What.SAME)


# The rules tip the scales.


def test_a_legal_turn_that_explains_the_picture_nearly_as_well_is_taken() -> None:
    """Yellow or red in dim light: red may be set, yellow may not."""
    decision = decided(Seen(FOREIGN, {FOREIGN: 5000.0, BOARD: 0.0, PLACED: 5000.0 - TIP + 1}))
    assert clear(decision) == (PLACED, What.TURNS)


def test_where_nothing_happened_explains_it_nearly_as_well_nothing_happened() -> None:
    assert clear(decided(Seen(TWO, {TWO: 100.0, BOARD: 0.0}))) == (BOARD, What.SAME)


def test_two_legal_turns_that_are_close_are_left_open() -> None:
    worths = {TWO: 5000.0, STACKED: 4900.0, PLACED: 4900.0 - LEAD + 1}
    decision = decided(Seen(TWO, worths))
    assert guess(decision) == STACKED
    assert isinstance(decision, Unclear) and (decision.why, decision.doubts) == (message("doubt.close"), ())
    assert clear(decided(Seen(TWO, {**worths, PLACED: 4900.0 - LEAD}))) == (STACKED, What.TURNS)


def test_a_turn_and_none_at_all_that_are_close_are_left_open() -> None:
    assert guess(decided(Seen(FOREIGN, {FOREIGN: 100.0, PLACED: 50.0, BOARD: 45.0}))) == PLACED
    assert guess(decided(Seen(FOREIGN, {FOREIGN: 100.0, PLACED: 45.0, BOARD: 50.0}))) == BOARD


def test_what_is_against_the_rules_and_doubtful_does_not_count_however_well_it_fits() -> None:
    decision = decided(Seen(FOREIGN, {FOREIGN: 5000.0, BOARD: 0.0, PLACED: 0.0}, ("g7", "c3")))
    assert guess(decision) == FOREIGN
    assert isinstance(decision, Unclear) and decision.why == message("doubt.glare")
    assert [doubt.at for doubt in decision.doubts] == ["g7"], "c3 has nothing to do with it"


def test_while_something_waits_the_rules_tip_the_scales_as_ever() -> None:
    """The yellow tower waits; what is seen next may go on from there, or be red's turn after all."""
    seen, state = "9 c3:RB e5:B g7:Y", played(BOARD)
    worths = {seen: 5000.0, PLACED: 5000.0 - TIP, FOREIGN: 0.0}
    assert clear(decided(Seen(seen, worths), FOREIGN, state)) == (seen, What.ILLEGAL)
    assert clear(decided(Seen(seen, {**worths, PLACED: 5001.0 - TIP}), FOREIGN, state)) == (PLACED, What.TURNS)


def test_a_board_that_was_illegal_before_has_no_advantage() -> None:
    """The yellow tower waits, and a bridge is laid: it counts if it is seen, though it is against the rules too."""
    board, waits = "9 c3:R e3:R e5:B", "9 c3:R e3:R e5:B g7:Y"
    seen = f"{waits} R:c3-e3@1"
    assert clear(decided(Seen(seen, {seen: 200.0, waits: 0.0}), waits, played(board))) == (seen, What.ILLEGAL)


def test_between_two_legal_turns_that_differ_by_a_stick_the_better_one_must_be_clearly_better() -> None:
    board = "9 c3:R e5:B"
    bare, bridged = "9 c3:R e3:R e5:B", "9 c3:R e3:R e5:B R:c3-e3@1"
    for seen, other in ((bare, bridged), (bridged, bare)):
        assert clear(decided(Seen(seen, {seen: 500.0, other: 500.0 - LEAD}), board)) == (seen, What.TURNS)
        assert guess(decided(Seen(seen, {seen: 500.0, other: 501.0 - LEAD}), board)) == seen
        assert guess(decided(Seen(seen, {seen: 500.0, other: 499.0 + LEAD}), board)) == other
        assert clear(decided(Seen(seen, {seen: 500.0, other: 500.0 + LEAD}), board)) == (other, What.TURNS)


def test_a_doubtful_field_may_hide_a_turn() -> None:
    """What was rejected is gone, and in its place something is seen that is not clear: red's own tower."""
    seen = Seen(BOARD, {BOARD: 100.0, FOREIGN: 0.0, PLACED: 900.0}, ("g7",))
    assert clear(decided(seen, FOREIGN, played(BOARD))) == (PLACED, What.TURNS)


# Doubtful, but legal.


def test_a_doubtful_legal_turn_counts_if_it_is_clearly_the_best() -> None:
    worths = {PLACED: 5000.0, BOARD: 5000.0 - LEAD}
    assert clear(decided(Seen(PLACED, worths, ("g7",)))) == (PLACED, What.TURNS)


@pytest.mark.parametrize("behind", [0.0, 1.0, LEAD - 1])
def test_a_doubtful_legal_turn_that_is_hardly_the_best_is_left_open(behind: float) -> None:
    decision = decided(Seen(PLACED, {PLACED: 5000.0, BOARD: 5000.0 - behind}, ("g7",)))
    assert guess(decision) == PLACED
    assert isinstance(decision, Unclear) and [doubt.at for doubt in decision.doubts] == ["g7"]


def test_a_doubtful_tower_that_was_none_is_none() -> None:
    assert clear(decided(Seen(PLACED, {PLACED: 0.0, BOARD: LEAD}, ("g7",)))) == (BOARD, What.SAME)


def test_a_stick_that_was_overlooked_is_found_by_weighing() -> None:
    before, bare, bridged = "9 c3:R e5:B", "9 c3:R e3:R e5:B", "9 c3:R e3:R e5:B R:c3-e3@1"
    worths = {bare: 5000.0, bridged: 5000.0 + LEAD, before: 0.0}
    assert clear(decided(Seen(bare, worths, ("e3",)), before)) == (bridged, What.TURNS)
    assert guess(decided(Seen(bare, {**worths, bridged: 4999.0}, ("e3",)), before)) == bare


@pytest.mark.parametrize("at", ["c3", "e3", "c3-e3"])
def test_doubt_about_a_stick_or_an_end_of_it_is_doubt_about_the_stick(at: str) -> None:
    before, after = "9 c3:R e3:R e5:B", "9 c3:R e3:R e5:B R:c3-e3@1"
    for one, other in ((before, after), (after, before)):
        state = played(before) if one == before else played(before, after)
        assert guess(decided(Seen(other, {before: 0.0, after: 0.0}, (at,)), one, state)) == other
        assert isinstance(decided(Seen(other, {before: 0.0, after: 0.0}, ("e5", "e5-g5")), one, state), Clear)


def test_a_stick_that_may_lie_at_a_new_tower_is_named() -> None:
    before, bare, bridged = "9 c3:R e5:B", "9 c3:R e3:R e5:B", "9 c3:R e3:R e5:B R:c3-e3@1"
    decision = decided(Seen(bare, {bare: 5000.0, bridged: 4999.0, before: 0.0}, ("c3-e3", "e5-g5")), before)
    assert guess(decision) == bare
    assert isinstance(decision, Unclear) and [doubt.at for doubt in decision.doubts] == ["c3-e3"]


# What was corrected by hand.

CORRECTED = "9 c3:R e3:RR e5:B R:c3-e3@1"


def by_hand(**places: object) -> GameState:
    """The places, with what the camera saw there when they were corrected; a stick's is written c3_e3."""
    return replace(played(CORRECTED), by_hand={place.replace("_", "-"): saw for place, saw in places.items()})


def held(seen: Seen, state: GameState) -> str:
    return to_text(held_by_hand(seen.look, parse_text(CORRECTED), state))


def test_a_stack_corrected_by_hand_stays_while_the_camera_sees_what_it_saw_then() -> None:
    fresh = Seen("9 c3:R e3:R e5:B R:c3-e3@1", compared=False)
    assert held(fresh, by_hand(e3="R")) == CORRECTED
    assert clear(decided(fresh, CORRECTED, by_hand(e3="R"))) == (CORRECTED, What.SAME)


def test_a_stack_that_was_corrected_away_stays_away() -> None:
    assert held(Seen(f"{CORRECTED} g7:Y", compared=False), by_hand(g7="Y")) == CORRECTED


def test_what_is_seen_besides_is_not_held() -> None:
    seen = "9 c3:R e3:R e5:BB R:c3-e3@1"
    assert held(Seen(seen, compared=False), by_hand(e3="R")) == "9 c3:R e3:RR e5:BB R:c3-e3@1"


def test_the_camera_wins_where_it_sees_something_new() -> None:
    seen = "9 c3:R e3:RRB e5:B R:c3-e3@1"
    assert held(Seen(seen, compared=False), by_hand(e3="R")) == seen


def test_what_is_compared_with_an_earlier_picture_is_right_already() -> None:
    seen = "9 c3:R e3:R e5:B R:c3-e3@1"
    assert held(Seen(seen, compared=True), by_hand(e3="R")) == seen


def test_a_stick_corrected_by_hand_stays() -> None:
    without, other = "9 c3:R e3:RR e5:B", "9 c3:R e3:RR e5:B B:c3-e3@1"
    assert held(Seen(without, compared=False), by_hand(c3_e3=[])) == CORRECTED
    assert held(Seen(other, compared=False), by_hand(c3_e3=["B:c3-e3@1"])) == CORRECTED
    assert held(Seen(other, compared=False), by_hand(c3_e3=[])) == other, "it is another one than the camera saw then"
