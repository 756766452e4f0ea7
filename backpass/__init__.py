"""Backpass: computational graphs of what you compute, with the contributions that made each gradient.

    import backpass

    a, b = backpass.Tensor(2.0), backpass.Tensor(-3.0)
    (a * b + a**2).backward()
    a.grad  # 1.0

This package is the library's whole public interface. Every operation is a function of it: `backpass.tanh(x)`. Each name is
imported when it is first used, so `import backpass` takes only a few milliseconds and imports neither NumPy, PyTorch nor JAX.
"""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from backpass import autograd, nn, optim
    from backpass._operations import *  # noqa: F403
    from backpass.engine import (
        Function,
        Tensor,
        backward,
        elementwise_grad,
        enable_grad,
        grad,
        hessian,
        is_grad_enabled,
        jacrev,
        jvp,
        no_grad,
        set_grad_enabled,
        value_and_grad,
    )
    from backpass.engine.capture import CaptureError, Graph, capture, capture_jax, record
    from backpass.engine.capture.showing import show
    from backpass.engine.library.creation import (
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
    from backpass.engine.library.own_rules import Operation, custom_vjp, defjvp, defvjp, primitive

__version__ = "1.0.0"

_CHECKOUT = Path(__file__).parents[1]
if (_CHECKOUT / "engine" / "graph").is_dir():
    # In a wheel `engine` and `app` are folders of this one; in a checkout they stand beside it, see docs/adr/0021.
    __path__.append(str(_CHECKOUT))  # noqa: F405 - every package has it

_PUBLIC = {
    "Function": "backpass.engine",
    "Operation": "backpass.engine.library.own_rules",
    "Tensor": "backpass.engine",
    "backward": "backpass.engine",
    "custom_vjp": "backpass.engine.library.own_rules",
    "defjvp": "backpass.engine.library.own_rules",
    "defvjp": "backpass.engine.library.own_rules",
    "elementwise_grad": "backpass.engine",
    "enable_grad": "backpass.engine",
    "grad": "backpass.engine",
    "hessian": "backpass.engine",
    "is_grad_enabled": "backpass.engine",
    "jacrev": "backpass.engine",
    "jvp": "backpass.engine",
    "no_grad": "backpass.engine",
    "primitive": "backpass.engine.library.own_rules",
    "set_grad_enabled": "backpass.engine",
    "value_and_grad": "backpass.engine",
    "CaptureError": "backpass.engine.capture",
    "Graph": "backpass.engine.capture",
    "capture": "backpass.engine.capture",
    "capture_jax": "backpass.engine.capture",
    "record": "backpass.engine.capture",
    "show": "backpass.engine.capture.showing",
    "arange": "backpass.engine.library.creation",
    "eye": "backpass.engine.library.creation",
    "full": "backpass.engine.library.creation",
    "linspace": "backpass.engine.library.creation",
    "manual_seed": "backpass.engine.library.creation",
    "ones": "backpass.engine.library.creation",
    "ones_like": "backpass.engine.library.creation",
    "rand": "backpass.engine.library.creation",
    "randn": "backpass.engine.library.creation",
    "tensor": "backpass.engine.library.creation",
    "zeros": "backpass.engine.library.creation",
    "zeros_like": "backpass.engine.library.creation",
}
"""The public names, each with the module that has it."""
_MODULES = frozenset({"autograd", "nn", "optim"})
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
    "elementwise_grad",
    "enable_grad",
    "eye",
    "full",
    "grad",
    "hessian",
    "is_grad_enabled",
    "jacrev",
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
    "set_grad_enabled",
    "show",
    "tensor",
    "value_and_grad",
    "zeros",
    "zeros_like",
]


def __getattr__(name: str) -> Any:
    """A public name or an operation, imported when it is first used. Raises AttributeError for any other."""
    if name in _MODULES:
        found: Any = import_module(f"backpass.{name}")
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
        found = None if name.startswith("_") else import_module("backpass.engine").function_of(name)
        if found is None:
            raise AttributeError(f"module 'backpass' has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
