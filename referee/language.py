"""Sentences from the one catalogue, in German, English, French and Italian."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

from referee.message import InputError, Message

LANGUAGES = ("de", "en", "fr", "it")
DEFAULT_LANGUAGE = "en"
_PLACE = re.compile(r"\b(line|word) (\d+)\b")


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Every sentence of a language by its key: its own file, and one more for each part of the page."""
    texts: dict[str, str] = {}
    for file in sorted((resources.files("referee") / "texts").iterdir(), key=lambda file: file.name):
        if file.name.startswith(f"{language}.") and file.name.endswith(".toml"):
            part = tomllib.loads(file.read_text(encoding="utf-8"))
            if twice := texts.keys() & part.keys():
                raise ValueError(f"{file.name}: said elsewhere too: {', '.join(sorted(twice))}")
            texts |= part
    return texts


def say(said: Message, language: str) -> str:
    """The sentence of a message. Colours and lists among its parameters are put into words too."""
    texts = catalogue(language)
    return texts[said.key].format_map({name: _word(name, value, texts) for name, value in said.params.items()})


def _word(name: str, value: object, texts: Mapping[str, str]) -> str:
    if isinstance(value, Message):
        return texts[value.key].format_map({key: _word(key, item, texts) for key, item in value.params.items()})
    if isinstance(value, tuple | list):
        words = [_word(name, item, texts) for item in value]
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


def environment_language(environment: Mapping[str, str] | None = None) -> str:
    """The language the environment asks for, English where it asks for none of ours."""
    asked = os.environ if environment is None else environment
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := asked.get(variable):
            short = value.split("_")[0].split(".")[0].lower()
            return short if short in LANGUAGES else DEFAULT_LANGUAGE
    return DEFAULT_LANGUAGE
