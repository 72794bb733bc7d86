"""The pages that measure a set, a camera and its colours, and the calls behind them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from flask import Blueprint, Response, current_app, jsonify, render_template, request

from calibration.physical_set import MEASURES, length
from calibration.profile import Profile
from calibration.profiles import ProfileFolder
from calibration.ruler import set_from_ruler
from calibration.sheet import PAPERS, make_sheet
from referee.message import InputError, message
from referee.tactori.position import Position
from referee.tactori.questions import parse_position
from web import profiles
from web.body import read_object, read_upload, wanted
from web.calibration_result import in_page_words
from web.calibration_sessions import FILM, FINISH, Calibration, Calibrations
from web.calibration_work import Handed, Kind, Known, png_of
from web.context import config, hall, language, workshop
from web.errors import Conflict, NotFound
from web.snapshot import snapshot
from web.uploads import MOST_UPLOAD_BYTES, check_upload

blueprint = Blueprint("calibrating", __name__)
blueprint.register_blueprint(profiles.blueprint)

CALIBRATIONS = "draufsicht.calibrations"
# Most pictures are looked at in less; what takes longer is asked for again, with a progress bar.
ANSWER_WITHIN_S = 0.8
LONGEST_STANDS = 5000


# --- pages


@blueprint.get("/calibration")
def overview() -> str:
    return render_template("calibration.html", tables=table_names())


@blueprint.get("/calibration/<any(set, camera, colours):what>")
def wizard(what: str) -> str:
    known = {"tables": table_names(), "profiles": profiles.names(), "asked": request.args.get("profile", "")[:60]}
    return render_template(f"calibration_{what}.html", what=what, measures=MEASURES, **known)


@blueprint.get("/calibration/doctor")
def doctor() -> str:
    return render_template("calibration_doctor.html", tables=table_names(), profiles=profiles.names())


@blueprint.get("/api/calibration/sheet.pdf")
def sheet() -> Response:
    paper = request.args.get("paper", "a4")
    if paper not in PAPERS:
        known = ", ".join(PAPERS)
        raise InputError(message("rule.value", key="paper", value=repr(paper)[:40], known=known))
    made = Response(make_sheet(PAPERS[paper], language()), mimetype="application/pdf")
    made.headers["Content-Disposition"] = f'inline; filename="draufsicht-{paper}.pdf"'
    return made


# --- calibrations


@blueprint.post("/api/calibrations")
def begin() -> tuple[Response, int]:
    said = read_object()
    kind = wanted(said, "kind", str)
    if kind not in tuple(Kind):
        known = ", ".join(Kind)
        raise InputError(message("rule.value", key="kind", value=repr(kind)[:40], known=known))
    known_before = Known(_ruler(said), *_profiles(Kind(kind), said))
    made = calibrations().begin(Kind(kind), known_before)
    return jsonify(made.to_json(language())), 201


@blueprint.get("/api/calibrations/<id_>")
def show(id_: str) -> Response:
    with calibrations().lock:
        return jsonify(calibrations().of(id_).to_json(language()))


@blueprint.post("/api/calibrations/<id_>/pictures")
def add_picture(id_: str) -> Response:
    """A picture file, or `{"table": name}` for what that table's camera sees now."""
    calibrations().of(id_)  # before anything large is read
    handed = _handed()
    with calibrations().lock:
        calibration = calibrations().of(id_)
        calibration.add(handed, workshop())
    return answer_soon(calibration)


@blueprint.post("/api/calibrations/<id_>/film")
def add_film(id_: str) -> Response:
    calibrations().of(id_)
    data = read_upload(config().most_upload_bytes)
    if not data:
        raise InputError(message("photo.empty"))
    with calibrations().lock:
        calibration = calibrations().of(id_)
        calibration.add_film(data, workshop())
    return answer_soon(calibration)


@blueprint.post("/api/calibrations/<id_>/finish")
def finish(id_: str) -> Response:
    with calibrations().lock:
        calibration = calibrations().of(id_)
        calibration.finish(workshop(), language())
    return answer_soon(calibration)


@blueprint.post("/api/calibrations/<id_>/stop")
def stop(id_: str) -> Response:
    """Ends what is being done; the pictures stay."""
    with calibrations().lock:
        calibration = calibrations().of(id_)
        calibration.stop()
    return answer_soon(calibration)


@blueprint.get("/api/calibrations/<id_>/result.png")
def picture(id_: str) -> Response:
    with calibrations().lock:
        finished = calibrations().of(id_).finished
    if finished is None or finished.picture is None:
        raise NotFound(message("web.cal.no_result"))
    return Response(finished.picture, mimetype="image/png")


@blueprint.post("/api/calibrations/<id_>/keep")
def keep(id_: str) -> Response:
    """Puts what was measured into a profile. Its other parts stay, and so does a camera that the set came with."""
    name = wanted(read_object(), "profile", str)
    with calibrations().lock:
        calibration = calibrations().of(id_)
        finished = calibration.finished
        if finished is None or not finished.parts:
            raise Conflict(message("web.cal.no_result"))
        folder = ProfileFolder.of_user()
        before = folder.load(name) if folder.file(name).exists() else None
        has_camera = before is not None and before.camera is not None
        camera = None if finished.measured_set is not None and has_camera else finished.camera
        made = folder.put(name, finished.measured_set, camera, finished.colours, finished.source)
        calibration.kept = made.name
    return jsonify(profile=made.name, parts=list(made.parts))


@blueprint.delete("/api/calibrations/<id_>")
def close(id_: str) -> Response:
    calibrations().of(id_)
    calibrations().close(id_)
    return jsonify(closed=True)


@blueprint.post("/api/profiles/<name>/check")
def check(name: str) -> Response:
    """Whether a profile still fits: a picture or a table is said as for a calibration."""
    profile = profiles.load(name)
    handed = _handed()
    with calibrations().lock:
        calibration = calibrations().begin(Kind.CHECK, Known({}, profile))
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


def table_names() -> list[str]:
    """The tables whose camera can be looked through."""
    return [table.name for table in hall().tables()]


def _handed() -> Handed:
    """The picture of a request, and what stands there if it says so."""
    if request.mimetype == "application/json":
        return _from_table(read_object())
    data = read_upload(MOST_UPLOAD_BYTES)
    check_upload(data)
    stands = request.args.get("stands", "").strip()
    if len(stands) > LONGEST_STANDS:
        raise InputError(message("input.position"))
    return Handed(data, parse_position(stands) if stands else None)


def _from_table(said: Mapping[str, Any]) -> Handed:
    table = hall().table(wanted(dict(said), "table", str))
    image = table.frame_picture()
    if image is None:
        raise Conflict(message("web.cal.table_blind"))
    return Handed(png_of(image), _vouched(snapshot(table, language())))


def _vouched(shown: Mapping[str, Any]) -> Position | None:
    """What a table knows to stand on its board: what was confirmed, as long as nothing waits and nothing is open."""
    game = shown.get("game")
    calm = shown.get("sight") == "calm" and not shown.get("doubts")
    if not game or not calm or game.get("waiting") or game.get("paused"):
        return None
    position = Position.from_json(shown["position"])
    return position if position.towers and "?" not in "".join(position.towers.values()) else None


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
