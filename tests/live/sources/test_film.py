"""Real films through OpenCV, on their own clock; and single pictures."""

import threading
from pathlib import Path

import cv2
import pytest

from live.frame import Frame
from live.sources import SourceSettings, open_source
from live.sources.film import Film
from tests.live.sources.serving import LONG_S, jpeg, level, picture
from words.message import InputError


def write_film(path: Path, shades: list[int], fps: float = 10.0, size: tuple[int, int] = (320, 240)) -> str:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, size)
    for shade in shades:
        writer.write(picture(shade, size))
    writer.release()
    return str(path)


@pytest.mark.parametrize("fps", [10.0, 25.0])
def test_a_film_on_its_own_clock(tmp_path: Path, fps: float) -> None:
    name = write_film(tmp_path / "film.avi", [10, 60, 110, 160, 210], fps)
    with open_source(name) as source:
        assert (source.name, source.flows) == (name, False)
        frames = list(source.given())
        assert list(source.given()) == []
    assert [level(frame) for frame in frames] == pytest.approx([10, 60, 110, 160, 210], abs=2)
    assert [f.number for f in frames if isinstance(f, Frame)] == [0, 1, 2, 3, 4]
    assert [f.at_s for f in frames if isinstance(f, Frame)] == pytest.approx([n / fps for n in range(5)])
    assert not any(f.alone for f in frames if isinstance(f, Frame))


class PretendFilm:
    """Says something odd about itself, and its pictures may change their size."""

    def __init__(self, rate: float, sizes: list[tuple[int, int]]) -> None:
        self.rate, self.sizes, self.released = rate, sizes, False

    def get(self, what: int) -> float:
        return self.rate if what == cv2.CAP_PROP_FPS else 0.0

    def read(self) -> tuple[bool, object]:
        assert not self.released
        return (True, picture(9, self.sizes.pop(0))) if self.sizes else (False, None)

    def release(self) -> None:
        self.released = True


@pytest.mark.parametrize("rate", [0.0, float("nan"), -1.0, 90_000.0])
def test_a_film_that_does_not_know_its_clock(monkeypatch: pytest.MonkeyPatch, rate: float) -> None:
    sizes = [(320, 240), (640, 480), (64, 48), (64, 48), (320, 240)]
    monkeypatch.setattr("live.sources.film.open_capture", lambda _: PretendFilm(rate, sizes))
    film = Film("x.mp4", SourceSettings())
    given = list(film.given())
    assert [type(each).__name__ for each in given] == ["Frame", "Frame", "Gone", "Again", "Frame"]
    frames = [each for each in given if isinstance(each, Frame)]
    assert [frame.at_s for frame in frames] == pytest.approx([0, 1 / 30, 4 / 30])
    assert [frame.image.shape[1] for frame in frames] == [320, 640, 320]


def test_a_film_closed_from_elsewhere(tmp_path: Path) -> None:
    source = open_source(write_film(tmp_path / "film.avi", list(range(0, 250, 2))))
    given = source.given()
    next(given)
    closing = threading.Thread(target=source.close)
    closing.start()
    closing.join(LONG_S)
    assert not closing.is_alive()
    assert list(given) == []
    source.close()


def test_a_film_cut_short_gives_what_it_has(tmp_path: Path) -> None:
    film = Path(write_film(tmp_path / "film.avi", list(range(0, 250, 10))))
    film.write_bytes(film.read_bytes()[: film.stat().st_size // 2])
    with open_source(str(film)) as source:
        assert 5 < len(list(source.given())) < 25


def test_a_single_picture(tmp_path: Path) -> None:
    for name in ("one.jpg", "upload"):
        (tmp_path / name).write_bytes(jpeg(42))
        with open_source(str(tmp_path / name)) as source:
            (frame,) = source.given()
            assert isinstance(frame, Frame)
            assert (frame.number, frame.at_s, frame.alone, source.flows) == (0, 0.0, True, False)
            assert level(frame) == pytest.approx(42, abs=2)
            assert list(source.given()) == []


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("x.mp4", b"", "neither a picture nor a film"),
        ("x.avi", b"RIFF" + b"\xff" * 4000, "neither a picture nor a film"),
        ("x.jpg", b"\xff\xd8\xff", "no picture that can be read"),
        ("x.m3u8", b"#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:9/x.ts\n#EXT-X-ENDLIST\n", "neither a picture nor a film"),
    ],
)
def test_damaged_files(tmp_path: Path, name: str, data: bytes, said: str) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(InputError, match=said) as error:
        open_source(str(tmp_path / name))
    assert error.value.place == str(tmp_path / name)


def test_a_tiny_film_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="only 96x64"):
        open_source(write_film(tmp_path / "film.avi", [99], size=(96, 64)))
