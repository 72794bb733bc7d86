"""Calls of the API: tables, their pictures and their stream, setting up, sharing."""

from __future__ import annotations

from referee.tactori.board import BOARDS
from referee.tactori.rules import GAMES
from web.live_tables import CALLS, WIDTHS_PX
from web.openapi_words import (
    Call,
    Content,
    Group,
    anything,
    as_file,
    as_json,
    choice,
    list_of,
    maybe,
    nothing,
    ref,
    text,
    thing,
    truth,
    whole,
)
from web.stream import ALIVE_S, MOST_HISTORY
from web.uploads import MOST_FRAME_BYTES, MOST_FRAME_MEGAPIXELS, MOST_UPLOAD_BYTES
from web.watched import MOST_WORDS

JPEG = "image/jpeg"
_MEGA = 1_000_000
FILES = {"image/*": None, "application/octet-stream": None}
A_PICTURE = Content(f"A picture file of at most {MOST_UPLOAD_BYTES // _MEGA} MB.", FILES)
_FRAME = Content(
    f"A plain JPEG of at most {MOST_FRAME_BYTES // _MEGA} MB and {MOST_FRAME_MEGAPIXELS} megapixels.", {JPEG: None}
)
_NEWEST = {
    200: as_file(JPEG, "The newest picture.", X_Frame="Its number, to be said as `after` next time."),
    204: nothing("There is none, or none newer than `after`."),
}
_AFTER = text("The number of the picture that is there already.")
_TABLE = {200: as_json(ref("TableAnswer"))}
_STREAM_ABOUT = f"""Server-sent events. A listener is first told what happened lately (at most {MOST_HISTORY}
happenings, marked `history`), then every table as it is now, and from then on whatever changes.

- `table`: a table is otherwise than before; the data is a `Table`.
- `happened`: something happened; the data is a `Happened`. Its id (`RUN-NUMBER`) says where the listener is.
- `gone`: a table was closed; the data is a `Gone`.
- `alive`: nothing happened for {ALIVE_S:.0f} seconds; no data.

Whoever comes back says the last id, in the header `Last-Event-ID` as browsers do or as `last`, and is told what was
missed instead of the history. After the program was started anew the id is of another run, and the listener is new.
Kinds that are not known are to be passed over."""

TABLES = Group(
    "Tables",
    "Tables that are open: seen, played at, corrected.",
    (
        Call(
            "GET",
            "/api/tables",
            "list_tables",
            "All tables that are open, as they are now",
            {200: as_json(thing({"tables": list_of(ref("Table"))}))},
        ),
        Call(
            "POST",
            "/api/tables",
            "open_table",
            "Opens a table",
            {201: as_json(ref("TableAnswer"), "It is being opened; how that goes is its `status`.")},
            as_json(
                {
                    "allOf": [ref("SetUp")],
                    "properties": {"new": maybe(truth(), "True begins a game, false goes on with the last one.")},
                },
                "How it is set up.",
            ),
            refuses=(400, 409, 413),
            about="Folders and films can be named from this machine only. Without `new` the last game goes on if it is "
            "unfinished and of the same kind.",
        ),
        Call(
            "GET",
            "/api/tables/{table}",
            "show_table",
            "A table as it is now",
            {200: as_json(ref("Table"))},
            refuses=(404,),
        ),
        Call(
            "DELETE",
            "/api/tables/{table}",
            "close_table",
            "Closes a table; its game stays in the log",
            {200: as_json(thing({"closed": text("Its name.")}))},
            refuses=(404,),
        ),
        Call(
            "POST",
            "/api/tables/{table}/again",
            "play_again",
            "A new game at the same table, or the same once more",
            _TABLE,
            as_json(
                {
                    "type": "object",
                    "properties": {"new": truth("False only opens the table again.")},
                    "additionalProperties": True,
                },
                "What is otherwise than before: any key of a set-up.",
            ),
            refuses=(400, 404, 413),
            body_wanted=False,
        ),
        Call(
            "POST",
            "/api/tables/{table}/{call}",
            "call_table",
            "Takes back, redoes, accepts, rejects, pauses, resumes or ends",
            _TABLE,
            refuses=(400, 404, 409),
            about="What these do is in docs/live.md.",
        ),
        Call(
            "POST",
            "/api/tables/{table}/correct",
            "correct_table",
            "Says what the board really shows",
            _TABLE,
            as_json(
                {
                    "anyOf": [
                        thing(
                            {
                                "words": list_of(
                                    text(examples=["e5=RRB", "e5=", "+R:c3-e3@1", "-R:c3-e3@1", "c3-e3="]),
                                    minItems=1,
                                    maxItems=MOST_WORDS,
                                )
                            }
                        ),
                        thing({"position": ref("Position")}),
                    ]
                },
                "Stacks and sticks in words, or a whole position. `c3-e3=` settles a doubt: between these fields lies "
                "nothing but what is laid in the same breath.",
            ),
            refuses=(400, 404, 409, 413),
        ),
        Call(
            "POST",
            "/api/tables/{table}/corners",
            "hold_corners",
            "Says where the board is in the picture",
            _TABLE,
            as_json(thing({"corners": maybe(ref("Corners"))}), "Null lets it be found."),
            refuses=(400, 404, 409, 413),
        ),
        Call(
            "POST",
            "/api/tables/{table}/keep-pictures",
            "keep_pictures",
            "Keeps pictures of turns from now on, or does not",
            _TABLE,
            as_json(thing({"keep": truth()}), "Yes or no."),
            refuses=(400, 404, 409, 413),
        ),
        Call(
            "GET",
            "/api/tables/{table}/picture.jpg",
            "table_picture",
            "The newest picture of a table",
            _NEWEST,
            asked={"width": choice(WIDTHS_PX, "Pixels; without it as it is."), "after": _AFTER},
            refuses=(400, 404),
        ),
        Call(
            "POST",
            "/api/tables/{table}/frames",
            "bring_frame",
            "Brings a picture of a running camera",
            {204: nothing("It is looked at if no newer one comes first.")},
            _FRAME,
            refuses=(400, 404, 409, 413),
            about="For a table whose source is `browser`; several a second.",
        ),
        Call(
            "POST",
            "/api/tables/{table}/photographs",
            "bring_photograph",
            "Brings a photograph",
            {202: as_json(ref("TableAnswer"), "It will be looked at.")},
            A_PICTURE,
            refuses=(400, 404, 409, 413),
            about="For a table whose source is `photographs`; each is looked at.",
        ),
    ),
)
STREAM = Group(
    "Stream",
    "What happens, as it happens.",
    (
        Call(
            "GET",
            "/api/events",
            "listen",
            "What happens at the tables, as server-sent events",
            {200: Content("Until the listener goes, or the page ends.", {"text/event-stream": text()})},
            asked={
                "table": list_of(text(), "Only these tables."),
                "last": text("The last id that was heard.", examples=["3f9a01bc-17"]),
            },
            about=_STREAM_ABOUT,
        ),
    ),
)
SETTING_UP = Group(
    "Setting up",
    "What there is to choose from, and sources to be tried out before a game.",
    (
        Call(
            "GET",
            "/api/choices",
            "list_choices",
            "Games with their options, colours, cameras, profiles",
            {200: as_json(ref("Choices"))},
        ),
        Call(
            "POST",
            "/api/previews",
            "open_preview",
            "Tries a source out",
            {201: as_json(ref("Preview"))},
            as_json(
                thing(
                    {
                        "source": ref("Source"),
                        "board?": maybe({"enum": ["auto", *BOARDS]}),
                        "game?": maybe(choice(GAMES), "What a demo plays."),
                        "rules?": ref("Rules"),
                    }
                ),
                "Which source, and what is known of the board.",
            ),
            refuses=(400, 409, 413),
        ),
        Call(
            "GET",
            "/api/previews/{preview}",
            "show_preview",
            "What the source shows, and where the board is",
            {200: as_json(ref("Preview"))},
            refuses=(404,),
        ),
        Call(
            "DELETE",
            "/api/previews/{preview}",
            "close_preview",
            "Lets go of the source",
            {200: as_json(thing({"closed": text()}))},
        ),
        Call(
            "POST",
            "/api/previews/{preview}/corners",
            "hold_preview",
            "Says where the board is in the picture",
            {200: as_json(ref("Preview"))},
            as_json(thing({"corners": maybe(ref("Corners"))}), "Null lets it be found."),
            refuses=(400, 404, 413),
        ),
        Call(
            "GET",
            "/api/previews/{preview}/picture.jpg",
            "preview_picture",
            "The newest picture of the source",
            _NEWEST,
            asked={"after": _AFTER},
            refuses=(404,),
        ),
        Call(
            "POST",
            "/api/previews/{preview}/frames",
            "bring_preview_frame",
            "Brings a picture of a running camera",
            {204: nothing("It is looked at.")},
            _FRAME,
            refuses=(400, 404, 409, 413),
        ),
        Call(
            "POST",
            "/api/previews/{preview}/photographs",
            "bring_preview_photograph",
            "Brings a photograph",
            {202: as_json(ref("Preview"), "It is looked at.")},
            A_PICTURE,
            refuses=(400, 404, 409, 413),
        ),
    ),
)
SHARING = Group(
    "Sharing",
    "The page in the local network.",
    (
        Call(
            "GET",
            "/api/share",
            "show_key",
            "The key and the addresses, for whoever sits at this machine",
            {200: as_json(ref("Share"))},
        ),
        Call(
            "GET",
            "/api/share/qr.svg",
            "show_key_as_qr",
            "Address and key as a QR code, for whoever sits at this machine",
            {200: as_file("image/svg+xml", "The QR code.")},
            refuses=(404,),
        ),
        Call(
            "GET",
            "/api/openapi.json",
            "describe",
            "This description",
            {200: as_json(anything(), "OpenAPI 3.1.")},
        ),
    ),
)
GROUPS = (TABLES, STREAM, SETTING_UP, SHARING)
PLACES = {
    "table": text("A table's name."),
    "call": choice(CALLS, "What is to be done."),
    "preview": text("A preview's id."),
    "number": whole("A game's number in the log.", minimum=1),
    "n": whole("A turn, or a photograph of a list.", minimum=0),
    "seq": whole("A picture's number.", minimum=0),
    "batch": text("The id of a list of photographs."),
    "calibration": text("A calibration's id."),
    "profile": text("A profile's name; case does not count."),
}
"""Everything that stands in paths."""
