"""Gradients of gradients, through every operation, against finite differences, dual numbers, PyTorch and JAX."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from backpass import engine
from backpass.engine import OPERATIONS, Code, Limits, Operation, ProblemError, Tensor, backward
from backpass.engine.autodiff.create_graph import gradients_as_tensors
from backpass.engine.autodiff.hessian import slope_changes
from backpass.engine.formulas.compiled import kernel
from backpass.engine.graph.tensor import FUNCTIONS
from backpass.engine.operations.model import Case
from tests.engine.operations.derivative_checks import relative_error, richardson, samples
from tests.in_turn import in_turn

ELEMENTWISE = [record for record in OPERATIONS.values() if record.elementwise]
TRANSFORMS = [(record, case) for record in OPERATIONS.values() for case in record.cases]
every_operation = in_turn("operation", ELEMENTWISE, ids=lambda record: record.name)
every_transform = in_turn("operation, case", TRANSFORMS, ids=lambda place: f"{place[0].name} {place[1].shapes}")


def nested(function: Callable[[Tensor], Tensor], x: float, order: int) -> float:
    """The derivative of that order at x."""
    start = Tensor(x)
    made = function(start)
    for _ in range(order):
        (made,) = gradients_as_tensors(made, [start])
    return made.item()


@every_operation
def test_the_gradient_as_a_tensor_is_the_gradient(operation: Operation) -> None:
    for point in samples(operation):
        inputs = [Tensor(value) for value in point]
        made = FUNCTIONS[operation.name](*inputs)
        expected = backward(made, 2.5)
        for tensor, found in zip(inputs, gradients_as_tensors(made, inputs, 2.5), strict=True):
            assert found.data == pytest.approx(expected.of(tensor), rel=1e-14, abs=1e-300)


@every_operation
def test_the_gradient_of_the_gradient_agrees_with_dual_numbers(operation: Operation) -> None:
    for point in samples(operation):
        inputs = [Tensor(value) for value in point]
        made = FUNCTIONS[operation.name](*inputs)
        out, slopes = kernel(operation).scalar(*point)
        for other, gradient in enumerate(gradients_as_tensors(made, inputs)):
            for slot, found in enumerate(gradients_as_tensors(gradient, inputs)):
                expected = slope_changes(operation, point, out, slopes, slot)[other]
                assert relative_error(found.item(), expected) < 1e-12


@every_operation
def test_arrays_and_single_numbers_have_the_same_second_derivatives(operation: Operation) -> None:
    points = samples(operation, 5)
    inputs = [Tensor(np.array(column)) for column in zip(*points, strict=True)]
    firsts = gradients_as_tensors(FUNCTIONS[operation.name](*inputs), inputs)
    seconds = [gradients_as_tensors(first, inputs) for first in firsts]
    for row, point in enumerate(points):
        single = [Tensor(value) for value in point]
        ones = gradients_as_tensors(FUNCTIONS[operation.name](*single), single)
        for one, second in zip(ones, seconds, strict=True):
            for expected, found in zip(gradients_as_tensors(one, single), second, strict=True):
                assert np.broadcast_to(found.data, (5,))[row] == pytest.approx(expected.item(), rel=1e-12, abs=1e-13)


def made_of(operation: Operation, case: Case, data: list[np.ndarray | float]) -> tuple[Tensor, list[Tensor]]:
    """A scalar that bends: weighted sines of the operation's elements."""
    inputs = [Tensor(each) for each in data]
    result = FUNCTIONS[operation.name](*([inputs] if operation.variadic else inputs), **case.options)
    weights = np.cos(np.arange(np.size(result.data), dtype=float)).reshape(result.shape)
    return (engine.sin(result) * weights).sum(), inputs


@every_transform
def test_the_gradient_through_a_whole_array_can_be_differentiated_again(operation: Operation, case: Case) -> None:
    generator = np.random.default_rng(3)
    low, high = operation.samples[0]
    data: list[Any] = [np.asarray(generator.uniform(low, high, size=shape)) for shape in case.shapes]

    ways = [generator.normal(size=shape) for shape in case.shapes]
    output, inputs = made_of(operation, case, data)
    firsts = gradients_as_tensors(output, inputs)
    for tensor, first in zip(inputs, firsts, strict=True):
        assert first.shape == tensor.shape
        assert np.allclose(first.data, backward(output).of(tensor), rtol=1e-12, atol=1e-13)
    along = engine.add(0.0, 0.0)
    for first, way in zip(firsts, ways, strict=True):
        along = along + (first * way).sum()
    for place, found in enumerate(gradients_as_tensors(along, inputs)):
        turn = generator.normal(size=case.shapes[place])

        def slope(step: float, place: int = place, turn: Any = turn) -> float:
            """How fast the output changes along the fixed directions, a step farther along `turn`."""
            output, inputs = made_of(operation, case, [*data[:place], data[place] + step * turn, *data[place + 1 :]])
            gradients = backward(output)
            return float(sum(np.sum(np.asarray(gradients.of(each)) * way) for each, way in zip(inputs, ways, strict=True)))

        expected = richardson(slope, (0.0,), 0, step=1e-3)
        assert relative_error(float(np.sum(np.asarray(found.data) * turn)), expected) < 1e-7


@pytest.mark.parametrize("name", ["tanh", "sigmoid", "softplus", "erf", "log", "sqrt", "atan", "gelu", "cbrt", "exp2"])
def test_high_orders_agree_with_jax(name: str) -> None:
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    theirs = getattr(jax.numpy, {"atan": "arctan"}.get(name, name), None) or getattr(jax.nn, name, None) or jax.scipy.special.erf
    if name == "gelu":
        theirs = lambda x: jax.nn.gelu(x, approximate=False)  # noqa: E731
    for order in range(1, 6):
        theirs = jax.grad(theirs)
        assert nested(FUNCTIONS[name], 0.7, order) == pytest.approx(float(theirs(0.7)), rel=1e-11)


def test_a_network_and_the_gradient_of_its_gradient_penalty_agree_with_pytorch() -> None:
    torch = pytest.importorskip("torch")
    generator = np.random.default_rng(5)
    shapes = [(4, 3), (3, 5), (5,), (5, 2)]
    data = [generator.normal(size=shape) for shape in shapes]

    def penalty(tensors: list[Any], gradients: Callable[[Any, list[Any]], Any], log_softmax: Any) -> Any:
        x, w, b, v = tensors
        loss = -log_softmax(((x @ w + b).tanh()) @ v)[:, 0].mean()
        return loss + sum((each**2).sum() for each in gradients(loss, [x, w]))

    ours = [Tensor(each) for each in data]
    theirs = [torch.tensor(each, requires_grad=True) for each in data]
    made = penalty(ours, gradients_as_tensors, engine.log_softmax)
    expected = penalty(
        theirs,
        lambda loss, inputs: torch.autograd.grad(loss, inputs, create_graph=True),
        lambda scores: torch.log_softmax(scores, dim=-1),
    )
    expected.backward()
    made.backward()
    assert made.item() == pytest.approx(expected.item(), rel=1e-12)
    for mine, other in zip(ours, theirs, strict=True):
        assert np.allclose(mine.grad, other.grad.numpy(), rtol=1e-10, atol=1e-12)


def test_a_product_with_zeros_keeps_the_second_derivatives_that_zeros_leave() -> None:
    x = Tensor([0.0, 0.0, 3.0])
    (first,) = gradients_as_tensors(x.prod(), [x])
    (row,) = gradients_as_tensors(first[0], [x])
    assert first.data.tolist() == [0, 0, 0]
    assert row.data.tolist() == [0, 3, 0]


def test_a_chain_of_a_hundred_thousand_operations_is_differentiated_twice() -> None:
    x = Tensor(1.0)
    out = x * x
    for _ in range(100_000):
        out = out + x
    (first,) = gradients_as_tensors(out, [x])
    (second,) = gradients_as_tensors(first, [x])
    assert (first.item(), second.item()) == (100_002, 2)


def test_gradients_flow_to_what_is_asked_for_and_through_it() -> None:
    x = Tensor(3.0)
    y = x * x
    output = y * y
    by_y, by_x = gradients_as_tensors(output, [y, x])
    assert (by_y.item(), by_x.item()) == (18, 108)


def test_what_does_not_feed_the_output_has_a_constant_gradient_of_zeros() -> None:
    x, stranger = Tensor(3.0), Tensor([1.0, 2.0])
    found = gradients_as_tensors(x * x, [stranger, x])
    assert found[0].data.tolist() == [0, 0]
    assert not found[0].requires_grad
    assert gradients_as_tensors(found[1] * 0 + 1, [stranger])[0].data.tolist() == [0, 0]


def test_the_upstream_gradient_may_be_a_tensor_and_is_differentiated_too() -> None:
    x, seed = Tensor([1.0, 2.0]), Tensor([3.0, 4.0])
    (first,) = gradients_as_tensors(x * x, [x], seed)
    assert first.data.tolist() == [6, 16]
    assert gradients_as_tensors(first, [seed])[0].data.tolist() == [2, 4]
    with pytest.raises(ProblemError):
        gradients_as_tensors(x * x, [x], [1.0, 2.0, 3.0])


def test_a_branch_that_is_not_taken_poisons_no_order() -> None:
    for x in (Tensor(0.0), Tensor([0.0, 1.0])):
        made = engine.where(x > 0, x * engine.log(x), 0.0).sum()
        (first,) = gradients_as_tensors(made, [x])
        (second,) = gradients_as_tensors(first, [x])
        assert np.allclose(first.data, np.where(np.greater(x.data, 0), 1.0, 0.0))
        assert np.allclose(second.data, np.where(np.greater(x.data, 0), 1.0, 0.0))


def test_a_graph_that_has_grown_beyond_the_limits_is_refused() -> None:
    x = Tensor(1.0)
    with pytest.raises(ProblemError) as error:
        gradients_as_tensors(x * x + x, [x], limits=Limits(nodes=2))
    assert error.value.problems[0].code is Code.TOO_MANY_NODES


def test_numpy_functions_take_tensors_where_an_operation_has_their_name() -> None:
    x = Tensor([[1.0, 2.0], [3.0, 4.0]])
    made = np.sum(np.exp(x) * np.array([1.0, 2.0]), axis=0) + np.float64(1.0)
    assert isinstance(made, Tensor)
    assert np.allclose(made.data, np.sum(np.exp(x.data) * np.array([1.0, 2.0]), axis=0) + 1)
    with pytest.raises(TypeError):
        np.add.reduce(x)
    with pytest.raises(TypeError):
        np.fft.fft(x)
