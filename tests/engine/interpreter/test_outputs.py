"""Which value is the output, what is said of it, and derivatives as they are written in class."""

from typing import Any

import numpy as np
import pytest
import sympy

from backpass.engine import Limits
from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.export.registry import export
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.many_points.recording import ProgramRecording
from backpass.engine.problems import Code, ProblemError
from backpass.engine.serialization.computation import Computation
from backpass.engine.serialization.graph_json import gradient_json, graph_json

START = "x = 3.0\ny = x*x\n"


def answer(text: str, output: str | None = None, **inputs: Any) -> Any:
    return gradient_json(run(parse(text), inputs, output))


def codes(found: Any) -> list[str]:
    return [problem["code"] for problem in found["problems"]]


@pytest.mark.parametrize(
    ("rest", "value", "slope"),
    [
        ("def f(p):\n    return 5.0\nf(y)", 5.0, 0.0),
        ("for i in range(2):\n    z = 7.0*i\nz", 7.0, 0.0),
        ("def f(p):\n    return 5.0\nout = f(y) + 1", 6.0, 0.0),
        ("k = 0\nwhile k < 3: k += 1", 3.0, 0.0),
        ("7*2", 14.0, 0.0),
        ("def f(): return 3 > 2\nf()", 1.0, 0.0),
        ("def f(p): return p*2, p*3\na, b = f(y)", 27.0, 18.0),
        ("def f(p): return p*2, p*3\na, _ = f(y)", 18.0, 12.0),
        ("def f(): return 0\ny.item()", 9.0, 6.0),
        ("def f(): return 0\nprint(y)\nn = 2*y\nprint('done')", 18.0, 12.0),
    ],
)
def test_the_output_is_the_last_lines_value(rest: str, value: float, slope: float) -> None:
    found = answer(START + rest)
    assert (found["value"], found["gradients"]) == (value, {"x": slope})
    assert ("constant-output" in codes(found)) == (slope == 0.0)


def test_a_list_is_the_output_where_it_holds_numbers() -> None:
    assert answer("def f(): return 0\nx = 2.0\n[x, 3*x]")["value"] == [2.0, 6.0]
    assert answer("def f(): return 0\nx = 2.0\ny = x*x\nnames = ['a', x]")["value"] == 4.0
    doubled = "def f(): return 0\nx = 2.0\ny = x*x\na = [1]\n" + "a = [a, a]\n" * 60
    assert answer(doubled)["value"] == 4.0


def test_a_request_can_name_a_plain_number_or_an_element() -> None:
    text = "x = 3.0\nfor i in range(2):\n    z = 7.0*i\ny = x*x"
    assert (answer(text, "z")["value"], answer(text, "z")["gradients"]) == (7.0, {"x": 0.0})
    matrix = "W = [[1, 2], [3, 4]]\nx = [5, 6]\ny = W @ x"
    assert answer(matrix, "y[1]")["gradients"] == {"W": [[0, 0], [5, 6]], "x": [3, 4]}
    assert answer(matrix, "[0]")["gradients"]["x"] == [1, 2]
    assert answer(matrix, "W[1, 0]")["value"] == 3.0
    for name in ("y[5]", "q[0]", "y[0][0]"):
        with pytest.raises(ProblemError) as error:
            answer(matrix, name)
        assert error.value.problems[0].code is Code.UNKNOWN_OUTPUT
    with pytest.raises(ProblemError, match="is a function"):
        answer("def f(x): return x\nf(2.0)", "f")


def test_elements_add_up_to_what_is_shown() -> None:
    text = "W = [[1, 2], [3, -4]]\nx = [0.5, 6]\ntanh(W @ x / 10)"
    whole = answer(text)
    (note,) = [each for each in whole["problems"] if each["code"] == "summed-output"]
    assert note["choices"] == ["[0]", "[1]"]
    for name in ("W", "x"):
        parts = [np.array(answer(text, choice)["gradients"][name]) for choice in note["choices"]]
        np.testing.assert_allclose(sum(parts), whole["gradients"][name], rtol=1e-14)
    given = gradient_json(run(parse(text)), upstream=[1.0, 1.0])
    assert "summed-output" not in codes(given)
    assert given["gradients"] == whole["gradients"]
    assert "summed-output" not in codes(answer("x = [1, 2]\nsum(x)"))
    assert "summed-output" in codes(graph_json(run(parse(text))))


def test_exported_code_says_that_the_gradients_are_those_of_the_sum() -> None:
    for text, said in (("x = [1, 2]\ny = x*x", True), ("x = [1, 2]\ny = sum(x*x)", False)):
        computation = Computation.of(run(parse(text)))
        for name in ("pytorch", "jax"):
            assert ("those of their sum" in export(computation, name)) == said
    given = Computation.of(run(parse("x = [1, 2]\ny = x*x")), upstream=[1.0, 2.0])
    assert "those of their sum" not in export(given, "pytorch")


def test_what_was_printed_is_kept_where_there_is_nothing_to_differentiate() -> None:
    found = run(parse("print('hello')\nprint('you')"))
    assert (found.printed, found.output.shape) == (["hello", "you"], (0,))
    assert [problem.code for problem in found.problems] == [Code.CONSTANT_OUTPUT]
    assert "2 lines" in found.problems[0].message
    found = run(parse("class Dual:\n    def __init__(self, a): self.a = a\nd = Dual(3.0)\nprint('value', d.a)"))
    assert (found.printed, found.output.item()) == (["value 3.0"], 3.0)


def test_a_function_that_was_called_is_not_said_to_be_never_called() -> None:
    (problem,) = run(parse("def f(x):\n    print('in f')\nf(2.0)")).problems
    assert "never called" not in problem.message
    with pytest.raises(ProblemError, match="`g` is defined but never called"):
        run(parse("def f(x):\n    pass\ndef g(x):\n    return x\nf(2.0)"))


def test_an_output_without_inputs_is_not_recorded() -> None:
    with pytest.raises(ValueError, match="without an input"):
        ProgramRecording(parse("x = 2.0\n7*2"), (), None, Limits())


def test_gradients_in_a_list_show_what_they_are_gradients_of() -> None:
    text = "import tensorflow as tf\na, b = tf.Variable(5.0), tf.Variable(3.0)\nwith tf.GradientTape() as tape:\n"
    text += "    z = 3*a**2 + 2*a*b\ngradients = tape.gradient(z, [a, b])\ngradients"
    found = answer(text)
    assert (found["value"], found["gradients"]) == (105.0, {"a": 36.0, "b": 10.0})


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("d/dx (x^2 sin(x))", "diff(x**2*sin(x), x)"),
        (r"\frac{d}{dx}\left(x^2 \sin x\right)", "diff(x**2*sin(x), x)"),
        ("y = x^3\nd²y/dx²", "diff(x**3, x, 2)"),
        ("y = x^4\n\\frac{\\mathrm{d}^2 y}{\\mathrm{d} x^2} + 1", "diff(x**4, x, 2) + 1"),
        (r"\frac{\partial}{\partial x} (x^3 + 2x)", "diff(x**3 + 2*x, x)"),
        ("d/dx sin(x)^2", "diff(sin(x)**2, x)"),
        ("f(x) = x^3\n2 d/dx f(x)", "2*diff(x**3, x)"),
        ("u = x^2\nd/du (u^3)", "3*x**4"),
    ],
)
def test_a_derivative_as_in_class_is_what_sympy_computes(text: str, formula: str) -> None:
    text = text.replace("2 d/dx", "2*(d/dx)")
    x = sympy.Symbol("x")
    expected = sympy.sympify(formula, {"x": x})
    found = run(parse(f"x = 1.25\n{text}"))
    assert found.output.item() == pytest.approx(float(expected.subs(x, 1.25)), rel=1e-13)
    gradients = backward(found.output)
    slope = dict(zip(gradients.tensors, gradients.values, strict=True))[found.inputs["x"]]
    assert slope == pytest.approx(float(sympy.diff(expected, x).subs(x, 1.25)), rel=1e-12)


def test_names_of_the_programs_own_make_a_quotient() -> None:
    assert answer("dy = 3.0\ndx = 2.0\ndy/dx")["value"] == 1.5
    assert answer("d = 4.0\ndt = 2.0\nv = d/dt")["value"] == 2.0
    for text in ("dy/dx", "v = d/dt", r"\frac{dy}{dx}", "d/dx x^2 + 3x"):
        with pytest.raises(ProblemError) as error:
            run(parse(text))
        assert error.value.problems[0].code is Code.AMBIGUOUS


def test_a_text_shows_what_it_holds() -> None:
    text = 'w = 3.0\nprint(f"{w=} {w = } {w=:.2f} {w==3}")'
    assert run(parse(text)).printed == ["w=3.0 w = 3.0 w=3.00 True"]


MODEL = """\
import jax
import jax.numpy as jnp
def loss_fn(params, x, y):
    w, b = params
    return jnp.mean((x @ w + b - y) ** 2)
x = jnp.array([[1.0, 2.0], [3.0, -1.0]])
y = jnp.array([1.0, 0.0])
params = [jnp.array([0.1, 0.2]), 0.0]
"""
STEP = """\
for i in range(2):
    g = jax.grad(loss_fn)(params, x, y)
    params = [p - 0.1 * q for p, q in zip(params, g)]
"""
SLOPE = """\
import jax
import jax.numpy as jnp
def loss_fn(w, x):
    return jnp.mean((x * w) ** 2)
w = 2.0
x = jnp.array([1.0, 2.0])
"""


def after_steps(count: int) -> float:
    """The loss of `MODEL` after so many steps, from the formula of its gradient."""
    x, y, w, b = np.array([[1.0, 2.0], [3.0, -1.0]]), np.array([1.0, 0.0]), np.array([0.1, 0.2]), 0.0
    for _ in range(count):
        error = 2 * (x @ w + b - y) / 2
        w, b = w - 0.1 * x.T @ error, b - 0.1 * error.sum()
    return float(((x @ w + b - y) ** 2).mean())


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (MODEL + STEP + "print(loss_fn(params, x, y))", after_steps(2)),
        (MODEL + STEP + 'print(f"loss {loss_fn(params, x, y):.3f}")', after_steps(2)),
        (MODEL + STEP + 'print("loss %.3f" % loss_fn(params, x, y))', after_steps(2)),
        (MODEL + STEP + "print('done')", after_steps(1)),  # the loss of the last gradient
        (MODEL + STEP + "print(params)", after_steps(1)),
        (SLOPE + "for i in range(3):\n    w = w - 0.1 * jax.grad(loss_fn)(w, x)\nprint(loss_fn(w, x))", 2.5 * 0.25**2),
        (
            SLOPE + "for i in range(3):\n    loss, g = jax.value_and_grad(loss_fn)(w, x)\n    w = w - 0.1 * g\n    print(loss)",
            2.5 * 0.5**2,
        ),
        (SLOPE + "print(jax.grad(loss_fn)(w, x))", 10.0),
        (SLOPE + "w = w - 0.1 * jax.grad(loss_fn)(w, x)", 1.0),  # a step by itself, of which nothing is printed
        (SLOPE + "g = jax.grad(loss_fn)(w, x)\nprint(g)\nz = jnp.sum(x) + w", 5.0),
    ],
)
def test_a_program_that_takes_gradients_itself_shows_the_loss_and_not_its_data_or_weights(text: str, value: float) -> None:
    assert answer(text)["value"] == pytest.approx(value, rel=1e-12)


def test_a_comparison_where_a_value_was_meant_offers_it() -> None:
    text = "x == 3\ny = x*2"
    note = next(each for each in run(parse(text)).problems if each.replacement)
    assert note.hint == "Did you mean `x = 3`?"
    assert not [each for each in run(parse(f"x = 2\n{text}")).problems if each.replacement]


def test_an_array_computed_from_numbers_alone_is_an_input_as_the_array_itself_would_be() -> None:
    drawn = "import numpy as np\nW = np.random.randn(3, 4)*0.05\nmask = (np.random.rand(4) > 0.5)*1.0\nx = np.ones(4)\n"
    assert list(run(parse(f"{drawn}(W @ (x*mask)).sum()")).inputs) == ["W", "x"]
    with_parameters = "import torch\nx = torch.randn(3)*2\nw = torch.ones(3, requires_grad=True)\n(w*x).sum()"
    assert list(run(parse(with_parameters)).inputs) == ["w"]
