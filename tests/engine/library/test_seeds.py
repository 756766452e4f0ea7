"""Programs in the ways of the four engines that this one absorbs: their classes, names and training loops."""
# mypy: disable-error-code="attr-defined, operator"
# Courses set attributes of tensors, as these programs do.

import math
import random
from typing import Any

import numpy as np
import pytest

from backpass import engine
from backpass.engine import Function, ProblemError, Tensor
from backpass.engine.export.svg import draw

# A. Data nodes and operation nodes


class Operation:
    """An operation node: remembers its parents, computes the value, sends back."""

    def __init__(self) -> None:
        self.parents: list[Tensor] = []

    def __call__(self, *parents: Tensor) -> Tensor:
        self.parents = list(parents)
        result = Tensor(self.forward(*parents), requires_grad=any(parent.requires_grad for parent in parents))
        if result.requires_grad:
            result.grad_fn = self
        return result


class Multiplication(Operation):
    def forward(self, a: Tensor, b: Tensor) -> float:
        return a.data * b.data

    def backward(self, upstream: Tensor) -> tuple[object, object]:
        a, b = self.parents
        return upstream * b.data, upstream * a.data


class Logarithm(Operation):
    def forward(self, a: Tensor) -> object:
        return np.log(a.data)

    def backward(self, upstream: Tensor) -> object:
        return upstream / self.parents[0].data


class Accumulating(Multiplication):
    """Adds to the gradients of its parents itself."""

    def backward(self, upstream: Tensor) -> None:
        a, b = self.parents
        a.grad += upstream * b.data
        b.grad += upstream * a.data


@pytest.mark.parametrize("kind", [Multiplication, Accumulating])
@pytest.mark.parametrize("data", [(2.0, 5.0), ([1.0, 2.0], [3.0, 4.0])], ids=["scalars", "vectors"])
def test_operation_objects_make_nodes(kind: type[Operation], data: tuple[Any, Any]) -> None:
    x, y, c = Tensor(data[0]), Tensor(data[1]), Tensor(3.0, requires_grad=False)
    product = kind()(x, y)
    loss = (Logarithm()(product) * c + product).sum()
    loss.name, loss.role = "loss", "output"
    x.grad = 0.0 * x.data + 10
    loss.backward()
    at, other = np.asarray(data[0]), np.asarray(data[1])
    assert np.allclose(x.grad, 10 + 3 / at + other)
    assert np.allclose(y.grad, 3 / other + at)
    assert c.grad is None
    assert product.grad_fn.parents == (x, y)
    assert [node.name for node, _ in product.grad_fn.next_functions] == ["AccumulateGrad"] * 2
    assert (product.grad_fn.name, loss.name, loss.role) == (kind.__name__, "loss", "output")
    assert not Multiplication()(c, c).requires_grad
    product.grad_fn = None
    assert product.is_leaf


def test_roles_and_names_show_in_the_drawing() -> None:
    w, x = Tensor(2.0, label="w"), Tensor(3.0, requires_grad=False)
    w.role, x.name = "parameter", "data"
    out = w * x
    drawing = draw(out)
    assert ">data<" in drawing
    assert 'class="card parameter"' in drawing
    with pytest.raises(ProblemError, match="role"):
        w.role = "parametre"


def test_logistic_regression_one_example_at_a_time() -> None:
    random.seed(1)
    examples = [
        (random.gauss(cx, 0.3), random.gauss(cy, 0.3), label)
        for cx, cy, label in ((-1, -1, 0), (1, 1, 0), (1, -1, 1))
        for _ in range(10)
    ]
    w1, w2, b = Tensor(-1.0), Tensor(1.0), Tensor(2.0)
    losses = []
    for _ in range(3):
        for x1, x2, y in examples:
            p = engine.sigmoid(w1 * x1 + w2 * x2 + b)
            loss = -(y * engine.log(p) + (1 - y) * engine.log(1 - p))
            loss.backward()
            losses.append(loss.data.item())
            for parameter in (w1, w2, b):
                parameter.data -= 0.1 * parameter.grad.data
                parameter.grad = None
                parameter.grad_fn = None
    assert np.mean(losses[-30:]) < np.mean(losses[:30]) / 2


# B and C. Values with closures


def own_tanh(self: Tensor) -> Tensor:
    """An operation as micrograd defines them."""
    number = math.tanh(self.data)
    out = Tensor(number, (self,), "tanh")

    def _backward() -> None:
        self.grad += (1 - number**2) * out.grad

    out._backward = _backward
    return out


def own_product(self: Tensor, other: Tensor) -> Tensor:
    out = Tensor(self.data * other.data, (self, other), "*", "product")

    def _backward() -> None:
        self.grad += other.data * out.grad
        other.grad += self.data * out.grad

    out._backward = _backward
    return out


def test_closures_are_rules() -> None:
    x = Tensor(0.5)
    out = own_tanh(own_product(x, x) * 2)
    assert (out._op, {each.data for each in out._prev}) == ("tanh", {0.5})
    out.backward()
    assert x.grad == pytest.approx(2 * 2 * 0.5 * (1 - math.tanh(0.5) ** 2), rel=1e-15)
    out.backward()
    assert x.grad == pytest.approx(2 * 2 * 2 * 0.5 * (1 - math.tanh(0.5) ** 2), rel=1e-15)
    with pytest.raises(ProblemError, match=r"`tanh`.*again"):
        engine.grad(out, x, create_graph=True)


def test_a_value_with_children_and_no_rule_says_so() -> None:
    x = Tensor(2.0)
    out = Tensor(4.0, (x, x), "+", label="out")
    assert (out.label, out._op) == ("out", "+")
    with pytest.raises(ProblemError, match="without a backward rule"):
        out.backward()
    leaf = Tensor(2.0, (), "", "a")
    assert (leaf.requires_grad, leaf.label, leaf.is_leaf) == (True, "a", True)
    assert Tensor(3.0, _children=(x,), label="b").label == "b"


def test_a_neuron_is_taken_back_by_hand_node_by_node() -> None:
    x1, x2 = Tensor(2.0, label="x1"), Tensor(0.0, label="x2")
    w1, w2 = Tensor(-3.0, label="w1"), Tensor(1.0, label="w2")
    b = Tensor(6.8813735870195432, label="b")
    x1w1, x2w2 = x1 * w1, x2 * w2
    both = x1w1 + x2w2
    n = both + b
    n.label = "n"
    o = n.tanh()
    o.grad = 1.0
    for node in (o, n, b, both, x1w1, x2w2):
        node._backward()
    assert [each._op for each in (o, n, x1w1, x1)] == ["tanh", "+", "*", ""]
    assert n._prev == {both, b}
    found = [each.grad for each in (n, x1, w1, x2, w2)]
    assert found == pytest.approx([0.5, -1.5, 1.0, 0.5, 0.0])
    again = [Tensor(each.data) for each in (x1, w1, x2, w2, b)]
    (again[0] * again[1] + again[2] * again[3] + again[4]).tanh().backward()
    assert [each.grad for each in again] == pytest.approx([x1.grad, w1.grad, x2.grad, w2.grad, b.grad])


def test_one_step_along_the_gradient_makes_the_value_grow() -> None:
    a, b, c, f = (Tensor(number) for number in (2.0, -3.0, 10.0, -2.0))
    loss = (a * b + c) * f
    loss.backward()
    assert (loss.data, a.grad, b.grad, c.grad, f.grad) == (-8, 6, -4, -2, 4)
    for leaf in (a, b, c, f):
        leaf.data += 0.01 * leaf.grad
    assert ((a * b + c) * f).data > -8
    assert f"{loss.data:.4f} {a.grad:.4f}" == "-8.0000 6.0000"


def test_a_network_of_values_is_trained() -> None:
    random.seed(0)

    class Neuron:
        def __init__(self, count: int) -> None:
            self.w = [Tensor(random.uniform(-1, 1)) for _ in range(count)]
            self.b = Tensor(0.0)

        def __call__(self, x: list[Tensor]) -> Tensor:
            return sum((wi * xi for wi, xi in zip(self.w, x, strict=True)), self.b).tanh()

        def parameters(self) -> list[Tensor]:
            return [*self.w, self.b]

    layers = [[Neuron(3) for _ in range(4)], [Neuron(4) for _ in range(4)], [Neuron(4)]]
    parameters = [p for layer in layers for neuron in layer for p in neuron.parameters()]
    assert len(parameters) == 41
    xs, ys = [[2, 3, -1], [3, -1, 0.5], [0.5, 1, 1], [1, 1, -1]], [1, -1, -1, 1]
    for _ in range(100):
        loss = Tensor(0.0)
        for x, y in zip(xs, ys, strict=True):
            out: Any = x
            for layer in layers:
                out = [neuron(out) for neuron in layer]
            loss += (out[0] - y) ** 2
        for p in parameters:
            p.grad = 0.0
        loss.backward()
        for p in parameters:
            p.data += -0.1 * p.grad
    assert loss.data < 0.01


# D. Functions with a context


class AddFunction(Function):
    @staticmethod
    def forward(ctx, a, b):  # type: ignore[no-untyped-def]  # noqa: ARG004
        return a.data + b.data

    @staticmethod
    def backward(ctx, grad_output):  # type: ignore[no-untyped-def]  # noqa: ARG004
        return grad_output, grad_output


class Neg(Function):
    @staticmethod
    def forward(ctx, a):  # type: ignore[no-untyped-def]  # noqa: ARG004
        return -a.data

    @staticmethod
    def backward(ctx, grad_output):  # type: ignore[no-untyped-def]  # noqa: ARG004
        return -grad_output


class Ramp(Function):
    @staticmethod
    def forward(ctx, a):  # type: ignore[no-untyped-def]
        ctx.save_for_backward(a)
        return np.maximum(a.data, 0)

    @staticmethod
    def backward(ctx, grad_output):  # type: ignore[no-untyped-def]
        (a,) = ctx.saved_tensors
        return grad_output * np.heaviside(a.data, 0)


class Dot(Function):
    @staticmethod
    def forward(ctx, a, b):  # type: ignore[no-untyped-def]
        ctx.save_for_backward(a, b)
        return np.dot(a, b)

    @staticmethod
    def backward(ctx, grad_output):  # type: ignore[no-untyped-def]
        a, b = ctx.saved_tensors
        return grad_output * b, grad_output * a


def test_functions_with_a_context() -> None:
    a, b = Tensor([1, 2, 3]), Tensor([3, -4, 5])
    total = AddFunction.apply(a, Ramp.apply(b))
    assert repr(total) == "Tensor([4., 2., 8.], grad_fn=AddFunction)"
    assert total.grad_fn.name == "AddFunction"
    assert total.parents[0] is a
    out = Dot.apply(total, Neg.apply(a))
    out.backward()
    assert a.grad.tolist() == [-5, -4, -11]
    assert b.grad.tolist() == [-1, 0, -3]


class Context:
    """The deck's own context, and below its own way to apply a function."""

    def save_for_backward(self, *items: object) -> None:
        self.saved: tuple[Any, ...] = items


class OwnSin:
    @staticmethod
    def forward(ctx: Context, x: Any) -> Any:
        ctx.save_for_backward(x)
        return np.sin(x)

    @staticmethod
    def backward(ctx: Context, grad_output: Tensor) -> Any:
        (x,) = ctx.saved
        return grad_output * np.cos(x)


def test_a_class_that_applies_itself_by_creator_parents_and_context() -> None:
    x, ctx = Tensor([0.5, 1.0]), Context()
    y = Tensor(OwnSin.forward(ctx, x.data), creator=OwnSin, parents=(x,), ctx=ctx)
    assert (y.creator, y.parents, y.ctx) == (OwnSin, (x,), ctx)
    (y * y).sum().backward()
    assert np.allclose(x.grad, 2 * np.sin([0.5, 1.0]) * np.cos([0.5, 1.0]))
    z, other = Tensor(OwnSin.forward(ctx, x.data)), Tensor(2.0)
    z.ctx, z.creator, z.parents = ctx, OwnSin, [x]
    (z * other).sum().backward()
    assert other.grad == pytest.approx(np.sin([0.5, 1.0]).sum())


def test_the_decks_model_is_trained() -> None:
    draw_number = np.random.default_rng(0)
    w1, w2, w3 = Tensor(1.7), Tensor(0.2), Tensor(0.6)
    losses = []
    for _ in range(500):
        x = draw_number.uniform()
        a = x**2
        y = 4 * engine.sin((w1 * a + w3).relu() + (w2 * a + w3).relu())
        loss = (y - 4 * math.sin(x**4)) ** 2 + 0.1 * (w1 * w1 + w2 * w2 + w3 * w3)
        loss.zero_grad()
        loss.backward()
        losses.append(loss.data.item())
        for parameter in (w1, w2, w3):
            parameter.data -= parameter.grad.data * 1e-3
    assert np.mean(losses[-100:]) < np.mean(losses[:100])


def drawn(root: Tensor) -> dict[str, str]:
    """What `draw_dot` writes in its boxes, as notebooks have it, by the label and data of the node; operations apart."""
    nodes: set[Tensor] = set()
    edges: set[tuple[Tensor, Tensor]] = set()

    def build(v: Tensor) -> None:
        if v not in nodes:
            nodes.add(v)
            for child in v._prev:
                edges.add((child, v))
                build(child)

    build(root)
    assert len(edges) == sum(len(node._prev) for node in nodes)
    boxes = ["{ %s | data %.4f | grad %.4f }" % (n.label, n.data, n.grad) for n in nodes]  # noqa: UP031 (as it is written)
    return {box.rpartition(" | ")[0]: box.rpartition(" | ")[2] for box in boxes} | {str(n._op): "" for n in nodes if n._op}


def test_draw_dot_runs_as_it_is_before_and_after_the_backward_pass() -> None:
    x, w, b = Tensor(2.0, label="x"), Tensor(-3.0, label="w"), Tensor(6.5, label="b")
    e = (2 * (x * w + b)).exp()
    o = (e - 1) / (e + 1)
    o.label = "o"
    before = drawn(o)
    assert {before[box] for box in before if box.startswith("{")} == {"grad 0.0000 }"}
    assert "None" not in "".join(before)
    assert {"*", "+", "-", "/", "exp"} <= before.keys()
    o.backward()
    after = drawn(o)
    slope = 1 - o.data**2
    assert after["{ x | data 2.0000"] == f"grad {-3 * slope:.4f} }}"
    assert after["{  | data 2.0000"] == f"grad {0.25 * slope:.4f} }}"  # of the constant 2, as micrograd computes it
    assert after["{ o | data 0.4621"] == "grad 1.0000 }"


def test_constants_of_constants_have_the_gradients_that_micrograd_gives_them() -> None:
    c, x = Tensor(2.0, requires_grad=False), Tensor(5.0)
    doubled = c * c
    out = doubled * x + c
    assert out.grad is None
    for node in (out, *out._prev, doubled):
        assert node._prev is not None
    next(iter({each for each in out._prev if each is not c}))._prev  # noqa: B018 (what a walk does)
    assert (c.grad, x.grad) == (0.0, 0.0)
    out.backward()
    assert (c.grad, doubled.grad, x.grad) == (2 * 2 * 5 + 1, 5, 4)
    assert Tensor(1.0).grad is None
