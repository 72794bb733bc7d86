"""A short demo game for the tests of watching: its frames, and what was told of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2

from live import watching
from live.events import Event, Kind
from live.frame import Picture
from live.sources import open_source
from live.watching import WatchTask, open_watch
from referee.tactori.rules import rule_book
from simulator.demo.script import Script
from simulator.demo.settings import DemoSettings

SEED, GAME, PLAYERS = 1, "fem", ("R", "B")
FEM = rule_book(GAME)
SMALL: dict[str, Any] = {"size": (640, 360), "settings": DemoSettings(most_turns=3)}
"""Three turns; before the second an illegal one is made and put right."""
SAID = ("--game", GAME, "--players", "R,B")


@dataclass(frozen=True)
class DemoRun:
    """The frames of the game, and after which of them which event was told."""

    script: Script
    frames: tuple[Picture, ...]
    told: tuple[tuple[int, Event], ...]

    @property
    def calm(self) -> list[Picture]:
        """The board at the beginning and whenever something had happened."""
        return [self.frames[4], *(self.frames[at] for at, event in self.told if event.kind is not Kind.STARTED)]

    def known(self, folder: Path) -> list[str]:
        """The table's set and camera as words of the command line."""
        from calibration.files import save_json

        made = self.script.scenery
        save_json(str(folder / "set.json"), made.physical_set.to_json())
        save_json(str(folder / "camera.json"), made.camera.to_json())
        return ["--set", str(folder / "set.json"), "--camera", str(folder / "camera.json")]


@cache
def demo_run() -> DemoRun:
    frames, told = list[Picture](), list[tuple[int, Event]]()
    with TemporaryDirectory() as folder:
        task = WatchTask(f"demo:{SEED}", FEM, PLAYERS, log_path=Path(folder) / "g.sqlite", demo=SMALL)
        with open_watch(task) as watch:
            given = watch.source.given

            def noted() -> Any:
                for each in given():
                    frames.append(each.image)
                    yield each

            watch.source.given = noted  # type: ignore[method-assign]
            told = [(len(frames) - 1, event) for event in watch]
            return DemoRun(watch.source.script, tuple(frames), tuple(told))  # type: ignore[attr-defined]


def small_demo(spec: str, *more: Any, demo: Any = None, **named: Any) -> Any:
    """Opens sources as they are, but of a simulated game a short one."""
    return open_source(spec, *more, demo={**(demo or {}), **SMALL}, **named)


def write_folder(folder: Path, pictures: Sequence[Picture]) -> Path:
    folder.mkdir()
    for number, picture in enumerate(pictures):
        cv2.imwrite(str(folder / f"{number:03}.png"), picture)
    return folder


def write_film(file: Path, frames: Sequence[Picture], fps: float = 5.0) -> Path:
    height, width = frames[0].shape[:2]
    film = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), fps, (width, height))
    for frame in frames:
        film.write(frame)
    film.release()
    return file


if __name__ == "__main__":
    import sys

    import draufsicht

    watching.open_source = small_demo
    sys.exit(draufsicht.main(sys.argv[1:]))
