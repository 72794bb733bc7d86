"""Folders read through and watched: every picture once, half a file never, and no damaged one ends the game."""

from dataclasses import replace
from pathlib import Path

import pytest

from live.frame import Again, Frame, Given, Gone
from live.sources import open_source
from tests.live.sources.serving import LONG_S, QUICK, jpeg, level, looked, until
from words.language import LANGUAGES, say
from words.message import InputError


def shown(given: list[Given]) -> list[str]:
    return [Path(each.name).name if isinstance(each, Frame) else type(each).__name__ for each in given]


def put(path: Path, data: bytes) -> None:
    """All of it at once, however long it took to write."""
    path.with_suffix(".part").write_bytes(data)
    path.with_suffix(".part").rename(path)


def test_read_through_in_the_order_of_names(tmp_path: Path) -> None:
    for name, shade in (("b.jpg", 20), ("a.JPG", 10), ("c.jpeg", 30)):
        (tmp_path / name).write_bytes(jpeg(shade))
    (tmp_path / "notes.txt").write_text("no picture")
    (tmp_path / ".hidden.jpg").write_bytes(jpeg(99))
    with open_source(str(tmp_path)) as source:
        assert not source.flows
        frames = list(source.given())
        assert [level(frame) for frame in frames] == pytest.approx([10, 20, 30], abs=2)
        assert [(f.number, f.at_s, f.alone) for f in frames if isinstance(f, Frame)] == [
            (0, 0.0, True),
            (1, 1.0, True),
            (2, 2.0, True),
        ]
        assert list(source.given()) == []


@pytest.mark.parametrize(
    ("bad", "expected"),
    [
        ("b", ["a.jpg", "Gone", "Again", "c.jpg", "d.jpg"]),
        ("bc", ["a.jpg", "Gone", "Gone", "Again", "d.jpg"]),
        ("ab", ["Gone", "Gone", "Again", "c.jpg", "d.jpg"]),
        ("d", ["a.jpg", "b.jpg", "c.jpg", "Gone"]),
    ],
)
def test_damaged_pictures_are_named_and_passed_over(tmp_path: Path, bad: str, expected: list[str]) -> None:
    for name in "abcd":
        data = jpeg(50)
        (tmp_path / f"{name}.jpg").write_bytes(data[:-200] if name in bad else data)
    with open_source(str(tmp_path)) as source:
        given = list(source.given())
    assert shown(given) == expected
    for told, name in zip([each for each in given if isinstance(each, Gone)], bad, strict=True):
        for language in LANGUAGES:
            assert str(tmp_path / f"{name}.jpg") in say(told.why, language)
    numbers = {Path(frame.name).name: frame.number for frame in given if isinstance(frame, Frame)}
    assert all(number == "abcd".index(name[0]) for name, number in numbers.items())


@pytest.mark.parametrize(
    ("files", "said"), [({}, "no picture in this folder"), ({"a.jpg": b"", "b.jpg": b"x"}, "a.jpg: the file is empty")]
)
def test_a_folder_without_a_picture(tmp_path: Path, files: dict[str, bytes], said: str) -> None:
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    with pytest.raises(InputError, match=said) as error:
        open_source(str(tmp_path))
    assert error.value.place == str(tmp_path)


def test_closed_in_the_middle(tmp_path: Path) -> None:
    for name in "abc":
        (tmp_path / f"{name}.jpg").write_bytes(jpeg(50))
    source = open_source(str(tmp_path))
    given = source.given()
    next(given)
    source.close()
    assert list(given) == []


def test_watched_it_takes_up_what_comes(tmp_path: Path) -> None:
    (tmp_path / "b.jpg").write_bytes(jpeg(20))
    (tmp_path / "c.jpg").write_bytes(jpeg(30))
    with looked(open_source(str(tmp_path), watched=True, settings=QUICK)) as seen:
        assert seen.source.flows
        until(lambda: shown(seen.given) == ["b.jpg", "c.jpg"])
        (tmp_path / "a.jpg").write_bytes(jpeg(10))
        until(lambda: shown(seen.given) == ["b.jpg", "c.jpg", "a.jpg"])
        # Written again it is another picture.
        (tmp_path / "later").write_bytes(jpeg(200, (640, 480)))
        (tmp_path / "later").rename(tmp_path / "c.jpg")
        until(lambda: shown(seen.given) == ["b.jpg", "c.jpg", "a.jpg", "c.jpg"])
    assert [level(frame) for frame in seen.given] == pytest.approx([20, 30, 10, 200], abs=2)
    frames = [frame for frame in seen.given if isinstance(frame, Frame)]
    assert [frame.number for frame in frames] == [0, 1, 2, 3]
    assert all(frame.alone for frame in frames)
    assert [frame.at_s for frame in frames] == sorted(frame.at_s for frame in frames)


def test_watched_an_empty_folder_is_waited_for(tmp_path: Path) -> None:
    with looked(open_source(str(tmp_path), watched=True, settings=QUICK)) as seen:
        (tmp_path / "a.jpg").write_bytes(jpeg(10))
        until(lambda: shown(seen.given) == ["a.jpg"])


def test_half_a_file_is_left_until_it_is_whole(tmp_path: Path) -> None:
    data = jpeg(77, (640, 480))
    patient = replace(QUICK, give_up_s=LONG_S * 10)
    with looked(open_source(str(tmp_path), watched=True, settings=patient)) as seen:
        with (tmp_path / "slow.jpg").open("wb", buffering=0) as file:
            for at in range(0, len(data), len(data) // 4):
                # Others that come meanwhile do not wait for it, and show that it was looked at several times.
                (tmp_path / f"quick{at}.jpg").write_bytes(jpeg(10))
                until(lambda at=at: f"quick{at}.jpg" in shown(seen.given))  # type: ignore[misc]
                assert "slow.jpg" not in shown(seen.given)
                file.write(data[at : at + len(data) // 4])
        until(lambda: "slow.jpg" in shown(seen.given))
    assert [level(f) for f in seen.given if isinstance(f, Frame) and "slow" in f.name] == pytest.approx([77], abs=2)
    assert not [each for each in seen.given if isinstance(each, Gone | Again)]


def test_what_never_becomes_a_picture_is_named_once(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"no picture")
    with looked(open_source(str(tmp_path), watched=True, settings=replace(QUICK, give_up_s=0.0))) as seen:
        until(lambda: shown(seen.given) == ["Gone"])
        put(tmp_path / "b.jpg", jpeg(10))
        until(lambda: "b.jpg" in shown(seen.given))
        put(tmp_path / "c.jpg", jpeg(20))
        until(lambda: "c.jpg" in shown(seen.given))
        assert shown(seen.given) == ["Gone", "Again", "b.jpg", "c.jpg"]
        put(tmp_path / "a.jpg", jpeg(30))  # at last
        until(lambda: shown(seen.given)[-1] == "a.jpg")
    (told, *_) = [each for each in seen.given if isinstance(each, Gone)]
    assert str(tmp_path / "a.jpg") in say(told.why, "de")


def test_a_folder_that_goes_away_and_comes_back(tmp_path: Path) -> None:
    folder = tmp_path / "stick"
    folder.mkdir()
    (folder / "a.jpg").write_bytes(jpeg(10))
    with looked(open_source(str(folder), watched=True, settings=QUICK)) as seen:
        until(lambda: shown(seen.given) == ["a.jpg"])
        folder.rename(tmp_path / "pulled out")
        until(lambda: shown(seen.given) == ["a.jpg", "Gone"])
        (tmp_path / "pulled out").rename(folder)
        (folder / "b.jpg").write_bytes(jpeg(20))
        until(lambda: shown(seen.given) == ["a.jpg", "Gone", "Again", "b.jpg"])
    (told,) = [each for each in seen.given if isinstance(each, Gone)]
    assert str(folder) in say(told.why, "it")


def test_watching_ends_at_once_when_closed(tmp_path: Path) -> None:
    with looked(open_source(str(tmp_path), watched=True, settings=replace(QUICK, look_every_s=LONG_S * 10))) as seen:
        seen.source.close()
        assert seen.ended(), "although it would have looked again only much later"
