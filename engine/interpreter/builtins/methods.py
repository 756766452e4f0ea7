"""Methods of what stands on the stack and is no object of the program: of lists, texts, dictionaries, numbers, and those of
tensors that are no operations. Lengths are counted before anything is made.
"""

from typing import Any

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.builtins.collections import DICTIONARY_METHODS as _DICTIONARY
from backpass.engine.interpreter.builtins.collections import LIST_METHODS as _LIST
from backpass.engine.interpreter.builtins.iteration import GENERATOR_METHODS, METHODS_OF_SLICES, builtin, whole
from backpass.engine.interpreter.builtins.sets import SET_METHODS
from backpass.engine.interpreter.builtins.texts import TEXT_METHODS as _TEXT
from backpass.engine.interpreter.errors import binding_errors, call_errors
from backpass.engine.interpreter.libraries.arrays import number_types
from backpass.engine.interpreter.python_containers import NamedRow
from backpass.engine.interpreter.signatures.parameter_meanings import DEVICES
from backpass.engine.interpreter.tensor_semantics.library_differences import DIFFERENCES
from backpass.engine.interpreter.values import (
    Arguments,
    Builtin,
    GradientContext,
    Held,
    IndexedUpdate,
    Item,
    Iterated,
    NumberType,
    RandomGenerator,
    Set,
    Then,
)
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import ProblemError, Span
from backpass.engine.shapes import axis_of

TENSOR_METHODS: dict[str, Builtin] = {}
CONTEXT_METHODS: dict[str, Builtin] = {}
METHODS_OF_GENERATORS: dict[str, Builtin] = {}
METHODS_OF_ROWS: dict[str, Builtin] = {}
METHODS_OF_UPDATES: dict[str, Builtin] = {}
_NUMBER: dict[str, Builtin] = {}

METHODS_OF_LOSSES: dict[str, Builtin] = {}
METHODS: tuple[tuple[Any, dict[str, Builtin]], ...] = (
    (Tensor, TENSOR_METHODS),
    (list, _LIST),
    (str, _TEXT),
    (dict, _DICTIONARY),
    (Set, SET_METHODS),
    (int | float, _NUMBER),
    (GradientContext, CONTEXT_METHODS),
    (RandomGenerator, METHODS_OF_GENERATORS),
    (NamedRow, METHODS_OF_ROWS),
    (slice, METHODS_OF_SLICES),
    (IndexedUpdate, METHODS_OF_UPDATES),
    (Iterated, GENERATOR_METHODS),
    (Builtin, METHODS_OF_LOSSES),
)
"""Methods by what they belong to."""


def method_of(owner: Item, name: str) -> Builtin | None:
    """A method as a value, to be called later: `key=counts.get`; None where the kind of the owner has none of that name."""
    found = next((table[name] for kind, table in METHODS if isinstance(owner, kind) and name in table), None)
    if found is None:
        return None

    def call(machine: Any, arguments: Arguments) -> Item | Then:
        return found.call(machine, Arguments([owner, *arguments.values], arguments.keywords, arguments.part))

    return Builtin(name, call)


# Methods of tensors that are no operations


def note_rounding(machine: Any, tensor: Tensor, span: Span) -> None:
    """Says that a library computes with fewer digits, where a number of its own that is looked at has more."""
    library = machine.aliases.library_of(tensor)
    if library in DIFFERENCES["rounding"].libraries and not machine.names.doubles():
        with np.errstate(all="ignore"):
            rounded = np.asarray(tensor.raw).astype(np.float32).astype(np.float64)
        if not np.array_equal(rounded, tensor.raw, equal_nan=True):
            machine.names.differs("rounding", library, span)


_OF_BACKWARD = ("gradient", "retain_graph", "create_graph", "upstream")
"""Arguments of `backward`, in PyTorch's order; the last one by name only, as our own tensors call the gradient."""


@builtin(
    TENSOR_METHODS,
    "backward",
    least=1,
    most=4,
    takes="(x, gradient=None, retain_graph=None, create_graph=False, *, upstream=None)",
)
def _backward(machine: Any, arguments: Arguments) -> Item | Then:
    tensor, *by_place = arguments.values
    given: dict[str, Any] = {**dict(zip(_OF_BACKWARD, by_place, strict=False)), **arguments.keywords}
    if unknown := next((name for name in given if name not in _OF_BACKWARD), None):
        raise ProblemError(call_errors.unknown_keyword("backward", unknown, arguments.part))
    upstream = given.get("gradient") if given.get("gradient") is not None else given.get("upstream")
    return machine.names.backward(  # type: ignore[no-any-return]
        tensor,
        arguments.part,
        upstream=None if upstream is None else machine.evaluator.tensor(upstream, arguments.part).raw,
        keeps_graph=machine.truth(given.get("retain_graph"), arguments.span),
        creates_graph=machine.truth(given.get("create_graph"), arguments.span),
    )


@builtin(TENSOR_METHODS, "_backward", least=1, most=1, takes="(x)")
def _send(machine: Any, arguments: Arguments) -> Item:
    tensor: Any = arguments.values[0]
    machine.names.send_by_hand(tensor, arguments.part)
    return None


@builtin(TENSOR_METHODS, "register_hook", "register_post_accumulate_grad_hook", least=1, most=2, takes="(x, hook)")
def _register_hook(machine: Any, arguments: Arguments) -> Item:
    tensor, *by_place = arguments.values
    name = getattr(arguments.part, "name", "register_hook")
    if not by_place and "hook" not in arguments.keywords:
        raise ProblemError(call_errors.builtin_arguments(name, 1, 1, 0, arguments.part))
    hook = by_place[0] if by_place else arguments.keywords["hook"]
    return machine.hooks.register(tensor, hook, name, arguments.part)  # type: ignore[no-any-return]


@builtin(_NUMBER, "detach", least=1, most=1)
def _itself(_: Any, arguments: Arguments) -> Item:
    """A number outside the graph is itself, as a gradient that was read."""
    return arguments.values[0]


@builtin(_NUMBER, "item", "tolist", "numpy", "clone", "copy", least=1, most=1)
def _number_alone(_: Any, arguments: Arguments) -> Item:
    """A number that no later change of what it was read from reaches."""
    (number,) = arguments.values
    return float(number) if type(number) is Held else number


@builtin(TENSOR_METHODS, "tolist", least=1, most=1, takes="(x)")
def _tolist(machine: Any, arguments: Arguments) -> Item:
    tensor: Any = arguments.values[0]
    machine.read(tensor)
    numbers = machine.kinds.in_type(tensor, tensor.raw).tolist()
    note_rounding(machine, tensor, arguments.span)
    machine.names.read_out(numbers, tensor)
    return numbers  # type: ignore[no-any-return]


@builtin(TENSOR_METHODS, "item", least=1, most=1, takes="(x)")
def _item(machine: Any, arguments: Arguments) -> Item:
    """The one number of a tensor, whatever its shape. Raises ProblemError (shape-mismatch) where there are several."""
    tensor: Any = arguments.values[0]
    machine.read(tensor)
    if tensor.shape and tensor.raw.size != 1:
        raise ProblemError(binding_errors.several_items(tensor.raw.size, arguments.part))
    number = machine.kinds.in_type(tensor, tensor.item()).item()
    note_rounding(machine, tensor, arguments.span)
    if type(number) is float:  # of others Python has one object for all that are equal, so it cannot say where it comes from
        machine.names.read_out(number, tensor)
    return number  # type: ignore[no-any-return]


@builtin(TENSOR_METHODS, "size", least=1, most=2, takes="(x, axis=None)")
def _size(machine: Any, arguments: Arguments) -> Item:
    tensor, *axis = arguments.values
    shape = tensor.shape  # type: ignore[union-attr]
    return shape[axis_of(whole(machine, axis[0], arguments), shape)] if axis else shape


@builtin(TENSOR_METHODS, "dim", least=1, most=1, takes="(x)")
def _dim(machine: Any, arguments: Arguments) -> Item:
    return len(arguments.values[0].shape)  # type: ignore[union-attr]


@builtin(TENSOR_METHODS, "numel", "nelement", least=1, most=1, takes="(x)")
def _numel(machine: Any, arguments: Arguments) -> Item:
    tensor: Any = arguments.values[0]
    return tensor.raw.size if tensor.shape else 1


@builtin(TENSOR_METHODS, "numpy", least=1, most=1, takes="(x)")
def _numpy(machine: Any, arguments: Arguments) -> Item:
    tensor: Any = arguments.values[0]
    machine.read(tensor)
    if machine.aliases.library_of(tensor) == "torch" and machine.tracking.tracks(tensor):
        machine.names.differs("numpy of tracked", "torch", arguments.span)
    if machine.names.changes_in_place():  # both are the same numbers
        array = machine.evaluator.operation(OPERATIONS["detach"], [tensor], arguments.part)
    else:
        array = machine.evaluator.constant(tensor.raw, arguments.span)
    machine.aliases.made(array, "numpy")
    machine.kinds.note_as(array, tensor)
    machine.names.read_out(array, tensor)
    return array  # type: ignore[no-any-return]


@builtin(TENSOR_METHODS, "contiguous", "block_until_ready", least=1, most=1, takes="(x)")
def _same(machine: Any, arguments: Arguments) -> Item:
    """What changes nothing here."""
    return arguments.values[0]


def _of_type(name: str, asked: str) -> None:
    @builtin(TENSOR_METHODS, name, least=1, most=1, takes="(x)")
    def convert(machine: Any, arguments: Arguments) -> Item:
        tensor: Any = arguments.values[0]
        return number_types.converted(machine, tensor, NumberType(asked, "torch"), arguments.part)


for _name, _asked in {
    "double": "float64",
    "float": "float32",
    "half": "float16",
    "bfloat16": "bfloat16",
    "long": "int64",
    "int": "int32",
    "bool": "bool",
}.items():
    _of_type(_name, _asked)


_TO_DEVICES = ("to", "cpu", "cuda")


@builtin(TENSOR_METHODS, "cpu", "cuda", least=1, most=3, takes="(x, device=None, non_blocking=False)")
def _on_device(machine: Any, arguments: Arguments) -> Item:
    number_types.note_device(machine, "torch", arguments.span)
    return arguments.values[0]


@builtin(METHODS_OF_LOSSES, "to", "cpu", "cuda", "float", "double", "train", "eval", least=1)
def _of_loss(machine: Any, arguments: Arguments) -> Item:
    """`criterion.to(device)`: a loss of PyTorch's has no numbers of its own. Raises ProblemError for other functions."""
    owner = arguments.values[0]
    if not isinstance(owner, Builtin) or not owner.name.endswith("Loss"):
        part: Any = arguments.part
        raise ProblemError(call_errors.unknown_function(part, machine.names.functions()))
    if getattr(arguments.part, "name", "") in _TO_DEVICES:
        number_types.note_device(machine, "torch", arguments.span)
    return owner


@builtin(TENSOR_METHODS, "clone", "copy", least=1, most=1, takes="(x)")
def _copied(machine: Any, arguments: Arguments) -> Item:
    return machine.copied(arguments.values[0], arguments.part)  # type: ignore[no-any-return]


@builtin(TENSOR_METHODS, "requires_grad_", least=1, most=2, takes="(x, requires_grad=True)")
def _requires_grad(machine: Any, arguments: Arguments) -> Item:
    tensor, *by_place = arguments.values
    wanted = by_place[0] if by_place else arguments.keywords.get("requires_grad", True)
    return machine.names.require(tensor, machine.truth(wanted, arguments.span), arguments.part)  # type: ignore[no-any-return]


@builtin(TENSOR_METHODS, "retain_grad", least=1, most=1, takes="(x)")
def _retain_grad(machine: Any, arguments: Arguments) -> Item:
    machine.tracking.retain(arguments.values[0])
    return None


@builtin(TENSOR_METHODS, "to", "astype", "type", least=1, takes="(x, *wanted, device=None, dtype=None, copy=None)")
def _converted(machine: Any, arguments: Arguments) -> Item:
    """To another device, which changes nothing here, or another type of numbers; `astype` copies but with `copy=False`.

    Raises ProblemError for types that wrap around.
    """
    tensor, *wanted = arguments.values
    result: Any = tensor
    for item in (*wanted, *arguments.keywords.values()):
        if isinstance(item, str) and item.startswith(DEVICES):
            number_types.note_device(machine, "torch", arguments.span)
        elif number_types.is_type(item):
            result = number_types.converted(machine, result, item, arguments.part)
        elif isinstance(item, Tensor):
            result = _of_type_of(machine, result, item, arguments)
        elif item is not None and not isinstance(item, bool):
            raise number_types.refused(item, arguments.part)
    asked = arguments.keywords.get("copy")
    copies = getattr(arguments.part, "name", "") == "astype" if asked is None else machine.truth(asked, arguments.span)
    if copies and result is tensor:
        return machine.copied(tensor, arguments.part)  # type: ignore[no-any-return]
    return result  # type: ignore[no-any-return]


def _of_type_of(machine: Any, tensor: Tensor, other: Tensor, arguments: Arguments) -> Tensor:
    """A tensor with the type of numbers of another one."""
    wanted = number_types.type_of(machine, other, arguments.span)
    if number_types.type_of(machine, tensor, arguments.span).name == wanted.name:
        return tensor
    return number_types.converted(machine, tensor, wanted, arguments.part)


@builtin(TENSOR_METHODS, "type_as", least=2, most=2, takes="(x, other)")
def _type_as(machine: Any, arguments: Arguments) -> Item:
    """PyTorch's `x.type_as(other)`. Raises ProblemError where the other one is no tensor."""
    tensor, other = arguments.values
    return _of_type_of(machine, tensor, machine.evaluator.tensor(other, arguments.part), arguments)  # type: ignore[arg-type]


@builtin(TENSOR_METHODS, "t", least=1, most=1, takes="(x)")
def _t(machine: Any, arguments: Arguments) -> Item:
    """PyTorch's transpose of a matrix; a vector and a number stay as they are. Raises ProblemError for more axes."""
    tensor: Any = arguments.values[0]
    if len(tensor.shape) > 2:
        raise ProblemError(binding_errors.no_matrix(len(tensor.shape), arguments.part))
    if len(tensor.shape) < 2:
        return tensor  # type: ignore[no-any-return]
    return machine.evaluator.operation(OPERATIONS["transpose"], [tensor], arguments.part)  # type: ignore[no-any-return]


@builtin(TENSOR_METHODS, "zero_grad", "zero_grads", least=1, most=1)
def _zero_grad(machine: Any, arguments: Arguments) -> Item:
    machine.names.set_attribute(arguments.values[0], "grad", None, arguments.part)
    machine.aliases.given(arguments.values[0])
    return None
