"""`dataclasses.dataclass`: the methods that it writes, written here and interpreted like the rest of the program."""

import ast
from typing import Any

from backpass.engine.plain_python.syntax.scopes import FunctionScope
from backpass.engine.plain_python.values import MISSING, Env, Native, UserClass


class Field:
    """`field(default=…, default_factory=…)`."""

    __slots__ = ("default", "factory", "in_init", "shown")

    def __init__(self, default: Any, factory: Any, *, in_init: bool, shown: bool) -> None:
        self.default = default
        self.factory = factory
        self.in_init = in_init
        self.shown = shown


def field(*, default: Any = MISSING, default_factory: Any = MISSING, init: bool = True, repr: bool = True, **_: Any) -> Field:  # noqa: A002
    """`dataclasses.field`."""
    return Field(default, default_factory, in_init=init, shown=repr)


def data_class(machine: Any, kind: UserClass | None, options: dict[str, Any]) -> Any:
    """`@dataclass`, with or without options."""
    if kind is None:
        return Native("dataclass", lambda given: data_class(machine, given, options))
    fields = _fields(kind)
    methods = [_init_text(kind, fields)]
    if options.get("repr", True) and "__repr__" not in kind.members:
        shown = ", ".join(f"{name}={{self.{name}!r}}" for name, each in fields.items() if each.shown)
        methods.append(f"def __repr__(self):\n    return f'{kind.name}({shown})'\n")
    if options.get("eq", True) and "__eq__" not in kind.members:
        both = "".join(f"self.{name}, " for name in fields), "".join(f"other.{name}, " for name in fields)
        methods.append(
            f"def __eq__(self, other):\n    return ({both[0]}) == ({both[1]}) if type(self) is type(other) else NotImplemented\n"
        )
        if not options.get("frozen") and "__hash__" not in kind.members:
            machine.set_class_member(kind, "__hash__", None)
    names: dict[str, Any] = {f"_default_{name}": each.default for name, each in fields.items()}
    names |= {f"_make_{name}": each.factory for name, each in fields.items()}
    written = [each for each in methods if each.partition("(")[0].removeprefix("def ") not in kind.members]
    tree = ast.parse("".join(written))
    made = [each.name for each in tree.body if isinstance(each, ast.FunctionDef)]
    env = Env(names, None)
    machine.statements.block(tree.body, FunctionScope(None, [*names, *made]))(env)
    for name in made:
        machine.set_class_member(kind, name, env.names[name])
    for name, given in fields.items():
        if isinstance(kind.members.get(name), Field):
            del kind.members[name]
            if given.default is not MISSING:
                kind.members[name] = given.default
    if (hook := kind.find("__post_init__")) is not MISSING and hook.owner is None:
        hook.owner = kind
    return kind


def _fields(kind: UserClass) -> dict[str, Field]:
    """What the class and those that it extends declare, in order."""
    fields: dict[str, Field] = {}
    for each in reversed(kind.line):
        if isinstance(each, UserClass):
            for name in each.members.get("__annotations__", {}):
                value = each.members.get(name, MISSING)
                fields[name] = value if isinstance(value, Field) else Field(value, MISSING, in_init=True, shown=True)
    return fields


def _init_text(kind: UserClass, fields: dict[str, Field]) -> str:
    parameters, lines = ["self"], []
    for name, each in fields.items():
        if each.factory is not MISSING:
            parameters += [f"{name}=None"] if each.in_init else []
            lines.append(f"self.{name} = _make_{name}()" + (f" if {name} is None else {name}" if each.in_init else ""))
        elif each.in_init:
            parameters.append(name if each.default is MISSING else f"{name}=_default_{name}")
            lines.append(f"self.{name} = {name}")
        elif each.default is not MISSING:
            lines.append(f"self.{name} = _default_{name}")
    if kind.find("__post_init__") is not MISSING:
        lines.append("self.__post_init__()")
    body = "".join(f"    {each}\n" for each in lines or ["pass"])
    return f"def __init__({', '.join(parameters)}):\n{body}"
