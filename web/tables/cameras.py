"""More pictures for a table: other cameras of the same board, and a photograph that settles what is open."""

from __future__ import annotations

from typing import Any

from flask import Response, jsonify, request

from live.feeding import checked_turn
from live.sources.handed_in import HandedIn
from web.api.words import as_json, maybe, nothing, ref, thing, whole
from web.context import config, hall, workshop
from web.door.body import read_object, read_upload
from web.door.errors import Conflict, NotFound
from web.setting_up.table_set_up import OtherChoice
from web.tables.calls import answer, naming, tables
from web.tables.live_pictures import LIVE, NO_OTHER, WHICH, is_waiting, picture_answer
from web.workshop.uploads import A_PICTURE, FRAME, MOST_FRAME_BYTES, decode_frame, decode_upload
from words.message import InputError, message


@tables.call("POST /api/tables/<name>/cameras", ref("TableAnswer"), status=201, body=ref("OtherCamera"), refuses=(409,))
def add_camera(name: str) -> tuple[Response, int]:
    """Adds another camera of the same board."""
    table = hall().table(name)
    table.add_camera(OtherChoice.from_json(read_object(), naming()))
    hall().keep()
    return answer(table, status=201)


@tables.call("DELETE /api/tables/<name>/cameras/<int:number>", thing(removed=whole()), refuses=(409,))
def remove_camera(name: str, number: int) -> Response:
    """Lets go of another camera."""
    hall().table(name).remove_camera(number)
    hall().keep()
    return jsonify(removed=number)


@tables.call(
    "POST /api/tables/<name>/cameras/<int:number>/turned",
    ref("TableAnswer"),
    body=as_json(thing(turned=maybe(ref("Turned"))), "Null lets the pieces tell."),
    refuses=(409,),
)
def say_turned(name: str, number: int) -> tuple[Response, int]:
    """Says from which side another camera looks."""
    table, said = hall().table(name), read_object()
    if "turned" not in said:
        raise InputError(message("input.missing", key="turned"))
    table.say_turned(number, _turned(said["turned"]))
    hall().keep()
    return answer(table)


@tables.call(
    "GET /api/tables/<name>/cameras/<int:number>/picture.jpg", LIVE, or_nothing=NO_OTHER, asked=WHICH, refuses=(400,)
)
def camera_picture(name: str, number: int) -> Response:
    """The newest picture of another camera."""
    try:
        table = hall().table(name)
        camera = table.camera(number)
    except NotFound:
        if not is_waiting():
            raise
        return picture_answer(None, lambda table: None)
    return picture_answer(table, lambda table: camera.aside.frame, number)


@tables.call(
    "POST /api/tables/<name>/cameras/<int:number>/frames",
    nothing("It is looked at if no newer one comes first."),
    status=204,
    body=FRAME,
    refuses=(409,),
)
def bring_camera_frame(name: str, number: int) -> tuple[str, int]:
    """Brings a picture of a browser's camera, beside the first. For another camera whose source is `browser`; several a
    second."""
    source = hall().table(name).camera(number).source
    if not isinstance(source, HandedIn):
        raise Conflict(message("web.not_handed_in"))
    source.put(decode_frame(read_upload(MOST_FRAME_BYTES)))
    return "", 204


@tables.call(
    "POST /api/tables/<name>/settle",
    ref("TableAnswer"),
    body=A_PICTURE,
    asked={"turned": ref("Turned")},
    refuses=(409,),
)
def settle_table(name: str) -> tuple[Response, int]:
    """Lets a photograph decide what is open. It is read with the camera's newest calm picture as one, and not kept.
    What is then clear goes on as if the camera had seen it; what is not is among the events. A photograph of another
    position, without the board, or of which cannot be told from which side it was taken is refused; `turned` says
    it."""
    table, said = hall().table(name), request.args.get("turned")
    turned = None if said is None else _turned(int(said) if said.isascii() and said.isdigit() else said)
    image = decode_upload(read_upload(config().most_upload_bytes), workshop()).image
    return answer(table, table.settle(image, turned))


def _turned(said: Any) -> int | None:
    return None if said is None else checked_turn(said)
