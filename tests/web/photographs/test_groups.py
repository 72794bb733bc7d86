"""Pictures of one position in a list: suggested, made one row, read as one, corrected, exported, taken apart."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from referee.tactori.rules import rule_book
from referee.tactori.text import parse_text, to_text
from tests.vision.tactori.test_alike import BUSY, turned
from tests.waiting import wait_for
from tests.web.views import ALONE, HIDING, view
from vision.doubt import Doubt
from vision.photograph import WORKING_PX
from vision.picture_reading import Reading
from vision.profiles.device import device_of
from web.door.errors import Conflict, NotFound, TooOften
from web.photographs import batch as module
from web.photographs.batch import Batch
from web.photographs.batches import Batches
from web.photographs.calls import BATCHES
from web.photographs.reading_work import Again, Kept, Seen, SeenView, Wish, board_from_above, read_again, read_upload
from web.photographs.results import batch_json, picture_json, readings_json
from web.photographs.rows import Answer, Row, RowState
from web.photographs.spreadsheet import spreadsheet
from web.workshop.workshop import Job, State
from words.language import LANGUAGES
from words.message import InputError, Message, message

CORNERS = ((0.0, 9.0), (9.0, 9.0), (9.0, 0.0), (0.0, 0.0))


def reading_of(position: str, doubtful: Sequence[str] = ()) -> Reading:
    unsure = tuple(Doubt(at, message("doubt.dark")) for at in doubtful)
    return Reading("x.jpg", CORNERS, parse_text(position), unsure, 5.0)


def answered(n: int, position: str, *doubtful: str, game: str | None = None) -> Row:
    """A picture as it is once it was read, each with another file."""
    reading = reading_of(position, doubtful)
    seen = Seen(b"shown", b"thumb", (640, 480), reading, kept=Kept(b"file %d" % n, (640, 480)))
    return Row(n, f"{n}.jpg", seen=seen, answer=Answer(seen, reading, reading.position, (), _rules(game)))


def _rules(game: str | None) -> Any:
    return rule_book(game) if game else None


class Later:
    """A workshop in which nothing is done until a test says what came of it."""

    workers = 1

    def __init__(self) -> None:
        self.jobs: list[tuple[Job, tuple[Any, ...]]] = []
        self.busy = False

    def start(
        self, function: Any, *args: Any, limit_s: float, first: bool = False, patient: bool = False, ended: Any = None
    ) -> Job:
        if self.busy:
            raise InputError(message("web.work.busy"))
        job = Job(len(self.jobs) + 1, b"", limit_s, ended)
        self.jobs.append((job, (function, *args)))
        return job

    @property
    def last(self) -> Job:
        return self.jobs[-1][0]

    def done(self, result: Seen) -> None:
        self.last._end(State.DONE, result)

    def failed(self, why: Message) -> None:
        self.last._end(State.FAILED, error=InputError(why))


def joint(position: str, turns: Sequence[int], *doubtful: str, left_out: Sequence[int] = ()) -> Seen:
    """What comes of reading a group."""
    why = message("together.other_position", fields="c3")
    views = tuple(
        SeenView({"corners": CORNERS}, CORNERS, turn, i not in left_out, why if i in left_out else None)
        for i, turn in enumerate(turns)
    )
    return Seen(b"", b"", (640, 480), reading_of(position, doubtful), views=views)


def listed(*rows: Row, game: str | None = None) -> Batch:
    batch = Batches().open(_rules(game), Wish())
    batch.rows += rows
    return batch


def numbers(batch: Batch) -> list[int]:
    return [row.n for row in batch.ordered()]


def suggested(batch: Batch) -> list[tuple[int, ...]]:
    return [each.rows for each in batch.suggestions()]


# --- what clearly shows the same --------------------------------------------------------------------------------------


def test_pictures_that_agree_are_suggested_together() -> None:
    other = BUSY.replace("a1:RR", "a1:BB")
    rows = [answered(1, BUSY), answered(2, other), answered(3, turned(BUSY, 1)), answered(4, turned(BUSY, 2), "e5")]
    batch = listed(*rows, Row(5, "broken", error=InputError(message("photo.damaged"))), Row(6, "waiting"))
    assert [(each.rows, each.pieces) for each in batch.suggestions()] == [((1, 3, 4), 8)]
    assert numbers(batch) == [5, 4, 1, 2, 3, 6]  # and nothing was grouped

    # A correction counts as what the picture shows.
    batch.correct(2, ["a1=RR"])
    assert suggested(batch) == [(1, 2, 3, 4)]
    batch.as_read(2)
    assert suggested(batch) == [(1, 3, 4)]


def test_one_file_handed_in_twice_is_not_suggested() -> None:
    one, other = answered(1, BUSY), answered(2, BUSY)
    assert suggested(listed(one, other)) == [(1, 2)]
    assert one.seen is not None and other.seen is not None
    other.seen = replace(other.seen, kept=one.seen.kept)
    assert suggested(listed(one, other)) == []


def test_no_more_are_suggested_than_can_be_read_as_one() -> None:
    batch = listed(*(answered(n, BUSY) for n in range(1, 12)))
    assert [len(rows) for rows in suggested(batch)] == [8, 3]


def test_a_suggestion_is_dismissed_and_called_back() -> None:
    batch = listed(*(answered(n, turned(BUSY, n)) for n in range(1, 4)))
    batch.dismiss([1, 2])
    assert suggested(batch) == [(1, 3)]
    batch.dismiss([1, 2, 3])
    assert suggested(batch) == []
    batch.dismiss([2, 3], dismissed=False)
    assert suggested(batch) == [(2, 3)]
    with pytest.raises(NotFound):
        batch.dismiss([1, 7])


# --- one row ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def later() -> Any:
    return Later()


def test_a_group_is_one_row_and_comes_apart_as_it_was(later: Any) -> None:
    rows = [answered(1, BUSY, "a1"), answered(2, turned(BUSY, 1)), answered(3, "5 c3:R")]
    batch = listed(*rows)
    batch.correct(2, ["c3=YY"])
    before = [row.answer for row in batch.rows]
    group = batch.group([1, 2], later)
    assert (group.n, group.name, group.members, group.state) == (4, "1.jpg + 1", (1, 2), RowState.WAITING)
    assert (batch.unread, batch.pictures) == (1, 3)
    assert numbers(batch) == [3, 4]
    # It is read from what is kept.
    function, again, wish = later.jobs[0][1]
    assert function is read_again and wish == batch.wish
    assert [(each.kept.data, each.turned) for each in again] == [(b"file 1", None), (b"file 2", None)]
    assert later.last.limit_s == 2 * module.READ_LIMIT_S

    later.done(joint(BUSY, (0, 90)))
    assert (group.state, batch.unread) == (RowState.CLEAR, 0)
    said = batch_json(batch, "en")
    assert said["counts"] == {"clear": 2} and len(said["rows"]) == 2
    assert said["suggestions"] == []
    batch.correct(4, ["a1=GG"])

    batch.take_apart(4)
    assert [row.n for row in batch.shown()] == [1, 2, 3]
    assert [row.answer for row in rows] == before
    assert suggested(batch) == []  # whoever takes them apart does not want to be asked at once
    with pytest.raises(NotFound):
        batch.row(4)

    # Put together again it is as it was, and nothing is read anew.
    assert batch.group([1, 2], later) is group
    assert len(later.jobs) == 1
    assert group.answer is not None and group.answer.by_hand == ("c3", "a1")
    batch.take_apart(4)
    batch.dismiss([1, 2], dismissed=False)
    assert suggested(batch) == [(1, 2)]


def test_a_group_takes_more_pictures(later: Any) -> None:
    batch = listed(*(answered(n, turned(BUSY, n - 1)) for n in range(1, 5)))
    batch.group([3, 1], later)
    later.done(joint(turned(BUSY, 2), (0, 180)))
    assert suggested(batch) == [(2, 5, 4)]
    assert batch.row(5).members == (3, 1)  # the first that was named names the fields
    with pytest.raises(Conflict):
        batch.group([1, 2], later)
    bigger = batch.group([5, 2], later)
    assert bigger.members == (3, 1, 2)
    assert numbers(batch) == [4, 6]
    batch.take_apart(bigger.n)
    assert batch.group([3, 1], later).n == 5
    assert len(later.jobs) == 2


def test_what_cannot_be_a_group_is_refused_and_all_stays(later: Any) -> None:
    broken = Row(3, "broken", error=InputError(message("photo.damaged")))
    batch = listed(answered(1, BUSY), answered(2, BUSY), broken, Row(4, "waiting"))
    batch.rows += [answered(n, "5 c3:R") for n in range(5, 14)]
    for rows, error in (
        ([1], InputError),
        ([1, 1], InputError),
        (list(range(5, 14)), InputError),
        ([1, 3], Conflict),
        ([1, 4], Conflict),
        ([1, 99], NotFound),
    ):
        with pytest.raises(error):
            batch.group(rows, later)
    later.busy = True
    with pytest.raises(TooOften):
        batch.group([1, 2], later)
    with pytest.raises(NotFound):
        batch.take_apart(1)
    assert len(batch.shown()) == len(batch.rows) == 13 and not later.jobs


def test_taken_apart_while_it_is_read(later: Any) -> None:
    batch = listed(answered(1, BUSY), answered(2, BUSY))
    batch.group([1, 2], later)
    job = later.last
    batch.take_apart(3)
    assert job.stopping and not batch.unread
    again = batch.group([1, 2], later)
    assert len(later.jobs) == 2 and again.error is None
    later.done(joint(BUSY, (0, 0)))
    assert again.state is RowState.CLEAR


def test_only_so_many_groups_that_were_taken_apart_are_kept(later: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_APART", 2)
    batch = listed(*(answered(n, BUSY) for n in range(1, 6)))
    for other in range(2, 6):
        batch.take_apart(batch.group([1, other], later).n)
    assert [row.n for row in batch.rows] == [1, 2, 3, 4, 5, 8, 9]
    assert batch.group([1, 2], later).n == 10


def test_pictures_in_a_group_count_towards_the_list(later: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_PICTURES", 2)
    batch = listed(answered(1, BUSY), answered(2, BUSY))
    batch.group([1, 2], later)
    with pytest.raises(Conflict):
        batch.add(b"picture", "c", later)
    kept = batch.kept_bytes
    later.done(joint(BUSY, (0, 0)))
    assert batch.kept_bytes == kept == 2 * (len(b"shown") + len(b"thumb") + len(b"file 1"))


def test_what_was_corrected_in_single_pictures_holds_in_the_group(later: Any) -> None:
    """As each picture calls it; of two that contradict each other the first is right, and one left out says nothing."""
    batch = listed(answered(1, BUSY), answered(2, turned(BUSY, 1)), answered(3, turned(BUSY, 2)))
    batch.correct(1, ["a1=G"])
    batch.correct(2, ["a5=YYY", "c3-d3="])  # a5 is the first picture's a1, and c3-d3 its c3-c4
    batch.correct(3, ["c3=B"])
    assert turned("5 a1:R c4:R", 1) == "5 a5:R d3:R"
    group = batch.group([1, 2, 3], later)
    later.done(joint(BUSY, (0, 90, 180), left_out=(2,)))
    assert group.answer is not None
    assert group.answer.position.towers["a1"] == "G"
    assert group.answer.position.towers["c3"] == "YY"
    assert set(group.answer.by_hand) == {"a1", "c3-c4"}
    batch.as_read(group.n)
    assert group.answer.by_hand == () and to_text(group.answer.position) == to_text(parse_text(BUSY))


# --- read otherwise ---------------------------------------------------------------------------------------------------


def test_another_reading_keeps_what_was_corrected(later: Any) -> None:
    batch = listed(answered(1, BUSY, "b4"))
    batch.correct(1, ["e5=YYY", "-R:c3-d3@1"])
    batch.read_again(1, Wish(ask="more"), None, later)
    row = batch.row(1)
    assert row.state is RowState.WAITING and batch.unread == 1
    with pytest.raises(Conflict):
        batch.read_again(1, Wish(), None, later)
    later.done(Seen(b"", b"", (640, 480), reading_of(BUSY.replace("b4:B", "b4:GG"))))
    assert row.answer is not None and row.seen is not None
    assert to_text(row.answer.position) == "5 a1:RR b4:GG c3:YY d2:GB d3:R e5:YYY"
    assert set(row.answer.by_hand) == {"e5", "c3-d3"} and row.wish == Wish(ask="more")
    assert (row.seen.shown, row.seen.kept) == (b"shown", Kept(b"file 1", (640, 480)))
    # On another board nothing of it can hold.
    batch.read_again(1, Wish(board=9), None, later)
    later.done(Seen(b"", b"", (640, 480), reading_of("9 c3:R")))
    assert to_text(row.answer.position) == "9 c3:R" and row.answer.by_hand == ()


def test_what_cannot_be_read_otherwise_stays(later: Any) -> None:
    batch = listed(answered(1, BUSY))
    before = batch.row(1).answer
    batch.read_again(1, Wish(board=9), None, later)
    later.done(Seen(b"", b"", (640, 480), error=InputError(message("noboard.none"))))
    row = batch.row(1)
    assert (row.answer, row.state, row.error, row.wish) == (before, RowState.CLEAR, None, None)
    assert picture_json(batch, row, "en")["remark"].startswith("No board found")
    batch.read_again(1, Wish(), None, later)
    later.done(Seen(b"", b"", (640, 480), reading_of(BUSY)))
    assert picture_json(batch, row, "en")["remark"] is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_the_turning_cannot_be_told_a_person_is_asked(later: Any, language: str) -> None:
    batch = listed(answered(1, "5 c3:R"), answered(2, "5 c3:R"))
    group = batch.group([1, 2], later)
    later.failed(message("together.turning"))
    said = picture_json(batch, group, language)
    assert (said["state"], said["asks_turning"], said["picture"]) == ("error", True, True)
    assert "--turned" not in said["error"]
    assert [(each["n"], each["turned"], each["used"]) for each in said["views"]] == [(1, None, None), (2, None, None)]
    # Taken apart and put together again it still asks; nothing is read in vain.
    batch.take_apart(group.n)
    assert batch.group([1, 2], later).asks_turning and len(later.jobs) == 1

    batch.read_again(group.n, batch.wish, (0, 180), later)
    assert [each.turned for each in later.jobs[1][1][1]] == [0, 180]
    later.done(joint("5 c3:R", (0, 180)))
    said = picture_json(batch, group, language)
    assert (said["state"], said["asks_turning"], said["error"]) == ("clear", False, None)
    assert [(each["said"], each["turned"], each["used"]) for each in said["views"]] == [(0, 0, True), (180, 180, True)]
    # What was said holds for other settings too.
    batch.read_again(group.n, Wish(ask="less"), None, later)
    assert [each.turned for each in later.jobs[2][1][1]] == [0, 180]


# --- exports ----------------------------------------------------------------------------------------------------------


def test_a_group_is_exported_once_with_its_pictures(later: Any) -> None:
    batch = listed(answered(1, "9 c3:R"), answered(2, "9 e5:B"), answered(3, "9 c3:R"), game="taktori")
    group = batch.group([3, 1], later)
    later.done(joint("9 c3:RR", (0, 270), "c3", left_out=(1,)))
    alone, together = readings_json(batch, "en")["pictures"]
    assert alone["image"] == "2.jpg" and "images" not in alone and "views" not in alone
    assert (together["image"], together["images"]) == ("3.jpg", ["3.jpg", "1.jpg"])
    first, second = together["views"]
    assert first == {"image": "3.jpg", "corners": [[*at] for at in CORNERS], "turned": 0, "used": True, "why": None}
    assert (second["used"], second["turned"]) == (False, 270) and "c3" in second["why"]
    assert together["unsure"] == [{"at": "c3", "why": "too dark", "move": None}]
    rows = list(csv.reader(io.StringIO(spreadsheet(batch, "en")[1:], newline="")))
    assert len(rows) == 3 and {len(row) for row in rows} == {len(rows[0])}
    line = dict(zip(rows[0], rows[1], strict=True))
    assert (line["file"], line["pictures"]) == ("3.jpg + 1", "3.jpg | 1.jpg")
    assert line["turned"].startswith("0° | shows another position")
    assert dict(zip(rows[0], rows[2], strict=True))["pictures"] == ""
    assert batch_json(batch, "en")["rows"][0]["left_out"] == 1

    batch.read_again(group.n, batch.wish, None, later)
    later.done(joint("9 c3:RR", (0, 270)))
    assert [each.get("images") for each in readings_json(batch, "en")["pictures"]] == [None, ["3.jpg", "1.jpg"]]


def test_a_group_that_was_not_read_is_exported_with_the_reason(later: Any) -> None:
    batch = listed(answered(1, "5 c3:R"), answered(2, "5 c3:R"))
    batch.group([1, 2], later)
    assert readings_json(batch, "en")["pictures"] == []
    later.failed(message("together.turning"))
    (said,) = readings_json(batch, "en")["pictures"]
    assert (said["image"], said["images"], said["state"]) == ("1.jpg", ["1.jpg", "2.jpg"], "error")
    assert "turned" in said["error"]


# --- really read ------------------------------------------------------------------------------------------------------


def until(true: Callable[[], bool]) -> None:
    wait_for(true)


def handed_in(client: FlaskClient, pictures: Sequence[bytes], **asked: Any) -> str:
    said = client.post("/api/batches", json={"measure": False, **asked}).json
    path = f"/api/batches/{said['id']}"
    for n, data in enumerate(pictures, 1):
        assert client.post(f"{path}/pictures?name={n}.jpg", data=data).status_code == 201
        until(lambda: not client.get(path).json["unread"])
    return path


def grouped(client: FlaskClient, path: str, rows: Sequence[int]) -> dict[str, Any]:
    answer = client.post(f"{path}/groups", json={"rows": list(rows)})
    assert answer.status_code == 201, answer.json
    return read(client, path, answer.json["n"])


def read(client: FlaskClient, path: str, n: int) -> dict[str, Any]:
    until(lambda: not client.get(path).json["unread"])
    said = client.get(f"{path}/pictures/{n}").json
    assert isinstance(said, dict)
    return said


def test_what_one_picture_hides_another_shows(client: FlaskClient) -> None:
    path = handed_in(client, [view(HIDING, 0), view(HIDING, 90), view(HIDING, 270), view(HIDING, 90)])
    listed = client.get(path).json
    assert [each["rows"] for each in listed["suggestions"]] == [[1, 2, 3]]
    assert [doubt["at"] for doubt in client.get(f"{path}/pictures/1").json["doubts"]] == ["c5"]
    said = grouped(client, path, [1, 2, 3, 4])
    assert said["position"] == parse_text(HIDING).to_json()
    assert (said["state"], said["doubts"], said["left_out"]) == ("clear", [], 1)
    assert [(each["turned"], each["used"]) for each in said["views"]][:3] == [(0, True), (90, True), (270, True)]
    assert "number 2" in said["views"][3]["why"]
    # Every picture has its own camera, for whoever draws over it, in pixels of what is shown of it.
    for each in said["views"]:
        shown = Image.open(io.BytesIO(client.get(f"{path}/pictures/{each['n']}/picture.jpg").data))
        assert shown.size == tuple(each["size"]) == tuple(each["view"]["size"])
    corners = [each["view"]["corners"] for each in said["views"]]
    own = [client.get(f"{path}/pictures/{n}").json["view"]["corners"] for n in (1, 2, 3)]
    # Beside a1 as the first picture calls it, which is the near right corner of one taken from the right.
    for k, (mine, theirs) in enumerate(zip(corners, own, strict=False)):
        at = {0: 0, 1: 3, 2: 1}[k]
        assert mine[0] == pytest.approx(theirs[at], abs=8)
    assert client.get(f"{path}/pictures/{said['n']}/thumb.jpg").data == client.get(f"{path}/pictures/1/thumb.jpg").data


def test_a_picture_of_another_position_is_named_and_left_out(client: FlaskClient) -> None:
    moved = HIDING.replace("e1:G", "e2:G").replace("d2:RB", "d2:R")
    path = handed_in(client, [view(HIDING, 0), view(HIDING, 90), view(moved, 270)])
    assert [each["rows"] for each in client.get(path).json["suggestions"]] == [[1, 2]]
    said = grouped(client, path, [1, 2, 3])
    assert (said["position"], said["left_out"]) == (parse_text(HIDING).to_json(), 1)
    assert [each["used"] for each in said["views"]] == [True, True, False]
    assert all(field in said["views"][2]["why"] for field in ("e1", "e2", "d2"))
    assert client.get(path).json["suggestions"] == []


def test_a_picture_without_a_board_is_left_out(client: FlaskClient) -> None:
    file = io.BytesIO()
    Image.new("RGB", (640, 480), (90, 80, 70)).save(file, "JPEG")
    path = handed_in(client, [file.getvalue(), view(HIDING, 90), view(HIDING, 180)])
    assert client.get(f"{path}/pictures/1").json["state"] == "error"
    said = grouped(client, path, [1, 2, 3])
    assert [(each["used"], each["turned"]) for each in said["views"]] == [(False, None), (True, 0), (True, 90)]
    assert "no board" in said["views"][0]["why"] and said["views"][0]["view"] is None
    assert said["position"] == parse_text(turned(HIDING, 1)).to_json()
    (reading,) = client.get(f"{path}/results.json").json["pictures"]
    assert [each["corners"] is None for each in reading["views"]] == [True, False, False]
    assert client.get(f"{path}/results.csv").status_code == 200


def test_a_person_says_how_pictures_are_turned(client: FlaskClient) -> None:
    path = handed_in(client, [view(ALONE, 0), view(ALONE, 90)])
    assert client.get(path).json["suggestions"] == []
    said = grouped(client, path, [1, 2])
    assert (said["asks_turning"], said["state"]) == (True, "error")
    group = f"{path}/pictures/{said['n']}"
    for wrong in ([0], [90, 0], [0, 45], [0, True], "0,90", [0, 90, 180], [0, "90"]):
        answer = client.post(f"{group}/read", json={"turned": wrong})
        assert answer.status_code == 400 and "2 pictures" in answer.json["error"]
    assert client.post(f"{group}/read", json={"turned": [0, 90]}).status_code == 200
    said = read(client, path, said["n"])
    assert (said["state"], said["position"]["towers"]) == ("clear", {"c3": "R"})
    assert [each["turned"] for each in said["views"]] == [0, 90]


@pytest.mark.parametrize("rows", [None, [], "1", [1, "2"], [1, True], [1.0, 2], list(range(1, 10)), {"1": 2}])
def test_wrong_numbers_are_refused(client: FlaskClient, app: Flask, rows: Any) -> None:
    batch = app.extensions[BATCHES].open(None, Wish())
    batch.rows += [answered(1, BUSY), answered(2, BUSY)]
    for what in ("groups", "dismissed"):
        assert client.post(f"/api/batches/{batch.id}/{what}", json={"rows": rows}).status_code == 400
    assert len(batch.rows) == 2 and not batch.dismissed


def test_suggestions_that_were_called_back_stay_so(client: FlaskClient, app: Flask) -> None:
    batches: Batches = app.extensions[BATCHES]
    batch = batches.open(None, Wish())
    batch.rows += [answered(1, BUSY), answered(2, BUSY)]
    batch.keep(batch, batch.rows)
    path = f"/api/batches/{batch.id}"
    assert client.post(f"{path}/dismissed", json={"rows": [1, 2]}).json["dismissed"] == 1
    assert client.delete(f"{path}/dismissed").json["dismissed"] == 0
    batches.put_away(batch.id)
    assert client.get(path).json["dismissed"] == 0


def test_a_large_file_is_kept_as_what_is_read_of_it() -> None:
    """In pixels of the photograph itself, and with what a profile is found by, but not where it was taken."""
    large = Image.open(io.BytesIO(view(HIDING, 90))).resize((4400, 3200))
    notes = Image.Exif()
    notes[0x010F], notes[0x0110], notes[0x013B] = "Maker", "Phone 7", "Somebody"
    file = io.BytesIO()
    large.save(file, "JPEG", quality=97, exif=notes)
    seen = read_upload(lambda share, said: None, file.getvalue(), "x.jpg", Wish(measure=False))
    assert seen.kept is not None and seen.reading is not None
    assert len(seen.kept.data) < len(file.getvalue()) / 2 and seen.kept.size == (4400, 3200)
    assert max(seen.kept.photograph().image.shape) == WORKING_PX
    assert device_of(seen.kept.data) == "Maker Phone 7"
    assert b"Somebody" not in seen.kept.data
    again = read_again(lambda share, said: None, [Again("x.jpg", seen.kept, seen.size)], Wish(measure=False))
    assert again.reading is not None
    assert again.reading.position == seen.reading.position == parse_text(turned(HIDING, 1))
    for mine, theirs in zip(again.reading.corners, seen.reading.corners, strict=True):
        assert mine == pytest.approx(theirs, abs=4)
    small = read_upload(lambda share, said: None, view(HIDING, 0), "y.jpg", Wish(measure=False))
    assert small.kept == Kept(view(HIDING, 0), (1100, 800))


def test_the_board_from_above_lies_as_the_camera_sees_it() -> None:
    """The only piece near the left corner is yellow; turned back it lies as in the first picture."""
    seen = read_upload(lambda share, said: None, view("5 a1:Y e5:B", 0), "x.jpg", Wish(measure=False))
    flat = board_from_above(seen)
    assert flat is not None
    picture = Image.open(io.BytesIO(flat)).convert("RGB")
    near_left = picture.getpixel((picture.width // 8, picture.height * 7 // 8))
    assert isinstance(near_left, tuple) and near_left[2] < 0.6 * near_left[0]
    assert board_from_above(replace(seen, view=None)) is None
