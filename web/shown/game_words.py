"""What is said of a game wherever it is shown: how it stands, its turns in words, its rules, how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from live.game import By, GameState, Step
from referee.game import Die, Rules
from referee.games import GAMES, find_game
from referee.options import option_text
from referee.places import changed_places
from referee.printing import print_outcome
from referee.verdict import Outcome
from web.api.pieces import GOALS, POLYGON_SHAPES
from web.api.words import choice, list_of, map_of, maybe, optional, ref, shape, text, thing, truth, whole
from web.shown.verdict_words import with_rule
from words.language import catalogue, say, sentence
from words.message import Message, message

CONNECTED = "connected"
"""The reason of an end at which all have won together."""
NAMES = "names"
"""The setting of a game that has its players' names."""

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
    "die": optional(maybe(list_of(text()), "What was thrown for it, where something is.")),
    "inferred": optional(truth("Nobody said what was thrown; it follows from the turn.")),
}
shape("TurnLine", **TURN_LINE)
GAME = {
    "id": choice(GAMES),
    "name": text(),
    "family": text("The games of a family share board and pieces."),
    "board": whole("Fields from side to side."),
    "goal": optional(choice(GOALS)),
    "shape": optional(choice(POLYGON_SHAPES)),
    "solo": optional(truth("Somebody plays alone.")),
    "rules": ref("Rules"),
    "players": list_of(ref("Colour")),
    "names": ref("Names"),
    "number": maybe(whole(), "In the log; null while nothing can be written."),
    "begun": ref("Moment"),
    "n": whole("Confirmed turns.", minimum=0),
    "to_move": maybe(ref("Colour")),
    "scores": ref("Scores"),
    "die": maybe(
        thing(faces=list_of(text()), thrown=maybe(list_of(text()), "What somebody said was thrown for this turn.")),
        "Null where nothing is thrown.",
    ),
    "stock": map_of(whole(), "Pieces left by colour, where that is worth knowing."),
    "paused": truth(),
    "ended": truth("Somebody ended it."),
    "outcome": maybe(ref("Outcome")),
    "can_undo": truth(),
    "can_redo": truth(),
}


def names_of(state: GameState) -> dict[str, str]:
    """What the players are called, as far as somebody said."""
    said = state.settings.get(NAMES)
    names = said.items() if isinstance(said, Mapping) else ()
    return {player: printable(name) for player, name in names if player in state.players and isinstance(name, str)}


def game_json(state: GameState, scores: Mapping[str, int], language: str) -> dict[str, Any]:
    """How a game stands, at a table and in the log."""
    game, rules = state.game, state.rules
    faces = game.faces(rules)
    return {
        "id": game.id,
        "name": say(Message(f"game.{game.id}"), language),
        "family": game.family,
        **game.plan(rules),
        "rules": rules.changed(),
        "players": list(state.players),
        "names": names_of(state),
        "number": state.id,
        "begun": state.begun,
        "n": len(state.steps),
        "to_move": None if state.finished else state.match.to_move,
        "scores": dict(scores),
        "die": {"faces": list(faces), "thrown": die_words(state.thrown)} if faces else None,
        "stock": dict(game.stock(state.match)),
        "paused": state.paused,
        "ended": state.ended,
        "outcome": outcome_json(state.outcome, state.players, language),
        "can_undo": bool(state.steps),
        "can_redo": bool(state.undone),
    }


def die_words(die: Die) -> list[str] | None:
    """What was thrown, as the faces are named."""
    return None if die is None else list(map(str, die))


def top_json(position: Any, rules: Rules) -> dict[str, Any] | None:
    """The board from above, to be drawn; None where the page draws the position itself."""
    seen = find_game(rules.id).top_view(position, rules)
    return None if seen is None else seen.to_json()


def turns_words(state: GameState, language: str) -> list[dict[str, Any]]:
    """Every turn as a table lists it."""
    return [turn_words(state, step, language) for step in state.steps]


def turn_words(state: GameState, step: Step, language: str) -> dict[str, Any]:
    told = turn_json(state, step, language)
    return {key: told[key] for key in TURN_LINE if key in told}


def turn_json(state: GameState, step: Step, language: str) -> dict[str, Any]:
    """A turn with all that is said of it. It never changes, so this is made once and kept with it: a table is asked for
    all its turns again and again."""
    name = names_of(state).get(step.player, "")
    key = (language, name)
    if key not in step.told:
        game, before = state.game, state.history[step.n - 1]
        player = game.told_of(step.verdict, step.player, state.rules)
        told = game.tell_turn(
            before.position, step.position, step.verdict, player, name if player == step.player else ""
        )
        line = state.step_json(step, language)
        if "die" in line:
            line["die"] = die_words(step.die)
        step.told[key] = line | {
            "words": say(told, language),
            "gained": gained(before.verdict().scores, line["scores"]),
            "violations": [with_rule(each, state.rules, language) for each in line["violations"]],
        }
    return dict(step.told[key])


def last_places(state: GameState, n: int) -> list[str]:
    """The fields and crossings that turn n changed."""
    if not n:
        return []
    changed = changed_places(state.history[n - 1].position.places, state.history[n].position.places)
    return sorted({field for place in changed for field in place.split("-")})


def gained(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    """What a turn gave or cost each colour, where it did."""
    change = {colour: after.get(colour, 0) - before.get(colour, 0) for colour in {**before, **after}}
    return {colour: points for colour, points in change.items() if points}


def readings(rules: Rules, language: str) -> list[str]:
    """The rules that are played otherwise than usual, each in words."""
    texts, game = catalogue(language), find_game(rules.id)
    abouts = {choice.key: say(choice.about, language) for choice in game.choices()}
    return [
        say(
            message(
                "page.reading.one",
                name=texts.get(f"page.reading.{game.family}.{key}")
                or texts.get(f"page.reading.{key}")
                or abouts.get(key)
                or texts.get(f"option.{game.family}.{game.id}.{key}", key),
                value=option_words(game.family, key, value, language),
            ),
            language,
        )
        for key, value in rules.changed().items()
    ]


def option_words(family: str, key: str, value: object, language: str) -> str:
    """What is chosen by an option, in a word or two."""
    texts = catalogue(language)
    if own := texts.get(f"page.option.{family}.{key}.{option_text(value)}"):
        return own
    if isinstance(value, bool):
        return texts["page.yes" if value else "page.no"]
    if value is None:
        return texts["page.setup.any_number"]
    said = option_text(value)
    return texts.get(f"colour.{said}") or texts.get(f"page.option.{said}") or said


def outcome_text(outcome: Outcome, players: Sequence[str], language: str) -> str:
    together = len(players) == 1 or outcome.reason == CONNECTED
    return sentence(print_outcome(outcome, language, together))


def outcome_json(outcome: Outcome | None, players: Sequence[str], language: str) -> dict[str, Any] | None:
    return None if outcome is None else outcome.to_json() | {"text": outcome_text(outcome, players, language)}


def printable(text: str) -> str:
    """A text from the log without what no page can show."""
    kept = "".join(letter for letter in text if letter.isprintable())
    return " ".join(kept.split())
