"""Derivatives of operations on whole arrays by every route, where elements are 0, repeated or all alike: gradients and Hessians
in full, and to the fourth order the gradients of weighted sums of gradients.

The oracle is PyTorch, which differentiates the program that is exported to it. Where it has no finite answer, or another one,
ours must say that something is special here.
"""

import math
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from backpass.autograd import grad
from backpass.engine import OPERATIONS, Limits, Operation, ProblemError, Tensor, backward
from backpass.engine.autodiff.diagnose import diagnose
from backpass.engine.autodiff.forward import forward_gradients
from backpass.engine.autodiff.hessian import hessian
from backpass.engine.compile.backends.numpy_tensors import TensorReplay
from backpass.engine.export.registry import export
from backpass.engine.graph.tensor import FUNCTIONS
from backpass.engine.interpreter.run import Run
from backpass.engine.language import parse
from backpass.engine.operations.model import Case
from backpass.engine.serialization.computation import Computation
from backpass.engine.shapes import size_of

CASES = [(record, case) for record in OPERATIONS.values() for case in record.cases]
FILLINGS = ("ordinary", "few values", "zeros", "ones")
ORDERS = 4
COMPARED: Counter[str] = Counter()
Graph = tuple[Tensor, dict[str, Tensor]]


def filled(shape: tuple[int, ...], filling: str, source: random.Random) -> Any:
    choose = {
        "ordinary": lambda: source.uniform(0.5, 2.0),
        "few values": lambda: source.choice([0.0, 1.0, -1.0, 2.0]),
        "zeros": lambda: 0.0,
        "ones": lambda: 1.0,
    }[filling]
    data = np.array([choose() for _ in range(math.prod(shape))]).reshape(shape)
    return data if shape else float(data)


def graph(record: Operation, case: Case, filling: str) -> Graph:
    """The squares of what the operation makes, added up with weights."""
    source = random.Random(f"{record.name} {case} {filling}")
    inputs = {f"x{place}": Tensor(filled(shape, filling, source), label=f"x{place}") for place, shape in enumerate(case.shapes)}
    given = [list(inputs.values())] if record.variadic else list(inputs.values())
    made = FUNCTIONS[record.name](*given, **case.options)
    weights = Tensor(filled(made.shape, "ordinary", random.Random(1)), requires_grad=False)
    return (made * made * weights + made * weights).sum(), inputs


def theirs(output: Tensor, inputs: dict[str, Tensor]) -> tuple[Any, list[Any]]:
    """The output of the exported program, and its leaves. Raises ProblemError where it cannot be exported."""
    torch = pytest.importorskip("torch")
    run = Run(parse("0"), output, {}, inputs, {}, set(), [], [])
    text = export(Computation.of(run), "pytorch")
    body = "\n".join(line for line in text.splitlines() if "print(" not in line and ".backward(" not in line)
    names: dict[str, Any] = {"expanded_determinant": expanded_determinant}
    exec(body.replace("torch.linalg.det(", "expanded_determinant("), names)
    leaves = [names[name] for name in inputs]
    return next(value for value in reversed(names.values()) if isinstance(value, torch.Tensor)), leaves


def expanded_determinant(x: Any) -> Any:
    """The determinant by Laplace's expansion along the first row.

    That of `torch.linalg.det` divides by singular values in its second derivative: nan or 1e31 for a singular matrix.
    """
    if len(x) == 1:
        return x[0, 0]
    others = [[each for each in range(len(x)) if each != column] for column in range(len(x))]
    return sum((-1) ** column * x[0, column] * expanded_determinant(x[1:, rest]) for column, rest in enumerate(others))


def first_and_second(made: Any, leaves: list[Any]) -> tuple[list[Any], list[list[Any]]]:
    """PyTorch's gradients, and for each its derivatives."""
    torch = pytest.importorskip("torch")
    firsts = torch.autograd.grad(made, leaves, create_graph=True, materialize_grads=True)
    seconds = []
    for first in firsts:
        rows = [
            torch.autograd.grad(element, leaves, retain_graph=True, materialize_grads=True)
            if element.requires_grad
            else [torch.zeros_like(leaf) for leaf in leaves]
            for element in first.reshape(-1)
        ]
        seconds.append([np.stack([row[place].numpy().ravel() for row in rows]) for place in range(len(leaves))])
    return [first.detach().numpy() for first in firsts], seconds


def nested(make: Callable[[Any, Any], Any], output: Any, leaf: Any, weights: Any) -> list[Any]:
    """The gradient for a leaf, that of its weighted sum, and so on to the fourth; ends where nothing depends on the leaf."""
    found = []
    for _ in range(ORDERS):
        gradient = make(output, leaf)
        if gradient is None:
            break
        found.append(gradient)
        output = (gradient * weights).sum()
        if not output.requires_grad:
            break
    return found


def agree(route: str, found: Any, expected: Any, *, told: bool) -> None:
    """Counts an agreement; otherwise something must have been told."""
    found, expected = np.ravel(found), np.ravel(expected)
    if np.allclose(found, expected, rtol=1e-9, atol=1e-9):
        COMPARED[route] += 1
    else:
        assert told or not np.isfinite(found).all(), f"{route}: {found}, not {expected}"
        COMPARED[f"{route}, told"] += 1


@pytest.mark.parametrize("filling", FILLINGS)
@pytest.mark.parametrize(("record", "case"), CASES, ids=lambda value: getattr(value, "name", str(value)))
def test_arrays_have_one_gradient_and_one_hessian_by_every_route(
    record: Operation, case: Case, filling: str, record_property: Callable[[str, object], None]
) -> None:
    before = COMPARED.total()
    try:
        _compare(record, case, filling)
    except (ProblemError, RuntimeError) as refusal:  # a matrix without an inverse, an index that PyTorch does not have
        pytest.skip(str(refusal)[:80])
    record_property("operations on arrays, to the fourth order: questions", 1)
    record_property("operations on arrays, to the fourth order: answers compared", COMPARED.total() - before)


def _compare(record: Operation, case: Case, filling: str) -> None:
    output, inputs = graph(record, case, filling)
    gradients = backward(output)
    told = bool(diagnose(gradients))
    made, their_leaves = theirs(output, inputs)
    firsts, seconds = first_and_second(made, their_leaves)
    leaves = list(inputs.values())
    for leaf, first in zip(leaves, firsts, strict=True):
        agree("backward", gradients.of(leaf), first, told=told)
    agree("training", _trained(record, case, leaves), np.concatenate([np.ravel(first) for first in firsts]), told=told)
    for found, first in zip(forward_gradients(gradients, leaves, 1.0, Limits()), firsts, strict=True):
        agree("forward", found, first, told=told)
    rows = hessian(gradients, inputs)
    for (name, row), ours in zip(rows.items(), seconds, strict=True):
        for other, expected in zip(row, ours, strict=True):
            shape = (size_of(inputs[name].data), size_of(inputs[other].data))
            agree("hessian", np.reshape(rows[name][other], shape), expected, told=told)
    for leaf, other in zip(leaves, their_leaves, strict=True):
        _compare_nested((output, leaf), (made, other), told=told)


def _compare_nested(ours: tuple[Tensor, Tensor], others: tuple[Any, Any], *, told: bool) -> None:
    torch = pytest.importorskip("torch")
    leaf = ours[1]
    weights = filled(leaf.shape, "ordinary", random.Random(2))
    found = nested(lambda output, x: grad(output, x, create_graph=True, allow_unused=True)[0], *ours, weights)
    expected = nested(
        lambda output, x: torch.autograd.grad(output, x, create_graph=True, allow_unused=True)[0], *others, torch.tensor(weights)
    )
    zeros = np.zeros(leaf.shape)
    for order in range(max(len(found), len(expected))):
        mine = found[order].raw if order < len(found) else zeros
        other = expected[order].detach().numpy() if order < len(expected) else zeros
        agree(f"create_graph, order {order + 1}", mine, other, told=told)


def _trained(record: Operation, case: Case, leaves: list[Tensor]) -> Any:
    """The gradients of a compiled graph that was traced with ordinary numbers."""
    output, others = graph(record, case, "ordinary")
    replay = TensorReplay(output, list(others.values()))
    replay.parameters[:] = np.concatenate([np.ravel(leaf.data) for leaf in leaves])
    replay.differentiate()
    return replay.gradients


def test_enough_was_compared() -> None:
    if not COMPARED:
        pytest.skip("only where the questions above were asked in the same run")
    agreed = sum(count for route, count in COMPARED.items() if "told" not in route)
    assert agreed > 1_000
    assert agreed > 0.8 * COMPARED.total()
