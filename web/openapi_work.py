"""Shapes of the API: what can be chosen, past games, photographs, calibrations and profiles."""

from __future__ import annotations

from calibration.profile import PARTS
from referee.tactori.board import BOARDS
from referee.tactori.rules import GAMES, Goal, Shape
from vision.tactori.settings import ASK
from web.batches import RowState
from web.calibration_work import Kind
from web.game_import import FORMAT, VERSION
from web.openapi_board import TABLE, Shapes
from web.openapi_words import anything, choice, list_of, map_of, maybe, number, ref, said, text, thing, truth, whole

_SIZE = list_of(whole(), "Width and height.", minItems=2, maxItems=2)

CHOICES: Shapes = {
    "Option": thing(
        {
            "key": text(),
            "about": text(),
            "usual": {"description": "As the game has it."},
            "choices": maybe(list_of({}), "Null for any number from 1, or none."),
        },
        "A reading of the rules that can be chosen.",
    ),
    "GameChoice": thing(
        {
            "id": choice(GAMES),
            "name": text(),
            "about": text(),
            "board": choice(BOARDS),
            "players": list_of(whole(), "From so many to so many.", minItems=2, maxItems=2),
            "age": whole(),
            "options": list_of(ref("Option")),
        }
    ),
    "Choices": thing(
        {
            "games": list_of(ref("GameChoice")),
            "colours": list_of(ref("Colour")),
            "cameras": list_of(thing({"number": whole(), "name": maybe(text())})),
            "profiles": list_of(text()),
            "open": list_of(text(), "Tables that are open."),
            "unfinished": map_of(
                thing(
                    {
                        "game": choice(GAMES),
                        "rules": ref("Rules"),
                        "players": list_of(ref("Colour")),
                        "turns": whole(),
                        "begun": ref("Moment"),
                    }
                ),
                "For each table that is not open, the game that could go on.",
            ),
            "local": truth("Whoever asks sits at this machine."),
        }
    ),
    "Preview": thing(
        {
            "id": text(),
            "source": ref("Source"),
            "status": choice(("opening", "open", "failed")),
            "message": maybe(text()),
            "frame": maybe(whole(), "The number of its newest picture."),
            "size": maybe(_SIZE),
            "corners": maybe(ref("Corners"), "Where the board is, if it was found."),
            "board": maybe(choice(BOARDS)),
            "why": maybe(text(), "Why there is no board."),
        },
        "A source that is tried out; closed when nobody has asked after it for a minute.",
    ),
    "Share": thing(
        {"key": maybe(text()), "addresses?": list_of(text()), "qr?": text("Where the QR code is.")},
        "The key is null for whoever does not sit at this machine, and as long as the page is not shared.",
    ),
}

_SUMMARY = {
    "game": choice(GAMES),
    "rules": ref("Rules"),
    "players": list_of(ref("Colour")),
    "names": ref("Names"),
    "turns": whole(),
    "scores": ref("Scores"),
    "condition": text("How it stands, in words."),
    "outcome": maybe(ref("Outcome")),
}
_STEP = {
    **TABLE["TurnLine"]["properties"],
    "turn": maybe(ref("Turn")),
    "violations": list_of(ref("Finding")),
}
_STATE = {
    "game_number": maybe(whole()),
    "table": text(),
    "source": text(),
    "begun": ref("Moment"),
    "game": choice(GAMES),
    "rules": ref("Rules"),
    "players": list_of(ref("Colour")),
    "start": ref("Position"),
    "position": ref("Position"),
    "turns": list_of(ref("PastTurn")),
    "to_move": maybe(ref("Colour")),
    "scores": ref("Scores"),
    "waiting": maybe(
        thing(
            {
                "reason": text(),
                "chain": list_of(ref("Position")),
                "violations": list_of(ref("Finding")),
            }
        )
    ),
    "can_undo": truth(),
    "can_redo": truth(),
    "by_hand": list_of(text()),
    "paused": truth(),
    "ended": truth(),
    "outcome": maybe(ref("Outcome")),
    "settings": anything("Whether pictures are kept, what players are called."),
}
GAMES_PAST: Shapes = {
    "GameLine": thing(
        {
            "number": whole(),
            "table": text(),
            "begun": ref("Moment"),
            "imported": truth(),
            "finished": truth(),
            "watched": truth("Somebody plays it now."),
            **{f"{key}?": schema for key, schema in _SUMMARY.items()},
            "error?": text("Why it cannot be read; then the rest is missing."),
        },
        "A game in the list.",
    ),
    "GameList": thing(
        {
            "games": list_of(ref("GameLine"), "The newest first."),
            "total": whole(),
            "next": maybe(whole(), "What to say as `before` for those that follow."),
            "tables": list_of(text()),
            "kinds": list_of(choice(GAMES)),
        }
    ),
    "PastTurn": thing({**_STEP, "position": ref("Position")}, "One turn and the position after it."),
    "PastGame": thing(
        {
            **_STATE,
            "number": whole(),
            "names": ref("Names"),
            "board": choice(BOARDS),
            "goal": choice(Goal),
            "shape": choice(Shape),
            "finished": truth(),
            "watched": truth(),
            "condition": text(),
        },
        "A whole game.",
    ),
    "GameFile": thing(
        {"format": {"const": FORMAT}, "version": {"const": VERSION}, **_STATE}, "A game as data that can be imported."
    ),
    "Replayed": thing(
        {
            "n": whole(minimum=0),
            "board": choice(BOARDS),
            "position": ref("Position"),
            "verdict": ref("Verdict"),
            "scores": ref("Scores"),
            "to_move": maybe(ref("Colour")),
            "turn": maybe(thing(_STEP), "Null at the beginning."),
            "violations": list_of(ref("Finding"), "Of the turn and of the position."),
            "last": list_of(ref("Field"), "The fields the turn changed."),
        },
        "A game after one of its turns.",
    ),
    "KeptPicture": thing(
        {"seq": whole(), "turn": maybe(whole(), "Null if it was taken back."), "bytes": whole(), "address": text()}
    ),
}

_WISH = {
    "game": maybe(choice(GAMES)),
    "rules": ref("Rules"),
    "board": {"enum": ["auto", *BOARDS]},
    "profile": maybe(text()),
    "measure": truth("A set that nobody measured is measured on each photograph."),
    "ask": choice(ASK, "Whether more or less than usual is asked, rather than claimed."),
}
_ROW = {
    "n": whole(minimum=1),
    "name": text(),
    "state": choice(RowState),
    "picture": truth("It can be shown."),
    "error": maybe(text()),
    "board": maybe(choice(BOARDS)),
    "towers": maybe(whole()),
    "sticks": maybe(whole()),
    "violations": maybe(whole()),
    "scores": maybe(ref("Scores")),
}
PHOTOGRAPHS: Shapes = {
    "Reading": thing(
        {
            "image": text(),
            "board?": choice(BOARDS),
            "corners?": ref("Corners"),
            "towers?": map_of(ref("Stack")),
            "sticks?": list_of(ref("Stick")),
            "unsure?": list_of(ref("Doubt"), "What is not vouched for."),
            "p?": map_of(number(), "How probable it is that each stack (c3) and stick (c3-e3) is right as written."),
            "ms?": number(),
            "verdict?": maybe(ref("Verdict")),
            "verdict_unsure?": list_of(ref("Place"), "The fields and sticks on which the verdict hangs."),
            "verdict_hangs?": list_of(ref("Hanging"), "The verdict if doubtful sticks were there, or were not."),
            "problem?": text("Why there is no verdict."),
            "measured?": anything("The set, if it was measured on this photograph."),
            "profile?": maybe(text()),
            "profile_misfit?": list_of(text()),
            "by_hand?": list_of(text(), "What somebody corrected."),
            "state?": choice(RowState),
            "error?": text("Instead of all others: why there is no reading."),
        },
        "What a photograph shows, as `draufsicht scan` prints it.",
    ),
    "Hanging": thing(
        {
            "at": ref("Place"),
            "sticks": list_of(ref("Stick")),
            "lies": truth("Whether the reading has them."),
            "otherwise": thing({"legal": truth(), "scores": ref("Scores")}),
        },
        "What of a verdict hangs on doubtful sticks.",
    ),
    "Row": thing({**_ROW, "doubts": maybe(whole()), "by_hand": truth()}, "A photograph in a list."),
    "Batch": thing(
        {
            "id": text(),
            **_WISH,
            "goal": maybe(choice(Goal)),
            "shape": maybe(choice(Shape)),
            "counts": map_of(whole(), "How many rows are in each state."),
            "unread": whole(),
            "rows": list_of(ref("Row"), "Those that need a person first."),
        },
        "A list of photographs, in memory only; forgotten when nobody has asked after it for an hour.",
    ),
    "Photograph": thing(
        {
            **_ROW,
            "doubts": {"anyOf": [list_of(ref("Doubt")), {"type": "null"}]},
            "by_hand": {"anyOf": [list_of(text()), truth()]},
            "hangs?": map_of(text(), "For every doubtful stick what the verdict would be otherwise."),
            "size": maybe(_SIZE),
            "position": maybe(ref("Position")),
            "reading": maybe(ref("Reading")),
            "verdict": maybe(ref("Verdict")),
            "view": maybe(ref("View")),
            "set": maybe(ref("Set")),
            "misfits?": list_of(text()),
        },
        "Everything about one photograph.",
    ),
    "Results": thing({**_WISH, "pictures": list_of(ref("Reading"))}),
}

_SHEET = {"progress?": number(), "ready?": truth(), "hint?": maybe(text()), "views?": whole()}
CALIBRATION: Shapes = {
    "NumberTable": thing({"title": text(), "head": list_of(text()), "rows": list_of(list_of(text()))}),
    "Look": thing(
        {
            "accepted": truth(),
            "message": text(),
            **_SHEET,
            "coverage?": list_of(list_of(whole()), "Where in the picture the sheet has been."),
            "corners?": list_of(list_of(number())),
            "size?": _SIZE,
            "here?": list_of(ref("Colour")),
            "seen?": list_of(ref("Colour")),
            "warnings?": list_of(text()),
        },
        "What was thought of the last picture.",
    ),
    "Aspect": thing(
        {
            "aspect": text(),
            "title": text(),
            "score": maybe(number()),
            "good": truth(),
            "seen": text(),
            "advice": list_of(text()),
        }
    ),
    "Measured": thing(
        {
            "refused": maybe(text(), "Why nothing was measured."),
            "advice": maybe(text(), "What to do instead."),
            "tables": list_of(ref("NumberTable")),
            "notes": list_of(text()),
            "warnings": list_of(text()),
            "picture": truth("There is a `result.png`."),
            "caption": maybe(text()),
            "parts": list_of(choice(PARTS), "What can be kept in a profile."),
            "source": maybe(text()),
            "fits?": truth(),
            "profile?": maybe(text()),
            "score?": maybe(number()),
            "good?": truth(),
            "verdict?": text(),
            "aspects?": list_of(ref("Aspect")),
        },
        "What came of a calibration.",
    ),
    "Calibration": thing(
        {
            "id": text(),
            "kind": choice(Kind),
            "pictures": whole("Those that were taken."),
            "looked": whole(),
            "most": whole(),
            "working": maybe(
                thing(
                    {
                        "what": choice(("picture", "film", "finish")),
                        "share": number("From 0 to 1."),
                        "said": maybe(text()),
                    }
                ),
                "What is being done. Ask again until it is null.",
            ),
            "last": maybe(ref("Look")),
            "error": maybe(text()),
            "can_finish": truth(),
            "result": maybe(ref("Measured")),
            "kept": maybe(text(), "The profile it was kept in."),
        },
        "A calibration in its middle; forgotten when nobody has asked after it for an hour.",
    ),
    "ProfileFile": {
        **thing({"format": text(), "version": whole(), "name": text()}, "A profile as docs/formats.md has it."),
        "additionalProperties": True,
    },
    "ProfileLine": thing(
        {
            "name": text(),
            "used_by": list_of(text(), "Tables."),
            "parts?": list_of(choice(PARTS)),
            "source?": maybe(text()),
            "made?": maybe(ref("Moment")),
            "changed?": maybe(ref("Moment")),
            "error?": text("Why it cannot be used."),
        }
    ),
    "ProfileShown": thing(
        {"profile": ref("ProfileFile"), "tables": list_of(ref("NumberTable")), "used_by": list_of(text())}
    ),
    "ProfileKept": thing({"profile": said(text(), "Its name."), "parts": list_of(choice(PARTS))}),
}
SHAPES: Shapes = {**CHOICES, **GAMES_PAST, **PHOTOGRAPHS, **CALIBRATION}
