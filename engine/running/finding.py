"""The part of the machine that finds what names and members stand for: functions of Python and of libraries, operations,
members of objects and modules.
"""

from abc import ABC, abstractmethod
from typing import Any

from engine.language.tree import Call
from engine.limits import Limits
from engine.operations import OPERATIONS, Operation
from engine.problems import ProblemError
from engine.running import element_refusals, refusals
from engine.running.builtins import GOING_THROUGH
from engine.running.dialects import CONSTANTS, CONSTRUCTORS, MODULES, WITHOUT_EFFECT
from engine.running.evaluation import Evaluator
from engine.running.frame import Frame
from engine.running.groups import Groups
from engine.running.libraries import constructor, find
from engine.running.names import Names
from engine.running.number_builtins import NUMBERS
from engine.running.object_builtins import OBJECTS
from engine.running.preludes import offered
from engine.running.randomness import Randomness
from engine.running.values import (
    MISSING,
    Arguments,
    Builtin,
    Class,
    Context,
    Function,
    Instance,
    Item,
    Method,
    Missing,
    Module,
    SkippedError,
    Super,
    Unknown,
)
from engine.tensor import Tensor

BUILTINS = {**GOING_THROUGH, **NUMBERS, **OBJECTS}
"""Python's own functions, by name."""


class Finding(ABC):
    """What names and members stand for."""

    evaluator: Evaluator
    groups: Groups
    structured: bool

    def __init__(self, limits: Limits, names: Names) -> None:
        self.limits = limits
        self.names = names
        self.frames: list[Frame] = []
        self.contexts: list[Context] = []
        self.random = Randomness()

    @abstractmethod
    def load(self, module: str) -> dict[str, Item]:
        """What a library defines in the language itself."""

    def ready(self, name: str, module: str | None = None) -> "Item | Operation | Missing":
        """What a name stands for without being defined: a function of Python's, of a library's, an operation."""
        if module and name in offered(module):
            return self.load(module)[name]
        found = find(module, name) if module else MISSING
        if found is not MISSING:
            return found
        if name in CONSTRUCTORS and (module is None or name in (*MODULES[module].constructors, *MODULES[module].fixed)):
            return constructor(name, gradient=CONSTRUCTORS[name])
        if name in WITHOUT_EFFECT:
            return Builtin(name, _without_effect)
        record = OPERATIONS.spellings.get(name)
        builtin = BUILTINS.get(name) if module is None else None
        if record is not None and (builtin is None or not self.structured):
            return record
        return builtin or MISSING

    def member(self, owner: Item, name: str, part: Any) -> Item:
        """`owner.name` of anything but a tensor. Raises ProblemError (attribute-refused, unknown-name)."""
        if isinstance(owner, Unknown):
            raise SkippedError
        if isinstance(owner, Instance) and name in owner.members:
            return owner.members[name]
        found: Any = MISSING
        if isinstance(owner, Instance):
            found = owner.kind.find(name)
        elif isinstance(owner, Super):
            found = owner.instance.kind.find(name, owner.after)
            if found is MISSING and name == "__init__":
                return Builtin("__init__", lambda *_: None)
        elif isinstance(owner, Class):
            found = owner.name if name == "__name__" else owner.find(name)
        elif isinstance(owner, Module):
            return self._of_module(owner, name, part)
        if isinstance(found, Function):
            return _bound(found, owner)
        if found is MISSING:
            if name == "T" and isinstance(owner, list | Tensor):
                return self.evaluator.operation(OPERATIONS["transpose"], [self.evaluator.tensor(owner, part)], part)
            raise ProblemError(element_refusals.no_member(owner, name, part))
        return found  # type: ignore[no-any-return]

    def _of_module(self, owner: Module, name: str, part: Any) -> Item:
        dotted = f"{owner.name}.{name}"
        if dotted in MODULES:
            return Module(dotted)
        if name == "newaxis":
            return None
        if name in CONSTANTS:
            return self.evaluator.constant(CONSTANTS[name], part.span)
        found = self.ready(name, owner.name)
        if isinstance(found, Operation):
            return self.function_of(found)
        if isinstance(found, Missing):
            raise ProblemError(element_refusals.no_member(owner, name, part))
        return found

    def function_of(self, record: Operation) -> Builtin:
        """An operation as a value, to be handed on and called later."""

        def call(_: Any, arguments: Arguments) -> Item:
            part = arguments.part
            spelled = Call(record.name, 0, part.span, part.span)
            return self.evaluator.call(record, spelled, list(arguments.values), arguments.keywords)

        return Builtin(record.name, call)


def _bound(function: Function, owner: Item) -> Item:
    if function.bound == "nothing" or (isinstance(owner, Class) and function.bound != "class"):
        return function
    if isinstance(owner, Super):
        return Method(function, owner.instance)
    if function.bound == "class" and isinstance(owner, Instance):
        return Method(function, owner.kind)
    return Method(function, owner)


def _without_effect(machine: Any, arguments: Arguments) -> Item:
    """What shows something that is on the page anyway."""
    name = getattr(arguments.part, "name", "this")
    machine.names.note(refusals.ignored(f"`{name}`", arguments.span))
    return None
