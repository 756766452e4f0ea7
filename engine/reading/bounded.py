"""Which programs may run in the serving process: arithmetic and calls of a list. All others run where they can be ended."""

import ast
import builtins
import math
import random

from backpass.engine.plain_python.allow_list.native_members import methods_of
from backpass.engine.python.functions import READY
from backpass.engine.python.libraries.files import public_modules
from backpass.engine.python.source import Source

_MODULES = frozenset({"__future__", "abc", "dataclasses", "math", "random", "typing"})
_LISTED = frozenset(
    {
        "abs",
        "append",
        "bool",
        "enumerate",
        "extend",
        "float",
        "int",
        "isinstance",
        "items",
        "keys",
        "len",
        "list",
        "max",
        "min",
        "pow",
        "print",
        "property",
        "range",
        "reversed",
        "round",
        "sum",
        "super",
        "tuple",
        "values",
        "zip",
        "choice",
        "gauss",
        "randint",
        "random",
        "seed",
        "uniform",
        *(name for name, value in vars(math).items() if callable(value)),
    }
) - {"comb", "factorial", "gcd", "lcm", "perm", "prod"}


def _is_exception(name: str) -> bool:
    found = getattr(builtins, name)
    return isinstance(found, type) and issubclass(found, Exception)


_TYPES = (int, float, complex, str, bytes, list, tuple, dict, set, frozenset, range)
_OF_PYTHON = frozenset(
    {
        *(name for name in READY if name in vars(builtins) and not _is_exception(name)),
        *(name for kind in _TYPES for name in methods_of(kind)),
        *vars(math),
        *vars(random),
    }
)
"""Functions and methods of Python, by whatever name a program calls them in the end."""
_CUBIC = frozenset({"linalg", "inverse", "pinverse", "det", "logdet", "slogdet", "cholesky", "matrix_power", "kron"})
"""Functions of libraries that take far longer than it takes to go through the numbers that they are given."""
_UNBOUNDED = (ast.LShift, ast.Set, ast.SetComp, ast.Try, ast.With, ast.Match, ast.Yield, ast.YieldFrom)


def is_bounded(source: Source) -> bool:
    """Whether a program is arithmetic, loops, functions and classes of its own, and what is listed of Python's."""
    return source.known(_is_bounded)


def _is_bounded(source: Source) -> bool:
    if not source.by_kind.keys().isdisjoint(_UNBOUNDED):
        return False
    imported = [name.name for each in source.of_kinds(ast.Import) for name in each.names]
    imported += [each.module for each in source.of_kinds(ast.ImportFrom)]
    libraries = {name for name in imported if name not in _MODULES}
    if not libraries.issubset(public_modules()):
        return False
    names = {each.id for each in source.of_kinds(ast.Name)} | {each.attr for each in source.of_kinds(ast.Attribute)}
    names |= {each.name for each in source.of_kinds(ast.alias)} - _MODULES
    names |= {part for each in libraries for part in each.split(".")}
    if libraries and not _CUBIC.isdisjoint(names):
        return False
    return not any(name in _OF_PYTHON and name not in _LISTED for name in names)
