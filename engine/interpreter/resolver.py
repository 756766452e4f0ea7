"""The part of the machine that finds what names and members stand for: functions of Python and of libraries, operations,
members of objects and modules.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Any

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter import object_protocol
from backpass.engine.interpreter.builtins.iteration import GOING_THROUGH
from backpass.engine.interpreter.builtins.methods import method_of
from backpass.engine.interpreter.builtins.numbers import NUMBERS
from backpass.engine.interpreter.builtins.objects import OBJECTS
from backpass.engine.interpreter.custom_rules.custom_functions import FUNCTION_MODULES, function_class
from backpass.engine.interpreter.custom_rules.operation_classes import AS_IN, OPERATION_MODULES, operation_class
from backpass.engine.interpreter.errors import element_errors, hook_errors, program_errors
from backpass.engine.interpreter.evaluation import OperationEvaluator
from backpass.engine.interpreter.exceptions import exception_classes, initialised_exception, is_of_python
from backpass.engine.interpreter.frame import CallFrame
from backpass.engine.interpreter.libraries.differentiation.gradients import NOTATIONS
from backpass.engine.interpreter.libraries.lookup import constructor, find, made_by
from backpass.engine.interpreter.libraries.passed_over import plots_and_timers
from backpass.engine.interpreter.libraries.random_numbers.randomness import Randomness
from backpass.engine.interpreter.libraries.registry import LIBRARY_FUNCTIONS, OURS
from backpass.engine.interpreter.libraries.spellings import (
    CONSTRUCTORS,
    MAKERS,
    MODULES,
    OF_MODULES,
    SAME_NAMES,
    WITHOUT_EFFECT,
    is_ignored,
    library_of,
)
from backpass.engine.interpreter.libraries.written_as_programs.functions_of_modules import OPERATIONS_OF
from backpass.engine.interpreter.libraries.written_as_programs.torch_and_micrograd_classes import offered
from backpass.engine.interpreter.program_state.call_groups import Groups
from backpass.engine.interpreter.program_state.scope import Names
from backpass.engine.interpreter.python_containers import NamedRow
from backpass.engine.interpreter.signatures.binding import lacking, of_function
from backpass.engine.interpreter.signatures.parameter_meanings import METHODS_OF
from backpass.engine.interpreter.signatures.signatures import table
from backpass.engine.interpreter.tensor_semantics.aliases import Aliases
from backpass.engine.interpreter.tensor_semantics.hooks import MODULE_HOOKS
from backpass.engine.interpreter.tensor_semantics.number_kinds import NumberKinds
from backpass.engine.interpreter.tensor_semantics.requires_grad import Tracking
from backpass.engine.interpreter.values import (
    MISSING,
    NAMED_RESULTS,
    Arguments,
    Builtin,
    Class,
    ClassMethod,
    Elsewhere,
    GradientContext,
    Held,
    Instance,
    Item,
    LibraryModule,
    Method,
    Missing,
    NumpyGenerator,
    PassedOver,
    Set,
    SkippedError,
    Super,
    Then,
    Unknown,
    UnloadedModule,
    UserFunction,
)
from backpass.engine.language.syntax_tree import Call
from backpass.engine.limits import Limits
from backpass.engine.operations import OPERATIONS, Operation
from backpass.engine.problems import Code, ProblemError, Span

BUILTINS = {**GOING_THROUGH, **NUMBERS, **OBJECTS, **NOTATIONS}
"""Python's own functions, by name."""


_VERSIONS = {"torchvision": "0.21.0", "sklearn": "1.7.0", "pandas": "2.3.0"}
"""Of libraries without a table of signatures, the version whose behaviour ours is."""


class Resolver(ABC):
    """What names and members stand for."""

    evaluator: OperationEvaluator
    aliases: Aliases
    tracking: Tracking
    kinds: NumberKinds
    groups: Groups
    structured: bool
    loading: bool

    def __init__(self, limits: Limits, names: Names) -> None:
        self.limits = limits
        self.names = names
        self.frames: list[CallFrame] = []
        self.contexts: list[GradientContext] = []
        self.random = Randomness()
        self.differentiated: list[Tensor] = []
        """What the calls of `grad(f)` that are in progress take gradients by."""
        self.passed_over: set[str] = set()
        self.is_behind_error = False
        """Whether a statement before had an error and the rest is run for errors of its own."""
        """The kinds of things of which a note says that they are ignored."""
        self.elsewhere = Elsewhere()

    @abstractmethod
    def apart(self, callee: Item, arguments: Arguments) -> Item:
        """Calls something and waits for what it gives."""

    @abstractmethod
    def load(self, module: str) -> dict[str, Item]:
        """What a library defines in the language itself."""

    def ready(self, name: str, module: str | None = None) -> "Item | Operation | Missing":
        """What a name refers to without being defined: a function of Python's, of a library's, an operation."""
        if module is None and self.is_from_elsewhere(name):
            return MISSING
        as_in = module.replace("backpass.", "torch.", 1) if module else module  # `backpass.autograd` is PyTorch's
        as_in = SAME_NAMES.get(as_in, as_in) if as_in else as_in
        found = self._ready(name, as_in)
        library = library_of(module) if module else MAKERS.get(name)
        return made_by(library, found) if library and type(found) is Builtin else found

    def _ready(self, name: str, module: str | None) -> "Item | Operation | Missing":
        if module in FUNCTION_MODULES and name == "Function":
            return self.function_class
        if module in OPERATION_MODULES and name == "Operation":
            return self.operation_class
        if module in OPERATION_MODULES and name in AS_IN:
            return self.ready(name, AS_IN[name])
        if module and name in offered(module):
            return self.load(module)[name]
        if module == OURS and name in LIBRARY_FUNCTIONS[OURS] and not self.loading and self.evaluator.place is None:
            return MISSING  # for texts of libraries alone
        found = find(module, name) if module else MISSING
        if found is not MISSING:
            return found
        if module in OPERATIONS_OF and name not in OPERATIONS_OF[module]:
            return MISSING
        if name in CONSTRUCTORS and (module is None or name in (*MODULES[module].constructors, *MODULES[module].fixed)):
            return constructor(name, gradient=CONSTRUCTORS[name])
        if name in WITHOUT_EFFECT:
            return Builtin(name, _without_effect)
        record = OPERATIONS.spellings.get(name)
        if module is None and self.structured and name in ("object", "dataclass"):
            # a part of a script is pasted without its imports
            return self.object_class if name == "object" else find("dataclasses", name)
        builtin = BUILTINS.get(name) if module is None else None
        if record is not None and (builtin is None or not self.structured):
            return record
        return builtin or (self._exception(name) if module is None else MISSING)

    def _exception(self, name: str) -> "Item | Missing":
        """Python's class of exceptions of that name. Most programs name none, and need none of them."""
        return self.exceptions[name] if is_of_python(name) else MISSING

    def is_from_elsewhere(self, name: str) -> bool:
        """Whether the program's own text probably means by a name what `from … import *` would have brought."""
        return self.elsewhere.has(name) and not self.loading and self.evaluator.place is None

    def refuse_from_elsewhere(self, name: str, span: Span) -> None:
        """Raises ProblemError (import-refused) for a name without a value that is such a one."""
        if self.is_from_elsewhere(name):
            raise ProblemError(program_errors.from_elsewhere(name, self.elsewhere.modules, span))

    def member(self, owner: Item, name: str, part: Any) -> Item:
        """`owner.name` of anything but a tensor. Raises ProblemError (attribute-refused, unknown-name)."""
        if isinstance(owner, Unknown):
            raise SkippedError
        found = _of_python(owner, name, part)
        if found is not MISSING:
            return found  # type: ignore[no-any-return]
        if isinstance(owner, LibraryModule):
            return self._of_module(owner, name, part)
        found = _of_class_of(owner, name)
        if isinstance(found, UserFunction | ClassMethod | Builtin):
            return _bound(found, owner)
        if found is MISSING:
            found = object_protocol.got(self, owner, name, part)
        if found is MISSING:
            found = object_protocol.method_of_dictionaries(self, owner, name)
        if found is MISSING:
            if isinstance(owner, NAMED_RESULTS) and name in owner._fields:
                return getattr(owner, name)  # type: ignore[no-any-return]
            if name == "T" and isinstance(owner, list | Tensor):
                return self.evaluator.operation(OPERATIONS["transpose"], [self.evaluator.tensor(owner, part)], part)
            if self._may_be_missing(owner, name):
                raise SkippedError
            refused = hook_errors.of_module(name, part) if name in MODULE_HOOKS else element_errors.no_member(owner, name, part)
            raise ProblemError(refused)
        return found  # type: ignore[no-any-return]

    def _may_be_missing(self, owner: Item, name: str) -> bool:
        """Whether an object may lack a member only because a statement before had an error, so that it was not run."""
        if not self.is_behind_error or not isinstance(owner, Instance):
            return False
        return re.search(rf"\.{name}\b[^=\n]*=(?!=)", self.names.text) is not None

    def _of_module(self, owner: LibraryModule, name: str, part: Any) -> Item:
        if isinstance(owner, PassedOver):
            return plots_and_timers.member(owner, name)
        dotted = f"{owner.name}.{name}"
        if dotted in MODULES or any(each.startswith(f"{dotted}.") for each in MODULES):
            return LibraryModule(dotted)
        if problem := program_errors.of_pytorch(dotted, Code.ATTRIBUTE_REFUSED, part.span):
            raise ProblemError(problem)
        if name == "newaxis":
            return None
        if (owner.name, name) == ("typing", plots_and_timers.TYPE_CHECKING):
            return False
        if name == "__version__" and (version := table(library_of(owner.name)).version or _VERSIONS.get(owner.name)):
            return version
        if name in OF_MODULES:
            return self.evaluator.constant(OF_MODULES[name], part.span)
        found = self.ready(name, owner.name)
        if isinstance(found, Missing) and (dotted.startswith(("torch.backends.", "jax.tools")) or is_ignored(dotted)):
            return PassedOver(dotted)
        if isinstance(found, Missing) and dotted.startswith(program_errors.TRAINED):
            raise ProblemError(program_errors.not_loaded(dotted, part))
        if isinstance(found, Missing):
            raise ProblemError(element_errors.no_member(owner, name, part))
        if isinstance(found, Operation):
            self.note_lacking(owner.name, name, part.span)
        value = self.value_of(found, name, owner.name)
        return _drawing(owner, value) if isinstance(owner, NumpyGenerator) and isinstance(value, Builtin) else value

    def note_lacking(self, module: str, name: str, span: Span) -> bool:
        """Says where a library lacks an operation that is computed here all the same; returns whether it does."""
        elsewhere = lacking(module, name)
        if elsewhere is None:
            return False
        if not self.loading and self.evaluator.place is None:
            library = "python" if module == "math" else library_of(module)
            case = f"a name that is {'elsewhere' if elsewhere else 'missing'}"
            self.names.differs(case, library, span, called=f"{module}.{name}", elsewhere=elsewhere)
        return True

    def value_of(self, found: "Item | Operation", name: str, module: str) -> Item:
        """What a module has under a name, as a value that is called later."""
        reading = of_function(module, name, found) if isinstance(found, Operation | Builtin) else None
        if reading is not None:
            return reading.function
        return self.function_of(found) if isinstance(found, Operation) else found

    @cached_property
    def method_libraries(self) -> tuple[str, ...]:
        """The libraries that the program names and whose arrays have methods, in the order in which they are asked."""
        return tuple(library for library, names in METHODS_OF.items() if any(self.names.uses(name) for name in names))

    @cached_property
    def function_class(self) -> Class:
        """`torch.autograd.Function`, of which the program's own functions are; one in each run, since programs can change it."""
        return function_class()

    @cached_property
    def operation_class(self) -> Class:
        """`backpass.Operation`, of which the program's own operations are; one in each run."""
        return operation_class()

    @cached_property
    def object_class(self) -> Class:
        """Python's `object`; one in each run."""
        return object_protocol.object_class()

    @cached_property
    def exceptions(self) -> dict[str, Class]:
        """Python's classes of exceptions."""
        return exception_classes()

    def function_of(self, record: Operation) -> Builtin:
        """An operation as a value, to be handed on and called later."""

        def call(_: Any, arguments: Arguments) -> Item:
            part = arguments.part
            spelled = Call(record.name, 0, part.span, part.span)
            return self.evaluator.call(record, spelled, list(arguments.values), arguments.keywords)

        return Builtin(record.name, call)


_OF_DETACHED: dict[str, Item] = {"requires_grad": False, "grad": None, "grad_fn": None, "is_leaf": True, "ndim": 0}
"""What PyTorch says of a number that was taken out of the graph, as by `x.data`."""


def _of_python(owner: Item, name: str, part: Any) -> Any:
    """What an object holds, and what Python itself gives objects, classes and functions.

    Raises ProblemError for a module that is not loaded."""
    if isinstance(owner, Instance) and name in owner.members:
        return owner.members[name]
    if isinstance(owner, slice) and name in _OF_SLICES:
        return getattr(owner, name)
    if isinstance(owner, list | str | dict | Set) and (method := method_of(owner, name)) is not None:
        return method
    if isinstance(owner, UnloadedModule):
        raise ProblemError(program_errors.not_loaded(owner.name, part))
    if isinstance(owner, NamedRow) and (name == "_fields" or name in owner.fields):
        return owner.fields if name == "_fields" else owner[owner.fields.index(name)]
    if type(owner) is Held and name in _OF_DETACHED:
        return _OF_DETACHED[name]
    if name == "setter" and isinstance(owner, UserFunction) and owner.bound == "property":
        return Builtin(name, _with_setter(owner))
    if name in ("__name__", "__qualname__") and isinstance(owner, UserFunction | Builtin | Class):
        return owner.name
    if name in ("__doc__", "__dict__"):
        return _about(owner, name)
    if isinstance(owner, Class) and name in owner.listed:
        return owner.listed[name]
    return owner.kind if name == "__class__" and isinstance(owner, Instance) else MISSING


def _about(owner: Item, name: str) -> Any:
    """The `__doc__` of a function or a class, and the `__dict__` of an object."""
    if isinstance(owner, Method):
        owner = owner.function
    if name == "__dict__":
        return object_protocol.members_of(owner) if isinstance(owner, Instance) else MISSING
    if isinstance(owner, UserFunction) and not owner.foreign:
        return object_protocol.documentation(owner.code())
    kind = owner.kind if isinstance(owner, Instance) else owner
    return kind.documentation if isinstance(kind, Class) else MISSING


def _of_class_of(owner: Item, name: str) -> Any:
    """What the class of an object has, or a class itself; MISSING where it has none of that name."""
    if isinstance(owner, Instance):
        return owner.kind.find(name)
    if isinstance(owner, Super):
        found = owner.instance.kind.find(name, owner.after)
        if found is MISSING and name == "__init__":
            return Builtin("__init__", initialised_exception(owner.instance))
        if name == "__setattr__" and not isinstance(found, UserFunction):
            return object_protocol.set_from(owner)
        return found
    return owner.find(name) if isinstance(owner, Class) else MISSING


def _with_setter(read: UserFunction) -> Callable[[Any, Arguments], Item]:
    """`@x.setter`: the property with a function that is called where a value is assigned to it."""

    def call(_: Any, arguments: Arguments) -> Item:
        (function,) = arguments.values or (None,)
        if not isinstance(function, UserFunction):
            raise ProblemError(element_errors.no_member(read, "setter", arguments.part))
        return replace(read, setter=function)

    return call


_OF_SLICES = ("start", "stop", "step")


def _drawing(generator: NumpyGenerator, function: Builtin) -> Builtin:
    """A function of a generator as a value, which draws from that one whenever it is called."""

    def call(machine: Any, arguments: Arguments) -> "Item | Then":
        machine.random.modern = generator.numbers
        return function.call(machine, arguments)

    return Builtin(function.name, call, function.takes)


def _bound(function: UserFunction | ClassMethod | Builtin, owner: Item) -> Item:
    if isinstance(function, Builtin):
        return _of_object(function, owner) if function.wraps and isinstance(owner, Instance | Super) else function
    if isinstance(function, ClassMethod):
        return _of_class(function, owner)
    if function.bound == "nothing" or (isinstance(owner, Class) and function.bound != "class"):
        return function
    if isinstance(owner, Super):
        return Method(function, owner.instance)
    if function.bound == "class" and isinstance(owner, Instance):
        return Method(function, owner.kind)
    return Method(function, owner)


def _of_object(method: Builtin, owner: Instance | Super) -> Builtin:
    """A method that is wrapped, with its object: `@torch.no_grad()` before `def`."""
    receiver = owner.instance if isinstance(owner, Super) else owner

    def call(machine: Any, given: Arguments) -> Item | Then:
        return method.call(machine, Arguments([receiver, *given.values], given.keywords, given.part))

    return Builtin(method.name, call)


def _of_class(method: ClassMethod, owner: Item) -> Item:
    """A function of ours with the class that it was found on."""
    instance = owner.instance if isinstance(owner, Super) else owner
    kind: Any = instance.kind if isinstance(instance, Instance) else instance
    return Builtin(method.name, lambda machine, given: method.call(machine, kind, given))


def _without_effect(machine: Any, arguments: Arguments) -> Item:
    """What shows something that is on the page anyway."""
    name = getattr(arguments.part, "name", "this")
    machine.names.note(program_errors.ignored(f"`{name}`", arguments.span))
    return None
