"""How a table is set up: its source, its game and its players, as the page says it and as it is kept."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from calibration.profiles import ProfileFolder
from live.feeding import MOST_CAMERAS, TURNS_DEG, OtherCamera, checked_turn
from live.keeping import Keeping
from live.sources.address import HIDDEN, SCHEMES, shown_spec
from live.sources.by_hand import HAND, ByHand
from live.sources.handed_in import HandedIn
from live.sources.photographs import Photographs
from live.sources.source import Source
from live.table_lock import checked_table
from live.watch_task import WatchTask
from referee.game import AnyGame
from referee.games import GAMES, find_game
from vision.corners import Corners
from vision.families import FAMILIES
from vision.tasks import ASKS, AUTO, Task, checked_corners, read_ask
from web.api.words import choice, list_of, maybe, named, optional, ref, shape, text, thing, truth
from web.door.body import wanted
from web.door.errors import Forbidden
from words.message import InputError, Message, message

SILENT_S = 10.0
"""After so long without a picture from the browser its camera is said to be silent."""
LONGEST_NAME = 40
NO_NAMES = (".", "..", "new")
"""Names stand in addresses, where these mean something else."""
_NUMBER = re.compile(r"\d{1,18}", re.ASCII)
KINDS = ("demo", HAND, "camera", "address", "browser", "photographs", "folder", "film")
OTHER_KINDS = ("camera", "address", "browser", "demo")
"""What can look at the same board beside the first source: what flows."""
FILES = ("folder", "film")
WATCHED = {game.id: game for game in GAMES.values() if game.family in FAMILIES}
"""The games of which a camera knows the board."""
OF_THIS_MACHINE = ("camera", "address", *FILES)
"""What this machine would open or ask for: only whoever sits at it may name it."""

shape(
    "Source",
    kind=choice(KINDS, "`browser` and `photographs` wait for pictures that are brought, `hand` for none."),
    what=optional(
        text(
            "A number (demo, camera), an address, or a path on this machine (folder, film). An address is shown "
            "without its password and query; said so again, it is that of an open table."
        )
    ),
)
shape(
    "OtherCamera",
    "Another camera that sees the same board; a demo is seen from another side.",
    source=thing(kind=choice(OTHER_KINDS), what=optional(text("A number or an address."))),
    turned=optional(maybe(ref("Turned"), "If somebody says it; otherwise the pieces tell.")),
)
named("Turned", choice(TURNS_DEG, "By how many degrees, counter-clockwise from above, it is further round the board."))
shape(
    "SetUp",
    "Everything about a table that people decide before a game.",
    name=text("Stands in addresses, so without a slash."),
    source=ref("Source"),
    game=choice(GAMES),
    rules=optional(ref("Rules")),
    players=list_of(ref("Colour"), "In the order of their turns."),
    names=optional(ref("Names")),
    profile=optional(maybe(text(), 'A profile\'s name, or "auto" to look for the one that fits.')),
    corners=optional(maybe(ref("Corners"))),
    keep_pictures=optional(truth("Pictures of turns are kept only if this is true.")),
    ask=optional(choice(ASKS, "Whether the camera asks more or less than usual, rather than claims.")),
    also=optional(list_of(ref("OtherCamera"), "Other cameras of the same board.", maxItems=MOST_CAMERAS)),
)


@dataclass(frozen=True)
class Naming:
    """Who names a source, and what is open already: that may be named as it is shown, without its secrets."""

    local: bool = True
    before: tuple[SourceChoice, ...] = ()
    keeps_pictures: bool = False
    """Whether pictures are kept already."""

    def meant(self, kind: str, what: str) -> str:
        """What is behind a source as it was said."""
        for each in self.before:
            if each.kind == kind and what in (each.shown, each.what):
                return each.what
        if kind in OF_THIS_MACHINE and not self.local:
            raise Forbidden(message("web.guest_source"))
        if kind == "address" and HIDDEN in what:
            raise InputError(message("web.address_again"))
        return what


HERE = Naming()


@dataclass(frozen=True)
class SourceChoice:
    """Where a table's pictures come from; `what` is a number, an address, a path or a seed."""

    kind: str
    what: str = ""

    @classmethod
    def from_json(cls, said: Any, naming: Naming = HERE) -> SourceChoice:
        if not isinstance(said, dict):
            raise InputError(message("input.missing", key="source"))
        kind, what = wanted(said, "kind", str), str(said.get("what", ""))
        if kind not in KINDS:
            raise InputError(message("rule.value", key="kind", value=kind[:40], known=", ".join(KINDS)))
        what = naming.meant(kind, what)
        if kind in ("demo", "camera") and not _NUMBER.fullmatch(what):
            raise InputError(message("web.source_number"))
        if kind == "address" and not (what.lower().startswith(SCHEMES) and len(what) < 2000):
            raise InputError(message("web.source_address"))
        if kind in FILES and (not what or "\0" in what):
            raise InputError(message("web.source_path"))
        return cls(kind, what)

    def to_json(self, shown: bool = False) -> dict[str, str]:
        """With all its secrets, or as anybody may see it."""
        return {"kind": self.kind, "what": self.shown if shown else self.what}

    @property
    def shown(self) -> str:
        return shown_spec(self.what) if self.kind == "address" else self.what

    @property
    def name(self) -> str:
        """For people."""
        return shown_spec(self.spec) or self.kind

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
class OtherChoice:
    """Another camera of the same board; a demo is seen from another side."""

    source: SourceChoice
    turned_deg: int | None = None
    """From which side it looks, if somebody said so."""

    @classmethod
    def from_json(cls, said: Any, naming: Naming = HERE) -> OtherChoice:
        if not isinstance(said, dict):
            raise InputError(message("input.object"), "also")
        source = said.get("source")
        kind = source.get("kind") if isinstance(source, dict) else None
        if kind not in OTHER_KINDS:
            known = ", ".join(OTHER_KINDS)
            raise InputError(message("rule.value", key="kind", value=repr(kind)[:40], known=known), "also")
        chosen = SourceChoice(kind) if kind in ("demo", "browser") else SourceChoice.from_json(source, naming)
        turned = said.get("turned")
        return cls(chosen, None if turned is None else checked_turn(turned))

    def to_json(self, shown: bool = False) -> dict[str, Any]:
        return {"source": self.source.to_json(shown), "turned": self.turned_deg}

    @property
    def camera(self) -> OtherCamera:
        return OtherCamera(self.source.what or self.source.kind, self.turned_deg)


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
    also: tuple[OtherChoice, ...] = ()
    """Other cameras of the same board."""

    @classmethod
    def from_json(cls, said: dict[str, Any], naming: Naming = HERE) -> TableSetUp:
        """Checked as a whole: whatever is wrong is a sentence."""
        name = checked_table(wanted(said, "name", str))
        if "/" in name or name in NO_NAMES:
            raise InputError(message("web.table_name"))
        rules = wanted(said, "rules", dict, {})
        game = find_game(said.get("game"))
        source = SourceChoice.from_json(said.get("source"), naming)
        check_kind(game, source.kind)
        book = game.rule_book(rules)
        players = wanted(said, "players", list)
        if not all(isinstance(each, str) for each in players):
            raise InputError(message("web.kind", key="players", value=repr(players)[:40]))
        game.check_players(tuple(players), book)
        profile = said.get("profile")
        if profile is not None and (not isinstance(profile, str) or len(profile) > 100):
            raise InputError(message("web.kind", key="profile", value=repr(profile)[:40]))
        if profile not in (None, AUTO):
            ProfileFolder.of_user().load(str(profile))
        return cls(
            name=name,
            source=source,
            game=game.id,
            rules=book.changed(),
            players=tuple(players),
            names=_names(wanted(said, "names", dict, {}), players),
            profile=profile,
            corners=None if said.get("corners") is None else checked_corners(said["corners"]),
            keep_pictures=_keep(wanted(said, "keep_pictures", bool, False), naming),
            ask=read_ask(said.get("ask", "usual")),
            also=_others(wanted(said, "also", list, []), naming),
        )

    def to_json(self, shown: bool = False) -> dict[str, Any]:
        """As it is kept; `shown` leaves out what only this machine may know."""
        return {
            "name": self.name,
            "source": self.source.to_json(shown),
            "game": self.game,
            "rules": dict(self.rules),
            "players": list(self.players),
            "names": dict(self.names),
            "profile": self.profile,
            "corners": None if self.corners is None else [list(corner) for corner in self.corners],
            "keep_pictures": self.keep_pictures,
            "ask": self.ask,
            "also": [other.to_json(shown) for other in self.also],
        }

    @property
    def sources(self) -> tuple[SourceChoice, ...]:
        """Everything that looks at this table."""
        return (self.source, *(other.source for other in self.also))

    @property
    def plays_itself(self) -> bool:
        """Whether the program plays here, of a game that no camera knows."""
        return self.source.kind == "demo" and self.game not in WATCHED

    def open_here(self) -> Source | None:
        """A source that brings no pictures of its own; None for those that do."""
        if self.plays_itself or self.source.kind == HAND:
            return ByHand(self.source.spec or HAND)
        return self.source.open_here()

    def task(self, log_path: Any, new: bool | None, demo: Mapping[str, Any]) -> WatchTask:
        """What `open_watch` is told."""
        folder, find = ProfileFolder.of_user(), self.profile == AUTO
        profiles = () if self.profile is None else folder.sound() if find else (folder.load(self.profile),)
        known = Task(
            "", "", profiles=profiles, find_profile=find and bool(profiles), corners=self.corners, ask=self.ask
        )
        return WatchTask(
            spec=self.source.spec,
            rules=find_game(self.game).rule_book(self.rules),
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


def kinds_of(game: AnyGame) -> tuple[str, ...]:
    """The sources that a game can have: those with pictures if a camera knows its board, and by hand if pieces can be
    moved on its drawing."""
    rules = game.rule_book({})
    has_view = game.top_view(game.unseen(rules), rules) is not None
    seen = KINDS if game.id in WATCHED else ("demo", HAND)
    return tuple(kind for kind in seen if kind != HAND or has_view)


def check_kind(game: AnyGame, kind: str) -> None:
    if kind not in kinds_of(game):
        key = "web.no_hand" if kind == HAND else "watch.no_eyes"
        raise InputError(message(key, game=Message(f"game.{game.id}")))


def watched_game(said: object) -> AnyGame:
    """The game that somebody chose, if a camera knows its board."""
    if not isinstance(said, str) or said not in WATCHED:
        raise InputError(message("game.unknown", game=str(said)[:40], known=", ".join(WATCHED)))
    return WATCHED[said]


def _keep(said: bool, naming: Naming) -> bool:
    """Pictures of a room are kept on this machine: whoever sits at it decides."""
    if said and not naming.local and not naming.keeps_pictures:
        raise Forbidden(message("web.guest_pictures"))
    return said


def _others(said: list[Any], naming: Naming) -> tuple[OtherChoice, ...]:
    if len(said) > MOST_CAMERAS:
        raise InputError(message("also.most", most=MOST_CAMERAS), "also")
    return tuple(OtherChoice.from_json(each, naming) for each in said)


def _names(said: dict[str, Any], players: list[str]) -> dict[str, str]:
    names = {}
    for colour, name in said.items():
        if not isinstance(name, str) or colour not in players or len(name) > LONGEST_NAME or not name.isprintable():
            raise InputError(message("web.player_name", most=LONGEST_NAME))
        if name.strip():
            names[colour] = name.strip()
    return names
