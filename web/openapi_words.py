"""Few words in which the JSON API is described: shapes of what is said, and calls with what they take and answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Schema: TypeAlias = dict[str, Any]
JSON = "application/json"
REFUSALS: Mapping[int, tuple[str, str]] = {
    400: ("Refused", "What was said cannot be; the sentence says why."),
    403: ("Forbidden", "Asked from another page, under a foreign name, or without the key."),
    404: ("NotFound", "There is no such thing."),
    409: ("Conflict", "Not as things are now."),
    413: ("TooLarge", "More bytes than are taken."),
    429: ("TooOften", "Too much at once; later it is taken."),
}
ALWAYS_REFUSED = (403, 429)
_PLACE = re.compile(r"{(\w+)}")


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def text(about: str = "", **more: Any) -> Schema:
    return _of("string", about, more)


def number(about: str = "", **more: Any) -> Schema:
    return _of("number", about, more)


def whole(about: str = "", **more: Any) -> Schema:
    return _of("integer", about, more)


def truth(about: str = "") -> Schema:
    return _of("boolean", about, {})


def choice(values: Iterable[object], about: str = "") -> Schema:
    """One of these."""
    return {"enum": [str(each) if isinstance(each, str) else each for each in values], **_about(about)}


def list_of(items: Schema, about: str = "", **more: Any) -> Schema:
    return _of("array", about, {"items": items, **more})


def map_of(values: Schema, about: str = "") -> Schema:
    """An object whose keys are not known before."""
    return _of("object", about, {"additionalProperties": values})


def maybe(schema: Schema, about: str = "") -> Schema:
    """This, or null."""
    return {"anyOf": [schema, {"type": "null"}], **_about(about)}


def said(schema: Schema, about: str) -> Schema:
    """The same with a remark."""
    return {**schema, "description": about}


def thing(properties: Mapping[str, Schema], about: str = "") -> Schema:
    """An object; a key with a question mark may be missing."""
    made = {key.removesuffix("?"): schema for key, schema in properties.items()}
    must = [key for key in properties if not key.endswith("?")]
    return _of("object", about, {"properties": made, **({"required": must} if must else {})})


def anything(about: str = "") -> Schema:
    """An object that is described elsewhere."""
    return _of("object", about, {"additionalProperties": True})


def _of(kind: str, about: str, more: Mapping[str, Any]) -> Schema:
    return {"type": kind, **more, **_about(about)}


def _about(about: str) -> Schema:
    return {"description": about} if about else {}


@dataclass(frozen=True)
class Content:
    """What goes in or comes out: of which kinds, in which shape, and what is to be said of it."""

    about: str
    kinds: Mapping[str, Schema | None] = field(default_factory=dict)
    """By media type; bytes have no schema."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Headers of an answer and what they say."""

    def to_json(self) -> dict[str, Any]:
        made: dict[str, Any] = {"description": self.about}
        if self.kinds:
            made["content"] = {
                kind: {} if schema is None else {"schema": schema} for kind, schema in self.kinds.items()
            }
        if self.headers:
            made["headers"] = {name: {"schema": text(), "description": of} for name, of in self.headers.items()}
        return made


def as_json(schema: Schema, about: str = "As asked.") -> Content:
    return Content(about, {JSON: schema})


def as_file(kind: str, about: str, **headers: str) -> Content:
    return Content(about, {kind: None}, {name.replace("_", "-"): of for name, of in headers.items()})


def nothing(about: str) -> Content:
    return Content(about)


@dataclass(frozen=True)
class Call:
    """One route of the API with one method."""

    method: str
    path: str
    id: str
    summary: str
    answers: Mapping[int, Content]
    body: Content | None = None
    asked: Mapping[str, Schema] = field(default_factory=dict)
    """What may stand behind the question mark."""
    refuses: tuple[int, ...] = ()
    about: str = ""
    body_wanted: bool = True

    @property
    def places(self) -> tuple[str, ...]:
        """The names in its path."""
        return tuple(_PLACE.findall(self.path))

    @property
    def refused(self) -> list[int]:
        """Every status with which it may be refused."""
        return sorted({*self.refuses, *ALWAYS_REFUSED})

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


@dataclass(frozen=True)
class Group:
    """Calls about one thing."""

    name: str
    about: str
    calls: tuple[Call, ...]
