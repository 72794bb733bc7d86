"""The calls about profiles: listed, shown, renamed, deleted, passed on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import quote

from flask import Blueprint, Response, jsonify, request

from calibration.profile import Profile, checked_name, same_name
from calibration.profiles import MOST_KILOBYTES, SUFFIX, Entry, ProfileFolder
from referee.language import explain_error, say
from referee.message import InputError, message
from referee.strictjson import read_json
from vision.tasks import AUTO
from web.body import read_object, read_upload, wanted
from web.calibration_result import profile_tables
from web.calibration_sessions import worded
from web.context import hall, language
from web.errors import Conflict, NotFound

blueprint = Blueprint("profiles", __name__)


@blueprint.get("/api/profiles")
def listed() -> Response:
    used = _used()
    return jsonify(profiles=[_entry(entry, used) for entry in ProfileFolder.of_user().entries()])


@blueprint.get("/api/profiles/<name>")
def shown(name: str) -> Response:
    """Everything a profile holds, in tables for people and as it is in its file."""
    profile = load(name)
    tables = [worded({"title": t.title, "head": t.head, "rows": t.rows}, language()) for t in profile_tables(profile)]
    return jsonify(profile=profile.to_json(), tables=tables, used_by=_used().get(same_name(profile.name), []))


@blueprint.get("/api/profiles/<name>/file")
def exported(name: str) -> Response:
    profile = load(name)
    text = json.dumps(profile.to_json(), indent=2, ensure_ascii=False, allow_nan=False)
    made = Response(text + "\n", mimetype="application/json")
    # The plain name is for programs that do not know the other; letters it cannot have are left out.
    plain = profile.name.encode("ascii", "ignore").decode().replace('"', "").strip() or "profile"
    named = quote(f"{profile.name}{SUFFIX}", safe="")
    made.headers["Content-Disposition"] = f"attachment; filename=\"{plain}{SUFFIX}\"; filename*=UTF-8''{named}"
    return made


@blueprint.post("/api/profiles/import")
def imported() -> tuple[Response, int]:
    """The file of a profile; `?name=` takes it in under another name, `?replace=1` in place of one of its name."""
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


@blueprint.post("/api/profiles/name")
def possible() -> Response:
    """Whether a profile can have this name, before anything is measured for it."""
    folder, name = ProfileFolder.of_user(), checked_name(wanted(read_object(), "name", str))
    return jsonify(name=name, there=folder.file(name).exists())


@blueprint.post("/api/profiles/<name>/rename")
def renamed(name: str) -> Response:
    new = wanted(read_object(), "name", str)
    profile = ProfileFolder.of_user().rename(load(name).name, new)
    return jsonify(
        profile=profile.name, message=say(message("profile.renamed", old=name, new=profile.name), language())
    )


@blueprint.delete("/api/profiles/<name>")
def deleted(name: str) -> Response:
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
