"""The pages that measure a set, a camera and its colours, and the calls behind them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from flask import Response, current_app, jsonify, render_template, request

from calibration.physical_set import MEASURES, length
from calibration.profile import Profile
from calibration.profiles import ProfileFolder
from calibration.ruler import set_from_ruler
from calibration.sheet import PAPERS, make_sheet
from referee.game import AnyGame
from referee.games import GAMES, find_game
from referee.places import UNKNOWN
from vision.families import family_of, measuring_of
from web.api.group import Group
from web.api.words import (
    JSON,
    Content,
    as_file,
    as_json,
    choice,
    map_of,
    maybe,
    number,
    optional,
    ref,
    text,
    thing,
    truth,
)
from web.config import Config
from web.context import config, hall, language, workshop
from web.door.body import read_object, read_upload, wanted
from web.door.errors import Conflict, NotFound
from web.measuring import profiles
from web.measuring.calibration import FILM, FINISH, Calibration, Calibrations
from web.measuring.result import in_page_words
from web.measuring.work import LONGEST_FILM_S, Handed, Kind, Known, png_of
from web.tables.snapshot import snapshot
from web.workshop.uploads import MOST_UPLOAD_BYTES, PICTURE_FILES, check_upload
from words.message import InputError, Message, message

measuring = Group(
    "Calibration",
    "Measuring a set, a camera or its colours; asking the doctor; checking a profile.",
    id_=("calibration", text("A calibration's id.")),
)

CALIBRATIONS = "draufsicht.calibrations"
# Most pictures are looked at in less; what takes longer is asked for again, with a progress bar.
ANSWER_WITHIN_S = 0.8
LONGEST_STANDS = 5000


# --- pages


_HANDED = Content(
    "A picture file, or the name of a table whose camera is looked through.",
    {**PICTURE_FILES, JSON: thing(table=text())},
)
_STANDS = {"stands": text("What stands on the board, as a line of text; for set and colours.")}


@measuring.get("/calibration")
def overview() -> str:
    return render_template("calibration.html", tables=table_names())


@measuring.get("/calibration/<any(set, camera, colours):what>")
def wizard(what: str) -> str:
    known = {"profiles": profiles.names(), "asked": request.args.get("profile", "")[:60]}
    tables = table_names(any_game=what == "camera")
    return render_template(f"calibration_{what}.html", what=what, measures=MEASURES, tables=tables, **known)


@measuring.get("/calibration/doctor")
def doctor() -> str:
    return render_template("calibration_doctor.html", tables=table_names(), profiles=profiles.names())


@measuring.call(
    "GET /api/calibration/sheet.pdf",
    as_file("application/pdf", "One page."),
    asked={"paper": choice(PAPERS)},
    refuses=(400,),
)
def calibration_sheet() -> Response:
    """The sheet to be printed and filmed."""
    paper = request.args.get("paper", "a4")
    if paper not in PAPERS:
        known = ", ".join(PAPERS)
        raise InputError(message("rule.value", key="paper", value=repr(paper)[:40], known=known))
    made = Response(make_sheet(PAPERS[paper], language()), mimetype="application/pdf")
    made.headers["Content-Disposition"] = f'inline; filename="draufsicht-{paper}.pdf"'
    return made


# --- calibrations


@measuring.call(
    "POST /api/calibrations",
    ref("Calibration"),
    status=201,
    body=as_json(
        thing(
            kind=choice(Kind, "What is measured, and on what."),
            ruler=optional(map_of(maybe(number("Millimetres.")), "For sets: " + ", ".join(MEASURES) + ".")),
            profile=optional(text("The one that is added to, or checked.")),
            game=optional(choice(GAMES, "Whose board and pieces are looked at, if not those of the first.")),
        ),
        "What is measured, and what is known.",
    ),
    refuses=(404,),
)
def begin_calibration() -> tuple[Response, int]:
    """Begins one."""
    said = read_object()
    kind = wanted(said, "kind", str)
    if kind not in tuple(Kind):
        known = ", ".join(Kind)
        raise InputError(message("rule.value", key="kind", value=repr(kind)[:40], known=known))
    game = find_game(said["game"] if said.get("game") is not None else Known().game)
    if not Kind(kind).of_any_game:
        measuring_of(game)
    known_before = Known(_ruler(said), *_profiles(Kind(kind), said), game.id)
    made = calibrations().begin(Kind(kind), known_before)
    return jsonify(made.to_json(language())), 201


@measuring.call("GET /api/calibrations/<id_>", ref("Calibration"))
def show_calibration(id_: str) -> Response:
    """How far it is."""
    with calibrations().lock:
        return jsonify(calibrations().of(id_).to_json(language()))


@measuring.call(
    "POST /api/calibrations/<id_>/pictures", ref("Calibration"), body=_HANDED, asked=_STANDS, refuses=(409,)
)
def add_calibration_picture(id_: str) -> Response:
    """Hands a picture in."""
    calibration = calibrations().of(id_)  # before anything large is read
    handed = _handed(calibration.kind, calibration.known)
    with calibrations().lock:
        calibration = calibrations().of(id_)
        calibration.add(handed, workshop())
    return answer_soon(calibration)


@measuring.call(
    "POST /api/calibrations/<id_>/film",
    ref("Calibration"),
    body=Content(
        f"A film of at most {Config().most_upload_bytes // 1_000_000} MB; {LONGEST_FILM_S:.0f} s are looked at.",
        {"video/*": None, "application/octet-stream": None},
    ),
    refuses=(409,),
)
def add_calibration_film(id_: str) -> Response:
    """Hands a film of the sheet in."""
    calibrations().of(id_)
    data = read_upload(config().most_upload_bytes)
    if not data:
        raise InputError(message("photo.empty"))
    with calibrations().lock:
        calibration = calibrations().of(id_)
        calibration.add_film(data, workshop())
    return answer_soon(calibration)


@measuring.call("POST /api/calibrations/<id_>/finish", ref("Calibration"), refuses=(409,))
def finish_calibration(id_: str) -> Response:
    """Measures."""
    with calibrations().lock:
        calibration = calibrations().of(id_)
        calibration.finish(workshop(), language())
    return answer_soon(calibration)


@measuring.call("POST /api/calibrations/<id_>/stop", ref("Calibration"))
def stop_calibration(id_: str) -> Response:
    """Stops what is being done; the pictures stay."""
    with calibrations().lock:
        calibration = calibrations().of(id_)
        calibration.stop()
    return answer_soon(calibration)


@measuring.call("GET /api/calibrations/<id_>/result.png", as_file("image/png", "The picture."))
def calibration_picture(id_: str) -> Response:
    """What was measured, drawn."""
    with calibrations().lock:
        finished = calibrations().of(id_).finished
    if finished is None or finished.picture is None:
        raise NotFound(message("web.cal.no_result"))
    return Response(finished.picture, mimetype="image/png")


@measuring.call(
    "POST /api/calibrations/<id_>/keep",
    ref("ProfileKept"),
    body=as_json(thing(profile=text()), "The profile's name, a new one or not."),
    refuses=(409,),
)
def keep_calibration(id_: str) -> Response:
    """Keeps it in a profile; its other parts stay."""
    name = wanted(read_object(), "profile", str)
    with calibrations().lock:
        calibration = calibrations().of(id_)
        finished = calibration.finished
        if finished is None or not finished.parts:
            raise Conflict(message("web.cal.no_result"))
        folder = ProfileFolder.of_user()
        before = folder.load(name) if folder.file(name).exists() else None
        # A camera that the set came with does not take the place of one that was measured for itself.
        has_camera = before is not None and before.camera is not None
        camera = None if finished.measured_set is not None and has_camera else finished.camera
        made = folder.put(name, finished.measured_set, camera, finished.colours, finished.source)
        calibration.kept = made.name
    return jsonify(profile=made.name, parts=list(made.parts))


@measuring.call("DELETE /api/calibrations/<id_>", thing(closed=truth()))
def close_calibration(id_: str) -> Response:
    """Forgets it with its pictures."""
    calibrations().of(id_)
    calibrations().close(id_)
    return jsonify(closed=True)


@profiles.profiles.call(
    "POST /api/profiles/<name>/check", ref("Calibration"), body=_HANDED, asked=_STANDS, refuses=(409,)
)
def check_profile(name: str) -> Response:
    """Whether it still fits what a camera sees. Answers a calibration of the kind `check`; `finish` says how it
    went."""
    profile = profiles.load(name)
    known = Known({}, profile)
    handed = _handed(Kind.CHECK, known)
    with calibrations().lock:
        calibration = calibrations().begin(Kind.CHECK, known)
        calibration.add(handed, workshop())
    return answer_soon(calibration)


def calibrations() -> Calibrations:
    kept = current_app.extensions.setdefault(CALIBRATIONS, Calibrations())
    return cast(Calibrations, kept)


def answer_soon(calibration: Calibration) -> Response:
    """Waits a moment for the child, so that most answers need not be asked for again."""
    job = calibration.job
    if job is not None:
        long = calibration.doing in (FILM, FINISH) and not job.stopping
        job.wait(0.0 if long else ANSWER_WITHIN_S)
    with calibrations().lock:
        return jsonify(calibrations().of(calibration.id).to_json(language()))


# --- what a request says


def table_names(any_game: bool = False) -> list[str]:
    """The tables whose camera can be looked through: those of a game whose set is measured, or all."""
    families = {table.name: family_of(find_game(table.set_up.game)) for table in hall().tables()}
    return [name for name, family in families.items() if any_game or (family and family.measuring)]


def _handed(kind: Kind, known: Known) -> Handed:
    """The picture of a request, and what stands there if it says so."""
    game = find_game(known.game)
    if request.mimetype == "application/json":
        return _from_table(read_object(), kind, game)
    data = read_upload(MOST_UPLOAD_BYTES)
    check_upload(data)
    stands = request.args.get("stands", "").strip()
    if len(stands) > LONGEST_STANDS:
        raise InputError(message("input.position"))
    return Handed(data, game.parse(stands) if stands else None)


def _from_table(said: Mapping[str, Any], kind: Kind, game: AnyGame) -> Handed:
    table = hall().table(wanted(dict(said), "table", str))
    image = table.frame_picture()
    if image is None:
        raise Conflict(message("web.cal.table_blind"))
    there = find_game(table.set_up.game)
    if there.family != game.family and not kind.of_any_game:
        raise Conflict(message("web.cal.other_game", game=Message(f"game.{there.id}")))
    return Handed(png_of(image), _vouched(snapshot(table, language()), there))


def _vouched(shown: Mapping[str, Any], there: AnyGame) -> Any:
    """What a table knows to stand on its board: what was confirmed, as long as nothing waits and nothing is open."""
    game = shown.get("game")
    calm = shown.get("sight") == "calm" and not shown.get("doubts")
    if not game or not calm or game.get("waiting") or game.get("paused"):
        return None
    position = there.read(shown["position"])
    return position if position.places and UNKNOWN not in "".join(position.places.values()) else None


def _ruler(said: Mapping[str, Any]) -> dict[str, float]:
    given = wanted(dict(said), "ruler", dict, {})
    if not set(given) <= set(MEASURES):
        raise InputError(message("measured.names", known=", ".join(MEASURES)), "ruler")
    try:
        ruler = {name: length(value, name) for name, value in given.items() if value is not None}
        if ruler:
            set_from_ruler(ruler)  # nonsense is better said before pictures are read
    except InputError as error:
        raise InputError(in_page_words(error.message)) from None
    return ruler


def _profiles(kind: Kind, said: Mapping[str, Any]) -> tuple[Profile | None, tuple[Profile, ...]]:
    """The profile that is meant, if it is there already; and all, where the one that fits is looked for."""
    name = wanted(dict(said), "profile", str, "")
    folder = ProfileFolder.of_user()
    if name and folder.file(name).exists():
        return folder.load(name), ()
    if kind is not Kind.CHECK:
        return None, ()
    every = folder.sound()
    if name or not every:
        raise NotFound(message("profile.none_yet"))
    return None, every
