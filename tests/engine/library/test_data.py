"""Numbers that are given, taken out and changed: `.data`, `.grad`, and what a graph keeps of them."""

import copy
import math
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backpass import engine
from backpass.engine import CallError, Code, ProblemError, Tensor, backward, grad, no_grad

STARTS = [2.0, [2.0, -3.0], [[1.0, 2.0], [3.0, 4.0]]]
each_start = pytest.mark.parametrize("start", STARTS, ids=["scalar", "vector", "matrix"])


@pytest.mark.parametrize("data", [3, 3.0, [1, 2], [[1.0], [2.0]], np.arange(3), Tensor(7.0), Tensor([7.0, 8.0])])
def test_data_may_be_set_to_whatever_a_tensor_can_be_made_of(data: object) -> None:
    x = Tensor(2.0)
    x.data = data
    expected = np.asarray(data.tolist() if isinstance(data, Tensor) else data, dtype=float)
    assert np.array_equal((x * 2).data, 2 * expected)
    (x * x).sum().backward()
    assert np.array_equal(x.grad, 2 * expected)


def test_data_that_are_no_numbers_are_refused_and_leave_what_was() -> None:
    x = Tensor(2.0)
    for data in ("3", None, 1j, [[1], [2, 3]]):
        with pytest.raises(ProblemError) as error:
            x.data = data
        assert error.value.problems[0].code is Code.INVALID_INPUT
    assert x.data == 2


def test_complex_numbers_are_refused_by_name() -> None:
    for make in (lambda: Tensor(1j), lambda: Tensor([1, 2j]), lambda: Tensor(2.0) * 1j, lambda: np.array([1j]) + Tensor([2.0])):
        with pytest.raises(ProblemError, match="complex"):
            make()
    with pytest.raises(ProblemError, match="complex number"):
        complex(Tensor(2.0))


@each_start
def test_gradients_are_those_of_the_numbers_that_were_computed_with(start: object) -> None:
    """Changed data, in place or as a whole, of leaves and of results: scalars and arrays alike."""
    for change in (
        lambda tensor: setattr(tensor, "data", np.asarray(tensor.data) * 0 + 100.0),
        lambda tensor: tensor.data.__setitem__(..., 100.0) if tensor.shape else setattr(tensor, "data", 100.0),
        lambda tensor: tensor.data.fill_(100.0) if tensor.shape else setattr(tensor, "data", 100),
    ):
        x = Tensor(start)
        middle = x.exp()
        out = (middle * x).sum()
        change(x)
        change(middle)
        out.backward()
        at = np.asarray(start, dtype=float)
        assert np.allclose(x.grad, np.exp(at) * (1 + at), rtol=1e-14)
        (2 * x).sum().backward()
        assert np.allclose(x.grad, np.exp(at) * (1 + at) + 2, rtol=1e-14)


def test_an_array_that_somebody_has_changes_with_the_tensor_and_not_with_the_graph() -> None:
    x = Tensor([1.0, 2.0])
    held = x.data
    out = (x * x).sum()
    held[0] = 5
    assert x.data.tolist() == [5, 2]
    assert (x * 1).data.tolist() == [5, 2]
    out.backward()
    assert x.grad.tolist() == [2, 4]
    assert backward((x * x).sum()).of(x).tolist() == [10, 4]


def test_a_view_made_before_the_change_keeps_its_numbers() -> None:
    x = Tensor([[1.0, 2.0], [3.0, 4.0]])
    turned, flat = x.T, x.reshape(4)
    x.data[0, 1] = 100
    assert turned.data.tolist() == [[1, 3], [2, 4]]
    assert flat.data.tolist() == [1, 2, 3, 4]


@each_start
def test_training_steps_as_people_write_them(start: object) -> None:
    def steps(update: Callable[[Tensor], None]) -> Any:
        p = Tensor(start)
        for _ in range(3):
            p.grad = None
            ((p - 1) ** 2).sum().backward()
            update(p)
        return p.data

    def assigned(p: Tensor) -> None:
        p.data = p.data - 0.1 * p.grad

    def in_place(p: Tensor) -> None:
        p.data -= 0.1 * p.grad.data  # type: ignore[operator] # NumPy gives a number for a number

    def of_arrays(p: Tensor) -> None:
        p.data += -0.1 * p.grad

    def without_gradients(p: Tensor) -> None:
        with no_grad():
            p -= 0.1 * p.grad

    def by_method(p: Tensor) -> None:
        with no_grad():
            p.add_(p.grad, alpha=-0.1)

    expected = 1 + (np.asarray(start) - 1) * 0.8**3
    for update in (assigned, in_place, of_arrays, without_gradients, by_method):
        assert np.allclose(steps(update), expected, rtol=1e-13), update


def test_a_gradient_may_be_changed_in_place_and_belongs_to_one_tensor() -> None:
    a, b = Tensor([1.0, 2.0]), Tensor([3.0, 4.0])
    (a + b).sum().backward()
    a.grad += 1
    assert (a.grad.tolist(), b.grad.tolist()) == ([2, 2], [1, 1])
    a.grad *= 0.5
    a.grad[0] = 7
    assert a.grad.tolist() == [7, 1]
    np.clip(a.grad, -2, 2, out=a.grad)
    (a * 1).sum().backward()
    assert a.grad.tolist() == [3, 2]
    a.grad.zero_()
    assert a.grad.tolist() == [0, 0]
    x = Tensor(2.0)
    (x * x).backward()
    x.grad += 1
    assert x.grad == 5


def test_a_gradient_before_any_backward_pass_is_none_and_not_zero() -> None:
    x = Tensor(2.0)
    assert x.grad is None
    with pytest.raises(TypeError):
        f"{x.grad:.4f}"


def test_numbers_of_scalars_answer_like_those_of_tensors() -> None:
    x = Tensor(2.0)
    y = x * x
    y.backward()
    for value, number in ((y.data, 4.0), (x.grad, 4.0), (y.data.data, 4.0), (y.detach().data, 4.0)):
        assert value == value.item() == float(value.numpy()) == number
        assert (value.shape, value.ndim, value.tolist()) == ((), 0, number)
        assert repr(value) == repr(number)
        assert f"{value:.2f}" == f"{number:.2f}"
        assert type(value + 1) is float
        assert type(pickle.loads(pickle.dumps(value))) is type(value)


def test_formats_and_conversions() -> None:
    x = Tensor(2.71828)
    assert f"{x:.2f} {x:8.1e} {x}" == f"2.72  2.7e+00 {x}"
    assert (int(x), round(x, 2), bool(x), x.tolist(), x.item()) == (2, 2.72, True, 2.71828, 2.71828)
    assert (math.floor(x), math.ceil(x), math.trunc(x)) == (2, 3, 2)
    assert ("%.2f" % x, "%d %.1f" % (x, x)) == ("2.72", "2 2.7")  # noqa: UP031
    assert [each.data for each in divmod(Tensor(7.0), 2)] == [3, 1]
    assert [each.data for each in divmod(7, Tensor(2.0))] == [3, 1]
    v = Tensor([[1.0, 2.0, 3.0]])
    assert (v.ndim, v.dim(), v.size, v.size(), v.size(1), v.numel(), len(v)) == (2, 2, 3, (1, 3), 3, 3, 1)
    assert v.dtype == np.float64
    assert v.tolist() == [[1, 2, 3]]
    assert round(v / 3, 1).tolist() == [[0.3, 0.7, 1.0]]
    assert (2.0 in v, 5.0 in v) == (True, False)
    with pytest.raises(TypeError):
        f"{v:.2f}"
    with pytest.raises(ValueError, match="size 1"):
        v.item()


LEAVING = [float, math.tanh, lambda x: math.pow(x, 2), lambda x: math.fsum([x, x]), lambda x: [*map(float, [x])]]


@pytest.mark.parametrize("leaving", LEAVING)
def test_a_tensor_becomes_a_number_of_python_only_where_no_gradient_is_lost(leaving: Callable[[Tensor], object]) -> None:
    x = Tensor(0.5)
    for tensor in (x, x * 2):
        with pytest.raises(CallError, match="silently stop") as refused:
            leaving(tensor)
        assert "`x.item()`" in refused.value.problems[0].hint
    expected = leaving(x.detach())
    with no_grad():
        assert leaving(x) == expected


def constant(data: object) -> Tensor:
    return Tensor(data, requires_grad=False)


def test_arrays_of_tensors_are_arrays_of_floats_and_copies() -> None:
    for made in (np.asarray(constant([1, 2])), np.array(constant([1, 2])), Tensor([1.0, 2.0]).numpy()):
        assert made.dtype == np.float64
        assert type(made) is np.ndarray
    x = constant([1.0, 2.0])
    np.asarray(x)[0] = 9
    assert x.data.tolist() == [1, 2]
    assert np.asarray(constant(2.0)).shape == ()
    assert np.asarray([constant(1.0), constant(2.0)]).dtype == np.float64
    assert np.allclose(Tensor([1.0, 2.0]), [1, 2])
    with pytest.raises(ValueError, match="copied"):
        np.asarray(x, copy=False)


def test_numpy_does_not_end_a_gradient_in_silence() -> None:
    x = Tensor(2.0)
    for use in (lambda: np.asarray(x), lambda: np.sum([x, x * 2]), lambda: np.mean([[x]]), lambda: np.array([x]) * 2):
        with pytest.raises(CallError, match="gradient"):
            use()


def test_a_tensor_of_results_is_refused_instead_of_cut_off() -> None:
    x = Tensor(2.0)
    for data in ([x, x * 2], [[x * 2]], x * 2, [1.0, x]):
        with pytest.raises(ProblemError, match="leaf"):
            Tensor(data)
    out = engine.sum([x, 3 * x])
    out.backward()
    assert x.grad == 4


def test_comparisons_are_element_by_element_and_hashes_those_of_objects() -> None:
    x = Tensor([1.0, 2.0, 3.0])
    assert (x == 2).tolist() == (x == [0, 2, 0]).tolist() == [0, 1, 0]
    assert (x != 2).tolist() == [1, 0, 1]
    assert (x == None) is False  # noqa: E711
    assert (x == "a") is False
    assert {x: 1}[x] == 1
    assert len({Tensor(1.0), Tensor(1.0)}) == 2
    assert not Tensor(math.nan) == Tensor(math.nan)  # noqa: SIM201
    assert (x == x).sum().item() == 3


def test_masks_choose_and_numbers_that_are_no_indices_are_refused() -> None:
    x = Tensor([3.0, -1.0, 2.0])
    chosen = x[x > 0]
    chosen.sum().backward()
    assert (chosen.tolist(), x.grad.tolist()) == ([3, 2], [1, 0, 1])
    assert x[Tensor([2.0, 0.0])].tolist() == [2, 3]
    with pytest.raises(ProblemError, match="index"):
        x[Tensor([0.5, 1.0])]
    with pytest.raises(ProblemError, match="index"):
        x[1.5]


@each_start
def test_leaves_are_copied_and_saved_and_results_are_not(start: object) -> None:
    x = Tensor(start, label="x")
    (x * x).sum().backward()
    for made in (copy.deepcopy(x), copy.copy(x), pickle.loads(pickle.dumps(x)), copy.deepcopy([x])[0]):
        assert (made.label, made.requires_grad, made.is_leaf) == ("x", True, True)
        assert np.array_equal(made.data, x.data)
        assert np.array_equal(made.grad, x.grad)
        made.data = made.data + 1
        assert not np.array_equal(made.data, x.data)
    for copied in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(ProblemError, match="graph"):
            copied(x * x)
    assert np.array_equal(copy.deepcopy((x * x).detach()).data, (x * x).data)


@pytest.mark.parametrize("wrong", ["x", 2, 0.5, object()])
def test_a_second_argument_that_is_no_truth_value_is_refused(wrong: object) -> None:
    with pytest.raises(ProblemError, match="requires_grad"):
        Tensor(2.0, wrong)


@given(st.lists(st.floats(-3, 3), min_size=1, max_size=4), st.lists(st.floats(-3, 3), min_size=1, max_size=4))
def test_changing_data_never_changes_a_gradient(first: list[float], other: list[float]) -> None:
    for start, later in ((first, other), (first[0], other[0])):
        x, same = Tensor(start), Tensor(start)
        out = (x.sin() * x + x.tanh() ** 2).sum()
        expected = (same.sin() * same + same.tanh() ** 2).sum()
        x.data = later
        (found,) = grad(out, x)
        (wanted,) = grad(expected, same)
        assert np.array_equal(found.data, wanted.data)
