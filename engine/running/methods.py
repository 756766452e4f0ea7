"""Methods of what stands on the stack and is no object of the program: of lists, texts, dictionaries, numbers, and those of
tensors that are no operations. Lengths are counted before anything is made.
"""

from typing import Any

from engine.problems import ProblemError
from engine.running import call_refusals, element_refusals
from engine.running.builtins import builtin, everything, whole
from engine.running.evaluation import dictionary_key
from engine.running.text import filled, held, shown
from engine.running.values import Arguments, Builtin, Context, Item
from engine.tensor import Tensor

TENSOR_METHODS: dict[str, Builtin] = {}
CONTEXT_METHODS: dict[str, Builtin] = {}
_LIST: dict[str, Builtin] = {}
_TEXT: dict[str, Builtin] = {}
_DICTIONARY: dict[str, Builtin] = {}
_NUMBER: dict[str, Builtin] = {}

METHODS: tuple[tuple[Any, dict[str, Builtin]], ...] = (
    (Tensor, TENSOR_METHODS),
    (list, _LIST),
    (str, _TEXT),
    (dict, _DICTIONARY),
    (int | float, _NUMBER),
    (Context, CONTEXT_METHODS),
)
"""Methods by what they belong to."""


# Methods of lists


@builtin(_LIST, "append", least=2, most=2)
def _append(machine: Any, arguments: Arguments) -> Item:
    machine.evaluator.hold(1)
    arguments.values[0].append(arguments.values[1])  # type: ignore[union-attr]
    return None


@builtin(_LIST, "extend", least=2, most=2)
def _extend(machine: Any, arguments: Arguments) -> Item:
    arguments.values[0].extend(everything(machine, arguments.values[1], arguments))  # type: ignore[union-attr]
    return None


@builtin(_LIST, "insert", least=3, most=3)
def _insert(machine: Any, arguments: Arguments) -> Item:
    items: Any = arguments.values[0]
    machine.evaluator.hold(1)
    machine.evaluator.move(len(items))
    items.insert(whole(machine, arguments.values[1], arguments), arguments.values[2])
    return None


@builtin(_LIST, "pop", least=1, most=2)
def _pop(machine: Any, arguments: Arguments) -> Item:
    items: Any = arguments.values[0]
    place = whole(machine, arguments.values[1], arguments) if len(arguments.values) > 1 else -1
    if not -len(items) <= place < len(items):
        raise ProblemError(element_refusals.index_out_of_range(place, len(items), arguments.part))
    machine.evaluator.move(len(items))
    return items.pop(place)  # type: ignore[no-any-return]


@builtin(_LIST, "reverse", least=1, most=1)
def _reverse(machine: Any, arguments: Arguments) -> Item:
    items: Any = arguments.values[0]
    machine.evaluator.move(len(items))
    items.reverse()
    return None


@builtin(_LIST, "copy", least=1, most=1)
def _copy(machine: Any, arguments: Arguments) -> Item:
    return everything(machine, arguments.values[0], arguments)


@builtin(_LIST, "index", "count", least=2, most=2)
def _place(machine: Any, arguments: Arguments) -> Item:
    items, wanted = everything(machine, arguments.values[0], arguments), arguments.values[1]
    places = [index for index, item in enumerate(items) if machine.same(item, wanted, arguments.part)]
    if getattr(arguments.part, "name", "") == "count":
        return len(places)
    if not places:
        raise ProblemError(element_refusals.index_out_of_range(0, 0, arguments.part))
    return places[0]


# Methods of texts and dictionaries


@builtin(_TEXT, "join", least=2, most=2)
def _join(machine: Any, arguments: Arguments) -> Item:
    separator: Any = arguments.values[0]
    parts = []
    for item in everything(machine, arguments.values[1], arguments):
        parts.append(shown(machine, item))
        machine.evaluator.hold(len(parts[-1]) + len(separator))
    return separator.join(parts)  # type: ignore[no-any-return]


@builtin(_TEXT, "format", least=1)
def _format(machine: Any, arguments: Arguments) -> Item:
    template: Any = arguments.values[0]
    return filled(machine, template, arguments.values[1:], arguments.keywords, arguments.part)


def _text_method(name: str) -> None:
    def body(machine: Any, arguments: Arguments) -> Item:
        return held(machine, getattr(arguments.values[0], name)())

    builtin(_TEXT, name, least=1, most=1)(body)


for _name in ("upper", "lower", "strip", "title", "capitalize"):
    _text_method(_name)


@builtin(_DICTIONARY, "keys", least=1, most=1)
def _keys(machine: Any, arguments: Arguments) -> Item:
    return everything(machine, arguments.values[0], arguments)


@builtin(_DICTIONARY, "values", least=1, most=1)
def _values(machine: Any, arguments: Arguments) -> Item:
    owner: Any = arguments.values[0]
    return [owner[key] for key in everything(machine, owner, arguments)]


@builtin(_DICTIONARY, "items", least=1, most=1)
def _pairs(machine: Any, arguments: Arguments) -> Item:
    owner: Any = arguments.values[0]
    return [(key, owner[key]) for key in everything(machine, owner, arguments)]


@builtin(_DICTIONARY, "get", least=2, most=3)
def _get(machine: Any, arguments: Arguments) -> Item:
    owner, key, *default = arguments.values
    return owner.get(dictionary_key(key, arguments.part), default[0] if default else None)  # type: ignore[union-attr]


# Methods of tensors that are no operations


@builtin(TENSOR_METHODS, "backward", least=1, most=1)
def _backward(machine: Any, arguments: Arguments) -> Item:
    if arguments.keywords:
        raise ProblemError(call_refusals.seed_as_argument(arguments.part))
    machine.names.backward(arguments.values[0])
    return None


@builtin(_NUMBER, "item", "tolist", "detach", "numpy", "clone", "copy", least=1, most=1)
def _itself(_: Any, arguments: Arguments) -> Item:
    """A number outside the graph is itself whatever is asked of it, as a gradient that was read."""
    return arguments.values[0]


@builtin(TENSOR_METHODS, "item", "tolist", least=1, most=1)
def _item(machine: Any, arguments: Arguments) -> Item:
    tensor: Any = arguments.values[0]
    machine.read(tensor)
    return tensor.item() if not tensor.shape else tensor.data.tolist()  # type: ignore[no-any-return]


@builtin(TENSOR_METHODS, "size", least=1, most=2)
def _size(machine: Any, arguments: Arguments) -> Item:
    tensor, *axis = arguments.values
    shape = tensor.shape  # type: ignore[union-attr]
    return shape[whole(machine, axis[0], arguments)] if axis else shape


@builtin(TENSOR_METHODS, "dim", least=1, most=1)
def _dim(machine: Any, arguments: Arguments) -> Item:
    return len(arguments.values[0].shape)  # type: ignore[union-attr]


@builtin(TENSOR_METHODS, "numel", least=1, most=1)
def _numel(machine: Any, arguments: Arguments) -> Item:
    tensor: Any = arguments.values[0]
    return tensor.data.size if tensor.shape else 1


@builtin(TENSOR_METHODS, "numpy", least=1, most=1)
def _numpy(machine: Any, arguments: Arguments) -> Item:
    tensor: Any = arguments.values[0]
    machine.read(tensor)
    return machine.evaluator.constant(tensor.data, arguments.span)  # type: ignore[no-any-return]


@builtin(
    TENSOR_METHODS,
    "requires_grad_",
    "retain_grad",
    "clone",
    "float",
    "double",
    "to",
    "cpu",
    "copy",
    "astype",
    "contiguous",
    least=1,
)
def _same(machine: Any, arguments: Arguments) -> Item:
    """What changes nothing here: every number is a float, nothing is copied, every gradient is kept."""
    return arguments.values[0]


@builtin(TENSOR_METHODS, "zero_grad", "zero_grads", least=1, most=1)
def _zero_grad(machine: Any, arguments: Arguments) -> Item:
    machine.names.set_attribute(arguments.values[0], "grad", None, arguments.part)
    return None
