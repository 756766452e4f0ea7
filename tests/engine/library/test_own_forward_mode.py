"""Operations of one's own in forward mode and at many points, in the library and in programs: held against finite differences."""

from typing import Any

import autograd.extend
import numpy as np
import pytest

from backpass.engine import ProblemError, Tensor, backward, jvp
from backpass.engine.autodiff.forward import forward_gradients, push
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.limits import Limits
from backpass.engine.many_points.batch import gradients

JVP = {
    "Function": """
    @staticmethod
    def jvp(ctx, x_dot, y_dot):
        x, y = ctx.saved_tensors
        return {}
""",
    "Operation": """
    def jvp(self, x_dot, y_dot):
        x, y = self.parents
        return {}
""",
    "primitive": """
defjvp(own, lambda x_dot, ans, x, y: {0}, lambda y_dot, ans, x, y: {1})
""",
}
MAKES = {
    "Function": """from backpass import Tensor
from backpass.autograd import Function
class Own(Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        ctx.save_for_forward(x, y)
        return x**3 * y
    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return 3 * x**2 * y * g, x**3 * g
JVP
own = Own.apply
""",
    "Operation": """from backpass import Operation, Tensor
class Own(Operation):
    def forward(self, x, y):
        return x**3 * y
    def backward(self, g):
        x, y = self.parents
        return 3 * x**2 * y * g, x**3 * g
JVP
def own(x, y):
    return Own()(x, y)
""",
    "custom_vjp": """from backpass import Tensor, custom_vjp
@custom_vjp
def own(x, y):
    return x**3 * y
own.defvjp(lambda x, y: (x**3 * y, (x, y)), lambda kept, g: (3 * kept[0]**2 * kept[1] * g, kept[0]**3 * g))
""",
    "primitive": """from backpass import Tensor, defjvp, defvjp, primitive
@primitive
def own(x, y):
    return x**3 * y
defvjp(own, lambda ans, x, y: lambda g: 3 * x**2 * y * g, lambda ans, x, y: lambda g: x**3 * g)
JVP
""",
}
RIGHT = "3 * x**2 * y * x_dot", "x**3 * y_dot"
WRONG = "7 * x * x_dot", "2 * y * y_dot"
"""Rules of their own, by which one sees whose is followed."""
AT = {"number": ("2.0", "5.0"), "tensor": ("[1.5, -2.0]", "[0.5, 3.0]")}


def written(make: str, terms: tuple[str, str] | None) -> str:
    text = "" if terms is None else JVP.get(make, "").format(*(terms if make == "primitive" else (" + ".join(terms),)))
    return MAKES[make].replace("JVP", text)


def library(make: str, terms: tuple[str, str] | None) -> Any:
    names: dict[str, Any] = {}
    exec(written(make, terms), names)
    return names["own"]


def typed(make: str, terms: tuple[str, str] | None, at: tuple[str, str]) -> Any:
    return run(parse(written(make, terms) + "x = Tensor({})\ny = Tensor({})\nz = sin(own(x, y)) * y\nsum(z)\n".format(*at)))


def differences(x: Any, y: Any, along: tuple[Any, Any], step: float = 1e-6) -> Any:
    def value(sign: float) -> Any:
        moved_x, moved_y = np.add(x, sign * step * np.asarray(along[0])), np.add(y, sign * step * np.asarray(along[1]))
        return np.sin(moved_x**3 * moved_y) * moved_y

    return (value(1) - value(-1)) / (2 * step)


@pytest.mark.parametrize("make", MAKES)
@pytest.mark.parametrize("terms", [None, RIGHT], ids=["transposed", "jvp"])
@pytest.mark.parametrize("kind", AT)
def test_forward_mode_agrees_with_differences_and_with_reverse_mode(make: str, terms: Any, kind: str) -> None:
    x, y = (np.array(eval(each)) for each in AT[kind])
    own = library(make, terms)
    along = np.full(x.shape, 0.7), np.linspace(-1.0, 2.0, max(x.size, 1)).reshape(x.shape)
    function = lambda x, y: own(x, y).sin() * y  # noqa: E731
    value, tangent = jvp(function, (x, y), along)
    assert np.allclose(value, np.sin(x**3 * y) * y, rtol=1e-14)
    assert np.allclose(tangent, differences(x, y, along), rtol=1e-6)

    found = typed(make, terms, AT[kind])
    reverse = backward(found.output)
    leaves = [found.inputs["x"], found.inputs["y"]]
    forward = forward_gradients(reverse, leaves, 1.0, Limits())
    for leaf, ahead in zip(leaves, forward, strict=True):
        assert np.allclose(ahead, reverse.of(leaf), rtol=1e-13)


@pytest.mark.parametrize("make", JVP)
def test_the_own_forward_rule_is_what_moves_right_or_wrong(make: str) -> None:
    own = library(make, WRONG)
    assert jvp(own, (2.0, 5.0), (1.0, 0.0)) == (40.0, 14.0)
    assert jvp(own, (2.0, 5.0), (0.0, 3.0)) == (40.0, 30.0)
    found = run(parse(written(make, WRONG) + "x = Tensor(2.0)\ny = Tensor(5.0)\nown(x, y)\n"))
    reverse = backward(found.output)
    x, y = found.inputs["x"], found.inputs["y"]
    assert forward_gradients(reverse, [x, y], 1.0, Limits()) == [14.0, 10.0]
    assert (reverse.of(x), reverse.of(y)) == (60.0, 8.0)
    assert push(reverse.tensors, {x: 1.0}, by_jvp=False)[-1] == 60.0


@pytest.mark.filterwarnings("ignore:.torch.jit.script. is deprecated:DeprecationWarning")
def test_forward_rules_are_those_of_pytorch_and_of_autograd() -> None:
    pytest.importorskip("torch")
    import torch

    class Own(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any, y: Any) -> Any:
            ctx.save_for_forward(x, y)
            return x**3 * y

        @staticmethod
        def jvp(ctx: Any, x_dot: Any, y_dot: Any) -> Any:
            x, y = ctx.saved_tensors
            return 7 * x * x_dot + 2 * y * y_dot

    with torch.autograd.forward_ad.dual_level():
        make = torch.autograd.forward_ad.make_dual
        one = [torch.tensor(each) for each in ((1.5, -2.0), (0.7, 1.0), (0.5, 3.0), (2.0, -1.0))]
        moved = torch.autograd.forward_ad.unpack_dual(Own.apply(make(one[0], one[1]), make(one[2], one[3]))).tangent
    ours = jvp(library("Function", WRONG), ([1.5, -2.0], [0.5, 3.0]), ([0.7, 1.0], [2.0, -1.0]))[1]
    assert np.allclose(ours, moved.numpy(), rtol=1e-6)

    own = autograd.extend.primitive(lambda x, y: x**3 * y)
    autograd.extend.defjvp(own, lambda d, _, x, y: 7 * x * d + 0 * y, lambda d, _, x, y: 2 * y * d + 0 * x)
    theirs = autograd.make_jvp(own)(2.0, 5.0)(3.0)[1]
    assert jvp(library("primitive", WRONG), (2.0, 5.0), (3.0, 0.0))[1] == theirs


@pytest.mark.parametrize("make", JVP)
@pytest.mark.parametrize(
    ("terms", "words"),
    [
        (("x_dot * x_dot", "y_dot"), "not linear in the tangents"),
        (("x_dot * Tensor([1.0, 2.0])", "y_dot"), "tangent of shape"),
    ],
)
def test_bad_forward_rules_are_refused_by_name(make: str, terms: tuple[str, str], words: str) -> None:
    name = "own" if make == "primitive" else "Own"
    with pytest.raises(ProblemError, match=rf"`{name}`.*{words}"):
        jvp(library(make, terms), (2.0, 5.0), (1.0, 1.0))
    with pytest.raises(ProblemError, match=rf"`{name}`.*{words}"):
        run(parse(written(make, terms) + "x = Tensor(2.0)\ny = Tensor(5.0)\nown(x, y)\n"))


@pytest.mark.parametrize("make", ["Function", "Operation", "custom_vjp"])
def test_without_a_forward_rule_a_backward_rule_that_is_not_linear_is_refused_by_name(make: str) -> None:
    program, words = written(make, None).replace("* g,", "* g * g,"), "linear in its gradient"
    names: dict[str, Any] = {}
    exec(program, names)
    with pytest.raises(ProblemError, match=f"{words}.*`[Oo]wn`"):
        jvp(names["own"], (2.0, 5.0), (1.0, 0.0))
    found = run(parse(program + "x = Tensor(2.0)\ny = Tensor(5.0)\nown(x, y)\n"))
    with pytest.raises(ProblemError, match=f"{words}.*`[Oo]wn`"):
        forward_gradients(backward(found.output), [found.inputs["x"]], 1.0, Limits())


def test_a_rule_by_numbers_is_refused_in_forward_mode_unless_it_gives_its_own() -> None:
    from backpass.autograd import Function

    class ByNumbers(Function):
        @staticmethod
        def forward(ctx, x):  # type: ignore[no-untyped-def]
            ctx.x = x.numpy()
            return np.exp(ctx.x)

        @staticmethod
        def backward(ctx, upstream):  # type: ignore[no-untyped-def]
            return np.exp(ctx.x) * upstream.numpy()

    class Moving(ByNumbers):
        @staticmethod
        def jvp(ctx, x_dot):  # type: ignore[no-untyped-def]
            return np.exp(ctx.x) * x_dot.numpy()

    with pytest.raises(ProblemError, match="`ByNumbers`"):
        jvp(ByNumbers.apply, ([0.5, 1.0],), ([1.0, 2.0],))
    tangent = jvp(Moving.apply, ([0.5, 1.0],), ([1.0, 2.0],))[1]
    assert np.allclose(tangent, np.exp([0.5, 1.0]) * [1.0, 2.0], rtol=1e-15)


def test_several_outputs_move_each_as_its_part_of_the_rule_says() -> None:
    program = """from backpass import Tensor
from backpass.autograd import Function
class Polar(Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        return x * y, sum(x) + sum(y)
    @staticmethod
    def backward(ctx, g, h):
        x, y = ctx.saved_tensors
        return g * y + h, g * x + h
    @staticmethod
    def jvp(ctx, x_dot, y_dot):
        x, y = ctx.saved_tensors
        return x_dot * y + x * y_dot, sum(x_dot) + sum(y_dot)
x = Tensor([1.0, 2.0])
y = Tensor([3.0, -4.0])
a, b = Polar.apply(x, y)
sum(a) * b
"""
    found = run(parse(program))
    reverse = backward(found.output)
    x, y = found.inputs["x"], found.inputs["y"]
    forward = forward_gradients(reverse, [x, y], 1.0, Limits())
    assert np.allclose(forward[0], reverse.of(x), rtol=1e-14)
    assert np.allclose(forward[1], reverse.of(y), rtol=1e-14)
    names: dict[str, Any] = {"sum": lambda each: each.sum()}
    exec(program, names)

    def product(x: Any, y: Any) -> Any:
        a, b = names["Polar"].apply(x, y)
        return a.sum() * b

    tangent = jvp(product, ([1.0, 2.0], [3.0, -4.0]), ([1.0, 0.0], [0.0, 0.0]))[1]
    assert tangent == pytest.approx(np.ravel(forward[0])[0], rel=1e-14)


@pytest.mark.parametrize("make", MAKES)
@pytest.mark.parametrize("terms", [None, RIGHT])
def test_at_many_points_each_is_what_it_is_alone(make: str, terms: Any) -> None:
    program = written(make, terms) + "own(x, y) * y"
    points = {"x": [1.0, -2.0, 0.5], "y": [3.0, 0.25, -1.0]}
    found = gradients(program, points)
    x, y = np.array(points["x"]), np.array(points["y"])
    assert np.allclose(found.values, x**3 * y * y, rtol=1e-14)
    assert np.allclose(found.gradients["x"], 3 * x**2 * y * y, rtol=1e-14)
    assert np.allclose(found.gradients["y"], 2 * x**3 * y, rtol=1e-14)


def test_jvp_refuses_what_does_not_fit() -> None:
    with pytest.raises(TypeError, match="2 arguments"):
        jvp(lambda x, _: x, (1.0, 2.0), (1.0,))
    with pytest.raises(ProblemError, match=r"\(2,\)"):
        jvp(lambda x: x, ([1.0, 2.0],), (1.0,))
    assert jvp(lambda _: Tensor(3.0), (1.0,), (1.0,)) == (3.0, 0.0)
