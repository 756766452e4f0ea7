"""A backward pass that a program makes itself, node by node: its calls of `_backward()` are the steps, in its order."""

import math
from typing import Any

import pytest

from backpass.engine.explain.explain import explanation_json
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.serialization.graph_json import graph_json

MADE = """from {} import {} as Value
a = Value(2.0)
b = Value(-3.0)
c = Value(10.0)
e = a * b
f = Value(-2.0)
d = e + c
g = tanh(a)
h = d * f
L = h + g
L.grad = 1.0
"""
ORDERS = [["L", "g", "h", "d", "e"], ["L", "h", "d", "e", "g"], ["L", "h", "g", "d", "c", "e"]]


def program(calls: list[str], library: tuple[str, str] = ("micrograd.engine", "Value")) -> str:
    return MADE.format(*library) + "".join(f"{name}._backward()\n" for name in calls)


def sent_by(answer: Any) -> list[str]:
    """The names of those who send, one after the other, by the steps of an answer."""
    names = {node["id"]: node["name"] for node in answer["nodes"]}
    users = [names[answer["edges"][step["edge"]]["target"]] for step in answer["steps"] if "edge" in step]
    return [name for place, name in enumerate(users) if place == 0 or users[place - 1] != name]


@pytest.mark.parametrize("calls", ORDERS)
@pytest.mark.parametrize("library", [("micrograd.engine", "Value"), ("backpass", "Tensor")])
def test_each_call_is_a_step_in_the_order_of_the_program(calls: list[str], library: tuple[str, str]) -> None:
    text = program(calls, library)
    found = run(parse(text))
    answer = graph_json(found)
    assert sent_by(answer) == [each for each in calls if each != "c"]
    explained = explanation_json(found)["steps"]
    assert [each.get("edge") for each in explained] == [each.get("edge") for each in answer["steps"]]
    assert "step of the timeline" in answer["problems"][0]["message"]
    for name, leaf in found.inputs.items():
        assert leaf.accumulated_grad == pytest.approx(answer["gradients"][name], rel=1e-15)


def test_the_totals_are_what_has_arrived_so_far() -> None:
    answer = graph_json(run(parse(program(["L", "g", "h", "d", "e"]))))
    names = {node["id"]: node["name"] for node in answer["nodes"]}
    of_a = [step["total"] for step in answer["steps"] if "edge" in step and names[answer["edges"][step["edge"]]["source"]] == "a"]
    slope = 1 - math.tanh(2.0) ** 2
    assert of_a == pytest.approx([slope, slope + 6.0])
    other = graph_json(run(parse(program(["L", "h", "d", "e", "g"]))))
    of_a = [step["total"] for step in other["steps"] if "edge" in step and names[other["edges"][step["edge"]]["source"]] == "a"]
    assert of_a == pytest.approx([6.0, slope + 6.0])


@pytest.mark.parametrize("calls", [["L"], ["L", "h", "e", "d", "g"], ["L", "g", "h", "d", "e", "e"], ["h", "d", "e"]])
def test_what_is_no_whole_pass_keeps_the_steps_of_one_and_says_so(calls: list[str]) -> None:
    """Some are missing, one is called too early, one twice, and one pass does not begin at the output."""
    found = run(parse(program(calls)))
    answer = graph_json(found)
    plain = graph_json(run(parse(program([]).replace("L.grad = 1.0\n", "")), output="L" if calls[0] == "L" else "h"))
    assert [each.get("edge") for each in answer["steps"]] == [each.get("edge") for each in plain["steps"]]
    if calls[0] == "L":
        assert "steps are those of the whole pass" in answer["problems"][0]["message"]


DRAWN = """def trace(root):
    nodes, edges = set(), set()
    def build(v):
        if v not in nodes:
            nodes.add(v)
            for child in v._prev:
                edges.add((child, v))
                build(child)
    build(root)
    return nodes, edges
def drawing(root):
    dot = DIGRAPH(format='svg', graph_attr={'rankdir': 'LR'})
    nodes, edges = trace(root)
    for n in nodes:
        uid = str(id(n))
        dot.node(name=uid, label="{ %s | data %.4f | grad %.4f }" % (n.label, n.data, n.grad), shape='record')
        if n._op:
            dot.node(name=uid + n._op, label=n._op)
            dot.edge(uid + n._op, uid)
    for n1, n2 in edges:
        dot.edge(str(id(n1)), str(id(n2)) + n2._op)
    print(len(nodes), len(edges))
    return dot
"""


@pytest.mark.parametrize(("line", "name"), [("from graphviz import Digraph", "Digraph"), ("import graphviz", "graphviz.Digraph")])
def test_the_drawing_of_notebooks_runs_before_between_and_after(line: str, name: str) -> None:
    """`draw_dot` under a name of its own, since one of that name is ignored: our picture is there already."""
    made = MADE.format("micrograd.engine", "Value").replace("L.grad = 1.0\n", "dot = drawing(L)\nL.grad = 1.0\n")
    calls = "".join(f"{each}._backward()\n" for each in ("h", "d", "e", "g"))
    drawn = DRAWN.replace("DIGRAPH", name)
    text = f"{line}\n{drawn}{made}L._backward()\ndot = drawing(L)\n{calls}dot = drawing(L)\n"
    found = run(parse(text))
    assert found.printed == ["9 9"] * 3
    assert sent_by(graph_json(found)) == ["L", "h", "d", "e", "g"]
