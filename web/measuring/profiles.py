"""The calls about profiles: listed, shown, renamed, deleted, passed on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import quote

from flask import Response, jsonify, request

from calibration.profile import PARTS, Profile, checked_name, same_name
from calibration.profiles import MOST_KILOBYTES, SUFFIX, Entry, ProfileFolder
from referee.strictjson import read_json
from vision.tasks import AUTO
from web.api.group import Group
from web.api.words import (
    JSON,
    Content,
    as_json,
    choice,
    list_of,
    maybe,
    named,
    optional,
    ref,
    said,
    shape,
    text,
    thing,
    truth,
    whole,
)
from web.context import hall, language
from web.door.body import read_object, read_upload, wanted
from web.door.errors import Conflict, NotFound
from web.door.safety import only_here
from web.measuring.calibration import worded
from web.measuring.result import profile_tables
from words.language import explain_error, say
from words.message import InputError, message

profiles = Group(
    "Profiles", "What was measured, under names.", name=("profile", text("A profile's name; case does not count."))
)

named(
    "ProfileFile",
    {
        **thing("A profile as docs/formats.md has it.", format=text(), version=whole(), name=text()),
        "additionalProperties": True,
    },
)
shape(
    "ProfileLine",
    name=text(),
    used_by=list_of(text(), "Tables."),
    parts=optional(list_of(choice(PARTS))),
    source=optional(maybe(text())),
    made=optional(maybe(ref("Moment"))),
    changed=optional(maybe(ref("Moment"))),
    error=optional(text("Why it cannot be used.")),
)
shape("ProfileShown", profile=ref("ProfileFile"), tables=list_of(ref("NumberTable")), used_by=list_of(text()))
shape("ProfileKept", profile=said(text(), "Its name."), parts=list_of(choice(PARTS)))


@profiles.call("GET /api/profiles", thing(profiles=list_of(ref("ProfileLine"))))
def list_profiles() -> Response:
    """All of them."""
    used = _used()
    return jsonify(profiles=[_entry(entry, used) for entry in ProfileFolder.of_user().entries()])


@profiles.call("GET /api/profiles/<name>", ref("ProfileShown"), refuses=(400,))
def show_profile(name: str) -> Response:
    """Everything it holds."""
    profile = load(name)
    tables = [worded({"title": t.title, "head": t.head, "rows": t.rows}, language()) for t in profile_tables(profile)]
    return jsonify(profile=profile.to_json(), tables=tables, used_by=_used().get(same_name(profile.name), []))


@profiles.call("GET /api/profiles/<name>/file", ref("ProfileFile"), refuses=(400,))
def profile_file(name: str) -> Response:
    """Its file, to be passed on."""
    profile = load(name)
    text = json.dumps(profile.to_json(), indent=2, ensure_ascii=False, allow_nan=False)
    made = Response(text + "\n", mimetype="application/json")
    # The plain name is for programs that do not know the other; letters it cannot have are left out.
    plain = profile.name.encode("ascii", "ignore").decode().replace('"', "").strip() or "profile"
    named = quote(f"{profile.name}{SUFFIX}", safe="")
    made.headers["Content-Disposition"] = f"attachment; filename=\"{plain}{SUFFIX}\"; filename*=UTF-8''{named}"
    return made


@profiles.call(
    "POST /api/profiles/import",
    thing(profile=text("Its name.")),
    status=201,
    body=Content(f"The file, of at most {MOST_KILOBYTES} kB.", {JSON: ref("ProfileFile")}),
    asked={
        "name": text("To be kept under another name."),
        "replace": {"const": "1", "description": "In place of one of its name."},
    },
    refuses=(409,),
)
def import_profile() -> tuple[Response, int]:
    """Takes the file of a profile in."""
    data = read_upload(MOST_KILOBYTES * 1000)
    try:
        profile = Profile.from_json(read_json(data.decode("utf-8-sig")))
    except UnicodeDecodeError:
        raise InputError(message("input.text")) from None
    if name := request.args.get("name", "").strip():
        profile = replace(profile, name=name)
    folder, over = ProfileFolder.of_user(), request.args.get("replace") == "1"
    if not over and folder.file(profile.name).exists():
        raise Conflict(message("profile.exists", name=profile.name))
    folder.save(profile, over)
    return jsonify(profile=profile.name), 201


@profiles.call(
    "POST /api/profiles/name",
    thing(name=text("As it is kept."), there=truth("There is one already.")),
    body=as_json(thing(name=text()), "The name."),
)
def try_profile_name() -> Response:
    """Whether a profile can have this name."""
    folder, name = ProfileFolder.of_user(), checked_name(wanted(read_object(), "name", str))
    return jsonify(name=name, there=folder.file(name).exists())


@profiles.call(
    "POST /api/profiles/<name>/rename",
    thing(profile=text(), message=text()),
    body=as_json(thing(name=text()), "The new name."),
)
def rename_profile(name: str) -> Response:
    """Gives it another name."""
    new = wanted(read_object(), "name", str)
    profile = ProfileFolder.of_user().rename(load(name).name, new)
    return jsonify(
        profile=profile.name, message=say(message("profile.renamed", old=name, new=profile.name), language())
    )


@profiles.call("DELETE /api/profiles/<name>", thing(deleted=text(), message=text()), refuses=(400, 409))
def delete_profile(name: str) -> Response:
    """Deletes it. Not while a table uses it."""
    only_here("web.guest_delete")
    profile = load(name)
    if tables := _used().get(same_name(profile.name)):
        raise Conflict(message("web.cal.used", name=profile.name, tables=tuple(tables)))
    ProfileFolder.of_user().delete(profile.name)
    return jsonify(deleted=profile.name, message=say(message("profile.deleted", name=profile.name), language()))


def load(name: str) -> Profile:
    folder = ProfileFolder.of_user()
    if not folder.file(name).exists():
        raise NotFound(message("web.cal.no_profile", name=name))
    return folder.load(name)


def names() -> list[str]:
    """The profiles that can be used."""
    return [profile.name for profile in ProfileFolder.of_user().sound()]


def _entry(entry: Entry, used: Mapping[str, list[str]]) -> dict[str, Any]:
    said: dict[str, Any] = {"name": entry.name, "used_by": used.get(same_name(entry.name), [])}
    if entry.profile is None:
        assert entry.error is not None
        return said | {"error": explain_error(entry.error, language())}
    profile = entry.profile
    return said | {
        "parts": list(profile.parts),
        "source": profile.source,
        "made": profile.made or None,
        "changed": profile.changed or None,
    }


def _used() -> dict[str, list[str]]:
    """For each profile the tables that use it."""
    made: dict[str, list[str]] = {}
    for table in hall().tables():
        name = table.watch.profile if table.watch is not None else table.set_up.profile
        if name is not None and name != AUTO:
            made.setdefault(same_name(name), []).append(table.name)
    return made
