"""Comparisons, choices, remainders and held-back gradients: as Python, NumPy and PyTorch have them."""

import operator

import numpy as np
import pytest

from backpass import engine
from backpass.engine import OPERATIONS, Code, ProblemError, Tensor, backward
from backpass.engine.autodiff.check.gradient_check import Verdict, check_gradients
from backpass.engine.explain.explain import explanation_json
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.operations import Family
from backpass.engine.serialization.graph_json import gradient_json

SYMBOLS = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    "%": operator.mod,
    "//": operator.floordiv,
}
NUMBERS = [-3.5, -2.0, 0.0, 0.25, 2.0, 7.75]


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_programs_compute_what_python_computes(symbol: str) -> None:
    for left in NUMBERS:
        for right in NUMBERS:
            if right or symbol not in {"%", "//"}:
                assert run(parse(f"a {symbol} b"), {"a": left, "b": right}).output.data == float(SYMBOLS[symbol](left, right))


@pytest.mark.parametrize("symbol", [symbol for symbol in SYMBOLS if symbol not in {"==", "!="}])
def test_operators_of_tensors_compute_what_numpy_computes_on_either_side(symbol: str) -> None:
    column, row = np.array([[-3.5], [0.25], [2.0]]), np.array([-2.0, 0.5, 2.0])
    made = SYMBOLS[symbol](Tensor(column), Tensor(row))
    assert isinstance(made, Tensor)
    assert np.array_equal(made.data, SYMBOLS[symbol](column, row).astype(float))
    assert np.array_equal(SYMBOLS[symbol](1.5, Tensor(row)).data, SYMBOLS[symbol](1.5, row).astype(float))
    assert np.array_equal(SYMBOLS[symbol](Tensor(row), 1.5).data, SYMBOLS[symbol](row, 1.5).astype(float))


def test_a_comparison_of_one_element_is_its_truth() -> None:
    assert Tensor(2.0) > 1
    assert not Tensor([2.0]) < 1
    with pytest.raises(ValueError, match="size 1"):
        bool(Tensor([1.0, 2.0]) > 1)


def test_tensors_are_compared_by_their_numbers_and_are_keys_by_themselves() -> None:
    a, b = Tensor(1.0), Tensor(1.0)
    assert a == b
    assert {a: 1, b: 2}[a] == 1
    assert {a: 1, b: 2}[b] == 2
    assert engine.equal(a, b).data == 1
    assert engine.not_equal(a, [1.0, 2.0]).data.tolist() == [0, 1]


def test_a_sum_is_compared_as_a_whole() -> None:
    assert run(parse("a + 1 > 2 * b"), {"a": 2, "b": 1}).output.data == 1


def test_no_gradient_comes_back_through_a_comparison() -> None:
    x = Tensor([1.0, 5.0])
    ((x > 3) * x).backward()
    assert x.grad.tolist() == [0, 1]


@pytest.mark.parametrize("scalar", [True, False])
def test_a_choice_credits_what_was_chosen(scalar: bool) -> None:
    condition, a, b = (Tensor(value if scalar else [value, value, 0.0]) for value in (1.0, 2.0, 3.0))
    made = engine.where(condition, a, b)
    made.backward()
    expected = [0.0, 1.0, 0.0] if scalar else [[0, 0, 0], [1, 1, 0], [0, 0, 1]]
    assert [np.asarray(each.grad).tolist() for each in (condition, a, b)] == expected


def test_a_choice_broadcasts_all_three() -> None:
    condition, a, b = Tensor([[1.0], [0.0]]), Tensor([1.0, 2.0, 3.0]), Tensor(5.0)
    made = engine.where(condition, a, b)
    assert made.data.tolist() == [[1, 2, 3], [5, 5, 5]]
    made.backward()
    assert a.grad.tolist() == [1, 1, 1]
    assert b.grad == 3
    assert condition.grad.tolist() == [[0], [0]]


BOUNDS = [(x, low, high) for x in (-2.0, -1.0, 0.3, 1.0, 2.0) for low, high in ((-1.0, 1.0), (1.0, -1.0))]


@pytest.mark.parametrize("point", BOUNDS, ids=str)
def test_clipping_agrees_with_pytorch_at_the_bounds_and_where_they_are_in_the_wrong_order(point: tuple[float, ...]) -> None:
    torch = pytest.importorskip("torch")
    ours = [Tensor(value) for value in point]
    theirs = [torch.tensor(value, dtype=torch.float64, requires_grad=True) for value in point]
    made, expected = engine.clip(*ours), torch.clamp(*theirs)
    made.backward()
    expected.backward()
    assert made.data == expected.item()
    assert [each.grad for each in ours] == [each.grad.item() for each in theirs]


def test_a_held_back_gradient_leaves_the_value_as_it_is() -> None:
    made = run(parse("x*detach(x)"), {"x": 3.0})
    assert made.output.data == 9
    assert backward(made.output).of(made.inputs["x"]) == 3
    assert run(parse("x.detach() + stop_gradient(x)"), {"x": 3.0}).output.data == 6


def test_the_gradient_check_holds_fixed_what_is_held_back() -> None:
    made = run(parse("x*detach(x)"), {"x": 3.0})
    ((found,),) = check_gradients(made.output, made.inputs).values()
    assert found.verdict is Verdict.AGREES
    assert found.numeric == pytest.approx(3)


def test_in_the_library_a_detached_tensor_is_a_leaf_without_a_gradient() -> None:
    x = Tensor(2.0) * 3
    assert x.detach().operation is None
    assert not x.detach().requires_grad


def test_every_comparison_answers_with_one_or_zero_and_blocks_both_gradients() -> None:
    for record in OPERATIONS.values():
        if record.family is Family.COMPARISON and record.notation.infix:
            made = engine.graph.tensor.apply(record, Tensor(2.0), Tensor(1.0))
            assert made.data in (0.0, 1.0)
            assert all(each.sent == 0 for each in backward(made).contributions())


def test_a_comparison_is_said_to_have_the_slope_0_and_not_to_have_picked_anything() -> None:
    explained = explanation_json(run(parse("x > y"), {"x": 1.0, "y": 2.0}))
    assert [each["why"]["sentence"] for each in explained["contributions"]] == [
        f"The local derivative of `x > y` with respect to `{name}` is 0 here." for name in "xy"
    ]
    assert all("picked" not in step["sentence"] for step in explained["steps"])


def test_a_held_back_gradient_is_said_to_be_held_back() -> None:
    explained = explanation_json(run(parse("detach(x)*x"), {"x": 3.0}))
    assert "blocks every gradient" in explained["nodes"][1]["rule"]["sentence"]
    assert any("No gradient reaches" in step["sentence"] for step in explained["steps"])


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("torch.clamp(x, min=0)", [0, 1, 1]),
        ("x.clamp(max=1.0)", [1, 1, 0]),
        ("np.clip(x, a_min=0, a_max=1)", [0, 1, 0]),
        ("torch.clamp(x, None, 1)", [1, 1, 0]),
        ("tf.clip_by_value(x, clip_value_min=0.0, clip_value_max=1.0)", [0, 1, 0]),
    ],
)
def test_bounds_are_given_by_the_names_of_other_libraries_or_left_out(call: str, expected: list[float]) -> None:
    made = run(parse(f"import torch\nimport numpy as np\nimport tensorflow as tf\nx = [-0.5, 0.5, 2.0]\nsum({call})"))
    answer = gradient_json(made)
    assert answer["gradients"]["x"] == expected
    assert not [problem for problem in answer["problems"] if problem["severity"] != "info"]


def test_a_loss_takes_its_inputs_by_name_in_any_order() -> None:
    made = run(parse("binary_cross_entropy_with_logits(labels=1.0, logits=x)"), {"x": 0.0})
    assert backward(made.output).of(made.inputs["x"]) == -0.5
    with pytest.raises(ProblemError) as error:
        run(parse("clip(x, lowest=0)"))
    assert error.value.problems[0].code is Code.ARGUMENT_COUNT


def test_in_the_library_bounds_may_be_left_out_too() -> None:
    assert engine.clip(Tensor([-1.0, 2.0]), max=1.0).data.tolist() == [-1, 1]
    with pytest.raises(TypeError):
        engine.clip(Tensor(1.0), most=1.0)
