"""The pages of the tables and the calls: opening, closing, playing, correcting, pictures in and out."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from flask import Response, jsonify, render_template

from live.events import Event
from live.play import Play
from live.sources.by_hand import HAND
from referee.games import find_game
from vision.tasks import checked_corners
from web.api.group import Group
from web.api.words import (
    as_json,
    choice,
    list_of,
    map_of,
    maybe,
    nothing,
    optional,
    ref,
    shape,
    text,
    thing,
    truth,
    whole,
)
from web.context import config, hall, language, workshop
from web.door.body import read_object, read_upload, wanted
from web.door.errors import Conflict, NotFound
from web.door.safety import is_local, only_here
from web.setting_up.table_set_up import Naming, TableSetUp
from web.tables.live_pictures import LIVE, NO_OTHER, WHICH, is_waiting, picture_answer
from web.tables.snapshot import snapshot
from web.tables.watched_table import MOST_WORDS, WatchedTable
from web.workshop.uploads import A_PICTURE, FRAME, MOST_FRAME_BYTES, decode_frame, decode_upload
from words.message import InputError, message

CALLS: dict[str, Callable[[Play], list[Event]]] = {
    "undo": Play.undo,
    "redo": Play.redo,
    "accept": Play.accept,
    "reject": Play.reject,
    "pause": Play.pause,
    "resume": Play.resume_play,
    "end": Play.end,
}
tables = Group(
    "Tables",
    "Tables that are open: seen, played at, corrected.",
    name=("table", text("A table's name.")),
    number=("camera", whole("The number of another camera of a table.", minimum=1)),
    call=("call", choice(CALLS, "What is to be done.")),
)

SEEN = {"n": optional(whole("How many turns the caller saw.")), "shown": optional(ref("Position"))}
_WORDS = list_of(
    text(examples=["e5=RRB", "e5=", "+R:c3-e3@1", "-R:c3-e3@1", "c3-e3="]), minItems=1, maxItems=MOST_WORDS
)
PLACES = map_of(text(examples=["RBYG", "R", ""]), "What lies at each place; empty for nothing.")
shape("TableAnswer", table=ref("Table"), events=optional(list_of(ref("Event"), "What the call gave rise to.")))


def answer(table: WatchedTable, events: list[Event] | None = None, status: int = 200) -> tuple[Response, int]:
    said: dict[str, Any] = {"table": snapshot(table, language())}
    if events is not None:
        said["events"] = [event.to_json(language()) for event in events]
    return jsonify(said), status


def naming(table: WatchedTable | None = None) -> Naming:
    """Who names a source; a guest may say of a table that all stays as it is."""
    own = () if table is None else table.set_up.sources
    keeps = table is not None and table.set_up.keep_pictures
    if not is_local():
        return Naming(local=False, before=own, keeps_pictures=keeps)
    others = tuple(source for each in hall().tables() for source in each.set_up.sources)
    return Naming(before=own + others)


@tables.get("/")
def overview() -> str:
    return render_template("tables.html")


@tables.get("/tables/<name>")
def play(name: str) -> str:
    return render_template("play.html", **_shown(name))


@tables.get("/tables/<name>/children")
def children(name: str) -> str:
    return render_template("children.html", **_shown(name))


def _shown(name: str) -> dict[str, str]:
    """What a page of a table has to know before it hears of it: which family of games its views are for, and
    whether a camera looks."""
    table = hall().table(name)
    set_up = table.set_up
    source = HAND if set_up.plays_itself else set_up.source.kind
    return {"name": table.name, "family": find_game(set_up.game).family, "source": source}


@tables.call("GET /api/tables", thing(tables=list_of(ref("Table"))))
def list_tables() -> Response:
    """All tables that are open, as they are now."""
    return jsonify(tables=[snapshot(table, language()) for table in hall().tables()])


@tables.call(
    "POST /api/tables",
    as_json(ref("TableAnswer"), "It is being opened; how that goes is its `status`."),
    status=201,
    body=as_json(
        {
            "allOf": [ref("SetUp")],
            "properties": {"new": maybe(truth(), "True begins a game, false goes on with the last one.")},
        },
        "How it is set up.",
    ),
    refuses=(409,),
)
def open_table() -> tuple[Response, int]:
    """Opens a table. Folders and films can be named from this machine only. Without `new` the last game goes on if it
    is unfinished and of the same kind."""
    said = read_object()
    new = said.get("new")
    if new is not None and not isinstance(new, bool):
        raise InputError(message("web.kind", key="new", value=repr(new)[:40]))
    return answer(hall().add(TableSetUp.from_json(said, naming()), new), status=201)


@tables.call("GET /api/tables/<name>", ref("Table"))
def show_table(name: str) -> Response:
    """A table as it is now."""
    return Response(hall().text(hall().table(name), language())[1], mimetype="application/json")


@tables.call("DELETE /api/tables/<name>", thing(closed=text("Its name.")))
def close_table(name: str) -> Response:
    """Closes a table; its game stays in the log."""
    hall().remove(name)
    return jsonify(closed=name)


@tables.call(
    "POST /api/tables/<name>/again",
    ref("TableAnswer"),
    body=as_json(
        {
            "type": "object",
            "properties": {"new": truth("False only opens the table again.")},
            "additionalProperties": True,
        },
        "What is otherwise than before: any key of a set-up.",
    ),
    body_wanted=False,
)
def play_again(name: str) -> tuple[Response, int]:
    """A new game at the same table, or the same once more."""
    table, said = hall().table(name), read_object()
    new = wanted(said, "new", bool, True)
    names = naming(table)

    def changed(now: TableSetUp) -> TableSetUp:
        before = now.to_json()
        if before["source"]["kind"] == "demo" and new and "source" not in said:
            before["source"]["what"] = str((int(before["source"]["what"]) + 1) % 10**6)  # not the same film again
        return TableSetUp.from_json(before | said | {"name": name}, names)

    # A table that never came so far as a game has none that could go on: it begins.
    table.again(changed, new or not hall().has_game(name))
    hall().keep()
    return answer(table)


@tables.call(
    "POST /api/tables/<name>/<any(undo,redo,accept,reject,pause,resume,end):call>",
    ref("TableAnswer"),
    body=as_json(thing(**SEEN), "What the caller saw; if the game has gone on since, the call is refused (409)."),
    body_wanted=False,
    refuses=(409,),
)
def call_table(name: str, call: str) -> tuple[Response, int]:
    """Takes back, redoes, accepts, rejects, pauses, resumes or ends. What these do is in docs/live.md."""
    table = hall().table(name)
    return answer(table, table.call(CALLS[call], read_object()))


@tables.call(
    "POST /api/tables/<name>/correct",
    ref("TableAnswer"),
    body=as_json(
        {
            "anyOf": [
                thing(words=_WORDS, **SEEN),
                thing(places=PLACES, **SEEN),
                thing(position=ref("Position"), **SEEN),
            ]
        },
        "Stacks and sticks in words, what lies at single places, or a whole position. `c3-e3=` settles a doubt: "
        "between these fields lies nothing but what is laid in the same breath.",
    ),
    refuses=(409,),
)
def correct_table(name: str) -> tuple[Response, int]:
    """Says what the board really shows."""
    table, said = hall().table(name), read_object()
    if "position" in said:
        position = table.game.read(said["position"])
        return answer(table, table.call(lambda play: play.correct(position), said))
    words = words_of(said) if "places" in said else _texts(said, "words")
    return answer(table, table.correct(words, said))


def words_of(said: dict[str, Any]) -> list[str]:
    """What is said to lie at single places, in words."""
    return [f"{at}={what}" for at, what in wanted(said, "places", dict).items()]


def _texts(said: dict[str, Any], key: str) -> list[str]:
    """Some, but not more than a board has places."""
    words: list[str] = wanted(said, key, list)
    if not 0 < len(words) <= MOST_WORDS or not all(isinstance(word, str) for word in words):
        raise InputError(message("table.words"))
    return words


@tables.call(
    "POST /api/tables/<name>/throw",
    ref("TableAnswer"),
    body=as_json(
        {
            "anyOf": [
                thing(die=maybe(list_of(text(examples=["L1"]))), **SEEN),
                thing(throw=truth("The program throws."), **SEEN),
            ]
        },
        "Faces of the table's `game.die`; null takes it back.",
    ),
    refuses=(409,),
)
def throw_die(name: str) -> tuple[Response, int]:
    """Says what was thrown for the turn that comes, or throws."""
    table, said = hall().table(name), read_object()
    rules = table.play.state.rules
    faces = table.game.faces(rules)
    if wanted(said, "throw", bool, False) and faces:
        said["die"] = [secrets.choice(faces)]
    if "die" not in said:
        raise InputError(message("input.missing", key="die"))
    die = table.game.read_die(said["die"], rules)
    return answer(table, table.call(lambda play: play.throw(die), said))


@tables.call(
    "POST /api/tables/<name>/let-camera-say",
    ref("TableAnswer"),
    body=as_json(
        thing(places=list_of(text(examples=["e5", "c3-e3"]), minItems=1, maxItems=MOST_WORDS)),
        "Places of `by_hand`: the camera looks anew, and what it then sees there counts.",
    ),
    refuses=(409,),
)
def let_camera_say(name: str) -> tuple[Response, int]:
    """Takes a correction back: the camera says again what is there."""
    table, said = hall().table(name), read_object()
    places = _texts(said, "places")
    return answer(table, table.call(lambda play: play.let_camera_say(places)))


@tables.call(
    "POST /api/tables/<name>/corners",
    ref("TableAnswer"),
    body=as_json(thing(corners=maybe(ref("Corners"))), "Null lets it be found."),
    refuses=(409,),
)
def hold_corners(name: str) -> tuple[Response, int]:
    """Says where the board is in the picture."""
    table, said = hall().table(name), read_object()
    if "corners" not in said:
        raise InputError(message("input.missing", key="corners"))
    corners = said["corners"]
    table.hold_corners(None if corners is None else checked_corners(corners))
    hall().keep()
    return answer(table)


@tables.call(
    "POST /api/tables/<name>/keep-pictures",
    ref("TableAnswer"),
    body=as_json(thing(keep=truth()), "Yes or no."),
    refuses=(409,),
)
def keep_pictures(name: str) -> tuple[Response, int]:
    """Keeps pictures of turns from now on, or does not."""
    table, said = hall().table(name), read_object()
    only_here("web.guest_pictures")
    table.keep_pictures(wanted(said, "keep", bool))
    hall().keep()
    return answer(table)


@tables.call("GET /api/tables/<name>/picture.jpg", LIVE, or_nothing=NO_OTHER, asked=WHICH, refuses=(400,))
def table_picture(name: str) -> Response:
    """The newest picture of a table."""
    try:
        table = hall().table(name)
    except NotFound:
        if not is_waiting():
            raise
        return picture_answer(None, lambda table: None)
    return picture_answer(table, lambda table: table.newest)


@tables.call(
    "POST /api/tables/<name>/frames",
    nothing("It is looked at if no newer one comes first."),
    status=204,
    body=FRAME,
    refuses=(409,),
)
def bring_frame(name: str) -> tuple[str, int]:
    """Brings a picture of a running camera. For a table whose source is `browser`; several a second."""
    table = hall().table(name)
    if not table.takes_frames:
        raise Conflict(message("web.not_handed_in"))
    table.put(decode_frame(read_upload(MOST_FRAME_BYTES)))
    return "", 204


@tables.call(
    "POST /api/tables/<name>/photographs",
    as_json(ref("TableAnswer"), "It will be looked at."),
    status=202,
    body=A_PICTURE,
    refuses=(409,),
)
def bring_photograph(name: str) -> tuple[Response, int]:
    """Brings a photograph. For a table whose source is `photographs`; each is looked at."""
    table = hall().table(name)
    if not table.takes_photographs:
        raise Conflict(message("web.not_handed_in"))
    table.put(decode_upload(read_upload(config().most_upload_bytes), workshop()).image)
    return answer(table, status=202)
