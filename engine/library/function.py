"""Operations that somebody defines, in PyTorch's way: a class with a static `forward(ctx, …)` and `backward(ctx, grad)`.

    class Square(Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            return 2 * x * grad

    y = Square.apply(Tensor(3.0))

`forward` gets constants: what it computes is not recorded, since `backward` says what goes back. Where the gradient is to be
differentiated again (`create_graph=True`), both run with tensors of the graph; a rule that takes numbers out of it is refused
then.
"""

from collections.abc import Callable, Sequence
from copy import copy
from functools import wraps
from typing import Any

import numpy as np

from backpass.engine.graph.custom_rules import node
from backpass.engine.graph.grad_mode import enable_grad, is_grad_enabled, no_grad
from backpass.engine.graph.rule_gradients import PYTORCH
from backpass.engine.graph.tensor import FUNCTIONS, Tensor, lift
from backpass.engine.library.asking_rules import asked, pushed
from backpass.engine.messages import say
from backpass.engine.operations import Data
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.shapes import Shape


class FunctionContext:
    """What `forward` hands to `backward`: tensors by `save_for_backward`, anything else as an attribute."""

    def __init__(self, needs_input_grad: tuple[bool, ...] = ()) -> None:
        self.needs_input_grad = needs_input_grad
        self.saved_tensors: tuple[Any, ...] = ()
        self.saved_for_forward: tuple[Any, ...] | None = None
        self.constants: tuple[Any, ...] = ()

    def save_for_backward(self, *tensors: Any) -> None:
        """Keeps tensors, or anything else, for `backward`, which finds them in `saved_tensors`."""
        self.saved_tensors = tensors

    def mark_non_differentiable(self, *outputs: Any) -> None:
        """Makes constants of these outputs; `backward` gets zeros for them."""
        self.constants = outputs

    def mark_dirty(self, *_: Any) -> None:
        """Refused: a function gives new tensors here. Raises ProblemError."""
        raise ProblemError(_of_context("mark_dirty"))

    def save_for_forward(self, *tensors: Any) -> None:
        """Keeps tensors for `jvp`, which finds them in `saved_tensors`."""
        self.saved_for_forward = tensors

    def set_materialize_grads(self, value: bool) -> None:
        """Accepted for True, which is what is done: an output without users has a gradient of zeros. Raises ProblemError."""
        if not value:
            raise ProblemError(
                Problem(
                    Code.UNSUPPORTED,
                    say("materialized-gradients"),
                    say("materialized-gradients.hint"),
                )
            )


class Function:
    """A base class for custom operations in the style of PyTorch, with a static `forward` and `backward`.

    `Square.apply(x)` runs `forward(ctx, x)` with constants; it returns a tensor, a number or an array, or a tuple of several.
    `backward(ctx, gradient)` gets a gradient for each result, in its shape, and returns one for each argument, in its shape, or
    None. An optional static `jvp(ctx, *tangents)` is the rule of forward mode.

    Raises:
        ProblemError: A result or a gradient does not fit. The message names the class.
        NotImplementedError: `forward` or `backward` is missing.

    >>> from backpass import Function, Tensor
    >>> class Square(Function):
    ...     @staticmethod
    ...     def forward(ctx, x):
    ...         ctx.save_for_backward(x)
    ...         return x * x
    ...     @staticmethod
    ...     def backward(ctx, gradient):
    ...         (x,) = ctx.saved_tensors
    ...         return 2 * x * gradient
    >>> x = Tensor([1.0, 3.0])
    >>> Square.apply(x).sum().backward()
    >>> x.grad.tolist()
    [2.0, 6.0]
    """

    @staticmethod
    def forward(*arguments: Any, **keywords: Any) -> Any:
        """The value: a tensor, number or array, or a tuple of several."""
        raise NotImplementedError("a Function defines forward(ctx, …)")

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> Any:
        """For each argument of `forward` what goes back to it, or None."""
        raise NotImplementedError("a Function defines backward(ctx, grad)")

    _manner = PYTORCH
    """How `backward` gives its gradients."""

    jvp: Callable[..., Any] | None = None
    """`jvp(ctx, *tangents)`, of the class in forward mode: the tangent of the value, or of each output. A static method."""

    setup_context: Callable[..., None] | None = None
    """`setup_context(ctx, inputs, output)`, where `forward` is written without `ctx`."""

    @classmethod
    def apply(cls, *arguments: Any, **keywords: Any) -> Any:
        """Runs `forward`, and enters its result into the graph. Raises ProblemError where it gives no numbers."""
        rule = _Applied(cls, arguments, keywords)
        inputs = [arguments[place] for place in rule.places]
        with no_grad():
            rule.shapes, joint, rule.back = rule.run([_constant(each) for each in inputs])
        rule.raw = joint.raw
        if not inputs or not is_grad_enabled():
            return _taken_apart(joint, rule.shapes)
        found = _taken_apart(node(rule, inputs, joint.raw), rule.shapes)
        if not any(rule.resting):
            return found
        if not isinstance(found, tuple):
            return _constant(found)
        return tuple(_constant(each) if rests else each for each, rests in zip(found, rule.resting, strict=True))


class _Applied:
    """One application of a `Function`; several outputs are one node, of which each is a part."""

    def __init__(self, kind: type[Function], arguments: tuple[Any, ...], keywords: dict[str, Any]) -> None:
        self.kind, self._arguments, self._keywords = kind, arguments, keywords
        self.name = kind.__name__
        self.places = [place for place, each in enumerate(arguments) if isinstance(each, Tensor)]
        self.shapes: list[Shape] | Shape = ()
        self.resting: list[bool] = []
        """Per output whether it is marked as not differentiable."""
        self.back: Callable[[Tensor], Sequence[Any]]
        self.ctx: FunctionContext | None = None
        """Of the first time that it was computed."""
        self.raw: Data = 0.0

    def run(self, inputs: Sequence[Tensor]) -> "tuple[list[Shape] | Shape, Tensor, Callable[[Tensor], Sequence[Any]]]":
        """The shapes of the outputs, all of them as one tensor, and the backward rule."""
        arguments = list(self._arguments)
        for place, tensor in zip(self.places, inputs, strict=True):
            arguments[place] = tensor
        needed = tuple(isinstance(each, Tensor) and each.requires_grad for each in self._arguments)
        ctx = FunctionContext(needed)
        self.ctx = self.ctx or ctx
        if self.kind.setup_context is None:
            found = self.kind.forward(ctx, *arguments, **self._keywords)
        else:
            found = self.kind.forward(*arguments, **self._keywords)
            self.kind.setup_context(ctx, tuple(arguments), found)
        outputs_given = found if isinstance(found, tuple) else (found,)
        self.resting = [any(each is constant for constant in ctx.constants) for each in outputs_given]
        shapes, joint = _joined(found)
        return shapes, joint, lambda upstream: self._back(ctx, upstream, shapes)

    def _back(self, ctx: FunctionContext, upstream: Tensor, shapes: Any) -> Sequence[Any]:
        gradients = _taken_apart(upstream, shapes)
        given = (ctx, *gradients) if isinstance(gradients, tuple) else (ctx, gradients)
        sent = asked(self.name, self.kind.backward, self._arguments, given, self.kind._manner)
        return [sent[place] for place in self.places]

    def tangent(self, slot: int, given: Data) -> Data | None:
        """What the outputs change by while one input changes so, by the class's `jvp`; None where it has none."""
        if self.kind.jvp is None:
            return None
        jvp, ctx = self.kind.jvp, copy(self.ctx)
        assert ctx is not None
        ctx.saved_tensors = ctx.saved_tensors if ctx.saved_for_forward is None else ctx.saved_for_forward

        def moved(tangents: Sequence[Tensor]) -> Tensor:
            by_place: list[Any] = [None] * len(self._arguments)
            for place, tangent in zip(self.places, tangents, strict=True):
                by_place[place] = tangent
            return _joined(jvp(ctx, *by_place))[1]

        inputs = [self._arguments[place] for place in self.places]
        return pushed(self.name, moved, inputs, self.raw, slot=slot, tangent=given)

    def forward(self, inputs: Sequence[Tensor]) -> "tuple[Tensor, Callable[[Tensor], Sequence[Any]]]":
        with enable_grad():
            _, joint, back = self.run(inputs)
        return joint, back

    def backward(self, upstream: Tensor) -> Sequence[Any]:
        return self.back(upstream)


def _joined(found: Any) -> tuple[Any, Tensor]:
    """The shapes of what a function gave, and all of it as one tensor."""
    if not isinstance(found, tuple):
        return lift(found).shape, lift(found)
    outputs = [lift(each) for each in found]
    return [each.shape for each in outputs], FUNCTIONS["concatenate"]([FUNCTIONS["flatten"](each) for each in outputs])


def _of_context(member: str) -> Problem:
    return Problem(Code.UNSUPPORTED, say("context-member", member=member), say("context-member.hint"))


def _constant(tensor: Tensor) -> Tensor:
    """The numbers of a tensor as `forward` gets them: a constant of that name."""
    return Tensor(tensor.raw, requires_grad=False, label=tensor.label)


def _taken_apart(joint: Tensor, shapes: Any) -> Any:
    """The outputs of a function from the one tensor that has them all."""
    if not isinstance(shapes, list):
        return joint
    parts, start = [], 0
    for shape in shapes:
        size = int(np.prod(shape, dtype=int))
        part = FUNCTIONS["index"](joint, key=(slice(start, start + size),))
        parts.append(FUNCTIONS["reshape"](part, shape=shape))
        start += size
    return tuple(parts)


def once_differentiable(backward: Callable[..., Any]) -> Callable[..., Any]:
    """Marks a `backward` whose result cannot be differentiated again."""

    @wraps(backward)
    def marked(ctx: Any, *gradients: Any) -> Any:
        if any(isinstance(each, Tensor) and each.requires_grad for each in (*gradients, *ctx.saved_tensors, *vars(ctx).values())):
            raise ProblemError(
                Problem(
                    Code.UNSUPPORTED,
                    say("once-differentiable-rule"),
                    say("once-differentiable.hint"),
                )
            )
        return backward(ctx, *gradients)

    return marked
