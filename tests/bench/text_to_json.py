"""From text to the JSON of a graph, in process: an expression of twenty operations.

    python3 run.py bench text_to_json

Peers are given the graph in Python, since they read no text: they build, differentiate, and write the same nodes and edges.
"""

import itertools
import json
from typing import Any

import orjson
from micrograd.engine import Value

from backpass.app.api.endpoints.graphs import answer_graph
from backpass.engine import Limits
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.serialization.graph_json import graph_json
from tests.bench._measure import in_turn, size, table

EXPRESSION = "a*b + b*c + c*d + d*a + tanh(a*b)*2 - exp(-c)/3 + relu(d - a)*b + a*c - b*d"


def with_micrograd() -> bytes:
    a, b, c, d = Value(1.0), Value(2.0), Value(3.0), Value(4.0)
    # micrograd has neither exp nor tanh, so powers stand in their place: the same number of operations.
    out = a * b + b * c + c * d + d * a + (a * b) ** 2 * 2 - (-c) ** 3 / 3 + (d - a).relu() * b + a * c - b * d
    out.backward()
    nodes: list[Any] = []
    stack, seen = [out], {out}
    while stack:
        node = stack.pop()
        nodes.append(node)
        for source in node._prev:
            if source not in seen:
                seen.add(source)
                stack.append(source)
    ids = {node: index for index, node in enumerate(nodes)}
    rows = [{"id": index, "data": node.data, "grad": node.grad, "op": node._op} for node, index in ids.items()]
    edges = [{"source": ids[source], "target": ids[node]} for node in nodes for source in node._prev]
    return orjson.dumps({"nodes": rows, "edges": edges})


def main() -> None:
    counter = itertools.count()
    known = parse(EXPRESSION)
    texts = {
        "backpass, a new text each time": lambda: orjson.dumps(graph_json(run(parse(f"{EXPRESSION} # {next(counter)}")))),
        "backpass, a known text": lambda: orjson.dumps(graph_json(run(known))),
        "backpass, a known text with other inputs (what the server does)": lambda: (
            answer_graph(body(next(counter)), Limits()).body
        ),
        "micrograd, graph given in Python, less JSON": with_micrograd,
    }

    def body(number: int) -> bytes:
        return json.dumps({"program": EXPRESSION, "inputs": {"a": number / 7}}).encode()

    times = in_turn(texts, repeats=size(200, 1))
    nodes = len(graph_json(run(known))["nodes"])
    slowest = times["micrograd, graph given in Python, less JSON"]
    rows = [[name, f"{value * 1e6:.0f}", f"{value / slowest:.2f}"] for name, value in times.items()]
    table(f"Text to JSON, {nodes} nodes: microseconds", ["", "µs", "against micrograd"], rows)


if __name__ == "__main__":
    main()
