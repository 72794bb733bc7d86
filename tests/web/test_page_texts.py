"""The page's words: every text that templates and scripts ask for is there, with what goes into its braces."""

from __future__ import annotations

import json
import re
from pathlib import Path
from string import Formatter

import pytest
from flask.testing import FlaskClient

from referee.tactori.board import COLOURS
from referee.tactori.rules import CHOICES, GAMES, Goal
from web.photographs.rows import RowState
from web.served_texts import FAMILIES
from words.language import LANGUAGES, catalogue

ROOT = Path(__file__).parent.parent.parent / "web"
SCRIPTS, TEMPLATES = sorted((ROOT / "static").rglob("*.js")), sorted((ROOT / "templates").glob("*"))
# t("key") or t("key", {a, b: …}), as far as the first closing brace outside of another.
CALL_JS = re.compile(r"""(?<![\w.])t\("([\w.]+)"(?:,\s*\{((?:[^{}]|\$\{[^{}]*\}|\{[^{}]*\})*)\})?""")
CALL_HTML = re.compile(r"""(?<![\w.])t\(["']([\w.]+)["']((?:,\s*\w+=[^,()]+(?:\([^()]*\))?)*)\)""")
NAMED = re.compile(r"(?:^|,)\s*(\w+)\s*(?=[:,]|$)")
# Members of each family that a script may put together.
MEMBERS = {
    "colour.": [*COLOURS, "?"],
    "game.": list(GAMES),
    "page.about.": list(GAMES),
    "page.counts.": [*(goal.value for goal in Goal), "tasks"],
    "page.photos.state.": [state.value for state in RowState],
    "page.option.": sorted(
        {value for key, values in CHOICES.items() for value in values if isinstance(value, str) and key != "colour"}
    ),
}


def braces(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def calls() -> list[tuple[str, str, set[str] | None]]:
    """Where, which key, and what is put into it; None if a script hands on what it has."""
    found: list[tuple[str, str, set[str] | None]] = []
    for path in SCRIPTS:
        for key, said in CALL_JS.findall(path.read_text()):
            inner = re.sub(r"\([^()]*\)|\{[^{}]*\}|`[^`]*`|\"[^\"]*\"|\[[^\[\]]*\]", "x", said)
            found.append((path.name, key, None if "..." in said else set(NAMED.findall(inner))))
    for path in TEMPLATES:
        for key, said in CALL_HTML.findall(path.read_text()):
            found.append((path.name, key, set(re.findall(r"(\w+)=", said))))
    return found


def test_the_calls_are_found() -> None:
    found = {(name, key): said for name, key, said in calls()}
    assert len(found) > 300
    assert found["play.js", "page.said.turn"] == {"player"}
    assert found["children.html", "page.children.title"] == {"table"}
    assert found["tables.js", "page.tables.all_well"] == set()


def test_every_text_that_is_asked_for_is_there_with_all_that_goes_into_it() -> None:
    texts = catalogue("en")
    for name, key, said in calls():
        assert key in texts, f"{name}: {key}"
        if said is not None:
            assert braces(texts[key]) <= said, f"{name}: {key} wants {braces(texts[key])} and is told {said}"


def test_scripts_ask_only_for_what_they_are_sent() -> None:
    for path in SCRIPTS:
        for key, _ in CALL_JS.findall(path.read_text()):
            assert key.startswith(FAMILIES), f"{path.name}: {key}"


def test_families_have_all_their_members() -> None:
    families = {family for path in SCRIPTS for family in re.findall(r'(?<![\w.])of\("([^"]+)"', path.read_text())}
    texts = catalogue("en")
    for family in families:
        members = MEMBERS.get(family)
        assert members is not None or any(key.startswith(family) for key in texts), family
        for member in members or ():
            assert f"{family}{member}" in texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_served_and_kept(client: FlaskClient, language: str) -> None:
    answer = client.get(f"/texts/{language}.json")
    assert "immutable" in answer.headers["Cache-Control"]
    sent = json.loads(answer.data)
    assert sent == {key: text for key, text in catalogue(language).items() if key.startswith(FAMILIES)}
    page = client.get(f"/?lang={language}").get_data(as_text=True)
    stamp = re.search(r'data-texts="(\w+)"', page)
    assert stamp and f'<html lang="{language}"' in page


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("de-CH,de;q=0.9", "de"),
        ("pt", "en"),
        ("fr", "fr"),
        ("it-IT,en;q=0.5", "it"),
        ("zh,it;q=0.3", "it"),
        (";;q=x", "en"),
    ],
)
def test_the_browser_says_which_language(client: FlaskClient, asked: str, language: str) -> None:
    page = client.get("/", headers={"Accept-Language": asked}).get_data(as_text=True)
    assert f'<html lang="{language}"' in page
