"""What is right: the derivatives of the numbers that an engine computed, by our own engine, from what the numbers remember."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.graph.tensor import Tensor, apply
from backpass.engine.operations import OPERATIONS
from backpass.engine.own_engine.traced import Node
from backpass.engine.problems import ProblemError
from backpass.engine.shapes import shape_of


class UnknownOperationError(Exception):
    """An engine computed with something whose derivative is not known here; `name` says with what."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


_NAMES = {name: operation.name for operation in OPERATIONS.values() for name in operation.names} | {
    "truediv": "divide",
    "floordiv": "floor_divide",
}
"""Every spelling of an operation, and how Python's own methods call two of them."""
_REDUCTIONS = {
    "sum": "sum",
    "mean": "mean",
    "prod": "prod",
    "max": "amax",
    "min": "amin",
    "amax": "amax",
    "amin": "amin",
    "var": "var",
    "std": "std",
}
_SAME = frozenset({"copy", "item", "positive", "array", "asarray", "ascontiguousarray"})
_RESHAPED = frozenset({"reshape", "ravel", "flatten", "squeeze", "expand_dims", "atleast_1d", "atleast_2d"})


def operation_name(node: Node) -> str | None:
    """The name of our operation that a node applies; None where it is a leaf or none of ours."""
    if node.op is None:
        return None
    name = _NAMES.get(node.op, node.op)
    if name in _REDUCTIONS:
        return _REDUCTIONS[name]
    if name == "dot":
        return "matmul"
    return name if name in OPERATIONS else None


def computed(node: Node, inputs: list[Tensor]) -> Tensor:
    """A node's operation on tensors. Raises UnknownOperationError."""
    name = node.op or ""
    options = node.options or {}
    shape = shape_of(_data(node.value))
    if options.get("listed") or (name in _SAME and len(inputs) > 1):
        return _joined(name, inputs, shape, options)
    if name in _SAME or name in _RESHAPED:
        return inputs[0] if inputs[0].shape == shape else apply(OPERATIONS["reshape"], inputs[0], shape=shape)
    if name in _REDUCTIONS:
        axis = options.get("axis")
        axis = tuple(axis) if isinstance(axis, list) else axis
        keeps = bool(options.get("keepdims", False)) and options.get("keepdims") is not np._NoValue
        return apply(OPERATIONS[_REDUCTIONS[name]], inputs[0], axis=axis, keepdims=keeps)
    if name in ("transpose", "swapaxes"):
        return apply(OPERATIONS["transpose"], inputs[0], axes=_axes(name, options))
    if name == "index":
        return _indexed(inputs[0], options["key"])
    if name == "broadcast_to":
        return apply(OPERATIONS["broadcast_to"], inputs[0], shape=shape)
    if name == "dot" and (not inputs[0].shape or not inputs[1].shape):
        return apply(OPERATIONS["multiply"], *inputs)
    if name == "log" and len(inputs) == 2:
        return apply(OPERATIONS["divide"], *(apply(OPERATIONS["log"], each) for each in inputs))
    known = OPERATIONS.get(operation_name(node) or "")
    if known is None or (options and known.name not in ("where", "clip")) or (len(inputs) != known.arity):
        raise UnknownOperationError(name)
    return apply(known, *inputs)


def _joined(name: str, inputs: list[Tensor], shape: tuple[int, ...], options: Mapping[str, Any]) -> Tensor:
    if name in ("concatenate", "hstack", "vstack"):
        axis = options.get("axis", 0 if name != "hstack" or len(shape) == 1 else 1)
        return apply(OPERATIONS["concatenate"], *inputs, axis=axis)
    made = apply(OPERATIONS["stack"], *inputs, axis=options.get("axis", 0) if name == "stack" else 0)
    if name in ("sum", "mean") and options.get("axis") is None:
        return apply(OPERATIONS[name], made, axis=None, keepdims=False)
    if name not in ("array", "asarray", "stack") or made.shape != shape:
        raise UnknownOperationError(name)
    return made


def _axes(name: str, options: Mapping[str, Any]) -> tuple[int, ...] | None:
    if name == "transpose":
        given = options.get("axes", options.get("axis"))
        return tuple(given) if isinstance(given, tuple | list) else None
    raise UnknownOperationError(name)


def _indexed(of: Tensor, key: Any) -> Tensor:
    entries = key if isinstance(key, tuple) else (key,)
    if not all(isinstance(each, int | slice) or each is None or each is Ellipsis for each in entries):
        from backpass.engine.graph.indexing import key_of

        found, after = key_of([np.asarray(each) if isinstance(each, list) else each for each in entries], of.shape)
        made = apply(OPERATIONS["index"], of, key=found)
        return made if after is None else apply(OPERATIONS["reshape"], made, shape=after)
    return apply(OPERATIONS["index"], of, key=tuple(int(each) if isinstance(each, int) else each for each in entries))


def _data(value: Any) -> Any:
    return np.asarray(value, dtype=float) if isinstance(value, np.ndarray) and value.ndim else float(value)


def ordered(output: Node, stops: Callable[[Node], bool]) -> list[Node]:
    """The nodes that an output was computed from, inputs first, as far back as `stops` lets them."""
    found: list[Node] = []
    seen: set[int] = set()
    waiting: list[tuple[Node, bool]] = [(output, False)]
    while waiting:
        node, done = waiting.pop()
        if done:
            found.append(node)
            continue
        if id(node) in seen:
            continue
        seen.add(id(node))
        waiting.append((node, True))
        if node is output or not stops(node):
            waiting += [(each, False) for each in node.inputs if type(each) is Node and id(each) not in seen]
    return found


def tensors(output: Node, stops: Callable[[Node], bool] = lambda _: False) -> dict[int, Tensor]:
    """By `id` of a node, a tensor of ours with the same number; where `stops` holds, a leaf. Raises UnknownOperationError."""
    made: dict[int, Tensor] = {}
    for node in ordered(output, stops):
        if node.op is None or (node is not output and stops(node)):
            made[id(node)] = Tensor(_data(node.value))
            continue
        try:
            given = [made[id(each)] if type(each) is Node else Tensor(_data(each), requires_grad=False) for each in node.inputs]
            made[id(node)] = computed(node, given)
        except (ProblemError, KeyError, TypeError, ValueError, OverflowError):
            raise UnknownOperationError(node.op) from None
    return made


def gradients(
    output: Node, wanted: Iterable[Node], seed: Any = 1.0, stops: Callable[[Node], bool] = lambda _: False
) -> dict[int, Any]:
    """The gradient of an output, or its product with `seed`, by the wanted nodes, by their `id`. Raises UnknownOperationError."""
    made = tensors(output, stops)
    top = made[id(output)]
    found = backward(top, np.broadcast_to(seed, top.shape).copy() if top.shape else float(np.sum(seed)))
    by_tensor = dict(zip(map(id, found.tensors), found.values, strict=True))
    answer: dict[int, Any] = {}
    for each in wanted:
        tensor = made.get(id(each))
        value = None if tensor is None else by_tensor.get(id(tensor))
        answer[id(each)] = np.zeros(shape_of(_data(each.value))) if value is None else value
    return answer


def by_slots(output: Node, seed: Any) -> list[Any]:
    """`seed` times the derivatives of a node's operation by each of its operands. Raises UnknownOperationError."""
    try:
        given = [Tensor(_data(each.value if type(each) is Node else each)) for each in output.inputs]
        made = computed(output, given)
    except (ProblemError, KeyError, TypeError, ValueError, OverflowError):
        raise UnknownOperationError(output.op or "") from None
    found = backward(made, np.broadcast_to(seed, made.shape).copy() if made.shape else float(np.sum(seed)))
    by_tensor = dict(zip(map(id, found.tensors), found.values, strict=True))
    return [by_tensor.get(id(each)) for each in given]
