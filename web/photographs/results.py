"""What became of a list of photographs: rows for the page, JSON for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from vision.corners import corners_json
from vision.families import reader_of
from vision.scanning import error_json
from vision.tasks import TURNS
from web.api.pieces import SIZE
from web.api.words import (
    anything,
    choice,
    list_of,
    map_of,
    maybe,
    number,
    optional,
    ref,
    shape,
    text,
    thing,
    truth,
    whole,
)
from web.photographs.batch import Batch
from web.photographs.reading_work import Wish
from web.photographs.rows import Answer, Row, RowState
from web.photographs.set_of_list import SetState
from web.photographs.wishes import BOARDS, HOW, READABLE, rules_json, wish_json
from web.shown.verdict_words import verdict_words
from words.language import explain_error, say, sentence
from words.message import InputError, Message, message

_WISH = {"game": maybe(choice(READABLE)), "rules": ref("Rules"), **HOW}
_TURNED = choice(TURNS, "By how many degrees, anticlockwise from above, the camera went round since the first picture.")
_WHY = maybe(text(), "Why it was left out, and what it disagrees about.")
_ROW = {
    "n": whole(minimum=1),
    "name": text(),
    "state": choice(RowState),
    "picture": truth("It can be shown."),
    "failed": truth("Nothing could be read in it."),
    "again": truth("What it is read from is still there, so that it can be read again."),
    "other_set": truth("It shows another set than its list, and was read with that."),
    "error": maybe(text()),
    "board": maybe(choice(BOARDS)),
    **{name: optional(maybe(whole())) for game in READABLE.values() for name in reader_of(game).pieces},
    "violations": maybe(whole()),
    "scores": maybe(ref("Scores")),
    "members": list_of(whole(), "Of a group, its pictures; fields are named as the first sees the board."),
    "left_out": whole("How many of them were not used."),
    "asks_turning": truth("Somebody has to say how its pictures are turned."),
    "share": maybe(number(), "While it is being read, how much of that is done."),
}
shape(
    "Reading",
    "What a photograph shows, as `draufsicht scan` prints it.",
    image=text(),
    images=optional(list_of(text(), "If several pictures were read as one.")),
    views=optional(list_of(ref("PictureView"), "What became of each of them.")),
    board=optional(choice(BOARDS)),
    corners=optional(ref("Corners")),
    towers=optional(map_of(ref("Stack"))),
    sticks=optional(list_of(ref("Stick"))),
    game=optional(choice(READABLE, "Of boards that only one family has.")),
    cards=optional(map_of(text(), "How each lies, from its near left quarter counter-clockwise.")),
    blocks=optional(map_of(ref("Colour"), "By crossing.")),
    unsure=optional(list_of(ref("Doubt"), "What is not vouched for.")),
    p=optional(map_of(number(), "How probable it is that each stack (c3) and stick (c3-e3) is right as written.")),
    ms=optional(number()),
    verdict=optional(maybe(ref("Verdict"))),
    verdict_unsure=optional(list_of(ref("Place"), "The fields and sticks on which the verdict hangs.")),
    verdict_hangs=optional(list_of(ref("Hanging"), "The verdict if doubtful sticks were there, or were not.")),
    problem=optional(text("Why there is no verdict.")),
    measured=optional(anything("The set, if it was measured on this photograph.")),
    profile=optional(maybe(text())),
    profile_misfit=optional(list_of(text())),
    by_hand=optional(list_of(text(), "What somebody corrected.")),
    state=optional(choice(RowState)),
    error=optional(text("Instead of all others: why there is no reading.")),
)
shape(
    "PictureView",
    "One of several pictures that were read as one.",
    image=text(),
    corners=maybe(ref("Corners"), "Beside the fields as the first picture names them."),
    turned=maybe(_TURNED),
    used=truth(),
    why=_WHY,
)
shape(
    "GroupPicture",
    "A picture of a group.",
    n=whole(minimum=1),
    image=text(),
    size=maybe(SIZE),
    above=truth("There is an `above.jpg`."),
    said=maybe(_TURNED, "As somebody said it."),
    view=maybe(ref("View"), "For drawing over it what was read in all of them."),
    turned=maybe(_TURNED, "As it was read."),
    used=maybe(truth()),
    why=_WHY,
)
shape(
    "Hanging",
    "What of a verdict hangs on doubtful sticks.",
    at=ref("Place"),
    sticks=list_of(ref("Stick")),
    lies=truth("Whether the reading has them."),
    otherwise=thing(legal=truth(), scores=ref("Scores")),
)
shape("Row", "A photograph in a list, or a group.", **_ROW, doubts=maybe(whole()), by_hand=truth())
shape(
    "Batch",
    "A list of photographs. Pictures are forgotten when nobody has asked after it for an hour, unless they are"
    " kept; what was read in them stays until the list is deleted.",
    id=text(),
    **_WISH,
    family=text("Of the game, or of what is looked for without one."),
    goal=maybe(text(), "What scores, where the views have to know it."),
    shape=maybe(text()),
    counts=map_of(whole(), "How many rows are in each state."),
    unread=whole(),
    failed=whole("Rows in which nothing could be read."),
    pictures=whole("Those in groups too."),
    begun=text("When it was begun, in UTC."),
    keep_pictures=truth("Its pictures are kept on the disk."),
    set=ref("BatchSet"),
    rows=list_of(ref("Row"), "Those that need a person first. A group is one row."),
    suggestions=list_of(
        thing(rows=list_of(whole()), pieces=whole("About so many they agree.")),
        "Rows that clearly show the same pieces.",
    ),
    dismissed=whole("How many pairs of pictures are not to be suggested."),
)
shape(
    "Photograph",
    "Everything about one photograph, or about a group of them.",
    **_ROW,
    doubts={"anyOf": [list_of(ref("Doubt")), {"type": "null"}]},
    by_hand={"anyOf": [list_of(text()), truth()]},
    hangs=optional(map_of(text(), "For every doubtful stick what the verdict would be otherwise.")),
    size=maybe(SIZE),
    remark=maybe(text(), "Why it could not be read again; what was read before stays."),
    wish=thing("How it was read.", **HOW),
    views=list_of(ref("GroupPicture"), "The pictures of a group."),
    position=maybe(ref("Position")),
    reading=maybe(ref("Reading")),
    verdict=maybe(ref("Verdict")),
    view={"anyOf": [ref("View"), ref("FlatView"), {"type": "null"}]},
    top=maybe(anything(), "The board from above as plain shapes, for games that have no view of their own."),
    set=maybe(ref("Set")),
    misfits=optional(list_of(text())),
)
shape(
    "FlatView",
    "Where the board lies, of games that are read without asking for the camera.",
    size=SIZE,
    corners=ref("Corners"),
)
shape("Results", **_WISH, pictures=list_of(ref("Reading")))


def batch_json(batch: Batch, language: str) -> dict[str, Any]:
    """The list with a short row for every picture, those that need a person first."""
    rows, plan = batch.ordered(), batch.game.plan(batch.rules) if batch.rules else {}
    return {
        "id": batch.id,
        **_wish_json(batch),
        "family": batch.game.family,
        "goal": plan.get("goal"),
        "shape": plan.get("shape"),
        "counts": dict(Counter(row.state for row in rows)),
        "unread": batch.unread,
        "failed": batch.failed,
        "pictures": batch.pictures,
        "begun": batch.begun,
        "keep_pictures": batch.keep_pictures,
        "set": set_json(batch, language),
        "rows": [row_json(batch, row, language) for row in rows],
        "suggestions": [{"rows": list(each.rows), "pieces": each.pieces} for each in batch.suggestions()],
        "dismissed": len(batch.dismissed),
    }


def set_json(batch: Batch, language: str) -> dict[str, Any]:
    """The set of the list, how it is known, and which pictures show another one."""
    made = batch.list_set
    others = [row.n for row in batch.shown() if row.answer is not None and row.answer.seen.other_set]
    return {
        "state": batch.set_state,
        "measured": made.measured.to_json() if made.measured is not None else None,
        "rows": list(made.rows),
        "others": others,
        "why": explain_error(made.error, language) if made.error is not None else None,
        "share": made.job.share if made.job is not None else None,
    }


def row_json(batch: Batch, row: Row, language: str) -> dict[str, Any]:
    answer = row.answer
    return {
        "n": row.n,
        "name": row_name(row, language),
        "state": row.state,
        "picture": row.has_picture,
        "failed": row.failed,
        "again": batch.can_be_read(row),
        "other_set": bool(answer and answer.seen.other_set),
        "error": _sentence(row, language),
        "board": answer.board if answer else None,
        **(batch.reader.count(answer.position) if answer else dict.fromkeys(batch.reader.pieces)),
        "doubts": len(answer.doubts) if answer else None,
        "violations": len(answer.verdict.violations) if answer and answer.verdict else None,
        "scores": dict(answer.verdict.scores) if answer and answer.verdict else None,
        "by_hand": bool(answer and answer.by_hand),
        "members": list(row.members),
        "left_out": sum(not view.used for view in answer.seen.views) if answer else 0,
        "asks_turning": row.asks_turning,
        "share": row.job.share if row.job else None,
    }


def picture_json(batch: Batch, row: Row, language: str) -> dict[str, Any]:
    """Everything about one picture or group, as the views of the page want it."""
    said = {
        **row_json(batch, row, language),
        "size": row.seen.size if row.seen else None,
        "remark": sentence(explain_error(row.remark, language)) if row.remark else None,
        "wish": wish_json(row_wish(batch, row)),
        "views": _shown_views(batch, row, language),
    }
    answer = row.answer
    if answer is None:
        return {**said, **dict.fromkeys(("position", "reading", "verdict", "view", "top", "set"))}
    seen, top = answer.seen, answer.top
    return {
        **said,
        "position": answer.position.to_json(),
        "reading": reading_json(batch, row, answer, language),
        "verdict": verdict_words(answer.verdict, answer.rules, language) if answer.verdict and answer.rules else None,
        "doubts": doubts_json(answer, language),
        "hangs": {each.at: each.sentence(language) for each in answer.hangs},
        "by_hand": list(answer.by_hand),
        "view": seen.view,
        "top": top.to_json() if top is not None else None,
        "set": seen.physical_set.to_json() if seen.physical_set else None,
        "misfits": [say(misfit, language) for misfit in seen.known.misfits] if seen.known else [],
    }


def _shown_views(batch: Batch, row: Row, language: str) -> list[dict[str, Any]]:
    """The pictures of a group and what became of each, with what a person said where it is not read yet."""
    if not row.is_group:
        return []
    read = row.answer.seen.views if row.answer else ()
    made = []
    for i, member in enumerate(batch.members(row)):
        view = read[i] if i < len(read) else None
        said = row.turned[i]
        made.append(
            {
                "n": member.n,
                "image": row_name(member, language),
                "size": member.seen.size if member.seen and member.has_picture else None,
                "above": member.has_picture and member.seen is not None and member.seen.view is not None,
                "said": said,
                "view": view.view if view else None,
                "turned": view.turned if view and view.view else None,
                "used": view.used if view else None,
                "why": say(view.why, language) if view and view.why else None,
            }
        )
    return made


def reading_json(batch: Batch, row: Row, answer: Answer, language: str) -> dict[str, Any]:
    """The reading as `scan` prints it, with what a person corrected."""
    members = batch.members(row)
    said: dict[str, Any] = answer.reading.to_json(language) | answer.position.to_json()
    said |= {"image": row_name(members[0], language), "unsure": doubts_json(answer, language), "p": answer.p}
    if row.is_group:
        said["images"] = [row_name(member, language) for member in members]
        said["views"] = views_json(said["images"], answer, language)
    if answer.verdict is not None:
        said["verdict"] = answer.verdict.to_json(language)
        said["verdict_unsure"] = sorted(doubt.at for doubt in answer.doubts)
        said["verdict_hangs"] = [each.to_json() for each in answer.hangs]
    elif answer.problem is not None:
        said["verdict"] = None
        said["problem"] = say(answer.problem, language)
    if answer.seen.measured is not None:
        said["measured"] = answer.seen.measured.to_json()
    if answer.seen.known is not None:
        said |= answer.seen.known.to_json(language)
    if answer.by_hand:
        said["by_hand"] = list(answer.by_hand)
    return said


def doubts_json(answer: Answer, language: str) -> list[dict[str, Any]]:
    """What is not vouched for; of a group with what would settle it."""
    said = [doubt.to_json(language) for doubt in answer.doubts]
    if answer.seen.views:
        for each in said:
            move = answer.seen.moves.get(each["at"])
            each["move"] = say(move, language) if move else None
    return said


def views_json(images: Sequence[str], answer: Answer, language: str) -> list[dict[str, Any]]:
    return [
        {
            "image": image,
            "corners": corners_json(view.corners) if view.corners is not None else None,
            "turned": view.turned if view.corners is not None else None,
            "used": view.used,
            "why": say(view.why, language) if view.why else None,
        }
        for image, view in zip(images, answer.seen.views, strict=True)
    ]


def readings_json(batch: Batch, language: str) -> dict[str, Any]:
    """What was read, in the order in which the pictures came; several that show one position are one reading."""
    pictures = []
    for row in batch.shown():
        if row.answer is not None:
            said = reading_json(batch, row, row.answer, language)
        elif row.error is not None:
            names = [row_name(member, language) for member in batch.members(row)]
            said = error_json(names[0], row.error, language)
            said |= {"images": names} if row.is_group else {}
        else:
            continue
        pictures.append({**said, "state": row.state})
    return {**_wish_json(batch), "pictures": pictures}


def row_name(row: Row, language: str) -> str:
    return row.name or say(message("web.photos.name", n=row.n), language)


def _sentence(row: Row, language: str) -> str | None:
    if row.asks_turning:  # the reader's own words are for who uses commands
        return say(message("web.photos.turning"), language)
    said: InputError | Message | None = row.error or (row.answer.problem if row.answer else None)
    if isinstance(said, InputError):
        return sentence(explain_error(said, language))
    return sentence(say(said, language)) if said else None


def row_wish(batch: Batch, row: Row) -> Wish:
    """How a row was read. What is measured for the list is not measured on the picture."""
    return row.wish or replace(batch.wish, measure=batch.set_state is SetState.REFUSED)


def _wish_json(batch: Batch) -> dict[str, Any]:
    return {**rules_json(batch.rules), **wish_json(batch.wish)}
