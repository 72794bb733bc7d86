"""A list and its rows in writing: what was read, corrected and said of each, without its picture, and read again."""

from __future__ import annotations

from collections import Counter
from typing import Any

from calibration.measured import MeasuredSet
from calibration.physical_set import PhysicalSet
from referee.game import Rules
from vision.corners import corners_json
from vision.doubt import Doubt
from vision.known_of_picture import Known
from vision.picture_reading import Reading
from web.photographs.batch import Batch
from web.photographs.reading_work import Kept, Seen, SeenView, Wish, game_of
from web.photographs.rows import Answer, Row
from web.photographs.wishes import read_wish, wish_json
from words.message import InputError, Message, message


def summary(batch: Batch) -> dict[str, Any]:
    """A list in short, for a list of lists."""
    with batch.alone:
        rows = batch.shown()
        return {
            "id": batch.id,
            "begun": batch.begun,
            "game": batch.rules.id if batch.rules else None,
            "pictures": batch.pictures,
            "rows": len(rows),
            "name": next((row.name for row in rows if row.name), ""),
            "counts": dict(Counter(str(row.state) for row in rows)),
            "unread": batch.unread,
            "failed": batch.failed,
            "keep_pictures": batch.keep_pictures,
        }


def row_to_json(row: Row) -> dict[str, Any]:
    return {
        "name": row.name,
        "members": list(row.members),
        "turned": list(row.turned),
        "apart": row.apart,
        "wish": wish_json(row.wish) if row.wish is not None else None,
        "error": _error_json(row.error),
        "remark": _error_json(row.remark),
        "size": list(row.seen.size) if row.seen is not None else None,
        "answer": _answer_json(row.answer) if row.answer is not None else None,
    }


def row_from_json(n: int, said: dict[str, Any], rules: Rules | None, pictures: tuple[bytes, bytes, Kept | None]) -> Row:
    """A row as it was. What was being read when the program ended says so; a picture that is gone is empty."""
    shown, thumb, kept = pictures
    row = Row(n, str(said["name"]), members=tuple(said["members"]), turned=tuple(said["turned"]))
    row.apart, row.error, row.remark = bool(said["apart"]), _error(said["error"]), _error(said["remark"])
    row.wish = kept_wish(said["wish"]) if said["wish"] is not None else None
    if said["size"] is not None:
        width, height = said["size"]
        row.seen = Seen(shown, thumb, (width, height), kept=kept)
    if said["answer"] is not None and row.seen is not None:
        row.answer = _answer(said["answer"], row.seen, rules)
        row.seen = row.answer.seen
    if row.answer is None and row.error is None:
        row.error = InputError(message("web.photos.interrupted"))
    return row


def kept_wish(said: dict[str, Any]) -> Wish:
    """How it was to be read; a profile that is gone is left out."""
    try:
        return read_wish(said, Wish())
    except InputError:
        return read_wish({key: value for key, value in said.items() if key != "profile"}, Wish())


def message_json(said: Message) -> dict[str, Any]:
    return {"key": said.key, "params": {name: _param_json(value) for name, value in said.params.items()}}


def read_message(said: dict[str, Any]) -> Message:
    return message(str(said["key"]), **{name: _param(value) for name, value in said["params"].items()})


def _param_json(value: Any) -> Any:
    if isinstance(value, Message):
        return {"message": message_json(value)}
    if isinstance(value, list | tuple):
        return [_param_json(each) for each in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def _param(value: Any) -> Any:
    if isinstance(value, dict):
        return read_message(value["message"])
    return tuple(_param(each) for each in value) if isinstance(value, list) else value


def _error_json(error: InputError | None) -> dict[str, Any] | None:
    return None if error is None else {"message": message_json(error.message), "place": error.place}


def _error(said: dict[str, Any] | None) -> InputError | None:
    return None if said is None else InputError(read_message(said["message"]), str(said["place"]))


def _answer_json(answer: Answer) -> dict[str, Any]:
    reading, seen = answer.reading, answer.seen
    return {
        "image": reading.image,
        "corners": [list(corner) for corner in reading.corners],
        "read": reading.position.to_json(),
        "unsure": [{"at": doubt.at, "why": message_json(doubt.why)} for doubt in reading.unsure],
        "p": dict(reading.p),
        "ms": reading.ms,
        "position": answer.position.to_json(),
        "by_hand": list(answer.by_hand),
        "view": seen.view,
        "set": seen.physical_set.to_json() if seen.physical_set is not None else None,
        "measured": seen.measured.to_json() if seen.measured is not None else None,
        "other_set": seen.other_set,
        "known": _known_json(seen.known) if seen.known is not None else None,
        "views": [_view_json(view) for view in seen.views],
        "moves": {at: message_json(move) for at, move in seen.moves.items()},
    }


def _answer(said: dict[str, Any], pictures: Seen, rules: Rules | None) -> Answer:
    doubts = tuple(Doubt(str(doubt["at"]), read_message(doubt["why"])) for doubt in said["unsure"])
    game = game_of(rules.id if rules is not None else None)
    read, position = game.read(said["read"]), game.read(said["position"])
    reading = Reading(said["image"], _corners(said["corners"]), read, doubts, said["ms"], dict(said["p"]))
    seen = Seen(
        pictures.shown,
        pictures.thumb,
        pictures.size,
        reading,
        view=said["view"],
        physical_set=PhysicalSet.from_json(said["set"]) if said["set"] is not None else None,
        measured=MeasuredSet.from_json(said["measured"]) if said["measured"] is not None else None,
        known=_known(said["known"]) if said["known"] is not None else None,
        kept=pictures.kept,
        views=tuple(_view(view) for view in said["views"]),
        moves={at: read_message(move) for at, move in said["moves"].items()},
        other_set=bool(said["other_set"]),
    )
    return Answer(seen, reading, position, tuple(said["by_hand"]), rules)


def _known_json(known: Known) -> dict[str, Any]:
    misfits = [message_json(misfit) for misfit in known.misfits]
    return {"asked": known.asked, "profile": known.profile, "misfits": misfits}


def _known(said: dict[str, Any]) -> Known:
    """What is said of it; with what it was read is not needed any more."""
    misfits = tuple(read_message(misfit) for misfit in said["misfits"])
    return Known(None, None, None, None, asked=bool(said["asked"]), profile=said["profile"], misfits=misfits)


def _view_json(view: SeenView) -> dict[str, Any]:
    return {
        "view": view.view,
        "corners": corners_json(view.corners) if view.corners is not None else None,
        "turned": view.turned,
        "used": view.used,
        "why": message_json(view.why) if view.why is not None else None,
    }


def _view(said: dict[str, Any]) -> SeenView:
    corners = _corners(said["corners"]) if said["corners"] is not None else None
    why = read_message(said["why"]) if said["why"] is not None else None
    return SeenView(said["view"], corners, said["turned"], said["used"], why)


def _corners(said: list[list[float]]) -> tuple[tuple[float, float], ...]:
    return tuple((float(u), float(v)) for u, v in said)
