"""Calls of the API: calibrations and profiles."""

from __future__ import annotations

from calibration.physical_set import MEASURES
from calibration.profiles import MOST_KILOBYTES
from calibration.sheet import PAPERS
from web.calibration_work import LONGEST_FILM_S, Kind
from web.config import Config
from web.openapi_live import FILES
from web.openapi_words import (
    JSON,
    Call,
    Content,
    Group,
    as_file,
    as_json,
    choice,
    list_of,
    map_of,
    maybe,
    number,
    ref,
    text,
    thing,
    truth,
)

_MEGA = 1_000_000
_CALIBRATION = {200: as_json(ref("Calibration"))}
_HANDED = Content(
    "A picture file, or the name of a table whose camera is looked through.",
    {**FILES, JSON: thing({"table": text()})},
)
_STANDS = {"stands": text("What stands on the board, as a line of text; for set and colours.")}
CALIBRATION = Group(
    "Calibration",
    "Measuring a set, a camera or its colours; asking the doctor; checking a profile.",
    (
        Call(
            "GET",
            "/api/calibration/sheet.pdf",
            "calibration_sheet",
            "The sheet to be printed and filmed",
            {200: as_file("application/pdf", "One page.")},
            asked={"paper": choice(PAPERS)},
            refuses=(400,),
        ),
        Call(
            "POST",
            "/api/calibrations",
            "begin_calibration",
            "Begins one",
            {201: as_json(ref("Calibration"))},
            as_json(
                thing(
                    {
                        "kind": choice(Kind, "What is measured, and on what."),
                        "ruler?": map_of(maybe(number("Millimetres.")), "For sets: " + ", ".join(MEASURES) + "."),
                        "profile?": text("The one that is added to, or checked."),
                    }
                ),
                "What is measured, and what is known.",
            ),
            refuses=(400, 404, 413),
        ),
        Call(
            "GET",
            "/api/calibrations/{calibration}",
            "show_calibration",
            "How far it is",
            _CALIBRATION,
            refuses=(404,),
        ),
        Call(
            "POST",
            "/api/calibrations/{calibration}/pictures",
            "add_calibration_picture",
            "Hands a picture in",
            _CALIBRATION,
            _HANDED,
            asked=_STANDS,
            refuses=(400, 404, 409, 413),
        ),
        Call(
            "POST",
            "/api/calibrations/{calibration}/film",
            "add_calibration_film",
            "Hands a film of the sheet in",
            _CALIBRATION,
            Content(
                f"A film of at most {Config().most_upload_bytes // _MEGA} MB; {LONGEST_FILM_S:.0f} s are looked at.",
                {"video/*": None, "application/octet-stream": None},
            ),
            refuses=(400, 404, 409, 413),
        ),
        Call(
            "POST",
            "/api/calibrations/{calibration}/finish",
            "finish_calibration",
            "Measures",
            _CALIBRATION,
            refuses=(404, 409),
        ),
        Call(
            "POST",
            "/api/calibrations/{calibration}/stop",
            "stop_calibration",
            "Stops what is being done; the pictures stay",
            _CALIBRATION,
            refuses=(404,),
        ),
        Call(
            "GET",
            "/api/calibrations/{calibration}/result.png",
            "calibration_picture",
            "What was measured, drawn",
            {200: as_file("image/png", "The picture.")},
            refuses=(404,),
        ),
        Call(
            "POST",
            "/api/calibrations/{calibration}/keep",
            "keep_calibration",
            "Keeps it in a profile; its other parts stay",
            {200: as_json(ref("ProfileKept"))},
            as_json(thing({"profile": text()}), "The profile's name, a new one or not."),
            refuses=(400, 404, 409, 413),
        ),
        Call(
            "DELETE",
            "/api/calibrations/{calibration}",
            "close_calibration",
            "Forgets it with its pictures",
            {200: as_json(thing({"closed": truth()}))},
            refuses=(404,),
        ),
    ),
)
PROFILES = Group(
    "Profiles",
    "What was measured, under names.",
    (
        Call(
            "GET",
            "/api/profiles",
            "list_profiles",
            "All of them",
            {200: as_json(thing({"profiles": list_of(ref("ProfileLine"))}))},
        ),
        Call(
            "POST",
            "/api/profiles/name",
            "try_profile_name",
            "Whether a profile can have this name",
            {200: as_json(thing({"name": text("As it is kept."), "there": truth("There is one already.")}))},
            as_json(thing({"name": text()}), "The name."),
            refuses=(400, 413),
        ),
        Call(
            "POST",
            "/api/profiles/import",
            "import_profile",
            "Takes the file of a profile in",
            {201: as_json(thing({"profile": text("Its name.")}))},
            Content(f"The file, of at most {MOST_KILOBYTES} kB.", {JSON: ref("ProfileFile")}),
            asked={
                "name": text("To be kept under another name."),
                "replace": {"const": "1", "description": "In place of one of its name."},
            },
            refuses=(400, 409, 413),
        ),
        Call(
            "GET",
            "/api/profiles/{profile}",
            "show_profile",
            "Everything it holds",
            {200: as_json(ref("ProfileShown"))},
            refuses=(400, 404),
        ),
        Call(
            "DELETE",
            "/api/profiles/{profile}",
            "delete_profile",
            "Deletes it",
            {200: as_json(thing({"deleted": text(), "message": text()}))},
            refuses=(400, 404, 409),
            about="Not while a table uses it.",
        ),
        Call(
            "GET",
            "/api/profiles/{profile}/file",
            "profile_file",
            "Its file, to be passed on",
            {200: as_json(ref("ProfileFile"))},
            refuses=(400, 404),
        ),
        Call(
            "POST",
            "/api/profiles/{profile}/rename",
            "rename_profile",
            "Gives it another name",
            {200: as_json(thing({"profile": text(), "message": text()}))},
            as_json(thing({"name": text()}), "The new name."),
            refuses=(400, 404, 413),
        ),
        Call(
            "POST",
            "/api/profiles/{profile}/check",
            "check_profile",
            "Whether it still fits what a camera sees",
            _CALIBRATION,
            _HANDED,
            asked=_STANDS,
            refuses=(400, 404, 409, 413),
            about="Answers a calibration of the kind `check`; `finish` says how it went.",
        ),
    ),
)
GROUPS = (CALIBRATION, PROFILES)
