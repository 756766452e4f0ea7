"""Operations as objects, as in the engines that this one absorbs: the same text here and with the library in Python."""

import contextlib
import io

import numpy as np
import pytest

from backpass.engine.autodiff.create_graph import gradients_as_tensors
from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.interpreter.run import Run, run
from backpass.engine.language import parse
from backpass.engine.problems import ProblemError

OPERATION = """
from engine import Tensor
import numpy as np

class Operation:
    def __init__(self):
        self.parents = []

    def __call__(self, *parents):
        self.parents = list(parents)
        result = Tensor(self.forward(*parents), requires_grad=any(parent.requires_grad for parent in parents))
        if result.requires_grad:
            result.grad_fn = self
        return result

class Multiplication(Operation):
    def forward(self, a, b):
        return a.data * b.data

    def backward(self, upstream):
        a, b = self.parents
        return upstream * b.data, upstream * a.data

class Addition(Operation):
    def forward(self, a, b):
        return a.data + b.data

    def backward(self, upstream):
        return upstream, upstream

class Logarithm(Operation):
    def forward(self, a):
        return np.log(a.data)

    def backward(self, upstream):
        return upstream / self.parents[0].data

class Sigmoid(Operation):
    def forward(self, a):
        self.out = 1 / (1 + np.exp(-a.data))
        return self.out

    def backward(self, upstream):
        return upstream * self.out * (1 - self.out)
"""

DECK = """
from engine import Tensor
import numpy as np

class Context:
    def __init__(self):
        self.saved = ()

    def save_for_backward(self, *tensors):
        self.saved = tensors

class Sin:
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return np.sin(x)

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved
        return grad_output * np.cos(x)

def sin(x):
    ctx = Context()
    return Tensor(Sin.forward(ctx, x.data), creator=Sin, parents=(x,), ctx=ctx)
"""

PROGRAMS = {
    "a product and its logarithm": OPERATION + "x = Tensor(2.0)\ny = Tensor(5.0)\np = Multiplication()(x, y)\n"
    "loss = Logarithm()(p) * 3 + p\nloss.backward()\nprint(x.grad, y.grad)",
    "one twice": OPERATION + "x = Tensor(3.0)\nloss = Addition()(Multiplication()(x, x), x)\nloss.backward()\nprint(x.grad)",
    "a constant": OPERATION + "x = Tensor(3.0)\nc = Tensor(2.0, requires_grad=False)\nloss = Multiplication()(x, c)\n"
    "loss.backward()\nprint(x.grad, c.requires_grad, loss.requires_grad)",
    "a wrong rule": OPERATION.replace("return upstream, upstream", "return upstream * 2, upstream")
    + "x = Tensor(3.0)\ny = Tensor(1.0)\nloss = Addition()(x, y)\nloss.backward()\nprint(x.grad, y.grad)",
    "a logistic regression": OPERATION + """
w1 = Tensor(-1.0)
w2 = Tensor(1.0)
b = Tensor(2.0)
for x1, x2, y in [(-1.0, -1.1, 0.0), (1.0, 0.9, 0.0), (1.1, -1.0, 1.0)]:
    first = Multiplication()(w1, Tensor(x1, requires_grad=False))
    second = Multiplication()(w2, Tensor(x2, requires_grad=False))
    p = Sigmoid()(Addition()(Addition()(first, second), b))
    loss = -(y * Logarithm()(p) + (1 - y) * (1 - p).log())
    loss.backward()
    for parameter in (w1, w2, b):
        parameter.data -= 0.1 * parameter.grad
        parameter.grad = None
print(w1.data, w2.data, b.data)
""",
    "a creator": DECK + "x = Tensor(0.5)\nz = sin(x) * sin(x * 2)\nz.backward()\nprint(x.grad)",
    "a creator of an array": DECK + "x = Tensor([0.5, 1.0])\nz = (sin(x) * x).sum()\nz.backward()\nprint(x.grad.sum())",
}  # fmt: skip


def made(program: str) -> Run:
    return run(parse(program))


def refused(program: str) -> str:
    with pytest.raises(ProblemError) as raised:
        made(program)
    (problem,) = raised.value.problems
    assert problem.hint
    assert problem.span
    return problem.message


def words(text: str) -> list[object]:
    return [float(each) if each[-1].isdigit() else each for each in text.split()]


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_print_here_what_they_print_in_python(name: str) -> None:
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(PROGRAMS[name], {})
    ours = made(PROGRAMS[name])
    found, expected = words(" ".join(ours.printed)), words(printed.getvalue())
    assert [each for each in found if isinstance(each, str)] == [each for each in expected if isinstance(each, str)]
    numbers = [[each for each in line if isinstance(each, float)] for line in (found, expected)]
    assert numbers[0] == pytest.approx(numbers[1], rel=1e-12)
    followed = {each.operation.name for each in backward(ours.output).tensors if each.operation and each.operation.own}
    assert followed
    unused = {problem.message.split(".")[0].strip("`") for problem in ours.problems if "runs only where" in problem.message}
    assert followed.isdisjoint(unused)


def test_each_is_a_node_named_after_its_class_whose_terms_add_up() -> None:
    ours = made(PROGRAMS["a product and its logarithm"])
    gradients = backward(ours.output)
    names = [each.operation.name for each in gradients.tensors if each.operation]
    assert names == ["Multiplication", "Logarithm", "multiply", "add"]
    assert set(ours.inputs) == {"x", "y"}
    for tensor, value in zip(gradients.tensors, gradients.values, strict=True):
        arriving = [each.sent for each in gradients.contributions() if each.input is tensor]
        if arriving:
            assert sum(arriving) == pytest.approx(value)
    assert gradients.of(ours.inputs["x"]) == pytest.approx(3 / 2 + 5)


def test_a_gradient_that_is_given_is_followed() -> None:
    ours = made(PROGRAMS["a creator of an array"])
    half = backward(ours.output, 0.5).of(ours.inputs["x"])
    assert half == pytest.approx(np.array([0.5, 1.0]) * np.cos([0.5, 1.0]) / 2 + np.sin([0.5, 1.0]) / 2)


def test_it_is_known_for_the_numbers_of_the_run_alone() -> None:
    ours = made(PROGRAMS["one twice"])
    with pytest.raises(ProblemError, match="reads numbers"):
        gradients_as_tensors(gradients_as_tensors(ours.output, [ours.inputs["x"]])[0], [ours.inputs["x"]])


X = "x = Tensor(3.0)\ny = Tensor(2.0)\n"


@pytest.mark.parametrize(
    ("program", "part"),
    [
        (OPERATION.replace("self.parents = list(parents)", "pass") + X + "Multiplication()(x, y)", "parents"),
        (OPERATION.replace("return upstream, upstream", "pass") + X + "Addition()(x, y)", "returns nothing"),
        (OPERATION.replace("return upstream, upstream", "return upstream") + X + "Addition()(x, y)", "returns 1 gradient"),
        (OPERATION.replace("return upstream, upstream", "return [upstream] * 2, 1.0") + X + "Addition()(x, y)", "of shape"),
        (
            OPERATION.replace("return upstream, upstream", "return (upstream, upstream) if upstream > 0 else (0.0, 0.0)")
            + X
            + "Addition()(x, y)",
            "reads the numbers of its gradient",
        ),
        (OPERATION + X + "z = x * y\nz.grad_fn = Addition()", "parents"),
        (OPERATION + X + "o = Addition()\no.parents = [x, y]\nz = x * y\nz.grad_fn = o", "already computed it"),
        (OPERATION + X + "z = Tensor(1.0)\nz.grad_fn = 3", "which custom operation"),
        (OPERATION + "class Empty:\n    pass\n" + X + "z = Tensor(1.0)\nz.grad_fn = Empty()", "no `backward`"),
        (DECK + "x = Tensor(2.0)\ny = Tensor(1.0, creator=3, parents=(x,))", "which custom operation"),
        (DECK + "x = Tensor(2.0)\ny = Tensor(1.0, creator=Sin)", "no `parents`"),
        (DECK + "x = Tensor(2.0)\ny = Tensor(1.0, creator=Context, parents=(x,))", "static method `backward`"),
    ],
)
def test_what_cannot_be_followed_is_refused_by_name(program: str, part: str) -> None:
    assert part in refused(program)
