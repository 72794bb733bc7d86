"""The score sheet of a game: players, points, the board at the end and what counted, and every turn, on A4."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from live.game import GameState, Step
from live.table_printing import condition
from web.games.board_on_paper import board_marks
from web.games.counted_rows import CountedRows, Row, counted_rows
from web.games.paper import (
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
from web.games.signs import QUIET, symbol
from web.shown.game_words import game_json, names_of, outcome_text, printable, readings, turn_words
from web.shown.verdict_words import verdict_words
from words.language import catalogue, say
from words.message import message

MARGIN_MM = 16.0
TOP_MM, BOTTOM_MM = 18.0, HEIGHT_MM - 18.0
INNER_MM = WIDTH_MM - 2 * MARGIN_MM
BOARD_MM = 92.0
GAP_MM = 8.0
TITLE_MM, HEAD_MM, TEXT_MM, SMALL_MM = 8.0, 4.6, 3.6, 3.1
"""Heights of type."""
LINE_MM = 5.2
COLUMNS = 2
NUMBER_MM, SYMBOL_MM, GAINED_MM = 8.0, 5.0, 11.0
"""Room for a turn's number, for its player's symbol and for the points it made."""
RULE_INK: Ink = (200, 198, 192)
BAD_INK: Ink = (176, 32, 32)


def sheet_png(state: GameState, language: str) -> bytes:
    return to_png(score_sheet(state, language))


def sheet_pdf(state: GameState, language: str) -> bytes:
    title = say(message("page.history.sheet.title", number=state.id or "–"), language)
    return to_pdf(score_sheet(state, language), title, language)


def score_sheet(state: GameState, language: str) -> list[Page]:
    """The pages of the sheet, each with its number at the foot."""
    sheet, verdict = _Sheet(), verdict_words(state.match.verdict(), state.rules, language)
    game = game_json(state, verdict["scores"], language)
    counted = counted_rows(verdict, state.position.to_json(), game, language)
    has_points = game.get("goal") != "nothing" and "tasks" not in verdict
    _head(sheet, state, language)
    _players(sheet, state, has_points, language)
    board = board_marks(state.position, verdict, state.rules, (MARGIN_MM, sheet.down_mm), BOARD_MM)
    _board_and_counted(sheet, board, counted)
    _turns(sheet, state, has_points, language)
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
    game = texts[f"game.{state.rules.id}"]
    sheet.down_mm += 4.0
    sheet.put(
        Words(game, (MARGIN_MM, sheet.down_mm), TITLE_MM, bold=True, most_mm=INNER_MM * 0.66),
        Words(day(state.begun, language), (WIDTH_MM - MARGIN_MM, sheet.down_mm), HEAD_MM, side=Side.RIGHT),
    )
    sheet.down_mm += 7.0
    parts = [say(message("page.history.sheet.title", number=state.id or "–"), language)]
    if table := printable(state.table):
        parts.append(f"{texts['page.history.table']} {table}")
    parts += readings(state.rules, language)
    sheet.put(Words("  ·  ".join(parts), (MARGIN_MM, sheet.down_mm), TEXT_MM, QUIET, most_mm=INNER_MM))


def _players(sheet: _Sheet, state: GameState, has_points: bool, language: str) -> None:
    """Every player's symbol, colour and points side by side, and below how the game ended."""
    texts, scores = catalogue(language), state.match.verdict().scores
    winner = state.outcome.winner if state.outcome else None
    sheet.down_mm += 13.0
    wide = INNER_MM / max(3, len(state.players))
    room = wide - 26.0
    names = names_of(state)
    for place, player in enumerate(state.players):
        left = MARGIN_MM + place * wide
        name = texts[f"colour.{player}"].capitalize()
        if said := names.get(player):
            sheet.put(Words(said, (left + 8.0, sheet.down_mm + 5.6), TEXT_MM, most_mm=wide - 11.0))
        sheet.put(
            *symbol(player, (left + 3.0, sheet.down_mm - 1.9), 2.8),
            Words(name, (left + 8.0, sheet.down_mm), HEAD_MM, bold=player == winner, most_mm=room),
        )
        if has_points:
            at = (left + 10.0 + min(room, width_mm(name, HEAD_MM, player == winner)), sheet.down_mm)
            sheet.put(Words(str(scores.get(player, 0)), at, TITLE_MM, bold=True, most_mm=14.0))
    sheet.down_mm += 13.0 if names else 8.0
    sheet.put(Words(_ending(state, language), (MARGIN_MM, sheet.down_mm), TEXT_MM, most_mm=INNER_MM))
    sheet.down_mm += 7.0


def _ending(state: GameState, language: str) -> str:
    """How the game ended, or how it stands."""
    if state.outcome:
        return outcome_text(state.outcome, state.players, language)
    said = say(condition(state), language)
    return catalogue(language)["page.history.sheet.unfinished"].format(condition=said)


def _board_and_counted(sheet: _Sheet, board: Sequence[Mark], counted: CountedRows) -> None:
    """The board on the left; what counted beside it, and below it as much as does not fit there."""
    rows, title, top = counted.rows, counted.title, sheet.down_mm
    sheet.put(*board)
    left = MARGIN_MM + BOARD_MM + GAP_MM
    wide, down = WIDTH_MM - MARGIN_MM - left, top + HEAD_MM
    sheet.put(Words(title, (left, down), HEAD_MM, bold=True, most_mm=wide))
    sheet.put(Stroke(((left, down + 2.2), (left + wide, down + 2.2)), 0.25, RULE_INK))
    down += 2.2 + LINE_MM
    if not rows:
        for i, line in enumerate(wrapped(counted.nothing, TEXT_MM, wide)):
            sheet.put(Words(line, (left, down + i * LINE_MM), TEXT_MM, QUIET))
    written = _write_rows(sheet, rows, (left, down), wide, top + BOARD_MM)
    sheet.down_mm = top + BOARD_MM
    if written == len(rows):
        return
    sheet.heading(title)
    columns = counted.columns
    wide = (INNER_MM - (columns - 1) * GAP_MM) / columns
    while written < len(rows):
        room = max(1, int((BOTTOM_MM - sheet.down_mm) / LINE_MM) + 1)
        high = min(room, -(-(len(rows) - written) // columns))
        for column in range(columns):
            at = (MARGIN_MM + column * (wide + GAP_MM), sheet.down_mm)
            written += _write_rows(sheet, rows[: written + high], at, wide, BOTTOM_MM + LINE_MM, written)
        sheet.down_mm += high * LINE_MM
        if written < len(rows):
            sheet.turn_over()


def _write_rows(
    sheet: _Sheet, rows: Sequence[Row], at: tuple[float, float], wide: float, bottom: float, first: int = 0
) -> int:
    """Writes as many rows as fit from there down; returns how many."""
    left, top = at
    written = 0
    for number, row in enumerate(rows[first:], first + 1):
        if top > bottom:
            break
        ink = BLACK if row.counts else QUIET
        room = wide - NUMBER_MM - SYMBOL_MM - width_mm(row.points, TEXT_MM, True) - 4
        sheet.put(
            Words(str(number), (left + NUMBER_MM - 3, top), SMALL_MM, QUIET, side=Side.RIGHT),
            *(symbol(row.colour, (left + NUMBER_MM + 0.6, top - 1.3), 1.7) if row.colour else ()),
            Words(row.text, (left + NUMBER_MM + SYMBOL_MM, top), TEXT_MM, ink, most_mm=room),
            Words(row.points, (left + wide, top), TEXT_MM, ink, bold=row.counts, side=Side.RIGHT),
        )
        top += LINE_MM
        written += 1
    return written


def _turns(sheet: _Sheet, state: GameState, has_points: bool, language: str) -> None:
    """All turns in words, down one column after another; a long one goes on in the next line."""
    if not state.steps:
        return
    sheet.heading(catalogue(language)["page.history.sheet.turns"])
    wide = (INNER_MM - (COLUMNS - 1) * 5.0) / COLUMNS
    lines = [line for step in state.steps for line in _turn_lines(state, step, wide, has_points, language)]
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
    gained: str = ""


def _turn_lines(state: GameState, step: Step, wide: float, has_points: bool, language: str) -> list[_TurnLine]:
    """The sentence of a turn, with the points it made its player behind the first line."""
    told = turn_words(state, step, language)
    points = told["gained"].get(step.player, 0) if has_points else 0
    parts = wrapped(told["words"], TEXT_MM, wide - NUMBER_MM - SYMBOL_MM - GAINED_MM)
    return [
        _TurnLine(step if i == 0 else None, part, f"{points:+d}" if points and i == 0 else "")
        for i, part in enumerate(parts)
    ]


def _turn_marks(line: _TurnLine, at: tuple[float, float], wide: float) -> list[Mark]:
    left, down = at
    text_left = left + NUMBER_MM + SYMBOL_MM
    room = wide - NUMBER_MM - SYMBOL_MM - GAINED_MM + 1
    step = line.step
    ink = BAD_INK if step and step.accepted else BLACK
    marks: list[Mark] = [Words(line.text, (text_left, down), TEXT_MM, ink, most_mm=room)]
    if step is None:
        return marks
    marks.append(Words(f"{step.n}.", (left + NUMBER_MM - 2, down), SMALL_MM, QUIET, side=Side.RIGHT))
    marks += symbol(step.player, (left + NUMBER_MM + 1.2, down - 1.3), 1.7)
    if line.gained:
        marks.append(Words(line.gained, (left + wide - 3, down), SMALL_MM, bold=True, side=Side.RIGHT))
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
