"""Tensors that were changed in place while they were recorded: earlier users keep the version that they were computed with.

`x[0] = 5` makes x another result. What used x before used its earlier version, a node of its own; it is put in the place of x
when somebody walks through the graph, since a tensor does not know its users.
"""

from backpass.engine.graph.tensor import Tensor, attachment, attachments

CHANGED: list[bool] = []
"""Not empty once any tensor was changed so; only then is it worth looking."""

_COPIED = (
    "accumulated_grad",
    "first",
    "first_slope",
    "label",
    "number",
    "operation",
    "options",
    "other_inputs",
    "raw",
    "requires_grad",
    "second",
    "second_slope",
    "span",
)
_TAKEN = tuple(name for name in _COPIED if name not in ("accumulated_grad", "label", "span"))


def earlier(tensor: Tensor) -> Tensor:
    """The tensor as it is now, as a node of its own."""
    made = object.__new__(Tensor)
    _give(tensor, made, _COPIED)
    made.pending_grad = None
    return made


def become(tensor: Tensor, before: Tensor, result: Tensor) -> None:
    """Makes the tensor what `result` is, which was computed from `before`, its earlier version."""
    attachments(tensor).setdefault("versions", []).append(before)
    _give(result, tensor, _TAKEN)
    CHANGED.append(True) if not CHANGED else None


def _give(source: Tensor, target: Tensor, names: tuple[str, ...]) -> None:
    for name in names:
        setattr(target, name, getattr(source, name))
    if hasattr(source, "recorded"):
        target.recorded = source.recorded
    elif hasattr(target, "recorded"):
        del target.recorded


def settle(output: Tensor) -> None:
    """Puts earlier versions in the place of tensors that were changed after they were used, or by what they were: `x.mul_(x)`."""
    seen = {output}
    waiting = [output]
    for user in waiting:
        for slot, source in enumerate(user.inputs):
            used = _used(source, user.number) if source.number >= user.number else source
            if used is not source:
                _put(user, slot, used)
            if used not in seen:
                seen.add(used)
                waiting.append(used)


def _used(source: Tensor, number: float) -> Tensor:
    versions: list[Tensor] = attachment(source, "versions") or []
    return next((each for each in reversed(versions) if each.number < number), source)


def _put(user: Tensor, slot: int, source: Tensor) -> None:
    if slot == 0:
        user.first = source
    elif slot == 1:
        user.second = source
    else:
        user.other_inputs = (*user.other_inputs[: slot - 2], source, *user.other_inputs[slot - 1 :])
