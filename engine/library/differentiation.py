"""Gradients as PyTorch and as JAX and HIPS autograd ask for them: `y.backward()`, `grad(y, x)`, and `grad(f)`, a function.

What they give can be differentiated again: with `create_graph=True`, or by nesting `grad(grad(f))`.
"""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import numpy as np

from backpass.engine.autodiff.create_graph import gradients_as_tensors
from backpass.engine.autodiff.forward import push
from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.graph.grad_mode import enable_grad
from backpass.engine.graph.tensor import FUNCTIONS, Tensor, lift
from backpass.engine.graph.trace import ancestors
from backpass.engine.messages import say
from backpass.engine.operations import Data
from backpass.engine.problems import Code, Problem, ProblemError


class GradientError(ProblemError, RuntimeError, TypeError):
    """A gradient does not exist. A RuntimeError, as in PyTorch, and a TypeError, as in HIPS autograd and JAX."""


def _backward(
    self: Tensor,
    gradient: Any = None,
    retain_graph: bool | None = None,  # noqa: ARG001 (PyTorch's name; the graph is always kept)
    create_graph: bool = False,
    inputs: Any = None,
    *,
    upstream: Any = None,
) -> None:
    """Computes the gradients of this tensor and adds them to `.grad` of every tensor that it was made from.

    A second call adds them again, until `zero_grad()`. The graph is always kept.

    Parameters:
        gradient: The gradient of this tensor: one number for all elements, by default 1, or an array or tensor of its shape.
        retain_graph: Has no effect.
        create_graph: Whether the gradients are tensors that can be differentiated again.
        inputs: A tensor or a list of tensors; only their `.grad` changes. By default, all that require a gradient.
        upstream: Another name for `gradient`.

    Raises:
        ProblemError: The shape of `gradient` differs from that of this tensor.

    >>> from backpass import Tensor
    >>> x = Tensor([1.0, 2.0])
    >>> (x * x).backward(gradient=[1.0, 10.0])
    >>> x.grad.tolist()
    [2.0, 40.0]
    """
    given = gradient if gradient is not None else upstream if upstream is not None else 1.0
    wanted = None if inputs is None else _listed(inputs)
    if create_graph:
        _accumulate_tensors(self, given, wanted)
        return
    found = backward(self, given.raw if isinstance(given, Tensor) else given)
    if wanted is None:
        found.accumulate()
        return
    chosen = set(wanted)
    for tensor, value in zip(found.tensors, found.values, strict=True):
        if tensor in chosen and value is not None:
            tensor.accumulated_grad = value if tensor.accumulated_grad is None else tensor.accumulated_grad + value


def _accumulate_tensors(output: Tensor, given: Any, wanted: Sequence[Tensor] | None) -> None:
    tensors = [each for each in ancestors(output) if each.requires_grad] if wanted is None else list(wanted)
    with enable_grad():
        found = gradients_as_tensors(output, tensors, given)
        for tensor, gradient in zip(tensors, found, strict=True):
            before: Any = tensor.accumulated_grad
            tensor.accumulated_grad = gradient if before is None else FUNCTIONS["add"](before, gradient)  # type: ignore[assignment]


def _listed(tensors: Any) -> list[Tensor]:
    return list(tensors) if isinstance(tensors, list | tuple) else [tensors]


def grad(  # noqa: PLR0917 (PyTorch's signature)
    outputs: Any,
    inputs: Any = None,
    grad_outputs: Any = None,
    retain_graph: bool | None = None,  # noqa: ARG001 (PyTorch's name; the graph is always kept)
    create_graph: bool = False,
    allow_unused: bool = False,
    **options: Any,
) -> Any:
    """`grad(y, [x, w])`: the gradients of a tensor, as in PyTorch. `grad(f)`: the gradient of a function, as in JAX.

    Parameters:
        outputs: A tensor or a list of tensors, or a function.
        inputs: The tensor or list of tensors to differentiate with respect to. For a function, the position of the argument, or
            a tuple of positions, by default 0.
        grad_outputs: The gradient of each output, of its shape; required unless the output has one element.
        retain_graph: Has no effect: the graph is always kept.
        create_graph: Whether the gradients can be differentiated again.
        allow_unused: Whether an input on which no output depends yields None, instead of an error.
        options: `argnums`, another name for the position, and `has_aux=True` for a function that returns a pair, of which only
            the first is differentiated.

    Returns:
        For tensors, a tuple with a tensor for each input, of its shape. For a function, a function of the same arguments that
        returns the gradient, or a tuple for several positions: numbers if it is called with numbers, otherwise tensors.

    Raises:
        GradientError: The output has several elements, or does not depend on an input.

    >>> from backpass import Tensor, grad
    >>> x = Tensor(3.0)
    >>> grad(x * x, x)
    (Tensor(6.0, requires_grad=False),)
    >>> grad(grad(lambda x: x**4))(3.0)
    108.0
    """
    if callable(outputs) and not isinstance(outputs, Tensor):
        return grad_of(outputs, *(() if inputs is None else (inputs,)), **options)
    if options:
        raise TypeError(f"grad() of tensors does not take {', '.join(options)}")
    ends, wanted = _listed(outputs), _listed(inputs)
    seeds = [None] * len(ends) if grad_outputs is None else _listed(grad_outputs)
    totals: list[Tensor | None] = [None] * len(wanted)
    for end, seed in zip(ends, seeds, strict=True):
        if seed is None and np.size(end.raw) != 1:
            raise GradientError(_of_several(end))
        for place, found in enumerate(_gradients(end, wanted, 1.0 if seed is None else seed, create_graph)):
            total = totals[place]
            totals[place] = found if total is None else total if found is None else FUNCTIONS["add"](total, found)
    if not allow_unused and any(each is None for each in totals):
        raise GradientError(_unused([place for place, each in enumerate(totals) if each is None]))
    return tuple(totals)


def _gradients(output: Tensor, wanted: Sequence[Tensor], seed: Any, create_graph: bool) -> list[Tensor | None]:
    """None for a tensor that does not feed the output."""
    if create_graph:
        feeding = set(ancestors(output))
        with enable_grad():
            made = gradients_as_tensors(output, wanted, seed)
        return [each if tensor in feeding and tensor.requires_grad else None for tensor, each in zip(wanted, made, strict=True)]
    found = backward(output, seed.raw if isinstance(seed, Tensor) else seed)
    by_tensor = dict(zip(found.tensors, found.values, strict=True))
    values: list[Data | None] = [by_tensor.get(each) for each in wanted]
    return [None if value is None else Tensor(value, requires_grad=False) for value in values]


def _of_several(output: Tensor) -> Problem:
    return Problem(
        Code.SHAPE_MISMATCH,
        say("gradient-of-several", shape=output.shape),
        say("gradient-of-several.hint"),
    )


def _unused(places: list[int]) -> Problem:
    return Problem(
        Code.UNKNOWN_INPUT,
        say("does-not-feed", places=", ".join(map(str, places))),
        say("does-not-feed.hint"),
    )


# Gradients of functions


def grad_of(function: Callable[..., Any], argnum: Any = 0, *, argnums: Any = None, has_aux: bool = False) -> Callable[..., Any]:
    """The function that gives the gradient of a function by its argument `argnum`, or a tuple for several.

    It gives numbers where it is given numbers, and tensors where tensors go in, so it can be differentiated again. Called, it
    raises GradientError where the function gives several numbers.
    """

    @wraps(function)
    def gradient(*arguments: Any, **keywords: Any) -> Any:
        found = _differentiated(function, argnum if argnums is None else argnums, arguments, keywords, has_aux)
        return (found.gradient, found.aux) if has_aux else found.gradient

    return gradient


def value_and_grad(function: Callable[..., Any], argnum: Any = 0, *, argnums: Any = None) -> Callable[..., Any]:
    """A function that returns the value of `function` together with its gradient.

    Parameters:
        function: A function that returns one number.
        argnum: The position of the argument to differentiate with respect to, or a tuple of positions.
        argnums: Another name for `argnum`.

    Returns:
        A function of the same arguments. It returns a pair: the value, and the gradient in the shape of the argument, or a tuple
        of gradients. It raises GradientError if `function` returns several numbers.

    >>> from backpass import value_and_grad
    >>> value_and_grad(lambda x: x**2)(3.0)
    (9.0, 6.0)
    """

    @wraps(function)
    def both(*arguments: Any, **keywords: Any) -> Any:
        found = _differentiated(function, argnum if argnums is None else argnums, arguments, keywords, False)
        return found.value, found.gradient

    return both


class _Differentiated:
    """A function's value and gradient at one place."""

    def __init__(self, value: Any, gradient: Any, aux: Any) -> None:
        self.value, self.gradient, self.aux = value, gradient, aux


def _differentiated(
    function: Callable[..., Any], argnums: Any, arguments: tuple[Any, ...], keywords: dict[str, Any], has_aux: bool
) -> _Differentiated:
    with enable_grad():
        leaves, output, aux = _at_leaves(function, argnums, arguments, keywords, has_aux)
        if np.size(output.raw) != 1:
            raise GradientError(_of_several(output))
        found = tuple(_derivatives(output, leaves))
        value = _handed_out(output, leaves)
    for leaf in leaves:
        # Nobody else has a leaf that was made here: what is found around it gives numbers where it is given numbers.
        if leaf.operation is None:
            leaf.requires_grad = False
    several = isinstance(argnums, tuple | list)
    return _Differentiated(value, found if several else found[0], aux)


def _derivatives(output: Tensor, leaves: Sequence[Tensor], seed: Any = 1.0) -> list[Any]:
    """The derivatives by each leaf, in its shape: tensors where something else may be differentiated by, else numbers."""
    if _depends_on_others(output, leaves):
        return gradients_as_tensors(output, leaves, seed)
    found = backward(output, seed)
    by_tensor = dict(zip(found.tensors, found.values, strict=True))
    values = [by_tensor.get(leaf) for leaf in leaves]
    return [_numbers(0.0 * leaf.raw if value is None else value) for leaf, value in zip(leaves, values, strict=True)]


def _numbers(raw: Data) -> Data:
    return raw if isinstance(raw, float) else np.array(raw)


def _at_leaves(
    function: Callable[..., Any], argnums: Any, arguments: tuple[Any, ...], keywords: dict[str, Any], has_aux: bool = False
) -> tuple[list[Tensor], Tensor, Any]:
    """Calls a function with leaves of its own, so that a tensor that it also refers to from outside is not differentiated."""
    places = list(argnums) if isinstance(argnums, tuple | list) else [argnums]
    given = list(arguments)
    leaves = []
    for place in places:
        if not -len(given) <= place < len(given):
            raise TypeError(f"the gradient by argument {place} is asked for, and the function is given {len(given)}")
        value = given[place]
        leaf = FUNCTIONS["multiply"](value, 1.0) if isinstance(value, Tensor) else Tensor(value)
        leaf.requires_grad = True
        given[place] = leaf
        leaves.append(leaf)
    result = function(*given, **keywords)
    result, aux = result if has_aux else (result, None)
    return leaves, lift(result), aux


def _handed_out(tensor: Tensor, leaves: Sequence[Tensor]) -> Any:
    """A tensor where something besides our own leaves goes into it that may be differentiated by; else numbers."""
    return tensor if _depends_on_others(tensor, leaves) else _numbers(tensor.raw)


def _depends_on_others(tensor: Tensor, leaves: Sequence[Tensor]) -> bool:
    own = {leaf for leaf in leaves if leaf.operation is None}
    return any(each.requires_grad and each.operation is None and each not in own for each in ancestors(tensor))


def elementwise_grad(function: Callable[..., Any], argnum: int = 0) -> Callable[..., Any]:
    """A function that returns the derivative of each element, for a `function` that works element by element.

    Parameters:
        function: A function whose output has the shape of its argument.
        argnum: The position of the argument to differentiate with respect to.

    Returns:
        A function of the same arguments, which returns the gradient of the sum of the outputs, in the shape of the argument.

    >>> import numpy as np
    >>> from backpass import elementwise_grad
    >>> elementwise_grad(lambda x: x**2)(np.array([1.0, 2.0])).tolist()
    [2.0, 4.0]
    """
    return grad_of(wraps(function)(lambda *arguments, **keywords: FUNCTIONS["sum"](function(*arguments, **keywords))), argnum)


def jacrev(function: Callable[..., Any], argnum: int = 0) -> Callable[..., Any]:
    """A function that returns the Jacobian of `function`, computed with one backward pass for each element of the output.

    Parameters:
        function: A function that returns a number or an array.
        argnum: The position of the argument to differentiate with respect to.

    Returns:
        A function of the same arguments. The shape of the Jacobian is that of the output, followed by that of the argument.

    >>> import numpy as np
    >>> from backpass import jacrev
    >>> jacrev(lambda x: x**2)(np.array([1.0, 2.0])).tolist()
    [[2.0, 0.0], [0.0, 4.0]]
    """

    @wraps(function)
    def derivatives(*arguments: Any, **keywords: Any) -> Any:
        with enable_grad():
            leaves, output, _ = _at_leaves(function, argnum, arguments, keywords)
            rows = []
            for index in np.ndindex(output.shape):
                seed = np.zeros(output.shape)
                seed[index] = 1.0
                rows.append(_derivatives(output, leaves, seed if output.shape else 1.0)[0])
            shape = (*output.shape, *leaves[0].shape)
            joint = lift(rows[0]) if not output.shape else FUNCTIONS["reshape"](FUNCTIONS["stack"](rows), shape=shape)
        return _handed_out(joint, leaves)

    return derivatives


def hessian(function: Callable[..., Any], argnum: int = 0) -> Callable[..., Any]:
    """A function that returns the matrix of second derivatives of `function`.

    Parameters:
        function: A function that returns one number.
        argnum: The position of the argument to differentiate with respect to, twice.

    Returns:
        A function of the same arguments. The shape of the Hessian is that of the argument, twice. It raises GradientError if
        `function` returns several numbers.

    >>> import numpy as np
    >>> from backpass import hessian
    >>> hessian(lambda x: (x**3).sum())(np.array([1.0, 2.0])).tolist()
    [[6.0, 0.0], [0.0, 12.0]]
    """
    return jacrev(grad_of(function, argnum), argnum)


def jvp(function: Callable[..., Any], primals: Sequence[Any], tangents: Sequence[Any]) -> tuple[Any, Any]:
    """The value of a function and its derivative along a direction, computed in one forward pass.

    A custom operation uses its `jvp` rule if it has one, otherwise the transpose of its backward rule.

    Parameters:
        function: A function of tensors.
        primals: The arguments, numbers, arrays or tensors.
        tangents: The direction: for each argument a number or an array of its shape.

    Returns:
        A pair of numbers or arrays: the value, and the derivative in the same shape.

    Raises:
        TypeError: There are not as many tangents as arguments.
        ProblemError: The shape of a tangent differs from that of its argument, or a custom backward rule cannot be transposed.

    >>> from backpass import jvp
    >>> jvp(lambda x, y: x * y, (2.0, 3.0), (1.0, 0.0))
    (6.0, 3.0)
    """
    if len(primals) != len(tangents):
        raise TypeError(f"jvp of {len(primals)} arguments is given {len(tangents)} tangents")
    with enable_grad():
        leaves = [Tensor(each.raw if isinstance(each, Tensor) else each) for each in primals]
        output = lift(function(*leaves))
    rates: dict[Tensor, Data] = {}
    for leaf, each in zip(leaves, tangents, strict=True):
        rate = lift(each).raw
        if np.shape(rate) != leaf.shape:
            raise ProblemError(
                Problem(
                    Code.SHAPE_MISMATCH,
                    say("vector-of-other-shape", given=np.shape(rate), wanted=leaf.shape),
                    say("vector-of-other-shape.hint"),
                )
            )
        rates[leaf] = rate
    found = push(ancestors(output), rates)[-1]
    return _numbers(output.raw), _numbers(0.0 * output.raw if found is None else found)


METHODS: dict[str, Callable[..., Any]] = {"backward": _backward}
