"""The graph as the API gives it, as a text; and such a text read back into a computation, checked by computing it again."""

import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

import numpy as np

from backpass.engine.graph.tensor import FUNCTIONS, ROLES, Tensor, apply, shape_after
from backpass.engine.graph.trace import Trace, check_trace
from backpass.engine.interpreter.run import Run
from backpass.engine.language import parse
from backpass.engine.limits import Limits
from backpass.engine.messages import say
from backpass.engine.operations import OPERATIONS, Data, Operation, Options
from backpass.engine.problems import Code, Problem, ProblemError, nearest
from backpass.engine.serialization.computation import Computation
from backpass.engine.serialization.graph_json import graph_json
from backpass.engine.serialization.options import options_from_json
from backpass.engine.shapes import MAX_AXES, as_data, finite_data, size_of

_CLOSE = 1e-9
"""Relative; another machine's functions may differ in the last digits."""
_FIELDS = ("name", "op", "role", "inputs", "shape", "data", "grad")
"""Without which a node is none; `options` is there only where there are some."""


def write(computation: Computation) -> str:
    """As `POST /api/v1/graph` answers."""
    graph = graph_json(computation.run, computation.wrt, computation.upstream)
    return json.dumps(graph, ensure_ascii=False, allow_nan=False) + "\n"


def is_graph(text: str) -> bool:
    """Whether a text is meant as a graph and not as a program, which cannot begin so."""
    return bool(re.match(r'\s*\{\s*(?:["}]|$)', text))


def load(text: str, inputs: Mapping[str, Any] | None = None, output: str | None = None, limits: Limits | None = None) -> Run:
    """The computation whose graph `text` is, in rows or in columns; with other values for `inputs`, for another `output`.

    Its names are those of its nodes; places in the program that made it are lost. What `text` says of gradients is not read:
    they are computed again. Raises ProblemError: invalid-graph where it is not such a graph or its values contradict one
    another, too-many-nodes and too-many-elements where it is larger than `limits` allow, unknown-input, invalid-input and
    unknown-output for the other two arguments.
    """
    limits = limits or Limits()
    nodes = _nodes(text, limits)
    built = _Graph(limits)
    for node in nodes:
        built.add(node)
    _check(built.tensors)
    given = _given(inputs or {}, built)
    if given:
        moved = _Graph(limits, given)
        for node in nodes:
            moved.add(node)
        built = moved
    return _run(built, output)


def _refuse(message: str, hint: str = say("graph-unchanged")) -> NoReturn:
    raise ProblemError(Problem(Code.INVALID_GRAPH, message, hint))


def _nodes(text: str, limits: Limits) -> list[Any]:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        _refuse(say("graph-not-json", error=error))
    nodes = document.get("nodes") if isinstance(document, dict) else None
    if isinstance(nodes, dict):
        nodes = _rows(nodes)
    if not isinstance(nodes, list) or not nodes:
        _refuse(say("graph-no-nodes"))
    limits.check_nodes(len(nodes))
    if document.get("output", len(nodes) - 1) != len(nodes) - 1:
        _refuse(say("graph-output", document=repr(document["output"]), count=len(nodes) - 1))
    return nodes


def _rows(columns: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Nodes that were given as one list per field."""
    lengths = {len(column) if isinstance(column, list) else -1 for column in columns.values()}
    if len(lengths) != 1 or -1 in lengths:
        _refuse(say("graph-columns"))
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


class _Graph:
    """The tensors of a graph as far as it has been read; with `given`, leaves get other values and values go unchecked."""

    def __init__(self, limits: Limits, given: Mapping[int, Data] | None = None) -> None:
        self.tensors: list[Tensor] = []
        self.inputs: dict[str, Tensor] = {}
        self.parameters: set[Tensor] = set()
        self._limits = limits
        self._given = given
        self._elements = 0

    def add(self, node: Any) -> None:
        position = len(self.tensors)
        if not isinstance(node, dict):
            _refuse(say("graph-node-fields", position=position))
        for field in _FIELDS:
            if field not in node:
                _refuse(say("graph-field-missing", position=position, field=field))
        self._check_texts(node, position)
        data = _data(node, position)
        tensor = self._leaf(node, data, position) if node["op"] is None else self._made(node, data, position)
        tensor.label = node["name"]
        self.tensors.append(tensor)
        if node["role"] == "parameter":
            self.parameters.add(tensor)
        if tensor.operation is None and tensor.requires_grad and tensor.label:
            self.inputs[_unique(tensor.label, self.inputs)] = tensor

    def _check_texts(self, node: Mapping[str, Any], position: int) -> None:
        if not isinstance(node["name"], str | None):
            _refuse(say("graph-name", position=position))
        if node["role"] not in ROLES:
            _refuse(say("graph-role", position=position, roles=", ".join(ROLES)))
        if node.get("id", position) != position:
            _refuse(say("graph-id", position=position, node=repr(node["id"])))

    def _count(self, elements: int) -> None:
        self._limits.check_elements(self._elements + elements)
        self._elements += elements

    def _leaf(self, node: Mapping[str, Any], data: Data, position: int) -> Tensor:
        if node["inputs"] != []:
            _refuse(say("graph-inputs-without-operation", position=position))
        self._count(size_of(data))
        if self._given is not None:
            data = self._given.get(position, data)
        return Tensor(data, requires_grad=node["role"] != "constant" and node["grad"] is not None)

    def _made(self, node: Mapping[str, Any], data: Data, position: int) -> Tensor:
        record = OPERATIONS.get(node["op"]) if isinstance(node["op"], str) else None
        if record is None:
            close = nearest(str(node["op"]), OPERATIONS)
            hint = say("is-meant", close=close) if close else say("operations-listed")
            _refuse(say("graph-operation", position=position, node=repr(node["op"])), hint)
        tensor = self._applied(record, self._sources(node, record, position), _options(node, record, position), position)
        if self._given is None and not _alike(tensor.raw, data):
            _refuse(say("graph-data-differ", position=position, node=node["data"], raw=tensor.raw))
        return tensor

    def _sources(self, node: Mapping[str, Any], record: Operation, position: int) -> list[Tensor]:
        sources = node["inputs"]
        fits = isinstance(sources, list) and (len(sources) == record.arity or (record.variadic and sources))
        if not fits or not all(type(source) is int and 0 <= source < position for source in sources):
            count = say("one-or-more") if record.variadic else record.arity
            _refuse(say("graph-inputs", position=position, count=count, name=record.name))
        return [self.tensors[source] for source in sources]

    def _applied(self, record: Operation, sources: Sequence[Tensor], options: Options, position: int) -> Tensor:
        if record.elementwise and not options and all(type(source.raw) is float for source in sources):
            self._count(1)
            return FUNCTIONS[record.name](*sources)
        try:
            self._count(math.prod(shape_after(record, sources, options)))
            return apply(record, *sources, **options)
        except (TypeError, ValueError, KeyError, IndexError):
            _refuse(say("graph-options", position=position, name=record.name, options=options))


def _options(node: Mapping[str, Any], record: Operation, position: int) -> Options:
    try:
        options = options_from_json(node.get("options") or {})
    except ValueError as error:
        _refuse(say("graph-options-unread", position=position, error=error))
    for name in options:
        if name not in record.options:
            _refuse(say("graph-option-unknown", position=position, name=name, name2=record.name))
    return options


def _data(node: Mapping[str, Any], position: int) -> Data:
    try:
        data = as_data(_numbers(node["data"]))
    except (ProblemError, KeyError):
        _refuse(say("graph-data", position=position))
    if node["shape"] != list(np.shape(data)):
        _refuse(say("graph-shape", position=position, node=node["shape"], shape=list(np.shape(data))))
    return data


_NAMED = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


def _numbers(value: Any, depth: int = 0) -> Any:
    """JSON's account of a number or of nested lists as Python's. Raises KeyError for another text, or nested too deep."""
    if isinstance(value, str):
        return _NAMED[value]
    if depth > MAX_AXES:
        raise KeyError(depth)
    return [_numbers(each, depth + 1) for each in value] if isinstance(value, list) else value


def _alike(found: Any, expected: Any) -> bool:
    return np.shape(found) == np.shape(expected) and bool(np.allclose(found, expected, rtol=_CLOSE, atol=1e-300, equal_nan=True))


def _unique(label: str, taken: Mapping[str, Tensor]) -> str:
    """As programs name a second leaf of one name: `x#2`."""
    name, count = label, 1
    while name in taken:
        count += 1
        name = f"{label}#{count}"
    return name


def _check(tensors: list[Tensor]) -> None:
    try:
        check_trace(Trace(tensors))
    except ValueError as error:
        _refuse(say("graph-not-of-last", error=error))


def _given(inputs: Mapping[str, Any], graph: _Graph) -> dict[int, Data]:
    """Other values by node. Raises ProblemError (unknown-input, invalid-input)."""
    ids = {tensor: position for position, tensor in enumerate(graph.tensors)}
    given = {}
    for name, value in inputs.items():
        if name not in graph.inputs:
            hint = say("graph-inputs-are", inputs=", ".join(graph.inputs) or "none")
            raise ProblemError(Problem(Code.UNKNOWN_INPUT, say("graph-value-for-other", name=name), hint))
        given[ids[graph.inputs[name]]] = finite_data(value, say("the-value-for", name=name))
    return given


def _run(graph: _Graph, output: str | None) -> Run:
    """A run whose inputs are the leaves, each under its name."""
    named = {tensor.label: tensor for tensor in graph.tensors if tensor.label}
    if output is not None and output not in named:
        hint = say("graph-names-are", named=", ".join(named) or "none")
        raise ProblemError(Problem(Code.UNKNOWN_OUTPUT, say("graph-unknown-output", output=output), hint))
    chosen = graph.tensors[-1] if output is None else named[output]
    return Run(parse(""), chosen, named, graph.inputs, {}, set(), [], [], parameters=graph.parameters)
