"""The small networks that look at a stick along its strip and at a floor on its sides, and how they are taught."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.tactori import floors, strips, weighing

Array = NDArray[Any]
Ints = NDArray[np.int64]


def _layer(before: int, after: int, stride: int | tuple[int, int] = 1) -> list[nn.Module]:
    return [nn.Conv2d(before, after, 3, stride, 1, bias=False), nn.BatchNorm2d(after), nn.ReLU()]


class Judge(nn.Module):
    """Looks at what was straightened part by part, then at the facts beside it."""

    def __init__(
        self, channels: int, facts: int, parts: int, pool: tuple[int, int], stride: int | tuple[int, int]
    ) -> None:
        super().__init__()
        self.look = nn.Sequential(*_layer(channels, 16), *_layer(16, 24, stride), *_layer(24, 32, 2), *_layer(32, 32))
        self.mean, self.most = nn.AvgPool2d(pool), nn.MaxPool2d(pool)
        self.decide = nn.Sequential(nn.Linear(2 * parts * 32 + facts, 32), nn.ReLU(), nn.Dropout(0.3))
        self.say = nn.Linear(32, 1)

    def forward(self, shown: Tensor, facts: Tensor) -> Tensor:
        seen = self.look(shown)
        known = torch.cat([self.mean(seen).flatten(1), self.most(seen).flatten(1), facts], 1)
        said: Tensor = self.say(self.decide(known))
        return said[:, 0]


def judge_of_sticks() -> Judge:
    """Sees a strip in thirds: one end, the middle, the other end."""
    return Judge(strips.CHANNELS, weighing.FACTS, 3, (9, strips.ALONG // 12), (1, 2))


def judge_of_floors() -> Judge:
    """Sees the faces of a floor that one paint is tried on."""
    return Judge(floors.CHANNELS, floors.FACTS, floors.FACES, (floors.HIGH // 4, floors.WIDE // 4), 2)


def varied_sticks(strips: Tensor, facts: Tensor, rng: torch.Generator) -> tuple[Tensor, Tensor]:
    """The same sticks from the other end, mirrored, in a little other light, a little beside."""
    strips, facts = strips.clone(), facts.clone()
    other_end = torch.rand(len(strips), generator=rng) < 0.5
    strips[other_end] = strips[other_end].flip(3)
    strips[other_end, 8] *= -1
    facts[other_end] = facts[other_end][:, ENDS_EXCHANGED]
    mirrored = torch.rand(len(strips), generator=rng) < 0.5
    strips[mirrored] = strips[mirrored].flip(2)
    strips[mirrored, 9] *= -1
    light = torch.tensor([0.0, 0.05, 0.15, 0.08])[None, :, None, None]
    strips[:, [0, 1, 2, 7]] += light * torch.randn(len(strips), 1, 1, 1, generator=rng)
    strips[:, 0] *= 1 + 0.1 * torch.randn(len(strips), 1, 1, generator=rng)
    strips[:, [0, 1, 2, 7]] += 0.05 * torch.randn(len(strips), 4, *strips.shape[2:], generator=rng)
    return torch.roll(strips, int(torch.randint(-1, 2, (1,), generator=rng)), 2), facts


ENDS_EXCHANGED = [10 if k == 9 else 9 if k == 10 else k for k in range(weighing.FACTS)]
SIDES_EXCHANGED = [8 if k == 7 else 7 if k == 8 else k for k in range(floors.FACTS)]


def varied_floors(sides: Tensor, facts: Tensor, rng: torch.Generator) -> tuple[Tensor, Tensor]:
    """The same floors mirrored, their sides exchanged, in a little other light, a little higher; four paints each."""
    sides, facts, count = sides.clone(), facts.clone(), len(sides)
    mirrored = torch.rand(count, generator=rng) < 0.5
    turned = torch.cat([face.flip(4) for face in sides[mirrored].split(floors.WIDE, 4)], 4)
    turned[:, :, 8] *= -1
    sides[mirrored] = turned
    exchanged = torch.rand(count, generator=rng) < 0.5
    left, right, top = sides[exchanged].split(floors.WIDE, 4)
    sides[exchanged] = torch.cat([right, left, top], 4)
    facts[exchanged] = facts[exchanged][:, :, SIDES_EXCHANGED]
    light = torch.randn(count, 1, 1, 1, generator=rng)
    sides[:, :, 2] += 0.15 * light
    sides[:, :, 5] += 0.10 * light
    sides[:, :, :6] += 0.05 * torch.randn(count, floors.PAINTS, 6, *sides.shape[3:], generator=rng)
    forgotten = torch.rand(count, generator=rng) < 0.15
    facts[forgotten, :, :2] = 0.0
    return torch.roll(sides, int(torch.randint(-1, 2, (1,), generator=rng)), 3), facts


def teach_sticks(
    seen: Array, facts: Array, there: Array, hidden: Array, often: Array, steps: int, seed: int
) -> nn.Module:
    rng = torch.Generator().manual_seed(seed)

    def loss(network: nn.Module, some: Ints) -> Tensor:
        said = network(*varied_sticks(torch.from_numpy(seen[some]), torch.from_numpy(facts[some]), rng))
        weight = torch.from_numpy(np.where(hidden[some], 0.2, 1.0).astype(np.float32))
        wanted = torch.from_numpy(there[some].astype(np.float32))
        return functional.binary_cross_entropy_with_logits(said, wanted, weight)

    return _taught(judge_of_sticks, loss, often, 48, steps, seed, rng)


def teach_floors(seen: Array, facts: Array, paints: Ints, often: Array, steps: int, seed: int) -> nn.Module:
    rng = torch.Generator().manual_seed(seed)

    def loss(network: nn.Module, some: Ints) -> Tensor:
        sides, known = varied_floors(torch.from_numpy(seen[some]).float(), torch.from_numpy(facts[some]), rng)
        said = network(sides.flatten(0, 1), known.flatten(0, 1)).reshape(-1, floors.PAINTS)
        return functional.cross_entropy(said, torch.from_numpy(paints[some]))

    return _taught(judge_of_floors, loss, often, 32, steps, seed, rng)


def _taught(
    make: Callable[[], nn.Module], loss: Callable[[nn.Module, Ints], Tensor], often: Array, batch: int, steps: int,
    seed: int, rng: torch.Generator,
) -> nn.Module:  # fmt: skip
    torch.manual_seed(seed)
    network, often = make(), torch.from_numpy(often)
    optimiser = torch.optim.AdamW(network.parameters(), lr=2e-3, weight_decay=1e-2)
    rate = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps)
    for _ in range(steps):
        some = torch.multinomial(often, batch, replacement=True, generator=rng).numpy()
        optimiser.zero_grad()
        loss(network, some).backward()
        optimiser.step()
        rate.step()
    return network.eval()


def asked(network: nn.Module, seen: Array, facts: Array) -> Array:
    """What it says of each, one number."""
    parts = []
    with torch.no_grad():
        for k in range(0, len(seen), 256):
            some = slice(k, k + 256)
            parts.append(network(torch.from_numpy(seen[some]).float(), torch.from_numpy(facts[some])).numpy())
    return np.concatenate(parts).astype(np.float64)


def export(network: nn.Module, names: tuple[str, str], seen: Array, facts: Array, path: Path) -> None:
    example = (torch.from_numpy(seen[:2]).float(), torch.from_numpy(facts[:2]))
    axes = {name: {0: "each"} for name in (*names, "said")}
    torch.onnx.export(
        network, example, str(path), input_names=list(names), output_names=["said"], dynamic_axes=axes, dynamo=False
    )
