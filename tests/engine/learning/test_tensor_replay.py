"""A replayed graph gives the numbers that tracing it again gives, for every operation in the records."""

import numpy as np
import pytest

from backpass.engine import OPERATIONS, Code, Operation, ProblemError, Tensor, backward
from backpass.engine.compile.backends.numpy_tensors import TensorReplay
from backpass.engine.graph.tensor import FUNCTIONS, apply
from backpass.engine.operations.model import Case
from tests.in_turn import in_turn

ELEMENTWISE = [record for record in OPERATIONS.values() if record.elementwise]
SHAPES = [((3, 4), (3, 4), (3, 4)), ((3, 4), (4,), (1, 4)), ((4,), (3, 1), ()), ((), (), ())]
PLACES = [(record, Case(shapes[: record.arity])) for record in ELEMENTWISE for shapes in SHAPES] + [
    (record, case) for record in OPERATIONS.values() if not record.elementwise for case in record.cases
]


def drawn(operation: Operation, case: Case, seed: int) -> list[np.ndarray]:
    generator = np.random.default_rng(seed)
    ranges = operation.samples * len(case.shapes) if operation.variadic else operation.samples
    return [np.asarray(generator.uniform(*limits, size=shape)) for limits, shape in zip(ranges, case.shapes, strict=True)]


def weighed(output: Tensor, weights: np.ndarray) -> Tensor:
    """A single number that every element of the output has its own part in."""
    return (output * Tensor(weights, requires_grad=False)).sum()


@in_turn("operation, case", PLACES, ids=lambda place: f"{place[0].name} {place[1].shapes} {dict(place[1].options)}")
def test_a_replay_with_other_numbers_equals_a_new_trace(operation: Operation, case: Case) -> None:
    first, second = drawn(operation, case, 1), drawn(operation, case, 2)
    traced = [Tensor(array) for array in first]
    weights = np.random.default_rng(3).uniform(0.5, 1.5, size=apply(operation, *traced, **case.options).shape)
    replay = TensorReplay(weighed(apply(operation, *traced, **case.options), weights), traced)
    replay.parameters[:] = np.concatenate([array.ravel() for array in second])
    value = replay.differentiate()

    again = [Tensor(array) for array in second]
    output = weighed(apply(operation, *again, **case.options), weights)
    gradients = backward(output)
    assert value == pytest.approx(output.item(), rel=1e-12, nan_ok=True)
    expected = np.concatenate([np.ravel(gradients.of(tensor)) for tensor in again])
    np.testing.assert_allclose(replay.gradients, expected, rtol=1e-11, atol=1e-12)


def test_special_values_come_out_as_from_the_trace() -> None:
    special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 800.0, -800.0])
    for record in ELEMENTWISE:
        if record.arity > 1:
            continue
        traced = Tensor(np.linspace(*record.samples[0], num=len(special)))
        replay = TensorReplay(apply(record, traced).sum(), [traced])
        replay.parameters[:] = special
        replay.differentiate()
        again = Tensor(special)
        expected = backward(apply(record, again).sum()).of(again)
        np.testing.assert_allclose(replay.gradients, expected, rtol=1e-12, err_msg=record.name)


def test_a_blocked_gradient_stays_zero_even_where_infinity_arrives() -> None:
    x, scale = Tensor([-1.0, 2.0]), Tensor([1.0, 1.0], requires_grad=False)
    replay = TensorReplay((x.relu() * scale).sum(), [x], [scale])
    replay.put({scale: [np.inf, 3.0]})
    replay.differentiate()
    assert replay.gradients.tolist() == [0.0, 3.0]


def test_a_branch_that_was_not_taken_poisons_nothing_and_a_lie_is_not_told_either() -> None:
    where, log, sqrt = FUNCTIONS["where"], FUNCTIONS["log"], FUNCTIONS["sqrt"]
    x = Tensor([1.0, 2.0])
    replay = TensorReplay(where(x > 0, x * log(x), 0.0).sum() + (sqrt(x) * sqrt(x))[1], [x])
    for numbers in ([0.0, -1.0], [0.0, 0.5], [1.0, 0.0]):
        replay.parameters[:] = numbers
        replay.differentiate()
        again = Tensor(numbers)
        output = where(again > 0, again * log(again), 0.0).sum() + (sqrt(again) * sqrt(again))[1]
        np.testing.assert_allclose(replay.gradients, backward(output).of(again), rtol=1e-14)
    assert np.isnan(replay.gradients[1])


def test_the_larger_of_two_lets_nothing_through_to_the_smaller_even_where_infinity_arrives() -> None:
    x, y, scale = Tensor([1.0, 2.0]), Tensor([3.0, 2.0]), Tensor([1.0, 1.0], requires_grad=False)
    replay = TensorReplay((x.maximum(y) * scale).sum(), [x, y], [scale])
    replay.put({scale: [np.inf, 4.0]})
    replay.differentiate()
    assert replay.gradients.tolist() == [0.0, 2.0, np.inf, 2.0]


def test_a_tensor_used_many_times_receives_every_contribution() -> None:
    def graph(x: Tensor, y: Tensor) -> Tensor:
        z = x * x + x
        return (z * y + z.tanh() - x).mean() + (z + y).sum() * x[0, 1]

    x, y = Tensor([[1.0, 2.0], [3.0, 4.0]]), Tensor([0.5, -0.5])
    replay = TensorReplay(graph(x, y), [x, y])
    replay.parameters[:] = [0.1, -0.2, 0.3, -0.4, 1.5, 2.5]
    value = replay.differentiate()
    again = [Tensor([[0.1, -0.2], [0.3, -0.4]]), Tensor([1.5, 2.5])]
    output = graph(*again)
    gradients = backward(output)
    assert value == pytest.approx(output.item(), rel=1e-14)
    expected = np.concatenate([np.ravel(gradients.of(tensor)) for tensor in again])
    np.testing.assert_allclose(replay.gradients, expected, rtol=1e-13)


def test_replaying_twice_gives_the_same_gradients_and_not_their_sum() -> None:
    x = Tensor([1.0, 2.0])
    replay = TensorReplay((x * x).sum(), [x])
    replay.differentiate()
    replay.differentiate()
    assert replay.gradients.tolist() == [2.0, 4.0]


def test_inputs_take_other_data_and_constants_keep_theirs() -> None:
    weight, data, constant = Tensor([2.0]), Tensor([1.0, 2.0], requires_grad=False), Tensor([10.0, 10.0], requires_grad=False)
    total = (weight * data + constant).sum()
    replay = TensorReplay(total, [weight], [data])
    assert replay.evaluate() == 26.0
    replay.put({data: [5.0, 6.0]})
    assert replay.differentiate() == 42.0
    assert replay.gradients.tolist() == [11.0]
    assert replay.value_of(total) == 42.0


def test_a_parameter_that_does_not_feed_the_output_has_the_gradient_zero() -> None:
    x, idle = Tensor(3.0), Tensor([1.0, 1.0])
    replay = TensorReplay(x * x, [idle, x])
    replay.differentiate()
    assert replay.gradients.tolist() == [0.0, 0.0, 6.0]


def test_what_is_to_be_made_small_must_be_one_number() -> None:
    x = Tensor([1.0, 2.0])
    with pytest.raises(ProblemError) as refusal:
        TensorReplay(x * x, [x])
    assert refusal.value.problems[0].code is Code.SCALARS_ONLY
    assert "(2,)" in refusal.value.problems[0].message
