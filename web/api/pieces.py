"""Shapes of the API that all speak of: players, places, positions of each family of games, moments."""

from __future__ import annotations

from referee.games import GAMES
from web.api.words import choice, list_of, map_of, maybe, named, number, optional, ref, shape, text, thing, truth, whole

BOARDS = tuple(sorted({game.rule_book({}).board for game in GAMES.values()}))
COLOURS = tuple(dict.fromkeys(seat for game in GAMES.values() for seat in game.seats(game.players[1])))
"""Of the players of all games."""
N = ("n", whole("A turn, or a photograph of a list.", minimum=0))
"""In an address."""
SIZE = list_of(whole(), "Width and height.", minItems=2, maxItems=2)
shape("Error", error=text("A sentence for the person who can act on it."))
named("Colour", choice(COLOURS, "Red, blue, yellow, green; in small letters white, black, yellow, red, green."))
named("Field", text("A field, a1 at the lower left.", pattern="^[a-i][1-9]$"))
named(
    "Place",
    text(
        "A field or point, the two fields of a stick, or a crossing beside a field.",
        pattern=r"^\w+(-\w+|\+)?$",
        examples=["e5", "c3-e3", "b2+"],
    ),
)
named("Stack", text("Floors from below; ? is one whose colour nobody sees.", pattern="^[RBYG?]+$"))
named("Scores", map_of(whole(), "Points by colour."))
named("Names", map_of(text(), "What players are called, by colour."))
named(
    "Rules", {"type": "object", "additionalProperties": True, "description": "The options that are not the game's own."}
)
named("Moment", text("In UTC.", format="date-time"))
named(
    "Corners",
    list_of(
        list_of(number(), minItems=2, maxItems=2),
        "The board's upper corners in pixels of the picture, beside a1, i1, i9 and a9 (a1, e1, e5 and a5).",
        minItems=4,
        maxItems=4,
    ),
)
named(
    "Position",
    {
        "anyOf": [ref("TowerPosition"), ref("CardPosition"), ref("PiecePosition")],
        "description": "What lies on a board, as `draufsicht score` takes it.",
    },
)
named("Turn", {"anyOf": [ref("TowerTurn"), ref("CardTurn"), ref("PieceTurn")], "description": "What a turn was."})
shape(
    "TopView",
    "A board from above, to be drawn. The unit is one field, x grows to the right, y away from the near side.",
    low=list_of(number(), "The lower left corner of all that is drawn.", minItems=2, maxItems=2),
    high=list_of(number(), "The upper right one.", minItems=2, maxItems=2),
    shapes=list_of(
        thing(
            kind=choice(("polygon", "circle", "line", "text")),
            points=list_of(list_of(number(), minItems=2, maxItems=2)),
            fill=text("A paint: a colour, ?, wood, wood_dark, paper, ink, shade or none."),
            stroke=text("Another one."),
            width=number("Of the stroke."),
            radius=number("Of a circle; of a text half its height."),
            text=text("What is written; of a mark what it says: `locked`, `square R`."),
            place=maybe(text(), "Where it lies, to be clicked at."),
            role=choice(("board", "piece", "mark", "label")),
        ),
        "The lowest first.",
    ),
)

# Tactori
GOALS = ("nothing", "bridges", "connections", "longest", "polygons")
POLYGON_SHAPES = ("rectangle", "polygon")
shape("End", at=ref("Field"), floor=whole("0 is the bare board.", minimum=0))
shape("Stick", color=ref("Colour"), a=ref("End"), b=ref("End"))
shape(
    "TowerPosition",
    "Towers and the sticks between them.",
    board=choice((5, 9)),
    towers=map_of(ref("Stack"), "Stacks by field."),
    sticks=list_of(ref("Stick")),
)
shape(
    "TowerTurn",
    "A turn with towers and sticks.",
    kind=choice(("place", "move", "capture", "bridges", "restick", "unstick", "pass")),
    tower=optional(
        thing(color=ref("Colour"), **{"from": maybe(ref("Field"))}, to=ref("Field"), count=whole(), captured=whole())
    ),
    laid=list_of(ref("Stick")),
    taken=list_of(ref("Stick")),
)
shape(
    "Polygon",
    "A closed area.",
    color=ref("Colour"),
    points=whole(),
    counts=truth("False if the shape or the nine centre leaves it out."),
    fields=list_of(ref("Field"), "Its border."),
    sides=list_of(thing(stick=ref("Stick"), points=whole(), part=choice(("whole", "half")))),
)
shape(
    "Counted",
    "What gave points where no polygons do: a bridge, a connection, the longest way.",
    color=ref("Colour"),
    points=whole(),
    fields=list_of(ref("Field"), "In order."),
    sticks=list_of(ref("Stick")),
)

# Anti-Blok
named("Card", text("Its quarters from the near left one counter-clockwise; ? is not seen.", pattern="^[RBYG?]{4}$"))
shape(
    "CardPosition",
    "Cards and the blocks on their crossings.",
    game=choice(game.id for game in GAMES.values() if game.family == "antiblok"),
    cards=map_of(ref("Card"), "Cards by field."),
    blocks=map_of(ref("Colour"), "Blocks by crossing, which is named after its near left card: b2+."),
)
shape(
    "CardTurn",
    "A turn with cards and blocks.",
    kind=choice(("rotate", "swap", "claim", "antiblok", "pass")),
    cards=optional(
        {
            "anyOf": [
                map_of(choice(("L1", "R1", "H")), "How each was turned."),
                list_of(ref("Field"), "The two swapped."),
            ]
        }
    ),
    claimed=list_of(ref("Place")),
    placed=list_of(ref("Place")),
    taken=list_of(ref("Place")),
    complete=truth("Else it goes on with the next picture."),
)

# The classics
shape(
    "PiecePosition",
    "Pieces on the points of a board, and what the referee remembers of the game under keys of its own.",
    game=choice(game.id for game in GAMES.values() if game.family == "classics"),
    pieces=map_of(text(), "Pieces by point, lowest first, a small letter each: w, b, y, r, g."),
)
shape("PieceTurn", "A turn with pieces; what else is said of it depends on its kind.", kind=text())
