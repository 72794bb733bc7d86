"""A picture of each game: a position as it is built in it, small enough to be taken in at a glance."""

from __future__ import annotations

from functools import cache
from typing import Any

from referee.tactori.rules import GAMES, Goal, default_rules
from referee.tactori.scoring import judge_position
from referee.tactori.text import parse_text

EXAMPLES = {
    "free": "5 b2:RYB c2:RY d2:RB b4:GG c4:GB d4:BG c3:Y R:b2-c2@1 R:c2-d2@1 Y:b2-c2@2 G:b4-c4@1",
    "colourful": (
        "5 a1:B b1:G c1:R d1:Y e1:G a2:R b2:B c2:Y d2:B e2:R a3:G b3:Y c3:G d3:R a4:B b4:G c4:G d4:G e4:Y a5:Y b5:R "
        "c5:B d5:Y e5:B G:b4-c4@1 G:c4-d4@1 G:c3-c4@1"
    ),
    "sliding": (
        "5 a1:Y b1:R c1:B d1:G e1:Y a2:B b2:R c2:G d2:Y e2:B a3:G b3:R c3:R d3:R e3:G a4:Y b4:B c4:Y d4:R e4:B a5:G "
        "b5:Y c5:B d5:G R:b1-b2@1 R:b2-b3@1 R:b3-c3@1 R:c3-d3@1 R:d3-d4@1"
    ),
    "bridges": (
        "5 b2:R c2:RB d2:RB c3:BY d3:BY b4:GG c4:GY a3:G d4:Y R:b2-c2@1 R:c2-d2@1 B:c2-d2@2 B:c3-d3@1 Y:c3-d3@2 "
        "G:b4-c4@1"
    ),
    "connections": (
        "5 a2:R b2:R c2:R c3:R b4:B c4:B d4:B d3:B d2:B e4:R R:a2-b2@1 R:b2-c2@1 R:c2-c3@1 B:b4-c4@1 B:c4-d4@1 "
        "B:d3-d4@1 B:d2-d3@1"
    ),
    "long": (
        "5 a1:R b1:R c1:R c2:R c3:R d3:R e3:R e4:R a4:B a5:B b5:B c5:B b3:B R:a1-b1@1 R:b1-c1@1 R:c1-c2@1 R:c2-c3@1 "
        "R:c3-d3@1 R:d3-e3@1 R:e3-e4@1 B:a4-a5@1 B:a5-b5@1 B:b5-c5@1"
    ),
    "rectangle5": (
        "5 b2:R c2:R d2:R b4:R c4:R d4:R b3:R d3:R a1:B a2:B e4:B e5:B R:b2-c2@1 R:c2-d2@1 R:b4-c4@1 R:c4-d4@1 "
        "R:b2-b3@1 R:b3-b4@1 R:d2-d3@1 R:d3-d4@1 B:a1-a2@1 B:e4-e5@1"
    ),
    "rectangle9": (
        "9 c3:R e3:R g3:R c5:R g5:R c7:R e7:R g7:R b2:B b4:B h6:B h8:B e5:BR R:c3-e3@1 R:e3-g3@1 R:c3-c5@1 R:c5-c7@1 "
        "R:g3-g5@1 R:g5-g7@1 R:c7-e7@1 R:e7-g7@1 B:b2-b4@1 B:h6-h8@1"
    ),
    "rectangles9": (
        "9 b2:R d2:RR b4:R d4:RR f2:RR f4:RR f6:B h6:B f8:B h8:B b7:B R:b2-d2@1 R:b2-b4@1 R:b4-d4@1 R:d2-d4@1 "
        "R:d2-f2@2 R:d4-f4@2 R:f2-f4@2 B:f6-h6@1 B:f6-f8@1 B:h6-h8@1 B:f8-h8@1"
    ),
    "taktori": (
        "9 b2:R d2:R f2:R f4:RR d4:RR d6:RR b6:R b4:R h3:B h5:B h7:BB f7:BB f8:Y d8:Y R:b2-d2@1 R:d2-f2@1 R:f2-f4@1 "
        "R:d4-f4@2 R:d4-d6@2 R:b6-d6@1 R:b4-b6@1 R:b2-b4@1 B:h3-h5@1 B:h5-h7@1 B:f7-h7@2 Y:d8-f8@1"
    ),
    "fem": (
        "5 b2:R c2:R d2:R d3:R c3:R c4:R b4:R b3:R a5:B b5:B e1:B e2:BB R:b2-c2@1 R:c2-d2@1 R:d2-d3@1 R:c3-d3@1 "
        "R:c3-c4@1 R:b4-c4@1 R:b3-b4@1 R:b2-b3@1 B:a5-b5@1 B:e1-e2@1"
    ),
}
"""By game. Every position keeps the rules of its game, and shows what counts in it."""


@cache
def example(game_id: str) -> dict[str, Any]:
    """As the page's drawings take it: the position, and the polygons where they count."""
    game, position = GAMES[game_id], parse_text(EXAMPLES[game_id])
    if game.goal is not Goal.POLYGONS:
        return {"position": position.to_json(), "polygons": []}
    closed = judge_position(position, default_rules(game)).polygons
    return {"position": position.to_json(), "polygons": [each.to_json() for each in closed if each.counts]}
