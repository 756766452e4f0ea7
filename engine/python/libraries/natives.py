"""What files of the prelude take from `backpass.engine.python.libraries.natives`: what is not written as a program."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from backpass.engine.graph.grad_mode import is_grad_enabled, set_grad_enabled
from backpass.engine.graph.tensor import Tensor
from backpass.engine.handles.backward import backward, gradients, register_hook, retain_grad
from backpass.engine.handles.handle import NUMBERS, Handle, applied, check_leaf, filled, lifted
from backpass.engine.handles.in_place import become, in_place
from backpass.engine.handles.kinds import FLOAT32, FLOAT64, INT64, KINDS, Kind, joined, kind_of_python
from backpass.engine.handles.operations import constant, hold, operate, was_looked_at
from backpass.engine.handles.printed import gradient_name
from backpass.engine.messages import say
from backpass.engine.plain_python.values import Module, Native, UserClass
from backpass.engine.problems import Code, Problem
from backpass.engine.python.libraries.arrays import ARRAY_FUNCTIONS
from backpass.engine.python.numbers import WRITTEN

__all__ = ["natives_of"]


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
        """A tensor of one number."""
        raw = filled(tuple(map(int, shape)), float(number)).raw
        kind = self.kind(dtype) or (FLOAT32 if not isinstance(number, bool | int) else INT64)
        return self.tensor_of_raw(kind.fitted(raw), kind, requires_grad)

    def tensor_of_raw(self, raw: Any, kind: Kind, requires_grad: bool = False) -> Handle:
        """A tensor of numbers that are known to be its own."""
        if requires_grad and kind.rank < 2:
            raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
        array = np.asarray(raw, dtype=float)
        node = Tensor(array if array.ndim else float(array), requires_grad=bool(requires_grad))
        self.libraries.made(node)
        return self._new(node, kind)

    def drawn(self, how: str, shape: Any, dtype: Any = None, requires_grad: bool = False, **options: Any) -> Handle:
        """A tensor of random numbers: `uniform`, `normal`, `integers`, `permutation`."""
        lengths = tuple(map(int, shape))
        hold(int(np.prod(lengths, dtype=object)))
        self.libraries.differs("other random numbers")
        random = self.libraries.random
        if how == "permutation":
            raw = random.permutation(lengths[0])
        else:
            raw = {"uniform": random.random, "normal": random.standard_normal}.get(how, lambda size: None)(lengths)
            raw = random.integers(options["low"], options["high"], lengths) if how == "integers" else raw
        kind = self.kind(dtype) or (FLOAT32 if how in ("uniform", "normal") else INT64)
        return self.tensor_of_raw(raw, kind, requires_grad)

    def begin_random(self, number: Any) -> None:
        """Begins the random numbers again."""
        self.libraries.random = np.random.default_rng(abs(int(number)))

    def stepped(self, start: Any, end: Any, step: Any, dtype: Any = None, requires_grad: bool = False) -> Handle:
        """`arange`."""
        start, end, step = (each.item() if isinstance(each, Handle) else each for each in (start, end, step))
        if not step:
            raise RuntimeError("step must be nonzero")
        hold(max(0, int((end - start) / step)))
        own = FLOAT32 if any(isinstance(each, float) for each in (start, end, step)) else INT64
        return self.tensor_of_raw(np.arange(start, end, step), self.kind(dtype) or own, requires_grad)

    def spaced(self, start: Any, end: Any, steps: Any, dtype: Any = None, requires_grad: bool = False) -> Handle:
        """`linspace`."""
        hold(int(steps))
        return self.tensor_of_raw(np.linspace(float(start), float(end), int(steps)), self.kind(dtype) or FLOAT32, requires_grad)

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
        return tensor.view(lambda node: node, is_constant=True)

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
        libraries, output = self.libraries, tensors[-1].node
        if len(tensors) > 1:
            libraries.unread.add("several outputs")
        if create_graph:
            libraries.unread.add("graph of gradients")
        libraries.requested, libraries.upstream = output, None if seeds[-1] is None else lifted(seeds[-1]).raw
        libraries.take(output, libraries.upstream)
        keep = bool(create_graph if retain_graph is None else retain_graph)
        backward(tensors, seeds, retain_graph=keep, create_graph=bool(create_graph), inputs=inputs)

    def gradients(  # noqa: PLR0917 - all of them are always given
        self, outputs: Any, inputs: Any, seeds: Any, retain_graph: Any, create_graph: Any, allow_unused: Any
    ) -> Any:
        """`torch.autograd.grad`."""
        self.libraries.take(outputs[-1].node, None)
        if len(outputs) > 1 or create_graph or seeds[-1] is not None:
            self.libraries.unread.add("graph of gradients")
        keep = bool(create_graph if retain_graph is None else retain_graph)
        return gradients(
            outputs, inputs, seeds, retain_graph=keep, create_graph=bool(create_graph), allow_unused=bool(allow_unused)
        )

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
        machine = self.libraries.machine
        message, hint = say("python-module-lacks", module="torch", name=name), say("python-module-lacks.hint")
        machine.halt(Problem(Code.UNSUPPORTED, message, hint, machine.span()))


_PLAIN: dict[str, Callable[..., Any]] = {
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


class _Table(dict[str, Any]):
    """What files of the prelude may import, by name, each made when it is first asked for."""

    def __init__(self, libraries: Any) -> None:
        super().__init__()
        self._libraries = libraries
        self._own = Natives(libraries)

    def __missing__(self, name: str) -> Any:
        if name in _VALUES:
            made = _VALUES[name]
        elif name in _PLAIN:
            made = Native(name, _PLAIN[name])
        elif name == "TensorBase":
            made = self._libraries.tensor_base()
        elif not name.startswith("_") and name in vars(Natives):
            made = Native(name, getattr(self._own, name))
        else:
            raise LookupError(name)
        self[name] = made
        return made


def natives_of(libraries: Any) -> dict[str, Any]:
    """The functions and values by their names."""
    return _Table(libraries)


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
    own = {"b": KINDS["bool"], "i": INT64, "u": INT64}.get(array.dtype.kind, FLOAT32)
    if isinstance(data, np.ndarray) and array.dtype == np.float64:
        own = FLOAT64
    numbers = np.array(array, dtype=float)
    return constant(numbers if numbers.ndim else float(numbers)), own


def _copied(tensor: Handle) -> Tensor:
    """A node of the same numbers through which the gradient flows."""
    return operate("reshape", tensor.node, shape=tensor.shape) if tensor.requires_grad else constant(tensor.node.raw)
