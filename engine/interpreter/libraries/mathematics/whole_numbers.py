"""What Python's `math` computes of whole numbers, exactly: factorials, ways to choose, common divisors. None has a gradient."""

import math
import sys
from collections.abc import Callable
from typing import Any

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.errors import binding_errors, library_errors
from backpass.engine.interpreter.libraries.graph_of_call import GraphOfCall
from backpass.engine.interpreter.libraries.registry import offer
from backpass.engine.interpreter.values import Arguments, Item
from backpass.engine.problems import ProblemError

_LARGEST = 170
"""Of whole numbers with factorials: that of the next one is beyond what a number can hold."""


def _of_math(name: str, function: Callable[..., int], most: int | None, takes: str, least: int = 1) -> None:
    @offer(("math",), name, least=least, most=most, takes=takes)
    def _compute(machine: Any, arguments: Arguments) -> Item:
        graph = GraphOfCall(machine, arguments)
        numbers = [graph.whole(each) for each in graph.values]
        is_large = name not in ("gcd", "lcm", "isqrt") and max(numbers, default=0) > _LARGEST
        if is_large or (name not in ("gcd", "lcm") and min(numbers) < 0):
            known = library_errors.whole_numbers(len(numbers), 0) if not is_large else f"0 … {_LARGEST}"
            raise ProblemError(binding_errors.value(name, tuple(numbers), known, graph.part))
        result = function(*numbers)
        if result > sys.float_info.max:  # of `lcm`, where Python goes on with whole numbers of any length
            raise ProblemError(binding_errors.value(name, tuple(numbers), f"{name}(…) ≤ {sys.float_info.max:.2g}", graph.part))
        return result


_of_math("factorial", math.factorial, 1, "(n)")
_of_math("isqrt", math.isqrt, 1, "(n)")
_of_math("comb", math.comb, 2, "(n, k)", least=2)
_of_math("perm", math.perm, 2, "(n, k=None)")
_of_math("gcd", math.gcd, None, "(*integers)", least=0)
_of_math("lcm", math.lcm, None, "(*integers)", least=0)


@offer(("math",), "isclose", least=2, most=2, takes="(a, b, *, rel_tol=1e-09, abs_tol=0.0)")
def _isclose(machine: Any, arguments: Arguments) -> Item:
    """Whether two numbers differ by little."""
    graph = GraphOfCall(machine, arguments)
    one, other = (graph.number_of(each) for each in graph.values)
    tolerances = {name: graph.number_of(item) for name, item in graph.keywords.items()}
    return math.isclose(one, other, **tolerances)


@offer(("math",), "copysign", least=2, most=2, takes="(x, y)")
def _copysign(machine: Any, arguments: Arguments) -> Item:
    """The size of x with the sign of y, which the program looks at; that of -0.0 too."""
    graph = GraphOfCall(machine, arguments)
    x, y = graph.values
    sign = math.copysign(1.0, graph.number_of(y))
    if not isinstance(x, Tensor) or x.shape:
        return math.copysign(graph.number_of(x), sign)
    return graph.made("multiply", graph.made("abs", x), sign)
