"""Tensors made as PyTorch makes them: of numbers, full of one number, or of numbers in a row. None needs a gradient unless it is
asked for, where `Tensor(…)` does unless it is not. Numbers have double precision.
"""

# ruff: noqa: ARG001 (there is one device, whichever is named)

from typing import Any

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.library.binding import refused
from backpass.engine.messages import say
from backpass.engine.shapes import Shape


def tensor(data: Any, *, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """A new leaf of the graph. Unlike `Tensor(data)`, it requires no gradient by default.

    Parameters:
        data: A number, nested lists of numbers, an array or a tensor, whose numbers are copied.
        dtype: A floating-point type; it has no effect, since all numbers are float64.
        device: Has no effect.
        requires_grad: Whether gradients are computed for the tensor.

    Returns:
        A tensor of the shape of `data`.

    Raises:
        CallError: `dtype` is not a floating-point type.
        ProblemError: `data` is not made of numbers, or its rows have different lengths.

    >>> from backpass import tensor
    >>> x = tensor([1.0, 2.0], requires_grad=True)
    >>> (x * x).sum().backward()
    >>> x.grad.tolist()
    [2.0, 4.0]
    """
    _check(dtype)
    return Tensor(data.detach() if isinstance(data, Tensor) else data, requires_grad)


def zeros(*size: Any, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """A tensor of zeros.

    Parameters:
        size: The lengths of the axes, one by one or as a tuple.
        dtype: A floating-point type; it has no effect, since all numbers are float64.
        device: Has no effect.
        requires_grad: Whether gradients are computed for the tensor.

    Returns:
        A tensor of that shape.

    Raises:
        CallError: A length is not a non-negative integer, or `dtype` is not a floating-point type.

    >>> from backpass import zeros
    >>> zeros(2).tolist()
    [0.0, 0.0]
    """
    return _filled(0.0, size, dtype, requires_grad)


def ones(*size: Any, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """A tensor of ones.

    Parameters:
        size: The lengths of the axes, one by one or as a tuple.
        dtype: A floating-point type; it has no effect, since all numbers are float64.
        device: Has no effect.
        requires_grad: Whether gradients are computed for the tensor.

    Returns:
        A tensor of that shape.

    Raises:
        CallError: A length is not a non-negative integer, or `dtype` is not a floating-point type.

    >>> from backpass import ones
    >>> ones((1, 2)).tolist()
    [[1.0, 1.0]]
    """
    return _filled(1.0, size, dtype, requires_grad)


def full(size: Any, fill_value: float, *, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """A tensor filled with one number.

    Parameters:
        size: The shape, an integer or a tuple.
        fill_value: The number.
        dtype: A floating-point type; it has no effect, since all numbers are float64.
        device: Has no effect.
        requires_grad: Whether gradients are computed for the tensor.

    Returns:
        A tensor of that shape.

    Raises:
        CallError: A length is not a non-negative integer, or `dtype` is not a floating-point type.

    >>> from backpass import full
    >>> full((2,), 7.0).tolist()
    [7.0, 7.0]
    """
    return _filled(float(fill_value), (size,), dtype, requires_grad)


def zeros_like(input: Any, *, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:  # noqa: A002 (PyTorch's name)
    """A tensor of zeros with the shape of another.

    Parameters:
        input: A tensor or an array.
        dtype: A floating-point type; it has no effect, since all numbers are float64.
        device: Has no effect.
        requires_grad: Whether gradients are computed for the tensor.

    Returns:
        A tensor of the shape of `input`.

    Raises:
        CallError: `dtype` is not a floating-point type.

    >>> from backpass import Tensor, zeros_like
    >>> zeros_like(Tensor([3.0, 4.0])).tolist()
    [0.0, 0.0]
    """
    return _filled(0.0, (np.shape(_raw(input)),), dtype, requires_grad)


def ones_like(input: Any, *, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:  # noqa: A002 (PyTorch's name)
    """A tensor of ones with the shape of another.

    Parameters:
        input: A tensor or an array.
        dtype: A floating-point type; it has no effect, since all numbers are float64.
        device: Has no effect.
        requires_grad: Whether gradients are computed for the tensor.

    Returns:
        A tensor of the shape of `input`.

    Raises:
        CallError: `dtype` is not a floating-point type.

    >>> from backpass import Tensor, ones_like
    >>> ones_like(Tensor([3.0, 4.0])).tolist()
    [1.0, 1.0]
    """
    return _filled(1.0, (np.shape(_raw(input)),), dtype, requires_grad)


def eye(n: int, m: int | None = None, *, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """A matrix with ones on its diagonal and zeros elsewhere.

    Parameters:
        n: The number of rows.
        m: The number of columns, by default `n`.
        dtype: A floating-point type; it has no effect, since all numbers are float64.
        device: Has no effect.
        requires_grad: Whether gradients are computed for the tensor.

    Returns:
        A matrix of `n` rows and `m` columns.

    Raises:
        CallError: A length is not a non-negative integer, or `dtype` is not a floating-point type.

    >>> from backpass import eye
    >>> eye(2).tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    _check(dtype)
    rows, columns = _lengths((n, n if m is None else m))
    return Tensor(np.eye(rows, columns), requires_grad)


def arange(
    start: float,
    end: float | None = None,
    step: float = 1.0,
    *,
    dtype: Any = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """The numbers from `start` up to, but not including, `end`.

    Parameters:
        start: The first number. `arange(end)` starts at 0.
        end: The end, which is not included.
        step: The distance between numbers.
        dtype: A floating-point type; it has no effect, since all numbers are float64.
        device: Has no effect.
        requires_grad: Whether gradients are computed for the tensor.

    Returns:
        A vector.

    Raises:
        CallError: `step` is 0, or `dtype` is not a floating-point type.

    >>> from backpass import arange
    >>> arange(1, 3, 0.5).tolist()
    [1.0, 1.5, 2.0, 2.5]
    """
    _check(dtype)
    if step == 0:
        raise refused(say("creation-step"), say("creation-step.hint"))
    first, last = (0.0, start) if end is None else (start, end)
    return Tensor(np.arange(first, last, step, dtype=np.float64), requires_grad)


def linspace(
    start: float, end: float, steps: int, *, dtype: Any = None, device: Any = None, requires_grad: bool = False
) -> Tensor:
    """Evenly spaced numbers from `start` to `end`, both included.

    Parameters:
        start: The first number.
        end: The last number.
        steps: How many numbers there are.
        dtype: A floating-point type; it has no effect, since all numbers are float64.
        device: Has no effect.
        requires_grad: Whether gradients are computed for the tensor.

    Returns:
        A vector of `steps` elements.

    Raises:
        CallError: `steps` is not a non-negative integer, or `dtype` is not a floating-point type.

    >>> from backpass import linspace
    >>> linspace(0, 1, 3).tolist()
    [0.0, 0.5, 1.0]
    """
    _check(dtype)
    (count,) = _lengths((steps,))
    return Tensor(np.linspace(start, end, count), requires_grad)


def randn(*size: Any, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """A tensor of normal random numbers with mean 0 and standard deviation 1.

    They are the numbers that a program on the page draws, not those of PyTorch. A process starts as after `manual_seed(0)`.

    Parameters:
        size: The lengths of the axes, one by one or as a tuple.
        dtype: A floating-point type; it has no effect, since all numbers are float64.
        device: Has no effect.
        requires_grad: Whether gradients are computed for the tensor.

    Returns:
        A tensor of that shape.

    Raises:
        CallError: A length is not a non-negative integer, or `dtype` is not a floating-point type.

    >>> import numpy as np
    >>> from backpass import manual_seed, randn
    >>> manual_seed(1)
    >>> randn(2).tolist() == np.random.default_rng(1).normal(size=2).tolist()
    True
    """
    return _drawn("normal", size, dtype, requires_grad)


def rand(*size: Any, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """A tensor of random numbers, uniform between 0 and 1.

    They are the numbers that a program on the page draws, not those of PyTorch. A process starts as after `manual_seed(0)`.

    Parameters:
        size: The lengths of the axes, one by one or as a tuple.
        dtype: A floating-point type; it has no effect, since all numbers are float64.
        device: Has no effect.
        requires_grad: Whether gradients are computed for the tensor.

    Returns:
        A tensor of that shape.

    Raises:
        CallError: A length is not a non-negative integer, or `dtype` is not a floating-point type.

    >>> from backpass import manual_seed, rand
    >>> manual_seed(1)
    >>> rand(2, 3).shape
    (2, 3)
    """
    return _drawn("uniform", size, dtype, requires_grad)


def manual_seed(seed: int) -> None:
    """Restarts the random numbers of `randn` and `rand`.

    Parameters:
        seed: A non-negative integer; the same seed gives the same numbers.

    Raises:
        TypeError: The seed is not an integer.
        ValueError: The seed is negative.

    >>> from backpass import manual_seed, randn
    >>> manual_seed(3)
    >>> first = randn(2).tolist()
    >>> manual_seed(3)
    >>> randn(2).tolist() == first
    True
    """
    global _generator  # noqa: PLW0603 (one stream for a process, as PyTorch has)
    _generator = np.random.default_rng(seed)


_generator = np.random.default_rng(0)


def _drawn(kind: str, size: tuple[Any, ...], dtype: Any, requires_grad: bool) -> Tensor:
    _check(dtype)
    return Tensor(getattr(_generator, kind)(size=_shape(size)), requires_grad)


def _filled(value: float, size: tuple[Any, ...], dtype: Any, requires_grad: bool) -> Tensor:
    _check(dtype)
    return Tensor(np.full(_shape(size), value), requires_grad)


def _shape(size: tuple[Any, ...]) -> Shape:
    """The lengths, which may be given one by one or as one list."""
    return _lengths(tuple(size[0]) if len(size) == 1 and isinstance(size[0], tuple | list) else size)


def _lengths(given: tuple[Any, ...]) -> Shape:
    if not all(isinstance(each, int | np.integer) and not isinstance(each, bool) and each >= 0 for each in given):
        raise refused(say("creation-lengths", given=repr(given)), say("creation-lengths.hint"))
    return tuple(map(int, given))


def _raw(value: Any) -> Any:
    return value.raw if isinstance(value, Tensor) else value


def _check(dtype: Any) -> None:
    """Raises CallError for types whose numbers would be others than those of double precision: whole ones and truths."""
    text = str(getattr(dtype, "__name__", dtype)).rpartition(".")[2]
    if dtype is not None and not text.startswith(("float", "double", "half", "bfloat")):
        raise refused(say("creation-type", dtype=text), say("creation-type.hint"))
