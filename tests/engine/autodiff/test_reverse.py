"""The one reverse sweep: with numbers it equals the written-out one, and every algebra keeps the rule of what was not picked."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from backpass.engine import OPERATIONS, Tensor, backward
from backpass.engine.autodiff import reverse
from backpass.engine.autodiff.create_graph import TensorAlgebra, gradients_as_tensors
from backpass.engine.autodiff.reachability import Reachability, _ReachabilityAlgebra, local_derivative
from backpass.engine.autodiff.reverse import reverse_sweep
from backpass.engine.compile.lower import _Code
from backpass.engine.graph.tensor import FUNCTIONS
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.many_points.batch import gradients
from backpass.engine.operations import Data, Transform
from backpass.engine.shapes import as_float_or_array, sum_to
from backpass.engine.symbolic.derivative import derivatives

RECORDS = [record for record in OPERATIONS.values() if record.elementwise]
WHOLE = [OPERATIONS[name] for name in ("sum", "mean", "amax", "softmax", "prod", "cumsum", "transpose")]
NUMBERS = st.sampled_from([0.0, 1.0, -1.0, 2.0, 0.5, -0.75, 30.0, 800.0])


class Numbers(reverse.LocalDerivatives[Data]):
    """Cotangents that are floats and arrays: the reference of `engine.backward`."""

    def __init__(self, blocks: Reachability) -> None:
        self._blocks = blocks

    def scale(self, user: Tensor, slot: int, cotangent: Data) -> Data:
        return self._unblocked(user, cotangent * local_derivative(user, slot))

    def select(self, user: Tensor, slot: int, cotangent: Data) -> Data:
        local = local_derivative(user, slot)
        return self._unblocked(user, as_float_or_array(np.where(np.equal(local, 0), 0.0, cotangent * local)))

    def _unblocked(self, user: Tensor, sent: Data) -> Data:
        """0 × ∞ where nothing can arrive is 0."""
        dead = np.logical_and(np.isnan(sent), np.logical_not(self._blocks.mask(user)))
        return as_float_or_array(np.where(dead, 0.0, sent))

    def adjoint(self, transform: Transform, user: Tensor, slot: int, cotangent: Data) -> Data:
        return as_float_or_array(transform.vjp(slot, cotangent, [each.raw for each in user.inputs], user.raw, user.options))

    def unbroadcast(self, sent: Data, user: Tensor, slot: int) -> Data:
        assert np.shape(sent) == user.shape
        return sum_to(sent, user.inputs[slot].shape)

    def add(self, total: Data, term: Data) -> Data:
        return total + term


@st.composite
def graphs(draw: st.DrawFn) -> Tensor:
    """A graph over one number and one array, at points that include 0, 1, −1 and repeated values, kinks and what overflows."""
    made = [Tensor(draw(NUMBERS)), Tensor(draw(NUMBERS)), Tensor([draw(NUMBERS) for _ in range(3)])]
    for record in draw(st.lists(st.sampled_from([*RECORDS, *WHOLE]), min_size=1, max_size=8)):
        arguments = [draw(st.sampled_from(made)) for _ in range(record.arity)]
        assume(record.elementwise or arguments[0].shape)
        made.append(FUNCTIONS[record.name](*arguments))
    output = made[0]
    for each in made[1:]:
        output = output + each
    return output


COMPARED: list[int] = []
"""Per example, how many gradients were compared."""


@settings(max_examples=400)
@given(graphs())
def test_the_sweep_gives_what_the_written_out_sweep_gives_to_the_bit(output: Tensor) -> None:
    found = backward(output)
    with np.errstate(all="ignore"):
        cotangents = reverse_sweep(found.tensors, np.ones(output.shape), Numbers(found.blocks))
    COMPARED.append(len(cotangents))
    for tensor, value in zip(found.tensors, found.values, strict=True):
        assert (value is None) == (tensor not in cotangents)
        if value is not None:
            assert np.array_equal(value, cotangents[tensor], equal_nan=True), (tensor, value, cotangents[tensor])


def test_the_comparison_was_not_empty() -> None:
    assert sum(COMPARED) > 2_000


def of_tensors() -> Any:
    x, y = Tensor(-1.0), Tensor(1000.0)
    return gradients_as_tensors(FUNCTIONS["relu"](x) * FUNCTIONS["exp"](y), [x])[0].item()


def of_many_points() -> Any:
    return gradients("relu(x)*exp(y)", {"x": [-1.0, -2.0], "y": [1000.0, 1000.0]}).gradients["x"][0]


def of_reachability() -> Any:
    x = Tensor(0.0)
    output = FUNCTIONS["where"](0.0, FUNCTIONS["log"](x), 1.0)
    return backward(output).of(x)


@pytest.mark.parametrize(
    ("algebra", "compute"),
    [(TensorAlgebra, of_tensors), (_Code, of_many_points), (_ReachabilityAlgebra, of_reachability)],
    ids=["tensors", "code", "reachability"],
)
def test_what_was_not_picked_is_sent_0_and_without_the_rule_it_would_not_be(
    algebra: type[reverse.LocalDerivatives[Any]], compute: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compute() == 0
    monkeypatch.setattr(algebra, "select", algebra.scale)
    assert math.isnan(compute())


def test_formulas_need_no_such_rule_since_what_is_multiplied_by_0_is_0_there() -> None:
    formulas = derivatives(run(parse("where(x > 0, log(x), 2*y)"))).by_name
    assert {name: written.text for name, written in formulas.items() if written} == {
        "x": "where(x > 0, 1/x, 0)",
        "y": "where(x > 0, 0, 2)",
    }
