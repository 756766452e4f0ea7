"""The questions that the page asks of arrays have the engine's numbers as their answers, and say what is needed to find them."""

import json
import re
import shutil
import subprocess
from typing import Any

import numpy as np
import pytest

from backpass.app.api.operations import misconceptions_json
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.serialization.graph_json import graph_json
from backpass.engine.serialization.operation_json import operations_json
from scripts.page import ROOT

NETWORK = """W1 = np.array([[0.5, -1.0, 0.3], [0.2, 0.8, -0.5]])
b1 = np.array([0.1, -0.2])
W2 = np.array([[0.7, -0.4], [0.3, 0.9]])
x = np.array([1.0, 0.5, -0.3])
h = np.maximum(W1 @ x + b1, 0.1)
L = np.mean((W2 @ h - np.array([1.0, 0.0]))**2)"""
LOGISTIC = """x = np.array([0.123, 0.65, 1.0])
w = np.array([0.5, -1.0, 2.0])
L = np.sum(1/(1+np.exp(-x*w)))"""
STRETCHED = """X = np.array([[1.0, 2.0], [3.0, -4.0], [0.5, 0.25]])
W = np.array([[0.5, -1.0], [2.0, 0.3]])
b = np.array([0.1, -0.2])
y = X @ W + b
L = np.sum(y * y) + 2*np.sum(b)"""
ROWS = """a = np.array([1.0, 2.0])
M = np.array([[3.0, 4.0], [5.0, 7.0]])
s = a @ M @ a
t = np.mean(M) + s"""
PROGRAMS = [NETWORK, LOGISTIC, STRETCHED, ROWS]
SIGNS = str.maketrans({"×": "*", "÷": "/", "−": "-"})


@pytest.fixture(scope="module")
def asked() -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node")
    cases = [{"program": program, "graph": graph_json(run(parse(program), {}))} for program in PROGRAMS]
    given = {"operations": operations_json(), "misconceptions": misconceptions_json(), "cases": cases}
    made = subprocess.run(
        [node, "tests/contract/practice.mjs"], cwd=ROOT, input=json.dumps(given), capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stderr
    return list(zip((case["graph"] for case in cases), json.loads(made.stdout), strict=True))


def place(text: str) -> tuple[int, ...]:
    found = re.search(r"(?:element|at) \[([\d, ]+)\]", text)
    return tuple(int(part) for part in found[1].split(",")) if found else ()


def engine_answer(graph: dict[str, Any], question: dict[str, Any]) -> Any:
    """The number, or the shape, that the engine has for what is asked."""
    step = graph["steps"][question["position"] - 1]
    index = place(question["text"])
    if question["kind"] == "seed":
        return graph["nodes"][step["node"]]["grad"]
    if "edge" not in step:
        node = graph["nodes"][step["node"]]
        return node["shape"] if question["kind"] == "shape" else np.array(node["data"])[index]
    edge = graph["edges"][step["edge"]]
    if question["kind"] == "shape":
        return graph["nodes"][edge["source"]]["shape"]
    return np.array(step["total"] if question["kind"] == "sum" else edge["contribution"])[index]


def test_every_answer_is_the_engines_and_no_mistake_is_taken_for_it(asked: list[Any]) -> None:
    for graph, questions in asked:
        assert len(questions) > 8
        for question in questions:
            wanted = engine_answer(graph, question)
            assert question.get("shape", question["answer"]) == (
                wanted if question["kind"] == "shape" else pytest.approx(wanted, rel=1e-9)
            ), question["text"]
            assert question["isRight"]
            assert question["claimed"] == 0
            assert all(question["hints"])


def test_what_a_hint_works_out_is_the_answer(asked: list[Any]) -> None:
    worked = 0
    for question in (each for _, questions in asked for each in questions):
        shown = re.search(r"`([-−\d.e+×÷() ]+)`", question["hints"][2])
        if shown:
            worked += 1
            terms = shown[1].translate(SIGNS)
            assert eval(terms) == pytest.approx(question["answer"], abs=5e-3 * max(1, abs(question["answer"]))), question["text"]
    assert worked > 40


def test_questions_of_arrays_ask_for_products_sums_and_what_was_stretched(asked: list[Any]) -> None:
    texts = [question["text"] for _, questions in asked for question in questions]
    for wanted in (
        "What is the element [1] of `W1 @ x`? `W1` is [[0.5, −1, 0.3], [0.2, 0.8, −0.5]], `x` is [1, 0.5, −0.3].",
        "send back to the element [1, 1] of `W2`? [−1.15, 0.525] arrives at `W2 @ h`; `h` is [0.1, 0.55].",
        "`b` at [0] was broadcast to the shape (3, 2)",
        "What is the value of `np.mean(M)`? `M` is [[3, 4], [5, 7]].",
        "has 6 elements.",
    ):
        assert any(wanted in text for text in texts), wanted


@pytest.mark.parametrize("program", PROGRAMS)
def test_gradients_behind_the_answers_are_those_of_differences(program: str) -> None:
    graph = graph_json(run(parse(program), {}))
    for node in graph["nodes"]:
        if node["op"] is None and (node["name"] or "(").isidentifier():
            data = np.array(node["data"])
            index = tuple(length - 1 for length in data.shape)
            step = np.zeros(data.shape)
            step[index] = 1e-6
            up, down = (float(np.sum(run(parse(program), {node["name"]: data + by}).output.raw)) for by in (step, -step))
            assert np.array(node["grad"])[index] == pytest.approx((up - down) / 2e-6, rel=1e-5, abs=1e-8)
