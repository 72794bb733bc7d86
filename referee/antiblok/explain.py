"""From the position before and the position after: what the turn was, or every rule it breaks and what is open."""

from __future__ import annotations

from dataclasses import replace

from referee.antiblok.asked import Asked, TurnVerdict
from referee.antiblok.board import FIELDS, has_four, in_order
from referee.antiblok.ending import outcome_of
from referee.antiblok.filling import complete, fillings, hidden
from referee.antiblok.position import Position
from referee.antiblok.scoring import no_four, not_seen
from referee.antiblok.turnrules import Explained
from referee.verdict import Finding
from words.message import InputError, message


def judge_turn(before: Position, after: Position, asked: Asked) -> TurnVerdict:
    """Explains and judges a turn. Where quarters are hidden, every filling is tried; if the answers differ, a lawful
    one is taken and the question is open."""
    if asked.players and asked.player not in asked.players:
        raise InputError(message("turn.not_playing", player=asked.player, players=", ".join(asked.players)))
    tried = fillings(before, after)
    verdicts = [_judge_whole(old, new, asked) for old, new in tried.pairs]
    chosen = next((verdict for verdict in verdicts if verdict.legal), verdicts[0])
    if not tried.all or any(verdict.answer() != chosen.answer() for verdict in verdicts):
        unseen = in_order({*hidden(complete(before)), *hidden(complete(after))})
        chosen = replace(chosen, open=(*chosen.open, not_seen(unseen)))
    return replace(chosen, next=_next(chosen, asked))


def _next(verdict: TurnVerdict, asked: Asked) -> str | None:
    """Whose turn it is now, None at the end."""
    if verdict.outcome:
        return None
    if verdict.broke("turn.order") or (verdict.turn and not verdict.turn.complete):
        return asked.player
    return asked.next_player


def _judge_whole(before: Position, after: Position, asked: Asked) -> TurnVerdict:
    """A turn between positions that hide nothing, with what the next player may have done already."""
    foreign = {at: c for at, c in after.blocks.items() if before.blocks.get(at) != c and not asked.is_own(c)}
    following = asked.next_player
    if asked.rules.next_claim and following and set(foreign.values()) == {following} and following != asked.player:
        kept = {at: colour for at, colour in after.blocks.items() if at not in foreign}
        own = _judge(before, after.changed(blocks={**kept, **_still_there(before, foreign)}), asked)
        on_squares = all(after.square(at) == following for at in foreign)
        if own.legal and own.complete and not own.outcome and on_squares and _has_left(before, after, asked, following):
            said = message("antiblok.turn.next_claim", colour=following, crossings=tuple(foreign))
            advice = (*own.advice, Finding("turn.next_claim", said, tuple(foreign)))
            outcome = outcome_of(before, after, following, asked.rules, asked.players)
            return replace(own, advice=advice, outcome=outcome, position=after)
    return _judge(before, after, asked)


def _still_there(before: Position, laid: dict[str, str]) -> dict[str, str]:
    """The blocks on whose crossing another one was laid."""
    return {at: before.blocks[at] for at in laid if at in before.blocks}


def _has_left(before: Position, after: Position, asked: Asked, player: str) -> bool:
    return max(after.count(player), before.count(player)) <= asked.blocks_each


def _judge(before: Position, after: Position, asked: Asked) -> TurnVerdict:
    fresh = [at for at in FIELDS if before.cards[at] != after.cards[at] and not has_four(after.cards[at])]
    if fresh:  # a misreading: nothing else can be said of such a picture
        faults = tuple(no_four(at, after.cards[at]) for at in fresh)
        return TurnVerdict(None, faults, position=after, marks=asked.marks)
    return Explained(before, after, asked).verdict()
