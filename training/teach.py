"""Teaches the network on samples, and says how well it does on scenes it was not taught on."""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset

from training.network import MapNetwork, export
from training.samples import IGNORED, Sample, Store, batches

RATE = 3e-3
MISSED_COVER = 2.5
"""How much more a pixel counts that is covered than one that is not."""
KEPT = 0.998
"""The network that is shipped is a running mean: so much of it stays at each step."""

NAMES = ("outline", "cover", "kind")

Batch = tuple[Tensor, Tensor, Tensor, Tensor, Tensor]


def stacked(samples: list[Sample]) -> Batch:
    parts = ([getattr(one, name) for one in samples] for name in ("picture", "inside", "cover", "cover_weight", "kind"))
    picture, inside, cover, weight, kind = (torch.from_numpy(np.stack(part)) for part in parts)
    return picture, inside, cover, weight, kind


class Samples(IterableDataset):  # type: ignore[type-arg]
    def __init__(self, store: Store, seed: int, steps: int, size: int, coarse: bool) -> None:
        self.store, self.seed, self.steps, self.size, self.coarse = store, seed, steps, size, coarse

    def __iter__(self) -> Iterator[Batch]:
        for samples in batches(self.store, self.seed, self.steps, self.size, self.coarse):
            yield stacked(samples)


def losses(said: Tensor, inside: Tensor, cover: Tensor, weight: Tensor, kind: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    around = functional.avg_pool2d(inside[:, None], 9, 1, 4)[:, 0]
    close = 1 + 6 * (around * (1 - around) * 4)  # along the outline it matters most
    outline = (functional.binary_cross_entropy_with_logits(said[:, 0], inside, reduction="none") * close).mean()
    # What is covered and not noticed is claimed wrongly; what is not and is taken to be is only unsure.
    rather = torch.tensor(MISSED_COVER)
    hidden = functional.binary_cross_entropy_with_logits(said[:, 1], cover, reduction="none", pos_weight=rather)
    hidden = (hidden * weight).sum() / weight.sum().clamp(min=1)
    field = functional.cross_entropy(said[:, 2:], kind, ignore_index=IGNORED, reduction="sum")
    return outline, hidden, field / (kind != IGNORED).sum().clamp(min=1)


def teach(
    store: Store,
    steps: int,
    size: int,
    out: Path,
    start: Path | None = None,
    seed: int = 0,
    rate: float = RATE,
    coarse: bool = False,
) -> None:
    """`steps` batches of `size` samples; prints how it goes and writes the running mean to `out` now and then."""
    torch.manual_seed(seed)
    network = MapNetwork()
    if start is not None:
        network.load_state_dict(torch.load(start))
    network = network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    mean = copy.deepcopy(network).eval()
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-3)
    rest = torch.optim.lr_scheduler.LambdaLR(
        optimiser,
        lambda step: (
            min(1.0, (step + 1) / 100) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * min(1.0, step / steps))))
        ),
    )
    loader = DataLoader(Samples(store, seed, steps, size, coarse), batch_size=None, num_workers=1, prefetch_factor=4)
    recent, began = np.zeros(3), time.time()
    for step, (picture, *truth) in enumerate(loader):
        network.train()
        parts = losses(network(picture.contiguous(memory_format=torch.channels_last)), *truth)
        loss = sum(parts)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        rest.step()
        keep = min(KEPT, (step + 1) / (step + 20))
        with torch.no_grad():
            for kept, new in zip(mean.state_dict().values(), network.state_dict().values(), strict=True):
                if kept.dtype.is_floating_point:
                    kept.mul_(keep).add_(new, alpha=1 - keep)
                else:
                    kept.copy_(new)
        recent = 0.98 * recent + 0.02 * np.array([float(part.detach()) for part in parts])
        if step % 50 == 49:
            shown = recent / (1 - 0.98 ** (step + 1))
            said = " ".join(f"{name} {each:.4f}" for name, each in zip(NAMES, shown, strict=True))
            print(f"{step + 1:6} {said} {time.time() - began:.0f} s", flush=True)
        if step % 500 == 499 or step == steps - 1:
            torch.save(mean.state_dict(), out.with_suffix(".pt"))
            export(copy.deepcopy(mean).to(memory_format=torch.contiguous_format), out)
