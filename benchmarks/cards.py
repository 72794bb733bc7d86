"""How well Anti-Blok's cards and blocks are read from photographs with truth: `python -m benchmarks.cards [FOLDER…]`.

Each folder is read as it is, and as other worlds would show it: darker, brighter, in coloured light, blurred.

Asked for is what can be seen: a card of which a hand leaves less than this share, or a block of which it leaves less
than so many pixels, may be unsure; claimed wrongly it may not be. Pictures of other things must be refused.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import partial
from math import dist
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from benchmarks.photographs import REAL, SHARED, real_pictures
from benchmarks.unit import UNIT, measure, one_thread
from vision.flat.card_board import NoCards
from vision.flat.cards import CardReading, look_again, read_cards
from vision.photograph import Picture, load_photograph

ANTIBLOK = SHARED / "flat" / "antiblok"
SEEN_SHARE, BLOCK_PX, USUAL_AREA_PX = 0.6, 200, 1280 * 720
CARD_SHARE = 0.86
"""Of a pitch that a card is wide, at least."""
COLD_UNITS, WARM_UNITS = 15.0, 4.0
TIMED = 8
"""Photographs on which time is measured, spread over all."""


@dataclass
class Counts:
    photos: int = 0
    refused: int = 0
    """Boards that were not found; their cards that are seen count as unsure."""
    refused_free: int = 0
    """Of those without a hand over them."""
    cards: int = 0
    """Asked for."""
    right: int = 0
    unsure: int = 0
    hidden: int = 0
    """Not asked for."""
    wrong: int = 0
    """Claims that are wrong, of all cards."""
    blocks: int = 0
    blocks_right: int = 0
    blocks_unsure: int = 0
    blocks_wrong: int = 0
    """Claims that are wrong, of all crossings: none where a block lies, one of another colour, one where none lies."""
    bare: int = 0
    bare_unsure: int = 0
    worst_corner: float = 0.0
    """Of the near side."""

    def add(self, other: Counts) -> None:
        for each in fields(self):
            mine, more = getattr(self, each.name), getattr(other, each.name)
            setattr(self, each.name, max(mine, more) if each.name == "worst_corner" else mine + more)


def truths(folder: Path) -> list[Path]:
    """The truths of a folder's photographs that show cards, in the order of their names."""
    return [path for path in sorted(folder.glob("*.json")) if json.loads(path.read_text()).get("cards")]


def seen_share(truth: Mapping[str, Any], field: str) -> float:
    """Of a card's face, how much the photograph shows."""
    i, j = "abcde".index(field[0]), int(field[1]) - 1
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    matrix = cv2.getPerspectiveTransform(square, np.array(truth["corners_px"], np.float32))
    around = (square - 0.5) * CARD_SHARE + 0.5 + (i, j)
    outline = cv2.perspectiveTransform((around[None] / 5).astype(np.float32), matrix)[0]
    return float(truth["visible_px"].get(field, 0) / max(1.0, cv2.contourArea(outline)))


def compare(truth: Mapping[str, Any], reading: CardReading | None) -> tuple[Counts, list[str]]:
    """What a reading got right of a photograph's truth, and what it claimed wrongly, in words."""
    counts = Counts(photos=1)
    notes: list[str] = []
    seen = {field for field in truth["cards"] if seen_share(truth, field) >= SEEN_SHARE}
    if reading is None:
        counts.refused, counts.refused_free = 1, int(not truth.get("hand", False))
        counts.cards, counts.unsure, counts.hidden = len(seen), len(seen), len(truth["cards"]) - len(seen)
        return counts, notes
    for field, shown in truth["cards"].items():
        claimed = field not in reading.doubtful
        if claimed and reading.cards[field] != shown:
            counts.wrong += 1
            notes.append(f"{field} is {shown}, not {reading.cards[field]}")
        if field not in seen:
            counts.hidden += 1
            continue
        counts.cards += 1
        counts.right += claimed and reading.cards[field] == shown
        counts.unsure += not claimed
    least_px = BLOCK_PX * truth["size"][0] * truth["size"][1] / USUAL_AREA_PX
    for crossing in (f"{c}{r}+" for c in "abcd" for r in range(1, 5)):
        lies, read = truth["blocks"].get(crossing), reading.blocks.get(crossing)
        claimed = crossing not in reading.doubtful
        if claimed and read != lies:
            counts.blocks_wrong += 1
            notes.append(f"{crossing} has {lies}, not {read}")
        if lies is None:
            counts.bare += 1
            counts.bare_unsure += not claimed
        elif truth["visible_px"].get(crossing, 0) >= least_px:
            counts.blocks += 1
            counts.blocks_right += claimed and read == lies
            counts.blocks_unsure += not claimed
    near = dist(*truth["corners_px"][:2])
    away = [dist(a, b) / near for a, b in zip(reading.corners_px, truth["corners_px"], strict=True)]
    counts.worst_corner = max(away)
    return counts, notes


def as_it_is(image: Picture) -> Picture:
    return image


def brightened(image: Picture, gain: float) -> Picture:
    """The same with so many times the light, and what is too much for the sensor cut off."""
    level = np.arange(256) / 255
    linear = np.where(level <= 0.04045, level / 12.92, ((level + 0.055) / 1.055) ** 2.4) * gain
    curve = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * np.maximum(linear, 1e-6) ** (1 / 2.4) - 0.055)
    return np.asarray(cv2.LUT(image, np.round(255 * np.clip(curve, 0, 1)).astype(np.uint8)))


def tinted(image: Picture, gains: tuple[float, float, float]) -> Picture:
    """The same in light of a colour, by the gains of red, green and blue."""
    channels = [brightened(image, gain)[..., 2 - n] for n, gain in enumerate(gains)]
    return np.ascontiguousarray(np.stack(channels[::-1], -1))


def packed(image: Picture) -> Picture:
    """The same out of focus and compressed hard."""
    calm = cv2.GaussianBlur(image, (0, 0), 1.5)
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", calm, [cv2.IMWRITE_JPEG_QUALITY, 50])[1], 1), np.uint8)


WORLDS: Mapping[str, Callable[[Picture], Picture]] = {
    "as it is": as_it_is,
    "a third of the light": partial(brightened, gain=0.33),
    "a tenth of the light": partial(brightened, gain=0.1),
    "1.7 times the light": partial(brightened, gain=1.7),
    "a warm lamp": partial(tinted, gains=(1.1, 0.75, 0.4)),
    "a cold sky": partial(tinted, gains=(0.6, 0.85, 1.1)),
    "blurred and compressed": packed,
}
"""The same photographs as other worlds would show them."""


def read_folder(
    folder: Path, world: Callable[[Picture], Picture] = as_it_is
) -> Iterator[tuple[Path, Counts, list[str]]]:
    for path in truths(folder):
        truth = json.loads(path.read_text())
        image = world(load_photograph(str(path.with_name(truth["image"]))).image)
        try:
            reading = read_cards(image)
        except NoCards as why:
            counts, notes = compare(truth, None)
            yield path, counts, [*notes, str(why)]
        else:
            yield path, *compare(truth, reading)


def others() -> list[Path]:
    """Pictures of other games and other things."""
    games = [folder for folder in sorted((SHARED / "flat").glob("*")) if folder != ANTIBLOK]
    folders = [SHARED, *(SHARED / name for name in ("game", "hands", "wood", "taio", "views")), *games]
    shared = [path for folder in folders for path in sorted(folder.glob("*.jpg"))]
    return [*shared, *real_pictures("boards", REAL), *real_pictures("blocks", REAL)]


def claimed_to_be_cards(pictures: Iterable[Path]) -> list[str]:
    """Of pictures that show no board of cards, those in which one is found."""
    found = []
    for path in pictures:
        try:
            read_cards(load_photograph(str(path)).image)
        except NoCards:
            continue
        found.append(path.name)
    return found


def speed(folder: Path) -> tuple[float, float]:
    """The longest of some pictures, in units: cold, and once the board is known."""
    paths = truths(folder)
    cold, warm = [], []
    with one_thread():
        for path in paths[:: max(1, len(paths) // TIMED)]:
            image = load_photograph(str(path.with_suffix(".jpg"))).image
            try:
                reading = read_cards(image)
            except NoCards:
                continue
            cold.append(measure(partial(read_cards, image), image)[0])
            warm.append(measure(partial(look_again, image, reading), image)[0])
    return max(cold, default=0.0), max(warm, default=0.0)


def figures(folders: Iterable[Path], every: int = 1, listed: bool = False) -> Iterator[str]:
    """The lines that are printed."""
    for folder in folders:
        for world, change in WORLDS.items():
            total = Counts()
            for path, counts, notes in list(read_folder(folder, change))[::every]:
                total.add(counts)
                if notes and (listed or counts.wrong or counts.blocks_wrong):
                    yield f"          {path.stem}: {'; '.join(notes)}"
            yield from _lines(f"{folder.name}, {world}", total)
        cold, warm = speed(folder)
        yield f"{cold:8.2f}  at most {COLD_UNITS:g}   reading a picture, in the longest of {TIMED} ({UNIT})"
        yield f"{warm:8.2f}  at most {WARM_UNITS:g}    reading the next one"


def _lines(name: str, total: Counts) -> Iterator[str]:
    share = 100 * total.right / max(1, total.cards)
    yield (
        f"{share:7.2f}% at least 98% cards right, {name}: {total.right} of {total.cards} seen in "
        f"{total.photos} photographs, {total.unsure} unsure, {total.hidden} more hidden"
    )
    yield f"{total.wrong:8}  none         cards claimed wrongly"
    yield (
        f"{total.blocks_wrong:8}  none         blocks claimed wrongly; {total.blocks_right} of {total.blocks} seen "
        f"right, {total.blocks_unsure} unsure; {total.bare_unsure} of {total.bare} bare crossings unsure"
    )
    with_hand = total.refused - total.refused_free
    yield f"{total.refused_free:8}  none         boards refused without a hand, {with_hand} with one"
    yield f"{100 * total.worst_corner:7.2f}%              worst corner, of the near side"


def refusing(every: int = 1) -> Iterator[str]:
    pictures = others()[::every]
    found = claimed_to_be_cards(pictures)
    yield f"{len(found):8}  none         of {len(pictures)} pictures of other things taken for cards {', '.join(found)}"


def main(arguments: list[str]) -> int:
    folders = [Path(name) for name in arguments] or [ANTIBLOK]
    if missing := [str(folder) for folder in folders if not folder.is_dir()]:
        print(f"no such folder: {', '.join(missing)}", file=sys.stderr)
        return 2
    for line in figures(folders, listed=True):
        print(line, flush=True)
    if not arguments:
        for line in refusing():
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
