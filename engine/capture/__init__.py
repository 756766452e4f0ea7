"""Graphs of what ran elsewhere: `capture`, `record`, `capture_jax`. Imports PyTorch and JAX when they are asked for."""

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from backpass.engine.capture.captured_graph import Graph
from backpass.engine.capture.refusals import CaptureError, MissingExtraError, check_most_elements, needed, refused
from backpass.engine.capture.summaries import MAX_ELEMENTS
from backpass.engine.graph.tensor import Tensor
from backpass.engine.messages import say
from backpass.engine.serialization.tensor_graph import tensor_json

__all__ = ["CaptureError", "Graph", "MissingExtraError", "capture", "capture_jax", "record"]


def capture(
    out: Any, names: Mapping[str, Any] | None = None, *, upstream: Any = None, most_elements: int = MAX_ELEMENTS
) -> Graph:
    """The graph of a tensor of Backpass or PyTorch: its values, its gradients, and what each use of a value contributes to its
    gradient.

    One backward pass runs. `.grad` of every tensor, the graph and the states of random number generators stay as they are. From
    PyTorch, only the values that it saved for the backward pass are known; `record` has all of them.

    Parameters:
        out: A `backpass.Tensor`, a `torch.Tensor` that has a `grad_fn`, or a Graph, which is returned.
        names: Tensors and models by name; by default, the variables of the calling code.
        upstream: The gradient of `out`, of its shape; by default 1.
        most_elements: The number of elements above which an array is summarised.

    Returns:
        A Graph.

    Raises:
        CaptureError: The graph cannot be captured: `out` has no `grad_fn`, for example, or `backward()` has freed the graph.
        MissingExtraError: PyTorch is not installed.

    >>> from backpass import Tensor, capture
    >>> x, y = Tensor(2.0), Tensor(-3.0)
    >>> capture(x * y + x, {"x": x, "y": y}).gradients
    {'x': -2.0, 'y': 2.0}
    """
    check_most_elements(most_elements)
    if isinstance(out, Graph):
        return out
    variables = variables_of(sys._getframe(1)) if names is None else names
    if isinstance(out, Tensor):
        return Graph(tensor_json(out, variables, 1.0 if upstream is None else upstream))
    if isinstance(out, tuple | list | dict):
        raise refused(say("capture-several"), say("capture-several.hint"))
    if "torch" not in sys.modules or not isinstance(out, sys.modules["torch"].Tensor):
        raise refused(say("capture-kind", kind=type(out).__name__), say("capture-kind.hint"))
    building = needed("backpass.engine.capture.pytorch.building", "PyTorch", "torch")
    known = building.Known()
    needed("backpass.engine.capture.pytorch.names", "PyTorch", "torch").take_names(known, variables, most_elements)
    return Graph(building.torch_json(building.taken(out, upstream, lambda _graph: known, most_elements), most_elements))


def record(model: Any = None, names: Mapping[str, Any] | None = None, *, most_elements: int = MAX_ELEMENTS) -> Any:
    """A context that records what runs in PyTorch; `recording.graph(loss)` returns the graph of a result.

    That graph has all values, the names of the model’s parameters, a group for each call of a module, and the file and line of
    each call.

    Parameters:
        model: A module, or several by name.
        names: Tensors by name; by default, the variables of the calling code.
        most_elements: The number of elements above which an array is summarised.

    Returns:
        A Recording.

    Raises:
        MissingExtraError: PyTorch is not installed.

    >>> from backpass import record
    >>> import torch
    >>> x = torch.tensor([1.0, 2.0], requires_grad=True)
    >>> with record() as recording:
    ...     loss = (x * x).sum()
    >>> recording.graph(loss).gradients
    {'x': [2.0, 4.0]}
    """
    check_most_elements(most_elements)
    recording = needed("backpass.engine.capture.pytorch.recording", "PyTorch", "torch")
    return recording.Recording(model, names, most_elements)


def capture_jax(f: Callable[..., Any], *args: Any, argnums: int | Sequence[int] = 0, most_elements: int = MAX_ELEMENTS) -> Graph:
    """The graph of `f(*args)` in JAX: its values, its gradients, and what each use of a value contributes to its gradient.

    Each equation of the jaxpr is evaluated and differentiated by JAX. Calls of `jit`, `scan` and `cond` are groups; a function
    with a rule of its own (`custom_vjp`) is one operation.

    Parameters:
        f: A function that returns one number.
        args: Its arguments.
        argnums: The positions of the arguments to differentiate with respect to: arrays, or trees of arrays, of floating-point
            numbers.
        most_elements: The number of elements above which an array is summarised.

    Returns:
        A Graph.

    Raises:
        CaptureError: The graph cannot be captured: a gradient flows through a `while_loop`, for example.
        MissingExtraError: JAX is not installed.

    >>> from backpass import capture_jax
    >>> capture_jax(lambda x: x * x, 3.0).gradients
    {'x': 6.0}
    """
    check_most_elements(most_elements)
    capturing = needed("backpass.engine.capture.jaxprs.capturing", "JAX", "jax")
    return Graph(capturing.jax_json(f, args, argnums, most_elements))


def variables_of(frame: Any) -> dict[str, Any]:
    """The variables that the code of a frame sees; those that begin with an underscore are notebooks' own."""
    return {name: value for name, value in {**frame.f_globals, **frame.f_locals}.items() if not name.startswith("_")}
