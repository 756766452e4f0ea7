"""What PyTorch keeps for the backward pass: which operations need numbers of the forward pass again, and which of these numbers.

It frees them in the first backward pass, and refuses a second one that needs them; it refuses as well where such a number was
changed in place meanwhile. Which they are follows from the rules: an operation keeps what its slopes speak of.
"""

from collections.abc import Sequence
from functools import cache

from backpass.engine.graph.tensor import Tensor
from backpass.engine.language import parse_expression
from backpass.engine.language.syntax_tree import Name
from backpass.engine.operations import Operation

_MOVING = frozenset(
    {
        "sum",
        "mean",
        "reshape",
        "flatten",
        "squeeze",
        "expand_dims",
        "transpose",
        "broadcast_to",
        "concatenate",
        "stack",
        "cumsum",
        "put_back",
        "trace",
    }
)
"""Operations on arrays whose gradient needs shapes only."""


def saves(tensor: Tensor) -> bool:
    """Whether a backward pass through it needs anything of the forward pass."""
    record = tensor.operation
    if record is None or record.name in _MOVING:
        return False
    if record.name == "index":
        return any(isinstance(each, tuple) for each in (tensor.options or {}).get("key", ()))  # the list of indices
    return not record.elementwise or any(_needed(record, slot) for slot, each in enumerate(tensor.inputs) if each.requires_grad)


def saved(tensor: Tensor, tracked: Sequence[bool]) -> set[Tensor]:
    """The tensors, itself among them, whose numbers its backward pass needs; `tracked` says by slot where gradients go."""
    record = tensor.operation
    if record is None or record.name in _MOVING or record.name == "index":
        return set()
    inputs = tensor.inputs
    needed = frozenset[str]().union(*(_needed(record, slot) for slot, wanted in enumerate(tracked) if wanted))
    found = set(inputs) if record.variadic and needed else set()
    found |= {source for name, source in zip(record.parameters, inputs, strict=False) if name in needed}
    return found | ({tensor} if "out" in needed else set())


@cache
def _needed(record: Operation, slot: int) -> frozenset[str]:
    """The names that the rule of a slot speaks of, the upstream gradient aside."""
    return frozenset(part.name for part in parse_expression(record.rule(slot).text) if isinstance(part, Name)) - {"G"}
