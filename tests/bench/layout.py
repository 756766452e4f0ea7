"""The graph layout: time, crossings beside those of Graphviz' `dot` on the same graphs, and larger graphs alone.

    python3 run.py bench layout

Crossings are counted three times, in the same way for both. *Between*: pairs of wires that change their order between two
columns, as layouts count. *Drawn*: places where two drawn wires meet; ours keep the inputs of `-`, `/` and `**` in order,
dot's enter a node where they like. *In order*: drawn, with the inputs of every node in order, in dot by record ports.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from scripts.page import ROOT, find_node
from tests.bench._measure import SMALLEST, table

PAIRS = (("crossings", "dotCrossings"), ("drawn", "dotDrawn"), ("ordered", "dotOrdered"))


def ratio(ours: float, theirs: float) -> str:
    return f"{ours / theirs:.2f}" if theirs else "1.00" if ours == 0 else "∞"


def compared_row(name: str, graphs: Sequence[dict[str, Any]]) -> list[str]:
    """One graph, or several added up."""
    total = {key: sum(graph[key] for graph in graphs) for key in graphs[0] if key != "name"}
    counts = [cell for ours, dot in PAIRS for cell in (str(total[ours]), str(total[dot]), ratio(total[ours], total[dot]))]
    return [name, str(total["nodes"]), f"{total['milliseconds']:.1f}", *counts]


def main() -> int:
    command = [*find_node().node, "tests/bench/layout.mjs", *(["--smallest"] if SMALLEST else [])]
    run = subprocess.run(command, cwd=ROOT, check=False, stdout=subprocess.PIPE, text=True)
    if run.returncode != 0:
        return run.returncode
    figures = json.loads(run.stdout)
    graphs = figures["compared"]
    rows = [compared_row(graph["name"], [graph]) for graph in graphs]
    counted = [cell for name in ("between", "drawn", "in order") for cell in (name, "dot", "ratio")]
    rows.append(compared_row("all", graphs))
    table("Layout: milliseconds, and crossings, ours and dot's", ["graph", "nodes", "ms", *counted], rows)
    large = [[graph["nodes"], f"{graph['milliseconds']:.0f}", graph["crossings"]] for graph in figures["large"]]
    table("Larger random expressions, ours alone", ["nodes", "ms", "crossings"], large)
    print(f"\nThe first layout of all, with nothing compiled yet (micrograd README): {figures['cold']:.0f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
