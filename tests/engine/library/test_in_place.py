"""Changing tensors in place, held against PyTorch."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from backpass import engine
from backpass.engine import (
    OPERATIONS,
    InPlaceError,
    ProblemError,
    Tensor,
    enable_grad,
    is_grad_enabled,
    no_grad,
    set_grad_enabled,
)
from backpass.engine.graph.trace import Trace, check_trace

torch = pytest.importorskip("torch")

START = [[1.0, -2.0, 3.0], [4.0, 0.5, -6.0]]

KEYS = [0, -1, (0, 1), (slice(None), 1), (slice(0, 1), slice(None, 2)), ..., (..., 0), [1, 0], ([0, 1], [2, 0])]


def both(change: object) -> list[np.ndarray]:
    """Value and gradient of a program for us and for PyTorch: `change(y, x)` changes y = 3x in place."""
    ours, theirs = Tensor(START), torch.tensor(START, dtype=torch.float64, requires_grad=True)
    answers = []
    for x in (ours, theirs):
        y = x * 3
        before = (y * 2).sum()
        change(y, x)  # type: ignore[operator]
        out = (y * y * y).sum() + (y * x).sum()
        (out + before).backward()
        answers += [np.asarray(y.tolist()), np.asarray(x.grad.tolist())]
    return answers


def same(change: object) -> None:
    value, gradient, their_value, their_gradient = both(change)
    assert np.allclose(value, their_value, rtol=1e-13)
    assert np.allclose(gradient, their_gradient, rtol=1e-12)


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_assigned_elements_lose_their_gradient_and_tensors_that_are_assigned_get_it(key: object) -> None:
    def number(y: object, _: object) -> None:
        y[key] = 5.0  # type: ignore[index]

    def tensor(y: object, x: object) -> None:
        y[key] = (x * 2)[key]  # type: ignore[index, operator]

    def broadcast(y: object, x: object) -> None:
        y[key] = x[0, 0] ** 2  # type: ignore[index]

    for change in (number, tensor, broadcast):
        same(change)


def test_masked_elements_are_assigned() -> None:
    def change(y: object, _: object) -> None:
        y[y > 2] = 0.5  # type: ignore[index, operator]

    same(change)


def test_of_an_element_that_is_named_twice_the_last_counts() -> None:
    x = Tensor([2.0, 3.0])
    y = x * 1
    y[[0, 0]] = x * 10
    y.sum().backward()
    assert (y.tolist(), x.grad.tolist()) == ([30, 3], [0, 11])


METHODS = {
    "add_": (1.5,),
    "sub_": (0.5,),
    "mul_": (-2.0,),
    "div_": (4.0,),
    "neg_": (),
    "exp_": (),
    "sin_": (),
    "tanh_": (),
    "sigmoid_": (),
    "relu_": (),
    "square_": (),
    "pow_": (3,),
    "zero_": (),
    "fill_": (2.5,),
}


@pytest.mark.parametrize("name", METHODS)
def test_methods_that_end_with_an_underscore_change_the_tensor(name: str) -> None:
    def change(y: object, _: object) -> None:
        assert getattr(y, name)(*METHODS[name]) is y

    # PyTorch refuses what would need the number that was overwritten; so its `before` must not need it.
    ours, theirs = Tensor(START), torch.tensor(START, dtype=torch.float64, requires_grad=True)
    found = []
    for x in (ours, theirs):
        y = x * 3
        change(y, x)
        (y * x).sum().backward()
        found += [np.asarray(y.tolist()), np.asarray(x.grad.tolist())]
    assert np.allclose(found[0], found[2], rtol=1e-13)
    assert np.allclose(found[1], found[3], rtol=1e-12)


def test_scaled_sums_clamps_and_copies_are_pytorchs() -> None:
    def change(y: object, x: object) -> None:
        y.add_(x, alpha=2.0).sub_(x * x, alpha=0.5).clamp_(min=-3.0).clamp_(max=4.0)  # type: ignore[attr-defined, operator]
        y[0, 1:] = 0.0  # type: ignore[index]

    same(change)

    def copy(y: object, x: object) -> None:
        y.copy_(x[0])  # type: ignore[attr-defined, index]

    same(copy)


def test_what_used_the_tensor_before_keeps_what_it_used() -> None:
    x = Tensor(4.0)
    y = x * 1
    before = y * 2
    y.add_(3)
    (before + y * y).backward()
    assert before.data == 8
    assert x.grad == 2 + 2 * 7
    check_trace(Trace.of(before + y * y))


@pytest.mark.parametrize(
    ("change", "slope"),
    [
        (lambda y: y.mul_(y), lambda x: 2 * x),
        (lambda y: y.mul_(y).mul_(y), lambda x: 4 * x**3),
        (lambda y: y.add_(y, alpha=3.0), lambda x: 4 + 0 * x),
        (lambda y: y.div_(y * y), lambda x: -1 / x**2),
        (lambda y: y.pow_(y), lambda x: x**x * (np.log(x) + 1)),
        (lambda y: y.copy_(y * y), lambda x: 2 * x),
        (lambda y: y.addcmul_(y, y), lambda x: 1 + 2 * x),
    ],
)
@pytest.mark.parametrize("start", [1.5, [1.5, 2.0]])
def test_a_tensor_is_changed_by_what_it_was_itself(change: object, slope: object, start: object) -> None:
    """PyTorch refuses most of these at `backward()`, since it has kept the numbers that were overwritten; here they are kept."""
    x = Tensor(start)
    y = x * 1
    change(y)  # type: ignore[operator]
    y.sum().backward()
    assert np.allclose(x.grad, slope(np.array(start)), rtol=1e-12)  # type: ignore[operator]


def test_many_versions_are_told_apart() -> None:
    x = Tensor(2.0)
    y = x * 1
    total = y * 1
    expected = 2.0
    for step in range(1, 5):
        y.mul_(step)
        total = total + y * y
        expected += (2.0 * np.prod(np.arange(1, step + 1))) ** 2
    total.backward()
    assert total.data == expected
    slopes = [float(np.prod(np.arange(1, step + 1))) for step in range(1, 5)]
    assert x.grad == 1 + sum(2 * (2 * slope) * slope for slope in slopes)


def test_a_leaf_that_needs_a_gradient_is_refused_by_name() -> None:
    x = Tensor([1.0, 2.0], label="x")
    for change in (lambda: x.add_(1), lambda: x.__setitem__(0, 5), x.zero_, lambda: x.copy_([1, 2]), x.exp_):
        with pytest.raises(InPlaceError, match="leaf") as error:
            change()
        assert "no_grad" in error.value.problems[0].hint
        assert isinstance(error.value, RuntimeError)  # as PyTorch's
        assert isinstance(error.value, TypeError)  # as that of HIPS autograd
    assert x.data.tolist() == [1, 2]


def test_a_leaf_without_a_gradient_becomes_a_result() -> None:
    x, w = Tensor([1.0, 2.0], requires_grad=False), Tensor(3.0)
    x[0] = w * 2
    assert (x.requires_grad, x.is_leaf, x.tolist()) == (True, False, [6, 2])
    (x * x).sum().backward()
    assert w.grad == 24


def test_parts_are_refused_since_elsewhere_the_whole_would_change() -> None:
    x = Tensor(START) * 1
    for part in (x[0], x.T, x.reshape(-1), x.flatten(), x.squeeze(), x[None]):
        with pytest.raises(InPlaceError, match="view"):
            part.add_(1)
    x[0] += 1
    assert x.tolist()[0] == [2, -1, 4]


def test_changes_that_do_not_fit_are_refused_and_change_nothing() -> None:
    x = Tensor([1.0, 2.0]) * 1
    with pytest.raises(ProblemError, match="shape"):
        x.add_(Tensor([[1.0], [2.0]]))
    with pytest.raises(ProblemError, match="shape"):
        x[0] = [1.0, 2.0]
    with pytest.raises(ProblemError, match="out of bounds"):
        x[5] = 1.0
    assert x.tolist() == [1, 2]


def test_augmented_assignment_gives_the_name_a_new_tensor_while_recording() -> None:
    total = before = Tensor(0.0)
    x = Tensor(3.0)
    total += x * x
    assert (before.data, total.data) == (0, 9)
    total.backward()
    assert (before.grad, x.grad) == (1, 6)


def test_without_recording_a_tensor_is_changed_itself() -> None:
    p = Tensor([1.0, 2.0])
    held, alias = p.data, p
    with no_grad():
        p -= 1
        p *= 2
        p[1] = 7
        p.add_([1.0, 1.0], alpha=0.5)
    assert alias is p
    assert held.tolist() == p.tolist() == [0.5, 7.5]
    assert p.requires_grad
    assert p.is_leaf


def test_results_are_constants_where_nothing_is_recorded() -> None:
    x = Tensor([1.0, 2.0])
    with no_grad():
        y = (x * 2).sum() + engine.tanh(x).sum() + Tensor(3.0, requires_grad=False)
        assert not is_grad_enabled()
        with enable_grad():
            z = x * 2
        made = Tensor(2.0)
    assert (y.requires_grad, y.is_leaf, y.grad_fn, y.parents) == (False, True, None, ())
    assert (z.requires_grad, made.requires_grad) == (True, True)
    assert (x * 2).requires_grad

    @no_grad()  # type: ignore[untyped-decorator] # also a context manager
    def function(v: Tensor) -> Tensor:
        return v * 2

    @no_grad
    def other(v: Tensor) -> Tensor:
        return v * 2

    assert not function(x).requires_grad
    assert not other(x).requires_grad
    with set_grad_enabled(False):
        assert not (x * 2).requires_grad
    assert (x * 2).requires_grad
    set_grad_enabled(False)
    assert not (x * 2).requires_grad
    set_grad_enabled(True)
    assert (x * 2).requires_grad
    with no_grad(), pytest.raises(ZeroDivisionError):
        1 / 0  # noqa: B018
    assert is_grad_enabled()


def test_another_thread_goes_on_recording() -> None:
    from concurrent.futures import ThreadPoolExecutor

    x = Tensor(2.0)
    with no_grad(), ThreadPoolExecutor(1) as pool:
        assert pool.submit(lambda: (x * x).requires_grad).result()
        assert not (x * x).requires_grad


def test_every_elementwise_operation_has_its_method_in_place() -> None:
    used = 0
    for record in OPERATIONS.values():
        if not record.elementwise or record.name == "detach":
            continue
        point = [sum(pair) / 2 for pair in record.samples]
        x = Tensor(point[0])
        y = x * 1
        expected = getattr(engine, record.name)(x * 1, *point[1:])
        assert getattr(y, f"{record.name}_")(*point[1:]) is y
        (mine,), (other,) = engine.grad(y, x, allow_unused=True), engine.grad(expected, x, allow_unused=True)
        assert (y.item(), mine is None, mine) == (expected.item(), other is None, other), record
        used += 1
    assert used > 60


@given(st.lists(st.tuples(st.sampled_from(["add_", "mul_", "tanh_", "set", "use", "no_grad"]), st.floats(-2, 2)), max_size=8))
def test_random_sequences_of_changes_agree_with_a_program_without_them(steps: list[tuple[str, float]]) -> None:
    assume(any(name != "use" for name, _ in steps))
    x, plain = Tensor([0.5, -1.5]), Tensor([0.5, -1.5])
    y, z = x * 1, plain * 1
    total, other = y.sum(), z.sum()
    for name, value in steps:
        if name == "add_":
            y.add_(value)
            z = z + value
        elif name == "mul_":
            y.mul_(x)
            z = z * plain
        elif name == "tanh_":
            y.tanh_()
            z = z.tanh()
        elif name == "set":
            y[0] = value
            z = engine.where([1.0, 0.0], value, z)
        elif name == "no_grad":
            with no_grad():
                total, other = total + 0.0, other + 0.0
            total, other = y.sum(), z.sum()
        else:
            total, other = total + (y * y).sum(), other + (z * z).sum()
    total.backward()
    other.backward()
    assert total.data == other.data
    assert np.array_equal(x.grad, plain.grad)
