"""What happens at a table, as the API describes it: a shape for each kind of event."""

from __future__ import annotations

from collections.abc import Mapping

from live.events import Kind
from live.game import Reason
from referee.games import GAMES
from web.api.words import Schema, choice, list_of, maybe, named, number, optional, ref, shape, text, truth, whole

_KEYS: dict[str, Schema] = {
    "game_number": maybe(whole()),
    "table": text(),
    "game": choice(GAMES),
    "rules": ref("Rules"),
    "players": list_of(ref("Colour")),
    "resumed": truth("The game goes on."),
    "n": whole("The turn, elsewhere the last confirmed one."),
    "to_move": maybe(ref("Colour")),
    "position": maybe(ref("Position")),
    "scores": ref("Scores"),
    "player": ref("Colour"),
    "turn": maybe(ref("Turn")),
    "notation": text(),
    "legal": truth(),
    "violations": list_of(ref("Finding")),
    "open": list_of(ref("Finding")),
    "advice": list_of(ref("Finding")),
    "accepted": truth(),
    "by": text("camera, hand, import; of turns taken back camera, undo or reject."),
    "continued": truth("The last turn went on: this takes its place."),
    "redone": truth(),
    "waits": choice(Reason, "It does not count yet."),
    "todo": list_of(text(), "What is still to be done in a turn under way."),
    "die": maybe(list_of(text()), "What was thrown; null if nobody said it, or took it back."),
    "inferred": truth("What was thrown follows from the turn."),
    "turns": whole("How many; 0 for one that was rejected."),
    "why": text(),
    "unsure": list_of(ref("Doubt")),
    "picture": text(),
    "profile": maybe(text()),
    "seconds": number(),
    "corners": ref("Corners"),
    "quarters": whole("How far the board was turned."),
    "what": choice(("board", "source", "camera")),
    "camera": text("Another camera's name."),
    "number": whole("And its number."),
    "turned": maybe(ref("Turned")),
    "reason": text(),
    "winner": maybe(ref("Colour")),
    "fields": list_of(text()),
    "message": text(),
    "in_memory": truth("Something would be lost if the program ended now."),
}
# The keys of each kind of event; with a question mark those that may be missing.
EVENTS: Mapping[Kind, tuple[str, str]] = {
    Kind.STARTED: (
        "A game begins, or goes on.",
        "game_number? table game rules players resumed n to_move position scores",
    ),
    Kind.TURN: (
        "A turn was confirmed; with `waits` an illegal one was seen.",
        "n player turn notation? position legal violations open advice accepted? scores to_move? by? continued? "
        "redone? waits? die? inferred?",
    ),
    Kind.PUT_RIGHT: ("What waited has been put right.", "n position"),
    Kind.TAKEN_BACK: ("Turns do not count any more.", "turns by n to_move position scores"),
    Kind.UNSURE: ("Something is not clear.", "why? unsure? position? picture? waits? violations? todo? profile?"),
    Kind.THROWN: ("Somebody said what was thrown for the turn that comes.", "n player die"),
    Kind.HAND: ("Something has covered the board for long.", "why seconds picture"),
    Kind.MOVED: ("Camera or board were moved, and the board was followed.", "why corners quarters?"),
    Kind.LOST: ("The board is not seen any more, or no pictures come.", "what why picture? camera? number?"),
    Kind.BACK: ("It is there again.", "what corners? camera? number? turned?"),
    Kind.OUTCOME: ("The game is over.", "n reason winner scores"),
    Kind.CORRECTED: ("Somebody corrected what was read.", "fields violations n to_move position scores"),
    Kind.PAUSED: ("The board is not read for a while.", "n"),
    Kind.RESUMED: ("It is read again.", "n"),
    Kind.ENDED: ("Somebody ended the game.", "n to_move position scores"),
    Kind.MEMORY: ("The log cannot be written, or can be again.", "message in_memory"),
}


def _name(kind: Kind) -> str:
    return "Event" + "".join(word.capitalize() for word in kind.value.split("_"))


def _key(key: str) -> Schema:
    return optional(_KEYS[key[:-1]]) if key.endswith("?") else _KEYS[key]


for _kind, (_about, _keys) in EVENTS.items():
    _own = {key.removesuffix("?"): _key(key) for key in _keys.split()}
    shape(_name(_kind), _about, event={"const": _kind.value}, **_own)
named(
    "Event",
    {
        "oneOf": [ref(_name(kind)) for kind in Kind],
        "description": "What happened. Whoever reads events passes over kinds and keys they do not know.",
    },
)
named(
    "Happened",
    {
        "allOf": [ref("Event")],
        "properties": {
            "table": text("Where."),
            "history": {"const": True, "description": "It happened before this listener came."},
            "words": maybe(text(), "A turn as a sentence; null if it was taken back since."),
        },
        "required": ["table"],
        "description": "The data of the stream's event `happened`.",
    },
)
shape("Gone", "The data of the stream's event `gone`: that table was closed.", table=text())
