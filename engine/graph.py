"""A finished computation as plain data: nodes, edges and steps, ready for JSON. The shapes are those of docs/api.md.

Numbers stay numbers; the three that JSON cannot carry become the strings "NaN", "Infinity" and "-Infinity". What was
not computed is
None. Spans count UTF-16 units, as editors do.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from math import inf, isfinite
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from engine.backward import Gradients, backward
from engine.diagnose import all_finite, diagnose
from engine.operations import Data, How
from engine.options import options_json
from engine.problems import Code, Problem, ProblemError, Span, nearest
from engine.running.groups import Grouping, grouping
from engine.running.interpreter import Run
from engine.shapes import finite_data
from engine.table import Table, columns, rows
from engine.tensor import Tensor
from engine.trace import Trace

Json = Any
ROLES = ("input", "parameter", "constant", "intermediate", "output")
"""What a node may be to its graph."""


class Besides(NamedTuple):
    """What is told of a graph besides its own: further steps, further fields, further problems."""

    steps: Sequence[Table] = ()
    fields: Mapping[str, Json] = MappingProxyType({})
    problems: Sequence[Problem] = ()


def number(value: float) -> Json:
    """A float for JSON."""
    if isfinite(value):
        return value
    return "NaN" if value != value else "Infinity" if value == inf else "-Infinity"


def data_json(data: Data | None) -> Json:
    """A float or array for JSON: nested lists, row by row; None stays None."""
    if data is None:
        return None
    if isinstance(data, float):
        return data if isfinite(data) else number(data)
    rows = data.tolist()
    return rows if np.isfinite(data).all() else _nested(rows)


def _nested(rows: Any) -> Json:
    return [_nested(row) for row in rows] if isinstance(rows, list) else number(rows)


def utf16(text: str) -> Callable[[Span | None], list[int] | None]:
    """A function that turns spans counted in code points into spans counted in UTF-16 units."""
    if text.isascii() or max(text) <= "\uffff":
        return lambda span: None if span is None else [span[0], span[1]]
    offsets = [0]
    for character in text:
        offsets.append(offsets[-1] + (2 if character > "\uffff" else 1))
    return lambda span: None if span is None else [offsets[min(span[0], len(text))], offsets[min(span[1], len(text))]]


def problem_json(problem: Problem, span: Callable[[Span | None], list[int] | None]) -> Json:
    written = {
        "code": str(problem.code),
        "severity": str(problem.severity),
        "message": problem.message,
        "hint": problem.hint,
        "span": span(problem.span),
        "node": problem.node,
    }
    return written if problem.field is None else written | {"field": problem.field}


def gradient_json(run: Run, wrt: Sequence[str] | None = None, upstream: Any = 1.0) -> Json:
    """Value and gradients of a run, with its problems. Raises ProblemError (unknown-input, invalid-input, shape-mismatch)."""
    gradients = backward(run.output, finite_data(upstream, "The upstream gradient"))
    problems = [*run.problems, *diagnose(gradients)]
    wanted = _wanted(run, gradients, wrt, problems)
    span = utf16(run.program.text)
    return {
        "value": data_json(run.output.data),
        "gradients": wanted,
        "problems": [problem_json(problem, span) for problem in problems],
    }


def graph_json(
    run: Run,
    wrt: Sequence[str] | None = None,
    upstream: Any = 1.0,
    *,
    as_columns: bool = False,
    besides: Callable[[Run, Gradients, Trace], Besides] = lambda _run, _gradients, _trace: Besides(),
) -> Json:
    """The whole graph of a run; nodes, edges and steps as a list of objects, or as one list per field.

    Raises ProblemError (unknown-input, invalid-input, shape-mismatch), and what `besides` raises.
    """
    gradients = backward(run.output, finite_data(upstream, "The upstream gradient"))
    trace = Trace(gradients.tensors)
    further = besides(run, gradients, trace)
    problems = [*run.problems, *diagnose(gradients), *_unused(run, gradients), *further.problems]
    ids = trace.positions
    span = utf16(run.program.text)
    write = columns if as_columns else rows
    edges, steps = _edges_and_steps(gradients, trace)
    found = grouping(run.groups, trace.tensors)
    answer = {
        "output": len(trace.tensors) - 1,
        "value": data_json(run.output.data),
        "gradients": _wanted(run, gradients, wrt, problems),
        "nodes": write(_nodes(run, gradients, trace, span, found)),
        "edges": write(edges),
        "steps": write(*steps, *further.steps),
        "mentions": [
            [*(span(place) or ()), ids[tensor]] for place, tensor in run.mentions if tensor in ids and place != tensor.span
        ],
        "problems": [problem_json(problem, span) for problem in problems],
    }
    if found.groups:
        answer["groups"] = [
            {"id": number, "parent": group.parent, "kind": group.kind, "name": group.name, "span": span(group.span)}
            for number, group in enumerate(found.groups)
        ]
    if run.printed:
        answer["printed"] = run.printed
    return {**answer, **further.fields}


def _wanted(run: Run, gradients: Gradients, wrt: Sequence[str] | None, problems: list[Problem]) -> dict[str, Json]:
    """Gradients by name: of all inputs, or of the names asked for. A name that does not feed the output has the gradient 0."""
    by_tensor = dict(zip(gradients.tensors, gradients.values, strict=True))
    if wrt is None:
        return {name: data_json(by_tensor[leaf]) for name, leaf in run.inputs.items() if leaf in by_tensor}
    wanted: dict[str, Json] = {}
    for name in wrt:
        tensor = named(run, name)
        if tensor in by_tensor:
            wanted[name] = data_json(by_tensor[tensor])
        else:
            wanted[name] = data_json(tensor.data * 0.0)
            problems.append(no_influence(name, tensor))
    return wanted


def named(run: Run, name: str) -> Tensor:
    """What a name stands for whose gradient is asked for. Raises ProblemError (unknown-input)."""
    tensor = run.named(name)
    if tensor is None:
        close = nearest(name, {*run.inputs, *run.names})
        hint = f"Did you mean `{close}`?" if close else f"There are: {', '.join(run.names) or 'none'}."
        raise ProblemError(
            Problem(Code.UNKNOWN_INPUT, f"A gradient is asked for `{name}`, which is not a name of the program.", hint)
        )
    return tensor


def no_influence(name: str, tensor: Tensor) -> Problem:
    """What is said of a name that does not feed the output."""
    return Problem(
        Code.NO_INFLUENCE,
        f"`{name}` does not feed the output, so changing it changes nothing: its gradient is 0.",
        None,
        tensor.span,
    )


def _unused(run: Run, gradients: Gradients) -> list[Problem]:
    """The statements whose value does not reach the output."""
    reached = set(gradients.tensors)
    return [
        Problem(
            Code.UNUSED,
            "This does not feed the output, so it is not in the graph.",
            "Use it in the last line, or ask for it as the output.",
            statement.span,
        )
        for statement, tensor in run.made
        if tensor not in reached
    ]


def _role(tensor: Tensor, run: Run) -> str:
    if tensor is run.output:
        return "output"
    if tensor.operation is not None:
        return "intermediate"
    if tensor in run.parameters:
        return "parameter"
    return "input" if tensor.requires_grad else "constant"


def _nodes(
    run: Run, gradients: Gradients, trace: Trace, span: Callable[[Span | None], list[int] | None], groups: Grouping
) -> Table:
    tensors, ids = trace.tensors, trace.positions
    fields = {
        "id": range(len(tensors)),
        "name": [tensor.label for tensor in tensors],
        "op": [tensor.operation.name if tensor.operation else None for tensor in tensors],
        "role": [_role(tensor, run) for tensor in tensors],
        "inputs": trace.inputs,
        "shape": [[] if type(tensor.data) is float else list(tensor.shape) for tensor in tensors],
        "data": _data_column([tensor.data for tensor in tensors]),
        "grad": _data_column(gradients.values),
        "span": [span(tensor.span) for tensor in tensors],
    }
    if groups.groups:
        fields["group"] = groups.of
    some = {
        "options": {ids[tensor]: options_json(tensor.options) for tensor in tensors if tensor.options},
        "literal": {ids[tensor]: span(place) for tensor, place in run.literals.items() if tensor in ids},
        "assumed": {ids[tensor]: True for tensor in run.assumed if tensor in ids},
    }
    return Table(fields, some)


def _data_column(values: Sequence[Data | None]) -> list[Json]:
    """As `data_json` of each; a column of finite floats, with gaps or without, is what it is."""
    if all_finite([value for value in values if value is not None]):
        return list(values)
    return list(map(data_json, values))


_Arrival = tuple[int, int, Data | None, Data, How, bool]
"""A contribution by positions: edge, input, local derivative, what arrives, how it was made, whether it was summed over axes."""


def _arrivals(gradients: Gradients, trace: Trace) -> Iterator[_Arrival]:
    """What `gradients.contributions()` tells, in the same order; written out for floats, which is nearly all of a large graph."""
    tensors, values, first_edges = trace.tensors, gradients.values, trace.first_edges
    for position in range(len(tensors) - 1, -1, -1):
        user, upstream = tensors[position], values[position]
        operation = user.operation
        if upstream is None or operation is None:
            continue
        edge = first_edges[position]
        local, quick = user.first_slope, type(upstream) is float and not user.more
        for slot, place in enumerate(trace.inputs[position]):
            if tensors[place].requires_grad:
                if quick and local is not None and (sent := upstream * local) == sent:  # only NaN differs from itself
                    yield edge, place, local, sent, operation.rules[slot].how, False
                else:
                    each = gradients.contribution(user, slot, upstream)
                    yield edge, place, each.local, each.sent, each.how, bool(each.axes)
            edge += 1
            local = user.second_slope


def _edges_and_steps(gradients: Gradients, trace: Trace) -> tuple[Table, list[Table]]:
    """Every slot of every node as an edge, numbered by user and slot; and the timeline: what is computed, the seed, what arrives.

    Both follow from the same contributions.
    """
    sources = list(chain.from_iterable(trace.inputs))
    locals_: list[Data | None] = [None] * len(sources)
    contributions: list[Data | None] = [None] * len(sources)
    hows: list[str | None] = [None] * len(sources)
    arrived: list[int] = []
    running: list[Data | None] = []
    arriving: dict[int, Json] = {}
    totals: list[Data | None] = [None] * len(trace.tensors)
    for edge, place, local, sent, how, summed in _arrivals(gradients, trace):
        locals_[edge], contributions[edge], hows[edge] = local, sent, str(how)
        before = totals[place]
        if summed:
            arriving[len(arrived)] = True
            arrived.append(edge)
            running.append(before)
        totals[place] = total = sent if before is None else before + sent
        arrived.append(edge)
        running.append(total)
    edges = Table(
        {
            "id": range(len(sources)),
            "source": sources,
            "target": [target for target, inputs in enumerate(trace.inputs) for _ in inputs],
            "slot": [slot for inputs in trace.inputs for slot in range(len(inputs))],
            "local": _data_column(locals_),
            "contribution": _data_column(contributions),
            "how": hows,
        }
    )
    computed = [position for position, inputs in enumerate(trace.inputs) if inputs]
    steps = [Table({"phase": ["forward"] * len(computed), "node": computed})]
    if (seed := gradients.values[-1]) is not None:
        steps.append(Table({"phase": ["backward"], "node": [len(trace.tensors) - 1], "total": [data_json(seed)]}))
        fields: dict[str, Sequence[Json]] = {
            "phase": ["backward"] * len(arrived),
            "edge": arrived,
            "total": _data_column(running),
        }
        steps.append(Table(fields, {"arriving": arriving}))
    return edges, steps
