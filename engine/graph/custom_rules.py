"""Nodes whose rule is not one of ours: somebody's `Function`, `Operation` object or `_backward` closure.

Each such node has a record of its own, named after the class, whose adjoint asks the rule of that one application. So backward
passes, forward mode, checks, drawings and gradients of gradients treat it like any other operation.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from backpass.engine.graph.rule_gradients import PYTORCH, is_fitting, misshapen
from backpass.engine.graph.tensor import WATCHERS, Tensor, lift, next_number
from backpass.engine.messages import say
from backpass.engine.operations import OPERATIONS, Data, Family, Notation, Operation, Rule, Transform
from backpass.engine.operations.model import is_plain, summed_to
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.shapes import Shape, as_float_or_array, shape_of


class OwnRule(Protocol):
    """How one application computes, and what it sends back."""

    @property
    def name(self) -> str: ...

    def forward(self, inputs: Sequence[Tensor]) -> "tuple[Tensor, Callable[[Tensor], Sequence[Any]]]":
        """The value for other inputs, and the backward rule of that application. Raises ProblemError where it cannot."""

    def backward(self, upstream: Tensor) -> Sequence[Any]:
        """What is sent back to each input: tensors, numbers, arrays, or None for nothing."""


class Application:
    """One application of a rule of somebody's own, as the option of its node."""

    def __init__(self, rule: OwnRule, inputs: Sequence[Tensor], raw: Data) -> None:
        self.rule = rule
        self.numbers = [tensor.raw for tensor in inputs]
        self.raw = raw
        self._last: tuple[Any, Any, Sequence[Any]] | None = None

    def value(self, *inputs: Data) -> Data:
        """The value for these numbers. Raises ProblemError for other numbers than it was applied to, where it cannot."""
        if self._same(inputs):
            return self.raw
        return self.rule.forward([Tensor(each, requires_grad=False) for each in inputs])[0].raw

    def reached(self, inputs: Sequence[Tensor]) -> Sequence[Tensor]:
        """Those inputs to which the rule sends something, where that is known before it is asked."""
        gradients = getattr(self.rule, "gradients", inputs)
        return [each for each, sent in zip(inputs, gradients, strict=True) if sent is not None]

    def check_forward_mode(self) -> None:
        """Raises ProblemError where the adjoint is not linear, so that it is the transpose of nothing that leads forward."""
        check = getattr(self.rule, "check_linear", None)
        if check is not None:
            check()

    def check_transposed(self, slot: int, tangent: Data, found: Data) -> None:
        """Raises ProblemError where what leads forward is not what the rule sends back, seen for one gradient: it is not linear.

        Of a recorded rule `check_forward_mode` has seen that; any other is asked.
        """
        if hasattr(self.rule, "check_linear"):
            return
        size = np.size(self.raw)
        upstream = np.resize([1.7, -2.3, 0.6], size).reshape(np.shape(self.raw))
        sent = self._all(as_float_or_array(upstream), self.numbers)[slot]
        back = 0.0 if sent is None else float(np.sum(lift(sent).raw * np.asarray(tangent)))
        ahead = float(np.sum(upstream * found))
        if not np.isclose(back, ahead, rtol=1e-9, atol=1e-12 * (1 + size), equal_nan=True):
            raise ProblemError(not_linear(self.rule.name))

    def tangent(self, slot: int, tangent: Data) -> Data | None:
        """What the result changes by while one input changes so, by the forward-mode rule; None where there is none."""
        rule = getattr(self.rule, "tangent", None)
        return None if rule is None else rule(slot, tangent)

    def sent(self, upstream: Any, inputs: Sequence[Any], options: Any) -> Any:
        """What goes back through one slot: numbers where it is given numbers, else a tensor."""
        slot, shape = options["slot"], np.shape(inputs[options["slot"]])
        if self._last is None or self._last[0] is not upstream or self._last[1] is not inputs:
            self._last = upstream, inputs, self._all(upstream, inputs)
        sent = self._last[2][slot]
        if sent is None:
            return np.zeros(shape) if shape else 0.0
        plain = is_plain(upstream)
        made = lift(sent)
        fitting = summed_to(made, shape) if is_fitting(made.shape, shape, PYTORCH) else None
        if fitting is None:
            raise ProblemError(misshapen(self.rule.name, slot, made.shape, shape))
        return as_float_or_array(fitting.raw) if plain else fitting

    def _all(self, upstream: Any, inputs: Sequence[Any]) -> Sequence[Any]:
        if is_plain(upstream):
            back = self.rule.backward if self._same(inputs) else self.rule.forward([lift(each) for each in inputs])[1]
            return _checked(self.rule.name, back(Tensor(upstream, requires_grad=False)), len(self.numbers))
        return self._differentiably(upstream, inputs)

    def _same(self, inputs: Sequence[Data]) -> bool:
        """Whether these are the numbers that the rule was applied to."""
        return all(
            one is other or np.array_equal(one, other, equal_nan=True) for one, other in zip(self.numbers, inputs, strict=True)
        )

    def _differentiably(self, upstream: Tensor, inputs: Sequence[Tensor]) -> Sequence[Any]:
        """The rule once more with tensors, so that what it sends can be differentiated. Raises ProblemError where it cannot."""
        taken_out: list[Tensor] = []
        WATCHERS.append(taken_out)
        try:
            value, back = self.rule.forward(inputs)
            found = _checked(self.rule.name, back(upstream), len(inputs))
        finally:
            WATCHERS.remove(taken_out)
        if taken_out:
            raise ProblemError(_outside_of_the_graph(self.rule.name))
        if not np.array_equal(value.raw, self.raw, equal_nan=True):
            raise ProblemError(_changing(self.rule.name))
        return found


def node(rule: OwnRule, inputs: Sequence[Tensor], raw: Data, result: Tensor | None = None) -> Tensor:
    """The result of a rule of somebody's own, as a node of the graph; `result` is an existing leaf that becomes it."""
    made = Tensor(raw) if result is None else result
    made.operation = record_of(rule.name, len(inputs))
    made.options = {"application": Application(rule, inputs, raw)}
    made.recorded = [tensor.raw for tensor in inputs], raw
    made.first, made.second, made.other_inputs = inputs[0], inputs[1] if len(inputs) > 1 else None, tuple(inputs[2:])
    made.first_slope = made.second_slope = None
    made.number = next_number()
    made.requires_grad = any(tensor.requires_grad for tensor in inputs)
    return made


OPTION = "application"
"""The option of a node under which its application is."""

_records: dict[tuple[str, int], Operation] = {}


def record_of(name: str, count: int) -> Operation:
    """The record of operations of somebody's own: by the name of their class, and how many inputs they have.

    One that is called as an operation of ours is called `own_exp`, so that nobody takes our rule for theirs.
    """
    name = f"own_{name}" if name in OPERATIONS else name
    name = name[:_LONGEST_NAME]
    if (name, count) not in _records:
        parameters = tuple(f"x{place}" for place in range(1, count + 1)) if count > 1 else ("x",)
        listed = ", ".join(f"‹{each}›" for each in parameters)
        if len(_records) >= _MAX_RECORDS:
            _records.clear()
        _records[name, count] = Operation(
            name=name,
            family=Family.STRUCTURE,
            parameters=parameters,
            value=Transform(_shape, _evaluate, (_adjoint,)),
            rules=tuple(Rule("backward(G)", adjoint=True) for _ in parameters),
            notation=Notation(
                name[:8], latex=rf"\operatorname{{{name.replace('_', '-')}}}\left({listed}\right)", spoken=f"{name} of {listed}"
            ),
            summary=say("custom-operation-summary", name=name),
            why=say("custom-operation-why"),
            samples=((-2.0, 2.0),) * count,
            options=("application",),
        )
    return _records[name, count]


_MAX_RECORDS = 1_000
"""Records that are remembered: programs may think of any number of names."""

_LONGEST_NAME = 60


def _shape(_: Sequence[Shape], options: Any) -> Shape:
    return shape_of(options["application"].raw)


def _evaluate(*inputs: Data, application: Application) -> Data:
    return application.value(*inputs)


def _adjoint(upstream: Any, inputs: Sequence[Any], _: Any, options: Any) -> Any:
    return options["application"].sent(upstream, inputs, options)


def _checked(name: str, found: Any, count: int) -> Sequence[Any]:
    several = tuple(found) if isinstance(found, tuple | list) else (found,)
    if len(several) != count:
        raise ProblemError(
            Problem(
                Code.ARGUMENT_COUNT,
                say("rule-tensor-count", name=name, count=len(several), count2=count),
                say("rule-tensor-count.hint"),
            )
        )
    return several


def _outside_of_the_graph(name: str) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        say("rule-takes-numbers-out", name=name),
        say("rule-takes-numbers-out.hint"),
    )


def not_linear(name: str) -> Problem:
    """What a rule sends back is not linear in what has arrived, so that it is the transpose of nothing."""
    return Problem(Code.UNSUPPORTED, say("rule-not-linear", name=name), say("rule-not-linear.hint"))


def _changing(name: str) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        say("rule-not-repeatable", name=name),
        say("rule-not-repeatable.hint"),
    )
