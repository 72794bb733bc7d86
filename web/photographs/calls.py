"""The page for many photographs: a folder in, a table of results out, the doubtful ones first."""

from __future__ import annotations

from typing import Any, cast

from flask import Flask, Response, current_app, jsonify, render_template, request

from calibration.profiles import ProfileFolder
from live.log import log_path
from vision.families import reader_of
from vision.tasks import LEAST_VIEWS, MOST_VIEWS, TURNS, checked_turns
from web.api.group import Group
from web.api.pieces import N
from web.api.words import (
    JPEG,
    as_file,
    as_json,
    choice,
    list_of,
    map_of,
    maybe,
    optional,
    ref,
    text,
    thing,
    truth,
    whole,
)
from web.context import CONFIG, language, workshop
from web.door.body import read_object, read_upload, wanted
from web.door.errors import NotFound, TooLarge
from web.door.safety import is_local, only_here
from web.photographs.batch import MOST_PICTURES, Batch, most_unread
from web.photographs.batches import Batches
from web.photographs.reading_work import Seen, Wish, board_from_above
from web.photographs.results import batch_json, picture_json, readings_json, row_json, row_wish
from web.photographs.rows import Row
from web.photographs.set_of_list import measure_set
from web.photographs.spreadsheet import spreadsheet
from web.photographs.store import ListStore
from web.photographs.wishes import ASKED_HOW, READABLE, READING_KEYS, colours_of, read_rules, read_wish
from web.workshop.uploads import A_PICTURE, MOST_UPLOAD_BYTES
from words.language import catalogue, say
from words.message import InputError, message

BATCHES = "draufsicht.batches"
MOST_WORDS, LONGEST_WORD = 200, 60

photographs = Group(
    "Photographs",
    "Many photographs read one after another, or several of one position as one. What was read is kept until a list is"
    " deleted; its pictures are in memory only, unless somebody at this machine says otherwise.",
    batch_id=("batch", text("The id of a list of photographs.")),
    n=N,
)

_SOME = {"rows": optional(maybe(list_of(whole(minimum=1), minItems=1, maxItems=MOST_PICTURES)))}
_ROWS = thing(rows=list_of(whole(minimum=1), "Numbers of the list.", minItems=1, maxItems=MOST_VIEWS))


def init_batches(app: Flask) -> None:
    path = log_path(app.extensions[CONFIG].log_path)
    app.extensions[BATCHES] = Batches(store=ListStore.beside(path))


def batches() -> Batches:
    return cast("Batches", current_app.extensions[BATCHES])


@photographs.get("/photographs")
def photographs_page() -> str:
    texts = catalogue(language())
    games = [
        {
            "id": game.id,
            "name": texts[f"game.{game.id}"],
            "family": game.family,
            "needs_colour": bool(colours_of(game)),
            "together": reader_of(game).together is not None,
            "measures": reader_of(game).sets is not None,
        }
        for game in READABLE.values()
    ]
    colours = dict.fromkeys(colour for game in READABLE.values() for colour in colours_of(game))
    profiles = [profile.name for profile in ProfileFolder.of_user().sound()]
    return render_template(
        "photographs.html",
        games=games,
        colours=[{"id": colour, "name": texts[f"colour.{colour}"]} for colour in colours],
        profiles=profiles,
        limits={"pictures": MOST_PICTURES, "unread": most_unread(workshop()), "views": MOST_VIEWS},
        here=is_local(),
    )


@photographs.call(
    "GET /api/batches",
    thing(lists=list_of(ref("BatchSummary")), trouble=maybe(text())),
    asked={"id": text("From elsewhere than this machine: the lists to be told of, repeated.")},
)
def all_batches() -> Response:
    """Every list, the newest first. `trouble` says why lists are in memory only, if they are."""
    # Who is not at this machine is told only of lists that they can name.
    known = set(request.args.getlist("id"))
    said = [each for each in batches().all() if is_local() or each["id"] in known]
    trouble = batches().trouble
    return jsonify(lists=said, trouble=say(trouble, language()) if trouble is not None else None)


@photographs.call(
    "POST /api/batches",
    ref("Batch"),
    status=201,
    body=as_json(
        thing(
            game=optional(maybe(choice(READABLE), "Without it nothing is judged.")),
            rules=optional(ref("Rules")),
            **ASKED_HOW,
        ),
        "How its photographs are read.",
    ),
    body_wanted=False,
    refuses=(409,),
)
def open_batch() -> tuple[Response, int]:
    """Opens a list."""
    said = read_object()
    batch = batches().open(read_rules(said), read_wish(said, Wish()))
    return jsonify(batch_json(batch, language())), 201


@photographs.call("GET /api/batches/<batch_id>", ref("Batch"))
def show_batch(batch_id: str) -> Response:
    """The list."""
    return jsonify(batch_json(_batch(batch_id), language()))


@photographs.call("DELETE /api/batches/<batch_id>", thing(closed=truth()), but_not=(404,))
def close_batch(batch_id: str) -> Response:
    """Deletes the list with all its pictures and results."""
    batches().close(batch_id)
    return jsonify(closed=True)


@photographs.call("POST /api/batches/<batch_id>/stop", ref("Batch"))
def stop_batch(batch_id: str) -> Response:
    """Stops what is not read yet."""
    batch = _batch(batch_id)
    batch.stop()
    return jsonify(batch_json(batch, language()))


@photographs.call(
    "POST /api/batches/<batch_id>/keep", ref("Batch"), body=as_json(thing(keep=truth()), "Yes or no."), refuses=(409,)
)
def keep_list_pictures(batch_id: str) -> Response:
    """Keeps its pictures on the disk too, or deletes them there. From this machine only."""
    only_here("web.photos.keep_here")
    batch = _batch(batch_id)
    batches().keep_pictures(batch, wanted(read_object(), "keep", bool))
    return jsonify(batch_json(batch, language()))


@photographs.call(
    "POST /api/batches/<batch_id>/read",
    ref("Batch"),
    body=as_json(thing(**_SOME, **ASKED_HOW), "All that failed, or these rows; as the list is read, or otherwise."),
    body_wanted=False,
    refuses=(409,),
)
def try_photographs_again(batch_id: str) -> Response:
    """Reads what failed once more."""
    said, batch = read_object(), _batch(batch_id)
    wish = read_wish(said, batch.wish) if READING_KEYS & said.keys() else None
    batch.try_again(_rows(said), wish, workshop())
    return jsonify(batch_json(batch, language()))


@photographs.call(
    "POST /api/batches/<batch_id>/set",
    ref("Batch"),
    body=as_json(thing(**_SOME), "On these rows, or on those that tell it best."),
    body_wanted=False,
    refuses=(409,),
)
def measure_list_set(batch_id: str) -> Response:
    """Measures the set of the list anew. Then all pictures that were read in the list's way are read with it."""
    said, batch = read_object(), _batch(batch_id)
    measure_set(batch, _rows(said), workshop())
    return jsonify(batch_json(batch, language()))


@photographs.call(
    "POST /api/batches/<batch_id>/pictures",
    as_json(ref("Row"), "It is in the list; one that cannot be read too, with the reason."),
    status=201,
    body=A_PICTURE,
    asked={"name": text("What it is called in the list.")},
    about=f"At most {MOST_PICTURES} a list. With one more unread than cores the next has to wait (429).",
    refuses=(409,),
    but_not=(400, 413),
)
def add_photograph(batch_id: str) -> tuple[Response, int]:
    """Hands a photograph in."""
    batch = _batch(batch_id)
    batches().check_room()
    name = request.args.get("name", "")
    try:
        row = batch.add(read_upload(MOST_UPLOAD_BYTES), name, workshop())
    except TooLarge:
        row = batch.refuse(name, InputError(message("photo.bytes", most=MOST_UPLOAD_BYTES // 1_000_000)))
    return jsonify(row_json(batch, row, language())), 201


@photographs.call("GET /api/batches/<batch_id>/pictures/<int:n>", ref("Photograph"))
def show_photograph(batch_id: str, n: int) -> Response:
    """Everything about one photograph, or one group."""
    batch = _batch(batch_id)
    return _shown(batch, batch.row(n))


@photographs.call("GET /api/batches/<batch_id>/pictures/<int:n>/picture.jpg", as_file(JPEG, "The picture."))
def photograph_picture(batch_id: str, n: int) -> Response:
    """The photograph, made small."""
    return _jpeg(_seen(batch_id, n).shown)


@photographs.call("GET /api/batches/<batch_id>/pictures/<int:n>/thumb.jpg", as_file(JPEG, "The picture."))
def photograph_thumb(batch_id: str, n: int) -> Response:
    """The photograph, made very small."""
    return _jpeg(_seen(batch_id, n).thumb)


@photographs.call("GET /api/batches/<batch_id>/pictures/<int:n>/above.jpg", as_file(JPEG, "The picture."))
def photograph_above(batch_id: str, n: int) -> Response:
    """Its board as if seen from straight above, the near side below."""
    flat = board_from_above(_seen(batch_id, n))
    if flat is None:
        raise NotFound(message("web.photos.no_picture", n=n))
    return _jpeg(flat)


@photographs.call(
    "POST /api/batches/<batch_id>/pictures/<int:n>/correct",
    ref("Photograph"),
    body=as_json(
        thing(
            words=optional(list_of(text(maxLength=LONGEST_WORD), minItems=1, maxItems=MOST_WORDS)),
            places=optional(map_of(text(), "What really lies at some places; empty for nothing.")),
        ),
        "In words, as for a table, or by what lies where.",
    ),
    refuses=(409,),
)
def correct_photograph(batch_id: str, n: int) -> Response:
    """Says what the photograph really shows."""
    said = read_object()
    places = wanted(said, "places", dict, {})
    words = wanted(said, "words", list, []) + [f"{place}={there}" for place, there in places.items()]
    if not 0 < len(words) <= MOST_WORDS or not all(isinstance(w, str) and len(w) <= LONGEST_WORD for w in words):
        raise InputError(message("web.photos.words", most=MOST_WORDS))
    batch = _batch(batch_id)
    return _shown(batch, batch.correct(n, words))


@photographs.call("DELETE /api/batches/<batch_id>/pictures/<int:n>/correct", ref("Photograph"), refuses=(409,))
def uncorrect_photograph(batch_id: str, n: int) -> Response:
    """Takes corrections back."""
    batch = _batch(batch_id)
    return _shown(batch, batch.as_read(n))


@photographs.call(
    "POST /api/batches/<batch_id>/pictures/<int:n>/read",
    ref("Photograph"),
    body=as_json(
        thing(
            **ASKED_HOW,
            turned=optional(
                maybe(
                    list_of(maybe(choice(TURNS))),
                    "For each picture of a group by how many degrees, anticlockwise from above, the camera"
                    " went round since the first; null where that is to be found.",
                )
            ),
        ),
        "What is not said is as before.",
    ),
    body_wanted=False,
    refuses=(409,),
)
def read_photograph_again(batch_id: str, n: int) -> Response:
    """Reads it otherwise, from what is kept of it. What was corrected still holds. If it cannot be read so, it stays as
    it is, and `remark` says why."""
    said, batch = read_object(), _batch(batch_id)
    row = batch.row(n)
    turned = None if said.get("turned") is None else checked_turns(said["turned"], max(1, len(row.members)))
    wish = read_wish(said, row_wish(batch, row)) if READING_KEYS & said.keys() else row.wish
    return _shown(batch, batch.read_again(n, wish, turned, workshop()))


@photographs.call(
    "POST /api/batches/<batch_id>/groups",
    as_json(ref("Photograph"), "The group: one row, with a number of its own."),
    status=201,
    body=as_json(_ROWS, "Pictures, or groups with all their pictures."),
    about=f"From {LEAST_VIEWS} to {MOST_VIEWS} pictures. They are read from what is kept of them.",
    refuses=(409,),
)
def group_photographs(batch_id: str) -> tuple[Response, int]:
    """Reads several pictures of one position as one."""
    batch = _batch(batch_id)
    row = batch.group(_numbers(read_object()), workshop())
    return _shown(batch, row), 201


@photographs.call("DELETE /api/batches/<batch_id>/groups/<int:n>", ref("Batch"))
def take_group_apart(batch_id: str, n: int) -> Response:
    """Makes every picture of a group a row again. Grouped again, it is as it was."""
    batch = _batch(batch_id)
    batch.take_apart(n)
    return jsonify(batch_json(batch, language()))


@photographs.call(
    "POST /api/batches/<batch_id>/dismissed",
    ref("Batch"),
    body=thing(**_ROWS["properties"], dismissed=optional(truth("False suggests them again."))),
)
def dismiss_suggestion(batch_id: str) -> Response:
    """Suggests these no more as one position."""
    said, batch = read_object(), _batch(batch_id)
    batch.dismiss(_numbers(said), wanted(said, "dismissed", bool, True))
    return jsonify(batch_json(batch, language()))


@photographs.call("DELETE /api/batches/<batch_id>/dismissed", ref("Batch"))
def recall_suggestions(batch_id: str) -> Response:
    """Suggests again whatever was dismissed."""
    batch = _batch(batch_id)
    with batch.alone:
        batch.dismissed = set()
        batch.keep(batch, ())
    return jsonify(batch_json(batch, language()))


@photographs.call("GET /api/batches/<batch_id>/results.csv", as_file("text/csv", "Those that need a person first."))
def results_csv(batch_id: str) -> Response:
    """A table for spreadsheets."""
    return _download(spreadsheet(_batch(batch_id), language()), "text/csv; charset=utf-8", "results.csv")


@photographs.call(
    "GET /api/batches/<batch_id>/results.json", as_json(ref("Results"), "In the order in which they came.")
)
def results_json(batch_id: str) -> Response:
    """The readings."""
    text = current_app.json.dumps(readings_json(_batch(batch_id), language()), ensure_ascii=False, indent=1)
    return _download(text + "\n", "application/json", "results.json")


def _batch(batch_id: str) -> Batch:
    return batches().find(batch_id)


def _seen(batch_id: str, n: int) -> Seen:
    row = _batch(batch_id).row(n)
    if row.seen is None or not row.has_picture:
        raise NotFound(message("web.photos.no_picture", n=n))
    return row.seen


def _shown(batch: Batch, row: Row) -> Response:
    return jsonify(picture_json(batch, row, language()))


def _rows(said: dict[str, Any]) -> list[int] | None:
    """The rows that are spoken of; None if none are."""
    return _numbers(said, MOST_PICTURES) if said.get("rows") is not None else None


def _numbers(said: dict[str, Any], most: int = MOST_VIEWS) -> list[int]:
    numbers = wanted(said, "rows", list)
    if not 0 < len(numbers) <= most or not all(isinstance(n, int) and not isinstance(n, bool) for n in numbers):
        raise InputError(message("web.photos.numbers", most=most))
    return numbers


def _jpeg(data: bytes) -> Response:
    return Response(data, mimetype="image/jpeg")


def _download(text: str, kind: str, name: str) -> Response:
    return Response(text, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
