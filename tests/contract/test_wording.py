"""The server explains in the words of the page: sentences, reasons and formulas of both are compared, one for one."""

import json
import shutil
import subprocess
from typing import Any

import pytest

from backpass.app.api.gallery.examples import EXAMPLES
from backpass.engine.explain.explain import explanation_json
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.serialization.graph_json import graph_json
from backpass.engine.serialization.operation_json import operations_json
from scripts.page import ROOT

CASES: dict[str, dict[str, Any]] = {example.program: {} for example in EXAMPLES} | {
    "x": {},
    "2.5": {},
    'print("hi")': {},
    "2*3": {},
    "a = 3\na*a + a": {},
    "a, b, c, d = 2, 3, 4, 5\n((a*b)+c)*(a+d)": {},
    "x = -2\nw = 0\ny = relu(x)*w + max(x, 3)\ny": {},
    "x = 1\nmax(x, x) - min(x, 2)*0.1": {},
    "x - x": {},
    "L = (b*a + c)*(a + d)\nL*a": {"a": 2.0, "b": 3.0, "c": 4.0, "d": 5.0},
    "x = [1, 2, 3]\nsum(x*2 + x)": {},
    "x = [1, 2, 3]\nsum(x*2)": {},
    "1/x": {"x": 0.0},
    "x = 0.1\n(x + x/3)*x**3 + x": {},
    "log(x)*0 + 1/x": {"x": 0.0},
    "sqrt(x**2)": {"x": 0.0},
    "exp(800*x)": {},
    "exp(-400*x)**2": {},
    "x1 = 0.1 + 0.2\nloss_b = x1 / 3 - 123456.789\nα = loss_b**2 * 1e-9\nα": {},
    r"\frac{1}{n}\sum_{i=1}^{n}(y_i-\hat{y}_i)^2": {},
    r"L = -y\log\sigma(w x + b) + \pi": {"w": 0.64845, "x": 0.64845},
    "sin(x)": {"x": 1.5707963267948966},
    "w*x + b": {"x": [1.0, 2.0, 3.0]},
    "tanh(w*x)": {"w": [[0.5, -0.5], [1.0, 2.0]], "x": [0.0, 1e-7]},
    "h = ((((x + 1.25)*2.5 - x)*3 + x)*4 - x)*5\nh*h": {},
    "y = relu(x)\nz = y*3\nz*z": {"x": -1.0},
    "-x**2 - (-x)**3": {"x": -1.5},
    "x₁ = 0.5\nx_12 = 2\nalpha_b = x₁² * x_12\nalpha_b²/x₁": {},
    "x1 = Value(2.0)\np = x1*x1\np.label = 'x1*w1'\nq = p**2 + p\nq.label = 'p**2 + x1*w1'\nq": {},
    "s = 0.0\nfor k in range(3):\n    s = s + x*(k/4)\ns": {"x": 2.0},
    "*".join(["x"] * 40): {"x": 0.0},
    "log(x) + x": {"x": -1.0},
    "h = 2*w\nw*sqrt(h) + where(w > 0, log(w), w)": {"w": -1.5},
    "v = log(x)\nv[1]*x[0] + v[1]": {"x": [-1.0, 2.0]},
    "sum(log(x)*x)": {"x": [-1.0, 2.0]},
    "x = 6.8814\nn = x - 6\nm = n - x/3\nk = 0.00416521 - m\nk + 35.7234567": {},
    "d = a*b\nd = d + c\nL = d/b": {"a": 2.0, "b": 3.0, "c": 4.0},
    "s = x\ns += 3*s\ns *= s - 1\ns": {"x": 2.0},
    "x = a\nx = x*2 + x\nx = tanh(x*3)*x\nx1 = x*2\nx1/x": {"a": 0.5},
    "def f(x, d):\n    h = x - d\n    return h*h\nx = 2*a\nx = x*x\nd = 3*a\nd = f(d, x) + d\nf(d, x)": {"a": 0.5},
    "w = 0.5\nlr = 0.1\nfor i in range(3):\n    w = w - lr*w*x\nw1 = w*w\nw1.exp() + w.tanh()": {"x": 2.0},
    "G = W @ x\nU = G*W[0]\nsum(tanh(U*2))": {"W": [[1.0, 2.0], [-3.0, 0.5]], "x": [0.5, -1.0]},
    "y_hat = 2*x\ny_hat = y_hat + 1\nloss_b1 = y_hat**2\nloss_b1 = loss_b1 / y_hat\nloss_b1": {"x": 2.0},
    "c = a @ x\nsum(tanh(c))": {"a": [[1.0, 2.0], [-3.0, 0.5]], "x": [0.5, -1.0]},
    "import numpy as np\nX = np.ones((3, 2))\nW = np.ones((2, 4))\nb = W[0]\nh = X @ W + b\n(h[:, 1:].T*2).reshape(9).sum()": {},
}


@pytest.fixture(scope="module")
def told() -> list[dict[str, Any]]:
    """What the page says, case by case."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node")
    cases = [{"program": program, "graph": graph_json(run(parse(program), inputs))} for program, inputs in CASES.items()]
    made = subprocess.run(
        [node, "tests/contract/wording.mjs"],
        cwd=ROOT,
        input=json.dumps({"operations": operations_json(), "cases": cases}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    answer: list[dict[str, Any]] = json.loads(made.stdout)
    return answer


def both(told: list[dict[str, Any]], program: str) -> tuple[dict[str, Any], dict[str, Any]]:
    return told[list(CASES).index(program)], explanation_json(run(parse(program), CASES[program]))


def shown(formula: dict[str, str] | None) -> dict[str, str] | None:
    """What the page has of a formula: it leaves speaking to whoever reads the plain one."""
    return None if formula is None else {"latex": formula["latex"], "plain": formula["plain"]}


named = pytest.mark.parametrize("program", CASES, ids=[program[:40] for program in CASES])


@named
def test_the_sentences_of_all_steps_are_the_same(told: list[dict[str, Any]], program: str) -> None:
    page, server = both(told, program)
    assert [server["start"]["sentence"], *(step["sentence"] for step in server["steps"])] == page["sentences"]


@named
def test_the_reasons_are_the_same(told: list[dict[str, Any]], program: str) -> None:
    page, server = both(told, program)
    assert [node["why"] and node["why"]["sentence"] for node in server["nodes"]] == page["reasons"]


@named
def test_the_formulas_are_the_same(told: list[dict[str, Any]], program: str) -> None:
    page, server = both(told, program)
    for field in ("called", "letters", "numbers"):
        assert [shown(node[field]) for node in server["nodes"]] == page[field]
    assert [shown(node["result"]) for node in server["nodes"]] == page["results"]
    for each in server["contributions"]:
        assert each["numbers"]["plain"] == page["products"][str(each["edge"])]
        rule = page["rules"][str(each["edge"])]
        # Of a derivative the server writes an equation; of a linear map the rule alone, as the page does.
        assert (
            shown(each["rule"]) == rule
            or {style: formula.split(" = ", 1)[1] for style, formula in shown(each["rule"]).items()} == rule
        )
