"""What is known of a photograph before it is read: what somebody said, and what its profile says of all else."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from calibration.camera import Camera
from calibration.colours import ColourReferences
from calibration.physical_set import PhysicalSet
from calibration.profile import Profile, complete_set
from vision.board.find import NoBoard
from vision.corners import Corners
from vision.photograph import Photograph
from vision.tasks import Task
from words.language import say
from words.message import InputError, Message, message


@dataclass(frozen=True)
class Known:
    """What is known of a picture, or of the table it is of, before it is read; in terms of the picture worked on."""

    board: int | None = None
    physical_set: PhysicalSet | None = None
    camera: Camera | None = None
    colours: ColourReferences | None = None
    corners: Corners | None = None
    ask: str = "usual"
    asked: bool = False
    """Whether a profile was asked for."""
    profile: str | None = None
    misfits: tuple[Message, ...] = ()
    """What of the profile could not be used."""

    def to_json(self, language: str) -> dict[str, Any]:
        """What a reading says of the profile."""
        said: dict[str, Any] = {"profile": self.profile} if self.asked else {}
        if self.misfits:
            said["profile_misfit"] = [say(misfit, language) for misfit in self.misfits]
        return said

    def notes(self, image: str, language: str) -> list[str]:
        """The same for people."""
        return [f"{image}: {say(misfit, language)}" for misfit in self.misfits]


def without_profile(task: Task, known: Known, plain: Known, photograph: Photograph) -> Known:
    """What is known of a picture whose profile does not fit, and why it does not."""
    from vision.profiles.matching import check_profile

    profile = next(each for each in task.profiles if each.name == known.profile)
    why = (misfit.message for misfit in check_profile(profile, photograph.image))
    misfits = (*known.misfits, message("match.not_used", name=profile.name), *why)
    return replace(plain, asked=True, misfits=misfits)


def known_of(task: Task, photograph: Photograph, data: bytes) -> Known:
    """What was said of a photograph, and what its profile says of all else; `data` is the file it came from."""
    size = (photograph.image.shape[1], photograph.image.shape[0])
    camera = task.camera.at_size(size) if task.camera is not None else None
    corners = photograph.from_original(task.corners) if task.corners else None
    known = Known(task.board, task.physical_set, camera, task.colours, corners, task.ask, bool(task.profiles))
    if task.find_profile:
        profile = _fitting(task, photograph, data)
        if profile is None:
            return replace(known, misfits=(message("match.none"),))
    elif task.profiles:
        profile = task.profiles[0]
    else:
        return known
    return _completed(known, profile, size)


def _completed(known: Known, profile: Profile, size: tuple[int, int]) -> Known:
    """What is not known is as the profile says; but the camera only if the picture can be its own."""
    camera, misfits = known.camera, known.misfits
    if camera is None and profile.camera is not None:
        try:
            camera = profile.camera.camera.at_size(size)
        except InputError as error:
            misfits = (*misfits, message("match.camera_unused", name=profile.name, why=error.message))
    return replace(
        known,
        physical_set=complete_set(known.physical_set, profile.set.physical_set if profile.set else None),
        camera=camera,
        colours=known.colours or profile.colours,
        profile=profile.name,
        misfits=misfits,
    )


def _fitting(task: Task, photograph: Photograph, data: bytes) -> Profile | None:
    from vision.profiles.device import device_of
    from vision.profiles.matching import match_profiles

    try:
        return match_profiles(photograph.image, task.profiles, device_of(data)).best
    except NoBoard:  # with what else is known it may be found all the same
        return None
