"""Calls of the API: past games and lists of photographs."""

from __future__ import annotations

from referee.tactori.board import BOARDS
from referee.tactori.rules import GAMES
from web.batches import MOST_PICTURES, MOST_UNREAD
from web.game_import import MOST_BYTES
from web.games import LARGEST_PAGE, PAGE
from web.openapi_live import A_PICTURE, JPEG
from web.openapi_words import (
    JSON,
    Call,
    Content,
    Group,
    as_file,
    as_json,
    choice,
    list_of,
    maybe,
    ref,
    text,
    thing,
    truth,
    whole,
)
from web.photographs import LONGEST_WORD, MOST_WORDS

_MEGA = 1_000_000
_SHOW = {"show": text("Anything: to be shown, not saved.")}
_BATCH = {200: as_json(ref("Batch"))}
_PHOTOGRAPH = {200: as_json(ref("Photograph"))}


def _a_file(name: str, call_id: str, summary: str, answer: Content) -> Call:
    return Call(
        "GET", f"/api/games/{{number}}/{name}", call_id, summary, {200: answer}, asked=_SHOW, refuses=(400, 404)
    )


GAMES_PAST = Group(
    "Games",
    "Everything that was played and is in the log.",
    (
        Call(
            "GET",
            "/api/games",
            "list_games",
            "The games, the newest first",
            {200: as_json(ref("GameList"))},
            asked={
                "before": whole("Only games before this number."),
                "count": whole(f"How many; without it {PAGE}.", minimum=1, maximum=LARGEST_PAGE),
                "table": text("Only of this table."),
                "game": choice(GAMES, "Only of this kind."),
            },
            refuses=(400,),
        ),
        Call(
            "POST",
            "/api/games/import",
            "import_game",
            "Takes a game in",
            {201: as_json(thing({"number": whole("Its number from now on.")}))},
            Content(
                f"A record, or data as `game.json` has them; at most {MOST_BYTES // _MEGA} MB.",
                {"text/plain": text(), JSON: ref("GameFile")},
            ),
            refuses=(400, 413),
        ),
        Call(
            "GET",
            "/api/games/{number}",
            "show_game",
            "A whole game",
            {200: as_json(ref("PastGame"))},
            refuses=(400, 404),
        ),
        Call(
            "DELETE",
            "/api/games/{number}",
            "delete_game",
            "Deletes a game for good, with its pictures",
            {200: as_json(thing({"deleted": whole(), "pictures": whole("How many went with it.")}))},
            refuses=(400, 404, 409),
            about="Not while somebody plays it.",
        ),
        Call(
            "GET",
            "/api/games/{number}/turns/{n}",
            "show_turn",
            "A game after its turn n, 0 being its beginning",
            {200: as_json(ref("Replayed"))},
            refuses=(400, 404),
        ),
        _a_file(
            "record.txt",
            "game_record",
            "The game as a record",
            as_file("text/plain", "As `draufsicht replay` reads it."),
        ),
        _a_file("game.json", "game_data", "The game as data", as_json(ref("GameFile"))),
        _a_file("sheet.png", "game_sheet_picture", "The score sheet as a picture", as_file("image/png", "One page.")),
        _a_file("sheet.pdf", "game_sheet", "The score sheet, to be printed", as_file("application/pdf", "A4.")),
        Call(
            "GET",
            "/api/games/{number}/pictures",
            "list_pictures",
            "The pictures that were kept of a game",
            {200: as_json(thing({"pictures": list_of(ref("KeptPicture"))}))},
            refuses=(400, 404),
        ),
        Call(
            "DELETE",
            "/api/games/{number}/pictures",
            "delete_pictures",
            "Deletes them; the turns stay",
            {200: as_json(thing({"pictures": whole("How many they were.")}))},
            refuses=(400, 404),
        ),
        Call(
            "GET",
            "/api/games/{number}/pictures/{seq}.jpg",
            "game_picture",
            "One of them",
            {200: as_file(JPEG, "The picture.")},
            refuses=(400, 404),
        ),
    ),
)
PHOTOGRAPHS = Group(
    "Photographs",
    "Many photographs read one after another. A list is in memory only.",
    (
        Call(
            "POST",
            "/api/batches",
            "open_batch",
            "Opens a list",
            {201: as_json(ref("Batch"))},
            as_json(
                thing(
                    {
                        "game?": maybe(choice(GAMES), "Without it nothing is judged."),
                        "rules?": ref("Rules"),
                        "board?": {"enum": ["auto", *BOARDS]},
                        "profile?": maybe(text(), 'A name, or "auto".'),
                        "measure?": truth(),
                    }
                ),
                "How its photographs are read.",
            ),
            refuses=(400, 409, 413),
            body_wanted=False,
        ),
        Call("GET", "/api/batches/{batch}", "show_batch", "The list", _BATCH, refuses=(404,)),
        Call(
            "DELETE",
            "/api/batches/{batch}",
            "close_batch",
            "Forgets the list with all its pictures",
            {200: as_json(thing({"closed": truth()}))},
        ),
        Call(
            "POST",
            "/api/batches/{batch}/stop",
            "stop_batch",
            "Stops what is not read yet",
            _BATCH,
            refuses=(404,),
        ),
        Call(
            "POST",
            "/api/batches/{batch}/pictures",
            "add_photograph",
            "Hands a photograph in",
            {201: as_json(ref("Row"), "It is in the list; one that cannot be read too, with the reason.")},
            A_PICTURE,
            asked={"name": text("What it is called in the list.")},
            refuses=(404, 409, 429),
            about=f"At most {MOST_PICTURES} a list. With {MOST_UNREAD} unread ones the next has to wait (429).",
        ),
        Call(
            "GET",
            "/api/batches/{batch}/pictures/{n}",
            "show_photograph",
            "Everything about one photograph",
            _PHOTOGRAPH,
            refuses=(404,),
        ),
        Call(
            "GET",
            "/api/batches/{batch}/pictures/{n}/picture.jpg",
            "photograph_picture",
            "The photograph, made small",
            {200: as_file(JPEG, "The picture.")},
            refuses=(404,),
        ),
        Call(
            "GET",
            "/api/batches/{batch}/pictures/{n}/thumb.jpg",
            "photograph_thumb",
            "The photograph, made very small",
            {200: as_file(JPEG, "The picture.")},
            refuses=(404,),
        ),
        Call(
            "POST",
            "/api/batches/{batch}/pictures/{n}/correct",
            "correct_photograph",
            "Says what the photograph really shows",
            _PHOTOGRAPH,
            as_json(
                thing({"words": list_of(text(maxLength=LONGEST_WORD), minItems=1, maxItems=MOST_WORDS)}),
                "In words, as for a table.",
            ),
            refuses=(400, 404, 409, 413),
        ),
        Call(
            "DELETE",
            "/api/batches/{batch}/pictures/{n}/correct",
            "uncorrect_photograph",
            "Takes corrections back",
            _PHOTOGRAPH,
            refuses=(404, 409),
        ),
        Call(
            "GET",
            "/api/batches/{batch}/results.csv",
            "results_csv",
            "A table for spreadsheets",
            {200: as_file("text/csv", "Those that need a person first.")},
            refuses=(404,),
        ),
        Call(
            "GET",
            "/api/batches/{batch}/results.json",
            "results_json",
            "The readings",
            {200: as_json(ref("Results"), "In the order in which they came.")},
            refuses=(404,),
        ),
    ),
)
GROUPS = (GAMES_PAST, PHOTOGRAPHS)
