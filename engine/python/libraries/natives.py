"""What files of the prelude take from `backpass.engine.python.libraries.natives`: what is not written as a program."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from operator import index
from typing import Any, NamedTuple

import numpy as np

from backpass.engine.graph.custom_rules import node as node_of_rule
from backpass.engine.graph.grad_mode import is_grad_enabled, set_grad_enabled
from backpass.engine.graph.tensor import Tensor, next_number
from backpass.engine.graph.trace import ancestors
from backpass.engine.handles.backward import backward, gradients, joined_output, register_hook, retain_grad
from backpass.engine.handles.handle import NUMBERS, Handle, applied, check_leaf, filled, lifted
from backpass.engine.handles.in_place import become, in_place
from backpass.engine.handles.kinds import (
    FLOAT32,
    FLOAT64,
    INT64,
    KINDS,
    Kind,
    default_kind,
    joined,
    kind_of_python,
    set_default_kind,
)
from backpass.engine.handles.operations import constant, hold, operate, stopped, was_looked_at
from backpass.engine.handles.printed import gradient_name
from backpass.engine.handles.rules import ProgramRule, laid_out
from backpass.engine.operations import Data
from backpass.engine.plain_python.values import Module, Native, UserClass, Within
from backpass.engine.python.libraries.arrays import ARRAY_FUNCTIONS
from backpass.engine.python.libraries.random_numbers import RandomNumbers
from backpass.engine.python.numbers import WRITTEN

__all__ = ["natives_of"]


_PER_DRAW = 16
"""Numbers that NumPy computes in the time of one that is drawn in a loop."""
_PER_GENERATOR, _FIRST_SEED = 1_000, 67280421310721


class Size(tuple[int, ...]):
    """`torch.Size`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"torch.Size({list(self)})"

    def numel(self) -> int:
        """How many numbers a tensor of this shape has."""
        return int(np.prod(self, dtype=object))


class Pair(NamedTuple):
    """What `max` and its like give along an axis."""

    values: Handle
    indices: Handle


def _pair(name: str, values: Handle, indices: Handle) -> Pair:
    return _PAIRS[name](values, indices)


def _kind_of_pair(name: str) -> type[Pair]:
    def shown(pair: Pair) -> str:
        return f"torch.return_types.{name}(\nvalues={pair.values!r},\nindices={pair.indices!r})"

    return type(name, (Pair,), {"__repr__": shown, "__slots__": ()})


_PAIRS = {name: _kind_of_pair(name) for name in ("max", "min", "sort", "topk", "median")}


class MadeBy:
    """`grad_fn`: what made a tensor."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return f"<{self._name} object>"


class Natives:
    """The functions of one run."""

    def __init__(self, libraries: Any) -> None:
        self.libraries = libraries

    def _new(self, node: Tensor, kind: Kind) -> Handle:
        return self.libraries.tensor_class().made(node, kind)  # type: ignore[no-any-return]

    # Making

    def tensor_of(self, data: Any, dtype: Any = None, requires_grad: bool = False) -> Handle:
        """A tensor of numbers in lists, of any shape. Raises ValueError, TypeError, RuntimeError."""
        kind = self.kind(dtype)
        if isinstance(data, Handle):
            found, own = constant(data.node.raw), data.kind
        elif isinstance(data, list | tuple) and _holds_handles(data):
            found, own = constant(lifted(data).raw), _kind_of_list(data)
        else:
            found, own = _numbers_of(self.libraries.machine, data)
        kind = kind or own
        if requires_grad and kind.rank < 2:
            raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
        raw = kind.fitted(found.raw)
        node = Tensor(raw if isinstance(raw, float) else np.array(raw), requires_grad=bool(requires_grad))
        self.libraries.made(node)
        made = self._new(node, kind)
        if type(data) in WRITTEN and data.span is not None:
            self.libraries.machine.record.literals[made] = data.span
        return made

    def filled(self, shape: Any, number: Any, dtype: Any = None, requires_grad: bool = False) -> Handle:
        """A tensor of one number. Raises TypeError, RuntimeError for what is no shape."""
        raw = filled(_lengths(shape), float(number)).raw
        kind = self.kind(dtype) or (default_kind() if not isinstance(number, bool | int) else INT64)
        return self._made(kind.fitted(raw), kind, requires_grad)

    def _made(self, raw: Any, kind: Kind, requires_grad: bool) -> Handle:
        """A tensor of numbers that the program has not written."""
        found = self.tensor_of_raw(raw, kind, requires_grad)
        found.is_made = kind.rank == 2
        return found

    def tensor_of_raw(self, raw: Any, kind: Kind, requires_grad: bool = False) -> Handle:
        """A tensor of numbers that are known to be its own."""
        if requires_grad and kind.rank < 2:
            raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
        array = np.asarray(raw, dtype=float)
        node = Tensor(array if array.ndim else float(array), requires_grad=bool(requires_grad))
        self.libraries.made(node)
        return self._new(node, kind)

    def drawn(
        self, how: str, shape: Any, dtype: Any = None, requires_grad: bool = False, generator: Any = None, **options: Any
    ) -> Handle:
        """A tensor of random numbers, by a method of `RandomNumbers`, with its options. Raises TypeError, RuntimeError."""
        lengths = _lengths(shape)
        count = int(np.prod(lengths, dtype=object))
        hold(count * (_PER_DRAW if how == "permutation" else 1))
        kind = self.kind(dtype) or (INT64 if how in ("integers", "permutation") else default_kind())
        options = {name: (int if how == "integers" else float)(value) for name, value in options.items()}
        _check_drawn(how, **options)
        if how in ("uniform", "normal"):
            options["is_double"] = kind is FLOAT64
        found = getattr(self._random(generator), how)(count, **options)
        return self._made(kind.fitted(found.reshape(lengths)), kind, requires_grad)

    def _random(self, generator: Any) -> RandomNumbers:
        random = self.libraries.random
        return random[0] if generator is None else random[generator.members["_number"]]  # type: ignore[no-any-return]

    def generator(self) -> int:
        """The number of a generator of its own, begun as PyTorch begins one."""
        hold(_PER_GENERATOR)
        self.libraries.random.append(RandomNumbers(_FIRST_SEED))
        return len(self.libraries.random) - 1

    def begin_random(self, seed: Any, generator: Any = None) -> None:
        """Begins random numbers again."""
        self._random(generator).begin(int(seed))

    def drawn_seed(self, generator: Any = None) -> int:
        """A whole number of 63 bits, as data loaders draw it."""
        return int(self._random(generator).long_words(1)[0]) % 2**63

    def stepped(self, start: Any, end: Any, step: Any, dtype: Any = None, requires_grad: bool = False) -> Handle:
        """`arange`."""
        start, end, step = (each.item() if isinstance(each, Handle) else each for each in (start, end, step))
        if not step:
            raise RuntimeError("step must be nonzero")
        hold(max(0, int((end - start) / step)))
        own = default_kind() if any(isinstance(each, float) for each in (start, end, step)) else INT64
        return self._made(np.arange(start, end, step), self.kind(dtype) or own, requires_grad)

    def spaced(self, start: Any, end: Any, steps: Any, dtype: Any = None, requires_grad: bool = False) -> Handle:
        """`linspace`."""
        hold(int(steps))
        return self._made(np.linspace(float(start), float(end), int(steps)), self.kind(dtype) or default_kind(), requires_grad)

    def parameter(self, kind: UserClass, data: Any, requires_grad: bool = True) -> Handle:
        """A tensor of a class of the library's with the numbers of another one."""
        source = data if isinstance(data, Handle) else self.tensor_of([] if data is None else data)
        real: Any = kind.real
        real.title = "Parameter containing:\n"
        self.libraries.tensor_class()
        made: Handle = real.made(Tensor(source.node.raw, requires_grad=bool(requires_grad)), source.kind)
        self.libraries.made(made.node)
        if source.is_leaf and source.node.span is not None:
            made.node.span = source.node.span
        return made

    def leaf_of(self, tensor: Handle) -> Handle:
        """A leaf of the same numbers that a function of the library needs for itself: it is no input of the program."""
        made = self._new(constant(tensor.node.raw), tensor.kind)
        made._node = Tensor(tensor.node.raw)
        self.libraries.made(made.node)
        return made

    def is_undeclared(self) -> bool:
        """Whether tensors are inputs that the program does not say need a gradient."""
        return bool(self.libraries.is_undeclared)

    def goes_on(self, tensor: Handle) -> bool:
        """Whether derivatives at a tensor are of what it was made from too, though the program may not see that."""
        return tensor.requires_grad or (self.is_undeclared() and tensor.node.requires_grad and tensor.kind.rank == 2)

    def copied(self, tensor: Handle) -> Handle:
        """A leaf of the same class with numbers of its own. Raises RuntimeError for results."""
        if not tensor.is_leaf:
            raise RuntimeError("Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol")
        made = type(tensor).made(Tensor(tensor.node.raw, requires_grad=tensor.requires_grad), tensor.kind)
        if tensor.gradient is not None:
            made.gradient = tensor.gradient.like(constant(tensor.gradient.node.raw))
        return made

    # Kinds

    def kind(self, dtype: Any) -> Kind | None:
        """What `dtype=` means. Raises TypeError for anything else."""
        if dtype is None or isinstance(dtype, Kind):
            return dtype
        if isinstance(dtype, str) and dtype.removeprefix("torch.") in KINDS:
            return KINDS[dtype.removeprefix("torch.")]
        return kind_of_python(dtype)

    def cast(self, tensor: Handle, dtype: Any) -> Handle:
        """The tensor with numbers of another kind; itself where it has them already."""
        kind = self.kind(dtype)
        if kind is None or kind == tensor.kind:
            return tensor
        if kind.rank == 2:
            return tensor.like(tensor.node, kind) if not tensor.is_leaf else tensor.like(_copied(tensor), kind)
        return tensor.like(constant(kind.fitted(tensor.node.raw)), kind)

    def set_default_kind(self, dtype: Any) -> None:
        """Chooses the kind of floats that nobody has given one. Raises TypeError."""
        kind = self.kind(dtype)
        if kind is not None:
            set_default_kind(kind)

    def set_kind(self, tensor: Handle, dtype: Any) -> None:
        """Gives a tensor of floats numbers of another kind, in place."""
        kind = self.kind(dtype)
        if kind is not None and kind != tensor.kind and kind.rank == tensor.kind.rank == 2:
            tensor.kind = kind
            if kind.fitted(tensor.node.raw) is not tensor.node.raw:
                self.data_of(tensor).write(constant(kind.fitted(tensor.node.raw)))

    # Operations

    def apply(self, name: str, *inputs: Any, **options: Any) -> Handle:
        """An operation by its record's name. Where no input is a tensor, the first becomes one."""
        if not any(isinstance(each, Handle) for each in inputs):
            raise TypeError(f"{name}(): argument 'input' (position 1) must be Tensor, not {type(inputs[0]).__name__}")
        return applied(name, *inputs, **options)

    def view(self, tensor: Handle, name: str, **options: Any) -> Handle:
        """An operation that moves elements, as a view."""
        return tensor.view(lambda node: operate(name, node, **options))

    def parts(self, tensor: Handle, keys: Any) -> tuple[Handle, ...]:
        """Several views of a tensor at once, each of what a key picks."""
        return tensor.parts(keys)

    def plainly(self, name: str, tensor: Handle, *others: Any, **options: Any) -> Any:
        """A function of NumPy that has no derivative: truths and places. What gives several gives a tuple."""
        given = [each.numbers if isinstance(each, Handle) else each for each in others]
        result = ARRAY_FUNCTIONS[name](tensor.numbers, *given, **options)
        if isinstance(result, tuple):
            return tuple(self._of_array(each) for each in result)
        return self._of_array(result)

    def _of_array(self, result: Any) -> Handle:
        array = np.asarray(result)
        kind = {"b": KINDS["bool"], "i": INT64, "u": INT64}.get(array.dtype.kind)
        return self.tensor_of_raw(array, kind or (FLOAT64 if array.dtype == np.float64 else FLOAT32))

    # What a tensor has

    def detached(self, tensor: Handle) -> Handle:
        """The same numbers without the graph."""
        return tensor.view(stopped, is_constant=True)

    def data_of(self, tensor: Handle) -> Handle:
        """`tensor.data`."""
        return tensor.view(lambda node: node, is_constant=True, is_quiet=True)

    def set_data(self, tensor: Handle, value: Any) -> None:
        """`tensor.data = value`."""
        if isinstance(value, Handle) and value.base is tensor.root and value.is_quiet:
            return  # after `tensor.data -= …`, which has written it
        new = constant(lifted(value).raw)
        if new.shape == tensor.shape:
            self.data_of(tensor).write(new)
            return
        requires_grad, tensor.base, tensor.steps = tensor.requires_grad, None, ()
        tensor._node = new
        tensor.version += 1
        tensor.require_grad(requires_grad)

    def gradient_of(self, tensor: Handle) -> Handle | None:
        """`tensor.grad`."""
        found = tensor.gradient
        was_looked_at()
        if found is not None and found.passes[0] > 1 and found.passes[1] == found.version:
            self.libraries.note_sum(tensor)
        return found

    def set_gradient(self, tensor: Handle, value: Any) -> None:
        """`tensor.grad = value`. Raises TypeError, RuntimeError."""
        if value is not None and not isinstance(value, Handle):
            raise TypeError("assigned grad expected to be a Tensor or None but got grad of type " + type(value).__name__)
        if value is not None and value.shape != tensor.shape:
            raise RuntimeError("assigned grad has data of a different size")
        tensor.gradient = value

    def made_by(self, tensor: Handle) -> MadeBy | None:
        """`tensor.grad_fn`."""
        return None if tensor.is_leaf else MadeBy(gradient_name(tensor))

    def write(self, tensor: Handle, value: Any) -> Handle:
        """Gives a tensor the numbers of another one, or one number."""
        check_leaf(tensor)
        tensor.write(lifted(value))
        return tensor

    def item(self, tensor: Handle) -> Any:
        """`item`. Raises RuntimeError for a tensor of several numbers."""
        self.libraries.looked_at(tensor)
        return tensor.item()

    def nested(self, tensor: Handle) -> Any:
        """`tolist`."""
        self.libraries.hold(tensor.size)
        self.libraries.looked_at(tensor)
        return tensor.numbers.tolist()

    def array_of(self, tensor: Handle) -> Any:
        """`numpy`. Raises RuntimeError where the graph would be lost."""
        if tensor.requires_grad:
            raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
        return tensor.numbers

    # Gradients

    def backward(self, tensors: Any, seeds: Any, retain_graph: Any, create_graph: Any, inputs: Any) -> None:
        """A backward pass from tensors."""
        output, start = joined_output(tensors, seeds)
        self.libraries.take(output.node, _upstream(seeds, start), create_graph=bool(create_graph), is_requested=True)
        keep = bool(create_graph if retain_graph is None else retain_graph)
        with self._deriving(bool(create_graph)):
            backward(output, start, retain_graph=keep, create_graph=bool(create_graph), inputs=inputs)

    def gradients(  # noqa: PLR0917 - all but the last are always given
        self,
        outputs: Any,
        inputs: Any,
        seeds: Any,
        retain_graph: Any,
        create_graph: Any,
        allow_unused: Any,
        of_function: bool = False,
    ) -> Any:
        """`torch.autograd.grad`; with `of_function`, for a function of the library that gives derivatives of functions."""
        output, start = joined_output(outputs, seeds)
        self.libraries.take(output.node, _upstream(seeds, start), create_graph=bool(create_graph), of_function=of_function)
        keep = bool(create_graph if retain_graph is None else retain_graph)
        with self._deriving(bool(create_graph)):
            return gradients(
                output, inputs, start, retain_graph=keep, create_graph=bool(create_graph), allow_unused=bool(allow_unused)
            )

    @contextmanager
    def _deriving(self, create_graph: bool) -> Iterator[None]:
        """What is made within it is shown as one part of the graph, where gradients are nodes of it."""
        machine = self.libraries.machine
        before = machine.within
        if create_graph:
            machine.within_now(Within(before, "call", "gradient", machine.node))
        try:
            yield
        finally:
            machine.within_now(before)

    def ruled(self, name: str, back: Any, given: Any, outputs: Any, constants: Any) -> Any:
        """What a function of the program has computed, as results of its own rule: `back` gets the gradients of the outputs, and
        gives those of all that was `given`. Raises TypeError where an output is no tensor.
        """
        several = outputs if isinstance(outputs, tuple) else (outputs,)
        if not all(isinstance(each, Handle) for each in several):
            raise TypeError(f"{name}: expected tensors as the outputs of forward")
        places = [place for place, each in enumerate(given) if isinstance(each, Handle)]
        if not is_grad_enabled() or not any(given[place].requires_grad for place in places):
            return outputs
        was_looked_at()
        sources = [given[place].used for place in places]
        parts = [each.node for each in several]
        are_several = isinstance(outputs, tuple)
        joint = laid_out(parts) if are_several else parts[0]
        real: Any = self.libraries.tensor_class()

        def ask(upstream: Tensor, *, is_differentiated: bool) -> list[Tensor | None] | None:
            if self.libraries.has_ended:
                return None
            before = real.declared_before
            real.declared_before = before if is_differentiated else min(before, next_number())
            try:
                arrived = parts_of(upstream, parts, are_several)
                handles = [each.like(node) for each, node in zip(several, arrived, strict=True)]
                found = self.libraries.machine.call(back, handles, {})
            finally:
                real.declared_before = before
            sent = found if isinstance(found, tuple) else (found,)
            if len(sent) < len(given) or any(each is not None for each in sent[len(given) :]):
                raise RuntimeError(
                    f"function {name}Backward returned an incorrect number of gradients (expected {len(given)}, got {len(sent)})"
                )
            return [None if sent[place] is None else lifted(sent[place]) for place in places]

        made = node_of_rule(ProgramRule(name, sources, constant(joint.raw), ask), sources, joint.raw)
        self.libraries.made(made)
        results = [
            each if any(each is other for other in constants) else each.like(node)
            for each, node in zip(several, parts_of(made, parts, are_several), strict=True)
        ]
        return tuple(results) if are_several else results[0]

    def hooked(self, tensor: Handle, hook: Any) -> Any:
        """`register_hook`: what takes it away again."""
        machine = self.libraries.machine
        self.libraries.unread.add("hooks")
        found = register_hook(tensor, lambda gradient: machine.call(hook, [gradient], {}))
        return Module("handle", {"remove": Native("remove", found.remove)})

    def differs(self, name: str) -> None:
        """Notes that the library does something else here."""
        self.libraries.differs(name)

    def refuse(self, name: str) -> Any:
        """Ends the run where an option is not here. Raises ProblemError (unsupported)."""
        return self.libraries.machine.modules.refuse("python-module-lacks", module="torch", name=name)


def _depend_on_others(results: Any, known: Any) -> bool:
    """Whether what was computed needs the gradient of a leaf that is none of those known."""
    own = {each.node for each in known if isinstance(each, Handle)}
    found = (node for each in results if each is not None for node in ancestors(each.node))
    return any(node.requires_grad and node.operation is None and node not in own for node in found)


_PLAIN: dict[str, Callable[..., Any]] = {
    "default_kind": default_kind,
    "become": become,
    "in_place": in_place,
    "is_tensor": lambda value: isinstance(value, Handle),
    "is_number": lambda value: isinstance(value, NUMBERS),
    "pair": _pair,
    "size_of": lambda tensor: tensor.size,
    "shape_of": lambda tensor: Size(tensor.shape),
    "kind_of": lambda tensor: tensor.kind,
    "rank_of": lambda tensor: tensor.kind.rank,
    "needs_gradient": lambda tensor: tensor.requires_grad,
    "need_gradient": lambda tensor, wanted: tensor.require_grad(bool(wanted)),
    "is_leaf": lambda tensor: tensor.is_leaf,
    "depend_on_others": _depend_on_others,
    "version_of": lambda tensor: tensor.root.version - tensor.root.quiet,
    "retained": retain_grad,
    "retains": lambda tensor: tensor.retains,
    "recording": is_grad_enabled,
    "record": lambda mode: (set_grad_enabled(bool(mode)), None)[1],
}


_VALUES: dict[str, Any] = {
    **{f"{name}_kind": kind for name, kind in KINDS.items()},
    "Size": Native("Size", Size),
    "inf": np.inf,
    "nan": np.nan,
    "pi": np.pi,
    "e": np.e,
}


class Table(dict[str, Any]):
    """What files of the prelude may import, by name, each made when it is first asked for: methods of `own`, functions and values
    that are the same in all runs, and under the name `base` the class that those of the library extend.
    """

    def __init__(self, own: Any, functions: dict[str, Callable[..., Any]], values: dict[str, Any], base: tuple[str, Any]) -> None:
        super().__init__()
        self._own = own
        self._functions = functions
        self._values = values
        self._base = base

    def __missing__(self, name: str) -> Any:
        if name in self._values:
            made = self._values[name]
        elif name in self._functions:
            made = Native(name, self._functions[name])
        elif name == self._base[0]:
            made = self._base[1]()
        elif not name.startswith("_") and any(name in vars(kind) for kind in type(self._own).__mro__[:-1]):
            made = Native(name, getattr(self._own, name))
        else:
            raise LookupError(name)
        self[name] = made
        return made


def _lengths(shape: Any) -> tuple[int, ...]:
    """A shape. Raises TypeError, RuntimeError."""
    lengths = tuple(map(index, shape))
    if (least := min(lengths, default=0)) < 0:
        raise RuntimeError(f"Trying to create tensor with negative dimension {least}: {list(lengths)}")
    return lengths


def _check_drawn(how: str, **given: Any) -> None:
    """Raises RuntimeError in PyTorch's words where there is no such distribution."""
    low, high = given.get("low", 0), given.get("high", 1)
    if how == "uniform" and low > high:
        raise RuntimeError(f"uniform_ expects to return a [from, to) range, but found from={low:g} > to={high:g}")
    if how == "integers" and low >= high:
        raise RuntimeError(f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}")
    if how == "normal" and given.get("std", 1) < 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {given['std']:g}")
    if how == "chances" and not 0 <= given["chance"] <= 1:
        raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={given['chance']:g}")


def natives_of(libraries: Any) -> dict[str, Any]:
    """The functions and values by their names."""
    return Table(Natives(libraries), _PLAIN, _VALUES, ("TensorBase", libraries.tensor_base))


def parts_of(joint: Tensor, parts: Any, are_several: bool) -> list[Tensor]:
    """The outputs that were laid one after the other, each in its shape; of one alone itself."""
    if not are_several:
        return [joint]
    found, start = [], 0
    for each in parts:
        size = int(np.prod(each.shape, dtype=object))
        found.append(operate("reshape", operate("index", joint, key=(slice(start, start + size),)), shape=each.shape))
        start += size
    return found


def _upstream(seeds: Any, start: Tensor) -> Data | None:
    """The gradient that a pass begins with, where the program gives one."""
    return None if len(seeds) > 1 or seeds[0] is None else start.raw


def _holds_handles(data: Any) -> bool:
    waiting = [data]
    for each in waiting:
        if isinstance(each, Handle) or isinstance(getattr(each, "node", None), Tensor):
            return True
        if isinstance(each, list | tuple) and each:
            waiting.append(each[0])
            waiting.append(each[-1])
    return False


def _kind_of_list(data: Any) -> Kind:
    kinds: list[tuple[Kind, bool]] = []
    numbers: list[Any] = []
    waiting = [data]
    for each in waiting:
        if isinstance(each, Handle):
            kinds.append((each.kind, False))
        elif isinstance(each, list | tuple):
            waiting += each
        else:
            numbers.append(each)
    return joined(kinds, numbers)


def _numbers_of(machine: Any, data: Any) -> tuple[Tensor, Kind]:
    """Numbers in lists, and their kind."""
    machine.measure(data)
    try:
        array = np.asarray(data)
    except ValueError:
        raise ValueError("expected sequence of equal length") from None
    if array.dtype.kind not in "biuf":
        if isinstance(data, list | tuple):
            raise ValueError("too many dimensions or not a number in the data of a tensor")
        raise TypeError(f"new(): invalid data type '{type(data).__name__}'")
    own = {"b": KINDS["bool"], "i": INT64, "u": INT64}.get(array.dtype.kind) or default_kind()
    if isinstance(data, np.ndarray) and array.dtype == np.float64:
        own = FLOAT64
    numbers = np.array(array, dtype=float)
    return constant(numbers if numbers.ndim else float(numbers)), own


def _copied(tensor: Handle) -> Tensor:
    """A node of the same numbers through which the gradient flows."""
    return operate("reshape", tensor.node, shape=tensor.shape) if tensor.requires_grad else constant(tensor.node.raw)
