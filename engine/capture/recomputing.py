"""A graph for other numbers than those it was made with: the operations of a tensor once more, or a function called once more."""

import inspect
import sys
from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any, Protocol

from backpass.engine.capture import Graph, capture, capture_jax, record
from backpass.engine.capture.refusals import refused, shown
from backpass.engine.graph.tensor import Tensor, apply, attachment, attachments
from backpass.engine.graph.trace import ancestors
from backpass.engine.messages import say
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import ProblemError
from backpass.engine.serialization.tensor_graph import tensor_json


class Recomputable(Protocol):
    """What can be asked for its graph at other numbers."""

    inputs: dict[str, float]
    """The numbers that may be changed, by name."""

    def graph(self, inputs: Mapping[str, float]) -> Graph:
        """The graph at these numbers, of which all are there. Raises ProblemError, and what a function of the user's raises."""


class Fixed:
    """A graph that is shown as it is: the code that computed it is not known here."""

    def __init__(self, graph: Graph) -> None:
        self.inputs: dict[str, float] = {}
        self._graph = graph

    def graph(self, inputs: Mapping[str, float]) -> Graph:  # noqa: ARG002 (there are none)
        """The graph."""
        return self._graph


class Replay:
    """The operations that led to a tensor of Backpass, once more with other numbers for its scalar leaves.

    What Python decided while they were recorded, such as which branch of an `if` was taken, stays as it was.
    """

    def __init__(self, output: Tensor, names: Mapping[str, Any]) -> None:
        self._tensors = ancestors(output)
        self._names = {name: value for name, value in names.items() if isinstance(value, Tensor)}
        self._leaves = _scalar_leaves(self._tensors, self._names)
        self.inputs = {name: float(leaf.raw) for name, leaf in self._leaves.items()}

    def graph(self, inputs: Mapping[str, float]) -> Graph:
        """The graph at these numbers."""
        places = {leaf: name for name, leaf in self._leaves.items()}
        made: dict[Tensor, Tensor] = {}
        for tensor in self._tensors:
            if tensor.operation is None:
                raw = inputs[places[tensor]] if tensor in places else tensor.raw
                made[tensor] = Tensor(raw, requires_grad=tensor.requires_grad)
            else:
                made[tensor] = apply(tensor.operation, *(made[each] for each in tensor.inputs), **(tensor.options or {}))
            made[tensor].label = tensor.label
            role = attachment(tensor, "role")
            if role is not None:
                attachments(made[tensor])["role"] = role
        named = {name: made.get(value, value) for name, value in self._names.items()}
        return Graph(tensor_json(made[self._tensors[-1]], named))

    def repeats(self, graph: Graph) -> bool:
        """Whether the numbers as they are give this very graph: not after leaves were changed, nor with custom rules."""
        ours = all(each.operation is None or OPERATIONS.get(each.operation.name) is each.operation for each in self._tensors)
        hooked = any(attachment(each, "hooks") for each in self._tensors)
        return ours and not hooked and self.graph(self.inputs).json == graph.json


def _scalar_leaves(tensors: list[Tensor], names: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The single numbers with a gradient, by their names; of two with one name neither could be meant."""
    called = {id(value): name for name, value in reversed(list(names.items()))}
    found: dict[str, Tensor] = {}
    twice: set[str] = set()
    for tensor in tensors:
        name = tensor.label or called.get(id(tensor))
        if tensor.operation is not None or not tensor.requires_grad or type(tensor.raw) is not float or name is None:
            continue
        if name in found:
            twice.add(name)
        found[name] = tensor
    return {name: leaf for name, leaf in found.items() if name not in twice and isfinite(leaf.raw)}


class Call:
    """A function that is called with other numbers, and captured each time: of tensors of Backpass, of PyTorch or of JAX."""

    def __init__(self, function: Callable[..., Any], given: Mapping[str, Any], names: Mapping[str, Any]) -> None:
        self._function = function
        self._given = dict(given)
        self._names = names
        kinds = {_library(value) for value in given.values()}
        self._library = "jax" if "jax" in kinds else "torch" if "torch" in kinds else ""
        self.inputs = {name: float(value) for name, value in self._given.items() if self._is_number(value)}

    def graph(self, inputs: Mapping[str, float]) -> Graph:
        """The graph of what the function returns for these numbers."""
        arguments = {name: self._like(value, inputs.get(name)) for name, value in self._given.items()}
        if self._library == "jax":
            return self._of_jax(arguments)
        names = {**self._names, **arguments}
        if self._library == "torch":
            with record(names=names) as recording:
                result = self._function(**arguments)
            graph: Graph = recording.graph(result)
            return graph
        return capture(self._function(**arguments), names)

    def _is_number(self, value: Any) -> bool:
        if isinstance(value, int | float):
            return _is_finite(value)
        if isinstance(value, Tensor):
            return type(value.raw) is float and isfinite(value.raw)
        library = _library(value)
        if library == "torch":
            return bool(value.ndim == 0 and value.is_floating_point() and isfinite(float(value.detach())))
        return library == "jax" and value.ndim == 0 and value.dtype.kind in "fV" and isfinite(float(value))

    def _like(self, value: Any, number: float | None) -> Any:
        """The number as the function wants it: as that which was given in its place."""
        if number is None or (self._library and isinstance(value, int | float)):
            return value if number is None else number
        if self._library == "torch":
            torch = sys.modules["torch"]
            return torch.tensor(number, dtype=value.dtype, device=value.device, requires_grad=True)
        if self._library == "jax":
            return sys.modules["jax"].numpy.asarray(number, dtype=value.dtype)
        return Tensor(number, label=value.label if isinstance(value, Tensor) else None)

    def _of_jax(self, arguments: dict[str, Any]) -> Graph:
        names = list(arguments)

        def called(*values: Any) -> Any:
            return self._function(**dict(zip(names, values, strict=True)))

        parameters = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in names]
        called.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        moved = [place for place, name in enumerate(names) if name in self.inputs]
        return capture_jax(called, *arguments.values(), argnums=moved)


def _library(value: object) -> str:
    """`torch` or `jax` for their arrays; neither is imported for this."""
    torch, jax = sys.modules.get("torch"), sys.modules.get("jax")
    if torch is not None and isinstance(value, torch.Tensor):
        return "torch"
    return "jax" if jax is not None and isinstance(value, jax.Array) else ""


def recomputable(out: Any, names: Mapping[str, Any], inputs: Mapping[str, Any] | None) -> tuple[Recomputable, Graph]:
    """What computes the graph of `out` for other numbers, and the graph as it is.

    Raises CaptureError for what cannot be captured, and where `inputs` and a function do not come together.
    """
    if callable(out) and not isinstance(out, Tensor):
        if inputs is None:
            raise refused(say("widget-function"), say("widget-function.hint"))
        call = Call(out, inputs, names)
        return call, call.graph(call.inputs)
    if inputs is not None:
        raise refused(say("widget-inputs"), say("widget-function.hint"))
    graph = capture(out, names)
    if isinstance(out, Tensor):
        replay = Replay(out, names)
        try:
            if replay.repeats(graph):
                return replay, graph
        except ProblemError:  # a rule that cannot be asked twice
            pass
    return Fixed(graph), graph


def _is_finite(value: object) -> bool:
    """Whether this is a number that a slider can have."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= sys.float_info.max


def checked_numbers(given: object, known: Mapping[str, float]) -> dict[str, float]:
    """The numbers of `given`, with those of `known` for the names that it leaves out.

    Raises CaptureError for other names, and for what is no finite number.
    """
    if not isinstance(given, Mapping):
        raise refused(say("widget-numbers", given=shown(given)), say("widget-numbers.hint"))
    for name, value in given.items():
        if name not in known:
            names = ", ".join(f"`{each}`" for each in known)
            raise refused(say("widget-no-input", name=str(name)), say("widget-no-input.hint", count=len(known), names=names))
        if not _is_finite(value):
            raise refused(say("widget-no-number", name=str(name), given=shown(value)), say("widget-numbers.hint"))
    return {name: float(given.get(name, value)) for name, value in known.items()}
