"""The graph as the API gives it, as a text; and such a text read back into a computation, checked by computing it again."""

import json
import math
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from engine.export.computation import Computation
from engine.graph import graph_json
from engine.language import parse
from engine.language.interpreter import Run
from engine.limits import Limits
from engine.operations import OPERATIONS
from engine.problems import Code, Problem, ProblemError
from engine.shapes import as_data, size_of
from engine.tensor import FUNCTIONS, Tensor

_CLOSE = 1e-9
"""Relative; another machine's functions may differ in the last digits."""


def write(computation: Computation) -> str:
    """As `POST /api/v1/graph` answers."""
    graph = graph_json(computation.run, computation.wrt, computation.upstream)
    return json.dumps(graph, ensure_ascii=False, allow_nan=False) + "\n"


def load(text: str, limits: Limits | None = None) -> Run:
    """The computation whose graph `text` is. Its names are those of its nodes; places in the program that made it are lost.

    Raises ProblemError: invalid-graph where it is not such a graph or its numbers contradict one another, too-many-nodes and
    too-many-elements where it is larger than `limits` allow.
    """
    limits = limits or Limits()
    nodes = _nodes(text)
    limits.check_nodes(len(nodes))
    tensors: list[Tensor] = []
    elements = 0
    for position, node in enumerate(nodes):
        try:
            tensor = _tensor(node, tensors, position)
        except (KeyError, TypeError, AttributeError):
            _refuse(f"Node {position} lacks a field, or has something else in it.")
        elements += size_of(tensor.data)
        limits.check_elements(elements)
        tensors.append(tensor)
    return _run(tensors)


def _refuse(message: str) -> NoReturn:
    raise ProblemError(Problem(Code.INVALID_GRAPH, message, "Give the JSON of a graph as Backpass exports it, unchanged."))


def _nodes(text: str) -> list[dict[str, Any]]:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        _refuse(f"This is not JSON: {error}.")
    nodes = document.get("nodes") if isinstance(document, dict) else None
    if not isinstance(nodes, list) or not nodes:
        _refuse("There is no list `nodes` with at least one node.")
    return nodes


def _tensor(node: dict[str, Any], before: list[Tensor], position: int) -> Tensor:
    data = as_data(_numbers(node["data"]))
    if node["op"] is None:
        requires_grad = node["role"] != "constant" and node["grad"] is not None
        return Tensor(data, requires_grad=requires_grad, label=_label(node, position))
    record = OPERATIONS.get(node["op"])
    if record is None or not record.elementwise:
        _refuse(f"Node {position} is made by `{node['op']}`, which cannot be read back.")
    sources = node["inputs"]
    if len(sources) != record.arity or not all(type(source) is int and 0 <= source < position for source in sources):
        _refuse(f"Node {position} does not have {record.arity} earlier nodes for inputs.")
    tensor = FUNCTIONS[record.name](*(before[source] for source in sources))
    tensor.label = _label(node, position)
    if not _alike(tensor.data, data):
        _refuse(f"Node {position} is said to be {node['data']}, but its inputs give {tensor.data}.")
    return tensor


def _label(node: dict[str, Any], position: int) -> str | None:
    name = node["name"]
    if name is not None and not isinstance(name, str):
        _refuse(f"The name of node {position} is not a text.")
    return name


def _numbers(value: Any) -> Any:
    """JSON's account of a number or of nested lists as Python's."""
    if isinstance(value, str):
        known: Callable[[str], float] = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}.__getitem__
        return known(value)
    return [_numbers(each) for each in value] if isinstance(value, list) else value


def _alike(found: Any, expected: Any) -> bool:
    return np.shape(found) == np.shape(expected) and bool(np.allclose(found, expected, rtol=_CLOSE, atol=1e-300, equal_nan=True))


def _run(tensors: list[Tensor]) -> Run:
    """A run whose inputs are the leaves, each under its name."""
    named = {tensor.label: tensor for tensor in tensors if tensor.label}
    inputs = {tensor.label: tensor for tensor in tensors if tensor.label and tensor.operation is None and tensor.requires_grad}
    return Run(parse(""), tensors[-1], named, inputs, {}, set(), [], [])
