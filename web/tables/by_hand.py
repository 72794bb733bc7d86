"""Playing by hand: which turns there are, and making one."""

from __future__ import annotations

from typing import Any

from flask import Response, jsonify, request

from live.game import GameState
from referee.game import Way
from web.api.words import as_json, list_of, map_of, maybe, ref, shape, text, thing
from web.context import hall
from web.door.body import read_object
from web.tables.calls import PLACES, SEEN, answer, tables, words_of

shape(
    "Way",
    "A legal turn as the way of one piece.",
    **{"from": maybe(text(), "Where the piece stands; null for one that is in hand.")},
    to=text("Where it ends."),
    places=map_of(text(), "What the turn makes of what is shown: what then stands at each place, empty for nothing."),
    written=text("The turn as players write it.", examples=["a3-b4"]),
)


@tables.call(
    "GET /api/tables/<name>/turns",
    thing(turns=list_of(ref("Way"))),
    asked={"from": text("A place: only turns that begin there.")},
    refuses=(409,),
)
def list_turns(name: str) -> Response:
    """The legal turns of whoever is to move, with what was thrown; none in games in which a turn is not the way of one
    piece."""
    state, start = hall().table(name).play.state, request.args.get("from")
    found = [] if state.finished else state.game.ways(state.match, state.thrown)
    return jsonify(turns=[_way(state, way) for way in found if start in (None, way.start)])


def _way(state: GameState, way: Way[Any]) -> dict[str, Any]:
    content, shown = state.game.content, state.shown
    places = sorted({*shown.places, *way.after.places})
    changed = {at: content(way.after, at) for at in places if content(shown, at) != content(way.after, at)}
    return {"from": way.start, "to": way.to, "places": changed, "written": way.written}


@tables.call(
    "POST /api/tables/<name>/play",
    ref("TableAnswer"),
    body=as_json(thing(places=PLACES, **SEEN), "What the turn changes of what is shown."),
    refuses=(409,),
)
def play_turn(name: str) -> tuple[Response, int]:
    """Makes a turn, at a table whose source is `hand`. What is not allowed waits to be accepted or rejected; what is
    not complete goes on."""
    table, said = hall().table(name), read_object()
    return answer(table, table.make_turn(words_of(said), said))
