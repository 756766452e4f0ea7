"""Gradients asked for as in PyTorch, JAX and HIPS autograd; gradients of gradients; hooks."""

import gc
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from backpass import engine
from backpass.engine import ProblemError, Tensor, elementwise_grad, grad, hessian, jacrev, value_and_grad

torch = pytest.importorskip("torch")

POINTS = [0.0, 1.0, -1.0, 2.0, 0.3]


def test_gradients_of_gradients_of_a_power_at_plain_points() -> None:
    expected = [lambda x: 4 * x**3, lambda x: 12 * x**2, lambda x: 24 * x, lambda _: 24.0]
    for point in POINTS:
        function = lambda x: x * x * x * x  # noqa: E731
        for order in range(4):
            function = grad(function)
            assert function(point) == pytest.approx(expected[order](point), abs=1e-12)


def test_a_tensor_from_outside_is_not_differentiated_by_an_inner_gradient() -> None:
    """The confusion of perturbations: the derivatives of x · d(x·y)/dy by x, and where y is x itself."""
    assert grad(lambda x: x * grad(lambda y: x * y)(2.0))(3.0) == 6
    assert grad(lambda x: x * grad(lambda y: x + y)(x))(3.0) == 1
    assert grad(lambda x: x * grad(lambda y: x * y * y)(x))(3.0) == pytest.approx(6 * 9)


def test_numbers_come_out_where_numbers_go_in_and_tensors_where_tensors_do() -> None:
    assert type(grad(lambda x: x * x)(3.0)) is float
    assert type(grad(lambda x: (x * x).sum())(np.array([1.0, 2.0]))) is np.ndarray
    x = Tensor(3.0)
    found = grad(lambda y: y * y)(x)
    assert isinstance(found, Tensor)
    found.backward()
    assert x.grad == 2
    assert grad(lambda x: 1.0)(2.0) == 0  # noqa: ARG005
    assert grad(lambda x: x)(2.0) == 1
    assert grad(grad(lambda x: x))(2.0) == 0


def test_arguments_are_chosen_by_place() -> None:
    function = lambda x, y: x * x * y  # noqa: E731
    assert grad(function, 1)(3.0, 2.0) == 9
    assert grad(function, argnums=(0, 1))(3.0, 2.0) == (12, 9)
    assert value_and_grad(function)(3.0, 2.0) == (18, 12)
    assert grad(lambda x: (x * x, "more"), has_aux=True)(3.0) == (6, "more")
    with pytest.raises(TypeError, match="argument 2"):
        grad(function, 2)(3.0, 2.0)


def test_functions_of_arrays_agree_with_pytorch() -> None:
    start = np.array([0.5, -1.5, 2.0])
    theirs = torch.tensor(start)
    assert np.allclose(elementwise_grad(lambda x: x.tanh())(start), 1 - np.tanh(start) ** 2)
    assert np.allclose(
        jacrev(lambda x: x.softmax(0))(start), torch.autograd.functional.jacobian(lambda x: x.softmax(0), theirs), rtol=1e-12
    )
    assert np.allclose(
        hessian(lambda x: (x.sin() * x[0]).sum())(start),
        torch.autograd.functional.hessian(lambda x: (x.sin() * x[0]).sum(), theirs),
        rtol=1e-12,
    )
    with pytest.raises(ProblemError, match="one number"):
        grad(lambda x: x * x)(start)


def test_the_gradient_of_tensors_is_pytorchs() -> None:
    for library, tensor in ((engine, Tensor), (torch.autograd, lambda data: torch.tensor(data, requires_grad=True))):
        x, w, other = tensor([1.0, 2.0]), tensor([3.0, -1.0]), tensor([1.0, 1.0])
        y = (x * x * w).sum()
        (first,) = library.grad(y, x, create_graph=True)
        assert first.tolist() == [6, -4]
        (second,) = library.grad(first.sum(), w, retain_graph=True)
        assert second.tolist() == [2, 4]
        (weighted,) = library.grad(x * w, [x], grad_outputs=tensor([10.0, 100.0]))
        assert weighted.tolist() == [30, -100]
        assert library.grad(y, [x, other], allow_unused=True)[1] is None
        for wrong in (lambda: library.grad(y, [x, other]), lambda: library.grad(x * w, x)):  # noqa: B023
            with pytest.raises(RuntimeError):
                wrong()


@pytest.mark.filterwarnings("ignore:Using backward")
def test_backward_takes_what_pytorchs_takes() -> None:
    found: list[Any] = []
    kinds: tuple[Callable[..., Any], ...] = (Tensor, lambda data: torch.tensor(data, requires_grad=True))
    for tensor in kinds:
        x, w = tensor([1.0, 2.0]), tensor([3.0, -1.0])
        y = x * x * w
        y.backward(gradient=tensor([10.0, 100.0]), retain_graph=True)
        y.sum().backward(inputs=[x])
        found.append((x.grad.tolist(), w.grad.tolist()))
        z = (x * x * x).sum()
        x.grad = None
        z.backward(create_graph=True)
        (x.grad * w).sum().backward()
        found[-1] += (x.grad.tolist(), w.grad.tolist())
    gc.collect()  # PyTorch warns of the cycle that create_graph makes
    assert found[0] == found[1]


def test_hooks_see_and_change_gradients_as_in_pytorch() -> None:
    found: list[Any] = []
    both: tuple[Any, Any] = (Tensor, lambda data: torch.tensor(data, requires_grad=True))
    for tensor in both:
        seen: list[object] = []
        x = tensor([1.0, 2.0])
        y = x * 3
        first = y.register_hook(lambda gradient: gradient * 10)
        y.register_hook(lambda gradient, seen=seen: seen.append(gradient.tolist()))
        x.register_hook(lambda gradient, seen=seen: seen.append(gradient.tolist()))
        x.register_hook(lambda gradient: gradient + 1)
        (y * y).sum().backward()
        first.remove()
        first.remove()
        (x * 3).sum().backward()
        found.append((seen, x.grad.tolist()))
    assert found[0] == found[1]
    x = Tensor(2.0)
    y = x * 3
    y.register_hook(lambda gradient: gradient * 10)
    (first_order,) = grad(y * y, x, create_graph=True)
    assert first_order.item() == 360
    assert grad(first_order, x)[0].item() == 180 * 10


def test_hooks_that_cannot_be_are_refused() -> None:
    with pytest.raises(RuntimeError, match="gradient"):
        Tensor(2.0, requires_grad=False).register_hook(print)
    with pytest.raises(TypeError, match="called"):
        Tensor(2.0).register_hook(3)  # type: ignore[arg-type]
    x = Tensor([1.0, 2.0])
    x.register_hook(lambda gradient: gradient.sum())
    with pytest.raises(ProblemError, match="hook"):
        (x * 2).sum().backward()


def test_the_graph_can_be_walked_from_operation_to_operation() -> None:
    x, c = Tensor(2.0), Tensor(5.0, requires_grad=False)
    y = (x * c).tanh()
    node = y.grad_fn
    assert (node.name, node.name(), repr(node)) == ("tanh", "tanh", "<tanh>")
    ((before, place),) = node.next_functions
    assert (before.name, place) == ("multiply", 0)
    assert before.parents == (x, c)
    leaf, nothing = before.next_functions
    assert (leaf[0].name, leaf[0].variable is x, nothing[0]) == ("AccumulateGrad", True, None)
    assert (x.grad_fn, x.is_leaf, y.is_leaf, c.is_leaf) == (None, True, False, True)
    assert node(1.0) == (pytest.approx(1 - math.tanh(10) ** 2),)
    assert before.backward(3.0) == (15, None)
    assert y.grad_fn == node
    y.retain_grad()
    with pytest.raises(RuntimeError):
        c.retain_grad()


def test_whether_a_gradient_is_needed_can_be_said_of_leaves() -> None:
    x = Tensor([1.0, 2.0], requires_grad=False).requires_grad_()
    (x * x).sum().backward()
    assert x.grad.tolist() == [2, 4]
    assert not x.requires_grad_(False).requires_grad
    with pytest.raises(RuntimeError, match="leaves"):
        (Tensor(1.0) * 2).requires_grad_(False)
    result = (x * 2).requires_grad_()
    assert (result.is_leaf, result.requires_grad) == (True, True)
