"""Classes of the program: how they are made, how their objects are, and which of Python's protocols reach their methods."""

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from backpass.engine.messages import say
from backpass.engine.plain_python.guards import Guards
from backpass.engine.plain_python.values import (
    MISSING,
    Absent,
    BoundMethod,
    Function,
    Ignored,
    Instance,
    Marked,
    Native,
    Raised,
    UserClass,
)
from backpass.engine.problems import Code, Problem, ProblemError

_ARITHMETIC = [
    "add",
    "sub",
    "mul",
    "truediv",
    "floordiv",
    "mod",
    "pow",
    "matmul",
    "and",
    "or",
    "xor",
    "lshift",
    "rshift",
    "divmod",
]
_OTHERS = [
    "neg",
    "pos",
    "abs",
    "invert",
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
    "hash",
    "bool",
    "len",
    "iter",
    "next",
    "getitem",
    "setitem",
    "delitem",
    "contains",
    "reversed",
    "call",
    "float",
    "int",
    "index",
    "complex",
    "round",
    "trunc",
    "floor",
    "ceil",
    "repr",
    "str",
    "format",
    "enter",
    "exit",
    "array",
    "missing",
]
PROTOCOLS = frozenset(
    f"__{name}__"
    for name in [*_OTHERS, *_ARITHMETIC, *(f"r{each}" for each in _ARITHMETIC), *(f"i{each}" for each in _ARITHMETIC)]
)
"""Methods that Python and NumPy may call on objects of the program. All others they cannot see."""


_REFUSED = ("__getattribute__", "__delattr__")


class Classes(Guards):
    """The part of the machine that makes classes and objects."""

    run_function: Callable[..., Any]

    def make_class(
        self, name: str, bases: list[Any], members: dict[str, Any], options: dict[str, Any], node: ast.AST
    ) -> UserClass:
        """A class of the program. Raises TypeError where its bases do not fit together, ProblemError for other bases."""
        self._check_class(members, options.pop("metaclass", None), node)
        made = UserClass(self, name, members)  # type: ignore[arg-type]
        real: list[type] = []
        for base in bases:
            if isinstance(base, UserClass):
                real.append(base.real)
            elif isinstance(base, type) and issubclass(base, Exception):
                real += [Raised, base]
            elif base is not object:
                self._check_base(base, node)
        seen = list(dict.fromkeys(real)) or [Instance]
        attributes: dict[str, Any] = {"user_class": made, "__hash__": None} if _hides_hash(members) else {"user_class": made}
        if all(issubclass(each, Instance) for each in seen):
            attributes["__slots__"] = ()
        made.real = type(name, tuple(seen), attributes)
        made.line = [vars(each).get("user_class", each) for each in made.real.__mro__ if not _is_ours(each)]
        made.bases = tuple(base for base in bases if not isinstance(base, Ignored)) or tuple(made.line[1:][-1:])
        self._own_members(made)
        if (hook := made.after(made, "__init_subclass__")) is not MISSING:
            self.call(BoundMethod(getattr(hook, "function", hook), made), [], options)
        return made

    def _own_members(self, made: UserClass) -> None:
        """Notes on the members of a new class whose they are."""
        for key, value in [*made.members.items()]:
            self._reach(made, key, value)
            if isinstance(value, Function) and value.owner is None:
                value.owner = made
                value.qualname = f"{made.name}.{value.name}"
            elif isinstance(value, Marked):
                for each in (value.function, value.setter, value.deleter):
                    if isinstance(each, Function) and each.owner is None:
                        each.owner = made
            elif isinstance(value, Instance) and value.user_class.find("__set_name__") is not MISSING:
                self.call(self.bound(value.user_class.find("__set_name__"), value), [made, key], {})

    def _check_class(self, members: dict[str, Any], meta: Any, node: ast.AST) -> None:
        """Refuses what changes what every member of an object is. Raises ProblemError (unsupported)."""
        name = "metaclass" if isinstance(meta, UserClass) else next((each for each in _REFUSED if each in members), None)
        if name is not None:
            message = say("python-not-read", name=name)
            raise ProblemError(Problem(Code.UNSUPPORTED, message, say("python-not-read.hint"), self.places.span(node)))

    def _check_base(self, base: Any, node: ast.AST) -> None:
        if isinstance(base, Absent):
            base()
        if not isinstance(base, Ignored):
            raise self.refusal(node)

    def _reach(self, made: UserClass, name: str, value: Any) -> None:
        """Lets Python's protocols reach a member."""
        if name == "__hash__" and value is None:
            made.real.__hash__ = None  # type: ignore[assignment, method-assign]
        elif name == "__array_priority__" and isinstance(value, int | float):
            made.real.__array_priority__ = float(value)  # type: ignore[attr-defined]
        elif name == "__array_ufunc__" and value is None:
            made.real.__array_ufunc__ = None  # type: ignore[attr-defined]
        elif name in PROTOCOLS and isinstance(value, Function | Marked | Native | BoundMethod | UserClass):
            setattr(made.real, name, self._protocol(name))

    def _protocol(self, name: str) -> Callable[..., Any]:
        def reached(own: Any, *values: Any, **named: Any) -> Any:
            found = own.user_class.find(name)
            if type(found) is Function:
                result = self.run_function(found, (own, *values), named)
            else:
                result = self.call(self.bound(found, own), values, named)
            return np.asarray(result) if name == "__array__" else result

        reached.__name__ = name
        return reached

    def set_class_member(self, kind: UserClass, name: str, value: Any) -> None:
        """`Class.name = value`."""
        kind.members[name] = value
        self.forget_members(kind)
        self._reach(kind, name, value)
        if isinstance(value, Function) and value.owner is None:
            value.owner = kind

    def forget_members(self, changed: UserClass) -> None:
        """Lets a class whose members have changed, and all that extend it, look their members up again."""
        waiting: list[Any] = [changed.real]
        for each in waiting:
            waiting += each.__subclasses__()
            if (kind := vars(each).get("user_class")) is not None:
                kind.cache.clear()

    def bound(self, found: Any, receiver: Any) -> Any:
        """A member of a class as it is found on an object."""
        if type(found) is Function:
            return BoundMethod(found, receiver)
        if type(found) is Marked:
            if found.kind == "staticmethod":
                return found.function
            if found.kind == "classmethod":
                kind = receiver if isinstance(receiver, UserClass) else receiver.user_class
                return BoundMethod(found.function, kind)
            if isinstance(receiver, UserClass):
                return found
            return self.call(found.function, [receiver], {})
        if isinstance(found, Instance) and (getter := found.user_class.find("__get__")) is not MISSING:
            of, kind = (None, receiver) if isinstance(receiver, UserClass) else (receiver, receiver.user_class)
            return self.call(BoundMethod(getter, found), [of, kind], {})
        return found

    def construct(self, kind: UserClass, values: Any, named: dict[str, Any]) -> Any:
        """`Class(…)`."""
        self.tick()
        self.hold(4)
        new = kind.find("__new__")
        if new is not MISSING:
            made = self.call(getattr(new, "function", new), [kind, *values], named)
            if not isinstance(made, kind.real):
                return made
        else:
            made = self.blank(kind, values)
        initial = kind.find("__init__")
        if type(initial) is Function:
            if self.run_function(initial, [made, *values], named) is not None:
                raise TypeError("__init__() should return None")
        elif initial is MISSING and new is MISSING and (values or named) and not isinstance(made, Raised):
            raise TypeError(f"{kind.name}() takes no arguments")
        return made

    def blank(self, kind: UserClass, values: Any = ()) -> Any:
        """An object before its `__init__`. Raises TypeError for an abstract class."""
        if missing := abstract_names(kind):
            several = "s" if len(missing) > 1 else ""
            raise TypeError(f"Can't instantiate abstract class {kind.name} with abstract method{several} {', '.join(missing)}")
        real = kind.real
        made: Any = real.__new__(real, *values) if issubclass(real, Raised) else object.__new__(real)
        made.members = {}
        return made


def _is_ours(kind: type) -> bool:
    """Whether it is a class of ours that objects of programs are made from, of which programs see nothing."""
    return "user_class" not in vars(kind) and kind.__module__.startswith("backpass.")


def _hides_hash(members: dict[str, Any]) -> bool:
    return "__eq__" in members and "__hash__" not in members


def abstract_names(kind: UserClass) -> list[str]:
    """The methods that an abstract class leaves to others, where it is one that may not be made."""
    if not any(isinstance(each, UserClass) and each.name == "ABC" for each in kind.line):
        return []
    names = {name for each in kind.line if isinstance(each, UserClass) for name in each.members}
    return sorted(name for name in names if _is_abstract(kind.find(name)))


def _is_abstract(member: Any) -> bool:
    function = member.function if isinstance(member, Marked) else member
    return isinstance(function, Function) and bool(function.members.get("__isabstractmethod__"))
