"""`dataclasses`, and `typing.NamedTuple` as a base: the constructor that Python would write is written in the language itself."""

from functools import lru_cache
from typing import Any

from backpass.engine.interpreter.bytecode import CodeObject
from backpass.engine.interpreter.compiler import Compiler
from backpass.engine.interpreter.errors import call_errors
from backpass.engine.interpreter.libraries.containers import rows
from backpass.engine.interpreter.libraries.registry import offer
from backpass.engine.interpreter.values import MISSING, Arguments, Builtin, Class, Instance, Item, Missing, UserFunction
from backpass.engine.language import parse
from backpass.engine.problems import ProblemError

_OPTIONS = frozenset({"init", "repr", "eq", "order", "unsafe_hash", "frozen", "match_args", "kw_only", "slots", "weakref_slot"})
_FIELD_OPTIONS = frozenset({"default", "default_factory", "repr", "hash", "init", "compare", "metadata", "kw_only"})
_FIELD = Class("Field", (), {})
"""What `field(…)` gives until the class is made."""


@offer(("dataclasses",), "dataclass", most=1)
def _dataclass(machine: Any, arguments: Arguments) -> Item:
    """`@dataclass`, with or without options. Raises ProblemError for options that would change the constructor."""
    options = arguments.keywords
    for name, value in options.items():
        if name not in _OPTIONS or (name in ("order", "kw_only") and value) or (name == "init" and not value):
            raise ProblemError(call_errors.unknown_keyword("dataclass", name, arguments.part))
    shown, compared = bool(options.get("repr", True)), bool(options.get("eq", True))
    if arguments.values:
        return _with_constructor(machine, arguments.values[0], arguments, shown=shown, compared=compared)

    def decorate(machine: Any, arguments: Arguments) -> Item:
        return _with_constructor(machine, arguments.values[0], arguments, shown=shown, compared=compared)

    return Builtin("dataclass", decorate)


@offer(("dataclasses",), "field", most=0)
def _field(_: Any, arguments: Arguments) -> Item:
    """`field(default=…)` or `field(default_factory=…)`. Raises ProblemError for what would change the constructor."""
    options = arguments.keywords
    for name, value in options.items():
        plain = name in ("default", "default_factory", "metadata", "hash") or bool(value)
        if name not in _FIELD_OPTIONS or name == "kw_only" or not plain:
            raise ProblemError(call_errors.unknown_keyword("field", name, arguments.part))
    return Instance(_FIELD, dict(options))


@offer(("dataclasses",), "asdict", least=1, most=1)
def _asdict(_: Any, arguments: Arguments) -> Item:
    made = _instance(arguments)
    return {name: made.members[name] for name in made.kind.compared}


@offer(("dataclasses",), "astuple", least=1, most=1)
def _astuple(_: Any, arguments: Arguments) -> Item:
    made = _instance(arguments)
    return tuple(made.members[name] for name in made.kind.compared)


@offer(("typing",), "NamedTuple")
def _named_tuple(machine: Any, arguments: Arguments) -> Item:
    """As the base of a class: its fields, in order. Raises ProblemError for a class with methods, and for a call."""
    kind = arguments.values[0] if len(arguments.values) == 1 else None
    if not isinstance(kind, Class):
        raise ProblemError(call_errors.no_data_class("NamedTuple", arguments.part))
    if any(isinstance(each, UserFunction) for each in kind.members.values()):
        raise ProblemError(call_errors.rows_with_methods(kind.name, arguments.part))
    return rows(kind.name, kind.fields, {name: kind.members[name] for name in kind.fields if name in kind.members})


def _instance(arguments: Arguments) -> Instance:
    item = arguments.values[0]
    if not isinstance(item, Instance) or not item.kind.compared:
        raise ProblemError(call_errors.no_data_class("asdict", arguments.part))
    return item


def _with_constructor(machine: Any, kind: Item, arguments: Arguments, *, shown: bool, compared: bool) -> Item:
    """A class with the methods of a data class, but for those that it defines itself."""
    if not isinstance(kind, Class):
        raise ProblemError(call_errors.no_data_class("dataclass", arguments.part))
    fields: dict[str, Item | Missing] = {}
    for each in reversed(kind.line()):
        fields |= {name: each.members.get(name, MISSING) for name in each.fields}
    given: dict[str, Item] = {}
    signature: list[tuple[str, str]] = []
    for name, item in fields.items():
        if isinstance(item, Instance) and item.kind is _FIELD:
            way = next((each for each in ("default", "default_factory") if each in item.members), "")
            kind.members.pop(name, None)
            if way:
                given[f"_{way}_{name}"] = item.members[way]
            if way == "default":
                kind.members[name] = item.members[way]
        elif isinstance(item, Missing):
            way = ""
            if given:
                raise ProblemError(call_errors.field_without_default(name, arguments.part))
        else:
            way = "default"
            given[f"_default_{name}"] = item
        signature.append((name, way))
    post = kind.find("__post_init__") is not MISSING
    methods = machine.define(_code(kind.name, tuple(signature), post=post), given)
    for name in ("__init__", *(["__repr__"] if shown else [])):
        if name not in kind.members:
            method: Any = methods[name]
            method.owner = kind
            kind.members[name] = method
    if compared and "__eq__" not in kind.members:
        kind.compared = tuple(fields)
    return kind


@lru_cache(maxsize=256)
def _code(kind: str, signature: tuple[tuple[str, str], ...], *, post: bool) -> CodeObject:
    """The constructor for fields, each with its default or what makes it, and how an object is shown."""
    parameters = ["self"]
    lines = []
    for name, way in signature:
        parameters.append({"": name, "default": f"{name}=_default_{name}", "default_factory": f"{name}=_made"}[way])
        made = f"_default_factory_{name}() if {name} is _made else {name}" if way == "default_factory" else name
        lines.append(f"    self.{name} = {made}\n")
    lines.append("    self.__post_init__()\n" if post else "    pass\n")
    shown = ", ".join(f"{name}={{self.{name}!r}}" for name, _ in signature)
    text = (
        f"_made = [0]\ndef __init__({', '.join(parameters)}):\n{''.join(lines)}"
        f"def __repr__(self):\n    return f'{kind}({shown})'\n"
    )
    return Compiler(text, structured=True, placed=False).body(parse(text).statements)
