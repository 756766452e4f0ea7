"""Forward mode gives what reverse mode gives, in another order and at another cost."""

import re

import numpy as np
import pytest

from backpass.app.api.gallery.examples import EXAMPLES
from backpass.engine import Code, Limits, ProblemError, Tensor, backward
from backpass.engine.autodiff.forward import DerivativeCost, forward_cost, forward_gradients, push, reverse_cost, timeline
from backpass.engine.interpreter.run import Run, run
from backpass.engine.language import parse


def ran(text: str, **inputs: object) -> Run:
    return run(parse(text), inputs)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_both_modes_give_the_same_gradients_for_every_example(example) -> None:  # type: ignore[no-untyped-def]
    made = ran(example.program)
    gradients = backward(made.output)
    leaves = [leaf for leaf in made.inputs.values() if leaf in set(gradients.tensors)]
    wanted = leaves if len(gradients.tensors) < 2_000 else leaves[::20]
    for leaf, found in zip(wanted, forward_gradients(gradients, wanted, 1.0, Limits()), strict=True):
        assert np.allclose(found, gradients.of(leaf), rtol=1e-9, atol=1e-14, equal_nan=True)


@pytest.mark.parametrize(
    "program",
    [
        "sum(A @ x)",
        "sum((A @ B)**2)",
        "mean(softmax(A @ x) * x[:2])",
        "logsumexp(A, axis=1)[0] * prod(x)",
        "sum(A.T.reshape(6)[2:5] * x)",
        "max(A) + min(x) * norm(A)",
        "std(x) + var(A, axis=0)[1]",
        "dot(x, x) * sum(concatenate([x, x]))",
        "det(A @ A.T) + sum(inv(A @ A.T))",
        "sum(where(A > 0, A, 0) * x)",
    ],
)
def test_operations_on_whole_arrays_are_pushed_through_by_the_adjoint_of_their_adjoint(program: str) -> None:
    given = {"A": [[1.0, -2.0, 0.5], [0.3, 0.7, 3.0]], "B": [[1.0], [2.0], [-0.5]], "x": [0.5, -1.0, 2.0]}
    made = ran(program, **{name: value for name, value in given.items() if re.search(rf"\b{name}\b", program)})
    gradients = backward(made.output)
    wanted = list(made.inputs.values())
    for leaf, found in zip(wanted, forward_gradients(gradients, wanted, 1.0, Limits()), strict=True):
        assert np.allclose(found, gradients.of(leaf), rtol=1e-12, atol=1e-14)


def test_tensors_are_pushed_through_element_by_element_and_broadcasts_are_undone() -> None:
    made = ran("tanh(w*x + b)", w=[[0.5, -0.5], [1, 2]], x=[1, 2], b=0.1)
    upstream = [[1.0, 2.0], [3.0, 4.0]]
    gradients = backward(made.output, upstream)
    found = forward_gradients(gradients, list(made.inputs.values()), upstream, Limits())
    for leaf, each in zip(made.inputs.values(), found, strict=True):
        assert np.shape(each) == leaf.shape
        assert np.allclose(each, gradients.of(leaf), rtol=1e-14)


def test_the_timeline_shows_each_node_that_moves_with_the_terms_of_its_tangent() -> None:
    made = ran("x = 3\ny = 4\nx*y + y*2 + x")
    steps = timeline(backward(made.output).tensors, {made.inputs["x"]: 1.0})
    assert [tuple(step) for step in steps] == [
        (0, 1.0, ()),
        (2, 4.0, ((0, 4.0),)),
        (5, 4.0, ((0, 4.0),)),
        (6, 5.0, ((0, 4.0), (1, 1.0))),
    ]


def test_a_direction_moves_several_inputs_at_once() -> None:
    made = ran("x = 3\ny = 4\nx*y")
    assert push(backward(made.output).tensors, {made.inputs["x"]: 0.5, made.inputs["y"]: 2.0})[-1] == 0.5 * 4 + 2 * 3


def test_a_blocked_branch_blocks_in_forward_mode_too() -> None:
    made = ran("x = -1\nsqrt(relu(x)) + 3*x")
    assert forward_gradients(backward(made.output), [made.inputs["x"]], 1.0, Limits()) == [3]


def test_what_does_not_feed_the_output_has_the_gradient_zero() -> None:
    made = ran("a = 2\nb = 3\na*5")
    assert forward_gradients(backward(made.output), [made.inputs["b"]], 1.0, Limits()) == [0]


def test_reverse_mode_passes_once_and_forward_mode_once_per_input() -> None:
    made = ran(" + ".join(f"x{index}*{index + 1}" for index in range(20)))
    gradients = backward(made.output)
    reverse, forward = reverse_cost(gradients), forward_cost(gradients.tensors, list(made.inputs.values()))
    assert (reverse.passes, forward.passes) == (1, 20)
    assert reverse == DerivativeCost(1, 20, 0)
    assert forward == DerivativeCost(20, 20, 0)


def test_a_long_chain_behind_many_inputs_costs_forward_mode_as_many_times_as_there_are_inputs() -> None:
    made = ran("y = " + " + ".join(f"x{index}" for index in range(10)) + "\n" + "y = sin(y)\n" * 50)
    gradients = backward(made.output)
    assert reverse_cost(gradients).multiplications == 50
    assert forward_cost(gradients.tensors, list(made.inputs.values())).multiplications == 10 * 50


def test_accumulation_is_counted_where_it_happens() -> None:
    made = ran("a = 3\na*a + a")
    gradients = backward(made.output)
    assert reverse_cost(gradients) == DerivativeCost(1, 2, 2)
    assert forward_cost(gradients.tensors, [made.inputs["a"]]) == DerivativeCost(1, 2, 2)


def test_a_chain_of_a_hundred_thousand_operations_is_pushed_through() -> None:
    x = made = Tensor(1.0)
    for _ in range(100_000):
        made = made + 1.0
    assert push(backward(made).tensors, {x: 1.0})[-1] == 1


def test_the_cost_of_tensors_counts_a_pass_for_each_element() -> None:
    made = ran("sum(w*x) * b", w=[1.0, 2.0, 3.0], x=[4.0, 5.0, 6.0], b=2.0)
    gradients = backward(made.output)
    wanted = [made.inputs["w"], made.inputs["b"]]
    # Three passes: three products of elements, one of the sum; and one pass for b.
    assert forward_cost(gradients.tensors, wanted) == DerivativeCost(4, 3 * 3 + 3 + 3 + 1, 0)


def test_the_work_is_counted_and_refused_before_it_is_done() -> None:
    made = ran("x*x", x=[1.0] * 100)
    with pytest.raises(ProblemError) as refusal:
        forward_gradients(backward(made.output), [made.inputs["x"]], 1.0, Limits(evaluations=10_000))
    assert refusal.value.problems[0].code is Code.TOO_MUCH_WORK
