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
from functools import wraps
from typing import Any

import numpy as np

from engine.graph.custom_rules import node
from engine.graph.grad_mode import enable_grad, is_grad_enabled, no_grad
from engine.graph.tensor import FUNCTIONS, Tensor, lift
from engine.messages import say
from engine.problems import Code, Problem, ProblemError
from engine.shapes import Shape


class FunctionContext:
    """What `forward` hands to `backward`: tensors by `save_for_backward`, anything else as an attribute."""

    def __init__(self, needs_input_grad: tuple[bool, ...] = ()) -> None:
        self.needs_input_grad = needs_input_grad
        self.saved_tensors: tuple[Any, ...] = ()

    def save_for_backward(self, *tensors: Any) -> None:
        """Keeps tensors, or anything else, for `backward`, which finds them in `saved_tensors`."""
        self.saved_tensors = tensors

    def mark_non_differentiable(self, *_: Any) -> None:
        """Accepted: an output through which no gradient flows gets none from its users either."""

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
    """A base class for operations with a static `forward(ctx, …)` and `backward(ctx, gradient, …)`; `apply` makes a node.

    `forward` gets constants of any shapes and gives a tensor, number or array, or a tuple of several; `backward` gets a gradient
    in the shape of each, and gives one for each argument, in its shape, or None. Raises ProblemError where they do not fit, by
    the name of the class, and NotImplementedError where one of the two is missing.

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

    setup_context: Callable[..., None] | None = None
    """`setup_context(ctx, inputs, output)`, where `forward` is written without `ctx`."""

    @classmethod
    def apply(cls, *arguments: Any, **keywords: Any) -> Any:
        """Runs `forward`, and enters its result into the graph. Raises ProblemError where it gives no numbers."""
        rule = _Applied(cls, arguments, keywords)
        inputs = [arguments[place] for place in rule.places]
        with no_grad():
            rule.shapes, joint, rule.back = rule.run([_constant(each) for each in inputs])
        if not inputs or not is_grad_enabled():
            return _taken_apart(joint, rule.shapes)
        return _taken_apart(node(rule, inputs, joint.raw), rule.shapes)


class _Applied:
    """One application of a `Function`; several outputs are one node, of which each is a part."""

    def __init__(self, kind: type[Function], arguments: tuple[Any, ...], keywords: dict[str, Any]) -> None:
        self.kind, self._arguments, self._keywords = kind, arguments, keywords
        self.name = kind.__name__
        self.places = [place for place, each in enumerate(arguments) if isinstance(each, Tensor)]
        self.shapes: list[Shape] | Shape = ()
        self.back: Callable[[Tensor], Sequence[Any]]

    def run(self, inputs: Sequence[Tensor]) -> "tuple[list[Shape] | Shape, Tensor, Callable[[Tensor], Sequence[Any]]]":
        """The shapes of the outputs, all of them as one tensor, and the backward rule."""
        arguments = list(self._arguments)
        for place, tensor in zip(self.places, inputs, strict=True):
            arguments[place] = tensor
        needed = tuple(isinstance(each, Tensor) and each.requires_grad for each in self._arguments)
        ctx = FunctionContext(needed)
        if self.kind.setup_context is None:
            found = self.kind.forward(ctx, *arguments, **self._keywords)
        else:
            found = self.kind.forward(*arguments, **self._keywords)
            self.kind.setup_context(ctx, tuple(arguments), found)
        if isinstance(found, tuple):
            outputs = [lift(each) for each in found]
            shapes: Any = [each.shape for each in outputs]
            joint = FUNCTIONS["concatenate"]([FUNCTIONS["flatten"](each) for each in outputs])
        else:
            joint = lift(found)
            shapes = joint.shape
        return shapes, joint, lambda upstream: self._back(ctx, upstream, shapes)

    def _back(self, ctx: FunctionContext, upstream: Tensor, shapes: Any) -> Sequence[Any]:
        gradients = _taken_apart(upstream, shapes)
        found = self.kind.backward(ctx, *gradients) if isinstance(gradients, tuple) else self.kind.backward(ctx, gradients)
        several = found if isinstance(found, tuple) else (found,)
        if len(several) == len(self._arguments):
            return [several[place] for place in self.places]
        return several

    def forward(self, inputs: Sequence[Tensor]) -> "tuple[Tensor, Callable[[Tensor], Sequence[Any]]]":
        with enable_grad():
            _, joint, back = self.run(inputs)
        return joint, back

    def backward(self, upstream: Tensor) -> Sequence[Any]:
        return self.back(upstream)


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
