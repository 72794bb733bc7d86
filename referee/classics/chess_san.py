"""A move of chess as players write it: `Nf3`, `exd5`, `O-O`, `e8=Q+`, `Qxf7#`."""

from __future__ import annotations

import re

from referee.classics.chess_moves import (
    KING,
    KNIGHT,
    LINES,
    NEXT,
    OTHER,
    PAWN,
    State,
    Step,
    following,
    in_check,
    lawful,
)

CHECK, MATE = "+", "#"
_LONG = re.compile(r"([KQRBN]?)([a-h][1-8])[-x:]?([a-h][1-8])=?([QRBNqrbn]?)", re.ASCII)
_ROUNDABOUT = re.compile(r"\s*e\.?p\.?$|[+#!?]+$", re.ASCII)


def san(state: State, player: str, step: Step) -> str:
    """A lawful step in short, with what it threatens."""
    after = following(state, step)
    other, sign = OTHER[player], ""
    if in_check(after.pieces, other):
        sign = CHECK if any(True for _ in lawful(after, other)) else MATE
    return short(state, player, step) + sign


def short(state: State, player: str, step: Step) -> str:
    if step.castling:
        return step.castling.san
    kind, takes = state.pieces[step.start][1:], "x" if step.taken else ""
    if kind == PAWN:
        file = step.start[0] if takes else ""
        return f"{file}{takes}{step.to}" + (f"={step.promotion}" if step.promotion else "")
    return f"{kind}{_told_apart(state, player, step)}{takes}{step.to}"


def _told_apart(state: State, player: str, step: Step) -> str:
    """File, rank or field of the piece, where another of its kind could go there too."""
    piece = state.pieces[step.start]
    near = NEXT[KNIGHT][step.to] if piece[1:] == KNIGHT else LINES[step.to]
    rivals = [p for p in near if p != step.start and state.pieces.get(p) == piece]
    able = {other.start for other in lawful(state, player, rivals) if other.to == step.to} if rivals else set()
    if not able:
        return ""
    if all(other[0] != step.start[0] for other in able):
        return step.start[0]
    return step.start[1] if all(other[1] != step.start[1] for other in able) else step.start


def reads_as(written: str, proper: str, start: str, to: str, promotion: str | None) -> bool:
    """Whether somebody who wrote this meant the move that is properly written so: signs of check, praise and blame may
    be missing or wrong, zeros stand for castling, and the fields alone will do (`e2-e4`, `e7e8q`)."""
    bare, right = _bare(written), _bare(proper)
    if bare.replace("0", "O") == right or bare.replace("=", "") == right.replace("=", ""):
        return True
    long = _LONG.fullmatch(bare)
    if not long:
        return False
    kind = KING if right[0] == "O" else right[0] if right[0].isupper() else ""
    same = (long[2], long[3], long[4].upper()) == (start, to, promotion or "")
    return same and long[1] in ("", kind)


def _bare(written: str) -> str:
    bare = written.strip()
    while (shorter := _ROUNDABOUT.sub("", bare)) != bare:
        bare = shorter
    return bare
