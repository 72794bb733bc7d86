"""The table of every threshold, from the settings' own comments: `python -m docs.tools.thresholds docs/vision.md`.

A threshold's reason stands below it as a docstring, behind it as a comment, or above it if it has neither. What stands
above a threshold that has its own reason is the heading of those that follow.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from vision.board.settings import BoardSettings
from vision.cover import CoverSettings
from vision.tactori.settings import ReaderSettings

BEGIN, END = "<!-- thresholds -->", "<!-- end of thresholds -->"
TABLES = (
    ("Finding the board", BoardSettings),
    ("What covers it", CoverSettings),
    ("Reading the pieces", ReaderSettings),
)
# What the end of a name says about its number.
UNITS = {
    "_mm": "mm",
    "_spx": "px of the small picture",
    "_tpx": "px of the top view",
    "_px": "px",
    "_deg": "degrees",
    "_steps": "steps of the 9x9 lattice",
    "_share": "share",
    "_sigmas": "standard errors",
    "_log": "log ratio",
    "_sd": "standard deviation",
}
_FIELD = re.compile(r"    (\w+):[^=]*=")
_COMMENT = re.compile(r"    #\s?(.*)")
_BEHIND = re.compile(r"""^(?:[^#"']|"[^"]*"|'[^']*')*#\s*(.*)$""")


@dataclass(frozen=True)
class Threshold:
    name: str
    value: Any
    unit: str
    reason: str
    heading: str
    """Of the thresholds it begins; empty within them."""


def thresholds(settings: type[Any]) -> Iterator[Threshold]:
    """The thresholds of a settings class in the order they are written."""
    values = settings()
    lines = inspect.getsource(settings).splitlines()
    names = {each.name for each in fields(settings)}
    starts = [i for i, line in enumerate(lines) if (found := _FIELD.match(line)) and found[1] in names]
    for i, following in zip(starts, [*starts[1:], len(lines)], strict=True):
        found = _FIELD.match(lines[i])
        assert found
        name, own, above = found[1], _own_reason(lines[i:following]), _above(lines, i)
        heading, reason = (above.lstrip("- ").rstrip("."), own) if own or above.startswith("-") else ("", above)
        value = getattr(values, name)
        unit, reason = _unit(name, value, reason)
        yield Threshold(name, value, unit, reason, heading)


def _own_reason(lines: list[str]) -> str:
    """A docstring below a field, or a comment behind it."""
    text = "\n".join(lines)
    if written := re.search(r'^    """(.*?)"""', text, re.S | re.M):
        return " ".join(written[1].split())
    said = [lines[0]]
    for line in lines[1:]:  # a value that goes on over several lines
        if _COMMENT.match(line) or not line.strip():
            break
        said.append(line)
    return " ".join(found[1] for line in said if (found := _BEHIND.match(line)))


def _above(lines: list[str], i: int) -> str:
    said: list[str] = []
    while i and (found := _COMMENT.match(lines[i - 1])):
        said.insert(0, found[1])
        i -= 1
    return " ".join(said)


def _unit(name: str, value: Any, reason: str) -> tuple[str, str]:
    """The unit, from the name's end or from before the reason's colon, and what is left of the reason."""
    for ending, unit in UNITS.items():
        if name.endswith(ending):
            return unit, reason
    before, colon, after = reason.partition(": ")
    if colon and (before[:1].islower() or before.startswith("Of ")):
        return before[0].lower() + before[1:], after[:1].upper() + after[1:]
    return ("number" if isinstance(value, int) else "ratio"), reason


def table(settings: type[Any]) -> list[str]:
    """Lines of Markdown, a table for each heading."""
    made: list[str] = []
    for each in thresholds(settings):
        if each.heading or not made:
            made += ["", *([f"*{each.heading[0].upper() + each.heading[1:]}*", ""] if each.heading else [])]
            made += ["| threshold | value | unit | why |", "|---|---|---|---|"]
        reason = each.reason[:1].upper() + each.reason[1:]
        made.append(f"| `{each.name}` | {_shown(each.value)} | {each.unit} | {reason} |")
    return made


def _shown(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_shown(one)}" for key, one in value.items())
    if isinstance(value, tuple):
        return ", ".join(map(_shown, value))
    return f"{value:g}" if isinstance(value, float) else str(value)


def page() -> str:
    """What stands between the two marks of the document."""
    lines = [BEGIN]
    for title, settings in TABLES:
        lines += ["", f"### {title}", *table(settings)]
    return "\n".join([*lines, "", END])


def rewritten(text: str) -> str:
    """A document with its tables brought up to date."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"there is no {BEGIN} … {END} in it")
    return before + page() + after


def main(path: str) -> None:
    document = Path(path)
    document.write_text(rewritten(document.read_text()))


if __name__ == "__main__":
    main(sys.argv[1])
