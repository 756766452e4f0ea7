"""What a program works with besides Python's own numbers, texts and lists: functions, classes and objects of its own.

Objects of the program are Python objects of a class without attributes, made for each class of the program. What the program
calls an attribute is an entry of `members`, so no library that is given such an object ever sees a name that the program chose.
"""

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from backpass.engine.plain_python.machine import Machine


class Missing:
    """Where there is no such member."""


MISSING = Missing()


class Env:
    """The names of one call of a function, and the call around it."""

    __slots__ = ("around", "function", "names", "result")

    def __init__(self, names: dict[str, Any], around: "Env | None", function: "Function | None" = None) -> None:
        self.names = names
        self.around = around
        self.result: Any = None
        self.function = function
        """The function whose call it is; None for comprehensions and classes."""


Evaluate = Callable[[Env], Any]
"""An expression that is laid out: its value, by the names of a call."""


class Parameters:
    """What a function takes."""

    __slots__ = ("names", "needed", "needs_only", "only", "positional", "rest", "rest_named")

    def __init__(self, arguments: ast.arguments) -> None:
        places = [*arguments.posonlyargs, *arguments.args]
        self.positional = [each.arg for each in places]
        self.only = [each.arg for each in arguments.kwonlyargs]
        self.rest = arguments.vararg.arg if arguments.vararg else None
        self.rest_named = arguments.kwarg.arg if arguments.kwarg else None
        self.needed = len(places) - len(arguments.defaults)
        self.needs_only = [
            each.arg for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if default is None
        ]
        self.names = frozenset([*self.positional, *self.only])


class Function:
    """A function that the program defines. Python may call it, as `sorted` does with its `key`."""

    __slots__ = ("around", "body", "defaults", "doc", "machine", "members", "name", "node", "owner", "parameters", "qualname")

    def __init__(  # noqa: PLR0917 - all of them are always given
        self,
        machine: "Machine",
        name: str,
        node: ast.AST,
        parameters: Parameters,
        defaults: dict[str, Any],
        body: Callable[[Env], Any],
        around: Env | None,
    ) -> None:
        self.machine = machine
        self.name = self.qualname = name
        self.node = node
        self.parameters = parameters
        self.defaults = defaults
        self.body = body
        self.around = around
        self.owner: UserClass | None = None
        self.doc: str | None = None
        self.members: dict[str, Any] = {}

    def __call__(self, *values: Any, **named: Any) -> Any:
        return self.machine.run_function(self, values, named)

    def __repr__(self) -> str:
        return f"<function {self.qualname}>"


class BoundMethod:
    """A function with the object or class that it was found on."""

    __slots__ = ("function", "receiver")

    def __init__(self, function: Function, receiver: Any) -> None:
        self.function = function
        self.receiver = receiver

    def __call__(self, *values: Any, **named: Any) -> Any:
        return self.function.machine.run_function(self.function, (self.receiver, *values), named)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BoundMethod) and self.function is other.function and self.receiver is other.receiver

    def __hash__(self) -> int:
        return hash((id(self.function), id(self.receiver)))

    def __repr__(self) -> str:
        return f"<bound method {self.function.qualname} of {self.receiver!r}>"


class Native:
    """A function of Python or of a library that programs may call."""

    __slots__ = ("call", "members", "name")

    def __init__(self, name: str, call: Callable[..., Any], **members: Any) -> None:
        self.name = name
        self.call = call
        self.members = members
        """Functions of its own, as `chain.from_iterable`."""

    def __call__(self, *values: Any, **named: Any) -> Any:
        return self.call(*values, **named)

    def __repr__(self) -> str:
        return f"<built-in function {self.name}>"


class Module:
    """An imported module: the names that programs may use of it."""

    __slots__ = ("members", "name")

    def __init__(self, name: str, members: dict[str, Any]) -> None:
        self.name = name
        self.members = members

    def __repr__(self) -> str:
        return f"<module '{self.name}'>"


class Ignored:
    """A module that draws or shows something, and whatever is made of it: every use gives the same and does nothing. What it
    would go through is not known, so that a loop over it is refused.
    """

    __slots__ = ("modules", "name")

    def __init__(self, name: str = "", modules: Any = None) -> None:
        self.name = name
        self.modules = modules
        """Those of the run, which know what of it computes all the same."""

    def child(self, name: str) -> Any:
        """`self.name`."""
        if self.modules is None:
            return self
        full = f"{self.name}.{name}"
        return self.modules.computing.get(full) or type(self)(full, self.modules)

    def __call__(self, *_: Any, **__: Any) -> Any:
        return self

    def __iter__(self) -> Any:
        if self.modules is None:
            raise TypeError(f"'{self.name or 'type'}' object is not iterable")
        return self.modules.refuse("own-passed-over-items", self.name)

    def __repr__(self) -> str:
        return f"<{self.name}>"

    def __getitem__(self, _: Any) -> "Ignored":
        return self

    def __or__(self, _: Any) -> "Ignored":
        return self

    __ror__ = __or__


class Absent(Ignored):
    """A module that is not here, or a name of one: it may be imported, and any use is refused."""

    __slots__ = ()

    def _refuse(self, *_: Any, **__: Any) -> Any:
        return self.modules.refuse_absent(self.name)

    child = __call__ = __iter__ = __getitem__ = __or__ = __ror__ = __contains__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __matmul__ = __pow__ = _refuse
    __lt__ = __le__ = __gt__ = __ge__ = __float__ = __int__ = __index__ = __bool__ = __repr__ = __format__ = _refuse


class Marked:
    """A function as a member of a class that is not bound as usual: `property`, `classmethod`, `staticmethod`."""

    __slots__ = ("deleter", "function", "kind", "setter")

    def __init__(self, kind: str, function: Any, setter: Any = None, deleter: Any = None) -> None:
        self.kind = kind
        self.function = function
        self.setter = setter
        self.deleter = deleter


class UserClass:
    """A class that the program defines. `real` is the Python class of its objects."""

    __slots__ = ("bases", "cache", "doc", "line", "machine", "members", "name", "real")

    real: type
    line: "list[UserClass | type]"
    bases: tuple[Any, ...]

    def __init__(self, machine: "Machine", name: str, members: dict[str, Any]) -> None:
        self.machine = machine
        self.name = name
        self.members = members
        self.doc: str | None = None
        self.cache: dict[Any, Any] = {}
        """What `find` has found, and under `("stores", name)` whether nothing but a slot takes part in `of.name = value`."""

    def find(self, name: str) -> Any:
        """A member of it or of what it extends; MISSING where there is none."""
        found = self.cache.get(name)
        if found is None:
            found = self.cache[name] = self.after(None, name)
        return found

    def after(self, kind: "UserClass | None", name: str) -> Any:
        """A member of what comes behind a class in the order of inheritance."""
        line = self.line if kind is None else self.line[self.line.index(kind) + 1 :]
        for each in line:
            if isinstance(each, UserClass) and name in each.members:
                return each.members[name]
        return MISSING

    def __call__(self, *values: Any, **named: Any) -> Any:
        return self.machine.construct(self, values, named)

    def __iter__(self) -> Any:
        """The members of an enumeration, each once."""
        members = self.find("__members__")
        if members is MISSING:
            raise TypeError("'type' object is not iterable")
        return iter(dict.fromkeys(members.values()))

    def __repr__(self) -> str:
        return f"<class '__main__.{self.name}'>"


class Instance:
    """An object of a class of the program; each class has a Python class of its own that extends this one."""

    __slots__ = ("__weakref__", "members")

    user_class: UserClass
    members: dict[str, Any]

    def __repr__(self) -> str:
        return f"<__main__.{self.user_class.name} object>"


class Attributes(dict[str, Any]):
    """The members of an object for which a program has asked as `of.__dict__`: what is written to it is stored in the object."""

    __slots__ = ("of",)
    of: Any

    def update_by(self, machine: "Machine", names: dict[str, Any]) -> None:
        """Stores all of them."""
        for name, value in names.items():
            machine.set_item(self, name, value)


class Raised(Exception):  # noqa: N818 - classes of the program extend it, under their own names
    """An exception of a class of the program, which also extends the one of Python's that the program names."""

    user_class: UserClass
    members: dict[str, Any]


class Within:
    """A call, a loop, or a repetition of a loop that is in progress."""

    __slots__ = ("around", "at", "kind", "of")

    def __init__(self, around: "Within | None", kind: str, of: Any, at: ast.AST | None) -> None:
        self.around = around
        self.kind = kind
        """`call`, `loop` or `iteration`."""
        self.of = of
        """The function, the name of the loop, or what is repeated for."""
        self.at = at


class Super:
    """`super()`: the members behind a class in the order of inheritance of an object's class."""

    __slots__ = ("after", "receiver")

    def __init__(self, receiver: Any, after: UserClass) -> None:
        self.receiver = receiver
        self.after = after


Object = (Instance, Raised)
"""The Python classes of objects of the program."""
