"""Pictures from every kind of source, in order and whole; and a sentence where there are none."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision import frames as module
from vision.frames import frames
from vision.photograph import WORKING_PX, Picture, write_photograph
from words.message import InputError

WIDTH, HEIGHT = 320, 240


def grey(level: int, size: tuple[int, int] = (WIDTH, HEIGHT)) -> Picture:
    return np.full((size[1], size[0], 3), level, np.uint8)


def write_film(path: Path, levels: list[int], size: tuple[int, int] = (WIDTH, HEIGHT)) -> str:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, size)
    for level in levels:
        writer.write(grey(level, size))
    writer.release()
    return str(path)


def levels(source: str | list[str], **asked: Any) -> list[int]:
    return [round(float(frame.image.mean())) for frame in frames(source, **asked)]


def test_one_picture(tmp_path: Path) -> None:
    path = str(tmp_path / "one.png")
    write_photograph(path, grey(77))
    (frame,) = frames(path)
    assert (frame.name, frame.number, frame.image.shape) == (path, 0, (HEIGHT, WIDTH, 3))
    assert (frame.image == 77).all()


def test_a_folder_in_the_order_of_its_names(tmp_path: Path) -> None:
    for name, level in (("b.png", 20), ("a.PNG", 10), ("c.jpg", 30)):
        (tmp_path / name).write_bytes(cv2.imencode(".png", grey(level))[1].tobytes())
    (tmp_path / "notes.txt").write_text("no picture")
    (tmp_path / ".hidden.png").write_text("no picture either")
    assert levels(str(tmp_path)) == [10, 20, 30]


def test_what_is_not_counted_comes_before_what_is(tmp_path: Path) -> None:
    for name, level in (("game1_02", 40), ("game1_01", 30), ("game1_start", 20), ("game1_empty", 10)):
        write_photograph(str(tmp_path / f"{name}.png"), grey(level))
    assert levels(str(tmp_path)) == [10, 20, 30, 40]


def test_several_sources_are_counted_through(tmp_path: Path) -> None:
    first, second = str(tmp_path / "z.png"), str(tmp_path / "a.png")
    write_photograph(first, grey(1))
    write_photograph(second, grey(2))
    film = write_film(tmp_path / "film.avi", [50, 60])
    made = list(frames([first, film, second]))
    assert [frame.number for frame in made] == [0, 1, 2, 3]
    assert [frame.name for frame in made] == [first, film, film, second]
    assert levels([first, film, second], every=2) == pytest.approx([1, 60], abs=2)


def test_a_film(tmp_path: Path) -> None:
    film = write_film(tmp_path / "film.avi", [10, 60, 110, 160, 210])
    assert levels(film) == pytest.approx([10, 60, 110, 160, 210], abs=2)
    assert levels(film, every=3) == pytest.approx([10, 160], abs=2)
    assert levels(film, seconds=0.3) == pytest.approx([10, 60, 110], abs=2)


def test_a_large_film_is_worked_on_smaller(tmp_path: Path) -> None:
    film = write_film(tmp_path / "film.avi", [99], (2560, 1440))
    (frame,) = frames(film)
    assert frame.image.shape == (WORKING_PX * 9 // 16, WORKING_PX, 3)


def test_a_picture_without_an_ending_is_a_picture(tmp_path: Path) -> None:
    (tmp_path / "upload").write_bytes(cv2.imencode(".png", grey(42))[1].tobytes())
    assert levels(str(tmp_path / "upload")) == [42]


def test_a_file_may_be_called_like_a_camera(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("0").write_bytes(cv2.imencode(".png", grey(42))[1].tobytes())
    assert levels("0") == [42]


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("x.mp4", b"", "neither a picture nor a film"),
        ("x.mp4", b"\0\0\0\x20ftypisom\0\0\2\0isomiso2avc1mp41" + b"abc" * 1000, "neither a picture nor a film"),
        ("x.avi", b"RIFF" + b"\xff" * 4000, "neither a picture nor a film"),
        ("x.m3u8", b"#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:9/x.ts\n#EXT-X-ENDLIST\n", "neither a picture nor a film"),
        ("x.jpg", b"\xff\xd8\xff", "no picture that can be read"),
        ("x.png", b"", "the file is empty"),
    ],
)
def test_damaged_files(tmp_path: Path, name: str, data: bytes, said: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(InputError, match=said) as error:
        list(frames(str(path)))
    assert error.value.place == str(path)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("missing.mp4", "No such file"),
        ("", "neither a picture nor a film"),
        ("a\0b.mp4", "null"),
        ("99999999999", "camera"),
        ("9" * 5000, "camera"),
        ("x" * 5000, "too long"),
        ("/dev/null", "neither a picture nor a film"),
    ],
)
def test_what_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, said: str) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=said):
        list(frames(source))


def test_a_tiny_film_is_refused(tmp_path: Path) -> None:
    film = write_film(tmp_path / "film.avi", [99], (96, 64))
    with pytest.raises(InputError, match="only 96x64"):
        list(frames(film))


def test_opencv_keeps_its_remarks_to_itself(tmp_path: Path) -> None:
    """In a process of its own, as libav reads how much it may say only once."""
    film = Path(write_film(tmp_path / "film.avi", list(range(0, 250, 10))))
    film.write_bytes(film.read_bytes()[: film.stat().st_size // 2])
    (tmp_path / "cut.mp4").write_bytes(b"\0\0\0\x20ftypisom\0\0\2\0isomiso2avc1mp41" + b"abc" * 1000)
    ask = (
        "import sys\nfrom words.message import InputError\nfrom vision.frames import frames\n"
        "for source in sys.argv[1:]:\n"
        "    try:\n        print(len(list(frames(source))) > 5)\n"
        "    except InputError:\n        print('refused')\n"
    )
    root = Path(module.__file__).parent.parent
    ran = subprocess.run(
        [sys.executable, "-c", ask, str(film), str(tmp_path / "cut.mp4"), "98"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(root)},
        cwd=tmp_path,
    )
    assert (ran.stdout.split(), ran.stderr) == (["True", "refused", "refused"], "")


class PretendCamera:
    """Gives pictures that grow lighter, some of them at once from its queue, and may stop."""

    def __init__(self, clock: list[float], queued: int, most: int) -> None:
        self.clock, self.queued, self.most, self.level, self.released = clock, queued, most, 0, False

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return True

    def set(self, what: int, value: float) -> bool:
        del what, value
        return False

    def grab(self) -> bool:
        self.level += 1
        if self.level > self.queued:
            self.clock[0] += 0.03
        return self.level <= self.most

    def retrieve(self) -> tuple[bool, Picture]:
        return True, grey(self.level)

    def release(self) -> None:
        self.released = True


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, int], PretendCamera]:
    def make(queued: int, most: int) -> PretendCamera:
        clock = [100.0]
        camera = PretendCamera(clock, queued, most)
        monkeypatch.setattr(module.cv2, "VideoCapture", lambda *_: camera)
        monkeypatch.setattr(module.time, "monotonic", lambda: clock[0])
        return camera

    return make


def test_a_camera_gives_its_newest_pictures_for_a_while(pretend: Callable[[int, int], PretendCamera]) -> None:
    camera = pretend(4, 999)
    assert levels("0", seconds=0.1) == [5, 6, 7, 8]
    assert camera.released


def test_a_camera_goes_on_until_nobody_looks(pretend: Callable[[int, int], PretendCamera]) -> None:
    camera = pretend(0, 999)
    watched = frames("0")
    assert [round(float(next(watched).image.mean())) for _ in range(5)] == [1, 2, 3, 4, 5]
    watched.close()  # type: ignore[attr-defined]
    assert camera.released


@pytest.mark.parametrize(("most", "said"), [(0, "gives no picture"), (3, "stopped giving")])
def test_a_camera_that_dies(pretend: Callable[[int, int], PretendCamera], most: int, said: str) -> None:
    camera = pretend(0, most)
    with pytest.raises(InputError, match=said):
        list(frames("0", seconds=5))
    assert camera.released


def test_a_folder_that_is_called_like_a_picture_is_passed_over(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((200, 300, 3), np.uint8))
    (tmp_path / "b.png").mkdir()
    assert [Path(frame.name).name for frame in frames(str(tmp_path))] == ["a.png"]
