"""The command `calibrate colours`."""

from __future__ import annotations

import argparse
from collections.abc import Callable


def add_arguments(parser: argparse.ArgumentParser, help_text: Callable[[str], str]) -> None:
    del parser, help_text
