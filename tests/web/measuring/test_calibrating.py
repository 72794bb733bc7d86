"""The calibration pages: every wizard from its first picture to a kept profile, and every call with bad input."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image
from PIL.ExifTags import IFD, Base

from calibration.camera import Camera
from calibration.measured import MeasuredCamera
from calibration.profile import Profile
from calibration.profiles import ProfileFolder
from calibration.ruler import set_from_ruler
from tests.calibration.filming import hand_held, shoot, some_camera
from tests.vision.doctor.tables import SET, picture
from tests.waiting import wait_for
from web.app import close_app, create_app
from web.config import Config
from web.measuring import calibration
from web.measuring.calls import calibrations
from web.measuring.result import PAGE_WORDS, doctor_result
from web.measuring.work import Kind, Known
from words.language import LANGUAGES

SAMPLES = Path(__file__).parents[3] / "sample_images"


def sample(name: str) -> bytes:
    return (SAMPLES / f"{name}.jpg").read_bytes()


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One for all: its child process takes a while to start."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DRAUFSICHT_HOME", str(home))
        made = create_app(Config(log_path=home / "games.sqlite", reopen=False))
        yield made
        close_app(made)


@pytest.fixture
def client(app: Flask) -> Iterator[FlaskClient]:
    yield app.test_client()
    for entry in ProfileFolder.of_user().entries():
        entry.file.unlink()


def asked(client: FlaskClient, kind: str, status: int = 201, **options: Any) -> dict[str, Any]:
    answer = client.post("/api/calibrations", json={"kind": kind, **options})
    assert answer.status_code == status, answer.json
    return dict(answer.json or {})


def done(client: FlaskClient, state: dict[str, Any]) -> dict[str, Any]:
    """Asks until nothing is being done any more."""

    def look() -> dict[str, Any] | None:
        said = dict(client.get(f"/api/calibrations/{state['id']}").json or {})
        if not said["working"]:
            return said
        assert 0 <= said["working"]["share"] <= 1
        return None

    return wait_for(look, "what is being done") if state["working"] else state


def handed(client: FlaskClient, state: dict[str, Any], data: bytes, stands: str = "") -> dict[str, Any]:
    answer = client.post(
        f"/api/calibrations/{state['id']}/pictures",
        data=data,
        content_type="image/jpeg",
        query_string={"stands": stands} if stands else {},
    )
    assert answer.status_code == 200, answer.json
    return done(client, dict(answer.json or {}))


def finished(client: FlaskClient, state: dict[str, Any]) -> dict[str, Any]:
    answer = client.post(f"/api/calibrations/{state['id']}/finish")
    assert answer.status_code == 200, answer.json
    return done(client, dict(answer.json or {}))


def refused(client: FlaskClient, method: str, address: str, status: int, **said: Any) -> str:
    """The one sentence of a refusal."""
    answer = client.open(address, method=method, **said)
    assert answer.status_code == status, answer.data[:300]
    sentence = str((answer.json or {})["error"])
    assert sentence
    assert "Traceback" not in sentence
    return sentence


def table_of(state: dict[str, Any], number: int = 0) -> dict[str, list[str]]:
    return {row[0]: row[1:] for row in state["result"]["tables"][number]["rows"]}


# --- pages


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["", "/set", "/camera", "/colours", "/doctor"])
def test_the_pages_are_there_in_every_language(client: FlaskClient, page: str, language: str) -> None:
    answer = client.get(f"/calibration{page}?lang={language}")
    assert answer.status_code == 200
    assert f'lang="{language}"' in answer.text
    assert " style=" not in answer.text
    assert "page.cal." not in answer.text


def test_a_page_that_is_none(client: FlaskClient) -> None:
    assert client.get("/calibration/nothing").status_code == 404


def test_a_name_from_outside_stays_text(client: FlaskClient) -> None:
    answer = client.get("/calibration/set", query_string={"profile": '"><script>alert(1)</script>'})
    assert "<script>alert" not in answer.text


@pytest.mark.parametrize("paper", ["a4", "a3", "letter"])
def test_the_sheet(client: FlaskClient, paper: str) -> None:
    answer = client.get(f"/api/calibration/sheet.pdf?paper={paper}&lang=it")
    assert answer.mimetype == "application/pdf"
    assert answer.data.startswith(b"%PDF")


def test_a_paper_that_is_none(client: FlaskClient) -> None:
    assert "a4, a3, letter" in refused(client, "GET", "/api/calibration/sheet.pdf?paper=../a4", 400)


# --- the set


def test_a_set_from_a_ruler_alone(client: FlaskClient) -> None:
    state = asked(client, "set", ruler={"pitch_9": 29.2, "tower_height": 20.5})
    assert state["can_finish"]
    state = finished(client, state)
    assert table_of(state)["Height of a tower"] == ["20.5\u00a0mm", "±\u00a00.30", "ruler"]
    assert state["result"]["parts"] == ["set"]
    assert not state["result"]["picture"]
    refused(client, "GET", f"/api/calibrations/{state['id']}/result.png", 404)
    kept = client.post(f"/api/calibrations/{state['id']}/keep", json={"profile": "Küche"})
    assert kept.json == {"profile": "Küche", "parts": ["set"]}
    measured = ProfileFolder.of_user().load("küche").set
    assert measured is not None
    assert measured.physical_set.tower_height == 20.5
    assert measured.origins["tower_height"] == "ruler"


def test_a_set_from_photographs(client: FlaskClient) -> None:
    told = json.loads((SAMPLES / "first_bridges.json").read_text())["set"]
    state = asked(client, "set", ruler={"pitch_9": told["pitch_9"]})
    state = handed(client, state, sample("first_bridges"))
    assert state["last"] == {"accepted": True, "message": "The 5x5 board was found."}
    state = handed(client, state, sample("straight_above")[:2000] + b"rubbish")
    assert state["error"]
    assert state["pictures"] == 1
    state = finished(client, state)
    rows = table_of(state)
    assert float(rows["Height of a tower"][0].split()[0]) == pytest.approx(told["tower_height"], rel=0.03)
    assert rows["Height of a tower"][2] == "photographs"
    assert state["result"]["parts"] == ["set", "camera"]
    answer = client.get(f"/api/calibrations/{state['id']}/result.png")
    assert cv2.imdecode(np.frombuffer(answer.data, np.uint8), cv2.IMREAD_COLOR).shape == (540, 960, 3)
    assert client.post(f"/api/calibrations/{state['id']}/keep", json={"profile": "p"}).status_code == 200
    folder = ProfileFolder.of_user()
    assert folder.load("p").parts == ("set", "camera")
    # A camera that was measured before stays.
    before = MeasuredCamera(Camera.simple(900, (960, 540)), "sheet", 0.003)
    folder.put("q", camera=before)
    assert client.post(f"/api/calibrations/{state['id']}/keep", json={"profile": "q"}).status_code == 200
    after = folder.load("q")
    assert after.set is not None
    assert after.camera is not None
    assert after.camera.camera.fx == 900


def test_a_photograph_without_a_board(client: FlaskClient) -> None:
    grey = cv2.imencode(".png", np.full((300, 400, 3), 120, np.uint8))[1].tobytes()
    state = handed(client, asked(client, "set"), grey)
    assert not state["last"]["accepted"]
    assert "no board found" in state["last"]["message"]
    assert not state["can_finish"]
    refused(client, "POST", f"/api/calibrations/{state['id']}/finish", 409)


def test_what_is_said_to_stand_there_is_read(client: FlaskClient) -> None:
    state = handed(client, asked(client, "set"), sample("first_bridges"), stands="9 c3:R")
    assert state["last"]["message"].startswith("The 9x9 side was said")
    address = f"/api/calibrations/{state['id']}/pictures"
    refused(client, "POST", f"{address}?stands=nonsense", 400, data=sample("first_bridges"))
    refused(client, "POST", f"{address}?stands=9{'+c3' * 3000}", 400, data=sample("first_bridges"))


def test_measuring_can_be_stopped_and_the_pictures_stay(client: FlaskClient) -> None:
    state = handed(client, asked(client, "set"), sample("first_bridges"))
    address = f"/api/calibrations/{state['id']}"
    assert dict(client.post(f"{address}/finish").json or {})["working"]["what"] == "finish"
    refused(client, "POST", f"{address}/pictures", 409, data=sample("first_bridges"))
    refused(client, "POST", f"{address}/finish", 409)
    state = done(client, dict(client.post(f"{address}/stop").json or {}))
    assert state["error"]
    assert (state["pictures"], state["result"], state["can_finish"]) == (1, None, True)


def test_a_set_that_cannot_be_told_is_refused(client: FlaskClient) -> None:
    state = finished(client, handed(client, asked(client, "set"), sample("empty9")))
    assert state["result"]["refused"]
    assert state["result"]["advice"]
    assert state["result"]["parts"] == []
    refused(client, "POST", f"/api/calibrations/{state['id']}/keep", 409, json={"profile": "p"})


# --- the camera


def test_a_camera_from_the_sheet(client: FlaskClient) -> None:
    rng = np.random.default_rng(4)
    camera = some_camera(rng, (640, 480))
    state = asked(client, "sheet")
    for number, shot in enumerate(hand_held(camera, rng, 14)):
        data = cv2.imencode(".jpg", shoot(camera, shot, rng), [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()
        state = handed(client, state, data)
        assert state["last"]["hint"]
        assert state["looked"] == number + 1
    assert state["last"]["progress"] > 0.5
    assert state["last"]["views"] >= 8
    assert state["last"]["corners"]
    assert sum(map(sum, state["last"]["coverage"])) > 0
    assert calibrations_of(client, state["id"]).pictures == ()  # only corners are remembered
    state = finished(client, state)
    assert not state["error"]
    if not state["result"]["refused"]:
        measured = calibrations_of(client, state["id"]).finished
        assert measured is not None
        assert measured.camera is not None
        assert measured.camera.camera.fx == pytest.approx(camera.fx, rel=0.02)
        assert client.get(f"/api/calibrations/{state['id']}/result.png").data.startswith(b"\x89PNG")
    else:
        assert state["result"]["advice"]


def calibrations_of(client: FlaskClient, id_: str) -> calibration.Calibration:
    with client.application.app_context():
        return calibrations().of(id_)


def test_a_film_that_is_none(client: FlaskClient) -> None:
    state = asked(client, "sheet")
    answer = client.post(f"/api/calibrations/{state['id']}/film", data=b"no film at all", content_type="video/mp4")
    state = done(client, dict(answer.json or {}))
    assert state["error"]
    assert "/" not in state["error"]
    refused(client, "POST", f"/api/calibrations/{state['id']}/film", 400, data=b"")
    other = asked(client, "board")
    refused(client, "POST", f"/api/calibrations/{other['id']}/film", 400, data=b"film")


def test_a_film_of_the_sheet(client: FlaskClient, tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    camera = some_camera(rng, (640, 480))
    film = cv2.VideoWriter(str(tmp_path / "film.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (640, 480))
    for shot in hand_held(camera, rng, 2):
        for _ in range(3):
            film.write(shoot(camera, shot, rng))
    film.release()
    state = asked(client, "sheet")
    data = (tmp_path / "film.avi").read_bytes()
    answer = client.post(f"/api/calibrations/{state['id']}/film", data=data, content_type="video/avi")
    state = done(client, dict(answer.json or {}))
    assert state["error"] is None
    assert state["last"]["accepted"]
    assert state["last"]["views"] >= 1


def test_a_camera_from_the_board(client: FlaskClient) -> None:
    state = asked(client, "board")
    for name in ("first_bridges", "two_floors", "diagonal_and_foreign", "loose"):
        state = handed(client, state, sample(name))
        assert state["last"]["accepted"]
    other = cv2.imencode(".jpg", np.full((400, 400, 3), 90, np.uint8))[1].tobytes()
    assert not handed(client, state, other)["last"]["accepted"]
    small = cv2.resize(cv2.imread(str(SAMPLES / "loose.jpg")), None, fx=0.75, fy=0.75, interpolation=cv2.INTER_AREA)
    state = handed(client, state, cv2.imencode(".jpg", small)[1].tobytes())
    assert state["last"]["accepted"]
    state = finished(client, state)
    assert state["result"]["refused"] is None
    assert any("come from 2 cameras" in note for note in state["result"]["notes"])
    true = json.loads((SAMPLES / "two_floors.json").read_text())["camera"]["matrix"][0][0]
    assert float(table_of(state)["focal length"][0].split()[0]) == pytest.approx(true, rel=0.03)


def test_a_camera_from_a_photographs_notes(client: FlaskClient) -> None:
    exif = Image.Exif()
    exif[Base.Make], exif[Base.Model] = "Draufsicht", "Model 1"
    exif.get_ifd(IFD.Exif)[Base.FocalLengthIn35mmFilm] = 28
    made = io.BytesIO()
    Image.new("RGB", (400, 300), "grey").save(made, "JPEG", exif=exif)
    state = finished(client, handed(client, asked(client, "notes"), made.getvalue()))
    assert state["result"]["source"] == "Draufsicht Model 1"
    assert state["result"]["parts"] == ["camera"]
    # One that notes nothing takes its place.
    state = finished(client, handed(client, state, sample("hand")))
    assert state["result"]["refused"]
    assert "--" not in state["result"]["advice"]


# --- the colours


def test_colours_from_a_game(client: FlaskClient) -> None:
    told = json.loads((SAMPLES / "two_floors.json").read_text())
    stacks = " ".join(f"{field}:{stack}" for field, stack in told["towers"].items())
    state = handed(client, asked(client, "colours"), sample("two_floors"), stands=f"9 {stacks}")
    assert state["last"]["accepted"]
    assert state["last"]["seen"] == ["R", "B", "Y", "G"]
    assert state["last"]["progress"] > 0.5
    assert calibrations_of(client, state["id"]).pictures == ()
    state = finished(client, state)
    assert [row[0] for row in state["result"]["tables"][0]["rows"]] == ["red", "blue", "yellow", "green"]
    assert state["result"]["picture"]
    client.post(f"/api/calibrations/{state['id']}/keep", json={"profile": "p"})
    assert ProfileFolder.of_user().load("p").parts == ("colours",)
    wrong = handed(client, asked(client, "colours"), sample("two_floors"), stands="5 c3:R")
    assert not wrong["last"]["accepted"]


def test_colours_of_an_empty_board(client: FlaskClient) -> None:
    state = handed(client, asked(client, "colours"), sample("empty9"))
    assert not state["last"]["accepted"]
    refused(client, "POST", f"/api/calibrations/{state['id']}/finish", 409)


# --- doctor and check


def test_the_doctor_does_not_call_ready_what_is_unsure() -> None:
    """On the page as on the command line: one field behind high stacks, in a picture without any other fault."""
    made = doctor_result([picture(position="9 a2:RRRR b2:BBBB c2:RRRR d2:BBBB a3:Y")], SET, None, None, "en")
    assert not made.more["good"]
    assert made.more["verdict"].key == "doctor.unsure"
    first = made.more["aspects"][0]
    assert (first["aspect"], first["good"], len(first["advice"])) == ("reading", False, 1)
    assert [each["aspect"] for each in made.more["aspects"] if each["advice"]] == ["reading"]


def test_the_doctor(client: FlaskClient) -> None:
    state = finished(client, handed(client, asked(client, "doctor"), sample("low_camera")))
    scores = [each["score"] for each in state["result"]["aspects"] if each["advice"]]
    assert not state["result"]["good"]
    assert scores
    assert state["result"]["aspects"][0]["advice"]
    assert {each["aspect"] for each in state["result"]["aspects"]} >= {"board", "focus", "light", "angle", "reading"}
    assert client.get(f"/api/calibrations/{state['id']}/result.png").mimetype == "image/png"


def profile_of(name: str, **measures: float) -> Profile:
    return ProfileFolder.of_user().put(name, set_from_ruler(measures))


def test_a_profile_that_fits_and_one_that_does_not(client: FlaskClient) -> None:
    told = json.loads((SAMPLES / "two_floors.json").read_text())["set"]
    profile_of("right", **{key: told[key] for key in ("pitch_9", "board_side")})
    profile_of("wrong", pitch_9=told["pitch_9"], board_side=told["pitch_9"] * 11.5)
    answer = client.post("/api/profiles/right/check", data=sample("two_floors"), content_type="image/jpeg")
    state = finished(client, done(client, dict(answer.json or {})))
    assert state["result"]["fits"]
    assert state["result"]["warnings"] == []
    state = finished(client, handed(client, asked(client, "check", profile="wrong"), sample("two_floors")))
    assert not state["result"]["fits"]
    assert "margin" in state["result"]["warnings"][0]
    state = finished(client, handed(client, asked(client, "check"), sample("two_floors")))
    assert [row[1] for row in state["result"]["tables"][0]["rows"]][1] == "Does not fit"


def test_a_check_without_a_board(client: FlaskClient) -> None:
    profile_of("p", pitch_9=31)
    grey = cv2.imencode(".png", np.full((300, 400, 3), 120, np.uint8))[1].tobytes()
    state = finished(client, handed(client, asked(client, "check", profile="p"), grey))
    assert "no board" in state["result"]["refused"]


def test_a_check_of_nothing(client: FlaskClient) -> None:
    asked(client, "check", status=404)
    refused(client, "POST", "/api/profiles/none/check", 404, data=sample("empty9"))


# --- profiles


def test_profiles_are_listed_shown_renamed_exported_and_deleted(client: FlaskClient) -> None:
    profile_of("Küche 2", pitch_9=30)
    (entry,) = client.get("/api/profiles").json["profiles"]
    assert (entry["name"], entry["parts"], entry["used_by"]) == ("Küche 2", ["set"], [])
    shown = client.get("/api/profiles/küche 2").json
    assert shown["tables"][0]["rows"][0] == ["Field to field (9x9 side)", "30.0\u00a0mm", "±\u00a00.30", "ruler"]
    exported = client.get("/api/profiles/Küche 2/file")
    assert "attachment" in exported.headers["Content-Disposition"]
    assert Profile.from_json(json.loads(exported.data)) == ProfileFolder.of_user().load("Küche 2")
    assert client.post("/api/profiles/Küche 2/rename", json={"name": "Stube"}).json["profile"] == "Stube"
    assert client.delete("/api/profiles/Stube").json["deleted"] == "Stube"
    assert client.get("/api/profiles").json == {"profiles": []}
    taken = client.post("/api/profiles/import", data=exported.data)
    assert (taken.status_code, taken.json) == (201, {"profile": "Küche 2"})
    assert "Küche 2" in refused(client, "POST", "/api/profiles/import", 409, data=exported.data)
    assert client.post("/api/profiles/import?replace=1", data=exported.data).status_code == 201
    assert client.post("/api/profiles/import?name=other", data=exported.data).json == {"profile": "other"}


def test_a_damaged_profile_is_listed_and_stays(client: FlaskClient) -> None:
    profile_of("p", pitch_9=30)
    file = ProfileFolder.of_user().file("p")
    file.write_text("{")
    (entry,) = client.get("/api/profiles").json["profiles"]
    assert entry["error"]
    refused(client, "DELETE", "/api/profiles/p", 400)
    refused(client, "GET", "/api/profiles/p", 400)
    assert file.read_text() == "{"


NAMES = ["..", "%2e%2e", "..%2f..%2fetc%2fpasswd", "a%00b", "-x", "auto", "con", "x" * 300, "%E2%80%AE"]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_from_outside_is_never_a_path(client: FlaskClient, name: str) -> None:
    profile_of("p", pitch_9=30)
    before = sorted(path.name for path in ProfileFolder.of_user().path.parent.rglob("*"))
    for method, address in [("GET", ""), ("DELETE", ""), ("GET", "/file"), ("POST", "/rename"), ("POST", "/check")]:
        answer = client.open(f"/api/profiles/{name}{address}", method=method, json={"name": "q"} if address else None)
        assert answer.status_code in (400, 404, 405), (method, address)
        assert answer.json["error"]
    assert client.post("/api/profiles/p/rename", json={"name": f"../{name}"}).status_code == 400
    assert sorted(path.name for path in ProfileFolder.of_user().path.parent.rglob("*")) == before


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"format": "other"}', b"\xff\xfe", b'{"a":' * 5000])
def test_a_file_that_is_no_profile(client: FlaskClient, data: bytes) -> None:
    refused(client, "POST", "/api/profiles/import", 400, data=data)


def test_a_file_that_is_too_large(client: FlaskClient) -> None:
    refused(client, "POST", "/api/profiles/import", 413, data=b" " * 1_100_000)


def test_renaming_badly(client: FlaskClient) -> None:
    profile_of("p", pitch_9=30)
    profile_of("q", pitch_9=30)
    refused(client, "POST", "/api/profiles/p/rename", 400, json={"name": "q"})
    refused(client, "POST", "/api/profiles/p/rename", 400, json={})
    refused(client, "POST", "/api/profiles/p/rename", 400, json={"name": 3})
    refused(client, "POST", "/api/profiles/none/rename", 404, json={"name": "x"})


# --- bad input


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"kind": 3},
        {"kind": "nothing"},
        {"kind": "set", "ruler": []},
        {"kind": "set", "ruler": {"nothing": 1}},
        {"kind": "set", "ruler": {"pitch_9": "31"}},
        {"kind": "set", "ruler": {"pitch_9": -1}},
        {"kind": "set", "ruler": {"pitch_9": 31, "tower_height": 300}},
        {"kind": "set", "profile": "../x"},
        {"kind": "set", "profile": 7},
    ],
)
def test_beginning_badly(client: FlaskClient, said: dict[str, Any]) -> None:
    refused(client, "POST", "/api/calibrations", 400, json=said)


def test_a_measure_is_called_as_on_the_page(client: FlaskClient) -> None:
    said = {"kind": "set", "ruler": {"pitch_9": 31, "tower_height": 300}}
    assert refused(client, "POST", "/api/calibrations", 400, json=said).startswith("Height of a tower: 300")
    said = {"kind": "set", "ruler": {"pitch_9": 31, "tower_width": 40}}
    assert "Width of a tower must be smaller than: Field to field" in refused(
        client, "POST", "/api/calibrations", 400, json=said
    )


def test_a_name_is_checked_before_anything_is_measured(client: FlaskClient) -> None:
    profile_of("Küche", pitch_9=30)
    assert client.post("/api/profiles/name", json={"name": " küche "}).json == {"name": "küche", "there": True}
    assert client.post("/api/profiles/name", json={"name": "x"}).json == {"name": "x", "there": False}
    for name in ("", "../x", "auto", 3, None):
        refused(client, "POST", "/api/profiles/name", 400, json={"name": name})


def test_beginning_with_no_json(client: FlaskClient) -> None:
    refused(client, "POST", "/api/calibrations", 400, data=b"{", content_type="application/json")
    refused(client, "POST", "/api/calibrations", 400, data=b"[1]", content_type="application/json")


def test_a_calibration_that_is_not_there(client: FlaskClient) -> None:
    for method, rest in [
        ("GET", ""),
        ("DELETE", ""),
        ("POST", "/pictures"),
        ("POST", "/film"),
        ("POST", "/finish"),
        ("POST", "/stop"),
        ("GET", "/result.png"),
    ]:
        refused(client, method, f"/api/calibrations/nothing{rest}", 404, data=b"x" if method == "POST" else None)
    refused(client, "POST", "/api/calibrations/nothing/keep", 404, json={"profile": "p"})


def test_pictures_that_are_none(client: FlaskClient) -> None:
    state = asked(client, "set")
    address = f"/api/calibrations/{state['id']}/pictures"
    refused(client, "POST", address, 400, data=b"")
    refused(client, "POST", address, 413, data=b"x" * 31_000_000)
    refused(client, "POST", address, 404, json={"table": "nowhere"})
    refused(client, "POST", address, 400, json={})
    refused(client, "POST", address, 400, json={"table": 5})
    assert handed(client, state, b"no picture")["error"]
    assert client.delete(f"/api/calibrations/{state['id']}").json == {"closed": True}
    refused(client, "POST", address, 404, data=sample("empty9"))


def test_a_table_without_a_picture(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """And one with a picture, whose game vouches for what stands there."""
    image = cv2.imread(str(SAMPLES / "two_floors.jpg"))
    told = json.loads((SAMPLES / "two_floors.json").read_text())
    position = {"board": 9, "towers": told["towers"], "sticks": []}

    class Table:
        name = "1"
        set_up = SimpleNamespace(game="taktori")

        def frame_picture(self) -> Any:
            return shown

    class Hall:
        def table(self, name: str) -> Table:
            assert name == "1"
            return Table()

    monkeypatch.setattr("web.measuring.calls.hall", Hall)
    seen = {"sight": "calm", "game": {"waiting": None, "paused": False}, "position": position, "doubts": []}
    monkeypatch.setattr("web.measuring.calls.snapshot", lambda table, language: seen)
    state = asked(client, "colours")
    shown: Any = None
    refused(client, "POST", f"/api/calibrations/{state['id']}/pictures", 409, json={"table": "1"})
    shown = image
    answer = client.post(f"/api/calibrations/{state['id']}/pictures", json={"table": "1"})
    state = done(client, dict(answer.json or {}))
    assert state["last"]["seen"] == ["R", "B", "Y", "G"]
    monkeypatch.setattr(Table, "set_up", SimpleNamespace(game="antiblok"))
    said = refused(client, "POST", f"/api/calibrations/{state['id']}/pictures", 409, json={"table": "1"})
    assert said == "On this table lies Anti-Blok, but another game is being measured."


def test_only_tables_whose_board_can_be_measured_are_offered(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [SimpleNamespace(name=f"Tisch {game}", set_up=SimpleNamespace(game=game)) for game in ("fem", "antiblok")]
    monkeypatch.setattr("web.measuring.calls.hall", lambda: SimpleNamespace(tables=lambda: tables))
    for page in ("/calibration", "/calibration/set", "/calibration/colours", "/calibration/doctor"):
        said = client.get(page).text
        assert "Tisch fem" in said and "Tisch antiblok" not in said
    assert "Tisch antiblok" in client.get("/calibration/camera").text


def test_a_game_whose_set_is_not_measured_says_so(client: FlaskClient) -> None:
    for kind in Kind:
        asked_for = {"kind": kind, "game": "antiblok"}
        if kind.of_any_game:
            assert client.post("/api/calibrations", json=asked_for).status_code == 201
        else:
            said = refused(client, "POST", "/api/calibrations", 400, json=asked_for)
            assert said.startswith("Nothing is measured for Anti-Blok")


def test_another_page_may_not_change_anything(client: FlaskClient) -> None:
    headers = {"Origin": "http://elsewhere.example"}
    refused(client, "POST", "/api/calibrations", 403, json={"kind": "set"}, headers=headers)
    refused(client, "DELETE", "/api/profiles/p", 403, headers=headers)


# --- what is kept


def test_what_nobody_asks_for_is_dropped(app: Flask) -> None:
    now_s = 0.0
    kept = calibration.Calibrations(lambda: now_s)
    first = kept.begin(Kind.SET, Known())
    now_s = calibration.IDLE_S - 1
    assert kept.of(first.id) is first
    now_s += calibration.IDLE_S + 1
    with pytest.raises(calibration.NotFound):
        kept.of(first.id)
    many = [kept.begin(Kind.SET, Known()) for _ in range(calibration.MOST_SESSIONS + 1)]
    with pytest.raises(calibration.NotFound):
        kept.of(many[0].id)
    assert kept.of(many[-1].id) is many[-1]


def test_no_more_pictures_than_are_needed(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "MOST_PICTURES", {**calibration.MOST_PICTURES, Kind.DOCTOR: 2})
    state = asked(client, "doctor")
    for _ in range(2):
        state = handed(client, state, sample("empty9"))
    refused(client, "POST", f"/api/calibrations/{state['id']}/pictures", 409, data=sample("empty9"))
    monkeypatch.setattr(calibration, "MOST_BYTES", 10)
    state = asked(client, "doctor")
    refused(client, "POST", f"/api/calibrations/{state['id']}/pictures", 409, data=sample("empty9"))


def test_sentences_for_the_command_line_have_their_like_for_the_page() -> None:
    from words.language import catalogue

    for language in LANGUAGES:
        texts = catalogue(language)
        for told, own in PAGE_WORDS.items():
            assert any(odd in texts[told] for odd in ("--", "draufsicht", "pitch_9", "{name}")), told
            assert not any(odd in texts[own] for odd in ("--", "draufsicht calibrate", "pitch_9")), own
