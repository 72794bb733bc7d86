"""The text of a game record: what is read, and every error with its line."""

from referee.record import parse_record, write_record

PLAIN = """\
# a remark
Game: taktori
Players: R B
Joueur né en 2019: Anna # the younger one

1. R +c3
2. B +e5   # in the middle
3. +c5 +c3-c5
"""


def test_headers_turns_and_remarks() -> None:
    record = parse_record(PLAIN)
    assert not record.errors
    assert [(h.name, h.value, h.line) for h in record.headers] == [
        ("Game", "taktori", 2),
        ("Players", "R B", 3),
        ("Joueur né en 2019", "Anna", 4),
    ]
    assert [(e.number, e.player, e.written, e.line) for e in record.entries] == [
        (1, "R", "+c3", 6),
        (2, "B", "+e5", 7),
        (3, None, "+c5 +c3-c5", 8),
    ]
    assert record.header("game") == record.headers[0]
    assert record.header("Date") is None


def test_every_error_is_collected_with_its_line() -> None:
    record = parse_record("Game: fem\nGame: fem\nwhat is this\n1. R +a1\n3. B +b1\nDate: today\n")
    assert [str(error) for error in record.errors] == [
        "line 2: the header Game appears here twice",
        "line 3: what is this is neither a header (Name: value) nor a turn (1. R +c3)",
        "line 5: this turn should have the number 2, not 3",
        "line 6: the header Date comes after the first turn",
    ]
    assert len(record.entries) == 2


def test_a_written_record_is_read_back() -> None:
    text = write_record({"Game": "fem", "Rules": "", "Date": "2026-11-16"}, [("R", "+a1"), ("B", "pass")])
    assert text == "Game: fem\nDate: 2026-11-16\n\n1. R +a1\n2. B pass\n"
    record = parse_record(text)
    assert not record.errors
    assert [(e.player, e.written) for e in record.entries] == [("R", "+a1"), ("B", "pass")]
