"""How the catalogues write: sentences begin with a capital, one is not many, and German is written as in Germany."""

import re
from pathlib import Path

import pytest

import words
from words.language import LANGUAGES, ONE, catalogue, say, sentence
from words.message import message

ROOT = Path(words.__file__).parent.parent
PAGE = ("page.", "web.", "rulebook.", "option.", "task.", "bridge.", "turn.", "colourful.", "setup.", "supply.")
PAGE += tuple(f"antiblok.{part}." for part in ("card", "block", "turn", "open", "setup", "supply"))
"""What stands by itself on the page."""
CONTINUED = (
    # parts of what is read out of a field: "c3: red; stick …; corrected by hand"
    *("page.board.by_hand", "page.board.field_doubt", "page.board.polygon", "page.board.stick"),
    *("page.board.summary_violations", "page.history.accepted", "page.history.by_hand", "page.api.optional"),
    *(f"page.antiblok.{part}" for part in ("block", "card", "claim", "crossing", "free", "locked", "no_block")),
    "page.antiblok.square",
    # values, said behind the name of what they are the value of
    *("page.antiblok.face.", "page.play.left"),
    *("page.option.", "page.yes", "page.no", "page.setup.usual", "page.setup.any_number", "page.settle.floor"),
    *("page.corrections.empty", "page.corrections.no_stick", "page.setup.age"),
    *("page.counts.floor", "page.children.done", "page.children.not_yet", "page.tables.turn", "page.tables.builds"),
    # going on after something else
    *(
        "page.photos.alike_more",
        "page.tables.more",
        "page.photos.left_",
        "page.photos.from.",
        "page.photos.turning_first",
        "page.lists.more",
        "page.lists.going_on",
        "page.lists.other_set",
        "page.file.drop",
    ),
    # names that programs know
    *("web.photos.column.", "web.photos.numbers", "web.photos.words", "turn.no_player"),
)
SWISS = re.compile(
    r"[Ss]trass|[Gg]ross|[Gg]röss|[Hh]eiss|[Ww]eiss|\b[Aa]uss(?:er|en|eror)|[Ää]usser|[Ss]chliess|\b[Mm]ass(?:e|en|es)?\b|"
    r"[Mm]ässig|[Ff]uss|[Gg]russ|[Gg]rüss|[Ss]üss|[Ss]töss|[Dd]reiss|[Bb]loss|[Ss]pass|[Ff]leiss|[Ff]liess|[Gg]iess|"
    r"[Ss]chiess|\b[Ll]iess|[Gg]emäss|\b[Ss]ass\b"
)
MANY = re.compile(r"\{count\} [a-zäöü]+s\b")
NEVER_ONE = (
    # more than the rules allow, or than one: a single one is never said
    *(
        "supply.",
        "antiblok.supply.",
        "antiblok.turn.",
        "turn.several",
        "turn.bound",
        "turn.count",
        "page.tables.some_call",
        "page.board.field_stack",
    ),
    *("page.board.floors", "page.photos.grouped", "page.photos.count", "page.photos.used", "page.photos.reading_group"),
    "page.file.several",
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_and_labels_begin_with_a_capital(language: str) -> None:
    lower = {
        key: text
        for key, text in catalogue(language).items()
        if key.startswith(PAGE)
        and not (key.startswith(CONTINUED) and not key.startswith("page.notice"))
        and text.lstrip('“«„"(…')[:1].islower()
    }
    assert not lower


def test_every_exception_is_needed() -> None:
    lower = [k for lang in LANGUAGES for k, text in catalogue(lang).items() if text[:1].islower()]
    assert all(any(key.startswith(begun) for key in lower) for begun in CONTINUED)


def test_german_is_written_as_in_germany() -> None:
    for path in sorted(ROOT.glob("**/texts/de.*toml")):
        for line in path.read_text().splitlines():
            assert not SWISS.search(line.partition(" = ")[2]), f"{path.name}: {line}"
    assert SWISS.search("Strasse") and SWISS.search("ein Mass") and not SWISS.search("muss Masche aussehen Schluss")


def test_no_raw_values_stand_in_sentences() -> None:
    raw = re.compile(r"\((?:linked|standing|any|new|trail|group|rectangle|polygon)\)|@\d")
    typed = (
        "text.",
        "notation.",
        "help.",
        "scan.",
        "input.",
        "drawing.",
        "web.photos.words",
        "record.",
        "table.",
        "source.",
    )
    for language in LANGUAGES:
        for key, text in catalogue(language).items():
            assert key.startswith(typed) or not raw.search(text), f"{language} {key}: {text}"


def test_one_is_not_said_like_many() -> None:
    english = catalogue("en")
    shown = ("page.", "web.", "told.", "turn.", "supply.", "antiblok.")
    lacking = [
        key
        for key, text in english.items()
        if key.startswith(shown) and MANY.search(text) and f"{key}.one" not in english and not key.startswith(NEVER_ONE)
    ]
    assert not lacking


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_for_one_is_taken_for_one(language: str) -> None:
    for count in (0, 1, 2, 21):
        said = say(message("page.history.count", count=count), language)
        key = "page.history.count.one" if count in ONE[language] else "page.history.count"
        assert said == catalogue(language)[key].format(count=count)
    assert say(message("page.history.count", count=1), "en") == "1 game"
    assert say(message("page.history.count", count=0), "fr") == "0 partie"


def test_a_sentence_begins_with_a_capital_whatever_it_was() -> None:
    assert [sentence(words) for words in ("there is none", "Überall", "", "écran")] == [
        "There is none",
        "Überall",
        "",
        "Écran",
    ]
