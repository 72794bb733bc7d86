"""The page for many photographs: a folder in, a table of results out, the doubtful ones first."""

from __future__ import annotations

from typing import Any, cast

from flask import Blueprint, Flask, Response, current_app, jsonify, render_template, request

from calibration.profile import Profile
from calibration.profiles import ProfileFolder
from referee.language import catalogue
from referee.message import InputError, message
from referee.tactori.board import COLOURS
from referee.tactori.rules import GAMES, RuleBook, rule_book
from vision.tasks import AUTO, read_ask, read_board
from web.batches import MOST_PICTURES, MOST_UNREAD, Batch, Batches
from web.body import read_object, read_upload, wanted
from web.context import language, workshop
from web.errors import NotFound, TooLarge
from web.reading_work import Seen, Wish
from web.results import batch_json, picture_json, results_csv, results_json, row_json
from web.uploads import MOST_UPLOAD_BYTES

BATCHES = "draufsicht.batches"
MOST_WORDS, LONGEST_WORD = 200, 60

blueprint = Blueprint("photographs", __name__)


def init_batches(app: Flask) -> None:
    app.extensions[BATCHES] = Batches()


def batches() -> Batches:
    return cast("Batches", current_app.extensions[BATCHES])


@blueprint.get("/photographs")
def photographs_page() -> str:
    texts = catalogue(language())
    games = [
        {"id": game.id, "name": texts[f"game.{game.id}"], "needs_colour": game.needs_colour} for game in GAMES.values()
    ]
    profiles = [profile.name for profile in ProfileFolder.of_user().sound()]
    return render_template(
        "photographs.html",
        games=games,
        colours=[{"id": colour, "name": texts[f"colour.{colour}"]} for colour in COLOURS],
        profiles=profiles,
        limits={"pictures": MOST_PICTURES, "unread": MOST_UNREAD, "bytes": MOST_UPLOAD_BYTES},
    )


@blueprint.post("/api/batches")
def open_batch() -> tuple[Response, int]:
    said = read_object()
    rules = _rules(said)
    profiles, find_profile = _profiles(said)
    wish = Wish(
        board=read_board(said.get("board", AUTO)),
        profiles=profiles,
        find_profile=find_profile,
        measure=wanted(said, "measure", bool, True),
        ask=read_ask(said.get("ask", "usual")),
    )
    batch = batches().open(rules, wish, said.get("profile") or None)
    return jsonify(batch_json(batch, language())), 201


@blueprint.get("/api/batches/<batch_id>")
def show_batch(batch_id: str) -> Response:
    return jsonify(batch_json(_batch(batch_id), language()))


@blueprint.delete("/api/batches/<batch_id>")
def close_batch(batch_id: str) -> Response:
    batches().close(batch_id)
    return jsonify(closed=True)


@blueprint.post("/api/batches/<batch_id>/stop")
def stop_batch(batch_id: str) -> Response:
    batch = _batch(batch_id)
    batch.stop()
    return jsonify(batch_json(batch, language()))


@blueprint.post("/api/batches/<batch_id>/pictures")
def add_picture(batch_id: str) -> tuple[Response, int]:
    batch = _batch(batch_id)
    batches().check_room()
    name = request.args.get("name", "")
    try:
        row = batch.add(read_upload(MOST_UPLOAD_BYTES), name, workshop())
    except TooLarge:
        row = batch.refuse(name, InputError(message("photo.bytes", most=MOST_UPLOAD_BYTES // 1_000_000)))
    return jsonify(row_json(row, language())), 201


@blueprint.get("/api/batches/<batch_id>/pictures/<int:n>")
def show_picture(batch_id: str, n: int) -> Response:
    return jsonify(picture_json(_batch(batch_id).row(n), language()))


@blueprint.get("/api/batches/<batch_id>/pictures/<int:n>/picture.jpg")
def shown_picture(batch_id: str, n: int) -> Response:
    return _jpeg(_seen(batch_id, n).shown)


@blueprint.get("/api/batches/<batch_id>/pictures/<int:n>/thumb.jpg")
def thumb(batch_id: str, n: int) -> Response:
    return _jpeg(_seen(batch_id, n).thumb)


@blueprint.post("/api/batches/<batch_id>/pictures/<int:n>/correct")
def correct_picture(batch_id: str, n: int) -> Response:
    words = wanted(read_object(), "words", list)
    if not 0 < len(words) <= MOST_WORDS or not all(isinstance(w, str) and len(w) <= LONGEST_WORD for w in words):
        raise InputError(message("web.photos.words", most=MOST_WORDS))
    return jsonify(picture_json(_batch(batch_id).correct(n, words), language()))


@blueprint.delete("/api/batches/<batch_id>/pictures/<int:n>/correct")
def picture_as_read(batch_id: str, n: int) -> Response:
    return jsonify(picture_json(_batch(batch_id).as_read(n), language()))


@blueprint.get("/api/batches/<batch_id>/results.csv")
def download_csv(batch_id: str) -> Response:
    return _download(results_csv(_batch(batch_id), language()), "text/csv; charset=utf-8", "results.csv")


@blueprint.get("/api/batches/<batch_id>/results.json")
def download_json(batch_id: str) -> Response:
    text = current_app.json.dumps(results_json(_batch(batch_id), language()), ensure_ascii=False, indent=1)
    return _download(text + "\n", "application/json", "results.json")


def _batch(batch_id: str) -> Batch:
    return batches().find(batch_id)


def _seen(batch_id: str, n: int) -> Seen:
    row = _batch(batch_id).row(n)
    if row.seen is None:
        raise NotFound(message("web.photos.no_picture", n=n))
    return row.seen


def _rules(said: dict[str, Any]) -> RuleBook | None:
    game = said.get("game")
    if game is None:
        return None
    rules = rule_book(game, wanted(said, "rules", dict, {}))
    if rules.game.needs_colour and rules.colour is None:
        raise InputError(message("game.colour", game=rules.game.id))
    return rules


def _profiles(said: dict[str, Any]) -> tuple[tuple[Profile, ...], bool]:
    """The profile that was named, or all that are sound; and whether the one that fits is to be found."""
    name = wanted(said, "profile", str, "")
    if not name:
        return (), False
    folder = ProfileFolder.of_user()
    if name != AUTO:
        return (folder.load(name),), False
    sound = folder.sound()
    if not sound:
        raise InputError(message("profile.none_yet"))
    return sound, True


def _jpeg(data: bytes) -> Response:
    return Response(data, mimetype="image/jpeg")


def _download(text: str, kind: str, name: str) -> Response:
    return Response(text, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
