"""What the commands that calibrate have in common: how long they film, and how they refuse."""

from __future__ import annotations

import argparse
import math
from typing import TYPE_CHECKING

from referee.language import explain_error, say
from referee.message import InputError, message
from referee.tactori.commands import ANSWER_IS_NO, print_json

if TYPE_CHECKING:
    from calibration.refused import Refused

LONGEST_S = 3600


def read_seconds(written: str | None) -> float | None:
    """How long to film, as it was typed; None if nobody says."""
    if written is None:
        return None
    try:
        seconds = float(written)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= LONGEST_S:
        raise InputError(message("value.range", key="--seconds", low="0", high=LONGEST_S, value=written[:40]))
    return seconds


def tell_refusal(refused: Refused, args: argparse.Namespace) -> int:
    """Says why, and what to do next."""
    why = explain_error(refused, args.lang)
    advice = None if refused.advice is None else say(refused.advice, args.lang)
    if args.json:
        print_json({"error": why, "advice": advice})
    else:
        print("\n".join(filter(None, (why, advice))))
    return ANSWER_IS_NO
