"""Operations that somebody defines, in the ways of courses, of JAX and of HIPS autograd; for PyTorch's see `function`.

class Cube(Operation):
    def forward(self, x):
        return x**3

    def backward(self, upstream_grad):
        (x,) = self.parents
        return (3 * x**2 * upstream_grad,)

y = Cube()(Tensor(2.0))
"""

from collections.abc import Callable, Sequence
from copy import copy
from functools import update_wrapper
from typing import Any

from backpass.engine.graph.custom_rules import node
from backpass.engine.graph.grad_mode import enable_grad, is_grad_enabled, no_grad
from backpass.engine.graph.rule_gradients import JAX, OPERATION, Manner, gives_nothing
from backpass.engine.graph.tensor import Tensor, attachments, lift
from backpass.engine.library.asking_rules import asked, pushed
from backpass.engine.library.function import Function
from backpass.engine.messages import say
from backpass.engine.operations import Data
from backpass.engine.problems import Code, Problem, ProblemError


class Operation:
    """A base class for custom operations as objects, with `forward(self, …)` and `backward(self, upstream_grad)`.

    `forward` gets constants and returns one tensor, number or array. `backward` gets a gradient of that shape, and returns a
    gradient for each of `self.parents`, in its shape, or None. `Cube()(x)`, `Cube.apply(x)` and, for a class without `__init__`,
    `Cube(x)` are the same call.

    Raises:
        ProblemError: The parents or a gradient do not fit. The message names the class.
        NotImplementedError: `forward` or `backward` is missing.

    >>> from backpass import Operation, Tensor
    >>> class Cube(Operation):
    ...     def forward(self, x):
    ...         return x**3
    ...     def backward(self, upstream_grad):
    ...         (x,) = self.parents
    ...         return (3 * x**2 * upstream_grad,)
    >>> x = Tensor(2.0)
    >>> y = Cube()(x)
    >>> y.backward()
    >>> y, x.grad
    (Tensor(8.0, grad=1.0, grad_fn=Cube), 12.0)
    """

    parents: Sequence[Tensor] = ()
    """The tensors it was applied to; `forward` may set them in another order."""

    def __new__(cls, *arguments: Any) -> Any:
        made = super().__new__(cls)
        return made(*arguments) if arguments and cls.__init__ is object.__init__ else made

    @classmethod
    def apply(cls, *arguments: Any) -> Tensor:
        """Applies a new object of the class."""
        return cls()(*arguments)  # type: ignore[no-any-return]

    def forward(self, *arguments: Any) -> Any:
        """The value. Raises NotImplementedError where a class does not define it."""
        raise NotImplementedError("an Operation defines forward(self, …)")

    def backward(self, upstream_grad: Tensor) -> Any:
        """For each parent what goes back to it. Raises NotImplementedError where a class does not define it."""
        raise NotImplementedError("an Operation defines backward(self, upstream_grad)")

    jvp: Callable[..., Any] | None = None
    """`jvp(self, *tangents)`, of the class in forward mode: the tangent of the value, of those of the arguments."""

    def __call__(self, *arguments: Any) -> Tensor:
        rule = _Applied(self, arguments)
        inputs = [arguments[place] for place in rule.places]
        with no_grad():
            value, rule.operation, rule.slots = rule.run([Tensor(each.raw, False, label=each.label) for each in inputs])
        rule.raw = value.raw
        vars(self).update(vars(rule.operation))
        self.parents = tuple(inputs[slot] for slot in rule.slots)
        if not inputs or not is_grad_enabled():
            return Tensor(value.raw, requires_grad=False)
        result = node(rule, inputs, value.raw)
        attachments(result)["creator"] = self
        return result


class _Applied:
    """One application of an `Operation`."""

    slots: list[int]
    raw: Data

    def __init__(self, operation: Operation, arguments: tuple[Any, ...]) -> None:
        self.name = type(operation).__name__
        self.operation, self._first, self._arguments = operation, copy(operation), arguments
        self.places = [place for place, each in enumerate(arguments) if isinstance(each, Tensor)]

    def run(self, inputs: Sequence[Tensor]) -> tuple[Tensor, Operation, list[int]]:
        """The value for inputs, the object that computed it, and for each of its parents which input that is."""
        operation, arguments = copy(self._first), list(self._arguments)
        operation.parents = tuple(inputs)
        for place, tensor in zip(self.places, inputs, strict=True):
            arguments[place] = tensor
        value = lift(operation.forward(*arguments))
        free = list(range(len(inputs)))
        slots = []
        for parent in operation.parents:
            slot = next((slot for slot in free if inputs[slot] is parent), None)
            if slot is None:
                raise ProblemError(
                    Problem(Code.UNSUPPORTED, say("operation-parents", name=self.name), say("operation-parents.hint"))
                )
            free.remove(slot)
            slots.append(slot)
        return value, operation, slots

    def forward(self, inputs: Sequence[Tensor]) -> "tuple[Tensor, Callable[[Tensor], Sequence[Any]]]":
        with enable_grad():
            value, operation, slots = self.run(inputs)
        return value, lambda upstream: self._back(operation, slots, upstream)

    def backward(self, upstream: Tensor) -> Sequence[Any]:
        return self._back(self.operation, self.slots, upstream)

    def tangent(self, slot: int, given: Data) -> Data | None:
        """What the value changes by while one input changes so, by the class's `jvp`; None where it has none."""
        jvp = self.operation.jvp
        if jvp is None:
            return None

        def moved(tangents: Sequence[Tensor]) -> Any:
            by_place: list[Any] = [None] * len(self._arguments)
            for place, tangent in zip(self.places, tangents, strict=True):
                by_place[place] = tangent
            return jvp(*by_place)

        inputs = [self._arguments[place] for place in self.places]
        return pushed(self.name, moved, inputs, self.raw, slot=slot, tangent=given)

    def _back(self, operation: Operation, slots: list[int], upstream: Tensor) -> Sequence[Any]:
        sent = asked(self.name, operation.backward, operation.parents, (upstream,), OPERATION)
        by_slot: list[Any] = [None] * len(self.places)
        for slot, gradient in zip(slots, sent, strict=True):
            by_slot[slot] = gradient
        return by_slot


class custom_vjp:  # noqa: N801 (JAX's name)
    """A decorator for a function with a custom gradient rule, in the style of JAX.

    `f.defvjp(forward, backward)` sets the rule. `forward` gets the arguments, and returns a pair: the value, and whatever
    `backward` needs. `backward(residuals, gradient)` returns a tuple with a gradient for each argument, in its shape.

    Parameters:
        function: A function of tensors.

    Raises:
        ProblemError: The function is called without a rule, or a gradient does not fit.

    >>> from backpass import custom_vjp, grad
    >>> @custom_vjp
    ... def cube(x):
    ...     return x**3
    >>> cube.defvjp(lambda x: (x**3, x), lambda x, g: (3 * x**2 * g,))
    >>> grad(cube)(2.0)
    12.0
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self._function = function
        self._rule: tuple[Callable[..., Any], Callable[..., Any]] | None = None

    def defvjp(self, forward: Callable[..., Any], backward: Callable[..., Any]) -> None:
        """Sets the gradient rules of a `primitive`, in the style of HIPS autograd.

        Parameters:
            function: A function decorated by `primitive`.
            rules: For each argument `lambda ans, x: lambda g: …`, which returns its gradient, or None.
            argnums: The positions of the arguments, by default from the first.

        Raises:
            TypeError: `function` is not a `primitive`.
            ValueError: There are not as many `argnums` as rules.
        """
        self._rule = forward, backward

    def __call__(self, *arguments: Any) -> Any:
        if not any(isinstance(each, Tensor) and each.requires_grad for each in arguments):
            return self._function(*arguments)  # which `forward` itself may call, as it does in JAX's documentation
        name = self._function.__name__
        if self._rule is None:
            raise ProblemError(_missing(name, f"`{name}.defvjp(forward, backward)`"))
        ahead, back = self._rule

        def forward(ctx: Any, *given: Any) -> Any:
            value, ctx.residuals = ahead(*given)
            return value

        def backward(ctx: Any, *gradients: Any) -> Any:
            return back(ctx.residuals, gradients[0] if len(gradients) == 1 else gradients)

        return _function(name, forward, _placed(backward, back), JAX).apply(*arguments)


class primitive:  # noqa: N801 (autograd's name)
    """A decorator for a function with custom gradient rules, in the style of HIPS autograd; `defvjp` sets them.

    Parameters:
        function: A function of tensors.

    Raises:
        ProblemError: The function is called without a rule, or a gradient does not fit.

    >>> from backpass import defvjp, grad, primitive
    >>> @primitive
    ... def cube(x):
    ...     return x**3
    >>> defvjp(cube, lambda ans, x: lambda g: 3 * x**2 * g)
    >>> grad(cube)(2.0)
    12.0
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self._function = function
        self.rules: dict[int, Callable[..., Any] | None] = {}
        """By place of the argument."""
        self.tangents: dict[int, Callable[..., Any] | None] = {}
        """Those of forward mode, by place as well."""

    def __call__(self, *arguments: Any) -> Any:
        tensors = [place for place, each in enumerate(arguments) if isinstance(each, Tensor)]
        if not tensors:
            return self._function(*arguments)
        name = self._function.__name__
        if any(arguments[place].requires_grad and place not in self.rules for place in tensors):
            raise ProblemError(_missing(name, f"`defvjp({name}, lambda ans, x: lambda g: …)`"))

        def forward(ctx: Any, *given: Any) -> Any:
            ctx.given, ctx.value = given, self._function(*given)
            return ctx.value

        def backward(ctx: Any, gradient: Any) -> Any:
            rules = [self.rules.get(place) if needed else None for place, needed in enumerate(ctx.needs_input_grad)]
            shapes = [ctx.given[place].shape if rule else None for place, rule in enumerate(rules)]
            return tuple(None if rule is None else _sent(name, rule(ctx.value, *ctx.given)(gradient), shapes) for rule in rules)

        def jvp(ctx: Any, *tangents: Any) -> Any:
            given = {place: each for place, each in enumerate(tangents) if each is not None}
            rules = {place: rule for place in given if (rule := self.tangents[place]) is not None}
            terms = [rule(given[place], ctx.value, *ctx.given) for place, rule in rules.items()]
            return sum(terms, start=0.0 * lift(ctx.value))

        ahead = jvp if self.tangents and all(place in self.tangents for place in tensors) else None
        ruled = next((rule for rule in self.rules.values() if rule is not None), None)
        return _function(name, forward, _placed(backward, ruled), JAX, ahead).apply(*arguments)


def defvjp(function: primitive, *rules: Callable[..., Any] | None, argnums: Sequence[int] | None = None) -> None:
    """Sets the gradient rule of each argument of a `primitive`, `lambda ans, x: lambda g: …`, or None, as in HIPS autograd.

    `argnums` are the positions of the arguments, by default from the first. Raises TypeError if `function` is not a `primitive`,
    and ValueError if there are not as many `argnums` as rules.

    >>> from backpass import defvjp, grad, primitive
    >>> @primitive
    ... def product(x, y):
    ...     return x * y
    >>> defvjp(product, lambda ans, x, y: lambda g: g * y, None)
    >>> grad(product)(2.0, 5.0)
    5.0
    >>> defvjp(lambda x: x, None)
    Traceback (most recent call last):
    TypeError: defvjp needs a function decorated with @primitive
    """
    if not isinstance(function, primitive):
        raise TypeError("defvjp needs a function decorated with @primitive")
    function.rules = dict(zip(range(len(rules)) if argnums is None else argnums, rules, strict=True))


def defjvp(function: primitive, *rules: Callable[..., Any] | None, argnums: Sequence[int] | None = None) -> None:
    """Sets the forward-mode rules of a `primitive`, which `jvp` uses, in the style of HIPS autograd.

    Parameters:
        function: A function decorated by `primitive`.
        rules: For each argument `lambda g, ans, x: …`, which returns the derivative of the value along `g`, or None.
        argnums: The positions of the arguments, by default from the first.

    Raises:
        TypeError: `function` is not a `primitive`.
        ValueError: There are not as many `argnums` as rules.

    >>> from backpass import defjvp, defvjp, jvp, primitive
    >>> @primitive
    ... def cube(x):
    ...     return x**3
    >>> defvjp(cube, lambda ans, x: lambda g: 3 * x**2 * g)
    >>> defjvp(cube, lambda g, ans, x: 3 * x**2 * g)
    >>> jvp(cube, (2.0,), (10.0,))
    (8.0, 120.0)
    """
    if not isinstance(function, primitive):
        raise TypeError("defjvp needs a function decorated with @primitive")
    function.tangents = dict(zip(range(len(rules)) if argnums is None else argnums, rules, strict=True))


def _sent(name: str, found: Any, shapes: Sequence[Any]) -> Any:
    """What the rule of one argument of a primitive gave. Raises ProblemError for nothing."""
    if found is None:
        raise ProblemError(gives_nothing(name, shapes))
    return found


def _function(
    name: str,
    forward: Callable[..., Any],
    backward: Callable[..., Any],
    manner: Manner,
    jvp: Callable[..., Any] | None = None,
) -> type[Function]:
    methods = {"forward": staticmethod(forward), "backward": staticmethod(backward), "_manner": manner}
    return type(name, (Function,), methods if jvp is None else {**methods, "jvp": staticmethod(jvp)})


def _placed(backward: Callable[..., Any], written: Callable[..., Any] | None) -> Callable[..., Any]:
    """Remembers of which rule somebody wrote it is the wrapping, so that errors name its line."""
    backward.__wrapped__ = written  # type: ignore[attr-defined]
    return backward


def _missing(name: str, how: str) -> Problem:
    return Problem(Code.UNSUPPORTED, say("rule-missing", name=name), say("rule-missing.hint", how=how))
