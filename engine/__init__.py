"""Backpass's engine: tensors that remember how they were made, and exact gradients with the contributions that made them.

    from engine import Tensor
    a = Tensor(2.0)
    b = Tensor(-3.0)
    (a * b + a**2).backward()
    a.grad  # 1.0

Pure: the standard library and NumPy, no web, no I/O, no clock.
"""

from typing import Any

from engine.backward import Contribution, Gradients, backward
from engine.limits import Limits
from engine.operations import OPERATIONS, Operation
from engine.problems import Code, Problem, ProblemError, Severity
from engine.tensor import FUNCTIONS, Tensor
from engine.tensor_methods import give_methods
from engine.trace import Trace, check_trace

__all__ = [
    "OPERATIONS",
    "Code",
    "Contribution",
    "Gradients",
    "Limits",
    "Operation",
    "Problem",
    "ProblemError",
    "Severity",
    "Tensor",
    "Trace",
    "backward",
    "check_trace",
]

give_methods()


def __getattr__(name: str) -> Any:
    """Every operation as a function under each of its names: `from engine import tanh`."""
    record = OPERATIONS.spellings.get(name)
    if record is None:
        raise AttributeError(f"module 'engine' has no attribute {name!r}")
    return FUNCTIONS[record.name]
