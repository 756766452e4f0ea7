"""Types of numbers and devices of other libraries: `torch.float32`, `np.int64`, `torch.device("cuda")`.

All numbers are float64 and computed on the server. A narrower float is ignored with a note, and so is a device. A type of
whole numbers is supported where every number is whole, or where the call converts; what would wrap around is refused by name.
"""

from typing import Any

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.errors import binding_errors, call_errors, library_errors
from backpass.engine.interpreter.libraries.registry import count, offer
from backpass.engine.interpreter.tensor_semantics.number_kinds import Kind
from backpass.engine.interpreter.values import Arguments, Builtin, Class, Instance, Item, NumberType, SourceFloat, WrittenInteger
from backpass.engine.language.syntax_tree import Part
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import ProblemError, Span

_FLOATS = {
    **dict.fromkeys(("float64", "double", "float_"), "float64"),
    **dict.fromkeys(("float32", "single"), "float32"),
    **dict.fromkeys(("float16", "half"), "float16"),
    "bfloat16": "bfloat16",
}
_INTEGERS = {
    **dict.fromkeys(("int64", "long", "int_", "longlong", "intp"), "int64"),
    "int32": "int32",
}
_TRUTHS = {"bool": "bool", "bool_": "bool"}
_REFUSED = ("int8", "int16", "short", "uint8", "uint16", "uint32", "uint64", "complex64", "complex128", "cfloat", "cdouble")
"""Types that wrap around at small numbers or are no real numbers: known, and refused where they are used."""

_EVERYWHERE = {**_FLOATS, **_INTEGERS, **_TRUTHS, **{name: name for name in _REFUSED}}
_OF_LIBRARY = {"torch": {"float": "float32", "int": "int32"}}
_LIBRARIES = ("numpy", "torch", "jax", "autograd", "tensorflow")

_DIGITS = {"float32": 7, "float16": 3, "bfloat16": 2}
"""Decimal digits that a type has."""
_OF_PYTHON = {"float": "float64", "int": "int64", "bool": "bool"}
_OF_CLASS = {"FloatTensor": "float32", "DoubleTensor": "float64", "LongTensor": "int64"}
"""PyTorch's older names, which are classes."""
_SINGLE_BY_DEFAULT = ("torch", "jax", "tensorflow")
"""Libraries whose note on 32 bits is that of numbers which are taken out."""


def number_type(library: str, name: str) -> NumberType | None:
    """What a library calls a type of numbers; None where it has none of that name."""
    if library not in _LIBRARIES:
        return None
    found = _OF_LIBRARY.get(library, {}).get(name) or _EVERYWHERE.get(name)
    return NumberType(found, library) if found else None


def _asked_for(item: Item) -> NumberType | None:
    """The type that an argument names: `torch.float32`, `'float32'`, Python's `float`."""
    if isinstance(item, NumberType):
        return item
    name = item.removeprefix("torch.") if isinstance(item, str) else item.name if isinstance(item, Builtin) else ""
    found = _OF_PYTHON.get(name) or _EVERYWHERE.get(name) or _OF_CLASS.get(name)
    return NumberType(found, "numpy") if found else None


def is_type(item: Item) -> bool:
    """Whether an argument names a type of numbers."""
    return _asked_for(item) is not None


def is_float(machine: Any, item: Item, span: Span) -> bool:
    """Whether an argument names a type of floats. A narrower one than float64 is noted."""
    asked = _asked_for(item)
    if asked is None or asked.name not in _FLOATS:
        return False
    if asked.name in _DIGITS:
        note_narrow(machine, asked, span)
    return True


def is_narrow(asked: NumberType) -> bool:
    """Whether it is a type of floats with fewer digits, so that it is ignored."""
    return asked.name in _DIGITS


def note_narrow(machine: Any, asked: NumberType, span: Span) -> None:
    """Says once that a library would compute with fewer digits."""
    place = machine.evaluator.place or span
    if asked.name == "float32" and asked.library in _SINGLE_BY_DEFAULT:
        machine.names.differs("rounding", asked.library, place)
    else:
        machine.names.differs("narrow floats", asked.library, place, type=asked.name, digits=_DIGITS[asked.name])


def refused(item: Item, part: Part) -> ProblemError:
    """A type whose numbers would be others than here."""
    asked = _asked_for(item)
    if asked is not None and asked.name in _REFUSED:
        return ProblemError(library_errors.other_numbers(asked.name, is_complex=asked.name.startswith("c"), part=part))
    shown = item.name if isinstance(item, NumberType | Builtin) else item
    return ProblemError(binding_errors.value("dtype", shown, "float64, float32, int64, int32, bool", part))


def typed(machine: Any, tensor: Tensor, item: Item, part: Part) -> Tensor:
    """A new array of the type that was asked for. Raises ProblemError where its numbers would become others."""
    if item is None or is_float(machine, item, part.span):
        if item is not None:
            machine.kinds.note(tensor, Kind.FLOAT)
            note_width(machine, tensor, item)
        return tensor
    asked = _asked_for(item)
    data = np.asarray(tensor.raw)
    if asked is not None and asked.name in _INTEGERS and np.isfinite(data).all() and np.equal(np.mod(data, 1), 0).all():
        machine.tracking.array_of_whole_numbers(tensor)
        if asked.name == "int32":
            machine.kinds.narrow.add(tensor)
        return tensor
    if asked is not None and asked.name == "bool" and np.isin(data, (0.0, 1.0)).all():
        return mask_of(machine, tensor, part)
    raise refused(item, part)


def is_truth_type(item: Item) -> bool:
    """Whether an argument names the type of truths."""
    asked = _asked_for(item)
    return asked is not None and asked.name == "bool"


def mask_of(machine: Any, tensor: Tensor, part: Part) -> Tensor:
    """Truths, as a comparison gives them, so that they pick elements rather than being places."""
    zero = machine.evaluator.constant(0.0, part.span)
    machine.evaluator.whole = True  # what is computed with truths may be whole numbers
    return machine.evaluator.operation(OPERATIONS["not_equal"], [tensor, zero], part)  # type: ignore[no-any-return]


def converted(machine: Any, tensor: Tensor, item: Item, part: Part) -> Tensor:
    """A tensor in another type: whole numbers are cut off behind the point and have no gradient, truths compare with 0.

    Raises ProblemError for types that wrap around.
    """
    asked = _asked_for(item)
    if asked is not None and is_float(machine, item, part.span):
        return _as_floats(machine, tensor, _FLOATS[asked.name], part)
    if asked is not None and asked.name == "bool":
        return machine.evaluator.operation(  # type: ignore[no-any-return]
            OPERATIONS["not_equal"], [tensor, machine.evaluator.constant(0.0, part.span)], part
        )
    machine.read(tensor)
    data = np.asarray(tensor.raw)
    if asked is None or asked.name not in _INTEGERS or not np.isfinite(data).all():
        raise refused(item, part)
    if asked.name == "int64" and machine.kinds.is_whole(tensor) and tensor not in machine.kinds.narrow:
        return tensor
    made = machine.evaluator.constant(np.trunc(data) if tensor.shape else float(np.trunc(data)), part.span)
    if library := machine.aliases.library_of(tensor):
        machine.aliases.made(made, library)
    machine.tracking.array_of_whole_numbers(made)
    if asked.name == "int32":
        machine.kinds.narrow.add(made)
    return made  # type: ignore[no-any-return]


def note_width(machine: Any, tensor: Tensor, item: Item) -> None:
    """Remembers the type of floats that was asked of an array."""
    asked = _asked_for(item)
    if asked is not None and asked.name in _FLOATS:
        machine.kinds.widths[tensor] = _FLOATS[asked.name]


def has_type(machine: Any, tensor: Tensor, item: Item) -> bool:
    """Whether an array surely has the type of floats that an argument names."""
    asked, kinds = _asked_for(item), machine.kinds
    if asked is None or asked.name not in _FLOATS or (machine.evaluator.whole and kinds.of(tensor) is not Kind.FLOAT):
        return False
    return bool(kinds.width_of(tensor) == _FLOATS[asked.name])


def _as_floats(machine: Any, tensor: Tensor, width: str, part: Part) -> Tensor:
    """The tensor itself; of one of whole numbers or of another type of floats a copy, which no change of it reaches."""
    kinds = machine.kinds
    floats = not machine.evaluator.whole or kinds.of(tensor) is Kind.FLOAT
    if floats and (not machine.names.changes_in_place() or kinds.width_of(tensor) in (None, width)):
        if kinds.surely(tensor) in (None, Kind.FLOAT):
            return tensor
        if tensor.operation is None and not tensor.requires_grad:
            return _copy_of_floats(machine, tensor, part)
        kinds.note(tensor, None)  # truths that are computed with as numbers: a copy would stand in the graph for nothing
        return tensor
    made = _copy_of_floats(machine, tensor, part)
    kinds.widths[made] = width
    return made


def _copy_of_floats(machine: Any, tensor: Tensor, part: Part) -> Tensor:
    if tensor.requires_grad or tensor.operation is not None:
        made = machine.aliases.copied(tensor, part)
        machine.kinds.note(made, Kind.FLOAT)
        return made  # type: ignore[no-any-return]
    made = machine.evaluator.constant(tensor.raw, part.span)
    if library := machine.aliases.library_of(tensor):
        machine.aliases.made(made, library)
    machine.kinds.note(made, Kind.FLOAT)
    return made  # type: ignore[no-any-return]


def called(machine: Any, asked: NumberType, arguments: Arguments) -> Item:
    """`np.float32(2.0)`, `jnp.int32(x)`: a number of that type. Raises ProblemError."""
    if len(arguments.values) != 1 or arguments.keywords or asked.library == "torch":
        raise refused(asked, arguments.part)
    (item,) = arguments.values
    if is_float(machine, asked, arguments.span) and isinstance(item, Tensor | SourceFloat | WrittenInteger):
        return item
    made = converted(machine, machine.evaluator.tensor(item, arguments.part), asked, arguments.part)
    return int(made.item()) if not made.shape and asked.name in _INTEGERS else made


def type_of(machine: Any, tensor: Tensor, span: Span) -> NumberType:
    """`x.dtype`: float64, as all are here, or int64 of what was made of whole numbers."""
    library = machine.aliases.library_of(tensor)
    library = library if library in _LIBRARIES else "numpy"
    kind = machine.kinds.surely(tensor)
    if machine.tracking.holds_whole_numbers(tensor) or kind is Kind.WHOLE:
        return NumberType("int64", library)
    if kind is Kind.TRUTH:
        return NumberType("bool", library)
    if library in _SINGLE_BY_DEFAULT and not machine.names.doubles():
        machine.names.differs("rounding", library, machine.evaluator.place or span)
    return NumberType("float64", library)


@offer(("numpy", "np", "jax.numpy"), "finfo", "iinfo", least=1, most=1, takes="(dtype)")
@offer(("torch",), "finfo", "iinfo", most=1, takes="(type=None)")
def _limits_of_type(machine: Any, arguments: Arguments) -> Item:
    """`np.finfo(np.float32).eps`: what a type can hold, with the names that NumPy and PyTorch give it. Raises ProblemError."""
    asked = _asked_for(arguments.values[0]) if arguments.values else NumberType("float32", "torch")
    whole = getattr(arguments.part, "name", "finfo") == "iinfo"
    known = {*_INTEGERS.values()} if whole else {*_FLOATS.values()} - {"bfloat16"}
    if asked is None or asked.name not in known:
        raise refused(arguments.values[0], arguments.part)
    limits: Any = np.iinfo(asked.name) if whole else np.finfo(asked.name)
    names = ("max", "min", "bits") if whole else ("eps", "max", "min", "tiny", "smallest_normal", "resolution", "bits")
    number = int if whole else float
    members: dict[str, Item] = {name: number(getattr(limits, name)) for name in names}
    return Instance(Class("iinfo" if whole else "finfo", (), {}), {**members, "bits": int(limits.bits)})


# Devices


def note_device(machine: Any, library: str, span: Span) -> None:
    """Says once that devices are ignored."""
    machine.names.differs("device", library, machine.evaluator.place or span)


@offer(("torch",), "device", least=1, most=2, takes="(type, index=None)")
def _device(machine: Any, arguments: Arguments) -> Item:
    """The device as the text that names it."""
    note_device(machine, "torch", arguments.span)
    kind, *index = arguments.values
    index += [arguments.keywords["index"]] if arguments.keywords.get("index") is not None else []
    if not isinstance(kind, str) or len(index) > 1:
        raise ProblemError(binding_errors.value("type", kind, "'cpu', 'cuda'", arguments.part))
    return kind if not index or index[0] is None else f"{kind}:{count(machine, index[0], arguments)}"


_HARDWARE = ("torch.cuda", "torch.mps", "torch.accelerator", "torch.backends.mps", "torch.backends.cudnn")


@offer(_HARDWARE, "is_available", "is_built", most=0, takes="()")
def _is_available(machine: Any, arguments: Arguments) -> Item:
    note_device(machine, "torch", arguments.span)
    return False


@offer(_HARDWARE, "device_count", "current_device", "memory_allocated", "max_memory_allocated", most=1, takes="(device=None)")
def _device_count(machine: Any, arguments: Arguments) -> Item:
    note_device(machine, "torch", arguments.span)
    return 0


@offer(_HARDWARE, "synchronize", "empty_cache", most=1, takes="(device=None)")
@offer(_HARDWARE, "set_device", "reset_peak_memory_stats", most=1, takes="(device=None)")
@offer(("torch.cuda",), "manual_seed", "manual_seed_all", least=1, most=1, takes="(seed)")
def _of_hardware(machine: Any, arguments: Arguments) -> Item:
    """What only concerns another device."""
    note_device(machine, "torch", arguments.span)
    return None


@offer(("jax",), "devices", "local_devices", most=1, takes="(backend=None)")
def _devices(machine: Any, arguments: Arguments) -> Item:
    note_device(machine, "jax", arguments.span)
    return ["cpu"]


@offer(("tensorflow", "tf"), "cast", least=2, most=2, takes="(x, dtype)")
def _cast(machine: Any, arguments: Arguments) -> Item:
    tensor = machine.evaluator.tensor(arguments.values[0], arguments.part)
    return converted(machine, tensor, arguments.values[1], arguments.part)


@offer(("jax",), "Array")
@offer(("numpy", "np", "jax.numpy"), "ndarray")
def _class_of_arrays(machine: Any, arguments: Arguments) -> Item:
    """`np.ndarray`, of which arrays are. Raises ProblemError where it is called: its numbers are any."""
    raise ProblemError(call_errors.uninitialised(getattr(arguments.part, "name", "ndarray"), arguments.part))


@offer(("torch",), "from_numpy", least=1, most=1, takes="(ndarray)")
def _from_numpy(machine: Any, arguments: Arguments) -> Item:
    """NumPy's array as PyTorch's tensor, which shares its numbers there: what is changed in one is seen in the other."""
    return shared(machine, machine.evaluator.tensor(arguments.values[0], arguments.part), arguments.part)


def shared(machine: Any, tensor: Tensor, part: Part) -> Tensor:
    """PyTorch's tensor of the same numbers as an array of NumPy's; itself, where it is PyTorch's."""
    if not machine.names.changes_in_place() or machine.aliases.library_of(tensor) == "torch":
        return tensor  # where nothing is changed, it is handed over as every other result of a function of PyTorch's
    made: Tensor = machine.evaluator.operation(OPERATIONS["detach"], [tensor], part)
    machine.aliases.made(made, "torch")
    return made


@offer(("torch",), "set_default_dtype", least=1, most=1, takes="(d)")
def _set_default(machine: Any, arguments: Arguments) -> Item:
    asked = _asked_for(arguments.values[0])
    if asked is None or not is_float(machine, asked, arguments.span):
        raise refused(arguments.values[0], arguments.part)
    machine.kinds.usual_width = _FLOATS[asked.name]
    return None


@offer(("torch",), "get_default_dtype", most=0, takes="()")
def _get_default(machine: Any, arguments: Arguments) -> Item:
    return NumberType("float64", "torch")


@offer(("torch",), "set_default_device", least=1, most=1, takes="(device)")
def _set_default_device(machine: Any, arguments: Arguments) -> Item:
    note_device(machine, "torch", arguments.span)
    return None


@offer(("jax.config",), "update", least=2, most=2, takes="(name, val)")
def _configured(machine: Any, arguments: Arguments) -> Item:
    """Only what chooses 64 bits, a device or what is checked: none of it changes a number here."""
    name = arguments.values[0]
    known = (
        *("jax_enable_x64", "jax_platform_name", "jax_platforms", "jax_debug_nans", "jax_debug_infs", "jax_disable_jit"),
        *("jax_default_matmul_precision", "jax_log_compiles", "jax_check_tracer_leaks"),
    )
    if name not in known:
        raise ProblemError(binding_errors.value("name", name, ", ".join(known), arguments.part))
    return None
