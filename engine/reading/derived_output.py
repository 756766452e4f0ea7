"""Which value is the output of a program that takes derivatives of functions: the value that they are derivatives of, so that the
graph shows the backward pass that computes them.
"""

from typing import Any

from backpass.engine.graph.tensor import Tensor
from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.program_state.output import is_computed_again
from backpass.engine.python.libraries.libraries import Libraries
from backpass.engine.python.lines import Lines
from backpass.engine.python.numbers import node_of

_MAX_ITEMS = 1_000
"""Items of a list that is asked whether it holds derivatives alone."""


def output_of_derivatives(libraries: Libraries, lines: Lines, found: Tensor | None) -> Tensor | None:
    """The output, where `found` is what the lines of the program gave last."""
    derived = libraries.derived
    if (common := _common_output(lines, derived)) is not None:
        found = common
    elif found is None or (lines.number is None and lines.listed is None):
        found = next(reversed(derived.values()))[-1]
    chosen = _chosen(lines, derived, found)
    for each in reversed({output: None for outputs in derived.values() for output in outputs}):
        if is_computed_again(chosen, each):  # `grad(loss)(params)` has the parameters as inputs, where `loss(params)` has not
            each.label, each.span = each.label or chosen.label, each.span or chosen.span
            return each
    return chosen


def _common_output(lines: Lines, derived: dict[Tensor, list[Tensor]]) -> Tensor | None:
    """What all items of the last list are derivatives of, if that is one value."""
    if lines.listed is None:
        return None
    outputs: dict[int, Tensor | None] = {}
    waiting: list[Any] = [lines.listed.value]
    for each in waiting:
        if isinstance(each, list | tuple) and len(waiting) + len(each) <= _MAX_ITEMS:
            waiting += each
            continue
        node = node_of(each)
        found = None if node is None or node not in derived else derived[node][-1]
        outputs[id(found)] = found
    return next(iter(outputs.values())) if len(outputs) == 1 else None


def _chosen(lines: Lines, derived: dict[Tensor, list[Tensor]], found: Tensor) -> Tensor:
    """The number that the program prints at the end, if it computes that there or has taken derivatives of it; or else the last
    value of which it took derivatives, if `found` is one of those that it was computed from.
    """
    outputs = {output for each in derived.values() for output in each}
    if found in outputs:
        return found
    item = node_of(lines.last_shown)
    if item is not None and not item.shape and item.operation is not None and item.requires_grad:
        shown = derived.get(item, [item])[-1]
        is_given_again = found.label is not None and "#" in found.label  # as parameters are, after each step
        if (lines.is_shown_last and item.label is None) or (shown in outputs and (lines.is_shown_last or is_given_again)):
            return shown
    last = next(reversed(derived.values()))[-1]
    return last if found in set(ancestors(last)) else found
