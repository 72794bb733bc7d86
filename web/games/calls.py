"""Past games: the list, one game replayed, what is exported of it and what is imported."""

from __future__ import annotations

import re

from flask import Response, jsonify, render_template, request

from live.game import GameState
from live.log import GameLog
from live.pictures import delete_game as delete_from_log
from referee.files import read_limited
from referee.games import GAMES
from web.api.group import Group
from web.api.pieces import N
from web.api.words import JPEG, JSON, Content, as_file, choice, list_of, maybe, ref, shape, text, thing, whole
from web.context import hall, language
from web.door.body import read_upload
from web.door.errors import Conflict, NotFound
from web.door.safety import is_local, only_here
from web.games.importing import MOST_BYTES, export_json
from web.games.importing import import_game as take_in
from web.games.past_games import PastGames, past_games, picture_folder, pictures_json, replayed_json, whole_game_json
from web.games.position_picture import position_png
from web.games.score_sheet import sheet_pdf, sheet_png
from words.message import InputError, message

games = Group(
    "Games",
    "Everything that was played and is in the log.",
    number=("number", whole("A game's number in the log.", minimum=1)),
    n=N,
    seq=("seq", whole("A picture's number.", minimum=0)),
)

PAGE, LARGEST_PAGE = 20, 100
"""Games that are told at once."""
MOST_DIGITS = 18
MOST_PICTURE_BYTES = 50_000_000
_NO_FILE_NAME = re.compile(r"[^\w.-]+", re.ASCII)

_SHOW = {"show": text("Anything: to be shown, not saved.")}
shape(
    "GameList",
    games=list_of(ref("GameLine"), "The newest first."),
    total=whole(),
    next=maybe(whole(), "What to say as `before` for those that follow."),
    tables=list_of(text()),
    kinds=list_of(choice(GAMES)),
)


@games.get("/games")
def games_page() -> str:
    return render_template("games.html", kinds=list(GAMES), most_bytes=MOST_BYTES)


@games.get("/games/<number>")
def game_page(number: str) -> str:
    entry = _games().entry(_number(number))
    return render_template("game.html", number=entry.id)


@games.call(
    "GET /api/games",
    ref("GameList"),
    asked={
        "before": whole("Only games before this number."),
        "count": whole(f"How many; without it {PAGE}.", minimum=1, maximum=LARGEST_PAGE),
        "table": text("Only of this table."),
        "game": choice(GAMES, "Only of this kind."),
    },
    refuses=(400,),
)
def list_games() -> Response:
    """The games, the newest first."""
    past = _games()
    count = max(1, min(_asked("count", PAGE), LARGEST_PAGE))
    before = _asked("before", 0) or None
    found = past.listed(request.args.get("table") or None, request.args.get("game") or None)
    rest = [entry for entry in found if before is None or entry.id < before]
    tables, kinds = past.known()
    return jsonify(
        games=[past.line(entry, language()) for entry in rest[:count]],
        total=len(found),
        next=rest[count - 1].id if len(rest) > count else None,
        tables=tables,
        kinds=[kind for kind in GAMES if kind in kinds],
    )


@games.call("GET /api/games/<number>", ref("PastGame"), refuses=(400,))
def show_game(number: str) -> Response:
    """A whole game."""
    past = _games()
    entry = past.entry(_number(number))
    return jsonify(whole_game_json(past.state(entry.id), language(), past.is_watched(entry)))


@games.call("GET /api/games/<number>/turns/<n>", ref("Replayed"), refuses=(400,))
def show_turn(number: str, n: str) -> Response:
    """A game after its turn n, 0 being its beginning."""
    return jsonify(replayed_json(_state(number), _number(n, "web.games.number"), language()))


@games.call(
    "GET /api/games/<number>/turns/<n>/picture.png",
    as_file("image/png", "To be sent to somebody; it is not kept."),
    asked=_SHOW,
    refuses=(400,),
)
def position_picture(number: str, n: str) -> Response:
    """The board and the points after turn n, as one picture."""
    state, turn = _state(number), _number(n, "web.games.number")
    if turn > len(state.steps):
        raise NotFound(message("web.games.no_turn", number=turn, count=len(state.steps)))
    return _file(position_png(state, turn, language()), "image/png", state, "png", f"-{turn}")


@games.call(
    "DELETE /api/games/<number>", thing(deleted=whole(), pictures=whole("How many went with it.")), refuses=(400, 409)
)
def delete_game(number: str) -> Response:
    """Deletes a game for good, with its pictures. Not while somebody plays it."""
    only_here("web.guest_delete")
    log, past = _log(), _games()
    entry = past.entry(_number(number))
    if past.is_watched(entry):
        raise Conflict(message("web.games.watched", table=entry.table))
    return jsonify(deleted=entry.id, pictures=delete_from_log(log, entry.id))


@games.call(
    "GET /api/games/<number>/record.txt",
    as_file("text/plain", "As `draufsicht replay` reads it."),
    asked=_SHOW,
    refuses=(400,),
)
def game_record(number: str) -> Response:
    """The game as a record."""
    state = _state(number)
    return _file(state.to_record().encode("utf-8", "replace"), "text/plain; charset=utf-8", state, "txt")


@games.call("GET /api/games/<number>/game.json", ref("GameFile"), asked=_SHOW, refuses=(400,))
def game_data(number: str) -> Response:
    """The game as data."""
    state = _state(number)
    data = jsonify(export_json(state, language()))
    data.headers["Content-Disposition"] = _disposition(state, "json")
    return data


@games.call("GET /api/games/<number>/sheet.png", as_file("image/png", "One page."), asked=_SHOW, refuses=(400,))
def game_sheet_picture(number: str) -> Response:
    """The score sheet as a picture."""
    state = _state(number)
    return _file(sheet_png(state, language()), "image/png", state, "png")


@games.call("GET /api/games/<number>/sheet.pdf", as_file("application/pdf", "A4."), asked=_SHOW, refuses=(400,))
def game_sheet(number: str) -> Response:
    """The score sheet, to be printed."""
    state = _state(number)
    return _file(sheet_pdf(state, language()), "application/pdf", state, "pdf")


@games.call(
    "POST /api/games/import",
    thing(number=whole("Its number from now on.")),
    status=201,
    body=Content(
        f"A record, or data as `game.json` has them; at most {MOST_BYTES // 1_000_000} MB.",
        {"text/plain": text(), JSON: ref("GameFile")},
    ),
)
def import_game() -> tuple[Response, int]:
    """Takes a game in."""
    log = _log()
    return jsonify(number=take_in(log, read_upload(MOST_BYTES))), 201


@games.call("GET /api/games/<number>/pictures", thing(pictures=list_of(ref("KeptPicture"))), refuses=(400,))
def list_pictures(number: str) -> Response:
    """The pictures that were kept of a game; none for guests."""
    entry = _games().entry(_number(number))
    kept = picture_folder(_log()).of_game(entry.id) if is_local() else []
    return jsonify(pictures=pictures_json(_log(), entry.id, kept))


@games.call("GET /api/games/<number>/pictures/<seq>.jpg", as_file(JPEG, "The picture."), refuses=(400,))
def game_picture(number: str, seq: str) -> Response:
    """One of them."""
    only_here("web.guest_pictures")
    game, wanted = _games().entry(_number(number)).id, _number(seq)
    for kept in picture_folder(_log()).of_game(game):
        if kept.seq == wanted:
            try:
                return Response(read_limited(str(kept.file), MOST_PICTURE_BYTES), mimetype="image/jpeg")
            except InputError:  # it has just been deleted
                break
    raise NotFound(message("web.games.no_picture"))


@games.call("DELETE /api/games/<number>/pictures", thing(pictures=whole("How many they were.")), refuses=(400,))
def delete_pictures(number: str) -> Response:
    """Deletes them; the turns stay."""
    only_here("web.guest_pictures")
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


def _file(data: bytes, kind: str, state: GameState, suffix: str, part: str = "") -> Response:
    made = Response(data, content_type=kind)
    made.headers["Content-Disposition"] = _disposition(state, suffix, part)
    return made


def _disposition(state: GameState, suffix: str, part: str = "") -> str:
    """A name for the file that every system takes."""
    how: str = "inline" if request.args.get("show") else "attachment"
    name = _NO_FILE_NAME.sub("-", f"{state.rules.id}-{state.id}-{state.begun[:10]}{part}")
    return f'{how}; filename="{name}.{suffix}"'
