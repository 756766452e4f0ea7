"""Which numbers a backward pass needs, at which version, and whether they were changed since."""

import re
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from backpass.engine.formulas.compiled import kernel
from backpass.engine.graph.tensor import Tensor, attachment, attachments, recorded
from backpass.engine.operations import OPERATIONS, Operation, Transform

if TYPE_CHECKING:
    from backpass.engine.handles.handle import Handle

RESULT = -1
"""The slot of the result itself."""
FREED = "freed"
"""Stands in the place of what was saved once a pass has used it up."""
_MOVING = frozenset(
    [
        "sum",
        "mean",
        "reshape",
        "flatten",
        "expand_dims",
        "squeeze",
        "broadcast_to",
        "concatenate",
        "stack",
        "index",
        "put_back",
        "transpose",
        "trace",
        "cumsum",
    ]
)
"""Operations on whole arrays that send back what arrives, moved or repeated."""
_BY_RESULT = frozenset(["softmax", "log_softmax", "inverse"])
_AS_RESULT = frozenset(["relu"])
"""Operations whose rule needs their input, and PyTorch's the result, which says the same."""
_OTHERWISE = {
    "divide": (frozenset([1]), frozenset([0, 1])),
    "power": (frozenset([0, 1]), frozenset([0, 1, RESULT])),
}
"""Operations whose rule is written by the result, and PyTorch's by the inputs."""
_NAME = re.compile(r"[A-Za-z_]\w*")


class Saved(NamedTuple):
    """A tensor whose numbers a node needs."""

    handle: "Handle"
    version: int
    quiet: int
    slot: int


@cache
def needed(name: str) -> tuple[frozenset[int], ...]:
    """Per slot of an operation, the slots whose numbers its local derivative is computed from; `RESULT` for its own."""
    operation = OPERATIONS[name]
    if name in _MOVING or operation.variadic:
        return ()
    if name in _BY_RESULT or name in _AS_RESULT:
        return (frozenset([RESULT]),) * operation.arity
    if name in _OTHERWISE:
        return _OTHERWISE[name]
    if isinstance(operation.value, Transform):
        if name == "matmul":
            return frozenset([1]), frozenset([0])
        return (frozenset(range(operation.arity)),) * operation.arity
    names = {**{parameter: slot for slot, parameter in enumerate(operation.parameters)}, "out": RESULT}
    return tuple(
        frozenset(names[each] for each in _NAME.findall(operation.rule(slot).text) if each in names)
        for slot in range(operation.arity)
    )


def save(result: "Handle", inputs: Iterable[Any]) -> None:
    """Notes on the node of a result which of its handles it needs; `inputs` by slot, None for what is no handle."""
    node = result.node
    if node.operation is None or not node.requires_grad:
        return
    wanted: set[int] = set()
    for slots, source in zip(needed(node.operation.name), node.inputs, strict=False):
        if source.requires_grad:
            wanted |= slots
    handles = {RESULT: result, **{slot: each for slot, each in enumerate(inputs) if each is not None}}
    kept = [
        Saved(handles[slot], handles[slot].root.version, handles[slot].root.quiet, slot) for slot in wanted if slot in handles
    ]
    if kept:
        attachments(node)["saved"] = tuple(kept)


def saved_of(node: Tensor) -> Any:
    """What a node has saved: a tuple, `FREED`, or None."""
    return attachment(node, "saved")


def free(tensors: Iterable[Tensor]) -> None:
    """Gives up what the nodes of a pass have saved, as PyTorch does after it."""
    for node in tensors:
        if saved_of(node):
            attachments(node)["saved"] = FREED


def refresh(tensors: Iterable[Tensor]) -> list[Tensor]:
    """Gives the nodes whose numbers were changed through `.data` since the present ones, and lists these nodes.

    Raises RuntimeError for numbers that were changed in place, and for a graph that a pass has used up.
    """
    found = []
    for node in tensors:
        kept = saved_of(node)
        if kept is None:
            continue
        if kept is FREED:
            raise RuntimeError(_TWICE)
        changes = {}
        for each in kept:
            root = each.handle.root
            if root.version - root.quiet != each.version - each.quiet:
                raise RuntimeError(_modified(each, root, node if each.slot == RESULT else node.inputs[each.slot]))
            if root.quiet != each.quiet:
                changes[each.slot] = each.handle.node.raw
        if changes:
            _change(node, changes)
            found.append(node)
    return found


def _change(node: Tensor, changes: dict[int, Any]) -> None:
    """Gives a node other numbers in some of its slots, of which its derivative is computed."""
    data, out = recorded(node)
    data = [changes.get(slot, each) for slot, each in enumerate(data)]
    node.recorded = data, changes.get(RESULT, out)
    assert node.operation is not None
    if node.first_slope is not None:
        _, slopes = kernel(node.operation).scalar(*data)
        node.first_slope, node.second_slope = (*slopes, None, None)[:2]


def _modified(saved: Saved, root: "Handle", source: Tensor) -> str:
    """What PyTorch says of a tensor that was changed, which was `source` when it was saved."""
    handle = saved.handle
    name = f"torch.{handle.kind.called}Tensor {list(handle.shape)}"
    output = (
        "" if source.operation is None or not source.requires_grad else f", which is output 0 of {node_name(source.operation)},"
    )
    return (
        f"one of the variables needed for gradient computation has been modified by an inplace operation: [{name}]{output} is at "
        f"version {root.version - root.quiet}; expected version {saved.version - saved.quiet} instead. Hint: enable anomaly "
        "detection to find the operation that failed to compute its gradient, with torch.autograd.set_detect_anomaly(True)."
    )


_NODE_NAMES = {
    "add": "Add", "subtract": "Sub", "multiply": "Mul", "divide": "Div", "power": "Pow", "negate": "Neg", "matmul": "Mm",
    "index": "Select", "reshape": "View", "concatenate": "Cat", "transpose": "Permute", "expand_dims": "Unsqueeze",
    "broadcast_to": "Expand",
}  # fmt: skip
"""What PyTorch calls the node of an operation, where that is not the operation's own name."""


def node_name(operation: Operation) -> str:
    """What PyTorch calls the node of an operation: `LogSoftmax`."""
    return _NODE_NAMES.get(operation.name, "".join(part.capitalize() for part in operation.name.split("_")))


_TWICE = (
    "Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed). "
    "Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). Specify retain_graph=True if "
    "you need to backward through the graph a second time or if you need to access saved tensors after calling backward."
)
