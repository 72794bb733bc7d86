"""Learning the paints of a set from pictures, one after another: pieces on the board in the middle of a game, or
beside it. A page and a command take the same steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from calibration.arrays import Image
from calibration.camera import Camera
from calibration.colour_separation import WOOD, Finding, findings, plausible, separations
from calibration.colour_sum import combine
from calibration.colours import GENERIC, ColourReferences
from calibration.physical_set import PhysicalSet, plan_of
from calibration.refused import Refused
from referee.tactori.board import COLOURS
from referee.tactori.position import Position
from vision.board.find import NoBoard, find_board
from vision.found_board import FoundBoard
from vision.tactori.calibrate.colours_beside import find_pieces
from vision.tactori.doubt import judge_fields
from vision.tactori.read import read_pieces, working_view
from vision.tactori.sample import sample_board, sample_position
from vision.tactori.settings import ReaderSettings
from words.language import say
from words.message import Message, message


@dataclass(frozen=True)
class ColourSessionSettings:
    enough_px: int = 400  # pixels of the working picture, about one tower: from here on a paint is known well
    odd_deg: float = 25.0  # from most sets' direction: then the board is also read with what patches of colour say
    least_better: float = 1.02  # times as much explained: with the right paints it is 1.1 and more
    most_pictures: int = 60  # kept; of a longer film the first are forgotten


@dataclass(frozen=True)
class ColourStep:
    """What one picture added."""

    found: FoundBoard | None
    """The board in this picture."""
    here: tuple[str, ...]
    """The colours this picture shows."""
    seen: tuple[str, ...]
    """The colours seen so far, this picture included."""
    progress: float
    """From 0 to 1, when all four colours are known well; fewer are enough for a game with fewer."""
    message: Message
    """What is missing, or that nothing is."""
    findings: tuple[Finding, ...]

    def to_json(self, language: str = "en") -> dict[str, Any]:
        return {
            "board": self.found is not None,
            "here": list(self.here),
            "seen": list(self.seen),
            "progress": round(self.progress, 3),
            "message": say(self.message, language),
            "findings": [finding.to_json(language) for finding in self.findings],
        }


class ColourSession:
    """Pictures in, references out: `add` each picture, then `finish`."""

    def __init__(
        self,
        physical_set: PhysicalSet | None = None,
        camera: Camera | None = None,
        board: int | None = None,
        settings: ColourSessionSettings = ColourSessionSettings(),  # noqa: B008 - frozen
    ) -> None:
        self.physical_set, self.camera, self.board, self.settings = physical_set, camera, board, settings
        self.pictures = 0
        self.boards = 0
        self._samples: list[ColourReferences] = []
        self._area_px = 0.0
        self._paint_px = dict.fromkeys(COLOURS, 0.0)

    def add(self, image: Image, found: FoundBoard | None = None, position: Position | None = None) -> ColourStep:
        """Looks at one more picture.

        Parameters
        ----------
        found
            Where the board is, if that is known.
        position
            What stands on it, if somebody said so; otherwise it is read.
        """
        self.pictures += 1
        if found is None:
            found = self._find(image)
        if found is None:
            return self._step(None, (), message("colours.no_board"))
        self.boards += 1
        sample = learn_colours(image, found, self.physical_set, position, self.settings)
        self._samples = [*self._samples, sample][-self.settings.most_pictures :]
        made = self.physical_set or PhysicalSet.in_proportion()
        scale = working_view(image, found.board or 9, made, found.pose, ReaderSettings()).scale
        self._area_px += image.shape[0] * image.shape[1]
        for colour in sample.measured:
            self._paint_px[colour] += sample.paints[colour].samples / scale**2
        return self._step(found, sample.measured, None)

    def _find(self, image: Image) -> FoundBoard | None:
        camera = self.camera.at_size((image.shape[1], image.shape[0])) if self.camera is not None else None
        try:
            return find_board(image, plan_of(self.physical_set, self.board), camera)
        except NoBoard:
            return None

    def _step(self, found: FoundBoard | None, here: tuple[str, ...], said: Message | None) -> ColourStep:
        known = self.references
        enough = self.settings.enough_px
        progress = sum(min(1.0, known.paints[c].samples / enough) for c in known.measured) / len(COLOURS)
        missing = tuple(c for c in COLOURS if c not in known.measured)
        if said is None:
            if not known.measured:
                said = message("colours.no_piece")
            elif missing:
                said = message("colours.missing", colours=missing)
            else:
                said = message("colours.all")
        return ColourStep(found, here, known.measured, progress, said, findings(known))

    @property
    def references(self) -> ColourReferences:
        """What is known so far; colours that were not seen are as in most sets, and not `measured`."""
        return combine(self._samples)

    def shares(self) -> Mapping[str, float]:
        """For each colour how much of the pictures with a board it covers."""
        return {colour: area / self._area_px if self._area_px else 0.0 for colour, area in self._paint_px.items()}

    def finish(self) -> ColourReferences:
        """The references; raises `Refused` where they would mislead: no board, no wood or no piece was seen."""
        known = self.references
        if not self.boards:
            raise Refused(message("colours.refused.board"), message("calibrate.advice.board"))
        if known.wood is None:
            raise Refused(message("colours.refused.wood"), message("colours.advice.wood"))
        if not known.measured:
            raise Refused(message("colours.refused.piece"), message("colours.advice.piece"))
        if not plausible(known):
            pairs = (pair.names for pair in separations(known) if WOOD not in pair.names)
            alike = next(pairs, known.measured)
            raise Refused(message("colours.refused.alike", colours=alike), message("colours.advice.light"))
        return known


def learn_colours(
    image: Image,
    found: FoundBoard,
    physical_set: PhysicalSet | None = None,
    position: Position | None = None,
    settings: ColourSessionSettings = ColourSessionSettings(),  # noqa: B008 - frozen
) -> ColourReferences:
    """What one picture says about the paints: those on the board as they are read, the others from beside it."""
    made = physical_set or PhysicalSet.in_proportion()
    patches = find_pieces(image, found, made)
    board = None
    if position is not None:
        board = sample_position(image, position, found.pose, made)
    elif found.board is not None:
        board = _learn_board(image, found, found.board, made, patches, settings)
    if board is None:
        return patches
    paints = {c: board.paints[c] if board.paints[c].measured else patches.paints[c] for c in COLOURS}
    if board.measured:  # where a reading would have shown it, a strange paint that it does not show is none
        strange = [c for c in patches.measured if not board.paints[c].measured and _is_odd(c, patches, settings)]
        paints |= {c: GENERIC[c] for c in strange}
    together = ColourReferences(paints, board.wood or patches.wood)
    # What lies beside the board need not be a piece: it must not be where the board shows another paint.
    return together if plausible(together) else board


def _learn_board(
    image: Image,
    found: FoundBoard,
    board: int,
    physical_set: PhysicalSet,
    patches: ColourReferences,
    settings: ColourSessionSettings,
) -> ColourReferences:
    """Reads the board. In a set whose paints are unlike most, what explains the picture better decides where to begin.

    A reading that takes orange for yellow explains much less of it than one that knows there are two paints.
    """
    reading = ReaderSettings()
    pieces = read_pieces(image, board, physical_set, found.pose, reading)
    if any(_is_odd(colour, patches, settings) for colour in patches.measured):
        again = read_pieces(image, board, physical_set, found.pose, reading, patches)
        if again.borne_out and again.explained() > settings.least_better * pieces.explained():
            pieces = again
    return sample_board(pieces, judge_fields(pieces, reading), patches)


def _is_odd(colour: str, references: ColourReferences, settings: ColourSessionSettings) -> bool:
    return abs(GENERIC[colour].turn_deg(references.paints[colour])) > settings.odd_deg
