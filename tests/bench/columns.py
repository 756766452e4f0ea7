"""A program of 100,000 nodes from text to JSON in columns: seconds and bytes for each node, against micrograd.

    python3 run.py bench columns

A network of relu neurons written out line by line, which is Python as well. micrograd gets it compiled and run by Python,
differentiates it, and `json.dumps` writes nodes and edges; it knows neither local derivatives nor contributions, steps, places
and names, so its JSON has less in it.
"""

import gc
import json
import random
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import orjson
from micrograd.engine import Value

from backpass.app.api.endpoints.graphs import answer_graph
from backpass.app.evaluation.dispatcher import without_gc
from backpass.engine import Limits
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.serialization.graph_json import graph_json
from tests.bench._measure import size, table

WIDTH, NODES, ROUNDS = 20, size(100_000, 2_500), size(3, 1)


def program() -> str:
    """About NODES nodes: each neuron has a constant, a product and a sum for every input, a bias and a relu."""
    choose = random.Random(1)
    layers = NODES // (WIDTH * (3 * WIDTH + 2))
    lines = [f"h0_{index} = {choose.uniform(0, 1):.3f}" for index in range(WIDTH)]
    for layer in range(1, layers + 1):
        for index in range(WIDTH):
            terms = [f"{choose.uniform(-0.02, 0.12):.3f}*h{layer - 1}_{source}" for source in range(WIDTH)]
            lines.append(f"h{layer}_{index} = ({' + '.join(terms)} + {choose.uniform(0, 0.1):.3f}).relu()")
    lines.append("y = " + " + ".join(f"h{layers}_{index}" for index in range(WIDTH)))
    return "\n".join(lines)


def with_micrograd(text: str) -> str:
    inputs, rest = text.split("\n", WIDTH)[:WIDTH], text.split("\n", WIDTH)[WIDTH]
    names: dict[str, Any] = {name: Value(float(number)) for name, _, number in (line.partition(" = ") for line in inputs)}
    exec(compile(rest, "program", "exec"), names)
    output = names["y"]
    output.backward()
    ids: dict[Value, int] = {}
    waiting = [output]
    for node in waiting:
        if node not in ids:
            ids[node] = len(ids)
            waiting += node._prev
    nodes = {
        "id": list(range(len(ids))),
        "op": [node._op for node in ids],
        "inputs": [[ids[source] for source in node._prev] for node in ids],
        "data": [node.data for node in ids],
        "grad": [node.grad for node in ids],
    }
    ends = [(ids[source], target) for node, target in ids.items() for source in node._prev]
    edges = {"source": [source for source, _ in ends], "target": [target for _, target in ends]}
    return json.dumps({"nodes": nodes, "edges": edges})


def measured(function: Callable[[], Any]) -> tuple[float, Any]:
    """The shortest of a few runs in seconds of the processor, and what came out."""
    times = []
    for _ in range(ROUNDS):
        gc.collect()
        start = time.process_time()
        result = function()
        times.append(time.process_time() - start)
    return min(times), result


def deep(function: Callable[[], None]) -> None:
    """Runs it with a stack deep enough for micrograd's recursive sort."""
    sys.setrecursionlimit(10**7)
    threading.stack_size(512 * 2**20)
    thread = threading.Thread(target=function)
    thread.start()
    thread.join()


def compare() -> None:
    text = program()
    body = orjson.dumps({"program": text, "layout": "columns"})
    limits = Limits()

    whole, answer = measured(lambda: without_gc(answer_graph, body, limits))
    nodes = len(json.loads(answer.body)["nodes"]["id"])
    read, parsed = measured(lambda: parse(text))
    computed, made = measured(lambda: run(parsed))
    laid_out, graph = measured(lambda: graph_json(made, as_columns=True))
    written, _ = measured(lambda: orjson.dumps(graph))
    theirs, small = measured(lambda: with_micrograd(text))
    size = len(answer.body)
    rows = [
        [
            "backpass, text to JSON, as a worker does it",
            f"{whole:.2f}",
            f"{whole / nodes * 1e6:.1f}",
            f"{size / nodes:.0f}",
            f"{theirs / whole:.1f}×",
        ],
        ["  of this (here while garbage is looked for): reading", f"{read:.2f}", f"{read / nodes * 1e6:.1f}", "", ""],
        ["  computing", f"{computed:.2f}", f"{computed / nodes * 1e6:.1f}", "", ""],
        ["  gradients, edges, steps", f"{laid_out:.2f}", f"{laid_out / nodes * 1e6:.1f}", "", ""],
        ["  JSON", f"{written:.2f}", f"{written / nodes * 1e6:.1f}", "", ""],
        ["micrograd, text to less JSON", f"{theirs:.2f}", f"{theirs / nodes * 1e6:.1f}", f"{len(small) / nodes:.0f}", "1.0×"],
    ]
    table(
        f"{nodes:,} nodes, {len(text):,} characters, processor time",
        ["", "seconds", "µs/node", "bytes/node", "of micrograd"],
        rows,
    )


def main() -> None:
    deep(compare)


if __name__ == "__main__":
    main()
