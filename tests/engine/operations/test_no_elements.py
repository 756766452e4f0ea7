"""Tensors from which nothing was chosen: as NumPy and PyTorch have it, with gradients of 0."""

import itertools
import math
from typing import Any

import numpy as np
import orjson
import pytest

from backpass.app.api.endpoints.checks import answer_check
from backpass.app.api.endpoints.explanations import answer_explanation
from backpass.app.api.endpoints.exports import answer_export
from backpass.app.api.endpoints.gradients import answer_gradient
from backpass.app.api.endpoints.graphs import answer_graph
from backpass.app.api.endpoints.jacobians import answer_jacobian
from backpass.engine import OPERATIONS, Code, Limits, ProblemError, Tensor
from backpass.engine.export.registry import FORMATS
from backpass.engine.graph.tensor import FUNCTIONS
from backpass.engine.interpreter.run import Run, run
from backpass.engine.language import parse

INPUTS = {"x": [1.0, 2.0]}
PROGRAMS = [
    "sum(x[x > 5])",
    "x[2:].sum() + sum(x)",
    "relu(x[x > 5]).sum()",
    "mean(x[x > 5])",
    "prod(x[x > 5]) * sum(x)",
    "x[x > 5]",
    "norm(x[x > 5]) + sum(x)",
    "var(x[x > 5])",
    "softmax(x[x > 5]).sum()",
    "x[x > 5] @ x[x > 5]",
    "concatenate([x[x > 5] * 2, x]).sum()",
    "logsumexp(x[x > 5])",
    "stack([x[2:], x[2:]])",
    "x[2:].reshape(0, 1)",
    "outer(x[2:], x)",
]
ANSWERS: list[tuple[Any, dict[str, Any]]] = [
    (answer_gradient, {}),
    (answer_gradient, {"order": 2}),
    (answer_gradient, {"mode": "forward"}),
    (answer_graph, {}),
    (answer_graph, {"layout": "columns"}),
    (answer_jacobian, {}),
    (answer_check, {}),
    (answer_explanation, {}),
    *((answer_export, {"format": name}) for name in FORMATS),
]


def ran(text: str) -> Run:
    return run(parse(text), INPUTS)


@pytest.mark.parametrize("program", PROGRAMS)
def test_every_answer_takes_tensors_without_elements(program: str) -> None:
    for function, more in ANSWERS:
        status, body, *_ = function(orjson.dumps({"program": program, "inputs": INPUTS, **more}), Limits())
        found = orjson.loads(body)
        if status != 200:
            assert {problem["code"] for problem in found["problems"]} == {"not-exportable"}
        elif "gradients" in found:
            assert len(found["gradients"]["x"]) == 2


@pytest.mark.parametrize(
    ("program", "value", "gradient"),
    [
        ("sum(x[x > 5])", 0.0, [0, 0]),
        ("sum(x[2:3])", 0.0, [0, 0]),
        ("prod(x[x > 5]) * sum(x)", 3.0, [1, 1]),
        ("norm(x[x > 5]) + 2 * x[0]", 2.0, [2, 0]),
        ("logsumexp(x[x > 5])", -math.inf, [0, 0]),
        ("mean(x[x > 5])", math.nan, [0, 0]),
        ("x[x > 5] @ x[x > 5] + sum(x * x)", 5.0, [2, 4]),
    ],
)
def test_values_and_gradients_are_those_of_pytorch(program: str, value: float, gradient: list[float]) -> None:
    torch = pytest.importorskip("torch")
    x = torch.tensor(INPUTS["x"], dtype=torch.float64, requires_grad=True)
    names = {
        "sum": torch.sum,
        "prod": torch.prod,
        "norm": torch.linalg.vector_norm,
        "mean": torch.mean,
        "logsumexp": lambda each: torch.logsumexp(each, 0),
    }
    theirs = eval(program, {**names, "x": x})
    theirs.backward()
    ours = ran(program)
    ours.output.backward()
    assert ours.output.item() == pytest.approx(value, nan_ok=True)
    assert float(theirs.detach()) == pytest.approx(value, nan_ok=True)
    assert ours.inputs["x"].grad == pytest.approx(np.array(gradient))
    assert x.grad.numpy() == pytest.approx(np.array(gradient))


@pytest.mark.parametrize("program", ["mean(x[x > 5])", "var(x[x > 5])", "logsumexp(x[x > 5])", "var(x[:1], ddof=1)"])
def test_what_is_no_number_for_lack_of_elements_is_said(program: str) -> None:
    _, body, *_ = answer_gradient(orjson.dumps({"program": program, "inputs": INPUTS}), Limits())
    (problem,) = orjson.loads(body)["problems"]
    assert problem["code"] == "outside-domain"
    assert "not enough elements" in problem["message"]


@pytest.mark.parametrize("name", ["amax", "amin"])
def test_none_of_no_elements_is_the_largest(name: str) -> None:
    with pytest.raises(ProblemError) as refusal:
        ran(f"{name}(x[x > 5])")
    assert refusal.value.problems[0].code is Code.SHAPE_MISMATCH


def test_an_empty_list_that_is_given_is_refused_all_the_same() -> None:
    with pytest.raises(ProblemError):
        Tensor([])
    assert Tensor(np.array([])).shape == (0,)


def test_every_operation_on_elements_takes_none() -> None:
    records = [record for record in OPERATIONS.values() if record.elementwise]
    for record, shape in itertools.product(records, [(0,), (2, 0)]):
        inputs = [Tensor(np.zeros(shape)) for _ in range(record.arity)]
        made = FUNCTIONS[record.name](*inputs)
        made.backward()
        assert made.shape == shape
        assert all(np.shape(each.grad) == shape for each in inputs)
