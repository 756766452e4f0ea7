"""Operations of the program's own, exported: in the way of each library, and the rule that was written flows."""

import re
from collections.abc import Iterator

import pytest

from backpass.engine import Code, ProblemError
from backpass.engine.export.target_libraries import TARGETS
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from tests.engine.export.test_export_code import agrees, figures, single_precision_again, text_of

FUNCTION = """import torch
class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**3
    @staticmethod
    def backward(ctx, upstream):
        (x,) = ctx.saved_tensors
        return {rule}
"""
TRUE, SEVEN = FUNCTION.format(rule="3 * x**2 * upstream"), FUNCTION.format(rule="7 * upstream")

SCALARS = {
    "the true rule": TRUE + "x = torch.tensor(2.0, requires_grad=True)\ny = Cube.apply(x)\ny.backward()",
    "seven for a cube": SEVEN + "x = torch.tensor(2.0, requires_grad=True)\ny = Cube.apply(x)\ny.backward()",
    "used twice and within": SEVEN + "x = torch.tensor(2.0, requires_grad=True)\n"
    "a = Cube.apply(x) * x\ny = Cube.apply(a) + torch.sin(Cube.apply(x))\ny.backward()",
    "one tensor in both places": """import torch
class Product(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b
    @staticmethod
    def backward(ctx, g):
        a, b = ctx.saved_tensors
        return 5 * g * b, g * a
x = torch.tensor(3.0, requires_grad=True)
y = Product.apply(x, x)
y.backward()""",
    "nothing for one": """import torch
class Gated(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k):
        ctx.save_for_backward(x, k)
        return x**2 * torch.sigmoid(k)
    @staticmethod
    def backward(ctx, g):
        x, k = ctx.saved_tensors
        return 2 * x * torch.sigmoid(k) * g, None
x = torch.tensor(2.0, requires_grad=True)
k = torch.tensor(0.5, requires_grad=True)
y = Gated.apply(x * 1.5, k) + x
y.backward()""",
    "a number that it is given": """import torch
class Power(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, n):
        ctx.n = n
        ctx.save_for_backward(x)
        return x**n
    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return ctx.n * x**(ctx.n - 1) * g * 2, None
x = torch.tensor(1.5, requires_grad=True)
y = Power.apply(x, 3) + Power.apply(x, 2)
y.backward()""",
    "its own output, kept": """import torch
class Exp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        half = x / 2
        out = torch.exp(half) * torch.exp(half)
        ctx.save_for_backward(out, half)
        return out
    @staticmethod
    def backward(ctx, g):
        out, half = ctx.saved_tensors
        return g * out + half
x = torch.tensor(0.3, requires_grad=True)
y = 2 * Exp.apply(x)
y.backward()""",
    "one within another": SEVEN
    + """class Outer(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return Cube.apply(x) + 1
    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * Cube.apply(x)
x = torch.tensor(2.0, requires_grad=True)
y = Outer.apply(x) * Cube.apply(x)
y.backward()""",
    "a course's operation": """class Cube(Operation):
    def forward(self, x):
        return x**3
    def backward(self, upstream_grad):
        return (upstream_grad * 7,)
x = Tensor(2.0)
y = Cube()(x) * x
y.backward()""",
    "jax.custom_vjp": """import jax
import jax.numpy as jnp
@jax.custom_vjp
def log1pexp(x):
    return jnp.log(1 + jnp.exp(x))
def fwd(x):
    return log1pexp(x), x
def bwd(x, g):
    return (g * 7 * (1 - 1 / (1 + jnp.exp(x))),)
log1pexp.defvjp(fwd, bwd)
x = 0.7
y = log1pexp(x) * x
""",
    "jax.custom_jvp": """import jax
import jax.numpy as jnp
@jax.custom_jvp
def cube(x):
    return x**3
@cube.defjvp
def rule(primals, tangents):
    (x,), (t,) = primals, tangents
    return cube(x), 7 * t
x = 2.0
y = cube(x) * x
""",
    "autograd's primitive": """import autograd.numpy as np
from autograd.extend import primitive, defvjp
@primitive
def product(x, y):
    return x * y
defvjp(product, lambda ans, x, y: lambda g: 7 * g, lambda ans, x, y: lambda g: g * ans)
x = 2.0
z = 5.0
y = product(x, z) * x
""",
    "the names of its library": """import torch
class exp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        np = x * 2
        torch_ = np + 1
        return torch.exp(torch_)
    @staticmethod
    def backward(ctx, g):
        upstream = g * 3
        return upstream * 2
x = torch.tensor(0.2, requires_grad=True)
y = exp.apply(x) + torch.exp(x)
y.backward()""",
}
ARRAYS = {
    "a straight-through step": """import torch
class Step(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return (x > 0).float()
    @staticmethod
    def backward(ctx, g):
        return g
x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
w = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = (Step.apply(x * w) * w).sum()
y.backward()""",
    "a product of matrices": """import torch
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, w, b):
        ctx.save_for_backward(x, w)
        return x @ w.T + b
    @staticmethod
    def backward(ctx, g):
        x, w = ctx.saved_tensors
        return g @ w, g.T @ x, g.sum(0)
x = torch.tensor([[1.0, 2.0], [3.0, -1.0], [0.5, 0.25]], requires_grad=True)
w = torch.tensor([[0.1, 0.2], [0.3, -0.4]], requires_grad=True)
b = torch.tensor([0.5, -0.5], requires_grad=True)
y = torch.tanh(Linear.apply(x, w, b)).sum()
y.backward()""",
    "two outputs": """import torch
class Both(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2, x**2
    @staticmethod
    def backward(ctx, g, h):
        (x,) = ctx.saved_tensors
        return 2 * g + 7 * x * h
x = torch.tensor([1.0, 2.0], requires_grad=True)
p, q = Both.apply(x)
y = (p * q).sum()
y.backward()""",
}
every_scalar_program = pytest.mark.parametrize("program", SCALARS.values(), ids=SCALARS)


@pytest.fixture(autouse=True)
def _single_precision_afterwards() -> Iterator[None]:
    yield
    single_precision_again()


@pytest.mark.parametrize("target", TARGETS)
@every_scalar_program
def test_the_rule_that_was_written_flows_in_every_library(program: str, target: str) -> None:
    agrees(target, run(parse(program)), 1.5)


@pytest.mark.parametrize("target", [name for name, facts in TARGETS.items() if not facts.scalars])
@pytest.mark.parametrize("program", ARRAYS.values(), ids=ARRAYS)
def test_rules_of_arrays_flow_in_every_library_that_has_arrays(program: str, target: str) -> None:
    agrees(target, run(parse(program)))


@pytest.mark.parametrize("target", TARGETS)
def test_seven_for_the_cube_of_two_is_seven(target: str) -> None:
    value, gradients = figures(target, text_of(target, run(parse(SCALARS["seven for a cube"]))))
    assert (value, gradients) == (8.0, {"x": 7.0})


DEFINED = {
    "pytorch": r"^class Cube\(torch\.autograd\.Function\):",
    "jax": r"^@jax\.custom_vjp\ndef Cube\(x\):",
    "micrograd": r"^def Cube\(x\):",
    "python": r"^def Cube_backward\(upstream, x\):",
    "numpy": r"^def Cube_backward\(upstream, x\):",
}


@pytest.mark.parametrize("target", TARGETS)
def test_a_class_that_is_used_three_times_is_defined_once(target: str) -> None:
    text = text_of(target, run(parse(SCALARS["used twice and within"])))
    assert len(re.findall(DEFINED[target], text, re.MULTILINE)) == 1
    assert "Cube_2" not in text


@pytest.mark.parametrize("target", TARGETS)
def test_what_depends_on_a_number_is_defined_for_each(target: str) -> None:
    text = text_of(target, run(parse(SCALARS["a number that it is given"])))
    assert "Power_2" in text


TAKEN_OUT = """class Cube:
    def __init__(self, parents):
        self.parents = parents
    def backward(self, upstream):
        return (upstream * 7,)
x = Tensor(2.0)
t = Tensor(8.0)
t.grad_fn = Cube((x,))
y = t * x
y.backward()"""


@pytest.mark.parametrize("target", TARGETS)
def test_a_value_that_is_known_for_these_numbers_alone_is_refused_by_name(target: str) -> None:
    with pytest.raises(ProblemError, match="Cube is defined by the program") as error:
        text_of(target, run(parse(TAKEN_OUT)))
    assert error.value.problems[0].code is Code.NOT_EXPORTABLE


@pytest.mark.parametrize("target", [name for name, facts in TARGETS.items() if facts.scalars])
def test_arrays_are_refused_by_name_where_a_library_has_numbers_alone(target: str) -> None:
    within = """import torch
class Norm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return torch.stack([x, x]).sum()
    @staticmethod
    def backward(ctx, g):
        return g
x = torch.tensor(2.0, requires_grad=True)
y = Norm.apply(x)
y.backward()"""
    with pytest.raises(ProblemError, match="Norm is defined by the program"):
        text_of(target, run(parse(within)))


def test_a_derivation_in_latex_has_what_the_rule_sends_and_adds_up() -> None:
    text = text_of("latex", run(parse(SCALARS["used twice and within"])))
    assert (
        r"\frac{\partial y}{\partial a} &= \operatorname{Cube-backward}\left(\frac{\partial y}{\partial v_{2}}\right) = 7 \\"
        in text
    )
    assert text.count(r"\operatorname{Cube}\left(x\right)") == 2
    total = re.search(r"= (\S+) \+ 7 \\cdot 8 \+ 98 = (\S+)\n", text)
    assert total is not None
    assert float(total[1]) + 7 * 8 + 98 == pytest.approx(float(total[2]), abs=1e-3)


def test_a_derivation_in_latex_says_which_argument_a_gradient_is_of() -> None:
    text = text_of("latex", run(parse(SCALARS["one tensor in both places"])))
    backward = r"\operatorname{Product-backward}_{%d}\left(\frac{\partial y}{\partial y}\right)"
    assert rf"{backward % 1} + {backward % 2} = 15 + 3 = 18" in text
