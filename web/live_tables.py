"""The tables for programs and scripts: opening, closing, playing, correcting, pictures in and out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, jsonify, request

from live.events import Event
from live.play import Play
from referee.message import InputError, message
from referee.tactori.position import Position
from vision.tasks import checked_corners
from web.body import read_object, read_upload, wanted
from web.context import config, hall, language, workshop
from web.errors import Conflict, NotFound
from web.safety import is_local
from web.set_up import TableSetUp
from web.snapshot import snapshot
from web.uploads import MOST_FRAME_BYTES, decode_frame, decode_upload
from web.watched import WatchedTable

blueprint = Blueprint("live_tables", __name__)
WIDTHS_PX = (320, 480, 640, 960)
"""A picture can be had in these widths, and as it is: each is made once for all."""
CALLS: dict[str, Callable[[Play], list[Event]]] = {
    "undo": Play.undo,
    "redo": Play.redo,
    "accept": Play.accept,
    "reject": Play.reject,
    "pause": Play.pause,
    "resume": Play.resume_play,
    "end": Play.end,
}


def _answer(table: WatchedTable, events: list[Event] | None = None, status: int = 200) -> tuple[Response, int]:
    said: dict[str, Any] = {"table": snapshot(table, language())}
    if events is not None:
        said["events"] = [event.to_json(language()) for event in events]
    return jsonify(said), status


@blueprint.get("/api/tables")
def list_tables() -> Response:
    return jsonify(tables=[snapshot(table, language()) for table in hall().tables()])


@blueprint.post("/api/tables")
def open_table() -> tuple[Response, int]:
    """A new table; with `new` true a new game, false its last one, without it whichever the rules of the log say."""
    said = read_object()
    new = said.get("new")
    if new is not None and not isinstance(new, bool):
        raise InputError(message("web.kind", key="new", value=repr(new)[:40]))
    return _answer(hall().add(TableSetUp.from_json(said, is_local()), new), status=201)


@blueprint.get("/api/tables/<name>")
def show_table(name: str) -> Response:
    return Response(hall().text(hall().table(name), language())[1], mimetype="application/json")


@blueprint.delete("/api/tables/<name>")
def close_table(name: str) -> Response:
    hall().remove(name)
    return jsonify(closed=name)


@blueprint.post("/api/tables/<name>/again")
def play_again(name: str) -> tuple[Response, int]:
    """A new game at the same table: as before, or with what is said otherwise. `new` false only opens it again."""
    table, said = hall().table(name), read_object()
    new = wanted(said, "new", bool, True)
    before = table.set_up.to_json()
    if before["source"]["kind"] == "demo" and new and "source" not in said:
        before["source"]["what"] = str((int(before["source"]["what"]) + 1) % 10**6)  # another game, not the same film
    # A table that never came so far as a game has none that could go on: it begins.
    table.again(TableSetUp.from_json(before | said | {"name": name}, is_local()), new or not hall().has_game(name))
    hall().keep()
    return _answer(table)


@blueprint.post("/api/tables/<name>/<any(undo,redo,accept,reject,pause,resume,end):call>")
def make_call(name: str, call: str) -> tuple[Response, int]:
    table = hall().table(name)
    read_object()
    return _answer(table, table.call(CALLS[call]))


@blueprint.post("/api/tables/<name>/correct")
def correct(name: str) -> tuple[Response, int]:
    """What the board really shows: `words` as `draufsicht table correct` takes them, or a whole `position`."""
    table, said = hall().table(name), read_object()
    if "position" in said:
        return _answer(table, table.correct_to(Position.from_json(said["position"])))
    words = wanted(said, "words", list)
    if not words or not all(isinstance(word, str) for word in words):
        raise InputError(message("table.words"))
    return _answer(table, table.correct(words))


@blueprint.post("/api/tables/<name>/corners")
def hold_corners(name: str) -> tuple[Response, int]:
    """Where the board's corners are, in pixels of the picture; null lets the board be found."""
    table, said = hall().table(name), read_object()
    if "corners" not in said:
        raise InputError(message("input.missing", key="corners"))
    corners = said["corners"]
    table.hold_corners(None if corners is None else checked_corners(corners))
    hall().keep()
    return _answer(table)


@blueprint.post("/api/tables/<name>/keep-pictures")
def keep_pictures(name: str) -> tuple[Response, int]:
    table, said = hall().table(name), read_object()
    table.keep_pictures(wanted(said, "keep", bool))
    hall().keep()
    return _answer(table)


@blueprint.get("/api/tables/<name>/picture.jpg")
def picture(name: str) -> Response:
    """The newest picture; nothing (204) if there is none newer than `after`."""
    table = hall().table(name)
    width, after = request.args.get("width", type=int), request.args.get("after")
    if width is not None and width not in WIDTHS_PX:
        raise InputError(message("rule.value", key="width", value=width, known=", ".join(map(str, WIDTHS_PX))))
    frame = table.frame
    if frame is None or str(frame.number) == after:
        return Response(status=204)
    made = table.jpeg(width)
    if made is None:
        return Response(status=204)
    return Response(made[1], mimetype="image/jpeg", headers={"X-Frame": str(made[0])})


@blueprint.post("/api/tables/<name>/frames")
def bring_frame(name: str) -> tuple[str, int]:
    """A picture of the browser's own camera: a plain JPEG, several a second."""
    table = hall().table(name)
    if not table.takes_frames:
        raise Conflict(message("web.not_handed_in"))
    table.put(decode_frame(read_upload(MOST_FRAME_BYTES)))
    return "", 204


@blueprint.post("/api/tables/<name>/photographs")
def bring_photograph(name: str) -> tuple[Response, int]:
    """A photograph, from a phone say; each is looked at."""
    table = hall().table(name)
    if not table.takes_photographs:
        raise Conflict(message("web.not_handed_in"))
    table.put(decode_upload(read_upload(config().most_upload_bytes), workshop()).image)
    return _answer(table, status=202)


@blueprint.get("/api/share")
def share() -> Response:
    """The key, for whoever sits at this machine: nobody else is shown it."""
    if not is_local() or config().key is None:
        return jsonify(key=None)
    return jsonify(key=config().key, addresses=list(config().addresses), qr="/api/share/qr.svg")


@blueprint.get("/api/share/qr.svg")
def share_qr() -> Response:
    from web.sharing import qr_svg

    key = config().key
    if not is_local() or key is None or not config().addresses:
        raise NotFound(message("web.not_found"))
    return Response(qr_svg(f"{config().addresses[0]}/?key={key}"), mimetype="image/svg+xml")
