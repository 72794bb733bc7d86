"""Who has come home in Mensch ärgere Dich nicht, in which place, and whether the others play on."""

from __future__ import annotations

from collections.abc import Mapping

from referee.classics.ludo_board import COLOURS, GOAL, partner
from referee.classics.ludo_moves import is_home
from referee.classics.ludo_rules import OFF, LudoRules
from referee.classics.turn import Asked, Move
from referee.classics.verdict import Ending

HOME = "home"
Pieces = Mapping[str, str]


def ending(pieces: Pieces, move: Move, asked: Asked[LudoRules]) -> Ending | None:
    """What a turn that brought a piece into its goal has decided."""
    rules = asked.rules
    came = [c for c in COLOURS if any(move.changes.get(point) for point in GOAL[c]) and is_home(pieces, c)]
    if not came:
        return None
    colour = came[0]
    if rules.neutral != OFF:
        return _with_neutral(pieces, asked)
    if rules.partners or rules.two_colours == "both":
        return Ending(HOME, team(colour)) if is_home(pieces, partner(colour)) else None
    place = sum(is_home(pieces, player) for player in dict.fromkeys((*asked.players, colour)))
    return Ending(HOME, colour, more={"place": place})


def _with_neutral(pieces: Pieces, asked: Asked[LudoRules]) -> Ending | None:
    """Whoever is home wins only when the neutral pieces are home too; of several the one who brings in the last."""
    home = [player for player in asked.players if is_home(pieces, player)]
    if not home or not is_home(pieces, asked.rules.neutral):
        return None
    if len(home) == 1 or asked.player in home:
        return Ending(HOME, home[0] if len(home) == 1 else asked.player, more={"place": 1})
    return Ending(HOME, None, more={"between": "".join(home)})


def others_play_on(pieces: Pieces, ended: Ending, asked: Asked[LudoRules]) -> bool:
    """For the next places, as long as there is somebody to race with."""
    rules = asked.rules
    if rules.neutral != OFF or rules.partners or rules.two_colours != OFF:
        return False
    return sum(not is_home(pieces, player) for player in asked.players) > 1


def team(colour: str) -> str:
    """Both colours of a team, as they sit."""
    return "".join(c for c in COLOURS if c in (colour, partner(colour)))
