"""The forward pass of a jaxpr, equation by equation: a node for each value through which a gradient flows.

`jit`, `scan` and `cond` are opened and become groups: of a `cond` the branch that is taken, of a `scan` each of its steps. What
has a rule of its own (`custom_vjp`, `custom_jvp`) is one operation, since the rule may differ from what it computes. Equations
through which no gradient flows are evaluated, and their results are constants.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import jax
import numpy as np
from jax import numpy as jnp
from jax.extend import core

from backpass.engine.capture.captured_trace import CapturedGroup, CapturedNode, Site
from backpass.engine.capture.pasted import PASTED, span_in_units
from backpass.engine.capture.refusals import refused
from backpass.engine.capture.summaries import Recorded, recorded
from backpass.engine.messages import say

MAX_EQUATIONS = 20_000
"""Of a computation with more, scans are one operation each."""
_OPENED = frozenset({"jit", "pjit", "closed_call", "core_call", "remat", "checkpoint"})
"""Primitives that do nothing but what is in them."""


class Held(NamedTuple):
    """A value, and its node where a gradient flows through it."""

    value: Any
    node: CapturedNode | None


class Step(NamedTuple):
    """One operation, with what it takes to differentiate one of its outputs."""

    output: CapturedNode
    inputs: Sequence[CapturedNode]
    slots: Sequence[int]
    """The slot of each of these inputs."""
    vjp: Callable[[Any], Sequence[Any]]


@dataclass(slots=True)
class Forward:
    """A forward pass so far."""

    most_elements: int
    steps: list[Step] = field(default_factory=list)
    groups: list[CapturedGroup] = field(default_factory=list)
    current: int | None = None
    _constants: dict[int, tuple[CapturedNode, Any]] = field(default_factory=dict)
    _order: Iterator[int] = field(default_factory=count)

    def run(self, jaxpr: Any, constants: Sequence[Any], arguments: Sequence[Held]) -> list[Held]:
        """The outputs of a jaxpr. Raises CaptureError for loops that JAX cannot differentiate."""
        held: dict[Any, Held] = {var: Held(value, None) for var, value in zip(jaxpr.constvars, constants, strict=True)}
        held |= dict(zip(jaxpr.invars, arguments, strict=True))

        def read(atom: Any) -> Held:
            return Held(atom.val, None) if isinstance(atom, core.Literal) else held[atom]

        for equation in jaxpr.eqns:
            held.update(zip(equation.outvars, self._equation(equation, [read(each) for each in equation.invars]), strict=True))
        return [read(each) for each in jaxpr.outvars]

    def _equation(self, equation: Any, inputs: list[Held]) -> list[Held]:
        name = equation.primitive.name
        if not any(each.node for each in inputs):
            return [Held(value, None) for value in bind(equation, [each.value for each in inputs])]
        inner = equation.params.get("jaxpr")
        if name in _OPENED and inner is not None:
            with self._group(f"{equation.params.get('name', name)}()"):
                return self.run(*_closed(inner), inputs)
        if name == "cond":
            branches = equation.params["branches"]
            taken = int(np.clip(inputs[0].value, 0, len(branches) - 1))
            with self._group("cond()"):
                return self.run(branches[taken].jaxpr, branches[taken].consts, inputs[1:])
        if name == "scan" and equation.params["length"] * len(inner.jaxpr.eqns) + len(self.steps) <= MAX_EQUATIONS:
            return self._scan(equation, inputs)
        if name == "while":
            raise refused(say("capture-while"), say("capture-while.hint"))
        return self._operation(equation, inputs)

    def _scan(self, equation: Any, inputs: list[Held]) -> list[Held]:
        """Each step of a scan as a group of its own; what it takes from arrays, and puts together again, are operations too."""
        params = equation.params
        constants, carry = inputs[: params["num_consts"]], inputs[params["num_consts"] :][: params["num_carry"]]
        rows = inputs[params["num_consts"] + params["num_carry"] :]
        length = params["length"]
        places = range(length - 1, -1, -1) if params["reverse"] else range(length)
        stacked: list[list[Held]] = [[] for _ in equation.outvars[len(carry) :]]
        with self._group("scan()"):
            for place in places:
                with self._group(f"step {place}"):
                    parts = [self._apply("index", _Row(place), [row], equation) for row in rows]
                    outputs = self.run(params["jaxpr"].jaxpr, params["jaxpr"].consts, [*constants, *carry, *parts])
                carry = outputs[: len(carry)]
                for each, found in zip(stacked, outputs[len(carry) :], strict=True):
                    each.append(found)
            ordered = [each[::-1] if params["reverse"] else each for each in stacked]
            if not length:
                empty = [jnp.zeros(var.aval.shape, var.aval.dtype) for var in equation.outvars[len(carry) :]]
                return [*carry, *(Held(each, None) for each in empty)]
            return [*carry, *(self._apply("stack", lambda *each: jnp.stack(each), held, equation) for held in ordered)]

    def _operation(self, equation: Any, inputs: list[Held]) -> list[Held]:
        """An equation that is not opened: each of its outputs as a node."""

        def output(number: int) -> Callable[..., Any]:
            return lambda *values: bind(equation, list(values))[number]

        name = operation_name(equation)
        return [self._apply(name, output(number), inputs, equation) for number in range(len(equation.outvars))]

    def _apply(self, name: str, function: Callable[..., Any], inputs: Sequence[Held], equation: Any) -> Held:
        """One operation with one output; a constant where no gradient can flow through that."""
        values = [each.value for each in inputs]
        slots = [slot for slot, each in enumerate(inputs) if each.node is not None]

        def of_active(*active: Any) -> Any:
            every = list(values)
            for slot, value in zip(slots, active, strict=True):
                every[slot] = value
            return function(*every)

        aval = jax.eval_shape(of_active, *(values[slot] for slot in slots))
        if name == "stop_gradient" or not slots or not jnp.issubdtype(aval.dtype, jnp.floating):
            return Held(function(*values), None)
        value, vjp = jax.vjp(of_active, *(values[slot] for slot in slots))
        node = self.node(value, op=name)
        node.inputs = [each.node or self._constant(each.value) for each in inputs]
        node.sent = [None] * len(inputs)
        node.site = _site(equation)
        self.steps.append(Step(node, [node.inputs[slot] for slot in slots], slots, vjp))
        return Held(value, node)

    def node(self, value: Any, *, op: str | None = None, role: str = "intermediate", name: str | None = None) -> CapturedNode:
        """A node for a value, within the present group."""
        array = jnp.asarray(value)
        return CapturedNode(
            op,
            tuple(array.shape),
            str(array.dtype),
            _device(array),
            role=role,
            name=name,
            value=kept(array, self.most_elements),
            differentiable=role != "constant",
            order=float(next(self._order)),
            group=None if op is None else self.current,
        )

    def _constant(self, value: Any) -> CapturedNode:
        """One node for an array, however often it is used; one for each use of a number."""
        if np.ndim(value) == 0:
            return self.node(value, role="constant")
        if id(value) not in self._constants:
            self._constants[id(value)] = (self.node(value, role="constant"), value)
        return self._constants[id(value)][0]

    @contextmanager
    def _group(self, name: str) -> Iterator[None]:
        before = self.current
        self.groups.append(CapturedGroup(before, name))
        self.current = len(self.groups) - 1
        try:
            yield
        finally:
            self.current = before


class _Row:
    """Takes one row of an array."""

    def __init__(self, place: int) -> None:
        self.place = place

    def __call__(self, array: Any) -> Any:
        return array[self.place]


def operation_name(equation: Any) -> str:
    """`mul`; of a function with a rule of its own the function's name, such as `relu`."""
    inner = equation.params.get("call_jaxpr")
    named = getattr(getattr(inner, "jaxpr", inner), "debug_info", None)
    name = getattr(named, "func_name", None) if equation.primitive.name.startswith("custom_") else None
    return str(name or equation.primitive.name)


def bind(equation: Any, values: list[Any]) -> list[Any]:
    """The outputs of an equation."""
    given = equation.primitive.get_bind_params(equation.params)
    functions, params = given if isinstance(given, tuple) else ((), given)  # releases before 0.8 give the functions apart
    with equation.ctx.manager:
        found = equation.primitive.bind(*functions, *values, **params)
    return list(found) if equation.primitive.multiple_results else [found]


def _closed(jaxpr: Any) -> tuple[Any, Sequence[Any]]:
    """A jaxpr and its constants; some primitives have it without."""
    return (jaxpr.jaxpr, jaxpr.consts) if hasattr(jaxpr, "consts") else (jaxpr, ())


def kept(array: Any, most_elements: int) -> Recorded:
    """The record of an array; None of those that hold no numbers, such as keys of random streams."""
    if jnp.issubdtype(array.dtype, jax.dtypes.extended):
        return None
    return recorded(np.asarray(array).astype(np.float64), str(array.dtype), _device(array), most_elements)


def _device(array: Any) -> str:
    return ", ".join(sorted({each.platform for each in array.devices()}))


_PASSED_OVER = (str(Path(jax.__file__).parent), str(Path(__file__).parents[1]))


def _site(equation: Any) -> Site | None:
    """The innermost line that is not JAX's own."""
    traceback = equation.source_info.traceback
    frames = () if traceback is None else zip(traceback.frames, *traceback.raw_frames(), strict=True)
    for frame, code, instruction in frames:
        if frame.file_name == PASTED:
            return Site(PASTED, frame.line_num, span_in_units(code, instruction))
        if not frame.file_name.startswith((*_PASSED_OVER, "<frozen")):
            return Site(shown_path(frame.file_name), frame.line_num)
    return None


def shown_path(file: str) -> str:
    """A file within the working directory from there on."""
    path = Path(file)
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else file
