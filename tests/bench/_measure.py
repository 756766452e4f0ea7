"""What the benchmarks share: fair timing of several candidates in one run, and tables.

Figures are for reading, never for assertions.
"""

import gc
import os
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")
SMALLEST = os.environ.get("BENCHMARKS_OF_BACKPASS") == "smallest"
"""Whether every benchmark is to take as little as it can, only to see that it runs: `python3 run.py bench --smallest`."""


def size(usual: T, smallest: T) -> T:
    """How much a benchmark takes of something: what its figures need, or the least of it."""
    return smallest if SMALLEST else usual


def seconds(run: Callable[[], object], repeats: int) -> float:
    """Mean time of one call over `repeats` calls in a row."""
    start = time.perf_counter()
    for _ in range(repeats):
        run()
    return (time.perf_counter() - start) / repeats


def in_turn(
    candidates: Mapping[str, Callable[[], object]],
    repeats: int,
    rounds: int = size(7, 1),
    summary: Callable[[Sequence[float]], float] = statistics.median,
) -> dict[str, float]:
    """The median time of each candidate (or another `summary`, such as `min` where other programs take their share of the
    machine), measured A B C A B C …, so that a drifting machine treats all alike.
    """
    for run in candidates.values():
        run()
    times: dict[str, list[float]] = {name: [] for name in candidates}
    for _ in range(rounds):
        for name, run in candidates.items():
            gc.collect()
            times[name].append(seconds(run, repeats))
    return {name: summary(each) for name, each in times.items()}


def table(title: str, heading: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Prints an aligned table."""
    cells = [list(map(str, heading)), *([str(cell) for cell in row] for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(heading))]
    print(f"\n{title}\n")
    for index, row in enumerate(cells):
        print(
            "  ".join(
                cell.ljust(width) if column == 0 else cell.rjust(width)
                for column, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
        )
        if index == 0:
            print("  ".join("-" * width for width in widths))
