"""What can be told at a glance of a look at Mensch ärgere Dich nicht, before any turn is tried."""

from __future__ import annotations

from referee.classics.ludo_board import PROGRESS, is_waiting, owner
from referee.classics.ludo_rules import OFF, LudoRules
from referee.classics.turn import Change
from referee.places import UNKNOWN

FARTHEST = 6


def may_be(change: Change[LudoRules], throws: int) -> bool:
    """Whether what changed may be so many throws, all but the last a six. It is told from how many pieces came
    somewhere and how far they went in all."""
    rules, own = change.rules, change.rules.moved_by(change.asked.player)
    if change.doubtful or any(UNKNOWN in there for there in change.after.pieces.values()):
        return True
    came = [(point, colour) for point, there in change.came.items() for colour in there]
    arrived = [(point, colour) for point, colour in came if not is_waiting(point)]
    if len(arrived) > throws or any(colour not in own or point not in PROGRESS[colour] for point, colour in arrived):
        return False
    if any(owner(point) != colour for point, colour in came if is_waiting(point)):
        return False
    sent_home = [colour for point, colour in came if is_waiting(point)]
    if (sent_home and rules.backward_capture) or set(sent_home) & set(own) or change.before.recalls("missed"):
        return True
    if rules.neutral != OFF and len(arrived) > 1:  # one may have captured the other, which entered again
        return True
    gone = [(point, colour) for point, there in change.gone.items() for colour in there if colour in own]
    far = sum(PROGRESS[colour][point] for point, colour in arrived)
    far -= sum(PROGRESS[colour].get(point, -1) for point, colour in gone)
    entered = sum(is_waiting(point) for point, _ in gone)
    rest = throws - entered
    return 0 <= entered <= throws and max(0, FARTHEST * (rest - 1) + 1) <= far - entered <= FARTHEST * rest
