"""Questions from outside: positions as JSON, who plays, and the verdict on a position in itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from referee.classics.boards import Board
from referee.classics.classic import Classic
from referee.classics.memory import read_memory
from referee.classics.position import Position, short
from referee.classics.rules import RuleBook
from referee.classics.turn import remark
from referee.classics.verdict import PositionVerdict
from referee.places import UNKNOWN
from referee.verdict import Finding
from words.message import InputError, Message, message

R = TypeVar("R", bound=RuleBook)


def read_position(classic: Classic[Any], data: object) -> Position:
    """A position from outside; whatever is missing or malformed is an error that names it."""
    if not isinstance(data, Mapping):
        raise InputError(message("input.object"))
    game = data.get("game", classic.id)
    if game != classic.id:
        raise InputError(message("classics.input.game", value=short(game), game=classic.id), "game")
    if "pieces" not in data:
        raise InputError(message("input.missing", key="pieces"))
    pieces = data["pieces"]
    if not isinstance(pieces, Mapping):
        raise InputError(message("input.object"), "pieces")
    return made(classic, pieces, read_memory(classic.memory, data), "pieces")


def made(classic: Classic[Any], pieces: Mapping[str, Any], remembered: Mapping[str, Any], place: str = "") -> Position:
    """A position in board order, every point and every content checked."""
    found: dict[str, str] = {}
    for point, content in pieces.items():
        name = classic.aliases.get(point, point)
        if not any(name in board for board in classic.boards):
            raise InputError(message("classics.input.point", value=short(point)), place)
        if name in found:
            raise InputError(message("input.twice", key=str(name)), place)
        check_content(classic, content, f"{place}.{point}" if place else str(point))
        found[name] = content
    board = board_of(classic, found)
    return classic.read_tidy(
        Position(classic.id, {p: found[p] for p in board.in_order(found)}, remembered, classic.memory)
    )


def check_content(classic: Classic[Any], content: object, place: str) -> None:
    if not classic.is_content(content):
        known = ", ".join(classic.colours + UNKNOWN)
        raise InputError(Message(classic.wrong_content, {"value": short(content), "known": known}), place)


def board_of(classic: Classic[Any], pieces: Mapping[str, str]) -> Board:
    """The board on which a position is drawn, if nobody says on which it is played."""
    return next((board for board in classic.boards if board.holds(pieces)), classic.boards[0])


def check_position(classic: Classic[R], position: Position, rules: R, before: bool = False) -> None:
    """Whether a position can be judged by these rules; what cannot be guessed must be known of the earlier one."""
    board = classic.board(rules)
    for point in position.pieces:
        if point not in board:
            raise InputError(message("classics.input.point", value=short(point)), "pieces")
    if before:
        for key, memory in classic.memory.items():
            if memory.needed and key not in position.memory:
                raise InputError(message("input.missing", key=key))
        classic.check_known(position)


def check_players(classic: Classic[R], players: Sequence[str], rules: R) -> None:
    known = all(isinstance(p, str) and len(p) == 1 and p in classic.colours for p in players)
    if not known or len(set(players)) != len(players):
        said = " ".join(map(str, players))[:40]
        raise InputError(message("classics.match.players", players=said, known=", ".join(classic.colours)))
    fewest, most = classic.players
    if not fewest <= len(players) <= most:
        raise InputError(message("match.number", game=classic.id, fewest=fewest, most=most, count=len(players)))


def read_players(classic: Classic[Any], players: object) -> tuple[str, ...]:
    """The players in order, if they are named."""
    if players is None:
        return ()
    known = isinstance(players, list | tuple) and players and all(p in tuple(classic.colours) for p in players)
    if not isinstance(players, list | tuple) or not known or len(set(players)) != len(players):
        raise InputError(message("classics.question.players", known=", ".join(classic.colours)), "players")
    return tuple(players)


def read_player(classic: Classic[Any], player: object, players: tuple[str, ...]) -> str:
    """Whose turn it was; where one plays alone, nobody has to say so."""
    if player is None and len(players) == 1:
        return players[0]
    if player is None:
        raise InputError(message("classics.question.player", known=", ".join(classic.colours)))
    if player not in tuple(classic.colours):
        raise InputError(message("classics.question.player", known=", ".join(classic.colours)), "player")
    return str(player)


def judge_position(classic: Classic[R], position: Position, rules: R, players: Sequence[str] = ()) -> PositionVerdict:
    """The verdict on a position in itself, with what it tells of the game."""
    check_position(classic, position, rules)
    known = tuple(players) or classic.seen_players(position)
    told = classic.judged(position, rules, known)
    return replace(told, violations=(*_stock(classic, position, rules), *classic.broken(position, rules)))


def _stock(classic: Classic[R], position: Position, rules: R) -> Iterator[Finding]:
    for colour in classic.colours:
        held = tuple(p for p, there in position.pieces.items() if colour in classic.stones(there))
        count = sum(classic.stones(position.at(point)).count(colour) for point in held)
        if count > classic.most(colour, rules):
            yield remark("turn.stock", held, said="position", colour=colour, count=count)
