"""The die, in a race that is no game of the box: known, listed, not seen, several throws in one look, and none used."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import pytest

from referee.classics.boards import of_cells
from referee.classics.classic import Classic
from referee.classics.dice import FACES, read_die
from referee.classics.explain import judge_turn
from referee.classics.match import Match
from referee.classics.notation import read_written, write_turn
from referee.classics.position import Position
from referee.classics.rules import RuleBook
from referee.classics.turn import Asked, Move
from referee.classics.verdict import Ending, PositionVerdict, TurnVerdict
from words.message import InputError

LAST = 30


class RaceRules(RuleBook):
    GAME = "race"


class Race(Classic[RaceRules]):
    """Forward by the throw; a six gives another; nobody goes past the end, and nobody where somebody stands."""

    id = "goose"  # for its sentences
    section = 7
    book = RaceRules
    boards = (of_cells({str(n): (n % 8, n // 8) for n in range(LAST + 1)}, 8),)
    faces: ClassVar[tuple[int, ...]] = FACES
    ends = ("goal",)

    def set_up(self, rules: RaceRules, players: Sequence[str]) -> Position:
        return self.of({"0": "w", "1": "b"})

    def legal(self, position: Position, asked: Asked[RaceRules]) -> Iterator[Move]:
        start = next(point for point, there in position.pieces.items() if there == asked.player)
        to = str(int(start) + asked.throw)
        if int(to) <= LAST and not position.at(to):
            facts = {"from": start, "to": to}
            yield Move("move", {start: "", to: asked.player}, facts, again=asked.throw == 6)

    def passes(self, position: Position, asked: Asked[RaceRules]) -> Move | None:
        move = super().passes(position, asked)
        return replace(move, again=asked.throw == 6) if move else None

    def outcome(self, position: Position, move: Move, asked: Asked[RaceRules]) -> Ending | None:
        return Ending("goal", asked.player) if position.at(str(LAST)) else None

    def judged(self, position: Position, rules: RaceRules, players: Sequence[str]) -> PositionVerdict:
        return PositionVerdict((), {})

    def write(self, move: Move) -> str:
        steps = move.facts.get("steps", [{"kind": move.kind, **move.facts}])
        return " ".join("pass" if step["kind"] == "pass" else f"{step['from']}-{step['to']}" for step in steps)


RACE = Race()


def asked(die: object = None, **options: Any) -> Asked[RaceRules]:
    return Asked(RaceRules(**options), "w", ("w", "b"), read_die(die))


def judged(start: int, to: int, die: object = None, other: int = 29, **options: Any) -> TurnVerdict:
    before = RACE.of({str(start): "w", str(other): "b"})
    after = RACE.of({str(to): "w", str(other): "b"})
    return judge_turn(RACE, before, after, asked(die, **options))


def opened(verdict: TurnVerdict) -> list[str]:
    return [finding.rule for finding in verdict.open]


def test_a_known_throw() -> None:
    verdict = judged(0, 4, 4)
    assert verdict.legal and verdict.turn and verdict.turn.facts == {"from": "0", "to": "4", "die": 4}
    assert not verdict.open and verdict.next == "b"
    assert judged(0, 4, [4]).turn == verdict.turn
    assert not judged(0, 4, 3).legal


def test_a_six_gives_another_throw() -> None:
    assert judged(0, 6, 6).next == "w"


def test_a_list_is_played_in_order() -> None:
    verdict = judged(0, 10, [6, 4])
    assert verdict.legal and verdict.turn and verdict.turn.kind == "move" and verdict.next == "b"
    assert [step["die"] for step in verdict.turn.facts["steps"]] == [6, 4]
    assert "inferred" not in verdict.turn.facts
    assert not judged(0, 10, [4, 6]).legal  # the four earns no other
    assert not judged(0, 6, [6, 4]).legal  # the four was not used
    assert not judged(0, 10, [6, 4], join=False).legal


def test_a_throw_that_cannot_be_used_is_one_of_the_list() -> None:
    """From 28 a six goes too far, but it gives another throw."""
    verdict = judged(28, 30, [6, 2], other=1)
    assert verdict.legal and verdict.turn and [s["kind"] for s in verdict.turn.facts["steps"]] == ["pass", "move"]
    assert verdict.outcome and verdict.next is None


def test_a_throw_that_nobody_saw_is_inferred() -> None:
    verdict = judged(0, 4)
    assert verdict.legal and verdict.turn and verdict.turn.facts["die"] == 4 and verdict.turn.facts["inferred"] is True
    assert opened(verdict) == ["goose.count"]


def test_several_throws_that_nobody_saw() -> None:
    verdict = judged(0, 16)
    assert verdict.legal and verdict.turn and verdict.turn.facts["die"] == [6, 6, 4]
    assert all("inferred" not in step for step in verdict.turn.facts["steps"])
    assert not judged(0, 22).legal  # four throws are not tried
    assert not judged(0, 16, join=False).legal


def test_a_known_single_throw_is_not_joined_with_others() -> None:
    assert not judged(0, 10, 6).legal


def test_nothing_changed() -> None:
    assert [f.rule for f in judged(0, 0).violations] == ["turn.pass"]  # every throw had a turn
    known = judged(28, 28, 5, other=1)
    assert known.legal and known.turn and known.turn.to_json() == {"kind": "pass", "die": 5}
    unknown = judged(28, 28, other=1)
    assert unknown.legal and opened(unknown) == ["turn.pass"]
    assert not judged(28, 28, 2, other=1).legal
    stuck = judged(30, 30, other=1)
    assert stuck.legal and not stuck.open  # whatever was thrown


@pytest.mark.parametrize("written", ["4: 0-4", "0-4", "6: 0-6", "6,4: 0-6 6-10", "0-6 6-10", "5: pass"])
def test_a_turn_is_written_with_its_throws(written: str) -> None:
    start = {"5: pass": "28"}.get(written, "0")
    match = Match(RACE, RaceRules(), ("w", "b"), RACE.of({start: "w", "1": "b"}), "w")
    after, die = read_written(match, written, "w")
    assert write_turn(match, after, die) == written
    assert match.play(after, die)[1].legal


@pytest.mark.parametrize("value", [0, 7, "x", [], [1, 9], 1.5, True, {"die": 1}, [[1]], "12"])
def test_what_is_no_throw(value: object) -> None:
    with pytest.raises(InputError):
        read_die(value)


def test_throws_as_they_are_typed() -> None:
    assert read_die(["6", "4"]) == (6, 4)
    assert read_die("3") == (3,)
    assert read_die(None) is None
