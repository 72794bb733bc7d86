"""Setting up a table: what there is to choose from, and sources to be tried out with a live picture."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, cast

from flask import Response, current_app, jsonify, render_template, request

from calibration.profiles import ProfileFolder
from live.play import Play
from referee.game import AnyGame, Choice
from referee.games import GAMES
from vision.tasks import checked_corners, read_board
from web.api.group import Group
from web.api.pieces import BOARDS, COLOURS
from web.api.words import (
    JPEG,
    as_file,
    as_json,
    choice,
    list_of,
    map_of,
    maybe,
    nothing,
    optional,
    ref,
    shape,
    text,
    thing,
    truth,
    whole,
)
from web.context import config, hall, language, workshop
from web.door.body import read_object, read_upload, wanted
from web.door.safety import is_local
from web.setting_up.preview import Previews
from web.setting_up.table_set_up import KINDS, OF_THIS_MACHINE, WATCHED, SourceChoice, kinds_of, watched_game
from web.shown.game_words import option_words
from web.tables.calls import naming
from web.tables.live_pictures import AFTER
from web.workshop.uploads import A_PICTURE, FRAME, MOST_FRAME_BYTES, decode_frame, decode_upload
from words.language import say
from words.message import InputError, Message

setting_up = Group(
    "Setting up",
    "What there is to choose from, and sources to be tried out before a game.",
    preview_id=("preview", text("A preview's id.")),
)
PREVIEWS = "draufsicht.previews"
STEPS = ("game", "who", "camera", "begin")
CAMERAS_GUESSED = 3
"""Where the system does not tell which cameras there are, so many numbers are offered."""

NEWEST = as_file(JPEG, "The newest picture.", X_Frame="Its number, to be said as `after` next time.")
NONE_NEWER = "There is none, or none newer than `after`."
shape(
    "Option",
    "A reading of the rules that can be chosen.",
    key=text(),
    about=text(),
    usual={"description": "As the game has it."},
    choices=maybe(list_of({}), "Null for any number from 1, or none."),
    words=maybe(list_of(text()), "Each of them in a word or two."),
)
shape(
    "GameChoice",
    id=choice(GAMES),
    family=text(),
    group=text("Under which heading of its family it is offered."),
    name=text(),
    about=text(),
    board=choice(BOARDS),
    kinds=list_of(choice(KINDS), "Sources that it can have."),
    colours=list_of(ref("Colour"), "With which one can play it."),
    players=list_of(whole(), "From so many to so many.", minItems=2, maxItems=2),
    age=maybe(whole(), "From which on, if its rules say so."),
    example=thing(
        "What it looks like, to be drawn: a board from above, or a position and what counts in it.",
        top=optional(ref("TopView")),
        position=optional(ref("Position")),
        polygons=optional(list_of(ref("Polygon"))),
    ),
    options=list_of(ref("Option")),
)
shape("Family", "Games with the same board and pieces.", id=text(), name=text(), about=text(), games=list_of(text()))
shape(
    "Choices",
    games=list_of(ref("GameChoice")),
    families=list_of(ref("Family")),
    colours=list_of(ref("Colour")),
    kinds=list_of(choice(KINDS), "Sources that whoever asks may name."),
    cameras=list_of(thing(number=whole(), name=maybe(text())), "Of this machine; none for guests."),
    profiles=list_of(text()),
    open=list_of(text(), "Tables that are open."),
    unfinished=map_of(
        thing(
            game=choice(GAMES), rules=ref("Rules"), players=list_of(ref("Colour")), turns=whole(), begun=ref("Moment")
        ),
        "For each table that is not open, the game that could go on.",
    ),
    local=truth("Whoever asks sits at this machine."),
)


def previews() -> Previews:
    return cast("Previews", current_app.extensions[PREVIEWS])


def game_choice(game: AnyGame, said: str) -> dict[str, Any]:
    return {
        "id": game.id,
        "family": game.family,
        "group": game.group,
        "name": say(Message(f"game.{game.id}"), said),
        "about": say(Message(f"page.about.{game.id}"), said),
        "board": game.rule_book({}).board,
        "kinds": list(kinds_of(game)),
        "colours": list(game.seats(len(COLOURS))),
        "players": list(game.players),
        "age": game.age,
        "example": game.example(),
        "options": [option_json(game, each, said) for each in game.choices()],
    }


def option_json(game: AnyGame, option: Choice, said: str) -> dict[str, Any]:
    values = None if option.values is None else list(option.values)
    return {
        "key": option.key,
        "about": say(option.about, said),
        "usual": option.usual,
        "choices": values,
        "words": None if values is None else [option_words(game.family, option.key, each, said) for each in values],
    }


def families(said: str) -> list[dict[str, Any]]:
    """The games as they are offered: by family."""
    return [
        {
            "id": family,
            "name": say(Message(f"page.family.{family}"), said),
            "about": say(Message(f"page.family.{family}.about"), said),
            "games": [game.id for game in GAMES.values() if game.family == family],
        }
        for family in dict.fromkeys(game.family for game in GAMES.values())
    ]


def groups() -> dict[str, list[str]]:
    """And within a family, by heading."""
    made: dict[str, list[str]] = {}
    for game in GAMES.values():
        made.setdefault(game.group, []).append(game.id)
    return made


def offered_kinds() -> list[str]:
    """Guests name nothing of this machine or in its network."""
    return [kind for kind in KINDS if is_local() or kind not in OF_THIS_MACHINE]


@setting_up.get("/tables/new")
def set_up_page() -> str:
    said = language()
    games = {game.id: game_choice(game, said) for game in GAMES.values()}
    offered = {"families": families(said), "groups": groups(), "games": games}
    return render_template("setup.html", **offered, kinds=offered_kinds(), steps=STEPS)


@setting_up.call("GET /api/choices", ref("Choices"))
def list_choices() -> Response:
    """Games with their options, colours, cameras, profiles."""
    said = language()
    profiles = [profile.name for profile in ProfileFolder.of_user().sound()]
    return jsonify(
        games=[game_choice(game, said) for game in GAMES.values()],
        families=families(said),
        colours=list(COLOURS),
        kinds=offered_kinds(),
        cameras=cameras() if is_local() else [],
        profiles=profiles,
        open=[table.name for table in hall().tables()],
        unfinished=_unfinished(),
        local=is_local(),
    )


def cameras() -> list[dict[str, Any]]:
    """The webcams of this machine by number; none is switched on to find out."""
    if not sys.platform.startswith("linux"):
        return [{"number": n, "name": None} for n in range(CAMERAS_GUESSED)]
    found = []
    for device in sorted(Path("/sys/class/video4linux").glob("video*")):
        number = device.name.removeprefix("video")
        if not number.isdigit():
            continue
        try:
            is_first, name = (device / "index").read_text().strip() == "0", (device / "name").read_text().strip()
        except OSError:
            continue
        if is_first:  # the others of a device give no pictures
            found.append({"number": int(number), "name": name})
    return sorted(found, key=lambda each: int(each["number"]))


def _unfinished() -> dict[str, dict[str, Any]]:
    """For each table that is not open, the game that could go on."""
    log, said = hall().log, {}
    if not log.readable:
        return {}
    latest = {entry.table: entry for entry in log.games()}
    taken = {table.name for table in hall().tables()}
    for name, entry in latest.items():
        if entry.finished or name in taken:
            continue
        try:
            state = Play.load(log, entry.id).state
        except InputError:
            continue
        said[name] = {
            "game": state.rules.id,
            "rules": state.rules.changed(),
            "players": list(state.players),
            "turns": len(state.steps),
            "begun": state.begun,
        }
    return said


@setting_up.call(
    "POST /api/previews",
    ref("Preview"),
    status=201,
    body=as_json(
        thing(
            source=ref("Source"),
            board=optional(maybe({"enum": ["auto", *BOARDS]})),
            game=optional(maybe(choice(WATCHED), "What a demo plays.")),
            rules=optional(ref("Rules")),
        ),
        "Which source, and what is known of the board.",
    ),
    refuses=(409,),
)
def open_preview() -> tuple[Response, int]:
    """Tries a source out."""
    said = read_object()
    choice = SourceChoice.from_json(said.get("source"), naming())
    board = read_board(said["board"]) if said.get("board") is not None else None
    rules = None if said.get("game") is None else watched_game(said["game"]).rule_book(wanted(said, "rules", dict, {}))
    return jsonify(previews().open(choice, board, rules).to_json(language())), 201


@setting_up.call(
    "GET /api/previews/<preview_id>",
    ref("Preview"),
    asked={"colours": text("Given, whatever it says: the picture is read, which takes a second or so.")},
)
def show_preview(preview_id: str) -> Response:
    """What the source shows, and where the board is."""
    preview = previews().get(preview_id)
    said = preview.to_json(language())
    if "colours" in request.args:
        said["colours"] = preview.colours()
    return jsonify(said)


@setting_up.call("DELETE /api/previews/<preview_id>", thing(closed=text()), but_not=(404,))
def close_preview(preview_id: str) -> Response:
    """Lets go of the source."""
    previews().close(preview_id)
    return jsonify(closed=preview_id)


@setting_up.call(
    "POST /api/previews/<preview_id>/corners",
    ref("Preview"),
    body=as_json(thing(corners=maybe(ref("Corners"))), "Null lets it be found."),
)
def hold_preview(preview_id: str) -> Response:
    """Says where the board is in the picture."""
    preview, said = previews().get(preview_id), read_object()
    corners = said.get("corners")
    preview.hold(None if corners is None else checked_corners(corners))
    return jsonify(preview.to_json(language()))


@setting_up.call("GET /api/previews/<preview_id>/picture.jpg", NEWEST, or_nothing=NONE_NEWER, asked={"after": AFTER})
def preview_picture(preview_id: str) -> Response:
    """The newest picture of the source."""
    preview = previews().get(preview_id)
    frame = preview.frame
    if frame is None or str(frame.number) == request.args.get("after"):
        return Response(status=204)
    made = preview.picture()
    assert made is not None
    return Response(made[1], mimetype="image/jpeg", headers={"X-Frame": str(made[0])})


@setting_up.call(
    "POST /api/previews/<preview_id>/frames", nothing("It is looked at."), status=204, body=FRAME, refuses=(409,)
)
def bring_preview_frame(preview_id: str) -> tuple[str, int]:
    """Brings a picture of a running camera."""
    previews().get(preview_id).put(decode_frame(read_upload(MOST_FRAME_BYTES)))
    return "", 204


@setting_up.call(
    "POST /api/previews/<preview_id>/photographs",
    as_json(ref("Preview"), "It is looked at."),
    status=202,
    body=A_PICTURE,
    refuses=(409,),
)
def bring_preview_photograph(preview_id: str) -> tuple[Response, int]:
    """Brings a photograph."""
    preview = previews().get(preview_id)
    preview.put(decode_upload(read_upload(config().most_upload_bytes), workshop()).image)
    return jsonify(preview.to_json(language())), 202
