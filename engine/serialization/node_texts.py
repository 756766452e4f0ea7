"""What the nodes of a formula in LaTeX are called.

The text that a node was made from may be that of several: each term of a sum is made from the same, with other values. And it is
meant to be typeset, not to be read. So such a node is called by what it computes: `(y_2 − y_hat_2)^2`.
"""

import math
from collections.abc import Mapping

from engine.formulas.compiled import formulas
from engine.formulas.templates import fill
from engine.graph.tensor import Tensor
from engine.graph.trace import Trace
from engine.language.printer import PLAIN
from engine.language.program import Program

_LONGEST = 200
"""Characters of a text; of a longer one the beginning is kept."""


def formula_texts(trace: Trace, program: Program) -> Mapping[int, str]:
    """By node, what it computes in the names and texts of its inputs; nothing of a program that is no formula in LaTeX.

    A constant that can be read as it is written (`2`, `n`), and an input, which has a name, have none.
    """
    text = program.text
    called: list[str] = []
    found: dict[int, str] = {}
    for node, tensor in enumerate(trace.tensors if program.is_latex else ()):
        own = _computed(tensor, [called[each] for each in trace.inputs[node]]) if tensor.operation else _symbol(tensor, text)
        if own is not None:
            found[node] = own if len(own) <= _LONGEST else f"{own[: _LONGEST - 1]}…"
        called.append(tensor.label or found.get(node) or (text[slice(*tensor.span)] if tensor.span else ""))
    return found


def _computed(tensor: Tensor, inputs: list[str]) -> str:
    record = tensor.operation
    assert record is not None
    if len(inputs) != record.arity:
        return f"{record.name}({', '.join(inputs)})"
    return fill(formulas(record).plain, dict(zip(record.parameters, inputs, strict=True)))


def _symbol(tensor: Tensor, text: str) -> str | None:
    """The sign of a constant that is written as a command."""
    if tensor.span is None or not text.startswith("\\", tensor.span[0]) or not isinstance(tensor.raw, float):
        return None
    return PLAIN.constants["pi"] if tensor.raw == math.pi else None
