"""The network behind the map: small enough to look at a photograph in the time it takes to touch its pixels once."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn

from vision.board.map import VIEW_PX

CHANNELS = (16, 24, 40, 64, 96)
"""At a half, a quarter, ... a thirty-second of the picture's size."""
OUTPUTS = 5
"""Inside of the board's outline, covered, and what kind of board: another, 5x5, 9x9."""


class Mixed(nn.Module):
    """Looks around each pixel channel by channel, then mixes the channels: wide views with few weights."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.look = nn.Sequential(
            nn.Conv2d(channels, channels, 3, padding=1, groups=channels, bias=False),
            nn.BatchNorm2d(channels),
            nn.ReLU(),
            nn.Conv2d(channels, channels, 1, bias=False),
            nn.BatchNorm2d(channels),
        )

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.look(x))


class Full(nn.Module):
    def __init__(self, channels: int) -> None:
        super().__init__()
        self.look = nn.Sequential(
            nn.Conv2d(channels, channels, 3, padding=1, bias=False),
            nn.BatchNorm2d(channels),
            nn.ReLU(),
            nn.Conv2d(channels, channels, 3, padding=1, bias=False),
            nn.BatchNorm2d(channels),
        )

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.look(x))


def halved(before: int, after: int) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(before, after, 3, 2, 1, bias=False), nn.BatchNorm2d(after), nn.ReLU())


class MapNetwork(nn.Module):
    """Down to a thirty-second and up again to a half, adding at each size what was seen there on the way down."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d, e = CHANNELS
        self.down1 = halved(3, a)
        self.down2 = nn.Sequential(halved(a, b), Full(b))
        self.down3 = nn.Sequential(halved(b, c), Full(c))
        self.down4 = nn.Sequential(halved(c, d), Full(d))
        self.down5 = nn.Sequential(halved(d, e), *(Mixed(e) for _ in range(4)))
        self.narrow4, self.up4 = nn.Conv2d(e, d, 1), Full(d)
        self.narrow3, self.up3 = nn.Conv2d(d, c, 1), Full(c)
        self.narrow2, self.up2 = nn.Conv2d(c, b, 1), Full(b)
        self.narrow1 = nn.Conv2d(b, a, 1)
        self.last = nn.Sequential(nn.Conv2d(a, a, 3, padding=1, bias=False), nn.BatchNorm2d(a), nn.ReLU())
        self.head = nn.Conv2d(a, OUTPUTS, 1)
        self.larger = nn.Upsample(scale_factor=2, mode="nearest")

    def forward(self, picture: Tensor) -> Tensor:
        x1 = self.down1(picture)
        x2 = self.down2(x1)
        x3 = self.down3(x2)
        x4 = self.down4(x3)
        y = self.up4(self.larger(self.narrow4(self.down5(x4))) + x4)
        y = self.up3(self.larger(self.narrow3(y)) + x3)
        y = self.up2(self.larger(self.narrow2(y)) + x2)
        return self.head(self.last(self.larger(self.narrow1(y)) + x1))


def export(network: MapNetwork, path: Path) -> None:
    """As ONNX, for pictures of one size."""
    network.eval()
    example = torch.zeros(1, 3, VIEW_PX, VIEW_PX)
    torch.onnx.export(network, (example,), str(path), input_names=["picture"], output_names=["map"], dynamo=False)
