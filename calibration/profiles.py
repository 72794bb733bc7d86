"""The folder of profiles: listed, read, written and passed on, and never is one lost."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import platformdirs

from calibration.colours import ColourReferences
from calibration.file_lock import lock, unlock
from calibration.files import save_json
from calibration.measured import MeasuredCamera, MeasuredSet
from calibration.profile import Profile, checked_name, now, same_name
from referee.strictjson import read_json
from words.message import InputError, message

HOME_VARIABLE = "DRAUFSICHT_HOME"
SUFFIX = ".json"
LOCK_NAME = ".lock"
MOST_KILOBYTES = 1000
LONGEST_WAIT_S, LOOK_AGAIN_S = 10.0, 0.02


@dataclass(frozen=True)
class Entry:
    """A file of the folder: a profile, or the reason why it is none."""

    name: str
    file: Path
    profile: Profile | None
    error: InputError | None = None


@dataclass(frozen=True)
class ProfileFolder:
    """A profile is called as its file is, so that a file that was copied or renamed by hand is a profile too.

    Names that differ only in upper and lower case are the same: some folders cannot tell them apart.
    """

    path: Path

    @classmethod
    def of_user(cls) -> ProfileFolder:
        """Where the environment says, otherwise where this system keeps what programs know of a person."""
        home = os.environ.get(HOME_VARIABLE)
        return cls((Path(home) if home else platformdirs.user_data_path("draufsicht", appauthor=False)) / "profiles")

    def entries(self) -> tuple[Entry, ...]:
        """Every profile by its name, damaged ones included."""
        return tuple(self._entry(file) for file in sorted(self._files(), key=lambda file: same_name(file.stem)))

    def sound(self) -> tuple[Profile, ...]:
        """Every profile that can be used."""
        return tuple(entry.profile for entry in self.entries() if entry.profile is not None)

    def load(self, name: str) -> Profile:
        """Raises `InputError` if there is no such profile or if it is damaged."""
        file = self._find(name)
        if file is None:
            raise self._unknown(name)
        return self._sound(self._entry(file))

    def save(self, profile: Profile, overwrite: bool = False) -> Path:
        """Writes a profile; another of its name is replaced only if `overwrite`, and a damaged one never."""
        with self._alone():
            return self._save(profile, overwrite)

    def put(
        self,
        name: str,
        measured_set: MeasuredSet | None = None,
        camera: MeasuredCamera | None = None,
        colours: ColourReferences | None = None,
        source: str | None = None,
    ) -> Profile:
        """Puts what was measured into a profile, which is made if it is not there; its other parts stay."""
        with self._alone():
            file = self._find(name)
            before = Profile(name) if file is None else self._sound(self._entry(file))
            made = before.with_parts(measured_set, camera, colours, source)
            self._save(made, overwrite=True)
        return made

    def rename(self, old: str, new: str) -> Profile:
        with self._alone():
            profile = self.load(old)
            file = self.file(profile.name)
            renamed = replace(profile, name=new, changed=now())
            other = self._find(renamed.name)
            if other is not None and not other.samefile(file):
                raise InputError(message("profile.exists", name=other.stem))
            target = self.path / f"{renamed.name}{SUFFIX}"
            # First the name, then what stands in the file: whatever happens in between, there is always one.
            with self._written():
                file.rename(target)
            save_json(str(target), renamed.to_json())
        return renamed

    def delete(self, name: str) -> Profile:
        """Returns what was deleted. A damaged file is not: somebody may be able to mend it."""
        with self._alone():
            profile = self.load(name)
            with self._written():
                self.file(profile.name).unlink()
        return profile

    def export(self, name: str, path: str) -> str:
        """Writes a profile to a file that somebody else can import; into a folder under its own name."""
        profile = self.load(name)
        with _named(path):
            target = str(Path(path) / f"{profile.name}{SUFFIX}") if Path(path).is_dir() else path
        save_json(target, profile.to_json())
        return target

    def import_file(self, path: str, name: str | None = None, overwrite: bool = False) -> Profile:
        """Takes in a profile that was exported, under its own name or another."""
        with _named(path):
            profile = _read(Path(path))
        if name is not None:
            profile = replace(profile, name=name)
        self.save(profile, overwrite)
        return profile

    def file(self, name: str) -> Path:
        """Where a profile of that name is, or would be."""
        return self._find(name) or self.path / f"{checked_name(name)}{SUFFIX}"

    def _save(self, profile: Profile, overwrite: bool) -> Path:
        file = self._find(profile.name)
        if file is not None:
            self._sound(self._entry(file))
            if not overwrite:
                raise InputError(message("profile.exists", name=file.stem))
            profile = replace(profile, name=file.stem)
        target = file or self.file(profile.name)
        said = profile.to_json()
        Profile.from_json(said)  # what could not be read again is not written
        save_json(str(target), said)
        return target

    def _files(self) -> list[Path]:
        try:
            found = [file for file in self.path.iterdir() if file.suffix == SUFFIX and not file.name.startswith(".")]
        except FileNotFoundError:
            return []
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise InputError(message("file.unreadable", why=why), str(self.path)) from None
        return [file for file in found if not file.is_dir()]

    def _find(self, name: str) -> Path | None:
        asked = checked_name(name)
        alike = [file for file in self._files() if same_name(file.stem) == same_name(asked)]
        return min(alike, key=lambda file: (file.stem != asked, file.stem), default=None)

    def _entry(self, file: Path) -> Entry:
        try:
            if not file.is_file():  # to open a pipe would be to wait for ever
                raise InputError(message("profile.no_file"))
            profile = replace(_read(file), name=file.stem)
        except InputError as error:
            return Entry(file.stem, file, None, error)
        return Entry(profile.name, file, profile)

    def _sound(self, entry: Entry) -> Profile:
        if entry.profile is None:
            assert entry.error is not None
            place = f"{entry.file}: {entry.error.place}" if entry.error.place else str(entry.file)
            raise InputError(message("profile.damaged", name=entry.name, why=entry.error.message), place)
        return entry.profile

    def _unknown(self, name: str) -> InputError:
        known = [file.stem for file in self._files()]
        if not known:
            return InputError(message("profile.no_profiles", name=name))
        return InputError(message("profile.unknown", name=name, known=", ".join(sorted(known, key=same_name))))

    @contextmanager
    def _written(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise InputError(message("file.unwritable", why=error.strerror or str(error)), str(self.path)) from None

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """One writer at a time: another would not see what this one is about to write."""
        with self._written():
            try:
                self.path.mkdir(parents=True, exist_ok=True)
                file = (self.path / LOCK_NAME).open("ab")
            except ValueError as error:  # a name with a NUL in it
                raise InputError(message("file.unwritable", why=str(error)), repr(str(self.path))) from None
        with file:
            until = time.monotonic() + LONGEST_WAIT_S
            while not lock(file.fileno()):
                if time.monotonic() > until:
                    raise InputError(message("profile.busy"), str(self.path))
                time.sleep(LOOK_AGAIN_S)
            try:
                yield
            finally:
                unlock(file.fileno())


def _read(file: Path) -> Profile:
    try:
        with file.open("rb") as opened:
            data = opened.read(MOST_KILOBYTES * 1000 + 1)
    except OSError as error:
        raise InputError(message("file.unreadable", why=error.strerror or str(error))) from None
    if len(data) > MOST_KILOBYTES * 1000:
        raise InputError(message("profile.large", most=MOST_KILOBYTES))
    try:
        return Profile.from_json(read_json(data.decode("utf-8-sig")))
    except UnicodeDecodeError:
        raise InputError(message("input.text")) from None


@contextmanager
def _named(path: str) -> Iterator[None]:
    """What is wrong with a file names it."""
    try:
        yield
    except InputError as error:
        raise error.at(path) from None
    except ValueError as error:  # a name with a NUL in it
        raise InputError(message("file.unreadable", why=str(error)), repr(path)) from None
