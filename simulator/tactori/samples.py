"""Makes the folder sample_images: `python -m simulator.tactori.samples [FOLDER]`. The same pictures every time."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from calibration.camera import Camera
from referee.tactori.text import parse_text
from simulator.hand import Hand
from simulator.look import LIGHTS, TABLES, WOODS, FieldStyle, Look
from simulator.samples import SIZE, write_sample, write_samples
from simulator.tactori import script
from simulator.tactori.draw import draw_position
from simulator.tactori.truth import truth_json
from simulator.tactori.viewpoint import look_at

SETS = dict(zip(("usual", "high", "low"), script.SETS, strict=True))


@dataclass(frozen=True)
class Sample:
    """One picture: what stands on the board, and how it is seen."""

    name: str
    shows: str
    position: str
    style: str = "dots"
    light: str = "soft"
    wood: str = "beech"
    table: str = "walnut"
    stock: bool = False
    set: str = "usual"
    elevation_deg: float = 50.0
    turned_deg: float = 0.0
    focal: float = 0.9
    """Focal length in widths of the picture."""
    k1: float = 0.0
    noise: float = 0.008
    hand: Hand | None = None


SAMPLES = (
    Sample(
        "empty9", "an empty board with 9x9 fields", "9", style="rings", table="grey cloth", elevation_deg=55,
        turned_deg=6,
    ),
    Sample(
        "first_bridges", "single towers and the first bridges of a game for children",
        "5 b2:R c2:R b3:B b4:B d4:Y e4:Y d2:G d3:G R:b2-c2@1 B:b3-b4@1 Y:d4-e4@1 G:d2-d3@1",
        style="squares", wood="maple", table="green felt", elevation_deg=48, turned_deg=-8,
    ),
    Sample(
        "closed_rectangle", "a red rectangle of four bridges on 9x9",
        "9 c3:R e3:RB c5:R e5:RY g3:B g5:B h7:G R:c3-e3@1 R:c3-c5@1 R:e3-e5@1 R:c5-e5@1 B:g3-g5@1",
        style="lines", table="pine", wood="ash", stock=True, elevation_deg=52, turned_deg=10, k1=-0.06,
    ),
    Sample(
        "two_floors", "bridges on two floors that cross above each other",
        "9 c3:RR e3:RR c5:RBB e5:RB d2:BB d4:BB g5:YG g7:YG i5:YG R:c3-e3@1 R:c3-e3@2 R:c3-c5@1 R:c5-e5@1 "
        "B:d2-d4@2 Y:g5-g7@1 Y:g5-i5@1 G:g5-g7@2",
        style="dots", light="hard", table="white", set="high", elevation_deg=45, turned_deg=-14,
    ),
    Sample(
        "five_high", "stacks of one to five floors in all colours",
        "5 a1:R b1:RB c1:RBY d1:RBYG e1:RBYGR a3:GGGGG c3:YYY e3:BB a5:YB b5:GR c5:R d5:BYB e5:GYGY",
        style="rings", light="soft", table="blue cloth", set="high", elevation_deg=42, turned_deg=5, stock=True,
    ),
    Sample(
        "yellow_on_maple", "yellow pieces on wood that is nearly yellow, under a warm lamp",
        "9 b2:Y d2:Y b4:YY d4:YY f6:YYY h6:YG f8:YGY e5:G e7:G Y:b2-d2@1 Y:b2-b4@1 Y:b4-d4@1 Y:d2-d4@1 Y:f6-h6@1 "
        "G:e5-e7@1",
        style="squares", light="dim", wood="maple", table="pine", elevation_deg=58, turned_deg=-5,
    ),
    Sample(
        "evening", "a full table in dim light",
        "9 a1:B c1:BR e1:B c3:RB e3:GG e5:GG g3:GY g5:YY i5:YB g7:Y i7:YRG d7:RR f7:RR d9:R a7:BBB a9:BB "
        "B:a1-c1@1 G:e3-e5@1 G:e3-e5@2 Y:g5-i5@1 Y:g5-g7@1 Y:g7-i7@1 R:d7-f7@2 R:d7-d9@1 B:a7-a9@2",
        style="lines", light="dim", table="grey cloth", set="low", elevation_deg=47, turned_deg=12, stock=True,
    ),
    Sample(
        "slanted", "a foul: sticks that slant, one with an end on the bare board",
        "9 c3:R e3:RR g5:B g7:BB c7:YY e7:Y R:c3@1-e3@2 B:g5@1-g7@2 Y:c7@2-c5@0 Y:e7@1-e9@0",
        style="dots", light="soft", table="white", wood="oak", elevation_deg=38, turned_deg=-18, k1=0.03,
    ),
    Sample(
        "diagonal_and_foreign", "a foul: a diagonal stick and sticks in towers of another colour",
        "9 c3:R d4:R g3:B g5:G c7:Y e7:Y R:c3-d4@1 G:g3-g5@1 B:c7-e7@1",
        style="rings", light="hard", table="grey cloth", wood="ash", elevation_deg=50, turned_deg=15,
    ),
    Sample(
        "loose", "a foul: sticks that lie on the bare board beside a bridge on the second floor",
        "9 d4:RR f4:RR g4:R e6:B e8:B R:d4-f4@2 B:e6-e8@1 Y:b6-b8@0 G:h2-h4@0",
        style="squares", light="hard", table="green felt", set="low", elevation_deg=60, turned_deg=-10, stock=True,
    ),
    Sample(
        "straight_above", "seen nearly from straight above",
        "9 c3:RRB e3:RB e5:RY c5:R g5:BBYYG g7:B i7:B R:c3-e3@1 R:c3-c5@1 R:e3-e5@1 R:c5-e5@1 B:g5-g7@1 B:g7-i7@1",
        style="lines", light="soft", table="walnut", elevation_deg=84, turned_deg=7, focal=0.75, k1=-0.1,
    ),
    Sample(
        "low_camera", "a laptop's camera, low over the table: much is hidden",
        "5 a1:RB b1:R a2:RR c2:BBB d2:B c3:B b3:YY b4:Y d4:GG e4:G e5:GYG R:a1-b1@1 R:a1-a2@1 B:c2-d2@1 B:c2-c3@1 "
        "G:d4-e4@1",
        style="dots", light="soft", table="walnut", set="usual", elevation_deg=33, turned_deg=-6, focal=0.8,
    ),
    Sample(
        "hand", "a hand that sets a tower",
        "9 c3:R e3:RB c5:R e5:RY g5:BB g7:B R:c3-e3@1 R:c3-c5@1 R:e3-e5@1 B:g5-g7@1",
        style="rings", light="soft", table="walnut", elevation_deg=52, hand=Hand("g7", holds="B"),
    ),
)  # fmt: skip


def make_sample(sample: Sample, folder: Path, seed: int) -> None:
    """Writes the picture, and beside it what it shows."""
    position, physical_set = parse_text(sample.position), SETS[sample.set]
    camera = Camera.simple(sample.focal * SIZE[0], SIZE, sample.k1)
    highest = max((position.height(at) for at in position.towers), default=1)
    viewpoint = look_at(physical_set, sample.elevation_deg, sample.turned_deg, camera, highest_floor=highest)
    look = Look(
        light=LIGHTS[sample.light], style=FieldStyle(sample.style), wood=WOODS[sample.wood],
        table=TABLES[sample.table], stock=sample.stock, noise=sample.noise,
    )  # fmt: skip
    picture = draw_position(position, physical_set, viewpoint, look, seed, sample.hand)
    image = folder / f"{sample.name}.jpg"
    truth = truth_json(image.name, position, physical_set, viewpoint, look, seed, sample.hand)
    write_sample(image, picture, truth)


def contents() -> str:
    """The page that lists the pictures."""
    lines = [
        "# Sample images",
        "",
        "Drawn by the simulator (`python -m simulator.tactori.samples`), the same every time. Beside each picture",
        "stands what it shows: the position, the set, the camera, the board's corners and how many pixels of each",
        "piece one sees. They are for trying the program out and for its tests; how well it reads real photographs",
        "they cannot tell.",
        "",
        "| picture | shows | board | fields | light | from above |",
        "|---|---|---|---|---|---|",
    ]
    for sample in SAMPLES:
        board = sample.position[0]
        lines.append(
            f"| [{sample.name}]({sample.name}.jpg) | {sample.shows} | {board}x{board} "
            f"| {sample.style} | {sample.light} | {sample.elevation_deg:.0f}° |"
        )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    write_samples(Path(sys.argv[1] if len(sys.argv) > 1 else "sample_images"), SAMPLES, make_sample, contents())
