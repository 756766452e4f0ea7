"""What nodes are called that their own piece of the program does not name.

Of a formula in LaTeX the text that a node was made from may be that of several, since each term of a sum is made from the same,
with other values; and it is meant to be typeset, not to be read. All nodes of a derivative are made from the text that asks for
it, and all steps of a layer from the text that calls it, which names the result alone. Such a node is called by what it computes:
`(y_2 − y_hat_2)^2`.
"""

import math
from collections.abc import Mapping

from backpass.engine.autodiff.operation_text import number
from backpass.engine.formulas.compiled import formulas
from backpass.engine.formulas.templates import fill
from backpass.engine.graph.tensor import Tensor
from backpass.engine.graph.trace import Trace
from backpass.engine.interpreter.run import Run
from backpass.engine.language.printer import PLAIN

DERIVATIVE = "gradient"
"""The name of the groups that derivatives of a program are made in."""
_LONGEST = 200
"""Characters of a text; of a longer one the beginning is kept."""
_LONGEST_INPUT = 40
"""Characters of an input within the text of a step of a layer; `…` represents a longer one."""


def node_texts(run: Run, trace: Trace) -> Mapping[int, str]:
    """By node, what it computes in the names and texts of its inputs; nothing of nodes with a piece of the program to themselves.

    A constant that can be read as it is written (`2`, `n`), and an input, which has a name, have none.
    """
    is_latex, text = run.program.is_latex, run.program.text
    inner = _inner_steps(run, trace)
    if not is_latex and not inner and all(group.name != DERIVATIVE for group in run.groups.all):
        return {}
    found: dict[int, str] = {}

    def called(node: int) -> str:
        tensor = trace.tensors[node]
        start, end = tensor.span or (0, 0)
        return tensor.label or found.get(node) or _cut(" ".join(text[start : min(end, start + 2 * _LONGEST)].split()))

    for node, tensor in enumerate(trace.tensors):
        is_derived = _is_derived(run, tensor)
        own: str | None = None
        if tensor.operation and (is_latex or is_derived):
            own = _computed(tensor, [called(each) for each in trace.inputs[node]])
        elif tensor.operation and node in inner:
            names = [called(each) for each in trace.inputs[node]]
            own = _computed(tensor, [name if len(name) <= _LONGEST_INPUT else "…" for name in names])
        elif tensor.operation is None and not tensor.label:
            is_written = not is_derived and (node not in inner or not isinstance(tensor.raw, float))
            own = _symbol(tensor, text) if is_written else number(tensor.raw)
        if own is not None:
            found[node] = _cut(own)
    return found


def _inner_steps(run: Run, trace: Trace) -> set[int]:
    """The nodes without a name that a later step of the same call uses, which is made from the same piece of the program."""

    def place(tensor: Tensor) -> int | None:
        """What holds the whole call."""
        group = run.groups.of(tensor)
        while group is not None and run.groups.all[group].span == tensor.span:
            group = run.groups.all[group].parent
        return group

    inner: set[int] = set()
    for tensor, inputs in zip(trace.tensors, trace.inputs, strict=True):
        if tensor.span is not None:
            for each in inputs:
                source = trace.tensors[each]
                if source.span == tensor.span and not source.label and place(source) == place(tensor):
                    inner.add(each)
    return inner


def _is_derived(run: Run, tensor: Tensor) -> bool:
    place = run.groups.of(tensor)
    group = None if place is None else run.groups.all[place]
    # A function of the program may have that name; what it computes has a piece of its own.
    return group is not None and group.name == DERIVATIVE and group.span == tensor.span


def _computed(tensor: Tensor, inputs: list[str]) -> str:
    record = tensor.operation
    assert record is not None
    key = (tensor.options or {}).get("key")
    if record.name == "index" and isinstance(key, tuple) and all(type(each) is int for each in key):  # a row of `vmap`
        return f"{inputs[0]}[{', '.join(map(str, key))}]"
    if len(inputs) != record.arity:
        return f"{record.name}({', '.join(inputs)})"
    return fill(formulas(record).plain, dict(zip(record.parameters, inputs, strict=True)))


def _symbol(tensor: Tensor, text: str) -> str | None:
    """The sign of a constant that is written as a command, and the number of one that is written nowhere, as the i of `Σ i x`."""
    if isinstance(tensor.raw, float) and (tensor.span is None or not text[slice(*tensor.span)].strip()):
        return number(tensor.raw)
    if tensor.span is None or not text.startswith("\\", tensor.span[0]) or not isinstance(tensor.raw, float):
        return None
    return PLAIN.constants["pi"] if tensor.raw == math.pi else number(tensor.raw)


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
