"""The drawn boards of the classics: every rule and every reading, kept and broken."""

import pytest
from classics_drawn import Case, every_case

from referee.classics.game import CLASSICS, GAMES
from referee.classics.rule_texts import SHARED_IDS
from referee.classics.rules import option_keys
from referee.options import option_text, parse_options
from referee.verdict import Finding
from words.language import LANGUAGES, say

CASES = every_case()
TURNS = [case for case in CASES if case.is_turn]
POSITIONS = [case for case in CASES if not case.is_turn]
DRAWN = sorted({case.game.id for case in CASES})
NOT_BROKEN = {
    *("five.place", "five.row", "mill.jump", "draughts.capture", "draughts.king", "draughts.huff", "halma.jump"),
    *("chess.promotion", "chess.say_check", "chess.repetition", "chess.fifty"),
    *("ludo.capture", "ludo.again", "ludo.trespass"),
    *("goose.forward", "goose.back", "goose.again", "goose.goal", "goose.sing"),
}
"""Rules that say what may be done: breaking them is breaking another one."""
BROKEN_IN_ALL = {f"turn.{name}" for name in ("stock", "pass", "order", "unfinished", "foreign", "several")}


def rules_of(findings: tuple[Finding, ...]) -> set[str]:
    return {finding.rule for finding in findings}


@pytest.mark.parametrize("case", TURNS, ids=str)
def test_turn(case: Case) -> None:
    verdict = case.verdict
    assert rules_of(verdict.violations) == case.breaks
    turn = verdict.turn
    assert (turn.kind if turn else "none") == case.said["turn"]
    assert rules_of(verdict.open) == case.words("open")
    assert rules_of(verdict.advice) == case.words("advice")
    outcome = verdict.outcome
    assert (f"{outcome.reason} {outcome.winner}" if outcome else None) == case.said.get("outcome")
    if "facts" in case.said:
        told = turn.to_json() if turn else {}
        for fact in case.said["facts"].split("; "):
            key, _, value = fact.partition("=")
            assert _text(told[key]) == value, key
    if "next" in case.said:
        assert (verdict.next or "nobody") == case.said["next"]
    if "left" in case.said:
        assert case.game.to_text(verdict.position) == f"{case.game.id} {case.said['left']}"


def _text(value: object) -> str:
    if isinstance(value, list | tuple):
        return " ".join("-".join(part) if isinstance(part, list | tuple) else _text(part) for part in value)
    if isinstance(value, dict):
        return ">".join(str(part) for part in value.values())
    return option_text(value)


@pytest.mark.parametrize("case", POSITIONS, ids=str)
def test_position(case: Case) -> None:
    assert rules_of(case.judged.violations) == case.breaks
    assert " ".join(f"{colour}{score}" for colour, score in case.judged.scores.items()) == case.said["scores"]


@pytest.mark.parametrize("game", DRAWN)
def test_every_rule_is_drawn_kept_and_broken(game: str) -> None:
    own = [case for case in CASES if case.game.id == game]
    for rule in CLASSICS[game].rule_ids:
        assert any(rule in case.words("about") and not case.breaks for case in own), rule
        assert rule in NOT_BROKEN or any(rule in case.breaks for case in own), rule


@pytest.mark.parametrize("rule", sorted(BROKEN_IN_ALL))
def test_every_shared_rule_is_drawn_broken(rule: str) -> None:
    assert any(rule in case.breaks for case in TURNS)


@pytest.mark.parametrize("game", DRAWN)
def test_every_reading_is_drawn(game: str) -> None:
    """Each option with a value that is not the usual one."""
    played = [parse_options(c.said["rules"]) for c in CASES if c.game.id == game and "rules" in c.said]
    for key in set(option_keys(CLASSICS[game].book)) - {"join"}:
        assert any(key in options for options in played), key


@pytest.mark.parametrize("game", DRAWN)
def test_every_end_is_drawn(game: str) -> None:
    reached = {case.said["outcome"].split()[0] for case in TURNS if case.game.id == game and "outcome" in case.said}
    assert reached == set(CLASSICS[game].ends)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_verdict_can_be_said(language: str) -> None:
    for case in TURNS:
        verdict = case.verdict
        for finding in (*verdict.violations, *verdict.open, *verdict.advice):
            sentence = say(finding.message, language)
            assert sentence.endswith(".") and "{" not in sentence
            assert sentence[0].isupper() or sentence[0].isdigit()
        assert case.game.print_turn(verdict, language)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_can_be_looked_up(game: str, language: str) -> None:
    for rule in (*CLASSICS[game].rule_ids, *SHARED_IDS):
        assert GAMES[game].rule_text(rule, language).endswith(".")
        assert any(letter.isdigit() for letter in GAMES[game].rule_section(rule, language))
