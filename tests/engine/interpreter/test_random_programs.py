"""Programs drawn from the registry: forward mode, second derivatives and the gradient check agree with reverse mode on them."""

import math
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from backpass.engine import OPERATIONS, Tensor, backward
from backpass.engine.autodiff.check.gradient_check import Verdict, check
from backpass.engine.autodiff.forward import forward_gradients
from backpass.engine.autodiff.hessian import hessian
from backpass.engine.graph.tensor import FUNCTIONS
from backpass.engine.limits import Limits

SMOOTH = [record for record in OPERATIONS.values() if record.elementwise and record.kink is None and record.arity < 3]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[Tensor, dict[str, Tensor]]:
    """A finite graph of two inputs, drawn operation by operation."""
    inputs = {name: Tensor(draw(st.integers(-2000, 2000)) / 1000) for name in "xy"}
    made = list(inputs.values())
    for record in draw(st.lists(st.sampled_from(SMOOTH), min_size=1, max_size=8)):
        arguments = [draw(st.sampled_from(made)) for _ in range(record.arity)]
        result = FUNCTIONS[record.name](*arguments)
        if math.isfinite(result.item()) and abs(result.item()) < 1e4:
            made.append(result)
    output = made[-1]
    for each in made[:-1]:
        output = output + each
    return output, inputs


def finite(output: Tensor, limit: float = 1e6) -> bool:
    return all(value is not None and abs(float(value)) < limit for value in backward(output).values)


@settings(max_examples=200, deadline=None)
@given(graphs())
def test_forward_mode_gives_the_gradients_of_reverse_mode(drawn: tuple[Tensor, dict[str, Tensor]]) -> None:
    output, inputs = drawn
    assume(finite(output))
    gradients = backward(output)
    scale = sum(abs(float(each.sent)) for each in gradients.contributions())
    for tensor, found in zip(inputs.values(), forward_gradients(gradients, list(inputs.values()), 1.0, Limits()), strict=True):
        assert found == pytest.approx(gradients.of(tensor), rel=1e-9, abs=1e-12 * scale)


@settings(max_examples=200, deadline=None)
@given(graphs())
def test_hessians_are_symmetric(drawn: tuple[Tensor, dict[str, Tensor]]) -> None:
    output, inputs = drawn
    found = hessian(backward(output), inputs)
    values: list[Any] = [value for row in found.values() for value in row.values()]
    assume(finite(output) and all(map(math.isfinite, values)))
    assert found["x"]["y"] == pytest.approx(found["y"]["x"], rel=1e-9, abs=1e-9 * max(map(abs, values)))


@settings(max_examples=200, deadline=None)
@given(graphs())
def test_the_check_never_cries_wolf(drawn: tuple[Tensor, dict[str, Tensor]]) -> None:
    output, inputs = drawn
    for checks in check(backward(output), inputs).values():
        assert checks[0].verdict is not Verdict.DIFFERS, checks[0]
