"""What somebody typed leads to the source that is meant, or to one sentence that says what could be typed."""

from pathlib import Path

import pytest

from live.frame import Frame
from live.sources import open_source
from live.sources.address import read_address
from tests.live.sources.serving import jpeg
from words.language import LANGUAGES, explain_error
from words.message import InputError


@pytest.mark.parametrize(
    "spec",
    [
        *("", "missing.mp4", "rtsp://camera/1", "ftp://x", "http:/x", "-1", "١", "\n", "a\0b", "x" * 5000, "/dev/null"),
        *("demo", "demo:", "demo:x", "demo:-1", "demo:1.5", "demo:²", "demo:" + "9" * 5000),
    ],
)
def test_what_is_no_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spec: str) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError) as error:
        open_source(spec)
    for language in LANGUAGES:
        sentence = explain_error(error.value, language)
        assert "\n" not in sentence
        assert all(word in sentence for word in ("http://", "https://", "demo:"))


def test_a_file_comes_before_a_camera_of_that_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("0").write_bytes(jpeg(42))
    with open_source("0") as source:
        (frame,) = source.given()
        assert isinstance(frame, Frame)
    Path("1").mkdir()
    Path("1/a.jpg").write_bytes(jpeg(42))
    with open_source("1") as source:
        assert len(list(source.given())) == 1


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("http://10.0.0.5:8080/video", "http://10.0.0.5:8080/video"),
        ("HTTP://Phone.local", "http://phone.local"),
        ("https://anna:secret@[fe80::1]:8443/a/b", "https://[fe80::1]:8443/a/b"),
        ("http://h/cgi?user=anna&pwd=secret#x", "http://h/cgi?…"),
        ("http://h/3f9a8b7c6d5e4f3a2b1c/video", "http://h/…/video"),
        ("http://h/user=anna&password=secret/live", "http://h/…/live"),
        ("http://h/ISAPI/Streaming/channels/101/picture", "http://h/ISAPI/Streaming/channels/101/picture"),
        ("http://anna:secret@h", "http://h"),
        ("http://anna:12/secret@h/", "http://anna:12/…"),
    ],
)
def test_addresses_as_they_are_shown(spec: str, name: str) -> None:
    address = read_address(spec)
    assert address.name == name
    assert "secret" not in repr(address)


def test_nothing_typed_gets_into_the_request_as_a_line_of_its_own() -> None:
    address = read_address("http://h/a b\r\nX: y?q=ü\r\nZ: 1")
    assert address.path.isascii()
    assert not any(sign.isspace() for sign in address.path)


def test_a_simulated_game() -> None:
    with open_source("demo:7", demo={"size": (480, 270)}) as source:
        assert source.name == "demo:7"
        frame = next(iter(source.given()))
        assert isinstance(frame, Frame)
        assert frame.image.shape == (270, 480, 3)
