"""Backpass: computational graphs of what you compute, with the contributions that made each gradient.

    import backpass

    a, b = backpass.Tensor(2.0), backpass.Tensor(-3.0)
    (a * b + a**2).backward()
    a.grad  # 1.0

This package is all that is public of the library, and every operation is a function of it: `backpass.tanh(x)`. Each name is
imported when it is first used, so that `import backpass` takes no longer than a few milliseconds, and imports neither NumPy nor
PyTorch nor JAX.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from backpass import autograd
    from engine import Function, Tensor, backward, enable_grad, grad, jvp, no_grad, value_and_grad
    from engine.capture import CaptureError, Graph, capture, capture_jax, record
    from engine.capture.showing import show
    from engine.learning import nn, optim
    from engine.library.creation import (
        arange,
        eye,
        full,
        linspace,
        manual_seed,
        ones,
        ones_like,
        rand,
        randn,
        tensor,
        zeros,
        zeros_like,
    )
    from engine.library.own_rules import Operation, custom_vjp, defjvp, defvjp, primitive

_PUBLIC = {
    "Function": "engine",
    "Operation": "engine.library.own_rules",
    "Tensor": "engine",
    "backward": "engine",
    "custom_vjp": "engine.library.own_rules",
    "defjvp": "engine.library.own_rules",
    "defvjp": "engine.library.own_rules",
    "enable_grad": "engine",
    "grad": "engine",
    "jvp": "engine",
    "no_grad": "engine",
    "primitive": "engine.library.own_rules",
    "value_and_grad": "engine",
    "CaptureError": "engine.capture",
    "Graph": "engine.capture",
    "capture": "engine.capture",
    "capture_jax": "engine.capture",
    "record": "engine.capture",
    "show": "engine.capture.showing",
    "arange": "engine.library.creation",
    "eye": "engine.library.creation",
    "full": "engine.library.creation",
    "linspace": "engine.library.creation",
    "manual_seed": "engine.library.creation",
    "ones": "engine.library.creation",
    "ones_like": "engine.library.creation",
    "rand": "engine.library.creation",
    "randn": "engine.library.creation",
    "tensor": "engine.library.creation",
    "zeros": "engine.library.creation",
    "zeros_like": "engine.library.creation",
}
"""The public names, each with the module that has it."""
_MODULES = {"autograd": "backpass.autograd", "nn": "engine.learning.nn", "optim": "engine.learning.optim"}
"""Those that are modules themselves."""

_FLOATS = frozenset({"double", "float", "float32", "float64"})
"""Types of PyTorch's that `dtype=` may name; all numbers have double precision."""

_TWO_WAYS = frozenset({"std", "var"})
"""Operations that mean two things as functions, and so are methods alone."""

__all__ = [
    "CaptureError",
    "Function",
    "Graph",
    "Operation",
    "Tensor",
    "arange",
    "autograd",
    "backward",
    "capture",
    "capture_jax",
    "custom_vjp",
    "defjvp",
    "defvjp",
    "enable_grad",
    "eye",
    "full",
    "grad",
    "jvp",
    "linspace",
    "manual_seed",
    "nn",
    "no_grad",
    "ones",
    "ones_like",
    "optim",
    "primitive",
    "rand",
    "randn",
    "record",
    "show",
    "tensor",
    "value_and_grad",
    "zeros",
    "zeros_like",
]


def __getattr__(name: str) -> Any:
    """A public name or an operation, imported when it is first used. Raises AttributeError for any other."""
    if name in _MODULES:
        found: Any = import_module(_MODULES[name])
    elif name in _PUBLIC:
        found = getattr(import_module(_PUBLIC[name]), name)
    elif name in _FLOATS:
        found = import_module("numpy").float64
    elif name in _TWO_WAYS:
        raise AttributeError(
            f"module 'backpass' has no attribute {name!r}, since NumPy divides by the count and PyTorch by one less: "
            f"write x.{name}() for NumPy's or x.{name}(correction=1) for PyTorch's"
        )
    else:
        found = None if name.startswith("_") else import_module("engine").function_of(name)
        if found is None:
            raise AttributeError(f"module 'backpass' has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
