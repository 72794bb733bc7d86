"""The catalogue: complete in every language, and everything the code says is in it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from drawn import read_cases

import words
from referee.antiblok import rules as antiblok
from referee.games import GAMES as EVERY_GAME
from referee.tactori.explain import judge_turn
from referee.tactori.rules import GAMES, OPTIONS, RULE_IDS
from referee.tactori.scoring import judge_position
from words.language import LANGUAGES, catalogue, environment_language, explain_error, say
from words.message import InputError, message

ROOT = Path(words.__file__).parent.parent
PARTS = ("words", "referee", "calibration", "vision", "simulator", "live", "web")
SOURCES = [*(path for part in PARTS for path in (ROOT / part).rglob("*.py")), *ROOT.glob("*.py")]
SEEN = [path for suffix in ("*.js", "*.html") for path in (ROOT / "web").rglob(suffix)]
QUOTED = re.compile(r"""["']([a-z][a-z0-9_.]*\.[a-z0-9_.]*)["']""")
# Keys that are put together from a name: what comes before it.
FAMILIES = (
    *("game.", "option.", "kind.", "reason.", "help.", "colour.", "word.", "turn.kind.", "print.", "marks."),
    *(
        "page.about.",
        "page.family.",
        "page.option.",
        "web.photos.column.",
        "page.reading.",
        "rulebook.",
        "told.player.",
        "antiblok.face.",
    ),
    *("classics.", "family.", "board.unprinted."),
)


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_everything(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    assert other.keys() == english.keys()
    for key, sentence in english.items():
        assert placeholders(other[key]) == placeholders(sentence), key
        assert other[key].strip() == other[key] != "", key


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_sentences_are_translated(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    same = [key for key in english if english[key] == other[key] and len(english[key].split()) > 3]
    assert not same


def literals(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_what_the_code_says_is_in_the_catalogue_and_nothing_else() -> None:
    keys = set(catalogue("en"))
    said = {text for path in SOURCES for text in literals(path)}
    on_the_page = {text for path in SEEN for text in QUOTED.findall(path.read_text())}
    families = FAMILIES + tuple(text for text in on_the_page if text.startswith("page.") and text.endswith("."))
    messages = {
        node.args[0].value
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("message", "Message", "_say")
        and node.args
        and isinstance(node.args[0], ast.Constant)
    }
    assert messages <= keys
    assert {text for text in on_the_page if text.startswith("page.") and not text.endswith(".")} <= keys
    unused = {key for key in keys - said - on_the_page if not key.startswith(families)}
    unused -= {key for key in unused if key.endswith(".one") and key.removesuffix(".one") in keys - unused}
    assert not unused


def test_every_name_has_its_words() -> None:
    keys = set(catalogue("en"))
    assert {f"game.{game}" for game in GAMES} <= {f"game.{game}" for game in EVERY_GAME} <= keys
    assert {f"option.antiblok.{option}" for option in antiblok.OPTIONS} <= keys
    for rule in (*antiblok.RULE_IDS, *antiblok.SET_UP_IDS, *antiblok.OPEN_IDS, *antiblok.ADVICE_IDS):
        assert any(key == f"antiblok.{rule}" or key.startswith(f"antiblok.{rule}.") for key in keys), rule
    assert {f"option.{option}" for option in OPTIONS} <= keys
    for rule in RULE_IDS:
        assert any(key == rule or key.startswith(f"{rule}.") for key in keys), rule


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_verdict_can_be_said(language: str) -> None:
    """Every drawn board, so every rule: no parameter is missing, none is left in its braces."""
    for case in read_cases():
        if "position" in case.boards:
            findings = judge_position(case.boards["position"], case.rules)
        else:
            findings = judge_turn(case.boards["before"], case.boards["after"], case.said["player"], case.rules)
        for finding in (*findings.violations, *findings.open, *findings.advice):
            sentence = say(finding.message, language)
            assert sentence.endswith("."), sentence
            assert not re.search(r"[{}]", sentence), sentence


def test_colours_and_lists_are_put_into_words() -> None:
    said = message("turn.foreign", colours=("R", "B"), fields=("c3", "d4", "e5"))
    assert say(said, "en") == "Towers of another colour were set, moved or taken (red and blue): c3, d4 and e5."
    assert say(said, "de").endswith("(Rot und Blau): c3, d4 und e5.")


def test_places_are_translated_too() -> None:
    error = InputError(message("notation.empty"), "game.txt: line 7")
    assert explain_error(error, "de") == "game.txt: Zeile 7: der Zug ist leer"
    assert str(error) == "game.txt: line 7: the turn is empty"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_CH.UTF-8"}, "de"),
        ({"LANG": "it"}, "it"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "pt_BR.UTF-8"}, "en"),
        ({"LC_ALL": "fr_FR", "LANG": "de_DE"}, "fr"),
        ({"LC_ALL": "", "LC_MESSAGES": "it_IT", "LANG": "de_DE"}, "it"),
    ],
)
def test_the_language_of_the_environment(environment: dict[str, str], language: str) -> None:
    assert environment_language(environment) == language
