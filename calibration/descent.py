"""Levenberg-Marquardt over measured residuals, with weights that let go of outliers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

import numpy as np

from calibration.arrays import Array


@dataclass(frozen=True)
class Judged:
    """What is left unexplained: residuals in standard deviations, the weight of each, and how it changes."""

    cost: float
    residual: Array
    weight: Array
    slopes: Array
    """By the numbers that are sought, (residuals, numbers)."""

    @property
    def curvature(self) -> Array:
        """Of the cost, by what was measured alone."""
        return np.asarray((self.slopes * self.weight[:, None]).T @ self.slopes)

    def spread(self, numbers: int) -> float:
        """The variance of what is left, so many numbers having been fitted."""
        return float(np.sum(self.weight * self.residual**2) / max(1.0, np.sum(self.weight) - numbers))


class Costs(Protocol):
    """What numbers amount to; the less it costs, the better they are."""

    @property
    def cost(self) -> float: ...


AnyCosts = TypeVar("AnyCosts", bound=Costs)
FIRST_DAMPING, MOST_DAMPING = 1e-4, 1e6


def forgiving(residual: Array, outlier_sigmas: float) -> tuple[float, Array]:
    """Cost and weights after Geman-McClure: far outliers cost a constant and pull no more."""
    square = (residual / outlier_sigmas) ** 2
    return outlier_sigmas**2 * float(np.sum(square / (1 + square))), 1 / (1 + square) ** 2


def descend(
    theta: Array,
    judge: Callable[[Array], AnyCosts],
    step: Callable[[Array, AnyCosts, float], Array],
    rounds: int,
    settled: float,
) -> tuple[Array, AnyCosts]:
    """The numbers at which the cost is least, and what is left there.

    `step` says where to go from numbers that were judged, with how much damping. What gains less than `settled` of the
    cost is the last step.
    """
    now, damping = judge(theta), FIRST_DAMPING
    for _ in range(rounds):
        change = step(theta, now, damping)
        after = judge(theta + change)
        if not after.cost < now.cost:
            damping = max(damping, FIRST_DAMPING) * 30
            if damping > MOST_DAMPING:
                break
            continue
        theta, gain, now = theta + change, now.cost - after.cost, after
        damping /= 10
        if gain < settled * now.cost:
            break
    return theta, now
