"""`enum.Enum` as the base of a class: the numbers and texts of its body become members with a name and a value."""

from functools import lru_cache
from typing import Any

from backpass.engine.interpreter.bytecode import CodeObject
from backpass.engine.interpreter.compiler import Compiler
from backpass.engine.interpreter.errors import call_errors, element_errors, program_errors
from backpass.engine.interpreter.libraries.registry import offer
from backpass.engine.interpreter.values import MISSING, Arguments, Builtin, Class, ClassMethod, Instance, Item, UserFunction
from backpass.engine.language import parse
from backpass.engine.problems import ProblemError

_AUTOMATIC = Class("auto", (), {})
"""What `auto()` gives until the class is made."""


@offer(("enum",), "auto", most=0)
def _auto(_: Any, arguments: Arguments) -> Item:
    return Instance(_AUTOMATIC)


@offer(("enum",), "unique", least=1, most=1)
def _unique(_: Any, arguments: Arguments) -> Item:
    """`@unique`. Raises ProblemError where two members have one value."""
    (kind,) = arguments.values
    if not isinstance(kind, Class) or len({id(each) for each in kind.listed.values()}) < len(kind.listed):
        raise ProblemError(call_errors.no_enumeration("unique", arguments.part))
    return kind


@offer(("enum",), "Enum")
def _enumeration(machine: Any, arguments: Arguments) -> Item:
    """As the base of a class. Raises ProblemError for a call, and for members that are neither numbers nor texts."""
    kind = arguments.values[0] if len(arguments.values) == 1 else None
    if not isinstance(kind, Class):
        raise ProblemError(call_errors.no_enumeration("Enum", arguments.part))
    last: Any = 0
    for name, written in [*kind.members.items()]:
        if isinstance(written, UserFunction | Builtin | ClassMethod | Class) or name.startswith("_"):
            continue
        is_automatic = isinstance(written, Instance) and written.kind is _AUTOMATIC
        value = (last + 1 if isinstance(last, int) else written) if is_automatic else machine.number(written)
        if not isinstance(value, int | float | str | tuple | None):
            raise ProblemError(call_errors.no_enumeration("Enum", arguments.part))
        last = value
        same = next((each for each in kind.listed.values() if each.members["value"] == value), None)
        kind.listed[name] = same or Instance(kind, {"name": name, "value": value, "_name_": name, "_value_": value})
        del kind.members[name]
    for name, method in machine.define(_code(kind.name), {}).items():
        if name not in kind.members:
            method.owner = kind
            kind.members[name] = method
    return kind


def items_of(kind: Class) -> list[Item]:
    """What a loop over an enumeration goes through: its members, without other names of the same ones."""
    return [each for name, each in kind.listed.items() if each.members["name"] == name]


def called(machine: Any, kind: Class, arguments: Arguments) -> Item:
    """`Colour(2)`: the member with a value. Raises ProblemError, in Python a ValueError, where there is none."""
    value = machine.number(arguments.values[0]) if len(arguments.values) == 1 and not arguments.keywords else MISSING
    for each in kind.listed.values():
        if value is each or each.members["value"] == value:
            return each
    if machine.evaluator.protected:
        text = f"{value!r} is not a valid {kind.name}"
        raise ProblemError(program_errors.python_raises("ValueError", text, arguments.span))
    raise ProblemError(element_errors.no_member(kind, str(value), arguments.part))


def element(kind: Class, name: Item, part: Any) -> Item:
    """`Colour["RED"]`. Raises ProblemError where there is none of that name."""
    if not isinstance(name, str) or name not in kind.listed:
        raise ProblemError(element_errors.no_such_key(name, {**kind.listed}, part))
    return kind.listed[name]


@lru_cache(maxsize=256)
def _code(kind: str) -> CodeObject:
    """How a member is shown."""
    text = (
        f"def __repr__(self):\n    return f'<{kind}.{{self.name}}: {{self.value!r}}>'\n"
        f"def __str__(self):\n    return f'{kind}.{{self.name}}'\n"
    )
    return Compiler(text, structured=True, placed=False).body(parse(text).statements)
