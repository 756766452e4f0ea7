"""What Python has ready for objects and texts: `print`, `str`, `isinstance`, `super` and their like."""

from typing import Any

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.builtins.formatting import held, shown
from backpass.engine.interpreter.builtins.iteration import builtin, each
from backpass.engine.interpreter.errors import binding_errors, call_errors, element_errors
from backpass.engine.interpreter.object_protocol import is_dictionary, setter_of, tried
from backpass.engine.interpreter.values import (
    Arguments,
    Builtin,
    Class,
    Instance,
    Item,
    LibraryModule,
    Method,
    Missing,
    PassedOver,
    Set,
    Super,
    Then,
    UserFunction,
    kind_of,
    whole_number,
)
from backpass.engine.language.syntax_tree import Attribute
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import ProblemError

OBJECTS: dict[str, Builtin] = {}
"""Functions by name."""


@builtin(OBJECTS, "print")
def _print(machine: Any, arguments: Arguments) -> Item | Then:
    file = arguments.keywords.get("file")
    if file is not None and not isinstance(file, PassedOver):
        raise ProblemError(binding_errors.of_python("print", "file", frozenset({"sep", "end", "flush"}), arguments.part))
    if isinstance(file, PassedOver) and not file.name.startswith("sys."):
        return None  # into a file, which is ignored
    machine.names.looked_at(arguments.values, arguments.span)
    separator = arguments.keywords.get("sep", " ")
    end = arguments.keywords.get("end", "\n")

    def write(texts: list[Item]) -> None:
        between = separator if isinstance(separator, str) else " "
        machine.evaluator.hold(len(between) * len(texts))
        text = between.join(map(str, texts))
        machine.names.print_(text, end if isinstance(end, str) else "\n", arguments.span)

    # What is only printed decides nothing, so no hook counts as having looked at it.
    texts = [machine.hooks.shown(item) if isinstance(item, Tensor) else item for item in arguments.values]
    return each(OBJECTS["str"], [(item,) for item in texts], arguments, write)


def _written(machine: Any, arguments: Arguments, *, quoted: bool) -> Item | Then:
    """A value as a text; an object of the program's classes by its own method for that."""
    (item,) = arguments.values
    for name in ("__repr__", "__str__") if quoted else ("__str__", "__repr__"):
        if isinstance(item, Instance) and isinstance(found := item.kind.find(name), UserFunction):
            return Then(Method(found, item), Arguments([], {}, arguments.part), lambda value: value)
    return held(machine, shown(machine, item, quoted=quoted))


@builtin(OBJECTS, "str", most=1)
def _str(machine: Any, arguments: Arguments) -> Item | Then:
    return _written(machine, arguments, quoted=False) if arguments.values else ""


@builtin(OBJECTS, "repr", least=1, most=1)
def _repr(machine: Any, arguments: Arguments) -> Item | Then:
    return _written(machine, arguments, quoted=True)


@builtin(OBJECTS, "ord", least=1, most=1)
def _ord(_: Any, arguments: Arguments) -> Item:
    """The number of a character. Raises ProblemError for anything but a text of one."""
    (item,) = arguments.values
    if not isinstance(item, str) or len(item) != 1:
        raise ProblemError(element_errors.not_a_key(item, arguments.part))
    return ord(item)


@builtin(OBJECTS, "chr", least=1, most=1)
def _chr(machine: Any, arguments: Arguments) -> Item:
    """The character of a number. Raises ProblemError where there is none."""
    number = whole_number(machine.number(arguments.values[0]), "This", arguments.part)
    if not 0 <= number < _SURROGATES:
        raise ProblemError(element_errors.no_character(number, _SURROGATES - 1, arguments.part))
    return chr(number)


_SURROGATES = 0xD800
"""Below it every number is that of a character."""


@builtin(OBJECTS, "isinstance", least=2, most=2)
def _isinstance(machine: Any, arguments: Arguments) -> Item:
    item, kinds = arguments.values
    item = _as_number(machine, item)
    return any(_is_a(machine, item, kind) for kind in (kinds if isinstance(kinds, tuple) else (kinds,)))


@builtin(OBJECTS, "issubclass", least=2, most=2)
def _issubclass(_: Any, arguments: Arguments) -> Item:
    kind, wanted = arguments.values
    return isinstance(kind, Class) and any(each in kind.line() for each in (wanted if isinstance(wanted, tuple) else (wanted,)))


def _as_number(machine: Any, item: Item) -> Item:
    """An input that is one number and no library's is a number of Python's to the program."""
    if not isinstance(item, Tensor) or item.shape or machine.aliases.library_of(item):
        return item
    if item.operation is None and machine.names.is_integer_literal(item):
        return int(item.item())
    return machine.kinds.in_type(item, item.raw).item()  # type: ignore[no-any-return]


_PYTHON_KINDS: dict[str, Any] = {
    "bool": bool,
    "int": int,
    "float": float,
    "list": list,
    "tuple": tuple,
    "str": str,
    "dict": dict,
    "set": Set,
    "frozenset": Set,
    "range": range,
    "slice": slice,
    "Value": Tensor,
    "Tensor": Tensor,
}
_OF_LIBRARY = {"ndarray": ("numpy", "autograd", "jax"), "Array": ("jax",)}
"""Classes of arrays by the libraries whose arrays are of them."""
_CLASS_OF = {"torch": "Tensor", "numpy": "ndarray", "autograd": "ndarray", "jax": "Array", "tensorflow": "Tensor"}
"""What the class of an array is called, by library."""


def _is_a(machine: Any, item: Item, kind: Item) -> bool:
    if isinstance(kind, Class):
        if kind is machine.object_class:
            return True
        return isinstance(item, Instance) and kind in item.kind.line()
    if isinstance(kind, Builtin) and kind.name in _OF_LIBRARY:
        return isinstance(item, Tensor) and machine.aliases.library_of(item) in _OF_LIBRARY[kind.name]
    if isinstance(kind, Builtin) and kind.name == "dict" and is_dictionary(machine, item):
        return True
    return isinstance(kind, Builtin) and kind.name in _PYTHON_KINDS and isinstance(item, _PYTHON_KINDS[kind.name])


@builtin(OBJECTS, "super")
def _super(machine: Any, arguments: Arguments) -> Item:
    frame = machine.frames[-1]
    first = next(iter(frame.scope.names.values()), None)
    if frame.owner is None or not isinstance(first, Instance):
        raise ProblemError(call_errors.super_outside(arguments.part))
    return Super(first, frame.owner)


@builtin(OBJECTS, "type", least=1, most=1)
def _type(machine: Any, arguments: Arguments) -> Item:
    (item,) = arguments.values
    if isinstance(item, Instance):
        return item.kind
    item = _as_number(machine, item)
    if isinstance(item, Tensor) and (library := machine.aliases.library_of(item)) in _CLASS_OF:
        return Builtin(_CLASS_OF[library], lambda *_: None)
    name = next((name for name, kind in _PYTHON_KINDS.items() if isinstance(item, kind)), "object")
    found = machine.ready(name)  # the same thing that the program calls so: `type(x) is float`
    return found if isinstance(found, Builtin) and found.name == name else Builtin(name, lambda *_: None)


@builtin(OBJECTS, "id", least=1, most=1)
def _id(machine: Any, arguments: Arguments) -> Item:
    """A whole number that no other value of the run has."""
    return machine.number_of(arguments.values[0])  # type: ignore[no-any-return]


@builtin(OBJECTS, "callable", least=1, most=1)
def _callable(_: Any, arguments: Arguments) -> Item:
    (item,) = arguments.values
    called = isinstance(item, Instance) and isinstance(item.kind.find("__call__"), UserFunction)
    return called or isinstance(item, UserFunction | Builtin | Method | Class)


@builtin(OBJECTS, "vars", least=1, most=1)
def _vars(machine: Any, arguments: Arguments) -> Item:
    (item,) = arguments.values
    if not isinstance(item, Instance):
        raise ProblemError(element_errors.no_members(kind_of(item), arguments.part))
    return dict(item.members)


@builtin(OBJECTS, "getattr", least=2, most=3)
def _getattr(machine: Any, arguments: Arguments) -> Item:
    owner, name, *default = arguments.values
    if not isinstance(name, str):
        raise ProblemError(element_errors.not_a_key(name, arguments.part))
    if default and isinstance(owner, Instance) and isinstance(owner.kind.find("__getattr__"), UserFunction):
        found = tried(machine, lambda: machine.member(owner, name, arguments.part))
        return default[0] if isinstance(found, Missing) else found
    if default and isinstance(owner, Instance) and name not in owner.members and isinstance(owner.kind.find(name), Missing):
        return default[0]
    return machine.member(owner, name, arguments.part)  # type: ignore[no-any-return]


@builtin(OBJECTS, "setattr", least=3, most=3)
def _setattr(machine: Any, arguments: Arguments) -> Item:
    """`setattr(item, "name", value)` of an object of a class; of anything else the assignment is written out."""
    owner, name, value = arguments.values
    if not isinstance(name, str):
        raise ProblemError(element_errors.not_a_key(name, arguments.part))
    if not isinstance(owner, Instance | Class):
        raise ProblemError(element_errors.attribute_set(name, arguments.span))
    machine.evaluator.hold(1)
    if setter := setter_of(owner):
        machine.apart(setter, Arguments([name, value], {}, arguments.part))
        return None
    owner.members[name] = value
    return None


@builtin(OBJECTS, "hasattr", least=2, most=2)
def _hasattr(machine: Any, arguments: Arguments) -> Item:
    owner, name = arguments.values
    if not isinstance(name, str):
        raise ProblemError(element_errors.not_a_key(name, arguments.part))
    if isinstance(owner, Instance) and isinstance(owner.kind.find("__getattr__"), UserFunction):
        return not isinstance(tried(machine, lambda: machine.member(owner, name, arguments.part)), Missing)
    if isinstance(owner, Tensor):
        return _has(machine, owner, name, arguments)
    if isinstance(owner, LibraryModule | Class | list | str | dict | Set):
        return not isinstance(tried(machine, lambda: machine.member(owner, name, arguments.part)), Missing)
    return isinstance(owner, Instance) and (name in owner.members or not isinstance(owner.kind.find(name), Missing))


def _has(machine: Any, owner: Tensor, name: str, arguments: Arguments) -> bool:
    """Whether a tensor has an attribute or a method of a name."""
    part = Attribute(name, arguments.span, arguments.span)
    try:
        machine.names.attribute(machine.aliases.current(owner), part)
    except ProblemError:
        return name in OPERATIONS.spellings or machine.has_method(owner, name)
    return True


def _binder(name: str, bound: str) -> None:
    def body(machine: Any, arguments: Arguments) -> Item:
        (function,) = arguments.values
        if isinstance(function, UserFunction):
            function.bound = bound
        return function

    builtin(OBJECTS, name, least=1, most=1)(body)


for _name, _bound in (("property", "property"), ("staticmethod", "nothing"), ("classmethod", "class")):
    _binder(_name, _bound)
