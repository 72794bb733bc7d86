"""One picture of a position, to be sent to somebody: the board from above, whose turn it is, and the points."""

from __future__ import annotations

from live.game import GameState
from referee.games import find_game
from web.games.board_on_paper import board_marks
from web.games.paper import Mark, Side, Words, to_png
from web.games.signs import QUIET, symbol
from web.shown.game_words import names_of
from web.shown.verdict_words import verdict_words
from words.language import catalogue

WIDTH_MM, MARGIN_MM, BOARD_MM = 172.0, 6.0, 160.0
HEAD_MM, NAME_MM, POINTS_MM, SMALL_MM = 6.4, 5.2, 9.0, 4.2
"""Heights of type."""
HEADER_MM, ROW_MM = 17.0, 13.0
PER_ROW = 2
"""Players beside each other: four names are too long for one line."""


def position_png(state: GameState, n: int, language: str) -> bytes:
    """The game after its turn n, 0 being the beginning."""
    texts, match = catalogue(language), state.history[n]
    verdict, right = verdict_words(match.verdict(), state.rules, language), WIDTH_MM - MARGIN_MM
    said = "page.history.at" if n else "page.history.at_beginning"
    marks: list[Mark] = [
        Words(texts[f"game.{state.rules.id}"], (MARGIN_MM, 12.0), HEAD_MM, bold=True, most_mm=BOARD_MM * 0.55),
        Words(
            texts[said].format(number=n, count=len(state.steps)),
            (right, 12.0),
            SMALL_MM,
            QUIET,
            side=Side.RIGHT,
            most_mm=BOARD_MM * 0.42,
        ),
    ]
    marks += board_marks(match.position, verdict, state.rules, (MARGIN_MM, HEADER_MM), BOARD_MM, points=True)
    rows = -(-len(state.players) // PER_ROW)
    for place in range(len(state.players)):
        at = place % PER_ROW * BOARD_MM / PER_ROW + MARGIN_MM, HEADER_MM + BOARD_MM + ROW_MM * (place // PER_ROW + 0.75)
        marks += _player(state, n, place, at, language)
    return to_png([marks], (WIDTH_MM, HEADER_MM + BOARD_MM + ROW_MM * rows + MARGIN_MM / 2))


def _player(state: GameState, n: int, place: int, at: tuple[float, float], language: str) -> list[Mark]:
    """Symbol, name and points of one player; whose turn it is stands in bold."""
    player, match = state.players[place], state.history[n]
    name = names_of(state).get(player) or catalogue(language)[f"colour.{player}"]
    left, down = at
    wide = BOARD_MM / PER_ROW
    moves = match.outcome is None and match.to_move == player and len(state.players) > 1
    marks = symbol(player, (left + 3.5, down - 1.9), 3.2)
    marks.append(Words(name, (left + 9.5, down), NAME_MM, bold=moves, most_mm=wide - 32.0))
    if find_game(state.rules.id).plan(state.rules).get("goal") != "nothing":
        points = str(match.verdict().scores.get(player, 0))
        marks.append(
            Words(points, (left + wide - 6.0, down + 1.2), POINTS_MM, bold=True, side=Side.RIGHT, most_mm=18.0)
        )
    return marks
