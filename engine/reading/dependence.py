"""Whether the graph of a program may be another one for other inputs: where nothing says that it is not, it may."""

import ast
import builtins
import math
from collections.abc import Set as AbstractSet
from functools import cache

from backpass.engine.operations import OPERATIONS
from backpass.engine.python.functions import CALLED, PIECEWISE_CONSTANT
from backpass.engine.python.libraries.files import PRELUDE
from backpass.engine.python.numbers import TrackedInt
from backpass.engine.python.run import Evaluation
from backpass.engine.python.source import Source

_LOOKS = (
    ast.Compare,
    ast.If,
    ast.While,
    ast.IfExp,
    ast.BoolOp,
    ast.Not,
    ast.Try,
    ast.Assert,
    ast.Match,
    ast.FormattedValue,
    ast.Set,
    ast.SetComp,
    ast.Dict,
    ast.DictComp,
)
_SAME_FOR_ALL = frozenset(
    {
        "sum",
        "abs",
        "max",
        "min",
        "float",
        "print",
        "zip",
        "enumerate",
        "range",
        "len",
        "list",
        "tuple",
        "map",
        "pow",
        "super",
        "append",
        "extend",
        "uniform",
        "random",
        "seed",
    }
)
"""Functions and methods of Python that make the same of all numbers."""


_NEVER_RAISE = frozenset({"atan", "atan2", "copysign", "erf", "erfc", "fabs", "tanh"})
"""Functions of `math` that have an answer at every number, infinities and NaN included; any other may end a program."""
_KNOWN_DIVISORS = (int, float)


def may_change(evaluation: Evaluation) -> bool:
    """Whether a program may look at its numbers. Whole numbers say how often and where, so that they count as looked at."""
    record = evaluation.record
    if record.has_whole_inputs or any(isinstance(value, TrackedInt) for value in evaluation.names.values()):
        return True
    machine = evaluation.machine
    if machine.uses_tensors:
        return machine.libraries.has_looked or evaluation.source.known(_looks_beside_libraries)
    return evaluation.source.known(looks_at_numbers)


def _looks_beside_libraries(source: Source) -> bool:
    return looks_at_numbers(source, _names_of_libraries())


@cache
def _names_of_libraries() -> frozenset[str]:
    """What programs call of libraries: their functions, classes and methods. What these look at is noted while they run."""
    files = [ast.parse(path.read_text(encoding="utf-8")) for path in PRELUDE.rglob("*.py")]
    named = (each for file in files for each in ast.walk(file) if isinstance(each, ast.FunctionDef | ast.ClassDef))
    return frozenset(each.name for each in named) - vars(builtins).keys()


def looks_at_numbers(source: Source, others: AbstractSet[str] = frozenset()) -> bool:
    """Whether anything in a program may depend on what its numbers are, or hide that a number raises an exception.

    `others` are names of functions of which that is known otherwise.
    """
    if not source.by_kind.keys().isdisjoint(_LOOKS) or any(each.ifs for each in source.of_kinds(ast.comprehension)):
        return True
    own = {each.name for each in source.of_kinds(ast.FunctionDef, ast.ClassDef)} | others
    operators, calls = source.of_kinds(ast.BinOp, ast.AugAssign), source.of_kinds(ast.Call)
    if any(isinstance(each.op, ast.FloorDiv | ast.Mod) for each in operators):
        return True  # which texts have as well, and steps
    if any(_is_protocol(each.name) for each in source.of_kinds(ast.FunctionDef)) or any(_looks(each, own) for each in calls):
        return True
    return any(map(_chooses, calls)) and any(map(_may_raise, (*operators, *calls)))


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def _chooses(node: ast.Call) -> bool:
    return _called(node) in ("max", "min")


def _is_protocol(name: str) -> bool:
    return name.startswith("__") and name not in ("__init__", "__call__")


def _may_raise(node: ast.AST) -> bool:
    """Whether a part of a program may end it at some number, where floats would go on with an infinity."""
    if isinstance(node, ast.BinOp | ast.AugAssign):
        right = node.right if isinstance(node, ast.BinOp) else node.value
        is_known = isinstance(right, ast.Constant) and type(right.value) in _KNOWN_DIVISORS and right.value != 0
        return isinstance(node.op, ast.Div | ast.Pow) and not is_known
    return isinstance(node, ast.Call) and _called(node) in vars(math).keys() - _NEVER_RAISE


def _looks(node: ast.Call, own: set[str]) -> bool:
    name = _called(node)
    is_operation = name in CALLED or (isinstance(node.func, ast.Attribute) and name in OPERATIONS.spellings)
    known = name in own or name in _SAME_FOR_ALL or (is_operation and name not in PIECEWISE_CONSTANT)
    return not known or (name in ("max", "min", "sum", "print") and bool(node.keywords))
