"""The library as people use it, and gradients against numerical ones for random programs."""

import math
import random
import warnings
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backpass import engine
from backpass.engine import OPERATIONS, Code, ProblemError, Tensor, Trace, backward, check_trace
from backpass.engine.graph.tensor import FUNCTIONS, apply
from backpass.engine.operations import Family
from tests.engine.operations.derivative_checks import richardson

SMOOTH = [
    record
    for record in OPERATIONS.values()
    if record.elementwise and record.kink is None and record.domain is None and not record.stops_gradient
]


def test_numbers_may_stand_on_either_side_of_an_operator() -> None:
    x = Tensor(3.0)
    assert [(5 + x).data, (x + 5).data, (5 - x).data, (x - 5).data, (2 * x).data, (6 / x).data, (2**x).data] == [
        8,
        8,
        2,
        -2,
        6,
        2,
        8,
    ]
    assert (-x).data == -3
    assert abs(-x).data == 3
    assert (+x) is x


def test_backward_accumulates_until_the_gradients_are_zeroed() -> None:
    a = Tensor(3.0)
    out = a * a + a
    out.backward()
    assert a.grad == 7
    out.backward()
    assert a.grad == 14
    out.zero_grad()
    assert a.grad is None


def test_a_tensor_without_requires_grad_gets_no_gradient_and_passes_none_on() -> None:
    x, c = Tensor(2.0), Tensor(5.0, requires_grad=False)
    product = x * c
    product.backward()
    assert (x.grad, c.grad) == (5, None)
    assert not (c * c).requires_grad
    assert (c * c).grad_fn is None
    constant = c * c
    constant.backward()
    assert constant.grad is None


def test_grad_fn_names_the_operation() -> None:
    assert (Tensor(1.0) * 2).grad_fn.operation is OPERATIONS["multiply"]
    assert Tensor(1.0).grad_fn is None


def test_the_repr_tells_data_gradient_label_and_operation() -> None:
    a = Tensor(2.0, label="a")
    b = a * 3
    b.backward()
    assert repr(a) == "Tensor(2.0, grad=3.0, label='a')"
    assert repr(b) == "Tensor(6.0, grad=1.0, grad_fn=multiply)"
    assert repr(Tensor(0.5, requires_grad=False)) == "Tensor(0.5, requires_grad=False)"
    assert repr(Tensor(math.nan)) == "Tensor(nan)"
    assert repr(Tensor([1, 2, 3]) + 1) == "Tensor([2., 3., 4.], grad_fn=add)"


def test_operations_are_methods_and_functions_of_the_module() -> None:
    assert Tensor(0.5).tanh().data == engine.tanh(Tensor(0.5)).data == engine.tanh(0.5).data == math.tanh(0.5)
    with pytest.raises(AttributeError):
        engine.nothing  # noqa: B018


def test_a_float_comes_back_out() -> None:
    assert float(Tensor(2.5, requires_grad=False)) == Tensor(2.5).item() == 2.5
    assert Tensor([[4.0]]).item() == 4.0
    assert Tensor([1, 2]).detach().requires_grad is False


def test_a_gradient_may_be_set_and_cleared_by_hand() -> None:
    x = Tensor(1.0)
    x.grad = 2
    assert x.grad == 2.0
    x.grad = None
    assert x.grad is None


def test_data_that_are_no_numbers_are_refused() -> None:
    for data in ("2", None, [[1], [2, 3]], 1j):
        with pytest.raises(ProblemError) as error:
            Tensor(data)
        assert error.value.problems[0].code is Code.INVALID_INPUT


def test_shapes_that_do_not_fit_are_refused_by_name() -> None:
    with pytest.raises(ProblemError, match=r"add cannot combine the shapes \(3,\) and \(2,\)"):
        Tensor([1, 2, 3]) + Tensor([1, 2])
    with pytest.raises(ProblemError, match="upstream"):
        Tensor([1, 2, 3]).backward([1, 2])


def test_the_wrong_number_of_inputs_is_refused() -> None:
    with pytest.raises(ProblemError, match="takes 1 argument"):
        apply(OPERATIONS["tanh"], Tensor(1.0), Tensor(2.0))


def test_numpy_arrays_on_the_left_do_not_take_tensors_apart() -> None:
    out = np.array([1.0, 2.0]) * Tensor([3.0, 4.0])
    assert isinstance(out, Tensor)
    assert out.data.tolist() == [3, 8]


def test_a_blocked_branch_sends_nothing_even_when_an_infinity_arrives() -> None:
    x = Tensor(-1.0)
    (engine.sqrt(x.relu()) + 2 * x).backward()
    assert x.grad == 2
    y = Tensor([-1.0, 4.0])
    (engine.sqrt(y.relu()) + 2 * y).backward()
    assert y.grad.tolist() == [2, 2.25]


def test_a_chain_of_a_hundred_thousand_operations_goes_forward_and_backward() -> None:
    x = Tensor(1.0)
    out = x
    for _ in range(100_000):
        out = out + x
    out.backward()
    assert (out.data, x.grad) == (100_001, 100_001)


def test_a_pass_that_fails_leaves_no_trace_in_the_tensors() -> None:
    x = Tensor([1.0, 2.0])
    out = x * x
    with pytest.raises(ProblemError):
        backward(out, [1, 2, 3])
    assert backward(out).of(x).tolist() == [2, 4]


def test_a_stranger_has_no_gradient() -> None:
    with pytest.raises(KeyError):
        backward(Tensor(1.0) * 2).of(Tensor(3.0))


def test_a_notebook_shows_a_drawing() -> None:
    a = Tensor(2.0, label="<a>")
    out = a * a + 1
    out.backward()
    drawing = out._repr_svg_()
    assert drawing.startswith("<svg")
    assert "&lt;a&gt;" in drawing
    assert drawing.count('class="wire"') == 4
    long = a
    for _ in range(400):
        long = long + 1
    assert "too large" in long._repr_svg_()


def test_an_unsound_trace_is_told_from_a_sound_one() -> None:
    x = Tensor(2.0)
    y = x * x
    stranger = Tensor(1.0)
    check_trace(Trace.of(y))
    for tensors in ([y, x], [y], [x, stranger, y], [x, x, y]):
        with pytest.raises(ValueError, match=r"node \d"):
            check_trace(Trace(tensors))


def random_graph(choose: random.Random, leaves: list[Tensor], count: int) -> Tensor:
    """A graph over the registry's smooth operations, with shared nodes."""
    pool = list(leaves)
    for _ in range(count):
        record = choose.choice(SMOOTH)
        inputs = [choose.choice(pool) for _ in range(record.arity)]
        made = FUNCTIONS[record.name](*inputs)
        if math.isfinite(made.item()) and abs(made.item()) < 50:
            pool.append(made)
    return pool[-1]


@given(st.integers(0, 10**9))
@settings(max_examples=60, deadline=None)
def test_random_programs_have_the_gradients_that_finite_differences_find(seed: int) -> None:
    point = [random.Random(seed).uniform(-1, 1) for _ in range(3)]

    def value(*numbers: float) -> float:
        return random_graph(random.Random(seed), [Tensor(number) for number in numbers], 12).item()

    leaves = [Tensor(number) for number in point]
    random_graph(random.Random(seed), leaves, 12).backward()
    for slot, leaf in enumerate(leaves):
        expected = richardson(value, point, slot, step=1e-3)
        assert (leaf.grad or 0.0) == pytest.approx(expected, rel=1e-5, abs=1e-5)


@given(st.integers(0, 10**9))
@settings(max_examples=40, deadline=None)
def test_contributions_into_each_node_add_up_to_its_gradient(seed: int) -> None:
    leaves = [Tensor(np.random.default_rng(seed).uniform(-1, 1, size=shape)) for shape in ((3,), (2, 1), ())]
    pool = list(leaves)
    choose = random.Random(seed)
    for _ in range(10):
        record = choose.choice([OPERATIONS["add"], OPERATIONS["multiply"], OPERATIONS["tanh"], OPERATIONS["maximum"]])
        pool.append(FUNCTIONS[record.name](*(choose.choice(pool) for _ in range(record.arity))))
    gradients = backward(pool[-1])
    sums: dict[Tensor, Any] = {pool[-1]: np.ones(pool[-1].shape)}
    for each in gradients.contributions():
        assert np.shape(each.sent) == each.input.shape
        sums[each.input] = sums.get(each.input, 0.0) + each.sent
    for tensor, gradient in zip(gradients.tensors, gradients.values, strict=True):
        assert np.allclose(sums[tensor], gradient)


def test_torch_agrees_where_it_is_installed() -> None:
    torch = pytest.importorskip("torch")
    missing = set()
    elsewhere = {
        Family.COMPARISON: "tested one by one",
        Family.LOSS: "PyTorch takes a mean at once",
        "floor_divide": "PyTorch has no derivative for it",
        "digamma": "PyTorch's derivative has ten digits",
    }
    for record in (each for each in OPERATIONS.values() if each.elementwise):
        if record.family in elsewhere or record.name in elsewhere:
            continue
        name = {"modulo": "remainder", "power": "pow", "negate": "neg"}.get(record.name, record.name)
        function = getattr(torch, name, None) or getattr(torch.special, name, None) or getattr(torch.nn.functional, name, None)
        if record.name == "gelu_tanh":
            function = partial(torch.nn.functional.gelu, approximate="tanh")
        if function is None:
            missing.add(name)
            continue
        point = [sum(pair) / 2 for pair in record.samples]
        theirs = [torch.tensor(value, dtype=torch.float64, requires_grad=True) for value in point]
        function(*theirs).backward()
        ours = [Tensor(value) for value in point]
        FUNCTIONS[record.name](*ours).backward()
        for mine, other in zip(ours, theirs, strict=True):
            assert mine.grad == pytest.approx(float(other.grad), rel=1e-12)
    assert missing == {"cbrt", "trigamma", "log_sigmoid"}


def test_infinities_of_both_signs_that_meet_are_nan_and_no_accident() -> None:
    x = Tensor([0.0, 1.0])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = backward((1 / x - 1 / x).sum())
        sent = [each.sent for each in found.contributions()]
    assert np.isnan(np.asarray(found.of(x))[0])
    assert sent
