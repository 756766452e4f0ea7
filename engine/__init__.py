"""Backpass's engine: tensors that remember how they were made, and exact gradients with the contributions that made them.

    from backpass import Tensor
    a = Tensor(2.0)
    b = Tensor(-3.0)
    (a * b + a**2).backward()
    a.grad  # 1.0

The standard library, NumPy, and Fluent for its messages; no web.
"""

from typing import Any

from backpass.engine.autodiff.reverse_numeric import Contribution, Gradients, backward
from backpass.engine.graph.grad_mode import enable_grad, is_grad_enabled, no_grad, set_grad_enabled
from backpass.engine.graph.tensor import Tensor
from backpass.engine.graph.trace import Trace, check_trace
from backpass.engine.library import CallError, Function, InPlaceError, function_of, give_methods, once_differentiable
from backpass.engine.library.differentiation import elementwise_grad, grad, hessian, jacrev, jvp, value_and_grad
from backpass.engine.limits import Limits
from backpass.engine.operations import OPERATIONS, Operation
from backpass.engine.problems import Code, Problem, ProblemError, Severity

__all__ = [
    "OPERATIONS",
    "CallError",
    "Code",
    "Contribution",
    "Function",
    "Gradients",
    "InPlaceError",
    "Limits",
    "Operation",
    "Problem",
    "ProblemError",
    "Severity",
    "Tensor",
    "Trace",
    "backward",
    "check_trace",
    "elementwise_grad",
    "enable_grad",
    "grad",
    "hessian",
    "is_grad_enabled",
    "jacrev",
    "jvp",
    "no_grad",
    "once_differentiable",
    "set_grad_enabled",
    "value_and_grad",
]

give_methods()


def __getattr__(name: str) -> Any:
    """Every operation as a function under each of its names: `from backpass.engine import tanh`."""
    found = function_of(name)
    if found is None:
        raise AttributeError(f"module 'backpass.engine' has no attribute {name!r}")
    return found
