"""What is said of a game wherever it is shown: its players' names, its turns in words, its rules, how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from live.events import Kind, event
from live.game import By, GameState, Step
from live.table_printing import event_lines
from referee.tactori.board import is_colour
from referee.tactori.rules import RuleBook
from referee.tactori.turn import Kind as TurnKind
from referee.tactori.turn_words import tell_turn
from referee.verdict import Outcome
from web.api.words import choice, list_of, map_of, maybe, optional, ref, shape, text, thing, truth, whole
from words.language import catalogue, say, sentence
from words.message import message

NAMES = "names"
"""The setting of a game that has its players' names."""

shape(
    "Turn",
    "What a turn was.",
    kind=choice(TurnKind),
    tower=optional(
        thing(color=ref("Colour"), **{"from": maybe(ref("Field"))}, to=ref("Field"), count=whole(), captured=whole())
    ),
    laid=list_of(ref("Stick")),
    taken=list_of(ref("Stick")),
)
shape(
    "Outcome",
    reason=text(),
    winner=maybe(ref("Colour"), "Null if nobody has won, or all."),
    scores=ref("Scores"),
    text=optional(text("The same as a sentence.")),
)
TURN_LINE = {
    "n": whole(minimum=1),
    "player": ref("Colour"),
    "notation": text(examples=["+e3 +c3-e3"]),
    "words": text("The same as a sentence.", examples=["Red sets e3 and bridges to c3."]),
    "gained": map_of(whole(), "What the turn gave each colour, or cost it, where it did."),
    "legal": truth(),
    "accepted": truth("Illegal, and let stand."),
    "by": choice(By, "Who says so."),
    "at": ref("Moment"),
    "scores": ref("Scores"),
}
shape("TurnLine", **TURN_LINE)


def names_of(state: GameState) -> dict[str, str]:
    """What the players are called, as far as somebody said."""
    said = state.settings.get(NAMES)
    names = said.items() if isinstance(said, Mapping) else ()
    return {player: printable(name) for player, name in names if player in state.players and isinstance(name, str)}


def game_json(state: GameState, scores: Mapping[str, int], language: str) -> dict[str, Any]:
    """What is said of a game at a table and of one in the log."""
    return {
        "board": state.rules.game.board,
        "goal": state.rules.game.goal.value,
        "shape": state.rules.shape.value,
        "rules": state.rules.changed(),
        "players": list(state.players),
        "names": names_of(state),
        "number": state.id,
        "begun": state.begun,
        "to_move": None if state.finished else state.match.to_move,
        "scores": dict(scores),
        "paused": state.paused,
        "ended": state.ended,
        "outcome": outcome_json(state.outcome, language),
        "can_undo": bool(state.steps),
        "can_redo": bool(state.undone),
    }


def turns_words(state: GameState, language: str) -> list[dict[str, Any]]:
    """Every turn as the page lists it."""
    names = names_of(state)
    return [_turn_words(state, step, names.get(step.player, ""), language) for step in state.steps]


def turn_words(state: GameState, step: Step, language: str) -> dict[str, Any]:
    return _turn_words(state, step, names_of(state).get(step.player, ""), language)


def _turn_words(state: GameState, step: Step, name: str, language: str) -> dict[str, Any]:
    """A turn never changes, so this is made once and kept with it: a table is asked for all its turns again and
    again."""
    key = (language, name)
    if key not in step.told:
        before = state.steps[step.n - 2].match if step.n > 1 else state.beginning
        builder = _builder(state, step)
        told = tell_turn(before.position, step.position, step.verdict, builder, name if builder == step.player else "")
        line = state.step_json(step, language)
        own = {"words": say(told, language), "gained": gained(before.verdict().scores, line["scores"])}
        step.told[key] = {each: line[each] for each in TURN_LINE if each in line} | own
    return dict(step.told[key])


def _builder(state: GameState, step: Step) -> str:
    """Whom a turn is told of: where anybody builds with anything, the colour that was used speaks for itself."""
    turn = step.verdict.turn
    if not state.rules.game.anything_goes or turn is None:
        return step.player
    pieces = [turn.tower.colour] if turn.tower else [stick.colour for stick in (*turn.laid, *turn.taken)]
    return pieces[0] if pieces and is_colour(pieces[0]) else step.player


def gained(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    """What a turn gave or cost each colour, where it did."""
    change = {colour: after.get(colour, 0) - before.get(colour, 0) for colour in {**before, **after}}
    return {colour: points for colour, points in change.items() if points}


def readings(rules: RuleBook, language: str) -> list[str]:
    """The rules that are played otherwise than usual, each in words."""
    texts = catalogue(language)

    def word(value: object) -> str:
        if isinstance(value, bool):
            return texts["page.yes" if value else "page.no"]
        if value is None:
            return texts["page.setup.any_number"]
        if isinstance(value, str):
            return texts[f"colour.{value}" if is_colour(value) else f"page.option.{value}"]
        return str(value)

    return [
        say(message("page.reading.one", name=texts[f"page.reading.{key}"], value=word(value)), language)
        for key, value in rules.changed().items()
    ]


def outcome_text(outcome: Outcome, language: str) -> str:
    return sentence(event_lines(event(Kind.OUTCOME, **outcome.to_json()), language)[0])


def outcome_json(outcome: Outcome | None, language: str) -> dict[str, Any] | None:
    return None if outcome is None else outcome.to_json() | {"text": outcome_text(outcome, language)}


def printable(text: str) -> str:
    """A text from the log without what no page can show."""
    kept = "".join(letter for letter in text if letter.isprintable())
    return " ".join(kept.split())
