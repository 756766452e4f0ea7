"""A finished computation as plain data: nodes, edges and steps, ready for JSON. The shapes are those of docs/api.md.

Numbers stay numbers; the three that JSON cannot carry become the strings "NaN", "Infinity" and "-Infinity". What was
not computed is
None. Spans count UTF-16 units, as editors do.
"""

from collections.abc import Callable, Sequence
from math import inf, isfinite
from typing import Any

from engine.backward import Gradients, backward
from engine.diagnose import diagnose
from engine.language.interpreter import Run
from engine.operations import Data
from engine.options import options_json
from engine.problems import Code, Problem, ProblemError, Span, nearest
from engine.shapes import finite_data
from engine.tensor import Tensor

Json = Any
ROLES = ("input", "parameter", "constant", "intermediate", "output")
"""What a node may be to its graph."""


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
    return rows if finite_array(data) else _nested(rows)


def finite_array(data: Data) -> bool:
    """Whether an array's sum shows that no element is NaN or infinite; may be False for finite ones that add up beyond floats."""
    return isinstance(data, float) or isfinite(float(data.sum()))


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
    return {
        "code": problem.code.value,
        "severity": problem.severity.value,
        "message": problem.message,
        "hint": problem.hint,
        "span": span(problem.span),
        "node": problem.node,
    }


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


def graph_json(run: Run, wrt: Sequence[str] | None = None, upstream: Any = 1.0) -> Json:
    """The whole graph of a run. Raises ProblemError (unknown-input, invalid-input, shape-mismatch)."""
    gradients = backward(run.output, finite_data(upstream, "The upstream gradient"))
    problems = [*run.problems, *diagnose(gradients), *_unused(run, gradients)]
    tensors = gradients.tensors
    ids = {tensor: position for position, tensor in enumerate(tensors)}
    span = utf16(run.program.text)
    edges, first = _edges(tensors, ids)
    return {
        "output": len(tensors) - 1,
        "value": data_json(run.output.data),
        "gradients": _wanted(run, gradients, wrt, problems),
        "nodes": _nodes(run, gradients, ids, span),
        "edges": edges,
        "steps": _steps(gradients, ids, edges, first),
        "mentions": [
            [*(span(place) or ()), ids[tensor]] for place, tensor in run.mentions if tensor in ids and place != tensor.span
        ],
        "problems": [problem_json(problem, span) for problem in problems],
    }


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


def _role(tensor: Tensor, output: Tensor) -> str:
    if tensor is output:
        return "output"
    if tensor.operation is not None:
        return "intermediate"
    return "input" if tensor.requires_grad else "constant"


def _nodes(run: Run, gradients: Gradients, ids: dict[Tensor, int], span: Callable[[Span | None], list[int] | None]) -> list[Json]:
    output, literals, assumed = run.output, run.literals, run.assumed
    nodes = []
    for position, (tensor, grad) in enumerate(zip(gradients.tensors, gradients.values, strict=True)):
        node = {
            "id": position,
            "name": tensor.label,
            "op": tensor.operation.name if tensor.operation else None,
            "role": _role(tensor, output),
            "inputs": [ids[source] for source in tensor.inputs],
            "shape": list(tensor.shape),
            "data": data_json(tensor.data),
            "grad": data_json(grad),
            "span": span(tensor.span),
        }
        if tensor.options:
            node["options"] = options_json(tensor.options)
        if tensor in literals:
            node["literal"] = span(literals[tensor])
        if tensor in assumed:
            node["assumed"] = True
        nodes.append(node)
    return nodes


def _edges(tensors: Sequence[Tensor], ids: dict[Tensor, int]) -> tuple[list[Json], list[int]]:
    """Every slot of every node as an edge, numbered by user and slot; and per node the number of its first edge."""
    edges: list[Json] = []
    first: list[int] = []
    for tensor in tensors:
        first.append(len(edges))
        for slot, source in enumerate(tensor.inputs):
            edges.append(
                {
                    "id": len(edges),
                    "source": ids[source],
                    "target": ids[tensor],
                    "slot": slot,
                    "local": None,
                    "contribution": None,
                    "how": None,
                }
            )
    return edges, first


def _steps(gradients: Gradients, ids: dict[Tensor, int], edges: list[Json], first: list[int]) -> list[Json]:
    """The timeline; fills in what each edge carries on the way, since both follow from the same contributions."""
    steps: list[Json] = [{"phase": "forward", "node": position} for tensor, position in ids.items() if tensor.operation]
    seed = gradients.values[-1]
    if seed is None:
        return steps
    steps.append({"phase": "backward", "node": len(ids) - 1, "total": data_json(seed)})
    totals: dict[Tensor, Data] = {}
    for each in gradients.contributions():
        edge = edges[first[ids[each.user]] + each.slot]
        edge["local"] = data_json(each.local)
        edge["contribution"] = data_json(each.sent)
        edge["how"] = each.how.value
        before = totals.get(each.input)
        if each.axes:
            steps.append({"phase": "backward", "edge": edge["id"], "total": data_json(before), "arriving": True})
        totals[each.input] = each.sent if before is None else before + each.sent
        steps.append({"phase": "backward", "edge": edge["id"], "total": data_json(totals[each.input])})
    return steps
