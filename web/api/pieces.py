"""Shapes of the API that all speak of: fields, stacks, positions, moments."""

from __future__ import annotations

from referee.tactori.board import BOARDS, COLOURS
from web.api.words import choice, list_of, map_of, named, number, ref, shape, text, whole

N = ("n", whole("A turn, or a photograph of a list.", minimum=0))
"""In an address."""
SIZE = list_of(whole(), "Width and height.", minItems=2, maxItems=2)
shape("Error", error=text("A sentence for the person who can act on it."))
named("Colour", choice(COLOURS, "Red, blue, yellow, green."))
named("Field", text("A field, a1 at the lower left.", pattern="^[a-i][1-9]$"))
named(
    "Place",
    text("A field, or the two fields of a stick.", pattern="^[a-i][1-9](-[a-i][1-9])?$", examples=["e5", "c3-e3"]),
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
shape("End", at=ref("Field"), floor=whole("0 is the bare board.", minimum=0))
shape("Stick", color=ref("Colour"), a=ref("End"), b=ref("End"))
shape(
    "Position",
    "What stands on a board, as `draufsicht score` takes it.",
    board=choice(BOARDS),
    towers=map_of(ref("Stack"), "Stacks by field."),
    sticks=list_of(ref("Stick")),
)
