"""Setting up a table: what there is to choose from, and sources to be tried out with a live picture."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, cast

from flask import Blueprint, Response, current_app, jsonify, render_template, request

from calibration.profiles import ProfileFolder
from live.play import Play
from referee.language import say
from referee.message import InputError, Message
from referee.tactori.board import COLOURS
from referee.tactori.rules import CHOICES, GAMES, Ending, Game, Goal, default_rules, rule_book
from vision.tasks import checked_corners, read_board
from web.body import read_object, read_upload, wanted
from web.context import config, hall, language, workshop
from web.preview import Preview, Previews
from web.safety import is_local
from web.set_up import SourceChoice
from web.uploads import MOST_FRAME_BYTES, decode_frame, decode_upload

blueprint = Blueprint("setting_up", __name__)
PREVIEWS = "draufsicht.previews"
CAMERAS_GUESSED = 3
"""Where the system does not tell which cameras there are, so many numbers are offered."""


def previews() -> Previews:
    return cast("Previews", current_app.extensions[PREVIEWS])


def options_of(game: Game) -> list[str]:
    """The readings that matter in a game; the others can be chosen and change nothing."""
    asked = {
        "colour": game.needs_colour,
        "nine_centre": game.has_nine_centre,
        "capture": game.captures,
        "runs": game.moves and not game.anything_goes and not game.slides,
        "straight": game.moves and not game.anything_goes and not game.slides,
        "path_clear": game.moves and not game.anything_goes and not game.slides,
        "under_bridges": game.moves and not game.anything_goes and not game.slides,
        "chain": game.chained,
        "sticks_per_turn": not game.anything_goes,
        "shape": game.goal is Goal.POLYGONS,
        "length": game.goal is Goal.LONGEST,
        "final_round": game.ending is Ending.FINAL_ROUND,
        "overlay_gap": True,
    }
    return [key for key, wanted in asked.items() if wanted]


def game_choice(game: Game, said: str) -> dict[str, Any]:
    usual = default_rules(game)
    return {
        "id": game.id,
        "name": say(Message(f"game.{game.id}"), said),
        "about": say(Message(f"page.about.{game.id}"), said),
        "board": game.board,
        "players": list(game.players),
        "age": game.age,
        "options": [
            {
                "key": key,
                "about": say(Message(f"option.{key}"), said),
                "usual": getattr(usual, key),
                "choices": list(CHOICES[key]) if key in CHOICES else None,
            }
            for key in options_of(game)
        ],
    }


@blueprint.get("/tables/new")
def set_up_page() -> str:
    return render_template("setup.html")


@blueprint.get("/api/choices")
def choices() -> Response:
    """Games with their readings, colours, cameras, profiles, and which tables have an unfinished game."""
    said = language()
    profiles = [profile.name for profile in ProfileFolder.of_user().sound()]
    return jsonify(
        games=[game_choice(game, said) for game in GAMES.values()],
        colours=list(COLOURS),
        cameras=cameras(),
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
            "game": state.rules.game.id,
            "rules": state.rules.changed(),
            "players": list(state.players),
            "turns": len(state.steps),
            "begun": state.begun,
        }
    return said


@blueprint.post("/api/previews")
def open_preview() -> tuple[Response, int]:
    said = read_object()
    choice = SourceChoice.from_json(said.get("source"), is_local())
    board = read_board(said["board"]) if said.get("board") is not None else None
    game = None if said.get("game") is None else rule_book(said["game"], wanted(said, "rules", dict, {}))
    return jsonify(previews().open(choice, board, game).to_json(language())), 201


@blueprint.get("/api/previews/<preview_id>")
def show_preview(preview_id: str) -> Response:
    return jsonify(previews().get(preview_id).to_json(language()))


@blueprint.delete("/api/previews/<preview_id>")
def close_preview(preview_id: str) -> Response:
    previews().close(preview_id)
    return jsonify(closed=preview_id)


@blueprint.post("/api/previews/<preview_id>/corners")
def hold_preview(preview_id: str) -> Response:
    preview, said = previews().get(preview_id), read_object()
    corners = said.get("corners")
    preview.hold(None if corners is None else checked_corners(corners))
    return jsonify(preview.to_json(language()))


@blueprint.get("/api/previews/<preview_id>/picture.jpg")
def preview_picture(preview_id: str) -> Response:
    preview = previews().get(preview_id)
    frame = preview.frame
    if frame is None or str(frame.number) == request.args.get("after"):
        return Response(status=204)
    made = preview.picture()
    assert made is not None
    return Response(made[1], mimetype="image/jpeg", headers={"X-Frame": str(made[0])})


@blueprint.post("/api/previews/<preview_id>/frames")
def bring_preview_frame(preview_id: str) -> tuple[str, int]:
    _bring(previews().get(preview_id), photograph=False)
    return "", 204


@blueprint.post("/api/previews/<preview_id>/photographs")
def bring_preview_photograph(preview_id: str) -> tuple[Response, int]:
    preview = previews().get(preview_id)
    _bring(preview, photograph=True)
    return jsonify(preview.to_json(language())), 202


def _bring(preview: Preview, photograph: bool) -> None:
    if photograph:
        preview.put(decode_upload(read_upload(config().most_upload_bytes), workshop()).image)
    else:
        preview.put(decode_frame(read_upload(MOST_FRAME_BYTES)))
