"""Makes the folder sample_images/antiblok, the same pictures every time: `python -m simulator.flat.samples [FOLDER]`"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from calibration.camera import Camera
from referee.antiblok.text import parse_text
from simulator.flat.card_set import SETS
from simulator.flat.draw import EXPOSED_FOR, Laid, draw_position
from simulator.flat.truth import truth_json
from simulator.hand import Hand
from simulator.look import LIGHTS, TABLES, Look
from simulator.samples import SIZE, write_sample, write_samples
from simulator.viewpoint import see_all

CARDS = (
    "GBYR YRBG RGBY BRYG YBGR / RYGB BGRY YBRG GRYB BYRG / BRGY GYBR RBGY YGBR GRBY / "
    "YBRG BRGY GYRB RGYB YRGB / GRBY YGRB BYGR RBYG GBRY"
)


@dataclass(frozen=True)
class Sample:
    """One picture: how the cards lie, and how they are seen."""

    name: str
    shows: str
    position: str
    set: int = 0
    """Its number among the sets."""
    thrown: str = "L1"
    light: str = "soft"
    table: str = "walnut"
    elevation_deg: float = 50.0
    turned_deg: float = 0.0
    k1: float = 0.0
    hand: Hand | None = None


SAMPLES = (
    Sample("set_up", "the cards before the first turn", CARDS, turned_deg=8),
    Sample("blocks", "blocks of three colours", f"{CARDS} | a1+R c2+B d4+Y", set=1, thrown="S", light="hard",
           table="white", elevation_deg=42, turned_deg=-12),
    Sample("evening", "dim light from straight above", f"{CARDS} | b3+G", set=2, thrown="X", light="dim",
           table="grey cloth", elevation_deg=86, k1=-0.08),
    Sample("hand", "a hand that brings a block", CARDS, set=3, thrown="R2", table="blue cloth", elevation_deg=58,
           hand=Hand("c3+", holds="R")),
)  # fmt: skip


def make_sample(sample: Sample, folder: Path, seed: int) -> None:
    """Writes the picture, and beside it what it shows."""
    made, position = SETS[sample.set], parse_text(sample.position, "antiblok")
    laid = Laid(position, sample.thrown, seed, (("R", 2), ("B", 2)))
    camera = Camera.simple(0.9 * SIZE[0], SIZE, sample.k1)
    viewpoint = see_all(made.room, sample.elevation_deg, sample.turned_deg, camera)
    look = Look(light=LIGHTS[sample.light], wood=EXPOSED_FOR, table=TABLES[sample.table])
    image = folder / f"{sample.name}.jpg"
    picture = draw_position(laid, made, viewpoint, look, seed, sample.hand)
    write_sample(image, picture, truth_json(image.name, laid, made, viewpoint, look, seed, sample.hand))


def contents() -> str:
    """The page that lists the pictures."""
    lines = [
        "# Sample images of Anti-Blok",
        "",
        "Drawn by the simulator (`python -m simulator.flat.samples`), the same every time. Beside each picture stands",
        "what it shows.",
        "",
        "| picture | shows | die | light | from above |",
        "|---|---|---|---|---|",
    ]
    lines += [
        f"| [{each.name}]({each.name}.jpg) | {each.shows} | {each.thrown} | {each.light} | {each.elevation_deg:.0f}° |"
        for each in SAMPLES
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    chosen = sys.argv[1] if len(sys.argv) > 1 else "sample_images/antiblok"
    write_samples(Path(chosen), SAMPLES, make_sample, contents())
