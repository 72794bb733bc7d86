"""How a table is set up: its source, its game and its players, as the page says it and as it is kept."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from calibration.profiles import ProfileFolder
from live.keeping import Keeping
from live.sources.address import SCHEMES
from live.sources.handed_in import HandedIn
from live.sources.photographs import Photographs
from live.sources.source import Source
from live.table_lock import checked_table
from live.watching import WatchTask
from referee.message import InputError, message
from referee.tactori.match import check_players
from referee.tactori.rules import RuleBook, rule_book
from vision.reading import Corners
from vision.tasks import AUTO, Task, checked_corners, read_ask
from web.body import wanted

SILENT_S = 10.0
"""After so long without a picture from the browser its camera is said to be silent."""
LONGEST_NAME = 40
NO_NAMES = (".", "..", "new")
"""Names stand in addresses, where these mean something else."""
_NUMBER = re.compile(r"\d{1,18}", re.ASCII)
KINDS = ("demo", "camera", "address", "browser", "photographs", "folder", "film")
ON_THIS_MACHINE = ("folder", "film")
"""What names files: only whoever sits at this machine may say it."""


@dataclass(frozen=True)
class SourceChoice:
    """Where a table's pictures come from; `what` is a number, an address, a path or a seed."""

    kind: str
    what: str = ""

    @classmethod
    def from_json(cls, said: Any, local: bool = True) -> SourceChoice:
        if not isinstance(said, dict):
            raise InputError(message("input.missing", key="source"))
        kind, what = wanted(said, "kind", str), str(said.get("what", ""))
        if kind not in KINDS:
            raise InputError(message("rule.value", key="kind", value=kind[:40], known=", ".join(KINDS)))
        if kind in ("demo", "camera") and not _NUMBER.fullmatch(what):
            raise InputError(message("web.source_number"))
        if kind == "address" and not (what.lower().startswith(SCHEMES) and len(what) < 2000):
            raise InputError(message("web.source_address"))
        if kind in ON_THIS_MACHINE and (not local or not what or "\0" in what):
            raise InputError(message("web.source_path"))
        return cls(kind, what)

    def to_json(self) -> dict[str, str]:
        return {"kind": self.kind, "what": self.what}

    @property
    def spec(self) -> str:
        """As `open_source` takes it."""
        return f"demo:{self.what}" if self.kind == "demo" else self.what

    def open_here(self) -> Source | None:
        """A source into which the page puts pictures; None for those that bring their own."""
        if self.kind == "browser":
            return HandedIn("browser", SILENT_S)
        return Photographs() if self.kind == "photographs" else None


@dataclass(frozen=True)
class TableSetUp:
    """Everything about a table that people decide before a game."""

    name: str
    source: SourceChoice
    game: str
    rules: Mapping[str, Any]
    players: tuple[str, ...]
    names: Mapping[str, str] = field(default_factory=dict)
    """What players are called, by colour; as many as were said."""
    profile: str | None = None
    """The name of a profile, "auto" to look for it, or None."""
    corners: Corners | None = None
    keep_pictures: bool = False
    ask: str = "usual"
    """Whether the camera asks more or less than usual."""

    @classmethod
    def from_json(cls, said: dict[str, Any], local: bool = True) -> TableSetUp:
        """Checked as a whole: whatever is wrong is a sentence."""
        name = checked_table(wanted(said, "name", str))
        if "/" in name or name in NO_NAMES:
            raise InputError(message("web.table_name"))
        rules = wanted(said, "rules", dict, {})
        book = rule_book(said.get("game"), rules)
        players = wanted(said, "players", list)
        if not all(isinstance(each, str) for each in players):
            raise InputError(message("web.kind", key="players", value=repr(players)[:40]))
        check_players(tuple(players), book)
        profile = said.get("profile")
        if profile is not None and (not isinstance(profile, str) or len(profile) > 100):
            raise InputError(message("web.kind", key="profile", value=repr(profile)[:40]))
        if profile not in (None, AUTO):
            ProfileFolder.of_user().load(str(profile))
        return cls(
            name=name,
            source=SourceChoice.from_json(said.get("source"), local),
            game=book.game.id,
            rules=book.changed(),
            players=tuple(players),
            names=_names(wanted(said, "names", dict, {}), players),
            profile=profile,
            corners=None if said.get("corners") is None else checked_corners(said["corners"]),
            keep_pictures=wanted(said, "keep_pictures", bool, False),
            ask=read_ask(said.get("ask", "usual")),
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "source": self.source.to_json(),
            "game": self.game,
            "rules": dict(self.rules),
            "players": list(self.players),
            "names": dict(self.names),
            "profile": self.profile,
            "corners": None if self.corners is None else [list(corner) for corner in self.corners],
            "keep_pictures": self.keep_pictures,
            "ask": self.ask,
        }

    @property
    def rule_book(self) -> RuleBook:
        return rule_book(self.game, self.rules)

    def task(self, log_path: Any, new: bool | None, demo: Mapping[str, Any]) -> WatchTask:
        """What `open_watch` is told."""
        known = Task("", "", corners=self.corners, ask=self.ask)
        if self.profile is not None:
            folder = ProfileFolder.of_user()
            find = self.profile == AUTO
            sound = folder.sound() if find else ()
            profiles = sound if find else (folder.load(self.profile),)
            known = replace(known, profiles=profiles, find_profile=bool(find and sound))
        return WatchTask(
            spec=self.source.spec,
            rules=self.rule_book,
            players=self.players,
            known=known,
            table=self.name,
            log_path=log_path,
            new=new,
            watched=self.source.kind == "folder",
            patient=True,
            keep_pictures=Keeping() if self.keep_pictures else False,
            pace="live",
            demo=demo,
        )


def _names(said: dict[str, Any], players: list[str]) -> dict[str, str]:
    names = {}
    for colour, name in said.items():
        if not isinstance(name, str) or colour not in players or len(name) > LONGEST_NAME or not name.isprintable():
            raise InputError(message("web.player_name", most=LONGEST_NAME))
        if name.strip():
            names[colour] = name.strip()
    return names
