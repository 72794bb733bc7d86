"""Sentences from the catalogues, in German, English, French and Italian."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

from words.message import InputError, Message

LANGUAGES = ("de", "en", "fr", "it")
DEFAULT_LANGUAGE = "en"
PARTS = (
    *("words", "calibration", "vision", "simulator", "live", "web"),
    *("referee.tactori", "referee.antiblok", "referee.classics"),
)
"""Whose folders have `texts/`: what is a part's own to say stands with it."""
ONE = {"de": (1,), "en": (1,), "fr": (0, 1), "it": (1,)}
"""Of which numbers a language speaks as of one."""
_PLACE = re.compile(r"\b(line|word) (\d+)\b")


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Every sentence of a language by its key, from the files of all parts."""
    texts: dict[str, str] = {}
    for part in PARTS:
        for file in (resources.files(part) / "texts").iterdir():
            if file.name.startswith(f"{language}.") and file.name.endswith(".toml"):
                said = tomllib.loads(file.read_text(encoding="utf-8"))
                if twice := texts.keys() & said.keys():
                    raise ValueError(f"{part}, {file.name}: said elsewhere too: {', '.join(sorted(twice))}")
                texts |= said
    return texts


def say(said: Message, language: str) -> str:
    """The sentence of a message. Colours and lists among its parameters are put into words too, and where one is said
    otherwise than many, the sentence for one has its own key: `page.photos.many` and `page.photos.many.one`."""
    texts = catalogue(language)
    return _sentence(said, texts, language)


def _sentence(said: Message, texts: Mapping[str, str], language: str) -> str:
    words = {name: _word(name, value, texts, language) for name, value in said.params.items()}
    key = f"{said.key}.one" if said.params.get("count") in ONE[language] else said.key
    return texts.get(key, texts[said.key]).format_map(words)


def _word(name: str, value: object, texts: Mapping[str, str], language: str) -> str:
    if isinstance(value, Message):
        return _sentence(value, texts, language)
    if isinstance(value, tuple | list):
        words = [_word(name, item, texts, language) for item in value]
        return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {texts['word.and']} {words[-1]}"
    if name.startswith("colour"):
        return texts[f"colour.{value}"]
    return str(value)


def explain_error(error: InputError, language: str) -> str:
    """The place and the sentence of an error, on one line."""
    texts = catalogue(language)
    place = _PLACE.sub(lambda found: f"{texts['word.' + found[1]]} {found[2]}", error.place)
    sentence = say(error.message, language)
    return " ".join((f"{place}: {sentence}" if place else sentence).split())


def sentence(words: str) -> str:
    """As a sentence begins."""
    return words[:1].upper() + words[1:]


def environment_language(environment: Mapping[str, str] | None = None) -> str:
    """The language the environment asks for, English where it asks for none of ours."""
    asked = os.environ if environment is None else environment
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := asked.get(variable):
            short = value.split("_")[0].split(".")[0].lower()
            return short if short in LANGUAGES else DEFAULT_LANGUAGE
    return DEFAULT_LANGUAGE
