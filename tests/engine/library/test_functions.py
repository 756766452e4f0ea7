"""Operations of one's own: `Function`, held against PyTorch's; and rules that cannot be."""

from typing import Any

import numpy as np
import pytest

from backpass import engine
from backpass.engine import Function, ProblemError, Tensor, grad, once_differentiable
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse

torch = pytest.importorskip("torch")


def both(make: object) -> tuple[object, object]:
    """The same program for us and for PyTorch: `make(Function, tensor)` gives numbers to compare."""
    return (
        make(Function, Tensor),  # type: ignore[operator]
        make(torch.autograd.Function, lambda data: torch.tensor(data, dtype=torch.float64, requires_grad=True)),  # type: ignore[operator]
    )


def test_a_function_with_saved_tensors_and_other_arguments() -> None:
    def make(base: type, tensor: object) -> object:
        class Scaled(base):  # type: ignore[misc]
            @staticmethod
            def forward(ctx, x, w, power):  # type: ignore[no-untyped-def]
                ctx.save_for_backward(x, w)
                ctx.power = power
                return x**power * w

            @staticmethod
            def backward(ctx, upstream):  # type: ignore[no-untyped-def]
                x, w = ctx.saved_tensors
                assert ctx.needs_input_grad[:2] == (True, True)
                return upstream * ctx.power * x ** (ctx.power - 1) * w, upstream * x**ctx.power, None

        x, w = tensor([1.0, 2.0, -3.0]), tensor([0.5, 2.0, 4.0])  # type: ignore[operator]
        y = Scaled.apply(x, w, 3)
        (y * y).sum().backward()
        return y.tolist(), x.grad.tolist(), w.grad.tolist()

    ours, theirs = both(make)
    assert ours == theirs


def test_a_rule_that_lies_gives_the_numbers_of_the_rule() -> None:
    def make(base: type, tensor: object) -> object:
        class StraightThrough(base):  # type: ignore[misc]
            @staticmethod
            def forward(ctx, x):  # type: ignore[no-untyped-def]  # noqa: ARG004
                return x.round()

            @staticmethod
            def backward(ctx, upstream):  # type: ignore[no-untyped-def]  # noqa: ARG004
                return upstream

        x = tensor([0.4, 1.6])  # type: ignore[operator]
        (StraightThrough.apply(x) * x).sum().backward()
        return x.grad.tolist()

    ours, theirs = both(make)
    assert ours == theirs == [0.4, 3.6]


def test_a_rule_that_writes_into_a_copy_of_the_gradient() -> None:
    def make(base: type, tensor: object) -> object:
        class Ramp(base):  # type: ignore[misc]
            @staticmethod
            def forward(ctx, x):  # type: ignore[no-untyped-def]
                ctx.save_for_backward(x)
                return x.clamp(min=0)

            @staticmethod
            def backward(ctx, upstream):  # type: ignore[no-untyped-def]
                (x,) = ctx.saved_tensors
                sent = upstream.clone()
                sent[x < 0] = 0
                return sent

        x = tensor([0.4, -1.6])  # type: ignore[operator]
        (Ramp.apply(x) * 3).sum().backward()
        return x.grad.tolist()

    ours, theirs = both(make)
    assert ours == theirs == [3, 0]


def test_several_outputs_and_a_context_that_is_set_up_apart() -> None:
    def make(base: type, tensor: object) -> object:
        class Polar(base):  # type: ignore[misc]
            @staticmethod
            def forward(x, y):  # type: ignore[no-untyped-def]
                return (x * x + y * y).sqrt(), x * y

            @staticmethod
            def setup_context(ctx, inputs, output):  # type: ignore[no-untyped-def]
                ctx.save_for_backward(*inputs, output[0])

            @staticmethod
            def backward(ctx, of_length, of_product):  # type: ignore[no-untyped-def]
                x, y, length = ctx.saved_tensors
                return of_length * x / length + of_product * y, of_length * y / length + of_product * x

        x, y = tensor([3.0, 1.0]), tensor([4.0, 2.0])  # type: ignore[operator]
        length, product = Polar.apply(x, y)
        (length * 2 + product.sum()).sum().backward()
        return length.tolist(), product.tolist(), x.grad.tolist(), y.grad.tolist()

    ours: Any
    theirs: Any
    ours, theirs = both(make)
    for mine, other in zip(ours, theirs, strict=True):
        assert np.allclose(mine, other, rtol=1e-14)


def test_an_output_marked_as_not_differentiable_is_a_constant_in_library_and_language() -> None:
    program = """from {} import Function
class F(Function):
    @staticmethod
    def forward(ctx, x):
        a = x * 2
        b = x * 3
        ctx.mark_non_differentiable(b)
        return a, b
    @staticmethod
    def backward(ctx, g, h):
        return g + 100 * h
x = {}
a, b = F.apply(x)
(a * b).backward()
"""
    ours: dict[str, Any] = {"Tensor": Tensor}
    exec(program.format("backpass.autograd", "Tensor(1.5)"), ours)
    theirs: dict[str, Any] = {"torch": torch}
    exec(program.format("torch.autograd", "torch.tensor(1.5, requires_grad=True)"), theirs)
    assert (ours["x"].grad, ours["b"].requires_grad) == (theirs["x"].grad.item(), theirs["b"].requires_grad) == (4.5, False)
    found = run(parse("import torch\n" + program.format("torch.autograd", "torch.tensor(1.5, requires_grad=True)")))
    assert engine.backward(found.output).of(found.inputs["x"]) == 4.5


IMPORTS = [
    ("import torch", "torch.autograd.Function"),
    ("from torch.autograd import Function", "Function"),
    ("from torch.autograd.function import Function, once_differentiable", "Function"),
    ("import torch.autograd as ag", "ag.Function"),
]


@pytest.mark.parametrize(("line", "base"), IMPORTS)
def test_a_program_for_pytorch_runs_with_its_import_line_changed(line: str, base: str) -> None:
    program = """
class Square(BASE):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x
    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return 5 * x * g
y = Square.apply(x)
y.backward()
"""
    theirs: dict[str, Any] = {"x": torch.tensor(3.0, requires_grad=True)}
    exec(line + program.replace("BASE", base), theirs)
    line, base = line.replace("torch", "backpass"), base.replace("torch", "backpass")
    ours: dict[str, Any] = {"x": Tensor(3.0)}
    exec(line + program.replace("BASE", base), ours)
    typed = run(parse("from backpass import Tensor\n" + line + "\nx = Tensor(3.0)" + program.replace("BASE", base)))
    found = engine.backward(typed.output).of(typed.inputs["x"])
    assert ours["x"].grad == found == theirs["x"].grad.item() == 15.0


def test_what_a_context_cannot_is_refused_by_name() -> None:
    class Marking(Function):
        @staticmethod
        def forward(ctx, x):  # type: ignore[no-untyped-def]
            ctx.mark_dirty(x)
            return x

    with pytest.raises(ProblemError, match=r"ctx\.mark_dirty"):
        Marking.apply(Tensor(1.0))


class Cube(Function):
    @staticmethod
    def forward(ctx, x):  # type: ignore[no-untyped-def]
        ctx.save_for_backward(x, x * x)
        return x * x * x

    @staticmethod
    def backward(ctx, upstream):  # type: ignore[no-untyped-def]
        _, square = ctx.saved_tensors
        return 3 * square * upstream


@pytest.mark.parametrize("point", [0.0, 1.0, -1.0, 2.0])
def test_a_rule_written_with_tensors_can_be_differentiated_again(point: float) -> None:
    """Also through what `forward` saved besides inputs and outputs, where PyTorch goes wrong in silence."""
    function = Cube.apply
    for expected in (3 * point**2, 6 * point, 6.0, 0.0):
        function = grad(function)
        assert function(point) == expected


def test_a_rule_that_takes_numbers_out_of_the_graph_is_refused_a_second_derivative() -> None:
    class ByNumbers(Function):
        @staticmethod
        def forward(ctx, x):  # type: ignore[no-untyped-def]
            ctx.x = x.numpy()
            return np.square(ctx.x)

        @staticmethod
        def backward(ctx, upstream):  # type: ignore[no-untyped-def]
            return 2 * ctx.x * upstream

    x = Tensor([1.0, 2.0])
    ByNumbers.apply(x).sum().backward()
    assert x.grad.tolist() == [2, 4]
    with pytest.raises(ProblemError, match=r"`ByNumbers`.*again"):
        grad(grad(ByNumbers.apply))(2.0)


def test_a_rule_may_say_that_it_is_differentiable_once() -> None:
    class Once(Function):
        @staticmethod
        def forward(ctx, x):  # type: ignore[no-untyped-def]
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        @once_differentiable
        def backward(ctx, upstream):  # type: ignore[no-untyped-def]
            return 2 * ctx.saved_tensors[0] * upstream

    assert grad(Once.apply)(3.0) == 6
    with pytest.raises(ProblemError, match="once"):
        grad(grad(Once.apply))(3.0)


def test_a_function_that_draws_is_refused_a_second_derivative() -> None:
    numbers = iter(range(1, 100))

    class Drawn(Function):
        @staticmethod
        def forward(ctx, x):  # type: ignore[no-untyped-def]
            ctx.factor = next(numbers)
            return x * ctx.factor

        @staticmethod
        def backward(ctx, upstream):  # type: ignore[no-untyped-def]
            return upstream * ctx.factor

    x = Tensor(2.0)
    y = Drawn.apply(x)
    y.backward()
    assert x.grad == 1
    with pytest.raises(ProblemError, match="returned different numbers"):
        grad(y, x, create_graph=True)


def test_the_wrong_number_or_shape_of_gradients_is_refused_by_name() -> None:
    class Wrong(Function):
        given: object = None

        @staticmethod
        def forward(ctx, x, y):  # type: ignore[no-untyped-def]  # noqa: ARG004
            return x * y

        @staticmethod
        def backward(ctx, upstream):  # type: ignore[no-untyped-def]  # noqa: ARG004
            return Wrong.given

    for given, words in (((1.0,), "1 gradient"), ((1.0, 1.0, 1.0), "3 gradients"), ((np.ones(3), 1.0), r"shape \(3,\)")):
        Wrong.given = given
        with pytest.raises(ProblemError, match=f"`Wrong`.*{words}"):
            Wrong.apply(Tensor([1.0, 2.0]), Tensor([1.0, 2.0])).sum().backward()
    Wrong.given = None, np.ones((5, 2))
    x, y = Tensor([1.0, 2.0]), Tensor([1.0, 2.0])
    Wrong.apply(x, y).sum().backward()
    assert (x.grad.tolist(), y.grad.tolist()) == ([0, 0], [5, 5])


def test_what_forward_computes_is_not_recorded_and_its_arguments_are_what_they_were() -> None:
    kept: list[Tensor] = []

    class Keeping(Function):
        @staticmethod
        def forward(ctx, x):  # type: ignore[no-untyped-def]
            kept.append(x * 2)
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx, upstream):  # type: ignore[no-untyped-def]
            return 2 * ctx.saved_tensors[0] * upstream

    x = Tensor([1.0, 2.0])
    y = Keeping.apply(x)
    x.data[0] = 100
    y.sum().backward()
    assert not kept[0].requires_grad
    assert x.grad.tolist() == [2, 4]


def test_a_node_of_ones_own_stands_in_the_graph_under_its_name() -> None:
    y = Cube.apply(Tensor(2.0, label="x"))
    assert repr(y) == "Tensor(8.0, grad_fn=Cube)"
    assert y.grad_fn.parents[0].label == "x"
    assert "Cube" in (y * 2)._repr_svg_()


def test_a_function_of_constants_is_a_constant() -> None:
    y = Cube.apply(Tensor(2.0, requires_grad=False))
    assert (y.data, y.requires_grad) == (8, False)
    assert Cube.apply.__name__ == "apply"
    with engine.no_grad():
        assert Cube.apply(Tensor(2.0)).is_leaf
