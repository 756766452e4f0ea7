"""What a name of another library refers to, if it is no operation. Nothing of a library is ever loaded."""

from functools import cache
from typing import Any

from backpass.engine.graph.tensor import Tensor, next_number
from backpass.engine.interpreter.custom_rules import custom_functions, custom_jvp, primitives
from backpass.engine.interpreter.custom_rules.operation_objects import made_by_class
from backpass.engine.interpreter.errors import call_errors
from backpass.engine.interpreter.libraries import (
    characters,
    containers,
    enumerations,
    jax_control,
    regular_expressions,
    stand_ins,
)
from backpass.engine.interpreter.libraries.arrays import (
    counted_numbers,
    creation,
    cuts_and_turns,
    indexed_updates,
    number_types,
    placements,
    queries,
    questions_of_shape,
    rearrangements,
    selections,
)
from backpass.engine.interpreter.libraries.differentiation import (
    gradient_tape,
    gradients,
    jacobian_products,
    jacobians,
    pytrees,
    transformations,
)
from backpass.engine.interpreter.libraries.mathematics import (
    curves,
    decomposed,
    einsum,
    formulas,
    matrices,
    running,
    whole_numbers,
)
from backpass.engine.interpreter.libraries.neural_networks import convolutions, mean_losses, pooling
from backpass.engine.interpreter.libraries.passed_over import files_and_printing, plots_and_timers
from backpass.engine.interpreter.libraries.random_numbers import draws, jax_random, randomness
from backpass.engine.interpreter.libraries.registry import LIBRARY_FUNCTIONS, given, offer
from backpass.engine.interpreter.libraries.spellings import MODULES, is_ignored, library_of
from backpass.engine.interpreter.libraries.written_as_programs import data_classes, refusals
from backpass.engine.interpreter.tensor_semantics.aliases import IN_PLACE
from backpass.engine.interpreter.tensor_semantics.number_kinds import Kind
from backpass.engine.interpreter.values import (
    MISSING,
    Arguments,
    Builtin,
    Instance,
    Item,
    LibraryModule,
    Method,
    Missing,
    PassedOver,
    SourceFloat,
    Then,
    UserFunction,
)
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import ProblemError

__all__ = [
    "LIBRARY_FUNCTIONS",
    "characters",
    "constructor",
    "containers",
    "convolutions",
    "counted_numbers",
    "creation",
    "curves",
    "custom_functions",
    "custom_jvp",
    "cuts_and_turns",
    "data_classes",
    "decomposed",
    "draws",
    "einsum",
    "enumerations",
    "files_and_printing",
    "find",
    "formulas",
    "gradient_tape",
    "gradients",
    "indexed_updates",
    "jacobian_products",
    "jacobians",
    "jax_control",
    "jax_random",
    "matrices",
    "mean_losses",
    "number_types",
    "placements",
    "plots_and_timers",
    "pooling",
    "primitives",
    "pytrees",
    "queries",
    "questions_of_shape",
    "randomness",
    "rearrangements",
    "refusals",
    "regular_expressions",
    "running",
    "selections",
    "stand_ins",
    "transformations",
    "whole_numbers",
]


def find(module: str, name: str) -> "Item | Missing":
    """What a module offers under a name, if that is no operation."""
    if module in MODULES and f"{module}.{name}" in MODULES:
        return LibraryModule(f"{module}.{name}")
    library = module.partition(".")[0]
    for key in (module, library):
        if name in LIBRARY_FUNCTIONS.get(key, {}):
            return LIBRARY_FUNCTIONS[key][name]
    if module == "graphviz" and name in ("Digraph", "Graph"):
        return LibraryModule(module)  # called, it is itself, and has `node` and `edge`
    if is_ignored(module):
        return PassedOver(f"{library}.{name}")
    if library == "torch" and name in _LAYOUTS:
        return PassedOver(f"torch.{name}")
    return number_types.number_type(library_of(module), name) or MISSING


_LAYOUTS = frozenset({"channels_last", "channels_last_3d", "contiguous_format", "preserve_format", "strided"})
"""PyTorch's names of layouts in memory, which parameters without effect take."""


@cache
def constructor(name: str, *, gradient: bool) -> Builtin:
    """`Value(2.0)`, `torch.tensor(2.0, requires_grad=True)`: makes a leaf."""

    def construct(machine: Any, arguments: Arguments) -> Item:
        values = arguments.values
        if not values or (len(values) > 1 and name not in _WITH_CHILDREN):
            raise ProblemError(call_errors.one_number(name, arguments.part))
        values = [machine.apart(method, Arguments([], {}, arguments.part))] if (method := _array_of(values[0], name)) else values
        value = machine.evaluator.tensor(values[0], arguments.part)
        if name == "asarray" and _is_array_of_numpy(machine, value, arguments):
            return value  # type: ignore[no-any-return]
        if name == "as_tensor" and _is_shared_array(machine, value, arguments):
            return number_types.shared(machine, value, arguments.part)
        asked = name == "tensor" and machine.truth(arguments.keywords.get("requires_grad", False), arguments.span)
        if value.requires_grad and name != "Parameter" and not asked:  # these are leaves, whatever their numbers come from
            copy = machine.copied(value, arguments.part)
            if number_types.is_type(arguments.keywords.get("dtype")):
                return number_types.converted(machine, copy, arguments.keywords["dtype"], arguments.part)
            return copy  # type: ignore[no-any-return]
        if name in _OF_DATA and _holds_truths(values[0], arguments.keywords.get("dtype")):
            return number_types.mask_of(machine, Tensor(value.raw, requires_grad=False), arguments.part)
        usual = gradient and not (name in _OF_NUMPY and machine.names.has_parameters())  # then they are data beside parameters
        wanted = arguments.keywords.get("requires_grad", arguments.keywords.get("trainable", usual))
        leaf = Tensor(value.raw, requires_grad=machine.truth(wanted, arguments.span))
        if name == "Parameter":
            machine.tracking.parameter(leaf)
        dtype = arguments.keywords.get("dtype")
        number_types.typed(machine, leaf, dtype, arguments.part)
        if dtype is None:
            _note_kind(machine, leaf, value, values[0], name)
            if name in _OF_DATA and machine.names.changes_in_place() and (width := machine.kinds.width_of(value)):
                machine.kinds.widths[leaf] = width
        leaf.span = machine.evaluator.place or arguments.span
        label = arguments.keywords.get("label")
        literal = value.span if machine.evaluator.place is None else None
        machine.names.constructed(leaf, label[:200] if isinstance(label, str) else None, literal or leaf.span)
        if leaf.requires_grad and arguments.keywords.get("creator") is not None:
            made_by_class(machine, leaf, arguments.keywords, arguments.part)
        return leaf

    own = ", creator=None, parents=None, ctx=None" if name == "Tensor" else ""
    return Builtin(
        name, construct, None if name in _WITH_CHILDREN else f"(value, *, requires_grad=None, label=None, dtype=None{own})"
    )


@offer(("torch.autograd",), "Variable", least=1, takes="(data, requires_grad=False, volatile=False)")
def _variable(machine: Any, arguments: Arguments) -> Item | Then:
    """The tensor, as it is today; with `requires_grad=True` a leaf with its numbers, else without what led to it."""
    data, wanted, _ = given(arguments, data=None, requires_grad=False, volatile=False)
    if machine.truth(wanted, arguments.span):
        leaf = constructor("tensor", gradient=False)
        return leaf.call(machine, Arguments([data], {"requires_grad": True}, arguments.part))
    tensor = machine.evaluator.tensor(data, arguments.part)
    if not tensor.requires_grad:
        return tensor  # type: ignore[no-any-return]
    return machine.evaluator.operation(OPERATIONS["detach"], [tensor], arguments.part)  # type: ignore[no-any-return]


def _array_of(item: Item, name: str) -> Method | None:
    """The method by which an object says of what NumPy makes an array, such as a picture."""
    found = item.kind.find("__array__") if isinstance(item, Instance) and name in ("array", "asarray") else None
    return Method(found, item) if isinstance(found, UserFunction) and found.foreign else None


def _is_array_of_numpy(machine: Any, value: Tensor, arguments: Arguments) -> bool:
    """Whether `np.asarray` gives back the very array that it is given, which changes with it. JAX copies."""
    dtype = arguments.keywords.get("dtype")
    if not isinstance(arguments.values[0], Tensor) or machine.names.uses("jax"):
        return False
    if dtype is not None and not number_types.has_type(machine, value, dtype):
        return False
    return machine.aliases.library_of(value) in ("numpy", "autograd")


def _is_shared_array(machine: Any, value: Tensor, arguments: Arguments) -> bool:
    """Whether `torch.as_tensor` gives the numbers of an array themselves, in a program that may change them."""
    dtype = arguments.keywords.get("dtype")
    if not isinstance(arguments.values[0], Tensor) or (dtype is not None and not number_types.has_type(machine, value, dtype)):
        return False
    return machine.aliases.library_of(value) in IN_PLACE and machine.names.changes_in_place()


def _holds_truths(item: Item, dtype: Item) -> bool:
    """Whether an array is made of True and False alone."""
    if dtype is not None:
        return number_types.is_truth_type(dtype) and isinstance(item, list | tuple) and _are_truths(item)
    return isinstance(item, list | tuple) and _are_truths(item)


def _are_truths(items: list[Item] | tuple[Item, ...]) -> bool:
    waiting: list[Any] = list(items[:_MAX_NUMBERS])
    for each in waiting:
        if isinstance(each, list | tuple) and len(waiting) < _MAX_NUMBERS:
            waiting += each
        elif not isinstance(each, bool):
            return False
    return bool(waiting)


def _note_kind(machine: Any, leaf: Tensor, value: Tensor, item: Item, name: str) -> None:
    """Of which kind the numbers of a leaf are that a constructor of that name made of an item."""
    if name == "FloatTensor":
        machine.kinds.note(leaf, Kind.FLOAT)
        return
    whole = _written_whole(machine, item)
    if name not in _OF_DATA:
        if whole:
            machine.tracking.made_of_whole_numbers(leaf)
        return
    kind = Kind.WHOLE if whole else machine.kinds.of(value)
    if kind is Kind.WHOLE:
        machine.tracking.array_of_whole_numbers(leaf)
    elif kind is None and _has_float(item):
        kind = Kind.FLOAT
    machine.kinds.note(leaf, kind)


def _has_float(item: Item) -> bool:
    """Whether one of the numbers that are written is a float."""
    waiting = [item]
    for each in waiting:
        if isinstance(each, list | tuple) and len(waiting) < _MAX_NUMBERS:
            waiting += each
    return any(isinstance(each, SourceFloat) for each in waiting)


def _written_whole(machine: Any, item: Item) -> bool:
    """Whether a number, or every number of a list, is written as a whole one."""
    waiting = [item]
    for each in waiting:
        if isinstance(each, list | tuple) and len(waiting) < _MAX_NUMBERS:
            waiting += each
        elif isinstance(each, Tensor):
            if each.shape and machine.kinds.of(each) is Kind.WHOLE:
                continue
            if each.operation is not None or not _is_whole(each) or not machine.names.is_integer_literal(each):
                return False
        elif not isinstance(each, int | range) or isinstance(each, bool):
            return False
    return True


def _is_whole(tensor: Tensor) -> bool:
    return isinstance(tensor.raw, float) and tensor.raw.is_integer()


_MAX_NUMBERS = 10_000
"""Numbers that are looked at one by one."""


@offer(("torch",), "Tensor", "DoubleTensor", "LongTensor", takes="(data=None, *lengths, device=None)")
def _tensor_class(machine: Any, arguments: Arguments) -> Item | Then:
    """`torch.Tensor([2.0])`: floats, whole ones too. Raises ProblemError for lengths, whose numbers nobody chose."""
    values, name = arguments.values, getattr(arguments.part, "name", "Tensor")
    if len(values) != 1 or not isinstance(values[0], list | tuple | Tensor):
        raise ProblemError(call_errors.uninitialised(name, arguments.part))
    dtype = number_types.number_type("torch", "long" if name == "LongTensor" else "double")
    made = constructor("FloatTensor", gradient=False).call(machine, Arguments(values, {"dtype": dtype}, arguments.part))
    if name == "Tensor" and isinstance(made, Tensor):
        machine.kinds.widths[made] = machine.kinds.usual_width
    return made


def made_by(library: str, function: Builtin) -> Builtin:
    """A library's function, whose arrays are known to be that library's."""

    def call(machine: Any, arguments: Arguments) -> Item | Then:
        before = next_number()
        found = function.call(machine, arguments)
        if not isinstance(found, Tensor):
            return found
        if function.name in _OF_DATA or library == "torch":
            found = machine.aliases.handed_to(library, found, machine, arguments.part, made_here=found.number > before)
        if found.operation is None or (function.name in _OF_DATA and machine.aliases.library_of(found) is None):
            machine.aliases.made(found, library)
            like = arguments.values[0] if function.name.endswith("_like") and arguments.values else None
            if isinstance(like, Tensor) and found not in machine.kinds.widths:
                machine.kinds.widths[found] = machine.kinds.width_of(like)
            if library == "torch" and machine.tracking.declared(found) and machine.tracking.holds_whole_numbers(found):
                machine.names.differs("whole numbers", library, machine.evaluator.place or arguments.span)
        return found

    return Builtin(function.name, call, function.takes)


_OF_DATA = frozenset({"tensor", "as_tensor", "array", "asarray"})
"""Constructors of arrays, whose type follows from what they are given."""

_OF_NUMPY = frozenset({"array", "asarray"})

_WITH_CHILDREN = {"Value"}
"""Constructors that are handed more than the number by those who define operations with them."""
