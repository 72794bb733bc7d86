"""Calls of the JSON API: routes that are described where they stand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from flask import Blueprint

from web.api.words import Content, Schema, as_json, nothing

REFUSALS: Mapping[int, tuple[str, str]] = {
    400: ("Refused", "What was said cannot be; the sentence says why."),
    403: (
        "Forbidden",
        "Asked from another page, under a foreign name, without the key, or by a guest who may not.",
    ),
    404: ("NotFound", "There is no such thing."),
    409: ("Conflict", "Not as things are now."),
    413: ("TooLarge", "More bytes than are taken."),
    429: ("TooOften", "Too much at once; later it is taken."),
}
ALWAYS_REFUSED = (403, 429)
_PLACE = re.compile(r"<(?:[^<>]*:)?(\w+)>")
View = TypeVar("View", bound=Callable[..., Any])


@dataclass(frozen=True)
class Call:
    """One route of the API with one method."""

    method: str
    path: str
    places: tuple[str, ...]
    """The names in its path."""
    id: str
    answers: Mapping[int, Content]
    refused: Sequence[int]
    """Every status with which it may be refused."""
    body: Content | None = None
    asked: Mapping[str, Schema] = field(default_factory=dict)
    """What may stand behind the question mark."""
    summary: str = ""
    about: str = ""
    body_wanted: bool = True

    def to_json(self, group: str) -> dict[str, Any]:
        made: dict[str, Any] = {"tags": [group], "operationId": self.id, "summary": self.summary}
        if self.about:
            made["description"] = self.about
        made["parameters"] = [
            *({"$ref": f"#/components/parameters/{name}"} for name in (*self.places, "lang")),
            *({"name": name, "in": "query", "schema": schema} for name, schema in self.asked.items()),
        ]
        if self.body is not None:
            taken = self.body.to_json()
            made["requestBody"] = {**taken, "required": self.body_wanted}
        made["responses"] = {str(status): content.to_json() for status, content in self.answers.items()}
        made["responses"] |= {
            str(each): {"$ref": f"#/components/responses/{REFUSALS[each][0]}"} for each in self.refused
        }
        return made


class Group(Blueprint):
    """Calls about one thing; beside them a blueprint has its pages."""

    def __init__(self, title: str, about: str, **places: tuple[str, Schema]) -> None:
        """`places` says of each argument in an address what it is called in writing, and what it is."""
        super().__init__(title.lower().replace(" ", "_"), __name__)
        self.title, self.about, self.places = title, about, places
        self.calls: list[Call] = []

    def call(
        self,
        route: str,
        answer: Schema | Content,
        *,
        status: int = 200,
        or_nothing: str = "",
        body: Schema | Content | None = None,
        refuses: Iterable[int] = (),
        but_not: Iterable[int] = (),
        **more: Any,
    ) -> Callable[[View], View]:
        """A route and what is to be said of it: first of all the sentences of its function.

        What an address names may be missing, and what is sent may be wrong or too large: `refuses` is what else may
        be, `but_not` what cannot. `or_nothing` is why there may be no answer (204); `more` is as in `Call`.
        """
        method, rule = route.split(" ", 1)
        answers = {status: _content(answer)} | ({204: nothing(or_nothing)} if or_nothing else {})
        taken = None if body is None else _content(body)
        refused = {*ALWAYS_REFUSED, *refuses, *((404,) if "<" in rule else ()), *((400, 413) if taken else ())}

        def described(view: View) -> View:
            names = tuple(self.places[name][0] for name in _PLACE.findall(rule))
            path = _PLACE.sub(lambda found: f"{{{self.places[found[1]][0]}}}", rule)
            summary, _, about = " ".join((view.__doc__ or "").removesuffix(".").split()).partition(". ")
            told = {"summary": summary, "about": f"{about}." if about else ""} | more
            self.calls.append(
                Call(method, path, names, view.__name__, answers, sorted(refused - set(but_not)), taken, **told)
            )
            return self.route(rule, methods=[method])(view)

        return described


def _content(said: Schema | Content) -> Content:
    return said if isinstance(said, Content) else as_json(said)
