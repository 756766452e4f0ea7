"""Build, forward and backward per operation, against micrograd and PyTorch scalars: random graphs and a chain.

    python3 run.py bench engine

The same graph of sums, products and relus for all. Contributions are upstream × local, both of which our backward pass keeps; the
column `listed` also makes a record of every one of them.
"""

import random
import sys
from collections.abc import Callable
from typing import Any

import torch
from micrograd.engine import Value

from backpass.engine import Tensor, backward
from tests.bench._measure import in_turn, size, table

SIZES = size((10, 100, 1_000, 10_000, 100_000), (10,))
CHAINS = size((100, 1_000, 10_000, 100_000), (100,))
Plan = list[tuple[int, str]]


def random_plan(count: int, leaves: int) -> Plan:
    """Each operation takes an earlier value and the last one."""
    choose = random.Random(count)
    return [(choose.randrange(leaves + index), choose.choice("+*+*r")) for index in range(count)]


def chain(count: int) -> Plan:
    return [(0, "+") for _ in range(count)]


def built(make: Callable[[float], Any], plan: Plan, leaves: int) -> Any:
    values = [make(0.5 + 0.01 * (index % 7)) for index in range(leaves)]
    last = values[-1]
    for index, symbol in plan:
        other = values[index]
        last = last + other if symbol == "+" else last * other if symbol == "*" else last.relu() + other
        values.append(last)
    return last


def torch_leaf(number: float) -> torch.Tensor:
    return torch.tensor(number, dtype=torch.float64, requires_grad=True)


def candidates(plan: Plan, leaves: int) -> dict[str, Callable[[], object]]:
    return {
        "backpass": lambda: built(Tensor, plan, leaves).backward(),
        "listed": lambda: list(backward(built(Tensor, plan, leaves)).contributions()),
        "micrograd": lambda: built(Value, plan, leaves).backward(),
        "torch": lambda: built(torch_leaf, plan, leaves).backward(),
    }


def measured(plan: Plan, leaves: int) -> list[str]:
    runs = candidates(plan, leaves)
    failed = {}
    for name in ("micrograd", "torch"):
        try:
            runs[name]()
        except RecursionError:
            failed[name] = "RecursionError"
            del runs[name]
    times = in_turn(runs, repeats=max(1, 3_000 // len(plan)), rounds=5)
    operations = len(plan) + sum(symbol == "r" for _, symbol in plan)
    ours = times["backpass"]
    row = [f"{operations:,}", f"{ours / operations * 1e6:.2f}", f"{times['listed'] / operations * 1e6:.2f}"]
    for name in ("micrograd", "torch"):
        row += [failed[name], ""] if name in failed else [f"{times[name] / operations * 1e6:.2f}", f"{times[name] / ours:.1f}×"]
    return row


def main() -> None:
    torch.set_num_threads(1)
    heading = ["operations", "backpass µs", "listed µs", "micrograd µs", "ratio", "torch µs", "ratio"]
    default = sys.getrecursionlimit()
    rows = [["chain " + row[0], *row[1:]] for row in (measured(chain(count), 1) for count in CHAINS)]
    table(f"A chain, recursion limit {default}: microseconds per operation", heading, rows)
    sys.setrecursionlimit(10**7)  # micrograd's sort recurses; a graph of this kind is shallow enough for the C stack
    rows = [measured(random_plan(count, max(4, count // 10)), max(4, count // 10)) for count in SIZES]
    table("Random graphs, recursion limit raised for micrograd: microseconds per operation", heading, rows)


if __name__ == "__main__":
    main()
