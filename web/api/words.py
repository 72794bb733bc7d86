"""Few words in which the JSON API is described, beside whatever makes an answer or reads a body."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Schema: TypeAlias = dict[str, Any]
JSON = "application/json"
JPEG = "image/jpeg"
SHAPES: dict[str, Schema] = {}
"""What has a name, as `shape` and `named` put it here."""


class _Optional(dict[str, Any]):
    """A key that may be missing."""


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


def optional(schema: Schema) -> Schema:
    """Of a key: it may be missing."""
    return _Optional(schema)


def thing(about: str = "", /, **keys: Schema) -> Schema:
    """An object with these keys."""
    must = [key for key, schema in keys.items() if not isinstance(schema, _Optional)]
    return _of("object", about, {"properties": keys, **({"required": must} if must else {})})


def shape(name: str, about: str = "", /, **keys: Schema) -> None:
    """An object that has a name of its own."""
    named(name, thing(about, **keys))


def named(name: str, schema: Schema) -> None:
    """What is spoken of as `ref(name)`."""
    if SHAPES.setdefault(name, schema) is not schema:
        raise ValueError(f"two shapes are called {name}")


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
