"""The server explains in the words of the page: sentences, reasons and formulas of both are compared, one for one."""

import json
import shutil
import subprocess
from typing import Any

import pytest

from backpass.app.api.gallery.examples import EXAMPLES
from backpass.engine.explain.explain import explanation_json
from backpass.engine.explain.names_in_latex import name_to_latex
from backpass.engine.explain.typeset import typeset
from backpass.engine.export.cards import width_of_runs
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.serialization.graph_json import graph_json
from backpass.engine.serialization.operation_json import operations_json
from scripts.page import ROOT
from tests.in_turn import in_turn

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
    "v = [a, b, a*b]\nsum(v*v)": {"a": 0.5, "b": 2.0},
    "W = [[x, y], [y, x]]\nsum(W @ [x, 2])": {"x": 0.5, "y": -2.0},
    "import numpy as np\nv = np.concatenate([x, w])\nM = np.vstack([v, v*2])\nM.sum()": {"x": [1.0, 2.0], "w": [3.0, 4.0]},
    "import torch\ny = torch.cat([x, x*2, w])\nz = torch.stack([y, y])\n(z*z).mean()": {"x": [1.0], "w": [3.0, 4.0]},
    "import jax.numpy as jnp\njnp.stack([x])[0]*jnp.hstack([x, 2*x])[1]": {"x": 3.0},
    "2*((x + 1) % 3) - (x >= 1)*x": {"x": 0.5},
    "3*x^3 + x^2.5 + x^-1 + x^0.5 + x^1 + x^2": {"x": 2.0},
    "f = 2*x\n(f + x)*f": {"x": 0.5},
    "x = 2\nx = x + 1\nx2 = x*3\nx*x2": {},
    "x₁ = 2\nx_1 = 3\nx1 = x₁*x_1\n(x1 + x₁)*x_1": {},
    r"\frac{1}{3}\sum_{i=1}^{3}(w x_i + b - y_i)^2": {"w": 0.5},
    "x**2 + x**2*y**2 + (x+y+z)**2*(x-y)**2": {"x": 2.0, "y": 0.5, "z": 1.0},
    "import numpy as np\nX = np.ones((3, 2))\nW = np.ones((2, 4))\nb = W[0]\nh = X @ W + b\n(h[:, 1:].T*2).reshape(9).sum()": {},
}


NAMES = {
    "(w+b)^2 +…": "(w+b)^{2} +…",
    "x**2 + x**2*y**2 + (x+y…": r"x^{2} + x^{2} \cdot y^{2} + (x+y…)",
    "x**y**z": "x^{y^{z}}",
    "(a+b)**(c+d)**2": "(a+b)^{(c+d)^{2}}",
    "x^(a+b)": "x^{a+b}",
    "x^-(a+b)": "x^{-(a+b)}",
    "x ** -2": "x^{-2}",
    "x^…": "x^{…}",
    "x**": r"x\wedge ",
    "**x": r"\wedge x",
    "a**(b": "a^{b}",
    "((a": "((a))",
    "y)^2": "y)^{2}",
    "x²*(y+1)⁻¹": r"x^{2} \cdot (y+1)^{-1}",
    "x**f(y…": "x^{f(y…)}",
    "log_softmax(logits.view…": r"\mathrm{log\_softmax}(\mathrm{logits.view}…)",
    "sum((w*x + b - y)**2)/3": r"\mathrm{sum}((w \cdot x + b - y)^{2})/3",
    "a if b > 0 else c*d": r"a \text{ if } b > 0 \text{ else } c \cdot d",
    "[a, b, a*b]": r"[a, b, a \cdot b]",
    "2e-3*x": r"2e-3 \cdot x",
    "~x*y % 2": r"\sim x \cdot y \% 2",
    "x'*y": r"x\text{'} \cdot y",
    "W.T @ x*2": r"\mathrm{W.T} \, x \cdot 2",
    "y = x @ (W + b)": r"y = x \, (W + b)",
    "G @ xᵀ": r"G \, x^{\top}",
    "x1ᵀ": r"x_{1}^{\top}",
    "x#2*x#12": r"x_{2} \cdot x_{12}",
    "log_likelihood": r"\mathrm{log\_likelihood}",
    "max_value": r"\mathrm{max\_value}",
    "log_10": r"\mathrm{log\_10}",
    "log2": r"\mathrm{log2}",
    "loss": r"\mathrm{loss}",
    "loss₁": r"\mathrm{loss}_{1}",
    "linear layer": r"\text{linear layer}",
    "_x": r"\mathrm{\_x}",
    "x1": "x_{1}",
    "x₁₂": "x_{12}",
    "x_max": r"x_{\mathrm{max}}",
    "w_1_2": "w_{1,2}",
    "xi": "x_{i}",
    "xi_2": "x_{i,2}",
    "x#2": "x_{2}",
    "x1#2": r"\mathrm{x1}_{2}",
    "lambda_": r"\lambda",
    "Theta_1": r"\Theta_{1}",
    "θ_1*β₂": r"θ_{1} \cdot β_{2}",
    "y_hat_1": r"\hat{y}_{1}",
    "red_hat": r"\mathrm{red\_hat}",
    "m.l[0].w[1]": r"\mathrm{m.l[0].w[1]}",
}


@pytest.fixture(scope="module")
def answered() -> dict[str, Any]:
    """What the page says of all cases and names."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node")
    cases = [{"program": program, "graph": graph_json(run(parse(program), inputs))} for program, inputs in CASES.items()]
    made = subprocess.run(
        [node, "tests/contract/wording.mjs"],
        cwd=ROOT,
        input=json.dumps({"operations": operations_json(), "names": list(NAMES), "cases": cases}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    answer: dict[str, Any] = json.loads(made.stdout)
    return answer


@pytest.fixture(scope="module")
def told(answered: dict[str, Any]) -> list[dict[str, Any]]:
    """What the page says, case by case."""
    cases: list[dict[str, Any]] = answered["cases"]
    return cases


def test_names_are_typeset_alike_as_mathematics(answered: dict[str, Any]) -> None:
    assert dict(zip(NAMES, map(name_to_latex, NAMES), strict=True)) == NAMES
    assert dict(zip(NAMES, answered["names"], strict=True)) == NAMES


def test_names_on_cards_are_set_alike_and_as_wide(answered: dict[str, Any]) -> None:
    """Cards on the page and in still pictures: the same letters, faces and levels, and the same width."""
    for name, (runs, width) in zip(NAMES, answered["set"], strict=True):
        assert [list(run) for run in typeset(name)] == runs, name
        assert width_of_runs(typeset(name), 18, 13) == pytest.approx(width)


def both(told: list[dict[str, Any]], program: str) -> tuple[dict[str, Any], dict[str, Any]]:
    return told[list(CASES).index(program)], explanation_json(run(parse(program), CASES[program]))


def shown(formula: dict[str, str] | None) -> dict[str, str] | None:
    """What the page has of a formula: it leaves speaking to whoever reads the plain one."""
    return None if formula is None else {"latex": formula["latex"], "plain": formula["plain"]}


named = in_turn("program", CASES, ids=lambda program: program[:40])


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
        rule, local = page["rules"][str(each["edge"])], page["locals"][str(each["edge"])]
        # Of a derivative the server writes an equation; of a linear map the rule alone, as the page does.
        assert shown(each["rule"]) == rule or {style: f"{local[style]} = {formula}" for style, formula in rule.items()} == shown(
            each["rule"]
        )
