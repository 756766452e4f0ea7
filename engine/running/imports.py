"""What imports make known. Nothing is loaded: a module's names stand for ours."""

from engine.language.program import Import
from engine.operations import Operation
from engine.problems import ProblemError
from engine.running import refusals
from engine.running.aside import passed_over
from engine.running.dialects import CONSTANTS, MODULES, is_ignored
from engine.running.machine import Machine
from engine.running.values import MISSING, Module, Scope

_KNOWN_MODULES = {name: Module(name) for name in MODULES if "." not in name}
"""What their names stand for without an import."""


class Imports:
    """The modules that one program knows by name."""

    def __init__(self) -> None:
        self.modules = dict(_KNOWN_MODULES)

    def take(self, statement: Import, scope: Scope, machine: Machine) -> bool:
        """Makes what is imported known; returns whether the module is passed over. Raises ProblemError (import-refused)."""
        module = statement.module
        if is_ignored(module):
            scope.names[statement.alias.partition(".")[0]] = passed_over(module, statement.name)
            return True
        if module not in MODULES:
            raise ProblemError(refusals.import_refused(statement, module_known=False))
        if statement.name is None:
            whole = module if statement.alias != module else module.split(".")[0]
            self.modules[statement.alias.split(".")[0]] = Module(whole)
        elif f"{module}.{statement.name}" in MODULES:
            self.modules[statement.alias] = Module(f"{module}.{statement.name}")
        elif statement.name != "*" and statement.name not in CONSTANTS:
            found = machine.ready(statement.name, module)
            if found is MISSING:
                raise ProblemError(refusals.import_refused(statement, module_known=True))
            if not isinstance(found, Operation):
                scope.names[statement.alias] = found  # type: ignore[assignment]
            elif statement.alias != statement.name:
                scope.names[statement.alias] = machine.function_of(found)
        return False
