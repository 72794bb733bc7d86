"""Past games: the list, one game replayed, what is exported of it and what is imported."""

from __future__ import annotations

import re

from flask import Blueprint, Response, jsonify, render_template, request

from live.game import GameState
from live.log import GameLog
from live.pictures import delete_game
from referee.message import InputError, message
from referee.tactori.rules import GAMES
from web.body import read_upload
from web.context import hall, language
from web.errors import Conflict, NotFound
from web.game_import import MOST_BYTES, export_json, import_game
from web.past_games import PastGames, game_json, past_games, picture_folder, pictures_json, turn_json
from web.score_sheet import sheet_pdf, sheet_png

blueprint = Blueprint("games", __name__)

PAGE, LARGEST_PAGE = 20, 100
"""Games that are told at once."""
MOST_DIGITS = 18
_NO_FILE_NAME = re.compile(r"[^\w.-]+", re.ASCII)


@blueprint.get("/games")
def games_page() -> str:
    return render_template("games.html", kinds=list(GAMES), most_bytes=MOST_BYTES)


@blueprint.get("/games/<number>")
def game_page(number: str) -> str:
    entry = _games().entry(_number(number))
    return render_template("game.html", number=entry.id)


@blueprint.get("/api/games")
def list_games() -> Response:
    """The games, the newest first: `?before=NUMBER` those before one, `?count=20`, `?table=`, `?game=`."""
    games = _games()
    count = max(1, min(_asked("count", PAGE), LARGEST_PAGE))
    before = _asked("before", 0) or None
    found = games.listed(request.args.get("table") or None, request.args.get("game") or None)
    rest = [entry for entry in found if before is None or entry.id < before]
    tables, kinds = games.known()
    return jsonify(
        games=[games.line(entry, language()) for entry in rest[:count]],
        total=len(found),
        next=rest[count - 1].id if len(rest) > count else None,
        tables=tables,
        kinds=[kind for kind in GAMES if kind in kinds],
    )


@blueprint.get("/api/games/<number>")
def get_game(number: str) -> Response:
    games = _games()
    entry = games.entry(_number(number))
    return jsonify(game_json(games.state(entry.id), language(), games.is_watched(entry)))


@blueprint.get("/api/games/<number>/turns/<n>")
def get_turn(number: str, n: str) -> Response:
    return jsonify(turn_json(_state(number), _number(n, "web.games.number"), language()))


@blueprint.delete("/api/games/<number>")
def remove_game(number: str) -> Response:
    """For good, with its pictures; not while somebody plays it."""
    log, games = _log(), _games()
    entry = games.entry(_number(number))
    if games.is_watched(entry):
        raise Conflict(message("web.games.watched", table=entry.table))
    return jsonify(deleted=entry.id, pictures=delete_game(log, entry.id))


@blueprint.get("/api/games/<number>/record.txt")
def get_record(number: str) -> Response:
    state = _state(number)
    return _file(state.to_record().encode("utf-8", "replace"), "text/plain; charset=utf-8", state, "txt")


@blueprint.get("/api/games/<number>/game.json")
def get_data(number: str) -> Response:
    state = _state(number)
    data = jsonify(export_json(state, language()))
    data.headers["Content-Disposition"] = _disposition(state, "json")
    return data


@blueprint.get("/api/games/<number>/sheet.png")
def get_sheet_picture(number: str) -> Response:
    state = _state(number)
    return _file(sheet_png(state, language()), "image/png", state, "png")


@blueprint.get("/api/games/<number>/sheet.pdf")
def get_sheet(number: str) -> Response:
    state = _state(number)
    return _file(sheet_pdf(state, language()), "application/pdf", state, "pdf")


@blueprint.post("/api/games/import")
def import_one() -> tuple[Response, int]:
    """The body is a record, or data as `game.json` has them."""
    log = _log()
    return jsonify(number=import_game(log, read_upload(MOST_BYTES))), 201


@blueprint.get("/api/games/<number>/pictures")
def list_pictures(number: str) -> Response:
    entry = _games().entry(_number(number))
    kept = picture_folder(_log()).of_game(entry.id)
    return jsonify(pictures=pictures_json(_log(), entry.id, kept))


@blueprint.get("/api/games/<number>/pictures/<seq>.jpg")
def get_picture(number: str, seq: str) -> Response:
    game, wanted = _games().entry(_number(number)).id, _number(seq)
    for kept in picture_folder(_log()).of_game(game):
        if kept.seq == wanted:
            try:
                return Response(kept.file.read_bytes(), mimetype="image/jpeg")
            except OSError:  # it has just been deleted
                break
    raise NotFound(message("web.games.no_picture"))


@blueprint.delete("/api/games/<number>/pictures")
def remove_pictures(number: str) -> Response:
    """All pictures of a game; its turns stay."""
    return jsonify(pictures=picture_folder(_log()).delete_game(_games().entry(_number(number)).id))


def _log() -> GameLog:
    log = hall().log
    log.check()
    return log


def _games() -> PastGames:
    return past_games(_log())


def _state(number: str) -> GameState:
    return _games().state(_number(number))


def _number(said: str, key: str = "") -> int:
    """A number in an address; what is none names nothing that is there."""
    if said.isascii() and said.isdigit() and len(said) <= MOST_DIGITS:
        return int(said)
    if key:
        raise NotFound(message("web.games.number", value=said[:40]))
    raise NotFound(message("log.no_game", number=said[:40]))


def _asked(name: str, default: int) -> int:
    said = request.args.get(name)
    if said is None:
        return default
    if not (said.isascii() and said.isdigit() and len(said) <= MOST_DIGITS):
        raise InputError(message("web.games.number", value=said[:40]), name)
    return int(said)


def _file(data: bytes, kind: str, state: GameState, suffix: str) -> Response:
    made = Response(data, content_type=kind)
    made.headers["Content-Disposition"] = _disposition(state, suffix)
    return made


def _disposition(state: GameState, suffix: str) -> str:
    """A name for the file that every system takes."""
    how: str = "inline" if request.args.get("show") else "attachment"
    name = _NO_FILE_NAME.sub("-", f"{state.rules.game.id}-{state.id}-{state.begun[:10]}")
    return f'{how}; filename="{name}.{suffix}"'
