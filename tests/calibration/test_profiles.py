"""The folder of profiles: nothing in it is ever lost, whatever lies there and whoever writes."""

import json
import os
import subprocess
import sys
import threading
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from calibration import files
from calibration.camera import Camera
from calibration.files import load_set, save_json
from calibration.measured import RULER, MeasuredCamera, MeasuredSet
from calibration.physical_set import PhysicalSet
from calibration.profile import Profile
from calibration.profiles import HOME_VARIABLE, MOST_KILOBYTES, ProfileFolder
from words.message import InputError

SET = MeasuredSet(PhysicalSet.in_proportion(30.0, board_side=300.0), {}, {"pitch_9": RULER, "board_side": RULER})
CAMERA = MeasuredCamera(Camera.simple(1000.0, (1280, 720), -0.1), "sheet", 0.004)


@pytest.fixture
def folder(tmp_path: Path) -> ProfileFolder:
    return ProfileFolder(tmp_path / "deep" / "profiles")


def names(folder: ProfileFolder) -> list[str]:
    return [entry.name for entry in folder.entries()]


def refused(call: Callable[[], Any]) -> str:
    with pytest.raises(InputError) as error:
        call()
    sentence = str(error.value)
    assert "\n" not in sentence
    return sentence


DAMAGED: dict[str, bytes] = {
    "empty": b"",
    "truncated": json.dumps(Profile("x", SET).to_json()).encode()[:-40],
    "foreign": b'{"pitch_9": 31}',
    "newer": json.dumps({**Profile("x").to_json(), "version": 9}).encode(),
    "binary": bytes(range(256)),
    "huge": b" " * (MOST_KILOBYTES * 1000 + 1),
    "nested": b"[" * 100_000,
    "bad set": json.dumps({**Profile("x").to_json(), "set": {"pitch_9": 1e9}}).encode(),
    "number": b"7",
}


@pytest.fixture
def damaged(folder: ProfileFolder) -> ProfileFolder:
    """A folder with one good profile among files that are none."""
    folder.save(Profile("good", SET))
    for name, data in DAMAGED.items():
        (folder.path / f"{name}.json").write_bytes(data)
    (folder.path / "auto.json").write_text(json.dumps(Profile("x").to_json()))
    (folder.path / "notes.txt").write_text("mine")
    (folder.path / "folder.json").mkdir()
    return folder


def test_the_folder_of_this_person(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    assert ProfileFolder.of_user().path == tmp_path / "profiles"
    monkeypatch.delenv(HOME_VARIABLE)
    made = ProfileFolder.of_user().path
    assert "draufsicht" in made.parts
    assert made.is_absolute()


def test_no_folder_is_no_profiles(folder: ProfileFolder) -> None:
    assert folder.entries() == ()
    assert refused(lambda: folder.load("x")) == "there is no profile x, nor any other yet"
    assert not folder.path.exists()


def test_saved_and_loaded(folder: ProfileFolder) -> None:
    file = folder.save(Profile("Küche & Stube", SET, CAMERA))
    assert file.name == "Küche & Stube.json"
    assert folder.load("Küche & Stube").to_json() == Profile("Küche & Stube", SET, CAMERA).to_json()
    assert '\n  "name": "Küche & Stube"' in file.read_text(encoding="utf-8")
    assert refused(lambda: folder.load("x")) == "there is no profile x; known are: Küche & Stube"
    # Only the profile and the lock are there: nothing half written stays.
    assert sorted(path.name for path in folder.path.iterdir()) == [".lock", "Küche & Stube.json"]


def test_parts_are_put_in_one_by_one(folder: ProfileFolder) -> None:
    folder.put("x", measured_set=SET, source="camera 0")
    made = folder.put("X", camera=CAMERA)
    assert made.name == "x"
    assert made.parts == ("set", "camera")
    assert made.source == "camera 0"
    assert names(folder) == ["x"]


def test_names_that_differ_only_in_case_are_one(folder: ProfileFolder) -> None:
    folder.save(Profile("Küche", SET))
    assert refused(lambda: folder.save(Profile("küche"))) == "there is a profile Küche already"
    assert folder.load("KÜCHE").set is not None
    folder.save(Profile("küche", camera=CAMERA), overwrite=True)
    assert names(folder) == ["Küche"]
    assert folder.load("küche").parts == ("camera",)


def test_a_file_named_by_another_system(folder: ProfileFolder) -> None:
    """Some systems store ü as u and two dots."""
    folder.path.mkdir(parents=True)
    file = folder.path / unicodedata.normalize("NFD", "Küche.json")
    file.write_text(json.dumps(Profile("x", SET).to_json()))
    assert names(folder) == ["Küche"]
    folder.put("Küche", camera=CAMERA)
    assert folder.load("Küche").parts == ("set", "camera")
    assert len(folder.entries()) == 1


def test_a_file_copied_by_hand_is_a_profile_of_its_own(folder: ProfileFolder) -> None:
    file = folder.save(Profile("one", SET))
    (folder.path / "two.json").write_bytes(file.read_bytes())
    assert names(folder) == ["one", "two"]
    assert folder.load("two").name == "two"


def test_damaged_files_are_listed_with_the_reason(damaged: ProfileFolder) -> None:
    entries = {entry.name: entry for entry in damaged.entries()}
    assert set(entries) == {*DAMAGED, "good", "auto"}
    assert entries["good"].error is None
    for name in {*DAMAGED, "auto"}:
        assert entries[name].profile is None
        assert entries[name].error is not None
        assert str(entries[name].error)
    assert "newer Draufsicht" in str(entries["newer"].error)
    assert "larger than a profile" in str(entries["huge"].error)


@pytest.mark.parametrize("name", DAMAGED)
def test_nothing_touches_a_damaged_file(damaged: ProfileFolder, name: str, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    damaged.export("good", str(other))
    for call in (
        lambda: damaged.load(name),
        lambda: damaged.put(name, camera=CAMERA),
        lambda: damaged.save(Profile(name), overwrite=True),
        lambda: damaged.import_file(str(other), name, overwrite=True),
        lambda: damaged.delete(name),
        lambda: damaged.rename(name, "new"),
        lambda: damaged.rename("good", name),
        lambda: damaged.export(name, str(tmp_path / "out.json")),
    ):
        assert refused(call)
    assert (damaged.path / f"{name}.json").read_bytes() == DAMAGED[name]
    assert damaged.load("good").set is not None
    assert not (tmp_path / "out.json").exists()


def test_a_damaged_profile_says_so_with_its_file(damaged: ProfileFolder) -> None:
    said = refused(lambda: damaged.put("newer", camera=CAMERA))
    file = damaged.path / "newer.json"
    assert said.startswith(f"{file}: the profile newer cannot be used and stays as it is: was made by a newer")


@pytest.mark.skipif(os.name != "posix", reason="there are no such files elsewhere")
def test_pipes_and_links_to_nowhere(folder: ProfileFolder) -> None:
    folder.save(Profile("good"))
    os.mkfifo(folder.path / "pipe.json")
    (folder.path / "link.json").symlink_to("nowhere")
    for name in ("pipe", "link"):
        assert "this is no file" in refused(lambda name=name: folder.put(name, camera=CAMERA))
    assert not (folder.path / "nowhere").exists()
    assert names(folder) == ["good", "link", "pipe"]


def test_renamed(folder: ProfileFolder) -> None:
    folder.save(Profile("one", SET))
    folder.save(Profile("two"))
    assert refused(lambda: folder.rename("one", "Two")) == "there is a profile two already"
    assert refused(lambda: folder.rename("three", "four")).startswith("there is no profile three")
    assert refused(lambda: folder.rename("one", "../one"))
    assert folder.rename("one", "ONE").name == "ONE"
    folder.rename("one", "Stube")
    assert names(folder) == ["Stube", "two"]
    assert json.loads((folder.path / "Stube.json").read_text())["name"] == "Stube"
    assert folder.load("stube").set is not None


def test_deleted(folder: ProfileFolder) -> None:
    folder.save(Profile("one"))
    folder.save(Profile("two"))
    folder.delete("ONE")
    assert names(folder) == ["two"]
    assert refused(lambda: folder.delete("one"))


def test_passed_on(folder: ProfileFolder, tmp_path: Path) -> None:
    made = folder.put("Küche", SET, CAMERA)
    out = tmp_path / "out.json"
    assert folder.export("Küche", str(out)) == str(out)
    assert Path(folder.export("Küche", str(tmp_path))).name == "Küche.json"
    other = ProfileFolder(tmp_path / "other")
    assert other.import_file(str(out)).to_json() == made.to_json()
    assert refused(lambda: other.import_file(str(out))) == "there is a profile Küche already"
    other.import_file(str(out), "Stube")
    assert names(other) == ["Küche", "Stube"]
    other.put("Küche", source="camera 1")
    other.import_file(str(out), overwrite=True)
    assert other.load("Küche").source is None


@pytest.mark.parametrize("name", DAMAGED)
def test_foreign_files_are_not_taken_in(folder: ProfileFolder, tmp_path: Path, name: str) -> None:
    file = tmp_path / "x.json"
    file.write_bytes(DAMAGED[name])
    assert refused(lambda: folder.import_file(str(file))).startswith(f"{file}: ")
    assert folder.entries() == ()


@pytest.mark.parametrize("path", ["missing.json", "", "\0", "."])
def test_files_that_are_none(folder: ProfileFolder, tmp_path: Path, path: str) -> None:
    folder.save(Profile("x"))
    refused(lambda: folder.import_file(str(tmp_path / path) if path != "\0" else path))
    refused(lambda: folder.export("x", str(tmp_path / "nowhere" / "x.json")))
    refused(lambda: folder.export("x", "\0"))


def test_a_folder_that_is_read_only(folder: ProfileFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.save(Profile("x", SET))
    opened = Path.open

    def read_only(path: Path, mode: str = "r", *more: Any, **named: Any) -> Any:
        if mode != "rb":  # whoever runs the tests may be allowed to write anywhere
            raise OSError(30, "Read-only file system")
        return opened(path, mode, *more, **named)

    monkeypatch.setattr(Path, "open", read_only)
    for call in (
        lambda: folder.put("x", camera=CAMERA),
        lambda: folder.save(Profile("y")),
        lambda: folder.delete("x"),
        lambda: folder.rename("x", "y"),
    ):
        assert refused(call) == f"{folder.path}: cannot be written: Read-only file system"
    assert folder.load("x").parts == ("set",)
    assert names(folder) == ["x"]


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("mine")
    folder = ProfileFolder(tmp_path / "taken" / "profiles")
    assert "cannot be written" in refused(lambda: folder.save(Profile("x")))
    assert "cannot be written" in refused(lambda: ProfileFolder(tmp_path / "taken").save(Profile("x")))
    assert "cannot be read" in refused(lambda: ProfileFolder(tmp_path / "taken").entries())
    assert (tmp_path / "taken").read_text() == "mine"


@pytest.mark.parametrize("failing", ["write", "fsync", "replace"])
def test_a_full_disk_loses_nothing(folder: ProfileFolder, monkeypatch: pytest.MonkeyPatch, failing: str) -> None:
    folder.save(Profile("x", SET))
    before = (folder.path / "x.json").read_bytes()

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    if failing == "write":
        opened = os.fdopen

        def half(handle: int, mode: str) -> Any:
            file = opened(handle, mode)
            file.write(b"half of it")
            file.close()
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(files.os, "fdopen", half)
    elif failing == "fsync":
        monkeypatch.setattr(files.os, "fsync", full)
    else:
        monkeypatch.setattr(files.Path, "replace", full)
    assert "No space left on device" in refused(lambda: folder.put("x", camera=CAMERA))
    assert "No space left on device" in refused(lambda: folder.put("new", camera=CAMERA))
    monkeypatch.undo()
    assert (folder.path / "x.json").read_bytes() == before
    assert sorted(path.name for path in folder.path.iterdir()) == [".lock", "x.json"]


def test_two_writers_in_one_process(folder: ProfileFolder) -> None:
    """Each adds something to the same profile; none overwrites what another one wrote in between."""
    errors: list[BaseException] = []

    def write(k: int) -> None:
        try:
            if k % 2:
                folder.put("x", measured_set=SET)
                folder.put(f"own {k}", camera=CAMERA)
            else:
                folder.put("x", camera=CAMERA)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=write, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    assert folder.load("x").parts == ("set", "camera")
    assert names(folder) == ["own 1", "own 3", "own 5", "own 7", "x"]


WRITER = """
import sys
from pathlib import Path
from calibration.profiles import ProfileFolder
folder = ProfileFolder(Path(sys.argv[1]))
for k in range(20):
    folder.put("x", source=f"{sys.argv[2]} {k}")
    folder.load("x")
"""


def test_two_processes(folder: ProfileFolder) -> None:
    root = Path(files.__file__).parent.parent
    folder.put("x", SET, CAMERA)
    both = [subprocess.Popen([sys.executable, "-c", WRITER, str(folder.path), who], cwd=root) for who in ("a", "b")]
    assert [process.wait() for process in both] == [0, 0]
    made = folder.load("x")
    assert made.parts == ("set", "camera")
    assert made.source in ("a 19", "b 19")


def test_somebody_else_writes_for_too_long(folder: ProfileFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("calibration.profiles.lock", lambda handle: False)
    monkeypatch.setattr("calibration.profiles.LONGEST_WAIT_S", 0.0)
    assert "another Draufsicht is writing here just now" in refused(lambda: folder.save(Profile("x")))
    assert folder.entries() == ()


# single files


def test_a_file_is_replaced_whole_and_keeps_its_rights(tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    file.write_text("old")
    file.chmod(0o640)
    save_json(str(file), {"a": 1})
    assert json.loads(file.read_text()) == {"a": 1}
    assert file.stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(os.name != "posix", reason="links need rights elsewhere")
def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_text("old")
    (tmp_path / "link.json").symlink_to("real.json")
    save_json(str(tmp_path / "link.json"), [])
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "real.json").read_text() == "[]\n"
    save_json(os.devnull, [])


def test_half_a_character_can_be_written(tmp_path: Path) -> None:
    save_json(str(tmp_path / "x.json"), {"a": "\ud800"})
    assert json.loads((tmp_path / "x.json").read_text()) == {"a": "\ud800"}


def test_a_measured_set_remembers_what_nobody_took(tmp_path: Path) -> None:
    save_json(str(tmp_path / "set.json"), SET.to_json())
    assert load_set(str(tmp_path / "set.json")).defaults == SET.physical_set.defaults
