"""The calls on a game: what each does, what it tells, and what it refuses."""

import threading
from pathlib import Path

import pytest

from live.events import Event
from live.log import GameLog
from live.play import Play
from referee.tactori.position import Position
from referee.tactori.text import parse_text
from tests.live.playing import FIRST, ILLEGAL, SECOND, TAKTORI, THIRD, begin, begun, check_kept, whole_game
from words.language import LANGUAGES
from words.message import InputError

ON_TOP = parse_text("9 c3:R e5:BB g5:B e3:RR R:c3-e3@1")
"""After ILLEGAL: red goes on playing."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "g.sqlite"


@pytest.fixture
def log(path: Path) -> GameLog:
    return GameLog.open(path)


def kinds(events: list[Event]) -> list[str]:
    return [event.kind.value for event in events]


def test_a_turn_is_told_with_all_that_the_page_shows(log: GameLog) -> None:
    play = begun(log, FIRST, SECOND)
    (told,) = play.confirm(THIRD)
    said = told.to_json("en")
    assert {key: said[key] for key in ("event", "n", "player", "notation", "legal", "violations")} == {
        "event": "turn",
        "n": 3,
        "player": "R",
        "notation": "+e3 +c3-e3",
        "legal": True,
        "violations": [],
    }
    assert said["turn"]["kind"] == "place"
    assert Position.from_json(said["position"]) == THIRD
    assert said["scores"] == {"R": 0, "B": 0}
    assert said["to_move"] == "B"


def test_a_new_game_and_one_that_goes_on_are_told(log: GameLog, path: Path) -> None:
    play = begun(log, FIRST)
    (told,) = play.begun
    assert (told.kind, told.data["resumed"], told.data["players"]) == ("started", False, ("R", "B"))
    again = Play.resume(GameLog.open(path), "1")
    assert again is not None
    (told,) = again.begun
    assert (told.kind, told.data["resumed"], told.data["n"], told.data["position"]) == ("started", True, 1, FIRST)
    assert again.state == play.state


def test_each_table_has_its_own_game(log: GameLog) -> None:
    begun(log, FIRST, table="A")
    begun(log, FIRST, SECOND, table="B")
    for table, turns in (("A", 1), ("B", 2)):
        play = Play.resume(log, table)
        assert play is not None
        assert len(play.state.steps) == turns
    assert Play.resume(log, "C") is None


def test_a_finished_game_is_not_resumed(log: GameLog) -> None:
    begun(log, FIRST).end()
    assert Play.resume(log, "1") is None


def test_an_unfinished_game_of_long_ago_is_not_resumed_after_a_finished_one(log: GameLog) -> None:
    begun(log, FIRST)
    begun(log, FIRST).end()
    assert Play.resume(log, "1") is None


@pytest.mark.parametrize("name", ["", " ", " 1", "x" * 41, "a\nb", "\x00"])
def test_a_table_has_a_name_that_can_be_shown(log: GameLog, name: str) -> None:
    with pytest.raises(InputError, match="no table can be called"):
        begin(log, name)
    assert log.games() == ()


def test_an_outcome_is_told_and_can_be_undone(log: GameLog, path: Path) -> None:
    positions = whole_game(2)
    play = begin(log)
    assert kinds(play.confirm_all(positions[:-1])) == ["turn"] * (len(positions) - 1)
    turn, outcome = play.confirm(positions[-1])
    assert (turn.kind, outcome.kind) == ("turn", "outcome")
    assert outcome.data["reason"] == "final_round"
    assert turn.data["to_move"] is None
    assert Play.resume(log, "1") is None
    with pytest.raises(InputError, match="undo"):
        play.confirm(positions[-1])
    with pytest.raises(InputError, match="undo"):
        play.wait("illegal", [FIRST])
    play.undo()
    assert play.state.outcome is None
    assert Play.resume(log, "1") is not None
    assert kinds(play.redo()) == ["turn", "outcome"]
    check_kept(play, path)


def test_several_turns_are_confirmed_all_or_none(log: GameLog) -> None:
    play = begin(log)
    with pytest.raises(InputError, match="not allowed"):
        play.confirm_all([FIRST, SECOND, THIRD, ILLEGAL])
    assert play.state.steps == ()
    assert log.events(1)[-1].kind == "begun"


def test_an_illegal_turn_is_not_confirmed_but_can_be_taken_from_a_record(log: GameLog) -> None:
    play = begun(log, FIRST, SECOND, THIRD)
    with pytest.raises(InputError, match="wait or to be accepted"):
        play.confirm(ILLEGAL)
    (told,) = play.confirm(ILLEGAL, by="import", accepted=True)
    assert (told.data["legal"], told.data["accepted"], told.data["by"]) == (False, True, "import")
    assert told.data["violations"]


def test_a_turn_that_goes_on_replaces_the_last(log: GameLog, path: Path) -> None:
    without_stick = parse_text("9 c3:R e5:B e3:R")
    play = begun(log, FIRST, SECOND, without_stick)
    (told,) = play.amend(THIRD)
    assert (told.data["n"], told.data["continued"], told.data["notation"]) == (3, True, "+e3 +c3-e3")
    assert [step.position for step in play.state.steps] == [FIRST, SECOND, THIRD]
    fourth = parse_text("9 c3:R e5:BB e3:R")
    assert kinds(play.amend(without_stick, [fourth])) == ["turn", "turn"]
    assert [step.position for step in play.state.steps] == [FIRST, SECOND, without_stick, fourth]
    with pytest.raises(InputError, match="not allowed"):
        play.amend(ILLEGAL)
    check_kept(play, path)


def test_an_illegal_turn_waits_and_is_accepted_with_what_was_played_on_it(log: GameLog, path: Path) -> None:
    play = begun(log, FIRST, SECOND, THIRD)
    (told,) = play.wait("illegal", [ILLEGAL])
    assert (told.kind, told.data["waits"], told.data["n"], told.data["player"]) == ("turn", "illegal", 4, "B")
    assert [finding.rule for finding in told.data["violations"]] == ["turn.several"]
    assert play.wait("illegal", [ILLEGAL, ON_TOP]) == []
    assert play.state.position == THIRD
    assert play.state.shown == ON_TOP
    events = play.accept()
    assert [(event.data["n"], event.data["accepted"]) for event in events] == [(4, True), (5, False)]
    assert play.state.position == ON_TOP
    assert play.state.waiting is None
    check_kept(play, path)


def test_what_is_rejected_is_ignored_until_the_board_shows_something_else(log: GameLog) -> None:
    play = begun(log, FIRST, SECOND, THIRD)
    play.wait("illegal", [ILLEGAL])
    (told,) = play.reject()
    assert (told.kind, told.data["by"], told.data["turns"]) == ("taken_back", "reject", 0)
    assert (play.state.waiting, play.state.ignored) == (None, ILLEGAL)
    before = play.seq
    play.seen_other()
    assert play.state.ignored is None
    play.seen_other()
    assert play.seq == before + 1, "what changes nothing is not written"


def test_a_board_that_is_not_as_the_game_begins_can_be_accepted(log: GameLog, path: Path) -> None:
    play = begin(log)
    (told,) = play.wait("set_up", [SECOND])
    assert (told.kind, told.data["waits"]) == ("unsure", "set_up")
    assert [finding.rule for finding in told.data["violations"]] == ["setup.empty"]
    (told,) = play.accept()
    assert (told.kind, told.data["position"]) == ("started", SECOND)
    assert (play.state.start, play.state.steps) == (SECOND, ())
    play.confirm(THIRD)
    assert "Setup: 9 c3:R e5:B" in play.to_record()
    with pytest.raises(InputError, match="the set-up is over"):
        play.wait("set_up", [FIRST])
    check_kept(play, path)


def test_undo_and_redo(log: GameLog, path: Path) -> None:
    play = begun(log, FIRST, SECOND, THIRD)
    (told,) = play.undo()
    assert (told.kind, told.data["n"], told.data["to_move"], told.data["by"]) == ("taken_back", 2, "R", "undo")
    assert (play.state.position, play.state.ignored) == (SECOND, THIRD)
    play.undo()
    assert (play.state.position, play.state.ignored) == (FIRST, THIRD), "the board still shows the last position"
    (told,) = play.redo()
    assert (told.kind, told.data["n"], told.data["redone"]) == ("turn", 2, True)
    play.redo()
    assert (play.state.position, play.state.ignored) == (THIRD, SECOND)
    with pytest.raises(InputError, match="no turn was taken back"):
        play.redo()
    check_kept(play, path)


def test_an_undo_that_is_redone_at_once_leaves_nothing_behind(log: GameLog) -> None:
    play = begun(log, FIRST, SECOND, THIRD)
    before = play.state
    play.undo()
    play.redo()
    assert play.state == before


def test_after_another_turn_nothing_can_be_redone(log: GameLog) -> None:
    play = begun(log, FIRST, SECOND, THIRD)
    play.undo()
    play.confirm(parse_text("9 c3:R e5:B a1:R"))
    with pytest.raises(InputError, match="no turn was taken back"):
        play.redo()


def test_pieces_put_back_are_no_turn_to_be_ignored(log: GameLog) -> None:
    play = begun(log, FIRST, SECOND, THIRD)
    (told,) = play.take_back(2)
    assert (told.data["by"], told.data["turns"], told.data["n"]) == ("camera", 2, 1)
    assert (play.state.position, play.state.ignored) == (FIRST, None)
    with pytest.raises(InputError, match="only 1 have been made"):
        play.take_back(2)


def test_a_correction_is_judged_anew_and_wins_until_the_place_changes(log: GameLog, path: Path) -> None:
    play = begun(log, FIRST, SECOND, THIRD)
    right = parse_text("9 c3:R e5:B e3:RR")
    (told,) = play.correct(right)
    assert (told.kind, told.data["fields"], told.data["position"]) == ("corrected", ("e3", "c3-e3"), right)
    assert [finding.rule for finding in told.data["violations"]] == ["turn.several"]
    assert play.state.steps[-1].accepted
    assert dict(play.state.by_hand) == {"e3": "R", "c3-e3": ["R:c3-e3@1"]}
    play.confirm(parse_text("9 c3:R e5:BB e3:RR"))
    assert set(play.state.by_hand) == {"e3", "c3-e3"}
    play.confirm(parse_text("9 c3:R e5:BB e3:RRR"))
    assert set(play.state.by_hand) == {"c3-e3"}
    play.let_camera_say(["c3-e3"])
    assert not play.state.by_hand
    check_kept(play, path)


def test_a_correction_is_given_back_to_the_camera_and_kept_so(log: GameLog, path: Path) -> None:
    play = begun(log, FIRST, SECOND, THIRD)
    play.correct(parse_text("9 c3:R e5:B e3:RR"))
    with pytest.raises(InputError, match="a1 is not corrected by hand"):
        play.let_camera_say(["e3", "a1"])
    assert set(play.state.by_hand) == {"e3", "c3-e3"}
    play.let_camera_say(["e3-c3"])
    assert set(play.state.by_hand) == {"e3"}
    assert play.state.position == parse_text("9 c3:R e5:B e3:RR")  # until it has looked
    check_kept(play, path)


def test_what_the_camera_saw_can_be_said(log: GameLog) -> None:
    play = begun(log, FIRST)
    play.correct(parse_text("9 c3:B"), ["c3", "e3-c3"], {"c3": {"stack": "R", "sure": 0.7}})
    assert dict(play.state.by_hand) == {"c3": {"stack": "R", "sure": 0.7}, "c3-e3": []}


def test_a_turn_that_goes_on_keeps_what_was_corrected_in_it(log: GameLog) -> None:
    play = begun(log, FIRST, SECOND, parse_text("9 c3:R e5:B e3:?"))
    play.correct(parse_text("9 c3:R e5:B e3:R"))
    play.amend(THIRD)
    assert dict(play.state.by_hand) == {"e3": "?"}


def test_before_the_first_turn_the_beginning_is_corrected(log: GameLog) -> None:
    play = begin(log)
    play.correct(FIRST)
    assert (play.state.start, play.state.steps) == (FIRST, ())


def test_what_waits_is_corrected_and_may_be_a_legal_turn_then(log: GameLog, path: Path) -> None:
    play = begun(log, FIRST, SECOND, THIRD)
    play.wait("illegal", [ILLEGAL])
    half = parse_text("9 c3:R e5:BY g5:B e3:R R:c3-e3@1")
    assert kinds(play.correct(half)) == ["corrected", "turn"]
    assert play.state.waiting is not None
    assert play.state.waiting.chain == (half,)
    right = parse_text("9 c3:R e5:BB e3:R R:c3-e3@1")
    events = play.correct(right)
    assert kinds(events) == ["corrected", "turn"]
    assert (events[1].data["legal"], events[1].data["n"], events[1].data["by"]) == (True, 4, "hand")
    assert play.state.waiting is None
    assert set(play.state.by_hand) == {"e5", "g5"}
    play.wait("illegal", [ILLEGAL])
    play.correct(right)
    assert (play.state.position, play.state.waiting, len(play.state.steps)) == (right, None, 4), "it was nothing"
    check_kept(play, path)


def test_a_pause(log: GameLog) -> None:
    play = begun(log, FIRST, SECOND)
    assert kinds(play.pause()) == ["paused"]
    for call in (
        lambda: play.confirm(THIRD),
        lambda: play.amend(SECOND),
        lambda: play.wait("illegal", [THIRD]),
        play.take_back,
        play.pause,
    ):
        with pytest.raises(InputError, match="paused"):
            call()
    play.undo()  # people may still put things right
    play.redo()
    assert kinds(play.resume_play()) == ["resumed"]
    with pytest.raises(InputError, match="not paused"):
        play.resume_play()
    play.confirm(THIRD)


def test_what_makes_no_sense_is_refused_and_changes_nothing(log: GameLog) -> None:
    play = begin(log)
    before, seq = play.state, play.seq
    for call, sentence in (
        (play.undo, "no turn has been made yet"),
        (play.redo, "no turn was taken back"),
        (play.accept, "nothing waits"),
        (play.reject, "nothing waits"),
        (play.stop_waiting, "nothing waits"),
        (lambda: play.amend(FIRST), "no turn has been made yet"),
        (lambda: play.take_back(1), "no turn has been made yet"),
        (lambda: play.take_back(0), "not possible for n"),
        (lambda: play.wait("illegal", []), "positions can wait"),
        (lambda: play.wait("hunger", [FIRST]), "not possible for reason"),
        (lambda: play.confirm(FIRST, by="ghost"), "not possible for by"),
        (lambda: play.confirm(Position.empty(5)), "board"),
        (lambda: play.correct(Position.empty(9)), "nothing to correct"),
        (lambda: play.correct(FIRST, ["z1"]), "z1"),
        (lambda: play.set("keep_pictures", {"limit_mb": -1}), "keep_pictures"),
        (lambda: play.set("key", object()), "JSON"),
        (lambda: play.set("key", float("nan")), "JSON"),
    ):
        with pytest.raises(InputError, match=sentence):
            call()
        assert (play.state, play.seq) == (before, seq)


def test_after_the_end_nothing_goes(log: GameLog) -> None:
    play = begun(log, FIRST)
    play.wait("illegal", [ILLEGAL])
    (told,) = play.end()
    assert (told.kind, told.data["n"], told.data["to_move"]) == ("ended", 1, None)
    for call in (play.undo, play.accept, play.pause, play.end, lambda: play.confirm(SECOND)):
        with pytest.raises(InputError, match="has been ended"):
            call()


def test_a_game_that_is_only_looked_at(log: GameLog) -> None:
    play = begun(log, FIRST)
    assert play.state.id is not None
    looked_at = Play.load(log, play.state.id)
    with pytest.raises(InputError, match="for looking only"):
        looked_at.undo()
    with pytest.raises(InputError, match="no game number 7"):
        Play.load(log, 7)


def test_what_others_do_is_followed(log: GameLog, path: Path) -> None:
    play = begun(log, FIRST, SECOND, THIRD)
    other = Play.resume(GameLog.open(path), "1")
    assert other is not None
    assert play.follow_others() == []
    other.undo()
    other.pause()
    begin(other.log, table="2")
    assert kinds(play.follow_others()) == ["taken_back", "paused"]
    assert play.state == other.state
    assert play.follow_others() == []
    play.resume_play()
    assert kinds(other.follow_others()) == ["resumed"]


def test_whoever_was_overtaken_by_the_camera_looks_again(log: GameLog, path: Path) -> None:
    """The camera decides anew; a person's word counts if it is still about the same thing."""
    play = begun(log, FIRST, SECOND)
    other = Play.resume(GameLog.open(path), "1")
    assert other is not None
    play.confirm(THIRD)
    with pytest.raises(InputError, match="something else has happened"):
        other.undo()
    assert other.state == play.state
    other.undo()
    assert kinds(play.confirm(parse_text("9 c3:R e5:BB e3:R R:c3-e3@1"))) == ["taken_back"], "only their event"
    assert play.state.position == SECOND
    other.pause()
    assert kinds(play.undo()) == ["paused", "taken_back"], "what is still meant is done"
    other.resume_play()
    assert kinds(other.follow_others()) == ["turn"], "why its undo was refused, told once"
    assert kinds(other.follow_others()) == []
    check_kept(other, path)


def test_threads_can_share_a_game(log: GameLog, path: Path) -> None:
    play = begin(log)
    failed: list[Exception] = []

    def press(key: str) -> None:
        try:
            for n in range(20):
                play.set(key, n)
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=press, args=(f"key_{n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert dict(play.state.settings) == {f"key_{n}": 19 for n in range(4)}
    check_kept(play, path)


def test_whoever_thinks_is_not_disturbed(log: GameLog) -> None:
    play = begun(log, FIRST, SECOND)
    page = threading.Thread(target=play.undo)
    with play.undisturbed():
        page.start()
        page.join(0.05)
        assert page.is_alive()
        play.confirm(THIRD)
    page.join()
    assert play.state.position == SECOND


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_state_and_its_events_can_be_said(log: GameLog, language: str) -> None:
    play = begun(log, FIRST, SECOND, THIRD)
    told = play.wait("illegal", [ILLEGAL])
    said = play.state.to_json(language)
    assert said["waiting"]["violations"] == told[0].to_json(language)["violations"]
    assert [turn["notation"] for turn in said["turns"]] == ["+c3", "+e5", "+e3 +c3-e3"]
    assert (said["to_move"], said["can_undo"], said["can_redo"], said["outcome"]) == ("B", True, False, None)


def test_a_beginning_that_is_no_game_is_refused(log: GameLog) -> None:
    for players in ("R", "RR", "RX"):
        with pytest.raises(InputError):
            Play.begin(log, "1", "demo:1", TAKTORI, tuple(players))
    with pytest.raises(InputError):
        Play.begin(log, "1", "demo:1", TAKTORI, ("R", "B"), Position.empty(5))
    assert log.games() == ()
