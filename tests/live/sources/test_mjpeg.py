"""Pictures from an address: cut off and brought back, stalled, damaged, one at a time, and never a secret told."""

import io
import random
import socket
import ssl
import threading
import time
from dataclasses import replace

import pytest
from PIL import Image

from live.frame import Frame, Gone
from live.sources import flowing, mjpeg, open_source
from tests.live.sources.serving import (
    LONG_S,
    QUICK,
    Serving,
    answer,
    jpeg,
    level,
    looked,
    part,
    picture,
    served,
    stream_head,
    streaming,
    threads_of,
    until,
)
from tests.ports import free_port
from tests.waiting import wait_ended
from vision.photograph import WORKING_PX
from words.language import LANGUAGES, say
from words.message import InputError

SECRET = "zauberwort"


def sending(data: bytes, then_wait: bool = False) -> Serving:
    """Says this much; then hangs up, or only says nothing more."""

    def serve(connected: socket.socket, request: bytes) -> None:
        del request
        connected.sendall(data)
        if then_wait:
            connected.recv(1)  # until the other side has gone

    return serve


def test_a_stream() -> None:
    with served(streaming(jpeg(90))) as server, open_source(server.address, settings=QUICK) as source:
        given = source.given()
        frames = [next(given) for _ in range(3)]
        assert [level(frame) for frame in frames] == pytest.approx([90] * 3, abs=2)
        assert all(isinstance(frame, Frame) and frame.name == server.address and not frame.alone for frame in frames)
        numbers = [frame.number for frame in frames if isinstance(frame, Frame)]
        times = [frame.at_s for frame in frames if isinstance(frame, Frame)]
        assert numbers == sorted(set(numbers))
        assert times == sorted(times)
        assert times[-1] <= time.monotonic()
        assert (source.name, source.flows) == (server.address, True)


def test_large_pictures_are_worked_on_smaller() -> None:
    with served(streaming(jpeg(90, (2560, 1440)))) as server, open_source(server.address, settings=QUICK) as source:
        frame = next(iter(source.given()))
        assert isinstance(frame, Frame)
        assert frame.image.shape == (WORKING_PX * 9 // 16, WORKING_PX, 3)


def test_cut_off_and_brought_back() -> None:
    with (
        served(streaming(jpeg(50)), free_port()) as first,
        looked(open_source(first.address, settings=QUICK)) as seen,
    ):
        until(lambda: len(seen.given) >= 2)
        first.stop()
        until(lambda: seen.kinds() == ["Frame", "Gone"])
        # Several tries go by unheard; nobody is told twice.
        with served(sending(b""), first.port) as deaf:
            until(lambda: len(deaf.requests) >= 3)
        assert seen.kinds() == ["Frame", "Gone"]
        with served(streaming(jpeg(200)), first.port):
            until(lambda: seen.kinds() == ["Frame", "Gone", "Again", "Frame"] and level(seen.given[-1]) > 190)
        until(lambda: seen.kinds()[-1] == "Gone")
        with served(streaming(jpeg(120)), first.port):
            until(lambda: seen.kinds() == ["Frame", "Gone", "Again", "Frame", "Gone", "Again", "Frame"])
    (told, *_) = [given for given in seen.given if isinstance(given, Gone)]
    for language in LANGUAGES:
        assert first.address in say(told.why, language)
    frames = [given for given in seen.given if isinstance(given, Frame)]
    assert len({frame.number for frame in frames}) == len(frames)
    assert [frame.at_s for frame in frames] == sorted(frame.at_s for frame in frames)


def test_what_came_before_the_cut_is_handed_out_before_the_word_of_it() -> None:
    data = stream_head() + part(jpeg(10)) + part(jpeg(60)) + part(jpeg(110))
    calm = replace(QUICK, pauses_s=(LONG_S,))
    with served(sending(data)) as server, open_source(server.address, settings=calm) as source:
        given = source.given()
        frame, gone = next(given), next(given)
        while isinstance(gone, Frame):
            frame, gone = gone, next(given)
        assert level(frame) == pytest.approx(110, abs=2)
        assert isinstance(gone, Gone)


def test_a_stream_that_stalls_is_dead() -> None:
    def stalls(connected: socket.socket, request: bytes) -> None:
        del request
        connected.sendall(stream_head() + part(jpeg(50)) + b"--frame\r\nContent-Type: im")
        connected.recv(1)

    with (
        served(stalls) as server,
        looked(open_source(server.address, patient=True, settings=replace(QUICK, stall_s=0.3))) as seen,
    ):
        until(lambda: "Frame Gone Again Frame" in " ".join(seen.kinds()))
        (told, *_) = [given for given in seen.given if isinstance(given, Gone)]
        assert "nothing has come for 0.3 seconds" in say(told.why, "en")


def test_bytes_that_never_become_a_picture_are_no_sign_of_life() -> None:
    def trickles(connected: socket.socket, request: bytes) -> None:
        del request
        connected.sendall(stream_head())
        while True:
            connected.sendall(b".")
            time.sleep(0.01)

    with served(trickles) as server, pytest.raises(InputError, match=r"no picture has come for 0\.4 seconds"):
        open_source(server.address, settings=replace(QUICK, silent_s=0.4))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\x00\x01\x02 no answer at all \xff" * 100, "cannot be understood"),
        (b"", "cannot be understood"),
        (answer("text/html", b"<h1>camera</h1>"), "not pictures but text/html; .*/video"),
        (answer("image/jpeg", status="404 Not Found"), "error 404"),
        (answer("text/html", status="401 Unauthorized"), "asks for a name and a password"),
        (stream_head() + b"noise" * 5000, "no more pictures"),
        (stream_head(), "no more pictures"),
        (stream_head() + b"--frame\r\n" + b"X-Long: " + b"x" * 50_000, "cannot be understood"),
        (stream_head() + b"--frame\r\nContent-Length: 99999999999\r\n\r\n", "more than 20 MB"),
        (
            stream_head() + b"--frame\r\nContent-Type: image/jpeg\r\n\r\n" + b"\xff\xd8\xff\xda\0\2" + bytes(100_000),
            "MB",
        ),
        (answer("image/jpeg", b"x" * 100_000), "MB"),
        (answer("text/html", status="302 Found", more="Location: file:///etc/hostname\r\n"), "not valid"),
        (answer("text/html", status="302 Found"), "not valid"),
        (answer("text/html", status="302 Found", more="Location: /video\r\n"), "in a circle"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n", "cannot be understood"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\nContent-Type: image/jpeg\r\n\r\n", "file is empty"),
        (b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 500, "cannot be understood"),
    ],
)
def test_what_gives_no_picture_is_told_at_once(data: bytes, said: str) -> None:
    small = replace(QUICK, most_frame_bytes=20_000_000 if "20" in said else 50_000, pauses_s=(LONG_S,), most_damaged=1)
    with served(sending(data)) as server:
        with pytest.raises(InputError, match=said) as error:
            open_source(server.address, settings=small)
        assert error.value.place == server.address
        assert not [thread for thread in threading.enumerate() if thread.name == f"source {server.address}"]


def test_a_certificate_that_nobody_trusts(monkeypatch: pytest.MonkeyPatch) -> None:
    def distrusts(*_: object, **__: object) -> None:
        raise ssl.SSLCertVerificationError(1, "certificate verify failed")

    monkeypatch.setattr(ssl.SSLContext, "wrap_socket", distrusts)
    with served(streaming(jpeg(50))) as server, pytest.raises(InputError, match="does not trust"):
        open_source(server.address.replace("http:", "https:"), settings=QUICK)


def test_nobody_there() -> None:
    port = free_port()
    with pytest.raises(InputError, match="cannot be reached"):
        open_source(f"http://127.0.0.1:{port}/video", settings=QUICK)


def test_somebody_patient_waits_for_it() -> None:
    port = free_port()
    with looked(open_source(f"http://127.0.0.1:{port}/video", patient=True, settings=QUICK)) as seen:
        until(lambda: seen.kinds() == ["Gone"])
        with served(streaming(jpeg(70)), port):
            until(lambda: seen.kinds() == ["Gone", "Again", "Frame"])


def test_one_damaged_picture_is_passed_over() -> None:
    damaged = [jpeg(200)[:300], b"", b"\xff\xd8 no picture", b"\xff\xd8\xff\xe0\0\1"]
    sent = streaming(jpeg(50), *damaged, jpeg(60))
    with served(sent) as server, looked(open_source(server.address, settings=replace(QUICK, most_damaged=999))) as seen:
        until(lambda: len(seen.given) >= 10)
    assert seen.kinds() == ["Frame"]
    assert {round(level(given), -1) for given in seen.given} <= {50, 60}


def test_nothing_but_damaged_pictures_is_dead() -> None:
    good = threading.Event()

    def serve(connected: socket.socket, request: bytes) -> None:
        streaming(jpeg(50) if good.is_set() else jpeg(50)[:-200])(connected, request)

    with served(serve) as server:
        with pytest.raises(InputError, match="damaged or cut short"):
            open_source(server.address, settings=QUICK)
        with looked(open_source(server.address, patient=True, settings=QUICK)) as seen:
            until(lambda: seen.kinds() == ["Gone"] and len(server.requests) >= 4)
            good.set()
            until(lambda: seen.kinds() == ["Gone", "Again", "Frame"])


def test_tiny_and_huge_pictures_are_not_decoded() -> None:
    with (
        served(streaming(jpeg(50, (64, 64)))) as server,
        pytest.raises(InputError, match="only 64x64"),
    ):
        open_source(server.address, settings=QUICK)
    huge = bytearray(jpeg(50))
    size_at = huge.index(b"\xff\xc0") + 5
    huge[size_at : size_at + 4] = b"\xff\xf0\xff\xf0"  # a bomb: the header says 65520x65520
    with served(streaming(bytes(huge))) as server, pytest.raises(InputError, match="megapixels"):
        open_source(server.address, settings=QUICK)


def test_an_address_that_gives_one_picture_at_a_time() -> None:
    shade = iter(range(40, 240, 5))

    def serve(connected: socket.socket, request: bytes) -> None:
        del request
        connected.sendall(answer("image/jpeg", jpeg(next(shade))))

    with served(serve) as server, open_source(server.address, settings=QUICK) as source:
        given = source.given()
        shades = [level(next(given)) for _ in range(3)]
        assert shades == sorted(set(shades))


@pytest.mark.parametrize("chunked", [False, True])
def test_a_bare_stream_of_jpegs_and_one_in_chunks(chunked: bool) -> None:
    def serve(connected: socket.socket, request: bytes) -> None:
        del request
        if chunked:
            connected.sendall(
                b"HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace;boundary=frame\r\n"
                b"Transfer-Encoding: chunked\r\n\r\n"
            )
        else:
            connected.sendall(answer("video/x-motion-jpeg"))
        while True:
            data = part(jpeg(80)) if chunked else jpeg(80)
            connected.sendall(f"{len(data):x}\r\n".encode() + data + b"\r\n" if chunked else data)
            time.sleep(0.005)

    with served(serve) as server, open_source(server.address, settings=QUICK) as source:
        given = source.given()
        assert [level(next(given)) for _ in range(3)] == pytest.approx([80] * 3, abs=2)


def test_name_and_password_are_sent_and_never_shown() -> None:
    allowed = threading.Event()

    def serve(connected: socket.socket, request: bytes) -> None:
        # anna:zauberwort/1 in base 64
        if allowed.is_set() and b"\r\nAuthorization: Basic YW5uYTp6YXViZXJ3b3J0LzE=\r\n" in request:
            streaming(jpeg(50))(connected, request)
        else:
            connected.sendall(answer("text/html", status="401 Unauthorized"))

    with served(serve) as server:
        spec = f"http://anna:{SECRET}%2F1@127.0.0.1:{server.port}/video?token={SECRET}"
        with pytest.raises(InputError, match="password") as error:
            open_source(spec, settings=QUICK)
        with looked(open_source(spec, patient=True, settings=QUICK)) as seen:
            until(lambda: seen.kinds() == ["Gone"])
            allowed.set()
            until(lambda: seen.kinds()[-1] == "Frame")
            (thread,) = threads_of(seen.source)
        shown = [str(error.value), seen.source.name, thread.name]
        shown += [given.name for given in seen.given if isinstance(given, Frame)]
        shown += [say(g.why, language) for g in seen.given if isinstance(g, Gone) for language in LANGUAGES]
        assert not [text for text in shown if SECRET in text or "anna" in text]
        assert f"token={SECRET}".encode() in server.requests[0]


def test_sent_on_at_the_same_server() -> None:
    stream = streaming(jpeg(50))

    def sends_on(connected: socket.socket, request: bytes) -> None:
        if b"GET /video " in request:
            connected.sendall(answer("text/html", status="307 Temporary Redirect", more="Location: real?x=1\r\n"))
        else:
            stream(connected, request)

    with served(sends_on) as first:
        spec = f"http://anna:{SECRET}@127.0.0.1:{first.port}/video"
        with open_source(spec, settings=QUICK) as source:
            assert level(next(iter(source.given()))) == pytest.approx(50, abs=2)
            assert source.name == first.address
        assert b"GET /real?x=1 " in first.requests[1]
        assert all(b"Authorization" in request for request in first.requests)


@pytest.mark.parametrize("where", ["http://127.0.0.1:{}/video", "//localhost:{}/video", "https://127.0.0.1:{}/video"])
def test_nobody_is_sent_on_to_another_server(where: str) -> None:
    with served(streaming(jpeg(50))) as second:

        def sends_on(connected: socket.socket, request: bytes) -> None:
            del request
            more = f"Location: {where.format(second.port)}\r\n"
            connected.sendall(answer("text/html", status="302 Found", more=more))

        with served(sends_on) as first, pytest.raises(InputError, match="another server") as error:
            open_source(f"http://anna:{SECRET}@127.0.0.1:{first.port}/video", settings=QUICK)
        assert SECRET not in str(error.value)
        assert not second.requests


ODD_KINDS = [
    "multipart/x-mixed-replace; boundary*=utf-8''frame",
    "multipart/x-mixed-replace; boundary*0=fra; boundary*1=me",
    "multipart/x-mixed-replace; boundary*0*=utf-8''fra; boundary*1*=me",
    "multipart/x-mixed-replace; boundary*=nonsense''frame",
    "multipart/x-mixed-replace; boundary*=frame",
    'multipart/x-mixed-replace; boundary="fra\\me"',
    "multipart/x-mixed-replace; boundary=",
    "multipart/x-mixed-replace; boundary",
    "multipart/x-mixed-replace; ;;;=;boundary=\xff\xfe",
    "multipart/; boundary=frame",
    "; boundary=frame",
    "multipart/x-mixed-replace; boundary*=''%",
    "multipart/x-mixed-replace; boundary*=utf-16''%ff%fe%00",
    'multipart/x-mixed-replace; boundary="' + "(" * 200,
]


@pytest.mark.parametrize("kind", ODD_KINDS, ids=range(len(ODD_KINDS)))
def test_an_odd_head_is_read_or_told_and_tried_again(kind: str) -> None:
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n\r\n".encode("latin-1")
    with (
        served(sending(head + part(jpeg(50)) * 3)) as server,
        looked(open_source(server.address, patient=True, settings=QUICK)) as seen,
    ):
        until(lambda: seen.kinds() and len(server.requests) >= 3)
        assert "Gone" in seen.kinds() or "Frame" in seen.kinds()


def test_heads_at_random_never_end_the_reading() -> None:
    """Whatever comes, the address is asked again and again, and somebody is told."""
    rng = random.Random(7)
    sound = stream_head() + part(jpeg(50)) * 2

    def serve(connected: socket.socket, request: bytes) -> None:
        del request
        data = bytearray(sound)
        for _ in range(rng.randint(1, 8)):
            at = rng.randrange(min(len(data), 200))
            data[at : at + rng.randint(0, 2)] = bytes(
                rng.choice(b"*='\";%,:\r\n\0\xff-/ b0") for _ in range(rng.randint(0, 4))
            )
        connected.sendall(bytes(data))

    with served(serve) as server, looked(open_source(server.address, patient=True, settings=QUICK)) as seen:
        until(lambda: len(server.requests) >= 150)
        assert seen.kinds()


def test_whatever_breaks_the_reading_is_told_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def breaks(*_: object) -> None:
        tried.append(1)
        if len(tried) < 3:
            raise AttributeError("nobody thought of it")

    real = mjpeg.asked
    monkeypatch.setattr(mjpeg, "asked", lambda *given: breaks() or real(*given))
    with (
        served(streaming(jpeg(50))) as server,
        looked(open_source(server.address, patient=True, settings=QUICK)) as seen,
    ):
        until(lambda: seen.kinds()[-1:] == ["Frame"])
        assert seen.kinds() == ["Gone", "Again", "Frame"]


def test_the_proxies_of_the_environment_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    with served(sending(b"")) as proxy, served(streaming(jpeg(50))) as server:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        monkeypatch.delenv("no_proxy", raising=False)
        with open_source(server.address, settings=QUICK) as source:
            assert isinstance(next(iter(source.given())), Frame)
        assert not proxy.requests


def test_whoever_is_slow_gets_the_newest_picture_and_none_twice() -> None:
    sent: list[int] = []
    go_on = threading.Semaphore(0)

    def serve(connected: socket.socket, request: bytes) -> None:
        del request
        connected.sendall(stream_head())
        for shade in range(10, 120, 10):
            assert go_on.acquire(timeout=LONG_S)
            connected.sendall(part(jpeg(shade)))
            sent.append(shade)
        connected.recv(1)

    decoded: list[int] = []
    go_on.release()
    with served(serve) as server, open_source(server.address, settings=QUICK) as source:
        given = source.given()
        decoded.append(level(next(given)))
        for _ in range(10):
            go_on.release()
        until(lambda: len(sent) == 11)
        # It may still be on its way; but what comes is the newest there is, and never an older one again.
        while decoded[-1] < 105:
            decoded.append(level(next(given)))
        assert decoded[0] == pytest.approx(10, abs=2)
        assert decoded == sorted(set(decoded))


def test_old_pictures_are_not_even_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    decoded: list[bytes] = []
    really = mjpeg.decode_photograph
    monkeypatch.setattr(mjpeg, "decode_photograph", lambda data: (decoded.append(data), really(data))[1])
    with served(streaming(jpeg(50), pause_s=0.0)) as server, open_source(server.address, settings=QUICK) as source:
        given = source.given()
        first = next(given)
        assert isinstance(first, Frame)
        until(lambda: _number(source) >= first.number + 50)
        frame = next(given)
        assert isinstance(frame, Frame)
        assert frame.number >= first.number + 49
        assert len(decoded) <= 3


def _number(source: object) -> int:
    return int(source._newest._count)  # type: ignore[attr-defined]


def test_closed_from_elsewhere_it_ends_and_the_thread_is_gone() -> None:
    with served(sending(stream_head() + part(jpeg(50)), then_wait=True)) as server:
        source = open_source(server.address, settings=QUICK)
        (thread,) = threads_of(source)
        assert thread.daemon
        with looked(source) as seen:
            until(lambda: seen.kinds() == ["Frame"])
        wait_ended(thread)
        source.close()  # once more does no harm
        assert list(source.given()) == []


def test_closed_in_the_middle_of_a_pause() -> None:
    patient = open_source("http://127.0.0.1:1/", patient=True, settings=replace(QUICK, pauses_s=(1000.0,)))
    (thread,) = threads_of(patient)
    with looked(patient) as seen:
        until(lambda: seen.kinds() == ["Gone"])
    wait_ended(thread)


def test_pauses_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float | None] = []

    class Noted(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            slept.append(timeout)
            return super().wait(0.0)

    monkeypatch.setattr(flowing.threading, "Event", Noted)
    pauses = (0.5, 1.0, 2.0)
    with open_source("http://127.0.0.1:1/", patient=True, settings=replace(QUICK, pauses_s=pauses)):
        until(lambda: len(slept) >= 5)
    own = [pause for pause in slept if pause in pauses]
    assert own[:5] == [0.5, 1.0, 2.0, 2.0, 2.0]


@pytest.mark.parametrize(
    "spec",
    [
        "http://",
        "http://:80/x",
        "http://host:port/",
        "http://host:99999/",
        "https://[::1/",
        f"http://anna:{SECRET}/x@host/",
        "http://a b/",
        "http://" + "x" * 80 + ".y/",
    ],
)
def test_addresses_that_are_none(spec: str) -> None:
    with pytest.raises(InputError, match="address cannot be understood") as error:
        open_source(spec, patient=True)
    assert SECRET not in str(error.value)


def test_a_picture_on_its_side_is_set_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by a quarter
    file = io.BytesIO()
    Image.fromarray(picture(90)).save(file, "JPEG", exif=exif)
    with served(streaming(file.getvalue())) as server, open_source(server.address, settings=QUICK) as source:
        frame = next(iter(source.given()))
        assert isinstance(frame, Frame)
        assert frame.image.shape[0] > frame.image.shape[1]
