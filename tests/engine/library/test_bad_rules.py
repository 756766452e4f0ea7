"""Bad rules of operations of one's own: the same sentence in the library and in a program, with class, line and shapes."""

import re
import warnings
from typing import Any

import numpy as np
import pytest

from backpass.engine import Code, ProblemError, Tensor, backward
from backpass.engine.autodiff.diagnose import diagnose
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse

MAKES = {
    "Function": """from backpass import Tensor
from backpass.autograd import Function
class Own(Function):
    @staticmethod
    def forward(ctx, x, y):
        return x * y
    @staticmethod
    def backward(ctx, g):
        {}
def call(x, y):
    return Own.apply(x, y)
""",
    "Operation": """from backpass import Operation, Tensor
class Own(Operation):
    def forward(self, x, y):
        return x * y
    def backward(self, g):
        {}
def call(x, y):
    return Own()(x, y)
""",
    "custom_vjp": """from backpass import Tensor, custom_vjp
@custom_vjp
def Own(x, y):
    return x * y
def back(kept, g):
    {}
Own.defvjp(lambda x, y: (x * y, (x, y)), back)
def call(x, y):
    return Own(x, y)
""",
    "primitive": """from backpass import Tensor, defvjp, primitive
@primitive
def Own(x, y):
    return x * y
def rule(ans, x, y):
    def back(g):
        {}
    return back
defvjp(Own, rule, lambda ans, x, y: lambda g: g * x)
def call(x, y):
    return Own(x, y)
""",
}
ENDS = "x = Tensor([1.0, 2.0])\ny = Tensor([3.0, 4.0])\nz = call(x, y)\nz.sum().backward()\n"
THREE = [make for make in MAKES if make != "primitive"]


def in_library(make: str, line: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(compile(MAKES[make].format(line) + ENDS, "own.py", "exec"), names)
    return names


def in_language(make: str, line: str) -> Any:
    return run(parse(MAKES[make].format(line) + ENDS))


@pytest.mark.parametrize("make", THREE)
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("return g,", r"`Own` returns 1 gradient, but `Own` was applied to 2 arguments \(shapes: \(2,\), \(2,\)\)"),
        ("return g, g, g", r"`Own` returns 3 gradients, but `Own` was applied to 2 arguments \(shapes: \(2,\), \(2,\)\)"),
        ("return g, g.sum()", r"`Own` returns a gradient of shape \(\) for input 2, whose shape is \(2,\)"),
        ("return g, g.sum() * Tensor([1.0, 2.0, 3.0])", r"`Own` returns a gradient of shape \(3,\) for input 2, whose shape"),
        ("pass", r"`Own` returns nothing, but `Own` was applied to 2 arguments \(shapes: \(2,\), \(2,\)\)"),
        ("return None", "`Own` returns nothing"),
        ("return g, 'text'", r"`Own` returns ('text'|a string) for input 2 of shape \(2,\)"),
        ("return g, {1: g}", r"`Own` returns .*dict.* for input 2 of shape \(2,\)"),
    ],
)
def test_what_a_rule_gives_is_refused_in_the_same_words(make: str, line: str, words: str) -> None:
    with pytest.raises(ProblemError, match=words) as ours:
        in_library(make, line)
    place = MAKES[make][: MAKES[make].index("{}")].count("\n")
    noted = re.search(r"own\.py:(\d+)", "".join(ours.value.__notes__))
    assert noted is not None
    assert int(noted[1]) in (place - 1, place)  # of a decorator, or of the function
    with pytest.raises(ProblemError, match=words) as typed:
        in_language(make, line)
    assert typed.value.problems[0].span is not None
    if "text" not in line and "1:" not in line:
        assert str(typed.value) == str(ours.value)


def test_a_rule_of_one_argument_of_a_primitive_is_met_alike() -> None:
    for line, words in (
        ("pass", "`Own` returns nothing"),
        ("return g,", r"shape \(1, 2\) for input 1"),
        ("return 'a'", "for input 1"),
    ):
        for route in (in_library, in_language):
            with pytest.raises(ProblemError, match=words):
                route("primitive", line)


@pytest.mark.parametrize("make", MAKES)
def test_what_a_rule_raises_is_named(make: str) -> None:
    for line, error in (
        ("raise ValueError('no')", ValueError),
        ("return [1][3], g", IndexError),
        ("return g.nothing, g", AttributeError),
    ):
        with pytest.raises(error) as ours:
            in_library(make, line)
        note = "".join(ours.value.__notes__)
        assert "`Own`" in note
        assert "(2,), (2,)" in note
        assert re.search(r"own\.py:\d+", note)
        with pytest.raises(ProblemError, match=r"`Own`, applied to tensors of shapes \(2,\), \(2,\)") as typed:
            in_language(make, line)
        program = MAKES[make].format(line) + ENDS
        span = typed.value.problems[0].span
        assert span is not None
        assert program.count("\n", 0, span[0]) == program[: program.index(line)].count("\n")


@pytest.mark.parametrize("make", THREE)
@pytest.mark.parametrize(("number", "shown"), [("float('nan')", "nan|NaN"), ("float('inf')", "inf|∞")])
def test_a_number_that_is_not_finite_is_told_and_flows(make: str, number: str, shown: str) -> None:
    line = f"return g, g * {number}"
    words = rf"`Own` returns ({shown}) for input 2 \(shape \(2,\)\), although"
    with pytest.warns(RuntimeWarning, match=words):
        names = in_library(make, line)
    assert not np.isfinite(names["y"].grad).any()
    found = in_language(make, line)
    (told,) = [each for each in diagnose(backward(found.output), found.program.text) if each.code is Code.NOT_FINITE_GRADIENT]
    assert re.search(words, told.message)


def test_a_rule_that_hands_on_what_is_not_finite_is_not_blamed() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        names: dict[str, Any] = {}
        exec(MAKES["Function"].format("return g * float('inf'), g"), names)
        x, y = Tensor(float("inf")), Tensor(1.0)
        names["call"](x, y).backward()
    assert x.grad == float("inf")


def test_a_gradient_of_a_repeated_shape_is_summed_as_pytorch_does_in_a_function_alone() -> None:
    pytest.importorskip("torch")
    import torch

    line = "return g.reshape(2, 1) * Tensor([[1.0, 2.0]]), None"
    x = torch.tensor([1.0, 2.0], requires_grad=True)

    class Own(torch.autograd.Function):
        @staticmethod
        def forward(_: Any, x: Any) -> Any:
            return x * 2

        @staticmethod
        def backward(_: Any, g: Any) -> Any:
            return g.reshape(2, 1) * torch.tensor([[1.0, 2.0]])

    Own.apply(x).sum().backward()
    assert x.grad is not None
    found = in_language("Function", line)
    assert in_library("Function", line)["x"].grad.tolist() == x.grad.tolist() == [2, 4]
    assert list(backward(found.output).of(found.inputs["x"])) == [2, 4]  # type: ignore[arg-type]
    for make in ("Operation", "custom_vjp"):
        for route in (in_library, in_language):
            with pytest.raises(ProblemError, match=r"shape \(2, 2\) for input 1"):
                route(make, line)


def test_none_for_one_input_sends_it_nothing() -> None:
    for make in THREE:
        assert in_library(make, "return None, g * 2")["x"].grad.tolist() == [0, 0]
        found = in_language(make, "return None, g * 2")
        gradients = backward(found.output)
        assert list(gradients.of(found.inputs["y"])) == [2, 2]  # type: ignore[arg-type]
