"""`Handle`: what a program calls a tensor. Nodes never change; which one it refers to does, for all that share its numbers."""

from collections.abc import Iterable, Iterator
from functools import cache, partial
from typing import Any, ClassVar

import numpy as np

from backpass.engine.formulas.compiled import kernel
from backpass.engine.graph.grad_mode import enable_grad, is_grad_enabled, no_grad
from backpass.engine.graph.tensor import Tensor, attachments, entries
from backpass.engine.graph.versions import earlier
from backpass.engine.handles.kinds import FLOAT32, Kind, joined, kind_after
from backpass.engine.handles.operations import (
    Step,
    constant,
    hold,
    is_leaf_now,
    operate,
    placed_constant,
    was_looked_at,
)
from backpass.engine.handles.saved import save
from backpass.engine.operations import OPERATIONS, Data, Transform
from backpass.engine.shapes import Shape

NUMBERS = (int, float, np.integer, np.floating, np.bool_)
_BASIC = (int, slice, type(None), type(Ellipsis))


class Handle:
    """A tensor of a program, of any shape.

    A view has a `base` and the `steps` from its node to the view's; where the base was written to, its node is made again. A
    handle without a base owns its numbers and counts their `version`s.
    """

    __hash__ = object.__hash__
    result_class: "ClassVar[type[Handle]]"
    """The class of what is computed from it."""
    title: ClassVar[str] = ""
    """What stands before it where it is shown."""
    declared_before: ClassVar[float] = np.inf
    """The number of a node from which on no tensor says that it needs a gradient: where the program has not asked for those that
    are shown, and within a rule of its own, which is recorded.
    """
    members: dict[str, Any]

    def __init__(self, node: Tensor, kind: Kind = FLOAT32, library: str = "torch") -> None:
        self.members = {}
        self._node = node
        self.kind = kind
        self.library = library
        self.base: Handle | None = None
        self.steps: tuple[Step, ...] = ()
        self.is_constant = False
        """Whether no gradient flows from it to its base."""
        self.is_quiet = False
        """Whether what is written to it is not noticed by saved tensors: `.data`."""
        self.is_one_of_several = False
        """Whether it is one of the views of a function that gives several."""
        self.version = self.quiet = 0
        """How often its numbers were changed, and how often of it through `.data`."""
        self._seen = 0
        self.gradient: Handle | None = None
        self.passes = 0, 0
        """Of a gradient: how many backward passes have added to it, and its version afterwards."""
        self.differentiated: Tensor | None = None
        """What it is the gradient of, if a backward pass made it."""
        self.retains = False
        self.is_made = False
        """Whether a function of the library has made its numbers, of nothing: `torch.ones(3)`."""
        self.given: Data | None = None
        """The numbers that it has where it is first computed with, whatever it was made of."""
        if node.requires_grad and node.operation is None:
            attachments(node)["handle"] = self
            is_leaf_now(self)

    @classmethod
    def made(cls, node: Tensor, kind: Kind, library: str = "torch") -> "Handle":
        """A handle of this class on a node."""
        found = object.__new__(cls)
        Handle.__init__(found, node, kind, library)
        return found

    def like(self, node: Tensor, kind: Kind | None = None) -> "Handle":
        """A new handle of the same library, and of the same kind where none is given."""
        return self.result_class.made(node, kind or self.kind, self.library)

    # The node

    @property
    def node(self) -> Tensor:
        """What it refers to now."""
        base = self.base
        if base is not None and self._seen != base.version:
            with enable_grad():
                self._node = self.seen_from(base._node)
            self._seen = base.version
        return self._node

    @property
    def used(self) -> Tensor:
        """What is computed with."""
        root = self.root
        if root.given is not None and is_grad_enabled():
            root._node = _with_numbers(root._node, root.given)
            attachments(root._node)["handle"] = root
            root.given = None
            root.version += 1
        return self.node

    def seen_from(self, node: Tensor) -> Tensor:
        """The view's node, of a node of its base."""
        for step in self.steps:
            node = step(node)
        return constant(node.raw) if self.is_constant and node.requires_grad else node

    @property
    def root(self) -> "Handle":
        """The handle that owns its numbers."""
        return self if self.base is None else self.base

    @property
    def shape(self) -> Shape:
        """The length of each axis; empty for a scalar."""
        return self.node.shape

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return int(np.prod(self.shape, dtype=object))

    @property
    def numbers(self) -> Any:
        """Its numbers as an array of its kind."""
        was_looked_at()
        return self.kind.numbers(self.node.raw)

    @property
    def requires_grad(self) -> bool:
        """Whether a gradient flows to it: through truths and whole numbers none does."""
        return self.node.requires_grad and self.kind.rank == 2 and self.node.number < self.declared_before

    @property
    def is_leaf(self) -> bool:
        """Whether it was not computed from what needs a gradient."""
        return self.node.operation is None or not self.requires_grad

    def require_grad(self, wanted: bool) -> None:
        """Raises RuntimeError for results, and for what has no floats."""
        if wanted == self.requires_grad:
            return
        if not self.is_leaf:
            raise RuntimeError(
                "you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a subgraph "
                "that doesn't require differentiation use var_no_grad = var.detach()."
            )
        if self.kind.rank < 2:
            raise RuntimeError("only Tensors of floating point dtype can require gradients")
        self.become_leaf(requires_grad=wanted)

    def become_leaf(self, *, requires_grad: bool) -> None:
        """Is what nothing was computed for from now on."""
        before = self.node
        self._node = Tensor(before.raw, requires_grad=requires_grad, label=before.label)
        self._node.span = before.span
        self.base, self.steps, self.is_constant = None, (), False
        if requires_grad:
            attachments(self._node)["handle"] = self
            is_leaf_now(self)

    # Views

    def view(self, step: Step, *, is_constant: bool = False, is_quiet: bool = False, several: bool = False) -> "Handle":
        """What a step gives of it, sharing its numbers. Raises what the step does."""
        root = self.root
        cut = is_constant or self.is_constant or not is_grad_enabled()
        node = step(self.used)
        if cut and node.requires_grad:
            was_looked_at()
        made = self.like(placed_constant(node.raw) if cut and node.requires_grad else node)
        made.base, made.steps, made.is_constant = root, (*self.steps, step), cut
        made.is_quiet, made._seen = is_quiet or self.is_quiet, root.version
        made.is_one_of_several = several
        return made

    def places(self) -> Any:
        """Per number, where it stands among those of its base, as an array of its shape."""
        base = self.root
        numbers = np.arange(max(1, base.size), dtype=float).reshape(base.shape)
        with no_grad():
            found = self.seen_from(constant(numbers if base.shape else 0.0))
        return np.asarray(found.raw).astype(int)

    def write(self, new: Tensor) -> None:
        """Its numbers are those of `new` from now on, for all that share them. Raises TensorError where shapes do not fit.

        Where nothing is recorded, or through `.data`, the graph stays and the numbers alone are changed.
        """
        root = self.root
        if new.shape != self.shape:
            new = operate("broadcast_to", new, shape=self.shape)
        recorded = is_grad_enabled() and not self.is_constant
        old = root._node
        whole = new if self.base is None else self._put_into(old if recorded else constant(old.raw), new)
        raw = root.kind.fitted(whole.raw)
        if recorded:
            root._node = whole if raw is whole.raw else constant(raw)
            root._node.label = root._node.label or old.label
        else:
            was_looked_at()
            root._node = _with_numbers(old, raw)
            if root._node.operation is None and root._node.requires_grad:
                attachments(root._node)["handle"] = root
        root.version += 1
        root.quiet += self.is_quiet
        if self.is_constant and new.requires_grad and is_grad_enabled():
            self._separate(new)

    def _separate(self, node: Tensor) -> None:
        """Begins a graph of its own: it had none, and was given what needs a gradient."""
        self.version = self.root.version
        self._node, self.base, self.steps = node, None, ()
        self.is_constant = self.is_quiet = False

    def _put_into(self, whole: Tensor, part: Tensor) -> Tensor:
        """The node of the base with other numbers where the view's stand."""
        if not whole.shape:
            return operate("reshape", part, shape=()) if part.shape else part
        places, size = self.places(), self.root.size
        chosen, order = np.zeros(size), np.zeros(size, dtype=int)
        chosen[places.ravel()] = 1
        order[places.ravel()] = np.arange(places.size)
        flat = part if len(part.shape) == 1 else operate("reshape", part, shape=(places.size,))
        spread = operate("index", flat, key=(tuple(order.tolist()),))
        if len(whole.shape) > 1:
            spread = operate("reshape", spread, shape=whole.shape)
        if chosen.all():
            return spread
        return operate("where", constant(chosen.reshape(whole.shape)), spread, whole)

    # Items

    def __getitem__(self, key: Any) -> "Handle":
        found = _key(key)
        if isinstance(found, _BASIC) or (isinstance(found, tuple) and all(isinstance(each, _BASIC) for each in found)):
            self._check_bounds(found)
            return self.view(lambda node: picked(node, key=found))
        return self.like(picked(self.used, key=found))

    def _check_bounds(self, key: Any) -> None:
        """Raises IndexError as PyTorch does, so that a loop over it ends."""
        first = key[0] if isinstance(key, tuple) and key else key
        if isinstance(first, int) and not isinstance(first, bool):
            if not self.shape:
                raise IndexError(
                    "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a "
                    "0-dim tensor to a number"
                )
            if not -self.shape[0] <= first < self.shape[0]:
                raise IndexError(f"index {first} is out of bounds for dimension 0 with size {self.shape[0]}")

    def __setitem__(self, key: Any, value: Any) -> None:
        found = _key(key)
        if isinstance(value, Handle) and value.base is self.root and _is_that_part(self, found, value):
            return  # after `x[0] += 1`, which has written it
        check_leaf(self)
        if self.is_constant and is_grad_enabled() and lifted(value).requires_grad:
            whole = self.like(constant(self.node.raw))
            whole[key] = value
            self.write(whole.node)
            return
        part = self.like(picked(constant(self.node.raw), key=found))
        part.base, part.steps, part.is_constant = self.root, (*self.steps, lambda node: picked(node, key=found)), self.is_constant
        part.is_quiet, part._seen = self.is_quiet, self.root.version
        part.write(lifted(value))

    # Python's protocols

    def item(self) -> Any:
        """The number of a tensor that has one, as Python has it. Raises RuntimeError for several."""
        if self.size != 1:
            raise RuntimeError(f"a Tensor with {self.size} elements cannot be converted to Scalar")
        return self.numbers.reshape(-1)[0].item()

    def __float__(self) -> float:
        return float(self.item())

    def __int__(self) -> int:
        return int(self.item())

    def __index__(self) -> int:
        value = self.item()
        if isinstance(value, float):
            raise TypeError("only integer tensors of a single element can be converted to an index")
        return int(value)

    def __bool__(self) -> bool:
        if self.size != 1:
            raise RuntimeError("Boolean value of Tensor with more than one value is ambiguous")
        return bool(self.item())

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of a 0-d tensor")
        return self.shape[0]

    def __iter__(self) -> "Iterator[Handle]":
        if not self.shape:
            raise TypeError("iteration over a 0-d tensor")
        return iter(self.parts(range(self.shape[0])))

    def parts(self, keys: "Iterable[Any]") -> "tuple[Handle, ...]":
        """Several views at once, each of what a key picks."""
        return tuple(self.view(partial(picked, key=each), several=True) for each in keys)

    def __contains__(self, value: Any) -> bool:
        return bool(np.equal(self.node.raw, lifted(value).raw).any())

    def __repr__(self) -> str:
        from backpass.engine.handles.printed import shown

        return shown(self)

    def __format__(self, written: str) -> str:
        if self.shape:
            return format(repr(self), written)
        return format(self.item(), written)


Handle.result_class = Handle


def _key(key: Any) -> Any:
    """What stands in brackets, with tensors as arrays: truths as masks, whole numbers as places."""
    if isinstance(key, tuple):
        return tuple(_key(each) for each in key)
    if isinstance(key, Handle):
        if key.kind.rank == 2:
            raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
        return key.numbers if key.shape or key.kind.rank == 0 else int(key.item())
    if isinstance(key, list):
        return np.asarray([_key(each) if isinstance(each, Handle) else each for each in key])
    if isinstance(key, slice):
        return slice(*(each.__index__() if isinstance(each, Handle) else each for each in (key.start, key.stop, key.step)))
    return int(key) if isinstance(key, int) and not isinstance(key, bool) else key


def picked(node: Tensor, *, key: Any) -> Tensor:
    """What a key picks of a node, as a node. Raises TensorError."""
    from backpass.engine.graph.indexing import key_of

    found, shape = key_of(entries(key), node.shape)
    result = operate("index", node, key=found)
    return result if shape is None else operate("reshape", result, shape=shape)


def _is_that_part(of: Handle, key: Any, part: Handle) -> bool:
    if part._seen != of.root.version:
        return False
    whole = of.places()
    there = np.asarray(picked(constant(whole.astype(float)), key=key).raw).astype(int)
    return bool(np.array_equal(there, part.places()))


def check_leaf(handle: Handle) -> None:
    """Raises RuntimeError where a leaf that needs a gradient would be changed in place."""
    root = handle.root
    if is_grad_enabled() and not handle.is_constant and root.requires_grad:
        if root._node.operation is None:
            view = "a view of " if handle.base is not None else ""
            raise RuntimeError(f"{view}a leaf Variable that requires grad is being used in an in-place operation.")
        if handle.is_one_of_several:
            raise RuntimeError(
                "Output 0 of Unbind is a view and is being modified inplace. This view is the output of a function that "
                "returns multiple views. Such functions do not allow the output views to be modified inplace. You should replace "
                "the inplace operation by an out-of-place one."
            )


def _with_numbers(node: Tensor, raw: Data) -> Tensor:
    """A node of the same place in the graph with other numbers."""
    made = earlier(node)
    made.raw = raw
    made.accumulated_grad = None
    if hasattr(node, "recorded"):
        made.recorded = node.recorded[0], raw
    return made


def lifted(value: Any) -> Tensor:
    """The node of a handle, of a number that has one, of a number, or of lists of these. Raises TypeError for anything else."""
    if isinstance(value, Handle):
        return value.used
    found = getattr(value, "node", None)
    if isinstance(found, Tensor):
        return found
    if isinstance(value, list | tuple):
        return operate("stack", *map(lifted, value), axis=0) if value else constant(np.zeros(0))
    if isinstance(value, np.ndarray):
        return constant(value.astype(float))
    if not isinstance(value, NUMBERS):
        raise TypeError(f"expected a tensor or a number, but got {type(value).__name__}")
    made = constant(float(value))
    made.span = getattr(value, "span", None)
    return made


def applied(name: str, *inputs: Any, **options: Any) -> Handle:
    """An operation of tensors and numbers, by slots. Raises TypeError where none is a tensor, TensorError."""
    handles = [each for each in inputs if isinstance(each, Handle)]
    if not handles:
        raise TypeError(f"{name}(): expected a tensor, but got {type(inputs[0]).__name__}")
    first = handles[0]
    if len(handles) == len(inputs) == 1:
        given = first.kind
    else:
        numbers = [each for each in inputs if isinstance(each, NUMBERS)]
        counted = handles[1:] if name == "where" and isinstance(inputs[0], Handle) else handles
        given = joined([(each.kind, bool(each.shape)) for each in counted], numbers)
    node = operate(name, *map(lifted, inputs), **options)
    if not node.requires_grad and any(each.node.requires_grad for each in handles):
        was_looked_at()
    kind = kind_after(OPERATIONS[name], given)
    if kind == FLOAT32 and reaches_far(name):
        fit(node)
    made = first.like(node, kind)
    if node.requires_grad:
        save(made, [each if isinstance(each, Handle) else None for each in inputs])
    return made


def fit(node: Tensor) -> None:
    """What no float of 32 bits holds becomes infinite or 0, as it does in the library; its digits are those of 64 bits."""
    raw = node.raw
    if isinstance(raw, float):
        size = abs(raw)
        if (size <= _LARGEST and (size >= _SMALLEST or size == 0)) or size != size or size == np.inf:
            return
        with np.errstate(all="ignore"):
            node.recorded = [source.raw for source in node.inputs], float(np.float32(raw))
    else:
        sizes = np.abs(raw)
        outside = (sizes > _LARGEST) | ((sizes < _SMALLEST) & (sizes > 0))
        if not outside.any():
            return
        with np.errstate(all="ignore"):
            fitted = np.where(outside, raw.astype(np.float32), raw)
        node.recorded = [source.raw for source in node.inputs], fitted
    node.raw = node.recorded[1]
    node.first_slope = node.second_slope = None


@cache
def reaches_far(name: str) -> bool:
    """Whether an operation soon has results that no float of 32 bits holds, as exponentials and powers have."""
    operation = OPERATIONS[name]
    if isinstance(operation.value, Transform) or operation.variadic or operation.arity > 2:
        return False
    scalar = kernel(operation).scalar
    points = [(-200.0,), (200.0,), (1e30,)] if operation.arity == 1 else [(1e30, 2.0)]
    sizes = [abs(scalar(*point)[0]) for point in points]
    return any(size > _LARGEST or 0 < size < _SMALLEST for size in sizes)


_LARGEST, _SMALLEST = float(np.finfo(np.float32).max), float(np.finfo(np.float32).smallest_subnormal)


def filled(shape: Shape, number: float) -> Tensor:
    """A constant node of one number. Raises ProblemError (too-many-elements)."""
    hold(int(np.prod(shape, dtype=object)))
    return constant(np.full(shape, float(number)) if shape else float(number))
