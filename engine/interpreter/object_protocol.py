"""What the classes of a program decide of the members of their objects: `__getattr__`, `__setattr__`, `__dict__`, `__doc__`."""

from collections.abc import Callable
from typing import Any

from backpass.engine.interpreter import bytecode
from backpass.engine.interpreter.bytecode import CodeObject
from backpass.engine.interpreter.errors import call_errors, element_errors
from backpass.engine.interpreter.libraries.registry import OURS, offer
from backpass.engine.interpreter.libraries.written_as_programs.torch_and_micrograd_classes import PYTHON_BASES
from backpass.engine.interpreter.values import (
    MISSING,
    Arguments,
    Builtin,
    Class,
    Instance,
    Item,
    Method,
    Missing,
    Super,
    UserFunction,
)
from backpass.engine.language import syntax_tree
from backpass.engine.language.parsing.strings import unquoted
from backpass.engine.problems import ProblemError, Span

_OF_PYTHON = frozenset({"dict", "list", "tuple", "set", "frozenset", "str", "int", "float", "bool", "type"})
"""Classes of Python of which objects are no dictionaries of members."""

_NOT_CALLED = (
    "__new__",
    "__getattribute__",
    "__init_subclass__",
    "__class_getitem__",
    "__set_name__",
    "__get__",
    "__set__",
    "__missing__",
)
"""Methods that change what Python does with a class or an object, and that nothing here calls."""


def check_methods(kind: Class, part: Any) -> None:
    """Raises ProblemError (unsupported) for a class that defines a method which would have to be called and is not."""
    for name in _NOT_CALLED:
        if name in kind.members:
            raise ProblemError(call_errors.method_not_called(kind.name, name, part))


def object_class() -> Class:
    """Python's `object`, of which all classes are; one in each run."""
    made = Class("object", (), {})
    made.members["__setattr__"] = Builtin("__setattr__", _set_plainly)
    return made


def _set_plainly(machine: Any, arguments: Arguments) -> Item:
    """`object.__setattr__(item, "name", value)`: sets a member whatever the class says. Raises ProblemError."""
    if len(arguments.values) != 3:
        raise ProblemError(call_errors.builtin_arguments("__setattr__", 3, 3, len(arguments.values), arguments.part))
    owner, name, value = arguments.values
    if not isinstance(owner, Instance) or not isinstance(name, str):
        raise ProblemError(element_errors.attribute_set(str(name), arguments.span))
    machine.evaluator.hold(1)
    owner.members[name] = value
    return None


def set_from(owner: Super) -> Builtin:
    """`super().__setattr__` of a class that extends no other with such a method."""

    def call(machine: Any, arguments: Arguments) -> Item:
        return _set_plainly(machine, Arguments([owner.instance, *arguments.values], arguments.keywords, arguments.part))

    return Builtin("__setattr__", call)


def setter_of(owner: Item) -> Method | None:
    """The `__setattr__` of a class of the program's, which is called wherever a member of an object gets a value."""
    found = owner.kind.find("__setattr__") if isinstance(owner, Instance) else MISSING
    return Method(found, owner) if isinstance(found, UserFunction) else None


def remover_of(owner: Item) -> Method | None:
    """The `__delattr__` of a class of the program's, which is called wherever a member of an object is deleted."""
    found = owner.kind.find("__delattr__") if isinstance(owner, Instance) else MISSING
    return Method(found, owner) if isinstance(found, UserFunction) else None


def set_by_class(machine: Any, owner: Item, name: str, value: Item, span: Span) -> bool:
    """Sets a member as the class of an object wants it, or all of them; returns whether it was more than a plain member."""
    if isinstance(owner, Instance) and name == "__dict__":
        _replace_members(owner, value, span)
    elif setter := setter_of(owner):
        machine.apart(setter, Arguments([name, value], {}, syntax_tree.Literal(None, span)))
    else:
        return False
    return True


def got(machine: Any, owner: Item, name: str, part: Any) -> "Item | Missing":
    """What the `__getattr__` of a class of the program's gives for a member that there is not; MISSING without such a method."""
    found = owner.kind.find("__getattr__") if isinstance(owner, Instance) and not name.startswith("__") else MISSING
    if not isinstance(found, UserFunction):
        return MISSING
    return machine.apart(Method(found, owner), Arguments([name], {}, part))  # type: ignore[no-any-return]


def tried(machine: Any, look: Callable[[], "Item | Missing"]) -> "Item | Missing":
    """What is found, or MISSING where an AttributeError is raised, as `hasattr` and `getattr` with a default take it."""
    machine.evaluator.protected += 1
    try:
        return look()
    except ProblemError as error:
        raised = machine.exception_for(error)
        if raised is None or machine.exceptions["AttributeError"] not in raised.kind.line():
            raise
        return MISSING
    finally:
        machine.evaluator.protected -= 1


def members_of(owner: Instance) -> "Item | Missing":
    """`item.__dict__`; MISSING for objects of libraries, which hold theirs otherwise."""
    foreign = any(isinstance(each, UserFunction) and each.foreign for kind in owner.kind.line() for each in kind.members.values())
    return MISSING if foreign else owner.members


@offer((OURS,), "held_by", least=1, most=1)
def _held_by(_: Any, arguments: Arguments) -> Item:
    """The dictionary that an object is whose class extends `dict`."""
    (owner,) = arguments.values
    assert isinstance(owner, Instance)
    if owner.held is None:
        owner.held = {}
    return owner.held


def base_of(machine: Any, base: Item, part: Any) -> Item:
    """What a class extends that is written after one of Python's. Raises ProblemError for those that cannot be extended here."""
    if not isinstance(base, Builtin) or base.name not in _OF_PYTHON:
        return base
    if base.name != "dict":
        raise ProblemError(call_errors.base_of_python(base.name, part))
    return machine.load(PYTHON_BASES)["dict_base"]  # type: ignore[no-any-return]


def method_of_dictionaries(machine: Any, owner: Item, name: str) -> "Item | Missing":
    """`dict.get` as the member of a class that extends `dict`: `__getattr__ = dict.get`."""
    if not isinstance(owner, Builtin) or owner.name != "dict":
        return MISSING
    return machine.load(PYTHON_BASES)["dict_base"].find(name)  # type: ignore[no-any-return]


def is_dictionary(machine: Any, item: Item) -> bool:
    """Whether the class of an object extends `dict`."""
    base = machine.loaded(PYTHON_BASES).get("dict_base")
    return isinstance(item, Instance) and base in item.kind.line()


def _replace_members(owner: Instance, value: Item, span: Span) -> None:
    """`self.__dict__ = …`: another dictionary of the members, or the one that the object is. Raises ProblemError."""
    found = value.held if isinstance(value, Instance) else value
    if not isinstance(found, dict) or not all(isinstance(each, str) for each in found):
        raise ProblemError(element_errors.attribute_set("__dict__", span))
    owner.members = found


def documentation(code: CodeObject) -> str | None:
    """The text with which a body begins."""
    first, second = [*code.instructions[:2], None, None][:2]
    if isinstance(first, syntax_tree.StringLiteral) and isinstance(second, bytecode.Discard):
        return unquoted(first.value)
    return None
