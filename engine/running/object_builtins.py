"""What Python has ready for objects and texts: `print`, `str`, `isinstance`, `super` and their like."""

from typing import Any

from engine.problems import ProblemError
from engine.running import call_refusals, element_refusals
from engine.running.builtins import builtin, each
from engine.running.text import held, shown
from engine.running.values import Arguments, Builtin, Class, Function, Instance, Item, Method, Super, Then, kind_of
from engine.tensor import Tensor

OBJECTS: dict[str, Builtin] = {}
"""Functions by name."""


@builtin(OBJECTS, "print")
def _print(machine: Any, arguments: Arguments) -> Item | Then:
    machine.names.looked_at(arguments.values)
    separator = arguments.keywords.get("sep", " ")
    end = arguments.keywords.get("end", "\n")

    def write(texts: list[Item]) -> None:
        between = separator if isinstance(separator, str) else " "
        machine.evaluator.hold(len(between) * len(texts))
        text = between.join(map(str, texts))
        machine.names.print_(text, end if isinstance(end, str) else "\n", arguments.span)

    return each(OBJECTS["str"], [(item,) for item in arguments.values], arguments, write)


def _written(machine: Any, arguments: Arguments, *, quoted: bool) -> Item | Then:
    """A value as a text; an object of the program's classes by its own method for that."""
    (item,) = arguments.values
    for name in ("__repr__", "__str__") if quoted else ("__str__", "__repr__"):
        if isinstance(item, Instance) and isinstance(found := item.kind.find(name), Function):
            return Then(Method(found, item), Arguments([], {}, arguments.part), lambda value: value)
    return held(machine, shown(machine, item, quoted=quoted))


@builtin(OBJECTS, "str", most=1)
def _str(machine: Any, arguments: Arguments) -> Item | Then:
    return _written(machine, arguments, quoted=False) if arguments.values else ""


@builtin(OBJECTS, "repr", least=1, most=1)
def _repr(machine: Any, arguments: Arguments) -> Item | Then:
    return _written(machine, arguments, quoted=True)


@builtin(OBJECTS, "isinstance", least=2, most=2)
def _isinstance(machine: Any, arguments: Arguments) -> Item:
    item, kinds = arguments.values
    return any(_is_a(item, kind) for kind in (kinds if isinstance(kinds, tuple) else (kinds,)))


_PYTHON_KINDS: dict[str, Any] = {
    "int": int,
    "float": int | float,
    "list": list,
    "tuple": tuple,
    "str": str,
    "dict": dict,
    "bool": bool,
    "Value": Tensor,
    "Tensor": Tensor,
}


def _is_a(item: Item, kind: Item) -> bool:
    if isinstance(kind, Class):
        return isinstance(item, Instance) and kind in item.kind.line()
    return isinstance(kind, Builtin) and kind.name in _PYTHON_KINDS and isinstance(item, _PYTHON_KINDS[kind.name])


@builtin(OBJECTS, "super")
def _super(machine: Any, arguments: Arguments) -> Item:
    frame = machine.frames[-1]
    first = next(iter(frame.scope.names.values()), None)
    if frame.owner is None or not isinstance(first, Instance):
        raise ProblemError(call_refusals.super_outside(arguments.part))
    return Super(first, frame.owner)


@builtin(OBJECTS, "type", least=1, most=1)
def _type(machine: Any, arguments: Arguments) -> Item:
    (item,) = arguments.values
    if isinstance(item, Instance):
        return item.kind
    return Builtin(next((name for name, kind in _PYTHON_KINDS.items() if isinstance(item, kind)), "object"), lambda *_: None)


@builtin(OBJECTS, "vars", least=1, most=1)
def _vars(machine: Any, arguments: Arguments) -> Item:
    (item,) = arguments.values
    if not isinstance(item, Instance):
        raise ProblemError(element_refusals.no_members(kind_of(item), arguments.part))
    return dict(item.members)


@builtin(OBJECTS, "getattr", least=2, most=3)
def _getattr(machine: Any, arguments: Arguments) -> Item:
    owner, name, *default = arguments.values
    if not isinstance(name, str):
        raise ProblemError(element_refusals.not_a_key(name, arguments.part))
    if default and isinstance(owner, Instance) and name not in owner.members and not isinstance(owner.kind.find(name), Function):
        return default[0]
    return machine.member(owner, name, arguments.part)  # type: ignore[no-any-return]


@builtin(OBJECTS, "hasattr", least=2, most=2)
def _hasattr(machine: Any, arguments: Arguments) -> Item:
    owner, name = arguments.values
    return isinstance(owner, Instance) and (name in owner.members or isinstance(owner.kind.find(str(name)), Function))


def _binder(name: str, bound: str) -> None:
    def body(machine: Any, arguments: Arguments) -> Item:
        (function,) = arguments.values
        if isinstance(function, Function):
            function.bound = bound
        return function

    builtin(OBJECTS, name, least=1, most=1)(body)


for _name, _bound in (("property", "property"), ("staticmethod", "nothing"), ("classmethod", "class")):
    _binder(_name, _bound)
