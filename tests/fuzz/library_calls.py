"""Every function that libraries and arrays have × odd arguments: too few, too many, of other kinds, far too large."""

from collections.abc import Iterable, Iterator

from backpass.engine.interpreter.builtins.methods import TENSOR_METHODS
from backpass.engine.interpreter.libraries.registry import LIBRARY_FUNCTIONS, OURS
from tests.fuzz.requests import Call, Violation, checked

ARRAYS = ("w = [1.0, 2.0]", "w = [[1.0, 2.0], [3.0, 4.0]]", "w = 2.0")
ARGUMENTS = (
    *("", "2", "-1", "0.5", "True", "None", "'a'", "1e400", "2**70", "-2**40", "(0, 1)", "[1, 2]", "[]", "{}", "lambda a: a"),
    *("axis=0", "dim=5", "x=1", "w", "w, w", "w, 1", "w, axis=9", "w > 0", "w, [[1, 2, 3]]", "[[54, 5e308]], [5, 2]"),
    *("1, 1", "1, 2, 3", "1, 2, 3, 4", "w, w, w", "w, 0, w", "w, 0, 1e400", "1, 0, 1e400", "w, 1e400", "w, 2**70", "2, w"),
)


def cases() -> Iterator[Call]:
    """All of them; a third of the texts import nothing."""
    for array in ARRAYS:
        for name in TENSOR_METHODS:
            yield from _calls(f"{array}\nw.{name}")
    for module, functions in LIBRARY_FUNCTIONS.items():
        if module == OURS:
            continue
        for name in functions:
            imported = f"import {module}\n" if module in ("numpy", "torch", "jax", "autograd", "tensorflow") else ""
            yield from _calls(f"{imported}{ARRAYS[0]}\n{module}.{name}")


def broken_by(chosen: Iterable[Call]) -> dict[str, Violation]:
    """What these calls broke, the first of each kind."""
    broken: dict[str, Violation] = {}
    for call in chosen:
        try:
            checked(call)
        except Violation as violation:
            broken.setdefault(violation.headline, violation)
    return broken


def _calls(function: str) -> Iterator[Call]:
    for arguments in ARGUMENTS:
        yield Call("graph", {"program": f"{function}({arguments})", "detail": "gradients"})
