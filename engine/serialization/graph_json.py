"""A finished computation as plain data: nodes, edges and steps, ready for JSON. The shapes are those of docs/api.md.

Numbers stay numbers; the three that JSON cannot carry become the strings "NaN", "Infinity" and "-Infinity". What was
not computed is
None. Spans count UTF-16 units, as editors do.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from math import inf, isfinite
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from backpass.engine.autodiff.diagnose import all_finite, diagnose
from backpass.engine.autodiff.reverse_numeric import Gradients, backward, seed_of
from backpass.engine.graph.tensor import Tensor, attachment
from backpass.engine.graph.trace import Trace
from backpass.engine.interpreter.program_state.call_groups import Grouping, grouping
from backpass.engine.interpreter.run import Run
from backpass.engine.interpreter.tensor_semantics.pass_notes import library_called
from backpass.engine.language.pasted_text.notebooks import MARK
from backpass.engine.limits import OVER_LIMIT
from backpass.engine.messages import in_language, say
from backpass.engine.operations import Data, How
from backpass.engine.problems import Code, Problem, ProblemError, Severity, Span, nearest
from backpass.engine.serialization.columns import ColumnTable, columns, rows
from backpass.engine.serialization.library_notes import differences
from backpass.engine.serialization.node_texts import node_texts
from backpass.engine.serialization.options import options_json
from backpass.engine.serialization.remedies import with_finite_value, with_mistyped
from backpass.engine.serialization.summed_output import summed_note
from backpass.engine.serialization.unused import unused
from backpass.engine.shapes import zeros_like

Json = Any


class GraphExtras(NamedTuple):
    """What is reported of a graph besides its own: further steps, further fields, further problems."""

    steps: Sequence[ColumnTable] = ()
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
    written: dict[str, Json] = {
        "code": str(problem.code),
        "severity": str(problem.severity),
        "message": in_language(problem.message),
        "hint": None if problem.hint is None else in_language(problem.hint),
        "span": span(problem.span),
        "node": problem.node,
    }
    if problem.field is not None:
        written["field"] = problem.field
    if problem.choices:
        written["choices"] = list(problem.choices)
    if problem.replacement is not None:
        written["replacement"] = {"span": span(problem.replacement.span), "text": problem.replacement.text}
    if problem.statement is not None:
        written["statement"] = span(problem.statement)
    return written


def problems_of(run: Run, gradients: Gradients, notes: Iterable[Problem] = ()) -> list[Problem]:
    """All problems of a run and its gradients, once: the graph may hold what the program's own gradients passed."""
    found = diagnose(gradients, run.program.text, library_called(run.program)) + differences(run, gradients)
    known = {(problem.code, problem.span, problem.message) for problem in found}
    infinite = {problem.span for problem in found if problem.code is Code.NOT_FINITE_GRADIENT}
    return [
        *run.problems,
        *notes,
        *(
            each
            for each in run.passed
            if (each.code, each.span, each.message) not in known
            and not _begins(found, each)
            and not (each.code is Code.KINK and each.span in infinite)
        ),
        *found,
    ]


def _begins(found: Sequence[Problem], passed: Problem) -> bool:
    """Whether the first problem that was found is the one passed, with what is so of the gradients behind it."""
    first = found[0] if found else None
    return (
        first is not None and (first.code, first.span) == (passed.code, passed.span) and first.message.startswith(passed.message)
    )


def gradient_json(run: Run, wrt: Sequence[str] | None = None, upstream: Any = 1.0) -> Json:
    """Value and gradients of a run, with its problems. Raises ProblemError (unknown-input, invalid-input, shape-mismatch)."""
    gradients = backward(run.output, run.seed(upstream))
    problems = problems_of(run, gradients, summed_note(run, upstream))
    wanted = _wanted(run, gradients, wrt, problems)
    span = utf16(run.program.text)
    return {
        "value": data_json(run.output.raw),
        "gradients": wanted,
        **_text(run),
        "problems": [problem_json(problem, span) for problem in problems],
    }


def _text(run: Run) -> dict[str, Json]:
    """Up to which line a program was run, or without which, where that is not all of it, and the text of a notebook, to which
    spans refer.
    """
    stop: dict[str, Any] = {}
    if run.stopped_at is not None or run.left_out:
        end = [] if run.stopped_at is None else [_line(run, run.stopped_at)]
        left_out = sorted({_line(run, begin) for begin, _ in run.left_out})
        stop["partial"] = {"line": min([*left_out, *end])}
        if left_out:
            stop["partial"] |= {"left_out": left_out, "end": end[0] if end else None}
        if any(problem.severity is Severity.ERROR and problem.code in OVER_LIMIT for problem in run.problems):
            stop["partial"]["over_limit"] = True
    return stop | ({"program": run.program.text} if run.program.text.startswith(MARK) else {})


def _line(run: Run, position: int) -> int:
    return run.program.text.count("\n", 0, position) + 1


def graph_json(
    run: Run,
    wrt: Sequence[str] | None = None,
    upstream: Any = 1.0,
    *,
    as_columns: bool = False,
    besides: Callable[[Run, Gradients, Trace], GraphExtras] = lambda _run, _gradients, _trace: GraphExtras(),
) -> Json:
    """The whole graph of a run; nodes, edges and steps as a list of objects, or as one list per field.

    Raises ProblemError (unknown-input, invalid-input, shape-mismatch), and what `besides` raises.
    """
    gradients = run.in_its_order(backward(run.output, run.seed(upstream)))
    trace = Trace(gradients.tensors)
    further = besides(run, gradients, trace)
    reported = problems_of(run, gradients, summed_note(run, upstream))
    problems = [*with_mistyped(run, gradients, reported), *with_finite_value(run), *unused(run, gradients), *further.problems]
    ids = trace.positions
    span = utf16(run.program.text)
    write = columns if as_columns else rows
    edges, steps = _edges_and_steps(gradients, trace)
    found = grouping(run.groups, trace.tensors)
    answer = {
        "output": len(trace.tensors) - 1,
        "value": data_json(run.output.raw),
        "gradients": _wanted(run, gradients, wrt, problems),
        "nodes": write(_nodes(run, gradients, trace, span, found)),
        "edges": write(edges),
        "steps": write(*steps, *further.steps),
        "mentions": [
            [*(span(place) or ()), ids[tensor]] for place, tensor in run.name_references if tensor in ids and place != tensor.span
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
    return {**answer, **_text(run), **further.fields}


def _wanted(run: Run, gradients: Gradients, wrt: Sequence[str] | None, problems: list[Problem]) -> dict[str, Json]:
    """Gradients by name: of all inputs, or of the names asked for. A name that does not feed the output has the gradient 0."""
    by_tensor = dict(zip(gradients.tensors, gradients.values, strict=True))
    if wrt is None and not run.output.requires_grad:
        return {name: data_json(seed_of(leaf, 0.0)) for name, leaf in run.inputs.items()}
    if wrt is None:
        return {name: data_json(by_tensor[leaf]) for name, leaf in run.inputs.items() if leaf in by_tensor}
    wanted: dict[str, Json] = {}
    for name in wrt:
        tensor = named(run, name)
        if tensor in by_tensor:
            wanted[name] = data_json(by_tensor[tensor])
        else:
            wanted[name] = data_json(zeros_like(tensor.raw))
            problems.append(no_influence(name, tensor))
    return wanted


def named(run: Run, name: str) -> Tensor:
    """What a name refers to whose gradient is asked for. Raises ProblemError (unknown-input)."""
    tensor = run.named(name)
    if tensor is None:
        close = nearest(name, {*run.inputs, *run.names})
        hint = say("did-you-mean", close=close) if close else say("names-listed", names=", ".join(run.names) or "none")
        raise ProblemError(Problem(Code.UNKNOWN_INPUT, say("gradient-of-unknown", name=name), hint))
    return tensor


def no_influence(name: str, tensor: Tensor) -> Problem:
    """The note on a name that does not feed the output."""
    return Problem(
        Code.NO_INFLUENCE,
        say("no-influence", name=name),
        None,
        tensor.span,
    )


def _role(tensor: Tensor, run: Run) -> str:
    """What a leaf or the output is to its graph; of a leaf, what the program says that it is."""
    role = attachment(tensor, "role") if tensor.operation is None and tensor.requires_grad else None
    if role in ("input", "parameter"):
        return str(role)
    if tensor is run.output:
        return "output"
    if tensor in run.parameters:
        return "parameter"
    return "input" if tensor.requires_grad else "constant"


def _nodes(
    run: Run, gradients: Gradients, trace: Trace, span: Callable[[Span | None], list[int] | None], groups: Grouping
) -> ColumnTable:
    tensors, ids = trace.tensors, trace.positions
    fields = {
        "id": range(len(tensors)),
        "name": [tensor.label for tensor in tensors],
        "op": [tensor.operation.name if tensor.operation else None for tensor in tensors],
        "role": ["intermediate" if each.operation and each is not run.output else _role(each, run) for each in tensors],
        "inputs": trace.inputs,
        "shape": [[] if type(tensor.raw) is float else list(tensor.shape) for tensor in tensors],
        "data": _data_column([tensor.raw for tensor in tensors]),
        "grad": _data_column(gradients.values),
        "span": [span(tensor.span) for tensor in tensors],
    }
    if groups.groups:
        fields["group"] = groups.of
    some = {
        "options": {ids[tensor]: written for tensor in tensors if tensor.options and (written := options_json(tensor.options))},
        "literal": {ids[tensor]: span(place) for tensor, place in run.literals.items() if tensor in ids},
        "assumed": {ids[tensor]: True for tensor in run.assumed if tensor in ids},
        "text": node_texts(run, trace),
    }
    return ColumnTable(fields, some)


def _data_column(values: Sequence[Data | None]) -> list[Json]:
    """As `data_json` of each; a column of finite floats, with gaps or without, is what it is."""
    if all_finite([value for value in values if value is not None]):
        return list(values)
    return list(map(data_json, values))


_NAMES_OF_HOW = {how: str(how) for how in How}


@np.errstate(all="ignore")
def _edges_and_steps(gradients: Gradients, trace: Trace) -> tuple[ColumnTable, list[ColumnTable]]:
    """Every slot of every node as an edge, numbered by user and slot; and the timeline: what is computed, the seed, what arrives.

    Both follow from the same contributions, in the order of `gradients.contributions()`; written out for floats, which are nearly
    all of a large graph.
    """
    tensors = trace.tensors
    local: Data | None
    slope: Data | None
    sources = list(chain.from_iterable(trace.inputs))
    locals_: list[Data | None] = [None] * len(sources)
    contributions: list[Data | None] = [None] * len(sources)
    hows: list[str | None] = [None] * len(sources)
    arrived: list[int] = []
    running: list[Data | None] = []
    arriving: dict[int, Json] = {}
    totals: list[Data | None] = [None] * len(trace.tensors)
    for position in gradients.senders():
        user, upstream = tensors[position], gradients.values[position]
        operation = user.operation
        if upstream is None or operation is None:
            continue
        edge = trace.edge_offsets[position] - 1
        slope = user.first_slope
        of_floats = type(upstream) is float and not user.other_inputs
        for slot, place in enumerate(trace.inputs[position]):
            edge += 1
            local, slope = slope, user.second_slope
            if not tensors[place].requires_grad:
                continue
            before = totals[place]
            if of_floats and local is not None and (sent := upstream * local) == sent:  # only NaN differs from itself
                how = operation.rules[slot].how
            else:
                _, _, _, _, local, _, sent, how, axes = gradients.contribution(user, slot, upstream)
                if axes:
                    arriving[len(arrived)] = True
                    arrived.append(edge)
                    running.append(before)
            locals_[edge], contributions[edge], hows[edge] = local, sent, _NAMES_OF_HOW[how]
            totals[place] = total = sent if before is None else before + sent
            arrived.append(edge)
            running.append(total)
    edges = ColumnTable(
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
    steps = [ColumnTable({"phase": ["forward"] * len(computed), "node": computed})]
    if (seed := gradients.values[-1]) is not None:
        steps.append(ColumnTable({"phase": ["backward"], "node": [len(trace.tensors) - 1], "total": [data_json(seed)]}))
        fields: dict[str, Sequence[Json]] = {
            "phase": ["backward"] * len(arrived),
            "edge": arrived,
            "total": _data_column(running),
        }
        steps.append(ColumnTable(fields, {"arriving": arriving}))
    return edges, steps
