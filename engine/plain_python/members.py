"""Members and items of everything: objects and classes of the program, modules, and what may be used of Python's own types."""

from abc import abstractmethod
from types import GeneratorType
from typing import Any

import numpy as np

from backpass.engine.messages import say
from backpass.engine.plain_python.allow_list.native_members import ATTRIBUTES, guarded_method, methods_of, protocol
from backpass.engine.plain_python.classes import PROTOCOLS, Classes
from backpass.engine.plain_python.values import (
    MISSING,
    Attributes,
    BoundMethod,
    Env,
    Function,
    Ignored,
    Instance,
    Marked,
    Module,
    Native,
    Object,
    Super,
    UserClass,
)
from backpass.engine.problems import Code, Problem


class Members(Classes):
    """The part of the machine that reads and writes members and items."""

    @property
    @abstractmethod
    def object_class(self) -> UserClass:
        """The class of `object()`."""

    def member(self, of: Any, name: str) -> Any:
        """`of.name`. Raises AttributeError as Python does, ProblemError for what programs may not use."""
        read = _READERS.get(type(of))
        if read is not None:
            return read(self, of, name)
        if isinstance(of, Object):
            return self._of_object(of, name)
        if isinstance(of, Ignored):
            return of.child(name)
        return self._of_native(of, name)

    def _of_object(self, of: Any, name: str) -> Any:
        kind = of.user_class
        found = kind.find(name)
        if type(found) is Marked and found.kind == "property":
            return self.call(found.function, [of], {})
        if isinstance(found, Instance) and found.user_class.find("__set__") is not MISSING:
            return self.bound(found, of)
        own = of.members.get(name, MISSING)
        if own is not MISSING:
            return own
        if found is not MISSING:
            return self.bound(found, of)
        if name in _OF_OBJECTS:
            return _OF_OBJECTS[name](self, of)
        if isinstance(of, Exception) and name in ("args", "__cause__", "__context__"):
            return getattr(of, name)
        hook = kind.find("__getattr__")
        if hook is not MISSING:
            return self.call(self.bound(hook, of), [name], {})
        raise AttributeError(f"'{kind.name}' object has no attribute '{name}'")

    def _of_class(self, of: UserClass, name: str) -> Any:
        found = of.find(name)
        if found is not MISSING:
            return self.bound(found, of) if isinstance(found, Marked | Instance) else found
        if name in ("__name__", "__qualname__"):
            return of.name
        if name == "__doc__":
            return of.doc
        if name == "__module__":
            return "__main__"
        if name in ("__mro__", "__bases__"):
            return tuple(of.line) if name == "__mro__" else of.bases
        if name in _OF_SUPER:
            return Native(name, lambda receiver, *values: _OF_SUPER[name](self, Super(receiver, of), *values))
        raise AttributeError(f"type object '{of.name}' has no attribute '{name}'")

    def _of_super(self, of: Super, name: str) -> Any:
        receiver = of.receiver
        kind = receiver if isinstance(receiver, UserClass) else receiver.user_class
        found = kind.after(of.after, name)
        if found is not MISSING:
            return self.bound(found, receiver) if name != "__new__" else getattr(found, "function", found)
        if name in _OF_SUPER:
            return Native(name, lambda *values, **named: _OF_SUPER[name](self, of, *values, **named))
        raise AttributeError(f"'super' object has no attribute '{name}'")

    def _of_function(self, of: Function, name: str) -> Any:
        if name in of.members:
            return of.members[name]
        found = {"__name__": of.name, "__qualname__": of.qualname, "__doc__": of.doc, "__module__": "__main__"}.get(name, MISSING)
        if found is MISSING:
            raise AttributeError(f"'function' object has no attribute '{name}'")
        return found

    def _of_method(self, of: BoundMethod, name: str) -> Any:
        if name in ("__self__", "__func__"):
            return of.receiver if name == "__self__" else of.function
        return self._of_function(of.function, name)

    def _of_marked(self, of: Marked, name: str) -> Any:
        if of.kind == "property" and name in ("setter", "getter", "deleter"):
            own = {"getter": "function"}.get(name, name)

            def changed(function: Any) -> Marked:
                made = Marked("property", of.function, of.setter, of.deleter)
                setattr(made, own, function)
                return made

            return Native(name, changed)
        raise AttributeError(f"'{of.kind}' object has no attribute '{name}'")

    def _of_module(self, of: Module, name: str) -> Any:
        found = of.members.get(name, MISSING)
        if found is not MISSING:
            return found
        return self.halt(
            Problem(
                Code.UNSUPPORTED,
                say("python-module-lacks", module=of.name, name=name),
                say("python-module-lacks.hint"),
                self.places.span(self.node),
            )
        )

    def _of_type(self, of: type, name: str) -> Any:
        if name in ("__name__", "__qualname__"):
            return of.__name__
        if hasattr(of, "_fields") and name in ("_fields", "_make"):
            return Native(name, vars(of)[name].__get__(None, of)) if name == "_make" else of._fields
        if name == "fromkeys" and issubclass(of, dict):
            return guarded_method(self, of(), name)
        if name in methods_of(of):
            return Native(name, lambda own, *values, **named: guarded_method(self, own, name)(*values, **named))
        if of is object and name == "__new__":
            return Native(name, lambda kind, *values, **_: self.blank(kind, values))
        if of is object and name in _OF_SUPER:
            return Native(name, lambda own, *values: _OF_SUPER[name](self, Super(own, self.object_class), *values))
        raise AttributeError(f"type object '{of.__name__}' has no attribute '{name}'")

    def _of_native(self, of: Any, name: str) -> Any:
        if isinstance(of, type):
            return self._of_type(of, name)
        if name in methods_of(type(of)):
            return guarded_method(self, of, name)
        if isinstance(of, tuple) and name in (*(fields := getattr(of, "_fields", ())), *(_OF_NAMED_TUPLES if fields else ())):
            return getattr(of, name) if name in ("_fields", *fields) else Native(name, getattr(of, name))
        if any(isinstance(of, kind) and name in names for kind, names in ATTRIBUTES):
            return getattr(of, name)
        return self._rest_of_native(of, name)

    def _rest_of_native(self, of: Any, name: str) -> Any:
        """What Python has itself, beyond what is listed."""
        if name == "__class__":
            return self.kind_of(of)
        if isinstance(of, GeneratorType) and name in ("send", "close", "throw", "__next__"):
            return Native(name, getattr(of, name))
        if isinstance(of, Native) and (name == "__name__" or name in of.members):
            return of.members.get(name, of.name)
        if isinstance(of, Exception) and name in ("args", "__cause__", "__context__"):
            return getattr(of, name)
        if name in PROTOCOLS and hasattr(of, name) and not isinstance(of, type | Native):
            return protocol(self, of, name) or self._unread(of, name)
        if not name.startswith("__") and hasattr(of, name):
            return self._unread(of, name)
        raise AttributeError(f"'{self.kind_of(of).__name__}' object has no attribute '{name}'")

    def _unread(self, of: Any, name: str) -> Any:
        """Refuses a member that Python has and programs here may not use."""
        kind = self.kind_of(of).__name__
        return self.halt(
            Problem(
                Code.UNSUPPORTED,
                say("python-module-lacks", module=kind, name=name),
                say("python-module-lacks.hint"),
                self.places.span(self.node),
            )
        )

    def kind_of(self, value: Any) -> Any:
        """`type(value)`."""
        return value.user_class if isinstance(value, Object) else self.watch.kind_of(value)

    # Writing

    def set_member(self, of: Any, name: str, value: Any, *, augmented: bool = False) -> None:
        """`of.name = value`."""
        if isinstance(of, Object):
            kind = of.user_class
            if ("stores", name) in kind.cache:
                self._store(of, name, value, augmented=augmented)
                return
            if kind.find("__setattr__") is not MISSING:
                self.call(self.bound(kind.find("__setattr__"), of), [name, value], {})
                return
            self.set_plainly(of, name, value, augmented=augmented)
            if not isinstance(kind.find(name), Marked | Instance):
                kind.cache["stores", name] = True
        elif isinstance(of, UserClass):
            self.set_class_member(of, name, value)
        elif isinstance(of, Function):
            of.members[name] = value
        elif isinstance(of, np.ndarray) and name == "shape":
            of.shape = value
        elif not isinstance(of, Ignored):
            raise AttributeError(f"'{self.kind_of(of).__name__}' object has no attribute '{name}'")

    def set_plainly(self, of: Any, name: str, value: Any, *, augmented: bool = False) -> None:
        """`of.name = value`, whatever `__setattr__` the class has."""
        kind = of.user_class
        found = kind.find(name)
        if type(found) is Marked and found.kind == "property":
            if found.setter is None:
                raise AttributeError(f"property '{name}' of '{kind.name}' object has no setter")
            self.call(found.setter, [of, value], {})
            return
        if isinstance(found, Instance) and (setter := found.user_class.find("__set__")) is not MISSING:
            self.call(BoundMethod(setter, found), [of, value], {})
            return
        if name == "__class__":
            raise TypeError("__class__ assignment only supported for mutable types or ModuleType subclasses")
        slots = kind.find("__slots__")
        if slots is not MISSING and not _has_slot(kind, name):
            raise AttributeError(f"'{kind.name}' object has no attribute '{name}'")
        self._store(of, name, value, augmented=augmented)

    def _store(self, of: Any, name: str, value: Any, *, augmented: bool = False) -> None:
        self.hold(1)
        of.members[name] = self.watch.stored(of, name, of.members.get(name, MISSING), value, augmented=augmented)

    def delete_member(self, of: Any, name: str) -> None:
        """`del of.name`."""
        found = of.user_class.find(name) if isinstance(of, Object) else MISSING
        if type(found) is Marked and found.kind == "property":
            if found.deleter is None:
                raise AttributeError(f"property '{name}' of '{of.user_class.name}' object has no deleter")
            self.call(found.deleter, [of], {})
            return
        if isinstance(found, Instance) and (deleter := found.user_class.find("__delete__")) is not MISSING:
            self.call(BoundMethod(deleter, found), [of], {})
            return
        members = getattr(of, "members", None)
        if not isinstance(of, (*Object, UserClass, Function)) or members is None or name not in members:
            raise AttributeError(name)
        del members[name]
        if isinstance(of, UserClass):
            self.forget_members(of)

    # Items

    def item(self, of: Any, key: Any) -> Any:
        """`of[key]`."""
        if isinstance(of, UserClass):
            hook = of.find("__class_getitem__")
            return of if hook is MISSING else self.call(BoundMethod(getattr(hook, "function", hook), of), [key], {})
        if isinstance(of, type):
            return of
        if isinstance(of, list | tuple | str) and isinstance(key, slice):
            self.hold(len(of) // 8)
        elif type(key) is tuple:
            self.measure(key)
        return of[key]

    def set_item(self, of: Any, key: Any, value: Any) -> None:
        """`of[key] = value`."""
        if type(of) is Attributes:
            self._store(of.of, key, value)
            return
        self.hold(1)
        if isinstance(of, list) and isinstance(key, slice):
            value = [*self.counted(value)]
            self.hold(len(value))
        elif isinstance(key, tuple | frozenset):
            self.measure(key)
        of[key] = value
        if isinstance(of, np.ndarray):
            self.check_held(of)
        self.watch.changed(of)

    def delete_item(self, of: Any, key: Any) -> None:
        """`del of[key]`."""
        self.measure(key)
        del of[key]

    def special(self, of: Any, name: str) -> Any:
        """A method that `with` asks of the class of an object. Raises TypeError where there is none."""
        if isinstance(of, Instance):
            found = of.user_class.find(name)
            if found is not MISSING:
                return self.bound(found, of)
        elif isinstance(of, Ignored):
            return Native(name, lambda *_: None if name == "__exit__" else of)
        elif hasattr(of, name) and not isinstance(of, type):
            return Native(name, getattr(of, name))
        raise TypeError(f"'{self.kind_of(of).__name__}' object does not support the context manager protocol")

    def super_of(self, env: Env | None) -> Super:
        """`super()` within a method."""
        while env is not None:
            function = env.function
            if function is not None and function.owner is not None:
                return Super(env.names[function.parameters.positional[0]], function.owner)
            env = env.around
        raise RuntimeError("super(): no arguments")


def _has_slot(kind: UserClass, name: str) -> bool:
    for each in kind.line:
        if isinstance(each, UserClass):
            slots = each.members.get("__slots__", MISSING)
            if slots is MISSING or name in ([slots] if isinstance(slots, str) else slots):
                return True
    return False


_OF_NAMED_TUPLES = ("_fields", "_asdict", "_replace")


def attributes(of: Any) -> Attributes:
    """`of.__dict__`."""
    if type(of.members) is not Attributes:
        of.members = Attributes(of.members)
        of.members.of = of
    found: Attributes = of.members
    return found


_OF_OBJECTS: dict[str, Any] = {
    "__class__": lambda machine, of: of.user_class,
    "__dict__": lambda machine, of: attributes(of),
    "__doc__": lambda machine, of: of.user_class.doc,
    "__module__": lambda machine, of: "__main__",
    **{
        name: (
            lambda machine, of, name=name: Native(
                name, lambda *values: _OF_SUPER[name](machine, Super(of, of.user_class), *values)
            )
        )
        for name in ("__init__", "__setattr__", "__getattribute__", "__repr__", "__str__", "__hash__", "__eq__", "__ne__")
    },
}


def _init(machine: Any, of: Super, *values: Any, **_: Any) -> None:
    if isinstance(of.receiver, Exception):
        of.receiver.args = values


def _getattribute(machine: Any, of: Super, name: str) -> Any:
    return machine._of_object(of.receiver, name)


def _setattr(machine: Any, of: Super, name: str, value: Any) -> None:
    machine.set_plainly(of.receiver, name, value)


_OF_SUPER: dict[str, Any] = {
    "__init__": _init,
    "__init_subclass__": lambda machine, of, **_: None,
    "__new__": lambda machine, of, kind, *values, **_: machine.blank(kind, values),
    "__setattr__": _setattr,
    "__getattribute__": _getattribute,
    "__repr__": lambda machine, of: (
        Exception.__repr__(of.receiver) if isinstance(of.receiver, Exception) else Instance.__repr__(of.receiver)
    ),
    "__str__": lambda machine, of: Exception.__str__(of.receiver) if isinstance(of.receiver, Exception) else repr(of.receiver),
    "__hash__": lambda machine, of: machine.number_of(of.receiver),
    "__eq__": lambda machine, of, other: True if of.receiver is other else NotImplemented,
    "__ne__": lambda machine, of, other: False if of.receiver is other else NotImplemented,
}

_READERS: dict[type, Any] = {
    UserClass: Members._of_class,
    Super: Members._of_super,
    Function: Members._of_function,
    BoundMethod: Members._of_method,
    Marked: Members._of_marked,
    Module: Members._of_module,
}
