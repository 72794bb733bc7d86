"""The score sheet of a game: players, points, the board at the end with its polygons, and every turn, on A4."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from live.game import GameState, Step
from live.table_printing import condition
from referee.language import catalogue, say
from referee.message import message
from referee.tactori.rules import Goal, option_text
from referee.tactori.scoring import Polygon
from web.game_words import names_of, outcome_text, printable
from web.paper import (
    BLACK,
    HEIGHT_MM,
    WIDTH_MM,
    Ink,
    Mark,
    Page,
    Side,
    Stroke,
    Words,
    to_pdf,
    to_png,
    width_mm,
    wrapped,
)
from web.sheet_board import QUIET, board_marks, symbol

MARGIN_MM = 16.0
TOP_MM, BOTTOM_MM = 18.0, HEIGHT_MM - 18.0
INNER_MM = WIDTH_MM - 2 * MARGIN_MM
BOARD_MM = 92.0
GAP_MM = 8.0
TITLE_MM, HEAD_MM, TEXT_MM, SMALL_MM = 8.0, 4.6, 3.6, 3.1
"""Heights of type."""
LINE_MM = 5.2
COLUMNS = 3
NUMBER_MM, SYMBOL_MM = 8.0, 5.0
"""Room for a turn's number and for its player's symbol."""
RULE_INK: Ink = (200, 198, 192)
BAD_INK: Ink = (176, 32, 32)


def sheet_png(state: GameState, language: str) -> bytes:
    return to_png(score_sheet(state, language))


def sheet_pdf(state: GameState, language: str) -> bytes:
    title = say(message("page.history.sheet.title", number=state.id or "–"), language)
    return to_pdf(score_sheet(state, language), title, language)


def score_sheet(state: GameState, language: str) -> list[Page]:
    """The pages of the sheet, each with its number at the foot."""
    sheet = _Sheet()
    _head(sheet, state, language)
    _players(sheet, state, language)
    _board_and_polygons(sheet, state, language)
    _turns(sheet, state, language)
    _accepted(sheet, state, language)
    for number, page in enumerate(sheet.pages, 1):
        said = message("page.history.sheet.page", number=number, count=len(sheet.pages))
        at = (WIDTH_MM - MARGIN_MM, HEIGHT_MM - 10.0)
        page.append(Words(say(said, language), at, SMALL_MM, QUIET, side=Side.RIGHT))
    return list(sheet.pages)


@dataclass
class _Sheet:
    """The pages so far, and how far down the last one is written."""

    pages: list[list[Mark]] = field(default_factory=lambda: [[]])
    down_mm: float = TOP_MM

    def put(self, *marks: Mark) -> None:
        self.pages[-1] += marks

    def turn_over(self) -> None:
        self.pages.append([])
        self.down_mm = TOP_MM

    def need(self, high_mm: float) -> None:
        """Begins a new page if so much does not fit on this one."""
        if self.down_mm + high_mm > BOTTOM_MM:
            self.turn_over()

    def heading(self, text: str) -> None:
        self.need(GAP_MM + HEAD_MM + 2 * LINE_MM)
        self.down_mm += GAP_MM
        self.put(Words(text, (MARGIN_MM, self.down_mm), HEAD_MM, bold=True))
        self.down_mm += 1.8
        self.put(Stroke(((MARGIN_MM, self.down_mm), (WIDTH_MM - MARGIN_MM, self.down_mm)), 0.25, RULE_INK))
        self.down_mm += LINE_MM


def _head(sheet: _Sheet, state: GameState, language: str) -> None:
    texts = catalogue(language)
    game = texts[f"game.{state.rules.game.id}"]
    sheet.down_mm += 4.0
    sheet.put(
        Words(game, (MARGIN_MM, sheet.down_mm), TITLE_MM, bold=True, most_mm=INNER_MM * 0.66),
        Words(day(state.begun, language), (WIDTH_MM - MARGIN_MM, sheet.down_mm), HEAD_MM, side=Side.RIGHT),
    )
    sheet.down_mm += 7.0
    parts = [say(message("page.history.sheet.title", number=state.id or "–"), language)]
    if table := printable(state.table):
        parts.append(f"{texts['page.history.table']} {table}")
    parts += [f"{key} = {option_text(value)}" for key, value in state.rules.changed().items()]
    sheet.put(Words("  ·  ".join(parts), (MARGIN_MM, sheet.down_mm), TEXT_MM, QUIET, most_mm=INNER_MM))


def _players(sheet: _Sheet, state: GameState, language: str) -> None:
    """Every player's symbol, colour and points side by side, and below how the game ended."""
    texts, scores = catalogue(language), state.match.verdict().scores
    winner = state.outcome.winner if state.outcome else None
    sheet.down_mm += 13.0
    wide = INNER_MM / max(3, len(state.players))
    room = wide - 26.0
    names = names_of(state)
    counted = state.rules.game.goal is not Goal.NOTHING
    for place, player in enumerate(state.players):
        left = MARGIN_MM + place * wide
        name = texts[f"colour.{player}"]
        if said := names.get(player):
            sheet.put(Words(said, (left + 8.0, sheet.down_mm + 5.6), TEXT_MM, most_mm=wide - 11.0))
        sheet.put(
            *symbol(player, (left + 3.0, sheet.down_mm - 1.9), 2.8),
            Words(name, (left + 8.0, sheet.down_mm), HEAD_MM, bold=player == winner, most_mm=room),
        )
        if counted:
            at = (left + 10.0 + min(room, width_mm(name, HEAD_MM, player == winner)), sheet.down_mm)
            sheet.put(Words(str(scores.get(player, 0)), at, TITLE_MM, bold=True, most_mm=14.0))
    sheet.down_mm += 13.0 if names else 8.0
    sheet.put(Words(_ending(state, language), (MARGIN_MM, sheet.down_mm), TEXT_MM, most_mm=INNER_MM))
    sheet.down_mm += 7.0


def _ending(state: GameState, language: str) -> str:
    """How the game ended, or how it stands."""
    if state.outcome:
        return outcome_text(state.outcome, language)
    said = say(condition(state), language)
    return catalogue(language)["page.history.sheet.unfinished"].format(condition=said)


def _board_and_polygons(sheet: _Sheet, state: GameState, language: str) -> None:
    """The board on the left; the polygons beside it, and below it as many as do not fit there."""
    texts = catalogue(language)
    shows = state.rules.game.goal is Goal.POLYGONS
    polygons: Sequence[Polygon] = state.match.verdict().polygons if shows else ()
    top = sheet.down_mm
    sheet.put(*board_marks(state.position, polygons, (MARGIN_MM, top), BOARD_MM))
    left = MARGIN_MM + BOARD_MM + GAP_MM
    beside = _polygon_rows(sheet, polygons, left, WIDTH_MM - MARGIN_MM - left, top + HEAD_MM, top + BOARD_MM, language)
    sheet.down_mm = top + BOARD_MM
    if beside < len(polygons):
        sheet.heading(texts["page.history.sheet.more_polygons"])
        while beside < len(polygons):
            args = (MARGIN_MM, INNER_MM, sheet.down_mm, BOTTOM_MM, language)
            written = _polygon_rows(sheet, polygons[beside:], *args, first=beside, headed=False)
            beside += written
            sheet.down_mm += written * LINE_MM
            if beside < len(polygons):
                sheet.turn_over()


def _polygon_rows(
    sheet: _Sheet,
    polygons: Sequence[Polygon],
    left: float,
    wide: float,
    top: float,
    bottom: float,
    language: str,
    first: int = 0,
    headed: bool = True,
) -> int:
    """Writes as many polygons as fit between top and bottom; returns how many."""
    texts = catalogue(language)
    right = left + wide
    if headed:
        key = "page.history.sheet.polygons" if polygons else "page.history.sheet.no_polygons"
        sheet.put(Words(texts[key], (left, top), HEAD_MM, bold=bool(polygons), most_mm=wide))
        top += 2.2
        sheet.put(Stroke(((left, top), (right, top)), 0.25, RULE_INK))
        top += LINE_MM
    written = 0
    for number, polygon in enumerate(polygons, first + 1):
        if top > bottom:
            break
        ink = QUIET if not polygon.counts else BLACK
        sides = " + ".join(str(side.points) for side in polygon.sides)
        points = str(polygon.points) if polygon.counts else texts["page.history.sheet.not_counting"]
        room = wide - NUMBER_MM - SYMBOL_MM - width_mm(points, TEXT_MM, True) - 4
        sheet.put(
            Words(str(number), (left + NUMBER_MM - 3, top), SMALL_MM, QUIET, side=Side.RIGHT),
            *symbol(polygon.colour, (left + NUMBER_MM + 0.6, top - 1.3), 1.7),
            Words(sides, (left + NUMBER_MM + SYMBOL_MM, top), TEXT_MM, ink, most_mm=room),
            Words(points, (right, top), TEXT_MM, ink, bold=polygon.counts, side=Side.RIGHT),
        )
        top += LINE_MM
        written += 1
    return written


def _turns(sheet: _Sheet, state: GameState, language: str) -> None:
    """All turns in notation, down one column after another; a long one goes on in the next line."""
    if not state.steps:
        return
    sheet.heading(catalogue(language)["page.history.sheet.turns"])
    wide = (INNER_MM - (COLUMNS - 1) * 5.0) / COLUMNS
    lines = [line for step in state.steps for line in _turn_lines(state, step, wide)]
    while lines:
        room = max(1, int((BOTTOM_MM - sheet.down_mm) / LINE_MM) + 1)
        rows = min(room, -(-len(lines) // COLUMNS))
        here, lines = lines[: rows * COLUMNS], lines[rows * COLUMNS :]
        for place, line in enumerate(here):
            left = MARGIN_MM + (place // rows) * (wide + 5.0)
            sheet.put(*_turn_marks(line, (left, sheet.down_mm + (place % rows) * LINE_MM), wide))
        sheet.down_mm += (rows - 1) * LINE_MM
        if lines:
            sheet.turn_over()


@dataclass(frozen=True)
class _TurnLine:
    """A line of a turn; `step` is None where a turn goes on."""

    step: Step | None
    text: str


def _turn_lines(state: GameState, step: Step, wide: float) -> list[_TurnLine]:
    parts = wrapped(state.notation(step), TEXT_MM, wide - NUMBER_MM - SYMBOL_MM - 4)
    return [_TurnLine(step if i == 0 else None, part) for i, part in enumerate(parts)]


def _turn_marks(line: _TurnLine, at: tuple[float, float], wide: float) -> list[Mark]:
    left, down = at
    text_left = left + NUMBER_MM + SYMBOL_MM
    room = wide - NUMBER_MM - SYMBOL_MM - 3
    step = line.step
    ink = BAD_INK if step and step.accepted else BLACK
    marks: list[Mark] = [Words(line.text, (text_left, down), TEXT_MM, ink, most_mm=room)]
    if step is None:
        return marks
    marks.append(Words(f"{step.n}.", (left + NUMBER_MM - 2, down), SMALL_MM, QUIET, side=Side.RIGHT))
    marks += symbol(step.player, (left + NUMBER_MM + 1.2, down - 1.3), 1.7)
    if step.accepted:
        marks.append(Words("!", (left + wide, down), HEAD_MM, BAD_INK, bold=True, side=Side.RIGHT))
    return marks


def _accepted(sheet: _Sheet, state: GameState, language: str) -> None:
    """What was wrong with the turns that were let stand."""
    accepted = [step for step in state.steps if step.accepted]
    if not accepted:
        return
    sheet.heading(catalogue(language)["page.history.sheet.accepted"])
    for step in accepted:
        said = " ".join(say(finding.message, language) for finding in step.verdict.violations)
        for place, line in enumerate(wrapped(said, TEXT_MM, INNER_MM - 16) or [""]):
            sheet.need(0)
            if place == 0:
                number = Words(f"! {step.n}.", (MARGIN_MM + 12, sheet.down_mm), TEXT_MM, BAD_INK, True, Side.RIGHT)
                sheet.put(number)
            sheet.put(Words(line, (MARGIN_MM + 15, sheet.down_mm), TEXT_MM, most_mm=INNER_MM - 15))
            sheet.down_mm += LINE_MM


def day(begun: str, language: str) -> str:
    """The day of a time of the log, as people write it."""
    year, _, rest = printable(begun[:10]).partition("-")
    month, _, of_month = rest.partition("-")
    if not of_month:
        return year
    return catalogue(language)["page.history.day"].format(year=year, month=month, day=of_month)
