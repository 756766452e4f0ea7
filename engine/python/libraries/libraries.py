"""The libraries of one run: modules whose names are laid out when they are asked for, and what is noted of their tensors."""

import ast
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.handles.handle import Handle
from backpass.engine.handles.operations import Watcher
from backpass.engine.plain_python.values import MISSING, Env, Function, Instance, Module, UserClass
from backpass.engine.python.libraries.files import NATIVES, file_of, path_of, public_modules, target_of
from backpass.engine.python.libraries.laying import PreludeStatements
from backpass.engine.python.libraries.natives import natives_of
from backpass.engine.python.lines import Line

_PER_STEP = 64
"""Numbers that NumPy computes in the time of a step of the program."""


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
        return iter(_public(self._module))

    def keys(self) -> Any:
        """The names themselves, as `from torch import *` asks for them."""
        return _public(self._module)

    def __getitem__(self, name: str) -> Any:
        return self.get(name)


def _public(module: str) -> list[str]:
    file = file_of(module)
    own = [name for name, statement in file.statements.items() if _is_public(name, module, statement)]
    return own + [name for star in file.stars for name in _public(target_of(module, star))]


def _is_public(name: str, module: str, statement: ast.stmt) -> bool:
    """Whether a name is for programs: not one that a file imports from elsewhere for itself."""
    is_own = not isinstance(statement, ast.Import | ast.ImportFrom) or _is_of_library(module, statement)
    return not name.startswith("_") and is_own


def _is_of_library(module: str, statement: ast.stmt) -> bool:
    return isinstance(statement, ast.ImportFrom) and statement.level > 0


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
        self.backwards: list[Handle] = []
        """On which a backward pass was begun."""
        self.last: Line | None = None
        """The last line of the top level that gave a tensor."""
        self._names: dict[str, Names] = {}
        self._modules: dict[str, Module] = {}

    @cached_property
    def natives(self) -> dict[str, Any]:
        """What files of the prelude may use that is not written as a program."""
        return natives_of(self)

    @cached_property
    def random(self) -> np.random.Generator:
        """The random numbers of the run, the same in each."""
        return np.random.default_rng(0)

    def known(self) -> dict[str, Callable[[], Module]]:
        """What makes each module that programs may import."""
        return {name: lambda name=name: self.module(name) for name in public_modules()}  # type: ignore[misc]

    def names(self, module: str) -> Names:
        """The names of a file."""
        if module not in self._names:
            self._names[module] = Names(self, module)
        return self._names[module]

    def module(self, name: str) -> Module:
        """A module as programs have it."""
        if name not in self._modules:
            self._modules[name] = Module(name, Exports(self, name))
        return self._modules[name]

    def exported(self, module: str, name: str) -> Any:
        """What a program may use of a module; MISSING where there is no such name."""
        statement = file_of(module).statements.get(name)
        if name.startswith("_") or (statement is not None and not _is_public(name, module, statement)):
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
        machine = self.machine
        made = UserClass(machine, "TensorBase", Members(self.names("torch._methods")))
        made.real = type("TensorBase", (_TensorObject,), {"user_class": made})
        made.line, made.bases = [made], ()
        return made

    def tensor_class(self) -> type[Handle]:
        """The class of the tensors of this run."""
        found: UserClass = self.names("torch._tensor").find("Tensor")
        real: Any = found.real
        if "result_class" not in vars(real):
            real.result_class = real
        return real  # type: ignore[no-any-return]

    # What is noted of a run

    def hold(self, elements: int) -> None:
        """See `Watcher.hold`."""
        machine = self.machine
        if elements > machine.limits.elements:
            machine.too_large()
        machine.tick(1 + elements // _PER_STEP)

    def made(self, node: Tensor) -> None:
        """See `Watcher.made`."""
        self.machine.record.located(node)

    def given(self, line: Line) -> None:
        """A line of the top level has given a tensor."""
        self.last = line


class _TensorObject(Handle, Instance):
    """A handle that is an object of a class of the program as well."""
