"""What holds for every game of the house, whatever it is played with. A new game is here as soon as it is named in
`referee/games.py`."""

import json
import random
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from referee.game import AnyGame
from referee.games import GAMES, find_game
from referee.places import changed_places, may_be_same
from referee.printing import print_replay
from referee.replay import record_of, replay
from words.language import LANGUAGES, say
from words.message import InputError

MOST_TURNS = 25
SEEDS = range(2)
NEEDED: dict[str, dict[str, str]] = {"colourful": {"colour": "R"}, "sliding": {"colour": "G"}}
"""Options without which a game cannot be played."""

Step = tuple[Any, Any, Any, Any]
"""A match, what was thrown, the position after and the verdict."""


@cache
def played(game_id: str, seed: int) -> tuple[Any, tuple[Step, ...]]:
    """A game played at random: how it began, and every turn."""
    game, rng = GAMES[game_id], random.Random(f"{game_id} {seed}")
    rules = game.rule_book(NEEDED.get(game_id, {}))
    fewest, most = game.about("en")["players"]  # type: ignore[misc]
    beginning = match = game.start(rules, game.seats(rng.randint(fewest, most)), game.random_set_up(rules, rng))
    steps: list[Step] = []
    while match.outcome is None and match.turns < MOST_TURNS:
        die, after = game.random_turn(match, rng)
        following, verdict = match.play(after, die)
        steps.append((match, die, after, verdict))
        match = following
    return beginning, tuple(steps)


def every_game(test: Callable[..., None]) -> Callable[..., None]:
    return pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)(
        pytest.mark.parametrize("seed", SEEDS)(test)
    )


@every_game
def test_a_position_comes_back_from_all_three_ways_to_write_it(game: AnyGame, seed: int) -> None:
    for _, _, position, _ in played(game.id, seed)[1]:
        written = json.dumps(position.to_json())
        assert game.read(json.loads(written)) == position == game.parse(written)
        assert hash(game.read(json.loads(written))) == hash(position)
        assert game.from_text(game.to_text(position)) == position == game.parse(game.to_text(position))
        assert game.parse(game.draw(position)) == position
        assert "\n" not in game.to_text(position)
        assert game.begins.match(game.to_text(position)) and game.begins.match(written)


@every_game
def test_places_say_everything(game: AnyGame, seed: int) -> None:
    for match, _, after, _ in played(game.id, seed)[1]:
        assert bool(changed_places(match.position.places, after.places)) == (match.position != after)
        assert all(isinstance(at, str) and isinstance(there, str) for at, there in after.places.items())


@every_game
def test_what_is_generated_is_legal(game: AnyGame, seed: int) -> None:
    beginning, steps = played(game.id, seed)
    assert game.set_up_faults(beginning.position, beginning.rules) == ()
    assert len(steps) > 3
    for _, _, after, verdict in steps:
        assert verdict.legal, (after, verdict.violations)


@every_game
def test_the_order_of_play_is_kept(game: AnyGame, seed: int) -> None:
    for match, _, _, _ in played(game.id, seed)[1]:
        assert match.to_move in match.players


@every_game
def test_a_record_is_played_again_turn_by_turn(game: AnyGame, seed: int) -> None:
    beginning, steps = played(game.id, seed)
    text = record_of(game, beginning, [(after, die) for _, die, after, _ in steps], {"Date": "2026-11-16"})
    found, again = replay(text, find_game)
    assert found is game
    assert not again.errors and not again.set_up
    assert again.beginning == beginning
    assert [turn.match.position for turn in again.turns] == [after for _, _, after, _ in steps]
    assert [turn.verdict for turn in again.turns] == [verdict for _, _, _, verdict in steps]
    halfway = len(steps) // 2
    assert len(replay(text, find_game, halfway)[1].turns) == halfway


@every_game
def test_the_truth_is_among_what_it_can_have_been(game: AnyGame, seed: int) -> None:
    """Seen rightly, and seen with all that changed in doubt."""
    for match, _, after, _ in played(game.id, seed)[1][:6]:
        changed = frozenset(changed_places(match.position.places, after.places))
        assert after in set(match.near(after, frozenset()))
        assert after in set(match.near(match.position, changed))


@every_game
def test_a_position_is_made_of_its_places(game: AnyGame, seed: int) -> None:
    """Turn by turn: what changed, put there place by place, is the position after it."""
    for match, _, after, _ in played(game.id, seed)[1]:
        before = match.position
        changes = {at: after.places.get(at, "") for at in changed_places(before.places, after.places)}
        assert before.with_places(changes) == after
        for at in changes:
            game.check_place(at, match.rules)
            assert bool(game.content(after, at)) == (at in after.places)
            json.dumps(game.content(after, at))
        assert (game.distance(before, after) > 0) == bool(changes)
        assert may_be_same(before.places, after.places) == (not changes)
        assert game.is_on_the_way(before, after, before) and game.is_on_the_way(before, after, after)
    for wrong in (None, 3, "", "z9", "a0", "a1-z9"):
        with pytest.raises(InputError):
            game.check_place(wrong, match.rules)


@every_game
def test_turns_that_nobody_saw_one_by_one_are_found(game: AnyGame, seed: int) -> None:
    """One turn at once; and whatever is found for two is legal turn by turn and ends in what is seen."""
    beginning, steps = played(game.id, seed)
    for match, _, after, _ in steps[:8]:
        if match.position != after:
            assert game.turns_to(match, after)
    for (match, *_), (_, _, after, _) in pairwise(steps[:7]):
        found = game.turns_to(match, after)
        for position in found:
            match, verdict = match.play(position)
            assert verdict.legal
        assert not found or may_be_same(found[-1].places, after.places)
    assert beginning.turns == 0


@every_game
def test_rivals_are_other_legal_turns(game: AnyGame, seed: int) -> None:
    for match, _, after, _ in played(game.id, seed)[1][:6]:
        for rival in game.rivals(match, after, 5, frozenset()):
            assert not may_be_same(rival.places, after.places)
            assert match.play(rival)[1].legal


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_what_a_page_shows_of_a_game(game: AnyGame) -> None:
    rules = game.rule_book(NEEDED.get(game.id, {}))
    json.dumps([game.example(), game.plan(rules)])
    fewest, most = game.players
    assert 1 <= fewest <= most and game.group
    game.check_players(game.seats(fewest), rules)
    for choice in game.choices():
        assert choice.key in game.options
        assert choice.values is None or choice.usual in choice.values or choice.usual is None
        assert all(say(choice.about, language) for language in LANGUAGES)
    match = game.start(rules, game.seats(fewest), game.random_set_up(rules, random.Random(1)))
    assert game.explained(match.verdict(), rules, "en")["scores"] is not None
    assert set(game.stock(match)) <= set(game.seats(4)) and game.to_do(match) == ()
    game.check_position(match.position, rules)
    game.check_position(game.unseen(rules), rules)
    view = game.top_view(match.position, rules)
    if view is not None:
        drawn = json.loads(json.dumps(view.to_json()))
        assert {shape["place"] for shape in drawn["shapes"]} >= set(match.position.places)
        (left, low), (right, high) = drawn["low"], drawn["high"]
        assert all(left <= x <= right and low <= y <= high for s in drawn["shapes"] for x, y in s["points"])


@every_game
def test_a_verdict_is_an_answer_whatever_is_asked(game: AnyGame, seed: int) -> None:
    """Also of turns that are none: from any position of a game to any other."""
    beginning, steps = played(game.id, seed)
    rng = random.Random(seed)
    positions = [beginning.position, *(after for _, _, after, _ in steps)]
    legal = []
    for _ in range(30):
        before, after = rng.choice(positions), rng.choice(positions)
        player = rng.choice(beginning.players)
        question = {"player": player, "players": list(beginning.players)}
        verdict = game.judge_turn(before, after, beginning.rules, question)
        said = json.loads(json.dumps(verdict.to_json()))
        assert said["legal"] is verdict.legal and set(said) >= {"turn", "violations", "open", "advice", "outcome"}
        assert verdict.legal == (said["violations"] == [])
        legal.append(verdict.legal)
        judged = json.loads(json.dumps(game.judge(after, beginning.rules, question).to_json()))
        assert set(judged) >= {"legal", "violations", "open", "advice", "scores"}


@every_game
def test_everything_can_be_said_in_every_language(game: AnyGame, seed: int) -> None:
    beginning, steps = played(game.id, seed)
    text = record_of(game, beginning, [(after, die) for _, die, after, _ in steps], {})
    for language in LANGUAGES:
        again = replay(text, find_game)[1]
        assert print_replay(again, language, game.print_position, game.print_state)
        assert game.print_turn(steps[-1][3], language)
        assert len(game.row(language)) == 6 and game.option_lines(language)


@every_game
def test_every_turn_can_be_told_and_every_rule_be_looked_up(game: AnyGame, seed: int) -> None:
    """Backwards too: what is no turn is told as what changed, and the rules it breaks have their text."""
    beginning, steps = played(game.id, seed)
    question = {"player": beginning.players[0], "players": list(beginning.players)}
    named = set()
    for match, _, after, verdict in steps:
        back = game.judge_turn(after, match.position, beginning.rules, question)
        named |= {finding.rule for finding in back.violations}
        for language in LANGUAGES:
            told = say(game.tell_turn(match.position, after, verdict, match.to_move), language)
            undone = say(game.tell_turn(after, match.position, back, match.to_move, "Anna"), language)
            assert told.endswith(".") and undone.endswith(".") and "{" not in told + undone
    for rule in named:
        for language in LANGUAGES:
            assert game.rule_text(rule, language).endswith(".")
            assert any(letter.isdigit() for letter in game.rule_section(rule, language))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_options_are_known_by_their_names(game: AnyGame) -> None:
    plain = game.rule_book({})
    assert tuple(plain.options()) == game.options
    assert plain.changed() == {}
    given_back = json.loads(json.dumps(plain.options()))
    assert game.rule_book(given_back) == plain
    with pytest.raises(InputError) as refused:
        game.rule_book({"speed": "1"})
    assert all(option in str(refused.value) for option in game.options)
    for option in game.options:
        with pytest.raises(InputError, match=option):
            game.rule_book({option: "no such value!"})


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_what_is_no_position_is_one_sentence(game: AnyGame) -> None:
    for data in (None, [], 1, "x", {}, {"game": 3}, {"game": game.id}):
        with pytest.raises(InputError) as refused:
            game.read(data)
        assert str(refused.value) and "\n" not in str(refused.value)
