"""The graph as a program walks it: `grad_fn` with `parents` and `next_functions`, `creator`, `_prev`, `_op`, and `_backward()`
called by hand, node by node. `engine.library.nodes` has the same for programs that import the library.
"""

from collections.abc import Sequence
from typing import Any

from backpass.engine.autodiff.reachability import Reachability
from backpass.engine.autodiff.reverse_numeric import contribution
from backpass.engine.graph.tensor import Tensor, attachment, attachments
from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.builtins.sets import made_set
from backpass.engine.interpreter.values import Class, Instance, Item
from backpass.engine.language.syntax_tree import Attribute

WALKED = frozenset({"grad_fn", "creator", "parents", "ctx", "_prev", "_op"})
"""The attributes by which a program walks its graph."""


def walked(machine: Any, tensor: Tensor, part: Attribute) -> Item:
    """What one of these attributes is. `grad_fn` and `creator` are None for a leaf, and for what needs no gradient; `ctx` is
    what was given with a creator of the program's own, else None.
    """
    name = part.name
    if name == "_op":
        return "" if tensor.operation is None else tensor.operation.notation.infix or tensor.operation.name
    if name == "_prev":
        return made_set(machine, list(tensor.inputs), part)
    if name == "ctx":
        context: Item = attachment(tensor, "ctx")
        return context
    if name == "parents":
        return tuple(tensor.inputs)
    return operation_of(machine, tensor) if tensor.operation is not None and _is_followed(machine, tensor) else None


def operation_of(machine: Any, tensor: Tensor) -> Instance:
    """The operation that made a tensor, as an object, the same each time; of a leaf where its gradient is added up."""
    made: Instance | None = attachment(tensor, "creator") or attachment(tensor, "node")
    if made is None:
        name = tensor.operation.name if tensor.operation else "AccumulateGrad"
        written = f"{name} backward" if tensor.operation and machine.names.uses("torch") else name
        made = Instance(Class(written, (), {}), _Members(machine, tensor, name))
        attachments(tensor)["node"] = made
    return made


def send(tensor: Tensor) -> dict[Tensor, Any]:
    """What `tensor._backward()` adds to the gradient of each parent, given the present gradient of the tensor."""
    if tensor.operation is None or tensor.accumulated_grad is None:
        return {}
    blocks = Reachability([tensor])
    sent: dict[Tensor, Any] = {}
    for slot, parent in enumerate(tensor.inputs):
        if parent.requires_grad:
            more = contribution(tensor, slot, tensor.accumulated_grad, blocks).sent
            sent[parent] = sent[parent] + more if parent in sent else more
    return sent


def whole_pass(output: Tensor, calls: Sequence[Tensor]) -> list[Tensor]:
    """The calls of `_backward()` that are one backward pass: each result once, after all that use it; else an empty list."""
    followed = {each for each in ancestors(output) if each.operation is not None and each.requires_grad}
    sent = [each for each in calls if each in followed]
    places = {tensor: place for place, tensor in enumerate(sent)}
    if not calls or len(sent) != len(followed) or len(places) != len(followed):
        return []
    after = all(place < places[source] for user, place in places.items() for source in user.inputs if source in followed)
    return sent if after else []


class _Members(dict[str, Any]):
    """The members of such an object. What leads further is made when it is asked for: graphs are longer than Python's stack."""

    def __init__(self, machine: Any, tensor: Tensor, name: str) -> None:
        super().__init__(name=name, parents=tuple(tensor.inputs))
        if tensor.operation is None:
            self["variable"] = tensor
        self._machine, self._tensor = machine, tensor

    def __contains__(self, name: object) -> bool:
        return name == "next_functions" or super().__contains__(name)

    def __missing__(self, name: str) -> Any:
        if name != "next_functions":
            raise KeyError(name)
        machine = self._machine
        return tuple((operation_of(machine, each) if _is_followed(machine, each) else None, 0) for each in self._tensor.inputs)


def _is_followed(machine: Any, tensor: Tensor) -> bool:
    return bool(machine.tracking.tracks(tensor) if machine.names.uses("torch") else tensor.requires_grad)
