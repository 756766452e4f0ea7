"""What imports make known. Nothing is loaded: a module's names stand for ours.

An import does not stop a program: what is not understood is refused where the program uses it, for often it does not.
"""

import builtins
from dataclasses import replace

from backpass.engine.interpreter.errors import program_errors
from backpass.engine.interpreter.libraries.passed_over.plots_and_timers import stub_for
from backpass.engine.interpreter.libraries.passed_over.system_modules import SYSTEM
from backpass.engine.interpreter.libraries.spellings import CONSTANTS, MODULES, OF_MODULES, SAME_NAMES, is_ignored
from backpass.engine.interpreter.libraries.written_as_programs.torch_and_micrograd_classes import offered
from backpass.engine.interpreter.machine import Machine
from backpass.engine.interpreter.signatures.binding import is_plain, known_of, of_function, shadowing
from backpass.engine.interpreter.values import MISSING, LibraryModule, Scope, UnloadedModule
from backpass.engine.language.program import Import
from backpass.engine.operations import Operation
from backpass.engine.problems import ProblemError

_KNOWN_MODULES = {name: LibraryModule(name) for name in MODULES if "." not in name and name not in (*SYSTEM, "sklearn")}
"""What their names stand for without an import."""
_WITH_CONSTANTS = frozenset({"math", "numpy", "jax.numpy", "torch"})
"""Modules that have `e` and `pi`."""
_WITH_PARTS = {"torch.nn": ("functional", "init", "utils"), "numpy": ("linalg", "random"), "jax.numpy": ("linalg",)}
"""The modules that a module's `import *` brings."""
_OF_PYTHON = frozenset({"builtins", "future.builtins", "past.builtins", "six.moves"})
"""Modules whose names are those that Python has ready."""


class Imports:
    """The modules that one program knows by name."""

    def __init__(self) -> None:
        self.modules = dict(_KNOWN_MODULES)

    def take(self, statement: Import, scope: Scope, machine: Machine) -> bool:
        """Makes what is imported known; returns whether the module is ignored.

        All names of a module that is not understood are unknown ones; from then on a name without a value is refused where it is
        used, see `Elsewhere`. Raises ProblemError (import-refused) within `try`, where a program can do without a module.
        """
        if statement.name is not None and statement.module in SAME_NAMES:
            statement = replace(statement, module=SAME_NAMES[statement.module])
        module = statement.module
        if is_ignored(module) and not _is_of_python(statement):
            if statement.name is None and statement.alias == module and module.partition(".")[0] in MODULES:
                return True  # `import torch.utils.tensorboard` leaves `torch` what it is
            scope.names[statement.alias.partition(".")[0]] = stub_for(module, statement.name)
            return True
        if _is_of_python(statement):
            return False
        if module not in MODULES:
            self._not_loaded(statement, scope, machine)
            return False
        _forget_not_loaded(statement, scope)
        machine.elsewhere.imported.add(statement.alias)
        if statement.name is None:
            whole = module if statement.alias != module else module.split(".")[0]
            self.modules[statement.alias.split(".")[0]] = LibraryModule(whole)
        elif f"{module}.{statement.name}" in MODULES:
            self.modules[statement.alias] = LibraryModule(f"{module}.{statement.name}")
        elif statement.name == "*":
            _take_all(module, scope, machine)
            for name in _WITH_PARTS.get(module, ()):
                _mean_again(name, scope)
                self.modules[name] = LibraryModule(f"{module}.{name}")
        else:
            self._take_one(statement, statement.name, scope, machine)
        return False

    def _take_one(self, statement: Import, name: str, scope: Scope, machine: Machine) -> None:
        """`from module import name`."""
        module, alias = statement.module, statement.alias
        if name in OF_MODULES:
            if name in CONSTANTS and alias == name:
                _mean_again(name, scope)
            else:
                scope.names[alias] = OF_MODULES[name]
            return
        found = machine.ready(name, module)
        if found is MISSING:
            self._not_loaded(statement, scope, machine)
            return
        if isinstance(found, Operation):
            machine.note_lacking(module, name, statement.span)
        plain = isinstance(found, Operation) and is_plain(found, of_function(module, name, found))
        if plain and alias == name:
            _mean_again(name, scope)
        else:
            scope.names[alias] = machine.value_of(found, name, module)  # type: ignore[arg-type]

    def _not_loaded(self, statement: Import, scope: Scope, machine: Machine) -> None:
        """What is refused where it is used. `import torch.jit` leaves `torch` what it is. Raises ProblemError, see `take`."""
        module, name = statement.module, statement.name
        if machine.tries():
            raise ProblemError(program_errors.import_refused(statement, module_known=module in MODULES))
        if name == "*":
            machine.elsewhere.modules.append(module)
            return
        first = statement.alias.partition(".")[0]
        if name is None and statement.alias == module and first in self.modules:
            return
        if name is not None and is_ignored(name):
            scope.names[first] = stub_for(name, None)  # `from util.logconf import logging`
            return
        whole = first if statement.alias == module else module
        scope.names[first] = UnloadedModule(whole if name is None else f"{module}.{name}")  # type: ignore[assignment]


def _is_of_python(statement: Import) -> bool:
    """Whether an import makes a function known that is known anyway: `from builtins import range`, for Python 2."""
    name = statement.name
    return statement.module in _OF_PYTHON and name is not None and name == statement.alias and hasattr(builtins, name)


def _take_all(module: str, scope: Scope, machine: Machine) -> None:
    """`from module import *`: what means something else there than without it, and what a library defines in the language."""
    machine.elsewhere.imported.update(known_of(module), OF_MODULES)
    for name in (*known_of(module), *(CONSTANTS if module in _WITH_CONSTANTS else ())):
        _mean_again(name, scope)
    if module == "math":
        scope.names["tau"] = OF_MODULES["tau"]
    for name in shadowing(module):
        scope.names[name] = machine.value_of(machine.ready(name, module), name, module)  # type: ignore[arg-type]
    for name in sorted(offered(module)):
        if not name.startswith("_"):
            scope.names[name] = machine.ready(name, module)  # type: ignore[assignment]


def _mean_again(name: str, scope: Scope) -> None:
    """An import takes a name that the program had given a value, also where it needs none to be known."""
    scope.names.pop(name, None)


def _forget_not_loaded(statement: Import, scope: Scope) -> None:
    """A later import brings what an earlier one of that name did not."""
    first = statement.alias.partition(".")[0]
    if isinstance(scope.names.get(first), UnloadedModule):
        del scope.names[first]
