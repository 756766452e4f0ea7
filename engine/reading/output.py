"""Which value of a run is its output: the one of the last line that has one, else the last number that was printed."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from backpass.engine.graph.tensor import FUNCTIONS, Tensor
from backpass.engine.graph.trace import ancestors
from backpass.engine.handles.handle import Handle
from backpass.engine.messages import say
from backpass.engine.plain_python.syntax.places import Places
from backpass.engine.problems import Code, Problem, ProblemError, Span
from backpass.engine.python.lines import fits
from backpass.engine.python.numbers import TRACKED, node_of
from backpass.engine.python.record import Record
from backpass.engine.reading.derived_output import output_of_derivatives

_MAX_NUMBERS = 100_000
"""Numbers of a list that is put together to an output."""


def output_of(record: Record, places: Places) -> Tensor | None:
    """The output: what `.backward()` was called on, else what the last line that has a number gave; None where none has.

    Of a gradient it is what it is the gradient of, so that the graph shows the backward pass that computes it.
    """
    libraries = record.machine.libraries if record.machine.uses_tensors else None
    if libraries is not None and libraries.requested is not None:
        requested: Tensor = libraries.requested
        return requested
    found = _of_lines(record, places)
    if libraries is not None and libraries.derived:
        return output_of_derivatives(libraries, record.lines, found)
    last: Tensor | None = None if libraries is None else libraries.taken
    if last is None:
        return found
    return last if found is None or any(found is each for each in ancestors(last)) else found


def _of_lines(record: Record, places: Places) -> Tensor | None:
    """What the lines of the program gave last."""
    lines = record.lines
    if lines.listed is not None:
        found = _as_tensor(lines.listed.value, places.span(lines.listed.at), lines.listed.name)
        if found is not None:
            return found
    chosen = lines.number or lines.printed
    if chosen is None:
        return None
    found = _as_tensor(chosen.value, places.span(chosen.at), chosen.name)
    shown = node_of(lines.last_shown)
    is_input = found is not None and found.operation is None
    if is_input and shown is not None and shown.operation is not None and shown.requires_grad:
        return shown
    return found


def named_output(names: Mapping[str, Any], name: str) -> Tensor:
    """The node of a name that is asked for. Raises ProblemError (unknown-output) where it has none."""
    found = node_of(names.get(name))
    if found is None:
        raise ProblemError(Problem(Code.UNKNOWN_OUTPUT, say("unknown-output", name=name)))
    return found


def _as_tensor(value: Any, span: Span | None, name: str | None) -> Tensor | None:
    """A number, or a list of them, as a tensor that can be an output; None for anything else."""
    if type(value) in TRACKED:
        node: Tensor = value.node
        return node
    if isinstance(value, Handle):
        return value.differentiated if value.differentiated is not None else value.node
    if isinstance(value, int | float):
        made = Tensor(float(value), requires_grad=False)
        made.span = getattr(value, "span", None) or span
        made.label = name
        return made
    items = _numbers(value)
    if items is None:
        return None
    return _stacked(value, span, name)


def _stacked(value: Any, span: Span | None, name: str | None) -> Tensor | None:
    parts = [_stacked(each, span, None) if isinstance(each, list | tuple) else _as_tensor(each, span, None) for each in value]
    tensors = [each for each in parts if each is not None]
    if len(tensors) != len(parts) or not parts or len({each.shape for each in tensors}) != 1:
        return None
    if any(each.operation is not None or each.requires_grad for each in tensors):
        made = FUNCTIONS["stack"](*tensors)
    else:
        made = Tensor(np.array([each.raw for each in tensors]), requires_grad=False)
    made.span, made.label = span, name
    return made


def _numbers(value: Any) -> list[Any] | None:
    """The numbers of a list of lists; None where anything else is in it, or too many."""
    found: list[Any] = []
    waiting = [value]
    for each in waiting:
        for item in each:
            if isinstance(item, list | tuple):
                waiting.append(item)
            elif isinstance(item, int | float | Handle) and fits(item):
                found.append(item)
            else:
                return None
        if len(found) + len(waiting) > _MAX_NUMBERS:
            return None
    return found
