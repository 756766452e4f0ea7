"""Attributes of tensors that a program reads and sets: `.grad`, `.data`, `.requires_grad` and their like, each
answered as the library answers whose tensor it is.
"""

from typing import Any

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.custom_rules.operation_objects import made_by_object
from backpass.engine.interpreter.errors import in_place_errors
from backpass.engine.interpreter.libraries.arrays import number_types
from backpass.engine.interpreter.program_state.side_effects import Effects
from backpass.engine.interpreter.values import MISSING, IndexedUpdate, Item, Unkept
from backpass.engine.language.syntax_tree import Attribute
from backpass.engine.problems import ProblemError
from backpass.engine.shapes import size_of

_NO_GRADIENT: dict[str, float | None] = {"torch": None, "micrograd": 0.0}
"""What `.grad` is before one was computed, by library."""


class Attributes:
    """The attributes of the tensors of one run. `machine` runs the program."""

    def __init__(self, machine: Any, effects: Effects) -> None:
        self._machine = machine
        self._effects = effects

    def read(self, tensor: Tensor, part: Attribute) -> Item:
        """`tensor.name`. Raises ProblemError (attribute-refused)."""
        name, aliases, tracking = part.name, self._machine.aliases, self._machine.tracking
        library = aliases.library_of(tensor)
        if name == "data":
            self._machine.read(tensor)
            if aliases.any_outside and aliases.is_outside(tensor):
                return tensor
        if name == "at" and library in ("jax", None):
            return IndexedUpdate(tensor)
        if name == "dtype":
            return number_types.type_of(self._machine, tensor, part.span)
        if name == "device" and (used := library if library in ("torch", "jax") else self._devices_of()):
            number_types.note_device(self._machine, used, part.span)
            return "cpu"
        if name == "grad_fn" and self._uses_torch():
            return f"<{tensor.operation.name} backward>" if tensor.operation and tracking.tracks(tensor) else None
        if name == "requires_grad":
            return tracking.tracks(tensor) if self._uses_torch() else tensor.requires_grad
        if name == "is_leaf":
            return tracking.is_leaf(tensor) if self._uses_torch() else tensor.operation is None
        if name == "grad" and library == "torch" and not self._has_gradient(tensor):
            return self._unkept(tensor, part)
        found = self._effects.attribute(tensor, part, _NO_GRADIENT.get(library or "", MISSING), tracking.reaches)
        if isinstance(found, Tensor) and name in ("data", "grad") and found.operation is None:
            self._machine.evaluator.count(found)  # a copy of the numbers
        return aliases.outside(found, tensor, name) if name in ("data", "grad") else found

    def _devices_of(self) -> str | None:
        """The library named by the program whose arrays have a device."""
        return next((each for each in ("torch", "jax") if self._machine.names.uses(each)), None)

    def _uses_torch(self) -> bool:
        return bool(self._machine.names.uses("torch"))

    def _unkept(self, tensor: Tensor, part: Attribute) -> Item:
        """The gradient of a tensor of which PyTorch keeps none."""
        if tensor.operation is None or not self._machine.tracking.tracks(tensor):
            return None
        number = self._effects.attribute(tensor, part, None)
        if number is None:
            return None
        self._machine.names.differs("gradient of result", "torch", part.span)
        return Unkept(number)

    def _has_gradient(self, tensor: Tensor) -> bool:
        """Whether PyTorch keeps a gradient of this tensor."""
        tracking = self._machine.tracking
        return bool(tracking.tracks(tensor) and (tracking.is_leaf(tensor) or tracking.retained(tensor)))

    def write(self, tensor: Tensor, name: str, value: Item, part: Any) -> None:
        """`tensor.name = value`. Raises ProblemError (attribute-refused, shape-mismatch)."""
        if name == "requires_grad" and isinstance(value, bool):
            self.require(tensor, value, part)
            return
        if name == "grad_fn" and self._machine.aliases.library_of(tensor) in (None, "engine"):
            made_by_object(self._machine, tensor, value, part)
            return
        if isinstance(value, list | tuple):
            value = self._machine.evaluator.tensor(value, part)
        if name == "data" and self._machine.aliases.any_outside and self._machine.aliases.is_outside(tensor):
            self._machine.aliases.change(self._machine, tensor, value, part)
            return
        if name == "data":
            self._machine.evaluator.hold(size_of(tensor.raw))  # what was computed before goes back to the earlier numbers
        if name == "data":  # an optimiser here writes `p.data` where PyTorch changes `p` within `no_grad`
            self._machine.aliases.written(tensor, seen=self._machine.evaluator.place is not None)
        self._effects.set_attribute(tensor, name, value, part.span)

    def require(self, tensor: Tensor, wanted: bool, part: Any) -> Tensor:
        """`tensor.requires_grad_()`: the leaf that it is from now on. Raises ProblemError (attribute-refused)."""
        aliases, tracking = self._machine.aliases, self._machine.tracking
        tensor = aliases.current(tensor)
        if wanted and tracking.holds_whole_numbers(tensor) and aliases.library_of(tensor) == "torch":
            self._machine.names.differs("whole numbers", "torch", part.span)
        if tensor.operation is not None and tracking.tracks(tensor):
            if wanted:
                return tensor
            raise ProblemError(in_place_errors.flag_of_result(part))
        if not wanted:
            tensor.requires_grad = False
            tracking.undeclare(tensor)
            return tensor
        if tensor.operation is None and tensor.requires_grad:
            tracking.declare(tensor)
            return tensor
        return self.leaf_of(tensor)

    def leaf_of(self, tensor: Tensor) -> Tensor:
        """A tensor that has no gradient as a leaf that has one: itself, or one in its place where it was computed."""
        leaf, aliases = tensor, self._machine.aliases
        if tensor.operation is not None:
            leaf = Tensor(tensor.raw, label=tensor.label)
            leaf.span = tensor.span
            aliases.made(leaf, aliases.library_of(tensor) or "torch")
            aliases.replace(tensor, leaf)
        leaf.requires_grad = True
        self._machine.names.made_leaf(leaf)
        return leaf
