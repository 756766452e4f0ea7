"""Functions of a program with a derivative rule of their own: against PyTorch, JAX and autograd, which run the same text."""

import contextlib
import io
from typing import Any

import numpy as np
import orjson
import pytest
from starlette.testclient import TestClient

from backpass.app.main import create_app
from backpass.app.settings import Settings
from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.interpreter.run import Run, run
from backpass.engine.language import parse
from backpass.engine.learning.program_model import ProgramModel
from backpass.engine.problems import Code, ProblemError

TORCH = "import torch\nfrom torch.autograd import Function\n"

SQUARE = """
class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return 2 * x * grad
"""
WRONG = SQUARE.replace("2 * x * grad", "3 * x * grad")
EXPONENTIAL = """
class Exponential(Function):
    @staticmethod
    def forward(ctx, x):
        y = torch.exp(x)
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, grad):
        y, = ctx.saved_tensors
        return grad * y * SLOPE
"""
BETWEEN = """
class Between(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.root = torch.sqrt(x)
        return ctx.root * x

    @staticmethod
    def backward(ctx, grad):
        return 1.5 * ctx.root * grad
"""
CLIPPED = """
class Clipped(Function):
    @staticmethod
    def forward(ctx, x, most):
        ctx.most = most
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return torch.clamp(grad, -ctx.most, ctx.most), None
"""
LINEAR = """
class LinearFunction(Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight, bias)
        output = input.mm(weight.t())
        return output + bias

    @staticmethod
    def backward(ctx, grad_output):
        input, weight, bias = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad_output.mm(weight)
        if ctx.needs_input_grad[1]:
            grad_weight = grad_output.t().mm(input)
        if bias is not None and ctx.needs_input_grad[2]:
            grad_bias = grad_output.sum(0)
        return grad_input, grad_weight, grad_bias
"""
SEVERAL = """
class Several(Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        return x * y, (x + y).sum()

    @staticmethod
    def backward(ctx, g, h):
        x, y = ctx.saved_tensors
        return g * y + h, g * x + 2 * h
"""
SET_UP = """
class Cube(Function):
    @staticmethod
    def forward(x, n):
        return x ** n

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, n = inputs
        ctx.n = n
        ctx.save_for_backward(x)

    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return g * ctx.n * x ** (ctx.n - 1), None
"""
LOOKING = """
class Looking(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.up = x.item() > 1
        return x * 2 if x > 1 else x * 3

    @staticmethod
    def backward(ctx, g):
        return g * 2 if ctx.up else g * 3
"""
STRAIGHT = """
class Straight(Function):
    @staticmethod
    def forward(ctx, x):
        return torch.round(x)

    @staticmethod
    def backward(ctx, g):
        return g

class Straighter(Straight):
    @staticmethod
    def backward(ctx, g):
        return 2 * Straight.backward(ctx, g)
"""
WITHIN = """
class Within(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return Square.apply(x) * x

    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return g * Square.apply(x) * 5
"""

AGAIN = """
class Doubled(Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return Doubled.apply(g)
"""

ONE = "x = torch.tensor(1.7, requires_grad=True)\n"
LIST = "x = torch.tensor([1.0, -2.0, 3.5], requires_grad=True)\n"
PROGRAMS = {
    "one": SQUARE + ONE + "y = Square.apply(x) * 5",
    "wrong": WRONG + ONE + "y = Square.apply(x) * 5",
    "elements": WRONG + LIST + "y = (Square.apply(x) * x).sum()",
    "by its name": SQUARE + LIST + "square = Square.apply\ny = square(square(x)).sum()",
    "in a loop": SQUARE + ONE + "y = x\nfor i in range(3):\n    y = Square.apply(y) + x",
    "saved output": EXPONENTIAL.replace("SLOPE", "3") + LIST + "y = (Exponential.apply(x) ** 2).sum()",
    "saved between": BETWEEN + ONE + "y = Between.apply(x) * x",
    "not linear": CLIPPED + LIST + "y = (Clipped.apply(x * 2, 3.0) * torch.tensor([1.0, 10.0, -10.0])).sum()",
    "several outputs": SEVERAL + LIST + "a, b = Several.apply(x, x * 2)\ny = (a * x).sum() * b",
    "one output of two": SEVERAL + LIST + "a, b = Several.apply(x, x * 2)\ny = b * b",
    "set up": SET_UP + LIST + "y = Cube.apply(x, 3).sum()",
    "looking": LOOKING + ONE + "y = Looking.apply(x) + Looking.apply(x - 1)",
    "straight through": STRAIGHT + LIST + "y = (Straight.apply(x) * Straighter.apply(x)).sum()",
    "one within another": SQUARE + WITHIN + ONE + "y = Within.apply(x)",
    "applied in its own rule": AGAIN + LIST + "y = (Doubled.apply(x) * x).sum()",
    "in no_grad": SQUARE + ONE + "with torch.no_grad():\n    c = Square.apply(x)\ny = Square.apply(x) * c",
    "detached": SQUARE + ONE + "y = Square.apply(x) * Square.apply(x).detach()",
    "by hand in forward": SQUARE.replace("return x * x", "with torch.no_grad():\n            z = x * x\n        return z")
    + ONE
    + "y = Square.apply(x)",
    "documentation": LINEAR
    + "x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)\n"
    + "w = torch.tensor([[0.5, -1.0], [2.0, 0.25], [1.0, 1.0]], requires_grad=True)\n"
    + "b = torch.tensor([0.1, 0.2, 0.3], requires_grad=True)\n"
    + "y = (LinearFunction.apply(x, w, b) ** 2).sum()",
}


@pytest.fixture(scope="module")
def client() -> Any:
    with TestClient(create_app(Settings(database="sqlite+aiosqlite://")), raise_server_exceptions=True) as made:
        yield made


def asked(client: Any, route: str, program: str, status: int = 200, **more: Any) -> Any:
    answer = client.post(f"/api/v1/{route}", content=orjson.dumps({"program": program, **more}))
    assert answer.status_code == status, answer.text
    return answer.json()


def made(program: str) -> Run:
    return run(parse(program))


def refused(program: str) -> str:
    with pytest.raises(ProblemError) as raised:
        made(program)
    (problem,) = raised.value.problems
    assert problem.hint
    assert problem.span
    return problem.message


def in_python(program: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(program, names)
    return names


@pytest.mark.parametrize("name", PROGRAMS)
def test_gradients_are_those_of_pytorch(name: str) -> None:
    pytest.importorskip("torch")
    program = TORCH + PROGRAMS[name]
    theirs = in_python(program + "\ny.backward()\n")
    ours = made(program)
    gradients = backward(ours.output)
    assert ours.output.item() == pytest.approx(theirs["y"].item(), rel=1e-5)
    for leaf in {"x", "w", "b"} & ours.inputs.keys():
        assert gradients.of(ours.inputs[leaf]) == pytest.approx(theirs[leaf].grad.numpy(), rel=1e-5)
    for tensor, value in zip(gradients.tensors, gradients.values, strict=True):
        arriving = [each.sent for each in gradients.contributions() if each.input is tensor]
        if arriving and tensor is not ours.output:
            assert sum(arriving) == pytest.approx(value)


@pytest.mark.parametrize("name", ["one", "wrong", "elements", "by its name", "saved output", "set up", "straight through"])
def test_gradients_of_gradients_are_those_of_pytorch(name: str) -> None:
    torch = pytest.importorskip("torch")
    program = TORCH + PROGRAMS[name] + "\nz = (torch.autograd.grad(y, x, create_graph=True)[0] * torch.sin(x)).sum()"
    theirs = in_python(program)
    (expected,) = torch.autograd.grad(theirs["z"], theirs["x"])
    ours = made(program)
    assert ours.output.item() == pytest.approx(theirs["z"].item(), rel=1e-5)
    assert backward(ours.output).of(ours.inputs["x"]) == pytest.approx(expected.numpy(), rel=1e-5)


@pytest.mark.parametrize(("name", "part"), [("saved between", "intermediate values"), ("looking", "reads numbers")])
def test_what_cannot_be_differentiated_twice_is_refused(name: str, part: str) -> None:
    message = refused(TORCH + PROGRAMS[name] + "\ntorch.autograd.grad(y, x, create_graph=True)[0]")
    assert part in message


def test_the_node_is_called_as_the_class(client: Any) -> None:
    graph = asked(client, "graph", TORCH + PROGRAMS["wrong"], directions=[{"x": 1.0}])
    assert [node["op"] for node in graph["nodes"]] == [None, "Square", None, "multiply"]
    assert graph["gradients"]["x"] == pytest.approx(15 * 1.7)
    assert "application" not in orjson.dumps(graph).decode()


def test_no_rule_of_ours_is_shown_for_an_operation_of_the_same_name() -> None:
    program = TORCH + WRONG.replace("Square", "exp") + ONE + "y = exp.apply(x)"
    assert made(program).output.operation.name == "own_exp"


def test_a_check_shows_that_a_rule_is_wrong(client: Any) -> None:
    (right,) = asked(client, "check", TORCH + PROGRAMS["one"])["checks"]
    (wrong,) = asked(client, "check", TORCH + PROGRAMS["wrong"])["checks"]
    assert right["verdict"] == "agrees"
    assert wrong["verdict"] == "differs"
    assert wrong["numeric"] == pytest.approx(17.0)
    assert wrong["autodiff"] == pytest.approx(25.5)


MASKED = """
class MyReLU(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return input.clamp(min=0)

    @staticmethod
    def backward(ctx, grad_output):
        (input,) = ctx.saved_tensors
        grad_input = grad_output.clone()
        grad_input[input < 0] = 0
        return grad_input

"""


def test_a_rule_that_fills_under_a_mask_is_checked_at_other_numbers(client: Any) -> None:
    program = TORCH + MASKED + "x = torch.tensor([1.5, -2.0, 0.25], requires_grad=True)\ny = (MyReLU.apply(x * 3) ** 2).sum()"
    checks = asked(client, "check", program)["checks"]
    assert [each["verdict"] for each in checks] == ["agrees"] * 3
    assert [each["autodiff"] for each in checks] == [27.0, 0.0, 4.5]
    found = asked(client, "gradient/batch", program, inputs={"x": [[1.0, -1.0, 2.0], [-1.0, 1.0, -2.0]]})
    assert found["gradients"]["x"] == [[18.0, 0.0, 36.0], [0.0, 18.0, 0.0]]


def test_rows_are_computed_with_the_rule_for_each(client: Any) -> None:
    found = asked(client, "gradient/batch", TORCH + PROGRAMS["looking"], inputs={"x": [0.5, 1.5, 2.5]})
    assert found["gradients"]["x"] == [6.0, 5.0, 4.0]
    found = asked(client, "gradient/batch", TORCH + PROGRAMS["wrong"], inputs={"x": [1.0, 2.0]})
    assert found["gradients"]["x"] == [15.0, 30.0]


def test_curvature_and_forward_mode_follow_the_rule_or_are_refused(client: Any) -> None:
    program = TORCH + PROGRAMS["wrong"]
    assert asked(client, "gradient", program, order=2)["hessian"]["x"]["x"] == 15.0
    assert asked(client, "gradient", program, mode="forward")["gradients"]["x"] == pytest.approx(25.5)
    clipped = TORCH + PROGRAMS["not linear"]
    assert "linear" in asked(client, "gradient", clipped, status=422, mode="forward")["detail"]
    assert "reads numbers" in asked(client, "gradient", TORCH + PROGRAMS["looking"], status=422, order=2)["detail"]


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_question_is_answered_or_refused(client: Any, name: str) -> None:
    program = TORCH + PROGRAMS[name]
    asked(client, "explain", program)
    questions: list[tuple[str, dict[str, Any]]] = [
        ("graph", {}),
        ("gradient", {"order": 2}),
        ("gradient", {"mode": "forward"}),
        ("derivative", {}),
        ("jacobian", {}),
        ("check", {}),
        ("paths", {"name": "x"}),
        *(("export", {"format": each}) for each in ("json", "svg", "dot", "mermaid", "latex", "python", "numpy", "pytorch")),
    ]
    for route, more in questions:
        answer = client.post(f"/api/v1/{route}", content=orjson.dumps({"program": program, **more}))
        assert answer.status_code in (200, 422), (route, more, answer.text)
        if answer.status_code == 422:
            assert all(problem["message"] and problem["hint"] for problem in answer.json()["problems"])


def test_a_formula_of_its_derivative_is_refused_by_name_and_a_derivation_has_what_the_rule_sends(client: Any) -> None:
    program = TORCH + PROGRAMS["one"]
    assert "Square is defined by the program" in asked(client, "derivative", program, status=422)["detail"]
    assert r"\operatorname{Square-backward}\left(" in asked(client, "export", program, format="latex")["text"]


def test_a_training_refuses_it_by_name() -> None:
    with pytest.raises(ProblemError, match="Square"):
        ProgramModel(parse(TORCH + SQUARE + "w = 2.0\ny = Square.apply(w * a)"), ["a"])


METHOD = """
class F(Function):
    @staticmethod
    def forward(ctx, x):
        {}

    @staticmethod
    def backward(ctx, g):
        {}
"""


@pytest.mark.parametrize(
    ("forward", "backward", "part"),
    [
        ("return x * 2", "return g * 2 if g > 0 else g", "reads the numbers of its gradient"),
        ("return x * 2", "print(g)\n        return g", "reads the numbers of its gradient"),
        ("return x * 2", "return g * g.item()", "reads the numbers of its gradient"),
        ("return x * 2", "return g * g.data", "reads the numbers of its gradient"),
        ("return x * 2", "return g, g", "returns 2 gradients"),
        ("return x * 2", "return g * torch.ones(3), None, g", "returns 3 gradients"),
        ("ctx.mark_dirty(x)\n        return x * 2", "return g", "mark_dirty"),
        ("ctx.set_materialize_grads(False)\n        return x * 2", "return g", "set_materialize_grads"),
        ("x.add_(1)\n        return x * 2", "return g", "in place"),
    ],
)
def test_what_is_not_followed_is_refused_by_name(forward: str, backward: str, part: str) -> None:
    assert part in refused(TORCH + METHOD.format(forward, backward) + ONE + "F.apply(x)")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("class F(Function):\n    @staticmethod\n    def forward(ctx, x):\n        return x\n" + ONE + "F.apply(x)", "backward"),
        (
            "class F(Function):\n    def forward(ctx, x):\n        return x\n    def backward(ctx, g):\n        return g\n"
            + ONE
            + "F.apply(x)",
            "is an instance method",
        ),
        (SQUARE + ONE + "Square.apply(x=x)", "positional arguments only"),
        (SQUARE + ONE + "Square.apply([x, x])", "in a list"),
        (SQUARE.replace("return x * x", "return [x, x]") + ONE + "Square.apply(x)", "a list"),
        (SQUARE + ONE + "Square()(x)", "`Square`"),
        (SQUARE + ONE + "y = Square.apply(x)\ny.register_hook(3)", "a function of the gradient"),
    ],
)
def test_wrong_uses_are_refused_by_name(text: str, part: str) -> None:
    assert part in refused(TORCH + text)


@pytest.mark.parametrize("last", ["print(seen[0])", "y = y * seen[0]", "y = y * seen[0].item()"])
@pytest.mark.parametrize("place", ["backward", "forward"])
def test_what_a_rule_computes_is_not_used_outside(last: str, place: str) -> None:
    """The gradient has no number yet; of the inputs the number is the true one, and may be looked at."""
    forward, back = ("seen.append(x * 1)\n        return x * 2", "return g * 2")
    if place == "backward":
        forward, back = "return x * 2", "seen.append(g)\n        return g * 2"
    program = TORCH + "seen = []\n" + METHOD.format(forward, back) + ONE + "y = F.apply(x)\n" + last
    if place == "forward" and last != "y = y * seen[0]":
        ours = made(program)
        assert ours.printed == ["1.7"] or backward(ours.output).of(ours.inputs["x"]) == pytest.approx(3.4)
    else:
        assert "outside the rule" in refused(program)


@pytest.mark.parametrize(
    ("rule", "gradient"),
    [
        ("return g * g.detach()", [25.0, 25.0]),
        ("return g * max(g[0], g[1])", [25.0, 25.0]),
        ("return g * g.norm()", [5 * 50**0.5] * 2),
        ("g *= 2\n        return g", [10.0, 10.0]),
        ("g[0] = 7.0\n        return g", [7.0, 5.0]),
        ("return torch.where(g > 2, g * 3, x)", [15.0, 15.0]),
        ("return torch.tensor([g[1], 2 * g[0]])", [5.0, 10.0]),
        ("return g * (g > 2)", [5.0, 5.0]),
    ],
)
def test_a_rule_is_followed_with_the_gradient_that_arrives(rule: str, gradient: list[float]) -> None:
    """It was recorded with another one, 1."""
    program = METHOD.format("ctx.x = x\n        return x * 2", "x = ctx.x\n        " + rule)
    ours = made(TORCH + program + "x = torch.tensor([1.0, 2.0], requires_grad=True)\ny = (F.apply(x) * 5).sum()")
    assert backward(ours.output).of(ours.inputs["x"]) == pytest.approx(gradient)


def test_no_gradient_flows_to_what_is_no_argument() -> None:
    program = METHOD.format("return x * w", "return g * w")
    ours = made(
        TORCH + "w = torch.tensor(5.0, requires_grad=True)\n" + program + ONE + "y = F.apply(torch.tensor(2.0)) * x * F.apply(x)"
    )
    gradients = backward(ours.output)
    assert gradients.of(ours.inputs["x"]) == pytest.approx(2 * 10 * 1.7 * 5)
    assert ours.inputs["w"] not in set(gradients.tensors) or not gradients.of(ours.inputs["w"])


def test_an_input_that_gets_nothing_has_no_gradient() -> None:
    program = METHOD.format("return x * 2", "return None") + ONE + "y = F.apply(x)\ny.backward()\nprint(x.grad)"
    ours = made(TORCH + program)
    assert ours.printed == ["None"]
    assert backward(ours.output).of(ours.inputs["x"]) == 0


def test_rules_within_rules_end_somewhere() -> None:
    chain = "class F0(Function):\n    @staticmethod\n    def forward(ctx, x):\n        return x * 2\n"
    chain += "    @staticmethod\n    def backward(ctx, g):\n        return g * 2\n"
    for place in range(1, 30):
        chain += chain.split("class F1(")[0].replace("F0", f"F{place}").replace("x * 2", f"F{place - 1}.apply(x)")
    assert "the limit" in refused(TORCH + chain + ONE + "y = F29.apply(x)")
    ours = made(TORCH + chain + ONE + "y = F12.apply(x)")
    assert backward(ours.output).of(ours.inputs["x"]) == 2.0


def test_once_differentiable_is_differentiated_once() -> None:
    marked = SQUARE.replace(
        "    @staticmethod\n    def backward", "    @staticmethod\n    @once_differentiable\n    def backward"
    )
    program = "from torch.autograd.function import once_differentiable\n" + TORCH + marked + ONE + "y = Square.apply(x)\n"
    ours = made(program)
    assert backward(ours.output).of(ours.inputs["x"]) == pytest.approx(3.4)
    assert "once_differentiable" in refused(program + "torch.autograd.grad(y, x, create_graph=True)[0]")


def test_a_function_of_the_deck() -> None:
    program = """
from engine import Tensor, Function

class Neg(Function):
    @staticmethod
    def forward(ctx, x):
        return -x

    @staticmethod
    def backward(ctx, grad):
        return -grad

x = Tensor([1.0, 2.0])
y = Neg.apply(x).sum()
y.backward()
print(x.grad)
"""
    assert made(program).printed == ["[-1., -1.]"]


JAX = """
import jax
import jax.numpy as jnp

@jax.custom_vjp
def f(x, y):
    return jnp.sin(x) * y

def f_fwd(x, y):
    return f(x, y), (jnp.cos(x), jnp.sin(x), y)

def f_bwd(res, g):
    cos_x, sin_x, y = res
    return (cos_x * g * y * 2, sin_x * g)

f.defvjp(f_fwd, f_bwd)
"""


def printed(program: str) -> list[float]:
    written = io.StringIO()
    with contextlib.redirect_stdout(written):
        in_python(program)
    return [float(each) for each in written.getvalue().split()]


@pytest.mark.parametrize(
    "text",
    [
        "print(f(2.0, 3.0))",
        "print(jax.grad(f)(2.0, 3.0))",
        "print(jax.grad(f, 1)(2.0, 3.0))",
        "print(jax.grad(lambda x: f(x * x, x) ** 2)(1.5))",
        "print(jax.grad(jax.grad(f))(2.0, 3.0))",
        "print(jax.grad(jax.grad(f), 1)(2.0, 3.0))",
        "for k in range(3):\n    print(jax.grad(f)(0.5 * k, 1.0))",
    ],
)
def test_custom_vjp_is_as_in_jax(text: str) -> None:
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    ours = [float(each) for line in made(JAX + text).printed for each in line.split()]
    assert ours == pytest.approx(printed(JAX + text))


def test_a_number_that_is_written_into_a_call_is_an_input() -> None:
    ours = made(JAX + "f(2.0, 3.0)")
    assert set(ours.inputs) == {"x", "y"}
    assert backward(ours.output).of(ours.inputs["x"]) == pytest.approx(2 * np.cos(2.0) * 3)
    ours = made(AUTOGRAD + "times(2.0, 3.0)")
    assert backward(ours.output).of(ours.inputs["x"]) == 3.0


@pytest.mark.parametrize(
    ("before", "after", "part"),
    [
        ("f.defvjp(f_fwd, f_bwd)", "", "none is defined"),
        ("return f(x, y), (", "return f(x, y) + 1, (", "different values"),
        ("return (cos_x * g * y * 2, sin_x * g)", "return cos_x * g", "tuple"),
        ("return (cos_x * g * y * 2, sin_x * g)", "return (g, g, g)", "3 gradients"),
        ("return f(x, y), (jnp.cos(x), jnp.sin(x), y)", "return f(x, y)", "two things"),
    ],
)
def test_incomplete_rules_of_jax_are_refused(before: str, after: str, part: str) -> None:
    assert part in refused(JAX.replace(before, after) + "x = 2.0\njax.grad(f)(x, 3.0)")


AUTOGRAD = """
import autograd.numpy as np
from autograd import grad
from autograd.extend import primitive, defvjp

@primitive
def logsumexp(x):
    m = np.max(x)
    return m + np.log(np.sum(np.exp(x - m)))

def logsumexp_vjp(ans, x):
    x_shape = x.shape
    return lambda g: np.full(x_shape, g) * np.exp(x - np.full(x_shape, ans))

defvjp(logsumexp, logsumexp_vjp)

@primitive
def times(x, y):
    return x * y

defvjp(times, lambda ans, x, y: lambda g: g * y, lambda ans, x, y: lambda g: 5 * g * x + ans)
"""


@pytest.mark.parametrize(
    "text",
    [
        "print(*grad(lambda y: np.sum(logsumexp(y**2)))(np.array([1.5, 2.5, 1e-10])))",
        "print(grad(times, 0)(2.0, 3.0), grad(times, 1)(2.0, 3.0))",
        "print(grad(lambda x: times(x, x) * times(2.0, x))(3.0))",
        "print(grad(grad(lambda x: times(x, x * x)))(3.0))",
        "print(times(2.0, 3.0))",
        "defvjp(times, lambda ans, x, y: lambda g: g * 7 * y, argnums=[0])\nprint(grad(times)(2.0, 3.0))",
        "defvjp(times, None, None)\nprint(grad(times)(2.0, 3.0))",
    ],
)
def test_primitives_are_as_in_autograd(text: str) -> None:
    pytest.importorskip("autograd")
    ours = [float(each) for line in made(AUTOGRAD + text).printed for each in line.split()]
    assert ours == pytest.approx(printed(AUTOGRAD + text), rel=1e-5)


def test_what_decorators_are_told_besides_is_refused() -> None:
    text = "import jax\ndef g(x, n):\n    return x**n\nf = jax.custom_vjp(g, nondiff_argnums=(1,))\nx = 2.0\nx * 2"
    assert "nondiff_argnums" in refused(text)


def test_a_primitive_without_a_rule_is_refused() -> None:
    program = AUTOGRAD.split("defvjp(logsumexp", 1)[0] + "x = np.array([1.0, 2.0])\ngrad(logsumexp)(x)"
    assert "none is defined" in refused(program)
    assert "@primitive" in refused(AUTOGRAD + "def g(x):\n    return x\ndefvjp(g, g)\nx = 2.0\ny = x * 2")


def test_the_unsupported_code_is_the_one_that_says_so() -> None:
    with pytest.raises(ProblemError) as raised:
        made(TORCH + METHOD.format("return x", "return g * g.item()") + ONE + "F.apply(x)")
    assert {problem.code for problem in raised.value.problems} == {Code.UNSUPPORTED}


def test_rules_of_several_runs_do_not_know_one_another() -> None:
    right, wrong = (made(TORCH + PROGRAMS[name]) for name in ("one", "wrong"))
    slopes = [backward(each.output).of(each.inputs["x"]) for each in (right, wrong)]
    assert np.allclose(slopes, [17.0, 25.5])  # type: ignore[arg-type]
