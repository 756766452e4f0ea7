"""Modules that users imported by other names before the folders were arranged: the former names still import, with a warning.

Only what the documentation named is listed. Remove a row with the next incompatible version.
"""

import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import ModuleType

FORMER_NAMES = {
    "engine.batch": "engine.many_points.batch",
    "engine.datasets": "engine.learning.datasets",
    "engine.descent": "engine.learning.descent",
    "engine.losses": "engine.learning.losses",
    "engine.matrix_nn": "engine.learning.matrix_nn",
    "engine.model_text": "engine.learning.model_source",
    "engine.nn": "engine.learning.nn",
    "engine.optim": "engine.learning.optim",
    "engine.program_model": "engine.learning.program_model",
    "engine.schedules": "engine.learning.schedules",
    "engine.tensor": "engine.graph.tensor",
    "engine.training": "engine.learning.training",
}
"""The former dotted name and the present one."""


class _FormerName(Loader):
    """Loads a former name as the module of today itself, so that classes are the same by either name."""

    def __init__(self, name: str) -> None:
        self._name = name

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        warnings.warn(f"{spec.name} is now {self._name}.", DeprecationWarning, stacklevel=2)
        module = import_module(self._name)
        self._spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Executes nothing: the module has run under its present name. Gives it back the spec that the import has replaced."""
        module.__spec__ = self._spec


class _Finder(MetaPathFinder):
    def find_spec(self, name: str, _path: Sequence[str] | None, _target: ModuleType | None = None) -> ModuleSpec | None:
        present = FORMER_NAMES.get(name)
        return spec_from_loader(name, _FormerName(present)) if present is not None else None


def support_former_names() -> None:
    """Makes the former names importable; once is enough."""
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.append(_Finder())
