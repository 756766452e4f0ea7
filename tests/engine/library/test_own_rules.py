"""Operations of one's own as objects, and as JAX and HIPS autograd write them, held against the real libraries."""

import doctest
from typing import Any

import autograd
import autograd.extend
import jax
import numpy as np
import pytest

import backpass
from backpass import Function, Operation, Tensor, custom_vjp, defvjp, grad, primitive
from backpass.engine import ProblemError
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.library import own_rules


class Cube(Operation):
    def forward(self, x: Any) -> Any:
        return x**3

    def backward(self, upstream_grad: Any) -> Any:
        (x,) = self.parents
        return (3 * x**2 * upstream_grad,)


class Quotient(Operation):
    """Sets its parents in an order of its own, with numbers outside of the graph."""

    def forward(self, a: Any, b: Any) -> Any:
        self.parents = (b, a)
        self.value = a.data / b.data
        return self.value

    def backward(self, upstream_grad: Any) -> Any:
        b, _ = self.parents
        return -upstream_grad * self.value / b.data, upstream_grad / b.data


@pytest.mark.parametrize("call", [Cube(), Cube.apply, Cube])
@pytest.mark.parametrize("data", [2.0, [[1.0, -2.0], [0.5, 3.0]]])
def test_an_operation_is_a_node_of_its_own(call: Any, data: Any) -> None:
    x = Tensor(data)
    y = call(x)
    y.sum().backward()
    assert np.array_equal(x.grad, 3 * np.square(data))
    assert (y.grad_fn.name, y.grad_fn.parents, type(y.creator)) == ("Cube", (x,), Cube)


def test_parents_may_stand_in_another_order_and_keep_their_numbers() -> None:
    a, b = Tensor(3.0), Tensor(2.0)
    q = Quotient()(a, b)
    assert q.creator.parents == (b, a)
    b.data = 100.0
    q.backward()
    assert (a.grad, b.grad) == (0.5, -0.75)
    x = Tensor(5.0)
    Quotient()(x, x).backward()
    assert x.grad == pytest.approx(0.0, abs=1e-15)


def test_operations_are_differentiated_again_where_their_rule_is_written_with_tensors() -> None:
    assert grad(grad(Cube()))(2.0) == 12.0
    with pytest.raises(ProblemError, match="`Quotient`"):
        grad(grad(lambda x: Quotient()(x, x * x)))(2.0)


def test_bad_rules_are_refused_by_the_name_of_the_class() -> None:
    class Bad(Operation):
        given: Any = None

        def forward(self, x: Any, y: Any) -> Any:
            return x * y

        def backward(self, _: Any) -> Any:
            return Bad.given

    for given, words in (((1.0,), "1 gradient"), ((1.0, 1.0, 1.0), "3 gradients"), ((np.ones(3), 1.0), r"shape \(3,\)")):
        Bad.given = given
        with pytest.raises(ProblemError, match=f"`Bad`.*{words}"):
            Bad()(Tensor([1.0, 2.0]), Tensor([1.0, 2.0])).sum().backward()

    class Stray(Cube):
        def forward(self, x: Any) -> Any:
            self.parents = (Tensor(1.0),)
            return x

    with pytest.raises(ProblemError, match=r"`self\.parents` of `Stray`"):
        Stray()(Tensor(2.0))


def test_constants_and_no_grad_make_constants() -> None:
    assert not Cube()(Tensor(2.0, requires_grad=False)).requires_grad
    with backpass.no_grad():
        assert Cube()(Tensor(2.0)).is_leaf


def test_custom_vjp_is_jaxs() -> None:
    def defined(wrap: Any) -> Any:
        def product(x: Any, y: Any) -> Any:
            return x * y

        made = wrap(product)
        made.defvjp(lambda x, y: (x * y, (x, y)), lambda kept, g: (5 * kept[1] * g, 7 * kept[0] * g))
        return made

    ours, theirs = defined(custom_vjp), defined(jax.custom_vjp)
    for place in (0, 1):
        assert grad(ours, place)(2.0, 3.0) == float(jax.grad(theirs, place)(2.0, 3.0))
    assert ours(2.0, 3.0) == 6.0
    with pytest.raises(ProblemError, match="its own derivative rule"):
        custom_vjp(lambda x: x)(Tensor(1.0))


def test_primitive_is_autograds() -> None:
    def defined(library: Any) -> Any:
        def product(x: Any, y: Any) -> Any:
            return x * y

        made = library.primitive(product)
        library.defvjp(made, lambda ans, _x, _y: lambda g: g * ans, None)
        return made

    ours, theirs = defined(backpass), defined(autograd.extend)
    assert grad(ours)(2.0, 3.0) == autograd.grad(theirs)(2.0, 3.0) == 6.0
    with pytest.raises(ProblemError, match="its own derivative rule"):
        primitive(lambda x: x)(Tensor(1.0))
    with pytest.raises(ValueError, match="argument"):
        defvjp(primitive(abs), None, argnums=(0, 1))


SOURCE = """from backpass import Operation, Tensor, custom_vjp, defvjp, grad, no_grad, primitive
class Cube(Operation):
    def forward(self, x):
        return x**3
    def backward(self, upstream_grad):
        x, = self.parents
        return (5 * x * upstream_grad,)
@custom_vjp
def one(x):
    return x**3
one.defvjp(lambda x: (x**3, x), lambda x, g: (7 * g,))
@primitive
def other(x):
    return x**3
defvjp(other, lambda ans, x: lambda g: 11 * g * x)
x = Tensor(2.0)
Cube()(x).backward()
with no_grad():
    y = x * 2
print(x.grad, grad(one)(2.0), grad(other)(2.0))
"""


def test_one_text_gives_the_same_as_a_program_and_with_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(SOURCE, "library", "exec"), {})  # the text above
    assert capsys.readouterr().out.split() == ["10.0", "7.0", "22.0"]
    assert run(parse(SOURCE)).printed == ["10.0 7.0 22.0"]


def test_the_examples_of_the_docstrings() -> None:
    tried = doctest.testmod(own_rules)
    assert tried.attempted >= 10
    assert tried.failed == 0


DOCUMENTED = """
@custom_vjp
def f(x, y):
    return sin(x) * y
def f_fwd(x, y):
    return f(x, y), (cos(x), sin(x), y)
def f_bwd(residuals, g):
    cos_x, sin_x, y = residuals
    return cos_x * g * y, sin_x * g
f.defvjp(f_fwd, f_bwd)
"""


def test_a_forward_rule_may_call_its_own_function_as_the_documentation_of_jax_does() -> None:
    """The numbers are those of JAX 0.10."""
    known: dict[str, Any] = {"custom_vjp": custom_vjp, "sin": backpass.sin, "cos": backpass.cos}
    exec(compile(DOCUMENTED, "library", "exec"), known)  # the text above
    assert grad(known["f"])(2.0, 3.0) == pytest.approx(-1.2484405)
    assert grad(grad(known["f"]))(2.0, 3.0) == pytest.approx(-2.7278922)


def _pass_within(x: Tensor, y: Tensor) -> None:
    """Another backward pass over tensors that the one that runs goes through as well."""
    (x * y).backward()


def test_a_hook_may_begin_a_backward_pass_over_the_same_tensors() -> None:
    """As in PyTorch: d(3x²)/dx + y, and x."""
    x, y = Tensor(2.0), Tensor(3.0)
    square = x * x
    square.register_hook(lambda _: _pass_within(x, y))
    (square * 3).backward()
    assert (x.grad, y.grad) == (15.0, 2.0)


def test_a_rule_may_begin_a_backward_pass_over_the_same_tensors() -> None:
    x, y = Tensor(2.0), Tensor(3.0)

    class Checkpoint(Function):
        @staticmethod
        def forward(_: Any, given: Any) -> Any:
            return given * given

        @staticmethod
        def backward(_: Any, gradient: Any) -> Any:
            _pass_within(x, y)
            return gradient * 2 * x.detach()

    (Checkpoint.apply(x) * x).backward()
    assert (x.grad, y.grad) == (12.0 + 3.0, 2.0)
