"""A turn in writing: `+c3` sets a tower, `2c3>e3x1` moves two capturing one, `+c3-e3` lays a stick, `-c3-e3` takes it.

`+` comes onto the board, `-` goes off it, `>` moves. Without a colour letter behind the sign (`+Bc3`) the piece is the
player's own. Sticks rest in the topmost towers unless a floor is said (`+c3-e3@2`, `+c3@1-e3@2`). `pass` is a turn too.
Any change of a position can be written, allowed or not.
"""

from __future__ import annotations

import re

from referee.tactori.board import is_field
from referee.tactori.position import End, Position, Stick, without
from referee.tactori.text import parse_ends
from referee.tactori.turn import TowerAction, compare, read_tower_action
from words.message import InputError, message

PASS = "pass"
_TOWER = re.compile(r"([+-])([RBYG?]?)([a-z]\d+)", re.ASCII)
_MOVE = re.compile(r"(\d{0,2})([a-z]\d+)>([a-z]\d+)(?:x(\d{1,2}))?", re.ASCII)
_STICK = re.compile(r"([+-])([RBYG]?)([a-z]\d+\S*-\S+)", re.ASCII)


def write_turn(before: Position, after: Position, player: str) -> str:
    """What changed between two positions, as a turn of `player`; `read_written` gives `after` back."""
    difference = compare(before, after, exact=True)
    words = []
    action = read_tower_action(difference.stacks, player)
    move = _write_move(action) if action and action.source else ""
    if move and _moved(move, before) == dict(after.towers):
        words.append(move)
    else:
        for change in difference.stacks:
            words += [f"-{_other(t, player)}{change.at}" for t in reversed(change.lost)]
            words += [f"+{_other(t, player)}{change.at}" for t in change.gained]
    lying = before.sticks
    for s in difference.taken:
        alone = sum(t.colour == s.colour and t.fields == s.fields for t in lying) == 1
        words.append(f"-{_other(s.colour, player)}{'-'.join(s.fields) if alone else s.places()}")
    for s in difference.laid:
        on_top = all(end.floor == after.height(end.at) for end in s.ends)
        words.append(f"+{_other(s.colour, player)}{'-'.join(s.fields) if on_top else s.places()}")
    return " ".join(words) or PASS


def _write_move(action: TowerAction) -> str:
    count = str(action.count) if action.count > 1 else ""
    thrown = f"x{action.captured}" if action.captured else ""
    return f"{count}{action.source}>{action.target}{thrown}"


def _moved(move: str, before: Position) -> dict[str, str]:
    """The towers as they are after a written move: what was unknown is unknown still."""
    towers = dict(before.towers)
    if match := _MOVE.fullmatch(move):
        _move(match, move, towers, before.board)
    return {at: stack for at, stack in towers.items() if stack}


def _other(colour: str, player: str) -> str:
    return "" if colour == player else colour


def read_written(written: str, before: Position, player: str) -> Position:
    """The position after a written turn. A word that cannot be read or does not fit is an `InputError` quoting it."""
    words = written.split()
    if words == [PASS]:
        return before
    towers = dict(before.towers)
    taken: list[Stick] = []
    laid: list[tuple[str, str, str]] = []
    for word in words:
        if match := _MOVE.fullmatch(word):
            _move(match, word, towers, before.board)
        elif match := _TOWER.fullmatch(word):
            _set_or_take(match, word, towers, before.board, player)
        elif match := _STICK.fullmatch(word):
            if match[1] == "+":
                laid.append((word, match[2] or player, match[3]))
            else:
                taken.append(_lying(word, match[2] or player, match[3], without(before.sticks, taken), before.board))
        else:
            raise InputError(message("notation.word", value=word[:40]))
    if not words:
        raise InputError(message("notation.empty"))
    standing = Position.of(before.board, towers, ())
    new = [_stick(word, colour, places, standing) for word, colour, places in laid]
    return Position.of(before.board, towers, (*without(before.sticks, taken), *new))


def _move(match: re.Match[str], word: str, towers: dict[str, str], board: int) -> None:
    count, captured = int(match[1] or 1), int(match[4] or 0)
    source, target = _field(match[2], board), _field(match[3], board)
    stack, there = towers.get(source, ""), towers.get(target, "")
    if source == target or not 1 <= count <= len(stack) or captured > min(count, len(there)):
        raise InputError(message("notation.impossible", value=word))
    towers[source] = stack[: len(stack) - count]
    arriving = stack[len(stack) - count :][: count - captured]
    towers[target] = there[: len(there) - captured] + arriving


def _set_or_take(match: re.Match[str], word: str, towers: dict[str, str], board: int, player: str) -> None:
    colour, at = match[2] or player, _field(match[3], board)
    stack = towers.get(at, "")
    if match[1] == "+":
        towers[at] = stack + colour
    elif stack.endswith(colour):
        towers[at] = stack[:-1]
    else:
        raise InputError(message("notation.impossible", value=word))


def _lying(word: str, colour: str, places: str, sticks: tuple[Stick, ...], board: int) -> Stick:
    (a, floor_a), (b, floor_b) = parse_ends(places, board, word[:40])
    found = [s for s in sticks if s.colour == colour and set(s.fields) == {a, b}]
    if floor_b is not None:
        wanted = Stick(colour, End(a, floor_b if floor_a is None else floor_a), End(b, floor_b))
        found = [s for s in found if s == wanted][:1]
    if len(found) != 1:
        raise InputError(message("notation.many_sticks" if found else "notation.no_stick", value=word[:40]))
    return found[0]


def _stick(word: str, colour: str, places: str, standing: Position) -> Stick:
    (a, floor_a), (b, floor_b) = parse_ends(places, standing.board, word[:40])
    if floor_b is None:
        if floor_a is not None:
            raise InputError(message("notation.word", value=word[:40]))
        return Stick(colour, End(a, standing.height(a)), End(b, standing.height(b)))
    return Stick(colour, End(a, floor_b if floor_a is None else floor_a), End(b, floor_b))


def _field(name: str, board: int) -> str:
    if not is_field(name, board):
        raise InputError(message("input.field", value=repr(name[:40]), board=board))
    return name
