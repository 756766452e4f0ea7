"""What `from engine import Tensor` can besides operations: the names of PyTorch, NumPy, JAX, HIPS autograd and micrograd.

Each module has tables of the methods and properties that it gives to tensors; backward passes, pictures and rules of
somebody's own are made of tensors, so `engine.graph.tensor` may not know them. Nothing that computes imports it.
"""

import sys
from collections.abc import Callable
from inspect import signature
from types import FunctionType
from typing import Any

from backpass.engine.graph.hooks import Handle, register_hook
from backpass.engine.graph.tensor import FUNCTIONS, Tensor
from backpass.engine.library import (
    conversions,
    differentiation,
    in_place,
    language_methods,
    nodes,
    pytorch_methods,
    shape_methods,
)
from backpass.engine.library.binding import CallError, bound, takes_names
from backpass.engine.library.docstrings import documentation, function_documentation
from backpass.engine.library.function import Function, FunctionContext, once_differentiable
from backpass.engine.library.in_place import InPlaceError
from backpass.engine.library.signatures import named, of_method, of_record, of_text
from backpass.engine.operations import OPERATIONS, Operation

__all__ = [
    "CallError",
    "Function",
    "FunctionContext",
    "Handle",
    "InPlaceError",
    "function_of",
    "give_methods",
    "once_differentiable",
]


def _picture(self: Tensor) -> str:
    """What a notebook shows: the graph that leads to this tensor."""
    from backpass.engine.export.svg import draw  # when it is first asked for: who computes only need not wait for what draws

    return draw(self)


def _bundle(self: Tensor, include: object = None, exclude: object = None) -> dict[str, str] | None:  # noqa: ARG001 (of IPython)
    """The same, played: the player, for what an operation made. Of anything else there is nothing to play."""
    if self.operation is None:
        return None
    from backpass.engine.export.notebook import mime_bundle
    from backpass.engine.serialization.tensor_graph import tensor_json

    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    names = {} if shell is None else {name: value for name, value in shell.user_ns.items() if not name.startswith("_")}
    return mime_bundle(tensor_json(self, names), repr(self))


def _bound_methods() -> dict[str, Callable[..., Any]]:
    """The operations whose calls say more than their inputs."""
    return {
        name: _bound_method(record, name)
        for record in OPERATIONS.values()
        if takes_names(record)
        for name in record.names
        if name.isascii()
    }


def _bound_method(record: Operation, name: str) -> Callable[..., Any]:
    made = bound(record, name)
    made.__doc__ = documentation(record, name)
    if not record.variadic:
        made.__signature__ = of_method(record)  # type: ignore[attr-defined]
    return made


_METHODS: dict[str, Any] = {
    **language_methods.METHODS,
    **_bound_methods(),
    **shape_methods.METHODS,
    **pytorch_methods.METHODS,
    **conversions.METHODS,
    **in_place.METHODS,
    **nodes.METHODS,
    **differentiation.METHODS,
    "register_hook": register_hook,
    "_repr_svg_": _picture,
    "_repr_mimebundle_": _bundle,
}


_METHODS |= {f"{name}_": in_place.changing(name, _METHODS[name]) for name in in_place.OTHERS}


def give_methods() -> None:
    """Gives the class of tensors the methods and properties above, and its operations what `help` says of them."""
    Tensor.__module__ = "backpass"  # by which people import it, and which `help` shows in signatures
    for record in OPERATIONS.values():
        made = FUNCTIONS[record.name]
        made.__doc__, made.__signature__ = function_documentation(record), of_record(record)  # type: ignore[attr-defined]
        if not record.variadic:
            for name in record.names:
                if getattr(Tensor, name, None) is made:
                    setattr(Tensor, name, named(made, name, of_method(record), documentation(record, name)))
    for name, method in _METHODS.items():
        if name not in _DEFINED:
            setattr(Tensor, name, _as_method(name, method))
    for name, read in conversions.PROPERTIES.items():
        setattr(Tensor, name, property(read))
    for name, attribute in nodes.PROPERTIES.items():
        setattr(Tensor, name, attribute)


def _as_method(name: str, method: Any) -> Any:
    """A method under its own name, with its own signature and an example of that name."""
    if name.startswith("_") or not isinstance(method, FunctionType):
        return method
    shared = [other for other, each in _METHODS.items() if each is method and other != name]
    text = shape_methods.SIGNATURES.get(name)
    if not shared and text is None and method.__name__ == name:
        return method
    documented = method.__doc__ or ""
    for other in shared:
        documented = documented.replace(f".{other}(", f".{name}(")
    return named(method, name, signature(method) if text is None else of_text(text), documented)


_DEFINED = frozenset({"detach", "index"})
"""What the class itself defines, or what as a method would mean something else."""


def function_of(name: str) -> Callable[..., Any] | None:
    """The operation of this name as a function of tensors and numbers; None where there is none."""
    record = OPERATIONS.spellings.get(name)
    if record is None:
        return None
    if record.unary_form or takes_names(record):
        return bound(record, name)
    made = FUNCTIONS[record.name]
    return made if name == record.name else named(made, name, of_record(record), function_documentation(record, name))
