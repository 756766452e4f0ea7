"""The graph of one of our own tensors, as `engine.serialization` writes that of a program."""

from collections.abc import Mapping
from typing import Any

from backpass.engine.graph.tensor import Tensor
from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.run import Run
from backpass.engine.language import parse
from backpass.engine.serialization.graph_json import graph_json

Json = Any


def tensor_json(output: Tensor, names: Mapping[str, Any], upstream: Any = 1.0) -> Json:
    """The whole graph. Tensors without a label of their own have the name under which they stand in `names`.

    Raises ProblemError (shape-mismatch) for an upstream gradient of another shape.
    """
    tensors = ancestors(output)
    called = {id(value): name for name, value in reversed(list(names.items())) if isinstance(value, Tensor)}
    labels = [tensor.label or called.get(id(tensor)) for tensor in tensors]
    leaves = [place for place, tensor in enumerate(tensors) if tensor.operation is None and tensor.requires_grad]
    inputs = dict(
        zip(_unique([labels[place] or f"v{place}" for place in leaves]), (tensors[place] for place in leaves), strict=True)
    )
    named = {label: tensor for label, tensor in zip(labels, tensors, strict=True) if label}
    found = graph_json(Run(parse(""), output, named, inputs, {}, set(), [], [], parameters=set()), upstream=upstream)
    for node, label in zip(found["nodes"], labels, strict=True):
        node["name"] = label
    return found


def _unique(names: list[str]) -> list[str]:
    counts: dict[str, int] = {}
    unique = []
    for name in names:
        counts[name] = counts.get(name, 0) + 1
        unique.append(name if counts[name] == 1 else f"{name}#{counts[name]}")
    return unique
