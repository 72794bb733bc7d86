"""How photographs are to be read and judged, as somebody says it: checked, and written down again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from calibration.profile import Profile
from calibration.profiles import ProfileFolder
from referee.game import AnyGame, Rules
from referee.games import GAMES, find_game
from vision.families import family_of, reader_of
from vision.tasks import ASKS, AUTO, read_ask, read_board
from web.api.words import choice, maybe, optional, text, truth
from web.door.body import wanted
from web.photographs.reading_work import Wish
from words.message import InputError, Message, message

READABLE = {id_: game for id_, game in GAMES.items() if (family := family_of(game)) and family.reader}
"""The games whose photographs can be read."""
BOARDS = tuple(sorted({board for game in READABLE.values() for board in reader_of(game).boards}))
"""How many fields a board can have across, where somebody may say so."""
READING_KEYS = frozenset({"profile", "board", "ask", "measure"})

HOW = {
    "board": {"enum": ["auto", *BOARDS]},
    "profile": maybe(text()),
    "measure": truth("A set that nobody measured is measured: of a list once for all, of one row on its own picture."),
    "ask": choice(ASKS, "Whether more or less than usual is asked, rather than claimed."),
}
ASKED_HOW = {
    "board": optional({"enum": ["auto", *BOARDS]}),
    "profile": optional(maybe(text(), 'A name, or "auto".')),
    "measure": optional(truth()),
    "ask": optional(choice(ASKS)),
}


def read_wish(said: dict[str, Any], usual: Wish) -> Wish:
    """How to read; what is not said is as usual."""
    wish = usual
    if "profile" in said:
        profiles, find_profile = _profiles(said)
        wish = replace(wish, profile=said["profile"] or None, profiles=profiles, find_profile=find_profile)
    if "board" in said:
        wish = replace(wish, board=read_board(said["board"]))
    if "ask" in said:
        wish = replace(wish, ask=read_ask(said["ask"]))
    return replace(wish, measure=wanted(said, "measure", bool, wish.measure))


def wish_json(wish: Wish) -> dict[str, Any]:
    return {"board": wish.board or AUTO, "profile": wish.profile, "measure": wish.measure, "ask": wish.ask}


def read_rules(said: dict[str, Any]) -> Rules | None:
    if said.get("game") is None:
        return None
    game = find_game(said["game"])
    if game.id not in READABLE:
        raise InputError(message("web.photos.not_read", game=Message(f"game.{game.id}")))
    rules: Rules = game.rule_book(wanted(said, "rules", dict, {}))
    game.judge(game.unseen(rules), rules, {})  # an option that has to be chosen first is better asked for now
    return rules


def colours_of(game: AnyGame) -> tuple[str, ...]:
    """Of which one has to be chosen before anything can be judged; none where nothing is."""
    usual = game.rule_book({})
    try:
        game.judge(game.unseen(usual), usual, {})
    except InputError:
        return tuple(
            each for option in game.choices() if option.key == "colour" for each in option.values or () if each
        )
    return ()


def rules_json(rules: Rules | None) -> dict[str, Any]:
    return {"game": rules.id if rules else None, "rules": rules.changed() if rules else {}}


def _profiles(said: dict[str, Any]) -> tuple[tuple[Profile, ...], bool]:
    """The profile that was named, or all that are sound; and whether the one that fits is to be found."""
    name = wanted(said, "profile", str, "")
    if not name:
        return (), False
    folder = ProfileFolder.of_user()
    if name != AUTO:
        return (folder.load(name),), False
    sound = folder.sound()
    if not sound:
        raise InputError(message("profile.none_yet"))
    return sound, True
