"""Shapes of the API: positions, verdicts, events, and a table with everything about it at one moment."""

from __future__ import annotations

from collections.abc import Mapping

from calibration.physical_set import MEASURES
from live.events import Kind
from live.game import By, Reason
from live.table import Sight
from referee.tactori.board import BOARDS, COLOURS
from referee.tactori.rules import GAMES, Goal, Shape
from referee.tactori.turn import Kind as TurnKind
from vision.tactori.settings import ASK
from web.openapi_words import Schema, choice, list_of, map_of, maybe, number, ref, said, text, thing, truth, whole
from web.set_up import KINDS
from web.watched import Status

Shapes = Mapping[str, Schema]

PIECES: Shapes = {
    "Error": thing({"error": text("A sentence for the person who can act on it.")}),
    "Colour": choice(COLOURS, "Red, blue, yellow, green."),
    "Field": text("A field, a1 at the lower left.", pattern="^[a-i][1-9]$"),
    "Place": text(
        "A field, or the two fields of a stick.", pattern="^[a-i][1-9](-[a-i][1-9])?$", examples=["e5", "c3-e3"]
    ),
    "Stack": text("Floors from below; ? is one whose colour nobody sees.", pattern="^[RBYG?]+$"),
    "Scores": map_of(whole(), "Points by colour."),
    "Names": map_of(text(), "What players are called, by colour."),
    "Rules": {
        "type": "object",
        "additionalProperties": True,
        "description": "The options that are not the game's own.",
    },
    "Moment": text("In UTC.", format="date-time"),
    "Corners": list_of(
        list_of(number(), minItems=2, maxItems=2),
        "The board's upper corners in pixels of the picture, beside a1, i1, i9 and a9 (a1, e1, e5 and a5).",
        minItems=4,
        maxItems=4,
    ),
    "End": thing({"at": ref("Field"), "floor": whole("0 is the bare board.", minimum=0)}),
    "Stick": thing({"color": ref("Colour"), "a": ref("End"), "b": ref("End")}),
    "Position": thing(
        {
            "board": choice(BOARDS),
            "towers": map_of(ref("Stack"), "Stacks by field."),
            "sticks": list_of(ref("Stick")),
        },
        "What stands on a board, as `draufsicht score` takes it.",
    ),
}
VERDICTS: Shapes = {
    "Finding": thing(
        {
            "rule": text("The rule's id, which never changes.", examples=["bridge.level"]),
            "message": text("The sentence that says so."),
            "fields": list_of(ref("Field")),
            "stick?": ref("Stick"),
        },
        "A rule that is broken, or open, or only advised, and where.",
    ),
    "Polygon": thing(
        {
            "color": ref("Colour"),
            "points": whole(),
            "counts": truth("False if the shape or the nine centre leaves it out."),
            "fields": list_of(ref("Field"), "Its border."),
            "sides": list_of(thing({"stick": ref("Stick"), "points": whole(), "part": choice(("whole", "half"))})),
        },
        "A closed area.",
    ),
    "Verdict": thing(
        {
            "legal": truth(),
            "violations": list_of(ref("Finding")),
            "open": list_of(ref("Finding"), "What cannot be decided as long as something is unsure."),
            "advice": list_of(ref("Finding")),
            "scores": ref("Scores"),
            "polygons": list_of(ref("Polygon")),
            "connections": map_of(list_of(list_of(ref("Field"))), "The connected groups of each colour."),
            "tasks?": map_of(truth(), "The building tasks of free play, and whether each is done."),
        },
        "All that is to be said of a position, as `draufsicht score` prints it.",
    ),
    "Turn": thing(
        {
            "kind": choice(TurnKind),
            "tower?": thing(
                {
                    "color": ref("Colour"),
                    "from": maybe(ref("Field")),
                    "to": ref("Field"),
                    "count": whole(),
                    "captured": whole(),
                }
            ),
            "laid": list_of(ref("Stick")),
            "taken": list_of(ref("Stick")),
        },
        "What a turn was.",
    ),
    "Outcome": thing(
        {
            "reason": text(),
            "winner": maybe(ref("Colour"), "Null if nobody has won, or all."),
            "scores": ref("Scores"),
            "text?": text("The same as a sentence."),
        }
    ),
}

TABLE: Shapes = {
    "Source": thing(
        {
            "kind": choice(KINDS, "`browser` and `photographs` wait for pictures that are brought."),
            "what?": text("A number (demo, camera), an address, or a path on this machine (folder, film)."),
        }
    ),
    "SetUp": thing(
        {
            "name": text("Stands in addresses, so without a slash."),
            "source": ref("Source"),
            "game": choice(GAMES),
            "rules?": ref("Rules"),
            "players": list_of(ref("Colour"), "In the order of their turns."),
            "names?": ref("Names"),
            "profile?": maybe(text(), 'A profile\'s name, or "auto" to look for the one that fits.'),
            "corners?": maybe(ref("Corners")),
            "keep_pictures?": truth("Pictures of turns are kept only if this is true."),
            "ask?": choice(ASK, "Whether the camera asks more or less than usual, rather than claims."),
        },
        "Everything about a table that people decide before a game.",
    ),
    "Help": thing(
        {
            "urgency": choice((3, 2, 1), "3: the game stands still, 2: somebody should look, 1: it can wait."),
            "text": text(),
        }
    ),
    "Doubt": thing(
        {
            "at": ref("Place"),
            "why": text(),
            "move?": maybe(text(), "Which way to move the camera to see it, or what to take away."),
        },
        "A field that is not vouched for; or two, between which a stick may or may not lie.",
    ),
    "View": thing(
        {
            "size": list_of(whole(), "Width and height of the picture.", minItems=2, maxItems=2),
            "matrix": list_of(list_of(number(), minItems=3, maxItems=3), minItems=3, maxItems=3),
            "dist": list_of(number(), "k1, k2, p1, p2 as OpenCV has them."),
            "rvec": list_of(number(), minItems=3, maxItems=3),
            "tvec": list_of(number(), minItems=3, maxItems=3),
            "corners": ref("Corners"),
        },
        "Where the camera stands: x_camera = R(rvec) x + tvec in millimetres, from the middle of the board's top.",
    ),
    "Set": thing({f"{name}?": number() for name in MEASURES}, "A physical set, in millimetres."),
    "TurnLine": thing(
        {
            "n": whole(minimum=1),
            "player": ref("Colour"),
            "notation": text(examples=["+e3 +c3-e3"]),
            "legal": truth(),
            "accepted": truth("Illegal, and let stand."),
            "by": choice(By, "Who says so."),
            "at": ref("Moment"),
            "scores": ref("Scores"),
        }
    ),
    "Waiting": thing(
        {"reason": choice(Reason), "violations": list_of(ref("Finding"))},
        "What the board shows and the game does not take.",
    ),
    "Game": thing(
        {
            "id": choice(GAMES),
            "name": text(),
            "board": choice(BOARDS),
            "goal": choice(Goal),
            "shape": choice(Shape),
            "rules": ref("Rules"),
            "players": list_of(ref("Colour")),
            "names": ref("Names"),
            "number": maybe(whole(), "In the log; null while nothing can be written."),
            "begun": ref("Moment"),
            "n": whole("Confirmed turns.", minimum=0),
            "to_move": maybe(ref("Colour")),
            "scores": ref("Scores"),
            "paused": truth(),
            "ended": truth("Somebody ended it."),
            "outcome": maybe(ref("Outcome")),
            "can_undo": truth(),
            "can_redo": truth(),
            "keep_pictures": truth(),
            "waiting": maybe(ref("Waiting")),
        },
        "The game at a table as it stands.",
    ),
    "Table": thing(
        {
            "table": text("Its name."),
            "version": whole("Grows with every change."),
            "status": choice(Status),
            "message": maybe(text(), "Why it failed."),
            "source": thing({"kind": choice(KINDS), "name": text()}),
            "sight": choice(Sight, "How well the board is seen."),
            "help": list_of(ref("Help"), "What needs a person, most urgent first."),
            "game": maybe(ref("Game"), "Null as long as the table is not watched; then what follows is missing too."),
            "frame": maybe(whole(), "The number of the newest picture."),
            "set_up": ref("SetUp"),
            "position?": said(ref("Position"), "The last confirmed one."),
            "shown?": said(ref("Position"), "What the board shows: what waits, or the same."),
            "by_hand?": list_of(text(), "Fields (e5) and sticks (c3-e3) that somebody corrected."),
            "verdict?": said(ref("Verdict"), "On what the board shows."),
            "violations?": list_of(ref("Finding"), "Of what waits, else of the last turn and of the position."),
            "doubts?": list_of(ref("Doubt")),
            "turns?": list_of(ref("TurnLine")),
            "view?": maybe(ref("View")),
            "set?": ref("Set"),
            "profile?": maybe(text(), "The profile that is used."),
            "misfits?": list_of(text(), "What of it could not be used."),
        },
        "A table with everything about it at one moment.",
    ),
    "TableAnswer": thing({"table": ref("Table"), "events?": list_of(ref("Event"), "What the call gave rise to.")}),
}

_KEYS: Shapes = {
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
    "turns": whole("How many; 0 for one that was rejected."),
    "why": text(),
    "unsure": list_of(ref("Doubt")),
    "picture": text(),
    "profile": maybe(text()),
    "seconds": number(),
    "corners": ref("Corners"),
    "quarters": whole("How far the board was turned."),
    "what": choice(("board", "source")),
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
        "redone? waits?",
    ),
    Kind.PUT_RIGHT: ("What waited has been put right.", "n position"),
    Kind.TAKEN_BACK: ("Turns do not count any more.", "turns by n to_move position scores"),
    Kind.UNSURE: ("Something is not clear.", "why? unsure? position? picture? waits? violations? profile?"),
    Kind.HAND: ("Something has covered the board for long.", "why seconds picture"),
    Kind.MOVED: ("Camera or board were moved, and the board was followed.", "why corners quarters?"),
    Kind.LOST: ("The board is not seen any more, or no pictures come.", "what why picture?"),
    Kind.BACK: ("It is there again.", "what corners?"),
    Kind.OUTCOME: ("The game is over.", "n reason winner scores"),
    Kind.CORRECTED: ("Somebody corrected what was read.", "fields violations n to_move position scores"),
    Kind.PAUSED: ("The board is not read for a while.", "n"),
    Kind.RESUMED: ("It is read again.", "n"),
    Kind.ENDED: ("Somebody ended the game.", "n to_move position scores"),
    Kind.MEMORY: ("The log cannot be written, or can be again.", "message in_memory"),
}


def _event_name(kind: Kind) -> str:
    return "Event" + "".join(word.capitalize() for word in kind.value.split("_"))


def _event(kind: Kind) -> Schema:
    about, keys = EVENTS[kind]
    own = {key: _KEYS[key.removesuffix("?")] for key in keys.split()}
    return thing({"event": {"const": kind.value}, **own}, about)


EVENT: Shapes = {
    **{_event_name(kind): _event(kind) for kind in Kind},
    "Event": {
        "oneOf": [ref(_event_name(kind)) for kind in Kind],
        "description": "What happened. Whoever reads events passes over kinds and keys they do not know.",
    },
    "Happened": {
        "allOf": [ref("Event")],
        "properties": {
            "table": text("Where."),
            "history": {"const": True, "description": "It happened before this listener came."},
        },
        "required": ["table"],
        "description": "The data of the stream's event `happened`.",
    },
    "Gone": thing({"table": text()}, "The data of the stream's event `gone`: that table was closed."),
}
SHAPES: Shapes = {**PIECES, **VERDICTS, **TABLE, **EVENT}
