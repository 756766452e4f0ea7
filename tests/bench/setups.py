"""The set-up that each data set brings with it: steps and seconds until it has learnt, over ten seeds.

    python3 run.py bench setups

As the studio does it: the data tile is chosen, and the run is trained without end, here until `GOALS` is reached on all
points. The seed makes both the data and the weights. The table of docs/studio.md is printed by this.
"""

import time
from dataclasses import dataclass

import numpy as np

from backpass.app.training.building import build
from backpass.app.training.limits import TrainingLimits
from backpass.app.training.schemas import TrainingRequest
from backpass.app.training.setups import setup_of
from backpass.engine.learning.datasets import DATASETS
from backpass.engine.learning.training import Training
from tests.bench._measure import size

SEEDS = range(size(10, 1))
GOALS = {"blobs": 0.97, "four_blobs": 0.97}
"""Clouds that overlap cannot be told apart for certain."""
GOAL = 0.99
"""Of accuracy; of numbers, of the variance that is explained."""
MAX_STEPS = size(5_000, 20)
EVERY = 10
"""Steps between two looks."""


@dataclass(frozen=True, slots=True)
class Learnt:
    """One run."""

    steps: int | None
    """None where the goal was not reached."""
    seconds: float
    figure: float


def trained(name: str, seed: int) -> Learnt:
    """Trains one set with the set-up that it brings."""
    numbers = {"seed": seed} if any(number.name == "seed" for number in DATASETS[name].numbers) else {}
    setup = setup_of(name, DATASETS[name]())
    request = setup | {"data": {"name": name, **numbers}, "model": setup["model"] | {"seed": seed}, "regions": None}
    training = build(TrainingRequest.model_validate(request), TrainingLimits.none()).training
    goal, start = GOALS.get(name, GOAL), time.perf_counter()
    while training.step < MAX_STEPS:
        training.advance()
        if training.step % EVERY == 0 and (figure := _figure(training)) >= goal:
            return Learnt(training.step, time.perf_counter() - start, figure)
    return Learnt(None, time.perf_counter() - start, _figure(training))


def _figure(training: Training) -> float:
    standing = training.standing()
    return standing.accuracy if standing.accuracy is not None else 1 - standing.loss / float(np.var(training.data.targets))


def main() -> None:
    print("| data | goal | learnt | steps: median, most | seconds: median, most |\n| --- | --- | --- | --- | --- |")
    for name, choice in DATASETS.items():
        runs = [trained(name, seed) for seed in SEEDS]
        steps = sorted(run.steps for run in runs if run.steps is not None)
        needed = f"{np.median(steps):.0f}, {steps[-1]}" if steps else "–"
        seconds = sorted(run.seconds for run in runs)
        goal = f"{100 * GOALS.get(name, GOAL):.0f} % " + ("right" if choice().classes else "of the variance")
        print(f"| {name} | {goal} | {len(steps)} of {len(runs)} | {needed} | {np.median(seconds):.2f}, {seconds[-1]:.2f} |")


if __name__ == "__main__":
    main()
