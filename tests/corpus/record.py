"""Writes the numbers of the corpus to `answers.json`: `python -m tests.corpus.record`.

PyTorch, JAX, autograd, micrograd, NumPy and SciPy run the programs themselves; SymPy computes formulas, NumPy what is printed by
libraries that are not installed.
"""

import contextlib
import io
import json
import warnings
from typing import Any

import numpy as np
import sympy

from tests.corpus.corpus import ANSWERS, Entry, entries, numbers, point_of


def _of_formula(entry: Entry) -> dict[str, Any]:
    point = point_of(entry.formula)
    text, *by = entry.formula.partition("@")[0].split(" diff ")
    expression = sympy.sympify(text, locals={name: sympy.Symbol(name, real=True) for name in point.values})
    for name in by:
        expression = sympy.diff(expression, sympy.Symbol(name.strip(), real=True))
    at = {sympy.Symbol(name, real=True): value for name, value in point.values.items()}
    slopes = {} if point.value_alone else {str(symbol): float(sympy.diff(expression, symbol).subs(at)) for symbol in at}
    return {"value": float(expression.subs(at)), "gradients": slopes}


def _of_program(entry: Entry) -> list[float]:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(entry.text, entry.key, "exec"), {"__name__": "__main__"})
    return numbers(printed.getvalue())


def recorded(entry: Entry) -> Any:
    """The numbers of one program."""
    if entry.formula:
        return _of_formula(entry)
    if entry.printed:
        return [float(each) for each in eval(entry.printed, {"np": np})]
    return _of_program(entry)


if __name__ == "__main__":
    found: dict[str, Any] = {}
    for each in entries():
        found[each.key] = recorded(each)
    ANSWERS.write_text(json.dumps(found, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")
