"""The libraries of one run: modules whose names are laid out when they are asked for, and what is noted of their tensors."""

import ast
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from gc import collect
from typing import Any
from weakref import finalize

import numpy as np

from backpass.engine.graph.tensor import Tensor, attachments, separate
from backpass.engine.handles.arrays import Array
from backpass.engine.handles.handle import Handle
from backpass.engine.handles.jax_arrays import JaxArray
from backpass.engine.handles.kinds import FLOAT32, FLOAT64, INT64
from backpass.engine.handles.operations import Watcher
from backpass.engine.messages import say
from backpass.engine.operations import Data
from backpass.engine.plain_python.values import MISSING, Env, Function, Instance, Module, UserClass
from backpass.engine.problems import Code, Problem, Span
from backpass.engine.python.libraries.array_natives import array_natives_of
from backpass.engine.python.libraries.autograd_natives import autograd_natives_of
from backpass.engine.python.libraries.files import (
    ARRAY_NATIVES,
    AUTOGRAD_NATIVES,
    JAX_NATIVES,
    NATIVES,
    file_of,
    is_public,
    module_of,
    names_of,
    path_of,
    public_modules,
    target_of,
)
from backpass.engine.python.libraries.jax_natives import jax_natives_of
from backpass.engine.python.libraries.laying import PreludeStatements
from backpass.engine.python.libraries.natives import natives_of
from backpass.engine.python.libraries.random_numbers import RandomNumbers
from backpass.engine.shapes import as_float_or_array

OnPass = Callable[[Tensor, Data | None, bool], None]
"""Gets an output, the gradient that its pass begins with, and whether gradients are made that can be differentiated again."""
_LARGE = 256
"""Numbers of an array that is counted as long as it is alive; smaller ones are bounded by the steps that make them."""
_PER_CALL = 4
"""How many times as many steps a program of tensors may take: as long as others that take all of theirs."""
_MAX_BEHIND = 5_000
"""Nodes that may be made after one that lets no gradient through, until what is behind it is given up."""
_PER_STEP = 64
"""Numbers that NumPy computes in the time of a step of the program."""
_OF_ARRAYS = ("jax", "autograd", "numpy")
"""Libraries whose arrays are all inputs, and whose graphs grow from repetition to repetition."""


class Names(dict[str, Any]):
    """The names of one file, each made when it is first asked for."""

    def __init__(self, libraries: "Libraries", module: str) -> None:
        super().__init__()
        self._libraries = libraries
        self._module = module
        self._statements: PreludeStatements | None = None

    def find(self, name: str) -> Any:
        """What a name refers to; MISSING where the file gives it nothing."""
        found = self.get(name, MISSING)
        if found is MISSING:
            self._make(name)
            found = self.get(name, MISSING)
        return found

    def _make(self, name: str) -> None:
        file = file_of(self._module)
        statement = file.statements.get(name)
        if isinstance(statement, ast.ImportFrom):
            original = next(each.name for each in statement.names if name in (each.asname, each.name))
            self[name] = self.imported(statement, original)
        elif statement is not None:
            self._statements = self._statements or PreludeStatements(self._libraries.machine, self)
            self._statements.lay(statement, None)(Env(self, None))
        else:
            for star in file.stars:
                found = self._libraries.exported(target_of(self._module, star), name)
                if found is not MISSING:
                    self[name] = found
                    return

    def imported(self, statement: ast.ImportFrom, name: str) -> Any:
        """What a file imports. Raises LookupError for what is not there: a mistake in the prelude."""
        module = target_of(self._module, statement)
        if module == NATIVES:
            return self._libraries.natives[name]
        if module == ARRAY_NATIVES:
            of_jax = self._module.startswith("jax.")
            return (self._libraries.jax_natives if of_jax else self._libraries.array_natives)[name]
        if module == JAX_NATIVES:
            return self._libraries.jax_natives[name]
        if module == AUTOGRAD_NATIVES:
            return self._libraries.autograd_natives[name]
        if not statement.level:
            return self._libraries.machine.from_module(module, name)
        found = self._libraries.names(module).find(name) if path_of(module) else MISSING
        if found is MISSING:
            found = self._libraries.submodule(module, name)
        if found is MISSING:
            raise LookupError(f"{module}.{name}")
        return found


class Exports(dict[str, Any]):
    """The names of a module that programs may use."""

    def __init__(self, libraries: "Libraries", module: str) -> None:
        super().__init__()
        self._libraries = libraries
        self._module = module

    def get(self, name: str, default: Any = None) -> Any:
        """As of any dictionary."""
        found = self._libraries.exported(self._module, name)
        if found is MISSING:
            found = self._libraries.submodule(self._module, name)
        return default if found is MISSING else found

    def __iter__(self) -> Iterator[str]:
        return iter(names_of(self._module))

    def keys(self) -> Any:
        """The names themselves, as `from torch import *` asks for them."""
        return names_of(self._module)

    def __getitem__(self, name: str) -> Any:
        return self.get(name)


class Members(dict[str, Any]):
    """The members of a class that are the names of a file."""

    def __init__(self, names: Names) -> None:
        super().__init__()
        self._names = names

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and not name.startswith("_") and self._names.find(name) is not MISSING

    def __getitem__(self, name: str) -> Any:
        return self._names.find(name)


class Libraries(Watcher):
    """The libraries of a machine."""

    def __init__(self, machine: Any) -> None:
        self.machine = machine
        self.requested: Tensor | None = None
        """What `.backward()` was called on last."""
        self.taken: Tensor | None = None
        """What gradients were taken of last, by `.backward()` or by a function."""
        self.asks = False
        """Whether the program itself has taken gradients, and not only derivatives of functions."""
        self.on_pass: OnPass = lambda *_: None
        """Is called before each backward pass."""
        self.differences: dict[str, Span | None] = {}
        """What the library does otherwise, and where it does so first."""
        self.places: dict[Handle, int] = {}
        """The tensors that need a gradient, in the order of their making."""
        self.is_undeclared = False
        """Whether tensors of the top level are inputs which the program does not say need a gradient: it says so of none."""
        self.presets: Mapping[int, Any] = {}
        """Numbers that are chosen for some of them, by this order."""
        self.has_ended = False
        """Whether the program has, so that its rules for derivatives are not asked any more."""
        self.has_looked = False
        """Whether numbers were read without their graph."""
        self.unread: set[str] = set()
        """What the program does that is not read yet: its graph would not show it."""
        self.derived: dict[Tensor, list[Tensor]] = {}
        """Derivatives of functions that the program has asked for, and what of."""
        self.sums: dict[Span | None, Tensor] = {}
        """Where the program reads a gradient that is the sum of several passes, and the tensor whose it is."""
        self._nodes = 0
        """How many nodes were made."""
        self._stops: deque[Tensor] = deque()
        """The nodes that let no gradient through, as long as what is behind them is kept."""
        self.shown_as: dict[str, Any] = {}
        """How arrays are to be shown: what the program has set."""
        self._alive = [0]
        """The numbers in large arrays that are alive."""
        self._names: dict[str, Names] = {}
        self._modules: dict[str, Module] = {}

    @property
    def are_used(self) -> bool:
        """Whether the program has imported one."""
        return bool(self._modules)

    @property
    def imported(self) -> list[str]:
        """The libraries that the program has imported, in their order, but those that compute with NumPy before NumPy."""
        found = dict.fromkeys(each.partition(".")[0] for each in self._modules)
        return sorted(found, key=lambda each: each == "numpy")

    @property
    def name(self) -> str:
        """The library that computes in the program: the first that it has imported."""
        return next(iter(self.imported), "")

    @property
    def are_of_arrays(self) -> bool:
        """Whether every array of the program is an input."""
        return self.name in _OF_ARRAYS

    @cached_property
    def natives(self) -> dict[str, Any]:
        """What files of the prelude may use that is not written as a program."""
        return natives_of(self)

    @cached_property
    def array_natives(self) -> dict[str, Any]:
        """As `natives`, for files of NumPy."""
        return array_natives_of(self)

    @cached_property
    def jax_natives(self) -> dict[str, Any]:
        """As `natives`, for files of JAX."""
        return jax_natives_of(self)

    @cached_property
    def autograd_natives(self) -> dict[str, Any]:
        """As `natives`, for files of autograd."""
        return autograd_natives_of(self)

    def natives_of_arrays(self, array: Array) -> dict[str, Any]:
        """What the library of an array takes from us."""
        if isinstance(array, JaxArray):
            return self.jax_natives
        return self.autograd_natives if self.name == "autograd" else self.array_natives

    @cached_property
    def random(self) -> list[RandomNumbers]:
        """The random numbers of the run, the same in each, and those of generators that the program makes."""
        return [RandomNumbers()]

    def known(self) -> dict[str, Callable[[], Module]]:
        """What makes each module that programs may import."""
        return {name: lambda name=name: self.module(name) for name in public_modules()}  # type: ignore[misc]

    def names(self, module: str) -> Names:
        """The names of a file."""
        module = module_of(module)
        if module not in self._names:
            self._names[module] = Names(self, module)
        return self._names[module]

    def module(self, name: str) -> Module:
        """A module as programs have it."""
        if name not in self._modules:
            if not self._modules and not self.machine.limits.tentative:
                limits = self.machine.limits  # a call of a library is many calls within it
                self.machine.limits = replace(limits, repetitions=limits.repetitions * _PER_CALL)
            self._modules[name] = Module(name, Exports(self, name))
        return self._modules[name]

    def exported(self, module: str, name: str) -> Any:
        """What a program may use of a module; MISSING where there is no such name."""
        module = module_of(module)
        statement = file_of(module).statements.get(name)
        if name.startswith("_") or (statement is not None and not is_public(name, module, statement)):
            return MISSING
        return self.names(module).find(name)

    @staticmethod
    def defines(function: Function) -> bool:
        """Whether a function is one of a library."""
        around = function.around
        while around is not None and around.around is not None:
            around = around.around
        return around is not None and isinstance(around.names, Names)

    def submodule(self, module: str, name: str) -> Any:
        """`torch.nn`; MISSING where there is none."""
        whole = f"{module}.{name}"
        return self.module(whole) if whole in public_modules() else MISSING

    def tensor_base(self) -> UserClass:
        """What `torch.Tensor` extends: handles, whose methods are functions of the library."""
        return self._base("TensorBase", "torch._methods", _TensorObject)

    def array_base(self) -> UserClass:
        """As `tensor_base`, of `numpy.ndarray`."""
        return self._base("ArrayBase", "numpy._methods", _ArrayObject)

    def jax_base(self) -> UserClass:
        """As `tensor_base`, of `jax.Array`."""
        return self._base("ArrayBase", "jax.numpy._methods", _JaxObject)

    def _base(self, name: str, methods: str, of: type) -> UserClass:
        made = UserClass(self.machine, name, Members(self.names(methods)))
        made.real = type(name, (of,), {"user_class": made})
        made.line, made.bases = [made], ()
        return made

    def array_class(self) -> type[Array]:
        """The class of the arrays of this run."""
        return self._handles("numpy._array", "ndarray")  # type: ignore[return-value]

    def jax_class(self) -> type[JaxArray]:
        """As `array_class`, of JAX."""
        return self._handles("jax.numpy._array", "Array")  # type: ignore[return-value]

    def tensor_class(self) -> type[Handle]:
        """The class of the tensors of this run."""
        return self._handles("torch._tensor", "Tensor")

    def _handles(self, module: str, name: str) -> type[Handle]:
        found: UserClass = self.names(module).find(name)
        real: Any = found.real
        if "result_class" not in vars(real):
            real.result_class, real.declared_before = real, -1.0 if self.is_undeclared else np.inf
        return real  # type: ignore[no-any-return]

    # What is noted of a run

    @property
    def is_called_by_program(self) -> bool:
        """Whether no function of a library has called this one."""
        calls = self.machine.open
        return len(calls) < 2 or not self.defines(calls[-2][1])

    def differs(self, name: str) -> None:
        """Keeps where the library first gives other numbers."""
        self.differences.setdefault(name, self.machine.record.place())

    def looked_at(self, tensor: Handle) -> None:
        """A number is taken out of a tensor, of which the library has fewer digits."""
        if tensor.kind is FLOAT32 and not np.array_equal(tensor.numbers, tensor.node.raw, equal_nan=True):
            self.differs("rounding")

    def note_sum(self, tensor: Handle) -> None:
        """Notes that a gradient is the sum of several passes, where the program itself reads it."""
        if self.is_called_by_program:
            self.sums[self.machine.record.place()] = tensor.node

    def hold(self, elements: int) -> None:
        """See `Watcher.hold`."""
        machine = self.machine
        if elements > machine.limits.elements:
            machine.too_large()
        machine.tick(1 + elements // _PER_STEP)

    def made(self, node: Tensor) -> None:
        """See `Watcher.made`."""
        self.machine.record.located(node)
        self._nodes += 1
        if self._nodes > self.machine.limits.nodes and self.are_of_arrays:
            self.machine.limits.check_nodes(self._nodes)
        raw = node.raw
        if not isinstance(raw, float) and raw.size >= _LARGE:
            self._keep(raw)

    def stopped(self, node: Tensor) -> None:
        """See `Watcher.stopped`. In a long loop each repetition would keep all that were before it: those far behind are cut."""
        self._stops.append(node)
        while node.number - self._stops[0].number > _MAX_BEHIND:
            separate(self._stops.popleft())

    def _keep(self, array: Any) -> None:
        """Counts the numbers of an array as long as it is alive. Raises ProblemError (too-many-elements)."""
        alive, size, machine = self._alive, array.size, self.machine
        alive[0] += size
        finalize(array, _freed, alive, size).atexit = False
        if alive[0] > machine.limits.elements:
            while self._stops:
                separate(self._stops.popleft())
            collect()  # tensors and what they are the gradients of refer to one another
            if alive[0] > machine.limits.elements:
                machine.too_large()

    def sweep(self, nodes: int) -> None:
        """See `Watcher.sweep`."""
        self.machine.tick(nodes)

    def take(
        self, output: Tensor, upstream: Data | None, *, create_graph: bool, is_requested: bool = False, of_function: bool = False
    ) -> None:
        """A backward pass begins at an output, with this gradient; None where the program gives none."""
        self.taken, self.asks = output, self.asks or not of_function
        attachments(output)["upstream"] = upstream
        if is_requested:
            self.requested = output
        self.on_pass(output, upstream, create_graph)

    @property
    def declares(self) -> bool:
        """Whether the program has declared that a tensor needs a gradient, or taken gradients."""
        return bool(self.places) or self.asks

    def leaf(self, handle: Handle) -> None:
        """See `Watcher.leaf`. It gets the numbers that were chosen for it by its place in the order of making."""
        place = len(self.places)
        if self.places.setdefault(handle, place) == place and place in self.presets:
            self.give(handle, self.presets[place])

    def give(self, handle: Handle, numbers: Any) -> None:
        """Gives a tensor other numbers where it is first computed with."""
        found = as_float_or_array(np.asarray(numbers, dtype=float))
        if np.shape(found) != handle.shape:
            self.unread.add("numbers of another shape")
            return
        if isinstance(handle, Array):
            handle.node.raw = found  # it is new: nothing was computed with it
            if handle.kind is INT64 and not np.array_equal(found, np.trunc(found)):
                handle.kind = FLOAT64
        else:
            handle.given = found

    def looked(self) -> None:
        """See `Watcher.looked`."""
        self.has_looked = True

    def changed(self, node: Tensor, *, are_known: bool) -> None:
        """See `Watcher.changed`."""
        if are_known:
            message, hint = say("gradient-of-changed-numbers"), say("gradient-of-changed-numbers.hint")
            self.machine.note(Problem(Code.LIBRARY_DIFFERS, message, hint, node.span))
        else:
            self.unread.add("changed numbers")

    def beyond(self, what: str) -> None:
        """See `Watcher.beyond`."""
        self.unread.add(what)

    def print_options(self) -> Mapping[str, Any]:
        """See `Watcher.print_options`."""
        return self.shown_as


def _freed(alive: list[int], size: int) -> None:
    alive[0] -= size


class _TensorObject(Handle, Instance):
    """A handle that is an object of a class of the program as well."""


class _ArrayObject(Array, Instance):
    """As `_TensorObject`, of an array."""


class _JaxObject(JaxArray, Instance):
    """As `_TensorObject`, of an array of JAX."""
