"""The games with a die against judges that try every throw: with the die known, listed and not seen."""

import random
from typing import Any

import dice_oracle as oracle
from dice_oracle import Board, Table, counted, frozen

from referee.classics.explain import judge_turn
from referee.classics.game import GAMES
from referee.classics.goose import Goose
from referee.classics.ludo import Ludo
from referee.classics.position import Position
from referee.classics.turn import Asked
from referee.classics.verdict import TurnVerdict

BOARDS = 81
LUDO, GOOSE = Ludo(), Goose()
YELLOW_AND_ALL = ("y", "g", "r", "b")
OPTIONS: list[dict[str, Any]] = [
    {},
    {"six_enters": "may"},
    {"clear_a": False, "jump_home": False},
    {"backward_capture": True},
    {"barriers": True},
    {"must_capture": True},
    {"must_capture": True, "backward_capture": True, "barriers": True, "jump_home": False},
    {"partners": True, "six_enters": "may", "clear_a": False, "must_capture": True},
    {"partners": True, "six_enters": "must", "clear_a": True, "must_capture": False, "backward_capture": True},
]


def scattered(rng: random.Random, options: dict[str, Any]) -> Position:
    """Four pieces of every colour: near each other, so that they meet, some at home and some waiting."""
    pieces: dict[str, str] = {}
    near, busy = rng.randint(1, 40), rng.choice((0.2, 0.6, 0.6))
    for colour in rng.sample("ygrb", 4):
        waiting = 0
        for _ in range(4):
            kind = rng.random()
            spots = [str((near + k) % 40 + 1) for k in range(14)] + [str(oracle.FIRST[c]) for c in "yrgb"]
            point = rng.choice(spots) if kind < busy else colour + rng.choice("abcd")
            there = pieces.get(point, "")
            shares = point.isdigit() and oracle.is_wall(there + colour, options) and len(there) == 1
            if kind > busy + 0.2 or (there and not shares):
                waiting += 1
                point = f"{colour}B{waiting}"
            pieces[point] = "".join(sorted(pieces.get(point, "") + colour))
    return LUDO.of(pieces)


def ludo_boards(seed: str) -> list[tuple[dict[str, Any], Position, Asked[Any], Table]]:
    rng = random.Random(seed)
    cases = []
    for n in range(BOARDS):
        options = OPTIONS[n % len(OPTIONS)]
        before, player = scattered(rng, options), rng.choice("ygrb")
        asked = Asked(GAMES["ludo"].rule_book({**options, "three_throws": False}), player, YELLOW_AND_ALL)
        cases.append((options, before, asked, counted(dict(before.pieces))))
    return cases


def spread(board: Board) -> Position:
    """A board with the waiting pieces on their points again."""
    pieces: dict[str, str] = {}
    for point, there in board:
        if point in set("ygrb"):
            pieces |= {f"{point}B{n + 1}": point for n in range(len(there))}
        else:
            pieces[point] = there
    return LUDO.of(pieces)


def opened(verdict: TurnVerdict) -> set[str]:
    return {finding.rule for finding in verdict.open}


def test_ludo_the_same_turns_are_lawful_for_every_throw() -> None:
    turns = 0
    for options, before, asked, table in ludo_boards("lawful"):
        for throw in range(1, 7):
            moves = LUDO.legal(before, Asked(asked.rules, asked.player, asked.players, (throw,)))
            found = {frozen(counted(dict(before.with_changes(m.changes, {}).pieces))) for m in moves}
            lawful = {frozen(one["after"]) for one in oracle.dutiful(table, asked.player, throw, options)}
            assert found == lawful, (before, asked.player, throw, options)
            turns += len(lawful)
    assert turns > 500


def test_ludo_with_the_die_known_a_board_is_lawful_if_its_throw_makes_it() -> None:
    legal = illegal = 0
    for options, before, asked, table in ludo_boards("known")[: BOARDS // 2]:
        by_throw = {t: oracle.after_throws(table, asked.player, (t,), options, True) for t in range(1, 7)}
        for board in sorted(set().union(*by_throw.values()), key=sorted):
            for throw, lawful in by_throw.items():
                question = Asked(asked.rules, asked.player, asked.players, (throw,))
                verdict = judge_turn(LUDO, before, spread(board), question)
                assert verdict.legal == (board in lawful), (before, board, throw, options)
                legal, illegal = legal + verdict.legal, illegal + (not verdict.legal)
    assert legal > 300 and illegal > 1000


def test_ludo_with_the_die_not_seen_every_throw_is_tried() -> None:
    seen = joined = duties = 0
    for options, before, asked, table in ludo_boards("unseen"):
        player = asked.player
        levels: list[dict[tuple[int, ...], set[Board]]] = [
            {(*sixes, t): oracle.after_throws(table, player, (*sixes, t), options, False) for t in range(1, 7)}
            for sixes in ((), (6,), (6, 6))
        ]
        rng = random.Random(repr(before))
        single = set().union(*levels[0].values())
        several = sorted(set().union(*(b for level in levels for b in level.values())) - single, key=sorted)
        for board in [*sorted(single, key=sorted), *rng.sample(several, min(8, len(several)))]:
            if board == frozen(table):
                continue
            first = next(level for level in levels if any(board in b for b in level.values()))
            throws = [list(t) for t, b in first.items() if board in b]
            verdict = judge_turn(LUDO, before, spread(board), asked)
            assert verdict.legal and verdict.turn, (before, board, options)
            die = verdict.turn.facts["die"]
            assert (die if isinstance(die, list) else [die]) == throws[0], (before, board, options)
            assert verdict.turn.facts["inferred"] is True and "ludo.count" in opened(verdict)
            if len(throws[0]) == 1:
                kept = board in oracle.after_throws(table, player, (throws[0][0],), options, True)
                assert (opened(verdict) == {"ludo.count"}) == kept, (before, board, options)
                duties += not kept
            seen, joined = seen + 1, joined + (len(throws[0]) > 1)
    assert seen > 1000 and joined > 300 and duties > 50


def test_ludo_boards_that_no_throw_makes_are_not_lawful() -> None:
    refused = 0
    for options, before, asked, table in ludo_boards("meddled"):
        rng = random.Random(repr(before))
        reached = set().union(
            *(
                oracle.after_throws(table, asked.player, (*s, t), options, False)
                for s in ((), (6,), (6, 6))
                for t in range(1, 7)
            )
        )
        for _ in range(8):
            board = dict(table)
            moved = rng.choice([point for point, there in board.items() if there])
            colour = board[moved][0]
            board = oracle.lift(board, colour, moved)
            to = rng.choice([str(n) for n in range(1, 41)] + [c + f for c in "ygrb" for f in "abcd"])
            board[to] = board.get(to, "") + colour
            if frozen(board) == frozen(table):
                continue
            verdict = judge_turn(LUDO, before, spread(frozen(board)), asked)
            assert verdict.legal == (frozen(board) in reached), (before, board, options)
            assert verdict.legal or len(verdict.violations) == 1
            refused += not verdict.legal
    assert refused > 500


def test_ludo_a_list_of_throws_is_played_in_order() -> None:
    rng, legal, refused = random.Random(11), 0, 0
    for options, before, asked, table in ludo_boards("listed"):
        throws = rng.choice(((6, rng.randint(1, 6)), (6, 6, rng.randint(1, 6)), (rng.randint(1, 5), 6)))
        question = Asked(asked.rules, asked.player, asked.players, throws)
        lawful = oracle.after_throws(table, asked.player, throws, options, True)
        others = oracle.after_throws(table, asked.player, (6, throws[-1] % 6 + 1), options, False)
        for board in sorted(lawful | others, key=sorted)[:20]:
            verdict = judge_turn(LUDO, before, spread(board), question)
            assert verdict.legal == (board in lawful), (before, board, throws, options)
            legal, refused = legal + verdict.legal, refused + (not verdict.legal)
    assert legal > 200 and refused > 200


def test_ludo_nothing_changed() -> None:
    lawful = wrong = unclear = 0
    for options, before, asked, table in ludo_boards("nothing"):
        stuck = [t for t in range(1, 7) if not oracle.possible(table, asked.player, t, options)]
        for throw in range(1, 7):
            question = Asked(asked.rules, asked.player, asked.players, (throw,))
            assert judge_turn(LUDO, before, before, question).legal == (throw in stuck)
        verdict = judge_turn(LUDO, before, before, asked)
        assert verdict.legal == bool(stuck)
        assert (opened(verdict) == {"turn.pass"}) == (0 < len(stuck) < 6)
        lawful, wrong, unclear = lawful + bool(stuck), wrong + (not stuck), unclear + bool(verdict.open)
    assert lawful > 10 and wrong > 10 and unclear > 10


def goose_states(seed: str) -> list[tuple[dict[str, Any], dict[str, Any], Position, str]]:
    rng, found = random.Random(seed), []
    for _ in range(8 * BOARDS):
        order = "rgyb"[: rng.randint(2, 4)]
        options = {"overshoot": rng.choice(("back_throw", "bounce")), "release": rng.choice(("move", "next"))}
        special = [3, 8, 9, 12, 21, 27, 33, 39, 42, 45, 48, 54, *range(50, 60)]
        fields = [n for n in special if n not in oracle.LEADS]
        at = {c: rng.choice(fields) if rng.random() < 0.6 else rng.choice([0, 5, 7, 20, 35, 38, 50]) for c in order}
        state: dict[str, Any] = {"at": at, "skip": {}, "waits": {}, "out": "", "freed": ""}
        for colour in order[1:]:
            if at[colour] in (6, 18, 24, 39, 48) and rng.random() < 0.5:
                state["skip"][colour] = 1
            behind = "".join(sorted(c for c in order if c != colour and at[c] < 57))
            if at[colour] == 57 and behind and rng.random() < 0.7:
                state["waits"][colour] = behind
        if at[order[0]] in (27, 33) and options["release"] == "next" and rng.random() < 0.5:
            state["freed"] = order[0]
        found.append((options, state, goose_position(state), order))
    return found


def goose_position(state: dict[str, Any]) -> Position:
    pieces: dict[str, str] = {}
    for colour, field in state["at"].items():
        pieces[str(field)] = "".join(sorted(pieces.get(str(field), "") + colour))
    remembered = {key: state[key] for key in ("skip", "waits", "out", "freed") if state[key]}
    return GOOSE.of(pieces, **remembered)


def remembered(position: Position) -> dict[str, Any]:
    return {key: position.recalls(key) for key in ("skip", "waits", "out", "freed")}


def test_goose_every_throw_leads_where_it_should() -> None:
    moved = held = 0
    for options, state, before, order in goose_states("known"):
        rules = GAMES["goose"].rule_book(options)
        for throw in range(1, 7):
            after = oracle.goose_throw(state, order[0], throw, options)
            verdict = judge_turn(
                GOOSE, before, goose_position(after or state), Asked(rules, order[0], tuple(order), (throw,))
            )
            assert verdict.legal and verdict.turn, (before, throw, options)
            assert verdict.turn.kind == ("move" if after else "pass")
            if after is None:
                held += 1
                continue
            moved += 1
            at = after["at"][order[0]]
            if at == 61:
                assert verdict.outcome and verdict.outcome.winner == order[0] and verdict.next is None
            elif len(after["out"]) == len(order):
                assert verdict.outcome and verdict.outcome.reason == "all_out"
            elif at in (45, 54):
                assert verdict.next == order[0]
            else:
                following, skip = oracle.goose_next(after, order[0], order)
                assert verdict.next == following, (before, throw)
                after["skip"] = skip
            told = remembered(verdict.position)
            assert told == {key: after[key] for key in told}, (before, throw, options)
    assert moved > 2000 and held > 200


def test_goose_without_the_die_the_smallest_throw_is_taken() -> None:
    several = 0
    for options, state, before, order in goose_states("unseen")[: BOARDS // 3]:
        asked: Asked[Any] = Asked(GAMES["goose"].rule_book({**options, "join": False}), order[0], tuple(order))
        ends: dict[int, list[int]] = {}
        for throw in range(1, 7):
            if after := oracle.goose_throw(state, order[0], throw, options):
                ends.setdefault(after["at"][order[0]], []).append(throw)
        for field in range(62):
            look = goose_position({**state, "at": {**state["at"], order[0]: field}})
            if field == state["at"][order[0]] and field not in ends:
                continue
            verdict = judge_turn(GOOSE, before, look, asked)
            assert verdict.legal == (field in ends), (before, field, options)
            if verdict.legal and verdict.turn:
                assert verdict.turn.facts["die"] == ends[field][0] and opened(verdict) == {"goose.count"}
                assert next(iter(verdict.open)).message.params["throws"] == tuple(map(str, ends[field]))
                several += len(ends[field]) > 1
    assert several > 5
