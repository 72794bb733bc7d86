"""Whatever is read whole has a limit: run as commands in a child that has little memory, so that a failure is one."""

from __future__ import annotations

import io
import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from running import Ran

from referee.files import GIVE_UP_BYTES, LONGEST_LINE_BYTES, lines_of, read_limited
from tests.waiting import PATIENCE_S
from words.message import InputError

MEMORY_BYTES = 2_500_000_000
"""Enough to load everything, and far too little for what these files made of it."""
ENDLESS = "/dev/zero"
POSITION = "9 c3:R"


def bound() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


def run_bound(*words: str, stdin: Path | None = None) -> Ran:
    with (stdin or Path(os.devnull)).open("rb") as given:
        ran = subprocess.run(
            [sys.executable, "-m", "draufsicht", *words, "--lang", "en"],
            stdin=given,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            preexec_fn=bound,
            check=False,
        )
    return Ran(ran.returncode, ran.stdout, ran.stderr)


def refused(ran: Ran) -> str:
    assert ran.code == 2, ran.err
    assert ran.err.count("\n") == 1, "one sentence"
    assert len(ran.err) < 10_000
    return ran.err


@pytest.mark.parametrize(
    "words",
    [
        ("replay", ENDLESS),
        ("score", POSITION, "--game", "taktori", "--rules", ENDLESS),
        ("scan", "--batch", ENDLESS),
        ("scan", "none.jpg", "--set", ENDLESS),
        ("scan", "none.jpg", "--camera", ENDLESS),
        ("scan", ENDLESS),
        ("profile", "import", ENDLESS),
    ],
    ids=" ".join,
)
def test_a_file_without_end_is_a_sentence(words: tuple[str, ...]) -> None:
    assert "larger" in refused(run_bound(*words))


def test_a_pipe_without_end_is_a_sentence() -> None:
    """As a shell hands in what another program prints."""
    with subprocess.Popen(["yes"], stdout=subprocess.PIPE) as endless:
        assert endless.stdout is not None
        try:
            named = f"/proc/{os.getpid()}/fd/{endless.stdout.fileno()}"
            assert "larger than 1000 kB" in refused(run_bound("replay", named))
        finally:
            endless.kill()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a." * 50_000 + "b = 1", "larger than 64 kB"),
        ("a." * 20_000 + "b = 1", "line 1: the line is longer"),
        ("#\n[" + "a." * 20_000 + "b]", "line 2: the line is longer"),
        ("sticks_per_turn = 0x" + "f" * 5_000, "line 1: the line is longer"),
        ("sticks_per_turn = 0x" + "f" * 450, "sticks_per_turn cannot be"),
        ("\n".join(f"[{'a.' * 200}b{n}]" for n in range(100)), "there is no rule a"),
        ("a = " + "[\n" * 30_000, "nested too deeply"),
    ],
    ids=["a long key", "a shorter key", "a table", "a long number", "a number", "many tables", "lists in lists"],
)
def test_a_club_file_that_would_grow(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "club.toml"
    file.write_text(text)
    assert why in refused(run_bound("score", POSITION, "--game", "taktori", "--rules", str(file)))


def test_a_long_line_is_an_error_of_its_own_and_the_rest_goes_on(tmp_path: Path) -> None:
    question = json.dumps({"position": {"board": 9, "towers": {"c3": "R"}, "sticks": []}, "game": "taktori"})
    file = tmp_path / "questions"
    file.write_text(f"{question}\n{'x' * (2 * LONGEST_LINE_BYTES)}\n{question}\n")
    ran = run_bound("score", "-", stdin=file)
    assert ran.code == 0, ran.err
    assert ["error" in each for each in ran.json()] == [False, True, False]


def test_questions_without_lines_come_to_an_end() -> None:
    ran = run_bound("score", "-", stdin=Path(ENDLESS))
    assert "no lines" in refused(ran)
    assert ["error" in each for each in ran.json()] == [True]


def test_lines_end_where_they_end() -> None:
    long = b"y" * (LONGEST_LINE_BYTES + 1)
    stream = io.BytesIO(b"a\n" + long + b"\n" + b"b\n" + long)
    given = list(lines_of(stream))
    assert [each if isinstance(each, bytes) else None for each in given] == [b"a\n", None, b"b\n", None]
    with pytest.raises(InputError):
        list(lines_of(io.BytesIO(b"z" * (GIVE_UP_BYTES + 3 * LONGEST_LINE_BYTES))))


def test_a_file_of_just_the_limit_is_read(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"1234")
    assert read_limited(str(file), 4) == b"1234"
    with pytest.raises(InputError):
        read_limited(str(file), 3)


def test_a_record_that_is_none_is_not_complained_about_line_by_line(tmp_path: Path) -> None:
    file = tmp_path / "record.txt"
    file.write_text("x\n" * 400_000)
    assert "line 100: x is neither" in refused(run_bound("replay", str(file)))
