"""What is to be read: lines of a batch, and corners as people type them."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.camera import Camera
from calibration.physical_set import PhysicalSet
from vision.tasks import BadTask, Task, batch_tasks, read_batch, read_board, read_corners
from words.message import InputError

CAMERA = Camera.simple(1000.0, (1280, 720))
KNOWN = Task("", "", PhysicalSet.in_proportion(30.0), None, 5)
PAIR = ["x.jpg", "y.jpg"]
CORNERS = "256.6,594.4 937.3,702.2 929.0,172.7 436.2,118.1"


def tasks(folder: Path, *lines: Any) -> list[Task | BadTask]:
    path = folder / "batch.jsonl"
    path.write_bytes(b"\n".join(x if isinstance(x, bytes) else json.dumps(x).encode() for x in lines))
    return list(batch_tasks(read_batch(str(path)), str(path), KNOWN))


def test_a_line_says_what_it_knows(tmp_path: Path) -> None:
    line = {"image": "sub/x.jpg", "set": {"pitch_9": 25.0}, "camera": CAMERA.to_json(), "board": 9, "note": "ignored"}
    (task,) = tasks(tmp_path, line)
    assert task == Task("sub/x.jpg", str(tmp_path / "sub/x.jpg"), PhysicalSet.in_proportion(25.0), CAMERA, 9)


def test_a_line_with_several_pictures_of_one_position(tmp_path: Path) -> None:
    other = Camera.simple(900.0, (640, 480))
    said = {"images": ["sub/x.jpg", "/y.jpg"], "cameras": [None, other.to_json()], "turned": [None, 270]}
    (task,) = tasks(tmp_path, {**said, "camera": CAMERA.to_json(), "set": {"pitch_9": 25.0}, "board": 9})
    assert isinstance(task, Task)
    assert (task.image, task.images, task.turned) == ("sub/x.jpg", ("sub/x.jpg", "/y.jpg"), (None, 270))
    made = PhysicalSet.in_proportion(25.0)
    assert task.alone(0) == Task("sub/x.jpg", str(tmp_path / "sub/x.jpg"), made, CAMERA, 9)
    assert task.alone(1) == Task("/y.jpg", "/y.jpg", made, other, 9)


def test_a_line_says_whether_to_ask_more(tmp_path: Path) -> None:
    (task,) = tasks(tmp_path, {"image": "x.jpg", "ask": "more"})
    assert task.ask == "more"


def test_what_a_line_does_not_say_is_as_on_the_command_line(tmp_path: Path) -> None:
    first, second = tasks(tmp_path, {"image": "/x.jpg"}, {"image": "y.jpg", "set": None, "board": "auto"})
    assert first == Task("/x.jpg", "/x.jpg", KNOWN.physical_set, None, 5)
    assert second == Task("y.jpg", str(tmp_path / "y.jpg"), KNOWN.physical_set, None, None)


@pytest.mark.parametrize(
    ("line", "image", "said"),
    [
        (b"{", None, "line 2: this is not JSON"),
        (b"\xff\xfe", None, "line 2: this is not text in UTF-8"),
        ([], None, "line 2: a question is a JSON object"),
        ({}, None, "line 2: the key image is missing"),
        ({"image": 7}, None, "line 2: image is the name of a picture file"),
        ({"image": ""}, "", "line 2: image is the name of a picture file"),
        ({"image": "x.jpg", "board": 7}, "x.jpg", "line 2: board cannot be 7; it can be 5, 9, auto"),
        ({"image": "x.jpg", "board": True}, "x.jpg", "line 2: board cannot be True"),
        ({"image": "x.jpg", "ask": "often"}, "x.jpg", "line 2: ask cannot be 'often'; it can be less, usual, more"),
        ({"image": "x.jpg", "set": []}, "x.jpg", "line 2: a set is an object"),
        ({"image": "x.jpg", "set": {"pitch_9": "30"}}, "x.jpg", "line 2: set: pitch_9 is a length"),
        ({"image": "x.jpg", "camera": {}}, "x.jpg", "line 2: camera: the key matrix is missing"),
        ({"images": "x.jpg"}, None, "line 2: images is a list of names"),
        ({"images": []}, None, "line 2: from 2 to 8 pictures are read as one, not 0"),
        ({"images": ["x.jpg"]}, "x.jpg", "line 2: from 2 to 8 pictures are read as one, not 1"),
        ({"images": ["x.jpg"] * 9}, "x.jpg", "line 2: from 2 to 8 pictures are read as one, not 9"),
        ({"images": ["x.jpg", 7]}, "x.jpg", "line 2: images is a list of names"),
        ({"images": [7, "x.jpg"]}, None, "line 2: images is a list of names"),
        ({"images": ["x.jpg", ""]}, "x.jpg", "line 2: images is a list of names"),
        ({"images": PAIR, "cameras": [None]}, "x.jpg", "line 2: cameras is as long as images"),
        ({"images": PAIR, "cameras": {}}, "x.jpg", "line 2: cameras is as long as images"),
        ({"images": PAIR, "cameras": [None, {}]}, "x.jpg", "line 2: camera: the key matrix is missing"),
        ({"images": PAIR, "turned": [0]}, "x.jpg", "line 2: for each of the 2 pictures"),
        ({"images": PAIR, "turned": [90, 0]}, "x.jpg", "line 2: for each of the 2 pictures"),
        ({"images": PAIR, "turned": [0, 45]}, "x.jpg", "line 2: for each of the 2 pictures"),
        ({"images": PAIR, "turned": [0, 90.0]}, "x.jpg", "line 2: for each of the 2 pictures"),
        ({"images": PAIR, "turned": [False, 90]}, "x.jpg", "line 2: for each of the 2 pictures"),
        ({"images": PAIR, "turned": "0,90"}, "x.jpg", "line 2: for each of the 2 pictures"),
        ({"images": PAIR, "board": 7}, "x.jpg", "line 2: board cannot be 7"),
    ],
)
def test_a_bad_line_is_told_and_the_rest_goes_on(tmp_path: Path, line: Any, image: str | None, said: str) -> None:
    first, bad, last = tasks(tmp_path, {"image": "a.jpg"}, line, b"", {"image": "b.jpg"})
    assert isinstance(bad, BadTask)
    assert bad.image == image
    assert str(bad.error).startswith(said)
    assert (first.image, last.image) == ("a.jpg", "b.jpg")


def test_a_batch_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_batch(str(tmp_path / "missing"))
    with pytest.raises(InputError, match="cannot be read"):
        read_batch("a\0b")


@pytest.mark.parametrize(("value", "board"), [("5", 5), ("9", 9), (9, 9), ("auto", None)])
def test_boards(value: object, board: int | None) -> None:
    assert read_board(value) == board


@pytest.mark.parametrize("value", ["7", "", 9.0, None, [], "AUTO", True])
def test_boards_that_are_none(value: object) -> None:
    with pytest.raises(InputError):
        read_board(value)


def test_corners() -> None:
    assert read_corners(CORNERS) == ((256.6, 594.4), (937.3, 702.2), (929.0, 172.7), (436.2, 118.1))


@pytest.mark.parametrize(
    "written",
    [
        "",
        "1,2 3,4 5,6",
        "a,b c,d e,f g,h",
        "1,2,3 4,5 6,7 8,9",
        "nan,0 1,0 1,1 0,1",
        "0,0 0,0 0,0 0,0",
        "0,0 1,0 1,1 0,1",  # clockwise: a mirrored board
        "0,9 9,9 0,0 9,0",  # crossed
        " ".join(reversed(CORNERS.split())),
    ],
)
def test_corners_that_are_none(written: str) -> None:
    with pytest.raises(InputError, match="--corners: four different corners"):
        read_corners(written)


@given(
    st.lists(
        st.binary(max_size=40)
        | st.sampled_from([b'{"image": "a"}', b'{"image": "a", "set": {', b"null", b'{"images": [[]]}'])
    )
)
def test_any_bytes_are_tasks_or_sentences(lines: list[bytes]) -> None:
    numbered = list(enumerate(lines, 1))
    for (number, _), task in zip(numbered, batch_tasks(numbered, "batch.jsonl", KNOWN), strict=True):
        if isinstance(task, BadTask):
            assert str(task.error).startswith(f"line {number}: ")


@given(st.text(alphabet="0123456789,. -naife", max_size=40))
def test_any_text_is_corners_or_a_sentence(written: str) -> None:
    try:
        assert len(set(read_corners(written))) == 4
    except InputError as error:
        assert "--corners" in str(error)
