"""Writes `engine/library/method_examples.tsv`: an example of each operation as a method, made of its record.

Inputs come from the record's samples and cases, and what stands behind them is what the engine computes; a test runs every
example. `python3 run.py docs` runs it.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from backpass.engine import OPERATIONS, Operation, Tensor
from backpass.engine.library.docstrings import EXAMPLES_FILE, backward_call

_MATRIX = "x = Tensor([[1.0, 2.0], [3.0, 5.0]])"
_CALLS = {
    "cumsum": ("x = Tensor([1.0, 2.0, 4.0])", "x.cumsum(axis=0)"),
    "matmul": ("a, b = Tensor([[1.0, 2.0], [3.0, 4.0]]), Tensor([[5.0], [6.0]])", "a.matmul(b)"),
    "outer": ("a, b = Tensor([1.0, 2.0]), Tensor([3.0, 4.0])", "a.outer(b)"),
    "expand_dims": ("x = Tensor([1.0, 2.0])", "x.expand_dims(axis=1)"),
    "squeeze": ("x = Tensor([[1.0, 2.0]])", "x.squeeze(axis=0)"),
    "clip": ("x = Tensor([-2.0, 0.5, 3.0])", "x.clip(-1, 1)"),
    "inverse": ("x = Tensor([[2.0, 1.0], [1.0, 1.0]])", "x.inverse()"),
    "solve": ("a, b = Tensor([[2.0, 1.0], [1.0, 1.0]]), Tensor([1.0, 3.0])", "a.solve(b)"),
    "cross_entropy": ("logits, target = Tensor([1.0, 2.0, 4.0]), Tensor([0.0, 0.0, 1.0])", "logits.cross_entropy(target)"),
    "add": ("a, b = Tensor([1.0, 2.0]), Tensor(3.0)", "a.add(b)"),
    "power": ("a, b = Tensor(3.0), Tensor(2.0)", "a.power(b)"),
    "multiply": ("a, b = Tensor(2.0), Tensor(-3.0)", "a.multiply(b)"),
    "subtract": ("a, b = Tensor(2.0), Tensor(-3.0)", "a.subtract(b)"),
    "hypot": ("a, b = Tensor(3.0), Tensor(4.0)", "a.hypot(b)"),
    **{
        name: (_MATRIX, f"x.{name}()")
        for name in ("sum", "mean", "prod", "amax", "amin", "var", "std", "norm", "logsumexp", "trace", "determinant", "flatten")
    },
    "softmax": ("x = Tensor([1.0, 2.0, 4.0])", "x.softmax()"),
    "log_softmax": ("x = Tensor([1.0, 2.0, 4.0])", "x.log_softmax()"),
    "concatenate": ("x, y = Tensor([1.0, 2.0]), Tensor([3.0])", "Tensor.concatenate([x, y])"),
    "stack": ("x, y = Tensor([1.0, 2.0]), Tensor([3.0, 4.0])", "Tensor.stack([x, y])"),
    "index": ("x = Tensor([1.0, 2.0, 3.0])", "x.index(key=(slice(0, 2),))"),
    "put_back": ("x = Tensor([1.0, 2.0])", "x.put_back(key=(slice(0, 2),), shape=(3,))"),
    "where": ("a, b = Tensor([1.0, 2.0]), Tensor([3.0, 4.0])", "a.where(a > 1, b)"),
    "transpose": ("x = Tensor([[1.0, 2.0], [3.0, 4.0]])", "x.transpose()"),
    "detach": ("x = Tensor(0.4)", "x.stop_gradient()"),
}
"""Calls that differ from those of the function of the same name."""


def example(record: Operation) -> tuple[str, str, str]:
    """Inputs, call and result of an operation as a method; the inputs are leaves."""
    if record.name in _CALLS:
        inputs, call = _CALLS[record.name]
        return inputs, call, _result(record, inputs, call)
    if record.elementwise:
        required = record.arity - len(record.defaults)
        values = [f"{low + 0.6 * (high - low):.3g}" for low, high in record.samples[:required]]
        return _of(record, values, {})
    case = next((each for each in record.cases if each.shapes[0]), record.cases[0])
    values = [_written(shape, *span) for shape, span in zip(case.shapes, record.samples, strict=False)]
    return _of(record, values, dict(case.options))


def _of(record: Operation, values: list[str], options: dict[str, Any]) -> tuple[str, str, str]:
    names = record.parameters[: len(values)]
    inputs = f"{', '.join(names)} = {', '.join(f'Tensor({value})' for value in values)}"
    given = [*names[1:], *(f"{name}={value!r}" for name, value in options.items())]
    call = f"{names[0]}.{record.name}({', '.join(given)})"
    return inputs, call, _result(record, inputs, call)


def _written(shape: tuple[int, ...], low: float, high: float) -> str:
    """Different numbers of the range."""
    count = int(np.prod(shape, dtype=int))
    return repr(np.round(np.linspace(low, high, count + 2)[1:-1], 1).reshape(shape).tolist())


def _result(record: Operation, inputs: str, call: str) -> str:
    scope: dict[str, Any] = {"Tensor": Tensor}
    exec(inputs, scope)  # noqa: S102 (written above)
    result = eval(call, scope)  # noqa: S307 (written above)
    scope["out"] = result
    eval(backward_call(record), scope)  # noqa: S307 (our own)
    return " ".join(repr((result, *(scope[name] for name in inputs.partition(" = ")[0].split(", ")))).split())


def in_place_example(record: Operation) -> tuple[str, str, str]:
    """The same where it changes its first input; empty where there is no such method."""
    if not record.elementwise or record.variadic:
        return "", "", ""
    inputs, call, _ = example(record)
    if record.name == "where":  # which as a method is of `a`, and in place of the condition
        inputs, call = "x = Tensor([1.0, 0.0])", "x.where(5.0, 7.0)"
    inputs = re.sub(r"Tensor\(([^()]*)\)", r"Tensor(\1, requires_grad=False)", inputs)
    call = call.replace(".stop_gradient(", ".detach(").replace(f".{record.name}(", f".{record.name}_(")
    scope: dict[str, Any] = {"Tensor": Tensor}
    exec(inputs, scope)  # noqa: S102 (written above)
    return inputs, call, repr(eval(call, scope))  # noqa: S307 (written above)


def text() -> str:
    """The file as it is to stand."""
    return "".join("\t".join((name, *example(each), *in_place_example(each))) + "\n" for name, each in OPERATIONS.items())


def main() -> None:
    """Writes the file."""
    EXAMPLES_FILE.write_text(text(), encoding="utf-8")
